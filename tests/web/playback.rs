//! The transport, the clipboard and the table twin: what a walk looks like in words and figures.

use crate::page::Page;
use leptos::prelude::GetUntracked;
use map::player::PlayerCommand;
use retrieval_map::app::state::Command;
use wasm_bindgen_test::wasm_bindgen_test;

async fn scanned() -> Page {
    let page = Page::open().await;
    page.click("[data-request=A4]").await;
    page.send(Command::Player(PlayerCommand::ToEnd)).await;
    page
}

fn figures(page: &Page) -> Vec<String> {
    let tiles = page.stage.all(".clipboard-number");
    tiles.iter().map(|tile| tile.text_content().unwrap()).collect()
}

#[wasm_bindgen_test]
async fn the_clipboard_counts_what_was_read_and_what_was_returned() {
    let page = scanned().await;
    let figures = figures(&page);
    assert_eq!(figures[..4], ["2", "18", "3", "0.5"].map(str::to_owned));
    assert_eq!(
        page.stage.all(".clipboard-tile")[1].get_attribute("data-tone").as_deref(),
        Some("discarded")
    );
    assert_eq!(page.stage.text(".compared-figure"), "2 / 18");
}

#[wasm_bindgen_test]
async fn the_figures_go_back_with_the_walker() {
    let page = scanned().await;
    page.send(Command::Player(PlayerCommand::ToStart)).await;
    assert_eq!(figures(&page)[..2], ["0", "0"].map(str::to_owned));
    assert_eq!(page.stage.count(".items-row"), 0);
}

#[wasm_bindgen_test]
async fn the_scrubber_goes_to_a_step_and_says_which() {
    let page = scanned().await;
    let last = page.attribute(".timeline-range", "max");
    page.fill(".timeline-range", "7").await;
    assert_eq!(page.store.playback.step.get_untracked(), 7);
    assert_eq!(page.attribute(".timeline-range", "aria-valuetext"), format!("Step 7 of {last}"));
    assert!(page.stage.text(".transport-sentence").starts_with(&format!("Step 7 of {last} · ")));
}

#[wasm_bindgen_test]
async fn nothing_plays_before_something_was_walked() {
    let page = Page::open().await;
    assert!(
        page.stage
            .all(".transport-buttons .button")
            .iter()
            .all(|button| button.has_attribute("disabled"))
    );
    assert!(page.stage.get(".timeline-range").has_attribute("disabled"));
}

#[wasm_bindgen_test]
async fn the_twin_says_of_each_box_what_the_walk_did_to_it() {
    let page = scanned().await;
    page.send(Command::SetTwin(true)).await;
    let states = page.stage.all(".twin-state");
    let count = |state: &str| {
        states
            .iter()
            .filter(|cell| cell.get_attribute("data-state").as_deref() == Some(state))
            .count()
    };
    assert_eq!((states.len(), count("returned"), count("discarded")), (18, 2, 16));
    page.send(Command::Player(PlayerCommand::ToStart)).await;
    let untouched = page.stage.count(".twin-state[data-state=untouched]");
    assert_eq!(untouched, 18);
}

#[wasm_bindgen_test]
async fn a_returned_item_selects_its_box() {
    let page = scanned().await;
    page.stage.all(".items-row")[0].click();
    page.rest().await;
    assert_eq!(page.stage.count(".items-row[aria-pressed=true]"), 1);
    assert!(page.store.open.selected.get_untracked().is_some());
}

#[wasm_bindgen_test]
async fn a_long_twin_holds_only_the_rows_in_view() {
    let page = Page::open().await;
    page.send(Command::Generate(3_000)).await;
    gloo_timers::future::TimeoutFuture::new(400).await;
    page.send(Command::SetTwin(true)).await;
    let drawn = page.stage.count(".twin-rows [role=row]");
    assert!((10..100).contains(&drawn), "{drawn} rows of 3,000");
    assert_eq!(page.attribute(".twin", "aria-rowcount"), "3001");
    let rows = page.stage.get(".twin-rows");
    rows.style().set_property("height", "400px").unwrap();
    rows.style().set_property("overflow", "auto").unwrap();
    rows.set_scroll_top(32 * 2_000);
    gloo_timers::future::TimeoutFuture::new(60).await;
    page.rest().await;
    let first = page.stage.all(".twin-rows [role=row]")[0].get_attribute("aria-rowindex").unwrap();
    assert!((1_990..2_003).contains(&first.parse::<u32>().unwrap()), "begins with row {first}");
}
