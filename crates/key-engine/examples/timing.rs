//! How fast the engine is and how much memory it takes, in a minute: `cargo run --release -p key-engine --example timing`.
//!
//! The requests of the benchmarks, to a table of 10,000 items of about 400 bytes in collections of 1,000, one at a time, JSON text in
//! and out: by `Database::call_text`, and by `Database::call` with the text read before and written after. Of five rounds the best
//! counts, in time on a processor where the system tells it, so that a busy machine says the same as an idle one, nearly.
//! Words after `--` choose among the operations; `memory` loads a million items.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "it measures, and may panic"
)]

#[path = "../benches/engine/stock.rs"]
#[allow(dead_code, reason = "the benchmarks use more of it")]
mod stock;

use std::time::Instant;

use key_engine::{Database, Walk};
use serde_json::Value;
use stock::Stock;

/// A way in.
type Door = fn(&mut Database, &str, &str) -> String;

fn by_text(database: &mut Database, operation: &str, text: &str) -> String {
    database.call_text(operation, text).unwrap()
}

fn by_value(database: &mut Database, operation: &str, text: &str) -> String {
    let input: Value = serde_json::from_str(text).unwrap();
    database.call(operation, &input).unwrap().to_string()
}

fn by_value_with_walk(database: &mut Database, operation: &str, text: &str) -> String {
    let input: Value = serde_json::from_str(text).unwrap();
    let (answer, walk): (_, Walk) = database.call_with_walk(operation, &input);
    std::hint::black_box(walk);
    answer.unwrap().to_string()
}

/// Seconds this process has spent on a processor, where the system says so; else since the start.
fn seconds(start: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds =
        spent.as_deref().and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// The least time of five rounds of these requests, a request.
fn best(database: &mut Database, door: Door, operation: &str, texts: &[String]) -> f64 {
    let start = Instant::now();
    let round = || {
        let before = seconds(start);
        for text in texts {
            let mut answer = door(database, operation, text);
            // all pages, for what has several
            while let Some(next) = next_page(text, &answer) {
                answer = door(database, operation, &next);
            }
        }
        (seconds(start) - before) / texts.len() as f64
    };
    std::iter::repeat_with(round).take(5).fold(f64::INFINITY, f64::min)
}

/// The request for the page after this answer.
fn next_page(request: &str, answer: &str) -> Option<String> {
    if !request.contains("FilterExpression") {
        return None;
    }
    let name = "\"LastEvaluatedKey\":";
    let rest = &answer[answer.find(name)? + name.len()..];
    let key = serde_json::Deserializer::from_str(rest).into_iter::<Value>().next()?.ok()?;
    let mut next: Value = serde_json::from_str(request).ok()?;
    next["ExclusiveStartKey"] = key;
    Some(next.to_string())
}

fn line_of_status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn memory() {
    for (collection, indexed) in [(1_000_000, false), (1_000, false), (1, false), (1_000, true)] {
        let before = line_of_status("VmRSS");
        let (start, count) = (Instant::now(), 1_000_000);
        let stock = Stock::new(count, collection, indexed);
        println!(
            "1,000,000 items of {} bytes in collections of {collection}{}: {} MB resident, peak {} MB, put in {:.1} s",
            stock.item(1, stock::NOTE).size_bytes(),
            if indexed { ", with a global index" } else { "" },
            line_of_status("VmRSS") - before,
            line_of_status("VmHWM"),
            start.elapsed().as_secs_f64()
        );
    }
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen =
        |name: &str| chosen.is_empty() || chosen.iter().any(|word| name.contains(word.as_str()));
    if is_chosen("memory") {
        memory();
    }
    let mut stock = Stock::new(10_000, 1_000, false);
    let texts = |count: usize, request: &dyn Fn(usize) -> Value| -> Vec<String> {
        (0..count).map(|round| request(round).to_string()).collect()
    };
    let errands = [
        ("PutItem of 1 KB", "PutItem", texts(5_000, &|round| stock.put_request(round))),
        ("GetItem", "GetItem", texts(10_000, &|round| stock.get_request(round))),
        ("Query of 100", "Query", texts(500, &|round| stock.query_request(round))),
        ("Scan of 10,000, a tenth kept", "Scan", texts(5, &|_| Stock::scan_request())),
        ("UpdateItem, ADD", "UpdateItem", texts(10_000, &|round| stock.update_request(round))),
        ("BatchWriteItem of 25", "BatchWriteItem", texts(500, &|round| stock.batch_request(round))),
    ];
    // puts of larger items come last: they would change what the others read
    for (name, operation, texts) in errands.iter().rev().filter(|(name, ..)| is_chosen(name)) {
        let doors: [(&str, Door); 3] =
            [("text", by_text), ("value", by_value), ("value, with its walk", by_value_with_walk)];
        for (way, door) in doors {
            let rate = 1.0 / best(&mut stock.database, door, operation, texts);
            println!("{name:<30} {way:<22} {rate:>9.0} a second");
        }
    }
}
