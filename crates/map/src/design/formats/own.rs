//! The app's own format: the design document as `docs/format.md` describes it.
//!
//! Owns the reading of the document and its tables; its cards and its copies have modules of their own, and
//! [`save`](crate::design::save) is the mirror of all. What is unsound is left out, listed, and kept under the key `setAside`
//! of what it was part of, so that saving loses nothing.

use key_engine::order::{SortedMap, sort_by};
use key_engine::value::object;
use serde_json::{Map, Value};

use super::raw::{Members, Part};
use super::{Draft, ItemSource, TableDraft};
use crate::design::{Defect, Entity, MAX_BAYS, OpenError, Request, TableDesign, set_aside};

mod copies;
mod requests;

pub(in crate::design) use copies::{read as read_copy, read_accepted};
pub(in crate::design) use requests::read as read_request;

/// The key that marks a document as of this format; its value is the version.
pub(super) const VERSION_KEY: &str = "retrieval-map";

/// The version written, and the newest that is read.
pub(in crate::design) const VERSION: u64 = 1;

pub(super) fn read(mut document: Members<'_>) -> Result<Draft<'_>, OpenError> {
    check_version(document.remove(VERSION_KEY).as_ref())?;
    let mut draft = Draft { format: "design", ..Draft::default() };
    if let Some(part) = document.remove("tables") {
        let tables = part.elements().map_err(|problem| bad("tables", problem))?;
        for (at, table) in tables.into_iter().enumerate() {
            draft.tables.push(read_table(table, &format!("tables[{at}]"), &mut draft.defects)?);
        }
    }
    let mut rest = Map::new();
    for (key, part) in document {
        let value = part.value().map_err(|problem| bad(&key, problem))?;
        rest.insert(key, value);
    }
    let faults = &mut draft.defects;
    draft.design.name = text(&mut rest, "name", "document", faults);
    draft.design.description = text(&mut rest, "description", "document", faults);
    draft.design.entities = list(&mut rest, "entities", faults, read_entity);
    draft.design.requests = list(&mut rest, "requests", faults, requests::read);
    report_repeated_ids(&draft.design.requests, faults);
    draft.design.copies = list(&mut rest, "copies", faults, copies::read);
    draft.design.accepted = list(&mut rest, "accepted", faults, copies::read_accepted);
    draft.design.extra = rest;
    Ok(draft)
}

fn check_version(part: Option<&Part<'_>>) -> Result<(), OpenError> {
    let written = match part {
        Some(Part::Raw(raw)) => raw.get(),
        _ => "",
    };
    match written.parse::<u64>() {
        Ok(VERSION) => Ok(()),
        Ok(newer) if newer > VERSION => Err(OpenError::NewerFormat { version: newer.to_string() }),
        _ => Err(OpenError::BadDocument {
            place: VERSION_KEY.to_owned(),
            problem: "the format's version should be a whole number from 1".to_owned(),
        }),
    }
}

fn read_table<'t>(
    part: Part<'t>,
    place: &str,
    faults: &mut Vec<Defect>,
) -> Result<TableDraft<'t>, OpenError> {
    let mut parts = part.members().map_err(|problem| bad(place, problem))?;
    let items = parts.remove("items").map_or(Ok(Vec::new()), Part::items);
    let items = items.map_err(|problem| bad(place, problem))?;
    let mut rest = Map::new();
    for (key, part) in parts {
        let value = part.value().map_err(|problem| bad(place, problem))?;
        rest.insert(key, value);
    }
    let TableDesign { create, bays, index_bays, time_to_live, extra } =
        description(rest, place, faults);
    let sources = vec![ItemSource { place: "items".to_owned(), entity: None, items }];
    Ok(TableDraft { create, bays, index_bays, time_to_live, extra, sources, places: None })
}

/// All of a table but its items.
fn description(mut rest: Map<String, Value>, place: &str, faults: &mut Vec<Defect>) -> TableDesign {
    let mut bays_of = |value: &Value, place: &str| {
        let sound = value.as_u64().and_then(|bays| u32::try_from(bays).ok());
        let sound = sound.filter(|bays| (1..=MAX_BAYS).contains(bays));
        if sound.is_none() {
            let problem = format!("a number of bays is a whole number from 1 to {MAX_BAYS}");
            faults.push(fault(place, &problem, "the usual number was taken"));
        }
        sound
    };
    let bays = rest.remove("bays").and_then(|value| bays_of(&value, &format!("{place}.bays")));
    let mut index_bays = SortedMap::default();
    match rest.remove("indexBays") {
        None => {}
        Some(Value::Object(written)) => {
            for (index, value) in written {
                if let Some(bays) = bays_of(&value, &format!("{place}.indexBays.{index}")) {
                    index_bays.insert(index, bays);
                }
            }
        }
        Some(other) => _ = bays_of(&other, &format!("{place}.indexBays")),
    }
    let time_to_live = match rest.remove("timeToLive") {
        None | Some(Value::Null) => None,
        Some(Value::String(attribute)) => Some(attribute),
        Some(other) => {
            let problem = "what says when an item expires should be the name of an attribute";
            put_aside(&mut rest, "timeToLive", other, (place, problem), faults);
            None
        }
    };
    let create = rest.remove("create").unwrap_or_default();
    TableDesign { create, bays, index_bays, time_to_live, extra: rest }
}

