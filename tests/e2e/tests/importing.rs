//! Journeys of importing: items by themselves, packed, large; into the open design and beside it; and the way back from each.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use e2e::Browser;
use map::design::generate::{Shape, workbench_model};
use serde_json::Value;

const ITEMS: usize = 100_000;
/// The longest that the page may be kept from answering while a file loads, in milliseconds.
const TASK_LIMIT_MS: f64 = 500.0;

const LONG_TASKS: &str = "
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ type: 'longtask' });
    window.began = performance.now();";

async fn floor_of(browser: &Browser, table: &str) {
    let shown = format!(
        "document.querySelector('.floor-pane')?.getAttribute('aria-label').includes('{table}')"
    );
    browser.until(&shown).await;
}

/// The open table has the keys of what comes in, so that it is offered: it is opened by itself.
async fn open_as_new(browser: &Browser) {
    browser.until_text("[data-notice=offer]", "names no keys").await;
    browser.click("[data-notice=offer] button:not([data-kind])").await;
}

/// Each item of the model as `DynamoDB` JSON, and the table's name.
fn items(count: usize) -> (String, Vec<Value>) {
    let mut model: Value = serde_json::from_str(&workbench_model(count, Shape::Varied, 1)).unwrap();
    let table = model.pointer_mut("/DataModel/0").unwrap().take();
    let name = table.get("TableName").and_then(Value::as_str).unwrap().to_owned();
    let items = table.get("TableData").and_then(Value::as_array).unwrap().clone();
    (name, items)
}

fn export_lines(items: &[Value]) -> String {
    let lines: Vec<String> = items.iter().map(|item| format!("{{\"Item\":{item}}}")).collect();
    lines.join("\n")
}

fn csv(items: &[Value]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for item in items.iter().take(1_000) {
        for name in item.as_object().unwrap().keys() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let cell = |value: &Value| match (value.get("S"), value.get("N")) {
        (Some(Value::String(text)), _) | (_, Some(Value::String(text))) => quoted(text),
        _ if value.is_null() => String::new(),
        _ => quoted(&value.to_string()),
    };
    let mut text = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
    for item in items {
        let cells: Vec<String> = names.iter().map(|name| cell(&item[*name])).collect();
        text.push_str("\r\n");
        text.push_str(&cells.join(","));
    }
    text
}

#[tokio::test]
async fn a_dropped_export_that_is_packed_opens() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    let (_, items) = items(200);
    browser.drop_packed("#app", "abc.json.gz", &export_lines(&items)).await;
    open_as_new(&browser).await;
    floor_of(&browser, "table Items").await;
    browser.until_text("[data-notice=defects]", "noticed").await;
    browser.click("[data-notice=defects] [aria-expanded]").await;
    browser.until_text(".defects-table", "was taken as the partition key").await;
    browser.close().await;
}

#[tokio::test]
async fn items_with_the_keys_of_an_open_table_are_offered_to_it_and_can_be_taken_back() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    let table = "PK,SK,note\nORDER#new,LINE#1,a\nORDER#new,LINE#2,b\n";
    browser.drop_file("#app", "lines.csv", table).await;
    browser.until_text("[data-notice=offer]", "lines.csv holds 2 items").await;
    browser.click("[data-notice=offer] [data-kind=primary]").await;
    browser.until("!document.querySelector('[data-notice=offer]')").await;
    floor_of(&browser, "Warehouse").await;

    // Once more: now they are all there, and can only become a design by themselves.
    browser.drop_file("#app", "lines.csv", table).await;
    browser.until_text("[data-notice=offer]", "2 items are there already, just so").await;
    assert_eq!(browser.count("[data-notice=offer] [data-kind=primary]").await, 0);
    open_as_new(&browser).await;
    floor_of(&browser, "table Items").await;
    browser.close().await;
}

#[tokio::test]
async fn a_cancelled_import_leaves_the_open_design_as_it_was() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    let before = browser.attribute(".floor-pane", "aria-label").await;
    let path =
        std::env::temp_dir().join(format!("retrieval-map-cancel-{}.json", std::process::id()));
    std::fs::write(&path, workbench_model(ITEMS, Shape::Varied, 1)).unwrap();
    // At each stage: while it is read, while it is loaded.
    for stage in ["", "of 100,000 items"] {
        browser
            .js("
            window.cancelled = null;
            const watch = new MutationObserver(() => {
                const notice = document.querySelector('[data-notice=loading]');
                if (!notice?.innerText.includes(window.cancelAt)) return;
                window.cancelled = notice.innerText;
                watch.disconnect();
                notice.querySelector('button').click();
            });
            watch.observe(document.body, { childList: true, subtree: true, characterData: true });")
            .await;
        browser.js_with("window.cancelAt = args[0]", &[stage.into()]).await;
        browser.choose_file("input[type=file]", &path).await;
        browser.until("window.cancelled !== null").await;
        browser.js("await new Promise((done) => setTimeout(done, 1500))").await;
        assert_eq!(
            browser.count("[data-notice=loading], [data-notice=refusal]").await,
            0,
            "{stage}"
        );
        assert_eq!(browser.attribute(".floor-pane", "aria-label").await, before, "{stage}");
        assert_eq!(browser.count("[data-request=A3]").await, 1, "{stage}");
    }
    std::fs::remove_file(path).unwrap();
    browser.close().await;
}

#[tokio::test]
async fn a_hundred_thousand_items_of_any_format_load_with_progress_and_the_page_answers() {
    let (name, all) = items(ITEMS);
    for (format, text, table, packed) in [
        ("model", workbench_model(ITEMS, Shape::Varied, 1), name.as_str(), false),
        ("lines", export_lines(&all), "table Items", false),
        ("lines, packed", export_lines(&all), "table Items", true),
        ("csv", csv(&all), "table Items", false),
    ] {
        let browser = Browser::open("").await;
        browser.get("[data-request=A3]").await;
        browser.settle().await;
        let path =
            std::env::temp_dir().join(format!("retrieval-map-import-{}", std::process::id()));
        let size = text.len();
        if packed {
            std::fs::write(&path, browser.packed(&text).await).unwrap();
        } else {
            std::fs::write(&path, text).unwrap();
        }
        browser.js(LONG_TASKS).await;
        browser.choose_file("input[type=file]", &path).await;
        browser.until_text("[data-notice=loading]", "of 100,000 items").await;
        if format != "model" {
            open_as_new(&browser).await;
        }
        floor_of(&browser, table).await;
        browser.until("!document.querySelector('[data-notice=loading]')").await;
        let took = browser.js("return performance.now() - window.began").await.as_f64().unwrap();
        browser.settle().await;
        let tasks = browser.durations("window.longTasks").await;
        println!(
            "{format} of {} MB: open after {took:.0} ms; {} long tasks, the longest of {:.0} ms",
            size >> 20,
            tasks.count(),
            tasks.percentile_ms(100)
        );
        assert!(tasks.percentile_ms(100) < TASK_LIMIT_MS, "{format}: {tasks:?}");
        std::fs::remove_file(path).unwrap();
        browser.close().await;
    }
}
