//! A design on the workbench, with its rows run: for the tests of the rules.

#![allow(dead_code, reason = "each rule uses what it needs")]

use key_engine::Database;
use serde_json::Value;

use super::Facts;
use crate::advice::{Census, Finding, Proof, Prover, Remedy};
use crate::design::{Call, Design, Edit, open, save, scenarios};

/// A design, its database, and what its rows proved.
pub(crate) struct Bench {
    pub(crate) design: Design,
    pub(crate) database: Database,
    pub(crate) proofs: Vec<Proof>,
    pub(crate) census: Census,
}

/// A scenario that ships with the app.
pub(crate) fn scenario(id: &str) -> Bench {
    bench(scenarios::find(id).unwrap().json)
}

/// A document.
pub(crate) fn bench(json: &str) -> Bench {
    let opened = open(json).unwrap();
    let mut bench = Bench {
        design: opened.design,
        database: opened.database,
        proofs: Vec::new(),
        census: Census::default(),
    };
    bench.prove();
    bench
}

impl Bench {
    /// Runs all rows anew.
    pub(crate) fn prove(&mut self) {
        let mut prover = Prover::default();
        prover.take(&self.design);
        while prover.step(&self.design, &mut self.database) {}
        self.proofs = prover.proofs().to_vec();
        self.census = Census::take(&self.design, &self.database);
    }

    /// What one rule finds.
    pub(crate) fn find(&self, rule: fn(Facts<'_>, &mut Vec<Finding>)) -> Vec<Finding> {
        let mut found = Vec::new();
        rule(self.facts(), &mut found);
        found
    }

    pub(crate) fn facts(&self) -> Facts<'_> {
        Facts {
            design: &self.design,
            database: &self.database,
            proofs: &self.proofs,
            census: &self.census,
        }
    }

    /// Does what a remedy says, runs all anew, and gives back what undoes it.
    pub(crate) fn carry_out(&mut self, remedy: &Remedy) -> Vec<Edit> {
        let edits = remedy.edits.clone();
        let undo = Edit::apply_all(edits, &mut self.design, &mut self.database).unwrap();
        self.prove();
        undo
    }

    /// Checks that a remedy changes the document, is taken back whole, and done again; it is left done.
    pub(crate) fn try_out(&mut self, remedy: &Remedy) {
        assert!(!remedy.edits.is_empty() && !remedy.label.is_empty(), "a remedy does something");
        let before = (self.design.clone(), save(&self.design, &self.database));
        let undo = self.carry_out(remedy);
        assert!(
            save(&self.design, &self.database) != before.1,
            "{}: changes nothing",
            remedy.label
        );
        Edit::apply_all(undo, &mut self.design, &mut self.database).unwrap();
        let after = (self.design.clone(), save(&self.design, &self.database));
        assert!(after == before, "{}: is not undone", remedy.label);
        self.carry_out(remedy);
    }

    /// Gives a row one call, and runs all anew.
    pub(crate) fn set_call(&mut self, id: &str, operation: &str, input: &str) {
        let row = self.design.requests.iter_mut().find(|request| request.id == id).unwrap();
        let input: Value = serde_json::from_str(input).unwrap();
        row.calls = vec![Call { operation: operation.to_owned(), input }];
        self.prove();
    }
}
