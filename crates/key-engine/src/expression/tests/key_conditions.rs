//! Key conditions, by themselves and held against keys of one part and of many.

use super::super::{KeyConditions, KeySchema};
use super::placeholders;
use crate::value::{AttributeValue, KeyType};

type Parts = &'static [(&'static str, KeyType)];

const PK: Parts = &[("pk", KeyType::S)];
const SK: Parts = &[("sk", KeyType::N)];

fn shown(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.clone(),
        other => other.to_json().to_string(),
    }
}

/// What `text` reads of a key, or the message that refuses it.
fn read(text: &str, partition: Parts, sort: Parts) -> String {
    let conditions = match KeyConditions::parse(text, &placeholders()) {
        Ok(conditions) => conditions,
        Err(error) => return error.in_parameter("KeyConditionExpression"),
    };
    match conditions.against(&KeySchema { partition, sort }) {
        Ok(key) => {
            let parts = key.partition.iter().chain(&key.sort);
            let mut shown: Vec<_> =
                parts.map(|(name, value)| format!("{name} {}", shown(value))).collect();
            shown.extend(key.last.map(|last| format!("{last:?}")));
            shown.join(", ")
        }
        Err(error) => error.to_string(),
    }
}

fn check(text: &str, expected: &str) {
    assert_eq!(read(text, PK, SK), expected, "{text}");
}

