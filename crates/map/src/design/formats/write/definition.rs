//! What `CreateTable` takes of a table.
//!
//! Owns the members that it knows, at every depth: a design keeps what else a file said of a table, and those who define the formats
//! refuse what they do not know. What is left out is told.

use key_engine::value::Members;
use serde_json::{Map, Value};

use crate::design::{Defect, TableDesign};

/// What a value may hold.
enum Shape {
    /// A text, a number or a truth.
    Plain,
    /// An object of these members.
    Object(&'static [(&'static str, Shape)]),
    /// A list.
    List(&'static Shape),
}

use Shape::{List, Object, Plain};

const KEY_SCHEMA: Shape = List(&Object(&[("AttributeName", Plain), ("KeyType", Plain)]));
const PROJECTION: Shape = Object(&[("ProjectionType", Plain), ("NonKeyAttributes", List(&Plain))]);
const PROVISIONED: Shape = Object(&[("ReadCapacityUnits", Plain), ("WriteCapacityUnits", Plain)]);
const ON_DEMAND: Shape = Object(&[("MaxReadRequestUnits", Plain), ("MaxWriteRequestUnits", Plain)]);
const WARM: Shape = Object(&[("ReadUnitsPerSecond", Plain), ("WriteUnitsPerSecond", Plain)]);

/// The input of `CreateTable`. Source: AWS, "`CreateTable`", Amazon DynamoDB API Reference.
const CREATE: Shape = Object(&[
    ("TableName", Plain),
    ("AttributeDefinitions", List(&Object(&[("AttributeName", Plain), ("AttributeType", Plain)]))),
    ("KeySchema", KEY_SCHEMA),
    (
        "GlobalSecondaryIndexes",
        List(&Object(&[
            ("IndexName", Plain),
            ("KeySchema", KEY_SCHEMA),
            ("Projection", PROJECTION),
            ("ProvisionedThroughput", PROVISIONED),
            ("OnDemandThroughput", ON_DEMAND),
            ("WarmThroughput", WARM),
        ])),
    ),
    (
        "LocalSecondaryIndexes",
        List(&Object(&[
            ("IndexName", Plain),
            ("KeySchema", KEY_SCHEMA),
            ("Projection", PROJECTION),
        ])),
    ),
    ("BillingMode", Plain),
    ("ProvisionedThroughput", PROVISIONED),
    ("OnDemandThroughput", ON_DEMAND),
    ("WarmThroughput", WARM),
    ("StreamSpecification", Object(&[("StreamEnabled", Plain), ("StreamViewType", Plain)])),
    (
        "SSESpecification",
        Object(&[("Enabled", Plain), ("SSEType", Plain), ("KMSMasterKeyId", Plain)]),
    ),
    ("Tags", List(&Object(&[("Key", Plain), ("Value", Plain)]))),
    ("TableClass", Plain),
    ("DeletionProtectionEnabled", Plain),
    ("ResourcePolicy", Plain),
    ("GlobalTableSourceArn", Plain),
    ("GlobalTableSettingsReplicationMode", Plain),
    (
        VECTOR_INDEXES,
        List(&Object(&[
            ("IndexName", Plain),
            ("VectorAttribute", Object(&[("AttributeName", Plain)])),
            (
                "SearchSchema",
                List(&Object(&[("AttributeName", Plain), ("SearchSchemaElementType", Plain)])),
            ),
            ("Projection", PROJECTION),
            ("Dimensions", Plain),
            ("DistanceFunction", Plain),
        ])),
    ),
]);

/// Vector indexes, which the engine refuses and a design keeps.
const VECTOR_INDEXES: &str = "VectorIndexes";

/// The order in which members of `CreateTable`, and of what is made of it, are written.
pub(super) const ORDER: [&str; 12] = [
    "Type",
    "DependsOn",
    "Properties",
    "TableName",
    "IndexName",
    "AttributeName",
    "AttributeDefinitions",
    "KeySchema",
    "Projection",
    "ProjectionType",
    "BillingMode",
    "Key",
];

