//! Designs that ask for every operation and every type of value, in names and texts that some language could take for something
//! else.

use serde_json::{Map, Value, json};

/// Texts of which each means something in one language or another.
const TEXTS: &[&str] = &[
    "it's \"quoted\" and `ticked`",
    "back\\slash \\n \\u0041 \\x41 \\\\",
    "two\nlines\r\nand a\ttab",
    "${value} #{value} $value $(value) {{value}} {} {\"a\": 1} %s %d %% %(name)s \\(value)",
    "</script><!-- // /* */ # -- ;",
    "\u{1f600} \u{e9}\u{4e16}\u{754c} e\u{301}",
    "line\u{2028}paragraph\u{2029}next\u{85}end",
    "\u{1}\u{7}\u{8}\u{b}\u{c}\u{1b}\u{7f}\u{0}after",
    "right\u{202e}left\u{2066}back\u{2069} \u{feff}\u{200b}",
    "'''\"\"\"r#\"x\"#",
    " leading and trailing ",
    "\\",
    "\"",
    "'",
    "{",
    "}",
    "${",
    "@file://x",
];

/// Each with its name.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("hostile texts", texts()),
        ("every operation", include_str!("operations.json").to_owned()),
        ("many pages", pages()),
    ]
}

fn key(name: &str, kind: &str) -> Value {
    json!({"AttributeName": name, "KeyType": kind})
}

fn attribute(name: &str, kind: &str) -> Value {
    json!({"AttributeName": name, "AttributeType": kind})
}

fn design(tables: &[(Value, Vec<Value>)], requests: &[Value]) -> String {
    let tables: Vec<Value> =
        tables.iter().map(|(create, items)| json!({"create": create, "items": items})).collect();
    json!({"retrieval-map": 1, "name": "Cases", "tables": tables, "requests": requests}).to_string()
}

fn request(id: &str, sentence: &str, calls: &[(&str, Value)], samples: &Value) -> Value {
    let calls: Vec<Value> = calls
        .iter()
        .map(|(operation, input)| json!({"operation": operation, "input": input}))
        .collect();
    json!({"id": id, "sentence": sentence, "volume": "low", "consistency": "eventual may do",
        "calls": calls, "samples": samples})
}

/// Each text as a key, as a value, as the name of an attribute and of a placeholder, as a sample and beside one.
fn texts() -> String {
    let create = json!({"TableName": "Texts", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("pk", "S"), attribute("sk", "S")],
        "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")]});
    let mut items = Vec::new();
    let mut requests = Vec::new();
    for (place, text) in TEXTS.iter().enumerate() {
        let mut item = Map::new();
        item.insert("pk".to_owned(), json!({"S": text}));
        item.insert("sk".to_owned(), json!({"S": format!("{text}!{text}")}));
        item.insert((*text).to_owned(), json!({"M": {*text: {"SS": [text, "other"]}}}));
        items.push(Value::Object(item));
        let whole = json!({"TableName": "Texts",
            "Key": {"pk": {"S": "{the text}"}, "sk": {"S": format!("{text}!{{the text}}")}}});
        let literal = json!({"TableName": "Texts",
            "KeyConditionExpression": "pk = :p AND begins_with(sk, :s)",
            "FilterExpression": "attribute_exists(#n.#n)",
            "ExpressionAttributeNames": {"#n": text},
            "ExpressionAttributeValues": {":p": {"S": text}, ":s": {"S": text}}});
        let put = json!({"TableName": "Texts", "Item": {"pk": {"S": "put"}, "sk": {"S": text},
            *text: {"L": [{"S": text}, {"M": {*text: {"S": "{the text}"}}}]}}});
        let calls = [("GetItem", whole), ("Query", literal), ("PutItem", put)];
        requests.push(request(&format!("H{place}"), text, &calls, &json!({"the text": text})));
    }
    // placeholders that are called like words of a language, or like each other
    let names = [
        "class", "Class", "value", "1st", "items", "item", "a b", "a-b", "a.b", "\u{4e16}",
        "\u{754c}", "self", "client", "yield", "answer", "func", "fn", "type", "def", "page",
    ];
    let mut samples = Map::new();
    let mut values = Map::new();
    for (place, name) in names.iter().enumerate() {
        samples.insert((*name).to_owned(), json!(format!("sample {place}")));
        values.insert(format!("v{place}"), json!({"S": format!("<{{{name}}}>")}));
    }
    values.insert("pk".to_owned(), json!({"S": "{class}"}));
    values.insert("sk".to_owned(), json!({"S": "{unknown}"}));
    let put = json!({"TableName": "Texts", "Item": values});
    let get =
        json!({"TableName": "Texts", "Key": {"pk": {"S": "{class}"}, "sk": {"S": "{unknown}"}}});
    let calls = [("PutItem", put), ("GetItem", get)];
    requests.push(request("N", "names", &calls, &Value::Object(samples)));
    design(&[(create, items)], &requests)
}

/// More than a page of a Query, of a Scan and of a batch.
fn pages() -> String {
    let create = json!({"TableName": "Pages", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("pk", "S"), attribute("sk", "N")],
        "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")]});
    let filler = "x".repeat(390_000);
    let item =
        |at: u32| json!({"pk": {"S": "p"}, "sk": {"N": at.to_string()}, "filler": {"S": filler}});
    let items: Vec<Value> = (1..=7).map(item).collect();
    let none = json!({});
    let keyed = |more: Value| {
        let mut input = json!({"TableName": "Pages", "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": {":p": {"S": "p"}}});
        for (name, value) in more.as_object().into_iter().flatten() {
            input[name.as_str()] = value.clone();
        }
        input
    };
    let few = json!({"ProjectionExpression": "sk"});
    let requests = [
        request("G1", "all pages", &[("Query", keyed(few.clone()))], &none),
        request("G2", "all pages, counted", &[("Query", keyed(json!({"Select": "COUNT"})))], &none),
        request(
            "G3",
            "one page",
            &[("Query", keyed(json!({"ProjectionExpression": "sk", "Limit": 100})))],
            &none,
        ),
        request(
            "G4",
            "all pages of a scan",
            &[("Scan", json!({"TableName": "Pages", "ProjectionExpression": "sk"}))],
            &none,
        ),
        request(
            "G5",
            "all pages of a statement",
            &[("ExecuteStatement", json!({"Statement": "SELECT sk FROM Pages WHERE pk = 'p'"}))],
            &none,
        ),
        request(
            "G6",
            "on from a key",
            &[(
                "Query",
                keyed(
                    json!({"ProjectionExpression": "sk", "ExclusiveStartKey": {"pk": {"S": "p"}, "sk": {"N": "2"}}}),
                ),
            )],
            &none,
        ),
    ];
    design(&[(create, items)], &requests)
}
