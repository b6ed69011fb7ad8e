//! The data model of AWS's MCP server for `DynamoDB`: `dynamodb_data_model.json`.
//!
//! Owns the three parts of such a file: tables as `CreateTable` takes them, items by table as `BatchWriteItem` takes them, and
//! access patterns, each of which becomes a request whose call is read from its command line. What a pattern says beside that stays
//! with its request under `dataModel`.

use key_engine::order::SortedMap;
use key_engine::value::Members;
use serde_json::{Map, Value};

use super::tables::{holds_table, table_draft, unwrapped};
use super::{Draft, ItemSource, Written, aws_cli};
use crate::design::{Defect, OpenError, Request, set_aside};

const PATTERNS: &str = "access_patterns";

/// Whether a value is one.
pub(super) fn fits(whole: &Value) -> bool {
    let tables = whole.get("tables").is_some_and(Value::is_array);
    let items = whole.get("items").is_some_and(Value::is_object);
    (tables && (items || whole.get(PATTERNS).is_some()))
        || (items && whole.get(PATTERNS).is_some_and(Value::is_array))
}

pub(super) fn read<'t>(whole: Value) -> Result<Draft<'t>, OpenError> {
    let mut draft = Draft { format: "data model of the AWS MCP server", ..Draft::default() };
    let Value::Object(mut members) = whole else { return Err(OpenError::NoTables) };
    let tables = list(members.remove("tables"), "tables", &mut draft);
    for (at, element) in tables.into_iter().enumerate() {
        let place = format!("{} of the file", at + 1);
        if !holds_table(&element) {
            let problem = "it is no definition of a table";
            draft.defects.push(Defect::of_table(&place, problem, "set aside"));
            set_aside(&mut draft.design.extra, element);
            continue;
        }
        for table in unwrapped(element).unwrap_or_default() {
            draft.tables.push(table_draft(table, &place, &mut draft.defects));
        }
    }
    if draft.tables.is_empty() {
        return Err(OpenError::NoTables);
    }
    match members.remove("items") {
        None | Some(Value::Null) => {}
        Some(Value::Object(items)) => {
            let names = draft.tables.iter().enumerate().rev();
            let places: SortedMap<String, usize> =
                names.map(|(at, table)| (name_of(table), at)).collect();
            for (table, items) in items {
                let place = places.get(&table).copied();
                add_items(&table, place, items, &mut draft);
            }
        }
        Some(Value::Array(empty)) if empty.is_empty() => {}
        Some(other) => odd("items", "is not an object of lists by table", other, &mut draft),
    }
    let patterns = list(members.remove(PATTERNS), PATTERNS, &mut draft);
    let mut ids = Ids::default();
    for (at, pattern) in patterns.into_iter().enumerate() {
        match pattern {
            Value::Object(pattern) => {
                let request = request(pattern, at, &mut ids, &mut draft.defects);
                draft.design.requests.push(request);
            }
            other => odd(&format!("{PATTERNS}[{at}]"), "is no object", other, &mut draft),
        }
    }
    for (name, value) in members {
        draft.design.extra.insert(name, value);
    }
    Ok(draft)
}

/// The elements of what should be a list.
fn list(value: Option<Value>, name: &str, draft: &mut Draft<'_>) -> Vec<Value> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(list)) => list,
        Some(other) => {
            odd(name, "is not a list", other, draft);
            Vec::new()
        }
    }
}

fn odd(name: &str, what: &str, value: Value, draft: &mut Draft<'_>) {
    draft.defects.push(Defect::of_table("", format!("{name} {what}"), "set aside"));
    let mut kept = Map::new();
    kept.set(name, value);
    set_aside(&mut draft.design.extra, Value::Object(kept));
}

fn name_of(table: &super::TableDraft<'_>) -> String {
    table.create.get("TableName").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Adds the items of a table, which is at that place of the draft.
fn add_items(table: &str, at: Option<usize>, items: Value, draft: &mut Draft<'_>) {
    let place = format!("items.{table}");
    let items = match items {
        Value::Array(items) => items,
        Value::Null => return,
        other => return odd(&place, "is not a list", other, draft),
    };
    let Some(target) = at.and_then(|at| draft.tables.get_mut(at)) else {
        if !items.is_empty() {
            odd(&place, "are items of a table that is not in the file", Value::Array(items), draft);
        }
        return;
    };
    let items = items.into_iter().map(|item| Written::Value(unwrapped_item(item))).collect();
    target.sources.push(ItemSource { place, entity: None, items });
}

/// The item in a request to put it; what is none is the loader's to judge.
fn unwrapped_item(item: Value) -> Value {
    let put = item.get("PutRequest").and_then(|put| put.get("Item"));
    let put = put.or_else(|| {
        item.get("Item").filter(|_| item.as_object().is_some_and(|item| item.len() == 1))
    });
    match put {
        Some(inside) => inside.clone(),
        None => item,
    }
}

/// Ids, each given once.
#[derive(Default)]
pub(super) struct Ids {
    taken: SortedMap<String, usize>,
}

impl Ids {
    /// The wanted id, or that with a number behind it.
    pub(super) fn give(&mut self, wanted: &str) -> String {
        let mut id = wanted.to_owned();
        while self.taken.get(&id).is_some() {
            let number = self.taken.or_insert_with(wanted.to_owned(), || 1);
            *number += 1;
            id = format!("{wanted}-{number}");
        }
        self.taken.insert(id.clone(), 1);
        id
    }
}

fn request(
    mut pattern: Map<String, Value>,
    at: usize,
    ids: &mut Ids,
    faults: &mut Vec<Defect>,
) -> Request {
    let wanted = match pattern.remove("pattern") {
        Some(Value::String(text)) if !text.trim().is_empty() => text,
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Null) | None => (at + 1).to_string(),
        Some(other) => {
            pattern.set("pattern", other);
            (at + 1).to_string()
        }
    };
    let mut request = Request::unwritten(ids.give(wanted.trim()));
    let place = format!("request {}", request.id);
    let mut say = |problem: String, done: &str| {
        faults.push(Defect::of_table("", problem, done).in_item(place.as_str()));
    };
    if request.id != wanted.trim() {
        say(format!("the pattern {} comes twice", wanted.trim()), "the later was given a number");
    }
    if let Some(Value::String(text)) = pattern.get("description") {
        request.sentence.clone_from(text);
        pattern.remove("description");
    }
    match pattern.get("implementation") {
        Some(Value::String(line)) if !line.trim().is_empty() => match aws_cli::read(line) {
            Ok(read) => {
                for ignored in read.ignored {
                    say(format!("its command line says {ignored}"), "left out of the call");
                }
                let operation = pattern.get("dynamodb_operation").and_then(Value::as_str);
                if let Some(other) = operation.filter(|other| **other != *read.call.operation) {
                    say(
                        format!(
                            "it is said to be a {other}, and its command line is a {}",
                            read.call.operation
                        ),
                        "the command line was read",
                    );
                }
                request.calls.push(read.call);
                pattern.remove("implementation");
            }
            Err(error) => {
                let why = error.to_string();
                let problem =
                    format!("its command line cannot be read: {}", why.trim_end_matches('.'));
                say(problem, "kept with the request, which has no call");
            }
        },
        _ => {
            if let Some(Value::String(reason)) = pattern.get("reason") {
                say(
                    format!("it has no command line: {}", reason.trim_end_matches('.')),
                    "it has no call",
                );
            } else {
                say("it has no command line".to_owned(), "it has no call");
            }
        }
    }
    if !pattern.is_empty() {
        request.extra.set("dataModel", Value::Object(pattern));
    }
    request
}
