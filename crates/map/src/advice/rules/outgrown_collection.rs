//! A collection that outgrows 10 GB in a table with a local secondary index.
//!
//! A local index keeps each collection in one place: the items of one partition key, with their index entries, may be 10 GB, and
//! then writes to them are refused. Without one there is no such limit. Nobody's sample has 10 GB; so what counts is
//! whether a collection grows with the table: its key is written out by a request, or it holds a good part of a sample of some
//! size. One that multiplies stays as long as it is.
//! Source: AWS, "Item collection size limit".

use super::Facts;
use super::load::{Load, loads};
use crate::advice::{CollectionCensus, DoorCensus, Finding, Remedy, Weight};
use crate::design::{Call, DoorDefinition, Edit};
use crate::numerals::{bytes, counted, grouped, short_decimal};
use key_engine::engine::limits::MAX_GLOBAL_INDEXES;
use key_engine::engine::{Index, IndexKind, Table};
use key_engine::value::{Members, object};
use serde_json::Value;

const RULE: &str = "outgrown-collection";
const LINK: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit";
/// 10 GB.
const LIMIT_BYTES: f64 = 10.0 * 1024.0 * 1024.0 * 1024.0;
/// A collection that holds this part of a table, and so many items, is taken to keep its part.
const PART: f64 = 0.1;
const SOME_ITEMS: usize = 20;
/// Close to the limit as it is.
const CLOSE_BYTES: f64 = LIMIT_BYTES * 0.5;

/// Finds them: of each table with a local index the first that grows.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let loads = loads(facts);
    for census in &facts.census.tables {
        let Some(table) = facts.database.table(&census.name) else { continue };
        let Some(own) = census.door(None).filter(|_| table.has_local_index()) else { continue };
        // With its entries in local indexes a collection is larger; the table's share stands for both.
        let local = table.indexes().filter(|index| index.kind() == IndexKind::Local);
        let all: u64 = own.bytes + local.map(Index::size_bytes).sum::<u64>();
        let times = all as f64 / own.bytes.max(1) as f64;
        let written = |load: &Load| {
            let mut first = own.families.iter().flat_map(|family| &family.first);
            let is_here = load.is_constant && load.is_at(table.name(), None);
            first.find(|held| is_here && held.items > 1 && held.key == load.key).cloned()
        };
        let constant = loads.iter().find_map(written);
        let grows = constant.clone().or_else(|| growing(own, times));
        if let Some(held) = grows {
            found.push(finding(facts, table, own, &held, times, constant.is_some()));
        }
    }
}

fn growing(own: &DoorCensus, times: f64) -> Option<CollectionCensus> {
    let held = &own.heaviest;
    let keeps = own.collections > 1 || held.items >= SOME_ITEMS;
    let is_part = held.bytes as f64 >= PART * own.bytes as f64 && held.items >= SOME_ITEMS && keeps;
    (is_part || held.bytes as f64 * times >= CLOSE_BYTES).then(|| held.clone())
}

fn finding(
    facts: Facts<'_>,
    table: &Table,
    own: &DoorCensus,
    held: &CollectionCensus,
    times: f64,
    is_constant: bool,
) -> Finding {
    let key = held.text();
    let share = held.bytes as f64 / own.bytes.max(1) as f64;
    let each = held.bytes as f64 * times / held.items.max(1) as f64;
    let full_at = LIMIT_BYTES / each.max(1.0);
    let local: Vec<&Index> =
        table.indexes().filter(|index| index.kind() == IndexKind::Local).collect();
    let name = local.first().and_then(|index| index.name()).unwrap_or_default();
    let why = if is_constant {
        ["A request writes ", &key, " out, so its collection grows with the table"].concat()
    } else {
        [
            &key,
            " holds ",
            &grouped((share * 100.0).round() as u64),
            "% of the table; if it keeps that, it grows with it",
        ]
        .concat()
    };
    Finding {
        rule: RULE,
        about: table.name().to_owned(),
        weight: Weight::Caution,
        title: [&key, " may outgrow 10 GB"].concat(),
        reason: [
            &why,
            ". With the local index ",
            name,
            " a collection is full at 10 GB, and writes to it are refused.",
        ]
        .concat(),
        evidence: vec![
            [
                &counted(held.items as u64, "item", "items"),
                ", ",
                &bytes(held.bytes),
                " in the sample",
            ]
            .concat(),
            [
                &short_decimal(each, 0),
                " bytes an item with its index entries: full at ",
                &grouped(full_at as u64),
                " items",
            ]
            .concat(),
        ],
        link: LINK,
        remedies: local.iter().filter_map(|index| global(facts, table, index)).collect(),
        ..Finding::default()
    }
}

