//! What a design says beyond what a model of the Workbench has a place for.
//!
//! Owns the member of the model that keeps it: requests, copies and accepted advice as a document of the map's own format, and
//! of each table what differs from what the model says. The Workbench does not show it; what was changed in the Workbench
//! stands.

use key_engine::value::{Members as _, object};
use serde_json::{Map, Value};

use super::{KEPT, TABLES_KEY, patch};
use crate::design::formats::raw::{self, Part};
use crate::design::formats::{DOCUMENT, Draft, TableDraft, own};
use crate::design::{Defect, Design, MAX_BAYS, TableDesign, save, set_aside};

/// The member's name.
pub(in crate::design) const KEY: &str = "RetrievalMap";

const DESIGN: &str = "design";
const ABOUT: &str = "about";
const MODEL: &str = "model";
const TABLES: &str = "tables";
const CREATE: &str = "create";
const BAYS: &str = "bays";
const INDEX_BAYS: &str = "indexBays";
const EXPIRES: &str = "timeToLive";
const EXTRA: &str = "extra";
const CHANGED: &str = "it was changed since this app wrote the file";

/// The member for a design, where it is needed; `model` is the text of the model without items and without this member.
/// `entities` says whether the kinds of item must be written, because reading the model would find others.
pub(in crate::design) fn write(design: &Design, model: &str, entities: bool) -> Option<Value> {
    let read = super::read(raw::document(model, DOCUMENT).ok()?).ok()?;
    let mut members = Map::new();
    if let Some(document) = document(design, entities) {
        members.set(DESIGN, document);
    }
    put(&mut members, ABOUT, patch::difference(&about(&read.design), &about(design)));
    put(&mut members, MODEL, patch::difference(&kept(&read.design.extra), &kept(&design.extra)));
    let mut tables = Map::new();
    for (table, read) in design.tables.iter().zip(&read.tables) {
        put(&mut tables, table.name(), of_table(table, read));
    }
    put(&mut members, TABLES, tables);
    (!members.is_empty()).then_some(Value::Object(members))
}

fn put(members: &mut Map<String, Value>, name: &str, value: Map<String, Value>) {
    if !value.is_empty() {
        members.set(name, Value::Object(value));
    }
}

/// The design as a document of the map's own format without what the model says.
fn document(design: &Design, entities: bool) -> Option<Value> {
    let mut rest = Design { tables: Vec::new(), ..design.clone() };
    rest.extra.remove(KEPT);
    if !entities {
        rest.entities.clear();
    }
    let plain = Design {
        name: rest.name.clone(),
        description: rest.description.clone(),
        ..Design::default()
    };
    if rest == plain {
        return None;
    }
    let mut document = serde_json::from_str(&save(&rest, &key_engine::engine::Database::default()));
    if let Ok(Value::Object(members)) = &mut document {
        for name in ["name", "description", "tables"] {
            members.remove(name);
        }
    }
    document.ok()
}

fn of_table(table: &TableDesign, read: &TableDraft<'_>) -> Map<String, Value> {
    let mut members = Map::new();
    if let (Value::Object(read), Value::Object(is)) = (&read.create, &table.create) {
        put(&mut members, CREATE, patch::difference(read, is));
    }
    put(&mut members, MODEL, patch::difference(&kept(&read.extra), &kept(&table.extra)));
    if let Some(bays) = table.bays {
        members.set(BAYS, bays.into());
    }
    let of_index = |(name, bays): (&String, &u32)| (name.clone(), Value::from(*bays));
    put(&mut members, INDEX_BAYS, table.index_bays.iter().map(of_index).collect());
    if let Some(attribute) = &table.time_to_live {
        members.set(EXPIRES, attribute.as_str().into());
    }
    let mut extra = table.extra.clone();
    extra.remove(KEPT);
    extra.remove(super::UNDECLARED);
    put(&mut members, EXTRA, extra);
    members
}

fn about(design: &Design) -> Map<String, Value> {
    let mut about = Map::new();
    about.set("name", design.name.as_str().into());
    about.set("description", design.description.as_str().into());
    about
}

/// What is kept of a model or a table of it, but for its record of places.
fn kept(extra: &Map<String, Value>) -> Map<String, Value> {
    let mut kept = extra.get(KEPT).and_then(Value::as_object).cloned().unwrap_or_default();
    forget_places(&mut kept);
    kept
}

/// Empties the lists of items.
fn forget_places(kept: &mut Map<String, Value>) {
    let empty = |holder: &mut Map<String, Value>| {
        if let Some(Value::Array(list)) = holder.get_mut(super::DATA) {
            list.clear();
        }
    };
    empty(kept);
    if let Some(Value::Array(facets)) = kept.get_mut(super::FACETS) {
        facets.iter_mut().filter_map(Value::as_object_mut).for_each(empty);
    }
}

