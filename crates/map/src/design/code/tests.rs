use serde_json::json;

use super::*;
use crate::design::{Call, open, scenarios};

/// A row of a scenario with other calls.
fn row(calls: &[(&str, serde_json::Value)], samples: &[(&str, &str)]) -> (Request, Design) {
    let design = open(scenarios::FIRST.json).unwrap().design;
    let mut request = design.requests.first().unwrap().clone();
    request.calls = calls
        .iter()
        .map(|(operation, input)| Call { operation: (*operation).to_owned(), input: input.clone() })
        .collect();
    request.samples = samples.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    (request, design)
}

fn written(
    language: Language,
    calls: &[(&str, serde_json::Value)],
    samples: &[(&str, &str)],
) -> String {
    let (request, design) = row(calls, samples);
    code(&request, language, &design).unwrap()
}

#[test]
fn a_row_is_a_program_with_its_samples_by_name() {
    let opened = open(scenarios::FIRST.json).unwrap().design;
    let request = opened.request("A3").unwrap();
    assert_eq!(
        code(request, Language::JavaScript, &opened).unwrap(),
        r#"import { DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";

// The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.
const client = new DynamoDBClient({});

const productId = "P100";

// A3: List warehouses carrying product
const items = [];
for await (const page of paginateQuery({ client }, {
  TableName: "Warehouse",
  KeyConditionExpression: "PK = :product AND begins_with(SK, :warehouse)",
  ExpressionAttributeValues: {
    ":product": { S: `PRODUCT#${productId}` },
    ":warehouse": { S: "WAREHOUSE#" },
  },
})) {
  items.push(...(page.Items ?? []));
}
console.log(JSON.stringify(items, null, 2));
"#
    );
    assert_eq!(
        code(request, Language::Python, &opened).unwrap(),
        r#"import boto3

# The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.
client = boto3.client("dynamodb")

product_id = "P100"

# A3: List warehouses carrying product
items = []
for page in client.get_paginator("query").paginate(
    TableName="Warehouse",
    KeyConditionExpression="PK = :product AND begins_with(SK, :warehouse)",
    ExpressionAttributeValues={
        ":product": {"S": f"PRODUCT#{product_id}"},
        ":warehouse": {"S": "WAREHOUSE#"},
    },
):
    items.extend(page.get("Items", []))
print(items)
"#
    );
    assert_eq!(
        code(request, Language::AwsCli, &opened).unwrap(),
        "aws dynamodb query --table-name Warehouse \\
  --key-condition-expression 'PK = :product AND begins_with(SK, :warehouse)' \\
  --expression-attribute-values '{\":product\":{\"S\":\"PRODUCT#P100\"},\":warehouse\":{\"S\":\"WAREHOUSE#\"}}'\n"
    );
}

#[test]
fn a_call_with_a_limit_is_one_page_and_any_other_reads_on() {
    let key = json!({"PK": {"S": "a"}});
    let limited = json!({"TableName": "T", "Limit": 2, "ExclusiveStartKey": key});
    let javascript = written(Language::JavaScript, &[("Scan", limited.clone())], &[]);
    assert!(javascript.contains("client.send(new ScanCommand({"), "{javascript}");
    assert!(!javascript.contains("paginate"), "{javascript}");
    let python = written(Language::Python, &[("Scan", limited)], &[]);
    assert!(python.contains("client.scan(") && !python.contains("paginat"), "{python}");
    let statement = json!({"Statement": "SELECT * FROM T", "NextToken": "{token}"});
    let javascript =
        written(Language::JavaScript, &[("ExecuteStatement", statement)], &[("token", "x")]);
    assert!(javascript.contains("let nextToken = token;\ndo {"), "{javascript}");
}

