//! How answers and walks are printed.

use std::fmt::Write;

use key_engine::walk::{Leg, PageEnd, Walk};
use key_engine::{AttributeValue, Item, ServiceError};
use serde_json::Value;

fn value(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) if text.len() > 60 => {
            let first = text.chars().next().unwrap_or_default();
            format!("\"{first}\"*{}", text.chars().count())
        }
        AttributeValue::S(text)
            if text.is_empty() || text.contains(' ') || text.parse::<f64>().is_ok() =>
        {
            format!("\"{text}\"")
        }
        AttributeValue::S(text) => text.escape_debug().to_string(),
        AttributeValue::N(number) => number.to_string(),
        AttributeValue::B(bytes) => {
            bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
        }
        other => other.to_json().to_string(),
    }
}

/// An item as `name=value` pairs, names in order.
pub fn item(item: &Item) -> String {
    let pairs: Vec<String> =
        item.iter().map(|(name, content)| format!("{name}={}", value(content))).collect();
    pairs.join(" ")
}

/// An item in `DynamoDB`'s JSON, likewise.
pub fn item_of(json: &Value) -> String {
    item(&Item::from_json(json).unwrap())
}

/// Capacity units.
pub fn units(units: f64) -> String {
    format!("{units} {}", if (units - 1.0).abs() < f64::EPSILON { "unit" } else { "units" })
}

fn door(leg: &Leg) -> String {
    match &leg.index {
        Some(index) => format!("{}.{index}", leg.table),
        None => leg.table.clone(),
    }
}

/// The items of an answer, its counts, its stop, and the walk.
pub fn answer(answer: &Value, walk: &Walk) -> String {
    let mut out = String::new();
    let items = answer.get("Items").and_then(Value::as_array).into_iter().flatten();
    for found in items.chain(answer.get("Item")) {
        writeln!(out, "{}", item(&Item::from_json(found).unwrap())).unwrap();
    }
    if let (Some(count), Some(scanned)) = (answer.get("Count"), answer.get("ScannedCount")) {
        write!(out, "Count {count}, ScannedCount {scanned}, ").unwrap();
    }
    let page = walk.pages.last().unwrap();
    writeln!(out, "{}", units(page.capacity_units)).unwrap();
    if let Some(key) = &page.last_evaluated_key {
        writeln!(out, "LastEvaluatedKey {}", item(key)).unwrap();
    }
    for leg in &page.legs {
        path(leg, &page.end, &mut out);
    }
    out
}

/// The answer to a request of many items, and the walk.
pub fn of_many(answer: &Value, walk: &Walk) -> String {
    let mut out = String::new();
    let show = |found: &Value| item(&Item::from_json(found).unwrap());
    match answer.get("Responses") {
        Some(Value::Object(tables)) => {
            for (table, items) in tables {
                for found in items.as_array().unwrap() {
                    writeln!(out, "{table}: {}", show(found)).unwrap();
                }
            }
        }
        Some(Value::Array(responses)) => {
            for (number, response) in responses.iter().enumerate() {
                let found = response.get("Item").map_or("nothing".to_owned(), show);
                writeln!(out, "{}: {found}", number + 1).unwrap();
            }
        }
        _ => {}
    }
    let unprocessed = answer.get("UnprocessedKeys").and_then(Value::as_object);
    for (table, left) in unprocessed.into_iter().flatten() {
        let keys = left["Keys"].as_array().unwrap().len();
        writeln!(out, "unprocessed in {table}: {keys} keys").unwrap();
    }
    let page = walk.pages.last().unwrap();
    for bill in answer["ConsumedCapacity"].as_array().unwrap() {
        let table = bill["TableName"].as_str().unwrap();
        writeln!(out, "{table} {}", units(bill["CapacityUnits"].as_f64().unwrap())).unwrap();
    }
    for leg in &page.legs {
        path(leg, &page.end, &mut out);
    }
    out
}

/// Where a leg led, partition by partition.
pub fn path(leg: &Leg, end: &PageEnd, out: &mut String) {
    write!(out, "walk {} {:?}:", door(leg), leg.action).unwrap();
    if leg.visits.is_empty() {
        out.push_str(" nothing to visit");
    }
    for (at, visit) in leg.visits.iter().enumerate() {
        let sign = if at == 0 { " " } else { ", " };
        let (first, count) = (visit.first_rank, visit.count);
        write!(out, "{sign}bay {}", visit.partition).unwrap();
        match (visit.collections, visit.count) {
            (0, _) => out.push_str(" has no such collection"),
            (collections, 0) => write!(out, " in {collections} collection no item").unwrap(),
            (1, 1) => write!(out, " rank {first}").unwrap(),
            (1, _) if leg.backward => {
                write!(out, " ranks {first} down to {}", first + 1 - count).unwrap();
            }
            (1, _) => write!(out, " ranks {first} to {}", first + count - 1).unwrap(),
            (collections, _) => write!(out, " {collections} collections of {count}").unwrap(),
        }
    }
    writeln!(out, "; ends: {end:?}").unwrap();
}

/// An error; of a transaction the reason of each of its items.
pub fn refusal(error: &ServiceError) -> String {
    let mut out = format!("{error}\n");
    match error {
        ServiceError::ConditionalCheckFailed { item: Some(found) } => {
            writeln!(out, "Item {}", item(found)).unwrap();
        }
        ServiceError::TransactionCanceled { reasons, .. } => {
            for (number, reason) in reasons.iter().enumerate() {
                write!(out, "{} {}", number + 1, reason.code).unwrap();
                if let Some(message) = &reason.message {
                    write!(out, ": {message}").unwrap();
                }
                if let Some(found) = &reason.item {
                    write!(out, "; Item {}", item(found)).unwrap();
                }
                out.push('\n');
            }
        }
        _ => {}
    }
    out
}

/// What a write gives back, where it was asked for anything.
pub fn attributes(answer: &Value, input: &Value) -> String {
    match (answer.get("Attributes"), input.get("ReturnValues")) {
        (Some(found), _) => format!("Attributes {}\n", item(&Item::from_json(found).unwrap())),
        (None, Some(_)) => "no Attributes\n".to_owned(),
        (None, None) => String::new(),
    }
}

/// What a write cost, door by door.
pub fn bill(walk: &Walk) -> String {
    let mut out = String::new();
    for leg in walk.pages.iter().flat_map(|page| &page.legs) {
        write!(out, "{} {:?}, {}", door(leg), leg.action, units(leg.capacity_units)).unwrap();
        if let Some(code) = &leg.refused {
            write!(out, "; refused: {code}").unwrap();
        }
        out.push('\n');
    }
    out
}

/// An answer, or with `show A.B C` these members of it.
pub fn members(answer: &Value, options: &[&str]) -> String {
    let Some(paths) = options.first().and_then(|option| option.trim().strip_prefix("show ")) else {
        return format!("{answer}\n");
    };
    let found = paths.split_whitespace().map(|path| {
        let pointer = format!("/{}", path.replace('.', "/"));
        answer
            .pointer(&pointer)
            .map_or_else(|| format!("no {path}"), |value| format!("{path} {value}"))
    });
    format!("{}\n", found.collect::<Vec<_>>().join(", "))
}
