//! Edits of the open design: rows of the worksheet, doors, steps that are undone and redone.

use crate::page::Page;
use leptos::prelude::{GetUntracked, WithUntracked};
use map::advice::{Remedy, Standing};
use map::design::{DoorDefinition, Edit, Request};
use retrieval_map::app::state::{Command, Door, DoorView, History, Page as Room, Row, Spot};
use serde_json::json;
use std::sync::Arc;
use wasm_bindgen_test::wasm_bindgen_test;

fn ids(page: &Page) -> Vec<String> {
    let rows = page.store.worksheet.rows.get_untracked();
    let ids: Vec<String> = rows.iter().map(|row| row.request.get_untracked().id).collect();
    let document = page.store.open.design.get_untracked();
    assert!(
        document.requests.iter().map(|request| &request.id).eq(&ids),
        "the rows are the document's"
    );
    ids
}

fn row(page: &Page, id: &str) -> Row {
    page.store.worksheet.row_of(id).unwrap()
}

fn standing(page: &Page, id: &str) -> Standing {
    row(page, id).proof.get_untracked().standing
}

fn next(page: &Page, again: bool) -> Option<String> {
    page.store.open.history.with_untracked(|history| history.next(again).map(str::to_owned))
}

async fn type_sentence(page: &Page, id: &str, sentence: &str) {
    let row = row(page, id);
    let request = Request { sentence: sentence.to_owned(), ..row.request.get_untracked() };
    let (number, request) = (row.number, Box::new(request));
    page.send(Command::ChangeRow { row: number, request, field: "sentence" }).await;
}

/// The door that answers A4, with a sort key that the table has already.
fn open_door(attribute: &str) -> Edit {
    let index = json!({"IndexName": "ByWarehouse", "Projection": {"ProjectionType": "ALL"}, "KeySchema": [
        {"AttributeName": attribute, "KeyType": "HASH"}, {"AttributeName": "PK", "KeyType": "RANGE"}]});
    let attributes =
        [attribute, "PK"].map(|name| json!({"AttributeName": name, "AttributeType": "S"})).to_vec();
    let door = DoorDefinition { index, attributes, ..DoorDefinition::default() };
    Edit::OpenDoor { table: "Warehouse".to_owned(), door }
}

fn shown(page: &Page) -> DoorView {
    page.store.open.view.get_untracked()
}

#[wasm_bindgen_test]
async fn rows_are_added_duplicated_moved_and_deleted_and_all_of_it_is_undone() {
    let page = Page::open().await;
    let before = ids(&page);
    page.send(Command::AddRow).await;
    assert_eq!(ids(&page)[6], "A7");
    let added = row(&page, "A7");
    assert_eq!(page.store.worksheet.chosen.get_untracked(), Some(added.number));
    assert!(added.request.get_untracked().calls.is_empty());
    let third = row(&page, "A3").number;
    page.send(Command::DuplicateRow(third)).await;
    assert_eq!(ids(&page)[2..5], ["A3", "A8", "A4"]);
    page.send(Command::MoveRow { row: third, to: 99 }).await;
    assert_eq!(ids(&page).last().unwrap(), "A3");
    assert_eq!(row(&page, "A3").number, third, "a row stays the same row");
    page.send(Command::DeleteRow(row(&page, "A1").number)).await;
    assert_eq!(ids(&page), ["A2", "A8", "A4", "A5", "A6", "A7", "A3"]);
    let labels = ["delete A1", "move A3", "duplicate A3", "add A7"];
    for label in labels {
        assert_eq!(next(&page, false).as_deref(), Some(label));
        page.send(Command::Undo).await;
    }
    assert_eq!(ids(&page), before);
    for label in labels.iter().rev() {
        assert_eq!(next(&page, true).as_deref(), Some(*label));
        page.send(Command::Redo).await;
    }
    assert_eq!(ids(&page), ["A2", "A8", "A4", "A5", "A6", "A7", "A3"]);
}

