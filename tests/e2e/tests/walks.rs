//! Journeys over the floor: cards, transport, clipboard, comparison, zoom, theme.

use e2e::{Browser, Key, Theme};
use serde_json::json;

const SENTENCE: &str = ".transport-sentence";

/// The figure on the tile that counts `what`.
async fn tile(browser: &Browser, what: &str) -> String {
    let body = "return [...document.querySelectorAll('.clipboard-tile')]
        .find((tile) => tile.querySelector('.clipboard-words').textContent.startsWith(args[0]))
        ?.querySelector('.clipboard-number').textContent";
    browser.js_with(body, &[what.into()]).await.as_str().unwrap_or_default().to_owned()
}

async fn run(browser: &Browser, request: &str) {
    browser.click(&format!("[data-request={request}]")).await;
    browser.until(&format!("document.querySelector('[data-request={request}]').getAttribute('aria-pressed') === 'true'")).await;
}

/// The floor's sheets as data, to tell whether the picture changed.
async fn picture(browser: &Browser) -> String {
    browser.settle().await;
    let sheets = "return [...document.querySelectorAll('.floor-sheet')].map((sheet) => sheet.toDataURL()).join()";
    browser.js(sheets).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn nothing_moves_on_load() {
    let browser = Browser::open("").await;
    browser.get("[data-request=A3]").await;
    assert_eq!(browser.texts(".requests-routed").await.concat().to_lowercase(), "5 of 6 routed");
    let before = picture(&browser).await;
    assert_eq!(browser.text(SENTENCE).await, "");
    browser.js("await new Promise((done) => setTimeout(done, 1500))").await;
    assert_eq!(picture(&browser).await, before);
    browser.close().await;
}

#[tokio::test]
async fn a3_walks_to_its_end_and_back_to_its_start() {
    let browser = Browser::open("").await;
    run(&browser, "A3").await;
    browser.until_text(SENTENCE, "Step 7 of 7").await;
    assert_eq!(
        (tile(&browser, "items returned").await, tile(&browser, "items read").await),
        ("3".into(), "3".into())
    );
    assert_eq!(
        (tile(&browser, "partitions").await, tile(&browser, "RCU").await),
        ("1".into(), "0.5".into())
    );
    let at_end = picture(&browser).await;
    for step in (0..7).rev() {
        browser.press(Key::Left).await;
        let words = if step == 0 { "desk".to_owned() } else { format!("Step {step} of 7") };
        browser.until_text(SENTENCE, &words).await;
    }
    assert_eq!(tile(&browser, "items read").await, "0");
    assert_ne!(picture(&browser).await, at_end);
    browser.press(Key::End).await;
    browser.until_text(SENTENCE, "Step 7 of 7").await;
    assert_eq!(picture(&browser).await, at_end, "the end looks the same however one came there");
    browser.close().await;
}

#[tokio::test]
async fn scrubbing_shows_exactly_the_step_it_points_at() {
    let browser = Browser::open("").await;
    run(&browser, "A5").await;
    browser.press(Key::End).await;
    browser.js("const range = document.querySelector('.timeline-range'); range.value = 4; range.dispatchEvent(new Event('input', { bubbles: true }))").await;
    browser.until_text(SENTENCE, "Step 4 of 7").await;
    assert_eq!(tile(&browser, "items read").await, "2");
    browser.close().await;
}

#[tokio::test]
async fn a4_scans_every_partition_and_is_compared_with_a3() {
    let browser = Browser::open("").await;
    run(&browser, "A3").await;
    browser.press(Key::End).await;
    run(&browser, "A4").await;
    browser.press(Key::End).await;
    browser.until("document.querySelectorAll('.compared-row').length === 2").await;
    let items =
        browser.js("return document.querySelectorAll('.compared-figure')[0].textContent").await;
    let (returned, read) =
        (tile(&browser, "items returned").await, tile(&browser, "items read").await);
    assert_eq!(items.as_str().unwrap_or_default().replace(' ', ""), format!("{returned}/{read}"));
    assert_eq!((returned.as_str(), tile(&browser, "partitions").await.as_str()), ("2", "3"));
    assert!(read.parse::<u32>().unwrap() >= 18, "{read}");
    assert_eq!(
        browser.attribute("[data-request=A4] [data-route]", "data-route").await.as_deref(),
        Some("none")
    );
    browser.close().await;
}

#[tokio::test]
async fn the_keyboard_zooms_and_goes_from_box_to_box() {
    let browser = Browser::open("").await;
    browser.get(".floor-pane").await;
    let whole = picture(&browser).await;
    browser.js("document.querySelector('.floor-pane').focus()").await;
    browser.press('+').await;
    browser.press('+').await;
    let close = picture(&browser).await;
    assert_ne!(close, whole);
    browser.press('0').await;
    assert_eq!(picture(&browser).await, whole);
    browser.press(Key::Right).await;
    browser.press(Key::Down).await;
    assert_ne!(picture(&browser).await, whole, "a box is selected");
    browser.close().await;
}

#[tokio::test]
async fn the_theme_switches_and_is_remembered() {
    let browser = Browser::open("").await;
    browser.prefer(Theme::Light).await;
    browser.get(".floor-pane").await;
    let paper = "return getComputedStyle(document.documentElement).backgroundColor";
    let light = browser.js(paper).await;
    let picture_light = picture(&browser).await;
    browser.press('t').await;
    browser.until("document.documentElement.dataset.theme === 'dark'").await;
    assert_ne!(browser.js(paper).await, light);
    assert_ne!(picture(&browser).await, picture_light);
    browser.reload().await;
    browser.get(".floor-pane").await;
    assert_eq!(browser.js("return document.documentElement.dataset.theme").await, json!("dark"));
    browser.close().await;
}

#[tokio::test]
async fn under_reduced_motion_steps_jump() {
    let browser = Browser::open("").await;
    browser.reduce_motion(true).await;
    browser.reload().await;
    browser.get(".floor-pane").await;
    browser.settle().await;
    browser.record_frames().await;
    run(&browser, "A3").await;
    browser.until_text(SENTENCE, "Step 7 of 7").await;
    let frames = browser.recorded_frames().await.count();
    assert!(frames <= 24, "{frames} frames for 8 pictures");
    browser.close().await;
}

#[tokio::test]
async fn the_table_view_says_what_the_picture_shows() {
    let browser = Browser::open("").await;
    run(&browser, "A3").await;
    browser.press(Key::End).await;
    browser.press('v').await;
    browser
        .until("document.querySelectorAll('.twin-state[data-state=returned]').length === 3")
        .await;
    let rows = browser.texts(".twin-row:has([data-state=returned])").await;
    assert!(rows.iter().all(|row| row.contains("PRODUCT#P100")), "{rows:?}");
    browser.close().await;
}

#[tokio::test]
async fn a_page_break_is_walked_on_from_with_the_next_page() {
    let browser = Browser::open("#scenario=store").await;
    run(&browser, "S2").await;
    browser.press(Key::End).await;
    browser.until_text(SENTENCE, "20 items").await;
    browser.press('n').await;
    browser.press(Key::End).await;
    browser.until_text(SENTENCE, "40 items").await;
    assert_eq!(tile(&browser, "items read").await, "40");
    browser.close().await;
}

#[tokio::test]
async fn a_query_through_the_second_door_stands_on_the_index_floor() {
    let browser = Browser::open("#scenario=store").await;
    run(&browser, "S7").await;
    browser.press(Key::End).await;
    browser.until("document.querySelector('.floor-pane').getAttribute('aria-label').includes('ProductOrdersIndex')").await;
    assert_eq!(tile(&browser, "partitions").await, "1");
    browser.close().await;
}
