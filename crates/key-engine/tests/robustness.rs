//! Whatever a request holds, it gets an answer or an error, never a panic.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use key_engine::engine::OPERATIONS;
use key_engine::{Database, Item};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

fn database() -> Database {
    let mut database = Database::default();
    database.call("CreateTable", &create("Orders")).unwrap();
    for (at, total) in ["1", "20", "-3.5"].iter().enumerate() {
        let item = json!({"PK": {"S": "A"}, "SK": {"N": at.to_string()}, "city": {"S": "Reno"},
            "amount": {"N": total}, "parts": {"L": [{"S": "x"}, {"M": {"k": {"BOOL": true}}}]}});
        database.call("PutItem", &json!({"TableName": "Orders", "Item": item})).unwrap();
    }
    database
}

fn create(name: &str) -> Value {
    json!({"TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        "Tags": [{"Key": "team", "Value": "store"}],
        "AttributeDefinitions": [
            {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"},
            {"AttributeName": "city", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "LocalSecondaryIndexes": [{"IndexName": "local", "Projection": {"ProjectionType": "KEYS_ONLY"},
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "city", "KeyType": "RANGE"}]}],
        "GlobalSecondaryIndexes": [{"IndexName": "global",
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["amount"]},
            "KeySchema": [{"AttributeName": "city", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}]})
}

/// All that is behind every door.
fn contents(database: &Database) -> Vec<Vec<Item>> {
    let doors = database.tables().flat_map(|table| table.indexes().chain([table.primary()]));
    doors.map(|door| door.items().cloned().collect()).collect()
}

/// Sound requests, to be made unsound.
fn requests() -> Vec<(&'static str, Value)> {
    let key = json!({"PK": {"S": "A"}, "SK": {"N": "1"}});
    vec![
        ("CreateTable", create("Another")),
        ("DescribeTable", json!({"TableName": "Orders"})),
        ("DeleteTable", json!({"TableName": "Orders"})),
        ("ListTables", json!({"Limit": 5, "ExclusiveStartTableName": "Abc"})),
        (
            "GetItem",
            json!({"TableName": "Orders", "Key": key, "ConsistentRead": true,
            "ProjectionExpression": "#l[1].k, amount", "ExpressionAttributeNames": {"#l": "parts"}}),
        ),
        (
            "PutItem",
            json!({"TableName": "Orders", "ReturnValues": "ALL_OLD", "ReturnConsumedCapacity": "INDEXES",
            "Item": {"PK": {"S": "A"}, "SK": {"N": "1"}, "city": {"S": "X"}, "b": {"B": "AA=="},
                "s": {"SS": ["a", "b"]}, "n": {"NS": ["1", "2"]}, "m": {"M": {"k": {"NULL": true}}}},
            "ConditionExpression": "attribute_exists(#c) AND size(PK) > :n", "ExpressionAttributeNames": {"#c": "city"},
            "ExpressionAttributeValues": {":n": {"N": "0"}}}),
        ),
        (
            "DeleteItem",
            json!({"TableName": "Orders", "Key": key, "ReturnItemCollectionMetrics": "SIZE",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            "ConditionExpression": "amount BETWEEN :a AND :b OR NOT city IN (:c)",
            "ExpressionAttributeValues": {":a": {"N": "0"}, ":b": {"N": "50"}, ":c": {"S": "Reno"}}}),
        ),
        (
            "UpdateItem",
            json!({"TableName": "Orders", "Key": key, "ReturnValues": "UPDATED_NEW",
            "UpdateExpression": "SET parts[1].k = :v, #c = if_not_exists(#c, :c), m = list_append(parts, :l) \
                REMOVE parts[0] ADD amount :n DELETE tags :s",
            "ConditionExpression": "attribute_type(parts, :t) AND amount <> :n",
            "ExpressionAttributeNames": {"#c": "city"},
            "ExpressionAttributeValues": {":v": {"M": {}}, ":c": {"S": "Reno"}, ":l": {"L": [{"N": "1"}]},
                ":n": {"N": "7"}, ":s": {"SS": ["a"]}, ":t": {"S": "L"}}}),
        ),
        (
            "TransactWriteItems",
            json!({"ReturnConsumedCapacity": "INDEXES", "ReturnItemCollectionMetrics": "SIZE",
            "ClientRequestToken": "token", "TransactItems": [
                {"Update": {"TableName": "Orders", "Key": key, "UpdateExpression": "SET city = :c",
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    "ExpressionAttributeValues": {":c": {"S": "Portland"}}}},
                {"Put": {"TableName": "Orders", "Item": {"PK": {"S": "B"}, "SK": {"N": "1"}},
                    "ConditionExpression": "attribute_not_exists(#p)", "ExpressionAttributeNames": {"#p": "PK"}}},
                {"Delete": {"TableName": "Orders", "Key": {"PK": {"S": "A"}, "SK": {"N": "0"}}}},
                {"ConditionCheck": {"TableName": "Orders", "Key": {"PK": {"S": "A"}, "SK": {"N": "2"}},
                    "ConditionExpression": "attribute_exists(PK)"}}]}),
        ),
        (
            "Query",
            json!({"TableName": "Orders", "IndexName": "local", "Limit": 2, "ScanIndexForward": false,
            "Select": "ALL_ATTRIBUTES", "KeyConditionExpression": "PK = :p AND begins_with(city, :c)",
            "FilterExpression": "contains(parts[0], :x)", "ReturnConsumedCapacity": "TOTAL",
            "ExclusiveStartKey": {"PK": {"S": "A"}, "SK": {"N": "2"}, "city": {"S": "Reno"}},
            "ExpressionAttributeValues": {":p": {"S": "A"}, ":c": {"S": "R"}, ":x": {"S": "x"}}}),
        ),
        (
            "Scan",
            json!({"TableName": "Orders", "IndexName": "global", "Segment": 1, "TotalSegments": 3,
            "ProjectionExpression": "amount", "FilterExpression": "amount < :t",
            "ExpressionAttributeValues": {":t": {"N": "1E10"}}}),
        ),
    ]
}

/// Reads and writes of many items, and the parameters of before expressions.
fn batches_and_legacy_requests() -> Vec<(&'static str, Value)> {
    let key = json!({"PK": {"S": "A"}, "SK": {"N": "1"}});
    vec![
        (
            "BatchGetItem",
            json!({"ReturnConsumedCapacity": "TOTAL", "RequestItems": {"Orders": {"Keys": [key, {"PK": {"S": "B"}, "SK": {"N": "9"}}],
                "ProjectionExpression": "#c", "ExpressionAttributeNames": {"#c": "city"}, "ConsistentRead": true}}}),
        ),
        (
            "BatchWriteItem",
            json!({"ReturnItemCollectionMetrics": "SIZE", "RequestItems": {"Orders": [
                {"PutRequest": {"Item": {"PK": {"S": "B"}, "SK": {"N": "1"}, "city": {"S": "X"}}}},
                {"DeleteRequest": {"Key": key}}]}}),
        ),
        (
            "TransactGetItems",
            json!({"ReturnConsumedCapacity": "INDEXES", "TransactItems": [
                {"Get": {"TableName": "Orders", "Key": key, "ProjectionExpression": "parts[0]"}},
                {"Get": {"TableName": "Orders", "Key": {"PK": {"S": "B"}, "SK": {"N": "9"}}}}]}),
        ),
        (
            "Query",
            json!({"TableName": "Orders", "AttributesToGet": ["city", "SK"], "ConditionalOperator": "OR",
            "KeyConditions": {
                "PK": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "A"}]},
                "SK": {"ComparisonOperator": "BETWEEN", "AttributeValueList": [{"N": "0"}, {"N": "5"}]}},
            "QueryFilter": {
                "city": {"ComparisonOperator": "NOT_CONTAINS", "AttributeValueList": [{"S": "x"}]},
                "amount": {"ComparisonOperator": "IN", "AttributeValueList": [{"N": "1"}, {"N": "2"}]}}}),
        ),
        (
            "Scan",
            json!({"TableName": "Orders", "ScanFilter": {"parts": {"ComparisonOperator": "NOT_NULL"},
                "city": {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [{"S": "R"}]}}}),
        ),
        (
            "UpdateItem",
            json!({"TableName": "Orders", "Key": key, "ReturnValues": "ALL_NEW",
            "Expected": {"city": {"Value": {"S": "Reno"}}, "none": {"Exists": false}},
            "AttributeUpdates": {"amount": {"Action": "ADD", "Value": {"N": "1"}}, "parts": {"Action": "ADD", "Value": {"L": [{"S": "y"}]}},
                "city": {"Value": {"S": "Sparks"}}, "tags": {"Action": "DELETE", "Value": {"SS": ["a"]}}, "gone": {"Action": "DELETE"}}}),
        ),
    ]
}

