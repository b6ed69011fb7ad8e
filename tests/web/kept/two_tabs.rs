//! Two tabs on one design, and what else is told of designs that are kept.

use super::*;

#[wasm_bindgen_test]
async fn two_tabs_on_one_design_become_two_designs_and_both_are_told() {
    for with_channel in [true, false] {
        forget_all().await;
        if !with_channel {
            js_sys::eval(
                "window.__channel = BroadcastChannel; window.BroadcastChannel = undefined;",
            )
            .unwrap();
        }
        let one = tab().await;
        one.send(about("first")).await;
        let id = saved(&one).await;
        let two = tab_with(&id).await;
        if with_channel {
            until("both know", || {
                note(&one, NoteKind::Elsewhere).is_some()
                    && note(&two, NoteKind::Elsewhere).is_some()
            })
            .await;
        }
        one.send(about("by one")).await;
        saved(&one).await;
        if with_channel {
            until("it is behind", || note(&two, NoteKind::Behind).is_some()).await;
        } else {
            leptos::prelude::window()
                .dispatch_event(&web_sys::Event::new("focus").unwrap())
                .unwrap();
            until("it is behind", || note(&two, NoteKind::Behind).is_some()).await;
        }
        two.send(about("by two")).await;
        until("they have parted", || open_id(&two).is_some_and(|mine| mine != id)).await;
        assert!(note(&two, NoteKind::Parted).unwrap().body.contains("Orders (copy)"));
        if with_channel {
            until("the other hears of it", || note(&one, NoteKind::Parted).is_some()).await;
        }
        let copy = saved(&two).await;
        two.send(about("by two again")).await;
        saved(&two).await;
        let (first, second) = (document(&one), document(&two));
        if !with_channel {
            js_sys::eval("window.BroadcastChannel = window.__channel;").unwrap();
        }
        drop((one, two));
        assert!(document(&tab_with(&id).await) == first, "what the first tab wrote is untouched");
        assert!(document(&tab_with(&copy).await) == second, "what the second tab did is there");
    }
}

#[wasm_bindgen_test]
async fn the_other_tabs_version_can_be_taken_and_mine_be_brought_back() {
    forget_all().await;
    let one = tab().await;
    one.send(about("first")).await;
    let id = saved(&one).await;
    let two = tab_with(&id).await;
    one.send(about("by one")).await;
    saved(&one).await;
    until("it is behind", || note(&two, NoteKind::Behind).is_some()).await;
    two.send(Command::Designs(DesignsCommand::TakeOther)).await;
    until("it is the same", || document(&two) == document(&one)).await;
    one.send(about("by one again")).await;
    saved(&one).await;
    two.send(about("by two")).await;
    until("they have parted", || note(&two, NoteKind::Parted).is_some()).await;
    saved(&two).await;
    two.send(Command::Designs(DesignsCommand::TakeOther)).await;
    until("it is the same", || document(&two) == document(&one)).await;
    until("mine is gone", || kept(&two).len() == 1).await;
    two.send(Command::Designs(DesignsCommand::PutBack)).await;
    until("mine is back", || kept(&two).len() == 2).await;
}

#[wasm_bindgen_test]
async fn designs_are_renamed_copied_deleted_and_brought_back() {
    forget_all().await;
    let page = tab().await;
    page.send(about("first")).await;
    let id = saved(&page).await;
    let before = document(&page);
    page.send(Command::OpenScenario("store".to_owned())).await;
    let rename = |name: &str| DesignsCommand::Rename { id: id.clone(), name: name.to_owned() };
    page.send(Command::Designs(rename(" Second name "))).await;
    let names = || kept(&page).into_iter().map(|kept| kept.name).collect::<Vec<_>>();
    until("it is renamed", || names() == ["Second name"]).await;
    page.send(Command::Designs(DesignsCommand::Duplicate(id.clone()))).await;
    until("it is copied", || names().contains(&"Second name (copy)".to_owned())).await;
    page.send(Command::Designs(DesignsCommand::Delete(id.clone()))).await;
    until("it is deleted", || names() == ["Second name (copy)"]).await;
    let copy = kept(&page)[0].id.clone();
    page.send(Command::Designs(DesignsCommand::PutBack)).await;
    until("it is back", || names().len() == 2).await;
    drop(page);
    let page = tab_with(&id).await;
    let renamed = before.replace("\"name\": \"Orders\"", "\"name\": \"Second name\"");
    assert!(document(&page) == renamed, "only its name is another");
    page.send(Command::Designs(DesignsCommand::Rename { id, name: "Third".to_owned() })).await;
    saved(&page).await;
    page.send(Command::Undo).await;
    saved(&page).await;
    assert!(document(&page) == renamed, "a new name can be undone");
    drop(page);
    let page = tab_with(&copy).await;
    assert!(document(&page).contains("\"name\": \"Second name (copy)\""));
    page.send(Command::Designs(DesignsCommand::New)).await;
    assert_eq!(page.store.open.design.get_untracked().tables.len(), 1);
    page.store.open.refusal.set(None);
}

#[wasm_bindgen_test]
async fn the_list_names_each_design_and_what_can_be_done_with_it() {
    forget_all().await;
    let page = tab().await;
    page.send(about("first")).await;
    saved(&page).await;
    assert_eq!(page.stage.text(".top-bar-saved"), "Saved in this browser");
    page.send(Command::Designs(DesignsCommand::ShowList(true))).await;
    assert_eq!(page.stage.text(".designs-name"), "Orders");
    assert!(page.stage.text(".designs").contains("64 MB"));
    page.click(".designs-row [aria-label^=Rename]").await;
    page.rest().await;
    page.send(about("second")).await;
    saved(&page).await;
    page.rest().await;
    page.choose(".designs-row input", "Parcels").await;
    until("it is renamed", || kept(&page)[0].name == "Parcels").await;
    page.rest().await;
    assert_eq!(page.stage.text(".designs-name"), "Parcels");
    page.click(".designs-row [aria-label^=Delete]").await;
    until("it is deleted", || kept(&page).is_empty()).await;
    page.rest().await;
    assert_eq!(page.stage.count(".designs [data-notice=deleted]"), 1);
    page.click(".designs [data-notice=deleted] .button:first-child").await;
    until("it is back", || kept(&page).len() == 1).await;
    page.click(".designs .help-head .button").await;
    assert!(!page.store.shelf().unwrap().listed.get_untracked());
}
