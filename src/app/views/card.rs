//! One request card: what is asked, by which route it is answered, how often, and how fresh the answer must be.

use std::sync::Arc;

use crate::app::views::erased::{aria, mark, press, words};
use leptos::prelude::*;
use map::advice::{Proof, Route, Standing};
use map::design::{Call, Consistency, Request, Volume};
use map::numerals::{decimal, grouped};

fn volume_words(volume: Volume) -> String {
    match volume {
        Volume::VeryHigh => "Very high".to_owned(),
        Volume::High => "High".to_owned(),
        Volume::Low => "Low".to_owned(),
        Volume::PerSecond(rate) if rate >= 1.0 => format!("{} /s", grouped(rate.round() as u64)),
        Volume::PerSecond(rate) => {
            let rate = decimal(rate, 2);
            format!("{} /s", rate.trim_end_matches('0').trim_end_matches('.'))
        }
    }
}

const fn consistency_words(consistency: Consistency) -> (&'static str, &'static str) {
    match consistency {
        Consistency::StrongMayMatter => {
            ("Strong", "A stale answer can do harm: a strong read may matter")
        }
        Consistency::EventualMayDo => {
            ("Eventual", "A stale answer does no harm: an eventual read may do")
        }
    }
}

/// Whether a request goes to an address.
pub fn is_routed(proof: &Proof) -> bool {
    proof.verdict.is_proven()
}

/// The value of `data-route`: `get`, `query`, `none`, or `unknown` before it was run; and what the card says of it.
fn route_words(proof: &Proof) -> (&'static str, String) {
    let name = match proof.standing {
        Standing::Unknown => return ("unknown", "…".to_owned()),
        Standing::Unwritten => return ("none", proof.standing.words().to_owned()),
        _ if !is_routed(proof) => "none",
        _ if proof.verdict.routes.iter().all(|route| *route == Route::GetItem) => "get",
        _ => "query",
    };
    (name, proof.verdict.to_string())
}

/// A card. The whole card is one button: it runs the request.
#[component]
pub fn Card(
    /// The request.
    request: Request,
    /// What running it proved.
    proof: ArcRwSignal<Arc<Proof>>,
    /// Whether its walk is on the floor.
    #[prop(into)]
    selected: Signal<bool>,
    /// Runs it.
    #[prop(into)]
    on_run: Callback<()>,
) -> impl IntoView {
    let Request { id, sentence, volume, consistency, calls, .. } = request;
    let for_words = proof.clone();
    let route_name = mark(move || Some(route_words(&proof.read()).0));
    let route_words = words(move || route_words(&for_words.read()).1);
    let id_shown = id.clone();
    let (freshness, freshness_meaning) = consistency_words(consistency);
    view! {
        <button
            class="card"
            type="button"
            aria-pressed=aria(move || selected.get())
            data-request=id
            on:click=press(move || on_run.run(()))
        >
            <span class="card-title">
                <span class="card-id">{id_shown}</span>
                {sentence}
            </span>
            <span class="card-facts">
                <span class="card-route" data-route=route_name>
                    {route_words}
                </span>
                <span class="card-chips">
                    <span class="card-chip" title="How often it is asked">
                        {volume_words(volume)}
                    </span>
                    <span class="card-chip" title=freshness_meaning>
                        {freshness}
                    </span>
                </span>
            </span>
            {call_list(&calls)}
        </button>
    }
}

/// The calls of a request that takes several.
fn call_list(calls: &[Call]) -> Option<impl IntoView + use<>> {
    let words = |call: &Call| {
        let table = call.input.get("TableName").and_then(|name| name.as_str()).unwrap_or_default();
        view! { <span>{format!("{} {table}", call.operation)}</span> }.into_any()
    };
    (calls.len() > 1).then(|| {
        let each = calls.iter().map(words).collect_view();
        view! { <span class="card-calls">{each}</span> }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::advice::Verdict;

    #[test]
    fn a_card_has_a_route_when_every_call_has_an_address() {
        let query = || Route::Query { index: None };
        let proven = Standing::Proven;
        for (standing, routes, name, words) in [
            (proven, vec![Route::GetItem], "get", "GetItem"),
            (proven, vec![Route::GetItem, query()], "query", "GetItem, then Query"),
            (Standing::NeedsFilter, vec![query()], "query", "Query"),
            (Standing::OnlyScan, vec![query(), Route::Scan { index: None }], "none", "no route"),
            (Standing::Unwritten, vec![], "none", "no request yet"),
            (Standing::Unknown, vec![], "unknown", "…"),
        ] {
            let verdict = Verdict { routes, round_trips: 1 };
            let proof = Proof { standing, verdict, ..Proof::default() };
            assert_eq!(route_words(&proof), (name, words.to_owned()));
            assert_eq!(is_routed(&proof), matches!(name, "get" | "query"));
        }
    }

    #[test]
    fn a_volume_is_a_word_or_a_rate() {
        for (volume, expected) in [
            (Volume::VeryHigh, "Very high"),
            (Volume::Low, "Low"),
            (Volume::PerSecond(2_000.0), "2,000 /s"),
            (Volume::PerSecond(0.2), "0.2 /s"),
        ] {
            assert_eq!(volume_words(volume), expected);
        }
    }
}
