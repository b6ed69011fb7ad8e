//! An attribute for the items that are meant: a new one, or another value of one that they have.

use leptos::prelude::*;
use map::design::item_edit::Typed;

use super::super::deeds::{self, counted};
use super::super::grid::Grid;
use super::{buttons, close};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{aria, truth, typed};

/// The title and the body of the dialog.
pub fn attribute(grid: Grid) -> (String, AnyView) {
    let count = untrack(|| grid.rows_meant()).len();
    let title = format!("Set an attribute of {}", counted(count));
    let (name, text) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let kind = RwSignal::new(Typed::S);
    let fault = RwSignal::new(None::<String>);
    let set = move || {
        let name = name.get_untracked();
        if name.is_empty() {
            return fault.set(Some("An attribute needs a name.".to_owned()));
        }
        if name.len() > key_engine::value::MAX_NAME_BYTES {
            return fault.set(Some("An attribute’s name has 65,535 bytes at most.".to_owned()));
        }
        let value = text.with_untracked(|text| kind.get_untracked().read(text));
        let done = value
            .and_then(|value| deeds::set_attribute(grid, &name, &value).map_err(|flaw| flaw.words));
        match done {
            Ok(()) => {
                // So that what was set is seen, however many attributes there are.
                grid.asked_for.update(|names| {
                    if names.iter().all(|known| **known != *name) {
                        names.push(name.as_str().into());
                    }
                });
                close(grid);
            }
            Err(words) => fault.set(Some(words)),
        }
    };
    let labels: Vec<String> = Typed::ALL.iter().map(|typed| typed.label().to_owned()).collect();
    let chosen = Signal::derive(move || {
        let now = kind.get();
        Typed::ALL.iter().position(|typed| *typed == now).unwrap_or_default()
    });
    let body = view! {
        <div class="cells-sheet-fields">
            <label class="field">
                <span class="field-label">"Attribute"</span>
                <input class="field-input" type="text" spellcheck="false" autocapitalize="off" autofocus=true
                    prop:value=name on:input=typed(move |typed| name.set(typed)) />
            </label>
            <label class="field">
                <span class="field-label">"Type"</span>
                <Choice options=labels chosen on_choose=move |place: usize| {
                    if let Some(typed) = Typed::ALL.get(place) {
                        kind.set(*typed);
                    }
                } />
            </label>
            <label class="field cells-sheet-wide">
                <span class="field-label">"Value"</span>
                <textarea class="cells-editor-text" rows="3" spellcheck="false" autocapitalize="off" dir="auto"
                    aria-invalid=aria(move || fault.with(Option::is_some))
                    readonly=truth(move || kind.get() == Typed::Null)
                    prop:value=text on:input=typed(move |typed| {
                        text.set(typed);
                        fault.set(None);
                    })></textarea>
            </label>
        </div>
        <p class="cells-sheet-fault" role="alert" hidden=truth(move || fault.with(Option::is_none))>{move || fault.get()}</p>
        {buttons(grid, || "Set".to_owned(), Signal::derive(|| true), set)}
    };
    (title, body.into_any())
}
