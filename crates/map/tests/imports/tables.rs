//! The input of `CreateTable` and the answer of `DescribeTable`. The shapes are those of the API reference's request parameters
//! and response elements of 2026.

use super::super::{listed, opened, refused};
use serde_json::{Value, json};

pub fn create() -> Value {
    json!({
        "TableName": "Orders",
        "AttributeDefinitions": [
            {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"},
            {"AttributeName": "état", "AttributeType": "S"}, {"AttributeName": "day", "AttributeType": "B"},
        ],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "LocalSecondaryIndexes": [{
            "IndexName": "ByState", "Projection": {"ProjectionType": "KEYS_ONLY"},
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "état", "KeyType": "RANGE"}],
        }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByDay", "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total"]},
            "KeySchema": [
                {"AttributeName": "day", "KeyType": "HASH"}, {"AttributeName": "état", "KeyType": "HASH"},
                {"AttributeName": "SK", "KeyType": "RANGE"},
            ],
            "ProvisionedThroughput": {"ReadCapacityUnits": 10, "WriteCapacityUnits": 5},
            "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000},
        }],
        "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": {"ReadCapacityUnits": 7000, "WriteCapacityUnits": 50},
        "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
        "SSESpecification": {"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "alias/mine"},
        "TableClass": "STANDARD_INFREQUENT_ACCESS",
        "DeletionProtectionEnabled": true,
        "Tags": [{"Key": "team", "Value": "shop"}],
        "OnDemandThroughput": {"MaxReadRequestUnits": 100, "MaxWriteRequestUnits": 100},
        "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000},
    })
}

#[test]
fn the_input_of_create_table_opens_as_it_is() {
    let read = opened(&create().to_string());
    assert_eq!((read.format, listed(&read)), ("table definition", Vec::new()));
    assert_eq!(read.design.name, "Orders");
    assert!(read.design.tables[0].create == create(), "every member is kept");
    assert!(read.design.tables[0].extra.is_empty());
    let table = read.database.table("Orders").unwrap();
    assert_eq!(table.indexes().count(), 2);
    assert_eq!(table.primary().partition_count(), 3, "7,000 reads and 50 writes");
}

