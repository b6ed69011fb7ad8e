//! One table of a model, without its items.
//!
//! Owns its keys, indexes and capacity: what a table of a model said before stands wherever it still says the same.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use crate::design::formats::workbench::KEPT;
use crate::design::{Defect, TableDesign};

const GLOBAL: &str = "GlobalSecondaryIndexes";
const LOCAL: &str = "LocalSecondaryIndexes";
const KEYS: &str = "KeyAttributes";
const BILLING: &str = "BillingMode";
const SETTINGS: &str = "ProvisionedCapacitySettings";
const THROUGHPUT: &str = "ProvisionedThroughput";
const NOT_SHOWN: &str = "kept in the file for this app, which the Workbench does not show";

/// What of `CreateTable` a model has a place for.
const HELD: [&str; 7] =
    ["TableName", "KeySchema", "AttributeDefinitions", GLOBAL, LOCAL, BILLING, THROUGHPUT];

/// The table as a model has it; lists of items are as they are kept.
pub(super) fn write(described: &TableDesign, defects: &mut Vec<Defect>) -> Map<String, Value> {
    let kept = described.extra.get(KEPT).and_then(Value::as_object);
    let is_new = kept.is_none();
    let mut table = kept.cloned().unwrap_or_default();
    let create = &described.create;
    table.set("TableName", described.name().into());
    overlay_keys(table.entry(KEYS).or_insert(Value::Null), create.get("KeySchema"), create);
    write_capacity(&mut table, create, is_new);
    for list in [GLOBAL, LOCAL] {
        write_indexes(&mut table, create, list, described.name(), defects);
    }
    if is_new {
        table.set("DataAccess", object(&mut [("MySql", Value::Object(Map::new()))]));
    }
    for name in create.as_object().into_iter().flat_map(Map::keys) {
        if !HELD.contains(&name.as_str()) {
            let problem = format!("a model of the Workbench has no place for {name}");
            defects.push(Defect::of_table(described.name(), problem, NOT_SHOWN));
        }
    }
    if described.time_to_live.is_some() {
        let problem = "a model of the Workbench has no place for when items expire";
        defects.push(Defect::of_table(described.name(), problem, NOT_SHOWN));
    }
    table
}

/// Declares an attribute that is not part of the key.
pub(super) fn declare(table: &mut Map<String, Value>, name: &str, kind: Value) {
    let listed = table.entry("NonKeyAttributes").or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(listed) = listed {
        let attribute = [("AttributeName", name.into()), ("AttributeType", kind)];
        listed.push(object(&mut { attribute }));
    }
}

/// Writes `KeyAttributes` over what was there, where it says otherwise.
fn overlay_keys(over: &mut Value, schema: Option<&Value>, create: &Value) {
    if !over.is_object() {
        *over = Value::Object(Map::new());
    }
    let Value::Object(over) = over else { return };
    for (part, role) in [("PartitionKey", "HASH"), ("SortKey", "RANGE")] {
        let mut attributes = elements(schema, role).map(|name| {
            object(&mut [
                ("AttributeName", name.into()),
                ("AttributeType", type_of(create, name).unwrap_or(Value::Null)),
            ])
        });
        let first = attributes.next();
        let mut rest: Vec<Value> = attributes.collect();
        match first {
            None if over.get(part).is_some_and(|was| !was.is_null()) => _ = over.remove(part),
            None => {}
            Some(first) if rest.is_empty() => {
                overlay(over.entry(part).or_insert(Value::Null), first);
            }
            Some(first) => {
                rest.insert(0, first);
                over.set(part, Value::Array(rest));
            }
        }
    }
}

/// Names of the attributes of a key that have this role.
fn elements<'v>(schema: Option<&'v Value>, role: &str) -> impl Iterator<Item = &'v str> {
    let schema = schema.and_then(Value::as_array).into_iter().flatten();
    schema
        .filter(move |element| element.get("KeyType").and_then(Value::as_str) == Some(role))
        .filter_map(|element| element.get("AttributeName")?.as_str())
}

fn type_of(create: &Value, name: &str) -> Option<Value> {
    let definitions = create.get("AttributeDefinitions")?.as_array()?;
    let is = |definition: &&Value| definition.get("AttributeName") == Some(&name.into());
    definitions.iter().find(is)?.get("AttributeType").cloned()
}

/// Puts the members of `new` over those of `over`, and leaves those that it does not name. A list of one is the one in it.
fn overlay(over: &mut Value, new: Value) {
    let Value::Object(new) = new else {
        *over = new;
        return;
    };
    if let Value::Array(one) = over {
        *over = one.first().cloned().unwrap_or_default();
    }
    if let Value::Object(over) = over {
        for (name, value) in new {
            overlay(over.entry(name).or_insert(Value::Null), value);
        }
    } else {
        *over = Value::Object(new);
    }
}