#[wasm_bindgen_test]
async fn letters_typed_into_one_field_are_one_step() {
    let page = Page::open().await;
    let sentence = |page: &Page| row(page, "A2").request.get_untracked().sentence;
    let before = sentence(&page);
    for typed in ["H", "Ho", "How"] {
        type_sentence(&page, "A2", typed).await;
    }
    type_sentence(&page, "A3", "Where").await;
    type_sentence(&page, "A2", "How many").await;
    assert_eq!(next(&page, false).as_deref(), Some("change the sentence of A2"));
    page.send(Command::Undo).await;
    assert_eq!(sentence(&page), "How");
    page.send(Command::Undo).await;
    page.send(Command::Undo).await;
    assert_eq!((sentence(&page), next(&page, false)), (before, None));
    page.send(Command::Redo).await;
    assert_eq!(sentence(&page), "How");
}

#[wasm_bindgen_test]
async fn what_is_typed_and_typed_back_is_no_step() {
    let page = Page::open().await;
    let before = row(&page, "A2").request.get_untracked().sentence;
    for typed in ["H", "Ho", &before] {
        type_sentence(&page, "A2", typed).await;
    }
    assert_eq!(next(&page, false), None);
}

#[wasm_bindgen_test]
async fn copies_name_a_row_by_its_new_id() {
    let page = Page::open().await;
    let named = |page: &Page| {
        let design = page.store.open.design.get_untracked();
        design.copies.iter().flat_map(|copy| copy.requests.clone()).collect::<Vec<_>>()
    };
    let before = named(&page);
    let renamed = before[0].clone();
    let first = row(&page, &renamed);
    for id in ["Q", "Q1"] {
        let request = Box::new(Request { id: id.to_owned(), ..first.request.get_untracked() });
        page.send(Command::ChangeRow { row: first.number, request, field: "id" }).await;
    }
    let expected = before.iter().map(|id| if *id == renamed { "Q1" } else { id });
    assert!(named(&page).iter().eq(expected));
    page.send(Command::Undo).await;
    assert!(named(&page) == before && ids(&page).contains(&renamed));
    assert_eq!(next(&page, false), None, "both are one step");
}

#[wasm_bindgen_test]
async fn an_id_stays_unique_and_a_change_of_nothing_is_no_step() {
    let page = Page::open().await;
    for id in ["A2", ""] {
        let first = row(&page, "A1");
        let request = Box::new(Request { id: id.to_owned(), ..first.request.get_untracked() });
        page.send(Command::ChangeRow { row: first.number, request, field: "id" }).await;
    }
    let sentence = row(&page, "A1").request.get_untracked().sentence;
    type_sentence(&page, "A1", &sentence).await;
    assert_eq!((ids(&page)[0].as_str(), next(&page, false)), ("A1", None));
}

#[wasm_bindgen_test]
async fn a_remedy_is_one_step_that_is_walked_and_its_door_is_not_shown_once_it_is_undone() {
    let page = Page::open().await;
    page.send(Command::ShowPage(Room::Worksheet)).await;
    assert_eq!(standing(&page, "A4"), Standing::OnlyScan);
    let fourth = row(&page, "A4").request.get_untracked();
    let mut query = fourth.calls[0].clone();
    "Query".clone_into(&mut query.operation);
    query.input = json!({"TableName": "Warehouse", "IndexName": "ByWarehouse",
        "KeyConditionExpression": "warehouseId = :w", "ExpressionAttributeValues": {":w": {"S": "W1"}}});
    let request = Box::new(Request { calls: vec![query], expected: None, ..fourth });
    let remedy = Remedy {
        label: "Open the door and walk A4".to_owned(),
        edits: vec![open_door("warehouseId"), Edit::ReplaceRequest { at: 3, request }],
        walk: Some("A4".to_owned()),
        ..Remedy::default()
    };
    page.send(Command::Remedy(Box::new(remedy))).await;
    assert_eq!(page.store.page.get_untracked(), Room::Floor);
    assert_eq!(shown(&page), DoorView::Both("ByWarehouse".to_owned()));
    assert_eq!(page.stage.text("[data-request=A4] .card-route"), "Query on ByWarehouse");
    assert_eq!(page.stage.text(".requests-routed"), "6 of 6 routed");
    assert_eq!(page.attribute("[data-request=A4]", "aria-pressed"), "true");
    assert_eq!(next(&page, false).as_deref(), Some("open the door and walk A4"));
    let door = Door { table: "Warehouse".to_owned(), index: Some("ByWarehouse".to_owned()) };
    page.send(Command::Select(Some(Spot { door, collection: 0, rank: 0 }))).await;
    page.send(Command::Undo).await;
    assert_eq!(shown(&page), DoorView::Table);
    assert!(page.store.playback.walked.get_untracked().is_none(), "the walk was at another door");
    assert!(page.store.open.selected.get_untracked().is_none(), "what was selected is gone");
    assert_eq!((standing(&page, "A4"), next(&page, false)), (Standing::OnlyScan, None));
    page.send(Command::Redo).await;
    assert!(standing(&page, "A4") != Standing::OnlyScan);
}

