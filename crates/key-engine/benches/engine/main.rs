//! How fast the engine answers: `cargo bench -p key-engine`, or a part of it with `-- Query`.
//!
//! Each operation at 1,000, 100,000 and 1,000,000 items of about 400 bytes (`PutItem`'s have 1 KB), in five ways: `text` is JSON
//! text in and out, `value` the same by way of JSON values, `value+walk` with the walk recorded too, `typed` the typed call beneath,
//! `typed+walk` with its walk. Names read `Query of 100/text/1000000`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a bench may panic"
)]

mod stock;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main,
};
use key_engine::engine::{GetItemInput, OPERATIONS, PutItemInput, QueryInput, ScanInput};
use key_engine::walk::Recorder;
use key_engine::{Database, Item};
use serde_json::Value;
use stock::{NOTE, READ, Stock};

/// Items in the table.
const SIZES: [usize; 3] = [1_000, 100_000, 1_000_000];
/// Items in a collection, where the collection is not the whole table.
const COLLECTION: usize = 1_000;
/// Different requests made beforehand; they are sent in turn.
const REQUESTS: usize = 1_000;

/// One operation with requests to it.
struct Errand {
    operation: &'static str,
    requests: Vec<Value>,
}

impl Errand {
    fn new(operation: &'static str, request: impl Fn(usize) -> Value) -> Self {
        Self { operation, requests: (0..REQUESTS).map(request).collect() }
    }

    /// JSON text in and out, without and with the walk.
    fn text(&self, group: &mut BenchmarkGroup<'_, WallTime>, size: usize, database: &mut Database) {
        if !OPERATIONS.contains(&self.operation) {
            return;
        }
        let texts: Vec<String> = self.requests.iter().map(Value::to_string).collect();
        let mut turn = texts.iter().cycle();
        group.bench_function(BenchmarkId::new("text", size), |bencher| {
            bencher.iter(|| database.call_text(self.operation, turn.next().unwrap()).unwrap());
        });
        group.bench_function(BenchmarkId::new("value", size), |bencher| {
            bencher.iter(|| {
                let input: Value = serde_json::from_str(turn.next().unwrap()).unwrap();
                database.call(self.operation, &input).unwrap().to_string()
            });
        });
        group.bench_function(BenchmarkId::new("value+walk", size), |bencher| {
            bencher.iter(|| {
                let input: Value = serde_json::from_str(turn.next().unwrap()).unwrap();
                let (answer, walk) = database.call_with_walk(self.operation, &input);
                (answer.unwrap().to_string(), walk)
            });
        });
    }

    /// The typed call, given what the requests read as, without and with the walk.
    fn typed<I, O>(
        &self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        size: usize,
        read: impl Fn(&Value) -> I,
        mut call: impl FnMut(&I, &mut Recorder) -> O,
    ) {
        let inputs: Vec<I> = self.requests.iter().map(read).collect();
        let mut turn = inputs.iter().cycle();
        group.bench_function(BenchmarkId::new("typed", size), |bencher| {
            bencher.iter(|| call(turn.next().unwrap(), &mut Recorder::off()));
        });
        group.bench_function(BenchmarkId::new("typed+walk", size), |bencher| {
            bencher.iter(|| {
                let mut recorder = Recorder::keeping();
                let output = call(turn.next().unwrap(), &mut recorder);
                (output, recorder.into_walk(self.operation))
            });
        });
    }
}

fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    group
}

fn get_item(criterion: &mut Criterion) {
    for size in SIZES {
        let mut stock = Stock::new(size, COLLECTION, false);
        let errand = Errand::new("GetItem", |round| stock.get_request(round));
        let mut group = group(criterion, "GetItem");
        errand.text(&mut group, size, &mut stock.database);
        let read = |request: &Value| GetItemInput::from_json(request).unwrap();
        errand.typed(&mut group, size, read, |input, recorder| {
            stock.database.get_item(input, recorder).unwrap()
        });
    }
}

