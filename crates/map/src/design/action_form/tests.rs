use serde_json::{Value, json};

use super::*;
use crate::design::Call;
use crate::design::call_form::{CallForm, DoorKeys, KeyAttribute, TableKeys};
use key_engine::KeyType;

fn call(operation: &str, input: Value) -> Call {
    Call { operation: operation.to_owned(), input }
}

fn keys() -> TableKeys {
    let attribute = |name: &str| KeyAttribute { name: name.to_owned(), key_type: KeyType::S };
    let door =
        DoorKeys { index: None, partition: vec![attribute("PK")], sort: vec![attribute("SK")] };
    TableKeys { table: "T".to_owned(), doors: vec![door], ..TableKeys::default() }
}

fn key(sort: &str) -> Value {
    json!({"PK": {"S": "a"}, "SK": {"S": sort}})
}

/// One call of each operation, with something in it that the form has no field for.
fn calls() -> Vec<Call> {
    let put = json!({"TableName": "T", "Item": key("1"), "ConditionExpression": "attribute_not_exists(PK)"});
    vec![
        call(
            "PutItem",
            json!({"TableName": "T", "Item": key("1"), "ReturnConsumedCapacity": "TOTAL"}),
        ),
        call(
            "UpdateItem",
            json!({"TableName": "T", "Key": key("1"), "UpdateExpression": "SET a = :a",
            "ExpressionAttributeValues": {":a": {"N": "1"}}, "AttributeUpdates": {}}),
        ),
        call("DeleteItem", json!({"TableName": "T", "Key": key("1"), "ReturnValues": "ALL_OLD"})),
        call(
            "BatchGetItem",
            json!({"RequestItems": {"T": {"Keys": [key("1"), key("2")], "ConsistentRead": true},
            "U": {"Keys": [key("1")]}}, "ReturnConsumedCapacity": "TOTAL"}),
        ),
        call(
            "BatchWriteItem",
            json!({"RequestItems": {"T": [{"PutRequest": {"Item": key("1")}},
            {"DeleteRequest": {"Key": key("2")}}]}}),
        ),
        call(
            "TransactGetItems",
            json!({"TransactItems": [{"Get": {"TableName": "T", "Key": key("1")}}]}),
        ),
        call(
            "TransactWriteItems",
            json!({"TransactItems": [{"Put": put},
            {"ConditionCheck": {"TableName": "T", "Key": key("2"), "ConditionExpression": "attribute_exists(PK)"}},
            {"Delete": {"TableName": "T", "Key": key("3")}},
            {"Update": {"TableName": "T", "Key": key("4"), "UpdateExpression": "REMOVE a"}}], "ClientRequestToken": "x"}),
        ),
        call(
            "ExecuteStatement",
            json!({"Statement": "SELECT * FROM T WHERE PK = ?", "Parameters": [{"S": "a"}], "Limit": 3}),
        ),
        call(
            "BatchExecuteStatement",
            json!({"Statements": [{"Statement": "SELECT * FROM T", "ConsistentRead": true}]}),
        ),
        call(
            "ExecuteTransaction",
            json!({"TransactStatements": [{"Statement": "DELETE FROM T WHERE PK = 'a'"}]}),
        ),
    ]
}

#[test]
fn every_operation_is_read_as_actions_and_written_back_the_same() {
    for call in calls() {
        let form = ActionForm::from_call(&call).unwrap();
        assert_eq!(form.to_call(), call);
        for action in &form.actions {
            assert!(form.kinds().contains(&action.kind));
            assert!(!form.parts(action.kind).is_empty());
        }
    }
}

#[test]
fn what_fields_cannot_show_is_said() {
    for (operation, input) in [
        ("PutItem", json!([])),
        ("PutItem", json!({"Item": "x"})),
        ("UpdateItem", json!({"UpdateExpression": 5})),
        ("TransactWriteItems", json!({"TransactItems": [{"Put": {}, "Delete": {}}]})),
        ("TransactWriteItems", json!({"TransactItems": [{"Get": {}}]})),
        ("BatchWriteItem", json!({"RequestItems": {"T": {}}})),
        ("BatchWriteItem", json!({"RequestItems": {"T": [{"PutRequest": []}]}})),
        ("BatchGetItem", json!({"RequestItems": 1})),
        ("Query", json!({})),
    ] {
        let read = ActionForm::from_call(&call(operation, input.clone()));
        assert!(read.is_err(), "{operation} {input}");
    }
}

#[test]
fn every_operation_can_become_every_other() {
    let keys = keys();
    let item = json!({"PK": {"S": "a"}, "SK": {"S": "9"}, "total": {"N": "5"}});
    for from in calls() {
        for to in OPERATIONS {
            for item in [None, Some(&item)] {
                let made = switch(&from, to, &Seed { keys: &keys, item, find: &|_| None });
                assert_eq!(made.operation, to);
                if ActionForm::shows(to) {
                    let form = ActionForm::from_call(&made).unwrap();
                    assert!(!form.actions.is_empty());
                    assert_eq!(form.to_call(), made);
                } else {
                    assert!(CallForm::from_call(&made, &keys).is_ok(), "{made:?}");
                }
            }
        }
    }
}

