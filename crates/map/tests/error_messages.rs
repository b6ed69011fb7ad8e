//! Every message that the service sends for the operations on the desk is told in plain words.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use std::collections::BTreeSet;
use std::path::Path;

use key_engine::engine::{Database, ServiceError};
use map::advice::explain;
use map::design::{Call, open, scenarios};
use serde_json::{Value, json};

const OPERATIONS: [&str; 6] = ["CreateTable", "DeleteItem", "GetItem", "PutItem", "Query", "Scan"];

/// Recorded errors of those operations beside the repository; none where they are not there, which fails under `CI=true`.
fn recorded() -> Option<BTreeSet<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    if !folder.is_dir() {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "no vectors at {}",
            folder.display()
        );
        eprintln!("skipped: no vectors at {}", folder.display());
        return None;
    }
    let mut messages = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let pair: Value = serde_json::from_str(line).unwrap();
            let operation = pair["operation"].as_str().unwrap_or_default();
            let message =
                pair["response"].get("message").or_else(|| pair["response"].get("Message"));
            if let Some(message) =
                message.and_then(Value::as_str).filter(|_| OPERATIONS.contains(&operation))
            {
                messages.insert((operation.to_owned(), message.to_owned()));
            }
        }
    }
    Some(messages)
}

fn sentence(operation: &str, message: &str) -> String {
    let error = ServiceError::Validation { message: message.to_owned(), span: None };
    let call = Call { operation: operation.to_owned(), ..Call::default() };
    explain(&error, &call, &Database::default()).sentence
}

#[test]
fn every_recorded_message_of_the_desk_s_operations_has_plain_words() {
    let Some(messages) = recorded() else { return };
    assert!(messages.len() > 30, "only {} messages", messages.len());
    let unknown: Vec<_> = messages
        .iter()
        .filter(|(operation, message)| sentence(operation, message).contains("its own words"))
        .collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    for (operation, message) in &messages {
        let plain = sentence(operation, message);
        assert!(
            plain.ends_with('.')
                && !plain.contains("{}")
                && !plain.contains("{where}")
                && !plain.contains("  "),
            "{plain}"
        );
    }
}

