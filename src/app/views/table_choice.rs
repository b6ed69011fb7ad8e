//! Which table of the design is on screen.

use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::app::state::{Command, use_store};

/// Chooses the table on screen; not there when the design has only one.
#[component]
pub fn TableChoice() -> impl IntoView {
    let store = use_store();
    let tables = Memo::new(move |_| {
        let name = |table: &map::design::TableDesign| table.name().to_owned();
        store.open.design.with(|design| design.tables.iter().map(name).collect::<Vec<_>>())
    });
    let option = move |name: String| {
        let shown = {
            let name = name.clone();
            move || store.open.table.with(|shown| *shown == name)
        };
        view! { <option value=name.clone() prop:selected=shown>{name.clone()}</option> }
    };
    view! {
        <Show when=move || tables.with(|tables| tables.len() > 1)>
            <span class="field-picker doors-table">
                <select
                    class="field-select"
                    aria-label="Table"
                    on:change:target=move |event| {
                        store.send(Command::ShowTable(event.target().value()));
                    }
                >
                    {move || tables.get().into_iter().map(option).collect_view()}
                </select>
                <Glyph icon=Icon::Chevron />
            </span>
        </Show>
    }
}
