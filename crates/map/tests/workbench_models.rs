//! Models that other people published open with the counts that `SOURCES.md` beside them gives.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

mod published;

use std::path::Path;

use key_engine::AttributeValue;
use map::design::{Opened, open, save};
use published::{models, rows};
use serde_json::{Value, json};

fn opened(folder: &Path, file: &str) -> Opened {
    open(&std::fs::read_to_string(folder.join(file)).unwrap())
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn every_published_model_opens_with_the_counts_of_its_sources() {
    let Some(folder) = models() else { return };
    let rows = rows(&std::fs::read_to_string(folder.join("SOURCES.md")).unwrap());
    assert!(rows.len() >= 22, "the table was found");
    for row in rows {
        let opened = opened(&folder, &row.file);
        let place = format!("{} {}", row.file, row.table);
        let table = opened.database.table(&row.table).unwrap_or_else(|| panic!("{place}"));
        assert_eq!(table.item_count(), row.distinct, "{place}: items");
        assert_eq!(table.indexes().count(), row.indexes, "{place}: indexes");
        let lacking = opened.defects.iter().filter(|defect| {
            defect.table == row.table && defect.problem.starts_with("it lacks the key")
        });
        assert_eq!(lacking.count(), row.lacking, "{place}: items without a key");
        assert!(!opened.design.entities.is_empty() || row.distinct == 0, "{place}: kinds of item");
        assert_eq!(opened.format, "NoSQL Workbench model");
    }
}

#[test]
fn every_published_model_saved_and_opened_again_is_the_same_without_defects() {
    let Some(folder) = models() else { return };
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let first = opened(&folder, &file);
            let second = open(&save(&first.design, &first.database)).unwrap();
            assert_eq!(second.defects, [], "{file}");
            assert_eq!(second.design, first.design, "{file}");
            for table in first.database.tables() {
                let again = second.database.table(table.name()).unwrap();
                assert!(
                    table.primary().items().eq(again.primary().items()),
                    "{file} {}",
                    table.name()
                );
            }
        }
    }
}

