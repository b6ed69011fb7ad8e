//! The one way in which items change, in two phases: prepare, which checks and changes nothing, and apply,
//! which changes the table's entry, then each index's, and cannot fail.
//!
//! Owns: that indexes follow the table, what the change costs each of them, and that nothing is half done: a
//! write of several items prepares all of them before it applies one. Must never: read requests.
//!
//! Source of the charges: AWS, "Using global secondary indexes", provisioned throughput considerations.

use std::sync::Arc;

use super::capacity::{Consumed, write_units};
use super::collection::Address;
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::keys;
use super::limits::MAX_ITEM_BYTES;
use super::table::Table;
use super::update_item;
use crate::expression::{Filter, Update};
use crate::value::{Item, Names};
use crate::walk::{Action, Change, Leg, PageEnd, Recorder, Visit};

/// What is to become of the item at an address.
#[derive(Debug)]
pub(crate) enum Aim<'u> {
    /// This item stands there, its keys and size checked.
    Put(Item),
    /// The item that stands there changes, or comes to be with these key attributes.
    Update(&'u Update, &'u Item),
    /// Nothing stands there.
    Delete,
    /// What stands there stays.
    Check,
}

/// What a write asks of the item that stands at its address before it is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand<'f> {
    pub(crate) condition: Option<&'f Filter>,
    /// A failure brings the item.
    pub(crate) item_on_failure: bool,
}

/// A write of one item that has been checked: applying it cannot fail.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) place: Place,
    outcome: Outcome,
}

/// Where a write goes, and what it is charged for there.
#[derive(Debug)]
pub(crate) struct Place {
    action: Action,
    pub(crate) address: Address,
    /// Bytes of the larger of the item before and after, as far as they had to be known.
    pub(crate) size_bytes: u32,
}

/// What will stand at the address.
#[derive(Debug)]
enum Outcome {
    /// An item, of so many bytes.
    Item(Item, u32),
    Nothing,
    Unchanged,
}

/// A write that may not be.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) error: ServiceError,
    /// Where it would have gone, if that is known.
    pub(crate) place: Option<Box<Place>>,
}

impl From<ServiceError> for Refused {
    fn from(error: ServiceError) -> Self {
        Self { error, place: None }
    }
}

/// What a write left behind.
#[derive(Debug)]
pub(crate) struct Written {
    /// The item that stood there.
    pub(crate) old: Option<Arc<Item>>,
    /// The item that stands there now.
    pub(crate) new: Option<Arc<Item>>,
    pub(crate) consumed: Consumed,
}

/// Holds a write against the item that stands at its address: its condition, then the change itself.
pub(crate) fn prepare(
    table: &Table,
    address: Address,
    aim: Aim<'_>,
    demand: Demand<'_>,
) -> Result<Prepared, Refused> {
    if let Some(condition) = demand.condition {
        keys::check_scalars(table, &condition.nested())?;
    }
    // a put or a delete without condition need not look at what it replaces
    let looks = demand.condition.is_some() || matches!(aim, Aim::Update(..) | Aim::Check);
    let standing = if looks { table.primary.get(&address) } else { None };
    let before = standing.map(|entry| &*entry.item);
    let mut place = Place {
        action: aim.action(),
        address,
        size_bytes: standing.map_or(0, |entry| entry.size_bytes),
    };
    let update = match aim {
        Aim::Update(update, key) => Some((update, key)),
        _ => None,
    };
    let mut outcome = match aim {
        Aim::Put(item) => place.will_hold(table, item),
        Aim::Delete => Outcome::Nothing,
        Aim::Update(..) | Aim::Check => Outcome::Unchanged,
    };
    let none = Item::new();
    if demand.condition.is_some_and(|condition| !condition.matches(before.unwrap_or(&none))) {
        let item = before.filter(|_| demand.item_on_failure).cloned();
        let error = ServiceError::ConditionalCheckFailed { item };
        return Err(Refused { error, place: Some(Box::new(place)) });
    }
    if let Some((update, key)) = update {
        match update_item::updated(table, update, before, key) {
            Ok(None) => {}
            Ok(Some(item)) => outcome = place.will_hold(table, item),
            Err(error) => return Err(Refused { error, place: Some(Box::new(place)) }),
        }
        if let Outcome::Item(_, size_bytes) = &outcome
            && *size_bytes as usize > MAX_ITEM_BYTES
        {
            let error = faults::updated_item_too_large();
            return Err(Refused { error, place: Some(Box::new(place)) });
        }
    }
    Ok(Prepared { place, outcome })
}

impl Aim<'_> {
    fn action(&self) -> Action {
        match self {
            Self::Put(_) => Action::Put,
            Self::Update(..) => Action::Update,
            Self::Delete => Action::Delete,
            Self::Check => Action::Check,
        }
    }
}

impl Place {
    fn will_hold(&mut self, table: &Table, item: Item) -> Outcome {
        let size_bytes = table.primary.projected_size(&item);
        self.size_bytes = self.size_bytes.max(size_bytes);
        Outcome::Item(item, size_bytes)
    }

