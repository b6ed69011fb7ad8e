//! The loads of the scenarios that ship with the app, and of rows that write.

#![allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]

use key_engine::{AttributeValue, Index};
use serde_json::json;

use super::*;
use crate::advice::rules::bench::{Bench, by, query, row, scenario, thing, things};

fn load(bench: &Bench) -> Load {
    Load::of(&bench.design, &bench.database, &bench.proofs)
}

fn texts(leg: &Leg) -> Vec<&str> {
    leg.keys.iter().map(|key| key.text.as_str()).collect()
}

#[test]
fn each_row_is_a_stream_of_its_volume_over_the_keys_like_its_own() {
    let bench = scenario("warehouse");
    let load = load(&bench);
    let rows: Vec<_> = load.streams.iter().map(|stream| stream.id.as_str()).collect();
    assert_eq!(rows, ["A1", "A2", "A3", "A4", "A5", "A6"]);
    assert_eq!(load.doors[0].bays, 3);
    let by_item = &load.streams[1];
    assert_eq!(
        (by_item.per_second, by_item.read_units(), by_item.write_units()),
        (2_000.0, 1.0, 0.0)
    );
    let leg = &by_item.operations[0].legs[0];
    assert_eq!((leg.reach, leg.is_write), (Reach::Item, false));
    assert_eq!(texts(leg), ["PRODUCT#P100", "PRODUCT#P101", "PRODUCT#P102"]);
    assert_eq!(leg.keys.iter().map(|key| key.items).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(by_item.operations[0].targets.len(), 6);
    let along = &load.streams[2].operations[0].legs[0];
    assert_eq!((along.reach, along.units), (Reach::Run, 0.5));
    assert_eq!(texts(along), texts(leg));
    assert_eq!(load.streams[3].operations[0].legs[0].reach, Reach::Door, "a Scan");
}

#[test]
fn places_are_where_the_engine_has_the_partitions() {
    let bench = scenario("warehouse");
    let load = load(&bench);
    let table = bench.database.table("Warehouse").unwrap();
    let bays = u128::from(table.primary().partition_count());
    for view in table.primary().collections() {
        let place = Index::place_of(&view.partition_key);
        assert_eq!((u128::from(place) * bays) >> 64, u128::from(view.partition));
    }
    let setup = crate::advice::traffic::Setup { load, ..Default::default() };
    let second = crate::advice::traffic::Simulation::new(setup, 1).step();
    for hot in &second.hottest {
        let known = table.primary().collections();
        let mut known =
            known.filter(|view| crate::advice::partition_text(&view.partition_key) == hot.text);
        assert_eq!(known.next().map(|view| view.partition), Some(hot.partition), "{}", hot.text);
    }
    assert!(!second.hottest.is_empty());
}

#[test]
fn a_write_brings_what_it_does_to_each_index() {
    let items = (0..6).map(|n| {
        thing(&format!("P#{n}"), n, "state", json!({"S": if n % 2 == 0 { "NEW" } else { "OLD" }}))
    });
    let put = row(
        "W",
        1_500,
        "UpdateItem",
        json!({"Key": {"PK": {"S": "P#{p}"}, "SK": {"S": "{s}"}},
            "UpdateExpression": "SET note = :n", "ExpressionAttributeValues": {":n": {"S": "x"}}}),
    );
    let mut bench = things(by("state", None), &[("state", "S")], items.collect(), vec![put]);
    let first = bench.database.table("Things").unwrap().primary().items().next().unwrap().clone();
    let text = |name: &str| match first.get(name) {
        Some(AttributeValue::S(text)) => text.clone(),
        _ => String::new(),
    };
    let samples = &mut bench.design.requests[0].samples;
    samples.insert("p".to_owned(), text("PK").replace("P#", ""));
    samples.insert("s".to_owned(), text("SK"));
    bench.prove();
    let load = load(&bench);
    let stream = &load.streams[0];
    assert!(stream.is_write);
    let operation = &stream.operations[0];
    assert_eq!(operation.targets.len(), 6, "each item like it");
    assert_eq!(operation.legs.len(), 2);
    assert_eq!((operation.legs[1].door, operation.legs[1].is_write), (1, true));
    assert_eq!(texts(&operation.legs[1]), ["NEW", "OLD"]);
    assert_eq!(load.door("Things", Some("ByKey")), Some(1));
}

#[test]
fn a_key_that_is_written_out_gets_all_of_it() {
    let items = || (0..9).map(|n| thing("LOW", n, "a", json!({"S": "x"}))).collect();
    let write =
        row("W", 1_500, "PutItem", json!({"Item": {"PK": {"S": "LOW"}, "SK": {"S": "{n}"}}}));
    let read = query("R", 10, "PK", json!({"S": "LOW"}));
    let bench = things(json!({}), &[], items(), vec![write, read]);
    let load = load(&bench);
    for stream in &load.streams {
        assert_eq!(texts(&stream.operations[0].legs[0]), ["LOW"], "{}", stream.id);
    }
    assert_eq!(load.streams[0].per_second, 1_500.0);
    assert!(load.streams[0].is_write && !load.streams[1].is_write);
}

#[test]
fn every_scenario_has_a_load_and_can_be_simulated() {
    for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
        let bench = scenario(id);
        let load = load(&bench);
        assert_eq!(load.streams.len(), bench.design.requests.len());
        for (stream, proof) in load.streams.iter().zip(&bench.proofs) {
            let near = |one: f64, two: f64| (one - two).abs() < 1e-9;
            assert!(near(stream.read_units(), proof.read_units), "{id} {}", stream.id);
            assert!(near(stream.write_units(), proof.write_units), "{id} {}", stream.id);
        }
        let setup = crate::advice::traffic::Setup { load, ..Default::default() };
        let mut simulation = crate::advice::traffic::Simulation::new(setup, 3);
        let second = (0..5).map(|_| simulation.step()).last().unwrap();
        let asked: u64 = second.streams.iter().map(|stream| stream.asked).sum();
        assert!(asked > 0, "{id}");
    }
}

