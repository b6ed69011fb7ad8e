//! A table's stream: its changes, in the order in which they were made.
//!
//! Owns: which changes are recorded, what of the items each keeps, how long. Holds references: an image is the
//! item that stood or stands in the table, not a copy. Must never: answer requests, or change a table.
//!
//! A stream has one shard for as long as it lives; AWS cuts it into one after another.
//!
//! Source: AWS, "Change data capture for DynamoDB Streams".

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::Clock;
use super::schema::KeyElement;
use crate::value::Item;

/// Milliseconds for which a change can be read, and for which a disabled stream can.
pub const STREAM_RETENTION_MS: u64 = 24 * 60 * 60 * 1000;

/// What of an item that changes a stream records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamView {
    /// The key attributes.
    KeysOnly,
    /// The item as it is after the change.
    NewImage,
    /// The item as it was before the change.
    OldImage,
    /// Both.
    NewAndOldImages,
}

impl StreamView {
    /// The view's name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }

    fn shows_new(self) -> bool {
        matches!(self, Self::NewImage | Self::NewAndOldImages)
    }

    fn shows_old(self) -> bool {
        matches!(self, Self::OldImage | Self::NewAndOldImages)
    }
}

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventName {
    /// It is new.
    Insert,
    /// One or more of its attributes changed.
    Modify,
    /// It is gone.
    Remove,
}

impl EventName {
    /// The event's name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Modify => "MODIFY",
            Self::Remove => "REMOVE",
        }
    }
}

/// One change of one item.
#[derive(Clone, Debug)]
pub struct StreamRecord {
    /// Its place in the stream.
    pub sequence: u64,
    /// When it was made, in milliseconds since 1970.
    pub at_ms: u64,
    /// What became of the item.
    pub event: EventName,
    /// The item's key attributes, kept where no image is.
    keys: Option<Item>,
    /// The item before, where the view shows it.
    pub old: Option<Arc<Item>>,
    /// The item after, where the view shows it.
    pub new: Option<Arc<Item>>,
    /// The item was deleted because its time to live was over.
    pub expired: bool,
}

