//! What each key attribute and each index is there for.
//!
//! Owns the end of the sentence "This exists because the application must retrieve ...": which rows of the worksheet each door
//! and each attribute of its key serves. It reads walks that were walked and calls as they are written; it never runs one.
//!
//! A row that is proven serves
//! - the index it went through;
//! - the partition key of the door, since it named it by equality;
//! - an attribute of the sort key, if it names the whole key, or has a condition on the attribute, or wants its order, or reads a
//!   door of which any collection holds several items: the sort key keeps them apart and in order.
//!
//! A row that is not proven justifies nothing, but what it goes through is in use, and is not decoration either.

use key_engine::engine::{Index, KeyElement, KeyRole};
use key_engine::partiql;
use key_engine::walk::{Action, Leg};
use key_engine::{AttributeValue, Database};
use serde_json::Value;

use super::asked::{asked, asked_by_statement};
use super::{CallProof, Proof, Standing};
use crate::design::call_form::CallForm;
use crate::design::{Call, Design, Request};
use crate::numerals;

/// The most requests that a sentence lists.
const LISTED: usize = 5;

/// A key attribute or an index, and the rows it serves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Purpose {
    /// The table.
    pub table: String,
    /// The index; none for the table's own key.
    pub index: Option<String>,
    /// The key attribute with its role; none for the index as a whole.
    pub key: Option<(String, KeyRole)>,
    /// The ids of the rows it serves: each is proven.
    pub served: Vec<String>,
    /// The ids of rows that use it and are not proven.
    pub unproven: Vec<String>,
    /// What is to be said of it, in a sentence.
    pub sentence: String,
    /// No row uses it, and all rows were run, and at least one of them is not refused.
    pub decoration: bool,
}

/// Every table's key attributes, and every index followed by its key attributes, in the tables' order.
///
/// O(rows x doors); items are not looked at.
pub fn purposes(design: &Design, database: &Database, proofs: &[Proof]) -> Vec<Purpose> {
    let mut found = Vec::new();
    for table in design.tables.iter().filter_map(|table| database.table(table.name())) {
        let mut add = |door: &Index, key: Option<&KeyElement>| {
            found.push(Purpose {
                table: table.name().to_owned(),
                index: door.name().map(str::to_owned),
                key: key.map(|element| (element.attribute.clone(), element.role)),
                ..Purpose::default()
            });
        };
        for element in table.primary().key_schema() {
            add(table.primary(), Some(element));
        }
        for index in table.indexes() {
            add(index, None);
            for element in index.key_schema() {
                add(index, Some(element));
            }
        }
    }
    for proof in proofs {
        let Some(request) = design.request(&proof.request) else { continue };
        for call in &proof.calls {
            note(&mut found, database, proof, request, call);
        }
    }
    let idle = |proof: &Proof| matches!(proof.standing, Standing::Unwritten | Standing::Refused);
    let known = !design.requests.is_empty()
        && proofs.len() == design.requests.len()
        && proofs.iter().all(|proof| proof.standing != Standing::Unknown)
        && proofs.iter().any(|proof| !idle(proof));
    let unwritten = !proofs.is_empty() && proofs.iter().all(idle);
    for purpose in &mut found {
        purpose.decoration = known && purpose.served.is_empty() && purpose.unproven.is_empty();
        purpose.sentence = sentence(purpose, design, known, unwritten);
    }
    found
}

