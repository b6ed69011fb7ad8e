//! The rules of the advice, one module each.
//!
//! Owns their list and their order. A rule is a function from [`Facts`] to findings; it reads what is there and changes nothing.

#[cfg(test)]
pub(super) mod bench;

mod copies;
mod decoration;
mod hot_key;
mod large_items;
mod load;
mod low_cardinality;
mod missing_route;
mod monotonic;
mod nature;
mod outgrown_collection;
mod over_fetching;
mod several_requests;
mod shard;
mod skew;
mod status_index;
mod strong_promise;
mod wasteful_filter;
mod wide_projection;

use key_engine::Database;
use key_engine::order::sort_by;

use super::{Census, Finding, Proof};
use crate::design::Design;

/// What rules may look at.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'f> {
    /// The document.
    pub design: &'f Design,
    /// The sample items.
    pub database: &'f Database,
    /// The proofs of the design's rows, in their order.
    pub proofs: &'f [Proof],
    /// What is known of all items; it may be older than the items, or lack a door.
    pub census: &'f Census,
}

/// One rule.
type Rule = fn(Facts<'_>, &mut Vec<Finding>);

/// All rules, in the order in which findings of equal weight are shown.
const RULES: &[Rule] = &[
    missing_route::find,
    copies::find,
    several_requests::find,
    strong_promise::find,
    wasteful_filter::find,
    over_fetching::find,
    wide_projection::find,
    hot_key::find,
    outgrown_collection::find,
    large_items::find,
    skew::find,
    low_cardinality::find,
    status_index::find,
    monotonic::find,
    decoration::find,
];

/// Everything there is to say of a design: the gravest first. What the designer accepted is among it.
pub fn findings(facts: Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rule in RULES {
        rule(facts, &mut found);
    }
    sort_by(&mut found, |one, two| two.weight.cmp(&one.weight));
    found
}
