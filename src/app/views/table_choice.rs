//! Which table of the design is on screen.

use leptos::prelude::*;

use super::choice::Choice;
use super::erased::{memo, when};
use crate::app::state::{Command, use_store};

/// Chooses the table on screen; not there when the design has only one.
#[component]
pub fn TableChoice() -> impl IntoView {
    let store = use_store();
    let tables = memo(move || {
        let design = store.open.design.get();
        design.tables.iter().map(|table| table.name().to_owned()).collect::<Vec<_>>()
    });
    let chosen = Signal::derive(move || {
        let shown = store.open.table.get();
        tables.get().iter().position(|table| *table == shown).unwrap_or_default()
    });
    let choose = move |place: usize| {
        if let Some(table) = tables.get_untracked().into_iter().nth(place) {
            store.send(Command::ShowTable(table));
        }
    };
    when(
        move || tables.get().len() > 1,
        move || {
            view! {
                <Choice
                    name="Table"
                    class="field-picker doors-table"
                    options=tables
                    chosen
                    on_choose=choose
                />
            }
            .into_any()
        },
    )
}
