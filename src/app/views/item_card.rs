//! The selected item, whole: its key, its attributes as the door shows them, its size and its place.

use key_engine::value::object;
use leptos::prelude::*;
use map::design::Call;
use map::numerals::{bytes, grouped};

use super::close_button::close_button;
use super::erased::{memo, piece, press};
use super::item_words::{KeyNames, key_words, value_words};
use crate::app::state::{Command, Spot, Store, use_store};

/// What the card says.
#[derive(Clone, PartialEq)]
struct Selected {
    key: String,
    attributes: Vec<(String, String)>,
    place: String,
}

fn selected(store: Store) -> Option<Selected> {
    let Spot { door, collection, rank } = store.open.selected.get()?;
    store
        .open
        .with_door(&door, |index| {
            let projected = index.projected(collection, rank)?;
            let (size_bytes, item) = (projected.size_bytes(), projected.to_json());
            let view = index.collection(collection)?;
            let attributes = item.as_object()?.iter();
            Some(Selected {
                key: key_words(&item, &KeyNames::of(index), true),
                attributes: attributes
                    .map(|(name, value)| (name.clone(), value_words(value)))
                    .collect(),
                place: format!(
                    "{}, item {} of {} in its collection, partition {}",
                    bytes(size_bytes as u64),
                    grouped(rank as u64 + 1),
                    grouped(view.len as u64),
                    view.partition
                ),
            })
        })
        .flatten()
}

/// Puts the selected item on the desk as a `PutItem`.
fn edit(store: Store) {
    let Some(Spot { door, collection, rank }) = store.open.selected.get_untracked() else { return };
    let read =
        |index: &key_engine::Index| index.item(collection, rank).map(key_engine::Item::to_json);
    let Some(item) = store.open.with_door_untracked(&door, read).flatten() else { return };
    let input = object(&mut [("TableName", door.table.into()), ("Item", item)]);
    store.send(Command::SetDraft(Call { operation: "PutItem".to_owned(), input }));
}

/// The card; nothing while no item is selected.
#[component]
pub fn ItemCard() -> impl IntoView {
    let store = use_store();
    let selected = memo(move || selected(store));
    piece(move || {
        let Some(Selected { key, attributes, place }) = selected.get() else {
            return ().into_any();
        };
        let row =
            |(name, value): (String, String)| view! { <dt>{name}</dt><dd>{value}</dd> }.into_any();
        view! {
            <section class="item-card" aria-label="Selected item">
                <div class="item-card-head">
                    <h3 class="item-card-key">{key}</h3>
                    <button
                        class="button"
                        type="button"
                        title="Put this item on the desk, to be changed and put again"
                        on:click=press(move || edit(store))
                    >
                        "Edit"
                    </button>
                    {close_button(store, "Close", Command::Select(None))}
                </div>
                <dl class="item-card-attributes">{attributes.into_iter().map(row).collect_view()}</dl>
                <p class="item-card-place">{place}</p>
            </section>
        }
        .into_any()
    })
}