/// What `aws dynamodb describe-table` prints of the same table.
pub fn described() -> Value {
    let mut table = create();
    let members = table.as_object_mut().unwrap();
    for input in ["SSESpecification", "TableClass", "BillingMode", "Tags"] {
        members.remove(input);
    }
    let report = json!({
        "TableStatus": "ACTIVE", "CreationDateTime": "2026-03-01T12:00:00.000000+00:00", "ItemCount": 12,
        "TableSizeBytes": 25_000_000_000_u64, "TableId": "0a1b", "TableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/Orders",
        "BillingModeSummary": {"BillingMode": "PROVISIONED"},
        "TableClassSummary": {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
        "SSEDescription": {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "alias/mine"},
        "LatestStreamLabel": "2026", "LatestStreamArn": "arn:...",
        "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000, "Status": "ACTIVE"},
        "ProvisionedThroughput": {
            "LastIncreaseDateTime": "2026-03-02T12:00:00+00:00", "NumberOfDecreasesToday": 0,
            "ReadCapacityUnits": 7000, "WriteCapacityUnits": 50,
        },
    });
    for (name, value) in report.as_object().unwrap() {
        members.insert(name.clone(), value.clone());
    }
    let index = &mut table["GlobalSecondaryIndexes"][0];
    index["IndexStatus"] = json!("ACTIVE");
    index["IndexSizeBytes"] = json!(7);
    index["ItemCount"] = json!(1);
    index["IndexArn"] = json!("arn:aws:dynamodb:eu-west-1:111122223333:table/Orders/index/ByDay");
    index["ProvisionedThroughput"]["NumberOfDecreasesToday"] = json!(0);
    index["WarmThroughput"]["Status"] = json!("ACTIVE");
    json!({ "Table": table })
}

#[test]
fn what_describe_table_answers_becomes_the_input_that_makes_the_same_table() {
    let read = opened(&described().to_string());
    assert_eq!(listed(&read), Vec::<String>::new());
    let mut expected = create();
    expected.as_object_mut().unwrap().remove("Tags");
    assert!(read.design.tables[0].create == expected, "translated");
    let extra = &read.design.tables[0].extra;
    assert_eq!(extra["sizeBytes"], json!(25_000_000_000_u64));
    assert_eq!(extra["described"]["ItemCount"], json!(12));
    assert_eq!(extra["described"]["indexes"]["ByDay"]["IndexStatus"], json!("ACTIVE"));
    assert_eq!(read.database.table("Orders").unwrap().primary().partition_count(), 3);
    let created = json!({"TableDescription": described()["Table"]});
    assert!(opened(&created.to_string()).design == read.design, "create-table answers the same");
}

#[test]
fn a_description_on_demand_has_zeros_that_are_no_fault() {
    let mut table = described();
    let zero =
        json!({"NumberOfDecreasesToday": 0, "ReadCapacityUnits": 0, "WriteCapacityUnits": 0});
    let no_limit = json!({"MaxReadRequestUnits": -1, "MaxWriteRequestUnits": -1});
    let inside = &mut table["Table"];
    inside["BillingModeSummary"]["BillingMode"] = json!("PAY_PER_REQUEST");
    inside["ProvisionedThroughput"] = zero.clone();
    inside["OnDemandThroughput"] = no_limit.clone();
    inside["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"] = zero;
    inside["GlobalSecondaryIndexes"][0]["OnDemandThroughput"] = no_limit;
    let read = opened(&table.to_string());
    assert_eq!(listed(&read), Vec::<String>::new());
    let create = &read.design.tables[0].create;
    assert_eq!(create["BillingMode"], json!("PAY_PER_REQUEST"));
    assert_eq!(create.get("ProvisionedThroughput"), None);
    assert_eq!(create.get("OnDemandThroughput"), None);
    assert_eq!(create["GlobalSecondaryIndexes"][0].get("ProvisionedThroughput"), None);
}

#[test]
fn tables_come_in_lists_and_one_after_the_other() {
    let (one, mut two) = (create(), described());
    two["Table"]["TableName"] = json!("Customers");
    for text in [
        json!([one, two]).to_string(),
        json!({"Tables": [one, two]}).to_string(),
        json!({"tables": [one, two["Table"]]}).to_string(),
        format!("{one}\n{two}\n"),
        format!("\u{feff}{one:#}{two:#}").replace('\n', "\r\n"),
    ] {
        let read = opened(&text);
        assert_eq!(listed(&read), Vec::<String>::new());
        let names: Vec<&str> =
            read.design.tables.iter().map(map::design::TableDesign::name).collect();
        assert_eq!(names, ["Orders", "Customers"]);
    }
    let read = opened(&format!("{one} {two} {{\"Table\": "));
    assert_eq!(listed(&read), ["what follows its document 2 is not JSON; set aside."]);
    assert_eq!(read.design.extra["setAside"], json!(["{\"Table\":"]));
    let read = opened(&json!([{"note": 1}, one, one, 5]).to_string());
    assert_eq!(
        listed(&read),
        [
            "1 of the file: it is no definition of a table; set aside.",
            "4 of the file: it is no definition of a table; set aside.",
            "Orders: its name is used twice; renamed Orders-2.",
        ]
    );
    assert_eq!(
        refused(r#"{"TableNames": ["a", "b"]}"#),
        "This is of no format that is read here: it is a list of the names of 2 tables, without their keys; DescribeTable gives those"
    );
}

/// The table with one change, opened: what was listed.
fn changed(change: impl Fn(&mut Value)) -> Vec<String> {
    let mut table = create();
    change(&mut table);
    listed(&opened(&table.to_string()))
}

#[test]
fn a_definition_that_is_broken_in_one_way_opens_and_says_so() {
    assert_eq!(
        changed(|table| table["ProvisionedThroughput"]["ReadCapacityUnits"] = json!("7000")),
        Vec::<String>::new(),
        "a number in quotes is what templates have"
    );
    for (member, value, sentence) in [
        ("BillingMode", json!(null), None),
        (
            "BillingMode",
            json!("FREE"),
            Some("Orders: its billing mode is FREE, which there is not; read as provisioned."),
        ),
        ("LocalSecondaryIndexes", json!([]), Some("Orders: its index ByDay")),
        (
            "GlobalSecondaryIndexes",
            json!({}),
            Some("Orders: GlobalSecondaryIndexes is not a list; set aside."),
        ),
        (
            "GlobalSecondaryIndexes",
            json!([7]),
            Some("Orders: GlobalSecondaryIndexes holds something that is no object; set aside."),
        ),
        ("GlobalSecondaryIndexes", json!(null), None),
        ("Tags", json!("x"), Some("Orders: Tags is not a list; set aside.")),
        (
            "VectorIndexes",
            json!([{"IndexName": "Meaning"}]),
            Some("Orders: vector indexes cannot be walked here; kept, and not shown."),
        ),
        ("Unknown", json!({"kept": 1}), None),
        (
            "ProvisionedThroughput",
            json!(null),
            Some(
                "Orders: its capacity is provisioned, and no throughput is given; read as on demand.",
            ),
        ),
    ] {
        let found = changed(|table| table[member] = value.clone());
        if member == "LocalSecondaryIndexes" {
            assert!(found.is_empty(), "an empty list is none: {found:?}");
            continue;
        }
        match sentence {
            None => assert!(
                !found.iter().any(|found| found.contains(member)),
                "{member} {value}: {found:?}"
            ),
            Some(sentence) => {
                assert!(found.iter().any(|found| found == sentence), "{member} {value}: {found:?}");
            }
        }
    }
    assert_eq!(
        changed(|table| _ =
            table["GlobalSecondaryIndexes"][0].as_object_mut().unwrap().remove("Projection")),
        ["Orders: index ByDay says no projection; read as ALL."]
    );
    assert_eq!(
        changed(|table| table["GlobalSecondaryIndexes"][0]["Projection"]["ProjectionType"] =
            json!("ALL")),
        [
            "Orders: index ByDay lists attributes, and its projection is not INCLUDE; the list was set aside."
        ]
    );
    assert_eq!(
        changed(|table| table["AttributeDefinitions"]
            .as_array_mut()
            .unwrap()
            .push(json!({"AttributeName": "color", "AttributeType": "S"}))),
        ["Orders: it defines color, which is in no key; set aside."]
    );
    assert_eq!(
        changed(|table| table["AttributeDefinitions"]
            .as_array_mut()
            .unwrap()
            .push(json!({"AttributeName": "PK", "AttributeType": "N"}))),
        ["Orders: it defines PK twice, with two types; the first was taken, the other set aside."]
    );
    assert_eq!(
        changed(|table| _ = table["GlobalSecondaryIndexes"][0]
            .as_object_mut()
            .unwrap()
            .remove("ProvisionedThroughput")),
        ["Orders: index ByDay has no throughput of its own; given the table's."]
    );
}

#[test]
fn what_is_no_table_at_all_is_refused_with_a_sentence() {
    for (change, sentence) in [
        (json!({"KeySchema": null}), "Table Orders cannot be opened: it has no partition key."),
        (json!({"KeySchema": "PK"}), "Table Orders cannot be opened: it has no partition key."),
        (
            json!({"AttributeDefinitions": []}),
            "Table Orders cannot be opened: its key attribute PK has no type.",
        ),
        (json!({"TableName": null}), "Table 1 of the file cannot be opened: it has no TableName."),
    ] {
        let mut table = create();
        for (name, value) in change.as_object().unwrap() {
            table[name] = value.clone();
        }
        assert_eq!(refused(&table.to_string()), sentence);
    }
}
