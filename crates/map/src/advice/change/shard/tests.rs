//! What sharding does to items, kinds and requests, and that it is taken back.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{Plan, Wish, plan};
use super::*;
use crate::advice::{Prover, Standing};
use crate::design::{Opened, open, save, scenarios};

fn scenario(id: &str) -> Opened {
    open(scenarios::find(id).unwrap().json).unwrap()
}

fn standings(opened: &mut Opened) -> Vec<(String, Standing)> {
    let mut prover = Prover::default();
    prover.take(&opened.design);
    while prover.step(&opened.design, &mut opened.database) {}
    prover.proofs().iter().map(|proof| (proof.request.clone(), proof.standing)).collect()
}

fn values(table: &str, attribute: &str, keys: &[&str], shards: u32, by: ShardBy) -> Wish {
    let keys = ShardedKeys::Values(keys.iter().map(|key| (*key).to_owned()).collect());
    Wish::Shard(Sharding {
        table: table.to_owned(),
        attribute: attribute.to_owned(),
        keys,
        shards,
        by,
    })
}

fn by(name: &str) -> ShardBy {
    ShardBy::Attribute(name.to_owned())
}

fn planned(opened: &Opened, wish: &Wish) -> Plan {
    plan(wish, &opened.design, &opened.database).unwrap()
}

fn carry_out(opened: &mut Opened, wish: &Wish) -> (Plan, Vec<Edit>) {
    let plan = planned(opened, wish);
    let back = Edit::apply_all(plan.edits.clone(), &mut opened.design, &mut opened.database);
    (plan, back.unwrap())
}

