//! Files that are wrong, large or malicious: a sentence each, and never a panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::design::{Loader, OpenError, check_size, open, save, scenarios};
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn a_ragged_table_of_values_with_a_quote_left_open_opens() {
    let opened = open("PK,SK,name\nA,1,\"left open\nB,2\nC,3,x,y,z\n").unwrap();
    let table = opened.database.tables().next().unwrap();
    assert_eq!(table.item_count(), 3);
    assert!(opened.defects.len() > 1, "what lies beyond the header is told");
}

fn refused(text: &str) -> String {
    open(text).map(|opened| opened.design).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_opened_is_refused_with_one_sentence() {
    for (text, expected) in [
        ("", "The file is empty."),
        (" \r\n\u{feff}", "This is not JSON: line 2, column 1: expected value."),
        ("\u{feff} ", "The file is empty."),
        ("{\"a\": ", "This is not JSON: line 1, column 6: EOF while parsing a value."),
        ("{\n  \"a\": oops\n}", "This is not JSON: line 2, column 8: expected value."),
        (
            "Dear Noah,\nthe list is here: [1, 2",
            "This is of no format that is read here: it is a text that begins with “Dear Noah,”",
        ),
        (
            "# main\nresource \"aws_dynamodb_table\" \"orders\" {\n",
            "This is of no format that is read here: it is a text that begins with “# main”",
        ),
        ("[1, 2]", "This is of no format that is read here: it is a list"),
        ("\"text\"", "This is of no format that is read here: it is a string"),
        ("null", "This is of no format that is read here: it is null"),
        ("{}", "This is of no format that is read here: it is an empty object"),
        (
            "{\"b\": 1, \"a\": 2}",
            "This is of no format that is read here: it is an object with the keys \"a\", \"b\"",
        ),
        (
            "{\"retrieval-map\": 2}",
            "This design was saved in format 2, which is newer than this app reads.",
        ),
        (
            "{\"retrieval-map\": \"1\"}",
            "The design cannot be read at \"retrieval-map\": the format's version should be a whole number from 1.",
        ),
        (
            "{\"retrieval-map\": 1, \"tables\": 7}",
            "The design cannot be read at \"tables\": it should be a list and is a number.",
        ),
        (
            "{\"retrieval-map\": 1, \"tables\": [7]}",
            "The design cannot be read at \"tables[0]\": it should be an object and is a number.",
        ),
        (
            "{\"retrieval-map\": 1, \"tables\": [{\"items\": {}}]}",
            "The design cannot be read at \"tables[0]\": it should be a list and is an object.",
        ),
        (
            "{\"retrieval-map\": 1, \"tables\": [{}]}",
            "Table 1 of the file cannot be opened: its definition is missing or not an object.",
        ),
        (
            "{\"retrieval-map\": 1, \"tables\": [{\"create\": {\"TableName\": \"Orders\", \"KeySchema\": []}}]}",
            "Table Orders cannot be opened: it has no partition key.",
        ),
        (
            "{\"DataModel\": {}}",
            "The design cannot be read at \"DataModel\": it should be a list and is an object.",
        ),
        ("{\"DataModel\": []}", "The model holds no table."),
    ] {
        let sentence = refused(text);
        let (said, read) = sentence.split_once(". Designs of this app,").unzip();
        assert_eq!(said.unwrap_or(&sentence), expected, "{text:?}");
        assert_eq!(read.is_some(), sentence.starts_with("This is of no format"), "{text:?}");
    }
}

#[test]
fn a_file_over_the_limit_is_refused_before_it_is_read() {
    assert_eq!(
        check_size(usize::MAX).unwrap_err(),
        OpenError::TooLarge { bytes: usize::MAX, limit: map::design::MAX_FILE_BYTES }
    );
    let text = " ".repeat(map::design::MAX_FILE_BYTES + 1);
    assert!(matches!(Loader::start(&text), Err(OpenError::TooLarge { .. })));
}

/// A design of one table with these items, as text.
fn with_items(items: &str) -> String {
    format!(
        r#"{{"retrieval-map": 1, "tables": [{{"create": {{"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{{"AttributeName": "id", "AttributeType": "S"}}],
        "KeySchema": [{{"AttributeName": "id", "KeyType": "HASH"}}]}}, "items": [{items}]}}]}}"#
    )
}

