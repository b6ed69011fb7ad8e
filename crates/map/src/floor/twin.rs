//! The floor in words: what a box is, and the floor as rows of plain text.
//!
//! Owns the twin of the picture for those who do not see it. It must say what the picture shows and nothing else.

use std::ops::Range;

use super::plan::Plan;
use super::scene::{Scene, Spot};
use super::trace::Seen;
use crate::numerals::grouped;
use crate::player::{BoxState, KeyNames};

/// One box as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinRow {
    /// Its position in scan order, from 0.
    pub position: usize,
    /// The collection's ordinal.
    pub collection: usize,
    /// The rank in its collection.
    pub rank: usize,
    /// The partition's number.
    pub partition: usize,
    /// The partition-key value.
    pub aisle: String,
    /// The sort-key value, or what else names the item.
    pub item: String,
    /// What the walk has made of it by now.
    pub state: BoxState,
}

/// The boxes at some positions, as text, in scan order.
pub fn twin_rows(scene: &Scene<'_>, positions: Range<usize>) -> Vec<TwinRow> {
    let seen = scene.moment.walk.map(|walk| walk.seen());
    let rows = positions.start..positions.end.min(scene.plan.item_count());
    rows.filter_map(|position| twin_row(scene, seen.as_ref(), position)).collect()
}

fn twin_row(scene: &Scene<'_>, seen: Option<&Seen<'_>>, position: usize) -> Option<TwinRow> {
    let (collection, rank) = scene.plan.place(position)?;
    Some(TwinRow {
        position,
        collection,
        rank,
        partition: scene.plan.bay_of(collection)?,
        aisle: aisle_name(scene, collection),
        item: scene
            .names
            .item(scene.door, collection as u32, rank as u32)
            .unwrap_or_else(|| format!("item {}", rank + 1)),
        state: seen.map_or(BoxState::Unread, |seen| seen.state(position)),
    })
}

/// What a state is called.
pub fn state_text(state: BoxState) -> &'static str {
    match state {
        BoxState::Unread => "not read",
        BoxState::Returned => "read and returned",
        BoxState::Discarded => "read and discarded by the filter",
    }
}

/// What a thing on the floor is, in a sentence.
pub fn describe(scene: &Scene<'_>, spot: Spot) -> String {
    match spot {
        Spot::Desk => format!("{}: every walk begins here.", scene.title),
        Spot::Bay(bay) => bay_text(scene.plan, bay),
        Spot::Aisle(collection) => aisle_text(scene, collection),
        Spot::Box(collection, rank) => box_text(scene, collection, rank),
    }
}

fn bay_text(plan: &Plan, number: usize) -> String {
    let Some(bay) = plan.bays().get(number) else { return format!("Partition {number}.") };
    let (low, high) = bay.hash_range;
    let items =
        plan.first_position(bay.collections.end) - plan.first_position(bay.collections.start);
    let (keys, items) =
        (counted(bay.collections.len(), "partition-key value"), counted(items, "item"));
    format!("Partition {number}, hashes {low:04X} to {high:04X}: {keys}, {items}.")
}

fn aisle_text(scene: &Scene<'_>, collection: usize) -> String {
    let (name, items) =
        (aisle_name(scene, collection), counted(scene.plan.len_of(collection), "item"));
    let partition = scene.plan.bay_of(collection).unwrap_or(0);
    format!("Item collection {name}, in partition {partition}: {items}.")
}

fn box_text(scene: &Scene<'_>, collection: usize, rank: usize) -> String {
    let seen = scene.moment.walk.map(|walk| walk.seen());
    let row = scene
        .plan
        .position(collection, rank)
        .and_then(|position| twin_row(scene, seen.as_ref(), position));
    let Some(row) = row else { return "Nothing stands here.".to_owned() };
    let of = grouped(scene.plan.len_of(collection) as u64);
    let place = format!(
        "item {} of {of} in {}, partition {}",
        grouped(rank as u64 + 1),
        row.aisle,
        row.partition
    );
    match seen {
        None => format!("{}, {place}.", row.item),
        Some(_) => format!("{}, {place}: {}.", row.item, state_text(row.state)),
    }
}

fn aisle_name(scene: &Scene<'_>, collection: usize) -> String {
    let name = KeyNames::collection(scene.names, scene.door, collection as u32);
    name.unwrap_or_else(|| format!("collection {}", collection + 1))
}

fn counted(count: usize, one: &str) -> String {
    format!("{} {one}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}