/// Changes to a table, its tags and its time to live, and reads of its stream.
fn table_requests() -> Vec<(&'static str, Value)> {
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";
    let stream = format!("{arn}/stream/2026-01-01T00:00:00.000");
    let units = json!({"ReadCapacityUnits": 3, "WriteCapacityUnits": 4});
    vec![
        (
            "UpdateTable",
            json!({"TableName": "Orders", "AttributeDefinitions": [{"AttributeName": "note", "AttributeType": "S"}],
            "DeletionProtectionEnabled": false, "TableClass": "STANDARD", "SSESpecification": {"Enabled": true, "SSEType": "KMS"},
            "StreamSpecification": {"StreamEnabled": false},
            "GlobalSecondaryIndexUpdates": [{"Create": {"IndexName": "byNote",
                "KeySchema": [{"AttributeName": "note", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["amount"]}}}]}),
        ),
        (
            "UpdateTable",
            json!({"TableName": "Orders", "BillingMode": "PROVISIONED", "ProvisionedThroughput": units,
            "GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": "global", "ProvisionedThroughput": units}}]}),
        ),
        (
            "UpdateTimeToLive",
            json!({"TableName": "Orders", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "until"}}),
        ),
        ("DescribeTimeToLive", json!({"TableName": "Orders"})),
        ("TagResource", json!({"ResourceArn": arn, "Tags": [{"Key": "team", "Value": "store"}]})),
        ("UntagResource", json!({"ResourceArn": arn, "TagKeys": ["team"]})),
        ("ListTagsOfResource", json!({"ResourceArn": arn})),
        ("ListStreams", json!({"TableName": "Orders", "Limit": 5, "ExclusiveStartStreamArn": arn})),
        (
            "DescribeStream",
            json!({"StreamArn": stream, "Limit": 5, "ExclusiveStartShardId": "shardId-00000000000000000000-00000000"}),
        ),
        (
            "GetShardIterator",
            json!({"StreamArn": stream, "ShardId": "shardId-00000001767225600000-00000001",
            "ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": "100000000000000000001"}),
        ),
        (
            "GetRecords",
            json!({"Limit": 5, "ShardIterator": format!("{stream}|1|AAAAAAAAAAEAAAGbdtqoAA==")}),
        ),
    ]
}

