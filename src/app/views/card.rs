//! One request card: what is asked, by which route it is answered, how often, and how fresh the answer must be.

use crate::app::views::erased::{aria, mark, press, words};
use leptos::prelude::*;
use map::design::{Call, Consistency, Request, Volume};

use super::routes::{Routes, route_of};
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

/// A card. The whole card is one button: it runs the request.
#[component]
pub fn Card(
    /// The request.
    request: Request,
    /// The routes that requests take on the open design.
    routes: RwSignal<Routes>,
    /// Whether its walk is on the floor.
    #[prop(into)]
    selected: Signal<bool>,
    /// Runs it.
    #[prop(into)]
    on_run: Callback<()>,
) -> impl IntoView {
    let Request { id, sentence, volume, consistency, calls, .. } = request;
    let route = {
        let id = id.clone();
        move || route_of(routes, &id)
    };
    let route_name = {
        let route = route.clone();
        mark(move || Some(route().name))
    };
    let route_words = words(move || route().words);
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
