//! Laws of streams, and of indexes that are made on full tables.

use std::sync::Arc;

use key_engine::engine::Environment;
use key_engine::{AttributeValue, Database, Item};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::contents;
use super::world::{TABLE, World, world};

/// The world's table, empty, with a stream.
pub fn with_stream(world: &World, view: &str) -> Database {
    let mut database = world.empty();
    let specification = json!({"StreamEnabled": true, "StreamViewType": view});
    let input = json!({"TableName": TABLE, "StreamSpecification": specification});
    database.call("UpdateTable", &input).unwrap();
    database
}

/// All records of the table's stream, `limit` at a time.
pub fn records(database: &mut Database, limit: u64) -> Vec<Value> {
    let table = database.call("DescribeTable", &json!({"TableName": TABLE})).unwrap();
    let arn = &table["Table"]["LatestStreamArn"];
    let stream = database.call("DescribeStream", &json!({"StreamArn": arn})).unwrap();
    let shard = &stream["StreamDescription"]["Shards"][0]["ShardId"];
    let from = json!({"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"});
    let mut iterator = database.call("GetShardIterator", &from).unwrap()["ShardIterator"].clone();
    let mut records = Vec::new();
    loop {
        let input = json!({"ShardIterator": iterator, "Limit": limit});
        let mut answer = database.call("GetRecords", &input).unwrap();
        let page = answer["Records"].as_array().unwrap();
        if page.is_empty() {
            return records;
        }
        records.extend(page.iter().cloned());
        iterator = answer["NextShardIterator"].take();
    }
}

fn image(record: &Value, name: &str) -> Option<Item> {
    record["dynamodb"].get(name).map(|image| Item::from_json(image).unwrap())
}