/// A global index of the same key, with the requests that went through the local one.
fn global(facts: Facts<'_>, table: &Table, local: &Index) -> Option<Remedy> {
    let is_global = |index: &&Index| index.kind() == IndexKind::Global;
    if table.indexes().filter(is_global).count() >= MAX_GLOBAL_INDEXES {
        return None;
    }
    let name = local.name()?;
    let described = facts.design.table(table.name())?;
    let indexes = described.create.get("LocalSecondaryIndexes")?.as_array()?;
    let mut index =
        indexes.iter().find(|index| index.get("IndexName") == Some(&name.into()))?.clone();
    let mut new_name = [name, "-global"].concat();
    while table.index(&new_name).is_some() {
        new_name.push('2');
    }
    index.as_object_mut()?.set("IndexName", new_name.as_str().into());
    if let Some((reads, writes)) = table.billing().units() {
        let throughput = object(&mut [
            ("ReadCapacityUnits", reads.into()),
            ("WriteCapacityUnits", writes.into()),
        ]);
        index.as_object_mut()?.set("ProvisionedThroughput", throughput);
    }
    let mut attributes = Vec::new();
    for element in local.key_schema() {
        attributes.push(object(&mut [
            ("AttributeName", element.attribute.as_str().into()),
            ("AttributeType", element.key_type.name().into()),
        ]));
    }
    let door = DoorDefinition { index, attributes, bays: None, at: None };
    let mut edits = vec![Edit::OpenDoor { table: table.name().to_owned(), door }];
    let mut rows = Vec::new();
    for (at, request) in facts.design.requests.iter().enumerate() {
        let mut becomes = request.clone();
        for call in &mut becomes.calls {
            through(call, table.name(), name, &new_name);
        }
        if becomes.calls != request.calls {
            rows.push(request.id.clone());
            edits.push(Edit::ReplaceRequest { at, request: Box::new(becomes) });
        }
    }
    let mut facts = vec![
        "A global index has partitions of its own and no limit on a collection; its reads are eventual.".to_owned(),
        ["The limit goes once the table is made anew without ", name, ": a local index cannot be taken off."].concat(),
    ];
    if !rows.is_empty() {
        facts.push(
            ["Goes through it from then on: ", &crate::advice::told::listed(&rows), "."].concat(),
        );
    }
    Some(Remedy {
        label: ["Open a global index instead of ", name].concat(),
        facts,
        walk: None,
        edits,
    })
}

/// Sends a call through another index, eventually.
fn through(call: &mut Call, table: &str, from: &str, to: &str) {
    let is_here = crate::design::call_form::CallForm::table_of(call) == Some(table)
        && call.input.get("IndexName").and_then(Value::as_str) == Some(from);
    if let Some(input) = call.input.as_object_mut().filter(|_| is_here) {
        input.set("IndexName", to.into());
        input.remove("ConsistentRead");
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{local, query, scenario, thing, things};
    use super::*;
    use serde_json::json;

    fn orders(keys: usize) -> Vec<Value> {
        (0..120)
            .map(|n| thing(&format!("C#{}", n % keys), n, "total", json!({"N": n.to_string()})))
            .collect()
    }

    #[test]
    fn a_collection_that_keeps_its_part_grows_with_the_table() {
        let mut read = query("R", 5, "PK", json!({"S": "C#{id}"}));
        read["calls"][0]["input"]["IndexName"] = "BySort".into();
        let mut bench = things(local("total"), &[("total", "N")], orders(2), vec![read]);
        let found = bench.find(find);
        assert!(found[0].title.ends_with(" may outgrow 10 GB"));
        assert_eq!(found[0].remedies[0].label, "Open a global index instead of BySort");
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(bench.returned("R"), 60);
        assert!(bench.proofs[0].standing.is_proven());
    }

    #[test]
    fn a_key_that_is_written_out_grows_from_the_first_items_on() {
        let items = (0..3).map(|n| thing("ALL", n, "total", json!({"N": "1"}))).collect();
        let read = query("R", 5, "PK", json!({"S": "ALL"}));
        let bench = things(local("total"), &[("total", "N")], items, vec![read]);
        assert!(bench.find(find)[0].reason.starts_with("A request writes ALL out"));
    }

    #[test]
    fn collections_that_multiply_or_have_no_local_index_stay() {
        assert_eq!(
            things(local("total"), &[("total", "N")], orders(40), vec![]).find(find).len(),
            0
        );
        assert_eq!(things(json!({}), &[], orders(2), vec![]).find(find).len(), 0);
        assert_eq!(scenario("store").find(find).len(), 0);
    }
}
