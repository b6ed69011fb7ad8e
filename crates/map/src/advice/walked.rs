//! Proofs made the plain way, for tests of what reads them: every call run to its end, no verdict.

use std::sync::Arc;

use key_engine::Database;
use key_engine::walk::Walk;
use serde_json::Value;

use super::{CallProof, Proof, verdict, verdict_of};
use crate::design::{Call, Opened, Request, open, scenarios};

/// A scenario, opened.
pub(super) fn scenario(id: &str) -> Opened {
    open(scenarios::find(id).unwrap().json).unwrap()
}

/// The proof of one row.
pub(super) fn walked_row(request: &Request, database: &mut Database) -> Proof {
    let calls: Vec<CallProof> =
        request.sample_calls().into_iter().map(|call| walked_call(call, database)).collect();
    let mut proof = Proof {
        request: request.id.clone(),
        verdict: verdict_of(calls.iter().map(|run| (&run.call, &*run.walk))),
        per_second: request.volume.per_second(),
        ..Proof::default()
    };
    for run in &calls {
        proof.totals.items_read += run.totals.items_read;
        proof.totals.items_returned += run.totals.items_returned;
        proof.totals.bytes_read += run.totals.bytes_read;
        proof.totals.round_trips += run.totals.round_trips;
        proof.totals.pages += run.totals.pages;
        proof.totals.capacity_units += run.totals.capacity_units;
        let is_write = run.route == super::Route::Write;
        let units = if is_write { &mut proof.write_units } else { &mut proof.read_units };
        *units += run.totals.capacity_units;
    }
    proof.calls = calls;
    proof
}

fn walked_call(call: Call, database: &mut Database) -> CallProof {
    let mut walk = Walk::default();
    let mut input = call.input.clone();
    loop {
        let recorded = database.call_recorded(&call.operation, &input);
        database.take_back(&recorded.changes).unwrap();
        walk.extend(recorded.walk);
        let next = recorded.answer.ok().and_then(|answer| answer.get("LastEvaluatedKey").cloned());
        match next.filter(|_| input.get("Limit").is_none()) {
            Some(key) => input["ExclusiveStartKey"] = key,
            None => break,
        }
    }
    let mut doors: Vec<(String, Option<String>)> = Vec::new();
    for leg in walk.pages.iter().flat_map(|page| &page.legs) {
        let door = (leg.table.clone(), leg.index.clone());
        if !doors.contains(&door) {
            doors.push(door);
        }
    }
    CallProof {
        stand_in: None,
        refusal: None,
        route: verdict(&call, &walk),
        totals: walk.totals(),
        walk: Arc::new(walk),
        call,
        doors,
        partitions: 0,
        whole: true,
    }
}

/// A row of one call, with a sample value for each placeholder.
pub(super) fn row(id: &str, operation: &str, input: Value, samples: &[(&str, &str)]) -> Request {
    let mut request = scenario("warehouse").design.requests.remove(0);
    id.clone_into(&mut request.id);
    request.calls = vec![Call { operation: operation.to_owned(), input }];
    request.samples =
        samples.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    request.route = None;
    request
}