/// The world's definitions of the attributes that are in these keys.
fn definitions(world: &World, keys: &[&Value]) -> Value {
    let keys: Vec<&Value> = keys.iter().filter_map(|key| key.as_array()).flatten().collect();
    let used = |one: &&Value| keys.iter().any(|key| key["AttributeName"] == one["AttributeName"]);
    world.create["AttributeDefinitions"].as_array().unwrap().iter().filter(used).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_stream_replayed_onto_an_empty_table_gives_the_same_table(world in world(90), limit in 1u64..20) {
        let mut source = with_stream(&world, "NEW_AND_OLD_IMAGES");
        for write in &world.writes {
            let (operation, input) = write.call();
            source.call(operation, &input).unwrap();
        }
        let mut copy = world.empty();
        let mut last = String::new();
        for record in records(&mut source, limit) {
            let keys = image(&record, "Keys").unwrap();
            let key = json!({"TableName": TABLE, "Key": keys.to_json()});
            let standing = copy.call("GetItem", &key).unwrap().get("Item").map(|item| Item::from_json(item).unwrap());
            let (old, new) = (image(&record, "OldImage"), image(&record, "NewImage"));
            prop_assert_eq!(&standing, &old, "the old image is what stood there");
            prop_assert_ne!(&old, &new, "a record tells of a change");
            let event = match (&old, &new) {
                (None, _) => "INSERT",
                (_, None) => "REMOVE",
                _ => "MODIFY",
            };
            prop_assert_eq!(record["eventName"].as_str(), Some(event));
            let bytes = [&Some(keys), &old, &new].iter().filter_map(|item| item.as_ref()).map(Item::size_bytes).sum::<usize>();
            prop_assert_eq!(record["dynamodb"]["SizeBytes"].as_u64(), Some(bytes as u64));
            let number = record["dynamodb"]["SequenceNumber"].as_str().unwrap().to_owned();
            prop_assert!(last < number, "sequence numbers rise as texts");
            last = number;
            match new {
                Some(item) => copy.put(TABLE, item).unwrap(),
                None => { copy.call("DeleteItem", &key).unwrap(); }
            }
        }
        prop_assert_eq!(contents(&copy), contents(&source));
    }

    #[test]
    fn views_of_a_stream_are_parts_of_the_whole(world in world(60)) {
        let views = ["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"];
        let mut streams: Vec<Vec<Value>> = Vec::new();
        for view in views {
            let mut database = with_stream(&world, view);
            for write in &world.writes {
                let (operation, input) = write.call();
                database.call(operation, &input).unwrap();
            }
            streams.push(records(&mut database, 1000));
        }
        let whole = streams.pop().unwrap();
        for (view, stream) in views.iter().zip(&streams) {
            prop_assert_eq!(stream.len(), whole.len());
            for (part, whole) in stream.iter().zip(&whole) {
                prop_assert_eq!(&part["eventName"], &whole["eventName"]);
                prop_assert_eq!(image(part, "Keys"), image(whole, "Keys"));
                for (name, only) in [("NewImage", "NEW_IMAGE"), ("OldImage", "OLD_IMAGE")] {
                    let shown = image(whole, name).filter(|_| *view == only);
                    prop_assert_eq!(image(part, name), shown);
                }
            }
        }
    }

    #[test]
    fn an_index_made_later_is_the_index_made_first(world in world(90)) {
        let first = world.build();
        let mut later = world.clone();
        let indexes = later.create.as_object_mut().unwrap().remove("GlobalSecondaryIndexes");
        // without its global indexes the table may define only what its own keys use
        let own = [&later.create["KeySchema"], &later.create["LocalSecondaryIndexes"][0]["KeySchema"]];
        later.create["AttributeDefinitions"] = definitions(&world, &own);
        let mut later = later.build();
        for index in indexes.as_ref().and_then(Value::as_array).into_iter().flatten() {
            let needed = definitions(&world, &[&index["KeySchema"]]);
            let input = json!({"TableName": TABLE, "AttributeDefinitions": needed,
                "GlobalSecondaryIndexUpdates": [{"Create": index}]});
            later.call("UpdateTable", &input).unwrap();
        }
        prop_assert_eq!(contents(&later), contents(&first));
        let sizes = |database: &Database| -> Vec<u64> {
            super::doors(super::table(database)).iter().map(|door| door.size_bytes()).collect()
        };
        prop_assert_eq!(sizes(&later), sizes(&first));
        for index in indexes.as_ref().and_then(Value::as_array).into_iter().flatten() {
            let gone = json!({"TableName": TABLE, "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": index["IndexName"]}}]});
            later.call("UpdateTable", &gone).unwrap();
        }
        prop_assert!(super::table(&later).indexes().all(|index| index.name() == Some("local")));
    }

    #[test]
    fn a_sweep_deletes_what_has_expired_and_says_so(moments in proptest::collection::vec(0u64..200, 0..40)) {
        let now = 1_000_000_100u64;
        let clock = Arc::new(move || now * 1000);
        let mut database = Database::new(Environment { clock, ..Environment::default() });
        database.call("CreateTable", &json!({"TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}})).unwrap();
        database.update_time_to_live(TABLE, "until", true).unwrap();
        for (id, moment) in moments.iter().enumerate() {
            let number = |number: u64| AttributeValue::N(number.to_string().parse().unwrap());
            let item = [("id", number(id as u64)), ("until", number(1_000_000_000 + moment))];
            database.put(TABLE, item.into_iter().collect()).unwrap();
        }
        let expired = moments.iter().filter(|moment| **moment < 100).count();
        prop_assert_eq!(database.sweep(TABLE).unwrap(), expired);
        prop_assert_eq!(super::table(&database).item_count(), moments.len() - expired);
        let records = records(&mut database, 1000);
        let (puts, swept) = records.split_at(moments.len());
        prop_assert_eq!(swept.len(), expired);
        prop_assert!(puts.iter().all(|record| record.get("userIdentity").is_none()));
        let service = json!({"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"});
        prop_assert!(swept.iter().all(|record| record["userIdentity"] == service));
    }
}

/// Each change that may be, together with each that may not: what was there before stays.
#[test]
fn a_refused_change_to_a_table_changes_nothing() {
    let mut database = Database::default();
    let index = |name: &str, key: &str| {
        json!({"IndexName": name, "KeySchema": [{"AttributeName": key, "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
            "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}})
    };
    let definition = |name: &str| json!({"AttributeName": name, "AttributeType": "S"});
    let units = json!({"ReadCapacityUnits": 1, "WriteCapacityUnits": 1});
    database
        .call(
            "CreateTable",
            &json!({"TableName": TABLE, "ProvisionedThroughput": units,
                "AttributeDefinitions": [definition("id"), definition("a")],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "GlobalSecondaryIndexes": [index("byA", "a")]}),
        )
        .unwrap();
    let sound = [
        json!({}),
        json!({"StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}}),
        json!({"DeletionProtectionEnabled": true, "TableClass": "STANDARD"}),
        json!({"SSESpecification": {"Enabled": true}, "BillingMode": "PAY_PER_REQUEST"}),
        json!({"AttributeDefinitions": [definition("b")]}),
    ];
    let create = |index: Value| json!([{"Create": index}]);
    let unsound = [
        json!({"StreamSpecification": {"StreamEnabled": false}}),
        json!({"ProvisionedThroughput": units}),
        json!({"BillingMode": "PROVISIONED"}),
        json!({"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "byB"}}]}),
        json!({"GlobalSecondaryIndexUpdates": [{}]}),
        json!({"GlobalSecondaryIndexUpdates": create(index("byA", "a"))}),
        json!({"GlobalSecondaryIndexUpdates": create(index("byC", "c"))}),
        json!({"GlobalSecondaryIndexUpdates": [{"Update": {"IndexName": "byA", "ProvisionedThroughput": units}}]}),
        json!({"AttributeDefinitions": [definition("never")]}),
        json!({"AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "N"}]}),
    ];
    let describe = |database: &mut Database| {
        database.call("DescribeTable", &json!({"TableName": TABLE})).unwrap()
    };
    let before = describe(&mut database);
    for sound in &sound {
        for unsound in &unsound {
            let mut input = json!({"TableName": TABLE});
            for part in [sound, unsound] {
                input.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
            }
            let answer = database.call("UpdateTable", &input);
            assert!(answer.is_err(), "{input}");
            assert_eq!(describe(&mut database), before, "{input}");
        }
    }
}
