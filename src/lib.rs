//! Retrieval Map: the browser app, and what pages that embed it can call.

pub mod app;
pub mod embed;
mod pieces;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the app where the page has an element with the id `app`; elsewhere (Node, tests, embedding pages) does nothing.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    let Some(host) = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|page| page.get_element_by_id("app"))
    else {
        return;
    };
    leptos::mount::mount_to(host.unchecked_into(), || view! { <app::App /> }).forget();
}
