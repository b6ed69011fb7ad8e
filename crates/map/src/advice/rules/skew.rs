//! One key that holds far more than its share, in the sample.
//!
//! Traffic tends to follow items, and what one key holds is read and written within what one partition serves. A few keys say
//! nothing of a distribution, so a family of keys is judged from four on, and a key must hold a fifth of all, and eight times what
//! the others hold on average. A key that a request writes out is another rule's.
//! Source: AWS, "Designing partition keys to distribute your workload".

use super::Facts;
use super::nature::{Judged, all_judged};
use super::shard::{Keys, Spread, shard};
use crate::advice::{CollectionCensus, DoorCensus, FamilyCensus, Finding, Weight};
use crate::numerals::{bytes, counted, grouped, short_decimal};
use key_engine::engine::IndexKind;

const RULE: &str = "skew";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
/// Fewer keys than this are no distribution.
const FEWEST: usize = 4;
/// The part of all that a key must hold.
const PART: f64 = 0.2;
/// How many times what the others hold on average.
const TIMES: f64 = 8.0;
/// What is not much, whatever the others hold.
const NOT_MUCH: (usize, u64) = (20, 64 * 1024);

/// Finds them.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let (judged, _) = all_judged(facts);
    for table in &facts.census.tables {
        for door in &table.doors {
            for family in &door.families {
                let told = |judged: &Judged<'_>| {
                    judged.table == table.name
                        && judged.index == door.index.as_deref()
                        && judged.family.prefix == family.prefix
                };
                if !judged.iter().any(told) {
                    found.extend(finding(facts, &table.name, door, family));
                }
            }
        }
    }
}

fn finding(
    facts: Facts<'_>,
    table: &str,
    census: &DoorCensus,
    family: &FamilyCensus,
) -> Option<Finding> {
    let table = facts.database.table(table)?;
    let door = table.door(census.index.as_deref())?;
    if door.kind() == IndexKind::Local {
        return None;
    }
    let (items, size) = (&family.longest, &family.heaviest);
    let by_items = is_far_more(items.items as f64, family.items as f64, family.collections)
        && items.items >= NOT_MUCH.0;
    let by_bytes = is_far_more(size.bytes as f64, family.bytes as f64, family.collections)
        && size.bytes >= NOT_MUCH.1;
    let held: &CollectionCensus = match (by_items, by_bytes) {
        (true, _) => items,
        (false, true) => size,
        (false, false) => return None,
    };
    let share = if by_items {
        held.items as f64 / family.items as f64
    } else {
        held.bytes as f64 / family.bytes as f64
    };
    let what = if by_items { "items" } else { "bytes" };
    let key = held.text();
    let percent = grouped((share * 100.0).round() as u64);
    let others = family.collections.saturating_sub(1);
    let mean = |all: f64, one: f64| short_decimal((all - one) / others.max(1) as f64, 1);
    let name = census.index.as_deref().unwrap_or(table.name());
    let spread = Spread { table, door, keys: Keys::Family(&family.prefix) };
    let whole = if family.prefix.is_empty() { name } else { &family.prefix };
    Some(Finding {
        rule: RULE,
        about: [name, " ", &key].concat(),
        weight: Weight::Caution,
        title: [&key, " holds ", &percent, "% of ", whole].concat(),
        reason: [
            "One of ",
            &counted(family.collections as u64, "key", "keys"),
            " holds ",
            &percent,
            "% of the ",
            what,
            ". If traffic follows them, its partition is busy while the others rest.",
        ]
        .concat(),
        evidence: vec![
            [&key, ": ", &counted(held.items as u64, "item", "items"), ", ", &bytes(held.bytes)]
                .concat(),
            [
                "The others: ",
                &mean(family.items as f64, held.items as f64),
                " items each on average, ",
                &bytes((family.bytes - held.bytes) / others.max(1) as u64),
            ]
            .concat(),
        ],
        link: LINK,
        remedies: shard(facts, &spread, ["each key of ", whole].concat().as_str())
            .into_iter()
            .collect(),
        ..Finding::default()
    })
}

fn is_far_more(held: f64, all: f64, keys: usize) -> bool {
    let mean = (all - held) / keys.saturating_sub(1).max(1) as f64;
    keys >= FEWEST && held >= PART * all && held >= TIMES * mean
}

#[cfg(test)]
mod tests {
    use super::super::bench::{query, scenario, thing, things};
    use super::*;
    use serde_json::json;

    fn tenants(largest: usize, value: &str) -> Vec<serde_json::Value> {
        let of = |n: usize| if n < largest { 0 } else { n };
        (0..largest + 9)
            .map(|n| thing(&format!("T#{}", of(n)), n, "a", json!({"S": value})))
            .collect()
    }

    #[test]
    fn a_key_with_most_of_the_items_is_told_and_spread() {
        let read = query("R", 5, "PK", json!({"S": "T#0"}));
        let mut bench = things(json!({}), &[], tenants(60, "x"), vec![]);
        let found = bench.find(find);
        assert_eq!(found[0].title, "T#0 holds 87% of T#");
        bench.design.requests =
            super::super::bench::things(json!({}), &[], vec![], vec![read]).design.requests;
        bench.design.requests[0].calls[0].input["ExpressionAttributeValues"][":k"]["S"] =
            "T#{id}".into();
        bench.prove();
        let found = bench.find(find);
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.find(find).len(), 0, "each key is four");
    }

    #[test]
    fn a_key_with_most_of_the_bytes_is_told_too() {
        let mut items = tenants(1, "x");
        items[0]["a"]["S"] = "x".repeat(100_000).into();
        let bench = things(json!({}), &[], items, vec![]);
        assert!(bench.find(find)[0].reason.contains("% of the bytes"));
    }

    #[test]
    fn a_few_keys_or_a_gentle_slope_are_no_skew() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert_eq!(scenario(id).find(find).len(), 0, "{id}");
        }
        assert_eq!(things(json!({}), &[], tenants(15, "x"), vec![]).find(find).len(), 0);
        let slope =
            (0..100).map(|n: usize| thing(&format!("T#{}", n.isqrt()), n, "a", json!({"S": "x"})));
        assert_eq!(things(json!({}), &[], slope.collect(), vec![]).find(find).len(), 0);
    }
}
