//! Through which door.

use leptos::prelude::*;

use super::choice_field::ChoiceField;
use super::form_state::{FormState, keys_of};
use crate::app::state::{Door, Store, use_store};

fn words(door: &Door, alone: bool) -> String {
    match (&door.index, alone) {
        (None, true) => "Table".to_owned(),
        (None, false) => door.table.clone(),
        (Some(index), true) => index.clone(),
        (Some(index), false) => format!("{} · {index}", door.table),
    }
}

/// Every door of every table, in the design's order.
fn doors_of(store: Store) -> Vec<Door> {
    let door = |table: &key_engine::Table, index: Option<&str>| Door {
        table: table.name().to_owned(),
        index: index.map(str::to_owned),
    };
    store.open.with_database(|database| {
        let mut doors = Vec::new();
        for table in database.tables() {
            doors.push(door(table, None));
            doors.extend(table.indexes().map(|index| door(table, index.name())));
        }
        doors
    })
}

/// The door's choice.
#[component]
pub fn DoorFields(
    /// The form.
    state: FormState,
) -> impl IntoView {
    let store = use_store();
    let doors = move || doors_of(store);
    let door_words = move || {
        let doors = doors();
        let alone = doors.iter().filter(|door| door.index.is_none()).count() == 1;
        doors.iter().map(|door| words(door, alone)).collect::<Vec<_>>()
    };
    let door_chosen = move || {
        let form = &*state.form.read();
        let is_here = |door: &Door| door.table == form.table && door.index == form.index;
        doors().iter().position(is_here).unwrap_or_default()
    };
    let go_through = move |place: usize| {
        let Some(door) = untrack(doors).into_iter().nth(place) else { return };
        let keys = untrack(|| keys_of(store, &door.table));
        state.edit_with(&keys, |form| {
            form.index = door.index;
            form.fit(&keys);
        });
    };
    view! {
        <ChoiceField
            label="Through"
            options=Signal::derive(door_words)
            chosen=Signal::derive(door_chosen)
            on_choose=go_through
            width="door"
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_names_its_table_where_there_are_several() {
        let door = |index: Option<&str>| Door {
            table: "Orders".to_owned(),
            index: index.map(str::to_owned),
        };
        for (index, alone, expected) in [
            (None, true, "Table"),
            (None, false, "Orders"),
            (Some("ById"), true, "ById"),
            (Some("ById"), false, "Orders · ById"),
        ] {
            assert_eq!(words(&door(index), alone), expected);
        }
    }
}
