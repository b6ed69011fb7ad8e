//! The laws of cost: what a table's size may not change, and what grows no faster than the table.
//!
//! Of an optimized build only: without `--release` there is nothing here.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]
#![cfg(not(debug_assertions))]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cost::stock::{INDEX, NOTE, READ, Stock, TABLE};
use cost::{at_most, ten_times_at_most};
use key_engine::engine::{DeleteItemInput, GetItemInput, QueryInput, ReadOutput};
use key_engine::walk::Recorder;
use key_engine::{Database, Item};
use serde_json::{Value, json};

/// Calls that differ from one another.
const DIFFERENT: usize = 1_200;

/// What makes a request to a table.
type Request = fn(&Stock, usize) -> Value;

/// One law is tested at a time: together they would be in each other's way.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn texts(request: impl Fn(usize) -> Value) -> Vec<String> {
    (0..DIFFERENT).map(|round| request(round).to_string()).collect()
}

fn by_text(database: &mut Database, operation: &str, text: &str) {
    black_box(database.call_text(operation, text).unwrap());
}

fn by_value(database: &mut Database, operation: &str, text: &str) {
    let input: Value = serde_json::from_str(text).unwrap();
    black_box(database.call(operation, &input).unwrap().to_string());
}

fn queries(stock: &Stock) -> Vec<QueryInput> {
    (0..DIFFERENT)
        .map(|round| QueryInput::from_json(&stock.query_request(round)).unwrap())
        .collect()
}

fn query<'d>(database: &'d Database, input: &QueryInput) -> ReadOutput<'d> {
    let output = database.query(input, &mut Recorder::off()).unwrap();
    assert_eq!(output.items.len(), READ);
    output
}

fn gets(stock: &Stock) -> Vec<GetItemInput> {
    (0..DIFFERENT)
        .map(|round| GetItemInput::from_json(&stock.get_request(round)).unwrap())
        .collect()
}

fn get(database: &Database, input: &GetItemInput) {
    assert!(black_box(database.get_item(input, &mut Recorder::off()).unwrap()).item.is_some());
}

/// Holds each read of `one` against the same of `other`; `turn` says which of the requests a call sends.
fn reads_at_most(what: &str, one: &mut Stock, other: &mut Stock, turn: fn(usize) -> usize) {
    let most = 1.5;
    let [queries_of_one, queries_of_other] = [&*one, &*other].map(queries);
    at_most(
        &format!("{what}: Query, typed"),
        most,
        &mut |call| drop(black_box(query(&one.database, &queries_of_one[turn(call)]))),
        &mut |call| drop(black_box(query(&other.database, &queries_of_other[turn(call)]))),
    );
    let [gets_of_one, gets_of_other] = [&*one, &*other].map(gets);
    at_most(
        &format!("{what}: GetItem, typed"),
        most,
        &mut |call| get(&one.database, &gets_of_one[turn(call)]),
        &mut |call| get(&other.database, &gets_of_other[turn(call)]),
    );
    for (name, door) in [("text", by_text as fn(&mut Database, &str, &str)), ("value", by_value)] {
        let requests: [(&str, Request); 2] =
            [("Query", Stock::query_request), ("GetItem", Stock::get_request)];
        for (operation, request) in requests {
            let [of_one, of_other] =
                [&*one, &*other].map(|stock| texts(|round| request(stock, round)));
            at_most(
                &format!("{what}: {operation}, {name}"),
                most,
                &mut |call| door(&mut one.database, operation, &of_one[turn(call)]),
                &mut |call| door(&mut other.database, operation, &of_other[turn(call)]),
            );
        }
    }
}

/// The cost of a read does not depend on the size of its collection, nor of its table. Of both kinds of table the requests go to
/// scattered places, and items come from a memory of the same size; of the large and the small table they are the same few again and
/// again, and items come from the processor's caches. (Scattered reads of a large memory wait for it, as those of any map do.)
#[test]
fn a_read_from_a_collection_of_a_million_takes_at_most_half_as_long_again_as_from_one_of_a_thousand()
 {
    let _alone = alone();
    let mut deep = Stock::new(1_000_000, 1_000_000, false);
    let mut small = Stock::new(1_000, 1_000, false);
    reads_at_most("beside a table of a thousand", &mut deep, &mut small, |call| call % 10);
    let mut wide = Stock::new(1_000_000, 1_000, false);
    reads_at_most("beside a thousand collections of a thousand", &mut deep, &mut wide, |call| call);
}

