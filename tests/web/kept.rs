//! Designs that are kept in the browser: written, read again, refused, and never overwritten by another tab.

mod two_tabs;

use crate::page::Page;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use leptos::prelude::{GetUntracked, Set, WithUntracked};
use leptos::wasm_bindgen::JsValue;
use map::design::{Edit, save};
use retrieval_map::app::state::{
    Command, DesignsCommand, History, Kept, Note, NoteKind, SaveState, Source,
};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

/// Runs the body of an async JavaScript function that can use `db`, the database as it is, and `ask`, a request as a promise.
async fn js(body: &str) -> JsValue {
    let script = format!(
        "(async () => {{
            const ask = (request) => new Promise((good, bad) => {{
                request.onsuccess = () => good(request.result);
                request.onerror = () => bad(request.error);
            }});
            const db = await ask(indexedDB.open('retrieval-map'));
            try {{ {body} }} finally {{ db.close(); }}
        }})()"
    );
    run(&script).await
}

async fn run(script: &str) -> JsValue {
    JsFuture::from(Promise::from(js_sys::eval(script).unwrap())).await.unwrap()
}

/// Deletes all that is kept. Tabs that are still open let go of it.
async fn forget_all() {
    run("new Promise((good) => { indexedDB.deleteDatabase('retrieval-map').onsuccess = good; })")
        .await;
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        TimeoutFuture::new(20).await;
    }
    panic!("this did not come to be: {what}");
}

/// A tab with a scenario open.
async fn tab() -> Page {
    Page::with(|store| {
        store.send(Command::OpenScenario("warehouse".to_owned()));
        store.begin_saving();
    })
    .await
}

/// A tab in which a kept design is opened.
async fn tab_with(id: &str) -> Page {
    let page = tab().await;
    page.send(Command::Designs(DesignsCommand::Open(id.to_owned()))).await;
    until("it is open", || open_id(&page).as_deref() == Some(id)).await;
    page
}

fn open_id(page: &Page) -> Option<String> {
    match page.store.open.source.get_untracked() {
        Source::Kept { id, .. } => Some(id),
        _ => None,
    }
}

fn state(page: &Page) -> SaveState {
    page.store.shelf().unwrap().state.get_untracked()
}

fn kept(page: &Page) -> Vec<Kept> {
    page.store.shelf().unwrap().designs.get_untracked()
}

fn note(page: &Page, kind: NoteKind) -> Option<Note> {
    let notes = page.store.shelf().unwrap().notes.get_untracked();
    notes.into_iter().find(|note| note.kind == kind)
}

/// The open design as a document.
fn document(page: &Page) -> String {
    let design = page.store.open.design.get_untracked();
    page.store.open.with_database_untracked(|database| save(&design, database))
}

fn about(description: &str) -> Command {
    let edits =
        vec![Edit::SetAbout { name: "Orders".to_owned(), description: description.to_owned() }];
    Command::Edit { label: "say what it is for".to_owned(), edits, merge: None }
}

async fn saved(page: &Page) -> String {
    until("it is saved", || state(page) == SaveState::Saved).await;
    open_id(page).unwrap()
}

async fn operations(id: &str) -> usize {
    let body = format!(
        "return await ask(db.transaction('operations').objectStore('operations')
            .count(IDBKeyRange.bound(['{id}', 0], ['{id}', Infinity])));"
    );
    js(&body).await.as_f64().unwrap() as usize
}

