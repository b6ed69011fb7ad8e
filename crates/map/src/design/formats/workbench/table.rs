//! One table of a NoSQL Workbench model: its keys, indexes, capacity and the places its items are written in.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::places::{MOST_ITEMS, Places};
use super::{DATA, FACETS, KEPT, keep};
use crate::design::Defect;
use crate::design::formats::raw::{Part, RawItems};
use crate::design::formats::{ItemSource, TableDraft};

/// Attribute names and types met so far, for `AttributeDefinitions`.
type Types = Map<String, Value>;

/// Reads a table; `at` is its place in the model.
///
/// # Errors
/// A clause that says why it is no table at all. A table whose keys are unsound is the loader's to judge.
pub(super) fn read<'t>(
    part: Part<'t>,
    at: usize,
    faults: &mut Vec<Defect>,
) -> Result<TableDraft<'t>, String> {
    let mut parts = part.members()?;
    let name = match parts.get("TableName").map(Part::value) {
        Some(Ok(Value::String(name))) => name,
        _ => format!("DataModel[{at}]"),
    };
    let mut sources = Sources::default();
    let main = parts.remove(DATA);
    let has_main = main.is_some();
    let main = main.map_or(Ok(Vec::new()), Part::items);
    sources.add(DATA, (None, None), main, &name, faults);
    let facets = parts.remove(FACETS).map(|part| read_facets(part, &name, &mut sources, faults));
    let mut kept = keep(parts, &name, faults);
    if has_main {
        kept.set(DATA, Value::Array(Vec::new()));
    }
    if let Some(facets) = facets {
        kept.set(FACETS, facets);
    }
    let create = create_table(&kept, &name, faults);
    let Sources { facets, sources } = sources;
    let count: usize = sources.iter().map(|source| source.items.len()).sum();
    let places = (count <= MOST_ITEMS).then(|| Places::new(facets, &kept));
    let mut extra = Map::new();
    extra.set(KEPT, Value::Object(kept));
    Ok(TableDraft { create, extra, sources, places, ..TableDraft::default() })
}

/// The places of items met so far, and which facet each is.
#[derive(Default)]
struct Sources<'t> {
    facets: Vec<Option<usize>>,
    sources: Vec<ItemSource<'t>>,
}

impl<'t> Sources<'t> {
    fn add(
        &mut self,
        place: &str,
        (facet, entity): (Option<usize>, Option<&str>),
        items: Result<RawItems<'t>, String>,
        table: &str,
        faults: &mut Vec<Defect>,
    ) {
        match items {
            Ok(items) if items.is_empty() => {}
            Ok(items) => {
                let (place, entity) = (place.to_owned(), entity.map(str::to_owned));
                self.sources.push(ItemSource { place, entity, items });
                self.facets.push(facet);
            }
            Err(problem) => {
                faults.push(Defect::of_table(table, format!("{place}: {problem}"), "left out"));
            }
        }
    }
}

/// Takes the items out of each facet; gives back the facets without them.
fn read_facets<'t>(
    part: Part<'t>,
    table: &str,
    sources: &mut Sources<'t>,
    faults: &mut Vec<Defect>,
) -> Value {
    let facets = part.elements().unwrap_or_else(|problem| {
        faults.push(Defect::of_table(table, format!("TableFacets: {problem}"), "left out"));
        Vec::new()
    });
    let mut kept = Vec::with_capacity(facets.len());
    for (at, part) in facets.into_iter().enumerate() {
        let place = format!("TableFacets[{at}]");
        let mut parts = match part.members() {
            Ok(parts) => parts,
            Err(problem) => {
                faults.push(Defect::of_table(table, format!("{place}: {problem}"), "left out"));
                continue;
            }
        };
        let items = parts.remove(DATA);
        let has_items = items.is_some();
        let items = items.map_or(Ok(Vec::new()), Part::items);
        let mut facet = keep(parts, table, faults);
        let name = facet.get("FacetName").and_then(Value::as_str);
        let place = name.map_or(place, |name| format!("facet {name}"));
        sources.add(&place, (Some(kept.len()), name), items, table, faults);
        if has_items {
            facet.set(DATA, Value::Array(Vec::new()));
        }
        kept.push(Value::Object(facet));
    }
    Value::Array(kept)
}

