//! Journeys of opening: a Workbench file by drop, paste and button; and every kind of bad input, with the open design untouched.

use std::path::PathBuf;

use e2e::Browser;

/// Models that others published; beside the repository in tests, not part of it.
fn published(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/nosql-workbench")
        .join(name);
    if path.is_file() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "{} is missing", path.display());
    eprintln!("skipped: {} is not there", path.display());
    None
}

#[tokio::test]
async fn a_dropped_workbench_file_opens_and_is_walked() {
    let Some(path) = published("01-chat-system.json") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    browser.drop_file("#app", "chat.json", &text).await;
    browser
        .until("document.querySelector('.floor-pane')?.getAttribute('aria-label').includes('Chat')")
        .await;
    browser.click(".desk-walk").await;
    browser.press(e2e::Key::End).await;
    browser.until_text(".transport-sentence", "8 read").await;
    browser.close().await;
}

#[tokio::test]
async fn a_pasted_file_opens_and_its_defects_are_listed() {
    let broken = r#"{"ModelName":"M","ModelMetadata":{},"DataModel":[{"TableName":"Things","KeyAttributes":{"PartitionKey":
        {"AttributeName":"id","AttributeType":"S"}},"TableData":[{"id":{"S":"a"}},{"ID":{"S":"b"}}]}]}"#;
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    browser.paste(broken).await;
    browser.until("document.querySelector('.floor-pane')?.getAttribute('aria-label').includes('table Things')").await;
    browser.until_text("[data-notice=defects]", "noticed").await;
    browser.click("[data-notice=defects] [aria-expanded]").await;
    let listed = browser.texts(".defects-table tbody tr").await;
    assert!(listed.iter().any(|row| row.contains('b') && row.contains("id")), "{listed:?}");
    browser.close().await;
}

#[tokio::test]
async fn a_chosen_file_opens() {
    let Some(path) = published("24-bc-parks-3-tables.json") else { return };
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    browser.choose_file("input[type=file]", &std::fs::canonicalize(path).unwrap()).await;
    browser.until("document.querySelector('.floor-pane')?.getAttribute('aria-label').includes('parksreso')").await;
    browser.close().await;
}

#[tokio::test]
async fn bad_files_get_a_sentence_and_leave_the_open_design_untouched() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    let deep = "[".repeat(100_000);
    for (name, text, words) in [
        ("notes.txt", "hello", "begins with “hello”"),
        ("cut.json", "{\"ModelName\": \"M\", ", "JSON"),
        ("array.json", "[1, 2, 3]", "array.json"),
        ("other.json", r#"{"name": "left-pad", "version": "1.0.0"}"#, "other.json"),
        ("deep.json", deep.as_str(), "deep.json"),
        ("empty.json", "", "empty.json"),
        ("numbers.json", r#"{"DataModel": [1, null, "x"]}"#, "table"),
        (
            "keyless.json",
            r#"{"ModelName":"M","ModelMetadata":{},"DataModel":[{"TableName":"Things","TableData":[]}]}"#,
            "key",
        ),
    ] {
        browser.drop_file("#app", name, text).await;
        browser.until_text("[data-notice=refusal], .notice[data-tone=wrong]", words).await;
        assert_eq!(browser.count("[data-request=A3]").await, 1, "{name}");
    }
    browser.close().await;
}

#[tokio::test]
async fn a_file_too_large_is_refused_with_the_limit() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    let drop = "
        const part = new Uint8Array(1 << 20), parts = Array(200).fill(part);
        const transfer = new DataTransfer();
        transfer.items.add(new File(parts, 'huge.json'));
        document.querySelector('#app').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))";
    browser.js(drop).await;
    browser.until_text("[data-notice=refusal], .notice[data-tone=wrong]", "128").await;
    assert_eq!(browser.count("[data-request=A3]").await, 1);
    browser.close().await;
}

#[tokio::test]
async fn a_link_that_gets_everything_wrong_opens_the_first_scenario() {
    let browser = Browser::open("#scenario=nope&door=nope").await;
    for link in
        ["#scenario=nope&door=nope", "#scenario=%E0%A4%A", "#door=both:nope&request=Z9&step=3"]
    {
        browser.js_with("location.hash = args[0]", &[link.into()]).await;
        browser.reload().await;
        browser.click("[data-request=A3]").await;
        browser.until_text(".transport-sentence", "Step 7 of 7").await;
    }
    browser.close().await;
}
