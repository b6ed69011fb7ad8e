//! A request without a route: it reads every item of a door, or more than it returns, though it knows what it looks for.
//!
//! Owns the finding. The doors that would answer it are the door's to propose.

use super::Facts;
use super::strong_promise::is_strong_on_index;
use crate::advice::asked::{Test, asked};
use crate::advice::door::{Backfills, Doors, doors_beside};
use crate::advice::{CallProof, Finding, Route, Standing, Weight};
use crate::numerals::{counted, grouped};

/// The rule's id.
const ID: &str = "missing-route";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html";

/// Finds out whether a row searches.
pub(super) fn find_of(
    facts: Facts<'_>,
    row: usize,
    backfills: &mut Backfills,
    found: &mut Vec<Finding>,
) {
    let request = facts.design.requests.get(row);
    let Some((request, proof)) = request.zip(facts.proofs.get(row)) else { return };
    let standing = proof.standing;
    for (call, proof) in proof.calls.iter().enumerate() {
        let Some(weight) = searches(proof) else { continue };
        let is_strong = standing == Standing::StrongOnIndex || is_strong_on_index(facts, proof);
        if is_strong && has_route(facts, proof) {
            continue; // it asks too much of its route: the rule of strong reads says so
        }
        let doors = doors_beside(facts.design, facts.database, (row, call, proof), backfills);
        let Some(doors) = doors else { continue };
        found.push(finding(&request.id, proof, weight, doors));
    }
}

/// Whether a call names the whole partition key of the door it asks for.
fn has_route(facts: Facts<'_>, proof: &CallProof) -> bool {
    if matches!(proof.route, Route::Query { .. }) {
        return true;
    }
    let Some((table, index)) = proof.doors.first() else { return false };
    let table = facts.database.table(table);
    let Some(door) = table.and_then(|table| table.door(index.as_deref())) else { return false };
    let key = asked(&proof.call, "KeyConditionExpression");
    let gives = |name: &str| key.iter().any(|one| one.attribute == name && one.test == Test::Equal);
    proof.call.operation == "Query" && door.hash_elements().all(|element| gives(&element.attribute))
}

/// Whether a call searches, and how grave that is.
fn searches(proof: &CallProof) -> Option<Weight> {
    match &proof.route {
        _ if proof.stand_in.is_some() => Some(Weight::Fault),
        Route::Scan { .. } => Some(Weight::Fault),
        Route::Refused(_)
            if matches!(proof.call.operation.as_str(), "Query" | "Scan" | "GetItem") =>
        {
            Some(Weight::Fault)
        }
        Route::Query { .. } if proof.totals.items_returned < proof.totals.items_read => {
            Some(Weight::Caution)
        }
        _ => None,
    }
}