/// A table's stream, enabled or disabled.
pub struct Stream {
    table: String,
    view: StreamView,
    key_schema: Vec<KeyElement>,
    created_ms: u64,
    closed_ms: Option<u64>,
    changes: VecDeque<StreamRecord>,
    next: u64,
    clock: Clock,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("table", &self.table)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// An enabled stream. `created_ms` names it: no other stream of the table's may have the same.
    pub(crate) fn new(
        table: &str,
        view: StreamView,
        key_schema: &[KeyElement],
        created_ms: u64,
        clock: Clock,
    ) -> Self {
        Self {
            table: table.to_owned(),
            view,
            key_schema: key_schema.to_vec(),
            created_ms,
            closed_ms: None,
            changes: VecDeque::new(),
            next: 1,
            clock,
        }
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// What it records.
    pub fn view(&self) -> StreamView {
        self.view
    }

    /// The table's key.
    pub fn key_schema(&self) -> &[KeyElement] {
        &self.key_schema
    }

    /// When it was made, in milliseconds since 1970.
    pub fn created_ms(&self) -> u64 {
        self.created_ms
    }

    /// The name that tells this stream from the table's earlier ones: when it was made, in UTC.
    pub fn label(&self) -> String {
        instant(self.created_ms)
    }

    /// Whether changes are recorded.
    pub fn is_enabled(&self) -> bool {
        self.closed_ms.is_none()
    }

    /// Records no more. What is there can be read for a day.
    pub(crate) fn close(&mut self) {
        self.closed_ms = Some((self.clock)());
    }

    /// Whether it was disabled a day ago or earlier: then it is gone.
    pub(crate) fn is_over(&self, now_ms: u64) -> bool {
        self.closed_ms.is_some_and(|closed| closed + STREAM_RETENTION_MS <= now_ms)
    }

    /// The sequence number of the next change.
    pub(crate) fn next_sequence(&self) -> u64 {
        self.next
    }

    /// The sequence number of the oldest change that can still be read, or of the next.
    pub(crate) fn oldest_sequence(&self) -> u64 {
        self.from(0).next().map_or(self.next, |change| change.sequence)
    }

    /// Records a write: nothing where the item is as it was.
    pub(crate) fn record(&mut self, old: Option<&Arc<Item>>, new: Option<&Arc<Item>>) {
        let (event, item) = match (old, new) {
            (None, None) => return,
            (Some(old), Some(new)) if Arc::ptr_eq(old, new) || old == new => return,
            (Some(_), Some(new)) => (EventName::Modify, new),
            (None, Some(new)) => (EventName::Insert, new),
            (Some(old), None) => (EventName::Remove, old),
        };
        let shown_old = old.filter(|_| self.view.shows_old()).map(Arc::clone);
        let shown_new = new.filter(|_| self.view.shows_new()).map(Arc::clone);
        let bare = shown_old.is_none() && shown_new.is_none();
        let at_ms = (self.clock)();
        let trimmed = self.changes.partition_point(|change| is_trimmed(change, at_ms));
        self.changes.drain(..trimmed);
        self.changes.push_back(StreamRecord {
            sequence: self.next,
            at_ms,
            event,
            keys: bare.then(|| self.keys_in(item)),
            old: shown_old,
            new: shown_new,
            expired: false,
        });
        self.next += 1;
    }

    /// Says of the changes from `sequence` on that the service made them, since items had expired.
    pub(crate) fn mark_expired(&mut self, sequence: u64) {
        let from = self.changes.partition_point(|change| change.sequence < sequence);
        self.changes.iter_mut().skip(from).for_each(|change| change.expired = true);
    }

    fn keys_in(&self, item: &Item) -> Item {
        self.key_schema
            .iter()
            .filter_map(|element| {
                Some((element.attribute.as_str(), item.get(&element.attribute)?.clone()))
            })
            .collect()
    }

    /// The key attributes of the item that changed.
    pub fn keys(&self, change: &StreamRecord) -> Item {
        match (&change.keys, change.new.as_ref().or(change.old.as_ref())) {
            (Some(keys), _) => keys.clone(),
            (None, Some(image)) => self.keys_in(image),
            (None, None) => Item::new(),
        }
    }

    /// The changes that can still be read, oldest first.
    pub fn readable(&self) -> impl Iterator<Item = &StreamRecord> {
        self.from(0)
    }

    /// The changes that can still be read from a sequence number on, oldest first.
    pub(crate) fn from(&self, sequence: u64) -> impl Iterator<Item = &StreamRecord> {
        let now_ms = (self.clock)();
        let start = self
            .changes
            .partition_point(|change| change.sequence < sequence || is_trimmed(change, now_ms));
        self.changes.range(start..)
    }
}

fn is_trimmed(change: &StreamRecord, now_ms: u64) -> bool {
    change.at_ms + STREAM_RETENTION_MS <= now_ms
}

/// A moment of UTC in the form of ISO 8601, to the millisecond: `2026-01-01T00:00:00.000`.
pub(crate) fn instant(ms: u64) -> String {
    let (days, of_day) = (ms / 86_400_000, ms % 86_400_000);
    // years begin in March here: the leap day comes last (the calendar repeats after 146,097 days)
    let (era, day_of_era) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (second, milli) = (of_day / 1000 % 60, of_day % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_spelt_as_dates() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000"),
            (951_782_400_000, "2000-02-29T00:00:00.000"),
            (951_868_799_999, "2000-02-29T23:59:59.999"),
            (1_432_155_070_252, "2015-05-20T20:51:10.252"),
            (1_767_225_600_000, "2026-01-01T00:00:00.000"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000"),
        ] {
            assert_eq!(instant(ms), text);
        }
    }
}
