//! What is exported and read again is the same design, as far as the format holds it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // the whole file is a test

use map::design::scenarios::SCENARIOS;
use map::design::{Exported, Format, Opened, TableDesign, open, write};
use serde_json::{Value, json};

const ODD: &str = include_str!("odd_design.json");

fn designs() -> Vec<(&'static str, Opened)> {
    let odd = ("odd", open(ODD).unwrap());
    let scenarios = SCENARIOS.iter().map(|scenario| (scenario.id, open(scenario.json).unwrap()));
    scenarios.chain([odd]).collect()
}

fn files(format: Format, opened: &Opened) -> Vec<Exported> {
    write(format, &opened.design, &opened.database).0
}

/// A table's definition as it is compared: how it is paid for may be said or left to the default.
fn definition(table: &TableDesign) -> Value {
    let mut create = table.create.clone();
    if create.get("BillingMode").is_none() {
        create["BillingMode"] = json!("PROVISIONED");
    }
    create
}

#[test]
fn our_own_format_and_a_model_of_the_workbench_give_the_whole_design_back() {
    for (name, opened) in designs() {
        for format in [Format::Own, Format::Workbench] {
            let again = open(&files(format, &opened)[0].text).unwrap();
            assert!(again.design == opened.design, "{name}: {}", format.name());
            for (one, two) in opened.database.tables().zip(again.database.tables()) {
                assert!(one.primary().items().eq(two.primary().items()), "{name}: items");
            }
        }
    }
}

#[test]
fn a_template_gives_the_tables_back() {
    for (name, opened) in designs() {
        let file = &files(Format::CloudFormation, &opened)[0];
        let again = open(&file.text).unwrap();
        assert_eq!(again.design.tables.len(), opened.design.tables.len(), "{name}");
        for table in &opened.design.tables {
            let read = again.design.table(table.name()).unwrap();
            assert!(definition(read) == definition(table), "{name}: {}", table.name());
            assert_eq!(read.time_to_live, table.time_to_live, "{name}");
            assert_eq!(read.extra.get("VectorIndexes"), table.extra.get("VectorIndexes"));
        }
        assert!(files(Format::CloudFormation, &again)[0].text.contains("\"Resources\""));
    }
}

#[test]
fn the_input_of_create_table_gives_each_table_back() {
    for (name, opened) in designs() {
        let files = files(Format::CreateTable, &opened);
        for table in &opened.design.tables {
            let file_name = format!("{}.create-table.json", table.name());
            let file = files.iter().find(|file| file.name == file_name).unwrap();
            let again = open(&file.text).unwrap();
            assert!(definition(&again.design.tables[0]) == definition(table), "{name}");
        }
    }
}

#[test]
fn batches_give_the_items_back() {
    for (name, opened) in designs() {
        let mut count = 0;
        for file in files(Format::BatchWrite, &opened) {
            let again = open(&file.text).unwrap();
            count +=
                again.database.tables().map(key_engine::engine::Table::item_count).sum::<usize>();
        }
        let all: usize = opened.database.tables().map(key_engine::engine::Table::item_count).sum();
        assert_eq!(count, all, "{name}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_told() {
    let opened = open(SCENARIOS[0].json).unwrap();
    for format in Format::ALL {
        let (_, defects) = write(format, &opened.design, &opened.database);
        let told = defects.iter().any(|defect| defect.problem.contains("row"));
        assert_eq!(told, format != Format::Own, "{}", format.name());
    }
}

#[test]
fn vector_indexes_and_the_types_of_their_attributes_come_back_however_they_came() {
    let vector = json!({"IndexName": "near", "VectorAttribute": {"AttributeName": "meaning"}, "Dimensions": 3,
        "SearchSchema": [{"AttributeName": "tenant", "SearchSchemaElementType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"}, "DistanceFunction": "COSINE"});
    let create = json!({"TableName": "Docs", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "tenant", "AttributeType": "S"}],
        "VectorIndexes": [vector]});
    let mut described = create.clone();
    described["VectorIndexes"][0]["IndexStatus"] = json!("ACTIVE");
    described["TableStatus"] = json!("ACTIVE");
    let template =
        json!({"Resources": {"Docs": {"Type": "AWS::DynamoDB::Table", "Properties": create}}});
    for text in [create.to_string(), json!({"Table": described}).to_string(), template.to_string()]
    {
        let opened = open(&text).unwrap();
        assert!(opened.defects.iter().any(|defect| defect.problem.contains("vector indexes")));
        let again: Value =
            serde_json::from_str(&files(Format::CreateTable, &opened)[0].text).unwrap();
        assert!(again == create, "{again}");
        let template = files(Format::CloudFormation, &opened)[0].text.clone();
        let once_more = open(&template).unwrap();
        assert!(once_more.design.tables[0].create == opened.design.tables[0].create);
        let again: Value =
            serde_json::from_str(&files(Format::CreateTable, &once_more)[0].text).unwrap();
        assert!(again == create, "{again}");
        assert!(
            !files(Format::Terraform, &opened)[0].text.contains("tenant"),
            "it would be of no key"
        );
    }
}
