//! Chooses among the built-in scenarios, and names a file that is open instead.

use leptos::prelude::*;
use map::design::scenarios::TITLES;

use super::choice::Choice;
use crate::app::state::{Command, Source, use_store};

/// The scenario picker.
#[component]
pub fn ScenarioPicker() -> impl IntoView {
    let store = use_store();
    let source = store.open.source;
    // A file that is open stands behind the scenarios.
    let options = Signal::derive(move || {
        let mut titles: Vec<String> = TITLES.iter().map(|(_, title)| (*title).to_owned()).collect();
        match source.get() {
            Source::File(name) if !name.is_empty() => titles.push(name),
            _ => {}
        }
        titles
    });
    let chosen = Signal::derive(move || match source.get() {
        Source::Scenario(id) => TITLES.iter().position(|(known, _)| *known == id).unwrap_or(0),
        Source::File(_) => TITLES.len(),
    });
    let choose = move |place: usize| {
        if let Some((id, _)) = TITLES.get(place) {
            store.send(Command::OpenScenario((*id).to_owned()));
        }
    };
    view! {
        <Choice name="Design" class="field-picker top-bar-picker" options chosen on_choose=choose />
    }
}
