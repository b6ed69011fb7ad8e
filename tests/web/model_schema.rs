//! The model's left side: tables, keys, indexes and kinds changed in place, and what is asked before something breaks.

use crate::page::Page;
use leptos::prelude::{GetUntracked, WithUntracked};
use map::design::Edit;
use retrieval_map::app::state::{Command, Door, DoorView, Page as Room, Spot};
use wasm_bindgen_test::wasm_bindgen_test;

async fn open(scenario: &'static str) -> Page {
    let page =
        Page::with(move |store| store.send(Command::OpenScenario(scenario.to_owned()))).await;
    page.send(Command::ShowPage(Room::Model)).await;
    page
}

fn next(page: &Page) -> Option<String> {
    page.store.open.history.with_untracked(|history| history.next(false).map(str::to_owned))
}

fn tables(page: &Page) -> Vec<String> {
    let design = page.store.open.design.get_untracked();
    design.tables.iter().map(|table| table.name().to_owned()).collect()
}

fn shown(page: &Page) -> String {
    page.store.open.table.get_untracked()
}

fn kinds(page: &Page) -> Vec<String> {
    let design = page.store.open.design.get_untracked();
    design.entities.iter().map(|kind| kind.name.clone()).collect()
}

/// Writes into a field of that label and presses Enter.
async fn write(page: &Page, label: &str, text: &str) {
    let css = format!(".model [data-field=\"{label}\"] .field-input");
    page.fill(&css, text).await;
    page.press(&css, "Enter").await;
}

/// Deletes tables in the way the model does, without asking.
async fn delete(page: &Page, name: &str) {
    let at = tables(page).iter().position(|table| table == name).unwrap();
    let edits = vec![Edit::SetTable { name: Some(name.to_owned()), at, table: None }];
    page.send(Command::Edit { label: format!("delete {name}"), edits, merge: None }).await;
}

/// Looks into every room of the page.
async fn walk_through_the_rooms(page: &Page) {
    for room in [Room::Floor, Room::Worksheet, Room::Model] {
        page.send(Command::ShowPage(room)).await;
        assert_eq!(page.stage.count(".shell"), 1);
        for twin in [true, false] {
            page.send(Command::SetTwin(twin)).await;
        }
    }
}

#[wasm_bindgen_test]
async fn a_table_is_shown_with_its_keys_indexes_and_kinds() {
    let page = open("store").await;
    assert_eq!(page.stage.count(".model-table"), tables(&page).len() as u32);
    page.send(Command::ShowTable("Orders".to_owned())).await;
    assert_eq!(page.stage.text(".model-table[aria-current] .model-table-name"), "Orders");
    assert_eq!(page.stage.count("[data-part=indexes] .model-fold"), 2);
    page.click("[data-part=indexes] .model-fold-head[data-place='0']").await;
    assert_eq!(page.stage.count("[data-part=indexes] .model-form"), 1);
    page.click("[data-part=indexes] .model-fold-head[data-place='1']").await;
    assert_eq!(page.stage.count("[data-part=indexes] .model-form"), 1, "one at a time");
    assert!(page.stage.count("[data-part=keys] .model-purpose") >= 1);
}

#[wasm_bindgen_test]
async fn the_designs_name_and_purpose_are_written_in_place() {
    let page = open("warehouse").await;
    let name = |page: &Page| page.store.open.design.get_untracked().name.clone();
    let before = name(&page);
    let css = ".model [data-field=Design] .field-input";
    page.fill(css, "Depot").await;
    assert_eq!(name(&page), before, "it counts once it is finished");
    page.press(css, "Escape").await;
    assert_eq!(page.value(css), before);
    write(&page, "Design", "Depot").await;
    write(&page, "Design", " ").await;
    assert!(page.stage.text(".model [data-field=Design] .field-fault").contains("needs a name"));
    assert_eq!(
        (name(&page).as_str(), next(&page).as_deref()),
        ("Depot", Some("rename the design"))
    );
    page.send(Command::Undo).await;
    assert_eq!(page.value(css), before);
}

