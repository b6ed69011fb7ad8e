//! Chooses among the built-in scenarios and the kept designs, and names a file that is open instead.

use leptos::prelude::*;
use map::design::scenarios::TITLES;

use super::choice::Choice;
use crate::app::state::{Command, DesignsCommand, Source, use_store};

/// The scenario picker.
#[component]
pub fn ScenarioPicker() -> impl IntoView {
    let store = use_store();
    let source = store.open.source;
    let saving = store.saving;
    // Behind the scenarios stand the kept designs, and a file that is open.
    let options = Signal::derive(move || {
        let mut titles: Vec<String> = TITLES.iter().map(|(_, title)| (*title).to_owned()).collect();
        titles.extend(saving.entries.get());
        if let Source::File(name) = source.get() {
            titles.push(if name.is_empty() { "New design".to_owned() } else { name });
        }
        titles
    });
    let chosen = Signal::derive(move || match source.get() {
        Source::Scenario(id) => TITLES.iter().position(|(known, _)| *known == id).unwrap_or(0),
        Source::Kept { .. } => TITLES.len().saturating_add(saving.place.get()),
        Source::File(_) => TITLES.len() + saving.entries.read().len(),
    });
    let choose = move |place: usize| match TITLES.get(place) {
        Some((id, _)) => store.send(Command::OpenScenario((*id).to_owned())),
        None => {
            store.send(Command::Designs(DesignsCommand::Choose(place - TITLES.len())));
        }
    };
    view! {
        <Choice name="Design" class="field-picker top-bar-picker" options chosen on_choose=choose />
    }
}