#[test]
fn names_are_free_of_what_languages_and_code_mean_by_them() {
    let value = json!({"TableName": "T", "Key": {"a": {"S": "{class}{Class}{items}{1st}{a b}{a-b}{世}{no sample}"}}});
    let samples = ["class", "Class", "items", "1st", "a b", "a-b", "世"].map(|name| (name, "x"));
    let javascript = written(Language::JavaScript, &[("GetItem", value.clone())], &samples);
    for declared in [
        "const classValue = \"x\";",
        "const classValue2 = \"x\";",
        "const items = \"x\";",
        "const value1st = \"x\";",
        "const aB = \"x\";",
        "const aBValue = \"x\";",
        "const value = \"x\";",
        "const noSample = \"{no sample}\"; // this placeholder has no sample",
    ] {
        assert!(javascript.contains(declared), "{declared} in {javascript}");
    }
    let python = written(Language::Python, &[("GetItem", value)], &samples);
    assert!(python.contains("\na_b_value = \"x\"\n"), "{python}");
}

#[test]
fn texts_are_escaped_for_their_language() {
    let hostile = "\"'`\\${x}\n\r\u{2028}\u{202e}\u{0}{y}\u{1f600}";
    let call = json!({"TableName": "T", "Key": {"a": {"S": format!("{hostile}{{v}}")}, "__proto__": {"S": hostile}}});
    let javascript = written(Language::JavaScript, &[("GetItem", call.clone())], &[("v", "1")]);
    let whole = "\"\\\"'`\\\\${x}\\n\\r\\u2028\\u202e\\u0000{y}\u{1f600}\"";
    assert!(!javascript.contains(whole), "braces around a name are a placeholder");
    assert!(
        javascript.contains("`\"'\\`\\\\$${x}\\n\\r\\u2028\\u202e\\u0000${y}\u{1f600}${v}`"),
        "{javascript}"
    );
    assert!(javascript.contains("[\"__proto__\"]: {"), "{javascript}");
    let python = written(Language::Python, &[("GetItem", call)], &[("v", "1")]);
    assert!(
        python.contains("f\"\\\"'`\\\\${x}\\n\\r\\u2028\\u202e\\u0000{y}\u{1f600}{v}\""),
        "{python}"
    );
    let braces = json!({"TableName": "T", "Key": {"a": {"S": "{} ${ {v}"}}});
    let javascript = written(Language::JavaScript, &[("GetItem", braces.clone())], &[("v", "1")]);
    assert!(javascript.contains("`{} \\${ ${v}`"), "{javascript}");
    let python = written(Language::Python, &[("GetItem", braces)], &[("v", "1")]);
    assert!(python.contains("f\"{{}} ${{ {v}\""), "{python}");
}

#[test]
fn a_heading_stays_in_its_comment() {
    let (mut request, design) = row(&[("GetItem", json!({"TableName": "T"}))], &[]);
    request.sentence = "one\nprocess.exit()\u{2028}\\u000a x".to_owned();
    for language in [Language::JavaScript, Language::Python] {
        let code = code(&request, language, &design).unwrap();
        assert!(code.contains("A1: one process.exit() \\\\u000a x\n"), "{code}");
    }
}

#[test]
fn what_has_no_code_says_why() {
    for (calls, sentence) in [
        (&[][..], "This row has no calls yet, so there is no code for it."),
        (&[("", json!({}))], "A call has no operation yet, so there is no code for it."),
        (
            &[("CreateTable", json!({}))],
            "CreateTable is no operation on items, so there is no code for it.",
        ),
        (
            &[("GetItem", json!({"TableName": 5}))],
            "The value of GetItem.TableName is not a text, so there is no code for it.",
        ),
        (
            &[("GetItem", json!({"Key": {"a": {"S": 5}}}))],
            "The value of GetItem.Key.a is not an attribute value such as {\"S\": \"text\"}, so there is no code for it.",
        ),
        (
            &[("Scan", json!({})), ("Scan", json!({"Limit": "x"}))],
            "Call 2: the value of Scan.Limit is not a whole number, so there is no code for it.",
        ),
        (
            &[("GetItem", json!([]))],
            "The input of GetItem is not an object, so there is no code for it.",
        ),
    ] {
        let (request, design) = row(calls, &[]);
        assert_eq!(code(&request, Language::JavaScript, &design).unwrap_err(), sentence);
    }
}
