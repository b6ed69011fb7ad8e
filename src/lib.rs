//! Retrieval Map: the browser app, and what pages that embed it can call.

pub mod app;
pub mod embed;
mod pieces;

use leptos::mount::UnmountHandle;
use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the app where the page has an element with the id `app`; elsewhere (Node, tests, embedding pages) does nothing.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    if let Some(mounted) = mount() {
        mounted.forget();
    }
}

/// The app in its place on the page, where there is one. Dropped, it is taken down again.
pub fn mount() -> Option<UnmountHandle<impl Mountable>> {
    let host = web_sys::window()?.document()?.get_element_by_id("app")?;
    Some(leptos::mount::mount_to(host.unchecked_into(), || view! { <app::App /> }))
}
