//! The data model of AWS's MCP server. The shape is that of the guide its server hands out for `dynamodb_data_model.json` (2026):
//! three members, items as `PutRequest`s, a command line for each pattern, or a reason.

use super::super::{listed, opened, refused};
use serde_json::{Value, json};

pub fn model() -> Value {
    json!({
        "tables": [{
            "AttributeDefinitions": [{"AttributeName": "customer", "AttributeType": "S"}, {"AttributeName": "order", "AttributeType": "N"}, {"AttributeName": "état", "AttributeType": "S"}],
            "TableName": "Orders", "KeySchema": [{"AttributeName": "customer", "KeyType": "HASH"}, {"AttributeName": "order", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{"IndexName": "ByState", "KeySchema": [{"AttributeName": "état", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}],
            "BillingMode": "PAY_PER_REQUEST",
        }],
        "items": {"Orders": [
            {"PutRequest": {"Item": {"customer": {"S": "c1"}, "order": {"N": "1"}, "état": {"S": "open"}}}},
            {"PutRequest": {"Item": {"customer": {"S": "c1"}, "order": {"N": "2"}, "paid": {"BOOL": true}}}},
        ]},
        "access_patterns": [
            {"pattern": "1", "description": "Orders of a customer", "table": "Orders", "dynamodb_operation": "Query",
             "implementation": "aws dynamodb query --table-name Orders --key-condition-expression '#c = :c' --expression-attribute-names '{\"#c\": \"customer\"}' --expression-attribute-values '{\":c\": {\"S\": \"c1\"}}' --no-scan-index-forward --region eu-west-1"},
            {"pattern": "2-3", "description": "Search by word", "reason": "A search engine does that."},
            {"pattern": "1", "description": "Describe", "table": "Orders", "index": "ByState", "dynamodb_operation": "Scan",
             "implementation": "aws dynamodb describe-table --table-name Orders"},
        ],
    })
}

#[test]
fn tables_items_and_patterns_open() {
    let read = opened(&model().to_string());
    assert_eq!(read.format, "data model of the AWS MCP server");
    assert_eq!(read.database.table("Orders").unwrap().item_count(), 2);
    let [orders, search, describe] = read.design.requests.as_slice() else {
        panic!("three requests")
    };
    assert_eq!((orders.id.as_str(), orders.sentence.as_str()), ("1", "Orders of a customer"));
    assert_eq!(orders.calls[0].operation, "Query");
    assert_eq!(orders.calls[0].input["ScanIndexForward"], json!(false));
    assert_eq!(
        orders.extra["dataModel"],
        json!({"table": "Orders", "dynamodb_operation": "Query"})
    );
    assert_eq!(
        (search.calls.len(), &search.extra["dataModel"]),
        (0, &json!({"reason": "A search engine does that."}))
    );
    assert_eq!(describe.id, "1-2");
    assert!(
        describe.extra["dataModel"]["implementation"].as_str().unwrap().contains("describe-table")
    );
    let found = listed(&read);
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(
        found[0],
        "request 1: its command line says --region eu-west-1; left out of the call."
    );
    assert_eq!(
        found[1],
        "request 2-3: it has no command line: A search engine does that; it has no call."
    );
    assert_eq!(found[2], "request 1-2: the pattern 1 comes twice; the later was given a number.");
    assert!(found[3].starts_with("request 1-2: its command line cannot be read: "), "{found:?}");
    assert!(found[3].ends_with("; kept with the request, which has no call."), "{found:?}");
}

#[test]
fn truths_spelled_as_python_does_are_read() {
    let text = model().to_string().replace("true", "True");
    let read = opened(&text);
    assert_eq!(listed(&read)[0], "it is not strictly JSON; read as YAML.");
    assert_eq!(read.database.table("Orders").unwrap().item_count(), 2);
    assert_eq!(read.design.requests.len(), 3);
}

#[test]
fn what_is_broken_in_a_model_is_said_and_the_rest_opens() {
    for (member, value, sentence) in [
        ("items", json!([]), ""),
        ("items", json!(null), ""),
        ("items", json!(7), "items is not an object of lists by table; set aside."),
        ("items", json!({"Orders": {}}), "items.Orders is not a list; set aside."),
        (
            "items",
            json!({"Others": [{}]}),
            "items.Others are items of a table that is not in the file; set aside.",
        ),
        ("access_patterns", json!({}), "access_patterns is not a list; set aside."),
        ("access_patterns", json!([5]), "access_patterns[0] is no object; set aside."),
        ("access_patterns", json!([{}]), "request 1: it has no command line; it has no call."),
        ("more", json!(1), ""),
    ] {
        let mut changed = model();
        if member != "access_patterns" {
            changed["access_patterns"] = json!([]);
        }
        changed[member] = value.clone();
        for text in [changed.to_string(), format!("\u{feff}{changed:#}").replace('\n', "\r\n")] {
            assert_eq!(listed(&opened(&text)).join(" "), sentence, "{member} {value}");
        }
    }
    let mut items = model();
    items["access_patterns"] = json!([]);
    items["items"]["Orders"] = json!([{"PutRequest": {"Item": {"customer": {"S": "c"}}}}, {"customer": {"S": "c"}, "order": {"N": "3"}}, {"PutRequest": null}, 4]);
    let read = opened(&items.to_string());
    assert_eq!(read.database.table("Orders").unwrap().item_count(), 1);
    let found = listed(&read);
    assert_eq!(found.iter().filter(|found| found.contains("set aside")).count(), 3, "{found:?}");
    assert_eq!(
        refused(r#"{"tables": [], "items": {}, "access_patterns": []}"#),
        "The model holds no table."
    );
}
