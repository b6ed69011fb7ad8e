//! Deliberate copies: the same fact stored under two keys, because two requests need it.
//!
//! Owns what a design says of a copy: which kind of item repeats which, for which requests, who owns it, how it is kept in
//! step. Whether copies agree is the advice's to find.

use serde_json::{Map, Value};

/// How a copy is kept in step with what it repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Synchronisation {
    /// Nobody has said yet.
    #[default]
    Unplanned,
    /// Both are written in one `TransactWriteItems`.
    Transaction,
    /// A consumer of the table's stream writes the copy.
    Stream,
    /// The copy may lag, or stay as it was; why, in the designer's words.
    AcceptedStaleness(String),
}

/// One kind of item that repeats attributes of another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeliberateCopy {
    /// The table of both.
    pub table: String,
    /// The kind that is the source, by its name among the design's entities.
    pub source: String,
    /// The kind that repeats it.
    pub copy: String,
    /// The attributes that are repeated.
    pub attributes: Vec<String>,
    /// The ids of the requests that justify it.
    pub requests: Vec<String>,
    /// Who writes it: a service, a team.
    pub owner: String,
    /// How it follows.
    pub synchronisation: Synchronisation,
    /// Keys of the file that are not known here, kept as they were.
    pub extra: Map<String, Value>,
}

/// A piece of advice that the designer has seen and keeps as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Acceptance {
    /// The rule's id, such as `hot-key`.
    pub rule: String,
    /// What it was about, as [`Finding::about`](crate::advice::Finding::about) says.
    pub about: String,
    /// Why it is kept, in the designer's words; may be empty.
    pub reason: String,
}