#[wasm_bindgen_test]
async fn kinds_come_are_named_and_go() {
    let page = open("warehouse").await;
    let before = kinds(&page);
    page.click("[data-part=kinds] .model-part-head .button").await;
    assert_eq!(kinds(&page).len(), before.len() + 1);
    write(&page, "Name", &before[0]).await;
    assert!(
        page.stage.text("[data-part=kinds] [data-field=Name] .field-fault").contains(&before[0])
    );
    write(&page, "Name", "Pallet").await;
    write(&page, "PK", "PALLET#{palletId").await;
    assert!(page.stage.text("[data-part=kinds] [data-field=PK] .field-fault").contains('}'));
    write(&page, "PK", "PALLET#{palletId}").await;
    let design = page.store.open.design.get_untracked();
    let pallet = design.entities.last().unwrap();
    assert_eq!((pallet.name.as_str(), pallet.partition_prefix.as_str()), ("Pallet", "PALLET#"));
    page.click("[data-part=kinds] .model-fold-body .model-buttons .button").await;
    assert_eq!(kinds(&page), before);
    page.send(Command::Undo).await;
    assert_eq!(kinds(&page).last().unwrap(), "Pallet");
}

#[wasm_bindgen_test]
async fn another_table_is_shown_when_the_one_that_is_looked_at_goes() {
    let page = open("store").await;
    let before = tables(&page);
    for room in [Room::Floor, Room::Worksheet, Room::Model] {
        page.send(Command::ShowPage(room)).await;
        page.send(Command::ShowTable("Orders".to_owned())).await;
        delete(&page, "Orders").await;
        assert!(tables(&page).contains(&shown(&page)) && shown(&page) != "Orders");
        page.send(Command::Undo).await;
        assert_eq!((shown(&page).as_str(), tables(&page) == before), ("Orders", true));
    }
}

#[wasm_bindgen_test]
async fn a_design_without_tables_is_sound_in_every_room_and_comes_back() {
    let page = open("store").await;
    let before = tables(&page);
    page.send(Command::ShowPage(Room::Floor)).await;
    for table in &before {
        delete(&page, table).await;
    }
    assert_eq!((shown(&page).as_str(), tables(&page).len()), ("", 0));
    walk_through_the_rooms(&page).await;
    assert!(page.stage.text(".model-empty").contains("no table"));
    page.send(Command::ShowPage(Room::Floor)).await;
    assert!(page.stage.text(".stage-empty").contains("no table"));
    page.send(Command::WalkDraft).await;
    for _ in &before {
        page.send(Command::Undo).await;
    }
    assert_eq!((tables(&page) == before, page.stage.count(".stage-empty")), (true, 0));
    walk_through_the_rooms(&page).await;
}

#[wasm_bindgen_test]
async fn what_breaks_is_asked_first_and_nothing_is_done_until_it_is_wanted() {
    let page = open("store").await;
    let before = tables(&page);
    page.send(Command::ShowTable("Orders".to_owned())).await;
    page.click("[data-part=keys] .model-part-head .button").await;
    assert!(page.stage.count(".ask[open] .ask-break") > 0);
    let focused = web_sys::window().unwrap().document().unwrap().active_element().unwrap();
    assert_eq!(focused.get_attribute("data-answer").as_deref(), Some("leave"));
    page.click(".ask [data-answer=leave]").await;
    assert_eq!((page.stage.count(".ask[open]"), tables(&page) == before), (0, true));
    page.click("[data-part=keys] .model-part-head .button").await;
    page.click(".ask [data-answer=do]").await;
    assert!(!tables(&page).contains(&"Orders".to_owned()));
    assert!(page.stage.count(".model-done .model-row-link") > 0, "rows are not proven any more");
    page.click(".model-done .button:not([data-kind])").await;
    assert_eq!((tables(&page) == before, page.stage.count(".model-done")), (true, 0));
}

#[wasm_bindgen_test]
async fn a_table_is_added_empty_and_called_something_else() {
    let page = open("warehouse").await;
    page.click("#model-tables + .button").await;
    page.fill(".model-new-table [data-field=Name] input", "Parts").await;
    page.click(".model-new-table [type=submit]").await;
    assert_eq!((shown(&page).as_str(), tables(&page).len()), ("Parts", 2));
    page.send(Command::ShowPage(Room::Floor)).await;
    assert!(page.stage.text(".stage-empty").contains("empty"));
    page.send(Command::ShowPage(Room::Model)).await;
    write(&page, "Table name", "Warehouse").await;
    assert!(!page.stage.text("[data-part=keys] [data-field='Table name'] .field-fault").is_empty());
    write(&page, "Table name", "Depot").await;
    assert_eq!((shown(&page).as_str(), page.stage.count(".ask[open]")), ("Depot", 0));
}

