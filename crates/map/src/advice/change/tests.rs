//! What plans do, and what they say beforehand.

use serde_json::json;

use super::*;
use crate::advice::{Prover, Standing};
use crate::design::{Opened, open, save, scenarios};

fn scenario(id: &str) -> Opened {
    open(scenarios::find(id).unwrap().json).unwrap()
}

fn standings(opened: &mut Opened) -> Vec<(String, Standing)> {
    let mut prover = Prover::default();
    prover.take(&opened.design);
    while prover.step(&opened.design, &mut opened.database) {}
    prover.proofs().iter().map(|proof| (proof.request.clone(), proof.standing)).collect()
}

fn key(name: &str, kind: &str) -> KeyAttribute {
    KeyAttribute { name: name.to_owned(), kind: kind.to_owned() }
}

fn keys(partition: KeyAttribute, sort: Option<KeyAttribute>) -> KeySchema {
    KeySchema { partition: vec![partition], sort: sort.into_iter().collect() }
}

/// Carries a wish out and back; what it said, and the rows that were proven before and are not afterwards.
fn carried_out(opened: &mut Opened, wish: &Wish) -> (Plan, Vec<String>) {
    let plan = plan(wish, &opened.design, &opened.database).unwrap();
    let text = save(&opened.design, &opened.database);
    let before = standings(opened);
    let back =
        Edit::apply_all(plan.edits.clone(), &mut opened.design, &mut opened.database).unwrap();
    let after = standings(opened);
    let lost = before.iter().zip(&after).filter(|(was, is)| was.1.is_proven() && !is.1.is_proven());
    let lost: Vec<String> = lost.map(|(was, _)| was.0.clone()).collect();
    let reopened = open(&save(&opened.design, &opened.database)).unwrap();
    assert_eq!(reopened.defects, []);
    assert!(reopened.design == opened.design, "what it makes is saved and opened");
    Edit::apply_all(back, &mut opened.design, &mut opened.database).unwrap();
    assert!(save(&opened.design, &opened.database) == text, "taken back");
    for id in &lost {
        assert!(plan.breaks.iter().any(|one| one.about == *id), "{id} was listed");
    }
    (plan, lost)
}

fn said<'p>(plan: &'p Plan, about: &str) -> &'p str {
    let found = plan.breaks.iter().find(|one| one.about == about);
    found.map_or("", |one| one.words.as_str())
}

#[test]
fn a_table_that_goes_takes_its_kinds_along_and_its_rows_are_told() {
    let mut store = scenario("store");
    let wish = Wish::DeleteTable { table: "Orders".to_owned() };
    let (plan, lost) = carried_out(&mut store, &wish);
    for id in ["S2", "S3", "S4", "S5"] {
        assert!(lost.contains(&id.to_owned()), "{id}");
    }
    assert!(!lost.contains(&"S1".to_owned()) && said(&plan, "S1").is_empty());
    assert!(
        said(&plan, "S4").starts_with("Its Query reads")
            || said(&plan, "S4").starts_with("Its Query asks Orders, which is gone."),
        "{}",
        said(&plan, "S4")
    );
    assert!(!said(&plan, "index OrderIdIndex").is_empty());
}

#[test]
fn a_table_and_an_index_are_renamed_with_all_that_names_them() {
    for scenario_at in scenarios::SCENARIOS {
        let mut opened = open(scenario_at.json).unwrap();
        for table in opened.design.tables.clone() {
            let table = table.name().to_owned();
            let wish = Wish::RenameTable { table: table.clone(), to: "Another-one".to_owned() };
            let (plan, lost) = carried_out(&mut opened, &wish);
            assert!(lost.is_empty() && plan.breaks.is_empty(), "{:?}", plan.breaks);
            let described = opened.design.table(&table).unwrap().clone();
            for index in IndexDescription::all(&described) {
                let wish = Wish::SetIndex {
                    table: table.clone(),
                    index: index.name.clone(),
                    to: "by-another-name".to_owned(),
                    keys: index.keys,
                    projection: index.projection,
                };
                let (plan, lost) = carried_out(&mut opened, &wish);
                assert!(lost.is_empty() && plan.breaks.is_empty(), "{:?}", plan.breaks);
                let wish = Wish::DeleteIndex { table: table.clone(), index: index.name };
                carried_out(&mut opened, &wish);
            }
        }
    }
}

