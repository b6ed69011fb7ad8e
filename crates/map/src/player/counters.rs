//! What the clipboard says at one step.

/// What has been read and paid for by a step, that step included. Exact at every step; at [`Event::Done`](super::Event)
/// they are the walk's totals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Items evaluated so far.
    pub read: u64,
    /// Items returned so far.
    pub returned: u64,
    /// Bytes of the items evaluated so far.
    pub bytes: u64,
    /// Capacity so far, in read or write units: whole pages as billed, the page under way rounded up as `DynamoDB` would
    /// round what has been read of it.
    pub capacity_units: f64,
    /// Pages begun so far: 0 at the desk, 1 on the first round trip.
    pub page: u32,
    /// Distinct partitions touched so far, counted for each door.
    pub partitions: u32,
}