const STATEMENTS: &[&str] = &[
    "SELECT * FROM Orders WHERE PK = 'A' AND SK >= 1 ORDER BY SK DESC",
    "SELECT city, parts[1].k FROM \"Orders\".\"local\" WHERE PK IN ['A', 'B'] AND begins_with(city, 'R')",
    "SELECT * FROM Orders.\"global\" WHERE city = 'Reno' OR city = 'Ely' AND size(city) BETWEEN 1 AND 9",
    "SELECT amount FROM Orders WHERE NOT (amount <> -1.5e2 AND contains(parts, 'x')) OR city IS NOT MISSING",
    "INSERT INTO Orders VALUE {'PK': 'N', 'SK': 7, 's': <<'a', 'b'>>, 'm': {'k': [1, null, true, 'it''s']}}",
    "UPDATE Orders SET amount = amount + 1, s = set_add(s, <<'c'>>) REMOVE parts[0] WHERE PK = 'A' AND SK = 1 RETURNING ALL NEW *",
    "UPDATE Orders SET parts = list_append(parts, [{'k': 2}]) WHERE PK = 'A' AND SK = 0 AND attribute_type(city, 'S')",
    "DELETE FROM Orders WHERE PK = 'A' AND SK = 2 AND amount < 5 RETURNING ALL OLD *",
];