#[test]
fn every_attribute_is_renamed_and_no_row_loses_its_proof() {
    for scenario_at in scenarios::SCENARIOS {
        let mut opened = open(scenario_at.json).unwrap();
        for table in opened.design.tables.clone() {
            let table = table.name().to_owned();
            let mut names: Vec<String> = Vec::new();
            for item in opened.database.table(&table).unwrap().primary().items() {
                names.extend(item.iter().map(|(name, _)| name.to_owned()));
            }
            names.sort();
            names.dedup();
            for (at, from) in names.into_iter().enumerate() {
                let to = ["size", "a \"name\"\n${x}", "#hash", "plain_name"][at % 4].to_owned();
                let wish = Wish::RenameAttribute { table: table.clone(), from: from.clone(), to };
                let (plan, lost) = carried_out(&mut opened, &wish);
                assert!(lost.is_empty() && plan.breaks.is_empty(), "{from}: {:?}", plan.breaks);
            }
        }
    }
}

#[test]
fn a_key_of_another_type_changes_what_is_exact_and_sets_the_rest_aside() {
    let document = json!({"retrieval-map": 1, "tables": [{
        "create": {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]},
        "items": [{"id": {"S": "12"}}, {"id": {"S": "7"}, "more": {"M": {"id": {"S": "x"}}}}, {"id": {"S": "012"}}, {"id": {"S": "x"}}]}],
        "requests": [
            {"id": "R1", "sentence": "Get", "volume": "low", "consistency": "eventual may do",
                "calls": [{"operation": "GetItem", "input": {"TableName": "Things", "Key": {"id": {"S": "{id}"}}}}], "samples": {"id": "12"},
                "expects": {"items": [{"table": "Things", "key": {"id": {"S": "12"}}}], "ordered": false}},
            {"id": "R2", "sentence": "Say", "volume": "low", "consistency": "eventual may do",
                "calls": [{"operation": "ExecuteStatement", "input": {"Statement": "SELECT * FROM Things WHERE id = '{id}'"}}], "samples": {"id": "7"}}]});
    let mut opened = open(&document.to_string()).unwrap();
    let wish = Wish::SetKeyType {
        table: "Things".to_owned(),
        attribute: "id".to_owned(),
        kind: "N".to_owned(),
    };
    let (plan, lost) = carried_out(&mut opened, &wish);
    assert_eq!(lost, ["R1", "R2"]);
    assert_eq!(plan.facts, ["2 values changed to the new type exactly."]);
    assert_eq!(
        said(&plan, "2 items"),
        "They hold id as S, which is not exactly N, and are set aside: x, 012. Undo brings them back."
    );
    assert!(
        said(&plan, "R1").starts_with("Its GetItem names id, which is N now. "),
        "{}",
        said(&plan, "R1")
    );
    Edit::apply_all(plan.edits, &mut opened.design, &mut opened.database).unwrap();
    assert_eq!(opened.database.table("Things").unwrap().item_count(), 2);
    assert_eq!(opened.design.tables[0].extra["setAside"].as_array().unwrap().len(), 2);
    let (_, lost) = carried_out(
        &mut opened,
        &Wish::SetKeyType {
            table: "Things".to_owned(),
            attribute: "id".to_owned(),
            kind: "S".to_owned(),
        },
    );
    assert!(lost.is_empty());
}

#[test]
fn a_key_of_a_name_that_no_item_has_tells_first_what_is_lost_and_hints_at_renaming() {
    let opened = scenario("warehouse");
    let hints = |sort: &str| {
        let keys = keys(key("PK", "S"), Some(key(sort, "S")));
        let wish = Wish::SetKeys { table: "Warehouse".to_owned(), keys };
        plan(&wish, &opened.design, &opened.database).unwrap()
    };
    let renamed = hints("sortkey");
    assert_eq!(renamed.breaks[0].about, "18 items");
    assert!(renamed.facts.iter().any(|fact| fact.starts_with("No item has sortkey.")));
    assert!(!hints("Type").facts.iter().any(|fact| fact.starts_with("No item has")));
}