/// Each sort of Query from collections that are the whole table, and the same 100 items walked in a bare `BTreeMap` and cloned.
fn query(criterion: &mut Criterion) {
    for size in SIZES {
        let mut stock = Stock::new(size, size, true);
        let kinds = [
            ("Query of 100", Errand::new("Query", |round| stock.query_request(round))),
            (
                "Query of 100, begins_with",
                Errand::new("Query", |round| stock.begins_with_request(round)),
            ),
            (
                "Query of 100, global index",
                Errand::new("Query", |round| stock.index_request(round)),
            ),
        ];
        for (name, errand) in kinds {
            let mut group = group(criterion, name);
            errand.text(&mut group, size, &mut stock.database);
            let read = |request: &Value| QueryInput::from_json(request).unwrap();
            errand.typed(&mut group, size, read, |input, recorder| {
                stock.database.query(input, recorder).unwrap()
            });
        }
        let shelf: BTreeMap<String, Item> =
            (0..size).map(|number| (format!("{number:012}"), stock.item(number, NOTE))).collect();
        let starts: Vec<String> =
            (0..REQUESTS).map(|round| format!("{:012}", stock.run_start(round))).collect();
        let mut turn = starts.iter().cycle();
        group(criterion, "100 of a bare BTreeMap, cloned").bench_function(
            BenchmarkId::from_parameter(size),
            |bencher| {
                bencher.iter(|| {
                    let run = shelf.range::<String, _>(turn.next().unwrap()..).take(READ);
                    run.map(|(_, item)| item.clone()).collect::<Vec<Item>>()
                });
            },
        );
    }
}

fn scan(criterion: &mut Criterion) {
    for size in SIZES {
        let mut stock = Stock::new(size, COLLECTION, false);
        let mut group = group(criterion, "Scan, a tenth kept");
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        let text = Stock::scan_request().to_string();
        group.bench_function(BenchmarkId::new("text", size), |bencher| {
            bencher.iter(|| {
                all_pages(&text, |input| stock.database.call_text("Scan", &input).unwrap());
            });
        });
        group.bench_function(BenchmarkId::new("value", size), |bencher| {
            bencher.iter(|| {
                all_pages(&text, |input| {
                    let input = serde_json::from_str(&input).unwrap();
                    stock.database.call("Scan", &input).unwrap().to_string()
                });
            });
        });
        group.bench_function(BenchmarkId::new("value+walk", size), |bencher| {
            bencher.iter(|| {
                all_pages(&text, |input| {
                    let input = serde_json::from_str(&input).unwrap();
                    stock.database.call_with_walk("Scan", &input).0.unwrap().to_string()
                });
            });
        });
        for (way, walking) in [("typed", false), ("typed+walk", true)] {
            group.bench_function(BenchmarkId::new(way, size), |bencher| {
                bencher.iter(|| {
                    let mut input = ScanInput::from_json(&Stock::scan_request()).unwrap();
                    let mut recorder = if walking { Recorder::keeping() } else { Recorder::off() };
                    loop {
                        let output = stock.database.scan(&input, &mut recorder).unwrap();
                        input.read.exclusive_start_key.clone_from(&output.last_evaluated_key);
                        if black_box(output).last_evaluated_key.is_none() {
                            break recorder;
                        }
                    }
                });
            });
        }
    }
}

/// All pages, each JSON text in and out.
fn all_pages(first: &str, mut call: impl FnMut(String) -> String) {
    let mut text = first.to_owned();
    loop {
        let answer = black_box(call(text));
        // the answer is read again only for its last key, as a client would
        let name = "\"LastEvaluatedKey\":";
        let Some(at) = answer.find(name) else { return };
        let mut rest = serde_json::Deserializer::from_str(&answer[at + name.len()..]).into_iter();
        let key: Value = rest.next().unwrap().unwrap();
        let mut next: Value = serde_json::from_str(first).unwrap();
        next["ExclusiveStartKey"] = key;
        text = next.to_string();
    }
}

fn put_item(criterion: &mut Criterion) {
    for size in SIZES {
        let mut stock = Stock::new(size, COLLECTION, false);
        let errand = Errand::new("PutItem", |round| stock.put_request(round));
        let mut group = group(criterion, "PutItem of 1 KB");
        errand.text(&mut group, size, &mut stock.database);
        let read = |request: &Value| PutItemInput::from_json(request).unwrap().item;
        errand.typed(&mut group, size, read, |item, recorder| {
            stock
                .database
                .put_item(PutItemInput::new(stock::TABLE, item.clone()), recorder)
                .unwrap()
        });
    }
}

fn other_writes(criterion: &mut Criterion) {
    for size in SIZES {
        let mut stock = Stock::new(size, COLLECTION, false);
        let errand = Errand::new("UpdateItem", |round| stock.update_request(round));
        errand.text(&mut group(criterion, "UpdateItem, ADD"), size, &mut stock.database);
        let errand = Errand::new("BatchWriteItem", |round| stock.batch_request(round));
        errand.text(&mut group(criterion, "BatchWriteItem of 25"), size, &mut stock.database);
    }
}

criterion_group!(benches, get_item, query, scan, put_item, other_writes);
criterion_main!(benches);
