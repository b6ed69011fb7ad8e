//! Expressions that are refused, through the front door: the whole message, and which of several faults it names.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use key_engine::Database;
use serde_json::{Value, json};

/// A table `Shelf` with a string partition key `pk`, a number sort key `sk`, and one item.
fn database() -> Database {
    let mut database = Database::default();
    let table = json!({
        "TableName": "Shelf", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            { "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "N" }
        ],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
    });
    database.call("CreateTable", &table).unwrap();
    let item = json!({ "TableName": "Shelf", "Item": { "pk": { "S": "a" }, "sk": { "N": "1" }, "city": { "S": "Reno" } } });
    database.call("PutItem", &item).unwrap();
    database
}

/// Sends `input` to table `Shelf` (or the one it names) and gives the message that refuses it.
fn refusal(operation: &str, input: &Value) -> String {
    let mut whole = json!({ "TableName": "Shelf" });
    let members = input.as_object().unwrap().clone();
    whole.as_object_mut().unwrap().extend(members);
    let error =
        database().call(operation, &whole).expect_err(&format!("{operation} {input} is answered"));
    format!("{}: {}", error.name(), error.message())
}

fn query(key_condition: &str, more: &Value) -> String {
    let mut input = json!({
        "KeyConditionExpression": key_condition,
        "ExpressionAttributeValues": { ":p": { "S": "a" } },
    });
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    refusal("Query", &input)
}

fn invalid(parameter: &str, message: &str) -> String {
    format!("ValidationException: Invalid {parameter}: {message}")
}

#[test]
fn every_parameter_is_named_in_front_of_its_fault() {
    let syntax = r#"Syntax error; token: "!", near: "a !""#;
    for (operation, parameter) in [
        ("Scan", "FilterExpression"),
        ("Scan", "ProjectionExpression"),
        ("Query", "KeyConditionExpression"),
    ] {
        let found = refusal(operation, &json!({ parameter: "a !" }));
        assert_eq!(found, invalid(parameter, syntax), "{operation}");
    }
    let found = refusal(
        "GetItem",
        &json!({ "Key": { "pk": { "S": "a" }, "sk": { "N": "1" } }, "ProjectionExpression": "a, a" }),
    );
    let overlap = "Two document paths overlap with each other; must remove or rewrite one of these paths; \
                   path one: [a], path two: [a]";
    assert_eq!(found, invalid("ProjectionExpression", overlap));
}

#[test]
fn the_key_conditions_own_rules_come_after_all_expressions_are_read() {
    let operator =
        "ValidationException: Invalid operator used in KeyConditionExpression: attribute_exists";
    let key = "attribute_exists(pk) AND pk = :p";
    assert_eq!(query(key, &json!({})), operator);
    let empty = "The expression can not be empty;";
    assert_eq!(query(key, &json!({ "FilterExpression": "" })), invalid("FilterExpression", empty));
    assert_eq!(
        query(key, &json!({ "ProjectionExpression": "" })),
        invalid("ProjectionExpression", empty)
    );
    let unused = "ValidationException: Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}";
    assert_eq!(query(key, &json!({ "ExpressionAttributeNames": { "#n": "n" } })), unused);
    // and before anyone looks for the table, while what does not fit its key is found after
    assert_eq!(query(key, &json!({ "TableName": "Nowhere" })), operator);
    let nowhere = query("city = :p", &json!({ "TableName": "Nowhere" }));
    assert!(nowhere.starts_with("ResourceNotFoundException"), "{nowhere}");
    let missed = "ValidationException: Query condition missed key schema element: pk";
    assert_eq!(query("city = :p", &json!({})), missed);
}

#[test]
fn a_filter_of_a_query_may_not_look_at_the_key() {
    let found = query("pk = :p", &json!({ "FilterExpression": "size(city) > sk" }));
    let expected = "ValidationException: Filter Expression can only contain non-primary key attributes: \
                    Primary key attribute: sk";
    assert_eq!(found, expected);
}

#[test]
fn four_thousand_parentheses_are_an_error_and_no_more() {
    let found = refusal("Scan", &json!({ "FilterExpression": "(".repeat(4096) }));
    assert_eq!(found, invalid("FilterExpression", r#"Syntax error; token: "<EOF>", near: "(""#));
    let found = refusal("Scan", &json!({ "FilterExpression": "(".repeat(4097) }));
    let too_long = "Expression size has exceeded the maximum allowed size; expression size: 4097";
    assert_eq!(found, invalid("FilterExpression", too_long));
}
