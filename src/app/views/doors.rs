//! The doors into the stock: the table's own, one for each of its indexes, and two of them side by side.

use leptos::prelude::*;

use super::icons::{Glyph, Icon};
use crate::app::state::{Command, DoorView, use_store};

const ORDINALS: [&str; 5] = ["Second", "Third", "Fourth", "Fifth", "Sixth"];

/// What is written on a door: the second door is the first index.
fn index_words(place: usize, name: &str) -> String {
    let ordinal = ORDINALS.get(place).copied().unwrap_or("Another");
    format!("{ordinal} door · {name}")
}

/// The index that "Both" shows beside the table: the one on screen, else the first.
fn beside(view: &DoorView, indexes: &[String]) -> Option<String> {
    match view {
        DoorView::Index(name) | DoorView::Both(name) => Some(name.clone()),
        DoorView::Table => indexes.first().cloned(),
    }
}

/// The doors of the table on screen, and the choice of table where there are several.
#[component]
pub fn Doors() -> impl IntoView {
    let store = use_store();
    let indexes = Memo::new(move |_| {
        let table = store.open.table.get();
        store.open.with_database(|database| {
            let names = database.table(&table).map(|table| {
                table
                    .indexes()
                    .filter_map(|index| index.name().map(str::to_owned))
                    .collect::<Vec<_>>()
            });
            names.unwrap_or_default()
        })
    });
    let tab = move |words: String, view: DoorView, both: bool| {
        let shown = view.clone();
        let pressed = move || store.open.view.with(|now| *now == shown).to_string();
        view! {
            <button class="doors-tab" type="button" aria-pressed=pressed on:click=move |_| store.send(Command::ShowDoor(view.clone()))>
                {both.then(|| view! { <Glyph icon=Icon::Both /> })}
                {words}
            </button>
        }
    };
    let tabs = move || {
        let names = indexes.get();
        let both = store.open.view.with(|view| beside(view, &names));
        let mut tabs =
            vec![tab(format!("Front door · {}", store.open.table.get()), DoorView::Table, false)];
        for (place, name) in names.iter().enumerate() {
            tabs.push(tab(index_words(place, name), DoorView::Index(name.clone()), false));
        }
        if let Some(name) = both {
            tabs.push(tab("Both".to_owned(), DoorView::Both(name), true));
        }
        tabs
    };
    view! {
        <TableChoice />
        <div class="doors" role="group" aria-label="Doors">
            {tabs}
        </div>
    }
}

/// Chooses the table on screen; not there when the design has only one.
#[component]
fn TableChoice() -> impl IntoView {
    let store = use_store();
    let tables = Memo::new(move |_| {
        store.open.design.with(|design| {
            design.tables.iter().map(|table| table.name().to_owned()).collect::<Vec<_>>()
        })
    });
    let options = move || {
        let shown = store.open.table.get();
        let option = |name: String| view! { <option value=name.clone() prop:selected=name == shown>{name.clone()}</option> };
        tables.get().into_iter().map(option).collect_view()
    };
    view! {
        <Show when=move || tables.with(|tables| tables.len() > 1)>
            <span class="field-picker doors-table">
                <select
                    class="field-select"
                    aria-label="Table"
                    on:change:target=move |event| store.send(Command::ShowTable(event.target().value()))
                >
                    {options}
                </select>
                <Glyph icon=Icon::Chevron />
            </span>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_index_is_the_second_door() {
        assert_eq!(index_words(0, "ByWarehouse"), "Second door · ByWarehouse");
        assert_eq!(index_words(30, "Late"), "Another door · Late");
    }

    #[test]
    fn both_keeps_the_index_that_is_on_screen() {
        let indexes = ["A".to_owned(), "B".to_owned()];
        for (view, expected) in [
            (DoorView::Table, Some("A")),
            (DoorView::Index("B".to_owned()), Some("B")),
            (DoorView::Both("B".to_owned()), Some("B")),
        ] {
            assert_eq!(beside(&view, &indexes).as_deref(), expected);
        }
        assert_eq!(beside(&DoorView::Table, &[]), None);
    }
}
