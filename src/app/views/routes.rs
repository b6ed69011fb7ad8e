//! By which route each request card is answered: the label on the card and the count above the cards.

use crate::app::views::erased::effect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::advice::{Route, Verdict, verdict_of};
use map::design::Request;
use map::design::action_form::is_offered;

use crate::app::state::Store;

/// The routes of a design's requests, each with the request's id.
pub type Routes = Vec<(String, CardRoute)>;

/// The route of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRoute {
    /// The value of `data-route`: `get`, `query`, `none`, or `unknown` before it was tried.
    pub name: &'static str,
    /// What the card says.
    pub words: String,
}

impl Default for CardRoute {
    fn default() -> Self {
        Self { name: "unknown", words: "…".to_owned() }
    }
}

impl CardRoute {
    fn of(verdict: &Verdict) -> Self {
        let name = if !verdict.is_proven() {
            "none"
        } else if verdict.routes.iter().all(|route| *route == Route::GetItem) {
            "get"
        } else {
            "query"
        };
        Self { name, words: verdict.to_string() }
    }

    /// Whether the request goes to an address.
    pub fn is_routed(&self) -> bool {
        matches!(self.name, "get" | "query")
    }
}

/// Tries a request's calls, one page each, and judges by what they touched.
async fn try_request(store: Store, request: &Request) -> CardRoute {
    let mut tried = Vec::new();
    for call in request.sample_calls() {
        if is_offered(&call.operation) {
            let walk = store.open.try_call(&call).await.walk;
            tried.push((call, walk));
        }
    }
    CardRoute::of(&verdict_of(tried.iter().map(|(call, walk)| (call, walk))))
}

/// The route of one request; unknown before it was tried.
pub fn route_of(routes: RwSignal<Routes>, id: &str) -> CardRoute {
    let routes = routes.read();
    routes.iter().find(|(of, _)| of == id).map(|(_, route)| route.clone()).unwrap_or_default()
}

/// The routes of the open design's requests, found again whenever its requests or its items change.
pub fn routes_of(store: Store) -> RwSignal<Routes> {
    let routes = RwSignal::new(Routes::new());
    effect(move || {
        let revision = store.open.revision.get();
        let design = store.open.design.get();
        spawn_local(async move {
            let mut found = Routes::new();
            for request in &design.requests {
                let route = try_request(store, request).await;
                found.push((request.id.clone(), route));
            }
            if store.open.revision.try_get_untracked() == Some(revision) {
                routes.try_set(found);
            }
        });
    });
    routes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_a_route_when_every_call_has_an_address() {
        let query = || Route::Query { index: None };
        for (routes, name, words) in [
            (vec![Route::GetItem], "get", "GetItem"),
            (vec![Route::GetItem, query()], "query", "GetItem, then Query"),
            (vec![query(), Route::Scan { index: None }], "none", "no route"),
            (vec![], "none", "no route"),
        ] {
            let route = CardRoute::of(&Verdict { routes, round_trips: 1 });
            assert_eq!((route.name, route.words.as_str()), (name, words));
            assert_eq!(route.is_routed(), name != "none");
        }
        assert!(!CardRoute::default().is_routed());
    }
}
