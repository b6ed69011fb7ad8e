//! What lessons about replicas take for granted, with where each claim comes from. The delays can be changed.

use leptos::prelude::*;
use map::advice::consistency::{ASSUMPTIONS, Assumption, Delay, LONGEST_MS, Lag, Replica};
use map::advice::traffic::Source;
use map::numerals::grouped;

use super::lab::Lab;
use crate::app::views::choice::Choice;
use crate::app::views::desk::LiveField;
use crate::app::views::erased::memo;

/// The list.
pub fn assumed(lab: Lab) -> AnyView {
    let one = move |one: &Assumption| {
        let source = match one.source {
            Source::Documented { page, url } => view! {
                <span class="whatif-minor">"Documented: "<a href=url target="_blank" rel="noopener">{page}</a></span>
            }
            .into_any(),
            Source::Assumed { why } => {
                view! { <span class="whatif-minor">"Assumed. "{why}</span> }.into_any()
            }
        };
        let fields = one.lag.map(|lag| {
            view! { <div class="whatif-fields">{bound(lab, lag, false)} {bound(lab, lag, true)}</div> }.into_any()
        });
        view! { <li class="assumed-one"><span>{one.says}</span> {source} {fields}</li> }.into_any()
    };
    let answers = [None].into_iter().chain(Replica::ALL.map(Some)).collect::<Vec<_>>();
    let names = memo(|| {
        let names =
            ["chance, each equally often"].into_iter().chain(Replica::ALL.map(Replica::name));
        names.map(str::to_owned).collect::<Vec<_>>()
    });
    let chosen =
        memo(move || lab.assumptions.read().answers.map_or(0, |replica| replica.place() + 1));
    let choose = move |place: usize| {
        let answers = answers.get(place).copied().flatten();
        lab.assumptions.update(|assumptions| assumptions.answers = answers);
    };
    view! {
        <details class="assumed">
            <summary>"What this takes for granted"</summary>
            <ul class="assumed-list">{ASSUMPTIONS.iter().map(one).collect_view()}</ul>
            <label class="field assumed-who">
                <span class="field-label">"Who answers eventual reads"</span>
                <Choice options=names chosen on_choose=Callback::new(choose) />
            </label>
        </details>
    }
    .into_any()
}

/// One bound of a delay.
fn bound(lab: Lab, lag: Lag, is_most: bool) -> AnyView {
    let read = move |delay: Delay| if is_most { delay.most_ms } else { delay.least_ms };
    let edit = move |typed: String| match typed.trim().replace(',', "").parse::<u64>() {
        Ok(ms) if ms <= LONGEST_MS => {
            lab.assumptions.update(|assumptions| {
                let Delay { least_ms, most_ms } = assumptions.delay(lag);
                let delay = if is_most {
                    Delay { least_ms: least_ms.min(ms), most_ms: ms }
                } else {
                    Delay { least_ms: ms, most_ms: most_ms.max(ms) }
                };
                assumptions.set_delay(lag, delay);
            });
            None
        }
        _ => Some(format!("A whole number of milliseconds up to {}.", grouped(LONGEST_MS))),
    };
    LiveField {
        label: if is_most { "At most, ms" } else { "At least, ms" }.to_owned(),
        text: memo(move || read(lab.assumptions.read().delay(lag)).to_string()),
        edit: Box::new(edit),
        lines: 0,
        width: "s",
        placeholder: "",
        offers: None,
    }
    .view()
}
