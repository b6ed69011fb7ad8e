//! Which operation, and through which door.

use crate::app::views::erased::memo;
use leptos::prelude::*;
use map::design::call_form::FormOperation;

use super::choice_field::ChoiceField;
use super::form_state::{FormState, keys_of};
use crate::app::state::{Door, use_store};

fn words(door: &Door, alone: bool) -> String {
    match (&door.index, alone) {
        (None, true) => "Table".to_owned(),
        (None, false) => door.table.clone(),
        (Some(index), true) => index.clone(),
        (Some(index), false) => format!("{} · {index}", door.table),
    }
}

/// The operation's and the door's choices.
#[component]
pub fn DoorFields(
    /// The form.
    state: FormState,
) -> impl IntoView {
    let store = use_store();
    let doors = memo(move || {
        store.open.with_database(|database| {
            let door = |table: &str, index: Option<&str>| Door {
                table: table.to_owned(),
                index: index.map(str::to_owned),
            };
            let of_table = |table: &key_engine::Table| {
                let indexes = table.indexes().map(|index| door(table.name(), index.name()));
                std::iter::once(door(table.name(), None)).chain(indexes).collect::<Vec<_>>()
            };
            database.tables().flat_map(of_table).collect::<Vec<_>>()
        })
    });
    let door_words = move || {
        let doors = doors.get();
        let alone = doors.iter().filter(|door| door.index.is_none()).count() == 1;
        doors.iter().map(|door| words(door, alone)).collect::<Vec<_>>()
    };
    let door_chosen = move || {
        let form = &*state.form.read();
        let is_here = |door: &Door| door.table == form.table && door.index == form.index;
        doors.read().iter().position(is_here).unwrap_or_default()
    };
    let go_through = move |place: usize| {
        let Some(door) = doors.get_untracked().into_iter().nth(place) else { return };
        let keys = untrack(|| keys_of(store, &door.table));
        state.edit_with(&keys, |form| {
            form.index = door.index;
            form.fit(&keys);
        });
    };
    let operation_chosen = move || state.form.read().operation as usize;
    let operate = move |place: usize| {
        let Some(operation) = FormOperation::ALL.get(place) else { return };
        let keys = state.keys.get_untracked();
        state.edit(|form| {
            form.operation = *operation;
            if form.operation == FormOperation::GetItem {
                form.index = None;
            }
            form.fit(&keys);
        });
    };
    view! {
        <ChoiceField
            label="Operation"
            options=FormOperation::ALL.map(|operation| operation.name().to_owned()).to_vec()
            chosen=Signal::derive(operation_chosen)
            on_choose=operate
        />
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
