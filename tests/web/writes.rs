//! Writes from the desk: as fields, as text, undone and redone.

use crate::page::Page;
use leptos::prelude::{GetUntracked, WithUntracked};
use map::design::Call;
use map::player::PlayerCommand;
use retrieval_map::app::state::{Command, Door, Spot};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

const OPERATION: &str = ".desk-fields .field:first-child select";

fn key(partition: &str, sort: &str) -> Value {
    json!({"PK": {"S": partition}, "SK": {"S": sort}})
}

fn call(operation: &str, input: Value) -> Call {
    Call { operation: operation.to_owned(), input }
}

/// A delete of the order with a number.
fn delete(order: &str) -> Call {
    call("DeleteItem", json!({"TableName": "Warehouse", "Key": key(order, "METADATA")}))
}

fn items(page: &Page) -> usize {
    let table = Door { table: "Warehouse".to_owned(), index: None };
    page.store.open.with_door_untracked(&table, key_engine::Index::item_count).unwrap()
}

/// Whether the fields, the command line and the JSON say the same request.
async fn in_step(page: &Page, words: &str) -> bool {
    let line = page.value(".desk-text");
    page.click(".desk-tab:last-child").await;
    let json = page.value(".desk-text");
    page.click(".desk-tab:first-child").await;
    line.contains(words) && json.contains(words)
}

#[wasm_bindgen_test]
async fn a_write_changes_the_items_and_can_be_undone_and_redone() {
    let page = Page::open().await;
    let before = items(&page);
    page.send(Command::Walk(delete("ORDER#O711"))).await;
    assert_eq!(items(&page), before - 1);
    page.send(Command::Player(PlayerCommand::ToEnd)).await;
    let told = page.stage.text(".written");
    assert!(told.contains("deleted") && told.contains("1 WCU"), "{told}");
    page.click(".desk-undo .button:first-child").await;
    assert_eq!(items(&page), before);
    assert!(page.store.playback.walked.get_untracked().is_none(), "the walk is of other items");
    page.send(Command::Redo).await;
    assert_eq!(items(&page), before - 1);
    page.send(Command::Redo).await;
    assert_eq!(items(&page), before - 1, "there is nothing more to redo");
}

#[wasm_bindgen_test]
async fn a_refused_write_changes_nothing_and_shows_where_it_was_refused() {
    let page = Page::open().await;
    let before = items(&page);
    let mut refused = delete("ORDER#O711");
    refused.input["ConditionExpression"] = "attribute_not_exists(PK)".into();
    page.send(Command::Walk(refused)).await;
    assert_eq!(items(&page), before);
    assert!(page.stage.text(".refusal-said").starts_with("ConditionalCheckFailedException: "));
    assert!(page.store.playback.walked.get_untracked().is_some());
    assert!(page.store.open.history.with_untracked(|history| history.next(false).is_none()));
}

#[wasm_bindgen_test]
async fn the_selection_stays_on_its_item() {
    let page = Page::open().await;
    let door = Door { table: "Warehouse".to_owned(), index: None };
    let item = key_engine::Item::from_json(&key("PRODUCT#P101", "WAREHOUSE#W3")).unwrap();
    let place = |page: &Page| {
        page.store.open.with_door_untracked(&door, |index| index.locate(&item)).flatten().unwrap()
    };
    let spot = |(collection, rank)| Some(Spot { door: door.clone(), collection, rank });
    page.send(Command::Select(spot(place(&page)))).await;
    let other = json!({"TableName": "Warehouse", "Key": key("PRODUCT#P101", "WAREHOUSE#W1")});
    page.send(Command::Walk(call("DeleteItem", other))).await;
    assert_eq!(page.store.open.selected.get_untracked(), spot(place(&page)));
    page.send(Command::Undo).await;
    assert_eq!(page.store.open.selected.get_untracked(), spot(place(&page)));
}