/// Enters one call of a row wherever it belongs.
fn note(
    purposes: &mut [Purpose],
    database: &Database,
    proof: &Proof,
    request: &Request,
    run: &CallProof,
) {
    let proven = proof.standing.is_proven();
    let named = named_attributes(&run.call);
    let legs = run.walk.pages.iter().flat_map(|page| &page.legs);
    for leg in legs.filter(|leg| is_use(leg.action)) {
        let door = database.table(&leg.table).and_then(|table| table.door(leg.index.as_deref()));
        let orders = door.is_some_and(|door| door.item_count() > door.collection_count());
        for purpose in purposes.iter_mut().filter(|purpose| is_at(purpose, leg)) {
            let uses = match &purpose.key {
                None | Some((_, KeyRole::Hash)) => !leg.scan || leg.index.is_some(),
                Some((attribute, KeyRole::Range)) => {
                    leg.key.is_some()
                        || named.iter().any(|name| name == attribute)
                        || (!leg.scan && (orders || wants_order(request, leg, attribute)))
                }
            };
            if uses {
                enter(purpose, &proof.request, proven && !leg.scan);
            }
        }
    }
    if !proven {
        // What the engine refused was never walked: the call says which index it meant.
        let (table, index) = (CallForm::table_of(&run.call), text(&run.call.input, "IndexName"));
        let meant = |purpose: &&mut Purpose| {
            index.is_some()
                && purpose.index.as_deref() == index
                && Some(purpose.table.as_str()) == table
        };
        for purpose in purposes.iter_mut().filter(meant) {
            let skipped =
                matches!(&purpose.key, Some((name, KeyRole::Range)) if !named.contains(name));
            if !skipped {
                enter(purpose, &proof.request, false);
            }
        }
    }
}

/// Whether this was asked for: what a write does to indexes is a consequence.
fn is_use(action: Action) -> bool {
    !matches!(action, Action::Fetch | Action::Enter | Action::Leave | Action::Rewrite)
}

fn is_at(purpose: &Purpose, leg: &Leg) -> bool {
    purpose.table == leg.table && purpose.index == leg.index
}

/// Whether the sort key's order is asked for.
fn wants_order(request: &Request, leg: &Leg, attribute: &str) -> bool {
    leg.backward || request.wanted.order.as_ref().is_some_and(|order| order.attribute == attribute)
}

fn enter(purpose: &mut Purpose, request: &str, proven: bool) {
    let ids = if proven { &mut purpose.served } else { &mut purpose.unproven };
    if !ids.iter().any(|id| id == request) {
        ids.push(request.to_owned());
    }
}

fn sentence(purpose: &Purpose, design: &Design, known: bool, unwritten: bool) -> String {
    let names = |ids: &[String]| {
        let mut out = String::new();
        for id in ids.iter().take(LISTED) {
            let words = design.request(id).map_or("", |request| request.sentence.as_str());
            out.push_str(if out.is_empty() { "" } else { ", " });
            out.push_str(words);
            out.push_str(if words.is_empty() { "" } else { " (" });
            out.push_str(id);
            out.push_str(if words.is_empty() { "" } else { ")" });
        }
        if ids.len() > LISTED {
            out.push_str(" and ");
            out.push_str(&numerals::grouped((ids.len() - LISTED) as u64));
            out.push_str(" more");
        }
        out
    };
    let mut out = String::new();
    if !purpose.served.is_empty() {
        out.push_str("This exists because the application must retrieve: ");
        out.push_str(&names(&purpose.served));
    } else if !purpose.unproven.is_empty() {
        out.push_str("In use, but not proven: ");
        out.push_str(&names(&purpose.unproven));
    } else if known {
        out.push_str("No request uses it: decoration");
    } else if design.requests.is_empty() {
        out.push_str("No request is written yet");
    } else if unwritten {
        out.push_str("Not known yet: no request is written that runs");
    } else {
        out.push_str("Not known yet: the requests are being run");
    }
    out.push('.');
    out
}

fn text<'v>(input: &'v Value, member: &str) -> Option<&'v str> {
    input.get(member)?.as_str()
}