fn finding(id: &str, proof: &CallProof, weight: Weight, doors: Doors) -> Finding {
    let known = doors.knows.join(" and ");
    let title = match weight {
        Weight::Fault => format!("{id} has no route"),
        _ => format!("{id} reads past what it wants"),
    };
    let mut reason = format!("It knows {known}, and no key in use begins with that");
    reason.push_str(match weight {
        _ if proof.totals.items_read == 0 => ".",
        Weight::Fault => ": every item is read to find those it wants.",
        _ => " alone: a filter throws away some of what is read.",
    });
    if let Some(refusal) = &proof.refusal {
        reason.push(' ');
        reason.push_str(refusal);
    }
    if doors.is_full {
        reason.push_str(
            " The table has 20 global secondary indexes, as many as AWS gives a table unless asked for more: close one, or share one.",
        );
    }
    let evidence = vec![
        format!(
            "{} read, {} returned",
            counted(proof.totals.items_read, "item", "items"),
            grouped(proof.totals.items_returned)
        ),
        format!("{} of {} touched", grouped(u64::from(proof.totals.partitions_touched)), {
            counted(u64::from(proof.partitions), "partition", "partitions")
        }),
    ];
    Finding {
        rule: ID,
        about: id.to_owned(),
        weight,
        title,
        reason,
        evidence,
        requests: vec![id.to_owned()],
        link: LINK,
        remedies: doors.remedies,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, scenario};
    use super::*;
    use crate::design::{Edit, save};
    use serde_json::json;

    fn found(bench: &Bench) -> Vec<Finding> {
        let each = |facts: Facts<'_>, found: &mut Vec<Finding>| {
            let mut backfills = Backfills::default();
            for row in 0..facts.proofs.len() {
                find_of(facts, row, &mut backfills, found);
            }
        };
        bench.find(each)
    }

    #[test]
    fn rows_that_are_offered_the_same_attributes_share_the_items_that_get_them() {
        let mut bench = scenario("warehouse");
        let again =
            crate::design::Request { id: "A9".to_owned(), ..bench.design.requests[3].clone() };
        bench.design.requests.push(again);
        bench.prove();
        let given: Vec<_> = (found(&bench).into_iter())
            .flat_map(|finding| finding.remedies)
            .flat_map(|remedy| remedy.edits)
            .filter_map(|edit| match edit {
                Edit::ChangeItems(changes) => Some(changes),
                _ => None,
            })
            .collect();
        assert_eq!(given.len(), 2);
        assert!(std::sync::Arc::ptr_eq(&given[0], &given[1]));
    }

    #[test]
    fn a_scan_that_knows_a_value_is_offered_a_door_and_undo_brings_it_back() {
        let mut bench = scenario("warehouse");
        let findings = found(&bench);
        assert_eq!(findings.len(), 1, "the other rows have their routes");
        let finding = &findings[0];
        assert_eq!((finding.about.as_str(), finding.title.as_str()), ("A4", "A4 has no route"));
        assert_eq!(finding.remedies[0].label, "Open the door and walk A4");
        assert_eq!(finding.remedies[0].walk.as_deref(), Some("A4"));
        assert_eq!(finding.remedies.len(), 2);
        for (remedy, key) in finding.remedies.iter().zip([
            json!([{"AttributeName": "warehouseId", "KeyType": "HASH"}, {"AttributeName": "PK", "KeyType": "RANGE"}]),
            json!([{"AttributeName": "GSI1PK", "KeyType": "HASH"}, {"AttributeName": "GSI1SK", "KeyType": "RANGE"}]),
        ]) {
            let before = (bench.design.clone(), save(&bench.design, &bench.database));
            let returned = bench.proofs[3].totals.items_returned.max(bench.proofs[3].calls[0].totals.items_returned);
            let edits = remedy.edits.clone();
            let undo = Edit::apply_all(edits, &mut bench.design, &mut bench.database).unwrap();
            assert_eq!(bench.design.tables[0].create["GlobalSecondaryIndexes"][0]["KeySchema"], key);
            assert_eq!(bench.design.requests[3].route.as_deref().map(|route| &route[..13]), Some("ByWarehouse: "));
            bench.prove();
            let proof = &bench.proofs[3].calls[0];
            assert_eq!(proof.route, Route::Query { index: Some("ByWarehouse".to_owned()) });
            assert_eq!((proof.totals.items_read, proof.totals.items_returned), (returned, returned));
            assert_eq!(proof.totals.partitions_touched, 1);
            assert!(found(&bench).is_empty());
            Edit::apply_all(undo, &mut bench.design, &mut bench.database).unwrap();
            assert!((bench.design.clone(), save(&bench.design, &bench.database)) == before);
            bench.prove();
        }
    }

    #[test]
    fn a_strong_read_of_an_index_is_left_to_the_rule_of_strong_reads() {
        let mut store = scenario("store");
        let at = store.design.requests.iter().position(|request| request.id == "S4").unwrap();
        store.design.requests[at].calls[0].input["ConsistentRead"] = json!(true);
        store.prove();
        assert!(found(&store).is_empty(), "a key in use begins with what it knows");
        let strong = store.find(super::super::strong_promise::find);
        assert_eq!(strong[0].title, "S4 asks for a strong read, which OrderIdIndex cannot give");
        assert_eq!(strong[0].remedies[0].label, "Ask for an eventual read instead");
        store.try_out(&strong[0].remedies[0]);
        assert!(store.proofs[at].standing.is_proven());
    }
}
