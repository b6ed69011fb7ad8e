//! A piece of advice.
//!
//! Owns its shape: what was found, on what evidence, and the change that would mend it. Each rule is a module of its own.

use crate::design::{Design, Edit};

/// How much a finding matters, the gravest last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Worth knowing.
    #[default]
    Note,
    /// Will cost or throttle when the table grows.
    Caution,
    /// A request has no route, or an answer is wrong.
    Fault,
}

/// A change that answers a finding, done as one step that can be undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remedy {
    /// The button's words: "Open the door and walk A4".
    pub label: String,
    /// What it brings and costs, a fact a line.
    pub facts: Vec<String>,
    /// What is done, in order.
    pub edits: Vec<Edit>,
    /// The request to walk once it is done.
    pub walk: Option<String>,
}

/// Something the map has found out about a design.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The rule's id, such as `missing-route`.
    pub rule: &'static str,
    /// What it is about, the same from run to run: a request's id, an index's name, a kind of item.
    pub about: String,
    /// How much it matters.
    pub weight: Weight,
    /// What was found, in a few words: "A4 has no route".
    pub title: String,
    /// Why it matters, in a sentence or two.
    pub reason: String,
    /// The figures it rests on, one a line; each is the engine's.
    pub evidence: Vec<String>,
    /// The rows it concerns, by id.
    pub requests: Vec<String>,
    /// AWS's page on it.
    pub link: &'static str,
    /// What can be done, the best first. Where several differ in kind, each says what it costs.
    pub remedies: Vec<Remedy>,
}

impl Finding {
    /// Whether the designer has seen this and keeps it as it is.
    pub fn is_accepted(&self, design: &Design) -> bool {
        let mut accepted = design.accepted.iter();
        accepted.any(|kept| kept.rule == self.rule && kept.about == self.about)
    }
}
