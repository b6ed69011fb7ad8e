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
use key_engine::Database;
use key_engine::value::KeyBytes;
use map::advice::{Census, Facts, Finding, Route, findings};
use map::design::{Edit, Opened, Request, open, save};
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
    let asks = |member: &str| calls[0].input.get(member).is_some_and(|value| *value != false);
    let is_strong = calls[0].operation == "Query" && asks("ConsistentRead") && asks("IndexName");
    if is_strong && before.refused && found.is_empty() {
        return Ok(()); // its route is there, and gives no strong reads
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
        let proofs = prove(design, database);
        prop_assert!(matches!(proofs[0].verdict.routes[..], [Route::Query { .. }]), "proven");
        check_order(&remedy.facts, &design.requests[0], &after, database)?;
        check_other_samples(case, &calls_with(&remedy.edits), database)?;
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

/// The row as a remedy rewrites it.
fn calls_with(edits: &[Edit]) -> Request {
    let row = edits.iter().rev().find_map(|edit| match edit {
        Edit::ReplaceRequest { request, .. } => Some(Request::clone(request)),
        _ => None,
    });
    row.unwrap()
}

/// Where a remedy does not say that the order is another, items come in the order that the row wants.
fn check_order(
    facts: &[String],
    request: &Request,
    after: &Answer,
    database: &Database,
) -> Result<(), TestCaseError> {
    let Some(order) = &request.wanted.order else { return Ok(()) };
    if facts.iter().any(|fact| fact.contains("order is not") || fact.contains("not sorted by")) {
        return Ok(());
    }
    let table = database.tables().next().unwrap();
    let mut keys = Vec::new();
    for key in &after.in_order {
        let (ordinal, rank) = table.primary().locate(key).unwrap();
        let item = table.primary().item(ordinal, rank).unwrap();
        keys.extend(item.get(&order.attribute).map(|value| KeyBytes::of([value])));
    }
    if order.descending {
        keys.reverse();
    }
    prop_assert!(keys.is_sorted(), "the order that is wanted");
    Ok(())
}

/// The placeholders of the call are still placeholders: with other samples it still returns what the Scan would.
fn check_other_samples(
    case: &Case,
    row: &Request,
    database: &mut Database,
) -> Result<(), TestCaseError> {
    let mut first = opened(case);
    let mut scan = first.design.requests[0].clone();
    let names: Vec<String> = scan.samples.keys().cloned().collect();
    for name in names {
        let sample = scan.samples.get(&name).unwrap().clone();
        for other in ["x", "y", "x#y", "0", "100", "5", "AQID", "x#B#y"] {
            let alike = |text: &str| (text.parse::<f64>().is_ok(), text.starts_with("AQ"));
            if alike(other) != alike(&sample) || !(1..900).contains(&sample.len()) {
                continue;
            }
            let mut query = row.clone();
            query.samples.insert(name.clone(), other.to_owned());
            scan.samples.insert(name.clone(), other.to_owned());
            let before = answer(&scan.sample_calls()[0], &mut first.database);
            let after = answer(&query.sample_calls()[0], database);
            if let (Ok(before), Ok(after)) = (before, after)
                && let Err(problem) = same(&before, &after)
            {
                let call = &query.sample_calls()[0].input;
                return Err(TestCaseError::fail(format!("{name} = {other}: {problem} {call}")));
            }
        }
        scan.samples.insert(name, sample);
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
