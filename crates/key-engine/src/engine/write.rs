//! The one way in which items change: the table's own entry, then each index's.
//!
//! Owns: that indexes follow the table, and what the change costs each of them. Validation comes before,
//! so that nothing here can fail and no write is partial.
//!
//! Source of the charges: AWS, "Using global secondary indexes", provisioned throughput considerations.

use std::sync::Arc;

use super::capacity::{Consumed, write_units};
use super::collection::Address;
use super::error::ServiceError;
use super::index::Index;
use super::returns::WriteReturns;
use super::table::Table;
use crate::expression::Filter;
use crate::value::Item;
use crate::walk::{Action, Change, Leg, PageEnd, Recorder, Visit};

/// What a write left behind.
#[derive(Debug)]
pub(crate) struct Written {
    /// The item that stood there.
    pub(crate) old: Option<Arc<Item>>,
    pub(crate) consumed: Consumed,
}

/// Puts `new` at `address`, or with `None` deletes what stands there. `action` names the write in the walk.
pub(crate) fn write(
    table: &mut Table,
    address: &Address,
    new: Option<Item>,
    action: Action,
    recorder: &mut Recorder,
) -> Written {
    let new = new.map(Arc::new);
    let new_size = new.as_ref().map_or(0, |item| table.primary.projected_size(item));
    // a deleted item has a place before the write, any other after
    if new.is_none() {
        record(&table.name, &table.primary, address, action, recorder);
    }
    let old = match &new {
        Some(item) => table.primary.insert(address.clone(), Arc::clone(item), new_size),
        None => table.primary.remove(address),
    };
    if new.is_some() {
        record(&table.name, &table.primary, address, action, recorder);
    }
    let old_size = old.as_ref().map_or(0, |entry| entry.size_bytes);
    let units = write_units(u64::from(new_size.max(old_size)));
    let mut consumed = Consumed { table: units, ..Consumed::default() };
    if recorder.is_on() {
        if new.is_some() || old.is_some() {
            recorder.read(new_size.max(old_size), false);
        }
        recorder.charge(units);
    }
    let old = old.map(|entry| entry.item);
    if let Some(item) = new.as_ref().or(old.as_ref()) {
        recorder.about(old.is_some(), || table.primary.key_of(item));
        recorder.changed(|| Change {
            table: table.name.clone(),
            old: old.clone(),
            new: new.clone(),
        });
    }
    for index in &mut table.secondary {
        follow(&table.name, index, old.as_deref(), new.as_ref(), &mut consumed, recorder);
    }
    Written { old, consumed }
}

/// Checks a write's condition against what stands at `address`; a failure is billed like the write.
pub(crate) fn check_condition(
    table: &Table,
    address: &Address,
    condition: Option<&Filter>,
    new_size: u32,
    action: Action,
    returns: WriteReturns,
    recorder: &mut Recorder,
) -> Result<(), ServiceError> {
    let Some(condition) = condition else { return Ok(()) };
    let standing = table.primary().get(address);
    let none = Item::new();
    if condition.matches(standing.map_or(&none, |entry| &entry.item)) {
        return Ok(());
    }
    record(table.name(), table.primary(), address, action, recorder);
    let old_size = standing.map_or(0, |entry| entry.size_bytes);
    let units = write_units(u64::from(new_size.max(old_size)));
    if let Some(entry) = standing {
        recorder.about(true, || table.primary().key_of(&entry.item));
        recorder.read(old_size, false);
    }
    recorder.charge(units);
    let failed = ServiceError::ConditionalCheckFailed {
        item: standing
            .filter(|_| returns.item_on_failed_condition)
            .map(|entry| Item::clone(&entry.item)),
    };
    recorder.end(PageEnd::Refused(failed.name().to_owned()), None, units);
    Err(failed)
}

/// Brings one index up to date, and charges it for what changed in it.
fn follow(
    table: &str,
    index: &mut Index,
    old: Option<&Item>,
    new: Option<&Arc<Item>>,
    consumed: &mut Consumed,
    recorder: &mut Recorder,
) {
    let old_address = old.and_then(|item| index.address(item));
    let new_address = new.and_then(|item| index.address(item));
    if let (Some(from), Some(to), Some(old), Some(new)) = (&old_address, &new_address, old, new)
        && from == to
    {
        let size = index.projected_size(new);
        let changed = !index.same_projection(old, new);
        let before = index.insert(to.clone(), Arc::clone(new), size);
        if changed {
            let bytes = size.max(before.map_or(0, |entry| entry.size_bytes));
            record(table, index, to, Action::Rewrite, recorder);
            recorder.about(true, || index.key_of(new));
            charge(index, bytes, consumed, recorder);
        }
        return;
    }
    if let Some(from) = &old_address {
        record(table, index, from, Action::Leave, recorder);
        recorder.about(true, || old.map(|old| index.key_of(old)).unwrap_or_default());
        let bytes = index.remove(from).map_or(0, |entry| entry.size_bytes);
        charge(index, bytes, consumed, recorder);
    }
    if let (Some(to), Some(new)) = (new_address, new) {
        let size = index.projected_size(new);
        index.insert(to.clone(), Arc::clone(new), size);
        record(table, index, &to, Action::Enter, recorder);
        recorder.about(false, || index.key_of(new));
        charge(index, size, consumed, recorder);
    }
}

fn charge(index: &Index, bytes: u32, consumed: &mut Consumed, recorder: &mut Recorder) {
    let units = write_units(u64::from(bytes));
    consumed.add(index.kind(), index.name(), units);
    recorder.read(bytes, false);
    recorder.charge(units);
}

/// Begins a leg at the place of one entry.
pub(crate) fn record(
    table: &str,
    door: &Index,
    address: &Address,
    action: Action,
    recorder: &mut Recorder,
) {
    if !recorder.is_on() {
        return;
    }
    recorder.begin(|| Leg {
        table: table.to_owned(),
        index: door.name().map(str::to_owned),
        action,
        ..Leg::default()
    });
    recorder.visit(visit_of(door, address));
}

/// The place of one entry, whether or not it is there.
pub(crate) fn visit_of(door: &Index, address: &Address) -> Visit {
    let (ordinal, rank) = door.place(address);
    let found = door.get(address).is_some();
    Visit {
        partition: door.partition_of(&address.collection),
        first_collection: ordinal as u32,
        collections: u32::from(rank.is_some()),
        first_rank: rank.unwrap_or(0) as u32,
        count: u32::from(found),
    }
}
