//! What is taken away: the list of formats, and a request as code.

use crate::page::Page;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::{GetUntracked, document};
use retrieval_map::app::state::{Command, Page as Room};
use wasm_bindgen_test::wasm_bindgen_test;

/// What the focus is on, in its own words.
fn focused() -> String {
    let active = document().active_element().unwrap();
    active.get_attribute("aria-label").unwrap_or_else(|| active.text_content().unwrap_or_default())
}

#[wasm_bindgen_test]
async fn the_list_of_formats_goes_by_keys_and_gives_the_focus_back() {
    let page = Page::open().await;
    page.stage.get(".export-button").focus().unwrap();
    assert!(page.press(".export-button", "ArrowDown").await);
    assert_eq!(page.attribute(".export-button", "aria-expanded"), "true");
    assert!(page.stage.count(".export-menu [role=menuitem]") >= 18);
    assert!(focused().starts_with("Retrieval Map design"), "{}", focused());
    for (key, expected) in [
        ("ArrowDown", "NoSQL Workbench"),
        ("ArrowRight", "Copy NoSQL Workbench"),
        ("ArrowUp", "Copy Retrieval Map"),
        ("ArrowUp", "Copy CSV"),
        ("ArrowLeft", "CSV"),
        ("Home", "Retrieval Map"),
        ("End", "CSV"),
        ("ArrowDown", "Retrieval Map"),
    ] {
        page.press(".export-format:first-child .export-item:first-child", key).await;
        assert!(focused().starts_with(expected), "{key}: {}", focused());
    }
    page.press(".export-format:first-child .export-item:first-child", "Escape").await;
    assert_eq!(page.stage.count(".export-menu"), 0);
    assert!(focused().starts_with("Export"), "{}", focused());
}

#[wasm_bindgen_test]
async fn a_press_elsewhere_closes_the_list() {
    let page = Page::open().await;
    page.click(".export-button").await;
    assert_eq!(page.stage.count(".export-menu"), 1);
    let event = web_sys::Event::new_with_event_init_dict("pointerdown", &{
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        init
    });
    page.stage.get(".top-bar-brand").dispatch_event(&event.unwrap()).unwrap();
    page.rest().await;
    assert_eq!(page.stage.count(".export-menu"), 0);
}

#[wasm_bindgen_test]
async fn a_format_is_saved_and_what_it_cannot_hold_is_listed() {
    let page = Page::open().await;
    page.click(".export-button").await;
    page.click(".export-format:nth-child(3) .export-item:first-child").await;
    TimeoutFuture::new(50).await;
    page.rest().await;
    let title = page.stage.text("[data-notice=export] .notice-title");
    assert!(title.starts_with("Saved CloudFormation as "), "{title}");
    page.click("[data-notice=export] [aria-expanded]").await;
    assert!(page.stage.count("[data-notice=export] .defects-row") > 0);
    page.click("[data-notice=export] [aria-label=Dismiss]").await;
    assert_eq!(page.stage.count("[data-notice=export]"), 0);
}

#[wasm_bindgen_test]
async fn the_map_is_saved_once_its_rows_are_proven() {
    let page = Page::open().await;
    page.click(".export-button").await;
    page.click(".export-format:last-child .export-item:first-child").await;
    for _ in 0..40 {
        TimeoutFuture::new(50).await;
        page.rest().await;
        if page.stage.count("[data-notice=export]") > 0 {
            break;
        }
    }
    let title = page.stage.text("[data-notice=export] .notice-title");
    assert_eq!(title, "Saved CSV as retrieval-map.csv.");
}

#[wasm_bindgen_test]
async fn a_row_is_shown_as_code_in_the_language_that_is_chosen() {
    let page = Page::open().await;
    page.send(Command::ShowPage(Room::Worksheet)).await;
    page.click(".worksheet-row:nth-child(3) .worksheet-open").await;
    page.click(".worksheet-editor .as-code-open").await;
    let tab = |number: u32| format!(".as-code-tab:nth-child({number})");
    page.click(&tab(2)).await;
    let code = page.stage.text(".as-code-text");
    assert!(code.contains("paginateQuery") && code.contains("`PRODUCT#${productId}`"), "{code}");
    page.press(&tab(2), "ArrowRight").await;
    assert_eq!(page.attribute(&tab(3), "aria-selected"), "true");
    assert!(page.stage.text(".as-code-text").contains("f\"PRODUCT#{product_id}\""));
    assert_eq!(focused(), "Python");
    let remembered = page.store.preferences.language.get_untracked();
    assert_eq!(remembered.name(), "Python");
    page.press(&tab(3), "Home").await;
    assert!(page.stage.text(".as-code-text").starts_with("aws dynamodb query"));
}

#[wasm_bindgen_test]
async fn the_desk_is_shown_as_code_and_says_what_has_none() {
    let page = Page::open().await;
    page.click("[data-request=A4]").await;
    page.click(".desk .as-code-open").await;
    page.click(".as-code-tab:nth-child(7)").await;
    let code = page.stage.text(".as-code-text");
    assert!(code.contains("SELECT * FROM \"Warehouse\" WHERE \"warehouseId\" = ?"), "{code}");
    let count = map_call();
    page.send(Command::SetDraft(count)).await;
    assert!(page.stage.text(".as-code-none").contains("only count"));
    page.click(".as-code-tab:nth-child(1)").await;
    assert!(page.stage.text(".as-code-text").contains("--select COUNT"));
}

/// A request that only counts.
fn map_call() -> map::design::Call {
    let input = serde_json::json!({"TableName": "Warehouse", "Select": "COUNT"});
    map::design::Call { operation: "Scan".to_owned(), input }
}
