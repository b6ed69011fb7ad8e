//! What if: a key over shards, and a read answered by another replica.

use crate::page::Page;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::{GetUntracked, WithUntracked};
use retrieval_map::app::state::{Command, Page as Room};
use wasm_bindgen_test::wasm_bindgen_test;

async fn open(scenario: &'static str) -> Page {
    let page =
        Page::with(move |store| store.send(Command::OpenScenario(scenario.to_owned()))).await;
    page.send(Command::ShowPage(Room::Traffic)).await;
    page
}

/// Waits until a text holds something, for up to so long as a slow machine takes.
async fn until(page: &Page, css: &str, words: &str) {
    for _ in 0..200 {
        if page.stage.count(css) > 0 && page.stage.text(css).contains(words) {
            return;
        }
        TimeoutFuture::new(50).await;
    }
    assert!(page.stage.count(css) > 0, "there is no {css}");
    assert_eq!(page.stage.text(css), words);
}

fn next(page: &Page) -> Option<String> {
    page.store.open.history.with_untracked(|history| history.next(false).map(str::to_owned))
}

#[wasm_bindgen_test]
async fn the_last_item_is_sold_twice_by_eventual_reads_and_once_by_a_condition() {
    let page = open("warehouse").await;
    let outcome = "[data-part=consistency] .outcome-words";
    assert!(page.stage.text(outcome).contains("Wrong"), "{}", page.stage.text(outcome));
    assert_eq!(page.stage.count(".steps-one[data-standing=stale]"), 1);
    assert!(page.stage.text(".steps-one[data-standing=stale]").contains("Stale: it says onHand"));
    for (lesson, words) in [
        ("strong", "Right."),
        ("together", "Wrong"),
        ("condition", "Right."),
        ("lost", "later write"),
        ("refused", "Right."),
    ] {
        page.click(&format!("[data-lesson={lesson}]")).await;
        assert!(page.stage.text(outcome).contains(words), "{lesson}: {}", page.stage.text(outcome));
    }
    assert_eq!(next(&page), None, "nothing was written to the design");
}

#[wasm_bindgen_test]
async fn a_lesson_is_stepped_through_by_buttons_and_keys_and_walked_on_the_floor() {
    let page = open("warehouse").await;
    let now = |page: &Page| page.stage.text(".steps-one[aria-current] .steps-number");
    assert_eq!(now(&page), "4", "all of it is shown first");
    page.click(".steps [aria-label='One step back']").await;
    assert_eq!(now(&page), "3");
    assert!(page.press(".steps-list", "Home").await);
    assert_eq!(page.stage.count(".steps-one[aria-current]"), 0);
    assert!(page.stage.text(".steps-told").contains("Before the first"));
    page.press(".steps-list", "ArrowRight").await;
    page.press(".steps-list", "ArrowRight").await;
    assert_eq!(now(&page), "2");
    assert!(page.stage.text(".steps-told").contains("Buyer 1 asks for one"));
    page.click(".steps-one:first-child .steps-walk").await;
    assert_eq!(page.store.page.get_untracked(), Room::Floor);
    assert!(page.store.playback.walked.with_untracked(Option::is_some));
}

#[wasm_bindgen_test]
async fn an_index_refuses_a_strong_read_in_dynamodbs_words() {
    let page = open("store").await;
    page.click("[data-lesson=strong-index]").await;
    let step = page.stage.text(".steps-one[aria-current]");
    assert!(
        step.contains("Consistent reads are not supported on global secondary indexes"),
        "{step}"
    );
    page.click("[data-lesson=index]").await;
    assert!(page.stage.count(".replicas-picture .replicas-mark") > 3);
}

#[wasm_bindgen_test]
async fn another_seed_is_another_run_and_the_same_seed_the_same() {
    let page = open("warehouse").await;
    let told = |page: &Page| page.stage.text(".steps-list");
    let first = told(&page);
    let seed = "[data-part=consistency] [data-field=Seed] .field-input";
    page.fill(seed, "7").await;
    assert_ne!(told(&page), first);
    page.fill(seed, "no seed").await;
    assert!(
        page.stage
            .text("[data-part=consistency] .field-fault:not([hidden])")
            .contains("whole number")
    );
    page.fill(seed, "1").await;
    assert_eq!(told(&page), first);
    until(&page, "[data-part=odds]", "Of 1,000 seeds").await;
}

#[wasm_bindgen_test]
async fn a_design_without_anything_gets_a_sentence() {
    let page = Page::with(|store| {
        let text = r#"{"retrieval-map": 1, "name": "Nothing", "tables": []}"#.to_owned();
        store.send(Command::OpenText { name: "nothing".to_owned(), text });
    })
    .await;
    page.send(Command::ShowPage(Room::Traffic)).await;
    assert!(page.stage.text("[data-part=consistency] .whatif-none").contains("can be bought"));
    page.click("[data-lesson=index]").await;
    assert!(page.stage.text("[data-part=consistency] .whatif-none").contains("index"));
    page.click("[data-lesson=no-plan]").await;
    assert!(page.stage.text("[data-part=consistency] .whatif-none").contains("stored twice"));
    assert!(page.stage.text("[data-part=sharding] .whatif-none").contains("No row"));
}

#[wasm_bindgen_test]
async fn the_tour_spreads_low_stock_for_real_and_puts_it_together_again() {
    let page = open("warehouse").await;
    until(&page, "[data-deed=tour]", "Add LOW_STOCK").await;
    page.click("[data-deed=tour]").await;
    until(&page, ".sharding-tour", "This is LOW_STOCK").await;
    until(&page, "[data-deed=shard]", "3 ways").await;
    page.fill("[data-field=Shards] .field-input", "201").await;
    assert!(
        page.stage.text("[data-part=sharding] .field-fault:not([hidden])").contains("1 to 200")
    );
    page.fill("[data-field=Shards] .field-input", "4").await;
    page.click("[data-deed=shard]").await;
    if page.stage.count("dialog.ask[open]") > 0 {
        page.click("[data-answer=do]").await;
    }
    assert_eq!(next(&page).as_deref(), Some("shard LOW_STOCK 4 ways"));
    until(&page, ".sharding-tour", "LOW_STOCK is spread").await;
    page.click("[data-deed=join]").await;
    if page.stage.count("dialog.ask[open]") > 0 {
        page.click("[data-answer=do]").await;
    }
    assert_eq!(next(&page).as_deref(), Some("put LOW_STOCK together again"));
    page.send(Command::Undo).await;
    until(&page, ".sharding-tour", "LOW_STOCK is spread").await;
}
