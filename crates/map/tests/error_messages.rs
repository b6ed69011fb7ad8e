//! Every message that the service sends for the operations on the desk is told in plain words.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use std::collections::BTreeSet;
use std::path::Path;

use key_engine::engine::{Database, ServiceError};
use map::advice::explain;
use map::design::Call;
use serde_json::Value;

const OPERATIONS: [&str; 6] = ["CreateTable", "DeleteItem", "GetItem", "PutItem", "Query", "Scan"];

/// Recorded errors of those operations beside the repository; none where they are not there, which fails under `CI=true`.
fn recorded() -> Option<BTreeSet<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    if !folder.is_dir() {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "no vectors at {}",
            folder.display()
        );
        eprintln!("skipped: no vectors at {}", folder.display());
        return None;
    }
    let mut messages = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let pair: Value = serde_json::from_str(line).unwrap();
            let operation = pair["operation"].as_str().unwrap_or_default();
            let message =
                pair["response"].get("message").or_else(|| pair["response"].get("Message"));
            if let Some(message) =
                message.and_then(Value::as_str).filter(|_| OPERATIONS.contains(&operation))
            {
                messages.insert((operation.to_owned(), message.to_owned()));
            }
        }
    }
    Some(messages)
}

fn sentence(operation: &str, message: &str) -> String {
    let error = ServiceError::Validation { message: message.to_owned(), span: None };
    let call = Call { operation: operation.to_owned(), ..Call::default() };
    explain(&error, &call, &Database::default()).sentence
}

#[test]
fn every_recorded_message_of_the_desk_s_operations_has_plain_words() {
    let Some(messages) = recorded() else { return };
    assert!(messages.len() > 30, "only {} messages", messages.len());
    let unknown: Vec<_> = messages
        .iter()
        .filter(|(operation, message)| sentence(operation, message).contains("its own words"))
        .collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    for (operation, message) in &messages {
        let plain = sentence(operation, message);
        assert!(
            plain.ends_with('.')
                && !plain.contains("{}")
                && !plain.contains("{where}")
                && !plain.contains("  "),
            "{plain}"
        );
    }
}
