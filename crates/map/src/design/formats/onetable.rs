//! `OneTable` schemas, of format 1.1.0 and what is like it.
//!
//! Owns the table that a schema's indexes make, the kinds of item that its models are, with their keys' templates, and its sample
//! items. Its saved queries are read in [`queries`]. The schema itself is kept under `oneTable`.

mod queries;

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::definition::settle;
use super::{Draft, ItemSource, TableDraft, Written};
use crate::design::free_names::FreeNames;
use crate::design::{Defect, Entity, OpenError, TableDesign, set_aside};

/// More indexes than a table may have.
const MOST_INDEXES: usize = 100;
const UNNAMED: &str = "OneTable";

/// Whether a value is one.
pub(super) fn fits(whole: &Value) -> bool {
    let says = |member: &str| {
        let said = whole.get(member).and_then(Value::as_str);
        said.is_some_and(|said| said.starts_with("onetable:"))
    };
    let indexes = whole.get("indexes").and_then(|indexes| indexes.get("primary"));
    says("format")
        || says("version")
        || (indexes.is_some_and(Value::is_object) && whole.get("models").is_some())
}

pub(super) fn read<'t>(whole: Value) -> Result<Draft<'t>, OpenError> {
    let Value::Object(mut schema) = whole else { return Err(OpenError::NoTables) };
    let mut draft = Draft { format: "OneTable schema", ..Draft::default() };
    let name = if let Some(Value::String(name)) = schema.get("name") {
        name.clone()
    } else {
        let problem = "a schema does not name its table";
        draft.defects.push(Defect::of_table("", problem, format!("called {UNNAMED}")));
        UNNAMED.to_owned()
    };
    // a name that is not allowed is changed before kinds of item and requests are given it
    let (free, problem) = FreeNames::default().give(&name);
    if let Some(problem) = problem {
        draft.defects.push(Defect::of_table(&name, problem, format!("renamed {free}")));
    }
    let name = free;
    let bad = |problem: &str| OpenError::BadDocument {
        place: "indexes".to_owned(),
        problem: problem.to_owned(),
    };
    let indexes = match schema.get("indexes") {
        Some(Value::Object(indexes)) => indexes.clone(),
        Some(_) => return Err(bad("it should be an object of indexes by name")),
        None => return Err(bad("it is missing")),
    };
    let mut create = create_table(&name, &indexes, &schema, &mut draft.defects);
    let mut extra = Map::new();
    settle(&mut create, &mut extra, &name, &mut draft.defects);
    let create = Value::Object(create);
    let table = TableDesign { create: create.clone(), ..TableDesign::default() };
    models(&schema, &table, &mut draft);
    let items = schema.remove("items");
    let items = match items {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(items)) => items,
        Some(other) => {
            draft.defects.push(Defect::of_table("", "items is not a list", "set aside"));
            set_aside(&mut draft.design.extra, other);
            Vec::new()
        }
    };
    let items = items.into_iter().map(|item| Written::Value(typed_item(item))).collect();
    let sources = vec![ItemSource { place: "items".to_owned(), entity: None, items }];
    draft.tables.push(TableDraft { create, extra, sources, ..TableDraft::default() });
    match schema.remove("queries") {
        Some(Value::Object(saved)) => {
            let kept = queries::read(saved, &table, &indexes, &mut draft);
            if !kept.is_empty() {
                schema.set("queries", Value::Object(kept));
            }
        }
        Some(odd) => {
            let problem = "its queries are no object";
            draft.defects.push(Defect::of_table("", problem, "the schema is kept"));
            schema.set("queries", odd);
        }
        None => {}
    }
    if let Some(Value::String(text)) = schema.get("description") {
        draft.design.description.clone_from(text);
        schema.remove("description");
    }
    draft.design.extra.set("oneTable", Value::Object(schema));
    Ok(draft)
}

/// The attribute of a key's role in an index.
fn role<'i>(index: &'i Value, member: &str) -> Option<&'i str> {
    index.get(member).and_then(Value::as_str)
}