/// How a table is paid for: where the model says so already it is left as it is.
fn write_capacity(table: &mut Map<String, Value>, create: &Value, is_new: bool) {
    let units = provisioned(create);
    let said = table.get(BILLING).and_then(Value::as_str) == Some("PROVISIONED");
    let said = table.get(SETTINGS).and_then(|all| all.get(THROUGHPUT)).filter(|_| said);
    match units {
        Some(units) if said != Some(units) => {
            table.set(BILLING, "PROVISIONED".into());
            let settings = object(&mut [(THROUGHPUT, units.clone())]);
            overlay(table.entry(SETTINGS).or_insert(Value::Null), settings);
        }
        None if is_new || said.is_some() => {
            table.set(BILLING, "PAY_PER_REQUEST".into());
            table.remove(SETTINGS);
        }
        _ => {}
    }
}

/// The throughput of a table, if it is provisioned.
fn provisioned(create: &Value) -> Option<&Value> {
    let on_demand = create.get(BILLING).and_then(Value::as_str) == Some("PAY_PER_REQUEST");
    create.get(THROUGHPUT).filter(|_| !on_demand)
}

/// Writes a list of indexes over what was there. Those that a model has no place for are told, and left to the member of our own.
fn write_indexes(
    table: &mut Map<String, Value>,
    create: &Value,
    list: &str,
    name: &str,
    defects: &mut Vec<Defect>,
) {
    let indexes = create.get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let had = table.get(list).is_some();
    let mut before = match table.remove(list) {
        Some(Value::Array(before)) => before,
        _ => Vec::new(),
    };
    let mut written = Vec::with_capacity(indexes.len());
    for index in indexes {
        let label = index.get("IndexName").and_then(Value::as_str).unwrap_or_default();
        let over = take_same(&mut before, index);
        let schema = index.get("KeySchema");
        let several = ["HASH", "RANGE"].iter().any(|role| elements(schema, role).count() > 1);
        let problem = if list == LOCAL && !had {
            "a model of the Workbench has no place for local indexes"
        } else if several && over.is_none() {
            "a model of the Workbench has no place for keys of several attributes"
        } else {
            written.push(write_index(over.unwrap_or_default(), index, create));
            continue;
        };
        defects.push(Defect::of_table(name, format!("index {label}: {problem}"), NOT_SHOWN));
    }
    if had || !written.is_empty() {
        table.set(list, Value::Array(written));
    }
}

/// Takes out what was said of an index before: under its name, or under another with the same key.
fn take_same(before: &mut Vec<Value>, index: &Value) -> Option<Value> {
    let same_name = before.iter().position(|was| was.get("IndexName") == index.get("IndexName"));
    let at = same_name.or_else(|| {
        let schema = index.get("KeySchema");
        before.iter().position(|was| {
            [("PartitionKey", "HASH"), ("SortKey", "RANGE")].iter().all(|(part, role)| {
                let was = was.get(KEYS).and_then(|keys| keys.get(part));
                let was = was.and_then(|part| part.get("AttributeName")?.as_str());
                elements(schema, role).next() == was
            })
        })
    });
    at.map(|at| before.remove(at))
}

fn write_index(over: Value, index: &Value, create: &Value) -> Value {
    let mut written = match over {
        Value::Object(over) => over,
        _ => Map::new(),
    };
    if let Some(name) = index.get("IndexName") {
        written.set("IndexName", name.clone());
    }
    overlay_keys(written.entry(KEYS).or_insert(Value::Null), index.get("KeySchema"), create);
    let projection = index.get("Projection").cloned().unwrap_or_default();
    let kind = projection.get("ProjectionType");
    let is_include = kind.and_then(Value::as_str) == Some("INCLUDE");
    let said = written.get("Projection").and_then(|said| said.get("ProjectionType"));
    if said != kind
        && let Some(Value::Object(said)) = written.get_mut("Projection")
    {
        said.remove("NonKeyAttributes");
    }
    if said_otherwise(written.get("Projection"), &projection, is_include) {
        overlay(written.entry("Projection").or_insert(Value::Null), projection);
    }
    if let (Some(units), Some(of_table)) = (index.get(THROUGHPUT), provisioned(create)) {
        let said = written.get(SETTINGS).and_then(|all| all.get(THROUGHPUT));
        if said.unwrap_or(of_table) != units {
            let settings = object(&mut [(THROUGHPUT, units.clone())]);
            overlay(written.entry(SETTINGS).or_insert(Value::Null), settings);
        }
    }
    Value::Object(written)
}

/// Whether a projection says another thing; a list of attributes beside any but `INCLUDE` says nothing.
fn said_otherwise(said: Option<&Value>, now: &Value, is_include: bool) -> bool {
    let Some(said) = said else { return true };
    let member = |value: &Value, name: &str| value.get(name).cloned();
    member(said, "ProjectionType") != member(now, "ProjectionType")
        || (is_include && member(said, "NonKeyAttributes") != member(now, "NonKeyAttributes"))
}
