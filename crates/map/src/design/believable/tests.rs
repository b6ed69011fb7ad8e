//! What is invented is believable: it fits, it is new, and it is the same for the same seed.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::design::generate::{Shape, workbench_model};
use crate::design::scenarios::SCENARIOS;
use crate::design::{Opened, open};

/// Puts invented items into the table, all of which must be new and of their kind.
fn put_all(opened: &mut Opened, kind: usize, count: usize, seed: u64) -> Vec<Item> {
    let made = items(&opened.design, &opened.database, kind, count, seed).unwrap();
    assert!(
        made == items(&opened.design, &opened.database, kind, count, seed).unwrap(),
        "the same seed makes the same items"
    );
    let table = opened.design.entities[kind].table.clone();
    let before = opened.database.table(&table).unwrap().item_count();
    for item in &made {
        assert_eq!(opened.design.entity_of(&table, item), kind, "{:?}", item.to_json());
        opened.database.put(&table, item.clone()).unwrap();
    }
    assert_eq!(opened.database.table(&table).unwrap().item_count(), before + count);
    made
}

#[test]
fn items_of_every_kind_of_every_scenario_can_be_made() {
    for scenario in SCENARIOS {
        let mut opened = open(scenario.json).unwrap();
        for kind in 0..opened.design.entities.len() {
            put_all(&mut opened, kind, 40, 7);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn what_is_made_fits_and_is_new(items in 0_usize..300, model in any::<u64>(), seed in any::<u64>(), count in 1_usize..60) {
        let mut opened = open(&workbench_model(items, Shape::Varied, model)).unwrap();
        for kind in 0..opened.design.entities.len() {
            put_all(&mut opened, kind, count, seed);
        }
    }
}

#[test]
fn many_are_made_and_belong_to_what_is_there() {
    let mut opened = open(&workbench_model(3_000, Shape::Varied, 5)).unwrap();
    let kinds = &opened.design.entities;
    let order = kinds.iter().position(|kind| kind.name == "Order").unwrap();
    let customers = opened.database.table("Marketplace").unwrap().primary().collection_count();
    let made = put_all(&mut opened, order, 10_000, 3);
    let after = opened.database.table("Marketplace").unwrap().primary().collection_count();
    assert_eq!(after, customers, "orders belong to customers that are there");
    let partitions: std::collections::BTreeSet<_> =
        made.iter().map(|item| item.get("PK").unwrap().to_json().to_string()).collect();
    assert!(partitions.len() > 100, "{} customers got orders", partitions.len());
    for item in &made {
        let text = |name: &str| item.get(name).and_then(text_of).unwrap();
        assert_eq!(text("SK"), format!("ORDER#{}#{}", text("placedAt"), text("orderId")));
        assert_eq!(
            item.get("openStatus").is_some(),
            text("status") == "OPEN",
            "what goes together"
        );
    }
}

/// A table with the keys and kinds of a small shop, and these items.
fn shop(entities: &serde_json::Value, items: &serde_json::Value) -> Opened {
    let text = json!({"retrieval-map": 1, "name": "Shop", "entities": entities, "tables": [{"create": {
        "TableName": "Shop", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"},
            {"AttributeName": "SK", "AttributeType": "S"}, {"AttributeName": "GSI1PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{"IndexName": "GSI1", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "GSI1PK", "KeyType": "HASH"}]}]}, "items": items}]});
    let mut opened = open(&text.to_string()).unwrap();
    let table = opened.design.tables[0].clone();
    for (entity, given) in opened.design.entities.iter_mut().zip(entities.as_array().unwrap()) {
        for (attribute, template) in given["templates"].as_object().unwrap() {
            entity.templates.insert(attribute.clone(), template.as_str().unwrap().to_owned());
        }
        entity.follow_templates(&table);
    }
    opened
}

#[test]
fn a_kind_without_items_is_made_from_its_templates() {
    let entities = json!([
        {"name": "Customer", "table": "Shop", "templates": {"PK": "CUSTOMER#{customerId}", "SK": "PROFILE"}},
        {"name": "Order", "table": "Shop",
            "templates": {"PK": "CUSTOMER#{customerId}", "SK": "ORDER#{placedAt}#{orderId}", "GSI1PK": "ORDER#{orderId}"}}]);
    let customer =
        json!({"PK": {"S": "CUSTOMER#C7"}, "SK": {"S": "PROFILE"}, "customerId": {"S": "C7"}});
    let mut opened = shop(&entities, &json!([customer]));
    for item in put_all(&mut opened, 1, 12, 4) {
        let text = |name: &str| item.get(name).and_then(text_of).unwrap();
        assert_eq!(text("PK"), "CUSTOMER#C7", "an order belongs to a customer that is there");
        assert_eq!(text("customerId"), "C7");
        assert_eq!(text("SK"), format!("ORDER#{}#{}", text("placedAt"), text("orderId")));
        assert_eq!(text("GSI1PK"), format!("ORDER#{}", text("orderId")));
    }
    let made = put_all(&mut opened, 0, 3, 4);
    let ids: Vec<String> =
        made.iter().map(|item| item.get("customerId").and_then(text_of).unwrap()).collect();
    assert_eq!(ids, ["C8", "C9", "C10"]);
    let mut empty = shop(&entities, &json!([]));
    let made = put_all(&mut empty, 1, 40, 1);
    let collections = empty.database.table("Shop").unwrap().primary().collection_count();
    assert!((2..40).contains(&collections), "{collections} customers for {} orders", made.len());
}

#[test]
fn what_belongs_to_the_partition_key_is_taken_from_it() {
    let entities = json!([{"name": "Order", "table": "Shop", "templates": {}}]);
    let order = |customer: usize, order: usize| {
        let name = ["Ada Berg", "Leo Rao", "Ines Sato"][customer % 3];
        json!({"PK": {"S": format!("CUSTOMER#{customer}")}, "SK": {"S": format!("ORDER#O{order:04}")},
            "orderId": {"S": format!("O{order:04}")}, "customerName": {"S": name}, "total": {"N": format!("{order}.5")}})
    };
    let items: Vec<serde_json::Value> = (0..30).map(|number| order(number % 6, number)).collect();
    let mut opened = shop(&entities, &json!(items));
    for item in put_all(&mut opened, 0, 50, 2) {
        let text = |name: &str| item.get(name).and_then(text_of).unwrap();
        let customer: usize = text("PK").trim_start_matches("CUSTOMER#").parse().unwrap();
        assert_eq!(text("customerName"), ["Ada Berg", "Leo Rao", "Ines Sato"][customer % 3]);
        assert_eq!(text("SK"), format!("ORDER#{}", text("orderId")));
    }
}

#[test]
fn a_kind_or_a_table_that_is_not_there_says_so() {
    let opened = open(SCENARIOS[0].json).unwrap();
    let kinds = opened.design.entities.len();
    assert!(items(&opened.design, &opened.database, kinds, 1, 1).is_err());
}
