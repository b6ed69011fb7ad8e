//! A key that gets more traffic than its partition serves, by the stated volume.
//!
//! A partition serves 3,000 read units and 1,000 write units a second. `DynamoDB` moves busy keys to partitions of their own, and
//! may split a collection by its sort key; nothing lifts the cap of one item. So a key is called hot against that cap alone, from a
//! third of it on, or from all of it on where requests for whole collections are all there is. What is assumed of the traffic of a placeholder is said in the finding; see the loads.
//! Source: AWS, "Designing partition keys to distribute your workload".

use super::Facts;
use super::load::{Load, Part};
use super::nature::{Nature, all_judged};
use super::shard::{Keys, Spread, shard};
use crate::advice::told::listed;
use crate::advice::{Finding, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, Remedy, Weight};
use crate::design::{Consistency, Edit, Request, Volume};
use crate::numerals::{grouped, short_decimal, units};
use key_engine::AttributeValue;
use key_engine::engine::IndexKind;
use serde_json::Value;

const RULE: &str = "hot-key";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
/// The part of a partition from which on a key is worth a word.
pub(super) const WARM: f64 = 1.0 / 3.0;
/// One in so many requests passes a cache, or is left when so many are gathered in one. Assumed, and said so.
const ONE_IN: f64 = 10.0;

/// Finds the keys.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let (judged, loads) = all_judged(facts);
    let from = |load: &Load| if load.is_firm { WARM } else { 1.0 };
    let mut told: Vec<&Load> = Vec::new();
    for load in loads.iter().filter(|load| load.fullness() >= from(load)) {
        // A status says so itself, and of the shards that one row reads the fullest stands for all.
        let is_status =
            judged.iter().any(|judged| judged.nature == Nature::Status && judged.has(load));
        let is_like = |other: &&Load| {
            let rows = other.parts.iter().map(|part| part.row);
            other.is_at(&load.table, load.index.as_deref())
                && rows.eq(load.parts.iter().map(|part| part.row))
        };
        if !is_status && !told.iter().any(is_like) {
            found.push(finding(facts, load));
            told.push(load);
        }
    }
}

fn finding(facts: Facts<'_>, load: &Load) -> Finding {
    let mut rows: Vec<String> = load.parts.iter().map(|part| id_of(facts, part)).collect();
    rows.dedup();
    let key = load.text();
    let is_over = load.fullness() >= 1.0;
    let share = load.parts.iter().map(|part| part.share).fold(0.0, f64::max);
    let whose = if load.is_constant {
        let write = if rows.len() == 1 { " writes the key out" } else { " write the key out" };
        [&listed(&rows), write, ", so all of it lands on this one key: "].concat()
    } else {
        let sample = if load.is_by_volume {
            "If the sample's keys are all there are and requests follow its items, "
        } else {
            "If requests follow the items of the sample, "
        };
        [sample, &percent(share), " of ", &listed(&rows), " lands on it: "].concat()
    };
    let door = load.index.as_deref().unwrap_or(&load.table);
    Finding {
        rule: RULE,
        about: [door, " ", &key].concat(),
        weight: Weight::Caution,
        title: [key.as_str(), if is_over { " runs hot" } else { " may run hot" }].concat(),
        reason: [&whose, &figures(load), "."].concat(),
        evidence: load.parts.iter().map(|part| line(facts, part)).collect(),
        requests: rows,
        link: LINK,
        remedies: remedies(facts, load),
    }
}

/// `1,125 of its partition's 3,000 RCU/s`, or `4,000 RCU/s where its partition serves 3,000`; of reads, writes or both.
pub(super) fn figures(load: &Load) -> String {
    let mut out = String::new();
    for (amount, cap, unit) in [
        (load.reads, PARTITION_READ_UNITS, " RCU/s"),
        (load.writes, PARTITION_WRITE_UNITS, " WCU/s"),
    ] {
        if amount > 0.0 {
            let is_over = amount > cap;
            let (amount, all) = (units(amount), grouped(cap as u64));
            out.push_str(if out.is_empty() { "" } else { " and " });
            out.push_str(&if is_over {
                [&amount, unit, " where its partition serves ", &all].concat()
            } else {
                [&amount, " of its partition's ", &all, unit].concat()
            });
        }
    }
    out
}

