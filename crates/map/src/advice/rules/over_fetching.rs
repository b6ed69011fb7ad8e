//! More is read than is wanted.
//!
//! A row that wants some items and reads all of a collection lacks a `Limit`; one that wants a few attributes of large items pays
//! for the whole items: a projection cuts what is sent, never what is read.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Other.html>

use key_engine::engine::{IndexKind, read_units};
use key_engine::value::Members;
use key_engine::{Index, Item};
use serde_json::Value;

use super::Facts;
use crate::advice::asked::{projected, size_of};
use crate::advice::told::{listed, units_of};
use crate::advice::{CallProof, Finding, Proof, Remedy, Route, Weight};
use crate::design::{Edit, Request};
use crate::numerals::{bytes, counted, grouped, units};

const RULE: &str = "over-fetching";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Other.html";
/// A row reads far more than it wants from this many times as much.
const TIMES: u64 = 2;

/// Rows that read far more than they want.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for (place, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        found.extend(without_limit(facts, place, request, proof));
        found.extend(large_items(facts, request, proof));
    }
}

fn finding(request: &Request, title: String, reason: String, evidence: Vec<String>) -> Finding {
    Finding {
        rule: RULE,
        about: request.id.clone(),
        weight: Weight::Caution,
        title,
        reason,
        evidence,
        requests: vec![request.id.clone()],
        link: LINK,
        remedies: Vec::new(),
    }
}

/// A row that wants so many items and reads a collection further than that.
fn without_limit(
    facts: Facts<'_>,
    place: usize,
    request: &Request,
    proof: &Proof,
) -> Option<Finding> {
    let wanted = request.wanted.count.filter(|count| *count > 0)?;
    let mut queries = proof.calls.iter().enumerate();
    let (at, run) = queries.find(|(_, run)| matches!(run.route, Route::Query { .. }))?;
    if queries.any(|(_, run)| matches!(run.route, Route::Query { .. } | Route::Scan { .. })) {
        return None; // which of them the wish is about is not said
    }
    let written = request.calls.get(at).filter(|call| call.operation == "Query")?;
    let has = |member: &str| written.input.get(member).is_some();
    // A limit counts what is read: with a filter it would cut the answer short.
    if has("FilterExpression") || has("QueryFilter") || has("ExclusiveStartKey") {
        return None;
    }
    let read = run.totals.items_read;
    if read < wanted.saturating_mul(TIMES) {
        return None;
    }
    let mut evidence =
        vec![format!("{} read, {} wanted", counted(read, "item", "items"), grouped(wanted))];
    evidence.push(format!(
        "{} for {}",
        units_of(run.totals.capacity_units, "read"),
        bytes(run.totals.bytes_read)
    ));
    let limit = written.input.get("Limit").and_then(Value::as_u64);
    let reason = match limit {
        Some(limit) => format!(
            "It wants {}, and its Limit is {}: what is read beyond that is paid for and thrown away.",
            counted(wanted, "item", "items"),
            grouped(limit)
        ),
        None => format!(
            "It wants {} and has no Limit, so it reads the collection to its end, however long that grows.",
            counted(wanted, "item", "items")
        ),
    };
    let title = format!(
        "{} reads {} and wants {}",
        request.id,
        counted(read, "item", "items"),
        grouped(wanted)
    );
    let mut finding = finding(request, title, reason, evidence);
    finding.remedies.extend(limited(facts, place, request, run, at));
    Some(finding)
}

/// The row with a limit, and the direction in which the first items are those it wants.
fn limited(
    facts: Facts<'_>,
    place: usize,
    request: &Request,
    run: &CallProof,
    at: usize,
) -> Option<Remedy> {
    let wanted = request.wanted.count?;
    let door = door_of(facts, run)?;
    let mut changed = request.clone();
    let input = changed.calls.get_mut(at)?.input.as_object_mut()?;
    let mut label = format!("Add Limit {}", grouped(wanted));
    if let Some(order) = &request.wanted.order {
        // In another order than the sort key's the first items are not those that are wanted.
        door.range_elements().next().filter(|element| element.attribute == order.attribute)?;
        let backward = input.get("ScanIndexForward").and_then(Value::as_bool) == Some(false);
        if backward != order.descending {
            input.set("ScanIndexForward", Value::Bool(!order.descending));
            label.push_str(if order.descending { ", read backwards" } else { ", read forwards" });
        }
    }
    input.set("Limit", Value::from(wanted));
    let size = run.totals.bytes_read / run.totals.items_read.max(1) * wanted;
    let consistent = run.walk.pages.iter().flat_map(|page| &page.legs).any(|leg| leg.consistent);
    Some(Remedy {
        label,
        facts: vec![format!(
            "About {} each time instead of {}, however long the collection grows.",
            units_of(read_units(size, consistent), "read"),
            units(run.totals.capacity_units)
        )],
        edits: vec![Edit::ReplaceRequest { at: place, request: Box::new(changed) }],
        walk: None,
    })
}

fn door_of<'f>(facts: Facts<'f>, run: &CallProof) -> Option<&'f Index> {
    let (table, index) = run.doors.first()?;
    facts.database.table(table)?.door(index.as_deref())
}

