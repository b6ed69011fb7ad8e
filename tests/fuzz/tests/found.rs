//! What the fuzzer found once is found no more.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::time::Duration;

use fuzz::session::{Stock, replay, run};
use fuzz::{
    Call,
    law::{Subject, Way},
    seeds, words,
};
use key_engine::engine::OPERATIONS;

/// Enough for a build that is not made to be fast.
const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn what_was_found_is_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "jsonl"))
    {
        let text = std::fs::read_to_string(file).unwrap();
        let calls: Vec<Call> = text.lines().map(Call::from_line).collect();
        if let Err((at, fault)) = replay(&calls, PATIENCE) {
            panic!("{}, call {at}: {fault}", file.display());
        }
    }
}

#[test]
fn every_operation_is_fuzzed() {
    let own = seeds::own();
    for operation in OPERATIONS {
        assert!(own.iter().any(|call| call.operation == *operation), "{operation}");
    }
}

#[test]
fn its_own_requests_are_sound() {
    let mut subject = Subject::new(PATIENCE, true);
    // streams have names that only the database knows
    let unknown = ["DescribeStream", "GetShardIterator", "GetRecords"];
    for call in seeds::own() {
        let answer =
            subject.call(&call, Way::Json).unwrap_or_else(|fault| panic!("{call:?}: {fault}"));
        let known = OPERATIONS.contains(&call.operation.as_str())
            && !unknown.contains(&call.operation.as_str());
        if let (Err(error), true) = (answer, known) {
            panic!("{}\n{error}", call.line());
        }
    }
}

#[test]
fn a_few_sessions_find_nothing() {
    let stock = Stock {
        conversations: seeds::conversations(),
        intruders: words::intruders(),
        patience: PATIENCE,
    };
    for seed in 0..20 {
        if let Err(found) = run(&stock, seed, &mut |_| {}) {
            panic!(
                "session {seed}: {}; the last call: {}",
                found.fault,
                found.calls.last().unwrap().line()
            );
        }
    }
}
