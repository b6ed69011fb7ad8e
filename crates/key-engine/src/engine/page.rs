//! One page of items read in order: what Query and Scan share.
//!
//! Owns: when a page ends, what of an item is shown, what the page costs, and its record. Must never:
//! decide where to read; its callers find the runs of positions.

use std::borrow::Cow;

use super::capacity::{Consumed, read_units};
use super::collection::{Collection, Shelved};
use super::index::Index;
use super::keys;
use super::limits::PAGE_BYTES;
use super::schema::IndexKind;
use super::table::Table;
use crate::expression::{Filter, Projection};
use crate::value::Item;
use crate::walk::{Action, Leg, PageEnd, Recorder, Visit};

/// In which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// One collection, sort keys rising.
    Forward,
    /// One collection, sort keys falling.
    Backward,
    /// The whole door, in hash order.
    Scan,
}

impl Direction {
    pub(crate) fn of_query(backward: bool) -> Self {
        if backward { Self::Backward } else { Self::Forward }
    }
}

/// How to read.
pub(crate) struct Reading<'t, 'r> {
    pub(crate) table: &'t Table,
    pub(crate) door: &'t Index,
    pub(crate) direction: Direction,
    pub(crate) consistent: bool,
    pub(crate) limit: Option<u64>,
    pub(crate) filter: Option<&'r Filter>,
    pub(crate) projection: Option<&'r Projection>,
    /// Attributes that a local index does not hold are asked for: each item is fetched from the table.
    pub(crate) fetch: bool,
    /// Only the counts are wanted.
    pub(crate) count_only: bool,
}

/// What a page brought. Whole items stay in the table: not even a count of who shares them is touched.
#[derive(Debug, Default)]
pub(crate) struct Page<'t> {
    pub(crate) items: Vec<Cow<'t, Item>>,
    pub(crate) count: u64,
    pub(crate) scanned_count: u64,
    pub(crate) last_evaluated_key: Option<Item>,
    pub(crate) consumed: Consumed,
}

/// A page being read.
pub(crate) struct Reader<'t, 'r> {
    reading: Reading<'t, 'r>,
    recorder: &'r mut Recorder,
    page: Page<'t>,
    bytes: u64,
    /// Bytes of items fetched from the table, each to be charged by itself.
    fetched: Vec<(&'t Item, u32)>,
    stopped: Option<PageEnd>,
    last: Option<&'t Item>,
}

impl<'t, 'r> Reader<'t, 'r> {
    pub(crate) fn new(mut reading: Reading<'t, 'r>, recorder: &'r mut Recorder) -> Self {
        reading.count_only |= recorder.is_bare();
        recorder.begin(|| Leg {
            table: reading.table.name().to_owned(),
            index: reading.door.name().map(str::to_owned),
            action: Action::Read,
            scan: reading.direction == Direction::Scan,
            backward: reading.direction == Direction::Backward,
            consistent: reading.consistent,
            ..Leg::default()
        });
        Self {
            reading,
            recorder,
            page: Page::default(),
            bytes: 0,
            fetched: Vec::new(),
            stopped: None,
            last: None,
        }
    }

    /// Whether the page has ended before the items did.
    pub(crate) fn is_full(&self) -> bool {
        self.stopped.is_some()
    }

    /// Notes a key that is looked for and whose collection, of this partition and ordinal, does not exist.
    pub(crate) fn missing(
        &mut self,
        (partition, ordinal): (u32, usize),
        key: impl FnOnce() -> Item,
    ) {
        self.recorder.seeks(key);
        self.recorder.visit(Visit {
            partition,
            first_collection: ordinal as u32,
            ..Visit::default()
        });
    }

    /// Reads the ranks from `low` up to but not including `high` of a collection, or down from the last
    /// of them, until the page is full.
    pub(crate) fn collection(
        &mut self,
        ordinal: usize,
        collection: &'t Collection,
        low: usize,
        high: usize,
    ) {
        let before = self.page.scanned_count;
        let backward = self.reading.direction == Direction::Backward;
        collection.shelf.visit(low..high, backward, &mut |entry| {
            self.evaluate(entry);
            !self.is_full()
        });
        if self.recorder.is_on() {
            let first_rank = if backward { high.saturating_sub(1).max(low) } else { low };
            self.recorder.visit(Visit {
                partition: self.reading.door.partition_of(collection.place()),
                first_collection: ordinal as u32,
                collections: 1,
                first_rank: first_rank as u32,
                count: (self.page.scanned_count - before) as u32,
            });
        }
    }

    /// Evaluates one item: it counts, whatever the filter says of it.
    fn evaluate(&mut self, entry: &'t Shelved) {
        self.page.scanned_count += 1;
        self.bytes += u64::from(entry.size_bytes);
        let returned = self.show(entry);
        self.page.count += u64::from(returned);
        self.recorder.read(entry.size_bytes, returned);
        if self.reading.limit.is_some_and(|limit| self.page.scanned_count >= limit) {
            self.stopped = Some(PageEnd::Limit);
        } else if self.bytes >= PAGE_BYTES {
            self.stopped = Some(PageEnd::Size);
        }
        if self.stopped.is_some() {
            self.last = Some(&entry.item);
        }
    }

    /// Returns the item if the filter lets it pass; says whether it did.
    fn show(&mut self, entry: &'t Shelved) -> bool {
        let whole = self.reading.fetch || self.reading.door.projected_names().is_none();
        if self.reading.fetch {
            let size = self.reading.table.primary().projected_size(&entry.item);
            self.fetched.push((&entry.item, size));
        }
        // neither filter nor projection names an attribute that the door does not hold: that was refused, or the item is fetched
        if self.reading.filter.is_some_and(|filter| !filter.matches(&entry.item)) {
            return false;
        }
        if !self.reading.count_only {
            self.page.items.push(match self.reading.projection {
                Some(projection) => Cow::Owned(projection.apply(&entry.item)),
                None if whole => Cow::Borrowed(&*entry.item),
                None => Cow::Owned(self.reading.door.project(&entry.item)),
            });
        }
        true
    }

    /// Ends the page: its stop, its cost, its record.
    pub(crate) fn finish(mut self) -> Page<'t> {
        let Reading { table, door, consistent, .. } = self.reading;
        let units = read_units(self.bytes, consistent);
        self.page.consumed.add(door.kind(), door.name(), units);
        self.recorder.charge(units);
        self.fetch_legs();
        self.page.last_evaluated_key = self.last.map(|item| keys::key_of(table, door, item));
        self.recorder.end(
            self.stopped.unwrap_or(PageEnd::End),
            self.page.last_evaluated_key.as_ref(),
            self.page.consumed.total(),
        );
        self.page
    }

    /// Charges and records the fetches behind a local index: each is rounded up by itself.
    fn fetch_legs(&mut self) {
        if self.fetched.is_empty() {
            return;
        }
        let Reading { table, consistent, .. } = self.reading;
        self.recorder.begin(|| Leg {
            table: table.name().to_owned(),
            action: Action::Fetch,
            consistent,
            ..Leg::default()
        });
        for (item, size) in std::mem::take(&mut self.fetched) {
            let units = read_units(u64::from(size), consistent);
            self.page.consumed.add(IndexKind::Primary, None, units);
            self.recorder.charge(units);
            if self.recorder.is_on()
                && let Some(address) = table.primary().address(item)
            {
                self.recorder.visit(super::write::visit_of(table.primary(), &address));
            }
            self.recorder.read(size, true);
        }
    }
}
