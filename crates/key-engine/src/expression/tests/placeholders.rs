//! What a request may say its placeholders stand for.

use serde_json::{Value, json};

use super::super::{Filter, Placeholders, Projection};

fn check(names: &Value, values: &Value, expected: &str) {
    let found = Placeholders::from_json(Some(names), Some(values))
        .map_or_else(|error| error.to_string(), |_| String::new());
    assert_eq!(found, expected, "{names} {values}");
}

#[test]
fn maps_must_hold_placeholders_and_what_they_stand_for() {
    let value = json!({ ":v": { "S": "v" } });
    check(&json!({ "#n": "n", "#1_a": "b" }), &value, "");
    check(&Value::Null, &Value::Null, "");
    check(&json!({}), &value, "ExpressionAttributeNames must not be empty");
    check(&Value::Null, &json!({}), "ExpressionAttributeValues must not be empty");
    for key in ["a", "#", "#a-b", ":a", "##", ""] {
        let expected =
            format!("ExpressionAttributeNames contains invalid key: Syntax error; key: \"{key}\"");
        check(&json!({ key: "a" }), &value, &expected);
    }
    for key in ["a", ":", ":a.b", "#a"] {
        let expected =
            format!("ExpressionAttributeValues contains invalid key: Syntax error; key: \"{key}\"");
        check(&Value::Null, &json!({ key: { "S": "a" } }), &expected);
    }
    check(
        &Value::Null,
        &json!({ ":a": { "N": "b" } }),
        "ExpressionAttributeValues contains invalid value: \
         The parameter cannot be converted to a numeric value: b for key :a",
    );
    check(
        &json!({ "#a": "" }),
        &Value::Null,
        "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a",
    );
    check(&Value::Null, &json!({ ":a": { "S": 1 } }), "NUMBER_VALUE cannot be converted to String");
}

#[test]
fn json_of_another_shape_is_a_fault_of_serialization() {
    for (names, values) in
        [(json!([]), Value::Null), (json!({ "#a": 1 }), Value::Null), (Value::Null, json!("a"))]
    {
        let error = Placeholders::from_json(Some(&names), Some(&values)).unwrap_err();
        assert!(error.is_serialization(), "{names} {values}");
    }
    assert!(!Placeholders::from_json(Some(&json!({})), None).unwrap_err().is_serialization());
}

#[test]
fn placeholders_that_no_expression_names_are_reported() {
    let names = json!({ "#a": "a", "#b": "b", "#c": "c" });
    let values = json!({ ":v": { "S": "v" }, ":w": { "S": "w" } });
    let placeholders = Placeholders::from_json(Some(&names), Some(&values)).unwrap();
    let unused =
        || placeholders.all_used().map_or_else(|error| error.to_string(), |()| String::new());
    assert_eq!(
        unused(),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b, #c}"
    );
    Projection::parse("#a, #b", &placeholders).unwrap();
    assert_eq!(
        unused(),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#c}"
    );
    // which side of an OR is asked is no matter
    Filter::parse("#a = :v OR #c = :v", &placeholders).unwrap();
    assert_eq!(
        unused(),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}"
    );
    Filter::parse("#a IN (:w)", &placeholders).unwrap();
    assert_eq!(unused(), "");
}
