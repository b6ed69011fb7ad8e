//! An item: names and their values.

use std::sync::Arc;

use super::AttributeValue;
use crate::order;

/// An attribute name. Shared: a table's items hold one copy of each name between them.
pub type Name = Arc<str>;

/// Names and their values, in order of the names' bytes. Used for whole items and for map values.
///
/// ```
/// use key_engine::{AttributeValue, Item};
/// let item: Item = [("PK", AttributeValue::S("PRODUCT#P100".into()))].into_iter().collect();
/// assert_eq!(item.size_bytes(), 2 + 12);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    entries: Vec<(Name, AttributeValue)>,
}

impl Item {
    /// An item without attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// An item from entries in any order; of two with one name the later stands.
    pub(crate) fn from_entries(mut entries: Vec<(Name, AttributeValue)>) -> Self {
        let sorted = entries.is_sorted_by(|a, b| a.0 < b.0);
        if !sorted {
            entries.reverse();
            order::sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
            entries.dedup_by(|later, earlier| later.0 == earlier.0);
        }
        Self { entries }
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(entry, _)| (**entry).cmp(name))
    }

    /// The value of the attribute `name`.
    pub fn get(&self, name: &str) -> Option<&AttributeValue> {
        self.find(name).ok().and_then(|at| self.entries.get(at)).map(|(_, value)| value)
    }

    /// The value of the attribute `name`, to change in place.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut AttributeValue> {
        let at = self.find(name).ok()?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// Sets an attribute; gives back what stood there.
    pub fn insert(
        &mut self,
        name: impl Into<Name>,
        value: AttributeValue,
    ) -> Option<AttributeValue> {
        let name = name.into();
        match self.find(&name) {
            Ok(at) => self.entries.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.entries.insert(at, (name, value));
                None
            }
        }
    }

    /// Removes an attribute; gives back what stood there.
    pub fn remove(&mut self, name: &str) -> Option<AttributeValue> {
        let at = self.find(name).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// Names and values, in order of the names' bytes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &AttributeValue)> {
        self.entries.iter().map(|(name, value)| (&**name, value))
    }

    /// Names and values, in order of the names' bytes, to be looked at by place.
    pub(crate) fn entries(&self) -> &[(Name, AttributeValue)] {
        &self.entries
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of all names and values. Source: AWS, "DynamoDB item sizes and formats".
    pub fn size_bytes(&self) -> usize {
        self.entries.iter().map(|(name, value)| name.len() + value.size_bytes()).sum()
    }

    /// Gives back spare memory.
    pub(crate) fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        for (_, value) in &mut self.entries {
            value.shrink();
        }
    }

    /// Makes this item's top-level names shared with those of other items.
    pub(crate) fn share_names(&mut self, names: &mut Names) {
        for (name, _) in &mut self.entries {
            names.share(name);
        }
    }
}

impl<N: Into<Name>> FromIterator<(N, AttributeValue)> for Item {
    fn from_iter<I: IntoIterator<Item = (N, AttributeValue)>>(entries: I) -> Self {
        Self::from_entries(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }
}

/// The names in use, one shared copy of each.
#[derive(Debug, Default)]
pub struct Names {
    /// In order of their bytes.
    known: Vec<Name>,
}

/// Beyond this many different names no more are remembered: data used as names would fill memory.
const MAX_NAMES: usize = 10_000;

impl Names {
    /// Replaces `name` by the shared copy of the same text, remembering it if new.
    fn share(&mut self, name: &mut Name) {
        match self.known.binary_search(name) {
            Ok(at) => self.known.get(at).into_iter().for_each(|known| *name = Arc::clone(known)),
            Err(at) if self.known.len() < MAX_NAMES => self.known.insert(at, Arc::clone(name)),
            Err(_) => {}
        }
    }
}

impl serde::Serialize for Item {
    /// As `DynamoDB`'s JSON.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Item {
    /// From `DynamoDB`'s JSON.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        Self::from_json(&json).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn value(text: &str) -> AttributeValue {
        AttributeValue::S(text.to_owned())
    }

    proptest! {
        #[test]
        fn an_item_is_a_sorted_map_of_which_the_later_entry_stands(
            entries in proptest::collection::vec(("[ab]{0,2}", "[a-z]{1,3}"), 0..12),
            more in proptest::collection::vec(("[ab]{0,2}", proptest::option::of("[a-z]{1,3}")), 0..12),
        ) {
            let pairs = entries.iter().map(|(name, text)| (name.as_str(), value(text)));
            let mut item: Item = pairs.clone().collect();
            let mut model: BTreeMap<&str, AttributeValue> = pairs.collect();
            for (name, text) in &more {
                let (old, expected) = match text {
                    Some(text) => (item.insert(name.as_str(), value(text)), model.insert(name, value(text))),
                    None => (item.remove(name), model.remove(name.as_str())),
                };
                prop_assert_eq!(old, expected);
                prop_assert_eq!(item.get(name), model.get(name.as_str()));
            }
            prop_assert!(item.iter().eq(model.iter().map(|(name, value)| (*name, value))));
        }
    }

    #[test]
    fn items_share_their_names() {
        let mut names = Names::default();
        let mut items = [["PK", "SK"], ["SK", "PK"]]
            .map(|names| names.iter().map(|name| (*name, AttributeValue::Null)).collect::<Item>());
        for item in &mut items {
            item.share_names(&mut names);
        }
        let [one, other] = &items;
        for (a, b) in one.entries().iter().zip(other.entries()) {
            assert!(Arc::ptr_eq(&a.0, &b.0), "{} and {}", a.0, b.0);
        }
    }
}
