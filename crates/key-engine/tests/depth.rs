//! Depth is limited wherever input nests: in every expression language, in statements, in values, in JSON. What is
//! too deep gets an error, on a stack half as large as a browser's.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use key_engine::{Database, ServiceError};
use serde_json::{Map, Value, json};

/// Half of what a browser gives wasm; without optimising, four times as much, which is what a thread has.
const STACK: usize = if cfg!(debug_assertions) { 2048 } else { 512 } * 1024;

/// The longest that an expression may be.
const LONGEST: usize = 4_096;

/// Calls on a small stack; what is asked and answered is made and dropped on the test's own.
fn call(database: &mut Database, operation: &str, request: &Value) -> Result<Value, ServiceError> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let calling = builder.spawn_scoped(scope, || database.call(operation, request));
        calling.unwrap().join().unwrap()
    })
}

fn database() -> Database {
    let mut database = Database::default();
    let table = json!({"TableName": "Table", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]});
    database.call("CreateTable", &table).unwrap();
    database
}

/// Requests in which this text stands for each expression that they can have.
fn with_expression(text: &str) -> Vec<(&'static str, &'static str, Value)> {
    let key = json!({"k": {"S": "a"}});
    let values = json!({":v": {"S": "v"}});
    let write = |kind: &str, expression: &str| {
        let mut write =
            json!({"TableName": "Table", "ExpressionAttributeValues": values, expression: text});
        match kind {
            "Put" => write["Item"] = key.clone(),
            _ => write["Key"] = key.clone(),
        }
        write
    };
    let read = |expression: &str| json!({"TableName": "Table", "ExpressionAttributeValues": values, expression: text});
    let mut query = read("FilterExpression");
    query["KeyConditionExpression"] = json!("k = :v");
    let mut requests = vec![
        ("Query", "KeyConditionExpression", read("KeyConditionExpression")),
        ("Query", "FilterExpression", query),
        ("Scan", "FilterExpression", read("FilterExpression")),
        (
            "Scan",
            "ProjectionExpression",
            json!({"TableName": "Table", "ProjectionExpression": text}),
        ),
        (
            "GetItem",
            "ProjectionExpression",
            json!({"TableName": "Table", "Key": key, "ProjectionExpression": text}),
        ),
        ("PutItem", "ConditionExpression", write("Put", "ConditionExpression")),
        ("DeleteItem", "ConditionExpression", write("Delete", "ConditionExpression")),
        ("UpdateItem", "ConditionExpression", write("Update", "ConditionExpression")),
        ("UpdateItem", "UpdateExpression", write("Update", "UpdateExpression")),
        (
            "BatchGetItem",
            "ProjectionExpression",
            json!({"RequestItems": {"Table": {"Keys": [key], "ProjectionExpression": text}}}),
        ),
        (
            "TransactGetItems",
            "ProjectionExpression",
            json!({"TransactItems": [{"Get": {"TableName": "Table", "Key": key, "ProjectionExpression": text}}]}),
        ),
        ("ExecuteStatement", "statement", json!({"Statement": text})),
    ];
    for kind in ["Put", "Delete", "Update", "ConditionCheck"] {
        let mut write = write(kind, "ConditionExpression");
        if kind == "Update" {
            write["UpdateExpression"] = json!("SET a = :v");
        }
        requests.push((
            "TransactWriteItems",
            "ConditionExpression",
            json!({"TransactItems": [{kind: write}]}),
        ));
    }
    requests.push((
        "TransactWriteItems",
        "UpdateExpression",
        json!({"TransactItems": [{"Update": write("Update", "UpdateExpression")}]}),
    ));
    requests
}

/// As long as it can be, with something nested in its middle.
fn filled(prefix: &str, open: &str, middle: &str, close: &str) -> String {
    let times = (LONGEST - prefix.len() - middle.len()) / (open.len() + close.len());
    format!("{prefix}{}{middle}{}", open.repeat(times), close.repeat(times))
}