#[test]
fn the_partition_key_by_equality_and_the_sort_key_by_anything() {
    check("pk = :s", "pk hello");
    check(":s = pk", "pk hello");
    check("(pk = :s)", "pk hello");
    check("pk = :s AND sk = :n1", r#"pk hello, sk {"N":"1"}"#);
    check("sk = :n1 AND pk = :s", r#"pk hello, sk {"N":"1"}"#);
    for (text, expected) in [
        ("sk < :n1", "Less"),
        ("sk <= :n1", "LessOrEqual"),
        ("sk > :n1", "Greater"),
        ("sk >= :n1", "GreaterOrEqual"),
        (":n1 > sk", "Less"),
        (":n1 >= sk", "LessOrEqual"),
        (":n1 < sk", "Greater"),
        (":n1 <= sk", "GreaterOrEqual"),
        ("sk BETWEEN :n1 AND :n2", "Between"),
    ] {
        let found = read(&format!("pk = :s AND {text}"), PK, SK);
        assert!(found.starts_with(&format!("pk hello, {expected}(")), "{text}: {found}");
    }
    let found = read("begins_with(sk, :s) AND pk = :t", PK, &[("sk", KeyType::S)]);
    assert_eq!(found, r#"pk zebra, BeginsWith(S("hello"))"#);
}

#[test]
fn operators_that_are_none_of_a_key_condition() {
    let operator = |name: &str| format!("Invalid operator used in KeyConditionExpression: {name}");
    check("pk = :s OR sk = :n1", &operator("OR"));
    check("NOT pk = :s", &operator("NOT"));
    check("pk <> :s", &operator("<>"));
    check("pk IN (:s)", &operator("IN"));
    check("attribute_exists(pk)", &operator("attribute_exists"));
    check("pk = :s AND attribute_not_exists(sk)", &operator("attribute_not_exists"));
    check("attribute_type(pk, :type)", &operator("attribute_type"));
    check("contains(pk.a, sk)", &operator("contains"));
    check("a > b AND size(b) > c OR a > c", &operator("OR"));
}

#[test]
fn conditions_that_are_not_one_attribute_and_values() {
    let condition = |text: &str| format!("Invalid condition in KeyConditionExpression: {text}");
    let first = |operator: &str| {
        condition(&format!("{operator} operator must have the key attribute as its first operand"))
    };
    check(":n1 BETWEEN size(b) AND size(a) AND b > :n1", &first("BETWEEN"));
    check("begins_with(:s, b) AND a > :n1", &first("begins_with"));
    let many = condition("Multiple attribute names used in one condition");
    check("b > a.b", &many);
    check("b BETWEEN c[1] AND d", &many);
    check("a BETWEEN b AND size(a)", &many);
    check("begins_with(a, b)", &many);
    let none = condition("No key attribute specified");
    check(":n1 > :n2 AND a < :n1", &none);
    check("pk = :s AND :n1 = :n2", &none);
    let prefixed =
        |text: &str| format!("Invalid KeyConditionExpression: KeyConditionExpressions {text}");
    let nested = prefixed("cannot contain nested operations");
    check("size(b) > a AND a.b > b AND b > c", &nested);
    check("a > size(b.d)", &nested);
    check("a BETWEEN size(b) AND size(a)", &nested);
    let below = prefixed("cannot have conditions on nested attributes");
    check("b.d > a AND c.d > e.f", &below);
    check("b[0] > a", &below);
    check("pk.a = :s", &below);
    let repeated = prefixed("must only contain one condition per key");
    check("pk = :s AND sk > :n1 AND sk < :n2", &repeated);
    check("pk = :s AND pk = :t", &repeated);
}

#[test]
fn faults_of_any_condition_are_faults_here_too() {
    check("", "Invalid KeyConditionExpression: The expression can not be empty;");
    check("pk", "Invalid KeyConditionExpression: Syntax error; token: \"<EOF>\", near: \"pk\"");
    check(
        "name = :s",
        "Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: name",
    );
    check("dog(pk)", "Invalid KeyConditionExpression: Invalid function name; function: dog");
    check(
        "((pk = :s))",
        "Invalid KeyConditionExpression: The expression has redundant parentheses;",
    );
    let wrong = |operator: &str, found: &str| {
        format!(
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; \
             operator or function: {operator}, operand type: {found}"
        )
    };
    check("pk = :s AND begins_with(sk, :n1)", &wrong("begins_with", "N"));
    check("pk = :s AND sk < :bool", &wrong("<", "BOOL"));
    check("pk = :s AND :bool >= sk", &wrong(">=", "BOOL"));
    check(
        "pk BETWEEN :n2 AND :n1",
        "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to \
         lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
    );
}

#[test]
fn conditions_must_fit_the_key() {
    let missed = |name: &str| format!("Query condition missed key schema element: {name}");
    check("sk = :n1", &missed("pk"));
    check("extra = :s", &missed("pk"));
    check("pk = :s AND extra = :s", &missed("sk"));
    assert_eq!(read("sk = :n1", PK, &[]), missed("pk"));
    for text in ["pk > :s", "begins_with(pk, :s)", "pk BETWEEN :s AND :t", "pk < :s AND sk = :n1"] {
        check(text, "Query key condition not supported");
    }
    let mismatch = "One or more parameter values were invalid: Condition parameter type does not match schema type";
    check("pk = :n1", mismatch);
    check("pk = :s AND sk = :s", mismatch);
    check("pk = :s AND sk = :bool", mismatch);
    check("pk = :s AND sk > :b", mismatch);
    check("pk = :s AND begins_with(sk, :s)", mismatch);
    check("pk = :s AND sk BETWEEN :s AND :t", mismatch);
    check(
        "pk = :s AND sk > :n1 AND extra = :n1",
        "The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)",
    );
    check(
        "pk = :empty",
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty \
         string value. Key: pk",
    );
}

#[test]
fn keys_of_many_parts_are_given_from_the_left() {
    const HASH: Parts = &[("h", KeyType::S), ("i", KeyType::N)];
    const RANGE: Parts =
        &[("a1", KeyType::S), ("b1", KeyType::S), ("c1", KeyType::S), ("d1", KeyType::S)];
    for (text, expected) in [
        ("h = :s AND i = :n1", r#"h hello, i {"N":"1"}"#),
        ("i = :n1 AND h = :s", r#"h hello, i {"N":"1"}"#),
        ("h = :s", "Query condition missed key schema element: i"),
        ("h = :s AND i > :n1", "Query key condition not supported"),
        ("h = :s AND a1 = :s", "Query condition missed key schema element: i"),
        (
            "b1 = :t AND h = :s AND i = :n1 AND a1 = :s",
            r#"h hello, i {"N":"1"}, a1 hello, b1 zebra"#,
        ),
        (
            "h = :s AND i = :n1 AND a1 = :s AND begins_with(b1, :t)",
            r#"h hello, i {"N":"1"}, a1 hello, BeginsWith(S("zebra"))"#,
        ),
        (
            "h = :s AND i = :n1 AND a1 = :s AND c1 = :s",
            "RANGE key attributes b1 must have equality conditions specified in the query because a condition is \
             present on key attribute c1",
        ),
        (
            "h = :s AND i = :n1 AND a1 > :s AND b1 = :s",
            "RANGE key attributes a1 must have equality conditions specified in the query because a condition is \
             present on key attribute b1",
        ),
        (
            "h = :s AND i = :n1 AND c1 = :s",
            "RANGE key attributes a1, b1 must have equality conditions specified in the query because a condition \
             is present on key attribute c1",
        ),
    ] {
        assert_eq!(read(text, HASH, RANGE), expected, "{text}");
    }
}
