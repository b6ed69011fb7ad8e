//! What belongs to the whole page: keys, theme, help, files refused, what was noticed in a file.

use crate::page::Page;
use leptos::prelude::{GetUntracked, document};
use retrieval_map::app::state::Command;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn the_theme_switch_sets_the_theme_of_the_page() {
    let page = Page::open().await;
    let theme = || document().document_element().unwrap().get_attribute("data-theme");
    let before = theme();
    page.press(".shell", "t").await;
    assert_ne!(theme(), before);
    page.press(".shell", "t").await;
    assert_eq!(theme(), before);
}

#[wasm_bindgen_test]
async fn the_question_mark_opens_the_help_and_its_button_closes_it() {
    let page = Page::open().await;
    assert!(page.press(".shell", "?").await);
    assert!(page.stage.get(".help").has_attribute("open"));
    page.click(".help-head .button").await;
    assert!(!page.stage.get(".help").has_attribute("open"));
}

#[wasm_bindgen_test]
async fn keys_are_left_to_whoever_has_the_focus() {
    let page = Page::open().await;
    page.click("[data-request=A4]").await;
    for (place, key, taken) in [
        (".shell", " ", true),
        (".desk-text", " ", false),
        (".desk-text", "ArrowLeft", false),
        ("[data-request=A4]", " ", false),
        ("[data-request=A4]", "ArrowLeft", true),
        (".timeline-range", "ArrowLeft", false),
        (".timeline-range", " ", true),
        (".shell", "q", false),
    ] {
        assert_eq!(page.press(place, key).await, taken, "{key:?} on {place}");
    }
}

#[wasm_bindgen_test]
async fn a_text_that_is_no_model_leaves_the_design_as_it_was() {
    let page = Page::open().await;
    page.send(Command::OpenText { name: "notes.txt".to_owned(), text: "not json".to_owned() })
        .await;
    gloo_timers::future::TimeoutFuture::new(80).await;
    page.rest().await;
    assert!(page.stage.text("[data-notice=refusal] .notice-title").starts_with("notes.txt: "));
    assert_eq!(page.stage.count(".card"), 6);
    page.click("[data-notice=refusal] button").await;
    assert_eq!(page.stage.count("[data-notice=refusal]"), 0);
}

#[wasm_bindgen_test]
async fn of_two_files_at_once_the_last_is_opened_however_long_it_takes_to_read() {
    let page = Page::open().await;
    let small = r#"{"ModelName":"Things","DataModel":[{"TableName":"Things","TableData":[],
        "KeyAttributes":{"PartitionKey":{"AttributeName":"id","AttributeType":"S"}}}]}"#;
    // A megabyte of blanks: it takes longer to read than the other.
    let large = format!("{}{small}", " ".repeat(1 << 20));
    for [first, last] in [["small.json", "large.json"], ["large.json", "small.json"]] {
        for name in [first, last] {
            let text = if name == "large.json" { &large } else { small };
            let file =
                web_sys::File::new_with_str_sequence(&js_sys::Array::of1(&text.into()), name);
            page.store.send(Command::OpenFiles(vec![file.unwrap()]));
        }
        gloo_timers::future::TimeoutFuture::new(600).await;
        page.rest().await;
        assert_eq!(page.stage.text(".top-bar-picker option:checked"), last);
    }
}

#[wasm_bindgen_test]
async fn a_link_to_a_scenario_that_is_not_there_runs_nothing() {
    let page = Page::open().await;
    page.store.follow("#scenario=nowhere&request=A3");
    page.rest().await;
    assert!(page.store.playback.walked.get_untracked().is_none());
    assert_eq!(page.stage.count("[data-notice=refusal]"), 1);
}

#[wasm_bindgen_test]
async fn what_was_noticed_in_a_file_is_listed_when_asked_for() {
    let page = Page::open().await;
    let text = r#"{"ModelName":"Two of one key","DataModel":[{"TableName":"Things",
        "KeyAttributes":{"PartitionKey":{"AttributeName":"id","AttributeType":"S"}},
        "TableData":[{"id":{"S":"1"}},{"id":{"S":"1"},"more":{"S":"x"}},{"other":{"S":"no key"}}]}]}"#;
    page.send(Command::OpenText { name: "things.json".to_owned(), text: text.to_owned() }).await;
    gloo_timers::future::TimeoutFuture::new(80).await;
    page.rest().await;
    assert_eq!(
        page.stage.text("[data-notice=defects] .notice-title"),
        "2 things were noticed in this file"
    );
    page.click("[data-notice=defects] [aria-expanded]").await;
    assert_eq!(page.stage.count(".defects-row"), 2);
    assert_eq!(page.stage.text(".top-bar-picker option:checked"), "things.json");
}
