//! A way to answer a request by a Query: which door, which key, what of the request the key says.
//!
//! Owns the shape of a plan and what it comes to on the items there are. It never chooses between plans.

use std::borrow::Cow;

use key_engine::engine::{Index, Table};
use key_engine::expression::ast::Comparator;
use key_engine::value::{KeyBytes, base64_encode};
use key_engine::{AttributeValue, Item, KeyType};

use super::ground::LOOKED_AT;
use super::knows::{Range, Test};
use super::path::{Step, is_sound, value_at};
use crate::design::DoorDefinition;

/// How a plan comes by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The table's own key, or an index there is, already begins with what is known.
    Reuse,
    /// The attributes themselves become the key of a new index.
    Natural,
    /// Attributes made for it become the key of a new index.
    Own,
    /// The items join an index there is, by its key attributes.
    Overload,
}

/// A way to answer a request by a Query.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// How it comes by its keys.
    pub kind: Kind,
    /// The index that is queried; none for the table itself.
    pub index: Option<String>,
    /// The index that has to be opened.
    pub opens: Option<DoorDefinition>,
    /// The attributes that items are given.
    pub fills: Vec<Fill>,
    /// The attributes of the key, partition first, and their types.
    pub key: Vec<KeyAttribute>,
    /// The conditions on the key, in the key's order.
    pub tests: Vec<KeyTest>,
    /// The parts of the request that the key says whole.
    pub said: Vec<usize>,
    /// Whether the collection is to be read from its end; none where that does not matter.
    pub backward: Option<bool>,
    /// Whether the items come in the order that the row wants, if it wants one.
    pub ordered: bool,
    /// The attributes that its door holds; none for all.
    pub held: Option<Vec<String>>,
    /// What else is to be known of it, a sentence each.
    pub remarks: Vec<String>,
}

/// An attribute of a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KeyAttribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: KeyType,
    /// Whether it is of the sort key.
    pub sorts: bool,
}

/// A condition on an attribute of the key.
#[derive(Clone, Debug)]
pub(super) struct KeyTest {
    /// The attribute.
    pub attribute: String,
    /// An equality or a range.
    pub test: Test,
}

/// An attribute that items are given.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fill {
    /// Its name.
    pub attribute: String,
    /// Where its value comes from.
    pub source: Source,
    /// The most bytes its value may have.
    pub most: usize,
}

/// Where the value of an attribute that is filled in comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// Words and the values at paths, strung together; nothing where a path leads to no value of this type.
    Joined(Vec<(String, Vec<Step>)>, KeyType),
    /// A word and the text at a path; the word alone where there is no text.
    Prefixed(String, Vec<Step>),
    /// The value at a path, if it is of this type.
    Copied(Vec<Step>, KeyType),
}

impl Fill {
    /// The value for an item; none where it cannot have one.
    pub fn value(&self, item: &Item) -> Option<AttributeValue> {
        let text = match &self.source {
            Source::Copied(path, kind) => {
                let value = value_at(item, path).filter(|value| kind.matches(value))?;
                return self.cut(value.clone());
            }
            Source::Joined(pieces, kind) => {
                let mut joined = String::new();
                for (word, path) in pieces {
                    let value = value_at(item, path).filter(|value| kind.matches(value));
                    joined.push_str(word);
                    joined.push_str(&text_of(value?)?);
                }
                joined
            }
            Source::Prefixed(word, path) => match value_at(item, path) {
                Some(AttributeValue::S(text)) => [word.as_str(), text].concat(),
                _ => word.clone(),
            },
        };
        self.cut(AttributeValue::S(text))
    }

    /// A value cut to what a key may have; none where nothing is left.
    fn cut(&self, mut value: AttributeValue) -> Option<AttributeValue> {
        match &mut value {
            AttributeValue::S(text) => {
                text.truncate(text.floor_char_boundary(self.most));
            }
            AttributeValue::B(bytes) => bytes.truncate(self.most),
            _ => {}
        }
        (value.size_bytes() > 0).then_some(value)
    }
}

/// A value as a part of a key that is text.
pub(super) fn text_of(value: &AttributeValue) -> Option<Cow<'_, str>> {
    match value {
        AttributeValue::S(text) => Some(Cow::Borrowed(text)),
        AttributeValue::B(bytes) => Some(Cow::Owned(base64_encode(bytes))),
        _ => None,
    }
}

