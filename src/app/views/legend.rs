//! Which colour stands for which kind of item, of the table on screen.

use crate::app::views::erased::piece;
use leptos::prelude::*;
use map::floor::Ink;

use crate::app::state::use_store;

/// The legend. Not there while the table's items are all of one kind without a name.
#[component]
pub fn Legend() -> impl IntoView {
    let store = use_store();
    let entry = |(index, name): (u8, String)| {
        let colour = |ink: Ink| format!("var({})", ink.token());
        view! {
            <li class="legend-entry">
                <span
                    class="legend-box"
                    style=("--outline-colour", colour(Ink::EntityInk(index)))
                    style=("--fill-colour", colour(Ink::EntityTint(index)))
                ></span>
                {name}
            </li>
        }
        .into_any()
    };
    let kinds = piece(move || {
        let table = store.open.table.get();
        let design = store.open.design.get();
        let kinds = design.entities.iter().enumerate();
        let of_table = kinds.filter(|(_, kind)| kind.table == table);
        of_table
            .map(|(index, kind)| entry((index as u8, kind.name.clone())))
            .collect_view()
            .into_any()
    });
    view! {
        <ul class="legend" aria-label="Kinds of item">
            {kinds}
        </ul>
    }
}
