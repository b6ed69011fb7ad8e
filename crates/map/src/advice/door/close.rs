//! The closing of a door.
//!
//! Owns what has to change with it: rows that read through it become the Scans that still answer them, of the same items.

use key_engine::engine::{Index, IndexKind, Table};
use key_engine::expression::ast::Condition;
use key_engine::expression::parse;
use key_engine::value::Members;
use key_engine::{Database, Item};
use serde_json::{Map, Value};

use super::path::is_sound;
use super::{statement, write::spelled};
use crate::advice::Remedy;
use crate::advice::explain::scan_of;
use crate::design::call_form::CallForm;
use crate::design::{Call, Design, Edit};

/// What closes an index of a table, and rewrites the rows that read through it as Scans; one undo brings all of it back. A
/// local secondary index stands and falls with its table: then nothing is done.
pub fn close(design: &Design, database: &Database, table: &str, index: &str) -> Remedy {
    let label = format!("Close the door {index}");
    let door = database.table(table).and_then(|table| Some((table, table.index(index)?)));
    if door.is_some_and(|(_, door)| door.kind() != IndexKind::Global) {
        let fact = "A local secondary index is made with its table, and goes only with it.";
        return Remedy { label, facts: vec![fact.to_owned()], ..Remedy::default() };
    }
    let mut edits = Vec::new();
    let mut rows = Vec::new();
    for at in readers(design, table, index) {
        let Some(request) = design.requests.get(at) else { continue };
        let mut becomes = request.clone();
        for call in &mut becomes.calls {
            if reads_through(call, table, index)
                && let Some(scan) = without(call, door)
            {
                *call = scan;
            }
        }
        becomes.route = None;
        rows.push(request.id.as_str());
        edits.push(Edit::ReplaceRequest { at, request: Box::new(becomes) });
    }
    edits.push(Edit::CloseDoor { table: table.to_owned(), index: index.to_owned() });
    let mut facts = vec!["Writes to the table no longer write to it.".to_owned()];
    facts.push(if rows.is_empty() {
        "No row reads through it.".to_owned()
    } else {
        format!("Then only a Scan answers {}.", rows.join(", "))
    });
    Remedy { label, facts, edits, walk: None }
}

/// The rows that read through an index, by their places.
pub(super) fn readers(design: &Design, table: &str, index: &str) -> Vec<usize> {
    let rows = design.requests.iter().enumerate();
    let reading = rows
        .filter(|(_, request)| request.calls.iter().any(|call| reads_through(call, table, index)));
    reading.map(|(at, _)| at).collect()
}

fn reads_through(call: &Call, table: &str, index: &str) -> bool {
    if call.input.get("Statement").is_some() {
        return statement::reads(call).is_some_and(|(of, through)| of == table && through == index);
    }
    CallForm::table_of(call) == Some(table)
        && call.input.get("IndexName").and_then(Value::as_str) == Some(index)
}

/// The Scan of the table that answers what a call asks of an index.
fn without(call: &Call, door: Option<(&Table, &Index)>) -> Option<Call> {
    if call.input.get("Statement").is_some() {
        let carried = door.map(|(table, door)| left_out(table, door)).unwrap_or_default();
        return statement::of_table(call, &carried);
    }
    let is_legacy = ["KeyConditions", "QueryFilter", "ScanFilter"]
        .iter()
        .any(|name| call.input.get(*name).is_some());
    let mut scan = match call.operation.as_str() {
        "Query" => scan_of(call)?,
        _ => call.clone(),
    };
    let input = scan.input.as_object_mut()?;
    input.remove("IndexName");
    if input.get("Select").and_then(Value::as_str) == Some("ALL_PROJECTED_ATTRIBUTES") {
        input.remove("Select");
    }
    input.remove("ExclusiveStartKey");
    if let Some((table, door)) = door {
        for attribute in left_out(table, door) {
            if is_legacy {
                exists_before(input, &attribute);
            } else {
                exists(input, &attribute);
            }
        }
    }
    Some(scan)
}

/// The key attributes that an item must have to be in an index, of those that some item lacks.
fn left_out(table: &Table, door: &Index) -> Vec<String> {
    let mut names = Vec::new();
    for element in door.key_schema() {
        let lacks = |item: &Item| {
            let value = item.get(&element.attribute);
            value.is_none_or(|value| !is_sound(value, element.key_type, false))
        };
        if table.primary().items().any(lacks) {
            names.push(element.attribute.clone());
        }
    }
    names
}

/// Adds to a filter that items carry an attribute, unless it compares that attribute with a value anyway.
fn exists(input: &mut Map<String, Value>, attribute: &str) {
    let mut names = match input.get("ExpressionAttributeNames") {
        Some(Value::Object(names)) => names.clone(),
        _ => Map::new(),
    };
    let spelled = spelled(attribute, &mut names);
    let filter = input.get("FilterExpression").and_then(Value::as_str).unwrap_or_default();
    let parts = match parse::condition(filter) {
        Ok(Condition::And(all)) => all,
        Ok(one) => vec![one],
        Err(_) => Vec::new(),
    };
    if parts.iter().any(|part| asks_of(part, &spelled)) {
        return;
    }
    let more = format!("attribute_exists({spelled})");
    let filter = if parts.is_empty() {
        more
    } else {
        let mut all = parts;
        all.extend(parse::condition(&more));
        Condition::And(all).to_string()
    };
    input.set("FilterExpression", Value::from(filter));
    if !names.is_empty() {
        input.set("ExpressionAttributeNames", Value::Object(names));
    }
}

/// Whether a condition can hold only of items that carry an attribute: a comparison of it, but for `<>`.
fn asks_of(condition: &Condition, spelled: &str) -> bool {
    let text = condition.to_string();
    match condition {
        Condition::Comparison { left, comparator, right } => {
            *comparator != key_engine::expression::ast::Comparator::NotEqual
                && (left.to_string() == spelled || right.to_string() == spelled)
        }
        Condition::Between { operand, .. } => operand.to_string() == spelled,
        Condition::Function(call) => {
            call.name == "begins_with" && text.starts_with(&["begins_with(", spelled, ","].concat())
        }
        _ => false,
    }
}

/// The same in the parameters of before expressions.
fn exists_before(input: &mut Map<String, Value>, attribute: &str) {
    if let Some(Value::Object(filter)) = input.get_mut("ScanFilter")
        && !filter.contains_key(attribute)
    {
        let mut entry = Map::new();
        entry.set("ComparisonOperator", Value::from("NOT_NULL"));
        filter.set(attribute, Value::Object(entry));
    }
}
