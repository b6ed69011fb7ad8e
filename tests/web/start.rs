//! Where the app starts, and where it does not.

use crate::stage;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::document;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn a_page_without_a_place_for_the_app_is_left_alone() {
    let before = document().body().unwrap().inner_html();
    retrieval_map::start();
    assert_eq!(document().body().unwrap().inner_html(), before);
}

#[wasm_bindgen_test]
async fn the_app_starts_in_its_place_and_is_taken_down_without_a_trace() {
    let place = stage::empty("app");
    let mounted = retrieval_map::mount().unwrap();
    TimeoutFuture::new(50).await;
    assert_ne!(place.inner_html(), "");
    drop(mounted);
    TimeoutFuture::new(50).await;
    assert_eq!(place.inner_html(), "");
    place.remove();
}
