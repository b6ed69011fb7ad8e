//! Paths into items, and values as keys.
//!
//! Owns what a path leads to in an item and which values may stand in a key. It knows no table and no request.

use key_engine::engine::limits::{MAX_HASH_KEY_BYTES, MAX_RANGE_KEY_BYTES};
use key_engine::{AttributeValue, Item, KeyType};

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into an attribute, of the item or of a map.
    Name(String),
    /// Into a list, counted from 0.
    Index(usize),
}

/// What a path leads to in an item.
pub(super) fn value_at<'i>(item: &'i Item, path: &[Step]) -> Option<&'i AttributeValue> {
    let (Step::Name(attribute), rest) = path.split_first()? else { return None };
    let mut value = item.get(attribute)?;
    for step in rest {
        value = match (step, value) {
            (Step::Name(name), AttributeValue::M(map)) => map.get(name)?,
            (Step::Index(index), AttributeValue::L(list)) => list.get(*index)?,
            _ => return None,
        };
    }
    Some(value)
}

/// The type of key that a value may be of.
pub(super) fn key_type(value: &AttributeValue) -> Option<KeyType> {
    [KeyType::S, KeyType::N, KeyType::B].into_iter().find(|kind| kind.matches(value))
}

/// Whether a value may stand in a partition key, or in a sort key, of this type.
pub(super) fn is_sound(value: &AttributeValue, kind: KeyType, sorts: bool) -> bool {
    let most = if sorts { MAX_RANGE_KEY_BYTES } else { MAX_HASH_KEY_BYTES };
    kind.matches(value) && (1..=most).contains(&value.size_bytes())
}
