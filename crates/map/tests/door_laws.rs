//! A door always: whatever request knows the value of an attribute gets a door, and the door answers it.
//!
//! Random tables, items and requests. Every remedy is carried out on a fresh copy: the row's call becomes a Query that the
//! engine accepts, reads one partition-key value, and returns what the row returned before; undoing it leaves no trace.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

mod door_laws {
    pub mod ground;
    pub mod run;
}

use door_laws::ground::{Case, case};
use door_laws::run::{Answer, answer, prove};
use map::advice::{Census, Facts, Finding, Route, findings};
use map::design::{Edit, Opened, open, save};
use proptest::prelude::*;

fn opened(case: &Case) -> Opened {
    open(&case.document.to_string()).unwrap()
}

fn missing_routes(opened: &mut Opened) -> Vec<Finding> {
    let proofs = prove(&opened.design, &mut opened.database);
    let (design, database, census) = (&opened.design, &opened.database, &Census::default());
    let facts = Facts { design, database, proofs: &proofs, census };
    let mut found = findings(facts);
    found.retain(|finding| finding.rule == "missing-route");
    found
}

/// Whether two answers are the same items, and of each the same attributes but for those that a remedy may add.
fn same(before: &Answer, after: &Answer) -> Result<(), String> {
    if before.keys != after.keys {
        return Err(format!("returned {:?}, then {:?}", before.keys, after.keys));
    }
    if before.count != after.count {
        return Err(format!("counted {}, then {}", before.count, after.count));
    }
    Ok(())
}

fn check(case: &Case) -> Result<(), TestCaseError> {
    let mut first = opened(case);
    let calls = first.design.requests[0].sample_calls();
    let before = match answer(&calls[0], &mut first.database) {
        Ok(before) => before,
        Err(error) => return Err(TestCaseError::reject(error)),
    };
    let is_addressed =
        !before.refused && before.route.is_addressed() && before.read == before.count;
    let found = missing_routes(&mut first);
    if is_addressed {
        prop_assert!(found.is_empty(), "it has its route");
        return Ok(());
    }
    if let Route::Query { .. } = before.route
        && !before.refused
        && found.is_empty()
    {
        return Ok(());
    }
    if case.knows_nothing {
        return Ok(());
    }
    prop_assert_eq!(found.len(), 1, "one finding");
    prop_assert!(!found[0].remedies.is_empty(), "a door is proposed");
    prop_assert!(found[0].remedies.len() <= 2);
    for remedy in &found[0].remedies {
        let mut fresh = opened(case);
        let untouched = (fresh.design.clone(), save(&fresh.design, &fresh.database));
        let Opened { design, database, .. } = &mut fresh;
        let undo = match Edit::apply_all(remedy.edits.clone(), design, database) {
            Ok(undo) => undo,
            Err(error) => return Err(TestCaseError::fail(format!("{}: {error}", remedy.label))),
        };
        let call = design.requests[0].sample_calls().remove(0);
        prop_assert_eq!(call.operation.as_str(), "Query");
        let after = match answer(&call, database) {
            Ok(after) => after,
            Err(error) => {
                let input = call.input.to_string();
                return Err(TestCaseError::fail(format!("{}: {error} {input}", remedy.label)));
            }
        };
        prop_assert!(matches!(after.route, Route::Query { .. }), "{}", remedy.label);
        prop_assert!(after.collections <= 1, "one partition-key value");
        if let Err(problem) = same(&before, &after) {
            return Err(TestCaseError::fail(format!("{}: {problem} {}", remedy.label, call.input)));
        }
        prop_assert!(after.read <= before.read || case.is_query, "{}", remedy.label);
        Edit::apply_all(undo, design, database).unwrap();
        let taken_back = (fresh.design.clone(), save(&fresh.design, &fresh.database));
        prop_assert!(taken_back == untouched, "{} taken back", remedy.label);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 20_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_request_that_knows_a_value_gets_a_door_that_answers_it(case in case()) {
        check(&case)?;
    }
}
