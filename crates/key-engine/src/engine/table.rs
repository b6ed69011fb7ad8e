//! A table: its items behind its own door and behind those of its indexes.
//!
//! Owns: that every index holds exactly the items that have its keys. Must never: answer requests.

use super::index::Index;
use super::schema::IndexKind;
use crate::value::KeyType;

/// How a table is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Billing {
    /// By the request.
    OnDemand,
    /// By capacity units a second set beforehand.
    Provisioned {
        /// Read capacity units a second.
        read_units: u64,
        /// Write capacity units a second.
        write_units: u64,
    },
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
}

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
