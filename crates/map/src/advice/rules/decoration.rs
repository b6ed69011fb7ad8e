//! Decoration: what no request needs.
//!
//! Every key and every index has to end the sentence "this exists because the application must retrieve ...". An index that
//! cannot is stored, and written with every item, for nobody; a sort key of an index that no request conditions, and that puts
//! nothing in order, keeps items without it out. A table whose key no request names waits for the request it was made for. Nothing
//! is said before all rows were run, and what a row that is not proven goes through is in use. Copies are another rule's.
//! Source: AWS, "General guidelines for secondary indexes in `DynamoDB`": keep the number of indexes to a minimum.

use key_engine::engine::limits::MAX_PROJECTED_BY_INDEX;
use key_engine::engine::{Index, IndexKind, KeyRole, Table};
use key_engine::value::{Members, object};
use serde_json::Value;

use super::Facts;
use crate::advice::door::close;
use crate::advice::{Finding, Purpose, Remedy, Weight, purposes};
use crate::design::{Call, Design, DoorDefinition, Edit, Request, Volume};
use crate::numerals::{bytes, counted};

const RULE: &str = "decoration";
const LINK: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html";

/// Finds it.
pub(super) fn find(facts: Facts<'_>, found: &mut Vec<Finding>) {
    let purposes = purposes(facts.design, facts.database, facts.proofs);
    for purpose in purposes.iter().filter(|purpose| purpose.decoration) {
        let Some(table) = facts.database.table(&purpose.table) else { continue };
        let door = table.door(purpose.index.as_deref());
        let Some(door) = door else { continue };
        let serves = |other: &Purpose| {
            other.table == purpose.table && other.index == purpose.index && !other.served.is_empty()
        };
        match &purpose.key {
            None => found.push(index(facts, table, door)),
            Some((attribute, KeyRole::Range)) if door.kind() == IndexKind::Global => {
                if purposes.iter().any(serves) {
                    found.extend(sort_key(facts.design, table, door, attribute));
                }
            }
            Some((attribute, KeyRole::Hash)) if door.kind() == IndexKind::Primary => {
                found.push(table_key(facts.design, table, attribute));
            }
            Some(_) => {}
        }
    }
}

fn name_of(door: &Index) -> &str {
    door.name().unwrap_or_default()
}

fn index(facts: Facts<'_>, table: &Table, door: &Index) -> Finding {
    let name = name_of(door);
    let mut finding = Finding {
        rule: RULE,
        about: [table.name(), ".", name].concat(),
        weight: Weight::Caution,
        title: [name, " serves no request"].concat(),
        reason:
            "No request goes through it, and each write of what it holds is a write to it as well."
                .to_owned(),
        evidence: vec![
            [
                &counted(door.item_count() as u64, "entry", "entries"),
                ", ",
                &bytes(door.size_bytes()),
                ", beside the table's ",
                &counted(table.item_count() as u64, "item", "items"),
            ]
            .concat(),
        ],
        link: LINK,
        ..Finding::default()
    };
    if door.kind() == IndexKind::Local {
        finding.weight = Weight::Note;
        finding.reason.push_str(
            " A local index cannot be taken off a table that is there: leave it out when the table is made.",
        );
    } else {
        finding.remedies.push(close(facts.design, facts.database, table.name(), name));
    }
    finding
}

/// An index's sort key that conditions nothing and orders nothing. One that the table's key has costs nothing and keeps nothing out;
/// one of no meaning of its own, such as `GSI1SK`, is there for whatever kind of item joins.
fn sort_key(design: &Design, table: &Table, door: &Index, attribute: &str) -> Option<Finding> {
    let is_own = table.primary().key_schema().iter().any(|element| element.attribute == attribute);
    let is_general = attribute.get(attribute.len().saturating_sub(2)..);
    if is_own || is_general.is_some_and(|end| end.eq_ignore_ascii_case("SK")) {
        return None;
    }
    let name = name_of(door);
    let remedy = without(design, table, door, attribute)?;
    Some(Finding {
        rule: RULE,
        about: [table.name(), ".", name, ".", attribute].concat(),
        weight: Weight::Note,
        title: [attribute, " sorts nothing in ", name].concat(),
        reason: [
            "No request has a condition on it, and no two items of a collection need an order. An item without ",
            attribute,
            " is not in the index.",
        ]
        .concat(),
        evidence: vec![
            [
                &counted(door.item_count() as u64, "entry", "entries"),
                " under ",
                &counted(door.collection_count() as u64, "key", "keys"),
            ]
            .concat(),
        ],
        link: LINK,
        remedies: vec![remedy],
        ..Finding::default()
    })
}

