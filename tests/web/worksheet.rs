//! The worksheet: rows filled, proven and repaired; advice followed, kept and reopened; the table at scale.

use crate::page::Page;
use leptos::prelude::{GetUntracked, document};
use map::advice::Standing;
use map::design::Call;
use retrieval_map::app::state::{Command, Page as Room, Row, RowNumber};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

async fn worksheet() -> Page {
    of("warehouse").await
}

async fn of(scenario: &'static str) -> Page {
    let page = Page::with(move |store| {
        store.send(Command::OpenScenario(scenario.to_owned()));
        store.send(Command::ShowPage(Room::Worksheet));
    })
    .await;
    page.rest().await;
    page
}

fn row(page: &Page, id: &str) -> Row {
    page.store.worksheet.row_of(id).unwrap()
}

fn standing(page: &Page, id: &str) -> Standing {
    row(page, id).proof.get_untracked().standing
}

/// The button that opens a row's editor.
fn opener(page: &Page, id: &str) -> String {
    let RowNumber(number) = row(page, id).number;
    format!(".worksheet-open[data-row='{number}']")
}

/// What the cell of a column says, in the row at a place.
fn cell(page: &Page, place: usize, column: &str) -> String {
    let rows = page.stage.all(".worksheet-table:not(.scale-table) .worksheet-row");
    let found = rows[place].query_selector(&format!("[data-label={column}]")).unwrap().unwrap();
    found.text_content().unwrap()
}

fn ids(page: &Page) -> Vec<String> {
    let design = page.store.open.design.get_untracked();
    design.requests.iter().map(|request| request.id.clone()).collect()
}

async fn open(page: &Page, id: &str) {
    let opener = opener(page, id);
    page.click(&opener).await;
}

fn field(label: &str) -> String {
    format!(".worksheet-editor [data-field='{label}'] :is(input, textarea)")
}

#[wasm_bindgen_test]
async fn five_rows_of_the_warehouse_are_proven_and_one_is_tinted() {
    let page = worksheet().await;
    assert_eq!(page.stage.text(".top-bar-link[aria-current]"), "Worksheet");
    assert_eq!(page.stage.count(".worksheet-table:not(.scale-table) .worksheet-row"), 6);
    assert_eq!(page.stage.count(".worksheet-row[data-tone=proven]"), 5);
    assert_eq!(page.stage.count(".worksheet-row[data-tone=wrong]"), 1);
    assert_eq!(page.stage.text(".worksheet-count"), "5 of 6 proven");
    assert_eq!(cell(&page, 3, "Operation"), "Scan");
    assert!(cell(&page, 3, "Proof").starts_with("only a Scan"));
    assert_eq!(cell(&page, 3, "Walk"), "18 read, 2 returned\n3 of 3 partitions");
    assert_eq!(cell(&page, 2, "Walk"), "3 read, 3 returned\n1 of 3 partitions");
    assert_eq!(cell(&page, 0, "Volume"), "2,000 /svery high");
    assert_eq!(cell(&page, 0, "Capacity"), "2,000 RCU/s1 RCU");
    assert_eq!(cell(&page, 3, "Capacity"), "250 RCU/s0.5 RCUgrows with the table");
}

#[wasm_bindgen_test]
async fn the_advice_opens_the_door_and_undo_brings_the_scan_back() {
    let page = worksheet().await;
    page.click("[data-rule=missing-route] [data-kind=primary]").await;
    assert_eq!(page.store.page.get_untracked(), Room::Floor);
    assert_eq!(standing(&page, "A4"), Standing::Proven);
    let walked = page.store.playback.walked.get_untracked().unwrap();
    assert!(!walked.is_scan());
    page.send(Command::ShowPage(Room::Worksheet)).await;
    assert!(cell(&page, 3, "Operation").starts_with("Query on "));
    assert_eq!(page.stage.count("[data-rule=missing-route]"), 0);
    page.click(".worksheet .desk-undo .button:first-child").await;
    page.rest().await;
    assert_eq!(cell(&page, 3, "Operation"), "Scan");
    assert_eq!(page.stage.count("[data-rule=missing-route]"), 1);
}