impl Plan {
    /// A plan that does nothing yet.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            index: None,
            opens: None,
            fills: Vec::new(),
            key: Vec::new(),
            tests: Vec::new(),
            said: Vec::new(),
            backward: None,
            ordered: true,
            held: None,
            remarks: Vec::new(),
        }
    }

    /// Whether an item takes part in what is filled in: it can have each attribute.
    pub fn filled(&self, item: &Item) -> Option<Vec<AttributeValue>> {
        self.fills.iter().map(|fill| fill.value(item)).collect()
    }

    /// What a key attribute will be of an item, once the attributes are filled in.
    fn key_value<'v>(
        &self,
        attribute: &KeyAttribute,
        item: &'v Item,
        filled: Option<&'v [AttributeValue]>,
    ) -> Option<&'v AttributeValue> {
        let at = self.fills.iter().position(|fill| fill.attribute == attribute.name);
        let value = match at {
            Some(at) => filled?.get(at)?,
            None => item.get(&attribute.name)?,
        };
        is_sound(value, attribute.kind, attribute.sorts).then_some(value)
    }

    /// Bytes that the door holds of an item as it is.
    fn held_bytes(&self, item: &Item) -> usize {
        let Some(held) = &self.held else { return item.size_bytes() };
        let sizes = held.iter().filter_map(|name| {
            let filled = self.fills.iter().any(|fill| fill.attribute == *name);
            item.get(name).filter(|_| !filled).map(|value| name.len() + value.size_bytes())
        });
        sizes.sum()
    }

    /// What the plan comes to on the items there are. `fills` says which items may be given attributes.
    pub fn figures(&self, table: &Table, fills: &dyn Fn(&Item) -> bool) -> Figures {
        let mut figures = Figures::default();
        for item in table.primary().items().take(LOOKED_AT) {
            figures.items += 1;
            let filled =
                if self.fills.is_empty() || !fills(item) { None } else { self.filled(item) };
            let values: Option<Vec<&AttributeValue>> = (self.key.iter())
                .map(|attribute| self.key_value(attribute, item, filled.as_deref()))
                .collect();
            let Some(values) = values else { continue };
            figures.entry_bytes += self.held_bytes(item) as u64;
            for (fill, value) in self.fills.iter().zip(filled.as_deref().unwrap_or_default()) {
                let more = fill.attribute.len() + value.size_bytes();
                figures.filled_bytes += more as u64;
                figures.entry_bytes += more as u64;
            }
            figures.entries += 1;
            let holds = self.tests.iter().all(|test| {
                let at = self.key.iter().position(|attribute| attribute.name == test.attribute);
                at.and_then(|at| values.get(at)).is_some_and(|value| test.test.holds(value))
            });
            if holds {
                figures.read += 1;
            }
        }
        figures
    }
}

/// What a plan comes to on the items there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    /// Items that were looked at: those of the table, or the first of them.
    pub items: u64,
    /// Items that stand in the door.
    pub entries: u64,
    /// Bytes that the door holds of those.
    pub entry_bytes: u64,
    /// Bytes that the attributes that are filled in add to the table.
    pub filled_bytes: u64,
    /// Items that the Query reads.
    pub read: u64,
}

impl Test {
    /// Whether a value of the key passes.
    pub fn holds(&self, value: &AttributeValue) -> bool {
        let order = |other: &AttributeValue| KeyBytes::of([value]).cmp(&KeyBytes::of([other]));
        match self {
            Self::Equal(given) => *value == given.sample,
            Self::Range(range, given) => match (range, given.as_slice()) {
                (Range::Compared(comparator), [given]) => {
                    let order = order(&given.sample);
                    match comparator {
                        Comparator::Less => order.is_lt(),
                        Comparator::LessOrEqual => order.is_le(),
                        Comparator::Greater => order.is_gt(),
                        Comparator::GreaterOrEqual => order.is_ge(),
                        Comparator::Equal => order.is_eq(),
                        Comparator::NotEqual => order.is_ne(),
                    }
                }
                (Range::Between, [lower, upper]) => {
                    order(&lower.sample).is_ge() && order(&upper.sample).is_le()
                }
                (Range::BeginsWith, [prefix]) => match (value, &prefix.sample) {
                    (AttributeValue::S(text), AttributeValue::S(prefix)) => {
                        text.starts_with(prefix.as_str())
                    }
                    (AttributeValue::B(bytes), AttributeValue::B(prefix)) => {
                        bytes.starts_with(prefix)
                    }
                    _ => false,
                },
                _ => false,
            },
            Self::Other => false,
        }
    }

    /// The values it compares with.
    pub fn given(&self) -> &[super::knows::Given] {
        match self {
            Self::Equal(given) => std::slice::from_ref(given),
            Self::Range(_, given) => given,
            Self::Other => &[],
        }
    }
}

/// The key attributes of a door there is.
pub(super) fn key_of(door: &Index) -> Vec<KeyAttribute> {
    let elements = door.key_schema().iter();
    elements
        .map(|element| KeyAttribute {
            name: element.attribute.clone(),
            kind: element.key_type,
            sorts: element.role == key_engine::engine::KeyRole::Range,
        })
        .collect()
}