/// Texts that nest as deeply as their length allows, in each way that a language nests.
fn deep_texts() -> Vec<String> {
    vec![
        "(".repeat(LONGEST),
        filled("", "(", "k = :v", ")"),
        filled("", "NOT ", "k = :v", ""),
        filled("", "NOT (", "k = :v", ")"),
        filled("", "size(", "a", ")") + " = :v",
        filled("k = ", "(", ":v", ")"),
        filled("k IN ", "(", ":v", ")"),
        filled("k BETWEEN ", "(", ":v AND :v", ")"),
        filled("", "k = :v AND (", "k = :v", ")"),
        filled("", "k = :v OR NOT (", "k = :v", ")"),
        filled("SET a = ", "(", ":v", ")"),
        filled("SET a = ", "list_append(a, ", "a", ")"),
        filled("SET a = ", "if_not_exists(a, ", "a", ")"),
        filled("SET a = ", "(a + ", "a", ")"),
        filled("a", "[", "", "]"),
        // statements; some could be longer
        filled("SELECT * FROM \"Table\" WHERE ", "(", "k = 'a'", ")"),
        filled("SELECT * FROM \"Table\" WHERE ", "(", "", ""),
        filled("SELECT * FROM \"Table\" WHERE ", "NOT ", "k = 'a'", ""),
        filled("SELECT * FROM \"Table\" WHERE k IN ", "[", "'a'", "]"),
        filled("INSERT INTO \"Table\" VALUE ", "{'k':", "'a'", "}"),
        filled("INSERT INTO \"Table\" VALUE {'k': 'a', 'v': ", "[", "", "]") + "}",
        filled("INSERT INTO \"Table\" VALUE {'k': 'a', 'v': ", "<<", "", ">>") + "}",
        filled("UPDATE \"Table\" SET a = ", "list_append(a, ", "[1]", ")") + " WHERE k = 'a'",
        filled("UPDATE \"Table\" SET a = ", "(", "1", ")") + " WHERE k = 'a'",
        filled("DELETE FROM \"Table\" WHERE ", "(", "k = 'a'", ")"),
        filled("", "EXISTS(", "SELECT * FROM \"Table\" WHERE k = 'a'", ")"),
    ]
}

#[test]
fn an_expression_that_nests_too_deeply_gets_an_error() {
    for text in deep_texts() {
        for (operation, expression, request) in with_expression(&text) {
            let answer = call(&mut database(), operation, &request);
            let shown = &text[..text.len().min(60)];
            let Err(error) = answer else { panic!("{operation} {expression} {shown}: answered") };
            let expected = if operation == "TransactWriteItems" || operation == "TransactGetItems" {
                ["ValidationException", "TransactionCanceledException"]
            } else {
                ["ValidationException"; 2]
            };
            assert!(expected.contains(&error.name()), "{operation} {expression} {shown}: {error}");
        }
    }
}

#[test]
fn a_path_is_as_long_as_its_text_may_be() {
    for text in [
        filled("a", "[0]", "", ""),
        filled("a", ".a", "", ""),
        filled("SET a", ".a", " = :v", ""),
        filled("SET a = :v, b", "[0]", " = b", ""),
        filled("REMOVE a", "[0]", "", ""),
        filled("attribute_exists(a", ".a", ")", ""),
        filled("SELECT a", "[0]", " FROM \"Table\"", ""),
        filled("SELECT * FROM \"Table\" WHERE a", ".a", " = 1", ""),
        filled("UPDATE \"Table\" SET a", ".a", " = 1 WHERE k = 'a'", ""),
    ] {
        for (operation, _, request) in with_expression(&text) {
            // it leads nowhere: whether that is an error is the operation's affair
            let _ = call(&mut database(), operation, &request);
        }
    }
}

#[test]
fn a_statement_that_nests_too_deeply_is_an_error_of_its_own_in_a_batch() {
    for text in deep_texts() {
        let batch = json!({"Statements": [{"Statement": text}]});
        let answer = call(&mut database(), "BatchExecuteStatement", &batch);
        if let Ok(answer) = answer {
            assert!(answer["Responses"][0].get("Error").is_some(), "{text:.60}: {answer}");
        }
        let transaction = json!({"TransactStatements": [{"Statement": text}]});
        assert!(call(&mut database(), "ExecuteTransaction", &transaction).is_err(), "{text:.60}");
    }
}

/// A value inside so many lists or maps.
fn nested(levels: usize, is_list: bool) -> Value {
    let one = |name: &str, value: Value| Value::Object(Map::from_iter([(name.to_owned(), value)]));
    (0..levels).fold(json!({"S": "deep"}), |inner, _| {
        if is_list { one("L", Value::Array(vec![inner])) } else { one("M", one("a", inner)) }
    })
}

#[test]
fn values_nest_to_thirty_two_levels_and_no_deeper() {
    let put = |value: Value| {
        let item = json!({"k": {"S": "a"}, "v": value});
        database().call("PutItem", &json!({"TableName": "Table", "Item": item})).map(|_| ())
    };
    for is_list in [true, false] {
        assert_eq!(put(nested(31, is_list)), Ok(()), "31");
        let error = put(nested(33, is_list)).unwrap_err();
        assert_eq!(error.name(), "ValidationException");
        assert!(
            error.message().contains("Nesting Levels have exceeded supported limits"),
            "{error}"
        );
    }
}