#[wasm_bindgen_test]
async fn a_row_is_written_and_proven_from_nothing() {
    let page = worksheet().await;
    page.click(".worksheet-add").await;
    assert_eq!(ids(&page).last().unwrap(), "A7");
    assert!(
        document().active_element().unwrap().closest("[data-width=sentence]").unwrap().is_some()
    );
    assert_eq!(standing(&page, "A7"), Standing::Unwritten);
    page.fill(&field("What must be retrieved"), "List what a product has").await;
    page.click(".worksheet-editor .worksheet-small").await;
    page.fill(".worksheet-editor input[list=desk-keys-0]", "PRODUCT#{product}").await;
    page.fill(&field("{product}"), "P100").await;
    assert_eq!(standing(&page, "A7"), Standing::Proven);
    assert!(cell(&page, 6, "Walk").starts_with("3 read, 3 returned"));
    assert_eq!(page.value(&field("What must be retrieved")), "List what a product has");
    page.click(".worksheet-expected .button:first-child").await;
    assert!(row(&page, "A7").request.get_untracked().expected.is_some());
    page.fill(&field("{product}"), "P101").await;
    assert_eq!(standing(&page, "A7"), Standing::Differs);
    page.click(".worksheet-expected [data-kind=quiet]").await;
    assert_eq!(standing(&page, "A7"), Standing::Proven);
}

#[wasm_bindgen_test]
async fn json_that_is_none_says_where_and_the_row_keeps_its_request() {
    let page = worksheet().await;
    open(&page, "A3").await;
    let text = page.value(".worksheet-editor .desk-text");
    let calls = || row(&page, "A3").request.get_untracked().calls;
    let before = calls();
    page.fill(".worksheet-editor .desk-text", &text.replace('}', "")).await;
    assert!(page.stage.text(".worksheet-editor .desk-fault").contains("line"));
    assert_eq!(calls(), before);
    let typed = text.replace("WAREHOUSE#", "WAREHOUSE#W1");
    page.fill(".worksheet-editor .desk-text", &typed).await;
    assert!(page.stage.text(".worksheet-editor .desk-fault").is_empty());
    assert_ne!(calls(), before);
    assert!(page.stage.text(".worksheet-returned").contains("1 item"));
    assert_eq!(page.value(".worksheet-editor .desk-text"), typed, "what is typed is not rewritten");
    page.send(Command::Undo).await;
    assert_eq!(calls(), before);
    assert_eq!(page.value(".worksheet-editor .desk-text"), text);
}

#[wasm_bindgen_test]
async fn what_is_typed_stays_while_other_rows_are_run_again() {
    let page = worksheet().await;
    open(&page, "A3").await;
    page.fill(".worksheet-editor .desk-text", "{ half a thought").await;
    page.fill(&field("Id"), "A1").await;
    assert_eq!(
        page.stage.text(".worksheet-editor [data-field=Id] .field-fault"),
        "Another row is called A1"
    );
    let key = json!({"PK": {"S": "PRODUCT#P100"}, "SK": {"S": "WAREHOUSE#W1"}});
    let delete = json!({"TableName": "Warehouse", "Key": key});
    page.send(Command::Walk(Call { operation: "DeleteItem".to_owned(), input: delete })).await;
    assert!(cell(&page, 2, "Walk").starts_with("2 read"));
    assert_eq!(page.value(".worksheet-editor .desk-text"), "{ half a thought");
    assert_eq!(page.value(&field("Id")), "A1");
    page.fill(&field("Id"), "A1b").await;
    assert_eq!(ids(&page)[2], "A1b");
    assert_eq!(page.stage.count(".worksheet-editor"), 1);
}

