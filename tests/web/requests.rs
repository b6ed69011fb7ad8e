//! The request cards.

use crate::page::Page;
use leptos::prelude::WithUntracked;
use map::player::PlayerCommand;
use retrieval_map::app::state::Command;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn cards_say_their_route_and_the_panel_how_many_have_one() {
    let page = Page::open().await;
    assert_eq!(page.stage.text(".requests-routed"), "5 of 6 routed");
    for (id, route, words) in
        [("A1", "get", "GetItem"), ("A3", "query", "Query"), ("A4", "none", "no route")]
    {
        let label = format!("[data-request={id}] .card-route");
        assert_eq!(
            (page.attribute(&label, "data-route"), page.stage.text(&label)),
            (route.to_owned(), words.to_owned())
        );
    }
}

#[wasm_bindgen_test]
async fn a_card_walks_its_request_and_is_marked() {
    let page = Page::open().await;
    page.click("[data-request=A3]").await;
    assert_eq!(page.attribute("[data-request=A3]", "aria-pressed"), "true");
    assert_eq!(page.attribute("[data-request=A4]", "aria-pressed"), "false");
    page.send(Command::Player(PlayerCommand::ToEnd)).await;
    assert_eq!(page.stage.count(".items-row"), 3);
}

#[wasm_bindgen_test]
async fn a_request_of_several_calls_lists_them() {
    let page = Page::with(|store| store.send(Command::OpenScenario("store".to_owned()))).await;
    let calls = page.stage.all("[data-request=S8] .card-calls span");
    let calls: Vec<String> = calls.iter().map(|call| call.text_content().unwrap()).collect();
    assert_eq!(calls, ["GetItem Customers", "Query Orders"]);
    assert_eq!(page.stage.count(".doors-table option"), 3);
}

#[wasm_bindgen_test]
async fn a_request_is_added_on_the_worksheet() {
    let page = Page::open().await;
    page.click(".requests-add").await;
    assert_eq!(page.store.worksheet.rows.with_untracked(Vec::len), 7);
    assert_eq!(page.stage.count(".worksheet-editor [data-width=sentence] input:focus"), 1);
}
