//! A fuzzer of `Database::call`: whole conversations of mutated requests, each held against what must be true of
//! any answer.
//!
//! Owns: what is asked ([`seeds`], [`mutate`], [`words`]), what must hold ([`law`]), and making what was found
//! short ([`shrink`]). Must never: need a compiler or a tool of its own. `cargo xtask fuzz` runs it for as long
//! as wanted; `tests/found.rs` replays all that was ever found, from `found/`.
#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a fuzzer that panics has found a fault of its own"
)]

pub mod dice;
pub mod law;
pub mod mutate;
pub mod seeds;
pub mod session;
pub mod shrink;
pub mod words;

use serde_json::{Value, json};

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The operation's name.
    pub operation: String,
    /// Its JSON.
    pub request: Value,
}

impl Call {
    /// A call as it stands in a file of `found/`: one line.
    pub fn line(&self) -> String {
        json!({"operation": self.operation, "request": self.request}).to_string()
    }

    /// Reads a line.
    pub fn from_line(line: &str) -> Self {
        let line: Value = serde_json::from_str(line).unwrap();
        let operation = line["operation"].as_str().unwrap().to_owned();
        Self { operation, request: line["request"].clone() }
    }
}