/// The attributes that a call's key condition is on. Of a statement, those that its `WHERE` and its `ORDER BY` name.
fn named_attributes(call: &Call) -> Vec<String> {
    let mut parts = asked(call, "KeyConditionExpression");
    let mut found = Vec::new();
    if let Some(statement) = text(&call.input, "Statement") {
        let parameters = call.input.get("Parameters").and_then(Value::as_array);
        let parameters = parameters.into_iter().flatten();
        let parameters: Vec<AttributeValue> =
            parameters.filter_map(|value| AttributeValue::from_json(value).ok()).collect();
        if let Ok(statement) = partiql::parse(statement, &parameters)
            && let partiql::ast::Action::Select(select) = statement.action
        {
            if let Some(condition) = &select.condition {
                parts.extend(asked_by_statement(condition));
            }
            found.extend(select.order.into_iter().map(|(attribute, _)| attribute));
        }
    }
    found.extend(parts.into_iter().map(|part| part.attribute));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::rules::bench::{Bench, scenario};

    fn of(bench: &Bench, name: &str) -> Purpose {
        let all = purposes(&bench.design, &bench.database, &bench.proofs);
        let called = |purpose: &&Purpose| {
            let key = purpose.key.as_ref().map_or("", |(attribute, _)| attribute.as_str());
            let door = purpose.index.as_deref().unwrap_or(&purpose.table);
            name == format!("{door} {key}").trim_end()
        };
        all.iter().find(called).unwrap().clone()
    }

    #[test]
    fn each_key_and_index_names_the_requests_it_serves() {
        let store = scenario("store");
        for (name, served) in [
            ("Customers customerId", "S1 S8"),
            ("Orders PK", "S2 S3 S8"),
            ("Orders SK", "S2 S3 S8"),
            ("OrderIdIndex", "S4"),
            ("OrderIdIndex orderId", "S4"),
            ("OpenOrdersIndex", "S5"),
            ("OpenOrdersIndex openStatus", "S5"),
            ("OpenOrdersIndex SK", "S5"),
            ("OrderItems PK", "S6"),
            ("OrderItems SK", "S6"),
            ("ProductOrdersIndex", "S7"),
            ("ProductOrdersIndex productId", "S7"),
            ("ProductOrdersIndex orderId", "S7"),
        ] {
            let purpose = of(&store, name);
            assert_eq!(purpose.served.join(" "), served, "{name}");
            assert!(!purpose.decoration, "{name}");
        }
        assert_eq!(
            of(&store, "OrderIdIndex").sentence,
            "This exists because the application must retrieve: Look up an order by its id (S4)."
        );
    }

    #[test]
    fn what_no_request_uses_is_decoration_and_what_is_searched_is_not_proven() {
        let mut store = scenario("store");
        store.design.requests.retain(|request| request.id != "S4");
        store.prove();
        let purpose = of(&store, "OrderIdIndex");
        assert!(purpose.decoration);
        assert_eq!(purpose.sentence, "No request uses it: decoration.");
        store.set_call("S7", "Scan", r#"{"TableName": "Orders", "IndexName": "OrderIdIndex"}"#);
        let purpose = of(&store, "OrderIdIndex orderId");
        assert_eq!((purpose.decoration, purpose.unproven.join(" ").as_str()), (false, "S7"));
        assert!(purpose.sentence.starts_with("In use, but not proven: "));
    }

    #[test]
    fn a_statement_serves_as_the_request_it_becomes() {
        let mut store = scenario("store");
        store.design.requests.retain(|request| request.id == "S4");
        let statement = r#"{"Statement": "SELECT * FROM Orders WHERE PK = 'CUSTOMER#123' AND begins_with(SK, '2026-10-02T14:31:07')"}"#;
        store.set_call("S4", "ExecuteStatement", statement);
        assert_eq!(of(&store, "Orders SK").served.join(" "), "S4");
        assert!(of(&store, "OpenOrdersIndex").decoration);
    }

    #[test]
    fn nothing_is_called_decoration_before_the_requests_are_there_and_were_run() {
        let mut store = scenario("store");
        store.proofs.clear();
        let all = purposes(&store.design, &store.database, &store.proofs);
        assert!(
            all.iter()
                .all(|purpose| !purpose.decoration && purpose.sentence.starts_with("Not known"))
        );
        for request in &mut store.design.requests {
            request.calls.clear();
        }
        store.prove();
        let all = purposes(&store.design, &store.database, &store.proofs);
        assert!(all.iter().all(|purpose| !purpose.decoration));
        assert!(all[0].sentence.ends_with("no request is written that runs."));
        store.design.requests.clear();
        let all = purposes(&store.design, &store.database, &store.proofs);
        assert!(all.iter().all(|purpose| purpose.sentence == "No request is written yet."));
    }
}
