//! Replays every line of recorded conversations with a `DynamoDB`-compatible server, call by call.
//!
//! Where they are and what is compared is `recorded`'s affair (`tests/recorded`). A checkout without them skips
//! this test and says so, except where `CI=true`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use key_engine::Database;

#[test]
fn recorded_conversations_are_answered_as_recorded() {
    let (mut compared, mut failures) = (0, Vec::new());
    for mut conversation in recorded::conversations() {
        let mut database = Database::default();
        while let Some(call) = conversation.next_call() {
            let (status, response) = match database.call(&call.operation, &call.request) {
                Ok(response) => (200, response),
                Err(error) => (400, error.to_json()),
            };
            compared += 1;
            failures.extend(conversation.compare(&call, status, &response).err());
        }
    }
    println!("{compared} lines compared");
    assert!(
        failures.is_empty(),
        "{} of {compared} differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
