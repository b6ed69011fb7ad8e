//! A promise of a strong read that the calls do not keep.
//!
//! A row may say that a stale answer can do harm. A read keeps that promise only if it asks for a strong one, and a global
//! secondary index never gives one: it follows its table.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html>

use key_engine::Database;
use key_engine::engine::{Index, IndexKind};
use key_engine::value::Members;
use serde_json::Value;

use super::Facts;
use crate::advice::asked::{Test, asked};
use crate::advice::told::units_of;
use crate::advice::{CallProof, Finding, Proof, Remedy, Standing, Weight};
use crate::design::{Call, Consistency, Edit, Request};
use crate::numerals::units;

const RULE: &str = "strong-promise";
const LINK: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html";

/// Rows that promise a strong read and do not get one.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for (place, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        let finding = match proof.standing {
            Standing::StrongNotAsked => not_asked(place, request, proof),
            Standing::StrongOnIndex => on_index(place, request, proof, facts.database),
            _ if proof.calls.iter().any(|run| is_strong_on_index(facts, run)) => {
                on_index(place, request, proof, facts.database)
            }
            _ => continue,
        };
        found.push(finding);
    }
}

/// Whether a call asks for a strong read of a global secondary index, and is refused.
pub(super) fn is_strong_on_index(facts: Facts<'_>, run: &CallProof) -> bool {
    let input = &run.call.input;
    let asks = input.get("ConsistentRead").and_then(Value::as_bool) == Some(true);
    asks && run.refusal.is_some() && global_index(&run.doors, facts.database).is_some()
}

fn finding(request: &Request, weight: Weight, title: String, reason: String) -> Finding {
    Finding {
        rule: RULE,
        about: request.id.clone(),
        weight,
        title,
        reason,
        requests: vec![request.id.clone()],
        link: LINK,
        ..Finding::default()
    }
}

fn not_asked(place: usize, request: &Request, proof: &Proof) -> Finding {
    let mut finding = finding(
        request,
        Weight::Caution,
        format!("{} promises a strong read and does not ask for it", request.id),
        "A read without ConsistentRead may miss the last write, and the row says that this can do harm.".to_owned(),
    );
    finding.evidence.push(format!(
        "{} each time, {} a second, as an eventual read",
        units_of(proof.read_units, "read"),
        units(proof.read_units_per_second())
    ));
    let mut strong = request.clone();
    for call in &mut strong.calls {
        ask_strongly(call);
    }
    // Each read costs double, but for those that ask already.
    let more: f64 = proof.calls.iter().map(eventual_units).sum();
    finding.remedies.push(Remedy {
        label: "Ask for a strong read".to_owned(),
        facts: vec![format!(
            "{} each time instead of {}.",
            units_of(proof.read_units + more, "read"),
            units(proof.read_units)
        )],
        edits: vec![replace(place, strong)],
        walk: None,
    });
    finding.remedies.push(eventual(place, request));
    finding
}

/// Read units of the legs that may lag.
fn eventual_units(run: &CallProof) -> f64 {
    let legs = run.walk.pages.iter().flat_map(|page| &page.legs);
    legs.filter(|leg| !leg.consistent).map(|leg| leg.capacity_units).sum()
}