/// Requests on the orders of the store, each refused; and how its plain words begin.
fn check(refusals: &[(&str, Value, &str)]) {
    let mut database = open(scenarios::find("store").unwrap().json).unwrap().database;
    let mut wrong = Vec::new();
    for (operation, input, begins) in refusals {
        let mut input = input.clone();
        input.as_object_mut().unwrap().entry("TableName").or_insert(json!("Orders"));
        let answer = database.call(operation, &input);
        let error = answer.map(|answer| panic!("{input} is answered: {answer}")).unwrap_err();
        let call = Call { operation: (*operation).to_owned(), input };
        let plain = explain(&error, &call, &database).sentence;
        if !plain.starts_with(begins) {
            wrong.push(format!("{error} => {plain}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A Query with this key condition, the values of its placeholders, and more parameters.
fn query(condition: &str, names: &[&str], more: &Value) -> Value {
    let values = json!({":c": {"S": "CUSTOMER#123"}, ":n": {"N": "1"}, ":e": {"S": ""}});
    let values: Value =
        names.iter().map(|name| ((*name).to_owned(), values[*name].clone())).collect();
    let mut input =
        json!({"KeyConditionExpression": condition, "ExpressionAttributeValues": values});
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    input
}

#[test]
fn a_key_condition_that_is_refused_is_told_in_plain_words() {
    let none = json!({});
    check(&[
        ("Query", json!({}), "A Query needs a key condition"),
        (
            "Query",
            query("SK = :c", &[":c"], &none),
            "A Query goes to one item collection, so its key condition needs PK",
        ),
        (
            "Query",
            query("begins_with(PK, :c)", &[":c"], &none),
            "A Query takes the partition key with an equals sign",
        ),
        ("Query", query("PK = :c AND SK <> :c", &[":c"], &none), "A key condition cannot use <>"),
        (
            "Query",
            query("PK = :c AND placedAt > :n", &[":c", ":n"], &none),
            "A Query goes to one item collection, so its key condition needs SK",
        ),
        (
            "Query",
            query("PK = :n", &[":n"], &none),
            "A value in the key condition has another type",
        ),
        ("Query", query("PK = :e", &[":e"], &none), "A key value may not be empty"),
        ("Query", query("PK = ", &[":c"], &none), "The key condition cannot be read from here on"),
        (
            "Query",
            query("PK = :c", &[":c", ":n"], &none),
            ":n is defined but no expression uses it",
        ),
        ("Query", query("PK = :missing", &[":n"], &none), "The key condition uses :missing"),
    ]);
}

#[test]
fn the_other_parts_of_a_query_that_are_refused_are_told_in_plain_words() {
    let all = |more: &Value| query("PK = :c", &[":c"], more);
    let open_orders = json!({"IndexName": "OpenOrdersIndex", "Select": "ALL_ATTRIBUTES"});
    let strong = json!({"IndexName": "OrderIdIndex", "ConsistentRead": true});
    check(&[
        (
            "Query",
            all(&json!({"FilterExpression": "begins_with(SK, :c)"})),
            "A Query's filter may not name SK",
        ),
        ("Query", all(&json!({"FilterExpression": "status = :c"})), "status is a reserved word"),
        (
            "Query",
            all(&json!({"FilterExpression": "nearby(a, :c)"})),
            "The filter calls nearby, which is no function",
        ),
        ("Query", all(&json!({"Limit": 0})), "The value given for"),
        ("Query", all(&json!({"Limit": "ten"})), "A part of the request is of another kind"),
        (
            "Query",
            all(&json!({"IndexName": "Nowhere"})),
            "The table has no index of the name Nowhere. The indexes are OrderIdIndex, OpenOrdersIndex.",
        ),
        (
            "Query",
            query("orderId = :c", &[":c"], &strong),
            "A global secondary index follows its table",
        ),
        (
            "Query",
            query("openStatus = :c", &[":c"], &open_orders),
            "The index does not hold all attributes",
        ),
        (
            "Query",
            all(&json!({"Select": "COUNT", "ProjectionExpression": "placedAt"})),
            "A projection says which attributes to return",
        ),
        (
            "Query",
            all(&json!({"ExclusiveStartKey": {"PK": {"S": "x"}}})),
            "The page to go on from does not belong",
        ),
        (
            "Query",
            all(&json!({"ProjectionExpression": "a, a"})),
            "The projection names an attribute twice",
        ),
    ]);
}

#[test]
fn items_scans_and_requests_that_are_refused_are_told_in_plain_words() {
    let item = |item: Value| json!({ "Item": item });
    let guarded = json!({"Item": {"PK": {"S": "x"}, "SK": {"S": "y"}}, "ConditionExpression": "attribute_exists(PK)"});
    check(&[
        ("GetItem", json!({"Key": {"PK": {"S": "x"}}}), "The key must give each key attribute"),
        ("PutItem", item(json!({"PK": {"S": "x"}})), "The item lacks SK"),
        (
            "PutItem",
            item(json!({"PK": {"S": "x"}, "SK": {"S": ""}})),
            "A key value may not be empty: SK",
        ),
        (
            "PutItem",
            item(json!({"PK": {"S": "x"}, "SK": {"N": "1"}})),
            "The value has another type than the table declares for the key attribute SK",
        ),
        (
            "PutItem",
            item(json!({"PK": {"S": "x"}, "SK": {"S": "y"}, "openStatus": {"BOOL": true}})),
            "The value of openStatus has another type than an index",
        ),
        ("PutItem", item(json!({"a": {"N": "x"}})), "This is not a number: x"),
        ("PutItem", guarded, "The condition does not hold"),
        (
            "Scan",
            json!({"FilterExpression": "(a", "ExpressionAttributeValues": {":c": {"S": "x"}}}),
            "The filter cannot be read from here on",
        ),
        ("Scan", json!({"TotalSegments": 2}), "A parallel Scan says how many"),
        ("Fetch", json!({}), "There is no operation \"Fetch\" here."),
        (
            "Scan",
            json!({"TableName": "Order"}),
            "There is no table of that name. The tables are Customers, OrderItems, Orders.",
        ),
    ]);
}
