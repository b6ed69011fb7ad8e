//! Global secondary indexes that come and go.
//!
//! Owns: that an index is opened and closed in the document and in the database alike, and comes back to where it stood.

use key_engine::engine::{Database, ServiceError};
use key_engine::value::{Members, object};
use serde_json::Value;

use super::Edit;
use crate::design::Design;

const INDEXES: &str = "GlobalSecondaryIndexes";
const DEFINITIONS: &str = "AttributeDefinitions";

/// A global secondary index, with what it needs to be made anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoorDefinition {
    /// The index as `CreateTable` takes it in `GlobalSecondaryIndexes`.
    pub index: Value,
    /// The `AttributeDefinitions` of its key attributes, or of all the table's keys; those that the table has already may be
    /// among them.
    pub attributes: Vec<Value>,
    /// Bays of its floor, where the design says.
    pub bays: Option<u32>,
    /// Its place among the table's indexes; none for the last.
    pub at: Option<usize>,
}

impl DoorDefinition {
    /// The index's name.
    pub fn name(&self) -> &str {
        name_of(&self.index)
    }
}

pub(super) fn open(
    design: &mut Design,
    database: &mut Database,
    table: String,
    door: DoorDefinition,
) -> Result<Edit, ServiceError> {
    let index = door.name().to_owned();
    let create = object(&mut [("Create", door.index.clone())]);
    update(database, &table, create, door.attributes.clone())?;
    let Some(described) = design.tables.iter_mut().find(|described| described.name() == table)
    else {
        return Ok(Edit::CloseDoor { table, index });
    };
    if let Some(bays) = door.bays {
        described.index_bays.insert(index.clone(), bays);
    }
    database.set_partition_count(&table, Some(&index), described.bays_of(Some(&index)));
    if let Some(create) = described.create.as_object_mut() {
        let definitions = create.entry(DEFINITIONS).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(known) = definitions {
            let is =
                |one: &Value, other: &Value| one.get("AttributeName") == other.get("AttributeName");
            let mut all = door.attributes;
            // A door that comes back brings them all, in their order; a new one its own, which come last.
            let mut rest = all.iter();
            if known.iter().all(|one| rest.any(|other| is(one, other))) {
                *known = all;
            } else {
                all.retain(|one| !known.iter().any(|other| is(one, other)));
                known.extend(all);
            }
        }
        let indexes = create.entry(INDEXES).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(indexes) = indexes {
            let at = door.at.unwrap_or(indexes.len()).min(indexes.len());
            indexes.insert(at, door.index);
            database.place_index(&table, &index, at);
        }
    }
    // The bays that throughput needs are known once the index is described.
    database.set_partition_count(&table, Some(&index), described.bays_of(Some(&index)));
    Ok(Edit::CloseDoor { table, index })
}

pub(super) fn close(
    design: &mut Design,
    database: &mut Database,
    table: String,
    index: &str,
) -> Result<Edit, ServiceError> {
    let delete = object(&mut [("Delete", object(&mut [("IndexName", Value::from(index))]))]);
    update(database, &table, delete, Vec::new())?;
    let mut door = DoorDefinition::default();
    if let Some(described) = design.tables.iter_mut().find(|described| described.name() == table) {
        door.bays = described.index_bays.remove(index);
        if let Some(create) = described.create.as_object_mut() {
            door.take_out(create, index);
        }
    }
    Ok(Edit::OpenDoor { table, door })
}

impl DoorDefinition {
    /// Takes an index out of a table's description, with the attributes that only it had for keys.
    fn take_out(&mut self, create: &mut serde_json::Map<String, Value>, index: &str) {
        if let Some(Value::Array(indexes)) = create.get_mut(INDEXES) {
            self.at = indexes.iter().position(|one| name_of(one) == index);
            if let Some(at) = self.at {
                self.index = indexes.remove(at);
            }
            if indexes.is_empty() {
                create.remove(INDEXES);
            }
        }
        let still_used = |name: &str| {
            let of = |list: &str| {
                let lists = create.get(list).and_then(Value::as_array).into_iter().flatten();
                lists.flat_map(key_attributes).collect::<Vec<&str>>()
            };
            let own = create.get("KeySchema").map(key_names).unwrap_or_default();
            own.contains(&name)
                || of(INDEXES).contains(&name)
                || of("LocalSecondaryIndexes").contains(&name)
        };
        let name = |definition: &Value| {
            definition.get("AttributeName").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let known = create.get(DEFINITIONS).and_then(Value::as_array);
        self.attributes = known.cloned().unwrap_or_default();
        let keys = key_attributes(&self.index);
        let gone: Vec<String> = (self.attributes.iter().map(name))
            .filter(|attribute| keys.contains(&attribute.as_str()) && !still_used(attribute))
            .collect();
        if let Some(Value::Array(known)) = create.get_mut(DEFINITIONS) {
            known.retain(|definition| !gone.contains(&name(definition)));
        }
    }
}

fn name_of(index: &Value) -> &str {
    index.get("IndexName").and_then(Value::as_str).unwrap_or_default()
}

/// The key attributes of an index as it is described.
fn key_attributes(index: &Value) -> Vec<&str> {
    index.get("KeySchema").map(key_names).unwrap_or_default()
}

fn key_names(schema: &Value) -> Vec<&str> {
    let elements = schema.as_array().into_iter().flatten();
    elements.filter_map(|element| element.get("AttributeName")?.as_str()).collect()
}

/// `UpdateTable` with one change of an index.
fn update(
    database: &mut Database,
    table: &str,
    change: Value,
    attributes: Vec<Value>,
) -> Result<(), ServiceError> {
    let mut input = serde_json::Map::new();
    input.set("TableName", Value::from(table));
    input.set("GlobalSecondaryIndexUpdates", Value::Array(vec![change]));
    if !attributes.is_empty() {
        input.set(DEFINITIONS, Value::Array(attributes));
    }
    database.call("UpdateTable", &Value::Object(input)).map(|_| ())
}
