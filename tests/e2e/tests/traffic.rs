//! A key that runs hot is seen, spread over shards for real, and seen to be calm.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use e2e::{Browser, Key};

const TOLD: &str = ".traffic-player-told";
const WHOLE: &str = ".traffic-whole";
const HOT: &str = "[...document.querySelectorAll('.traffic-verdict-title')].some((title) => title.textContent === 'LOW_STOCK is hot')";

/// The traffic of a scenario, once its minute is there.
async fn at_traffic(rest: &str) -> Browser {
    let browser = Browser::open(&format!("#scenario=warehouse&view=traffic{rest}")).await;
    browser.until_text(TOLD, "Second 60 of 60").await;
    browser
}

#[tokio::test]
async fn a_hot_key_is_seen_and_sharding_it_makes_it_calm() {
    let browser = at_traffic("").await;
    browser.click("[data-deed=tour]").await;
    browser
        .until(&format!(
            "{HOT} && document.querySelector('{WHOLE}').textContent.includes('throttled')"
        ))
        .await;
    browser.until("!document.querySelector('[data-deed=shard]').disabled").await;
    browser.click("[data-deed=shard]").await;
    browser
        .until("document.querySelector('.ask[open] [data-kind=primary]') || !document.querySelector('[data-deed=join]').disabled")
        .await;
    browser.js("document.querySelector('.ask[open] [data-kind=primary]')?.click()").await;
    browser.until("!document.querySelector('[data-deed=join]').disabled").await;
    browser
        .until(&format!(
            "!({HOT}) && document.querySelector('{TOLD}').textContent.includes('of 60')"
        ))
        .await;
    browser.press_with(&[Key::Control], 'z').await;
    browser.until(HOT).await;
    browser.close().await;
}

#[tokio::test]
async fn a_link_says_what_the_traffic_is_drawn_from_and_shows_the_same() {
    let link = "&seed=7&popularity=celebrity:0.9";
    let browser = at_traffic(link).await;
    let seen = browser.texts(".traffic-verdict").await;
    assert_eq!(seen.len(), 3);
    browser.reload().await;
    browser.until_text(TOLD, "Second 60 of 60").await;
    assert_eq!(browser.texts(".traffic-verdict").await, seen);
    let address = browser.address().await;
    assert!(address.contains("seed=7") && address.contains("popularity=celebrity"), "{address}");
    browser.close().await;
}
