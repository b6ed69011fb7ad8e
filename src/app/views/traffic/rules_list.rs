//! The rules that the simulation goes by, each with its number and where that comes from. All can be changed.

use leptos::prelude::*;
use map::advice::traffic::{ALSO_ASSUMED, Rule, Rules, Source};

use super::number::Number;
use super::run::Desk;
use super::settings::{number, text};
use crate::app::views::erased::{memo, press, truth, while_true, words};

/// The list, folded away until it is asked for.
pub fn rules(desk: Desk) -> AnyView {
    let changed = memo(move || desk.settings.read().rules.changed().count());
    let told = move || match changed.get() {
        0 => String::new(),
        count => format!("{count} changed"),
    };
    let reset =
        move || desk.change("reset all rules", false, |settings| settings.rules = Rules::default());
    let known = Rules::default();
    let also = |words: &'static str| view! { <li class="traffic-source">{words}</li> }.into_any();
    let list = known.all().iter().map(|known| rule(desk, *known)).collect_view();
    view! {
        <details class="traffic-part traffic-rules">
            <summary>
                <h2>"Rules"</h2>
                <span class="traffic-changed">{words(told)}</span>
            </summary>
            <p class="traffic-minor">
                "Every number that the simulation goes by. What AWS does not publish is assumed, and says why."
            </p>
            <ul class="traffic-rule-list">{list}</ul>
            <h3 class="traffic-part-title">"Also assumed"</h3>
            <ul class="traffic-rule-list">{ALSO_ASSUMED.map(also).into_iter().collect_view()}</ul>
            <button
                class="button"
                type="button"
                disabled=truth(move || changed.get() == 0)
                on:click=press(reset)
            >
                "Reset all rules"
            </button>
        </details>
    }
    .into_any()
}

fn rule(desk: Desk, usual: Rule) -> AnyView {
    let id = usual.id;
    let value = memo(move || desk.settings.read().rules.value(id));
    let is_changed = move || value.get().to_bits() != usual.value.to_bits();
    let set = move |value: f64| {
        desk.change("change a rule", false, |settings| settings.rules.set(id, value));
    };
    let field = Number {
        label: words(move || usual.words.to_owned()),
        text: memo(move || text(value.get())),
        unit: usual.unit,
        commit: Box::new(move |typed| {
            match number(&typed).filter(|value| (usual.least..=usual.most).contains(value)) {
                Some(value) => {
                    set(value);
                    None
                }
                None => {
                    Some(format!("A number from {} to {}.", text(usual.least), text(usual.most)))
                }
            }
        }),
        slider: None,
    };
    let source = match usual.source {
        Source::Documented { page, url } => view! {
            <p class="traffic-source">
                "AWS documents: " <a href=url target="_blank" rel="noreferrer">{page}</a>
            </p>
        }
        .into_any(),
        Source::Assumed { why } => {
            view! { <p class="traffic-source">"Assumed: " {why}</p> }.into_any()
        }
    };
    let usually = format!("Changed; usually {}.", text(usual.value));
    view! {
        <li class="traffic-rule" data-changed=while_true(is_changed)>
            {field.view()}
            {source}
            <p class="traffic-changed" hidden=truth(move || !is_changed())>
                {usually}
                <button class="button" data-kind="quiet" type="button" on:click=press(move || set(usual.value))>
                    "Reset"
                </button>
            </p>
        </li>
    }
    .into_any()
}
