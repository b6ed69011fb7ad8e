//! The requests the application must answer, as cards.

use crate::app::views::erased::{memo, when};
use leptos::prelude::*;

use super::card::Card;
use super::routes::routes_of;
use crate::app::state::{Command, use_store};

/// The panel of request cards.
#[component]
pub fn Requests() -> impl IntoView {
    let store = use_store();
    let requests = memo(move || {
        let design = &*store.open.design.read();
        design.requests.clone()
    });
    let routes = routes_of(store, requests);
    let running = memo(move || {
        let walked = &*store.playback.walked.read();
        walked.as_ref().and_then(|walked| walked.request.clone())
    });
    let count_words = move || {
        let routes = &*routes.read();
        let with_route = routes.iter().filter(|(_, route)| route.is_routed()).count();
        format!("{with_route} of {} routed", routes.len())
    };
    let cards = move || {
        requests
            .get()
            .into_iter()
            .map(|request| {
                let id = StoredValue::new(request.id.clone());
                let route = memo(move || {
                    let (routes, id) = (routes.read(), id.read_value());
                    let found = routes.iter().find(|(of, _)| *of == *id);
                    found.map(|(_, route)| route.clone()).unwrap_or_default()
                });
                let selected = Signal::derive(move || {
                    let running = &*running.read();
                    let id = &*id.read_value();
                    running.as_ref() == Some(id)
                });
                let run = move |()| store.send(Command::RunRequest(id.get_value()));
                view! {
                    <li>
                        <Card request route selected on_run=run />
                    </li>
                }
            })
            .collect_view()
    };
    // Before the first design is open there is nothing to say.
    let empty = move || {
        let design = &*store.open.design.read();
        design.requests.is_empty() && !design.tables.is_empty()
    };
    let untried = move || routes.read().is_empty();
    view! {
        <section class="requests" aria-labelledby="requests-title">
            <div class="requests-head">
                <h2 id="requests-title">"Requests"</h2>
                <span class="requests-routed" hidden=untried>{count_words}</span>
            </div>
            {when(empty, move || view! {
                <p class="requests-empty">
                    "This design names no requests. Put one on the desk below and walk it."
                </p>
             }.into_any())}
            <ul class="requests-list">{cards}</ul>
        </section>
    }
}
