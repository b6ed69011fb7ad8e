//! How two values compare, and what `begins_with`, `contains` and `size` say of them.
//!
//! Values of two types are never equal and have no order; only strings, numbers and binary have an order at all.
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html>

use std::cmp::Ordering;

use super::ast::Comparator;
use crate::value::{AttributeValue, Number};

/// A value, or a size, which is a number that stands nowhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compared<'v> {
    Value(&'v AttributeValue),
    Size(usize),
}

/// Whether `left comparator right`.
pub(crate) fn holds(left: Compared<'_>, comparator: Comparator, right: Compared<'_>) -> bool {
    let order = |left, right| order(left, right);
    match comparator {
        Comparator::Equal => equal(left, right),
        Comparator::NotEqual => !equal(left, right),
        Comparator::Less => order(left, right).is_some_and(Ordering::is_lt),
        Comparator::LessOrEqual => order(left, right).is_some_and(Ordering::is_le),
        Comparator::Greater => order(left, right).is_some_and(Ordering::is_gt),
        Comparator::GreaterOrEqual => order(left, right).is_some_and(Ordering::is_ge),
    }
}

fn equal(left: Compared<'_>, right: Compared<'_>) -> bool {
    match (left, right) {
        (Compared::Value(left), Compared::Value(right)) => left == right,
        (left, right) => order(left, right).is_some_and(Ordering::is_eq),
    }
}

fn order(left: Compared<'_>, right: Compared<'_>) -> Option<Ordering> {
    match (left, right) {
        (Compared::Value(left), Compared::Value(right)) => value_order(left, right),
        (Compared::Size(left), Compared::Size(right)) => Some(left.cmp(&right)),
        (Compared::Size(size), Compared::Value(AttributeValue::N(number))) => {
            Some(number_of(size).cmp(number))
        }
        (Compared::Value(AttributeValue::N(number)), Compared::Size(size)) => {
            Some(number.cmp(&number_of(size)))
        }
        _ => None,
    }
}

fn number_of(size: usize) -> Number {
    Number::from(i64::try_from(size).unwrap_or(i64::MAX))
}

/// The order of two values of one type that has an order.
pub(crate) fn value_order(left: &AttributeValue, right: &AttributeValue) -> Option<Ordering> {
    match (left, right) {
        (AttributeValue::S(left), AttributeValue::S(right)) => Some(left.cmp(right)),
        (AttributeValue::N(left), AttributeValue::N(right)) => Some(left.cmp(right)),
        (AttributeValue::B(left), AttributeValue::B(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

impl Compared<'_> {
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Self::Value(value) => value.type_name(),
            Self::Size(_) => "N",
        }
    }

    /// Whether this is text or binary that begins with `prefix`.
    pub(crate) fn begins_with(self, prefix: Self) -> bool {
        match (self, prefix) {
            (Self::Value(AttributeValue::S(text)), Self::Value(AttributeValue::S(prefix))) => {
                text.starts_with(prefix)
            }
            (Self::Value(AttributeValue::B(bytes)), Self::Value(AttributeValue::B(prefix))) => {
                bytes.starts_with(prefix)
            }
            _ => false,
        }
    }

    /// Whether `part` is a stretch of this text or binary, a member of this set, or an element of this list.
    pub(crate) fn contains(self, part: Self) -> bool {
        let Self::Value(whole) = self else { return false };
        if let AttributeValue::L(list) = whole {
            return list.iter().any(|element| equal(Self::Value(element), part));
        }
        match (whole, part) {
            (AttributeValue::S(text), Self::Value(AttributeValue::S(part))) => {
                text.contains(part.as_str())
            }
            (AttributeValue::B(bytes), Self::Value(AttributeValue::B(part))) => {
                part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
            }
            (AttributeValue::Ss(set), Self::Value(AttributeValue::S(member))) => {
                set.contains(member)
            }
            (AttributeValue::Ns(set), Self::Value(AttributeValue::N(member))) => {
                set.contains(member)
            }
            (AttributeValue::Ns(set), Self::Size(size)) => set.contains(&number_of(size)),
            (AttributeValue::Bs(set), Self::Value(AttributeValue::B(member))) => {
                set.contains(member)
            }
            _ => false,
        }
    }

    /// How long text is in UTF-16 code units (as `DynamoDB` counts it: an emoji is two) and binary in bytes, or how
    /// many elements a set, list or map has; other types have no size.
    pub(crate) fn size(self) -> Option<usize> {
        let Self::Value(value) = self else { return None };
        match value {
            AttributeValue::S(text) if text.is_ascii() => Some(text.len()),
            AttributeValue::S(text) => Some(text.encode_utf16().count()),
            AttributeValue::B(bytes) => Some(bytes.len()),
            AttributeValue::Ss(set) => Some(set.len()),
            AttributeValue::Ns(set) => Some(set.len()),
            AttributeValue::Bs(set) => Some(set.len()),
            AttributeValue::L(list) => Some(list.len()),
            AttributeValue::M(map) => Some(map.len()),
            AttributeValue::N(_) | AttributeValue::Bool(_) | AttributeValue::Null => None,
        }
    }
}
