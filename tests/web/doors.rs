//! The doors and the choice of table.

use crate::page::Page;
use leptos::prelude::{GetUntracked, document};
use retrieval_map::app::state::{Command, DoorView};
use wasm_bindgen_test::wasm_bindgen_test;

async fn orders() -> Page {
    let page = Page::with(|store| store.send(Command::OpenScenario("store".to_owned()))).await;
    page.choose(".doors-table select", "1").await;
    page
}

fn shown(page: &Page) -> String {
    page.stage.text(".doors-tab[aria-pressed=true]")
}

#[wasm_bindgen_test]
async fn each_index_is_a_door_and_the_last_shows_two() {
    let page = orders().await;
    assert_eq!(shown(&page), "Front door");
    page.click(".doors-tab:nth-child(2)").await;
    let index = shown(&page);
    assert_eq!(page.store.open.view.get_untracked(), DoorView::Index(index.clone()));
    page.click(".doors-tab:last-child").await;
    assert_eq!(shown(&page), "Both");
    assert_eq!(page.store.open.view.get_untracked(), DoorView::Both(index));
}

#[wasm_bindgen_test]
async fn choosing_a_door_keeps_the_focus_on_it() {
    let page = orders().await;
    let door = page.stage.get(".doors-tab:nth-child(2)");
    door.focus().unwrap();
    page.click(".doors-tab:nth-child(2)").await;
    assert!(document().active_element().is_some_and(|focused| focused == *door.as_ref()));
}

#[wasm_bindgen_test]
async fn a_table_without_indexes_has_one_door() {
    let page = orders().await;
    page.choose(".doors-table select", "0").await;
    assert_eq!(page.stage.text(".doors"), "Front door · Customers");
}
