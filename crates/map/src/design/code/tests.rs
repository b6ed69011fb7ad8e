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

/// What a statement brings, over all its pages.
fn brought(database: &mut key_engine::Database, mut input: serde_json::Value) -> Vec<String> {
    let limited = input.get("Limit").is_some();
    let mut items = Vec::new();
    loop {
        let answer = database.call("ExecuteStatement", &input).unwrap();
        let found = answer.get("Items").and_then(serde_json::Value::as_array).cloned();
        items.extend(found.unwrap_or_default().iter().map(ToString::to_string));
        match answer.get("NextToken") {
            Some(token) if !limited => input["NextToken"] = token.clone(),
            _ => return items,
        }
    }
}

#[test]
fn a_statement_brings_what_the_call_brings() {
    for scenario in scenarios::SCENARIOS {
        let mut opened = open(scenario.json).unwrap();
        for request in opened.design.requests.clone() {
            for call in request.sample_calls() {
                if !matches!(call.operation.as_str(), "GetItem" | "Query" | "Scan") {
                    continue;
                }
                let statements = partiql::statements(&call, &opened.design).unwrap();
                assert_eq!(statements.len(), 1);
                let answer = opened.database.call(&call.operation, &call.input).unwrap();
                let items = answer.get("Items").and_then(serde_json::Value::as_array).cloned();
                let items =
                    items.unwrap_or_else(|| answer.get("Item").cloned().into_iter().collect());
                let expected: Vec<String> = items.iter().map(ToString::to_string).collect();
                let found = brought(&mut opened.database, statements[0].input());
                assert!(found == expected, "{} {}: other items", scenario.id, request.id);
            }
        }
    }
}

