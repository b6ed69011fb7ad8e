//! Requests in `DynamoDB`'s own JSON and what is answered: how expressions are written, what they mean and how they are
//! refused, to be read as documentation and held to be true.
//!
//! A script is a text file in `tests/wire`. Each runs against an empty database of its own.
//!
//! ```text
//! # A line that begins with a hash is for the reader.
//! > Scan {"TableName": "Shelf",
//!         "Limit": 1}
//! Count: 1
//! Items:
//!   {"pk":{"S":"a"}}
//! ScannedCount: 1
//! ```
//!
//! A request is an operation and its JSON, on as many lines as it likes, all but the first indented. The lines after it
//! are the answer: its members one below the other, those of a list each on a line of its own, or `! ` and the error.
//! `{}` is an answer without members. With `UPDATE=1` in the environment the answers are written anew: read the
//! difference before you keep it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use key_engine::Database;
use serde_json::Value;

/// Members of an answer that say nothing here.
const SILENT: [&str; 1] = ["TableDescription"];

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The script with the answers that its requests get.
fn answered(script: &str) -> String {
    let mut database = Database::default();
    let mut written = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(request) = line.strip_prefix("> ") else {
            // the reader's lines stay, the old answers go
            if line.is_empty() || line.starts_with('#') {
                writeln!(written, "{line}").unwrap();
            }
            continue;
        };
        writeln!(written, "{line}").unwrap();
        let mut request = request.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("  ") && !complete(&request)) {
            writeln!(written, "{more}").unwrap();
            request.push_str(more);
        }
        let (operation, input) = request.split_once(' ').expect("an operation and its input");
        let input: Value =
            serde_json::from_str(input).unwrap_or_else(|error| panic!("{request}: {error}"));
        match database.call(operation, &input) {
            Ok(answer) => write_answer(&mut written, &answer),
            Err(error) => writeln!(written, "! {}: {}", error.name(), error.message()).unwrap(),
        }
    }
    written
}

/// Whether a request has all of its JSON.
fn complete(request: &str) -> bool {
    request.split_once(' ').is_some_and(|(_, input)| serde_json::from_str::<Value>(input).is_ok())
}

fn write_answer(written: &mut String, answer: &Value) {
    let members = answer.as_object().expect("an object");
    let said = members.iter().filter(|(name, _)| !SILENT.contains(&name.as_str()));
    let mut silent = true;
    for (name, value) in said {
        silent = false;
        match value {
            Value::Array(elements) if !elements.is_empty() => {
                writeln!(written, "{name}:").unwrap();
                for element in elements {
                    writeln!(written, "  {element}").unwrap();
                }
            }
            value => writeln!(written, "{name}: {value}").unwrap(),
        }
    }
    if silent {
        writeln!(written, "{{}}").unwrap();
    }
}

#[test]
fn scripts_are_answered_as_written() {
    let scripts = scripts();
    assert!(!scripts.is_empty());
    let update = std::env::var_os("UPDATE").is_some();
    let mut differing = Vec::new();
    for path in scripts {
        let script = std::fs::read_to_string(&path).unwrap();
        let answered = answered(&script);
        if answered == script {
            continue;
        }
        if update {
            std::fs::write(&path, answered).unwrap();
        } else {
            let first =
                script.lines().zip(answered.lines()).find(|(written, found)| written != found);
            let (written, found) = first.unwrap_or(("(the end)", "(more)"));
            differing
                .push(format!("{}\n  written: {written}\n  answered: {found}", path.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
