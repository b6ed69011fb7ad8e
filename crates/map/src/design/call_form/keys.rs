//! What a form must know of a table: the keys of its doors, and the types its attributes have.

use std::collections::BTreeMap;

use key_engine::{
    KeyType,
    engine::{Index, Table},
    order::gathered,
};
use serde_json::Value;

use super::value_kind::typed_key;

/// How many items are looked at for the types of attributes.
const SAMPLED_ITEMS: usize = 500;

/// A table's doors and their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableKeys {
    /// The table's name.
    pub table: String,
    /// The table's own door (no name) and its indexes.
    pub doors: Vec<DoorKeys>,
    /// The type (`S`, `N`, `BOOL`...) of each attribute that has one and the same in all items looked at.
    pub attribute_types: BTreeMap<String, String>,
}

/// The key of a door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorKeys {
    /// The index's name; none for the table's own door.
    pub index: Option<String>,
    /// The partition key's attributes: one, or in a GSI up to four.
    pub partition: Vec<KeyAttribute>,
    /// The sort key's attributes: none, one, or in a GSI up to four.
    pub sort: Vec<KeyAttribute>,
}

/// An attribute of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyAttribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub key_type: KeyType,
}

impl TableKeys {
    /// Those of a table; attribute types as its first items have them.
    pub fn of(table: &Table) -> Self {
        let mut types: BTreeMap<String, Option<&str>> = BTreeMap::new();
        for item in table.primary().items().take(SAMPLED_ITEMS) {
            for (name, value) in item.iter() {
                let found = value.type_name();
                types
                    .entry(name.to_owned())
                    .and_modify(|known| *known = known.filter(|known| *known == found))
                    .or_insert(Some(found));
            }
        }
        let known = types.into_iter().filter_map(|(name, found)| Some((name, found?.to_owned())));
        Self { attribute_types: gathered(known), ..Self::doors_of(table) }
    }

    /// Those of a table, without a look at its items.
    pub fn doors_of(table: &Table) -> Self {
        let doors = std::iter::once(table.primary()).chain(table.indexes()).map(DoorKeys::of);
        Self { table: table.name().to_owned(), doors: doors.collect(), ..Self::default() }
    }

    /// The door of that name; none asks for the table's own.
    pub fn door(&self, index: Option<&str>) -> Option<&DoorKeys> {
        self.doors.iter().find(|door| door.index.as_deref() == index)
    }
}

impl KeyAttribute {
    /// The value of a text typed for this attribute, in `DynamoDB` JSON; none if it cannot be one.
    pub fn value(&self, text: &str) -> Option<Value> {
        typed_key(self.key_type, text).ok()
    }
}

impl DoorKeys {
    fn of(index: &Index) -> Self {
        let attributes = |elements: &mut dyn Iterator<Item = &key_engine::engine::KeyElement>| {
            elements
                .map(|element| KeyAttribute {
                    name: element.attribute.clone(),
                    key_type: element.key_type,
                })
                .collect()
        };
        Self {
            index: index.name().map(str::to_owned),
            partition: attributes(&mut index.hash_elements()),
            sort: attributes(&mut index.range_elements()),
        }
    }
}
