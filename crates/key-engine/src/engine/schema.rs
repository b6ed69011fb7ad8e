//! The shape of a table's and an index's keys, and of what an index projects.

use crate::value::{AttributeValue, Item, KeyType};

/// The part a key attribute plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyRole {
    /// Part of the partition key.
    Hash,
    /// Part of the sort key.
    Range,
}

impl KeyRole {
    /// The role's name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hash => "HASH",
            Self::Range => "RANGE",
        }
    }
}

/// One attribute of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyElement {
    /// The attribute's name.
    pub attribute: String,
    /// Its type.
    pub key_type: KeyType,
    /// Its role.
    pub role: KeyRole,
}

impl KeyElement {
    /// This attribute's value in `item`, if it is there with the right type and may be a key.
    pub(crate) fn value_in<'a>(&self, item: &'a Item) -> Option<&'a AttributeValue> {
        item.get(&self.attribute)
            .filter(|value| self.key_type.matches(value) && value.size_bytes() > 0)
    }
}

/// What of an item an index holds beside the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Everything.
    #[default]
    All,
    /// The keys of the index and of the table.
    KeysOnly,
    /// The keys, and these attributes.
    Include(Vec<String>),
}

impl Projection {
    /// The projection type's name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::KeysOnly => "KEYS_ONLY",
            Self::Include(_) => "INCLUDE",
        }
    }
}

/// Whose door an [`Index`](super::Index) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// The table's own key.
    Primary,
    /// A global secondary index: partitions and capacity of its own, eventual reads.
    Global,
    /// A local secondary index: the table's partitions, another sort key.
    Local,
}
