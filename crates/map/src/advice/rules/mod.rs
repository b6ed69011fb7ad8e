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

pub(super) use load::{is_written, partition_key_of};

use super::door::Backfills;
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
#[derive(Clone, Copy)]
enum Rule {
    /// It is asked once.
    Whole(fn(Facts<'_>, &mut Vec<Finding>)),
    /// It is asked of each row by itself, by the row's place: it takes its time.
    EachRow(fn(Facts<'_>, usize, &mut Backfills, &mut Vec<Finding>)),
}

use Rule::{EachRow, Whole};

/// All rules, in the order in which findings of equal weight are shown.
const RULES: &[Rule] = &[
    EachRow(missing_route::find_of),
    Whole(copies::find),
    Whole(several_requests::find),
    Whole(strong_promise::find),
    Whole(wasteful_filter::find),
    Whole(over_fetching::find),
    Whole(wide_projection::find),
    Whole(hot_key::find),
    Whole(outgrown_collection::find),
    Whole(large_items::find),
    Whole(skew::find),
    Whole(low_cardinality::find),
    Whole(status_index::find),
    Whole(monotonic::find),
    Whole(decoration::find),
];

/// Everything there is to say of a design: the gravest first. What the designer accepted is among it.
pub fn findings(facts: Facts<'_>) -> Vec<Finding> {
    let mut adviser = Adviser::default();
    while adviser.step(facts) {}
    adviser.finish()
}

/// Asks the rules a little at a time. What it found holds for the facts as they are: whoever changes them begins anew.
#[derive(Debug, Default)]
pub struct Adviser {
    rule: usize,
    /// The row that a rule for each row is asked of next.
    row: usize,
    backfills: Backfills,
    found: Vec<Finding>,
}

impl Adviser {
    /// Asks the next rule, or asks it of the next row; false once there is none left.
    pub fn step(&mut self, facts: Facts<'_>) -> bool {
        match RULES.get(self.rule) {
            Some(EachRow(rule)) if self.row < facts.design.requests.len() => {
                rule(facts, self.row, &mut self.backfills, &mut self.found);
                self.row += 1;
            }
            Some(rule) => {
                if let Whole(rule) = rule {
                    rule(facts, &mut self.found);
                }
                (self.rule, self.row) = (self.rule + 1, 0);
            }
            None => return false,
        }
        true
    }

    /// What was found, the gravest first.
    pub fn finish(mut self) -> Vec<Finding> {
        sort_by(&mut self.found, |one, two| two.weight.cmp(&one.weight));
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::bench::scenario;
    use super::*;
    use crate::design::{Consistency, Volume};

    #[test]
    fn a_remedy_walks_where_its_words_say_so_and_only_there() {
        let mut seen = 0;
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            for promise in [None, Some(Consistency::StrongMayMatter)] {
                let mut bench = scenario(id);
                for row in &mut bench.design.requests {
                    row.consistency = promise.unwrap_or(row.consistency);
                    if promise.is_some() {
                        row.volume = Volume::PerSecond(50_000.0);
                    }
                }
                bench.prove();
                for remedy in findings(bench.facts()).iter().flat_map(|found| &found.remedies) {
                    let says = remedy.label.contains("walk");
                    assert_eq!(remedy.walk.is_some(), says, "{id}: {}", remedy.label);
                    seen += 1;
                }
            }
        }
        assert!(seen > 50, "{seen}");
    }
}
