//! The items of the model as a grid: what is shown of them, and what typing, pasting and deleting does.

use crate::page::Page;
use gloo_timers::future::TimeoutFuture;
use key_engine::Item;
use leptos::prelude::{GetUntracked, WithUntracked};
use retrieval_map::app::state::{Command, Page as Room};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

const GRID: &str = ".cells-grid";
const CELL: &str = "textarea.cells-editor-text";

async fn open() -> Page {
    let page = Page::open().await;
    page.send(Command::ShowPage(Room::Model)).await;
    page
}

fn items(page: &Page) -> Vec<Item> {
    page.store.open.with_database_untracked(|database| {
        database.table("Warehouse").unwrap().primary().items().cloned().collect()
    })
}

fn undo(page: &Page) -> Option<String> {
    page.store.open.history.with_untracked(|history| history.next(false).map(str::to_owned))
}

fn text_of(page: &Page, row: usize, column: usize) -> String {
    page.stage.text(&format!("[data-row='{row}'] > [aria-colindex='{}']", column + 2))
}

#[wasm_bindgen_test]
async fn every_item_is_a_row_with_its_keys_first() {
    let page = open().await;
    let items = items(&page);
    assert_eq!(page.attribute(GRID, "aria-rowcount"), (items.len() + 1).to_string());
    let names: Vec<String> =
        page.stage.all(".cells-name").iter().map(|name| name.text_content().unwrap()).collect();
    assert_eq!(names[1..3], ["PK", "SK"]);
    for (row, item) in items.iter().enumerate().take(3) {
        let key = item.get("PK").unwrap().to_json();
        assert_eq!(key["S"], text_of(&page, row, 0));
    }
    assert_eq!(page.attribute("[data-row='0']", "aria-rowindex"), "2");
}

#[wasm_bindgen_test]
async fn a_cell_is_typed_into_as_one_step_that_is_undone() {
    let page = open().await;
    let before = items(&page);
    page.press(GRID, "ArrowRight").await;
    page.press(GRID, "ArrowRight").await;
    assert!(page.press(GRID, "Enter").await);
    let text = page.value(CELL);
    page.fill(CELL, &format!("{text}1")).await;
    page.press(CELL, "Enter").await;
    assert_eq!(page.stage.count(CELL), 0);
    let after = items(&page);
    assert_eq!(after.len(), before.len());
    assert!(after != before, "it was changed");
    assert!(undo(&page).is_some());
    page.send(Command::Undo).await;
    assert!(items(&page) == before, "and taken back");
    page.press(GRID, "F2").await;
    page.fill(CELL, "something else").await;
    page.press(CELL, "Escape").await;
    assert!(items(&page) == before, "Escape leaves it as it was");
}

#[wasm_bindgen_test]
async fn what_may_not_be_says_why_at_the_cell_and_stays_typed() {
    let page = open().await;
    let before = items(&page);
    page.press(GRID, "Enter").await;
    page.fill(CELL, "").await;
    page.press(CELL, "Enter").await;
    assert_eq!(
        page.stage.text("#cells-editor-fault"),
        "PK is a key of the table: it may not be empty."
    );
    assert_eq!(page.attribute(CELL, "aria-invalid"), "true");
    page.fill(CELL, "PRODUCT#NEW").await;
    page.press(CELL, "Enter").await;
    let moved = items(&page);
    assert_eq!(moved.len(), before.len(), "an item whose key changes moves");
    assert!(moved.iter().any(|item| item.get("PK").unwrap().to_json()["S"] == "PRODUCT#NEW"));
    page.send(Command::Undo).await;
    assert!(items(&page) == before, "in one step");
}

