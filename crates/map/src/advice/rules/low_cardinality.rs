//! A partition key with few values.
//!
//! All items of a value share what one partition serves, and few values use few partitions, however many there are. Fewer than
//! about a hundred are few; but a sample of a dozen items has few of everything. So the number counts from a thousand items on; in a
//! smaller sample it takes a key that a request writes out (there is one, however large the table grows), or an index on words that
//! repeat, such as a category. A status is the status rule's.
//! Source: AWS, "Designing partition keys to distribute your workload".

use super::Facts;
use super::hot_key::WARM;
use super::load::Load;
use super::nature::{Judged, Nature, all_judged};
use super::shard::{Keys, Spread, shard};
use crate::advice::told::listed;
use crate::advice::{Finding, Weight};
use crate::numerals::{counted, grouped};
use key_engine::AttributeValue;

const RULE: &str = "low-cardinality";
const LINK: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-uniform-load.html";

/// Finds them.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let (judged, loads) = all_judged(facts);
    for judged in &judged {
        match judged.nature {
            Nature::Few => found.push(few(facts, judged)),
            Nature::Constant => {
                let here = loads.iter().filter(|load| load.is_constant && judged.has(load));
                // From a third of a partition on the rule on hot keys says it.
                let here = here.filter(|load| load.fullness() < WARM);
                found.extend(here.filter_map(|load| constant(facts, judged, load)));
            }
            _ => {}
        }
    }
}

fn few(facts: Facts<'_>, judged: &Judged<'_>) -> Finding {
    let family = judged.family;
    let keys = counted(family.collections as u64, "key", "keys");
    let items = counted(family.items as u64, "item", "items");
    let spread = facts.database.table(judged.table).map(|table| Spread {
        table,
        door: judged.door,
        keys: Keys::Family(&family.prefix),
    });
    let name = if family.prefix.is_empty() { judged.door_name() } else { &family.prefix };
    Finding {
        rule: RULE,
        about: judged.about(),
        weight: Weight::Caution,
        title: [name, " has ", &keys, " for ", &items].concat(),
        reason: "Everything under one key shares one partition's 3,000 RCU/s and 1,000 WCU/s, and few keys leave the \
                 other partitions idle."
            .to_owned(),
        evidence: vec![
            [
                &family.longest.text(),
                " has ",
                &grouped(family.longest.items as u64),
                " of ",
                &items,
            ]
            .concat(),
        ],
        link: LINK,
        remedies: spread.and_then(|spread| shard(facts, &spread, name)).into_iter().collect(),
        ..Finding::default()
    }
}

fn constant(facts: Facts<'_>, judged: &Judged<'_>, load: &Load) -> Option<Finding> {
    let held = judged.family.first.iter().find(|first| first.key == load.key)?;
    if held.items < 2 {
        return None;
    }
    let key = load.text();
    let rows = load.parts.iter().filter_map(|part| facts.design.requests.get(part.row));
    let rows: Vec<String> = rows.map(|request| request.id.clone()).collect();
    let asks = if rows.len() == 1 { " writes" } else { " write" };
    let table = facts.database.table(judged.table)?;
    let keys = match load.key.as_slice() {
        [AttributeValue::S(key)] => Keys::One(key),
        _ => Keys::Family(""),
    };
    Some(Finding {
        rule: RULE,
        about: [judged.door_name(), " ", &key].concat(),
        weight: Weight::Note,
        title: [&key, " is one key for everything"].concat(),
        reason: [
            &listed(&rows),
            asks,
            " the key out, so there is one collection, in one partition, however large the table grows.",
        ]
        .concat(),
        evidence: vec![
            [&counted(held.items as u64, "item", "items"), " under ", &key, " in the sample"].concat(),
            super::hot_key::figures(load),
        ],
        requests: rows,
        link: LINK,
        remedies: shard(facts, &Spread { table, door: judged.door, keys }, &key).into_iter().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::bench::{by, query, scenario, thing, things};
    use super::*;
    use serde_json::json;

    #[test]
    fn few_categories_for_many_items_are_few_keys() {
        let of = |n: usize| json!({"S": (["tools", "toys", "books"][n % 3])});
        let items = (0..30).map(|n| thing(&format!("P#{n}"), n, "category", of(n))).collect();
        let read = query("R", 5, "category", json!({"S": "tools"}));
        let mut bench = things(by("category", Some("SK")), &[("category", "S")], items, vec![read]);
        let found = bench.find(find);
        assert_eq!(found[0].title, "ByKey has 3 keys for 30 items");
        assert_eq!(bench.returned("R"), 10);
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.returned("R"), 10, "over all shards");
    }

    #[test]
    fn from_a_thousand_items_on_the_number_of_keys_speaks() {
        let items = |keys: usize| {
            let thing = |n: usize| thing(&format!("C#{}", n % keys), n, "a", json!({"S": "x"}));
            (0..1_200).map(thing).collect()
        };
        let bench = things(json!({}), &[], items(40), Vec::new());
        assert_eq!(bench.find(find)[0].title, "C# has 40 keys for 1,200 items");
        let bench = things(json!({}), &[], items(400), Vec::new());
        assert_eq!(bench.find(find).len(), 0);
    }

    #[test]
    fn a_key_written_out_is_one_for_everything() {
        let items = (0..5).map(|n| thing("ALL#PRODUCTS", n, "a", json!({"S": "x"}))).collect();
        let read = query("R", 5, "PK", json!({"S": "ALL#PRODUCTS"}));
        let mut bench = things(json!({}), &[], items, vec![read]);
        let found = bench.find(find);
        assert_eq!(found[0].title, "ALL#PRODUCTS is one key for everything");
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.returned("R"), 5);
    }

    #[test]
    fn healthy_keys_of_small_samples_are_let_be() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert_eq!(scenario(id).find(find).len(), 0, "{id}");
        }
        let items =
            (0..12).map(|n| thing(&format!("C#{}", n % 2), n, "a", json!({"S": "x"}))).collect();
        let read = query("R", 5, "PK", json!({"S": "C#{id}"}));
        assert_eq!(things(json!({}), &[], items, vec![read]).find(find).len(), 0);
    }
}