/// The design's one table `Tab` with its items, one row `all` that reads key `A`, one `one` that reads one item of it.
fn low_stock(count: usize) -> Opened {
    let items: Vec<Value> = (0..count)
        .map(|at| {
            json!({"PK": {"S": "LOW_STOCK"}, "SK": {"S": format!("P{at:03}")}, "warehouse": {"S": format!("W{}", at % 7)},
                "ean": {"S": format!("X{at}")}})
        })
        .chain([json!({"PK": {"S": "OTHER"}, "SK": {"S": "x"}, "warehouse": {"S": "W1"}, "ean": {"S": "o"}})])
        .collect();
    let query = json!({"TableName": "Tab", "KeyConditionExpression": "PK = :k", "ExpressionAttributeValues": {":k": {"S": "LOW_STOCK"}}});
    let get =
        json!({"TableName": "Tab", "Key": {"PK": {"S": "LOW_STOCK"}, "SK": {"S": "{product}"}}});
    let row = |id: &str, operation: &str, input: &Value| {
        json!({"id": id, "sentence": id, "volume": "high", "consistency": "eventual may do",
            "route": if operation == "Query" { "LOW_STOCK" } else { "LOW_STOCK / {product}" },
            "calls": [{"operation": operation, "input": input}], "samples": {"product": "P001"}})
    };
    let design = json!({"retrieval-map": 1, "name": "d",
        "tables": [{"create": {"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}, "items": items}],
        "entities": [{"name": "Low", "table": "Tab", "partitionPrefix": "LOW_STOCK", "templates": {"PK": "LOW_STOCK", "SK": "{product}"}},
            {"name": "Other", "table": "Tab", "partitionPrefix": "OTHER"}],
        "requests": [row("all", "Query", &query), row("one", "GetItem", &get)]});
    let opened = open(&design.to_string()).unwrap();
    assert_eq!(opened.defects, []);
    opened
}

#[test]
fn a_key_is_spread_and_its_rows_follow_and_stay_proven() {
    let mut opened = low_stock(40);
    let before = standings(&mut opened);
    let text = save(&opened.design, &opened.database);
    let wish = values("Tab", "PK", &["LOW_STOCK"], 3, by("product"));
    let (plan, back) = carry_out(&mut opened, &wish);
    assert_eq!(plan.label, "shard LOW_STOCK 3 ways");
    assert_eq!(plan.breaks, []);
    let table = opened.database.table("Tab").unwrap();
    assert_eq!((table.primary().collection_count(), table.item_count()), (4, 41));
    let [all, one] = opened.design.requests.as_slice() else { panic!("two rows") };
    assert_eq!(all.route.as_deref(), Some("LOW_STOCK#00 to 02"));
    let asked = |call: &crate::design::Call| {
        call.input["ExpressionAttributeValues"][":k"]["S"].as_str().unwrap().to_owned()
    };
    let keys: Vec<String> = all.calls.iter().map(asked).collect();
    assert_eq!(keys, ["LOW_STOCK#00", "LOW_STOCK#01", "LOW_STOCK#02"]);
    assert_eq!(one.calls[0].input["Key"]["PK"]["S"], "LOW_STOCK#{shard}");
    assert_eq!(one.route.as_deref(), Some("LOW_STOCK#{shard} / {product}"));
    let kind = &opened.design.entities[0];
    assert_eq!(kind.templates.get("PK").unwrap(), "LOW_STOCK#{shard}");
    assert_eq!(standings(&mut opened), before);
    let after = save(&opened.design, &opened.database);
    let reopened = open(&after).unwrap();
    assert!(reopened.defects.is_empty() && reopened.design == opened.design, "saved and opened");
    let together = values("Tab", "PK", &["LOW_STOCK"], 1, by("product"));
    let (plan, again) = carry_out(&mut opened, &together);
    assert_eq!((plan.label.as_str(), plan.breaks.len()), ("put LOW_STOCK together again", 0));
    assert!(save(&opened.design, &opened.database) == text, "as it was");
    Edit::apply_all(again, &mut opened.design, &mut opened.database).unwrap();
    assert!(save(&opened.design, &opened.database) == after, "spread again by undo");
    Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
    assert!(save(&opened.design, &opened.database) == text, "undone");
}

#[test]
fn where_the_key_does_not_say_the_shard_the_row_is_told_beforehand() {
    for by in [by("ean"), ShardBy::Random { seed: 7 }] {
        let mut opened = low_stock(12);
        let (plan, _) = carry_out(&mut opened, &values("Tab", "PK", &["LOW_STOCK"], 4, by));
        let [broken] = plan.breaks.as_slice() else { panic!("{:?}", plan.breaks) };
        assert_eq!((broken.about.as_str(), broken.certain), ("one", true));
        assert!(broken.words.contains("all 4 shards"), "{}", broken.words);
        assert_eq!(opened.design.requests[1], low_stock(12).design.requests[1]);
        assert!(standings(&mut opened)[0].1.is_proven());
    }
}

#[test]
fn a_kind_is_spread_with_all_its_keys() {
    let mut warehouse = scenario("warehouse");
    let before = standings(&mut warehouse);
    let kind = |shards| {
        Wish::Shard(Sharding {
            table: "Warehouse".to_owned(),
            attribute: "PK".to_owned(),
            keys: ShardedKeys::Kind("Inventory".to_owned()),
            shards,
            by: by("warehouseId"),
        })
    };
    let text = save(&warehouse.design, &warehouse.database);
    let (plan, _) = carry_out(&mut warehouse, &kind(5));
    assert_eq!(plan.breaks, []);
    let row = |opened: &Opened, id: &str| opened.design.request(id).unwrap().clone();
    assert_eq!(row(&warehouse, "A3").calls.len(), 5);
    let a2 = row(&warehouse, "A2");
    assert_eq!(a2.route.as_deref(), Some("PRODUCT#{productId}#{shard} / WAREHOUSE#{warehouseId}"));
    assert_eq!(standings(&mut warehouse), before);
    // Spread anew, over more, is one step too; and together they are what they were.
    let (plan, _) = carry_out(&mut warehouse, &kind(120));
    assert_eq!(plan.breaks, []);
    assert_eq!(row(&warehouse, "A3").calls.len(), 120);
    assert_eq!(standings(&mut warehouse), before);
    carry_out(&mut warehouse, &kind(1));
    assert!(save(&warehouse.design, &warehouse.database) == text, "as it was");
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let opened = low_stock(5);
    for (wish, words) in [
        (values("Tab", "PK", &["LOW_STOCK"], 0, by("SK")), "1 to 200 ways"),
        (values("Tab", "PK", &["LOW_STOCK"], 201, by("SK")), "1 to 200 ways"),
        (values("X", "PK", &["LOW_STOCK"], 2, by("SK")), "no table X"),
        (values("Tab", "SK", &["P001"], 2, by("PK")), "no partition key"),
        (values("Tab", "PK", &["LOW_STOCK"], 2, by("PK")), "same PK"),
        (values("Tab", "PK", &["LOW_STOCK"], 2, by("nothing")), "5 items have no nothing"),
        (values("Tab", "PK", &["LOW_STOCK"], 1, by("SK")), "stands together already"),
        (values("Tab", "PK", &["NOBODY"], 4, by("SK")), "No item of Tab has the key NOBODY"),
        (values("Tab", "PK", &[], 4, by("SK")), "Say which key"),
    ] {
        let error = plan(&wish, &opened.design, &opened.database).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let store = scenario("store");
    let wish = values("Customers", "customerId", &["123"], 2, by("name"));
    assert!(plan(&wish, &store.design, &store.database).unwrap_err().contains("nothing divides"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn spread_and_put_together_is_nothing(count in 0_usize..60, shards in 2_u32..=200, again in 2_u32..=200, seed in any::<u64>(), random in any::<bool>()) {
        let mut opened = low_stock(count);
        let text = save(&opened.design, &opened.database);
        let by = if random { ShardBy::Random { seed } } else { by("SK") };
        let items = opened.database.table("Tab").unwrap().item_count();
        for shards in [shards, again, 1] {
            let wish = values("Tab", "PK", &["LOW_STOCK"], shards, by.clone());
            let Ok(plan) = plan(&wish, &opened.design, &opened.database) else {
                prop_assert!(shards == again);
                continue;
            };
            let before = save(&opened.design, &opened.database);
            let back = Edit::apply_all(plan.edits.clone(), &mut opened.design, &mut opened.database).unwrap();
            let forth = Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
            prop_assert!(save(&opened.design, &opened.database) == before);
            Edit::apply_all(forth, &mut opened.design, &mut opened.database).unwrap();
            prop_assert_eq!(opened.database.table("Tab").unwrap().item_count(), items);
            prop_assert_eq!(opened.design.requests[0].calls.len(), shards as usize);
        }
        prop_assert!(save(&opened.design, &opened.database) == text);
    }
}

#[test]
fn the_latest_of_a_key_are_the_latest_of_its_shards_merged() {
    let mut opened = low_stock(57);
    let mut all = opened.design.requests[0].clone();
    all.calls[0].input["ScanIndexForward"] = json!(false);
    all.calls[0].input["Limit"] = json!(20);
    let order = crate::design::SortOrder { attribute: "SK".to_owned(), descending: true };
    all.wanted = crate::design::Wanted { order: Some(order), count: Some(20) };
    opened.design.requests[0] = all;
    let expects = |opened: &mut Opened| {
        let mut prover = Prover::default();
        prover.take(&opened.design);
        while prover.step(&opened.design, &mut opened.database) {}
        prover.proofs()[0].expectation()
    };
    let expected = expects(&mut opened);
    let crate::design::Expectation::Items { items, ordered: true } = &expected else {
        panic!("20 items in order")
    };
    assert_eq!(items.len(), 20);
    opened.design.requests[0].expected = Some(expected.clone());
    assert!(standings(&mut opened)[0].1.is_proven());
    let (plan, back) = carry_out(&mut opened, &values("Tab", "PK", &["LOW_STOCK"], 6, by("ean")));
    assert!(plan.breaks.iter().all(|one| one.about == "one"), "{:?}", plan.breaks);
    assert!(standings(&mut opened)[0].1.is_proven());
    let crate::design::Expectation::Items { items: sharded, .. } = expects(&mut opened) else {
        panic!("still 20 items")
    };
    let sorts = |items: &[crate::design::ExpectedItem]| {
        items.iter().map(|item| item.key.get("SK").cloned()).collect::<Vec<_>>()
    };
    assert_eq!(sorts(&sharded), sorts(items));
    Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
    assert!(opened.design.requests[0].expected == Some(expected), "as it was");
}

#[test]
fn what_a_key_could_be_sharded_by_is_offered_best_first() {
    let opened = low_stock(14);
    let Wish::Shard(wish) = values("Tab", "PK", &["LOW_STOCK"], 3, by("warehouse")) else {
        panic!("a sharding")
    };
    let choices = shard_choices(&wish, &opened.design, &opened.database).unwrap();
    let choices: Vec<(&str, bool, usize)> =
        choices.iter().map(|one| (one.name.as_str(), one.is_in_key, one.values)).collect();
    assert_eq!(
        choices,
        [("SK", true, 14), ("product", true, 14), ("ean", false, 14), ("warehouse", false, 7)]
    );
    let numbers = shard_numbers(&wish, &opened.design, &opened.database).unwrap();
    assert_eq!(numbers.len(), 14);
    let plan = planned(&opened, &Wish::Shard(wish.clone()));
    let fullest = (0..3).map(|shard| numbers.iter().filter(|it| *it % 3 == shard).count()).max();
    let words = format!("The fullest shard has {} of 14 items.", fullest.unwrap());
    assert!(plan.facts.contains(&words), "{:?}", plan.facts);
    let odd = Sharding { table: "No".to_owned(), ..wish };
    assert!(shard_choices(&odd, &opened.design, &opened.database).is_err());
}

#[test]
fn the_key_of_an_index_is_spread_and_its_items_stay_where_they_are() {
    let items: Vec<Value> = (0..30)
        .map(|at| json!({"id": {"S": format!("O{at}")}, "status": {"S": if at % 3 == 0 { "DONE" } else { "OPEN" }}, "at": {"S": format!("2026-{at:02}")}}))
        .collect();
    let row = |id: &str, operation: &str, input: Value| {
        json!({"id": id, "sentence": id, "volume": "high", "consistency": "eventual may do",
            "calls": [{"operation": operation, "input": input}], "samples": {}})
    };
    let query = json!({"TableName": "Orders", "IndexName": "ByStatus", "KeyConditionExpression": "#s = :s",
        "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": {"S": "OPEN"}}, "ScanIndexForward": false, "Limit": 5});
    let update = json!({"TableName": "Orders", "Key": {"id": {"S": "O1"}}, "UpdateExpression": "SET #s = :s",
        "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": {"S": "OPEN"}}});
    let document = json!({"retrieval-map": 1, "name": "d",
        "tables": [{"create": {"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "status", "AttributeType": "S"}, {"AttributeName": "at", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "GlobalSecondaryIndexes": [{"IndexName": "ByStatus", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "status", "KeyType": "HASH"}, {"AttributeName": "at", "KeyType": "RANGE"}]}]}, "items": items}],
        "requests": [row("open", "Query", query), row("one", "GetItem", json!({"TableName": "Orders", "Key": {"id": {"S": "O1"}}})),
            row("set", "UpdateItem", update)]});
    let mut opened = open(&document.to_string()).unwrap();
    let before = standings(&mut opened);
    let text = save(&opened.design, &opened.database);
    let (plan, back) = carry_out(&mut opened, &values("Orders", "status", &["OPEN"], 4, by("id")));
    let said: Vec<&str> = plan.breaks.iter().map(|one| one.about.as_str()).collect();
    assert_eq!(said, ["set"], "{:?}", plan.breaks);
    assert_eq!(opened.design.requests[0].calls.len(), 4);
    assert_eq!(standings(&mut opened), before);
    let table = opened.database.table("Orders").unwrap();
    assert_eq!((table.item_count(), table.index("ByStatus").unwrap().collection_count()), (30, 5));
    Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
    assert!(save(&opened.design, &opened.database) == text, "taken back");
}

#[test]
fn a_projection_without_the_sort_key_is_told() {
    let mut opened = low_stock(9);
    opened.design.requests[0].calls[0].input["ProjectionExpression"] = json!("ean");
    let wish = values("Tab", "PK", &["LOW_STOCK"], 3, by("SK"));
    let broken = planned(&opened, &wish).breaks;
    let [broken] = broken.as_slice() else { panic!("{broken:?}") };
    assert!(!broken.certain && broken.words.starts_with("Its projection leaves out SK"));
}

#[test]
fn a_row_that_asks_any_key_is_told_where_only_one_is_spread() {
    let warehouse = scenario("warehouse");
    let wish = values("Warehouse", "PK", &["PRODUCT#P100"], 4, by("warehouseId"));
    let broken = planned(&warehouse, &wish).breaks;
    let about: Vec<(&str, bool)> =
        broken.iter().map(|one| (one.about.as_str(), one.certain)).collect();
    assert_eq!(about, [("A2", false), ("A3", false)]);
    assert!(broken[0].words.contains("only PRODUCT#P100 has shards"), "{}", broken[0].words);
}
