//! Nothing is lost: a tab that is killed during an edit, an import or a save, and two windows on one design.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;

use e2e::{Browser, Key, app_url};
use map::design::generate::{Shape, workbench_model};
use serde_json::Value;

const FIRST_ROW: &str = ".worksheet-table:not(.scale-table) .worksheet-row:first-child";
const SENTENCE: &str = ".worksheet-editor [data-width=sentence] input";
const SAVED: &str =
    "document.querySelector('.top-bar-saved')?.textContent === 'Saved in this browser'";

/// The first row of a scenario's worksheet, opened.
async fn at_a_row() -> Browser {
    let browser = Browser::open("#scenario=warehouse&view=worksheet&request=A1").await;
    browser.get(SENTENCE).await;
    browser.until("document.querySelector('.top-bar-saved')").await;
    browser
}

/// Types at the end of the sentence, a letter at a time.
async fn type_letters(browser: &Browser, letters: &str) {
    browser.click(SENTENCE).await;
    browser.press(Key::End).await;
    for letter in letters.chars() {
        browser.press(letter).await;
    }
}

async fn sentence(browser: &Browser) -> String {
    browser.get(SENTENCE).await;
    let body = "return document.querySelector(args[0]).value";
    let value = browser.js_with(body, &[SENTENCE.into()]).await;
    value.as_str().unwrap_or_default().to_owned()
}

/// A new tab in the place of one that was killed.
async fn come_back(browser: &Browser, path: &str) {
    browser.kill_tab().await;
    browser.goto(&app_url(path)).await;
}

/// Takes the offer to go on with what was changed last.
async fn go_on(browser: &Browser) {
    browser.click("[data-notice=offer] .button:first-child").await;
    browser.until("location.hash.startsWith('#design=')").await;
}

#[tokio::test]
async fn a_tab_killed_while_one_types_loses_the_last_letter_at_most() {
    let browser = at_a_row().await;
    let before = sentence(&browser).await;
    type_letters(&browser, " of the north").await;
    come_back(&browser, "#view=worksheet").await;
    browser.until_text("[data-notice=offer]", "just now").await;
    go_on(&browser).await;
    browser.until_text("[data-notice=restored]", "as you left it").await;
    browser.click(".worksheet-open").await;
    let after = sentence(&browser).await;
    let kept = after.strip_prefix(before.as_str()).unwrap_or_default();
    assert!(kept == " of the north" || kept == " of the nort", "{kept}");
    browser.close().await;
}

#[tokio::test]
async fn a_reload_shows_the_same_design_with_every_change_and_every_step_taken_back() {
    let browser = at_a_row().await;
    let before = sentence(&browser).await;
    type_letters(&browser, "!").await;
    browser.js("document.activeElement.blur()").await;
    browser.press_with(&[Key::Control], 'z').await;
    browser.until("!document.querySelector('.worksheet-row').textContent.includes('!')").await;
    browser.press_with(&[Key::Control, Key::Shift], 'z').await;
    browser.until("document.querySelector('.worksheet-row').textContent.includes('!')").await;
    browser.until(SAVED).await;
    assert!(browser.address().await.contains("#design="));
    browser.reload().await;
    browser.until_text("[data-notice=restored]", "as you left it").await;
    browser.until_text(FIRST_ROW, &format!("{before}!")).await;
    browser.close().await;
}

/// A file of so many items.
fn generated(items: usize) -> PathBuf {
    let path = std::env::temp_dir()
        .join(format!("retrieval-map-kept-{}-{items}.json", std::process::id()));
    std::fs::write(&path, workbench_model(items, Shape::Varied, 1)).unwrap();
    path
}

#[tokio::test]
async fn a_tab_killed_during_an_import_loses_nothing_of_what_was_open_and_an_import_is_kept_as_it_ends()
 {
    let browser = at_a_row().await;
    type_letters(&browser, " of the north").await;
    browser.until(SAVED).await;
    let path = generated(60_000);
    browser.choose_file("input[type=file]", &path).await;
    browser.get("[data-notice=loading]").await;
    come_back(&browser, "#view=worksheet").await;
    go_on(&browser).await;
    browser.until_text(FIRST_ROW, "of the north").await;

    browser.choose_file("input[type=file]", &path).await;
    browser.until("!document.querySelector('[data-notice=loading]') && location.hash.startsWith('#design=')").await;
    browser.until(&format!("{SAVED} && document.querySelector('.top-bar-picker select').selectedOptions[0].textContent.includes('Marketplace')")).await;
    std::fs::remove_file(path).unwrap();
    let address = browser.address().await;
    browser.kill_tab().await;
    browser.goto(&address).await;
    browser.until_text("[data-notice=restored]", "Marketplace").await;
    let words =
        browser.js("return document.querySelector('.shell').textContent.includes('60,000')").await;
    println!("60,000 items named after coming back: {words}");
    browser.close().await;
}

#[tokio::test]
async fn a_tab_killed_during_a_save_loses_nothing() {
    let browser = at_a_row().await;
    type_letters(&browser, " of the north").await;
    browser.press_with(&[Key::Control], 's').await;
    come_back(&browser, "#view=worksheet").await;
    go_on(&browser).await;
    browser.until_text(FIRST_ROW, "of the nort").await;
    browser.close().await;
}

#[tokio::test]
async fn two_windows_on_one_design_are_both_told_and_neither_overwrites_the_other() {
    let browser = at_a_row().await;
    type_letters(&browser, " one").await;
    browser.until(SAVED).await;
    let address = browser.address().await;
    let first = browser.window().await;
    let second = browser.open_window(&address).await;
    browser.until_text("[data-notice=elsewhere]", "another tab").await;
    browser.to_window(&first).await;
    browser.until_text("[data-notice=elsewhere]", "another tab").await;
    type_letters(&browser, " and one").await;
    browser.until(SAVED).await;

    browser.to_window(&second).await;
    browser.until_text("[data-notice=behind]", "changed in another tab").await;
    browser.click(".worksheet-open").await;
    type_letters(&browser, " and two").await;
    browser.until_text("[data-notice=parted]", "Nothing was written over").await;
    browser.until(SAVED).await;
    assert_ne!(browser.address().await, address, "it is a design of its own now");
    browser.reload().await;
    browser.until_text(FIRST_ROW, " one and two").await;

    browser.to_window(&first).await;
    browser.until_text("[data-notice=parted]", "Nothing was written over").await;
    browser.reload().await;
    browser.until_text(FIRST_ROW, " one and one").await;
    browser.close().await;
}

#[tokio::test]
async fn where_storage_is_refused_the_page_says_so_once_and_gives_the_file() {
    let browser = Browser::start().await;
    let refuse = "Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError'); } } })";
    browser
        .devtools("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": refuse }))
        .await;
    browser.goto(&app_url("#scenario=warehouse&view=worksheet&request=A1")).await;
    browser.get(SENTENCE).await;
    browser.until("document.querySelector('.top-bar-saved')").await;
    type_letters(&browser, " here").await;
    browser.until_text("[data-notice=unkept]", "Save the design as a file").await;
    browser.until_text(".top-bar-saved", "Not saved: no storage here").await;
    browser.click("[data-notice=unkept] [aria-label=Dismiss]").await;
    type_letters(&browser, " and there").await;
    assert_eq!(browser.count("[data-notice=unkept]").await, 0);
    browser.until_text(FIRST_ROW, " here and there").await;
    let leaving = browser
        .js("const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented")
        .await;
    assert_eq!(leaving, Value::Bool(true));
    browser.js("window.onbeforeunload = null").await;
    browser.close().await;
}
