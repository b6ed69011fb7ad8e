//! What a partition has seen, in words.

/// How a partition fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// No request waits.
    #[default]
    Calm,
    /// Nothing is throttled yet, but it is over two thirds of its line, or lives on what it has saved.
    Warm,
    /// It throttles.
    Hot,
}

/// The verdict on one partition, for whoever sees the heat and whoever does not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The door's place in the load.
    pub door: usize,
    /// The partition.
    pub partition: u32,
    /// How it fares.
    pub mood: Mood,
    /// In a word or two: `calm`, or `PRODUCT#P100 is hot`.
    pub title: String,
    /// The figures, a sentence each: `1,320 of 1,000 write units asked for in a second`.
    pub figures: Vec<String>,
    /// What is throttled: `14 % of writes throttled`; none where nothing is.
    pub throttled: Option<String>,
    /// What would help, and what would not, in a sentence or two; none where it is calm.
    pub advice: Option<String>,
}

use super::Setup;
use super::flow::Flow;
use super::place::DoorState;

pub(super) fn all(_: &Setup, _: &[DoorState], _: &[Flow]) -> Vec<Verdict> {
    Vec::new()
}
