//! Key bytes: a value as bytes whose plain order is `DynamoDB`'s order of keys.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;

use super::AttributeValue;

/// The type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

impl KeyType {
    /// The type's name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }

    /// Whether `value` is of this type.
    pub fn matches(self, value: &AttributeValue) -> bool {
        self.name() == value.type_name()
    }
}

impl fmt::Display for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Bytes that fit beside their length without an allocation. A search compares a dozen keys: those that stand in the tree's
/// own nodes are at hand, each other is a walk through memory. Sort keys such as `ORDER#2026-07-28T10:15:00Z#O711` fit.
const INLINE: usize = 38;

/// One or several key values as a byte string whose order byte by byte is `DynamoDB`'s order: strings by
/// UTF-8, numbers by value, binary unsigned.
///
/// Each part ends with a byte below all that can follow, so parts can be strung together: comparing two
/// strings of parts compares part by part, and the bytes of the first parts are a prefix of the whole.
#[derive(Clone)]
pub struct KeyBytes(Repr);

#[derive(Clone)]
enum Repr {
    Inline { len: u8, bytes: [u8; INLINE] },
    Heap(Box<[u8]>),
}

impl KeyBytes {
    /// The key bytes of `parts`, in order. Values that cannot be keys add nothing.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a AttributeValue>) -> Self {
        let mut out = Vec::with_capacity(64);
        for part in parts {
            write_part(part, &mut out);
        }
        Self::from_bytes(&out)
    }

    /// Wraps bytes already in key order.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut inline = [0u8; INLINE];
        match inline.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(bytes);
                Self(Repr::Inline { len: bytes.len() as u8, bytes: inline })
            }
            None => Self(Repr::Heap(bytes.into())),
        }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Repr::Heap(bytes) => bytes,
        }
    }
}

/// Appends one key part with its end mark.
pub(crate) fn write_part(value: &AttributeValue, out: &mut Vec<u8>) {
    write_prefix(value, out);
    // below zero a number brings its own end, above all its digits
    if !matches!(value, AttributeValue::N(number) if number.is_negative()) {
        out.push(0);
    }
}

/// Appends one key part without its end mark: a prefix of the bytes of every string or binary that
/// begins with it.
pub(crate) fn write_prefix(value: &AttributeValue, out: &mut Vec<u8>) {
    match value {
        AttributeValue::S(text) => write_escaped(text.as_bytes(), out),
        AttributeValue::B(bytes) => write_escaped(bytes, out),
        AttributeValue::N(number) => number.write_order_bytes(out),
        _ => {}
    }
}

/// 0 is the end mark, so 0 and 1 become 1 1 and 1 2: order is kept, and no content looks like an end.
fn write_escaped(bytes: &[u8], out: &mut Vec<u8>) {
    if bytes.iter().all(|byte| *byte > 1) {
        out.extend_from_slice(bytes);
        return;
    }
    for byte in bytes {
        match byte {
            0 => out.extend_from_slice(&[1, 1]),
            1 => out.extend_from_slice(&[1, 2]),
            other => out.push(*other),
        }
    }
}

/// The raw bytes that are hashed to place a partition-key value: text and binary as they are, a number
/// as its order bytes.
pub(crate) fn write_hashed(value: &AttributeValue, out: &mut Vec<u8>) {
    match value {
        AttributeValue::S(text) => out.extend_from_slice(text.as_bytes()),
        AttributeValue::B(bytes) => out.extend_from_slice(bytes),
        AttributeValue::N(number) => number.write_order_bytes(out),
        _ => {}
    }
}

impl Borrow<[u8]> for KeyBytes {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for KeyBytes {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for KeyBytes {}

impl PartialOrd for KeyBytes {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeyBytes {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl fmt::Debug for KeyBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyBytes({:02x?})", self.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(text: &str) -> AttributeValue {
        AttributeValue::S(text.to_owned())
    }

    #[test]
    fn strings_sort_by_utf_8_bytes() {
        let sorted =
            ["", "\0", "\u{1}", "10", "2", "Z", "a", "a\0", "a\0b", "ab", "é", "\u{ffff}", "😀"];
        let keys: Vec<_> = sorted.iter().map(|key| KeyBytes::of([&text(key)])).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }

    proptest! {
        #[test]
        fn binary_sorts_unsigned(one in any::<Vec<u8>>(), other in any::<Vec<u8>>()) {
            let keys = [&one, &other].map(|bytes| KeyBytes::of([&AttributeValue::B(bytes.clone())]));
            prop_assert_eq!(keys[0].cmp(&keys[1]), one.cmp(&other));
        }

        #[test]
        fn several_parts_sort_part_by_part(
            one in proptest::collection::vec("[\u{0}-\u{2}a]{0,3}", 3),
            other in proptest::collection::vec("[\u{0}-\u{2}a]{0,3}", 3),
        ) {
            let keys = [&one, &other].map(|parts| {
                let parts: Vec<_> = parts.iter().map(|part| text(part)).collect();
                KeyBytes::of(&parts)
            });
            prop_assert_eq!(keys[0].cmp(&keys[1]), one.cmp(&other));
        }

        #[test]
        fn a_prefix_is_a_prefix_in_bytes(whole in "[\u{0}-\u{2}ab]{0,6}", prefix in "[\u{0}-\u{2}ab]{0,3}") {
            let mut bytes = Vec::new();
            write_prefix(&text(&prefix), &mut bytes);
            let key = KeyBytes::of([&text(&whole)]);
            prop_assert_eq!(key.as_bytes().starts_with(&bytes), whole.starts_with(&prefix));
        }
    }
}