fn create_table(
    name: &str,
    indexes: &Map<String, Value>,
    schema: &Map<String, Value>,
    faults: &mut Vec<Defect>,
) -> Map<String, Value> {
    let mut used: Vec<String> = Vec::new();
    let mut key_schema = |hash: Option<&str>, sort: Option<&str>| {
        let mut elements = Vec::new();
        for (attribute, role) in [(hash, "HASH"), (sort, "RANGE")] {
            let Some(attribute) = attribute else { continue };
            if !used.iter().any(|known| known == attribute) {
                used.push(attribute.to_owned());
            }
            let mut element =
                [("AttributeName", Value::from(attribute)), ("KeyType", Value::from(role))];
            elements.push(object(&mut element));
        }
        Value::Array(elements)
    };
    let mut create = Map::new();
    create.set("TableName", Value::from(name));
    create.set("BillingMode", Value::from("PAY_PER_REQUEST"));
    let primary = indexes.get("primary").unwrap_or(&Value::Null);
    create.set("KeySchema", key_schema(role(primary, "hash"), role(primary, "sort")));
    let (mut globals, mut locals) = (Vec::new(), Vec::new());
    let others = indexes.iter().filter(|(index_name, _)| *index_name != "primary");
    if indexes.len() > MOST_INDEXES {
        let problem = format!("it has {} indexes", indexes.len());
        let done = format!("the first {MOST_INDEXES} were read; the schema is kept");
        faults.push(Defect::of_table(name, problem, done));
    }
    for (index_name, index) in others.take(MOST_INDEXES) {
        if !index.is_object() {
            let problem = format!("its index {index_name} is no object");
            faults.push(Defect::of_table(name, problem, "left out; the schema is kept"));
            continue;
        }
        let local = role(index, "type") == Some("local");
        let hash = if local { role(primary, "hash") } else { role(index, "hash") };
        let keys = key_schema(hash, role(index, "sort"));
        let mut projection = Map::new();
        match index.get("project") {
            Some(Value::Array(listed)) => {
                projection.set("ProjectionType", Value::from("INCLUDE"));
                projection.set("NonKeyAttributes", Value::Array(listed.clone()));
            }
            Some(Value::String(word)) if word == "keys" => {
                projection.set("ProjectionType", Value::from("KEYS_ONLY"));
            }
            _ => projection.set("ProjectionType", Value::from("ALL")),
        }
        let made = object(&mut [
            ("IndexName", Value::from(index_name.as_str())),
            ("KeySchema", keys),
            ("Projection", Value::Object(projection)),
        ]);
        if local { &mut locals } else { &mut globals }.push(made);
    }
    create.set("GlobalSecondaryIndexes", Value::Array(globals));
    create.set("LocalSecondaryIndexes", Value::Array(locals));
    let definitions = used.iter().map(|attribute| {
        let kind = Value::from(kind_of(attribute, schema));
        object(&mut [("AttributeName", Value::from(attribute.as_str())), ("AttributeType", kind)])
    });
    create.set("AttributeDefinitions", definitions.collect());
    create
}

/// The fields of all models, by model.
fn fields(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Map<String, Value>)> {
    let models = schema.get("models").and_then(Value::as_object);
    models.into_iter().flatten().filter_map(|(name, model)| Some((name, model.as_object()?)))
}

/// The type of a key attribute: that of the first model which has one for it, else a string.
fn kind_of(attribute: &str, schema: &Map<String, Value>) -> &'static str {
    let iso_dates = schema.get("params").and_then(|params| params.get("isoDates"));
    let iso_dates = iso_dates.and_then(Value::as_bool).unwrap_or_default();
    for (_, model) in fields(schema) {
        let kind = model.get(attribute).and_then(|field| field.get("type")).and_then(Value::as_str);
        match kind.map(str::to_ascii_lowercase).as_deref() {
            Some("number") => return "N",
            Some("date") if !iso_dates => return "N",
            Some("binary" | "buffer" | "arraybuffer") => return "B",
            Some(_) => return "S",
            None => {}
        }
    }
    "S"
}

/// Models as kinds of item.
fn models(schema: &Map<String, Value>, table: &TableDesign, draft: &mut Draft<'_>) {
    let mut keys: Vec<&str> = Vec::new();
    let definitions = table.create.get("AttributeDefinitions").and_then(Value::as_array);
    for definition in definitions.into_iter().flatten() {
        keys.extend(definition.get("AttributeName").and_then(Value::as_str));
    }
    match schema.get("models") {
        Some(Value::Object(models)) => {
            for name in models.iter().filter(|(_, model)| !model.is_object()).map(|(name, _)| name)
            {
                let problem = format!("its model {name} is no object");
                draft.defects.push(Defect::of_table(
                    table.name(),
                    problem,
                    "left out; the schema is kept",
                ));
            }
        }
        None | Some(Value::Null) => {}
        Some(_) => {
            let problem = "models is not an object of models by name";
            draft.defects.push(Defect::of_table(
                table.name(),
                problem,
                "left out; the schema is kept",
            ));
        }
    }
    for (name, model) in fields(schema) {
        let mut entity =
            Entity { name: name.clone(), table: table.name().to_owned(), ..Entity::default() };
        for key in &keys {
            let value =
                model.get(*key).and_then(|field| field.get("value")).and_then(Value::as_str);
            if let Some(value) = value {
                entity.templates.insert((*key).to_owned(), template(value));
            }
        }
        entity.follow_templates(table);
        draft.design.entities.push(entity);
    }
}

/// A template in braces: `user#${id:8:0}` is `user#{id}`.
fn template(value: &str) -> String {
    let mut made = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        made.push_str(before);
        let Some((name, tail)) = after.split_once('}') else {
            made.push_str("${");
            rest = after;
            continue;
        };
        made.push('{');
        made.push_str(name.split(':').next().unwrap_or_default());
        made.push('}');
        rest = tail;
    }
    made.push_str(rest);
    made
}

/// A sample item with its types, which such a file leaves out.
fn typed_item(item: Value) -> Value {
    match item {
        Value::Object(members) if !members.values().all(super::items::is_typed_value) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, typed(value))).collect())
        }
        other => other,
    }
}

fn typed(value: Value) -> Value {
    let (kind, value) = match value {
        Value::Null => ("NULL", Value::Bool(true)),
        Value::Bool(truth) => ("BOOL", Value::Bool(truth)),
        Value::Number(number) => ("N", Value::String(number.to_string())),
        Value::String(text) => ("S", Value::String(text)),
        Value::Array(list) => ("L", list.into_iter().map(typed).collect()),
        Value::Object(members) => (
            "M",
            Value::Object(members.into_iter().map(|(name, value)| (name, typed(value))).collect()),
        ),
    };
    object(&mut [(kind, value)])
}
