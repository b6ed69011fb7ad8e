//! Documents of every earlier form of the format open whole, and are saved in today's.
//!
//! `fixtures/format` holds documents as they were saved: `first-*` by the first version, `expectations-*` once rows said what they
//! want and expect, and designs their copies. Whoever changes the format adds documents as it was before.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use std::fs;
use std::path::Path;

use map::design::{Opened, open, save};
use serde_json::Value;

fn documents() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/format");
    let mut found: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_document_saved_by_an_earlier_version_opens_whole() {
    let documents = documents();
    assert!(documents.len() >= 8);
    for (name, text) in documents {
        let Opened { design, database, defects, .. } = open(&text).unwrap();
        // Of copies the first version kept whatever was written; a word that is not one is set aside now, and said.
        let copies = usize::from(name == "first-warehouse.json");
        assert_eq!(defects.len(), copies, "{name}: {defects:?}");
        let written: Value = serde_json::from_str(&text).unwrap();
        let count = |list: &str| written[list].as_array().map_or(0, Vec::len);
        for table in written["tables"].as_array().unwrap() {
            let found = database.table(table["create"]["TableName"].as_str().unwrap()).unwrap();
            assert_eq!(found.item_count(), table["items"].as_array().unwrap().len(), "{name}");
        }
        let read = (design.tables.len(), design.requests.len(), design.copies.len());
        assert_eq!(read, (count("tables"), count("requests"), count("copies")), "{name}");
        assert_eq!(design.entities.len(), count("entities"), "{name}");
        let saved = save(&design, &database);
        let again = open(&saved).unwrap();
        assert!(
            again.defects.is_empty() && again.design == design,
            "{name}: saved and opened again"
        );
        assert!(save(&again.design, &again.database) == saved, "{name}: saved alike");
        for (key, value) in written.as_object().unwrap() {
            let kept: Value = serde_json::from_str(&saved).unwrap();
            let is_list = matches!(key.as_str(), "tables" | "requests" | "copies" | "entities");
            assert!(is_list || kept[key] == *value, "{name}: {key} is kept");
        }
    }
}

#[test]
fn prefixes_follow_from_templates() {
    let document = r#"{"retrieval-map": 1, "tables": [{"create": {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}}],
        "entities": [
            {"name": "A", "table": "Things", "templates": {"PK": "A#{id}", "SK": "META", "G": "{x}"}},
            {"name": "B", "table": "Things", "partitionPrefix": "OLD#", "templates": {"PK": "B#{id}"}},
            {"name": "C", "table": "Things", "partitionPrefix": "C#", "sortPrefix": "D#", "templates": {"G": "G#{g}"}},
            {"name": "D", "table": "gone", "templates": {"PK": "D#"}},
            {"name": "E", "table": "Things", "templates": ["PK"]},
            {"name": "F", "table": "Things", "templates": {"PK": 7, "SK": "{n}"}}]}"#;
    let opened = open(document).unwrap();
    let prefixes: Vec<(&str, Option<&str>)> = (opened.design.entities.iter())
        .map(|kind| (kind.partition_prefix.as_str(), kind.sort_prefix.as_deref()))
        .collect();
    let expected = [
        ("A#", Some("META")),
        ("B#", None),
        ("C#", Some("D#")),
        ("", None),
        ("", None),
        ("", None),
    ];
    assert_eq!(prefixes, expected);
    let defects: Vec<String> = opened.defects.iter().map(ToString::to_string).collect();
    assert_eq!(
        defects,
        [
            "kind E: its templates are not an object; left out.",
            "kind F: its template of PK is not a string; left out.",
            "Things: the kind B has prefixes that are not those of its templates; those of its templates were taken.",
        ]
    );
}