#[test]
fn the_oddities_of_published_models_are_listed_by_table_item_and_attribute() {
    let Some(folder) = models() else { return };
    let listed = |file: &str| {
        opened(&folder, file).defects.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let profiles = listed("04-game-player-profiles.json");
    assert_eq!(profiles.len(), 12, "{profiles:#?}");
    assert!(
        profiles.iter().all(|defect| defect.ends_with("the map is wrapped twice; unwrapped.")),
        "{profiles:#?}"
    );
    let vehicles = listed("03-connected-vehicles.json");
    let cameras = "cameras.recording_is_active: it is plain JSON without a type; read as BOOL.";
    assert!(
        vehicles
            .iter()
            .any(|defect| defect.starts_with("Connected_Vehicle, ") && defect.ends_with(cameras)),
        "{vehicles:#?}"
    );
    assert_eq!(listed("24-bc-parks-3-tables.json"), Vec::<String>::new());
}

#[test]
fn facets_name_the_kinds_of_their_items_and_capacity_gives_the_bays() {
    let Some(folder) = models() else { return };
    let shop = opened(&folder, "12-online-shop-facets.json");
    let names: Vec<&str> = shop.design.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(names.contains(&"customer") && names.contains(&"warehouseItem"), "{names:?}");
    assert_eq!(
        shop.database.table("OnlineShop").unwrap().primary().partition_count(),
        4,
        "nothing said: four"
    );
    let chat = opened(&folder, "01-chat-system.json");
    assert_eq!(
        chat.database.table("Chat").unwrap().primary().partition_count(),
        1,
        "5 reads and 5 writes: one"
    );
}

/// A model of one table with this data.
fn model(table_data: &Value, facets: &Value) -> String {
    let model = json!({
        "ModelName": "Odd", "Future": {"accessPatterns": [1]},
        "DataModel": [{
            "TableName": "Odd", "Novelty": true,
            "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}, "SortKey": {"AttributeName": "SK", "AttributeType": "N"}},
            "GlobalSecondaryIndexes": [
                {"IndexName": "ByKind", "KeyAttributes": {"PartitionKey": {"AttributeName": "kind", "AttributeType": "S"}}, "Projection": {"ProjectionType": "KEYS_ONLY"}},
                {"IndexName": "ByKind", "KeyAttributes": {"PartitionKey": {"AttributeName": "kind", "AttributeType": "S"}}},
                {"IndexName": "NoKey", "KeyAttributes": {}, "Projection": {"ProjectionType": "ALL"}}
            ],
            "TableData": table_data, "TableFacets": facets
        }]
    });
    serde_json::to_string_pretty(&model).unwrap()
}

fn item(pk: &Value, sk: &Value, more: &[(&str, Value)]) -> Value {
    let mut item = json!({"PK": pk, "SK": sk});
    for (name, value) in more {
        item[*name] = value.clone();
    }
    item
}

#[test]
fn what_is_sound_in_an_odd_model_is_loaded_and_the_rest_is_listed_and_kept() {
    let (a, one) = (json!({"S": "a"}), json!({"N": "1"}));
    let data = json!([
        item(&a, &one, &[("x", json!({"S": "table"})), ("__id", json!({}))]),
        item(&a, &json!({"N": 2}), &[("kind", json!({"N": "7"}))]),
        item(&a, &json!({"S": "3"}), &[("kind", json!({"BOOL": true}))]),
        item(&a, &json!({"N": "4"}), &[]),
        item(&a, &json!({"N": "4.0"}), &[]),
        item(&a, &json!({"N": "4"}), &[("x", json!({"S": "same key, more said"}))]),
        item(&a, &json!({"N": "4"}), &[("x", json!({"S": "another x"}))]),
        item(&json!({"S": ""}), &one, &[]),
        {"pk": {"S": "a"}, "SK": {"N": "9"}},
        "not an item",
        item(&json!({"S": "ключ 🗝"}), &one, &[]),
    ]);
    let facets = json!([
        {"FacetName": "first", "TableData": [item(&a, &one, &[("y", json!({"S": "facet"}))]), item(&a, &json!({"N": "2"}), &[])]},
        {"FacetName": "second", "TableData": [item(&a, &one, &[("x", json!({"S": "other"}))]), item(&json!({"S": "facet only"}), &one, &[])]},
    ]);
    let text = format!("\u{feff}{}", model(&data, &facets).replace('\n', "\r\n"));
    let opened = open(&text).unwrap();
    let table = opened.database.table("Odd").unwrap();
    assert_eq!(table.item_count(), 6);
    assert_eq!(
        table.index("ByKind").unwrap().item_count(),
        1,
        "the number 7 became the string \"7\"; true was left out"
    );
    assert!(table.index("ByKind-2").is_some());
    let door = table.primary();
    let (collection, rank) =
        door.locate(&key_engine::Item::from_json(&item(&a, &one, &[])).unwrap()).unwrap();
    let joined = door.item(collection, rank).unwrap();
    assert_eq!(
        joined.get("x"),
        Some(&AttributeValue::S("table".to_owned())),
        "what came first stands"
    );
    assert_eq!(
        joined.get("y"),
        Some(&AttributeValue::S("facet".to_owned())),
        "what the facet adds is there"
    );
    let listed: Vec<String> = opened.defects.iter().map(ToString::to_string).collect();
    for expected in [
        "Odd: index ByKind says no projection; read as ALL.",
        "Odd: index ByKind: its name is used twice; renamed ByKind-2.",
        "Odd: its index NoKey cannot be made: it has no partition key; set aside.",
        "Odd, a / 1, __id: it has no value; left out.",
        "Odd, a / 2, SK: the number is not in quotes; read as 2.",
        "Odd, a / 2, kind: it is declared S and is N; read as S.",
        "Odd, a / 3, SK: it is declared N and is S; read as N.",
        "Odd, a / 3, kind: the key of an index is declared S and is BOOL; kept as it is, so the item is not in that index.",
        "Odd, a / 4: TableData holds an item of the same key twice; the two agree and were joined into one.",
        "Odd, a / 4: an item of the same key in TableData has another x; set aside.",
        "Odd, TableData[7]: its key attribute PK is empty; set aside.",
        "Odd, TableData[8]: it lacks the key attribute PK (it has pk, which is another name); set aside.",
        "Odd, TableData[9]: it is not an object; set aside.",
        "Odd, a / 1: an item of the same key in TableData has another x; set aside.",
    ] {
        assert!(
            listed.iter().any(|defect| defect == expected),
            "missing {expected} in {listed:#?}"
        );
    }
    let design = &opened.design;
    assert_eq!(design.extra["workbench"]["Future"]["accessPatterns"], json!([1]));
    assert_eq!(design.tables[0].extra["workbench"]["Novelty"], json!(true));
    assert_eq!(
        design.tables[0].extra["setAside"].as_array().unwrap().len(),
        6,
        "five items and an index"
    );
    let again = open(&save(design, &opened.database)).unwrap();
    assert_eq!(again.design, *design);
}

#[test]
fn an_unsound_table_is_left_out_where_another_is_sound_and_is_the_reason_where_none_is() {
    let keyless = json!({"TableName": "Keyless", "TableData": [{"a": {"S": "b"}}]});
    let sound = json!({"TableName": "Sound", "KeyAttributes": {"PartitionKey": {"AttributeName": "id", "AttributeType": "B"}}});
    let both = open(&json!({"DataModel": [keyless, sound, sound]}).to_string()).unwrap();
    let listed: Vec<String> = both.defects.iter().map(ToString::to_string).collect();
    assert_eq!(
        listed,
        [
            "Keyless: it has no partition key; the table was left out.",
            "Sound: its name is used twice; renamed Sound-2.",
        ]
    );
    assert_eq!(both.database.tables().count(), 2);
    assert_eq!(both.design.extra["setAside"].as_array().map(Vec::len), Some(1));
    let none = open(&json!({"DataModel": [keyless]}).to_string()).unwrap_err();
    assert_eq!(none.to_string(), "Table Keyless cannot be opened: it has no partition key.");
}