#[wasm_bindgen_test]
async fn rows_are_moved_and_deleted_with_keys_and_keep_the_focus() {
    let page = worksheet().await;
    let second = opener(&page, "A2");
    let focused = || document().active_element().and_then(|it| it.get_attribute("data-row"));
    let number = |id: &str| Some(row(&page, id).number.0.to_string());
    page.stage.get(&second).focus().unwrap();
    assert!(page.press_with_alt(&second, "ArrowDown").await);
    assert_eq!(ids(&page)[..3], ["A1", "A3", "A2"]);
    assert_eq!(focused(), number("A2"));
    page.press(&second, "ArrowUp").await;
    assert_eq!(focused(), number("A3"));
    let third = opener(&page, "A3");
    page.press(&third, "Delete").await;
    assert_eq!(ids(&page), ["A1", "A2", "A4", "A5", "A6"]);
    assert_eq!(focused(), number("A2"));
    assert!(page.press_with_control(".worksheet", "z").await);
    assert_eq!(ids(&page)[1], "A3");
    page.press(&second, "w").await;
    assert_eq!(page.store.page.get_untracked(), Room::Floor);
    assert_eq!(page.store.playback.walked.get_untracked().unwrap().request.as_deref(), Some("A2"));
}

#[wasm_bindgen_test]
async fn escape_closes_the_editor_and_goes_back_to_its_row() {
    let page = worksheet().await;
    let first = opener(&page, "A1");
    page.click(&first).await;
    assert_eq!(page.attribute(&first, "aria-expanded"), "true");
    page.press(&field("Id"), "Escape").await;
    assert_eq!(page.stage.count(".worksheet-editor"), 0);
    assert_eq!(
        document().active_element().unwrap().get_attribute("aria-expanded").unwrap(),
        "false"
    );
}

#[wasm_bindgen_test]
async fn a_changed_verdict_is_read_out() {
    let page = worksheet().await;
    assert_eq!(page.stage.text("[role=status][aria-live]"), "");
    open(&page, "A1").await;
    page.fill(&field("{serialNumber}"), "none").await;
    // It is said once nothing is typed for a moment.
    gloo_timers::future::TimeoutFuture::new(400).await;
    let said = page.stage.text("[role=status][aria-live]");
    assert!(
        said.starts_with("A1: finds nothing. ") || said.starts_with("A1: result differs. "),
        "{said}"
    );
}

#[wasm_bindgen_test]
async fn what_was_done_is_read_out() {
    let page = worksheet().await;
    let third = row(&page, "A3").number;
    for (command, expected) in [
        (Command::AddRow, "Done: add A7."),
        (Command::DuplicateRow(third), "Done: duplicate A3. The copy is A8."),
        (Command::MoveRow { row: third, to: 0 }, "Done: move A3. It is row 1 of 8."),
        (Command::ForgetExpected(third), "Done: forget what A3 should return."),
        (Command::ExpectRow(third), "Done: say that A3 is right."),
        (Command::DeleteRow(third), "Done: delete A3."),
        (Command::Undo, "Undone: delete A3."),
    ] {
        page.send(command).await;
        let said = page.stage.text("[role=status][aria-live]");
        assert!(said.starts_with(expected), "{said}");
    }
}

#[wasm_bindgen_test]
async fn a_row_of_several_calls_shows_one_of_them_and_they_change_places() {
    let page = of("store").await;
    open(&page, "S8").await;
    let operations = || {
        let calls = row(&page, "S8").request.get_untracked().calls;
        calls.into_iter().map(|call| call.operation).collect::<Vec<_>>()
    };
    let chip = ".worksheet-editor .desk-action";
    assert_eq!(page.stage.text(&format!("{chip}[aria-pressed=true]")), "1 GetItem Customers");
    page.click(&format!("{chip}:nth-of-type(2)")).await;
    assert!(page.value(".worksheet-editor .desk-text").contains("KeyConditionExpression"));
    page.click(".worksheet-editor [aria-label=Earlier]").await;
    assert_eq!(operations(), ["Query", "GetItem"]);
    assert_eq!(page.stage.text(&format!("{chip}[aria-pressed=true]")), "1 Query Orders");
    page.click(".worksheet-editor [aria-label='Remove this call']").await;
    assert_eq!(operations(), ["GetItem"]);
    assert!(!page.value(".worksheet-editor .desk-text").contains("KeyConditionExpression"));
    page.choose(".worksheet-editor .worksheet-call .field:first-child select", "2").await;
    assert_eq!(operations(), ["Scan"]);
    for _ in 0..3 {
        page.send(Command::Undo).await;
    }
    assert_eq!(operations(), ["GetItem", "Query"]);
}

