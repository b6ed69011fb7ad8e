//! What happened in one second, as plain data.

/// Read or write units of one partition in one second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    /// Asked for by requests that are new in this second.
    pub new: f64,
    /// Asked for, by new requests and by those that come again from an earlier second.
    pub asked: f64,
    /// Served.
    pub served: f64,
    /// Asked for and not served in this second, because this partition could not or an index held it back.
    pub throttled: f64,
    /// Asked for and not served although this partition could: by requests such as a Scan that were throttled at another one.
    pub elsewhere: f64,
    /// Of what was throttled: held back because an index could not follow.
    pub held_back: f64,
    /// Of what was throttled: given up by clients after their last attempt.
    pub lost: f64,
    /// Units saved from quieter seconds that may still be used on top.
    pub burst_left: f64,
    /// Units a second that it serves for as long as one likes.
    pub line: f64,
}

/// One partition in one second. In each kind of unit, what is asked is what is served, what is throttled,
/// and what was refused elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartitionSecond {
    /// Its number at its door, from 0, in hash order.
    pub number: u32,
    /// The first place in the hash order that it holds, and within a collection the part of it, from 0 to 1.
    pub from: (u64, f64),
    /// Read units.
    pub read: Units,
    /// Write units.
    pub write: Units,
    /// Operations that wait to try it again.
    pub backlog: u64,
}

/// One door in one second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoorSecond {
    /// Its partitions, in hash order. There are more after a split.
    pub partitions: Vec<PartitionSecond>,
}

/// One stream in one second. Counts are of operations: calls to the service.
///
/// In any second: what was in retry before and what is asked is what is served, lost, and in retry then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StreamSecond {
    /// New ones.
    pub asked: u64,
    /// Those that were served, whenever they began.
    pub served: u64,
    /// Those that wanted to be served in this second and were not.
    pub throttled: u64,
    /// Attempts that were made again.
    pub retried: u64,
    /// Given up by the client after its last attempt.
    pub lost: u64,
    /// Those that wait for their next attempt at the end of the second.
    pub in_retry: u64,
    /// Seconds that half of those served took at most; an estimate.
    pub latency_p50_secs: f64,
    /// Seconds that all but one in a hundred took at most; an estimate.
    pub latency_p99_secs: f64,
}

/// The exception that a throttled request gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    /// Of a table that is paid for by the request.
    Throttling,
    /// Of a provisioned table.
    ProvisionedThroughputExceeded,
}

impl Exception {
    /// Its name as `DynamoDB` spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Throttling => "ThrottlingException",
            Self::ProvisionedThroughputExceeded => "ProvisionedThroughputExceededException",
        }
    }
}

/// What was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// What one partition serves.
    KeyRange,
    /// What was provisioned for the whole door.
    Provisioned,
    /// The account's quota for a table.
    Account,
}

/// One way in which requests were throttled in a second.
#[derive(Clone, Debug, PartialEq)]
pub struct Throttle {
    /// The exception.
    pub exception: Exception,
    /// What was exceeded.
    pub reason: Reason,
    /// The door of which it was exceeded, by its place in the load: the resource.
    pub door: usize,
    /// Whether the door is an index.
    pub is_index: bool,
    /// Whether write units were exceeded.
    pub is_write: bool,
    /// Units that were refused for it.
    pub units: f64,
    /// The resource: `table/Orders` or `table/Orders/index/ByStatus`.
    pub resource: String,
}

impl Throttle {
    /// The reason as `DynamoDB` spells it: `TableWriteKeyRangeThroughputExceeded`.
    pub fn reason_name(&self) -> &'static str {
        match (self.reason, self.is_index, self.is_write) {
            (Reason::KeyRange, false, false) => "TableReadKeyRangeThroughputExceeded",
            (Reason::KeyRange, false, true) => "TableWriteKeyRangeThroughputExceeded",
            (Reason::KeyRange, true, false) => "IndexReadKeyRangeThroughputExceeded",
            (Reason::KeyRange, true, true) => "IndexWriteKeyRangeThroughputExceeded",
            (Reason::Provisioned, false, false) => "TableReadProvisionedThroughputExceeded",
            (Reason::Provisioned, false, true) => "TableWriteProvisionedThroughputExceeded",
            (Reason::Provisioned, true, false) => "IndexReadProvisionedThroughputExceeded",
            (Reason::Provisioned, true, true) => "IndexWriteProvisionedThroughputExceeded",
            (Reason::Account, false, false) => "TableReadAccountLimitExceeded",
            (Reason::Account, false, true) => "TableWriteAccountLimitExceeded",
            (Reason::Account, true, false) => "IndexReadAccountLimitExceeded",
            (Reason::Account, true, true) => "IndexWriteAccountLimitExceeded",
        }
    }
}

/// Something that happened beside the counting.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A partition was split because it had been hot.
    Split {
        /// The door's place in the load.
        door: usize,
        /// The partition that was split; the new one is the next.
        partition: u32,
        /// The key within which it was split, where an aisle spans bays from now on.
        within: Option<String>,
        /// The key before which it was split, or within which.
        at: String,
    },
    /// A partition stays hot and cannot be split: all of its heat is on one item, or on one key that has to stay together.
    CannotSplit {
        /// The door's place in the load.
        door: usize,
        /// The partition.
        partition: u32,
        /// The key.
        key: String,
        /// Why, in a sentence.
        why: &'static str,
    },
    /// A door on demand has grown for a new peak.
    Grown {
        /// The door's place in the load.
        door: usize,
        /// Partitions before.
        from: u32,
        /// Partitions from now on.
        to: u32,
    },
    /// Writes were held back by an index for the first time, or again after a quiet second.
    BackPressure {
        /// The index's place in the load.
        door: usize,
    },
    /// Requests were throttled for a reason for the first time, or again after a quiet second.
    Throttled(Throttle),
}

/// A key with more traffic than others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HotKey {
    /// The door's place in the load.
    pub door: usize,
    /// The key as a reader meets it.
    pub text: String,
    /// The partition that holds it, or most of it.
    pub partition: u32,
    /// Read units asked of it in this second.
    pub read_units: f64,
    /// Write units asked of it in this second.
    pub write_units: f64,
    /// Its part of what is asked of the whole door, of reads or writes, whichever bears harder on its partition: from 0 to 1.
    pub share: f64,
}

/// One second of the simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Second {
    /// Its number, from 0.
    pub number: u64,
    /// Each door, in the load's order.
    pub doors: Vec<DoorSecond>,
    /// Each stream, in the load's order.
    pub streams: Vec<StreamSecond>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// All ways in which requests were throttled in this second.
    pub throttles: Vec<Throttle>,
    /// The keys that ask most of their partition, hottest first; at most eight for each door.
    pub hottest: Vec<HotKey>,
}
