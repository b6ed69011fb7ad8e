//! The engine in the page: the recorded conversations, held through the module's `call`.

use e2e::Browser;
use serde_json::{Value, json};

/// Loads the module once more, so that its tables are gone; `args[0]` tells one load from another. It finds no place to show the
/// app once more.
const LOAD: &str = "
    document.getElementById('app')?.removeAttribute('id');
    const engine = await import(`${location.origin}/retrieval_map.js?${args[0]}`);
    await engine.default();
    window.ask = async (calls) => {
      const answers = [];
      for (const { operation, input } of calls) answers.push(await engine.call(operation, input));
      return answers;
    };";

#[tokio::test]
async fn depth_is_limited_in_the_page_too() {
    let browser = Browser::open("").await;
    browser.js_with(LOAD, &["depth".into()]).await;
    let nested = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    let table = json!({"TableName": "Table", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "k", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}]});
    let filter = |text: String| {
        ("Scan", json!({"TableName": "Table", "FilterExpression": text}).to_string())
    };
    let select = |text: String| {
        let statement = format!("SELECT * FROM \"Table\" WHERE {text}");
        ("ExecuteStatement", json!({"Statement": statement}).to_string())
    };
    let requests = [
        ("CreateTable", table.to_string()),
        filter("(".repeat(4_096)),
        filter(nested("(", "attribute_exists(k)", ")", 2_000)),
        filter(nested("NOT ", "attribute_exists(k)", "", 1_000)),
        filter(nested("size(", "k", ")", 600)),
        select("(".repeat(4_000)),
        select(nested("(", "k = 'a'", ")", 2_000)),
        ("PutItem", nested("{\"L\":[", "1", "]}", 100_000)),
        ("ListTables", "{}".to_owned()),
    ];
    let asked = requests.map(|(operation, input)| json!({"operation": operation, "input": input}));
    let answers = browser.js_with("return window.ask(args)", &asked).await;
    let Value::Array(answers) = answers else { panic!("no list: {answers}") };
    let refused: Vec<bool> = answers
        .iter()
        .map(|answer| answer.as_str().is_some_and(|text| text.contains("__type")))
        .collect();
    assert_eq!(refused, [false, true, true, true, true, true, true, true, false], "{answers:#?}");
    browser.close().await;
}

#[tokio::test]
async fn recorded_conversations_are_answered_in_the_page_as_recorded() {
    let browser = Browser::open("").await;
    let (mut compared, mut failures) = (0, Vec::new());
    for mut conversation in recorded::conversations() {
        browser.js_with(LOAD, &[conversation.name().into()]).await;
        loop {
            let calls = conversation.next_calls();
            if calls.is_empty() {
                break;
            }
            let asked: Vec<Value> = calls
                .iter()
                .map(|call| json!({"operation": call.operation, "input": call.request.to_string()}))
                .collect();
            let answers = browser.js_with("return window.ask(args)", &asked).await;
            let Value::Array(answers) = answers else { panic!("no list: {answers}") };
            compared += answers.len();
            for (call, answer) in calls.iter().zip(answers) {
                let answer: Value = serde_json::from_str(answer.as_str().unwrap_or_default())
                    .unwrap_or_else(|error| panic!("{}: {error} in {answer}", call.place));
                let status = if answer.get("__type").is_some() { 400 } else { 200 };
                failures.extend(conversation.compare(call, status, &answer).err());
            }
        }
    }
    println!("{compared} lines compared");
    assert!(
        failures.is_empty(),
        "{} of {compared} differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
    browser.close().await;
}
