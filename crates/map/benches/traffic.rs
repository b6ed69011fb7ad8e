//! How fast traffic is simulated: `cargo bench -p map`.
//!
//! A second of a million requests over 10,000 keys, by how popular keys are and whether partitions have room for them. Faster than real
//! time is less than a second.

#![allow(clippy::unwrap_used, missing_docs, reason = "a bench may panic")]

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use key_engine::{AttributeValue, Index};
use map::advice::traffic::{
    Door, Leg, Load, Operation, Popularity, RuleId, Rules, Setup, Simulation, Stream, StreamKey,
};

/// Keys that are asked.
const KEYS: u32 = 10_000;
/// Requests a second.
const RATE: f64 = 1_000_000.0;

fn keys() -> Vec<StreamKey> {
    let key = |number: u32| {
        let text = format!("PRODUCT#{number:05}");
        let place = Index::place_of(&[AttributeValue::S(text.clone())]);
        StreamKey { text, place, items: 1 }
    };
    (0..KEYS).map(key).collect()
}

/// Nine reads to a write.
fn simulation(bays: u32, popularity: &Popularity) -> Simulation {
    let stream = |per_second: f64, is_write: bool| {
        let leg = Leg { is_write, units: 1.0, keys: keys(), ..Leg::default() };
        Stream {
            per_second,
            is_write,
            popularity: popularity.clone(),
            operations: vec![Operation::at_one_door("GetItem", leg)],
            ..Stream::default()
        }
    };
    let rules = Rules::default()
        .with(RuleId::QuotaReadUnits, 1.0e9)
        .with(RuleId::QuotaWriteUnits, 1.0e9)
        .with(RuleId::SplitSecs, 0.0);
    let door = Door { table: "Products".to_owned(), bays, ..Door::default() };
    let streams = vec![stream(RATE * 0.9, false), stream(RATE * 0.1, true)];
    Simulation::new(Setup { load: Load { doors: vec![door], streams }, rules }, 1)
}

fn seconds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("A second of 1,000,000 requests over 10,000 keys");
    group
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(20);
    for (name, bays, popularity) in [
        ("even, all served", 512, Popularity::Even),
        ("zipf, a hot head", 512, Popularity::Zipf { exponent: 1.0 }),
        ("even, nine of ten throttled", 32, Popularity::Even),
    ] {
        let mut simulation = simulation(bays, &popularity);
        for _ in 0..30 {
            simulation.step();
        }
        group.bench_function(name, |bencher| bencher.iter(|| simulation.step()));
    }
}

criterion_group!(benches, seconds);
criterion_main!(benches);
