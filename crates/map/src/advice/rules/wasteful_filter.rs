//! A filter that throws away most of what is read.
//!
//! A filter is applied after the read, so what it discards is paid for. Where the call knows a value by equality a door can be
//! keyed by it, and the missing route says so; this rule speaks where it does not: no key begins with a range, a part of a text,
//! or the mere presence of an attribute. The last one has an answer all the same: an index holds only the items that have its key,
//! so a Scan of a sparse index reads no others.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general-sparse-indexes.html>

use key_engine::KeyType;
use key_engine::engine::Table;
use key_engine::expression::ast::{Condition, Operand};
use key_engine::expression::parse;
use key_engine::value::{Members, object};
use serde_json::Value;

use super::Facts;
use crate::advice::asked::{Asked, asked, attribute_of};
use crate::advice::told::{listed, units_of};
use crate::advice::{CallProof, Finding, Remedy, Route, Weight};
use crate::design::{Call, DoorDefinition, Edit, Request};
use crate::numerals::{bytes, counted, grouped};

const RULE: &str = "wasteful-filter";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html";
/// A filter is wasteful where it discards more than this many in a hundred.
const DISCARDED_HUNDREDTHS: u64 = 50;
/// Of fewer items than this nothing is said.
const FEWEST: u64 = 4;
/// The most items that are looked through for an attribute.
const LOOKED_THROUGH: usize = 50_000;

/// Calls whose filter discards most of what they read, and for which no door is proposed.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    for (row, (request, proof)) in facts.design.requests.iter().zip(facts.proofs).enumerate() {
        for (at, (run, written)) in proof.calls.iter().zip(&request.calls).enumerate() {
            let (read, returned) = (run.totals.items_read, run.totals.items_returned);
            let discarded = read.saturating_sub(returned);
            let filter = asked(written, "FilterExpression");
            if read < FEWEST
                || discarded * 100 <= read * DISCARDED_HUNDREDTHS
                || filter.is_empty()
                || knows_a_value(written, &filter)
            {
                continue;
            }
            let mut names: Vec<String> = Vec::new();
            for part in filter {
                if !names.contains(&part.attribute) {
                    names.push(part.attribute);
                }
            }
            let mut finding = finding(request, run, &names);
            finding.remedies.extend(sparse(facts, (row, at), request, run, written));
            found.push(finding);
        }
    }
}

/// Whether a call knows the value of an attribute by equality: the missing route has an answer then.
fn knows_a_value(written: &Call, filter: &[Asked]) -> bool {
    let keys = asked(written, "KeyConditionExpression");
    filter.iter().chain(&keys).any(|part| part.known().is_some())
}

fn finding(request: &Request, run: &CallProof, names: &[String]) -> Finding {
    let (read, returned) = (run.totals.items_read, run.totals.items_returned);
    Finding {
        rule: RULE,
        about: request.id.clone(),
        weight: Weight::Caution,
        title: format!(
            "{} throws away {} of the {} it reads",
            request.id,
            grouped(read - returned),
            counted(read, "item", "items")
        ),
        reason: format!(
            "Its filter on {} is applied after the read, so what it discards is paid for. It knows no value by equality, so no key can \
             begin with it.",
            listed(names)
        ),
        evidence: vec![
            format!("{} read, {} returned", counted(read, "item", "items"), grouped(returned)),
            format!(
                "{}: {} for {}",
                run.route,
                units_of(run.totals.capacity_units, "read"),
                bytes(run.totals.bytes_read)
            ),
        ],
        requests: vec![request.id.clone()],
        link: LINK,
        remedies: Vec::new(),
    }
}

/// A sparse index on the attribute whose presence a Scan of the table asks for.
fn sparse(
    facts: Facts<'_>,
    (row, at): (usize, usize),
    request: &Request,
    run: &CallProof,
    written: &Call,
) -> Option<Remedy> {
    if written.operation != "Scan" || run.route != (Route::Scan { index: None }) {
        return None;
    }
    let table = facts.database.table(written.input.get("TableName")?.as_str()?)?;
    let attribute = asked_to_exist(written)?;
    let key_type = one_type(table, &attribute)?;
    let own = table.primary().hash_elements().next()?;
    if attribute == own.attribute || table.primary().key_schema().len() > 2 {
        return None;
    }
    let name = free_name(table, &attribute);
    let key = |attribute: &str, role: &str| {
        object(&mut [("AttributeName", Value::from(attribute)), ("KeyType", Value::from(role))])
    };
    let definition = |attribute: &str, key_type: KeyType| {
        object(&mut [
            ("AttributeName", Value::from(attribute)),
            ("AttributeType", Value::from(key_type.name())),
        ])
    };
    let door = DoorDefinition {
        index: object(&mut [
            ("IndexName", Value::from(name.as_str())),
            (
                "KeySchema",
                Value::Array(vec![key(&attribute, "HASH"), key(&own.attribute, "RANGE")]),
            ),
            ("Projection", object(&mut [("ProjectionType", Value::from("ALL"))])),
        ]),
        attributes: vec![
            definition(&attribute, key_type),
            definition(&own.attribute, own.key_type),
        ],
        ..DoorDefinition::default()
    };
    let mut changed = request.clone();
    let input = changed.calls.get_mut(at)?.input.as_object_mut()?;
    input.set("IndexName", Value::from(name.as_str()));
    input.remove("ConsistentRead");
    Some(Remedy {
        label: format!("Open a sparse index and walk {}", request.id),
        facts: vec![
            format!(
                "{name} holds only the items that have {attribute}; a Scan of it reads no others."
            ),
            "Its reads are eventual, and each write of such an item is written to it too."
                .to_owned(),
        ],
        edits: vec![
            Edit::OpenDoor { table: table.name().to_owned(), door },
            Edit::ReplaceRequest { at: row, request: Box::new(changed) },
        ],
        walk: Some(request.id.clone()),
    })
}

