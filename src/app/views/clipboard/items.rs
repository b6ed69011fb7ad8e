//! The items returned so far. Clicking one selects its box on the floor.

use crate::app::views::erased::{aria, memo, press};
use key_engine::value::Item;
use leptos::prelude::*;
use serde_json::Value;

use crate::app::state::{CameraCommand, Command, Door, Spot, Store, use_store};
use crate::app::views::item_words::{KeyNames, key_words, rest_words};
use crate::app::views::windowed::Windowed;

/// Height of a row: two lines of small type and their space, as items.css draws them.
const ROW_PX: f64 = 50.0;

/// Where an item stands on the first door on screen that holds it.
fn spot_of(store: Store, item: &Value) -> Option<Spot> {
    let item = Item::from_json(item).ok()?;
    store.open.doors().into_iter().find_map(|door| {
        let (collection, rank) =
            store.open.with_door(&door, |index| index.locate(&item)).flatten()?;
        Some(Spot { door, collection, rank })
    })
}

fn select(store: Store, item: &Value) {
    let Some(spot) = untrack(|| spot_of(store, item)) else { return };
    store.send(Command::Camera(CameraCommand::Reveal(
        spot.door.clone(),
        spot.collection,
        spot.rank,
    )));
    store.send(Command::Select(Some(spot)));
}

/// The key attributes of the door that the walk went through, and whether its items stand in more than one collection.
fn walked_keys(store: Store) -> (KeyNames, bool) {
    let Some(walked) = store.playback.walked.get() else { return (KeyNames::default(), true) };
    let leg = walked.walk.pages.first().and_then(|page| page.legs.first());
    let Some(leg) = leg else { return (KeyNames::default(), true) };
    let door = Door { table: leg.table.clone(), index: leg.index.clone() };
    let whole = walked.is_scan() || walked.calls.len() > 1;
    (store.open.with_door(&door, KeyNames::of).unwrap_or_default(), whole)
}

/// The list of returned items, which grows as the walk goes on.
#[component]
pub fn ReturnedItems() -> impl IntoView {
    let store = use_store();
    let playback = store.playback;
    let count = memo(move || {
        let step = playback.step.get();
        playback.walked.get().map_or(0, |walked| {
            if walked.writes() {
                // What ReturnValues brings comes with the answer.
                let answered = step == walked.timeline.last_step();
                return if answered { walked.answer.items.len() } else { 0 };
            }
            let returned = walked.timeline.counters(step).returned as usize;
            returned.min(walked.answer.items.len())
        })
    });
    let item_at = move |place: usize| {
        playback.walked.get().and_then(|walked| walked.answer.items.get(place).cloned())
    };
    let row = move |place: usize| {
        let Some(item) = item_at(place) else { return ().into_any() };
        let (names, both) = walked_keys(store);
        let (key, rest) = (key_words(&item, &names, both), rest_words(&item, &names));
        // What an update brings need not hold a key.
        let (key, rest) = if key.is_empty() { (rest, key) } else { (key, rest) };
        let whole = if rest.is_empty() { key.clone() } else { format!("{key}\n{rest}") };
        let here = {
            let item = item.clone();
            memo(move || {
                let selected = store.open.selected.get();
                selected.is_some() && selected == spot_of(store, &item)
            })
        };
        view! {
            <button
                class="items-row"
                type="button"
                title=whole
                aria-pressed=aria(move || here.get())
                on:click=press(move || select(store, &item))
            >
                <span class="items-key">{key}</span>
                <span class="items-rest">{rest}</span>
            </button>
        }
        .into_any()
    };
    view! { <Windowed count row_px=ROW_PX row class="items" role="list" label="Items returned" /> }
}
