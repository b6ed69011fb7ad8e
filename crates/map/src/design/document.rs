//! The document itself, without its items.
//!
//! Owns the plain data of a design. Items live in the engine's database; nothing here computes what the engine knows.

use key_engine::order::SortedMap;
use serde_json::{Map, Value};

use super::copy::{Acceptance, DeliberateCopy};
use super::entity::{Entity, EntityFinder};
use super::request::Request;

/// A design: tables, the requests they must answer, and the kinds of item in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Design {
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Its tables, in the file's order.
    pub tables: Vec<TableDesign>,
    /// Its request cards, in the file's order.
    pub requests: Vec<Request>,
    /// The kinds of item, declared by the design or derived from the keys of its items when it was opened.
    pub entities: Vec<Entity>,
    /// The facts that it stores twice on purpose.
    pub copies: Vec<DeliberateCopy>,
    /// The advice that was seen and is kept as it is.
    pub accepted: Vec<Acceptance>,
    /// Keys of the file that are not known here, kept as they were.
    pub extra: Map<String, Value>,
}

/// What a design says of one table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableDesign {
    /// The table as `DynamoDB`'s `CreateTable` takes it.
    pub create: Value,
    /// How many bays (partitions) its floor has, where the design says.
    pub bays: Option<u32>,
    /// The same for its indexes, by name.
    pub index_bays: SortedMap<String, u32>,
    /// The attribute that says when an item expires, in seconds since 1970, where there is one.
    pub time_to_live: Option<String>,
    /// Keys of the file that are not known here, kept as they were.
    pub extra: Map<String, Value>,
}

impl Design {
    /// The table of that name.
    pub fn table(&self, name: &str) -> Option<&TableDesign> {
        self.tables.iter().find(|table| table.name() == name)
    }

    /// The request card of that id.
    pub fn request(&self, id: &str) -> Option<&Request> {
        self.requests.iter().find(|request| request.id == id)
    }

    /// What finds the entity of each item of a table; made once, it answers for many items.
    pub fn entity_finder(&self, table: &str) -> EntityFinder {
        EntityFinder::new(self, table)
    }

    /// The index into [`Design::entities`] of an item's kind; `entities.len()` when it is of none of them. For many items
    /// of one table make a [`Design::entity_finder`] once.
    pub fn entity_of(&self, table: &str, item: &key_engine::Item) -> usize {
        self.entity_finder(table).of(item)
    }
}

impl TableDesign {
    /// The table's name; empty if `create` has none, which an opened design never does.
    pub fn name(&self) -> &str {
        self.create.get("TableName").and_then(Value::as_str).unwrap_or_default()
    }

    /// The partition-key attribute, or the first of several.
    pub fn partition_key(&self) -> Option<&str> {
        self.key_attribute("HASH")
    }

    /// The sort-key attribute, if the table has one.
    pub fn sort_key(&self) -> Option<&str> {
        self.key_attribute("RANGE")
    }

    fn key_attribute(&self, role: &str) -> Option<&str> {
        let elements = self.create.get("KeySchema")?.as_array()?;
        let element = elements
            .iter()
            .find(|element| element.get("KeyType").and_then(Value::as_str) == Some(role))?;
        element.get("AttributeName")?.as_str()
    }
}
