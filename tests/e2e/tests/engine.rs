//! The engine in the page: the recorded conversations, held through the module's `call`.

use e2e::{Browser, app_url};
use serde_json::{Value, json};

/// Loads the module once more, so that its tables are gone; `args[0]` tells one load from another.
const LOAD: &str = "
    const engine = await import(`${location.origin}/retrieval_map.js?${args[0]}`);
    await engine.default();
    window.ask = (calls) => calls.map(({ operation, input }) => engine.call(operation, input));";

#[tokio::test]
async fn recorded_conversations_are_answered_in_the_page_as_recorded() {
    let browser = Browser::start().await;
    // a page of the same origin that has no place for the app
    browser.goto(&app_url("style.css")).await;
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
