//! The desk: one request as a form, as a command line and as JSON.

use crate::page::Page;
use leptos::prelude::GetUntracked;
use retrieval_map::app::state::Command;
use wasm_bindgen_test::wasm_bindgen_test;

const PARTITION: &str = ".desk-fields input[list=desk-keys-0]";

async fn with_query() -> Page {
    let page = Page::open().await;
    page.click("[data-request=A5]").await;
    page
}

#[wasm_bindgen_test]
async fn the_form_writes_the_text_and_the_text_the_form() {
    let page = with_query().await;
    assert_eq!(page.value(PARTITION), "CUSTOMER#C4821");
    page.fill(PARTITION, "CUSTOMER#C5107").await;
    let line = page.value(".desk-text");
    assert!(line.contains("CUSTOMER#C5107"), "{line}");
    page.fill(".desk-text", &line.replace("CUSTOMER#C5107", "PRODUCT#P100")).await;
    assert_eq!(page.value(PARTITION), "PRODUCT#P100");
}

#[wasm_bindgen_test]
async fn what_is_being_typed_is_not_rewritten() {
    let page = with_query().await;
    let spread = page.value(".desk-text").replace(" --", "   --");
    page.fill(".desk-text", &spread).await;
    assert_eq!(page.value(".desk-text"), spread);
}

#[wasm_bindgen_test]
async fn a_line_that_cannot_be_read_says_so_and_changes_nothing() {
    let page = with_query().await;
    let before = page.store.draft.get_untracked();
    page.fill(".desk-text", "aws dynamodb query --limit").await;
    assert_eq!(page.attribute(".desk-text", "aria-invalid"), "true");
    assert_ne!(page.stage.text(".desk-fault"), "");
    assert_eq!(page.store.draft.get_untracked(), before);
}

#[wasm_bindgen_test]
async fn a_limit_that_is_no_number_is_told_beside_it() {
    let page = with_query().await;
    let limit = ".desk-fields .field[data-width=xs] input";
    page.fill(limit, "many").await;
    assert_eq!(page.attribute(limit, "aria-invalid"), "true");
    assert_eq!(page.attribute(".desk-walk", "aria-disabled"), "true");
    page.fill(limit, "2").await;
    assert_eq!(page.attribute(limit, "aria-invalid"), "false");
}

#[wasm_bindgen_test]
async fn a_query_without_a_partition_key_offers_the_scan() {
    let page = with_query().await;
    page.fill(PARTITION, "").await;
    page.click(".desk-walk").await;
    assert!(page.stage.text(".refusal-said").starts_with("ValidationException: "));
    page.click(".refusal .button").await;
    assert_eq!(page.stage.count(".refusal"), 0);
    let walked = page.store.playback.walked.get_untracked();
    assert!(walked.is_some_and(|walked| walked.is_scan()));
}

#[wasm_bindgen_test]
async fn the_operation_decides_which_fields_there_are() {
    let page = with_query().await;
    assert_eq!(page.stage.count(PARTITION), 1);
    page.choose(".desk-fields .field:first-child select", "2").await;
    assert_eq!(page.stage.count(PARTITION), 0);
    assert!(page.value(".desk-text").starts_with("aws dynamodb scan"));
}

#[wasm_bindgen_test]
async fn the_next_page_goes_on_from_the_last_key() {
    let page = with_query().await;
    page.fill(".desk-fields .field[data-width=xs] input", "2").await;
    page.click(".desk-walk").await;
    page.send(Command::NextPage).await;
    let walked = page.store.playback.walked.get_untracked().unwrap();
    assert_eq!((walked.calls.len(), walked.answer.returned), (2, 3));
}
