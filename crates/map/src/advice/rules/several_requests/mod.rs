//! Several calls where one would do.
//!
//! A row that reads one table several times waits for each call in turn. This rule looks for the one call that answers it:
//! - a head in one collection and its items in another: the head stored beside its items ([`beside`]);
//! - two calls on one collection, which together read it whole: one Query ([`together`]);
//! - items one by one: one `BatchGetItem` ([`together`]), of several tables too, and beside other calls.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-general-nosql-design.html>

mod beside;
mod pattern;
mod reads;
mod together;

use self::reads::Read;
use super::Facts;
use crate::advice::told::units_of;
use crate::advice::{Finding, Proof, Remedy, Standing, Weight};
use crate::design::Request;
use crate::numerals::counted;

const RULE: &str = "several-requests";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-general-nosql-design.html";

/// Rows of several calls that one call could answer.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for (place, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        if request.calls.len() < 2 || proof.calls.len() != request.calls.len() {
            continue;
        }
        let row = Row { facts, place, request, proof };
        let answer = row.answer();
        if answer.is_some() || proof.standing == Standing::SeveralRoundTrips {
            found.push(finding(&row, answer));
        }
    }
}

/// A row of several calls.
#[derive(Clone, Copy)]
struct Row<'f> {
    facts: Facts<'f>,
    place: usize,
    request: &'f Request,
    proof: &'f Proof,
}

/// What one call would take in place of several.
struct Answer {
    reason: String,
    /// Round trips that are left, where the calls are of one page each.
    trips: u64,
    remedies: Vec<Remedy>,
}

impl Row<'_> {
    fn answer(&self) -> Option<Answer> {
        let reads: Vec<Option<Read<'_>>> =
            self.request.calls.iter().map(|call| Read::of(call, self.facts.database)).collect();
        if reads.iter().any(Option::is_none) {
            return None; // a write among them: its place in the order may matter
        }
        let reads: Vec<Read<'_>> = reads.into_iter().flatten().collect();
        together::one_query(self, &reads)
            .or_else(|| beside::head_beside_items(self, &reads))
            .or_else(|| together::one_batch(self, &reads))
    }
}

