//! NoSQL Workbench 3.0 models.
//!
//! Owns the model of a design. One that came from a model is that model with what has changed: what it says that is not known
//! here stays, and every item stands where it stood. What a model has no place for goes into a member of our own, which
//! the Workbench does not show and [`ours`](super::super::workbench::ours) reads back.

mod items;
mod table;

use key_engine::engine::Database;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::json::{Json, names_in_order};
use crate::design::entity_derive::Deriver;
use crate::design::formats::workbench::{DATA, FACETS, KEPT, TABLES_KEY, ours};
use crate::design::{Defect, Design, Entity};
use items::Placed;

const NAME: &str = "ModelName";
const ABOUT: &str = "ModelMetadata";

/// The order in which the Workbench writes members.
const ORDER: [&str; 31] = [
    "ModelName",
    "ModelMetadata",
    "Author",
    "DateCreated",
    "DateLastModified",
    "Description",
    "AWSService",
    "Version",
    "DataModel",
    "TableName",
    "IndexName",
    "FacetName",
    "KeyAttributes",
    "PartitionKey",
    "SortKey",
    "AttributeName",
    "AttributeType",
    "KeyAttributeAlias",
    "PartitionKeyAlias",
    "SortKeyAlias",
    "NonKeyAttributes",
    "TableFacets",
    "GlobalSecondaryIndexes",
    "Projection",
    "ProjectionType",
    "TableData",
    "DataAccess",
    "SampleDataFormats",
    "BillingMode",
    "ProvisionedCapacitySettings",
    "ProvisionedThroughput",
];

/// The design as a model, and what of it the Workbench does not show. `date` is when, for a design that was in no model before.
pub(super) fn write(design: &Design, database: &Database, date: &str) -> (String, Vec<Defect>) {
    let mut defects = beyond(design);
    let mut model = design.extra.get(KEPT).and_then(Value::as_object).cloned().unwrap_or_default();
    describe(&mut model, design, date);
    let mut tables = Vec::with_capacity(design.tables.len());
    let mut placed = Vec::with_capacity(design.tables.len());
    for described in &design.tables {
        let mut table = table::write(described, &mut defects);
        placed.push(items::place(design, described, database, &mut table));
        tables.push(Value::Object(table));
    }
    model.set(TABLES_KEY, Value::Array(tables));
    let mut model = Value::Object(model);
    let entities = derived(design, database, &placed) != design.entities;
    if let Some(member) = ours::write(design, &model.to_string(), entities)
        && let Value::Object(members) = &mut model
    {
        members.set(ours::KEY, member);
    }
    (print(&model, design, database, &placed), defects)
}

/// The model's name and what it says of itself.
fn describe(model: &mut Map<String, Value>, design: &Design, date: &str) {
    if model.get(NAME).is_some_and(Value::is_string) || !model.contains_key(NAME) {
        model.set(NAME, design.name.as_str().into());
    }
    let about = model.entry(ABOUT).or_insert(Value::Null);
    if !about.is_object() {
        *about = object(&mut [
            ("Author", "".into()),
            ("DateCreated", date.into()),
            ("DateLastModified", date.into()),
            ("Description", "".into()),
            ("AWSService", "Amazon DynamoDB".into()),
        ]);
    }
    if let Value::Object(about) = about {
        let said = about.get("Description").and_then(Value::as_str).unwrap_or_default();
        if said != design.description {
            about.set("Description", design.description.as_str().into());
        }
        about.set("Version", "3.0".into());
    }
}

/// What of a design a model has no place for.
fn beyond(design: &Design) -> Vec<Defect> {
    let mut defects = Vec::new();
    let mut tell = |count: usize, one: &str, many: &str| {
        if count > 0 {
            let counted = crate::numerals::counted(count as u64, one, many);
            let problem = format!("a model of the Workbench has no place for {counted}");
            let done = "kept in the file for this app, which the Workbench does not show";
            defects.push(Defect::of_table("", problem, done));
        }
    };
    tell(design.requests.len(), "row", "rows");
    tell(design.copies.len(), "deliberate copy", "deliberate copies");
    tell(design.accepted.len(), "accepted piece of advice", "accepted pieces of advice");
    defects
}

/// The kinds of item that whoever reads the model finds in it.
fn derived(design: &Design, database: &Database, placed: &[Placed]) -> Vec<Entity> {
    let mut entities = Vec::new();
    for (described, placed) in design.tables.iter().zip(placed) {
        let Some(table) = database.table(described.name()) else { continue };
        let partition = described.partition_key().unwrap_or_default();
        let mut deriver = Deriver::default();
        placed.each(table.primary(), |facet, item| {
            deriver.note(item, partition, described.sort_key(), facet);
        });
        entities.extend(deriver.finish(described.name()));
    }
    entities
}

/// The model as text, with the items put into their places.
fn print(model: &Value, design: &Design, database: &Database, placed: &[Placed]) -> String {
    let mut json = Json::default();
    json.open('{');
    for name in names_in_order(model, &ORDER) {
        let value = model.get(name).unwrap_or(&Value::Null);
        json.member(name);
        if name != TABLES_KEY {
            json.value(value, &ORDER);
            continue;
        }
        json.open('[');
        let tables = value.as_array().into_iter().flatten().zip(design.tables.iter().zip(placed));
        for (table, (described, placed)) in tables {
            json.element();
            let door = database.table(described.name());
            let lists = door.map(|table| Lists { placed, door: table.primary() });
            print_table(&mut json, table, lists.as_ref());
        }
        json.close(']');
    }
    json.close('}');
    json.end()
}

/// The items of a table by place.
struct Lists<'d> {
    placed: &'d Placed,
    door: &'d key_engine::engine::Index,
}

fn print_table(json: &mut Json, table: &Value, lists: Option<&Lists<'_>>) {
    json.open('{');
    for name in names_in_order(table, &ORDER) {
        let value = table.get(name).unwrap_or(&Value::Null);
        json.member(name);
        match value {
            Value::Array(_) if name == DATA => print_items(json, None, lists),
            Value::Array(facets) if name == FACETS => {
                json.open('[');
                for (at, facet) in facets.iter().enumerate() {
                    json.element();
                    print_facet(json, facet, at, lists);
                }
                json.close(']');
            }
            _ => json.value(value, &ORDER),
        }
    }
    json.close('}');
}

fn print_facet(json: &mut Json, facet: &Value, at: usize, lists: Option<&Lists<'_>>) {
    if !facet.is_object() {
        return json.value(facet, &ORDER);
    }
    json.open('{');
    for name in names_in_order(facet, &ORDER) {
        json.member(name);
        if name == DATA {
            print_items(json, Some(at), lists);
        } else {
            json.value(facet.get(name).unwrap_or(&Value::Null), &ORDER);
        }
    }
    json.close('}');
}

fn print_items(json: &mut Json, facet: Option<usize>, lists: Option<&Lists<'_>>) {
    json.open('[');
    if let Some(Lists { placed, door }) = lists {
        placed.items(facet, door, |item| {
            json.element();
            item.write_json(json.raw());
        });
    }
    json.close(']');
}