/// A row that wants few attributes of items so large that whole ones cost more.
fn large_items(facts: Facts<'_>, request: &Request, proof: &Proof) -> Option<Finding> {
    let [run] = proof.calls.as_slice() else { return None };
    let written = request.calls.first()?;
    if !matches!(run.route, Route::GetItem | Route::Query { .. }) {
        return None;
    }
    let wanted = projected(written).filter(|wanted| !wanted.is_empty())?;
    let door = door_of(facts, run)?;
    if door.kind() == IndexKind::Local {
        return None; // what it reads depends on what it fetches
    }
    let items: Vec<&Item> = proof.returned.iter().filter_map(|one| item_of(facts, one)).collect();
    if items.is_empty() || (items.len() as u64) < run.totals.items_read {
        return None; // a filter, or more than is kept: another rule's, or too many to weigh
    }
    let few: u64 = items.iter().map(|item| size_of(item, &wanted)).sum();
    let consistent = run.walk.pages.iter().flat_map(|page| &page.legs).any(|leg| leg.consistent);
    let paid = run.totals.capacity_units;
    let would = read_units(few, consistent);
    if paid < would * TIMES as f64 || paid - would < 1.0 {
        return None;
    }
    let title =
        format!("{} pays for {} to get {}", request.id, bytes(run.totals.bytes_read), bytes(few));
    let reason = format!(
        "A projection saves no units: the whole item is read, then cut. An item of its own for {}, or an index that projects \
         only that, would be read for less.",
        listed(&wanted)
    );
    let evidence = vec![
        format!("{}: {} of {}.", run.route, units(paid), bytes(run.totals.bytes_read)),
        format!("What it wants of them: {}, worth {}", bytes(few), units_of(would, "read")),
    ];
    Some(finding(request, title, reason, evidence))
}

fn item_of<'f>(facts: Facts<'f>, one: &crate::design::ExpectedItem) -> Option<&'f Item> {
    let door = facts.database.table(&one.table)?.primary();
    let (ordinal, rank) = door.locate(&one.key)?;
    door.item(ordinal, rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Standing;
    use crate::advice::walked::{Walked, one_table, scenario};
    use crate::design::{SortOrder, Wanted, save};
    use serde_json::json;

    fn recent(limit: Option<u64>, wanted: Wanted) -> Walked {
        let mut walked = scenario("store");
        walked.design.requests.retain(|request| request.id == "S2");
        let row = &mut walked.design.requests[0];
        let input = row.calls[0].input.as_object_mut().unwrap();
        input.remove("ScanIndexForward");
        input.remove("Limit");
        if let Some(limit) = limit {
            input.set("Limit", Value::from(limit));
        }
        row.wanted = wanted;
        row.expected = None;
        walked.prove();
        walked
    }

    fn newest(count: u64) -> Wanted {
        let order = SortOrder { attribute: "SK".to_owned(), descending: true };
        Wanted { order: Some(order), count: Some(count) }
    }

    #[test]
    fn a_row_that_wants_some_and_reads_all_is_given_a_limit() {
        for limit in [None, Some(40)] {
            let mut walked = recent(limit, newest(20));
            let found = walked.asked(find);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].remedies[0].label, "Add Limit 20, read backwards");
            let before = save(&walked.design, &walked.database);
            let undo = walked.mend(&found[0].remedies[0]);
            let proof = &walked.proofs[0];
            assert_eq!((proof.standing, proof.totals.items_read), (Standing::Proven, 20));
            assert!(walked.asked(find).is_empty());
            walked.take_back(undo);
            assert!(save(&walked.design, &walked.database) == before, "taken back");
        }
    }

    #[test]
    fn another_order_than_the_sort_keys_is_not_mended_by_a_limit() {
        let order = SortOrder { attribute: "total".to_owned(), descending: true };
        let walked = recent(None, Wanted { order: Some(order), count: Some(5) });
        assert_eq!(walked.asked(find)[0].remedies, []);
    }

    #[test]
    fn rows_that_read_what_they_want_are_left_alone() {
        assert!(recent(Some(20), newest(20)).asked(find).is_empty());
        assert!(recent(None, Wanted::default()).asked(find).is_empty());
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert!(scenario(id).asked(find).is_empty(), "{id}");
        }
    }

    #[test]
    fn a_projection_of_a_large_item_is_told_to_save_nothing() {
        let get = |projection: Option<&str>| {
            let mut input =
                json!({"TableName": "Table", "Key": {"PK": {"S": "A"}, "SK": {"S": "B"}}});
            if let Some(projection) = projection {
                input["ProjectionExpression"] = json!(projection);
            }
            let rows = json!([{"id": "R1", "sentence": "One attribute", "volume": "high", "consistency": "eventual may do",
                "calls": [{"operation": "GetItem", "input": input}], "samples": {}}]);
            let item = json!({"PK": {"S": "A"}, "SK": {"S": "B"}, "name": {"S": "Leo"}, "text": {"S": "x".repeat(100_000)}});
            one_table(&json!([item]), &rows)
        };
        let found = get(Some("name")).asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "R1 pays for 97.7 KB to get 7 bytes");
        assert!(get(None).asked(find).is_empty());
        assert!(get(Some("text")).asked(find).is_empty());
    }
}