/// The index made anew without that attribute of its key, which it goes on to hold.
fn without(design: &Design, table: &Table, door: &Index, attribute: &str) -> Option<Remedy> {
    let name = name_of(door);
    let described = design.table(table.name())?;
    let indexes = described.create.get("GlobalSecondaryIndexes")?.as_array()?;
    let at = indexes.iter().position(|index| index.get("IndexName") == Some(&name.into()))?;
    let mut index = indexes.get(at)?.clone();
    let schema = index.get_mut("KeySchema")?.as_array_mut()?;
    schema.retain(|element| element.get("AttributeName") != Some(&attribute.into()));
    let keys = schema.clone();
    let is_key = |definition: &&Value| {
        keys.iter().any(|key| key.get("AttributeName") == definition.get("AttributeName"))
    };
    let definitions = described.create.get("AttributeDefinitions")?.as_array()?;
    let attributes = definitions.iter().filter(is_key).cloned().collect();
    let projection = index.get_mut("Projection")?.as_object_mut()?;
    let is_all = projection.get("ProjectionType") == Some(&"ALL".into());
    if !is_all {
        projection.set("ProjectionType", "INCLUDE".into());
        let more = projection.entry("NonKeyAttributes").or_insert_with(|| Value::Array(Vec::new()));
        let more = more.as_array_mut()?;
        if more.len() >= MAX_PROJECTED_BY_INDEX {
            return None;
        }
        more.push(attribute.into());
    }
    let bays = described.index_bays.get(name).copied();
    let door = DoorDefinition { index, attributes, bays, at: Some(at) };
    let table = table.name().to_owned();
    Some(Remedy {
        label: ["Take ", attribute, " out of the key"].concat(),
        facts: vec![
            "The index is made anew; its entries are written once more.".to_owned(),
            ["It still holds ", attribute, ", and takes in items that lack it."].concat(),
        ],
        edits: vec![
            Edit::CloseDoor { table: table.clone(), index: name.to_owned() },
            Edit::OpenDoor { table, door },
        ],
        walk: None,
    })
}

/// A table that no request reaches by its key.
fn table_key(design: &Design, table: &Table, attribute: &str) -> Finding {
    let name = table.name();
    Finding {
        rule: RULE,
        about: name.to_owned(),
        weight: Weight::Note,
        title: ["No request names the key of ", name].concat(),
        reason: [
            "Its key begins with ",
            attribute,
            ", and no request knows one. A key is made for a request: write down which.",
        ]
        .concat(),
        evidence: vec![
            [
                &counted(table.item_count() as u64, "item", "items"),
                " under ",
                &counted(table.primary().collection_count() as u64, "key", "keys"),
            ]
            .concat(),
        ],
        link: LINK,
        remedies: first_request(design, table).into_iter().collect(),
        ..Finding::default()
    }
}

