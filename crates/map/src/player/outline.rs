//! What a timeline keeps of each page and leg: enough to count, to price and to name, and no more.

use key_engine::{
    Item,
    walk::{Action, PageEnd},
};

use super::{Door, running_total::RunningTotal};

/// What a timeline keeps of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageOutline {
    /// Why it ended.
    pub end: PageEnd,
    /// The operation that a statement became.
    pub became: Option<String>,
    /// Where the next page would begin; none when there is nothing left, as `DynamoDB` says it.
    pub last_evaluated_key: Option<Item>,
    /// The page's capacity as billed.
    pub capacity_units: f64,
    /// The step of its [`Event::PageEnd`](super::Event::PageEnd).
    pub end_step: usize,
    /// Capacity of all pages before it.
    pub(super) capacity_before: f64,
    /// The number of the first leg after it.
    pub(super) legs_end: usize,
}

/// What a timeline keeps of a leg.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a record")]
#[derive(Clone, Debug, PartialEq)]
pub struct LegOutline {
    /// The page it belongs to, counted from 0.
    pub page: usize,
    /// The table.
    pub table: String,
    /// The index it went through; none for the table's own door.
    pub index: Option<String>,
    /// What it does.
    pub action: Action,
    /// Whether it goes through the whole door.
    pub scan: bool,
    /// The key, at this door, of the item that it writes or reads by its key.
    pub key: Option<Item>,
    /// What it looks for in a collection that is not there.
    pub sought: Option<Item>,
    /// Whether there was an item at its key.
    pub found: bool,
    /// Why it made the whole request fail, by the reason's code.
    pub refused: Option<String>,
    /// Whether it reads from high ranks to low.
    pub backward: bool,
    /// Whether its reads are strongly consistent.
    pub consistent: bool,
    /// How many items it evaluates.
    pub evaluated: u32,
    /// How many of them it returns.
    pub returned: u32,
    /// Its capacity as billed.
    pub capacity_units: f64,
    /// The collection and rank of the first item it evaluates.
    pub first: Option<(u32, u32)>,
    /// The collection and rank of the last item it evaluates.
    pub last: Option<(u32, u32)>,
    /// The step at which it is finished.
    pub last_step: usize,
    pub(super) bytes: RunningTotal,
    pub(super) kept: RunningTotal,
    pub(super) blocks: RunningTotal,
    pub(super) before: Before,
    pub(super) stretches: std::ops::Range<usize>,
}

/// What all legs before one add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Before {
    pub(super) read: u64,
    pub(super) returned: u64,
    pub(super) bytes: u64,
    /// Of the legs before it in the same page.
    pub(super) capacity_units: f64,
}

impl LegOutline {
    /// The door it went through.
    pub fn door(&self) -> Door<'_> {
        Door { table: &self.table, index: self.index.as_deref() }
    }

    /// Whether something is written here, or a condition is checked: what is billed in write units.
    pub fn is_write(&self) -> bool {
        !matches!(self.action, Action::Read | Action::Fetch)
    }

    /// Whether one item is read here, by its key.
    pub(super) fn reads_by_key(&self) -> bool {
        self.key.is_some() && self.action == Action::Read
    }

    /// Whether something was taken away here.
    pub(super) fn took_away(&self) -> bool {
        self.found && matches!(self.action, Action::Delete | Action::Leave)
    }

    /// Items evaluated for a response by the time `done` of its items are done with; writes evaluate none.
    pub(super) fn read_by(&self, done: u32) -> u64 {
        if self.action.is_read() { u64::from(done) } else { 0 }
    }

    /// Items returned by then.
    pub(super) fn returned_by(&self, done: u32) -> u64 {
        if self.action.is_read() { u64::from(self.kept.of_first(done)) } else { 0 }
    }

    /// Bytes read by then, fetches from the table included.
    pub(super) fn bytes_by(&self, done: u32) -> u64 {
        let reads = matches!(self.action, Action::Read | Action::Fetch);
        if reads { u64::from(self.bytes.of_first(done)) } else { 0 }
    }

    /// Capacity by a step of this leg at which `read` of its items have been read: what is billed grows a block at a time.
    /// The price of a block follows from the leg's bill, so transactional and eventual reads need no telling apart.
    pub(super) fn capacity_by(&self, read: u32, step: usize) -> f64 {
        if step >= self.last_step {
            return self.capacity_units;
        }
        if read == 0 {
            return 0.0;
        }
        let (blocks, all) = if self.blocks.len() > 0 {
            (self.blocks.of_first(read), self.blocks.total())
        } else {
            (
                blocks_of(self.bytes.of_first(read), self.action),
                blocks_of(self.bytes.total(), self.action),
            )
        };
        self.capacity_units * f64::from(blocks) / f64::from(all.max(1))
    }
}

/// How many billing blocks so many bytes fill: 4 KB read, 1 KB written, at least one.
pub(super) fn blocks_of(bytes: u32, action: Action) -> u32 {
    let block_bytes = match action {
        Action::Read | Action::Fetch => 4096,
        _ => 1024,
    };
    bytes.div_ceil(block_bytes).max(1)
}
