//! What a form must know of a table: the keys of its doors, and the types its attributes have.

use key_engine::value::object;
use key_engine::{
    Item, KeyType,
    engine::{Index, Table},
    order::{SortedMap, sort_by},
};
use serde_json::Value;

use super::FieldProblem;
use super::value_kind::{key_text, typed_key};

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
    pub attribute_types: SortedMap<String, String>,
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
        let items = table.primary().items().take(SAMPLED_ITEMS);
        let values = items.flat_map(Item::iter).map(|(name, value)| (name, value.type_name()));
        let mut found: Vec<(&str, &str)> = values.collect();
        sort_by(&mut found, Ord::cmp);
        found.dedup();
        let alike = found.chunk_by(|one, other| one.0 == other.0);
        let known = alike.filter_map(|types| match types {
            [(name, only)] => Some(((*name).to_owned(), (*only).to_owned())),
            _ => None,
        });
        Self { attribute_types: known.collect(), ..Self::doors_of(table) }
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

    /// The same, saying what is wrong where it cannot be one.
    ///
    /// # Errors
    /// A text that is no number, or not base64, where the attribute is one.
    pub fn typed(&self, text: &str) -> Result<Value, FieldProblem> {
        typed_key(self.key_type, text)
    }

    /// The text that is typed for a value; none if it is not of the attribute's type.
    pub fn text(&self, value: &Value) -> Option<String> {
        key_text(self.key_type, value)
    }

    /// A value that says nothing yet.
    pub fn empty(&self) -> Value {
        let kind = match self.key_type {
            KeyType::S => "S",
            KeyType::N => "N",
            KeyType::B => "B",
        };
        object(&mut [(kind, "".into())])
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