/// The table as `CreateTable` takes it, as far as the model says; what is missing stays missing.
fn create_table(model: &Map<String, Value>, name: &str, faults: &mut Vec<Defect>) -> Value {
    let mut types = Types::new();
    let mut create = Map::new();
    if let Some(written) = model.get("TableName") {
        create.set("TableName", written.clone());
    }
    let schema = key_schema(model.get("KeyAttributes"), &mut types, name, "the table", faults);
    create.set("KeySchema", schema);
    let capacity = capacity(model, name, faults);
    let mut indexes = Vec::new();
    for key in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
        let written = match model.get(key) {
            None | Some(Value::Null) => continue,
            Some(Value::Array(written)) => written,
            Some(_) => {
                faults.push(Defect::of_table(name, format!("{key} is not a list"), "left out"));
                continue;
            }
        };
        let global = key == "GlobalSecondaryIndexes";
        indexes.clear();
        for (at, index) in written.iter().enumerate() {
            let own = capacity.as_ref().filter(|_| global);
            indexes.push(read_index(index, at, own, &mut types, name, faults));
        }
        if !indexes.is_empty() {
            create.set(key, Value::Array(indexes.clone()));
        }
    }
    let definitions = types.into_iter().map(|(name, kind)| {
        object(&mut [("AttributeName", Value::from(name)), ("AttributeType", kind)])
    });
    create.set("AttributeDefinitions", definitions.collect());
    match capacity {
        Some(throughput) => {
            create.set("BillingMode", Value::from("PROVISIONED"));
            create.set("ProvisionedThroughput", throughput);
        }
        None => create.set("BillingMode", Value::from("PAY_PER_REQUEST")),
    }
    Value::Object(create)
}

fn read_index(
    index: &Value,
    at: usize,
    table_capacity: Option<&Value>,
    types: &mut Types,
    table: &str,
    faults: &mut Vec<Defect>,
) -> Value {
    let mut out = Map::new();
    let place = match index.get("IndexName") {
        Some(Value::String(name)) => format!("index {name}"),
        _ => format!("index {}", at + 1),
    };
    if let Some(name) = index.get("IndexName") {
        out.set("IndexName", name.clone());
    }
    out.set("KeySchema", key_schema(index.get("KeyAttributes"), types, table, &place, faults));
    let projection = if let Some(Value::Object(written)) = index.get("Projection") {
        let mut sound = written.clone();
        if written.get("ProjectionType").and_then(Value::as_str) != Some("INCLUDE") {
            sound.remove("NonKeyAttributes");
        }
        Value::Object(sound)
    } else {
        faults.push(Defect::of_table(table, format!("{place} says no projection"), "read as ALL"));
        object(&mut [("ProjectionType", Value::from("ALL"))])
    };
    out.set("Projection", projection);
    if let Some(table_capacity) = table_capacity {
        let own = index
            .get("ProvisionedCapacitySettings")
            .and_then(|own| own.get("ProvisionedThroughput"));
        let own = own.filter(|own| is_throughput(own)).unwrap_or(table_capacity);
        out.set("ProvisionedThroughput", own.clone());
    }
    Value::Object(out)
}

/// `KeySchema` from `KeyAttributes`, with each attribute's type noted. A part may be a list of attributes, as indexes with
/// several have.
fn key_schema(
    keys: Option<&Value>,
    types: &mut Types,
    table: &str,
    place: &str,
    faults: &mut Vec<Defect>,
) -> Value {
    let mut schema = Vec::new();
    for (part, role) in [("PartitionKey", "HASH"), ("SortKey", "RANGE")] {
        let attributes = match keys.and_then(|keys| keys.get(part)) {
            None | Some(Value::Null) => continue,
            Some(Value::Array(several)) => several.iter().collect(),
            Some(one) => vec![one],
        };
        for attribute in attributes {
            let Some(name) = attribute.get("AttributeName").and_then(Value::as_str) else {
                let problem = format!("{place}: its {part} has no name");
                faults.push(Defect::of_table(table, problem, "the part was left out"));
                continue;
            };
            let kind =
                attribute.get("AttributeType").and_then(Value::as_str).unwrap_or_else(|| {
                    let fault = Defect::of_table(
                        table,
                        format!("{place}: its {part} has no type"),
                        "read as S",
                    );
                    faults.push(fault.at_attribute(name));
                    "S"
                });
            let noted = types.entry(name).or_insert_with(|| kind.into());
            if noted != kind {
                let problem =
                    format!("{place} declares it {kind}, and it is {noted} elsewhere in the table");
                let fault = Defect::of_table(table, problem, format!("read as {noted}"));
                faults.push(fault.at_attribute(name));
            }
            schema.push(object(&mut [
                ("AttributeName", Value::from(name)),
                ("KeyType", Value::from(role)),
            ]));
        }
    }
    Value::Array(schema)
}

/// `ProvisionedThroughput` where the model is provisioned; none on demand or where nothing is said.
fn capacity(model: &Map<String, Value>, table: &str, faults: &mut Vec<Defect>) -> Option<Value> {
    if model.get("BillingMode").and_then(Value::as_str) != Some("PROVISIONED") {
        return None;
    }
    let settings =
        model.get("ProvisionedCapacitySettings").and_then(|all| all.get("ProvisionedThroughput"));
    let sound = settings.filter(|settings| is_throughput(settings));
    if sound.is_none() {
        let problem = "it is provisioned, but its throughput is not given in whole units from 1";
        faults.push(Defect::of_table(table, problem, "read as on demand"));
    }
    sound.cloned()
}

fn is_throughput(settings: &Value) -> bool {
    ["ReadCapacityUnits", "WriteCapacityUnits"]
        .iter()
        .all(|name| settings.get(name).and_then(Value::as_u64).is_some_and(|units| units > 0))
}
