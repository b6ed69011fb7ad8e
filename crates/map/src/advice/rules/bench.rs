//! A design on the workbench, with its rows run: for the tests of the rules.

use std::sync::Arc;

use key_engine::Database;
use serde_json::Value;

use crate::advice::{CallProof, Proof, Standing, verdict, verdict_of};
use crate::design::{Call, Design, Request, open, scenarios};

/// A design, its database, and what its rows proved.
pub(crate) struct Bench {
    pub(crate) design: Design,
    pub(crate) database: Database,
    pub(crate) proofs: Vec<Proof>,
}

/// A scenario that ships with the app.
pub(crate) fn scenario(id: &str) -> Bench {
    bench(scenarios::find(id).unwrap().json)
}

/// A document.
pub(crate) fn bench(json: &str) -> Bench {
    let opened = open(json).unwrap();
    let mut bench = Bench { design: opened.design, database: opened.database, proofs: Vec::new() };
    bench.prove();
    bench
}

impl Bench {
    /// Runs all rows anew.
    pub(crate) fn prove(&mut self) {
        let database = &mut self.database;
        self.proofs = self.design.requests.iter().map(|request| prove(request, database)).collect();
    }

    /// Gives a row one call, and runs all anew.
    pub(crate) fn set_call(&mut self, id: &str, operation: &str, input: &str) {
        let row = self.design.requests.iter_mut().find(|request| request.id == id).unwrap();
        let input: Value = serde_json::from_str(input).unwrap();
        row.calls = vec![Call { operation: operation.to_owned(), input }];
        self.prove();
    }
}

/// A row is proven here when each call goes to an address. Writes stay done.
fn prove(request: &Request, database: &mut Database) -> Proof {
    let mut proof = Proof {
        request: request.id.clone(),
        per_second: request.volume.per_second(),
        ..Proof::default()
    };
    for call in request.sample_calls() {
        let (_, walk) = database.call_with_walk(&call.operation, &call.input);
        let totals = walk.totals();
        proof.read_units += totals.capacity_units;
        proof.calls.push(CallProof {
            route: verdict(&call, &walk),
            walk: Arc::new(walk),
            stand_in: None,
            refusal: None,
            totals,
            doors: Vec::new(),
            partitions: 0,
            whole: true,
            call,
        });
    }
    proof.verdict = verdict_of(proof.calls.iter().map(|run| (&run.call, &*run.walk)));
    proof.standing = match proof.verdict.is_proven() {
        true => Standing::Proven,
        false if proof.calls.is_empty() => Standing::Unwritten,
        false => Standing::OnlyScan,
    };
    proof
}