#[wasm_bindgen_test]
async fn every_change_undone_and_redone_ones_too_is_kept_and_comes_back() {
    forget_all().await;
    let page = tab().await;
    until("it has looked", || !page.store.saving.entries.get_untracked().is_empty()).await;
    assert_eq!(state(&page), SaveState::Unchanged);
    page.send(about("first")).await;
    let id = saved(&page).await;
    assert!(!page.store.has_changes(), "leaving loses nothing");
    for command in [about("second"), about("third"), Command::Undo, Command::Redo, Command::Undo] {
        page.send(command).await;
    }
    page.send(Command::AddRow).await;
    saved(&page).await;
    assert_eq!(operations(&id).await, 6);
    let before = document(&page);
    assert!(before.contains("second") && before.contains("\"A7\""));
    drop(page);
    let page = tab_with(&id).await;
    assert!(document(&page) == before, "what comes back is what was there");
    assert!(note(&page, NoteKind::Restored).unwrap().title.contains("Orders"));
    assert!(page.store.open.history.with_untracked(History::is_empty));
    assert_eq!(state(&page), SaveState::Saved);
}

#[wasm_bindgen_test]
async fn what_was_changed_last_is_offered_until_the_offer_is_put_away() {
    forget_all().await;
    let page = tab().await;
    page.send(about("first")).await;
    let id = saved(&page).await;
    drop(page);
    let page = tab().await;
    until("it is offered", || note(&page, NoteKind::Offer).is_some()).await;
    let offer = note(&page, NoteKind::Offer).unwrap();
    assert_eq!(offer.buttons, [("Go on with it", DesignsCommand::Open(id))]);
    page.send(Command::Designs(DesignsCommand::Dismiss(NoteKind::Offer))).await;
    until("it is noted", || kept(&page).iter().all(|kept| kept.declined)).await;
    drop(page);
    let page = tab().await;
    until("it is listed", || !kept(&page).is_empty()).await;
    page.rest().await;
    assert!(note(&page, NoteKind::Offer).is_none());
}

#[wasm_bindgen_test]
async fn what_was_made_of_a_scenario_before_is_offered_when_it_is_opened_or_changed_again() {
    forget_all().await;
    let page = tab().await;
    page.send(Command::AddRow).await;
    let id = saved(&page).await;
    page.send(Command::OpenScenario("store".to_owned())).await;
    until("another one is open", || open_id(&page).is_none()).await;
    assert!(note(&page, NoteKind::Offer).is_none(), "nothing was made of this one");
    page.send(Command::OpenScenario("warehouse".to_owned())).await;
    until("it is offered", || note(&page, NoteKind::Offer).is_some()).await;
    assert_eq!(note(&page, NoteKind::Offer).unwrap().body, "");
    page.send(Command::AddRow).await;
    page.send(Command::AddRow).await;
    let other = saved(&page).await;
    assert_ne!(other, id, "what was kept before stays as it is");
    let offer = note(&page, NoteKind::Offer).unwrap();
    assert_eq!(offer.buttons, [("Go on with it", DesignsCommand::Open(id.clone()))]);
    assert!(offer.title.contains("“Warehouse (changed)” was changed"));
    assert!(offer.body.ends_with("as “Warehouse (changed) 2”."), "{}", offer.body);
    page.send(Command::Designs(DesignsCommand::Open(id.clone()))).await;
    until("it is gone on with", || open_id(&page).as_ref() == Some(&id)).await;
    assert!(note(&page, NoteKind::Offer).is_none());
    assert_eq!(kept(&page).len(), 2);
}

#[wasm_bindgen_test]
async fn many_changes_become_a_snapshot() {
    forget_all().await;
    let page = tab().await;
    page.send(about("first")).await;
    let id = saved(&page).await;
    for number in 0..210 {
        page.store.send(about(&format!("change {number}")));
    }
    saved(&page).await;
    let before = document(&page);
    for _ in 0..100 {
        if operations(&id).await == 0 {
            break;
        }
        TimeoutFuture::new(100).await;
    }
    assert_eq!(operations(&id).await, 0);
    page.send(about("one more")).await;
    page.send(Command::Undo).await;
    saved(&page).await;
    assert_eq!(operations(&id).await, 2);
    drop(page);
    assert!(
        document(&tab_with(&id).await) == before,
        "the snapshot and what follows it are all of it"
    );
}