#[test]
fn a_value_that_nests_too_deeply_is_refused_wherever_it_stands() {
    // what is asked is itself made step by step
    const ROOMY: usize = 64 * 1024 * 1024;
    let test = std::thread::Builder::new().stack_size(ROOMY).spawn(refuse_deep_values);
    test.unwrap().join().unwrap();
}

fn refuse_deep_values() {
    for (levels, is_list) in [(40, true), (40, false), (LONGEST, true), (LONGEST, false)] {
        let deep = nested(levels, is_list);
        let key = json!({"k": {"S": "a"}});
        let item = json!({"k": {"S": "a"}, "v": deep});
        let values = json!({":v": deep});
        let condition = "k = :v";
        let requests = [
            ("PutItem", json!({"TableName": "Table", "Item": item})),
            (
                "PutItem",
                json!({"TableName": "Table", "Item": key, "Expected": {"v": {"Value": deep}}}),
            ),
            (
                "PutItem",
                json!({"TableName": "Table", "Item": key, "ConditionExpression": condition, "ExpressionAttributeValues": values}),
            ),
            ("GetItem", json!({"TableName": "Table", "Key": {"k": deep}})),
            ("DeleteItem", json!({"TableName": "Table", "Key": {"k": deep}})),
            (
                "UpdateItem",
                json!({"TableName": "Table", "Key": key, "UpdateExpression": "SET v = :v", "ExpressionAttributeValues": values}),
            ),
            (
                "UpdateItem",
                json!({"TableName": "Table", "Key": key, "AttributeUpdates": {"v": {"Action": "PUT", "Value": deep}}}),
            ),
            (
                "Query",
                json!({"TableName": "Table", "KeyConditionExpression": condition, "ExpressionAttributeValues": values}),
            ),
            (
                "Query",
                json!({"TableName": "Table", "KeyConditions": {"k": {"ComparisonOperator": "EQ", "AttributeValueList": [deep]}}}),
            ),
            (
                "Scan",
                json!({"TableName": "Table", "FilterExpression": condition, "ExpressionAttributeValues": values}),
            ),
            ("Scan", json!({"TableName": "Table", "ExclusiveStartKey": {"k": deep}})),
            ("BatchGetItem", json!({"RequestItems": {"Table": {"Keys": [{"k": deep}]}}})),
            (
                "BatchWriteItem",
                json!({"RequestItems": {"Table": [{"PutRequest": {"Item": item}}]}}),
            ),
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Put": {"TableName": "Table", "Item": item}}]}),
            ),
            (
                "TransactGetItems",
                json!({"TransactItems": [{"Get": {"TableName": "Table", "Key": {"k": deep}}}]}),
            ),
            (
                "ExecuteStatement",
                json!({"Statement": "INSERT INTO \"Table\" VALUE {'k': 'a', 'v': ?}", "Parameters": [deep]}),
            ),
        ];
        for (operation, request) in requests {
            let mut database = database();
            assert!(
                call(&mut database, operation, &request).is_err(),
                "{operation}, {levels} levels"
            );
            assert_eq!(
                database.table("Table").unwrap().item_count(),
                0,
                "{operation}, {levels} levels"
            );
        }
    }
}

#[test]
fn an_update_cannot_build_what_could_not_be_put() {
    let mut database = database();
    let deepest = json!({"TableName": "Table", "Item": {"k": {"S": "a"}, "v": nested(31, true)}});
    database.call("PutItem", &deepest).unwrap();
    for (expression, value) in [
        (format!("SET v{} = :v", "[0]".repeat(31)), nested(2, true)),
        (format!("SET v{} = :v", "[0]".repeat(31)), nested(2, false)),
        ("SET v[0][0] = v".to_owned(), Value::Null),
        ("SET v = list_append(:v, v)".to_owned(), json!({"L": [nested(32, true)]})),
    ] {
        let mut update =
            json!({"TableName": "Table", "Key": {"k": {"S": "a"}}, "UpdateExpression": expression});
        if !value.is_null() {
            update["ExpressionAttributeValues"] = json!({":v": value});
        }
        let before = database.call("Scan", &json!({"TableName": "Table"})).unwrap();
        assert!(database.call("UpdateItem", &update).is_err(), "{expression}");
        assert_eq!(database.call("Scan", &json!({"TableName": "Table"})).unwrap(), before);
    }
}

#[test]
fn text_that_nests_too_deeply_is_no_input() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"L\":[", "]}"), ("[", "")] {
        for levels in [200, LONGEST, 100_000] {
            let text = format!("{}1{}", open.repeat(levels), close.repeat(levels));
            for text in [text.clone(), format!("{{\"TableName\": \"Table\", \"Item\": {text}}}")] {
                let error = database().call_text("PutItem", &text).unwrap_err();
                assert_eq!(error.name(), "SerializationException", "{open}");
            }
        }
    }
}