/// What is written by itself in the form that it has in a document: a part of an operation log.
///
/// # Errors
/// A clause that says what is unsound in it.
pub(in crate::design) fn one<T>(
    value: &Value,
    read: impl Fn(&Value, &mut Vec<Defect>) -> Result<T, String>,
) -> Result<T, String> {
    let mut faults = Vec::new();
    let read = read(value, &mut faults)?;
    match faults.first() {
        None => Ok(read),
        Some(fault) => Err(fault.problem.clone()),
    }
}

pub(in crate::design) fn read_description(
    value: &Value,
    faults: &mut Vec<Defect>,
) -> Result<TableDesign, String> {
    match value {
        Value::Object(members) => Ok(description(members.clone(), "table", faults)),
        _ => Err("it should be an object".to_owned()),
    }
}

/// Reads each element of a list; what is unsound is listed and set aside.
fn list<T>(
    rest: &mut Map<String, Value>,
    key: &str,
    faults: &mut Vec<Defect>,
    read: impl Fn(&Value, &mut Vec<Defect>) -> Result<T, String>,
) -> Vec<T> {
    let elements = match rest.remove(key) {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Array(elements)) => elements,
        Some(other) => {
            faults.push(fault(key, "it should be a list", "set aside"));
            set_aside(rest, other);
            return Vec::new();
        }
    };
    let mut sound = Vec::with_capacity(elements.len());
    for (at, element) in elements.into_iter().enumerate() {
        match read(&element, faults) {
            Ok(read) => sound.push(read),
            Err(problem) => {
                faults.push(fault(&format!("{key}[{at}]"), &problem, "set aside"));
                set_aside(rest, element);
            }
        }
    }
    sound
}

pub(in crate::design) fn read_entity(
    value: &Value,
    faults: &mut Vec<Defect>,
) -> Result<Entity, String> {
    let member = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let needed = |name: &str| member(name).ok_or_else(|| missing(name, "a string"));
    let name = needed("name")?;
    let mut templates = SortedMap::default();
    match value.get("templates") {
        None | Some(Value::Null) => {}
        Some(Value::Object(written)) => {
            for (attribute, template) in written {
                if let Some(template) = template.as_str() {
                    templates.insert(attribute.clone(), template.to_owned());
                    continue;
                }
                let problem = format!("its template of {attribute} is not a string");
                faults.push(fault(&format!("kind {name}"), &problem, "left out"));
            }
        }
        Some(_) => {
            let problem = "its templates are not an object";
            faults.push(fault(&format!("kind {name}"), problem, "left out"));
        }
    }
    Ok(Entity {
        name,
        table: needed("table")?,
        partition_prefix: member("partitionPrefix").unwrap_or_default(),
        sort_prefix: member("sortPrefix"),
        templates,
    })
}

fn text(rest: &mut Map<String, Value>, key: &str, place: &str, faults: &mut Vec<Defect>) -> String {
    match rest.remove(key) {
        None => String::new(),
        Some(Value::String(text)) => text,
        Some(other) => {
            faults.push(fault(place, &format!("its {key} is not a string"), "read as its JSON"));
            other.to_string()
        }
    }
}

fn report_repeated_ids(requests: &[Request], faults: &mut Vec<Defect>) {
    let mut ids: Vec<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    sort_by(&mut ids, Ord::cmp);
    for pair in ids.windows(2) {
        if let [one, other] = pair
            && one == other
        {
            faults.push(fault(&format!("request {one}"), "its id is used twice", "both were kept"));
        }
    }
}

/// Keeps what could not be used of a member under the key `setAside`, by the member's name, and lists why.
fn put_aside(
    rest: &mut Map<String, Value>,
    name: &str,
    value: Value,
    (place, problem): (&str, &str),
    faults: &mut Vec<Defect>,
) {
    faults.push(fault(place, problem, "set aside"));
    set_aside(rest, object(&mut [(name, value)]));
}

fn bad(place: &str, problem: String) -> OpenError {
    OpenError::BadDocument { place: place.to_owned(), problem }
}

fn missing(name: &str, kind: &str) -> String {
    format!("it needs \"{name}\" ({kind})")
}

fn fault(place: &str, problem: &str, done: &str) -> Defect {
    Defect::of_table("", problem, done).in_item(place)
}