#[wasm_bindgen_test]
async fn a_key_that_is_taken_overwrites_nothing() {
    let page = open().await;
    let before = items(&page);
    let same = |one: &Item, other: &Item| one.get("PK") == other.get("PK");
    let row = before.windows(2).position(|pair| same(&pair[0], &pair[1])).unwrap();
    let taken = before[row + 1].get("SK").unwrap().to_json()["S"].as_str().unwrap().to_owned();
    for _ in 0..row {
        page.press(GRID, "ArrowDown").await;
    }
    page.press(GRID, "ArrowRight").await;
    page.press(GRID, "Enter").await;
    page.fill(CELL, &taken).await;
    page.press(CELL, "Enter").await;
    assert!(page.stage.text("#cells-editor-fault").contains("already"));
    assert_eq!(page.value(CELL), taken);
    assert!(items(&page) == before);
}

#[wasm_bindgen_test]
async fn what_is_looked_for_is_counted_and_gone_to() {
    let page = open().await;
    let count = items(&page).len();
    page.fill(".cells-find-text", "product#").await;
    let words = page.stage.text(".cells-find-count");
    assert!(words.ends_with(&format!(" of {count}")) && !words.starts_with("0 "), "{words}");
    page.fill(".cells-find-text", "nowhere to be found").await;
    assert_eq!(page.stage.text(".cells-find-count"), format!("0 of {count}"));
}

#[wasm_bindgen_test]
async fn all_items_are_chosen_and_deleted_as_one_step() {
    let page = open().await;
    let before = items(&page);
    page.press_with_control(GRID, "a").await;
    assert_eq!(page.attribute("[data-row='0']", "aria-selected"), "true");
    page.press(GRID, "Delete").await;
    assert!(items(&page).is_empty());
    assert_eq!(undo(&page), Some(format!("delete {} items", before.len())));
    page.send(Command::Undo).await;
    assert!(items(&page) == before);
}

#[wasm_bindgen_test]
async fn pasted_items_are_told_before_they_are_put() {
    let page = open().await;
    let before = items(&page);
    let mut changed = before[0].to_json();
    changed["note"] = json!({"S": "changed"});
    let new = json!({"PK": {"S": "PRODUCT#PASTED"}, "SK": {"S": "METADATA"}});
    let text =
        json!([changed, new, before[1].to_json(), {"PK": {"S": ""}, "SK": {"S": "x"}}]).to_string();
    page.click(".cells-come .button:nth-child(2)").await;
    page.fill("textarea.cells-paste", &text).await;
    TimeoutFuture::new(500).await;
    page.rest().await;
    let told = page.stage.text(".cells-paste-told");
    for words in
        ["1 item new.", "1 item there already", "1 replace an item that differs", "1 refused"]
    {
        assert!(told.contains(words), "{words} in {told}");
    }
    page.click(".cells-sheet [data-kind='primary']").await;
    assert_eq!(items(&page).len(), before.len() + 1);
    page.send(Command::Undo).await;
    assert!(items(&page) == before, "in one step");
}

#[wasm_bindgen_test]
async fn sample_items_of_a_kind_are_added_as_one_step() {
    let page = open().await;
    let before = items(&page);
    page.click(".cells-come .button:nth-child(3)").await;
    page.click(".cells-sheet [data-kind='primary']").await;
    assert_eq!(items(&page).len(), before.len() + 10);
    page.send(Command::Undo).await;
    assert!(items(&page) == before);
}

#[wasm_bindgen_test]
async fn of_many_items_only_the_rows_in_view_are_there() {
    let page = open().await;
    page.send(Command::Generate(20_000)).await;
    for _ in 0..200 {
        if page.store.open.loading.get_untracked().is_none() {
            break;
        }
        TimeoutFuture::new(50).await;
    }
    page.send(Command::ShowPage(Room::Model)).await;
    TimeoutFuture::new(300).await;
    assert_eq!(page.attribute(GRID, "aria-rowcount"), "20001");
    assert!(page.stage.count(".cells-rows > .cells-row") < 80);
    page.press_with_control(GRID, "End").await;
    assert_eq!(page.stage.text(".cells-here"), "Item 20,000 of 20,000");
}
