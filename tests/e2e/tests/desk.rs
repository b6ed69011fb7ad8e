//! Journeys at the desk: form, command line and JSON in step; refusals in `DynamoDB`'s words and in plain ones.

use e2e::Browser;

const CODE: &str = ".desk-text";

#[tokio::test]
async fn an_edited_command_line_becomes_the_form_and_walks() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    let line = "aws dynamodb query --table-name Warehouse --key-condition-expression 'PK = :p' \
        --expression-attribute-values '{\":p\":{\"S\":\"CUSTOMER#C4821\"}}' --no-scan-index-forward --limit 2";
    browser.fill(CODE, line).await;
    browser.until("[...document.querySelectorAll('.desk-form input')].some((input) => input.value === 'CUSTOMER#C4821')").await;
    browser.click(".desk-walk").await;
    browser.press(e2e::Key::End).await;
    browser.until_text(".transport-sentence", "2 items returned").await;
    browser.close().await;
}

#[tokio::test]
async fn a_query_without_its_partition_key_says_so_and_offers_the_scan() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    let line = "aws dynamodb query --table-name Warehouse --key-condition-expression 'SK = :s' \
        --expression-attribute-values '{\":s\":{\"S\":\"METADATA\"}}'";
    browser.fill(CODE, line).await;
    browser.click(".desk-walk").await;
    browser.until_text(".refusal", "Query condition missed key schema element: PK").await;
    browser.click(".refusal button").await;
    browser.until("document.querySelectorAll('.compared-row').length === 1").await;
    browser.press(e2e::Key::End).await;
    browser.until_text(".transport-sentence", "7 items returned, 18 read").await;
    browser.close().await;
}

#[tokio::test]
async fn a_line_that_is_no_command_says_where() {
    let browser = Browser::open("").await;
    browser.get(CODE).await;
    for line in [
        "aws dynamodb query --table-name 'Warehouse",
        "ls -l",
        "aws dynamodb query --no-such-flag x",
    ] {
        browser.fill(CODE, line).await;
        browser
            .until("!!document.querySelector('.desk-fault:not([hidden])')?.textContent.trim()")
            .await;
    }
    browser.close().await;
}

#[tokio::test]
async fn what_is_no_request_is_not_walked() {
    let browser = Browser::open("#request=A4&step=3").await;
    browser.until_text(".transport-sentence", "Step 3 of").await;
    browser.fill(CODE, "aws dynamodb scan --table-name Warehouse --limit abc").await;
    browser.until("!!document.querySelector('.desk-fault:not([hidden])')").await;
    browser.click(".desk-walk").await;
    browser.settle().await;
    assert!(
        browser.text(".transport-sentence").await.contains("Step 3 of"),
        "A4 stands as it stood"
    );
    browser.close().await;
}