/// Gives a draft back what the member keeps.
pub(super) fn read(part: &Part<'_>, draft: &mut Draft<'_>) {
    let value = match part.value() {
        Ok(Value::Object(value)) => Value::Object(value),
        Ok(other) => {
            draft.defects.push(whole("it is not an object", "set aside"));
            set_aside(&mut draft.design.extra, object(&mut [(KEY, other)]));
            return;
        }
        Err(problem) => return draft.defects.push(whole(&problem, "left out")),
    };
    let member = |name: &str| value.get(name).unwrap_or(&Value::Null);
    let name = std::mem::take(&mut draft.design.name);
    let description = std::mem::take(&mut draft.design.description);
    let mut kept = draft.design.extra.remove(KEPT);
    if value.get(DESIGN).is_some() {
        read_document(member(DESIGN), draft);
    }
    let mut about = Map::new();
    about.set("name", name.into());
    about.set("description", description.into());
    // What it is called in the file stands where it was changed there.
    let _ = patch::restore(&mut about, member(ABOUT));
    let text = |name| about.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    (draft.design.name, draft.design.description) = (text("name"), text("description"));
    if let Some(Value::Object(members)) = &mut kept {
        let _ = patch::restore(members, member(MODEL));
        if !members.is_empty() {
            draft.design.extra.set(KEPT, Value::Object(std::mem::take(members)));
        }
    }
    for (name, table) in member(TABLES).as_object().into_iter().flatten() {
        let is = |draft: &&mut TableDraft<'_>| {
            draft.create.get("TableName") == Some(&Value::from(name.as_str()))
        };
        if let Some(found) = draft.tables.iter_mut().find(is) {
            read_table(name, table, found, &mut draft.defects);
        } else {
            let problem = format!("the file has no table of this name in {TABLES_KEY} any more");
            draft.defects.push(Defect::of_table(
                name,
                problem,
                "what was said of it was set aside",
            ));
            set_aside(&mut draft.design.extra, object(&mut [(name, table.clone())]));
        }
    }
}

fn read_document(value: &Value, draft: &mut Draft<'_>) {
    let text = value.to_string();
    let read = raw::document(&text, DOCUMENT).and_then(own::read);
    match read {
        Ok(read) => {
            draft.design = read.design;
            draft.defects.extend(read.defects);
        }
        Err(error) => {
            draft.defects.push(whole(&error.to_string(), "set aside"));
            set_aside(&mut draft.design.extra, value.clone());
        }
    }
}

fn read_table(name: &str, value: &Value, draft: &mut TableDraft<'_>, defects: &mut Vec<Defect>) {
    let member = |name: &str| value.get(name).unwrap_or(&Value::Null);
    if let Some(Value::Object(members)) = draft.extra.get_mut(KEPT) {
        let _ = patch::restore(members, member(MODEL));
        if members.is_empty() {
            draft.extra.remove(KEPT);
            draft.places = None;
        }
    }
    if let Value::Object(create) = &mut draft.create {
        for (changed, was) in patch::restore(create, member(CREATE)) {
            let Some(was) = was else { continue };
            if changed == DEFINITIONS {
                add_definitions(create, was);
                continue;
            }
            let problem = format!("{changed}: {CHANGED}");
            defects.push(Defect::of_table(name, problem, "what was there before was set aside"));
            set_aside(&mut draft.extra, object(&mut [(&changed, was)]));
        }
    }
    let bays = |value: &Value| {
        let bays = value.as_u64().and_then(|bays| u32::try_from(bays).ok());
        bays.filter(|bays| (1..=MAX_BAYS).contains(bays))
    };
    draft.bays = bays(member(BAYS));
    draft.time_to_live = member(EXPIRES).as_str().map(str::to_owned);
    for (index, value) in member(INDEX_BAYS).as_object().into_iter().flatten() {
        if let Some(bays) = bays(value) {
            draft.index_bays.insert(index.clone(), bays);
        }
    }
    for (key, value) in member(EXTRA).as_object().into_iter().flatten() {
        if key != KEPT {
            draft.extra.set(key, value.clone());
        }
    }
}

const DEFINITIONS: &str = "AttributeDefinitions";

/// Adds the types that an index needs which the model does not have; those that none needs are left out by the loader.
fn add_definitions(create: &mut Map<String, Value>, was: Value) {
    let (Some(Value::Array(now)), Value::Array(was)) = (create.get_mut(DEFINITIONS), was) else {
        return;
    };
    for definition in was {
        let name = definition.get("AttributeName");
        if !now.iter().any(|other| other.get("AttributeName") == name) {
            now.push(definition);
        }
    }
}

fn whole(problem: &str, done: &str) -> Defect {
    Defect::of_table("", format!("{KEY}: {problem}"), done)
}
