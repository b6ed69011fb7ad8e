//! A write that a global secondary index shows later.
//!
//! Owns the script: an item is written, its table is read strongly, its index eventually and, once, strongly, which `DynamoDB`
//! refuses. It works for any global index of any table that has an entry. Must never: invent an entry.

use key_engine::engine::{Index, IndexKind, KeyRole};
use key_engine::value::{Members, object};
use key_engine::{Database, Item, Table};
use serde_json::{Map, Value};

use super::assumptions::Assumptions;
use super::script::{Run, Script, Step, When, call_at};
use crate::advice::told::key_text;
use crate::design::Call;

/// When the index is read, in milliseconds.
const LOOKS_MS: [u64; 4] = [20, 200, 600, 2_500];

/// An entry of a global secondary index whose item is deleted.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedWrite {
    /// The table.
    pub table: String,
    /// The index.
    pub index: String,
    /// The item's primary key.
    pub key: Item,
    /// It in short.
    pub name: String,
    /// The Query of the index that shows the entry, without `ConsistentRead`.
    pub query: Call,
}

/// One for each global secondary index of a database that has an entry, in the tables' order.
pub fn indexed_writes(database: &Database) -> Vec<IndexedWrite> {
    let mut found = Vec::new();
    for table in database.tables() {
        let global = table.indexes().filter(|index| index.kind() == IndexKind::Global);
        found.extend(global.filter_map(|index| indexed_write(table, index)));
    }
    found
}

fn indexed_write(table: &Table, index: &Index) -> Option<IndexedWrite> {
    let item = index.items().next()?;
    let name = index.name()?;
    let mut parts = Vec::new();
    let (mut names, mut values) = (Map::new(), Map::new());
    for (place, element) in index.key_schema().iter().enumerate() {
        // The sort key makes it the one entry, or the few that share the key.
        let is_sort = element.role == KeyRole::Range;
        let value = item.get(&element.attribute)?;
        let (word, given) = (format!("#k{place}"), format!(":k{place}"));
        if is_sort && parts.is_empty() {
            return None;
        }
        parts.push(format!("{word} = {given}"));
        names.set(&word, Value::from(element.attribute.as_str()));
        values.set(&given, value.to_json());
    }
    let mut input = Map::new();
    input.set("TableName", Value::from(table.name()));
    input.set("IndexName", Value::from(name));
    input.set("KeyConditionExpression", Value::from(parts.join(" AND ")));
    input.set("ExpressionAttributeNames", Value::Object(names));
    input.set("ExpressionAttributeValues", Value::Object(values));
    Some(IndexedWrite {
        table: table.name().to_owned(),
        index: name.to_owned(),
        key: table.primary().key_of(item),
        name: key_text(table.primary().key_schema(), item),
        query: Call { operation: "Query".to_owned(), input: Value::Object(input) },
    })
}

impl IndexedWrite {
    /// The script.
    pub fn script(&self) -> Script {
        let mut script = Script::default();
        let at = (self.table.as_str(), &self.key);
        let mut add = |at_ms: u64, actor: &str, says: String, call: Call| {
            let (actor, when) = (actor.to_owned(), When::Always);
            let otherwise = String::new();
            script.steps.push(Step { at_ms, actor, says, otherwise, call, when, remembers: None });
        };
        let says = format!("The owner deletes {}.", self.name);
        add(0, "The owner", says, call_at("DeleteItem", at, &mut []));
        let strong = object(&mut [("ConsistentRead", Value::Bool(true))]);
        let mut more = [("ConsistentRead", Value::Bool(true))];
        let says = "A reader asks the table for it, with a strong read.".to_owned();
        add(10, "A reader", says, call_at("GetItem", at, &mut more));
        let mut refused = self.query.clone();
        if let (Some(input), Some(more)) = (refused.input.as_object_mut(), strong.as_object()) {
            input.extend(more.clone());
        }
        let says = format!("The reader asks {} for it, with a strong read.", self.index);
        add(15, "A reader", says, refused);
        for at_ms in LOOKS_MS {
            let says = format!("The reader asks {} for it, with an eventual read.", self.index);
            add(at_ms, "A reader", says, self.query.clone());
        }
        script
    }

    /// Performs it. The database is afterwards what it was before.
    pub fn run(&self, database: &mut Database, assumptions: Assumptions) -> Run {
        self.script().run(database, assumptions)
    }
}