#[test]
fn other_keys_tell_which_items_do_not_fit_and_which_are_alike() {
    let mut warehouse = scenario("warehouse");
    let wish = Wish::SetKeys { table: "Warehouse".to_owned(), keys: keys(key("PK", "S"), None) };
    let (plan, lost) = carried_out(&mut warehouse, &wish);
    assert!(!lost.is_empty());
    let alike = plan.breaks.iter().find(|one| one.words.contains("same key as others")).unwrap();
    assert!(alike.about.ends_with("items"), "{}", alike.about);
    let wish = Wish::SetKeys {
        table: "Warehouse".to_owned(),
        keys: keys(key("nobody has it", "S"), None),
    };
    let (plan, _) = carried_out(&mut warehouse, &wish);
    assert!(plan.breaks.iter().any(|one| one.words.starts_with("They have no nobody has it")));
}

#[test]
fn an_index_comes_and_goes_and_is_told_of_its_rows() {
    let mut store = scenario("store");
    let index = |local: bool, partition: &str| Wish::AddIndex {
        table: "Orders".to_owned(),
        index: "by-total".to_owned(),
        keys: keys(key(partition, "S"), Some(key("total", "N"))),
        projection: Projection::KeysOnly,
        local,
    };
    for wish in [index(false, "openStatus"), index(true, "PK")] {
        let (plan, lost) = carried_out(&mut store, &wish);
        assert!(lost.is_empty(), "{:?}", plan.breaks);
        assert!(
            plan.facts.iter().any(|fact| fact.contains("will be in by-total")),
            "{:?}",
            plan.facts
        );
    }
    assert!(plan(&index(true, "SK"), &store.design, &store.database).is_err());
    let wish = Wish::DeleteIndex { table: "Orders".to_owned(), index: "OrderIdIndex".to_owned() };
    let (plan, lost) = carried_out(&mut store, &wish);
    assert_eq!(lost, ["S4"]);
    assert!(
        said(&plan, "S4").starts_with("Its Query reads OrderIdIndex, which is gone."),
        "{}",
        said(&plan, "S4")
    );
}

#[test]
fn what_is_said_of_a_table_changes_and_breaks_nothing() {
    let mut store = scenario("store");
    let table = || "Orders".to_owned();
    for wish in [
        Wish::SetBilling { table: table(), billing: Billing::Provisioned { read: 5, write: 7 } },
        Wish::SetStream { table: table(), view: Some(StreamView::NewImage) },
        Wish::SetTimeToLive { table: table(), attribute: Some("until".to_owned()) },
        Wish::SetTags { table: table(), tags: vec![("a".to_owned(), "b".to_owned())] },
        Wish::SetBays { table: table(), index: None, bays: Some(9) },
        Wish::SetBays { table: table(), index: Some("OrderIdIndex".to_owned()), bays: Some(2) },
    ] {
        let (plan, lost) = carried_out(&mut store, &wish);
        assert!(lost.is_empty() && plan.breaks.is_empty(), "{:?}", plan.breaks);
    }
    for wish in [
        Wish::SetBilling { table: table(), billing: Billing::Provisioned { read: 0, write: 7 } },
        Wish::SetBays { table: table(), index: None, bays: Some(0) },
        Wish::SetBays { table: table(), index: Some("none".to_owned()), bays: Some(1) },
        Wish::SetTags { table: table(), tags: vec![("aws:x".to_owned(), String::new())] },
        Wish::SetIndexCapacity {
            table: table(),
            index: "OrderIdIndex".to_owned(),
            read: 1,
            write: 1,
        },
        Wish::RenameTable { table: table(), to: "Customers".to_owned() },
        Wish::RenameTable { table: table(), to: "no good".to_owned() },
        Wish::AddTable { name: "Orders".to_owned(), keys: keys(key("id", "S"), None) },
        Wish::AddTable { name: "New".to_owned(), keys: keys(key("id", "X"), None) },
        Wish::AddTable { name: "New".to_owned(), keys: keys(key("id", "S"), Some(key("id", "S"))) },
        Wish::DeleteTable { table: "none".to_owned() },
        Wish::RenameAttribute { table: table(), from: "nowhere".to_owned(), to: "x".to_owned() },
        Wish::RenameAttribute { table: table(), from: "PK".to_owned(), to: "SK".to_owned() },
        Wish::DeleteAttribute { table: table(), attribute: "PK".to_owned() },
        Wish::DeleteKind { at: 99 },
    ] {
        let refused = plan(&wish, &store.design, &store.database).unwrap_err();
        assert!(refused.ends_with('.') && refused.len() < 200, "{refused}");
    }
    let wish =
        Wish::AddTable { name: "New".to_owned(), keys: keys(key("id", "B"), Some(key("n", "N"))) };
    carried_out(&mut store, &wish);
}
