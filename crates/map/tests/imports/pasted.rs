//! Tables as people paste them: out of programs, documentation and shells, where no JSON stands.

use serde_json::json;

use super::super::{listed, opened, refused};

const JAVASCRIPT: &str = "import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
async function make(client) {
  // the table's keys
  await client.send(new CreateTableCommand({
    TableName: 'Music', BillingMode: BillingMode.PAY_PER_REQUEST,
    KeySchema: [{ AttributeName: 'Artist', KeyType: KeyType.HASH }, { AttributeName: \"Song\", KeyType: \"RANGE\" },],
    AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }, { AttributeName: 'Song', AttributeType: 'S' }],
  }));
  return await client.send(new CreateTableCommand({ TableName: 'Other', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }], ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 1 } }));
}
";
const PYTHON: &str = "import boto3, os
dynamodb = boto3.resource('dynamodb')
table = dynamodb.create_table(
    TableName='Movies',  # it's the name
    KeySchema=[{'AttributeName': 'year', 'KeyType': 'HASH'}],
    AttributeDefinitions=[{'AttributeName': 'year', 'AttributeType': 'N'}],
    BillingMode='PAY_PER_REQUEST', DeletionProtectionEnabled=True,
)
";

#[test]
fn tables_are_read_out_of_a_program() {
    let read = opened(JAVASCRIPT);
    let names: Vec<&str> = read.design.tables.iter().map(map::design::TableDesign::name).collect();
    assert_eq!(names, ["Music", "Other"]);
    assert_eq!(read.design.tables[0].create["KeySchema"][0]["KeyType"], "HASH");
    assert_eq!(read.design.tables[0].create["BillingMode"], "PAY_PER_REQUEST");
    assert_eq!(read.design.tables[1].create["ProvisionedThroughput"]["WriteCapacityUnits"], 1);
    assert!(listed(&read)[0].contains("written in a program"), "{:?}", listed(&read));
    let read = opened(PYTHON);
    assert_eq!(read.design.tables[0].name(), "Movies");
    assert_eq!(read.design.tables[0].create["DeletionProtectionEnabled"], true);
    assert_eq!(read.design.tables[0].partition_key(), Some("year"));
}

#[test]
fn a_table_in_documentation_is_read_although_a_comma_is_too_many() {
    let text = "Here's the table:\n```json\n{\"TableName\":\"Doc\",\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}],}\n```\n";
    assert_eq!(opened(text).design.tables[0].name(), "Doc");
}

#[test]
fn the_keys_of_a_table_are_never_taken_for_items() {
    let list = json!([{"AttributeName": "PK", "AttributeType": "S"}]).to_string();
    let line = format!(
        "$ aws dynamodb create-table --table-name Orders --attribute-definitions '{list}' --key-schema AttributeName=PK,KeyType=HASH"
    );
    assert!(refused(&list).contains("key attributes"), "{}", refused(&list));
    assert!(refused(&line).contains("aws dynamodb create-table"), "{}", refused(&line));
}

#[test]
fn what_a_shell_showed_of_a_table_is_one_table_with_its_items() {
    let table = json!({"Table": {"TableName": "Orders", "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}});
    let answer = json!({"Items": [{"id": {"S": "1"}}, {"id": {"S": "2"}}], "Count": 2});
    let lone = json!({"id": {"S": "example"}});
    for text in [
        format!("$ aws dynamodb scan\n{answer}\n$ aws dynamodb describe-table\n{table:#}\n"),
        format!(
            "$ aws dynamodb describe-table\n{table}\n$ aws dynamodb scan\n{answer:#}\nget {lone}\n"
        ),
    ] {
        let read = opened(&text);
        assert_eq!(read.design.tables.len(), 1);
        assert_eq!(
            read.database.table("Orders").map(key_engine::engine::Table::item_count),
            Some(2)
        );
    }
}

#[test]
fn plain_items_among_what_is_none_are_read() {
    let read = opened(
        &json!([{"id": "one", "n": [1]}, {"id": "two"}, {"other": true}, null, "x", [1]])
            .to_string(),
    );
    let table = read.design.tables[0].name().to_owned();
    assert_eq!(read.database.table(&table).map(key_engine::engine::Table::item_count), Some(2));
    assert_eq!(read.design.tables[0].extra["setAside"].as_array().map(Vec::len), Some(4));
}

#[test]
fn hostile_programs_are_refused_or_read_in_time_linear_in_the_text() {
    for unit in ["{", "(", "[", "{KeySchema:", "KeySchema AttributeDefinitions (", "'", "`${", "/*"]
    {
        let text = format!("x KeySchema AttributeDefinitions {}", unit.repeat(100_000));
        let _ = map::design::open(&text);
    }
}
