//! The page as a whole: it opens, from any folder, and breaks no rule.

use e2e::{Browser, Key, Theme, app_url};

#[tokio::test]
async fn the_page_opens_without_an_error() {
    let browser = Browser::open("").await;
    browser.get("#app *").await;
    assert_eq!(browser.js("return document.title").await, "Retrieval Map");
    browser.close().await;
}

#[tokio::test]
async fn the_page_opens_from_below_a_folder() {
    let browser = Browser::open("some/folder/").await;
    browser.get("#app *").await;
    let outside = "return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith(args[0]))";
    let outside = browser.js_with(outside, &[app_url("some/folder/").into()]).await;
    assert_eq!(outside, serde_json::json!([]), "every part of the page is beside the page");
    browser.close().await;
}

#[tokio::test]
async fn nothing_can_leave_the_page() {
    let browser = Browser::open("").await;
    browser.get("#app *").await;
    let refused = browser
        .js("return await fetch('https://example.com/').then(() => 'sent', () => 'refused')")
        .await;
    assert_eq!(refused, "refused");
    let errors = browser.console_errors().await;
    assert!(errors.iter().any(|error| error.contains("Content Security Policy")), "{errors:?}");
    browser.close().await;
}

#[tokio::test]
async fn the_single_file_opens_from_disk() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dist/retrieval-map.html");
    let browser = Browser::start().await;
    browser
        .goto(url::Url::from_file_path(std::fs::canonicalize(file).unwrap()).unwrap().as_str())
        .await;
    browser.get("#app *").await;
    browser.get(".desk form").await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_in_either_theme() {
    let browser = Browser::open("").await;
    browser.get("#app *").await;
    axe_in_either_theme(&browser).await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_on_the_worksheet_wide_or_narrow() {
    let browser = Browser::open("#view=worksheet").await;
    browser.get("[data-rule=missing-route]").await;
    browser.click("[data-tone=wrong] .worksheet-open").await;
    browser.get(".worksheet-editor").await;
    axe_in_either_theme(&browser).await;
    browser.resize(390, 844).await;
    axe_in_either_theme(&browser).await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_on_the_model_wide_or_narrow() {
    let browser = Browser::open("#view=model").await;
    browser.get(".cells-row [role=gridcell]").await;
    browser.click("[data-part=indexes] .model-part-head .button").await;
    browser.get(".model-new-index").await;
    axe_in_either_theme(&browser).await;
    browser.click("[data-part=keys] .model-part-head .button").await;
    browser.until("document.querySelector('.ask').open").await;
    axe_in_either_theme(&browser).await;
    browser.press(Key::Escape).await;
    browser.resize(390, 844).await;
    axe_in_either_theme(&browser).await;
    browser.close().await;
}

#[tokio::test]
async fn axe_finds_nothing_on_the_traffic_wide_or_narrow() {
    let browser = Browser::open("#view=traffic").await;
    browser.until_text(".traffic-player-told", "Second 60 of 60").await;
    axe_in_either_theme(&browser).await;
    browser.resize(390, 844).await;
    axe_in_either_theme(&browser).await;
    browser.close().await;
}

async fn axe_in_either_theme(browser: &Browser) {
    for theme in [Theme::Light, Theme::Dark] {
        browser.prefer(theme).await;
        browser.settle().await;
        assert_eq!(browser.axe().await, Vec::<String>::new(), "{theme:?}");
    }
}