#[wasm_bindgen_test]
async fn a_put_begins_with_the_item_at_the_key_and_takes_plain_json() {
    let page = Page::open().await;
    page.click("[data-request=A1]").await;
    page.choose(OPERATION, "3").await;
    let item = page.value(".desk-fields textarea");
    assert!(item.contains("\"condition\": \"BROKEN\""), "{item}");
    page.fill(".desk-fields textarea", r#"{"PK": "SERIAL#1", "SK": "METADATA", "price": 5}"#).await;
    let draft = page.store.draft.get_untracked();
    assert_eq!(draft.input["Item"]["price"], json!({"N": "5"}));
    page.fill(".desk-fields textarea", r#"{"PK": "#).await;
    assert_eq!(page.attribute(".desk-fields textarea", "aria-invalid"), "true");
    assert_eq!(page.attribute(".desk-walk", "aria-disabled"), "true");
    assert_eq!(page.store.draft.get_untracked(), draft);
}

#[wasm_bindgen_test]
async fn every_operation_stands_in_fields_and_in_text_alike() {
    let page = Page::open().await;
    page.click("[data-request=A6]").await;
    for place in 0..13 {
        page.choose(OPERATION, &place.to_string()).await;
        assert_eq!(page.stage.count(".desk-why"), 0, "operation {place}");
        assert!(page.stage.text(".desk-note").is_empty(), "operation {place}");
        assert!(in_step(&page, "Warehouse").await, "operation {place}");
    }
}

#[wasm_bindgen_test]
async fn a_transaction_is_a_list_of_actions_and_is_cancelled_with_a_reason_for_each() {
    let page = Page::open().await;
    page.click("[data-request=A6]").await;
    page.choose(OPERATION, "9").await;
    page.click(".desk-actions [aria-label='Add an action']").await;
    assert_eq!(page.stage.count(".desk-action"), 2);
    let action = |kind: &str, order: &str, condition: &str| {
        let input = json!({"TableName": "Warehouse", "Key": key(order, "METADATA"), "ConditionExpression": condition});
        json!({ kind: input })
    };
    let actions = json!([
        action("Delete", "ORDER#O711", "attribute_exists(PK)"),
        action("ConditionCheck", "ORDER#O844", "attribute_not_exists(PK)"),
    ]);
    let before = items(&page);
    page.send(Command::Walk(call("TransactWriteItems", json!({ "TransactItems": actions })))).await;
    assert_eq!(items(&page), before);
    let reasons = page.stage.text(".refusal-reasons");
    assert!(reasons.contains("1. Delete ORDER#O711 / METADATA: None"), "{reasons}");
    assert!(reasons.contains("ORDER#O844 / METADATA: ConditionalCheckFailed"), "{reasons}");
}

#[wasm_bindgen_test]
async fn a_statement_without_its_partition_key_is_told_to_be_a_scan() {
    let page = Page::open().await;
    let statement = r#"SELECT * FROM "Warehouse" WHERE city = 'Reno'"#;
    page.send(Command::Walk(call("ExecuteStatement", json!({ "Statement": statement })))).await;
    assert!(page.store.playback.walked.get_untracked().unwrap().is_scan());
    let statement = r#"SELECT * FROM "Warehouse" WHERE PK = 'PRODUCT#P100'"#;
    page.send(Command::Walk(call("ExecuteStatement", json!({ "Statement": statement })))).await;
    let walked = page.store.playback.walked.get_untracked().unwrap();
    assert!(!walked.is_scan());
    assert_eq!(walked.answer.returned, 3);
}

#[wasm_bindgen_test]
async fn a_parameter_that_dynamodb_passes_over_is_told_with_the_one_it_is_like() {
    let page = Page::open().await;
    page.click("[data-request=A5]").await;
    page.click(".desk-tab:last-child").await;
    let json = page.value(".desk-text").replace("\"TableName\"", "\"Limits\": 1,\n \"TableName\"");
    page.fill(".desk-text", &json).await;
    assert!(page.stage.text(".desk-note").contains("Did you mean `Limit`?"));
}

#[wasm_bindgen_test]
async fn undo_is_the_boxes_own_where_one_types() {
    let page = Page::open().await;
    let before = items(&page);
    page.send(Command::Walk(delete("ORDER#O711"))).await;
    assert!(!page.press_with_control(".desk-text", "z").await);
    assert_eq!(items(&page), before - 1);
    assert!(page.press_with_control(".shell", "z").await);
    assert_eq!(items(&page), before);
}
