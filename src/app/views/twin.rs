//! The floor as a table of text: every box a row, in the order it stands, with what the walk has done to it by now.

use crate::app::views::erased::{aria, mark, memo, piece, press, while_true, words};
use key_engine::engine::Index;
use leptos::prelude::*;
use map::player::{BoxState, Door as PlayerDoor};

use super::item_words::{KeyNames, key_words, value_words};
use super::windowed::Windowed;
use crate::app::state::{Command, Door, Spot, Store, use_store};

/// Height of a row, as twin.css draws it.
const ROW_PX: f64 = 32.0;

/// What a row says of a box, whatever the walk does.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    spot: Spot,
    partition: u32,
    collection_key: String,
    sort_key: String,
    kind: String,
}

fn row_at(store: Store, door: &Door, position: usize) -> Option<Row> {
    let read = |index: &Index| {
        let (collection, rank) = index.at_position(position)?;
        let view = index.collection(collection)?;
        let item = index.item(collection, rank)?.to_json();
        let key: Vec<String> =
            view.partition_key.iter().map(|value| value_words(&value.to_json())).collect();
        let sort_key = key_words(&item, &KeyNames::of(index), false);
        Some((collection, rank, view.partition, key.join(" · "), sort_key, item))
    };
    let (collection, rank, partition, collection_key, sort_key, item) =
        store.open.with_door(door, read).flatten()?;
    Some(Row {
        spot: Spot { door: door.clone(), collection, rank },
        partition,
        collection_key,
        sort_key,
        kind: kind_of(&store.open.design.get(), &door.table, &item),
    })
}

fn kind_of(design: &map::design::Design, table: &str, item: &serde_json::Value) -> String {
    let keys = design.table(table).map(|table| (table.partition_key(), table.sort_key()));
    let (partition, sort) = keys.unwrap_or_default();
    let text = |name: Option<&str>| {
        name.and_then(|name| item.get(name)).map(value_words).unwrap_or_default()
    };
    let index = design.entity_finder(table).of_keys(&text(partition), &text(sort));
    design.entities.get(index).map(|entity| entity.name.clone()).unwrap_or_default()
}

/// What the walk has done to a box by now; `None` while no walk is on the floor.
fn state_of(store: Store, spot: &Spot) -> Option<BoxState> {
    let step = store.playback.step.get();
    let walked = store.playback.walked.get()?;
    let door = PlayerDoor { table: &spot.door.table, index: spot.door.index.as_deref() };
    let (position, runs) = store.open.with_door(&spot.door, |index| {
        let position_of = |collection: u32, rank: u32| {
            Some(index.collection(collection as usize)?.first_position + rank as usize)
        };
        let position = position_of(spot.collection as u32, spot.rank as u32)?;
        Some((position, walked.timeline.lit(step).runs(door, position_of)))
    })??;
    let states = runs.iter().map(|run| run.state(position));
    Some(states.rev().find(|state| *state != BoxState::Unread).unwrap_or(BoxState::Unread))
}

const STATES: [Option<BoxState>; 4] =
    [None, Some(BoxState::Unread), Some(BoxState::Returned), Some(BoxState::Discarded)];

const fn state_words(state: Option<BoxState>) -> (&'static str, &'static str) {
    match state {
        Some(BoxState::Returned) => ("returned", "✓ returned"),
        Some(BoxState::Discarded) => ("discarded", "discarded"),
        Some(BoxState::Unread) => ("untouched", "untouched"),
        None => ("untouched", "–"),
    }
}

/// The twin: a table for each door on screen.
#[component]
pub fn Twin() -> impl IntoView {
    let store = use_store();
    let tables = piece(move || {
        let table = |door| view! { <DoorTable door /> }.into_any();
        store.open.doors().into_iter().map(table).collect_view().into_any()
    });
    view! { <div class="twin-doors">{tables}</div> }
}

/// One door's boxes as rows.
#[component]
fn DoorTable(door: Door) -> impl IntoView {
    let store = use_store();
    let name = door
        .index
        .clone()
        .map_or_else(|| door.table.clone(), |index| format!("{index} of {}", door.table));
    let door = StoredValue::new(door);
    let count = memo(move || {
        door.with_value(|door| store.open.with_door(door, key_engine::Index::item_count))
            .unwrap_or_default()
    });
    let selected = memo(move || {
        let spot =
            store.open.selected.get().filter(|spot| door.with_value(|door| spot.door == *door))?;
        store.open.with_door(&spot.door, |index| {
            Some(index.collection(spot.collection)?.first_position + spot.rank)
        })?
    });
    let row = move |position: usize| match row_at(store, &door.get_value(), position) {
        Some(row) => row_view(store, row),
        None => ().into_any(),
    };
    view! {
        <div class="twin" role="table" aria-label=format!("Boxes of {name}") aria-rowcount=words(move || (count.get() + 1).to_string())>
            <div class="twin-head" role="rowgroup">
                <div class="twin-row" role="row" data-head="" aria-rowindex="1">
                    <span role="columnheader">"Partition"</span>
                    <span role="columnheader">"Aisle (partition key)"</span>
                    <span role="columnheader">"Box (sort key)"</span>
                    <span role="columnheader" data-cell="kind">"Kind"</span>
                    <span role="columnheader">"This walk"</span>
                </div>
            </div>
            <Windowed
                count
                row_px=ROW_PX
                row
                class="twin-rows"
                role="rowgroup"
                label="Boxes"
                row_role="row"
                reveal=selected
            />
        </div>
    }
}

fn row_view(store: Store, row: Row) -> AnyView {
    let spot = StoredValue::new(row.spot);
    // As a place in STATES: one kind of memo less.
    let state = memo(move || {
        let now = state_of(store, &spot.read_value());
        STATES.iter().position(|state| *state == now)
    });
    let state =
        move || state_words(state.get().and_then(|place| STATES.get(place).copied()).flatten());
    let selected = move || store.open.selected.read().as_ref() == Some(&*spot.read_value());
    view! {
        <div class="twin-row" role="presentation" data-selected=while_true(selected)>
            <span role="cell">{row.partition}</span>
            <span role="cell" class="twin-key" title=row.collection_key.clone()>{row.collection_key.clone()}</span>
            <span role="cell">
                <button
                    class="twin-key twin-box"
                    type="button"
                    title=row.sort_key.clone()
                    aria-pressed=aria(selected)
                    on:click=press(move || store.send(Command::Select(Some(spot.get_value()))))
                >
                    {row.sort_key.clone()}
                </button>
            </span>
            <span role="cell" data-cell="kind">{row.kind}</span>
            <span role="cell" class="twin-state" data-state=mark(move || Some(state().0))>
                {words(move || {
                    let writes = store.playback.walked.get().is_some_and(|walked| walked.writes());
                    match state().0 {
                        "returned" if writes => "✓ written",
                        "discarded" if writes => "left as it was",
                        _ => state().1,
                    }
                    .to_owned()
                })}
            </span>
        </div>
    }
    .into_any()
}
