//! A status or a flag as partition key.
//!
//! Few values, and everything in one state under one of them. In an index that only holds what is in that state (the attribute is
//! removed when the item leaves it) the collection stays small, and that is fine; it is said, with the figures. Where the index
//! holds most items, or the stated volume takes a good part of a partition, it is a caution.
//! Source: AWS, "Take advantage of sparse indexes" and "Designing partition keys to distribute your workload".

use super::Facts;
use super::hot_key::{WARM, figures};
use super::load::Load;
use super::nature::{Judged, Nature, all_judged};
use super::shard::{Keys, Spread, shard};
use crate::advice::told::listed;
use crate::advice::{Finding, Weight};
use crate::numerals::{bytes, counted, grouped};

const RULE: &str = "status-index";
const SPARSE: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general-sparse-indexes.html";
const SHARDING: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-sharding.html";

/// Finds them.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let (judged, loads) = all_judged(facts);
    for judged in judged.iter().filter(|judged| judged.nature == Nature::Status) {
        found.push(finding(facts, judged, judged.load(&loads)));
    }
}

fn finding(facts: Facts<'_>, judged: &Judged<'_>, load: Option<&Load>) -> Finding {
    let (family, door) = (judged.family, judged.door_name());
    let all = facts.database.table(judged.table).map_or(0, key_engine::Table::item_count);
    let is_sparse = judged.index.is_some() && family.items * 2 <= all;
    let is_warm = load.is_some_and(|load| load.fullness() >= WARM);
    let longest = family.longest.text();
    let mut finding = Finding {
        rule: RULE,
        about: judged.about(),
        weight: if is_sparse && !is_warm { Weight::Note } else { Weight::Caution },
        link: if is_sparse { SPARSE } else { SHARDING },
        ..Finding::default()
    };
    finding.title = if family.collections == 1 && judged.index.is_some() {
        [&longest, " is the only key of ", door].concat()
    } else {
        [door, " is keyed by a status"].concat()
    };
    let items = counted(all as u64, "item", "items");
    let of_all = if family.items == all {
        ["all ", &items].concat()
    } else {
        [&grouped(family.items as u64), " of ", &items].concat()
    };
    let held = if is_sparse {
        ["It is sparse, with ", &of_all, ", and stays small while items leave it again"].concat()
    } else if judged.index.is_some() {
        ["It holds ", &of_all, ", so each of its collections grows with the table"].concat()
    } else {
        "All items in one state share one partition, and an item that changes its state has to move"
            .to_owned()
    };
    finding.reason = match load {
        Some(load) if is_warm => {
            ["One key carries it all: ", &figures(load), ". ", &held, "."].concat()
        }
        Some(load) => [&held, "; its key carries ", &figures(load), "."].concat(),
        None => [&held, "."].concat(),
    };
    finding.evidence.push(
        [
            &counted(family.collections as u64, "key", "keys"),
            "; ",
            &longest,
            " has ",
            &counted(family.longest.items as u64, "item", "items"),
            ", ",
            &bytes(family.longest.bytes),
        ]
        .concat(),
    );
    if let Some(load) = load {
        let rows = load.parts.iter().filter_map(|part| facts.design.requests.get(part.row));
        finding.requests = rows.map(|request| request.id.clone()).collect();
        finding.evidence.push(["Asked by ", &listed(&finding.requests)].concat());
    }
    let table = facts.database.table(judged.table);
    let keys = Keys::Family(&family.prefix);
    let spread = table.map(|table| Spread { table, door: judged.door, keys });
    let what = if family.collections == 1 { &longest } else { door };
    let mut spread = spread.and_then(|spread| shard(facts, &spread, what));
    if let Some(remedy) = spread.as_mut().filter(|_| !is_warm) {
        let calm = "One partition serves the load of today with ease: this is for one that grows.";
        remedy.facts.insert(0, calm.to_owned());
    }
    finding.remedies.extend(spread);
    finding
}

#[cfg(test)]
mod tests {
    use super::super::bench::{by, query, scenario, thing, things};
    use super::*;
    use crate::design::Expectation;
    use serde_json::json;

    #[test]
    fn a_sparse_index_on_a_status_is_fine_and_said_so() {
        let mut bench = scenario("store");
        let found = bench.find(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "OPEN is the only key of OpenOrdersIndex");
        assert_eq!(found[0].weight, Weight::Note);
        assert_eq!(
            found[0].reason,
            "It is sparse, with 3 of 66 items, and stays small while items leave it again; its key carries 250 of its \
             partition's 3,000 RCU/s."
        );
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.returned("S5"), 3);
        let row = bench.design.request("S5").unwrap();
        assert!(
            matches!(&row.expected, Some(Expectation::Items { items, ordered: false }) if items.len() == 3),
            "the same items, in any order"
        );
        let proof = bench.proofs.iter().find(|proof| proof.request == "S5").unwrap();
        assert!(proof.standing.is_proven(), "{}", proof.reason);
        assert!(bench.find(find).is_empty(), "its key has a second attribute");
    }

    #[test]
    fn a_status_of_everything_or_at_volume_is_a_caution() {
        let of = |n: usize| json!({"S": (["PACKING", "SHIPPED", "DELIVERED"][n % 3])});
        let items = || (0..12).map(|n| thing(&format!("O#{n}"), n, "status", of(n))).collect();
        let one = query("R", 5, "status", json!({"S": "{id}"}));
        let bench = things(by("status", None), &[("status", "S")], items(), vec![one]);
        let found = bench.find(find);
        assert_eq!(
            (found[0].title.as_str(), found[0].weight),
            ("ByKey is keyed by a status", Weight::Caution)
        );
        let often = query("R", 4_000, "status", json!({"S": "PACKING"}));
        let bench = things(by("status", None), &[("status", "S")], items(), vec![often]);
        let found = bench.find(find);
        assert!(
            found[0]
                .reason
                .starts_with("One key carries it all: 2,000 of its partition's 3,000 RCU/s.")
        );
        assert_eq!(found[0].requests, ["R"]);
    }

    #[test]
    fn words_that_name_one_thing_each_are_no_status() {
        let name = |n: usize| json!({"S": (["ada", "bob", "eve"][n])});
        let items = (0..3).map(|n| thing(&format!("U#{n}"), n, "handle", name(n))).collect();
        let bench = things(by("handle", None), &[("handle", "S")], items, Vec::new());
        assert_eq!(bench.find(find).len(), 0);
        for id in ["warehouse", "store-single-table", "ecommerce", "social"] {
            assert_eq!(scenario(id).find(find).len(), 0, "{id}");
        }
    }
}
