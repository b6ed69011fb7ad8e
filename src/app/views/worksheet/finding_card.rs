//! One piece of advice: what was found, why it matters, on what evidence, and the buttons that do something about it.

use leptos::prelude::*;
use map::advice::{Finding, Remedy, Weight};
use map::design::Acceptance;

use super::line::focus_later;
use crate::app::state::{Command, Store};
use crate::app::views::erased::{press, typed};

/// The name of a weight, for the style and for who does not see it.
const fn weight(weight: Weight) -> (&'static str, &'static str) {
    match weight {
        Weight::Fault => ("fault", "Fault: "),
        Weight::Caution => ("caution", "Caution: "),
        Weight::Note => ("note", "Note: "),
    }
}

/// A card. Not a component: one type for all of them keeps the page small.
pub fn finding_card(store: Store, finding: Finding) -> AnyView {
    let (name, spoken) = weight(finding.weight);
    let evidence = folded("Evidence", finding.evidence);
    let mut remedies = finding.remedies.into_iter();
    let first = remedies.next().map(|best| remedy(store, best, true));
    let others = remedies.map(|other| remedy(store, other, false)).collect_view();
    let (rule, about) = (finding.rule.to_owned(), finding.about.clone());
    let link = (!finding.link.is_empty()).then(|| {
        view! {
            <a class="advice-link" href=finding.link target="_blank" rel="noopener noreferrer">
                "AWS on this"
                <span class="visually-hidden">" (opens in a new tab)"</span>
            </a>
        }
    });
    view! {
        <article class="advice-card" data-weight=name data-rule=finding.rule data-about=finding.about>
            <h3 class="advice-title">
                <span class="visually-hidden">{spoken}</span>
                {finding.title}
            </h3>
            <p class="advice-reason">{finding.reason}</p>
            {evidence}
            {first}
            {others}
            <div class="advice-foot">{link} {keep(store, rule, about)}</div>
        </article>
    }
    .into_any()
}

/// A list of lines, folded; not there while it is empty.
fn folded(title: &'static str, lines: Vec<String>) -> AnyView {
    if lines.is_empty() {
        return ().into_any();
    }
    let line = |words: String| view! { <li>{words}</li> }.into_any();
    view! {
        <details class="advice-folded">
            <summary>{title}</summary>
            <ul>{lines.into_iter().map(line).collect_view()}</ul>
        </details>
    }
    .into_any()
}

/// The button of a remedy, and what it brings and costs.
fn remedy(store: Store, remedy: Remedy, best: bool) -> AnyView {
    let label = remedy.label.clone();
    let facts = folded("What it brings and costs", remedy.facts.clone());
    let act = move || {
        // The button goes with the card: whoever pressed it goes on at the walk, or at the rest of the advice.
        let next = if remedy.walk.is_some() { "#floor" } else { "#advice-title" };
        store.send(Command::Remedy(Box::new(remedy.clone())));
        focus_later(next.to_owned());
    };
    view! {
        <div class="advice-remedy">
            <button class="button" data-kind=best.then_some("primary") type="button" on:click=press(act)>
                {label}
            </button>
            {facts}
        </div>
    }
    .into_any()
}

/// The way to keep it as it is, with or without a reason.
fn keep(store: Store, rule: String, about: String) -> AnyView {
    let reason = RwSignal::new(String::new());
    let accept = move || {
        let (rule, about, reason) = (rule.clone(), about.clone(), reason.get_untracked());
        store.send(Command::Accept(Acceptance { rule, about, reason: reason.trim().to_owned() }));
        focus_later("#advice-title".to_owned());
    };
    view! {
        <details class="advice-keep">
            <summary>"Keep as it is"</summary>
            <div class="advice-keep-fields">
                <label class="field">
                    <span class="field-label">"Why, if you like"</span>
                    <input
                        class="field-input"
                        type="text"
                        autocomplete="off"
                        on:input=typed(move |words| reason.set(words))
                    />
                </label>
                <button class="button" type="button" on:click=press(accept)>"Keep it"</button>
            </div>
        </details>
    }
    .into_any()
}