fn finding(row: &Row<'_>, answer: Option<Answer>) -> Finding {
    let (id, proof) = (&row.request.id, row.proof);
    let trips = u64::from(proof.totals.round_trips);
    let mut finding = Finding {
        rule: RULE,
        about: id.clone(),
        weight: match proof.standing {
            Standing::SeveralRoundTrips => Weight::Caution,
            _ => Weight::Note,
        },
        title: format!("{id} takes {}", counted(trips, "round trip", "round trips")),
        reason:
            "Its calls wait for each other, and no one call of the table as it is answers them all."
                .to_owned(),
        evidence: vec![format!(
            "{}: {}, {}",
            proof.verdict,
            counted(trips, "round trip", "round trips"),
            units_of(proof.read_units, "read")
        )],
        requests: vec![id.clone()],
        link: LINK,
        remedies: Vec::new(),
    };
    if let Some(answer) = answer {
        let fewer = match answer.trips {
            1 => "one".to_owned(),
            trips => trips.to_string(),
        };
        finding.title.push_str(" where ");
        finding.title.push_str(&fewer);
        finding.title.push_str(" would do");
        finding.reason = answer.reason;
        finding.remedies = answer.remedies;
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Route;
    use crate::advice::walked::{Walked, one_table, scenario, texts, walked};
    use crate::design::{Expectation, save};
    use serde_json::{Value, json};

    fn row(calls: &Value, samples: &Value) -> Value {
        json!([{"id": "R1", "sentence": "Several", "volume": "high", "consistency": "eventual may do",
            "calls": calls, "samples": samples}])
    }

    fn get(table: &str, key: &Value) -> Value {
        json!({"operation": "GetItem", "input": {"TableName": table, "Key": key}})
    }

    fn query(partition: &str, sort: &str) -> Value {
        json!({"operation": "Query", "input": {"TableName": "Table", "KeyConditionExpression": "PK = :p AND begins_with(SK, :s)",
            "ExpressionAttributeValues": {":p": {"S": partition}, ":s": {"S": sort}}}})
    }

    /// Carries out the first remedy, checks the row, and takes it back.
    fn mended(walked: &mut Walked, place: usize, operation: &str, returned: u64) {
        let found = walked.asked(find);
        let finding = found.first().unwrap();
        let before = save(&walked.design, &walked.database);
        let undo = walked.mend(&finding.remedies[0]);
        let proof = &walked.proofs[place];
        assert_eq!((proof.standing, proof.calls.len()), (Standing::Proven, 1), "{}", proof.reason);
        assert_eq!(proof.calls[0].call.operation, operation);
        assert_eq!((proof.totals.round_trips, proof.totals.items_returned), (1, returned));
        assert!(walked.asked(find).is_empty());
        walked.take_back(undo);
        assert!(save(&walked.design, &walked.database) == before, "taken back");
    }

    #[test]
    fn an_order_with_its_items_becomes_one_query() {
        let mut walked = scenario("ecommerce");
        let found = walked.asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].about, "E3");
        assert_eq!(found[0].title, "E3 takes 2 round trips where one would do");
        let place = walked.design.requests.iter().position(|request| request.id == "E3").unwrap();
        let others: Vec<_> =
            walked.proofs.iter().map(|proof| (proof.standing, proof.totals)).collect();
        mended(&mut walked, place, "Query", 3);
        walked.mend(&found[0].remedies[0]);
        let proof = &walked.proofs[place];
        assert_eq!(proof.calls[0].route, Route::Query { index: None });
        let head = &proof.returned[0].key;
        assert_eq!(head.to_json(), json!({"PK": {"S": "ORDER#o001"}, "SK": {"S": "HEAD"}}));
        let declared = &walked.design.copies[0];
        assert_eq!((declared.source.as_str(), declared.copy.as_str()), ("Order", "OrderHead"));
        let copies = crate::advice::copies::copies(walked.facts());
        assert_eq!((copies[0].comparison.pairs, copies[0].comparison.disagreeing), (3, 0));
        for (at, proof) in walked.proofs.iter().enumerate().filter(|(at, _)| *at != place) {
            assert!((proof.standing, proof.totals) == others[at], "{} is as it was", proof.request);
        }
    }

    #[test]
    fn a_head_and_its_items_in_one_collection_are_one_query() {
        let mut items = vec![texts("CUST#1", "PROFILE", &[]), texts("CUST#2", "PROFILE", &[])];
        items.extend((1..4).map(|at| texts("CUST#1", &format!("ORDER#{at}"), &[])));
        let calls = json!([
            get("Table", &json!({"PK": {"S": "CUST#{id}"}, "SK": {"S": "PROFILE"}})),
            query("CUST#{id}", "ORDER#")
        ]);
        let mut walked = one_table(&json!(items), &row(&calls, &json!({"id": "1"})));
        let items = walked.proofs[0].returned.clone();
        walked.design.requests[0].expected = Some(Expectation::Items { items, ordered: true });
        walked.prove();
        mended(&mut walked, 0, "Query", 4);
    }

    #[test]
    fn items_one_by_one_are_one_batch_of_several_tables_too() {
        let items = json!([texts("A#1", "X", &[]), texts("B#1", "X", &[])]);
        let key = |pk: &str| json!({"PK": {"S": pk}, "SK": {"S": "X"}});
        let calls = json!([
            get("Table", &key("A#{id}")),
            get("Table", &key("B#{id}")),
            get("Table", &key("A#{id}"))
        ]);
        let mut walked = one_table(&items, &row(&calls, &json!({"id": "1"})));
        assert_eq!(walked.asked(find)[0].weight, Weight::Caution);
        mended(&mut walked, 0, "BatchGetItem", 2);
        let mut store = scenario("store");
        store.design.requests.truncate(1);
        let order = store.database.table("Orders").unwrap().primary().items().next().unwrap();
        let key = json!({"PK": order.get("PK").unwrap().to_json(), "SK": order.get("SK").unwrap().to_json()});
        let mut call = store.design.requests[0].calls[0].clone();
        call.input = json!({"TableName": "Orders", "Key": key});
        let row = &mut store.design.requests[0];
        row.calls.push(call);
        row.expected = None;
        row.consistency = crate::design::Consistency::EventualMayDo;
        store.prove();
        assert_eq!(store.asked(find)[0].weight, Weight::Note);
        mended(&mut store, 0, "BatchGetItem", 2);
    }

    #[test]
    fn items_that_are_a_whole_collection_are_one_query_or_one_batch() {
        let items =
            json!([texts("A#1", "HEAD", &[]), texts("A#1", "TAIL", &[]), texts("B#1", "X", &[])]);
        let key = |sk: &str| json!({"PK": {"S": "A#{id}"}, "SK": {"S": sk}});
        let calls = json!([get("Table", &key("HEAD")), get("Table", &key("TAIL"))]);
        let mut walked = one_table(&items, &row(&calls, &json!({"id": "1"})));
        assert_eq!(walked.asked(find)[0].remedies.len(), 2);
        mended(&mut walked, 0, "Query", 2);
    }

    #[test]
    fn a_query_and_then_an_item_for_each_are_two_trips() {
        let mut items =
            vec![texts("A#1", "L#1", &[]), texts("A#1", "L#2", &[]), texts("A#1", "M", &[])];
        items.extend((1..4).map(|at| texts(&format!("B#{at}"), "X", &[])));
        let key = |at: u8| json!({"PK": {"S": format!("B#{at}")}, "SK": {"S": "X"}});
        let calls = json!([
            query("A#{id}", "L#"),
            get("Table", &key(1)),
            get("Table", &key(2)),
            get("Table", &key(3))
        ]);
        let mut walked = one_table(&json!(items), &row(&calls, &json!({"id": "1"})));
        let found = walked.asked(find);
        assert_eq!(found[0].title, "R1 takes 4 round trips where 2 would do");
        walked.mend(&found[0].remedies[0]);
        let totals = walked.proofs[0].totals;
        assert_eq!((totals.round_trips, totals.items_returned), (2, 5));
    }

    #[test]
    fn calls_that_no_one_call_can_answer_are_left_alone() {
        for id in ["warehouse", "store", "store-single-table", "social"] {
            assert!(scenario(id).asked(find).is_empty(), "{id}");
        }
        // The head's key does not say to which collection it belongs.
        let items = json!([texts("A#1", "X", &[]), texts("B#7", "ITEM#1", &[])]);
        let calls = json!([
            get("Table", &json!({"PK": {"S": "A#{id}"}, "SK": {"S": "X"}})),
            query("B#{other}", "ITEM#")
        ]);
        let walked = one_table(&items, &row(&calls, &json!({"id": "1", "other": "7"})));
        let found = walked.asked(find);
        assert_eq!((found.len(), found[0].remedies.len()), (1, 0));
        assert_eq!(found[0].title, "R1 takes 2 round trips");
    }

    #[test]
    fn a_document_without_rows_or_items_has_nothing_to_say() {
        assert!(one_table(&json!([]), &json!([])).asked(find).is_empty());
        let empty = walked(&json!({"retrieval-map": 1, "name": "Nothing"}).to_string());
        assert!(empty.asked(find).is_empty());
    }
}
