//! What the engine may cost, as laws: `cargo test --release -p cost`.
//!
//! Owns how two costs are compared on a busy machine. A package by itself, so that the optimized build it needs is that of the
//! engine and no more. Figures are the benchmarks' affair: here only ratios within one run are judged, since those hold anywhere.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

use std::time::{Duration, Instant};

#[path = "../../../crates/key-engine/benches/engine/stock.rs"]
pub mod stock;

/// Rounds in which two costs are compared.
const ROUNDS: usize = 60;
/// Calls in each of them.
const CALLS: usize = 20;
/// How often a law is looked at before it is called broken: a busy machine can make anything seem slow, and nothing seem fast.
const LOOKS: usize = 8;

/// Holds that what `one` does costs at most `most` times what `other` does. Both are called in turn with the number of the call, in
/// short rounds, and the best round of each counts: whatever else the machine does falls on both or on neither.
///
/// # Panics
/// Where it costs more.
pub fn at_most(what: &str, most: f64, one: &mut dyn FnMut(usize), other: &mut dyn FnMut(usize)) {
    let mut best = [Duration::MAX; 2];
    judge(what, most, &mut || {
        for round in 0..ROUNDS {
            let [best_one, best_other] = &mut best;
            *best_one = (*best_one).min(timed(round, one));
            *best_other = (*best_other).min(timed(round, other));
        }
        best
    });
}

fn timed(round: usize, work: &mut dyn FnMut(usize)) -> Duration {
    let start = Instant::now();
    (round * CALLS..(round + 1) * CALLS).for_each(work);
    start.elapsed()
}

/// Holds that the work at a size of `count` costs at most `most` times what it costs at a tenth of it, each on what `make` made.
///
/// # Panics
/// Where it costs more.
pub fn ten_times_at_most<T>(
    what: &str,
    most: f64,
    count: usize,
    make: impl Fn(usize) -> T,
    mut work: impl FnMut(&mut T, usize),
) {
    let mut best = [Duration::MAX; 2];
    judge(what, most, &mut || {
        let [best_large, best_small] = &mut best;
        for (count, best, times) in [(count, best_large, 1), (count / 10, best_small, 4)] {
            for _ in 0..times {
                let mut table = make(count);
                let start = Instant::now();
                work(&mut table, count);
                *best = start.elapsed().min(*best);
            }
        }
        best
    });
}

fn judge(what: &str, most: f64, look: &mut dyn FnMut() -> [Duration; 2]) {
    let mut found = f64::INFINITY;
    for _ in 0..LOOKS {
        let [one, other] = look();
        found = one.as_secs_f64() / other.as_secs_f64();
        if found <= most {
            println!("{what}: {found:.2} times, at most {most}");
            return;
        }
    }
    panic!("{what}: {found:.2} times, and at most {most} are allowed");
}