    /// Records that a write came here and left all as it was; gives back what it is charged, `times` over.
    /// `key` are attributes of the item that was not written, its key among them.
    pub(crate) fn leave(
        &self,
        table: &Table,
        key: Option<&Item>,
        times: f64,
        recorder: &mut Recorder,
    ) -> f64 {
        let standing = table.primary.get(&self.address);
        let size_bytes = self.size_bytes.max(standing.map_or(0, |entry| entry.size_bytes));
        let units = write_units(u64::from(size_bytes)) * times;
        record(&table.name, &table.primary, &self.address, self.action, recorder);
        if let Some(item) = standing.map(|entry| &*entry.item).or(key) {
            recorder.about(standing.is_some(), || table.primary.key_of(item));
        }
        if standing.is_some() {
            recorder.read(size_bytes, false);
        }
        recorder.charge(units);
        units
    }
}

impl Refused {
    /// The error, recorded where the write would have gone: a failed condition is billed like the write.
    pub(crate) fn recorded(
        self,
        table: &Table,
        key: &Item,
        recorder: &mut Recorder,
    ) -> ServiceError {
        if let (Some(place), ServiceError::ConditionalCheckFailed { .. }) =
            (&self.place, &self.error)
        {
            let units = place.leave(table, Some(key), 1.0, recorder);
            recorder.refused("ConditionalCheckFailed");
            recorder.end(PageEnd::Refused(self.error.name().to_owned()), None, units);
        }
        self.error
    }
}

impl Prepared {
    /// The item that is going to stand there, and its bytes.
    pub(crate) fn item(&self) -> Option<(&Item, u32)> {
        match &self.outcome {
            Outcome::Item(item, size_bytes) => Some((item, *size_bytes)),
            _ => None,
        }
    }

    /// Does the write. The table's part is charged `times` over: twice in a transaction.
    pub(crate) fn apply(
        self,
        table: &mut Table,
        names: &mut Names,
        times: f64,
        recorder: &mut Recorder,
    ) -> Written {
        let place = self.place;
        let (table_name, address, action) = (&table.name, &place.address, place.action);
        let (new, new_size) = match self.outcome {
            Outcome::Item(mut item, size_bytes) => {
                item.share_names(names);
                item.shrink();
                (Some(Arc::new(item)), size_bytes)
            }
            Outcome::Nothing => (None, 0),
            Outcome::Unchanged => {
                let units = place.leave(table, None, times, recorder);
                let old = table.primary.get(address).map(|entry| Arc::clone(&entry.item));
                let consumed = Consumed { table: units, ..Consumed::default() };
                return Written { new: old.clone(), old, consumed };
            }
        };
        // a deleted item has a place before the write, any other after
        if new.is_none() {
            record(table_name, &table.primary, address, action, recorder);
        }
        let old = match &new {
            Some(item) => table.primary.insert(address.clone(), Arc::clone(item), new_size),
            None => table.primary.remove(address),
        };
        if new.is_some() {
            record(table_name, &table.primary, address, action, recorder);
        }
        let size_bytes = new_size.max(old.as_ref().map_or(0, |entry| entry.size_bytes));
        let units = write_units(u64::from(size_bytes)) * times;
        let mut consumed = Consumed { table: units, ..Consumed::default() };
        if new.is_some() || old.is_some() {
            recorder.read(size_bytes, false);
        }
        recorder.charge(units);
        let old = old.map(|entry| entry.item);
        if let Some(item) = new.as_ref().or(old.as_ref()) {
            recorder.about(old.is_some(), || table.primary.key_of(item));
            recorder.changed(|| Change {
                table: table_name.clone(),
                old: old.clone(),
                new: new.clone(),
            });
        }
        for index in &mut table.secondary {
            follow(table_name, index, old.as_deref(), new.as_ref(), &mut consumed, recorder);
        }
        if let Some(stream) = &mut table.stream {
            stream.record(old.as_ref(), new.as_ref());
        }
        Written { old, new, consumed }
    }
}

impl Written {
    /// Names the item that a write was about where it neither stood nor stands.
    pub(crate) fn name(&self, key: &Item, recorder: &mut Recorder) {
        if self.old.is_none() && self.new.is_none() {
            recorder.seeks(|| key.clone());
        }
    }
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
    if let (Some(old), Some(new)) = (old, new)
        && index.same_key(old, new)
    {
        let Some(address) = index.address(new) else { return };
        let size = index.projected_size(new);
        let changed = !index.same_projection(old, new);
        let before = index.insert(address.clone(), Arc::clone(new), size);
        if changed {
            let bytes = size.max(before.map_or(0, |entry| entry.size_bytes));
            record(table, index, &address, Action::Rewrite, recorder);
            recorder.about(true, || index.key_of(new));
            charge(index, bytes, consumed, recorder);
        }
        return;
    }
    let old_address = old.and_then(|item| index.address(item));
    let new_address = new.and_then(|item| index.address(item));
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
