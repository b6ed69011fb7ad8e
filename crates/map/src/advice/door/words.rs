//! What a plan brings and costs, in words.
//!
//! Owns the label of its button, the facts below it and the route on the card. The figures are the plan's.

use key_engine::expression::ast::Comparator;
use serde_json::Value;

use super::ground::Ground;
use super::knows::{Given, Range, Test};
use super::plan::{Figures, Kind, Plan};
use crate::advice::CallProof;
use crate::numerals::{bytes, counted, grouped};

/// Bytes that AWS bills for an entry on top of what it holds. Source: AWS, "Amazon DynamoDB pricing", data storage.
const ENTRY_OVERHEAD_BYTES: u64 = 100;

/// The words of the button.
pub(super) fn label(plan: &Plan, id: &str) -> String {
    match (plan.kind, &plan.index) {
        (Kind::Natural, _) => format!("Open the door and walk {id}"),
        (Kind::Own, _) => format!("Open the door on keys of its own and walk {id}"),
        (Kind::Overload, Some(index)) => format!("Share the door {index} and walk {id}"),
        (Kind::Reuse, Some(index)) => format!("Take the door {index} and walk {id}"),
        (_, None) => format!("Go by the table's own key and walk {id}"),
    }
}

/// The route on the card: `ByWarehouse: {warehouseId}`.
pub(super) fn route(plan: &Plan) -> String {
    let mut route = String::new();
    if let Some(index) = &plan.index {
        route.push_str(index);
        route.push_str(": ");
    }
    for (at, test) in plan.tests.iter().enumerate() {
        if at > 0 {
            route.push_str(" / ");
        }
        let texts: Vec<String> = test.test.given().iter().map(shown).collect();
        let joined = texts.join(" and ");
        route.push_str(match &test.test {
            Test::Range(Range::BeginsWith, _) => "begins with ",
            Test::Range(Range::Between, _) => "between ",
            Test::Range(Range::Compared(Comparator::Less), _) => "below ",
            Test::Range(Range::Compared(Comparator::LessOrEqual), _) => "up to ",
            Test::Range(Range::Compared(Comparator::Greater), _) => "above ",
            Test::Range(Range::Compared(_), _) => "from ",
            _ => "",
        });
        route.push_str(&joined);
    }
    if plan.backward == Some(true) {
        route.push_str(", read backwards");
    }
    route
}

/// A value as it is written on a card.
fn shown(given: &Given) -> String {
    let written = given.written.as_object().and_then(|value| value.values().next());
    let text = written.and_then(Value::as_str).unwrap_or_default();
    text.chars().take(60).collect()
}

/// The facts, one a line.
pub(super) fn facts(
    ground: &Ground<'_>,
    (plan, figures): (&Plan, &Figures),
    proof: &CallProof,
    strong: bool,
) -> Vec<String> {
    let mut facts = vec![key_fact(plan)];
    facts.push(format!(
        "On the sample the Query reads {}; now {} are read to return {}.",
        counted(figures.read, "item", "items"),
        grouped(proof.totals.items_read),
        grouped(proof.totals.items_returned),
    ));
    if figures.items < ground.table.item_count() as u64 {
        facts.push(format!("These are figures of the first {} items.", grouped(figures.items)));
    }
    if plan.kind != Kind::Reuse {
        let storage = figures.entry_bytes + figures.entries * ENTRY_OVERHEAD_BYTES;
        facts.push(format!(
            "Storage: {}, {} with the 100 bytes an entry that AWS adds.",
            counted(figures.entries, "entry", "entries"),
            bytes(storage)
        ));
        facts.push(
            "Each write that changes what the door holds is one write more; two when the value of its key changes."
                .to_owned(),
        );
        facts.push(if figures.entries == figures.items {
            format!("Not sparse: all {} stand in it.", counted(figures.items, "item", "items"))
        } else {
            format!(
                "Sparse: {} of {} carry its key, the others are not in it.",
                grouped(figures.entries),
                counted(figures.items, "item", "items")
            )
        });
    }
    if !plan.fills.is_empty() {
        facts.push(format!(
            "{} written to {}, {} more in the table; whoever writes such an item writes {} from then on.",
            names(plan),
            counted(figures.entries, "item", "items"),
            bytes(figures.filled_bytes),
            if plan.fills.len() == 1 { "it" } else { "them" },
        ));
    }
    if !strong {
        facts.push("A global secondary index answers eventually only.".to_owned());
        if ground.wants_strong() {
            facts.push(
                "The row promises a strong read: where a stale answer does harm, store a copy under an address of its own instead."
                    .to_owned(),
            );
        }
    }
    if ground.asked.input.get("Limit").is_some() && !ground.asked.is_query {
        facts.push(
            "The Limit stays: it bounds what a page reads, which now is what is wanted.".to_owned(),
        );
    }
    if ["Segment", "TotalSegments"].iter().any(|name| ground.asked.input.contains_key(*name)) {
        facts.push("The Scan's segments go: the Query reads one collection.".to_owned());
    }
    facts.extend(plan.remarks.iter().cloned());
    facts
}

fn names(plan: &Plan) -> String {
    let names: Vec<&str> = plan.fills.iter().map(|fill| fill.attribute.as_str()).collect();
    names.join(" and ") + if names.len() == 1 { " is" } else { " are" }
}

/// The key in a sentence.
fn key_fact(plan: &Plan) -> String {
    let list = |sorts: bool| {
        let names = plan.key.iter().filter(|key| key.sorts == sorts).map(|key| key.name.as_str());
        names.collect::<Vec<&str>>().join(", ")
    };
    let (partition, sort) = (list(false), list(true));
    let begin = match plan.kind {
        Kind::Natural => "The key is made of the attributes themselves",
        Kind::Own => "The key is made of attributes of its own",
        Kind::Overload => "The items join an index that is there",
        Kind::Reuse => "The key that is there begins with what the request knows",
    };
    if sort.is_empty() {
        format!("{begin}: partition by {partition}.")
    } else {
        format!("{begin}: partition by {partition}, sorted by {sort}.")
    }
}
