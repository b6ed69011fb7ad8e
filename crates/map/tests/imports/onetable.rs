//! `OneTable` schemas. The shape is that of the schema specification 1.1.0 in the library's repository.

use super::super::{listed, opened, refused};
use serde_json::{Value, json};

pub fn schema() -> Value {
    json!({
        "format": "onetable:1.1.0", "version": "0.0.1", "description": "Accounts",
        "indexes": {
            "primary": {"hash": "pk", "sort": "sk"},
            "gs1": {"hash": "gs1pk", "sort": "gs1sk", "project": ["name"]},
            "ls1": {"type": "local", "sort": "age", "project": "keys"},
        },
        "params": {"typeField": "_type", "isoDates": false},
        "models": {
            "Account": {
                "pk": {"type": "string", "value": "account#${id}"}, "sk": {"type": "string", "value": "account#"},
                "id": {"type": "string", "uuid": "ulid"}, "age": {"type": "number"}, "gs1pk": {"value": "account#"}, "gs1sk": {"value": "account#${name}#${age:8:0}"},
            },
            "User": {"pk": {"type": "string", "value": "account#${accountId}"}, "sk": {"type": "string", "value": "user#${email}"}, "gs1sk": {"type": "date"}},
        },
        "queries": {
            "Users of an account": {
                "hash": "account#1", "sort": "user#", "operation": "Begins with", "index": "primary", "limit": 10, "type": "Query", "schema": "Current",
                "filters": [{"field": "role", "operation": "Equal", "type": "string", "value": "admin", "combine": "And"}],
            },
            "Without a key": {"index": "gs1", "type": "Entity", "model": "User", "operation": "Equal", "limit": 1},
        },
        "items": [
            {"pk": "account#1", "sk": "account#", "_type": "Account", "age": 7, "gs1pk": "account#", "gs1sk": 1, "tags": ["a", null], "more": {"x": true}},
            {"pk": {"S": "account#1"}, "sk": {"S": "user#a"}},
        ],
    })
}

#[test]
fn a_schema_opens_as_a_table_kinds_of_item_items_and_requests() {
    let read = opened(&schema().to_string());
    assert_eq!(read.format, "OneTable schema");
    assert_eq!(
        listed(&read),
        [
            "a schema does not name its table; called OneTable.",
            "request Q2: the query Without a key has no value for its partition key; kept in the schema; the request has no call.",
        ]
    );
    let table = &read.design.tables[0];
    let definition = |name: &str, kind: &str| json!({"AttributeName": name, "AttributeType": kind});
    let mut definitions = table.create["AttributeDefinitions"].as_array().unwrap().clone();
    definitions.sort_by_key(|definition| definition["AttributeName"].to_string());
    assert_eq!(
        definitions,
        [
            definition("age", "N"),
            definition("gs1pk", "S"),
            definition("gs1sk", "N"),
            definition("pk", "S"),
            definition("sk", "S")
        ]
    );
    assert_eq!(
        table.create["GlobalSecondaryIndexes"][0]["Projection"],
        json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["name"]})
    );
    assert_eq!(
        table.create["LocalSecondaryIndexes"][0]["Projection"],
        json!({"ProjectionType": "KEYS_ONLY"})
    );
    assert_eq!(read.database.table("OneTable").unwrap().item_count(), 2);
    let account = &read.design.entities[0];
    assert_eq!(
        (account.name.as_str(), account.partition_prefix.as_str(), account.sort_prefix.as_deref()),
        ("Account", "account#", Some("account#"))
    );
    assert_eq!(account.templates.get("pk").unwrap(), "account#{id}");
    assert_eq!(account.templates.get("gs1sk").unwrap(), "account#{name}#{age}");
    assert_eq!(read.design.requests[0].sentence, "Users of an account");
    assert_eq!(
        read.design.requests[0].calls[0].input,
        json!({
            "TableName": "OneTable", "KeyConditionExpression": "#n0 = :v0 AND begins_with(#n1, :v1)", "FilterExpression": "#n2 = :v2", "Limit": 10,
            "ExpressionAttributeNames": {"#n0": "pk", "#n1": "sk", "#n2": "role"},
            "ExpressionAttributeValues": {":v0": {"S": "account#1"}, ":v1": {"S": "user#"}, ":v2": {"S": "admin"}},
        })
    );
    let kept = &read.design.extra["oneTable"];
    assert_eq!(kept["queries"]["Without a key"]["model"], json!("User"));
    assert_eq!(kept["params"]["typeField"], json!("_type"));
}