fn on_index(place: usize, request: &Request, proof: &Proof, database: &Database) -> Finding {
    let global: Vec<Option<String>> =
        proof.calls.iter().map(|run| global_index(&run.doors, database)).collect();
    let index = global.iter().flatten().next().cloned().unwrap_or_default();
    let promises = request.consistency == Consistency::StrongMayMatter;
    let verb = if promises { "promises" } else { "asks for" };
    let mut finding = finding(
        request,
        Weight::Fault,
        format!("{} {verb} a strong read, which {index} cannot give", request.id),
        "A global secondary index follows its table a moment later, so whoever reads it may miss the last write.".to_owned(),
    );
    finding.evidence.push(format!("{}: {}", request.id, proof.verdict));
    finding.remedies.push(eventual(place, request));
    let mut from_table = request.clone();
    let mut all = true;
    for (call, index) in from_table.calls.iter_mut().zip(&global) {
        all &= index.is_none() || read_table(call, database);
    }
    if all {
        for call in &mut from_table.calls {
            ask_strongly(call);
        }
        finding.remedies.insert(
            0,
            Remedy {
                label: "Read the table itself".to_owned(),
                facts: vec![
                    "The table has the same partition key, so it answers too, in its own order."
                        .to_owned(),
                    "A strong read costs twice what an eventual one does.".to_owned(),
                ],
                edits: vec![replace(place, from_table)],
                walk: None,
            },
        );
    }
    finding
}

/// The global secondary index among doors.
fn global_index(doors: &[(String, Option<String>)], database: &Database) -> Option<String> {
    doors.iter().find_map(|(table, index)| {
        let door = database.table(table)?.index(index.as_deref()?)?;
        (door.kind() == IndexKind::Global).then(|| index.clone())?
    })
}

/// The promise taken back: the row may lag.
fn eventual(place: usize, request: &Request) -> Remedy {
    let label = match request.consistency {
        Consistency::StrongMayMatter => "Promise an eventual read instead",
        Consistency::EventualMayDo => "Ask for an eventual read instead",
    };
    let mut request = request.clone();
    request.consistency = Consistency::EventualMayDo;
    for call in &mut request.calls {
        each_read(call, &mut |input| _ = input.remove("ConsistentRead"));
    }
    Remedy {
        label: label.to_owned(),
        facts: vec![
            "The answer may lag behind the last write, mostly by less than a second.".to_owned(),
        ],
        walk: None,
        edits: vec![replace(place, request)],
    }
}

fn replace(at: usize, request: Request) -> Edit {
    Edit::ReplaceRequest { at, request: Box::new(request) }
}

fn ask_strongly(call: &mut Call) {
    each_read(call, &mut |input| input.set("ConsistentRead", Value::Bool(true)));
}

/// Does something with each part of a call that can have `ConsistentRead`.
fn each_read(call: &mut Call, change: &mut dyn FnMut(&mut serde_json::Map<String, Value>)) {
    match call.operation.as_str() {
        "GetItem" | "Query" | "Scan" | "ExecuteStatement" => {
            call.input.as_object_mut().into_iter().for_each(change);
        }
        "BatchGetItem" => {
            let tables = call.input.get_mut("RequestItems").and_then(Value::as_object_mut);
            for wanted in tables.into_iter().flat_map(|tables| tables.values_mut()) {
                wanted.as_object_mut().into_iter().for_each(&mut *change);
            }
        }
        "BatchExecuteStatement" => {
            let statements = call.input.get_mut("Statements").and_then(Value::as_array_mut);
            for statement in statements.into_iter().flatten() {
                statement.as_object_mut().into_iter().for_each(&mut *change);
            }
        }
        _ => {}
    }
}