fn percent(share: f64) -> String {
    [&grouped((share * 100.0).round() as u64), "%"].concat()
}

fn id_of(facts: Facts<'_>, part: &Part) -> String {
    facts.design.requests.get(part.row).map(|request| request.id.clone()).unwrap_or_default()
}

/// `A2: 2,000/s × 1 RCU × 50% = 1,000 RCU/s`.
fn line(facts: Facts<'_>, part: &Part) -> String {
    let mut out = [&id_of(facts, part), ":"].concat();
    let rate = facts.proofs.get(part.row).map_or(0.0, |proof| proof.per_second);
    for (amount, unit) in [(part.reads, " RCU"), (part.writes, " WCU")] {
        if amount > 0.0 {
            let each = amount / part.share / rate;
            out.push_str(if out.ends_with(':') { " " } else { ", " });
            out.push_str(
                &[
                    &per_second(rate),
                    "/s × ",
                    &short_decimal(each, 1),
                    unit,
                    " × ",
                    &percent(part.share),
                    " = ",
                    &units(amount),
                    unit,
                    "/s",
                ]
                .concat(),
            );
        }
    }
    out
}

/// A rate: in whole numbers where it is one.
fn per_second(rate: f64) -> String {
    if rate.fract() == 0.0 { grouped(rate as u64) } else { short_decimal(rate, 1) }
}

fn remedies(facts: Facts<'_>, load: &Load) -> Vec<Remedy> {
    let mut found = Vec::new();
    let rows = || {
        let parts = load.parts.iter().filter(|part| part.reads + part.writes > 0.0);
        parts.filter_map(|part| Some((part, facts.design.requests.get(part.row)?)))
    };
    let may_lag = |request: &Request| request.consistency == Consistency::EventualMayDo;
    let read_strong = || rows().filter(|(_, request)| reads_strong(request));
    found.extend(
        read_strong()
            .filter(|(_, request)| may_lag(request))
            .map(|(part, request)| eventual(part, request)),
    );
    found.extend(spread(facts, load));
    found.extend(
        read_strong()
            .filter(|(_, request)| !may_lag(request))
            .map(|(part, request)| eventual(part, request)),
    );
    for (part, request) in rows() {
        let is_main = part.reads + part.writes >= (load.reads + load.writes) / 4.0;
        if is_main && (part.writes > 0.0 || may_lag(request) && !reads_strong(request)) {
            found.push(fewer(part, request));
        }
    }
    found
}

fn reads_strong(request: &Request) -> bool {
    let asks = |value: &Value| value.get("ConsistentRead").and_then(Value::as_bool) == Some(true);
    request.calls.iter().any(|call| asks(&call.input))
}

/// A row that reads eventually: half the units.
fn eventual(part: &Part, request: &Request) -> Remedy {
    let mut becomes = request.clone();
    let mut facts = vec![
        [&request.id, ": ", &units(part.reads), " RCU/s become ", &units(part.reads / 2.0), "."]
            .concat(),
        "An answer may lag behind the last write, mostly by less than a second.".to_owned(),
    ];
    if request.consistency == Consistency::StrongMayMatter {
        becomes.consistency = Consistency::EventualMayDo;
        facts.push(
            "Its promise becomes an eventual one; check again where something is written."
                .to_owned(),
        );
    }
    for call in &mut becomes.calls {
        if let Some(input) = call.input.as_object_mut() {
            input.remove("ConsistentRead");
        }
    }
    Remedy {
        label: ["Let ", &request.id, " read eventually"].concat(),
        facts,
        edits: vec![Edit::ReplaceRequest { at: part.row, request: Box::new(becomes) }],
        walk: None,
    }
}