#[wasm_bindgen_test]
async fn an_index_is_added_changed_and_deleted() {
    let page = open("warehouse").await;
    let names = |page: &Page| {
        let names = page.stage.all("[data-part=indexes] .model-fold-title");
        names.iter().map(|name| name.text_content().unwrap()).collect::<Vec<_>>()
    };
    let before = names(&page);
    page.click("#model-indexes + .button").await;
    page.fill(".model-new-index [data-field=Name] input", "ByWarehouse").await;
    page.fill(".model-new-index [data-role='Partition key'] input", "warehouseId").await;
    page.click(".model-new-index [type=submit]").await;
    assert_eq!(names(&page).last().unwrap(), "ByWarehouse");
    let place = names(&page).len() - 1;
    page.click(&format!("[data-part=indexes] .model-fold-head[data-place='{place}']")).await;
    page.fill("[data-part=indexes] .model-fold-body [data-field=Name] input", "ByHouse").await;
    page.click("[data-part=indexes] .model-fold-body [type=submit]").await;
    assert_eq!(names(&page).last().unwrap(), "ByHouse");
    page.send(Command::ShowDoor(DoorView::Index("ByHouse".to_owned()))).await;
    page.click("[data-part=indexes] .model-fold-body .model-row .button").await;
    assert_eq!(names(&page), before);
    assert_eq!(page.store.open.view.get_untracked(), DoorView::Table);
}

#[wasm_bindgen_test]
async fn other_keys_lay_the_floor_anew_and_tell_what_is_not_proven_any_more() {
    let page = open("warehouse").await;
    let door = || Door { table: "Warehouse".to_owned(), index: None };
    page.send(Command::RunRequest("A1".to_owned())).await;
    page.send(Command::Select(Some(Spot { door: door(), collection: 0, rank: 0 }))).await;
    let aisles =
        |page: &Page| page.store.open.with_door_untracked(&door(), map_aisles).unwrap_or_default();
    let before = aisles(&page);
    page.fill("[data-part=keys] [data-role='Partition key'] input", "Type").await;
    assert_eq!(aisles(&page), before, "nothing is done while it is written");
    page.click("[data-part=keys] [type=submit]").await;
    assert!(page.stage.count(".ask[open] .ask-break") > 0);
    page.click(".ask [data-answer=leave]").await;
    assert_eq!(page.value("[data-part=keys] [data-role='Partition key'] input"), "PK");
    page.fill("[data-part=keys] [data-role='Partition key'] input", "Type").await;
    page.click("[data-part=keys] [type=submit]").await;
    page.click(".ask [data-answer=do]").await;
    assert!(aisles(&page) != before);
    assert!(page.store.playback.walked.get_untracked().is_none(), "the walk was over other aisles");
    assert!(page.stage.count(".model-done .model-row-link") > 0);
    walk_through_the_rooms(&page).await;
    page.send(Command::Undo).await;
    assert_eq!(aisles(&page), before);
    walk_through_the_rooms(&page).await;
}

fn map_aisles(index: &key_engine::Index) -> usize {
    index.collection_count()
}

#[wasm_bindgen_test]
async fn an_attribute_that_rows_use_is_renamed_everywhere() {
    let page = open("store").await;
    page.send(Command::ShowTable("Orders".to_owned())).await;
    page.click("[data-part=attributes] .button").await;
    page.fill(".model-rename [data-field=Attribute] input", "PK").await;
    page.fill(".model-rename [data-field='Its new name'] input", "SK").await;
    page.click(".model-rename [type=submit]").await;
    assert!(!page.stage.text(".model-rename .field-fault[role]").is_empty());
    page.fill(".model-rename [data-field='Its new name'] input", "customer").await;
    page.click(".model-rename [type=submit]").await;
    if page.stage.count(".ask[open]") == 1 {
        page.click(".ask [data-answer=do]").await;
    }
    assert_eq!(page.value("[data-part=keys] [data-role='Partition key'] input"), "customer");
}
