//! Proves the rows of a worksheet, and proves again only what a change can affect.
//!
//! Owns when a row has to be run. What a run proves is the proof's.

use key_engine::Database;
use key_engine::walk::Change;

use super::Proof;
use crate::design::Design;

/// The proofs of a design's rows, kept true.
#[derive(Debug, Default)]
pub struct Prover {
    proofs: Vec<Proof>,
}

impl Prover {
    /// Notes that items were changed: rows that could see them are run again.
    pub fn items_changed(&mut self, _changes: &[Change]) {}

    /// Notes that a door of this table was opened or closed, or the table changed otherwise: its rows are run again.
    pub fn table_changed(&mut self, _table: &str) {}

    /// Takes the design's rows as they are now: new and changed rows will be run, those that are gone are forgotten.
    pub fn take(&mut self, _design: &Design) {}

    /// Runs the next row that needs it, or a slice of a long one; false when there is none left. Whatever a row writes is taken
    /// back.
    pub fn step(&mut self, _design: &Design, _database: &mut Database) -> bool {
        false
    }

    /// The proofs, in the order of the rows; of a row that was not run yet the standing is unknown.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }
}