/// A row of which only some reach the table.
fn fewer(part: &Part, request: &Request) -> Remedy {
    let left = request.volume.per_second() / ONE_IN;
    let (label, how) = if part.writes > 0.0 {
        (
            ["Gather ten of ", &request.id, " into one write"].concat(),
            "Whoever writes collects changes for a moment, and writes their sum: ten in one is assumed.",
        )
    } else {
        (
            ["Put a cache in front of ", &request.id].concat(),
            "A cache such as DAX answers what was asked before: nine of ten is assumed. Its answers may lag.",
        )
    };
    let becomes = Request { volume: Volume::PerSecond(left), ..request.clone() };
    Remedy {
        label,
        facts: vec![
            how.to_owned(),
            ["The volume becomes what reaches the table: ", &per_second(left), " a second."]
                .concat(),
        ],
        edits: vec![Edit::ReplaceRequest { at: part.row, request: Box::new(becomes) }],
        walk: None,
    }
}

/// One written-out key becomes several.
fn spread(facts: Facts<'_>, load: &Load) -> Option<Remedy> {
    let table = facts.database.table(&load.table)?;
    let door = table.door(load.index.as_deref())?;
    let keys = match load.key.as_slice() {
        [AttributeValue::S(key)] if load.is_constant => Keys::One(key),
        _ if door.kind() == IndexKind::Global && load.is_constant => Keys::Family(""),
        _ => return None,
    };
    shard(facts, &Spread { table, door, keys }, &load.text())
}

#[cfg(test)]
mod tests {
    use super::super::bench::{by, query, row, scenario, thing, things};
    use super::*;
    use serde_json::json;

    #[test]
    fn a_product_that_two_requests_share_may_run_hot_and_reading_eventually_cools_it() {
        let mut bench = scenario("warehouse");
        let found = bench.find(find);
        assert_eq!(found.len(), 1, "the other keys are even or calm");
        assert_eq!(found[0].title, "PRODUCT#P100 may run hot");
        assert_eq!(
            found[0].reason,
            "If requests follow the items of the sample, 50% of A2 and A3 lands on it: 1,125 of its partition's \
             3,000 RCU/s."
        );
        assert_eq!(found[0].evidence[0], "A2: 2,000/s × 1 RCU × 50% = 1,000 RCU/s");
        assert_eq!(found[0].requests, ["A2", "A3"]);
        bench.try_out(&found[0].remedies[0]);
        assert!(bench.find(find).is_empty(), "half of it is no third of a partition");
    }

    #[test]
    fn volume_alone_makes_a_key_hot_where_it_is_more_than_a_partition_serves() {
        for (id, per_second, hot, assumed) in [
            ("A1", 100_000.0, "SERIAL#SN-98471", "If the sample's keys are all there are"),
            ("A5", 50_000.0, "CUSTOMER#C4821", "If requests follow the items of the sample"),
        ] {
            let mut bench = scenario("warehouse");
            let rows = &mut bench.design.requests;
            rows.iter_mut().find(|row| row.id == id).unwrap().volume =
                Volume::PerSecond(per_second);
            bench.prove();
            let found = bench.find(find);
            let found = found.iter().find(|found| found.requests == [id]).unwrap();
            assert_eq!(found.title, [hot, " runs hot"].concat());
            assert!(found.reason.starts_with(assumed), "{}", found.reason);
            assert!(found.reason.ends_with(" RCU/s where its partition serves 3,000."));
        }
    }

