//! The key condition: a value for each partition-key attribute, and a condition on the sort key.

use crate::app::views::erased::{memo, piece, when};
use leptos::prelude::*;
use map::design::call_form::{DoorKeys, Field, FormOperation, SortTest};

use super::choice_field::ChoiceField;
use super::form_state::FormState;
use super::text_field::{TextField, offered};
use crate::app::state::{Door, use_store};
use crate::app::views::item_words::value_words;

/// Existing partition-key values offered, and collections looked at for them.
const OFFERED_KEYS: usize = 300;

/// The key's fields; a Scan has none.
#[component]
pub fn KeyFields(
    /// The form.
    state: FormState,
) -> impl IntoView {
    let operation = state.read(|form| form.operation as usize);
    let index = state.read(|form| form.index.clone());
    piece(move || {
        let keys = state.keys.read();
        let door = keys.door(index.get().as_deref());
        match (FormOperation::ALL.get(operation.get()), door) {
            (Some(FormOperation::GetItem), Some(door)) => key_fields(state, door, true),
            (Some(FormOperation::Query), Some(door)) => key_fields(state, door, false),
            _ => ().into_any(),
        }
    })
}

fn key_fields(state: FormState, door: &DoorKeys, whole: bool) -> AnyView {
    let partition = door.partition.iter().enumerate().map(|(place, attribute)| {
        view! { <PartitionField state place name=attribute.name.clone() /> }.into_any()
    });
    let (prefix, last) = match door.sort.split_last() {
        Some((last, prefix)) => (prefix, Some(last.name.clone())),
        None => (&[][..], None),
    };
    let prefix = prefix.iter().enumerate().map(|(place, attribute)| {
        let value =
            state.read(move |form| form.sort_prefix.get(place).cloned().unwrap_or_default());
        let edit = move |text: String| {
            state.edit(|form| {
                if let Some(value) = form.sort_prefix.get_mut(place) {
                    *value = text;
                }
            });
        };
        let fault = state.fault_of(Field::SortPrefix(place));
        view! { <TextField label=format!("{} =", attribute.name) value on_edit=edit fault /> }
            .into_any()
    });
    let sort = last.map(|name| view! { <SortField state name whole /> });
    view! {
        {partition.collect_view()}
        {prefix.collect_view()}
        {sort}
    }
    .into_any()
}

/// The values that exist of the key attribute at a place, as far as a look at the first collections shows them.
pub fn existing_keys(door: Memo<Door>, place: usize) -> Memo<Vec<String>> {
    let store = use_store();
    memo(move || {
        let read = |index: &key_engine::Index| {
            let mut values: Vec<String> = Vec::new();
            for view in index.collections().take(OFFERED_KEYS) {
                let Some(key) = view.partition_key.get(place) else { continue };
                let words = value_words(&key.to_json());
                if let Err(place) = values.binary_search(&words) {
                    values.insert(place, words);
                }
            }
            values
        };
        store.open.with_door(&door.read(), read).unwrap_or_default()
    })
}

/// One partition-key attribute, with the values that exist.
#[component]
fn PartitionField(state: FormState, place: usize, name: String) -> impl IntoView {
    let value =
        state.read(move |form| form.partition_values.get(place).cloned().unwrap_or_default());
    let edit = move |text: String| {
        state.edit(|form| {
            if let Some(value) = form.partition_values.get_mut(place) {
                *value = text;
            }
        });
    };
    let table = state.read(|form| form.table.clone());
    let index = state.read(|form| form.index.clone());
    let door = memo(move || Door { table: table.get(), index: index.get() });
    let existing = existing_keys(door, place);
    let offers = format!("desk-keys-{place}");
    view! {
        <TextField
            label=format!("{name} =")
            value
            on_edit=edit
            fault=state.fault_of(Field::PartitionValue(place))
            offers=offers.clone()
            width="key"
        />
        <datalist id=offers>
            {offered(existing)}
        </datalist>
    }
}

/// The condition on the sort key; for a `GetItem` its value alone.
#[component]
fn SortField(state: FormState, name: String, whole: bool) -> impl IntoView {
    let place_of = |test: SortTest| SortTest::ALL.iter().position(|each| *each == test);
    let chosen = state.read(move |form| place_of(form.sort.test).unwrap_or_default());
    let test = move || SortTest::ALL.get(chosen.get()).copied().unwrap_or_default();
    let choose = move |place: usize| {
        if let Some(test) = SortTest::ALL.get(place) {
            state.edit(|form| form.sort.test = *test);
        }
    };
    let value = state.read(|form| form.sort.value.clone());
    let upper = state.read(|form| form.sort.upper.clone());
    let value_label = if whole { format!("{name} =") } else { "value".to_owned() };
    let upper_field = move || {
        view! {
            <TextField
                label="and"
                value=upper
                on_edit=move |text| state.edit(|form| form.sort.upper = text)
                fault=state.fault_of(Field::SortUpper)
                width="key"
            />
        }
        .into_any()
    };
    let takes_value = move || whole || test().takes_value();
    view! {
        {(!whole)
            .then(|| {
                view! {
                    <ChoiceField
                        label=name
                        options=SortTest::ALL.map(|test| test.label().to_owned()).to_vec()
                        chosen
                        on_choose=choose
                        width="test"
                    />
                }
            })}
        {when(takes_value, move || view! {
            <TextField
                label=value_label.clone()
                value
                on_edit=move |text| state.edit(|form| form.sort.value = text)
                fault=state.fault_of(Field::SortValue)
                width="key"
            />
         }.into_any())}
        {when(move || !whole && test().takes_upper(), upper_field)}
    }
}
