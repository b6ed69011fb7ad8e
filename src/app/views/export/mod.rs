//! What is taken away: the design in a format, as files or on the clipboard. The button is here from the beginning; the list of formats,
//! and all that writes them, is loaded when it is pressed.

mod menu;
mod notice;
mod taking;
mod zip;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::erased::{aria, press, when};
use super::icons::{Icon, glyph};
use super::once_loaded::{View, once_loaded};
use crate::app::state::{Command, Store};
use crate::pieces::later;

later! {
    in model:
    /// The list of formats.
    fn formats() -> View {
        menu::menu
    }
}

later! {
    in model:
    /// What became of the last export.
    fn outcome() -> View {
        notice::notice
    }
}

/// The button, and the list of formats beneath it.
pub fn export_button(store: Store) -> AnyView {
    let open = store.export.open;
    let key = move |event: KeyboardEvent| match event.key().as_str() {
        "ArrowDown" | "ArrowUp" if !open.get_untracked() => {
            event.prevent_default();
            store.send(Command::SetExport(true));
        }
        "Escape" if open.get_untracked() => {
            event.prevent_default();
            close(store);
        }
        _ => {}
    };
    view! {
        <div class="export">
            <button
                class="button export-button"
                type="button"
                title="Export the design"
                aria-haspopup="menu"
                aria-expanded=aria(move || open.get())
                on:click=press(move || store.send(Command::SetExport(!open.get_untracked())))
                on:keydown=key
            >
                "Export"
                {glyph(Icon::Chevron)}
            </button>
            {when(move || open.get(), || once_loaded(|| Box::pin(formats())))}
        </div>
    }
    .into_any()
}

/// What became of the last export, once there is something to tell.
pub fn export_notice(store: Store) -> AnyView {
    let told = move || store.export.taken.read().is_some();
    view! { {when(told, || once_loaded(|| Box::pin(outcome())))} }.into_any()
}

/// Closes the list; whoever was in it is at the button again.
fn close(store: Store) {
    store.send(Command::SetExport(false));
    focus_on(".export-button");
}

/// Puts the focus on what matches, if it is there.
fn focus_on(css: &str) {
    let found = document().query_selector(css).ok().flatten();
    if let Some(element) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) {
        // What is hidden takes no focus, and needs none.
        let _ = element.focus();
    }
}
