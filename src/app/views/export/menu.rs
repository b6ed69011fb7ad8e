//! The list of formats: each as a download, and beside it as text for the clipboard.
//!
//! Up and down go from format to format, left and right between the two; Escape, Tab, a press elsewhere and a choice close it.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::taking::{Target, What};
use super::{close, focus_on};
use crate::app::state::{Command, Store, use_store};
use crate::app::views::erased::press;

/// Ways to take a format, side by side.
const WAYS: usize = 2;

/// The list.
pub fn menu() -> AnyView {
    let store = use_store();
    close_from_elsewhere(store);
    spawn_local(async {
        tick().await;
        focus_on(".export-menu [role=menuitem]");
    });
    let choose = move |what: What, target: Target| {
        close(store);
        spawn_local(what.take(store, target));
    };
    let format = move |what: What| {
        let (name, copied) = (what.name(), format!("Copy {}", what.name()));
        view! {
            <div class="export-format" role="group" aria-label=name>
                <button
                    class="export-item"
                    type="button"
                    role="menuitem"
                    tabindex="-1"
                    title="Download"
                    on:click=press(move || choose(what, Target::Files))
                >
                    <span class="export-name">{name}</span>
                    <span class="export-about">{what.about()}</span>
                </button>
                <button
                    class="export-item export-copy"
                    type="button"
                    role="menuitem"
                    tabindex="-1"
                    aria-label=copied
                    on:click=press(move || choose(what, Target::Clipboard))
                >
                    "Copy"
                </button>
            </div>
        }
        .into_any()
    };
    view! {
        <div class="export-menu" role="menu" aria-label="Export the design" on:keydown=move |event| key(store, &event)>
            {What::all().into_iter().map(format).collect_view()}
        </div>
    }
    .into_any()
}

/// A press or the focus elsewhere closes the list.
fn close_from_elsewhere(store: Store) {
    let elsewhere = move |target: Option<web_sys::EventTarget>| {
        let element = target.and_then(|target| target.dyn_into::<Element>().ok());
        let within = element
            .is_some_and(|element| element.closest(".export").is_ok_and(|found| found.is_some()));
        if !within {
            store.send(Command::SetExport(false));
        }
    };
    let pressed = window_event_listener(ev::pointerdown, move |event| elsewhere(event.target()));
    let focused = window_event_listener(ev::focusin, move |event| elsewhere(event.target()));
    on_cleanup(move || {
        pressed.remove();
        focused.remove();
    });
}

/// What a key does in the list. The page's own keys wait.
fn key(store: Store, event: &KeyboardEvent) {
    event.stop_propagation();
    let items = items();
    let active = document().active_element();
    let at = items.iter().position(|item| Some(item.unchecked_ref::<Element>()) == active.as_ref());
    let (at, last) = (at.unwrap_or_default(), items.len().saturating_sub(1));
    let to = match event.key().as_str() {
        "ArrowDown" if at + WAYS > last => at % WAYS,
        "ArrowDown" => at + WAYS,
        "ArrowUp" if at < WAYS => (last + 1).saturating_sub(WAYS) + at,
        "ArrowUp" => at - WAYS,
        "ArrowLeft" => at - at % WAYS,
        "ArrowRight" => at - at % WAYS + 1,
        "Home" => at % WAYS,
        "End" => (last + 1).saturating_sub(WAYS) + at % WAYS,
        "Escape" => {
            event.prevent_default();
            close(store);
            return;
        }
        "Tab" => {
            // From the button the browser goes on to what follows.
            close(store);
            return;
        }
        _ => return,
    };
    event.prevent_default();
    if let Some(item) = items.get(to) {
        // It is on the page, and takes the focus.
        let _ = item.focus();
    }
}

fn items() -> Vec<HtmlElement> {
    let found = document().query_selector_all(".export-menu [role=menuitem]").ok();
    let all = found.into_iter().flat_map(|nodes| (0..nodes.length()).map(move |at| nodes.item(at)));
    all.flatten().filter_map(|node| node.dyn_into().ok()).collect()
}