#[test]
fn what_both_operations_can_say_is_taken_along() {
    let keys = keys();
    let seed = Seed { keys: &keys, item: None, find: &|_| None };
    let get = call("GetItem", json!({"TableName": "T", "Key": key("1")}));
    let delete = switch(&get, "DeleteItem", &seed);
    assert_eq!(delete, call("DeleteItem", json!({"TableName": "T", "Key": key("1")})));
    let put = call(
        "PutItem",
        json!({"TableName": "T", "Item": key("1"), "ConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": {"N": "1"}}}),
    );
    let transaction = switch(&put, "TransactWriteItems", &seed);
    assert_eq!(transaction.input["TransactItems"][0]["Put"], put.input);
    let batch = switch(&transaction, "BatchWriteItem", &seed);
    assert_eq!(batch.input, json!({"RequestItems": {"T": [{"PutRequest": {"Item": key("1")}}]}}));
    let statement = switch(&delete, "ExecuteStatement", &seed);
    assert_eq!(
        statement.input,
        json!({"Statement": "SELECT * FROM \"T\" WHERE \"PK\" = 'a' AND \"SK\" = '1'"})
    );
    let query = call(
        "Query",
        json!({"TableName": "T", "KeyConditionExpression": "PK = :p",
        "ExpressionAttributeValues": {":p": {"S": "a"}}}),
    );
    assert_eq!(switch(&query, "UpdateItem", &seed).input["Key"], json!({"PK": {"S": "a"}}));
}

#[test]
fn plain_json_and_dynamodb_json_say_the_same() {
    for (plain, typed) in [
        (json!("x"), json!({"S": "x"})),
        (json!(5), json!({"N": "5"})),
        (json!(true), json!({"BOOL": true})),
        (json!(null), json!({"NULL": true})),
        (json!(["x", 1]), json!({"L": [{"S": "x"}, {"N": "1"}]})),
        (json!({"city": "Reno"}), json!({"M": {"city": {"S": "Reno"}}})),
        (json!({"SS": ["a"]}), json!({"SS": ["a"]})),
        (json!({"N": "0.10"}), json!({"N": "0.10"})),
        (json!({"N": "12345678901234567890123"}), json!({"N": "12345678901234567890123"})),
        (json!({"M": {"S": {"S": "a"}}}), json!({"M": {"S": {"S": "a"}}})),
        (json!({"S": 5}), json!({"M": {"S": {"N": "5"}}})),
    ] {
        assert_eq!(typed_value(&plain), typed);
        assert_eq!(typed_value(&typed), typed);
        let shown = Editor::Member("Item").print(&json!({"a": typed}), true);
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap()["a"], plain);
    }
}

#[test]
fn placeholders_are_one_object_in_the_form_and_two_in_the_call() {
    let mut action = Action::default();
    let typed = Editor::Placeholders.parse(r##"{"#s": "status", ":n": 5}"##).unwrap();
    action.set_json(Editor::Placeholders, &typed).unwrap();
    assert_eq!(action.members["ExpressionAttributeNames"], json!({"#s": "status"}));
    assert_eq!(action.members["ExpressionAttributeValues"], json!({":n": {"N": "5"}}));
    let shown = action.json(Editor::Placeholders);
    assert_eq!(Editor::Placeholders.print(&shown, true), r##"{"#s":"status",":n":5}"##);
    for wrong in [r#"{"n": 5}"#, r##"{"#n": 5}"##, "[]"] {
        let typed = Editor::Placeholders.parse(wrong).unwrap();
        assert!(action.set_json(Editor::Placeholders, &typed).is_err(), "{wrong}");
    }
    action.set_json(Editor::Placeholders, &Editor::Placeholders.parse("").unwrap()).unwrap();
    assert!(action.members.is_empty());
}

#[test]
fn a_key_is_given_attribute_by_attribute() {
    let keys = keys();
    let door = keys.door(None).unwrap();
    let mut action = Action::default();
    action.set_key(&door.partition[0], "a").unwrap();
    action.set_key(&door.sort[0], "1").unwrap();
    assert_eq!(action.members["Key"], key("1"));
    assert_eq!((action.shows_key(door), action.words(Some(door)).as_str()), (true, "a / 1"));
    action.set_key(&door.sort[0], "").unwrap();
    assert_eq!(action.members["Key"], json!({"PK": {"S": "a"}}));
    action.members.insert("Key".to_owned(), json!({"PK": {"N": "1"}}));
    assert!(!action.shows_key(door));
}