/// The table as `CreateTable` takes it, without lists that are empty; what it does not know is told.
pub(super) fn definition(table: &TableDesign, defects: &mut Vec<Defect>) -> Map<String, Value> {
    let mut create = table.create.as_object().cloned().unwrap_or_default();
    if let Some(indexes) = table.extra.get(VECTOR_INDEXES) {
        create.set(VECTOR_INDEXES, indexes.clone());
    }
    let mut unknown = Vec::new();
    let known = known(&Value::Object(create), &CREATE, "", &mut unknown);
    for path in unknown {
        let problem = format!("CreateTable does not know {path}");
        defects.push(Defect::of_table(table.name(), problem, "left out"));
    }
    match known {
        Some(Value::Object(known)) => known,
        _ => Map::new(),
    }
}

/// The same with the types of attributes that only its vector indexes use, where the file that it came from gave them.
pub(super) fn whole_definition(
    table: &TableDesign,
    defects: &mut Vec<Defect>,
) -> Map<String, Value> {
    const DEFINITIONS: &str = "AttributeDefinitions";
    let mut create = definition(table, defects);
    let Some(Value::Array(indexes)) = create.get(VECTOR_INDEXES) else { return create };
    let name = |value: &Value| value.get("AttributeName").cloned();
    let used = |wanted: &Value| {
        indexes.iter().any(|index| {
            let schema = index.get("SearchSchema").and_then(Value::as_array);
            let vector = index.get("VectorAttribute");
            schema
                .into_iter()
                .flatten()
                .chain(vector)
                .any(|part| name(part).as_ref() == Some(wanted))
        })
    };
    let aside = table.extra.get("setAside").and_then(Value::as_array).into_iter().flatten();
    let mut more: Vec<Value> = Vec::new();
    for definition in aside.filter_map(|aside| aside.get(DEFINITIONS)) {
        let typed = matches!(
            definition.get("AttributeType").and_then(Value::as_str),
            Some("S" | "N" | "B")
        );
        let Some(wanted) = name(definition).filter(|wanted| typed && used(wanted)) else {
            continue;
        };
        let there = create.get(DEFINITIONS).and_then(Value::as_array).into_iter().flatten();
        if !there.chain(&more).any(|other| name(other).as_ref() == Some(&wanted)) {
            more.push(definition.clone());
        }
    }
    if let Some(Value::Array(definitions)) = create.get_mut(DEFINITIONS) {
        definitions.append(&mut more);
    }
    create
}

/// What is known of a value; nothing of an empty list.
fn known(value: &Value, shape: &Shape, path: &str, unknown: &mut Vec<String>) -> Option<Value> {
    match (value, shape) {
        (Value::Null, _) => None,
        (Value::Object(members), Object(shapes)) => {
            let mut all = Map::new();
            for (name, value) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match shapes.iter().find(|(known, _)| known == name) {
                    Some((_, shape)) => {
                        if let Some(value) = known(value, shape, &path, unknown) {
                            all.set(name, value);
                        }
                    }
                    None => unknown.push(path),
                }
            }
            Some(Value::Object(all))
        }
        (Value::Array(elements), List(shape)) => {
            let elements =
                elements.iter().filter_map(|element| known(element, shape, path, unknown));
            let elements: Vec<Value> = elements.collect();
            (!elements.is_empty()).then_some(Value::Array(elements))
        }
        (Value::String(_) | Value::Number(_) | Value::Bool(_), Plain) => Some(value.clone()),
        _ => {
            unknown.push(path.to_owned());
            None
        }
    }
}

/// What a format for tables alone cannot hold of a design.
pub(super) fn tables_alone(
    design: &crate::design::Design,
    format: &str,
    items: usize,
) -> Vec<Defect> {
    let mut defects = Vec::new();
    let mut tell = |count: usize, one: &str, many: &str| {
        if count > 0 {
            let counted = crate::numerals::counted(count as u64, one, many);
            let problem = format!("{format} has no place for {counted}");
            defects.push(Defect::of_table("", problem, "left out"));
        }
    };
    tell(items, "item", "items");
    tell(design.requests.len(), "row", "rows");
    tell(design.entities.len(), "kind of item", "kinds of item");
    tell(design.copies.len(), "deliberate copy", "deliberate copies");
    tell(design.accepted.len(), "accepted piece of advice", "accepted pieces of advice");
    defects
}
