//! Values as `DynamoDB` holds them: attribute values, exact numbers, items, key bytes and sizes.
//!
//! Owns: what a value is, how it compares, how many bytes it counts for, how it reads and writes
//! `DynamoDB`'s JSON. Must never: know of tables, indexes or requests.

pub(crate) mod base64;
mod error;
mod item;
mod json;
mod key;
mod members;
mod number;
mod text;

pub use base64::{decode as base64_decode, encode as base64_encode};
pub use error::ValueError;
pub use item::{Item, Name, Names};
pub(crate) use json::read_name;
pub use json::{MAX_NAME_BYTES, MAX_NESTING};
pub use key::{KeyBytes, KeyType};
pub(crate) use key::{write_hashed, write_part, write_prefix};
pub use members::{Members, object};
pub use number::{Number, NumberError};

use crate::order::SortedSet;

/// One attribute's value, in any of `DynamoDB`'s ten types.
///
/// Source: AWS, "Supported data types and naming rules in Amazon DynamoDB".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// A string: any UTF-8 text, ordered by its bytes.
    S(String),
    /// A number of up to 38 significant digits.
    N(Number),
    /// Binary: any bytes, ordered as unsigned.
    B(Vec<u8>),
    /// A Boolean.
    Bool(bool),
    /// Null.
    Null,
    /// A map of names to values.
    M(Item),
    /// A list of values.
    L(Vec<AttributeValue>),
    /// A set of strings, never empty.
    Ss(SortedSet<String>),
    /// A set of numbers, never empty.
    Ns(SortedSet<Number>),
    /// A set of binaries, never empty.
    Bs(SortedSet<Vec<u8>>),
}

impl AttributeValue {
    /// The type's name on the wire: `"S"`, `"N"`, `"B"`, `"BOOL"`, `"NULL"`, `"M"`, `"L"`, `"SS"`, `"NS"`, `"BS"`.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::B(_) => "B",
            Self::Bool(_) => "BOOL",
            Self::Null => "NULL",
            Self::M(_) => "M",
            Self::L(_) => "L",
            Self::Ss(_) => "SS",
            Self::Ns(_) => "NS",
            Self::Bs(_) => "BS",
        }
    }

    /// Bytes this value counts for, without its name.
    ///
    /// Strings and binary count their bytes, Boolean and Null one, lists and maps three plus one an
    /// element plus their contents, sets their elements. Source: AWS, "DynamoDB item sizes and formats".
    pub fn size_bytes(&self) -> usize {
        match self {
            Self::S(text) => text.len(),
            Self::N(number) => number.size_bytes(),
            Self::B(bytes) => bytes.len(),
            Self::Bool(_) | Self::Null => 1,
            Self::M(map) => 3 + map.len() + map.size_bytes(),
            Self::L(list) => 3 + list.iter().map(|value| 1 + value.size_bytes()).sum::<usize>(),
            Self::Ss(set) => set.iter().map(String::len).sum(),
            Self::Ns(set) => set.iter().map(Number::size_bytes).sum(),
            Self::Bs(set) => set.iter().map(Vec::len).sum(),
        }
    }

    /// Whether the value, `depth` levels down in lists and maps, goes no deeper than an item may.
    pub(crate) fn nests_within_limit(&self, depth: usize) -> bool {
        depth <= MAX_NESTING
            && match self {
                Self::L(list) => list.iter().all(|inner| inner.nests_within_limit(depth + 1)),
                Self::M(map) => map.iter().all(|(_, inner)| inner.nests_within_limit(depth + 1)),
                _ => true,
            }
    }

    /// Gives back spare memory, all the way down.
    pub(crate) fn shrink(&mut self) {
        match self {
            Self::S(text) => text.shrink_to_fit(),
            Self::B(bytes) => bytes.shrink_to_fit(),
            Self::M(map) => map.shrink(),
            Self::L(list) => {
                list.shrink_to_fit();
                list.iter_mut().for_each(Self::shrink);
            }
            Self::N(_) | Self::Bool(_) | Self::Null | Self::Ss(_) | Self::Ns(_) | Self::Bs(_) => {}
        }
    }
}
