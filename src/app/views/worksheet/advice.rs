//! The advice beside the rows: what was found out about the design, and what was seen and kept as it is.

use leptos::prelude::*;
use map::advice::Finding;
use map::design::Acceptance;
use map::numerals::grouped;

use super::finding_card::finding_card;
use super::line::focus_later;
use crate::app::state::{Command, Store};
use crate::app::views::erased::{memo, piece, press, when, words};

/// The panel.
pub fn advice(store: Store) -> AnyView {
    let open = memo(move || {
        let (design, findings) = (store.open.design.read(), store.worksheet.findings.read());
        let open = findings.iter().filter(|finding| !finding.is_accepted(&design));
        open.cloned().collect::<Vec<Finding>>()
    });
    let accepted = memo(move || store.open.design.read().accepted.clone());
    let rows = store.worksheet.rows;
    let quiet = move || {
        if rows.read().is_empty() {
            "There is nothing to say yet: advice begins with the first request."
        } else if store.worksheet.proving.get() {
            "The rows are being walked…"
        } else if store.open.design.with(|design| design.tables.is_empty()) {
            "There is no table that a request could ask. The model is where one is added."
        } else {
            "Nothing to say: every row has its route, and every key has its reason."
        }
    };
    view! {
        <aside class="advice" aria-labelledby="advice-title">
            <div class="advice-head">
                <h2 id="advice-title" tabindex="-1">"Advice"</h2>
                <span class="advice-count">{words(move || grouped(open.read().len() as u64))}</span>
            </div>
            {when(move || open.read().is_empty(), move || view! {
                <p class="advice-quiet">{words(move || quiet().to_owned())}</p>
            }.into_any())}
            {piece(move || open.get().into_iter().map(|finding| finding_card(store, finding)).collect_view().into_any())}
            {piece(move || kept(store, accepted.get()))}
        </aside>
    }
    .into_any()
}

/// What is kept as it is, folded.
fn kept(store: Store, accepted: Vec<Acceptance>) -> AnyView {
    if accepted.is_empty() {
        return ().into_any();
    }
    let title = format!("Kept as it is ({})", grouped(accepted.len() as u64));
    let one = move |acceptance: Acceptance| {
        let Acceptance { rule, about, reason } = acceptance;
        let findings = store.worksheet.findings.read_untracked();
        let known = findings.iter().find(|finding| finding.rule == rule && finding.about == about);
        let title =
            known.map_or_else(|| format!("{rule}: {about}"), |finding| finding.title.clone());
        let reopen = move || {
            let (rule, about) = (rule.clone(), about.clone());
            store.send(Command::Reconsider { rule, about });
            focus_later("#advice-title".to_owned());
        };
        view! {
            <li class="advice-kept">
                <span class="advice-kept-title">{title}</span>
                <span class="advice-reason">{reason}</span>
                <button class="button" data-kind="quiet" type="button" on:click=press(reopen)>
                    "Look at it again"
                </button>
            </li>
        }
        .into_any()
    };
    view! {
        <details class="advice-folded">
            <summary>{title}</summary>
            <ul>{accepted.into_iter().map(one).collect_view()}</ul>
        </details>
    }
    .into_any()
}
