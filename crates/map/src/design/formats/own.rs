//! The app's own format: the design document as `docs/format.md` describes it.
//!
//! Owns the reading of each part of the document; [`save`](crate::design::save) is its mirror. A card or a kind of item
//! that is unsound is left out, listed, and kept under the key `setAside` so that saving loses nothing.

use key_engine::order::{SortedMap, sort_by};
use serde_json::{Map, Value};

use super::raw::{Members, Part};
use super::{Draft, ItemSource, TableDraft};
use crate::design::{
    Call, Consistency, Defect, Entity, MAX_BAYS, OpenError, Request, Volume, Wanted, set_aside,
};

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
    draft.design.entities = list(&mut rest, "entities", faults, |value, _| read_entity(value));
    draft.design.requests = list(&mut rest, "requests", faults, read_request);
    report_repeated_ids(&draft.design.requests, faults);
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
    let create = rest.remove("create").unwrap_or_default();
    let sources = vec![ItemSource { place: "items".to_owned(), entity: None, items }];
    Ok(TableDraft { create, bays, index_bays, extra: rest, sources })
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

fn read_entity(value: &Value) -> Result<Entity, String> {
    let member = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let needed = |name: &str| member(name).ok_or_else(|| missing(name, "a string"));
    Ok(Entity {
        name: needed("name")?,
        table: needed("table")?,
        partition_prefix: member("partitionPrefix").unwrap_or_default(),
        sort_prefix: member("sortPrefix"),
    })
}

fn read_request(value: &Value, faults: &mut Vec<Defect>) -> Result<Request, String> {
    let Value::Object(written) = value else { return Err("it should be an object".to_owned()) };
    let mut rest = written.clone();
    let Some(Value::String(id)) = rest.remove("id") else { return Err(missing("id", "a string")) };
    let place = format!("request {id}");
    let calls = match rest.remove("calls") {
        Some(Value::Array(calls)) => calls.into_iter().map(read_call).collect::<Result<_, _>>()?,
        _ => return Err(missing("calls", "a list")),
    };
    let samples = read_samples(rest.remove("samples"), &place, faults);
    let route = rest.contains_key("route").then(|| text(&mut rest, "route", &place, faults));
    Ok(Request {
        sentence: text(&mut rest, "sentence", &place, faults),
        volume: read_volume(rest.remove("volume").as_ref(), &place, faults),
        consistency: read_consistency(rest.remove("consistency").as_ref(), &place, faults),
        id,
        route,
        calls,
        samples,
        wanted: Wanted::default(),
        expected: None,
        extra: rest,
    })
}

fn read_samples(
    value: Option<Value>,
    place: &str,
    faults: &mut Vec<Defect>,
) -> SortedMap<String, String> {
    let mut samples = SortedMap::default();
    match value {
        None => {}
        Some(Value::Object(written)) => {
            for (name, value) in written {
                let sample = match value {
                    Value::String(sample) => sample,
                    other => {
                        faults.push(fault(place, "a sample is not a string", "read as its JSON"));
                        other.to_string()
                    }
                };
                samples.insert(name, sample);
            }
        }
        Some(_) => faults.push(fault(place, "its samples are not an object", "left out")),
    }
    samples
}

fn read_call(value: Value) -> Result<Call, String> {
    let Value::Object(mut call) = value else {
        return Err("a call should be an object".to_owned());
    };
    match (call.remove("operation"), call.remove("input")) {
        (Some(Value::String(operation)), Some(input @ Value::Object(_))) => {
            Ok(Call { operation, input })
        }
        _ => {
            Err("a call needs an \"operation\" (a string) and an \"input\" (an object)".to_owned())
        }
    }
}

fn read_volume(value: Option<&Value>, place: &str, faults: &mut Vec<Defect>) -> Volume {
    let sound = value.and_then(|value| match value {
        Value::String(word) => Volume::from_word(word),
        other => other.as_f64().filter(|rate| *rate >= 0.0).map(Volume::PerSecond),
    });
    sound.unwrap_or_else(|| {
        if value.is_some() {
            let problem = "its volume should be very high, high, low, or requests a second";
            faults.push(fault(place, problem, "read as low"));
        }
        Volume::Low
    })
}

fn read_consistency(value: Option<&Value>, place: &str, faults: &mut Vec<Defect>) -> Consistency {
    let sound = value.and_then(Value::as_str).and_then(Consistency::from_word);
    sound.unwrap_or_else(|| {
        if value.is_some() {
            let problem = "its consistency should be strong may matter, or eventual may do";
            faults.push(fault(place, problem, "read as eventual may do"));
        }
        Consistency::EventualMayDo
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

fn bad(place: &str, problem: String) -> OpenError {
    OpenError::BadDocument { place: place.to_owned(), problem }
}

fn missing(name: &str, kind: &str) -> String {
    format!("it needs \"{name}\" ({kind})")
}

fn fault(place: &str, problem: &str, done: &str) -> Defect {
    Defect::of_table("", problem, done).in_item(place)
}
