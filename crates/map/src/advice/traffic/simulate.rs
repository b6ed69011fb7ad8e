//! The simulation itself: a second a step.
//!
//! Owns the order in which a second happens. It must never read a clock or draw from anything but its own seed.

use key_engine::Database;

use super::{Load, Rules, Second, StreamSecond, Verdict};
use crate::advice::Proof;
use crate::design::Design;

/// What a simulation is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// What is asked, of which doors.
    pub load: Load,
    /// By which rules.
    pub rules: Rules,
}

impl Setup {
    /// What a design says: its rows with their volumes, its tables with their bays and modes.
    pub fn of(design: &Design, database: &Database, proofs: &[Proof]) -> Self {
        Self { load: Load::of(design, database, proofs), rules: Rules::default() }
    }
}

/// Traffic, second by second.
#[derive(Clone, Debug)]
pub struct Simulation {
    setup: Setup,
    seed: u64,
    number: u64,
}

impl Simulation {
    /// Before its first second. The same setup and seed give the same seconds, everywhere.
    pub fn new(setup: Setup, seed: u64) -> Self {
        Self { setup, seed, number: 0 }
    }

    /// What it was made of.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Its seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Lets one second go by.
    pub fn step(&mut self) -> Second {
        let number = self.number;
        self.number += 1;
        let streams = vec![StreamSecond::default(); self.setup.load.streams.len()];
        Second { number, streams, ..Second::default() }
    }

    /// What each partition of each door has seen until now, in words: doors in the load's order, partitions in hash order.
    pub fn verdicts(&self) -> Vec<Verdict> {
        Vec::new()
    }
}