#[test]
fn a_query_without_a_walk_and_its_items_cloned_take_at_most_two_and_a_half_times_a_bare_map_and_its_items_cloned()
 {
    let _alone = alone();
    for count in [1_000, 100_000] {
        let stock = Stock::new(count, count, false);
        let shelf: BTreeMap<String, Item> = (0..count)
            .map(|number| (format!("ORDER#{number:012}"), stock.item(number, NOTE)))
            .collect();
        let starts: Vec<String> =
            (0..DIFFERENT).map(|round| format!("ORDER#{:012}", stock.run_start(round))).collect();
        let inputs = queries(&stock);
        at_most(
            &format!("Query of 100 from {count}, beside a bare BTreeMap"),
            2.5,
            &mut |call| {
                let found = query(&stock.database, &inputs[call]).items;
                black_box(found.into_iter().map(Cow::into_owned).collect::<Vec<Item>>());
            },
            &mut |call| {
                let run = shelf.range::<String, _>(&starts[call]..).take(READ);
                black_box(run.map(|(_, item)| item.clone()).collect::<Vec<Item>>());
            },
        );
    }
}

/// Holds that ten times the items cost about ten times as much, in one collection and in as many collections as items. A deeper tree
/// and colder caches add to that, 34 times in all at the worst that was seen; a quadratic cost would be a hundred times.
fn grows_with_the_table<T>(
    what: &str,
    make: impl Fn(usize, usize) -> T,
    mut work: impl FnMut(&mut T, usize),
) {
    let _alone = alone();
    for (shape, single) in [("in one collection", true), ("in as many collections", false)] {
        ten_times_at_most(
            &format!("{what} ten times the items {shape}"),
            50.0,
            200_000,
            |count| make(count, if single { count } else { 1 }),
            &mut work,
        );
    }
}

#[test]
fn loading_grows_with_the_table() {
    grows_with_the_table(
        "Putting",
        |_, collection| collection,
        |collection, count| {
            black_box(Stock::new(count, *collection, true));
        },
    );
}

#[test]
fn deleting_grows_with_the_table() {
    let make = |count, collection| Stock::new(count, collection, true);
    grows_with_the_table("Deleting", make, |stock, count| {
        for number in 0..count {
            let input = DeleteItemInput::new(TABLE, stock.key(number));
            stock.database.delete_item(&input, &mut Recorder::off()).unwrap();
        }
        assert_eq!(stock.database.table(TABLE).unwrap().item_count(), 0);
    });
}

#[test]
fn filling_a_new_index_grows_with_the_table() {
    let make = |count, collection| Stock::new(count, collection, false);
    grows_with_the_table("Indexing", make, |stock, count| {
        let update = json!({"TableName": TABLE,
            "AttributeDefinitions": [{"AttributeName": "state", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}],
            "GlobalSecondaryIndexUpdates": [{"Create": {"IndexName": INDEX, "Projection": {"ProjectionType": "KEYS_ONLY"},
                "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}}]});
        stock.database.call("UpdateTable", &update).unwrap();
        assert_eq!(stock.database.table(TABLE).unwrap().index(INDEX).unwrap().item_count(), count);
    });
}

#[test]
fn writing_in_batches_grows_with_the_table() {
    let make = |count: usize, collection| {
        let stock = Stock::new(count, collection, false);
        let batches = (0..count / 25).map(|round| stock.batch_request(round)).collect::<Vec<_>>();
        (stock, batches)
    };
    grows_with_the_table("Writing in batches", make, |(stock, batches), _| {
        for batch in batches {
            black_box(stock.database.call("BatchWriteItem", batch).unwrap());
        }
    });
}

#[test]
fn a_scan_grows_with_the_table() {
    let make = |count, collection| Stock::new(count, collection, false);
    grows_with_the_table("Scanning", make, |stock, count| {
        let mut request = Stock::scan_request();
        let mut read = 0;
        loop {
            let (page, walk) = stock.database.call_with_walk("Scan", &request);
            let page = page.unwrap();
            read += page["ScannedCount"].as_u64().unwrap();
            black_box(walk);
            match page.get("LastEvaluatedKey") {
                Some(key) => request["ExclusiveStartKey"] = key.clone(),
                None => break,
            }
        }
        assert_eq!(read, count as u64);
    });
}
