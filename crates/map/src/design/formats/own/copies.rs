//! Deliberate copies and accepted advice in the app's own format.
//!
//! Owns the reading of one of each, and the words for how a copy is kept in step. Whether the kinds and requests that a copy
//! names are there is not the format's to judge.

use serde_json::{Map, Value};

use super::{missing, put_aside, text};
use crate::design::{Acceptance, Defect, DeliberateCopy, Synchronisation};

pub(in crate::design) fn read(
    value: &Value,
    faults: &mut Vec<Defect>,
) -> Result<DeliberateCopy, String> {
    let Value::Object(written) = value else { return Err("it should be an object".to_owned()) };
    let mut rest = written.clone();
    let mut copy = DeliberateCopy {
        table: needed(&mut rest, "table")?,
        source: needed(&mut rest, "source")?,
        copy: needed(&mut rest, "copy")?,
        ..DeliberateCopy::default()
    };
    let place = format!("copy {} of {}", copy.copy, copy.source);
    copy.attributes = names(&mut rest, "attributes", &place, faults);
    copy.requests = names(&mut rest, "requests", &place, faults);
    copy.owner = text(&mut rest, "owner", &place, faults);
    copy.synchronisation = match rest.remove("synchronisation") {
        None | Some(Value::Null) => Synchronisation::Unplanned,
        Some(written) => synchronisation(&written).unwrap_or_else(|| {
            let problem = "how it is kept in step should be transaction, stream, or {\"acceptedStaleness\": \"why\"}";
            put_aside(&mut rest, "synchronisation", written, (&place, problem), faults);
            Synchronisation::Unplanned
        }),
    };
    copy.extra = rest;
    Ok(copy)
}

fn synchronisation(value: &Value) -> Option<Synchronisation> {
    Some(match value {
        Value::String(word) if word == "transaction" => Synchronisation::Transaction,
        Value::String(word) if word == "stream" => Synchronisation::Stream,
        Value::Object(members) if members.len() == 1 => {
            let why = members.get("acceptedStaleness")?.as_str()?;
            Synchronisation::AcceptedStaleness(why.to_owned())
        }
        _ => return None,
    })
}

pub(in crate::design) fn read_accepted(
    value: &Value,
    _: &mut Vec<Defect>,
) -> Result<Acceptance, String> {
    let Value::Object(written) = value else { return Err("it should be an object".to_owned()) };
    let mut rest = written.clone();
    let accepted = Acceptance {
        rule: needed(&mut rest, "rule")?,
        about: needed(&mut rest, "about")?,
        reason: match rest.remove("reason") {
            None => String::new(),
            Some(Value::String(reason)) => reason,
            Some(_) => return Err("its reason is not a string".to_owned()),
        },
    };
    match rest.keys().next() {
        None => Ok(accepted),
        Some(other) => Err(format!("it has \"{other}\", which is not known here")),
    }
}

fn needed(rest: &mut Map<String, Value>, name: &str) -> Result<String, String> {
    match rest.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(missing(name, "a string")),
    }
}

/// A list of names; one that holds anything else is set aside whole.
fn names(
    rest: &mut Map<String, Value>,
    name: &str,
    place: &str,
    faults: &mut Vec<Defect>,
) -> Vec<String> {
    let Some(written) = rest.remove(name) else { return Vec::new() };
    let texts: Option<Vec<String>> = match &written {
        Value::Array(all) => all.iter().map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => None,
    };
    texts.unwrap_or_else(|| {
        let problem = format!("its {name} should be a list of strings");
        put_aside(rest, name, written, (place, &problem), faults);
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use crate::design::{Synchronisation, open, save};
    use serde_json::{Value, json};

    #[test]
    fn unsound_copies_and_acceptances_are_set_aside_and_come_back() {
        let copy = |member: &str, value: Value| {
            let mut copy = json!({"table": "T", "source": "A", "copy": "B"});
            copy[member] = value;
            copy
        };
        for (list, element, kept, defects) in [
            ("copies", copy("owner", json!("us")), 1, 0),
            ("copies", copy("note", json!({"kept": true})), 1, 0),
            ("copies", copy("synchronisation", json!("stream")), 1, 0),
            ("copies", copy("synchronisation", json!({"acceptedStaleness": ""})), 1, 0),
            ("copies", copy("synchronisation", json!("both at once")), 1, 1),
            ("copies", copy("synchronisation", json!({"acceptedStaleness": 1})), 1, 1),
            ("copies", copy("synchronisation", json!({"acceptedStaleness": "", "by": ""})), 1, 1),
            ("copies", copy("attributes", json!("total")), 1, 1),
            ("copies", copy("requests", json!(["A1", 2])), 1, 1),
            ("copies", copy("owner", json!(["us"])), 1, 1),
            ("copies", copy("table", json!(1)), 0, 1),
            ("copies", json!({"table": "T", "source": "A"}), 0, 1),
            ("copies", json!("all of them"), 0, 1),
            ("accepted", json!({"rule": "hot-key", "about": "A1"}), 1, 0),
            ("accepted", json!({"rule": "hot-key", "about": "A1", "reason": 1}), 0, 1),
            ("accepted", json!({"rule": "hot-key", "about": "A1", "until": "May"}), 0, 1),
            ("accepted", json!({"rule": "hot-key"}), 0, 1),
            ("accepted", json!(null), 0, 1),
        ] {
            let mut document = json!({"retrieval-map": 1});
            document[list] = json!([element]);
            let opened = open(&document.to_string()).unwrap();
            let design = &opened.design;
            assert_eq!(design.copies.len() + design.accepted.len(), kept, "{element}");
            assert_eq!(opened.defects.len(), defects, "{element}: {:?}", opened.defects);
            let again = open(&save(design, &opened.database)).unwrap();
            assert!(again.design == *design, "{element}: saved and opened again");
            assert_eq!(again.defects, [], "{element}");
        }
        let words = copy("synchronisation", json!("both at once"));
        let opened = open(&json!({"retrieval-map": 1, "copies": [words]}).to_string()).unwrap();
        let copy = &opened.design.copies[0];
        assert_eq!(copy.synchronisation, Synchronisation::Unplanned);
        assert_eq!(copy.extra["setAside"], json!([{"synchronisation": "both at once"}]));
    }

    #[test]
    fn a_hundred_thousand_unsound_entries_are_kept_and_the_first_are_listed() {
        let many = vec![json!(0); 100_000];
        let document = json!({"retrieval-map": 1, "copies": many, "accepted": many, "requests": 7});
        let opened = open(&document.to_string()).unwrap();
        assert_eq!(opened.defects.len(), 10_001, "the rest are counted");
        let kept = opened.design.extra["setAside"].as_array().map(Vec::len);
        assert_eq!(kept, Some(200_001));
    }
}
