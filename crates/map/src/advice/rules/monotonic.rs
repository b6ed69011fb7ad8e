//! A partition key that rises with time: a date, a moment, a counter.
//!
//! Partition keys have no order, so nothing is gained by the rise, and what happens now all goes to the latest key:
//! - under a date, everything of that day is written to one key while the others rest;
//! - a moment must be named exactly, since no range of partition keys can be asked for;
//! - a counter has to be drawn from one item, which is then written for each.
//!
//! A sort key that rises is as it should be, and so are ids that only look like numbers.
//! Source: AWS, "Designing partition keys to distribute your workload" (a creation date spreads badly).

use super::Facts;
use super::nature::{Judged, Nature, all_judged};
use super::shard::{Keys, Spread, shard};
use crate::advice::{Finding, Weight};
use crate::numerals::counted;

const RULE: &str = "monotonic";
const LINK: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-uniform-load.html";

/// Finds them.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let (judged, _) = all_judged(facts);
    found.extend(judged.iter().filter_map(|judged| finding(facts, judged)));
}

fn finding(facts: Facts<'_>, judged: &Judged<'_>) -> Option<Finding> {
    let (weight, what, reason) = match judged.nature {
        Nature::Date => (
            Weight::Caution,
            " is keyed by date",
            "What happens today all goes to one key, within the 1,000 WCU/s of its partition, while the keys of other days \
             rest.",
        ),
        Nature::Moment => (
            Weight::Caution,
            " is keyed by the moment",
            "A Query has to name the moment exactly: partition keys have no order, so no stretch of time can be asked for. \
             Time belongs in the sort key.",
        ),
        Nature::Counter => (
            Weight::Note,
            " is keyed by a counter",
            "Each new item takes the next number, so the item that counts is written as often as all the others together.",
        ),
        _ => return None,
    };
    let family = judged.family;
    let first = family.first.first().map(crate::advice::CollectionCensus::text);
    let mut evidence = vec![
        [
            &judged.key_name(),
            ": ",
            &counted(family.collections as u64, "value", "values"),
            ", such as ",
            &first.unwrap_or_default(),
        ]
        .concat(),
    ];
    evidence.push(
        [
            &family.longest.text(),
            " has ",
            &counted(family.longest.items as u64, "item", "items"),
            " of ",
            &crate::numerals::grouped(family.items as u64),
        ]
        .concat(),
    );
    let spread = facts.database.table(judged.table).filter(|_| judged.nature == Nature::Date);
    let spread =
        spread.map(|table| Spread { table, door: judged.door, keys: Keys::Family(&family.prefix) });
    Some(Finding {
        rule: RULE,
        about: judged.about(),
        weight,
        title: [judged.door_name(), what].concat(),
        reason: reason.to_owned(),
        evidence,
        link: LINK,
        remedies: spread
            .and_then(|spread| shard(facts, &spread, "each date"))
            .into_iter()
            .collect(),
        ..Finding::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::bench::{by, query, scenario, thing, things};
    use super::*;
    use serde_json::json;

    #[test]
    fn a_day_a_moment_and_a_counter_are_told_apart() {
        for (value, kind, title) in [
            (
                &(|n: usize| json!({"S": format!("2026-07-{:02}", n % 4 + 1)}))
                    as &dyn Fn(usize) -> serde_json::Value,
                "S",
                "ByKey is keyed by date",
            ),
            (
                &|n| json!({"S": format!("2026-07-26T08:{n:02}:00Z")}),
                "S",
                "ByKey is keyed by the moment",
            ),
            (
                &|n| json!({"N": (1_790_000_000 + n * 7).to_string()}),
                "N",
                "ByKey is keyed by the moment",
            ),
            (&|n| json!({"N": (n + 40).to_string()}), "N", "ByKey is keyed by a counter"),
        ] {
            let items =
                (0..12).map(|n| thing(&format!("E#{n}"), n, "eventTime", value(n))).collect();
            let bench = things(by("eventTime", None), &[("eventTime", kind)], items, Vec::new());
            let found = bench.find(find);
            assert_eq!(
                found.iter().map(|finding| finding.title.as_str()).collect::<Vec<_>>(),
                [title]
            );
        }
    }

    #[test]
    fn dates_in_a_tables_key_are_spread_and_the_requests_follow() {
        let items = (0..12)
            .map(|n| thing(&format!("DAY#2026-07-0{}", n % 3 + 1), n, "a", json!({"S": "x"})));
        let read = query("R", 5, "PK", json!({"S": "DAY#2026-07-0{id}"}));
        let one = super::super::bench::row(
            "G",
            5,
            "GetItem",
            json!({"Key": {"PK": {"S": "DAY#2026-07-02"}, "SK": {"S": "{n}"}}}),
        );
        let mut bench = things(json!({}), &[], items.collect(), vec![read, one]);
        assert_eq!((bench.returned("R"), bench.returned("G")), (4, 1));
        let found = bench.find(find);
        assert_eq!(found[0].title, "Things is keyed by date");
        bench.try_out(&found[0].remedies[0]);
        assert_eq!((bench.returned("R"), bench.returned("G")), (4, 1), "the item's shard is known");
    }

    #[test]
    fn ids_that_look_like_numbers_and_sort_keys_of_time_are_as_they_should_be() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert_eq!(scenario(id).find(find).len(), 0, "{id}");
        }
        let phone = |n: usize| json!({"S": (2_025_550_100_u64 + n as u64).to_string()});
        let items = (0..12).map(|n| thing(&format!("C#{n}"), n, "phone", phone(n))).collect();
        let bench = things(by("phone", None), &[("phone", "S")], items, Vec::new());
        assert_eq!(bench.find(find).len(), 0);
    }
}
