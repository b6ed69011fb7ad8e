//! What is loaded after the floor is there, and what happens when that does not come.

use e2e::{Browser, app_url};
use serde_json::json;

/// Lets no piece through, or all of them again.
async fn hold_back(browser: &Browser, pieces: &[&str]) {
    browser.devtools("Network.setBlockedURLs", json!({ "urls": pieces })).await;
}

/// Takes out of the console what it says of a piece that did not come; anything else is a failure.
async fn forgive(browser: &Browser) {
    let errors = browser.console_errors().await;
    let other: Vec<_> = errors
        .iter()
        .filter(|error| !error.contains("piece-") && !error.contains("Failed to fetch"))
        .collect();
    assert!(!errors.is_empty() && other.is_empty(), "{errors:#?}");
}

#[tokio::test]
async fn without_the_rest_the_floor_can_be_used_and_the_rest_comes_when_it_is_asked_for_again() {
    let browser = Browser::start().await;
    browser.devtools("Network.enable", json!({})).await;
    hold_back(&browser, &["*piece-*"]).await;
    browser.goto(&app_url("#scenario=warehouse")).await;

    browser.until_text(".desk [role=alert]", "could not be loaded").await;
    browser.click("[data-request=A1]").await;
    browser.until_text(".transport-sentence", "back at the desk").await;
    forgive(&browser).await;

    hold_back(&browser, &[]).await;
    browser.click(".desk [role=alert] button").await;
    browser.get(".desk form").await;
    assert!(!browser.text(".desk").await.contains("could not be loaded"));
    browser.close().await;
}

#[tokio::test]
async fn what_a_first_visit_needs_is_asked_for_once() {
    let browser = Browser::open("#scenario=warehouse").await;
    browser.get(".desk form").await;
    let names = browser
        .js("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        .await;
    let names: Vec<&str> =
        names.as_array().into_iter().flatten().filter_map(|name| name.as_str()).collect();
    for part in ["retrieval_map.js", "retrieval_map_bg.wasm", "piece-soon-"] {
        assert_eq!(
            names.iter().filter(|name| name.contains(part)).count(),
            1,
            "{part}: {names:#?}"
        );
    }
    browser.close().await;
}