#[test]
fn each_query_of_a_sharded_row_asks_its_own_shard_of_any_key() {
    use crate::advice::change::{ShardBy, ShardedKeys, Sharding, Wish, plan};
    let mut bench = scenario("warehouse");
    let wish = Wish::Shard(Sharding {
        table: "Warehouse".to_owned(),
        attribute: "PK".to_owned(),
        keys: ShardedKeys::Kind("CustomerOrder".to_owned()),
        shards: 3,
        by: ShardBy::Attribute("SK".to_owned()),
    });
    let plan = plan(&wish, &bench.design, &bench.database).unwrap();
    crate::design::Edit::apply_all(plan.edits, &mut bench.design, &mut bench.database).unwrap();
    bench.prove();
    let load = load(&bench);
    let orders = load.streams.iter().find(|stream| stream.id == "A5").unwrap();
    assert!(orders.is_parallel && orders.operations.len() == 3);
    for (shard, operation) in orders.operations.iter().enumerate() {
        let tail = format!("#0{shard}");
        let keys = texts(&operation.legs[0]);
        assert!(!keys.is_empty() && keys.iter().all(|key| key.ends_with(&tail)), "{keys:?}");
        let celebrity =
            Popularity::Celebrity { share: 1.0, key: Some("CUSTOMER#C4821".to_owned()) };
        let weights = operation.weights(&celebrity);
        let star = keys.iter().position(|key| key.starts_with("CUSTOMER#C4821"));
        let star = star.and_then(|at| weights.get(at)).copied().unwrap_or(1.0);
        assert!((star - 1.0).abs() < 1e-9, "{keys:?} {weights:?}");
    }
}

#[test]
fn a_few_keys_among_very_many_are_all_asked() {
    let many = (0..30_000).map(|n| thing(&format!("SERIAL#{n}"), 0, "a", json!({"S": "x"})));
    let few = (0..7).map(|n| thing(&format!("PRODUCT#{n}"), 0, "a", json!({"S": "x"})));
    let rows = vec![
        query("R", 10, "PK", json!({"S": "PRODUCT#{p}"})),
        query("S", 10, "PK", json!({"S": "SERIAL#{s}"})),
    ];
    let mut bench = things(json!({}), &[], many.chain(few).collect(), rows);
    bench.design.requests[0].samples.insert("p".to_owned(), "3".to_owned());
    bench.design.requests[1].samples.insert("s".to_owned(), "3".to_owned());
    bench.prove();
    let load = load(&bench);
    assert_eq!(load.streams[0].operations[0].targets.len(), 7);
    let many = &load.streams[1].operations[0];
    assert_eq!(many.targets.len(), 15_000, "every second stands for two");
    assert_eq!(many.legs[0].keys[0].items, 2);
}