    #[test]
    fn a_key_stays_hot_and_its_own_when_others_go() {
        let delete = |bench: &mut super::super::bench::Bench, pk: &str, sk: &str| {
            let key = json!({"PK": {"S": pk}, "SK": {"S": sk}});
            let input = json!({"TableName": "Warehouse", "Key": key});
            bench.database.call("DeleteItem", &input).unwrap();
            bench.census = crate::advice::Census::take(&bench.design, &bench.database);
        };
        // No row sees it go, so none is run again, and collections stand elsewhere than they stood.
        for (pk, sk, share) in
            [("SERIAL#SN-98471", "METADATA", "50%"), ("PRODUCT#P102", "WAREHOUSE#W2", "60%")]
        {
            let mut bench = scenario("warehouse");
            let before = bench.database.table("Warehouse").unwrap().item_count();
            delete(&mut bench, pk, sk);
            assert_eq!(bench.database.table("Warehouse").unwrap().item_count(), before - 1);
            let found = bench.find(find);
            assert_eq!(found.len(), 1, "{pk}");
            assert_eq!(found[0].title, "PRODUCT#P100 may run hot");
            assert_eq!(found[0].requests, ["A2", "A3"]);
            assert!(found[0].reason.contains(&[share, " of A2 and A3 "].concat()));
        }
    }

    #[test]
    fn even_or_calm_keys_are_not_hot() {
        for id in ["store", "store-single-table", "ecommerce", "social"] {
            assert_eq!(scenario(id).find(find).len(), 0, "{id}");
        }
        let items = (0..6).map(|n| thing("P#1", n, "a", json!({"S": "x"}))).collect();
        let calm = things(json!({}), &[], items, vec![query("R", 5, "PK", json!({"S": "P#1"}))]);
        assert_eq!(calm.find(find).len(), 0, "written out, and seldom asked");
    }