/// A row that gets the table's first item by its key.
fn first_request(design: &Design, table: &Table) -> Option<Remedy> {
    let item = table.primary().items().next()?;
    let mut id = "K1".to_owned();
    while design.request(&id).is_some() {
        id.push('1');
    }
    let input = object(&mut [
        ("TableName", table.name().into()),
        ("Key", table.primary().key_of(item).to_json()),
    ]);
    let request = Request {
        sentence: ["Get an item of ", table.name(), " by its key"].concat(),
        volume: Volume::Low,
        calls: vec![Call { operation: "GetItem".to_owned(), input }],
        ..Request::unwritten(id.clone())
    };
    let at = design.requests.len();
    Some(Remedy {
        label: "Write the request it is for".to_owned(),
        facts: vec![
            [
                "Adds row ",
                &id,
                ": a GetItem of the first item, to be made into what the application asks.",
            ]
            .concat(),
        ],
        edits: vec![Edit::InsertRequest { at, request: Box::new(request) }],
        walk: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::bench::{by, local, query, row, scenario, thing, things};
    use super::*;
    use serde_json::json;

    fn titles(found: &[Finding]) -> Vec<&str> {
        found.iter().map(|finding| finding.title.as_str()).collect()
    }

    #[test]
    fn everything_in_the_scenarios_is_there_for_a_request() {
        for id in ["warehouse", "store", "store-single-table", "ecommerce", "social"] {
            assert_eq!(titles(&scenario(id).find(find)), [""; 0], "{id}");
        }
    }

    #[test]
    fn an_index_without_a_request_is_closed() {
        let mut bench = scenario("store");
        bench.design.requests.retain(|request| request.id != "S4");
        bench.prove();
        let found = bench.find(find);
        assert_eq!(titles(&found), ["OrderIdIndex serves no request"]);
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(titles(&bench.find(find)), [""; 0]);
    }

    #[test]
    fn a_sort_key_that_orders_nothing_is_taken_out_of_the_index() {
        let rows = || {
            vec![
                query("R", 5, "orderId", json!({"S": "A{id}"})),
                query("Q", 5, "PK", json!({"S": "O#{id}"})),
            ]
        };
        let items = || {
            let order = |n: usize| {
                let id = json!({"S": format!("A{n}")});
                let mut item = thing(&format!("O#{n}"), n, "orderId", id);
                item["note"] = json!({"S": "n"});
                item
            };
            (0..4).map(order).collect()
        };
        for (sort, projection, title) in [
            ("note", "ALL", Some("note sorts nothing in ByKey")),
            ("note", "KEYS_ONLY", Some("note sorts nothing in ByKey")),
            ("SK", "ALL", None),
        ] {
            let mut indexes = by("orderId", Some(sort));
            indexes["GlobalSecondaryIndexes"][0]["Projection"]["ProjectionType"] =
                projection.into();
            let attributes = [("orderId", "S"), ("note", "S")];
            let attributes = if sort == "SK" { &attributes[..1] } else { &attributes };
            let mut bench = things(indexes, attributes, items(), rows());
            let found = bench.find(find);
            assert_eq!(titles(&found).first().copied(), title);
            let Some(finding) = found.first() else { continue };
            bench.try_out(&finding.remedies[0]);
            assert_eq!(titles(&bench.find(find)), [""; 0]);
            assert_eq!(bench.returned("R"), 1);
            let index = bench.database.table("Things").unwrap().index("ByKey").unwrap();
            let holds = |item| index.project(item).get("note").is_some();
            assert!(index.items().all(holds), "it is still held");
        }
    }

    #[test]
    fn a_table_that_is_only_searched_is_asked_for_its_request() {
        let items = vec![thing("O#1", 1, "a", json!({"S": "x"}))];
        let search = row("S", 5, "Scan", json!({}));
        let mut bench = things(json!({}), &[], items, vec![search]);
        let found = bench.find(find);
        assert_eq!(titles(&found), ["No request names the key of Things"]);
        bench.try_out(&found[0].remedies[0]);
        assert_eq!(titles(&bench.find(find)), [""; 0]);
        assert!(bench.proofs[1].standing.is_proven());
    }

    #[test]
    fn a_local_index_can_not_be_closed_and_a_searched_index_is_in_use() {
        let items = || vec![thing("O#1", 1, "total", json!({"N": "1"}))];
        let read = || query("R", 5, "PK", json!({"S": "O#{id}"}));
        let bench = things(local("total"), &[("total", "N")], items(), vec![read()]);
        let found = bench.find(find);
        assert_eq!(
            (titles(&found), found[0].remedies.len()),
            (vec!["BySort serves no request"], 0)
        );
        let search = row("S", 5, "Scan", json!({"IndexName": "ByKey"}));
        let bench = things(by("total", None), &[("total", "N")], items(), vec![read(), search]);
        assert_eq!(titles(&bench.find(find)), [""; 0]);
    }
}
