//! Request cards in the app's own format.
//!
//! Owns the reading of one card. A card without an id or with unsound calls is refused; what else is unsound in it is set
//! aside, and the card is read without.

use key_engine::order::SortedMap;
use key_engine::{AttributeValue, Item};
use serde_json::{Map, Value};

use super::{fault, missing, put_aside, text};
use crate::design::{
    Call, Consistency, Defect, Expectation, ExpectedItem, Request, SortOrder, Volume, Wanted,
};

pub(in crate::design) fn read(value: &Value, faults: &mut Vec<Defect>) -> Result<Request, String> {
    let Value::Object(written) = value else { return Err("it should be an object".to_owned()) };
    let mut rest = written.clone();
    let Some(Value::String(id)) = rest.remove("id") else { return Err(missing("id", "a string")) };
    let place = format!("request {id}");
    let calls = match rest.remove("calls") {
        None => Vec::new(),
        Some(Value::Array(calls)) => calls.into_iter().map(read_call).collect::<Result<_, _>>()?,
        Some(_) => return Err("its calls should be a list".to_owned()),
    };
    let samples = read_samples(&mut rest, &place, faults);
    let wanted = read_wanted(&mut rest, &place, faults);
    let expected = read_expected(&mut rest, &place, faults);
    let route = rest.contains_key("route").then(|| text(&mut rest, "route", &place, faults));
    Ok(Request {
        sentence: text(&mut rest, "sentence", &place, faults),
        volume: read_volume(rest.remove("volume").as_ref(), &place, faults),
        consistency: read_consistency(rest.remove("consistency").as_ref(), &place, faults),
        id,
        route,
        calls,
        samples,
        wanted,
        expected,
        extra: rest,
    })
}

fn read_samples(
    rest: &mut Map<String, Value>,
    place: &str,
    faults: &mut Vec<Defect>,
) -> SortedMap<String, String> {
    let mut samples = SortedMap::default();
    match rest.remove("samples") {
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
        Some(other) => {
            put_aside(rest, "samples", other, (place, "its samples are not an object"), faults);
        }
    }
    samples
}

/// The order and the count it wants.
fn read_wanted(rest: &mut Map<String, Value>, place: &str, faults: &mut Vec<Defect>) -> Wanted {
    let mut wanted = Wanted::default();
    let mut unused = match rest.remove("wants") {
        None | Some(Value::Null) => return wanted,
        Some(Value::Object(members)) => members,
        Some(other) => {
            put_aside(rest, "wants", other, (place, "what it wants is not an object"), faults);
            return wanted;
        }
    };
    if let Some(order) = unused.get("order").and_then(sort_order) {
        wanted.order = Some(order);
        unused.remove("order");
    }
    if let Some(count) = unused.get("count").and_then(Value::as_u64) {
        wanted.count = Some(count);
        unused.remove("count");
    }
    if !unused.is_empty() {
        let problem = "it wants an order (an attribute, descending or not) and a count (a whole number), and this is neither";
        put_aside(rest, "wants", Value::Object(unused), (place, problem), faults);
    }
    wanted
}

fn sort_order(value: &Value) -> Option<SortOrder> {
    let Value::Object(members) = value else { return None };
    let attribute = members.get("attribute")?.as_str()?.to_owned();
    let descending = members.get("descending").map_or(Some(false), Value::as_bool)?;
    let known = 1 + usize::from(members.contains_key("descending"));
    (members.len() == known).then_some(SortOrder { attribute, descending })
}

/// What it should return. An expectation that is unsound in one part would be another one without it, so it goes whole.
fn read_expected(
    rest: &mut Map<String, Value>,
    place: &str,
    faults: &mut Vec<Defect>,
) -> Option<Expectation> {
    let written = rest.remove("expects").filter(|value| !value.is_null())?;
    match expectation(&written) {
        Ok(expected) => Some(expected),
        Err(problem) => {
            let problem = format!("what it expects cannot be used: {problem}");
            put_aside(rest, "expects", written, (place, &problem), faults);
            None
        }
    }
}

fn expectation(written: &Value) -> Result<Expectation, String> {
    let Value::Object(members) = written else { return Err("it is not an object".to_owned()) };
    let ordered = members.get("ordered").map_or(Some(false), Value::as_bool);
    let items = match (members.get("count"), members.get("items"), ordered) {
        (Some(count), None, _) if members.len() == 1 => {
            let count = count.as_u64().ok_or("its count is not a whole number")?;
            return Ok(Expectation::Count(count));
        }
        (None, Some(Value::Array(items)), Some(_))
            if members.len() == 1 + usize::from(members.contains_key("ordered")) =>
        {
            items
        }
        _ => {
            let needed = "it needs a count, or a list of items and whether they are ordered, and nothing else";
            return Err(needed.to_owned());
        }
    };
    let mut read = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let item = expected_item(item);
        read.push(item.ok_or_else(|| format!("items[{at}] is not a table and a primary key"))?);
    }
    Ok(Expectation::Items { items: read, ordered: ordered.unwrap_or_default() })
}

