//! Replays recorded conversations with a `DynamoDB`-compatible server, call by call.
//!
//! Where they are and what is compared is `recorded`'s affair (`tests/recorded`). A checkout without them skips
//! this test and says so, except where `CI=true`.
//!
//! An operation that the engine does not answer yet is *later*: its lines are counted and listed, and since it
//! may have changed the tables, so are all lines after it in its file. [`WHOLE`] lists the files replayed to
//! the end, so that none of them can slip back.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::BTreeMap;

use key_engine::Database;
use key_engine::engine::OPERATIONS;
use recorded::Conversation;

/// Files of which every line is replayed and compared.
const WHOLE: &[&str] = &[
    "tier1-batchGetItem-basic",
    "tier1-batchWriteItem-basic",
    "tier1-createTable-basic",
    "tier1-createTable-lsi",
    "tier1-deleteItem-conditionExpressionParens",
    "tier1-deleteTable-basic",
    "tier1-getItem-basic",
    "tier1-getItem-projection",
    "tier1-listTables-basic",
    "tier1-putItem-binaryKeys",
    "tier1-putItem-conditions",
    "tier1-putItem-dataTypes",
    "tier1-putItem-itemCollectionMetrics",
    "tier1-putItem-validation",
    "tier1-query-binaryKeys",
    "tier1-query-filterExpressionParens",
    "tier1-query-keyConditionParens",
    "tier1-query-numericKeys",
    "tier1-query-validation",
    "tier1-scan-filterExpressionParens",
    "tier1-scan-gsi",
    "tier1-scan-lsi",
    "tier1-scan-parallel",
    "tier1-scan-validation",
    "tier1-updateItem-conditions",
    "tier1-updateItem-validation",
    "tier2-partiql-batchExecuteStatement",
    "tier2-partiql-executeTransaction",
    "tier2-tags-basic",
    "tier2-transactions-transactWrite",
    "tier2-updateTable-gsi",
    "tier3-error-messages-batchWriteItem",
    "tier3-error-messages-createTable",
    "tier3-error-messages-getItem",
    "tier3-error-messages-query",
    "tier3-error-messages-transactGetItems",
    "tier3-error-messages-updateItem",
    "tier3-legacy-api-attributesToGet",
    "tier3-legacy-api-queryFilter",
    "tier3-limits-batchLimits",
    "tier3-limits-numberPrecision",
    "tier3-validation-ordering-batchOperations",
    "tier3-validation-ordering-deleteItem",
    "tier3-validation-ordering-query",
    "tier3-validation-ordering-updateItem",
];

/// Operations that read: one that is not answered yet does not spoil the rest of its file.
const READS: &[&str] = &["ListTagsOfResource"];

#[derive(Default)]
struct Report {
    compared: usize,
    failures: Vec<String>,
    later: BTreeMap<String, usize>,
}

fn replay(conversation: &mut Conversation) -> Report {
    let mut database = Database::default();
    let mut report = Report::default();
    let mut spoilt: Option<String> = None;
    while let Some(call) = conversation.next_call() {
        let operation = call.operation.as_str();
        if !OPERATIONS.contains(&operation) {
            *report.later.entry(operation.to_owned()).or_default() += 1;
            if !READS.contains(&operation) && call.status == 200 {
                spoilt.get_or_insert_with(|| format!("after {operation}"));
            }
            continue;
        }
        let (status, response) = match database.call(operation, &call.request) {
            Ok(response) => (200, response),
            Err(error) => (400, error.to_json()),
        };
        if let Some(why) = &spoilt {
            *report.later.entry(why.clone()).or_default() += 1;
            continue;
        }
        report.compared += 1;
        report.failures.extend(conversation.compare(&call, status, &response).err());
    }
    report
}

#[test]
fn recorded_conversations_are_answered_as_recorded() {
    let mut conversations = recorded::conversations();
    if conversations.is_empty() {
        return;
    }
    let (mut compared, mut failures) = (0, Vec::new());
    let mut later: BTreeMap<String, usize> = BTreeMap::new();
    let mut whole = Vec::new();
    for conversation in &mut conversations {
        let report = replay(conversation);
        compared += report.compared;
        failures.extend(report.failures);
        if report.later.is_empty() {
            whole.push(conversation.name());
        }
        for (what, count) in report.later {
            *later.entry(what).or_default() += count;
        }
    }
    println!("{compared} lines compared; later: {later:?}");
    assert!(
        failures.is_empty(),
        "{} of {compared} differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert_eq!(whole, WHOLE, "files replayed to the end");
}
