//! Rows with their code, for whoever runs it: what a row does on the engine is what its code must do at an endpoint.
//!
//! Prints JSON: cases of tables with items, and rows with their code in each language, what they bring, call by call, and what
//! the tables hold afterwards. `cargo xtask test sdk` gives it to `tests/sdk`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a tool of the tests may panic")]

#[path = "code_cases/designs.rs"]
mod designs;

use key_engine::{Database, Item};
use map::design::code::{Language, code};
use map::design::{Call, Design, Request, open, scenarios};
use serde_json::{Map, Value, json};

fn main() {
    let mut cases = Vec::new();
    for scenario in scenarios::SCENARIOS {
        cases.push(case(scenario.id, scenario.json));
    }
    for (name, text) in designs::all() {
        cases.push(case(name, &text));
    }
    println!("{}", Value::Array(cases));
}

/// The rows of a design that are answered, each run on the design as it is opened.
fn case(name: &str, text: &str) -> Value {
    let opened = open(text).unwrap();
    let defects: Vec<String> = opened.defects.iter().map(ToString::to_string).collect();
    assert!(defects.is_empty(), "{name}: {}", defects.join(" "));
    let rows = opened.design.requests.iter();
    let rows: Vec<Value> = rows.map(|request| row(name, text, &opened.design, request)).collect();
    let creates: Vec<Value> =
        opened.design.tables.iter().map(|table| table.create.clone()).collect();
    json!({"name": name, "tables": creates, "items": items(&opened.design, &opened.database), "rows": rows})
}

fn row(name: &str, text: &str, design: &Design, request: &Request) -> Value {
    let mut database = open(text).unwrap().database;
    let brought: Vec<Value> =
        request.sample_calls().iter().filter_map(|call| run(call, &mut database)).collect();
    let mut codes = Map::new();
    for language in Language::ALL {
        match code(request, language, design) {
            Ok(code) => _ = codes.insert(language.name().to_owned(), code.into()),
            Err(why) if language == Language::PartiQl || why.ends_with(" yet.") => {
                eprintln!("{name} {}: no PartiQL: {why}", request.id);
            }
            Err(why) => panic!("{name} {}: no {}: {why}", request.id, language.name()),
        }
    }
    let after = items(design, &database);
    json!({"id": request.id, "code": codes, "brings": brought, "after": after})
}

/// What a call brings, over all its pages; none where it brings nothing.
fn run(call: &Call, database: &mut Database) -> Option<Value> {
    let mut input = call.input.clone();
    let mut items: Vec<Value> = Vec::new();
    let mut by_table = Map::new();
    let mut count = 0;
    loop {
        let answer = database.call(&call.operation, &input);
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", call.operation));
        let list = |name: &str| answer.get(name).and_then(Value::as_array).cloned();
        match call.operation.as_str() {
            "GetItem" => return Some(answer.get("Item").cloned().unwrap_or_default()),
            "PutItem" | "UpdateItem" | "DeleteItem" => {
                let wants = input.get("ReturnValues").is_some();
                return wants.then(|| answer.get("Attributes").cloned().unwrap_or_default());
            }
            "BatchWriteItem" | "TransactWriteItems" => return None,
            "BatchExecuteStatement" => return Some(answer["Responses"].clone()),
            "TransactGetItems" | "ExecuteTransaction" => {
                let each = |response: &Value| response.get("Item").cloned().unwrap_or_default();
                let responses = list("Responses").unwrap_or_default();
                return Some(responses.iter().map(each).collect());
            }
            "BatchGetItem" => {
                for (table, found) in answer["Responses"].as_object().unwrap() {
                    let known = by_table.entry(table.clone()).or_insert(json!([]));
                    known.as_array_mut().unwrap().extend(found.as_array().unwrap().clone());
                }
            }
            _ => {
                items.extend(list("Items").unwrap_or_default());
                count += answer.get("Count").and_then(Value::as_u64).unwrap_or_default();
            }
        }
        let (from, to) = match call.operation.as_str() {
            "ExecuteStatement" => ("NextToken", "NextToken"),
            "BatchGetItem" => ("UnprocessedKeys", "RequestItems"),
            _ => ("LastEvaluatedKey", "ExclusiveStartKey"),
        };
        let next = answer.get(from).filter(|next| **next != json!({}));
        match next {
            Some(next) if input.get("Limit").is_none() => input[to] = next.clone(),
            _ => break,
        }
    }
    Some(match call.operation.as_str() {
        "BatchGetItem" => Value::Object(by_table),
        _ if input.get("Select") == Some(&json!("COUNT")) => json!(count),
        _ => Value::Array(items),
    })
}

/// All items, by table.
fn items(design: &Design, database: &Database) -> Value {
    let mut all = Map::new();
    for table in &design.tables {
        let items = database.table(table.name()).unwrap().primary().items();
        all.insert(table.name().to_owned(), items.map(Item::to_json).collect());
    }
    Value::Object(all)
}