#[wasm_bindgen_test]
async fn a_refused_edit_says_why_and_changes_nothing() {
    let page = Page::open().await;
    let before = page.store.open.design.get_untracked();
    let edits = vec![Edit::RemoveRequest { at: 0 }, open_door("warehouseId"), open_door("city")];
    page.send(Command::Edit { label: "open two doors".to_owned(), edits, merge: None }).await;
    assert!(page.stage.text("[data-notice=refusal]").contains("Could not open two doors: "));
    assert!(page.store.open.design.get_untracked() == before, "the document is as it was");
    assert_eq!((ids(&page).len(), next(&page, false)), (6, None));
    page.send(Command::Redo).await;
    assert_eq!(next(&page, true), None);
}

#[wasm_bindgen_test]
async fn only_what_a_change_can_affect_is_proven_again() {
    let page = Page::open().await;
    let proofs = |page: &Page| {
        let rows = page.store.worksheet.rows.get_untracked();
        rows.iter().map(|row| row.proof.get_untracked()).collect::<Vec<_>>()
    };
    let changed = |before: &[Arc<map::advice::Proof>], page: &Page| {
        let now = proofs(page);
        let pairs = before.iter().zip(&now).filter(|(one, other)| !Arc::ptr_eq(one, other));
        pairs.map(|(_, proof)| proof.request.clone()).collect::<Vec<_>>()
    };
    let before = proofs(&page);
    let third = row(&page, "A3");
    let mut request = Box::new(third.request.get_untracked());
    let sample = request.samples.iter().next().map(|(name, _)| name.clone()).unwrap();
    request.samples.insert(sample, "P101".to_owned());
    page.send(Command::ChangeRow { row: third.number, request, field: "samples" }).await;
    assert_eq!(changed(&before, &page), ["A3"]);
    let before = proofs(&page);
    let delete = json!({"TableName": "Warehouse", "Key": {"PK": {"S": "ORDER#O711"}, "SK": {"S": "METADATA"}}});
    let call = map::design::Call { operation: "DeleteItem".to_owned(), input: delete };
    page.send(Command::Walk(call)).await;
    let changed = changed(&before, &page);
    assert!(
        changed.contains(&"A4".to_owned()) && !changed.contains(&"A3".to_owned()),
        "{changed:?}"
    );
}

/// Rows alike are one to the prover, and yet each is shown as it is.
#[wasm_bindgen_test]
async fn a_row_that_becomes_like_another_is_shown_like_it() {
    let page = Page::open().await;
    let third = row(&page, "A3");
    page.send(Command::DuplicateRow(third.number)).await;
    let returned = |page: &Page| row(page, "A3").proof.get_untracked().totals.items_returned;
    for (product, expected) in [("P100", 3), ("none", 0), ("P100", 3), ("P102", 1), ("P100", 3)] {
        let mut request = Box::new(third.request.get_untracked());
        let sample = request.samples.iter().next().map(|(name, _)| name.clone()).unwrap();
        request.samples.insert(sample, product.to_owned());
        page.send(Command::ChangeRow { row: third.number, request, field: "samples" }).await;
        assert_eq!(returned(&page), expected, "{product}");
    }
}

