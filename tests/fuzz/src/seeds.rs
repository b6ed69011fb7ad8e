//! Sound conversations, to be made unsound: the recorded ones, where they are, and one of the fuzzer's own with
//! a request of every operation (`sound.jsonl`).

use crate::Call;

/// Requests in order, each sound after those before it.
pub type Conversation = Vec<Call>;

/// Longer requests than these are too slow to fuzz; the limits of size have tests of their own.
const LONGEST: usize = 50_000;

/// All there are; its own first.
pub fn conversations() -> Vec<Conversation> {
    let mut all = vec![own()];
    for mut recorded in recorded::conversations() {
        let mut calls = Vec::new();
        while let Some(call) = recorded.next_call() {
            if call.request.to_string().len() < LONGEST {
                calls.push(Call { operation: call.operation, request: call.request });
            }
        }
        all.push(calls);
    }
    all
}

/// A request of every operation and of every kind of parameter, on two tables.
pub fn own() -> Conversation {
    include_str!("../sound.jsonl").lines().map(Call::from_line).collect()
}
