//! Chooses among the built-in scenarios, and names a file that is open instead.

use leptos::prelude::*;
use map::design::scenarios::SCENARIOS;

use super::icons::{Glyph, Icon};
use crate::app::state::{Command, Source, use_store};

/// The value of the option that stands for an opened file; no scenario has it.
const FILE: &str = "";

/// The scenario picker.
#[component]
pub fn ScenarioPicker() -> impl IntoView {
    let store = use_store();
    let source = store.open.source;
    let chosen = move || match source.get() {
        Source::Scenario(id) => id,
        Source::File(_) => FILE.to_owned(),
    };
    let file_option = move || match source.get() {
        Source::File(name) if !name.is_empty() => {
            Some(view! { <option value=FILE prop:selected=true>{name}</option> })
        }
        _ => None,
    };
    view! {
        <span class="field-picker top-bar-picker">
            <select
                class="field-select"
                aria-label="Design"
                on:change:target=move |event| {
                    let id = event.target().value();
                    if id != FILE {
                        store.send(Command::OpenScenario(id));
                    }
                }
            >
                {SCENARIOS
                    .iter()
                    .map(|scenario| {
                        let id = scenario.id;
                        view! { <option value=id prop:selected=move || chosen() == id>{scenario.title}</option> }
                    })
                    .collect_view()}
                {file_option}
            </select>
            <Glyph icon=Icon::Chevron />
        </span>
    }
}