/// Turns a Query of an index into one of its table, where the table's own key answers it.
fn read_table(call: &mut Call, database: &Database) -> bool {
    let table = call.input.get("TableName").and_then(Value::as_str);
    let Some(table) = table.and_then(|name| database.table(name)) else { return false };
    let keys = asked(call, "KeyConditionExpression");
    let own = |door: &Index, attribute: &str| {
        door.key_schema().iter().any(|element| element.attribute == attribute)
    };
    let door = table.primary();
    let named = door.hash_elements().all(|element| {
        keys.iter().any(|key| key.attribute == element.attribute && key.test == Test::Equal)
    });
    if call.operation != "Query" || !named || !keys.iter().all(|key| own(door, &key.attribute)) {
        return false;
    }
    let Some(input) = call.input.as_object_mut() else { return false };
    input.remove("IndexName");
    if input.get("Select").and_then(Value::as_str) == Some("ALL_PROJECTED_ATTRIBUTES") {
        input.remove("Select");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::walked::{Walked, scenario};
    use crate::design::save;
    use serde_json::json;

    fn promised(scenario_id: &str, id: &str, input: Option<Value>) -> (Walked, usize) {
        let mut walked = scenario(scenario_id);
        let place = walked.design.requests.iter().position(|request| request.id == id).unwrap();
        walked.design.requests[place].consistency = Consistency::StrongMayMatter;
        if let Some(input) = input {
            walked.design.requests[place].calls[0].input = input;
        }
        walked.prove();
        (walked, place)
    }

    fn mended(walked: &mut Walked, place: usize) {
        let before = save(&walked.design, &walked.database);
        for remedy in walked.asked(find).remove(0).remedies {
            let undo = walked.mend(&remedy);
            let proof = &walked.proofs[place];
            assert_eq!(proof.standing, Standing::Proven, "{}: {}", remedy.label, proof.reason);
            assert!(walked.asked(find).is_empty());
            walked.take_back(undo);
            assert!(save(&walked.design, &walked.database) == before, "taken back");
        }
    }

    #[test]
    fn a_strong_read_that_is_not_asked_for_can_be_asked_for_or_promised_no_more() {
        let (mut walked, place) = promised("warehouse", "A3", None);
        let found = walked.asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "A3 promises a strong read and does not ask for it");
        assert_eq!(
            found[0].evidence,
            ["0.5 read units each time, 250 a second, as an eventual read"]
        );
        assert_eq!(found[0].remedies[0].facts, ["1 read unit each time instead of 0.5."]);
        mended(&mut walked, place);
        let batch = json!({"RequestItems": {"Warehouse": {"Keys": [{"PK": {"S": "PRODUCT#P100"}, "SK": {"S": "WAREHOUSE#W1"}}]}}});
        let (mut walked, place) = promised("warehouse", "A3", Some(batch));
        walked.design.requests[place].calls[0].operation = "BatchGetItem".to_owned();
        walked.design.requests[place].expected = None;
        walked.prove();
        mended(&mut walked, place);
    }

    #[test]
    fn an_index_gives_no_strong_read_and_the_table_does_where_it_has_the_key() {
        let (mut walked, place) = promised("store", "S4", None);
        let found = walked.asked(find);
        assert_eq!(found[0].weight, Weight::Fault);
        assert_eq!(found[0].title, "S4 promises a strong read, which OrderIdIndex cannot give");
        assert_eq!(found[0].remedies.len(), 1, "the table has another key");
        mended(&mut walked, place);
        walked.design.requests[place].calls[0].input["ConsistentRead"] = json!(true);
        walked.prove();
        assert_eq!(walked.asked(find)[0].title, found[0].title, "asked for, and refused");
        mended(&mut walked, place);
        let call = |index: &str| {
            json!({"TableName": "Orders", "IndexName": index, "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": "CUSTOMER#123"}}})
        };
        let (mut walked, place) = promised("store", "S4", Some(call("ByTotal")));
        walked.design.requests[place].expected = None;
        let door = crate::design::DoorDefinition {
            index: json!({"IndexName": "ByTotal", "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "total", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"}}),
            attributes: vec![
                json!({"AttributeName": "PK", "AttributeType": "S"}),
                json!({"AttributeName": "total", "AttributeType": "N"}),
            ],
            ..crate::design::DoorDefinition::default()
        };
        let open = Edit::OpenDoor { table: "Orders".to_owned(), door };
        open.apply(&mut walked.design, &mut walked.database).unwrap();
        walked.prove();
        assert_eq!(walked.asked(find)[0].remedies.len(), 2);
        mended(&mut walked, place);
    }

    #[test]
    fn promises_that_are_kept_or_not_made_are_left_alone() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert!(scenario(id).asked(find).is_empty(), "{id}");
        }
    }
}