fn expected_item(value: &Value) -> Option<ExpectedItem> {
    let Value::Object(members) = value else { return None };
    let table = members.get("table")?.as_str()?.to_owned();
    let key = Item::from_json(members.get("key")?).ok()?;
    let is_key = |value: &AttributeValue| {
        matches!(value, AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_))
    };
    let sound = members.len() == 2 && (1..=2).contains(&key.len());
    let sound = sound && key.iter().all(|(_, value)| is_key(value));
    sound.then_some(ExpectedItem { table, key })
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

#[cfg(test)]
mod tests {
    use crate::design::{Expectation, Opened, open, save};
    use serde_json::{Value, json};

    fn with(member: &str, value: &Value) -> Opened {
        let mut request = json!({"id": "R1", "calls": []});
        request[member] = value.clone();
        open(&json!({"retrieval-map": 1, "requests": [request]}).to_string()).unwrap()
    }

    #[test]
    fn what_a_card_wants_and_expects_is_set_aside_where_it_is_unsound_and_comes_back() {
        let key = json!({"PK": {"S": "a"}, "SK": {"N": "1"}});
        let item = json!({"table": "T", "key": key});
        for (member, value, sound) in [
            ("wants", json!({}), true),
            ("wants", json!(null), true),
            ("wants", json!({"count": 20}), true),
            ("wants", json!({"order": {"attribute": "SK"}}), true),
            ("wants", json!({"order": {"attribute": "SK", "descending": 1}}), false),
            ("wants", json!({"order": {"attribute": "SK", "more": 1}, "count": 3}), false),
            ("wants", json!({"order": "SK"}), false),
            ("wants", json!({"count": -1}), false),
            ("wants", json!({"count": 1.5}), false),
            ("wants", json!({"count": 1, "page": 2}), false),
            ("wants", json!(["count"]), false),
            ("expects", json!({"count": 0}), true),
            ("expects", json!({"count": u64::MAX}), true),
            ("expects", json!({"items": []}), true),
            ("expects", json!({"items": [item, item], "ordered": true}), true),
            ("expects", json!({"items": [item], "ordered": "yes"}), false),
            ("expects", json!({"items": [item], "count": 1}), false),
            ("expects", json!({"items": [item, 7]}), false),
            ("expects", json!({"items": [{"table": "T", "key": {}}]}), false),
            ("expects", json!({"items": [{"table": "T", "key": {"a": {"BOOL": true}}}]}), false),
            ("expects", json!({"items": [{"table": "T", "key": {"a": {"N": 5}}}]}), false),
            ("expects", json!({"items": [{"table": 1, "key": key}]}), false),
            ("expects", json!({"items": {"table": "T", "key": key}}), false),
            ("expects", json!({"count": "3"}), false),
            ("expects", json!({}), false),
            ("expects", json!(3), false),
            ("samples", json!([]), false),
        ] {
            let opened = with(member, &value);
            let kept = &opened.design.requests[0].extra;
            assert_eq!(opened.defects.is_empty(), sound, "{member} {value}: {:?}", opened.defects);
            assert_eq!(kept.contains_key("setAside"), !sound, "{member} {value}");
            let again = open(&save(&opened.design, &opened.database)).unwrap();
            assert!(again.design == opened.design, "{member} {value}: saved and opened again");
            assert_eq!(again.defects, [], "{member} {value}: what is set aside is listed once");
        }
        let whole = with("wants", &json!({"order": 1, "count": 3, "page": 2}));
        let request = &whole.design.requests[0];
        assert_eq!(request.wanted.count, Some(3), "what is sound of it is used");
        assert_eq!(request.extra["setAside"], json!([{"wants": {"order": 1, "page": 2}}]));
        assert_eq!(
            whole.defects[0].to_string(),
            "request R1: it wants an order (an attribute, descending or not) and a count (a whole number), and this is neither; set aside."
        );
    }

    #[test]
    fn a_hundred_thousand_expected_items_are_read_and_the_one_that_is_unsound_is_named() {
        let item = |at: usize| json!({"table": "T", "key": {"id": {"N": at.to_string()}}});
        let mut items: Vec<Value> = (0..100_000).map(item).collect();
        let opened = with("expects", &json!({ "items": items }));
        let expected = opened.design.requests[0].expected.as_ref();
        let read = matches!(expected, Some(Expectation::Items { items, ordered: false }) if items.len() == 100_000);
        assert!(read, "all are there");
        items[99_998] = json!([]);
        let opened = with("expects", &json!({ "items": items }));
        assert_eq!(opened.design.requests[0].expected, None);
        let listed = opened.defects[0].to_string();
        assert!(listed.contains("items[99998] is not a table and a primary key"), "{listed}");
        let kept = &opened.design.requests[0].extra["setAside"][0]["expects"]["items"];
        assert_eq!(kept.as_array().map(Vec::len), Some(100_000));
    }
}