#[wasm_bindgen_test]
async fn what_is_right_is_expected_from_then_on() {
    let page = Page::open().await;
    let third = row(&page, "A3").number;
    let was = row(&page, "A3").request.get_untracked();
    page.send(Command::ForgetExpected(third)).await;
    page.send(Command::ExpectRow(third)).await;
    assert!(row(&page, "A3").request.get_untracked().expected.is_some());
    assert_eq!(standing(&page, "A3"), Standing::Proven);
    let delete = json!({"TableName": "Warehouse", "Key": {"PK": {"S": "PRODUCT#P100"}, "SK": {"S": "WAREHOUSE#W2"}}});
    let call = map::design::Call { operation: "DeleteItem".to_owned(), input: delete };
    page.send(Command::Walk(call)).await;
    assert_eq!(standing(&page, "A3"), Standing::Differs);
    assert!(page.store.worksheet.news.get_untracked().starts_with("A3: result differs"));
    page.send(Command::Undo).await;
    assert_eq!(standing(&page, "A3"), Standing::Proven);
    page.send(Command::Undo).await;
    assert!(row(&page, "A3").request.get_untracked().expected.is_none());
    if was.expected.is_some() {
        page.send(Command::Undo).await;
        assert!(row(&page, "A3").request.get_untracked() == was);
    }
}

#[wasm_bindgen_test]
async fn a_link_leads_to_the_worksheet_and_to_a_row_of_it() {
    let page = Page::open().await;
    page.store.follow("#view=worksheet&request=A4");
    page.rest().await;
    assert_eq!(page.store.page.get_untracked(), Room::Worksheet);
    assert_eq!(page.store.worksheet.chosen.get_untracked(), Some(row(&page, "A4").number));
    assert!(page.store.playback.walked.get_untracked().is_none());
    page.store.follow("#floor");
    assert_eq!(page.store.page.get_untracked(), Room::Worksheet, "a place on the page is no room");
    page.store.follow("#scenario=warehouse&view=nope&colour=red");
    page.rest().await;
    assert_eq!(page.store.page.get_untracked(), Room::Worksheet, "what is unknown is passed over");
    page.store.follow("#view=floor");
    page.store.follow("#scenario=nope&view=worksheet&request=A3");
    page.rest().await;
    assert_eq!(page.store.page.get_untracked(), Room::Worksheet);
    assert!(page.stage.text("[data-notice=refusal]").contains("nope"));
    page.store.follow("#request=A3");
    page.rest().await;
    assert_eq!(page.store.page.get_untracked(), Room::Floor);
    assert!(page.store.playback.walked.get_untracked().is_some());
}

#[wasm_bindgen_test]
async fn a_changed_design_is_set_aside_when_another_is_opened() {
    let page = Page::open().await;
    let open = |id: &str| Command::OpenScenario(id.to_owned());
    page.send(open("store")).await;
    assert_eq!(page.stage.count("[data-notice=aside]"), 0, "nothing was changed");
    assert!(!page.store.has_changes());
    page.send(open("warehouse")).await;
    type_sentence(&page, "A2", "How many").await;
    assert!(page.store.has_changes());
    page.send(open("store")).await;
    assert!(page.store.open.history.with_untracked(History::is_empty));
    assert!(page.store.has_changes(), "they are set aside");
    page.send(Command::AddRow).await;
    page.click("[data-notice=aside] .button:first-child").await;
    assert_eq!(row(&page, "A2").request.get_untracked().sentence, "How many");
    assert_eq!(standing(&page, "A2"), Standing::Proven);
    assert_eq!(page.stage.count("[data-notice=aside]"), 1, "the other one was changed too");
    page.send(Command::Undo).await;
    assert_ne!(row(&page, "A2").request.get_untracked().sentence, "How many");
    page.send(Command::ForgetSetAside).await;
    assert_eq!(page.stage.count("[data-notice=aside]"), 0);
}

#[wasm_bindgen_test]
async fn the_address_follows_a_person_and_stays_what_a_link_made_it() {
    let page = Page::open().await;
    let address = || leptos::prelude::window().location().hash().unwrap();
    page.send(Command::ShowPage(Room::Worksheet)).await;
    assert_eq!(address(), "#scenario=warehouse&view=worksheet");
    page.send(Command::OpenScenario("store".to_owned())).await;
    assert_eq!(address(), "#scenario=store&view=worksheet");
    page.store.follow("#scenario=warehouse&view=floor");
    page.rest().await;
    assert_eq!(address(), "#scenario=store&view=worksheet", "a link is not written anew");
    page.send(Command::ShowPage(Room::Worksheet)).await;
    assert_eq!(address(), "#scenario=warehouse&view=worksheet");
    page.click(".shell-skip").await;
    assert_eq!(address(), "#scenario=warehouse&view=worksheet", "to skip is to go nowhere");
}