#[test]
fn what_is_broken_in_a_schema_is_said_and_the_rest_opens() {
    for (member, value, sentence) in [
        (
            "models",
            json!([]),
            "OneTable: models is not an object of models by name; left out; the schema is kept.",
        ),
        (
            "models",
            json!({"A": 1}),
            "OneTable: its model A is no object; left out; the schema is kept.",
        ),
        ("models", json!(null), ""),
        ("items", json!({}), "items is not a list; set aside."),
        ("items", json!(null), ""),
        ("unknown", json!({"kept": []}), ""),
        (
            "name",
            json!("accounts-été"),
            "accounts-été: a name has 3 to 255 characters of a-z, A-Z, 0-9, _, - and .; renamed accounts-_t_.",
        ),
    ] {
        let mut changed = schema();
        changed["queries"] = json!({});
        changed["items"] = json!([]);
        changed[member] = value.clone();
        for text in [changed.to_string(), format!("\u{feff}{changed:#}").replace('\n', "\r\n")] {
            let found: Vec<String> = listed(&opened(&text))
                .into_iter()
                .filter(|found| !found.contains("called OneTable"))
                .collect();
            assert_eq!(found.join(" "), sentence, "{member} {value}");
        }
    }
    for (indexes, sentence) in [
        (
            json!(null),
            "The design cannot be read at \"indexes\": it should be an object of indexes by name.",
        ),
        (json!({"primary": {}}), "Table OneTable cannot be opened: it has no partition key."),
        (
            json!({"gs1": {"hash": "a"}}),
            "Table OneTable cannot be opened: it has no partition key.",
        ),
    ] {
        let mut changed = schema();
        changed["indexes"] = indexes;
        assert_eq!(refused(&changed.to_string()), sentence);
    }
}

#[test]
fn a_schema_in_a_script_is_read_by_its_literals() {
    let text = "import {Match} from './match'\n\nconst Match = { email: /^[^@]+@[^{]+$/ }\n\n/* the schema { */\nexport default {\n    format: 'onetable:1.1.0',\n    version: '0.0.1',\n    indexes: {\n        primary: { hash: 'pk', sort: 'sk' },\n        gs1: { hash: 'gs1pk', sort: 'gs1sk', project: ['gs1pk'] }, // by name\n    },\n    models: {\n        User: {\n            pk: { type: String, value: 'account#${accountId}' },\n            sk: { type: String, value: `user#${email}` },\n            email: { type: String, validate: Match.email, generate: () => uid(8) },\n            gs1sk: { type: Number },\n        },\n    } as const,\n    params: { isoDates: true },\n}\n";
    let read = opened(text);
    assert_eq!(
        listed(&read),
        [
            "the schema is written in a script; its literals were read, without what only running it gives.",
            "a schema does not name its table; called OneTable.",
        ]
    );
    assert_eq!(read.design.entities[0].templates.get("sk").unwrap(), "user#{email}");
    let definitions = read.design.tables[0].create["AttributeDefinitions"].as_array().unwrap();
    assert!(definitions.contains(&json!({"AttributeName": "gs1sk", "AttributeType": "N"})));
}

#[test]
fn queries_that_are_none_are_kept() {
    let mut odd = schema();
    odd["queries"] = serde_json::json!(["kept"]);
    let read = opened(&odd.to_string());
    assert!(read.design.extra["oneTable"]["queries"][0] == "kept");
    assert!(listed(&read).iter().any(|line| line.contains("its queries are no object")));
}