/// Sound requests of statements, alone and together.
fn statement_requests() -> Vec<(&'static str, Value)> {
    let mut requests: Vec<(&'static str, Value)> = Vec::new();
    for statement in STATEMENTS {
        let input = json!({"Statement": statement, "ReturnConsumedCapacity": "INDEXES",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD"});
        requests.push(("ExecuteStatement", input));
    }
    let parameters = json!([{"S": "A"}, {"N": "1"}]);
    let select = json!({"Statement": "SELECT * FROM Orders WHERE PK = ? AND SK = ?", "Parameters": parameters});
    requests.push(("ExecuteStatement", select.clone()));
    requests.push(("BatchExecuteStatement", json!({"Statements": [select, select]})));
    requests.push((
        "ExecuteTransaction",
        json!({"TransactStatements": [select], "ClientRequestToken": "once"}),
    ));
    let exists = json!({"Statement": "EXISTS(SELECT * FROM Orders WHERE PK = 'A' AND SK = 0)"});
    let insert = json!({"Statement": STATEMENTS[4]});
    requests.push(("ExecuteTransaction", json!({"TransactStatements": [exists, insert]})));
    requests
}

/// Values that have no business where they will be put.
fn intruder() -> impl Strategy<Value = Value> {
    let deep = (0..200).fold(json!({"S": "deep"}), |inner, _| json!({"L": [inner]}));
    let fixed = vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("x".repeat(3000)),
        json!("😀"),
        json!("1E999999999999"),
        json!("-0.000000000000000000000000000000000000001E-120"),
        json!("(".repeat(4096)),
        json!("PK = :p AND"),
        json!("#a.#b[99999999999]"),
        json!([]),
        json!({}),
        json!([[[]]]),
        json!({"S": 5}),
        json!({"N": "NaN"}),
        json!({"SS": ["a", "a"]}),
        json!({"B": "?"}),
        json!({"S": "a", "N": "1"}),
        deep,
    ];
    let text = "[ -~]{0,12}|[#:]?[A-Za-z0-9_.]{0,6}|[0-9.eE+-]{0,9}".prop_map(Value::from);
    prop_oneof![2 => select(fixed), 1 => text]
}

/// Paths to all members and elements.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                places(member, &format!("{path}/{escaped}"), found);
            }
        }
        Value::Array(list) => {
            for (at, member) in list.iter().enumerate() {
                places(member, &format!("{path}/{at}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_request_here_is_sound() {
    let requests =
        [requests(), batches_and_legacy_requests(), table_requests(), statement_requests()]
            .concat();
    for (operation, request) in &requests {
        let answer = database().call(operation, request);
        assert!(answer.is_ok(), "{operation}: {answer:?}");
    }
    assert!(requests.iter().all(|(name, _)| OPERATIONS.contains(name)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]
    #[test]
    fn unsound_requests_get_an_error_and_no_panic(
        request in select([requests(), batches_and_legacy_requests(), table_requests(), statement_requests()].concat()),
        changes in proptest::collection::vec((any::<Index>(), intruder()), 1..4),
        operation in proptest::option::weighted(0.1, select(OPERATIONS)),
    ) {
        let (own, mut input) = request;
        for (place, intruder) in changes {
            let mut paths = Vec::new();
            places(&input, "", &mut paths);
            let path: &String = place.get(&paths);
            if let Some(target) = input.pointer_mut(path) {
                *target = intruder;
            }
        }
        let mut database = database();
        let before = contents(&database);
        let operation = operation.unwrap_or(own);
        let (answer, walk) = database.call_with_walk(operation, &input);
        if let Err(error) = &answer {
            prop_assert_eq!(contents(&database), before);
            prop_assert!(error.to_json().get("__type").is_some());
            prop_assert!(walk.pages.iter().all(|page| page.last_evaluated_key.is_none()));
        }
        // what is left can still be read
        for table in database.tables() {
            for door in table.indexes().chain([table.primary()]) {
                prop_assert_eq!(door.items().count(), door.item_count());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn statements_spliced_from_others_get_an_error_or_an_answer(
        parts in proptest::collection::vec((select(STATEMENTS), any::<Index>(), any::<Index>()), 1..5),
        more in proptest::option::of("[ -~é]{0,6}"),
        parameter in proptest::option::of(intruder()),
    ) {
        let mut text = more.unwrap_or_default();
        for (number, (statement, from, to)) in parts.iter().enumerate() {
            let words: Vec<&str> = statement.split_inclusive(' ').collect();
            let (from, to) = (from.index(words.len()), to.index(words.len()) + 1);
            let from = if number == 0 { 0 } else { from };
            text = if number == 0 { String::new() } else { text } + &words[from.min(to)..to.max(from)].concat();
        }
        let mut input = json!({"Statement": text});
        if let Some(parameter) = parameter {
            input["Parameters"] = json!([parameter]);
        }
        let mut database = database();
        let before = contents(&database);
        let recorded = database.call_recorded("ExecuteStatement", &input);
        let statement = json!({"TransactStatements": [input]});
        if let Err(error) = recorded.answer {
            prop_assert!(!error.message().is_empty(), "{}", text);
        } else {
            prop_assert!(recorded.walk.pages.len() == 1 && recorded.walk.pages[0].became.is_some());
            database.take_back(&recorded.changes).unwrap();
        }
        prop_assert_eq!(contents(&database), before);
        let _ = database.call("ExecuteTransaction", &statement);
    }
}

#[test]
fn statements_that_nest_without_end_are_refused() {
    let mut database = database();
    let before = contents(&database);
    for start in [
        "SELECT * FROM Orders WHERE ",
        "SELECT * FROM Orders WHERE PK IN ",
        "INSERT INTO Orders VALUE ",
        "INSERT INTO Orders VALUE {'PK': ",
        "UPDATE Orders SET amount = ",
        "DELETE FROM Orders WHERE NOT ",
        "",
    ] {
        for open in ["(", "[", "{'a':", "<<", "NOT ", "size(", "EXISTS(SELECT * FROM t WHERE "] {
            let statement = start.to_owned() + &open.repeat(4096);
            let statement: String = statement.chars().take(8192).collect();
            let one = json!({"Statement": statement});
            let error = database.call("ExecuteStatement", &one).unwrap_err();
            assert_eq!(error.name(), "ValidationException", "{start}{open}");
            assert!(error.span().is_some(), "{start}{open}: {error}");
            let batch =
                database.call("BatchExecuteStatement", &json!({"Statements": [one]})).unwrap();
            assert_eq!(batch["Responses"][0]["Error"]["Code"], "ValidationError");
            let transaction = json!({"TransactStatements": [one]});
            database.call("ExecuteTransaction", &transaction).unwrap_err();
        }
    }
    let long =
        json!({"Statement": format!("SELECT * FROM Orders WHERE city = '{}'", "x".repeat(8192))});
    assert!(
        database
            .call("ExecuteStatement", &long)
            .unwrap_err()
            .message()
            .ends_with("less than or equal to 8192")
    );
    let many = (0..900).map(|number| format!("PK = '{number}'")).collect::<Vec<_>>().join(" OR ");
    let many = json!({"Statement": format!("SELECT * FROM Orders WHERE {}", &many[..8000].rsplit_once(" OR ").unwrap().0)});
    assert!(database.call("ExecuteStatement", &many).unwrap_err().message().contains("At most 50"));
    assert_eq!(contents(&database), before);
}