#[wasm_bindgen_test]
async fn advice_is_kept_as_it_is_and_looked_at_again() {
    let page = worksheet().await;
    let count = page.stage.text(".advice-count");
    page.fill("[data-rule=missing-route] .advice-keep input", "asked once a year").await;
    page.click("[data-rule=missing-route] .advice-keep .button").await;
    assert_eq!(page.stage.count("[data-rule=missing-route]"), 0);
    let kept = page.stage.text(".advice-kept");
    assert!(kept.contains("A4 has no route") && kept.contains("asked once a year"), "{kept}");
    page.click(".advice-kept .button").await;
    assert_eq!(page.stage.count("[data-rule=missing-route]"), 1);
    assert_eq!(page.stage.text(".advice-count"), count);
}

#[wasm_bindgen_test]
async fn at_scale_a_scan_reads_everything_and_a_query_what_it_read() {
    let page = worksheet().await;
    page.click(".scale-sizes .button:last-child").await;
    let read = |place: usize| {
        let rows = page.stage.all(".scale-row [data-label='Items read']");
        rows[place].text_content().unwrap()
    };
    assert_eq!((read(3).as_str(), read(4).as_str()), ("10,000,000,000", "3"));
    assert_eq!(page.attribute(".scale-range", "aria-valuetext"), "10,000,000,000 items");
    page.fill(".scale-range", "0").await;
    assert_eq!(read(3), "18");
    assert!(page.stage.all(".scale-formula")[3].text_content().unwrap().contains("18 items"));
}

#[wasm_bindgen_test]
async fn a_door_that_is_closed_leaves_a_scan_and_comes_back() {
    let page = of("store").await;
    assert_eq!(standing(&page, "S4"), Standing::Proven);
    page.click("[aria-label='Close this door: OrderIdIndex']").await;
    assert_eq!(standing(&page, "S4"), Standing::OnlyScan);
    page.send(Command::Undo).await;
    assert_eq!(standing(&page, "S4"), Standing::Proven);
    assert_eq!(page.stage.count("[aria-label='Close this door: OrderIdIndex']"), 1);
}

#[wasm_bindgen_test]
async fn a_copy_is_given_an_owner_and_a_plan() {
    let page = worksheet().await;
    let owner = "[aria-labelledby=copies-title] [data-field=Owner] input";
    page.fill(owner, "orders").await;
    let copies = || page.store.open.design.get_untracked().copies.clone();
    assert_eq!(copies()[0].owner, "orders");
    page.choose("[aria-labelledby=copies-title] select", "3").await;
    page.fill("[aria-labelledby=copies-title] [data-field='Why that does no harm'] input", "lag")
        .await;
    let plan = map::design::Synchronisation::AcceptedStaleness("lag".to_owned());
    assert_eq!(copies()[0].synchronisation, plan);
}

#[wasm_bindgen_test]
async fn a_design_without_rows_offers_to_write_the_first() {
    let page = worksheet().await;
    for id in ids(&page) {
        page.send(Command::DeleteRow(row(&page, &id).number)).await;
    }
    assert_eq!(page.stage.count(".worksheet-row"), 0);
    page.click(".worksheet-empty .button").await;
    assert_eq!(ids(&page), ["A1"]);
    assert_eq!(page.stage.count(".worksheet-editor"), 1);
}

/// Long enough for the focus to be put back.
async fn settled() {
    gloo_timers::future::TimeoutFuture::new(120).await;
}

#[wasm_bindgen_test]
async fn the_focus_never_falls_to_nowhere() {
    let page = worksheet().await;
    let nowhere = || document().active_element().is_none_or(|it| it.tag_name() == "BODY");
    page.send(Command::AddRow).await;
    page.stage.get(&opener(&page, "A7")).focus().unwrap();
    page.send(Command::Undo).await;
    settled().await;
    assert!(!nowhere(), "the row that had it is gone");
    open(&page, "A3").await;
    page.stage.get(".worksheet-expected .button:last-child").focus().unwrap();
    page.click(".worksheet-expected .button:last-child").await;
    settled().await;
    assert_eq!(document().active_element().unwrap().text_content().unwrap(), "This is right");
    page.send(Command::ShowPage(Room::Floor)).await;
    settled().await;
    assert_eq!(document().active_element().unwrap().id(), "floor");
}
