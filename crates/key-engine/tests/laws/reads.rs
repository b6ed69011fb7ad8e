//! Laws of reads by key and of reads in parts: together they are what one read at a time brings.

use key_engine::engine::{BatchGetItemInput, GetItemInput, KeysAndAttributes};
use key_engine::walk::{PageEnd, Recorder};
use key_engine::{AttributeValue, Database, Item};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::brute::{Condition, Test};
use super::requests::{Request, request};
use super::world::{TABLE, Write, world};
use super::{all_pages, items, table};

/// The key of every item that was written, there or not, once each.
fn keys(database: &Database, writes: &[Write]) -> Vec<Value> {
    let mut keys: Vec<Value> = Vec::new();
    for item in writes.iter().filter_map(Write::item) {
        let key = table(database).primary().key_of(item).to_json();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// The condition as a parameter of before expressions says it.
fn legacy(condition: &Condition) -> Value {
    let (operator, values): (&str, Vec<&AttributeValue>) = match &condition.test {
        Test::Equal(value) => ("EQ", vec![value]),
        Test::Less(value) => ("LT", vec![value]),
        Test::LessOrEqual(value) => ("LE", vec![value]),
        Test::Greater(value) => ("GT", vec![value]),
        Test::GreaterOrEqual(value) => ("GE", vec![value]),
        Test::Between(low, high) => ("BETWEEN", vec![low, high]),
        Test::BeginsWith(value) => ("BEGINS_WITH", vec![value]),
    };
    let values: Vec<Value> = values.into_iter().map(AttributeValue::to_json).collect();
    json!({"ComparisonOperator": operator, "AttributeValueList": values})
}

/// The same request in the parameters of before expressions.
fn in_legacy_parameters(request: &Request) -> Request {
    let mut request = request.clone();
    let input = request.input.as_object_mut().unwrap();
    for parameter in ["KeyConditionExpression", "FilterExpression", "ExpressionAttributeValues"] {
        input.remove(parameter);
    }
    if request.operation == "Query" {
        for condition in &request.conditions {
            request.input["KeyConditions"][&condition.attribute] = legacy(condition);
        }
    }
    if let Some(filter) = &request.filter {
        let parameter = if request.operation == "Query" { "QueryFilter" } else { "ScanFilter" };
        request.input[parameter][&filter.attribute] = legacy(filter);
    }
    request
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_batch_and_a_transaction_bring_what_gets_bring(world in world(60), strong in any::<bool>(), projected in any::<bool>()) {
        let mut database = world.build();
        let mut keys = keys(&database, &world.writes);
        keys.truncate(100);
        prop_assume!(!keys.is_empty());
        let (mut found, mut gets, mut units) = (Vec::new(), Vec::new(), 0.0);
        for key in &keys {
            let mut get = json!({"TableName": TABLE, "Key": key});
            if projected {
                get["ProjectionExpression"] = "pk, a".into();
            }
            gets.push(json!({"Get": get}));
            get["ConsistentRead"] = strong.into();
            get["ReturnConsumedCapacity"] = "TOTAL".into();
            let answer = database.call("GetItem", &get).unwrap();
            units += answer["ConsumedCapacity"]["CapacityUnits"].as_f64().unwrap();
            found.push(answer.get("Item").cloned());
        }
        let mut asked = json!({"Keys": keys, "ConsistentRead": strong});
        if projected {
            asked["ProjectionExpression"] = "pk, a".into();
        }
        let input = json!({"RequestItems": {TABLE: asked}, "ReturnConsumedCapacity": "TOTAL"});
        let (answer, walk) = database.call_with_walk("BatchGetItem", &input);
        let answer = answer.unwrap();
        let there: Vec<Value> = found.iter().flatten().cloned().collect();
        prop_assert_eq!(answer["Responses"][TABLE].as_array(), Some(&there));
        prop_assert_eq!(answer["UnprocessedKeys"].as_object().map(serde_json::Map::len), Some(0));
        prop_assert_eq!(answer["ConsumedCapacity"][0]["CapacityUnits"].as_f64(), Some(units));
        let totals = walk.totals();
        prop_assert_eq!((totals.pages, totals.capacity_units), (1, units));
        prop_assert_eq!(totals.items_returned as usize, there.len());
        prop_assert_eq!(walk.pages[0].legs.len(), keys.len());

        let input = json!({"TransactItems": gets, "ReturnConsumedCapacity": "TOTAL"});
        let (answer, walk) = database.call_with_walk("TransactGetItems", &input);
        let answer = answer.unwrap();
        let responses: Vec<Option<Value>> =
            answer["Responses"].as_array().unwrap().iter().map(|one| one.get("Item").cloned()).collect();
        prop_assert_eq!(responses, found);
        let doubled = units * if strong { 2.0 } else { 4.0 };
        prop_assert_eq!(answer["ConsumedCapacity"][0]["ReadCapacityUnits"].as_f64(), Some(doubled));
        prop_assert_eq!(Some(walk.totals().capacity_units), Some(doubled));
    }

    #[test]
    fn segments_one_after_the_other_are_the_scan(world in world(90), seed in request(), total in 1u64..12, limit in 1u64..6) {
        let mut database = world.build();
        let mut request = seed.against(table(&database));
        prop_assume!(request.operation == "Scan");
        request.input.as_object_mut().unwrap().remove("Limit");
        let (whole, _) = all_pages(&mut database, &request);
        let mut parts = Vec::new();
        for segment in 0..total {
            let mut part = request.clone();
            part.input["Segment"] = segment.into();
            part.input["TotalSegments"] = total.into();
            part.input["Limit"] = limit.into();
            parts.extend(items(&all_pages(&mut database, &part).0));
        }
        prop_assert_eq!(parts, items(&whole));
    }

    #[test]
    fn parameters_of_before_expressions_ask_the_same(world in world(60), seed in request(), named in any::<bool>()) {
        let mut database = world.build();
        let mut request = seed.against(table(&database));
        prop_assume!(request.operation == "Scan" || request.conditions.len() <= 2);
        let mut old = in_legacy_parameters(&request);
        if named {
            request.input["ProjectionExpression"] = "pk".into();
            old.input["AttributesToGet"] = json!(["pk"]);
        }
        let (new, old) = (all_pages(&mut database, &request), all_pages(&mut database, &old));
        prop_assert_eq!(new, old);
    }
}

/// 45 items of 390 KB are more than the 16 MB of an answer: a second call brings the rest.
#[test]
fn what_a_batch_leaves_unprocessed_the_next_brings() {
    let mut database = Database::default();
    let create = json!({"TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "N"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]});
    database.call("CreateTable", &create).unwrap();
    let key =
        |number: i64| -> Item { [("pk", AttributeValue::N(number.into()))].into_iter().collect() };
    for number in 0..45 {
        let mut item = key(number);
        item.insert("text", AttributeValue::S("x".repeat(390 * 1024)));
        database.put(TABLE, item).unwrap();
    }
    let mut left: Vec<Item> = (0..45).map(key).collect();
    let mut recorder = Recorder::keeping();
    let mut found = Vec::new();
    while !left.is_empty() {
        let input = BatchGetItemInput {
            request_items: vec![KeysAndAttributes::new(TABLE, left)],
            ..BatchGetItemInput::default()
        };
        let mut output = database.batch_get_item(&input, &mut recorder).unwrap();
        let answer = output.responses.remove(0);
        let bytes: usize = answer.items.iter().map(|item| item.size_bytes()).sum();
        assert!(bytes <= 16 * 1024 * 1024);
        found.extend(answer.items.iter().map(|item| item.clone().into_owned()));
        left = answer.unprocessed_keys;
    }
    let walk = recorder.into_walk("BatchGetItem");
    let ends: Vec<&PageEnd> = walk.pages.iter().map(|page| &page.end).collect();
    assert_eq!(ends, [&PageEnd::Size, &PageEnd::End]);
    let expected: Vec<Item> = (0..45)
        .map(|number| {
            let get = GetItemInput::new(TABLE, key(number));
            database.get_item(&get, &mut Recorder::off()).unwrap().item.unwrap().into_owned()
        })
        .collect();
    assert_eq!(found, expected);
}
