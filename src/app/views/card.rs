//! One request card: what is asked, by which route it is answered, how often, and how fresh the answer must be.

use leptos::prelude::*;
use map::design::{Consistency, Request, Volume};

use super::numerals::grouped;
use super::routes::CardRoute;

fn volume_words(volume: Volume) -> String {
    match volume {
        Volume::VeryHigh => "Very high".to_owned(),
        Volume::High => "High".to_owned(),
        Volume::Low => "Low".to_owned(),
        Volume::PerSecond(rate) if rate >= 1.0 => format!("{} /s", grouped(rate.round() as u64)),
        Volume::PerSecond(rate) => format!("{rate} /s"),
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

/// A card. The whole card is one button: it runs the request.
#[component]
pub fn Card(
    /// The request.
    request: Request,
    /// The route it takes on the open design.
    #[prop(into)]
    route: Signal<CardRoute>,
    /// Whether its walk is on the floor.
    #[prop(into)]
    selected: Signal<bool>,
    /// Runs it.
    #[prop(into)]
    on_run: Callback<()>,
) -> impl IntoView {
    let (freshness, freshness_meaning) = consistency_words(request.consistency);
    let calls = (request.calls.len() > 1).then(|| {
        let each = request.calls.iter().map(|call| {
            let table =
                call.input.get("TableName").and_then(|name| name.as_str()).unwrap_or_default();
            view! { <span>{format!("{} {table}", call.operation)}</span> }
        });
        view! { <span class="card-calls">{each.collect_view()}</span> }
    });
    view! {
        <button
            class="card"
            type="button"
            aria-pressed=move || selected.get().to_string()
            data-request=request.id.clone()
            on:click=move |_| on_run.run(())
        >
            <span class="card-title">
                <span class="card-id">{request.id.clone()}</span>
                {request.sentence.clone()}
            </span>
            <span class="card-facts">
                <span class="card-route" data-route=move || route.get().name>{move || route.get().words}</span>
                <span class="card-chips"><span class="card-chip" title="How often it is asked">{volume_words(request.volume)}</span>
                <span class="card-chip" title=freshness_meaning>{freshness}</span></span>
            </span>
            {calls}
        </button>
    }
}