#[wasm_bindgen_test]
async fn a_pasted_design_is_kept_as_it_comes_and_once() {
    forget_all().await;
    let text = save_of_the_fixture();
    for _ in 0..2 {
        let page = tab().await;
        until("it has looked", || !page.store.saving.entries.get_untracked().is_empty()).await;
        TimeoutFuture::new(100).await;
        page.send(Command::OpenText { name: "Pasted text".to_owned(), text: text.clone() }).await;
        until("it is open", || document(&page).contains("A small shop.")).await;
        saved(&page).await;
        assert_eq!(kept(&page).len(), 1);
    }
}

fn save_of_the_fixture() -> String {
    r#"{"retrieval-map": 1, "name": "Orders", "description": "A small shop.", "tables": [{"create": {"TableName": "Orders",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}, "items": []}],
        "entities": [], "requests": []}"#
        .to_owned()
}

/// Puts records as a file has them.
async fn put(records: &str) {
    drop(tab_that_made_the_stores().await);
    let body = format!(
        "const records = {records};
        const all = db.transaction(Object.keys(records), 'readwrite');
        for (const [name, list] of Object.entries(records)) for (const record of list) all.objectStore(name).put(record);
        await new Promise((good) => {{ all.oncomplete = good; }});"
    );
    js(&body).await;
}

async fn tab_that_made_the_stores() -> Page {
    let page = tab().await;
    until("it has looked", || !page.store.saving.entries.get_untracked().is_empty()).await;
    TimeoutFuture::new(100).await;
    page
}

const FIRST_VERSION: &str = include_str!("kept/1.json");
const FIRST_ID: &str = "first4test";

#[wasm_bindgen_test]
async fn records_of_the_first_version_open() {
    forget_all().await;
    put(FIRST_VERSION).await;
    let page = tab_with(FIRST_ID).await;
    let document = document(&page);
    for part in ["\"name\": \"Orders\"", "A small shop.", "\"O1\"", "\"12.5\"", "\"O2\""] {
        assert!(document.contains(part), "{part} is not there");
    }
    page.send(about("later")).await;
    saved(&page).await;
    assert_eq!(operations(FIRST_ID).await, 4);
}

#[wasm_bindgen_test]
async fn a_damaged_log_is_done_again_as_far_as_it_goes_and_left_as_it_is() {
    forget_all().await;
    put(&FIRST_VERSION.replace("\\\"edit\\\":\\\"setAbout\\\"", "\\\"edit\\\":\\\"setAb")).await;
    let page = tab().await;
    page.send(Command::Designs(DesignsCommand::Open(FIRST_ID.to_owned()))).await;
    until("a copy is kept", || open_id(&page).is_some_and(|id| id != FIRST_ID)).await;
    let note = note(&page, NoteKind::Restored).unwrap();
    assert!(note.title.contains("2 changes"), "{}", note.title);
    assert_eq!(note.buttons[0].1, DesignsCommand::DownloadRest);
    assert!(document(&page).contains("\"O2\"") && !document(&page).contains("A small shop."));
    saved(&page).await;
    assert_eq!(operations(FIRST_ID).await, 3);
    assert_eq!(kept(&page).len(), 2);
}