    #[test]
    fn requests_for_whole_collections_make_a_key_hot_only_beyond_its_partition() {
        let mut store = scenario("store");
        let row = store.design.requests.iter_mut().find(|request| request.id == "S2").unwrap();
        row.volume = Volume::PerSecond(12_000.0);
        store.prove();
        let found = store.find(find);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "CUSTOMER#123 runs hot");
        assert!(found[0].reason.ends_with(" RCU/s where its partition serves 3,000."));
        store.try_out(&found[0].remedies[0]);
        assert!(store.find(find).is_empty());
    }

    #[test]
    fn a_key_that_is_written_out_gets_all_of_it_and_is_spread() {
        let items = || (0..9).map(|n| thing("LOW", n, "a", json!({"S": "x"}))).collect();
        let write =
            row("W", 1_500, "PutItem", json!({"Item": {"PK": {"S": "LOW"}, "SK": {"S": "{n}"}}}));
        let read = query("R", 10, "PK", json!({"S": "LOW"}));
        let mut bench = things(json!({}), &[], items(), vec![write, read]);
        let found = bench.find(find);
        assert_eq!(found[0].title, "LOW runs hot");
        assert_eq!(
            found[0].reason,
            "W and R write the key out, so all of it lands on this one key: 5 of its partition's 3,000 RCU/s and \
             1,500 WCU/s where its partition serves 1,000."
        );
        assert_eq!(found[0].remedies[0].label, "Spread LOW over 4 keys");
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.returned("R"), 9, "all shards together");
        assert!(
            bench.proofs.iter().all(|proof| proof.calls.iter().all(|run| run.route.is_addressed()))
        );
    }

    #[test]
    fn of_the_shards_that_one_row_reads_the_fullest_stands_for_all() {
        let of =
            |n: usize| thing(&format!("LOW#{}", n % 3), n, "a", json!({"S": "x".repeat(n * 100)}));
        let mut read = query("R", 4_000, "PK", json!({"S": "LOW#0"}));
        let call = read["calls"][0].clone();
        for shard in ["LOW#1", "LOW#2"] {
            let mut call = call.clone();
            call["input"]["ExpressionAttributeValues"][":k"]["S"] = shard.into();
            read["calls"].as_array_mut().unwrap().push(call);
        }
        let bench = things(json!({}), &[], (0..9).map(of).collect(), vec![read]);
        assert_eq!(bench.find(find).len(), 1);
    }

    #[test]
    fn where_a_key_is_spread_only_the_key_becomes_another() {
        let mut items: Vec<_> = (0..9).map(|n| thing("LOW", n, "a", json!({"S": "LOW"}))).collect();
        items.push(json!({"PK": {"S": "LOW"}, "SK": {"S": "LOW"}, "a": {"S": "LOW"}}));
        let write =
            row("W", 1_500, "PutItem", json!({"Item": {"PK": {"S": "LOW"}, "SK": {"S": "{n}"}}}));
        let get = row("G", 5, "GetItem", json!({"Key": {"PK": {"S": "LOW"}, "SK": {"S": "LOW"}}}));
        let within = json!({"KeyConditionExpression": "PK = :p AND begins_with(SK, :s)",
            "ExpressionAttributeValues": {":p": {"S": "LOW"}, ":s": {"S": "LO"}}, "FilterExpression": "a = :a"});
        let mut filtered = within.clone();
        filtered["ExpressionAttributeValues"][":a"] = json!({"S": "LO"});
        let mut same = within;
        same["ExpressionAttributeValues"][":a"] = json!({"S": "LOW"});
        let by_index = query("I", 5, "a", json!({"S": "LOW"}));
        let rows = [write, get, row("F", 5, "Query", filtered), by_index];
        let sheet = |more: Vec<serde_json::Value>| {
            let rows = rows.iter().cloned().chain(more).collect();
            things(by("a", None), &[("a", "S")], items.clone(), rows)
        };
        let spread = |bench: &super::super::bench::Bench| {
            let found = bench.find(find);
            let hot = found.iter().find(|found| found.title == "LOW runs hot").unwrap();
            let mut remedies = hot.remedies.iter();
            remedies.find(|remedy| remedy.label.starts_with("Spread LOW")).cloned()
        };
        let mut bench = sheet(Vec::new());
        let before: Vec<usize> = ["G", "F", "I"].map(|id| bench.returned(id)).to_vec();
        assert_eq!(before, [1, 0, 10]);
        bench.carry_out(&spread(&bench).unwrap());
        assert_eq!(["G", "F", "I"].map(|id| bench.returned(id)).to_vec(), before);
        let statement = "SELECT * FROM Things WHERE PK = 'LOW' AND SK = '00001'";
        let keys = json!([{"PK": {"S": "LOW"}, "SK": {"S": "00001"}}]);
        for cannot in [
            row("F", 5, "Query", same),
            json!({"id": "P", "sentence": "", "volume": 5, "consistency": "eventual may do",
                "calls": [{"operation": "ExecuteStatement", "input": {"Statement": statement}}]}),
            json!({"id": "B", "sentence": "", "volume": 5, "consistency": "eventual may do",
                "calls": [{"operation": "BatchGetItem", "input": {"RequestItems": {"Things": {"Keys": keys}}}}]}),
        ] {
            assert!(spread(&sheet(vec![cannot])).is_none(), "a row would lose its item");
        }
    }

    #[test]
    fn an_index_entry_is_a_write_to_the_index_key() {
        let items =
            (0..9).map(|n| thing(&format!("P#{n}"), 1, "kind", json!({"S": "NEW1"}))).collect();
        let write = row(
            "W",
            900,
            "PutItem",
            json!({"Item": {"PK": {"S": "Q#{id}"}, "SK": {"S": "{n}"}, "kind": {"S": "NEW1"}}}),
        );
        let bench = things(by("kind", None), &[("kind", "S")], items, vec![write]);
        let found = bench.find(find);
        assert_eq!((found.len(), found[0].title.as_str()), (1, "NEW1 may run hot"));
    }

    #[test]
    fn a_single_hot_item_is_cached_or_its_writes_gathered() {
        let items = vec![thing("CONFIG", 1, "a", json!({"S": "x"}))];
        let key = json!({"PK": {"S": "CONFIG"}, "SK": {"S": "00001"}});
        let read = row("R", 9_000, "GetItem", json!({"Key": key}));
        let mut bench = things(json!({}), &[], items, vec![read]);
        let found = bench.find(find);
        let cache = found[0].remedies.last().unwrap();
        assert_eq!(cache.label, "Put a cache in front of R");
        bench.try_out(cache);
        assert!(bench.find(find).is_empty());
    }
}
