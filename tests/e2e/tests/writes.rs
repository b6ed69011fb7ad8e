//! Journeys that change items: a write, undone and redone; a transaction that is cancelled; statements.

use e2e::{Browser, Key};

const CODE: &str = ".desk-text";

fn key(partition: &str, sort: &str) -> String {
    format!(r#"{{"PK":{{"S":"{partition}"}},"SK":{{"S":"{sort}"}}}}"#)
}

async fn walk(browser: &Browser, line: &str) {
    browser.fill(CODE, line).await;
    browser.click(".desk-walk").await;
}

#[tokio::test]
async fn a_write_is_undone_and_redone_by_button_and_by_key() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    let delete = format!(
        "aws dynamodb delete-item --table-name Warehouse --key '{}'",
        key("ORDER#O838", "METADATA")
    );
    walk(&browser, &delete).await;
    browser.until_text(".written", "deleted").await;
    let scan = "[data-request=A4]";
    browser.click(scan).await;
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "17 read").await;
    browser.click(".desk-undo .button:first-child").await;
    browser.click(scan).await;
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "18 read").await;
    browser.press_with(&[Key::Control, Key::Shift], 'z').await;
    browser.click(scan).await;
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "17 read").await;
    browser.press_with(&[Key::Control], 'z').await;
    browser
        .until("document.querySelector('.desk-undo .button:first-child').ariaDisabled === 'true'")
        .await;
    browser.close().await;
}

/// Two buyers, one last item: the second finds the condition no longer true.
#[tokio::test]
async fn the_last_item_is_bought_once() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    let place = key("PRODUCT#P102", "WAREHOUSE#W2");
    let set = format!(
        "aws dynamodb update-item --table-name Warehouse --key '{place}' --update-expression 'SET onHand = :one' \
         --expression-attribute-values '{{\":one\":{{\"N\":\"1\"}}}}'"
    );
    walk(&browser, &set).await;
    browser.until_text(".written", "1 WCU").await;
    let buy = format!(
        "aws dynamodb update-item --table-name Warehouse --key '{place}' --update-expression 'SET onHand = onHand - :one' \
         --condition-expression 'onHand >= :one' --expression-attribute-values '{{\":one\":{{\"N\":\"1\"}}}}'"
    );
    walk(&browser, &buy).await;
    browser.until_text(".written", "onHand 1 → 0").await;
    browser.click(".desk-walk").await;
    browser.until_text(".refusal", "ConditionalCheckFailedException").await;
    browser.press(Key::End).await;
    browser.until_text(".written", "ConditionalCheckFailed").await;
    browser.close().await;
}

/// One order under two addresses: changed in one transaction, both or neither.
#[tokio::test]
async fn a_transaction_changes_both_copies_or_neither() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    let update = |at: &str, condition: &str| {
        format!(
            r##"{{"Update":{{"TableName":"Warehouse","Key":{at},"UpdateExpression":"SET #s = :s","ConditionExpression":"{condition}","ExpressionAttributeNames":{{"#s":"status"}},"ExpressionAttributeValues":{{":s":{{"S":"RETURNED"}}}}}}}}"##
        )
    };
    let transaction = |condition: &str| {
        let (order, copy) =
            (key("ORDER#O711", "METADATA"), key("CUSTOMER#C4821", "ORDER#2026-06-18#O711"));
        let actions = [update(&order, "attribute_exists(PK)"), update(&copy, condition)];
        format!("aws dynamodb transact-write-items --transact-items '[{}]'", actions.join(","))
    };
    walk(&browser, &transaction("#s = :s")).await;
    browser.until_text(".refusal-reasons", "1. Update ORDER#O711 / METADATA: None").await;
    browser.until_text(".refusal-reasons", "ConditionalCheckFailed").await;
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "0 items written").await;
    walk(&browser, &transaction("#s <> :s")).await;
    browser.press(Key::End).await;
    browser.until_text(".transport-sentence", "2 items written").await;
    assert_eq!(browser.count(".refusal").await, 0);
    browser.close().await;
}

#[tokio::test]
async fn a_statement_says_whether_it_is_a_query_or_a_scan() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    for (condition, became) in [("city", "becomes a Scan"), ("PK", "becomes a Query")] {
        let line = format!(
            "aws dynamodb execute-statement --statement $'SELECT * FROM \"Warehouse\" WHERE {condition} = \\'Reno\\''"
        );
        walk(&browser, &line).await;
        browser.until("!!document.querySelector('.transport-sentence')?.textContent").await;
        browser.press(Key::Home).await;
        browser.until_text(".transport-sentence", became).await;
    }
    browser.close().await;
}

#[tokio::test]
async fn a_write_is_made_with_the_keyboard_alone() {
    let browser = Browser::open("").await;
    browser.click("[data-request=A1]").await;
    browser.js("document.querySelector('.desk-fields select').focus()").await;
    // The first letter of an operation chooses it.
    browser.press('p').await;
    browser.until("!!document.querySelector('.desk-fields textarea')").await;
    browser.press(Key::Tab).await;
    browser.until("document.activeElement.tagName === 'TEXTAREA'").await;
    browser.js("document.activeElement.select()").await;
    browser.type_into(".desk-fields textarea", r#"{"PK": "SERIAL#NEW", "SK": "METADATA"}"#).await;
    browser.js("document.querySelector('.desk-walk').focus()").await;
    browser.press(Key::Enter).await;
    browser.until_text(".written", "SERIAL#NEW").await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_in_the_fields_of_actions() {
    let browser = Browser::open("").await;
    browser.click("[data-request=A1]").await;
    for operation in ["3", "9", "10"] {
        browser.choose(".desk-fields select", operation).await;
        browser.settle().await;
        assert_eq!(browser.axe().await, Vec::<String>::new(), "operation {operation}");
    }
    browser.close().await;
}