#[wasm_bindgen_test]
async fn damaged_and_newer_records_are_refused_and_can_be_downloaded() {
    let operation = FIRST_VERSION.replace(
        "{\"format\": 1, \"id\": \"first4test\", \"revision\": 5",
        "{\"format\": 2, \"id\": \"first4test\", \"revision\": 5",
    );
    let document = FIRST_VERSION.replace("\\\"retrieval-map\\\": 1", "\\\"retrieval-map\\\": 99");
    let snapshot = FIRST_VERSION.replace("\\\"tables\\\"", "\\\"tab");
    let parts = FIRST_VERSION.replace("\"parts\"", "\"part\"");
    let design = FIRST_VERSION.replace(
        "{\"format\": 1, \"id\": \"first4test\", \"name\"",
        "{\"format\": 7, \"id\": \"first4test\", \"name\"",
    );
    for (records, words) in [
        (operation, "newer version"),
        (document, "newer version"),
        (design, "newer version"),
        (snapshot, "damaged"),
        (parts, "damaged"),
    ] {
        forget_all().await;
        put(&records).await;
        let page = tab().await;
        page.send(Command::Designs(DesignsCommand::Open(FIRST_ID.to_owned()))).await;
        until("it is refused", || page.store.open.refusal.get_untracked().is_some()).await;
        let refusal = page.store.open.refusal.get_untracked().unwrap();
        assert!(refusal.contains(words), "{refusal}");
        let note = note(&page, NoteKind::Restored).unwrap();
        assert_eq!(note.buttons[0].1, DesignsCommand::Download(FIRST_ID.to_owned()));
        assert!(matches!(page.store.open.source.get_untracked(), Source::Scenario(_)));
    }
}

#[wasm_bindgen_test]
async fn a_storage_of_a_newer_version_is_left_alone_and_told_once() {
    forget_all().await;
    run("new Promise((good) => { indexedDB.open('retrieval-map', 9).onsuccess = (event) => { event.target.result.close(); good(); }; })").await;
    refused("a newer version is in use").await;
    forget_all().await;
}

#[wasm_bindgen_test]
async fn where_there_is_no_storage_the_page_says_so_once_and_works_on() {
    forget_all().await;
    for value in ["undefined", "{ open() { throw new DOMException('no', 'SecurityError'); } }"] {
        js_sys::eval(&format!(
            "window.__real = indexedDB; Object.defineProperty(window, 'indexedDB', {{ value: {value}, configurable: true }});"
        ))
        .unwrap();
        refused("no storage here").await;
        js_sys::eval("Object.defineProperty(window, 'indexedDB', { value: window.__real, configurable: true });").unwrap();
    }
}

/// Changes a design in a tab that keeps nothing.
async fn refused(why: &'static str) {
    let page = tab().await;
    page.send(about("first")).await;
    until("it is said", || note(&page, NoteKind::Unkept).is_some()).await;
    assert_eq!(state(&page), SaveState::Not(why));
    let told = note(&page, NoteKind::Unkept).unwrap();
    assert_eq!(told.buttons, [("Save as a file", DesignsCommand::SaveFile)]);
    assert!(page.store.has_changes(), "leaving would lose them");
    page.send(Command::Designs(DesignsCommand::Dismiss(NoteKind::Unkept))).await;
    page.send(about("second")).await;
    page.rest().await;
    assert!(note(&page, NoteKind::Unkept).is_none(), "it is said once");
    assert!(document(&page).contains("second"));
    page.send(Command::Undo).await;
    assert!(document(&page).contains("first"));
    let state = page.stage.text(".top-bar-saved");
    assert!(state.starts_with("Not saved: "), "{state}");
}

#[wasm_bindgen_test]
async fn a_full_storage_is_said_and_what_did_not_fit_is_written_later() {
    forget_all().await;
    let page = tab().await;
    page.send(about("first")).await;
    let id = saved(&page).await;
    js_sys::eval(
        "window.__put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function () { throw new DOMException('full', 'QuotaExceededError'); };",
    )
    .unwrap();
    page.send(about("second")).await;
    until("it is said", || note(&page, NoteKind::Unkept).is_some()).await;
    assert_eq!(state(&page), SaveState::Not("storage is full"));
    js_sys::eval("IDBObjectStore.prototype.put = window.__put;").unwrap();
    page.send(about("third")).await;
    saved(&page).await;
    assert_eq!(operations(&id).await, 2);
    let before = document(&page);
    drop(page);
    assert!(document(&tab_with(&id).await) == before, "both changes are there");
}
