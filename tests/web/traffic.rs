//! The traffic: load and skew changed, seconds looked at, words for all of it.

use crate::page::Page;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::{GetUntracked, WithUntracked};
use map::advice::traffic::{Popularity, Settings};
use retrieval_map::app::state::{Command, Page as Room};
use wasm_bindgen_test::wasm_bindgen_test;

async fn open() -> Page {
    let page = Page::with(|store| store.send(Command::OpenScenario("warehouse".to_owned()))).await;
    page.send(Command::ShowPage(Room::Traffic)).await;
    until(&page, ".traffic-player-told", "Second 60 of 60").await;
    page
}

/// Waits until a text holds something, for up to so long as a slow machine takes.
async fn until(page: &Page, css: &str, words: &str) {
    for _ in 0..200 {
        if page.stage.count(css) > 0 && page.stage.text(css).contains(words) {
            return;
        }
        TimeoutFuture::new(50).await;
    }
    assert!(page.stage.count(css) > 0, "there is no {css}");
    assert_eq!(page.stage.text(css), words);
}

fn settings(page: &Page) -> Settings {
    page.store.open.design.with_untracked(|design| Settings::of(design))
}

#[wasm_bindgen_test]
async fn each_partition_has_two_charts_and_a_verdict_in_words() {
    let page = open().await;
    assert_eq!(page.stage.count(".traffic-partition"), 3);
    assert_eq!(page.stage.count(".traffic-bars"), 6);
    assert_eq!(page.stage.count(".traffic-verdict-title"), 3);
    assert!(page.stage.count(".traffic-hottest > li") > 0);
    assert_eq!(page.stage.count("#traffic [aria-labelledby=traffic-streams] tbody tr"), 6);
}

#[wasm_bindgen_test]
async fn a_volume_that_is_changed_is_the_rows_and_can_be_undone() {
    let page = open().await;
    let box_of = "#traffic-load + .traffic-number .field-input";
    let before = page.value(box_of);
    page.choose(box_of, "9,000").await;
    let rate = |page: &Page| {
        let design = page.store.open.design.get_untracked();
        design.requests.first().map(|request| request.volume.per_second())
    };
    assert_eq!(rate(&page), Some(9_000.0));
    page.choose(box_of, "nonsense").await;
    assert_eq!(rate(&page), Some(9_000.0));
    page.send(Command::Undo).await;
    assert_eq!(page.value(box_of), before);
}

#[wasm_bindgen_test]
async fn a_celebrity_takes_its_share_and_the_hottest_key_says_so() {
    let page = open().await;
    page.choose("#traffic [aria-label='How popular keys are']", "2").await;
    let kept = settings(&page);
    assert!(
        kept.rows
            .iter()
            .all(|(_, row)| { matches!(row.popularity, Some(Popularity::Celebrity { .. })) })
    );
    page.send(Command::Undo).await;
    assert_eq!(settings(&page), Settings::default());
}

#[wasm_bindgen_test]
async fn seconds_are_stepped_through_and_all_numbers_are_in_tables() {
    let page = open().await;
    page.click("[aria-label='To the first second']").await;
    until(&page, ".traffic-player-told", "Second 1 of 60").await;
    page.click("[aria-label='One second on']").await;
    until(&page, ".traffic-player-told", "Second 2 of 60").await;
    page.send(Command::SetTwin(true)).await;
    assert_eq!(page.stage.count(".traffic-bars"), 0);
    assert!(page.stage.count(".traffic-door .traffic-table tbody tr") >= 63);
    page.send(Command::SetTwin(false)).await;
}

#[wasm_bindgen_test]
async fn a_rule_that_is_changed_is_marked_and_reset() {
    let page = open().await;
    page.choose(".traffic-rule:first-child .field-input", "10").await;
    assert_eq!(page.stage.count(".traffic-rule[data-changed]"), 1);
    assert_eq!(settings(&page).rules.changed().count(), 1);
    until(&page, ".traffic-whole", "throttled").await;
    page.click(".traffic-rule:first-child .traffic-changed .button").await;
    assert_eq!(page.stage.count(".traffic-rule[data-changed]"), 0);
}

#[wasm_bindgen_test]
async fn a_design_without_rows_says_so() {
    let page = open().await;
    for row in page.store.worksheet.rows.get_untracked() {
        page.send(Command::DeleteRow(row.number)).await;
    }
    until(&page, ".traffic-nothing", "no row").await;
    assert_eq!(page.stage.count(".traffic-bars"), 0);
}
