//! Which operation the desk sends.

use key_engine::{Index, Item};
use leptos::prelude::*;
use map::design::Call;
use map::design::action_form::{OPERATIONS, Seed, switch};
use map::design::call_form::{CallForm, FormOperation, TableKeys};
use serde_json::Value;

use super::choice_field::ChoiceField;
use super::draft::Draft;
use super::form_state::keys_of;
use crate::app::state::Store;
use crate::app::views::erased::memo;

/// The item that is selected on the floor, if it is of this table.
fn selected_item(store: Store, table: &str) -> Option<Value> {
    let spot = store.open.selected.get_untracked().filter(|spot| spot.door.table == table)?;
    let read = |index: &Index| index.item(spot.collection, spot.rank).map(Item::to_json);
    store.open.with_door_untracked(&spot.door, read)?
}

/// The draft as another operation.
fn switched(draft: Draft, operation: &str) -> Call {
    let (store, call) = (draft.store, draft.call.get_untracked());
    let named = CallForm::table_of(&call).map(str::to_owned);
    let table = named.unwrap_or_else(|| store.open.table.get_untracked());
    let keys = untrack(|| keys_of(store, &table));
    if let (Some(operation), Ok(mut form)) =
        (FormOperation::named(operation), CallForm::from_call(&call, &keys))
    {
        return as_read(&mut form, operation, &keys).unwrap_or(call);
    }
    with_seed(store, &keys, |seed| switch(&call, operation, seed))
}

/// Does something with what a new action begins with.
pub fn with_seed<R>(store: Store, keys: &TableKeys, act: impl FnOnce(&Seed<'_>) -> R) -> R {
    let item = selected_item(store, &keys.table);
    let find = |key: &Value| {
        let key = Item::from_json(key).ok()?;
        store.open.with_database_untracked(|database| {
            let door = database.table(&keys.table)?.primary();
            let (collection, rank) = door.locate(&key)?;
            door.item(collection, rank).map(Item::to_json)
        })
    };
    act(&Seed { keys, item: item.as_ref(), find: &find })
}

/// A read as another read.
fn as_read(form: &mut CallForm, operation: FormOperation, keys: &TableKeys) -> Option<Call> {
    form.operation = operation;
    if operation == FormOperation::GetItem {
        form.index = None;
    }
    form.fit(keys);
    form.to_call(keys).ok()
}

/// The choice of the operation.
#[component]
pub fn OperationField(
    /// The request.
    draft: Draft,
) -> impl IntoView {
    let chosen = memo(move || {
        let call = draft.call.read();
        OPERATIONS.iter().position(|operation| *operation == call.operation).unwrap_or_default()
    });
    let choose = move |place: usize| {
        if let Some(operation) = OPERATIONS.get(place) {
            draft.set(switched(draft, operation));
        }
    };
    view! {
        <ChoiceField
            label="Operation"
            options=OPERATIONS.map(str::to_owned).to_vec()
            chosen
            on_choose=choose
        />
    }
}