#[test]
fn hostile_items_are_set_aside_one_by_one_and_their_neighbours_load() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = "k".repeat(3_000);
    let large = "v".repeat(410_000);
    for hostile in [
        format!(r#"{{"id": {{"S": "deep"}}, "a": {deep}}}"#),
        r#"{"id": {"S": "\ud800"}}"#.to_owned(),
        r#"{"id": {"S": "x"}, "a": {"N": 1e999}}"#.to_owned(),
        format!(r#"{{"id": {{"S": "{long}"}}}}"#),
        format!(r#"{{"id": {{"S": "large"}}, "a": {{"S": "{large}"}}}}"#),
        r#"{"id": {"M": {}}}"#.to_owned(),
        "17".to_owned(),
        "null".to_owned(),
    ] {
        let text = with_items(&format!(
            r#"{{"id": {{"S": "before"}}}}, {hostile}, {{"id": {{"S": "after"}}}}"#
        ));
        let opened = open(&text).unwrap();
        let start: String = hostile.chars().take(60).collect();
        assert_eq!(opened.database.table("Things").unwrap().item_count(), 2, "{start}");
        assert_eq!(opened.defects.len(), 1, "{start}: {:?}", opened.defects);
        assert_eq!(opened.defects[0].done, "set aside", "{start}");
        let saved = save(&opened.design, &opened.database);
        assert_eq!(open(&saved).unwrap().design, opened.design, "{start}: kept on saving");
    }
}

#[test]
fn a_file_of_a_million_faults_lists_the_first_and_counts_the_rest() {
    let opened = open(&with_items(&vec!["0"; 10_050].join(","))).unwrap();
    assert_eq!(opened.defects.len(), 10_001);
    let last = opened.defects.last().unwrap().to_string();
    assert_eq!(last, "50 more faults were found; done with like those listed.");
    assert_eq!(opened.design.tables[0].extra["setAside"].as_array().unwrap().len(), 10_050);
    let too_many = open(&with_items(&vec!["0"; 2_000_001].join(","))).unwrap_err();
    assert_eq!(
        too_many.to_string(),
        "The design cannot be read at \"tables[0]\": it is a list of more than 2,000,000 elements."
    );
}

#[test]
fn thousands_of_tables_and_indexes_are_cut_to_what_dynamodb_allows() {
    let key = json!({"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}});
    let index = |at: usize| json!({"IndexName": format!("Index{at}"), "KeyAttributes": key, "Projection": {"ProjectionType": "ALL"}});
    let table = json!({"TableName": "Same", "KeyAttributes": key});
    let mut tables = vec![table; 3_000];
    tables[0]["GlobalSecondaryIndexes"] = (0..5_000).map(index).collect();
    let opened = open(&json!({ "DataModel": tables }).to_string()).unwrap();
    assert_eq!(opened.database.tables().count(), 2_500);
    assert_eq!(opened.database.table("Same").unwrap().indexes().count(), 20);
    assert_eq!(opened.design.extra["setAside"].as_array().unwrap().len(), 500);
    assert_eq!(opened.design.tables[0].extra["setAside"].as_array().unwrap().len(), 4_980);
}

#[test]
fn numbers_beyond_what_dynamodb_holds_are_kept_as_strings_and_listed() {
    let opened = open(&with_items(r#"{"id": {"S": "x"}, "big": {"N": "1e999"}, "long": {"N": "1234567890123456789012345678901234567890"}}"#)).unwrap();
    assert_eq!(opened.defects.len(), 2);
    let item = opened.database.table("Things").unwrap().primary().items().next().unwrap().to_json();
    assert_eq!(item["big"], json!({"S": "1e999"}));
}

#[test]
fn a_request_card_that_cannot_be_read_is_set_aside_and_kept() {
    let card =
        json!({"id": "B1", "sentence": "Sound", "calls": [], "volume": 12.5, "note": "kept"});
    let text = json!({"retrieval-map": 1, "requests": [card, {"sentence": "no id"}, {"id": "B2", "calls": [{}]}], "later": {"x": [1]}});
    let opened = open(&text.to_string()).unwrap();
    let listed: Vec<String> = opened.defects.iter().map(ToString::to_string).collect();
    assert_eq!(
        listed,
        [
            "requests[1]: it needs \"id\" (a string); set aside.",
            "requests[2]: a call needs an \"operation\" (a string) and an \"input\" (an object); set aside.",
        ]
    );
    assert_eq!(opened.design.requests[0].extra["note"], json!("kept"));
    assert_eq!(opened.design.extra["later"], json!({"x": [1]}));
    let saved = save(&opened.design, &opened.database);
    assert_eq!(open(&saved).unwrap().design, opened.design);
}

#[test]
fn a_file_loads_in_slices_that_say_how_far_they_are() {
    let text = scenarios::find("warehouse").unwrap().json;
    let mut loader = Loader::start(text).unwrap();
    assert_eq!((loader.progress().done, loader.progress().total), (0, 18));
    assert_eq!(loader.step(0).done, 0);
    assert_eq!(loader.step(10).done, 10);
    assert!(!loader.progress().is_finished());
    assert!(loader.step(10).is_finished());
    assert_eq!(loader.finish().database.table("Warehouse").unwrap().item_count(), 18);
}

/// A document with one value in it replaced.
fn replaced(document: &mut Value, at: &mut usize, by: &Value) {
    if *at == 0 {
        *document = by.clone();
    }
    *at = at.wrapping_sub(1);
    match document {
        Value::Array(elements) => elements.iter_mut().for_each(|element| replaced(element, at, by)),
        Value::Object(members) => members.values_mut().for_each(|member| replaced(member, at, by)),
        _ => {}
    }
}

fn strange() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!({})),
        Just(json!([])),
        Just(json!("")),
        Just(json!(-1)),
        Just(json!(1e300)),
        Just(json!({"S": {"N": []}})),
        "\\PC{0,8}".prop_map(Value::String),
        any::<bool>().prop_map(Value::Bool),
    ]
}

/// A small Workbench model that has every member that is read.
fn small_model() -> Value {
    let key = |name: &str| json!({"PartitionKey": {"AttributeName": name, "AttributeType": "S"}, "SortKey": {"AttributeName": "SK", "AttributeType": "S"}});
    let item = json!({"PK": {"S": "a"}, "SK": {"S": "b"}, "m": {"M": {"x": {"L": [{"N": "1"}]}}}});
    json!({"ModelName": "Small", "ModelMetadata": {"Version": "3.0", "Description": "d"}, "DataModel": [{
        "TableName": "Small", "KeyAttributes": key("PK"), "TableData": [item],
        "TableFacets": [{"FacetName": "f", "TableData": [item]}],
        "GlobalSecondaryIndexes": [{"IndexName": "Index", "KeyAttributes": key("G"), "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["m"]}}],
        "BillingMode": "PROVISIONED", "ProvisionedCapacitySettings": {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}
    }]})
}

/// A small design that has every member that is read.
fn small_design() -> Value {
    let text = scenarios::find("social").unwrap().json;
    let mut design: Value = serde_json::from_str(text).unwrap();
    design["requests"][0]["wants"] =
        json!({"order": {"attribute": "SK", "descending": true}, "count": 2});
    design["requests"][2]["expects"] = json!({"count": 1});
    design["copies"][0]["synchronisation"] = json!({"acceptedStaleness": "why"});
    design["accepted"] = json!([{"rule": "hot-key", "about": "G1", "reason": "why"}]);
    design
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_design_with_anything_in_any_place_never_panics_and_saves_what_it_opened(own in any::<bool>(), at in 0_usize..560, by in strange()) {
        let mut document = if own {
            small_design()
        } else {
            small_model()
        };
        replaced(&mut document, &mut { at % if own { 560 } else { 70 } }, &by);
        if let Ok(opened) = open(&document.to_string()) {
            let again = open(&save(&opened.design, &opened.database)).unwrap();
            prop_assert_eq!(&again.design, &opened.design);
            for table in opened.database.tables() {
                prop_assert!(again.database.table(table.name()).unwrap().primary().items().eq(table.primary().items()));
            }
        }
    }

    #[test]
    fn a_file_cut_or_changed_at_any_byte_never_panics(at in 0_usize..20_000, byte in any::<char>(), cut in any::<bool>()) {
        let json = scenarios::find("warehouse").unwrap().json;
        let at = (0..=at % json.len()).rev().find(|at| json.is_char_boundary(*at)).unwrap();
        let text = if cut { json[..at].to_owned() } else { format!("{}{byte}{}", &json[..at], &json[at..]) };
        let _ = open(&text);
    }
}
