//! A table: its items behind its own door and behind those of its indexes.
//!
//! Owns: that every index holds exactly the items that have its keys. Must never: answer requests.

use super::index::Index;
use super::schema::IndexKind;
use super::stream::Stream;
use crate::order::SortedMap;
use crate::value::KeyType;

/// How a table is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Billing {
    /// By the request.
    #[default]
    OnDemand,
    /// By capacity units a second set beforehand.
    Provisioned {
        /// Read capacity units a second.
        read_units: u64,
        /// Write capacity units a second.
        write_units: u64,
    },
}

impl Billing {
    /// Provisioned capacity: read and write units a second.
    pub(crate) fn provisioned((read_units, write_units): (u64, u64)) -> Self {
        Self::Provisioned { read_units, write_units }
    }

    /// Read and write units a second; `None` on demand.
    pub fn units(self) -> Option<(u64, u64)> {
        match self {
            Self::OnDemand => None,
            Self::Provisioned { read_units, write_units } => Some((read_units, write_units)),
        }
    }
}

/// A table.
#[derive(Debug)]
pub struct Table {
    pub(crate) name: String,
    pub(crate) attribute_definitions: Vec<(String, KeyType)>,
    pub(crate) primary: Index,
    pub(crate) secondary: Vec<Index>,
    pub(crate) billing: Billing,
    pub(crate) id: [u8; 16],
    /// Milliseconds since 1970.
    pub(crate) created_ms: u64,
    pub(crate) deletion_protection: bool,
    /// The enabled stream.
    pub(crate) stream: Option<Stream>,
    /// When the latest stream was made, in milliseconds since 1970: enabled or not.
    pub(crate) latest_stream_ms: Option<u64>,
    /// The attribute that says when an item expires.
    pub(crate) time_to_live: Option<String>,
    /// Tags and their values.
    pub(crate) tags: SortedMap<String, String>,
    /// `TableClass`, where one was asked for.
    pub(crate) class: Option<&'static str>,
    /// The key of the encryption at rest, where it was asked for.
    pub(crate) encryption: Option<String>,
    pub(crate) throughput_history: ThroughputHistory,
}

/// When a table's provisioned capacity changed, in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThroughputHistory {
    pub(crate) increased_ms: Option<u64>,
    pub(crate) decreased_ms: Option<u64>,
    /// Decreases on the UTC day of the last one.
    pub(crate) decreases: u64,
    /// When the table was last set to be paid for by the request.
    pub(crate) on_demand_ms: Option<u64>,
}

impl ThroughputHistory {
    /// That of a table as it is made.
    pub(crate) fn of_new(billing: Billing, now_ms: u64) -> Self {
        let on_demand_ms = (billing == Billing::OnDemand).then_some(now_ms);
        Self { on_demand_ms, ..Self::default() }
    }

    /// Notes a change from one capacity to another.
    pub(crate) fn note(&mut self, from: (u64, u64), to: (u64, u64), now_ms: u64) {
        if to.0 > from.0 || to.1 > from.1 {
            self.increased_ms = Some(now_ms);
        }
        if to.0 < from.0 || to.1 < from.1 {
            self.decreases = self.decreases_today(now_ms) + 1;
            self.decreased_ms = Some(now_ms);
        }
    }

    /// Decreases on the UTC day of `now_ms`.
    pub(crate) fn decreases_today(&self, now_ms: u64) -> u64 {
        let today = now_ms / DAY_MS;
        if self.decreased_ms.is_some_and(|ms| ms / DAY_MS == today) { self.decreases } else { 0 }
    }
}

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

impl Table {
    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table's own door.
    pub fn primary(&self) -> &Index {
        &self.primary
    }

    /// The secondary index of this name.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.secondary.iter().find(|index| index.name() == Some(name))
    }

    /// The door of this name: an index's, or with `None` the table's own.
    pub fn door(&self, index: Option<&str>) -> Option<&Index> {
        match index {
            None => Some(&self.primary),
            Some(name) => self.index(name),
        }
    }

    /// All secondary indexes, in the order in which they were made.
    pub fn indexes(&self) -> impl Iterator<Item = &Index> {
        self.secondary.iter()
    }

    /// Names and types of the attributes used in keys.
    pub fn attribute_definitions(&self) -> &[(String, KeyType)] {
        &self.attribute_definitions
    }

    /// How the table is paid for.
    pub fn billing(&self) -> Billing {
        self.billing
    }

    /// The table's stream, if it is enabled.
    pub fn stream(&self) -> Option<&Stream> {
        self.stream.as_ref()
    }

    /// The attribute that says when an item expires, in seconds since 1970, if there is one.
    pub fn time_to_live(&self) -> Option<&str> {
        self.time_to_live.as_deref()
    }

    /// Keys and values of the table's tags, in order of the keys.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// How many items there are.
    pub fn item_count(&self) -> usize {
        self.primary.item_count()
    }

    /// Bytes of all items.
    pub fn size_bytes(&self) -> u64 {
        self.primary.size_bytes()
    }

    /// Whether any index is local.
    pub fn has_local_index(&self) -> bool {
        self.secondary.iter().any(|index| index.kind() == IndexKind::Local)
    }

    /// Shares a door's hash range between `count` partitions. Local indexes live in the table's.
    pub(crate) fn set_partition_count(&mut self, index: Option<&str>, count: u32) -> bool {
        match index {
            None => {
                self.primary.set_partition_count(count);
                let locals =
                    self.secondary.iter_mut().filter(|index| index.kind() == IndexKind::Local);
                locals.for_each(|index| index.set_partition_count(count));
                true
            }
            Some(name) => {
                let found = self
                    .secondary
                    .iter_mut()
                    .find(|index| index.kind() == IndexKind::Global && index.name() == Some(name));
                found.map(|index| index.set_partition_count(count)).is_some()
            }
        }
    }
}