/// The attribute that a filter asks to be there, among all that it asks.
fn asked_to_exist(call: &Call) -> Option<String> {
    let text = call.input.get("FilterExpression")?.as_str()?;
    let condition = parse::condition(text).ok()?;
    let parts = match &condition {
        Condition::And(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    parts.iter().find_map(|part| {
        let Condition::Function(function) = part else { return None };
        let [Operand::Path(path)] = function.arguments.as_slice() else { return None };
        let plain = function.name == "attribute_exists" && path.elements.len() == 1;
        attribute_of(path, &call.input).filter(|_| plain)
    })
}

/// The one type that the attribute has in all items that have it, if it can be a key.
fn one_type(table: &Table, attribute: &str) -> Option<KeyType> {
    if table.item_count() > LOOKED_THROUGH {
        return None;
    }
    let mut found: Option<KeyType> = None;
    for value in table.primary().items().filter_map(|item| item.get(attribute)) {
        let types = [KeyType::S, KeyType::N, KeyType::B];
        let key_type = types.into_iter().find(|key_type| key_type.matches(value))?;
        if found.is_some_and(|known| known != key_type) || !(1..=1024).contains(&value.size_bytes())
        {
            return None;
        }
        found = Some(key_type);
    }
    let mut defined = table.attribute_definitions().iter();
    found.filter(|key_type| defined.all(|(name, known)| name != attribute || known == key_type))
}

fn free_name(table: &Table, attribute: &str) -> String {
    let fits = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let mut name = "With".to_owned();
    for (at, letter) in attribute.chars().filter(fits).take(60).enumerate() {
        name.push(if at == 0 { letter.to_ascii_uppercase() } else { letter });
    }
    while table.index(&name).is_some() {
        name.push('2');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::walked::{Walked, one_table, scenario};
    use crate::design::save;
    use serde_json::json;

    fn scanning(filter: &str, values: &Value) -> Walked {
        let mut items = Vec::new();
        for number in 0..20 {
            let mut item = json!({"PK": {"S": format!("A#{number}")}, "SK": {"S": "X"}, "total": {"N": format!("{number}")}});
            if number % 10 == 0 {
                item["openSince"] = json!({"S": format!("2026-07-{number:02}")});
            }
            items.push(item);
        }
        let mut input = json!({"TableName": "Table", "FilterExpression": filter});
        if values.as_object().is_some_and(|values| !values.is_empty()) {
            input["ExpressionAttributeValues"] = values.clone();
        }
        let rows = json!([{"id": "R1", "sentence": "Some", "volume": "low", "consistency": "eventual may do",
            "calls": [{"operation": "Scan", "input": input}], "samples": {}}]);
        one_table(&json!(items), &rows)
    }

    #[test]
    fn a_filter_without_an_equality_is_told_what_it_throws_away() {
        let found = scanning("total > :t", &json!({":t": {"N": "17"}})).asked(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "R1 throws away 18 of the 20 items it reads");
        assert_eq!(found[0].evidence[0], "20 items read, 2 returned");
        assert!(found[0].remedies.is_empty());
    }

    #[test]
    fn the_presence_of_an_attribute_is_answered_by_a_sparse_index() {
        let mut walked = scanning("attribute_exists(openSince)", &json!({}));
        let found = walked.asked(find);
        let before = save(&walked.design, &walked.database);
        let undo = walked.mend(&found[0].remedies[0]);
        let totals = walked.proofs[0].totals;
        assert_eq!((totals.items_read, totals.items_returned), (2, 2));
        assert!(walked.asked(find).is_empty());
        walked.take_back(undo);
        assert!(save(&walked.design, &walked.database) == before, "taken back");
    }

    #[test]
    fn filters_that_keep_most_or_know_a_value_are_left_alone() {
        assert!(scanning("total > :t", &json!({":t": {"N": "5"}})).asked(find).is_empty());
        let known = scanning("openSince = :d", &json!({":d": {"S": "2026-07-10"}}));
        assert!(known.asked(find).is_empty(), "the missing route has an answer");
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert!(scenario(id).asked(find).is_empty(), "{id}");
        }
    }
}
