//! Walks as the engine makes them.

use serde_json::json;

use crate::{
    design::{self, Call, scenarios::SCENARIOS},
    floor::DatabaseNames,
    player::{RequestNames, Timeline, sentence},
};

#[test]
fn every_request_of_the_scenarios_ends_with_what_was_answered() {
    for scenario in SCENARIOS {
        let mut opened = design::open(scenario.json).expect("scenarios open");
        for request in opened.design.requests.clone() {
            for call in request.sample_calls() {
                let (answer, walk) = opened.database.call_with_walk(&call.operation, &call.input);
                let answer = answer.expect("scenario requests are answered");
                let timeline = Timeline::new(&walk);
                let ends = timeline.counters(timeline.last_step());
                let count = |name: &str| answer.get(name).and_then(serde_json::Value::as_u64);
                let found = u64::from(answer.get("Item").is_some());
                assert_eq!(
                    (ends.returned, ends.read),
                    (count("Count").unwrap_or(found), count("ScannedCount").unwrap_or(found)),
                    "{} {}",
                    scenario.id,
                    request.id
                );
            }
        }
    }
}

/// The sentences of one call to the warehouse.
fn told(operation: &str, input: serde_json::Value) -> Vec<String> {
    let mut opened = design::open(SCENARIOS[0].json).expect("scenarios open");
    let call = Call { operation: operation.to_owned(), input };
    let (_, walk) = opened.database.call_with_walk(&call.operation, &call.input);
    let timeline = Timeline::new(&walk);
    let names = DatabaseNames(&opened.database);
    let names = RequestNames::new(&names, &timeline, &opened.database);
    (0..timeline.steps()).map(|step| sentence(&timeline, step, &names).to_string()).collect()
}

#[test]
fn a_key_that_does_not_exist_is_called_as_the_request_calls_it() {
    let key = json!({"PK": {"S": "SERIAL#SN-0"}, "SK": {"S": "METADATA"}});
    let get = told("GetItem", json!({"TableName": "Warehouse", "Key": key}));
    assert!(
        get[1].contains("SERIAL#SN-0 hashes to ")
            && get[1].contains("…, which falls in partition "),
        "{}",
        get[1]
    );
    assert!(
        get[2].contains("nothing stands at SERIAL#SN-0 / METADATA. The answer is empty"),
        "{}",
        get[2]
    );
    let query = told(
        "Query",
        json!({
            "TableName": "Warehouse", "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": "PRODUCT#P0"}}
        }),
    );
    assert!(query[2].contains("nothing stands at PRODUCT#P0."), "{}", query[2]);
}

#[test]
fn a_key_that_exists_hashes_as_its_collection_stands() {
    let key = json!({"PK": {"S": "ORDER#O900"}, "SK": {"S": "METADATA"}});
    let told = told("GetItem", json!({"TableName": "Warehouse", "Key": key}));
    let hash = told[1].split("hashes to ").nth(1).and_then(|rest| rest.get(..4)).expect("a hash");
    let hash = u16::from_str_radix(hash, 16).expect("four hex digits");
    let opened = design::open(SCENARIOS[0].json).expect("scenarios open");
    let table = opened.database.table("Warehouse").expect("the table is there").primary();
    let partition = told[1]
        .split("in partition ")
        .nth(1)
        .and_then(|rest| rest.trim_end_matches('.').parse().ok());
    let (first, last) = table.partition_hash_range(partition.expect("a partition"));
    assert!((first..=last).contains(&hash), "{hash:04x} in {first:04x} to {last:04x}");
}

#[test]
fn writes_and_batches_call_each_item_by_its_key_there_or_not() {
    let key = |partition: &str| json!({"PK": {"S": partition}, "SK": {"S": "METADATA"}});
    let keys = json!([key("ORDER#O711"), key("ORDER#NONE")]);
    let batch = json!({"RequestItems": {"Warehouse": {"Keys": keys}}});
    let delete = |partition: &str| json!({"TableName": "Warehouse", "Key": key(partition)});
    let check = json!({"TableName": "Warehouse", "Key": key("ORDER#O711"),
                       "ConditionExpression": "attribute_not_exists(PK)"});
    let cancelled =
        json!({"TransactItems": [{"ConditionCheck": check}, {"Delete": delete("ORDER#O844")}]});
    let committed = json!({"TransactItems": [{"Delete": delete("ORDER#O711")}, {"Delete": delete("ORDER#O844")}]});
    for (operation, input, expected) in [
        ("BatchGetItem", batch.clone(), "read ORDER#O711 / METADATA: here it is."),
        ("BatchGetItem", batch, "nothing stands at ORDER#NONE / METADATA."),
        (
            "DeleteItem",
            delete("ORDER#O711"),
            "take ORDER#O711 / METADATA off its shelf. 1 write unit.",
        ),
        ("DeleteItem", delete("ORDER#NONE"), "nothing stands at ORDER#NONE / METADATA, and asking"),
        (
            "TransactWriteItems",
            cancelled.clone(),
            "look at ORDER#O711 / METADATA: ConditionalCheckFailed",
        ),
        (
            "TransactWriteItems",
            cancelled,
            "look at ORDER#O844 / METADATA: nothing stands against it.",
        ),
        (
            "TransactWriteItems",
            committed.clone(),
            "take ORDER#O711 / METADATA off its shelf. 2 write",
        ),
        ("TransactWriteItems", committed, "the transaction commits: all of it is done at once."),
    ] {
        let told = told(operation, input);
        assert!(told.iter().any(|sentence| sentence.contains(expected)), "{expected}: {told:#?}");
    }
}
