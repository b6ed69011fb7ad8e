//! How much of everything a table may have, one more than which is refused.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use key_engine::Database;
use serde_json::{Value, json};

const INVALID: &str = "One or more parameter values were invalid: ";

fn definition(name: &str) -> Value {
    json!({"AttributeName": name, "AttributeType": "S"})
}

/// A key of partition-key attributes, then sort-key attributes.
fn key(hashes: &[&str], ranges: &[&str]) -> Value {
    let element = |name: &&str, role: &str| json!({"AttributeName": name, "KeyType": role});
    let hashes = hashes.iter().map(|name| element(name, "HASH"));
    hashes.chain(ranges.iter().map(|name| element(name, "RANGE"))).collect()
}

fn database() -> Database {
    let mut database = Database::default();
    let create = json!({"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [definition("id")], "KeySchema": key(&["id"], &[])});
    database.call("CreateTable", &create).unwrap();
    database
}

/// Makes an index over the keys named; gives back the fault.
fn add_index(
    database: &mut Database,
    name: &str,
    key: &Value,
    included: &[String],
) -> Option<String> {
    let mut definitions: Vec<Value> = Vec::new();
    for element in key.as_array().unwrap() {
        definitions.push(definition(element["AttributeName"].as_str().unwrap()));
    }
    let projection = if included.is_empty() {
        json!({"ProjectionType": "KEYS_ONLY"})
    } else {
        json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": included})
    };
    let index = json!({"IndexName": name, "KeySchema": key, "Projection": projection});
    let input = json!({"TableName": "Orders", "AttributeDefinitions": definitions,
        "GlobalSecondaryIndexUpdates": [{"Create": index}]});
    database.call("UpdateTable", &input).err().map(|error| error.message().to_owned())
}

fn names(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{prefix}{number}")).collect()
}

#[test]
fn a_table_has_at_most_twenty_global_indexes() {
    let mut database = database();
    for number in 0..20 {
        let attribute = format!("a{number}");
        let key = key(&[&attribute], &[]);
        assert_eq!(add_index(&mut database, &format!("index{number}"), &key, &[]), None);
    }
    let fault = add_index(&mut database, "index20", &key(&["a0"], &[]), &[]);
    let limit = "GlobalSecondaryIndex count exceeds the per-table limit of 20";
    assert_eq!(fault, Some(format!("{INVALID}{limit}")));
    let gone = json!({"TableName": "Orders", "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "index7"}}]});
    database.call("UpdateTable", &gone).unwrap();
    assert_eq!(add_index(&mut database, "index20", &key(&["a0"], &[]), &[]), None);
}

#[test]
fn indexes_project_at_most_a_hundred_attributes_by_name_and_twenty_each() {
    let mut database = database();
    for number in 0..5 {
        let included = names(&format!("p{number}-"), 20);
        assert_eq!(
            add_index(&mut database, &format!("index{number}"), &key(&["a"], &[]), &included),
            None
        );
    }
    let fault = add_index(&mut database, "index5", &key(&["a"], &[]), &names("p", 1)).unwrap();
    assert!(
        fault.contains("NonKeyAttributes of all indexes exceeds per-table limit of 100"),
        "{fault}"
    );
    let fault = add_index(&mut database, "index5", &key(&["a"], &[]), &names("p", 21)).unwrap();
    assert!(fault.contains("nonKeyAttributes' failed to satisfy constraint"), "{fault}");
    assert_eq!(add_index(&mut database, "index5", &key(&["a"], &[]), &[]), None);
}

#[test]
fn an_index_key_has_up_to_four_attributes_of_each_kind() {
    let mut database = database();
    database
        .call(
            "PutItem",
            &json!({"TableName": "Orders", "Item": {"id": {"S": "1"}, "a": {"S": "1"}, "b": {"S": "2"},
                "c": {"S": "3"}, "d": {"S": "4"}, "e": {"S": "5"}, "f": {"S": "6"}, "g": {"S": "7"}, "h": {"S": "8"}}}),
        )
        .unwrap();
    let all = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for hashes in 1..=4 {
        for ranges in 0..=4 {
            let key = key(&all[..hashes], &all[hashes..hashes + ranges]);
            let name = format!("index{hashes}-{ranges}");
            assert_eq!(add_index(&mut database, &name, &key, &[]), None, "{name}");
            let scan = json!({"TableName": "Orders", "IndexName": name});
            assert_eq!(database.call("Scan", &scan).unwrap()["Count"], 1, "{name}");
            let gone = json!({"TableName": "Orders", "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": name}}]});
            database.call("UpdateTable", &gone).unwrap();
        }
    }
    for (hashes, ranges) in [(&all[..5], &all[5..6]), (&all[..1], &all[1..6])] {
        assert!(add_index(&mut database, "tooMany", &key(hashes, ranges), &[]).is_some());
    }
    assert!(
        add_index(&mut database, "nine", &key(&all[..4], &["e", "f", "g", "h", "id"]), &[])
            .is_some()
    );
    assert!(add_index(&mut database, "twice", &key(&["a"], &["a"]), &[]).is_some());
}

#[test]
fn a_table_has_at_most_fifty_tags() {
    let mut database = database();
    let resource = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";
    let mut tag = |names: &[String]| {
        let tags: Value = names.iter().map(|name| json!({"Key": name, "Value": "v"})).collect();
        database.call("TagResource", &json!({"ResourceArn": resource, "Tags": tags})).is_ok()
    };
    assert!(!tag(&names("a", 51)));
    assert!(tag(&names("a", 50)));
    assert!(tag(&names("a", 50)), "those that are there are not counted twice");
    assert!(!tag(&names("b", 1)));
    assert!(!tag(&["k".repeat(129)]));
}

#[test]
fn an_answer_of_changes_ends_at_a_thousand_or_a_megabyte() {
    let mut database = database();
    let on = json!({"TableName": "Orders", "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"}});
    let arn =
        database.call("UpdateTable", &on).unwrap()["TableDescription"]["LatestStreamArn"].clone();
    let shard = database.call("DescribeStream", &json!({"StreamArn": arn})).unwrap();
    let shard = shard["StreamDescription"]["Shards"][0]["ShardId"].clone();
    let mut put = |id: String, text: usize| {
        let item = json!({"id": {"S": id}, "text": {"S": "x".repeat(text)}});
        database.call("PutItem", &json!({"TableName": "Orders", "Item": item})).unwrap();
    };
    (0..1001).for_each(|number| put(format!("small{number}"), 1));
    (0..6).for_each(|number| put(format!("large{number}"), 300_000));
    let from = json!({"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"});
    let mut iterator = database.call("GetShardIterator", &from).unwrap()["ShardIterator"].take();
    let mut page = || {
        let mut answer = database.call("GetRecords", &json!({"ShardIterator": iterator})).unwrap();
        iterator = answer["NextShardIterator"].take();
        answer["Records"].as_array().unwrap().len()
    };
    assert_eq!([page(), page(), page(), page()], [1000, 4, 3, 0]);
    let too_many = json!({"ShardIterator": "any", "Limit": 1001});
    assert!(
        database
            .call("GetRecords", &too_many)
            .unwrap_err()
            .message()
            .contains("less than or equal to 1000")
    );
}