#[test]
fn a_statement_says_what_the_call_says() {
    let (_, design) = row(&[], &[]);
    let say = |operation: &str, input: serde_json::Value| {
        let call = Call { operation: operation.to_owned(), input };
        partiql::statements(&call, &design)
            .map(|all| all.into_iter().map(|one| one.text).collect::<Vec<_>>().join("; "))
    };
    let key = json!({"PK": {"S": "a"}, "SK": {"S": "b"}});
    let values = json!({":a": {"S": "a"}, ":b": {"N": "1"}, ":c": {"SS": ["x"]}, ":l": {"L": []}});
    let names = json!({"#p": "PK", "#q": "it\"s"});
    for (operation, input, expected) in [
        (
            "Query",
            json!({"TableName": "Warehouse", "IndexName": "G.1", "KeyConditionExpression": "#p = :a AND SK BETWEEN :a AND :a",
                "FilterExpression": "(x > :b OR attribute_exists(#q.y[2])) AND NOT size(z) IN (:b, :b)",
                "ProjectionExpression": "#p, x", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values}),
            r#"SELECT "PK", "x" FROM "Warehouse"."G.1" WHERE "PK" = ? AND "SK" BETWEEN ? AND ? AND ("x" > ? OR "it""s"."y"[2] IS NOT MISSING) AND NOT (size("z") IN [?, ?])"#,
        ),
        (
            "Query",
            json!({"TableName": "Warehouse", "KeyConditionExpression": "PK = :a", "ScanIndexForward": false, "ExpressionAttributeValues": values}),
            r#"SELECT * FROM "Warehouse" WHERE "PK" = ? ORDER BY "SK" DESC"#,
        ),
        (
            "UpdateItem",
            json!({"TableName": "Warehouse", "Key": key, "UpdateExpression": "SET x = list_append(x, :l), n = n + :b REMOVE y ADD t :c DELETE u :c",
                "ConditionExpression": "x = :a OR y = :a", "ReturnValues": "ALL_NEW", "ExpressionAttributeValues": values}),
            r#"UPDATE "Warehouse" SET "x" = list_append("x", ?) SET "n" = "n" + ? REMOVE "y" SET "t" = set_add("t", ?) SET "u" = set_delete("u", ?) WHERE "PK" = ? AND "SK" = ? AND ("x" = ? OR "y" = ?) RETURNING ALL NEW *"#,
        ),
        (
            "PutItem",
            json!({"TableName": "Warehouse", "Item": {"PK": {"S": "a"}, "it's": {"B": "AQ=="}}, "ConditionExpression": "attribute_not_exists(PK)"}),
            r#"INSERT INTO "Warehouse" VALUE {'PK': ?, 'it''s': ?}"#,
        ),
        (
            "DeleteItem",
            json!({"TableName": "Warehouse", "Key": key, "ReturnValues": "ALL_OLD"}),
            r#"DELETE FROM "Warehouse" WHERE "PK" = ? AND "SK" = ? RETURNING ALL OLD *"#,
        ),
        (
            "TransactGetItems",
            json!({"TransactItems": [{"Get": {"TableName": "A", "Key": {"a": {"N": "1"}}}}, {"Get": {"TableName": "B", "Key": {"b": {"N": "1"}}}}]}),
            r#"SELECT * FROM "A" WHERE "a" = ?; SELECT * FROM "B" WHERE "b" = ?"#,
        ),
    ] {
        assert_eq!(say(operation, input).unwrap(), expected);
    }
    for (operation, input, why) in [
        ("Query", json!({"TableName": "T", "Select": "COUNT"}), "only count"),
        ("Scan", json!({"TableName": "T", "Segment": 0, "TotalSegments": 2}), "segment"),
        ("Scan", json!({"TableName": "T", "ProjectionExpression": "a.b"}), "within an attribute"),
        ("Query", json!({"TableName": "T", "ScanIndexForward": false}), "orders by the sort key"),
        (
            "TransactWriteItems",
            json!({"TransactItems": [{"ConditionCheck": {}}]}),
            "ConditionCheck",
        ),
        (
            "PutItem",
            json!({"TableName": "T", "Item": {}, "ConditionExpression": "attribute_exists(a)"}),
            "no condition",
        ),
        ("Query", json!({"TableName": "T", "FilterExpression": "a = :nowhere"}), "no value"),
    ] {
        let said = say(operation, input).unwrap_err();
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn statements_that_write_leave_what_the_call_leaves() {
    let key = json!({"PK": {"S": "ORDER#O711"}, "SK": {"S": "METADATA"}});
    let item = json!({"PK": {"S": "new"}, "SK": {"S": "it's"}, "b": {"B": "AP8="}, "m": {"M": {"x": {"NULL": true}}}});
    for (operation, input) in [
        ("PutItem", json!({"TableName": "Warehouse", "Item": item})),
        ("DeleteItem", json!({"TableName": "Warehouse", "Key": key})),
        (
            "UpdateItem",
            json!({"TableName": "Warehouse", "Key": key, "UpdateExpression": "SET #n = #n + :n, s = :s REMOVE #t",
                "ConditionExpression": "#n > :n", "ExpressionAttributeNames": {"#t": "status", "#n": "total"},
                "ExpressionAttributeValues": {":n": {"N": "1"}, ":s": {"SS": ["a"]}}}),
        ),
    ] {
        let left = |statement: bool| {
            let mut opened = open(scenarios::FIRST.json).unwrap();
            let call = Call { operation: operation.to_owned(), input: input.clone() };
            if statement {
                let all = partiql::statements(&call, &opened.design).unwrap();
                opened.database.call("ExecuteStatement", &all[0].input()).unwrap();
            } else {
                opened.database.call(operation, &input).unwrap();
            }
            let table = opened.database.table("Warehouse").unwrap();
            table.primary().items().map(|item| item.to_json().to_string()).collect::<Vec<_>>()
        };
        assert!(left(true) == left(false), "{operation} leaves something else");
    }
}

#[test]
fn every_language_escapes_and_counts_its_imports() {
    let hostile = "\"\\\n%{}\u{202e}\u{feff}";
    let call = json!({"TableName": "T", "Key": {"a": {"S": format!("{hostile}{{v}}")}, "b": {"B": "AP8="}}});
    for (language, expected) in [
        (Language::Java, "\"\\\"\\\\\\n%{}\\u202e\\ufeff\" + v"),
        (Language::Go, "fmt.Sprintf(\"\\\"\\\\\\n%%{}\\u202e\\ufeff%s\", v)"),
        (Language::Rust, "format!(\"\\\"\\\\\\n%{{}}\\u{202e}\\u{feff}{v}\")"),
    ] {
        let code = written(language, &[("GetItem", call.clone())], &[("v", "1")]);
        assert!(code.contains(expected), "{code}");
    }
    let go = written(Language::Go, &[("BatchGetItem", json!({"RequestItems": {}}))], &[]);
    assert!(!go.contains("dynamodb-v2/aws\"") && !go.contains("aws.String"), "{go}");
    let long = "x".repeat(70_000);
    let java = written(
        Language::Java,
        &[("GetItem", json!({"TableName": "T", "Key": {"a": {"S": long}}}))],
        &[],
    );
    assert!(java.contains("String.join(\"\", \""), "a constant holds 65,535 bytes");
}
