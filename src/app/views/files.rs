//! Files on their way in: chosen, dropped anywhere on the page, or pasted. Hands them on; what they mean is for the store to
//! find out.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DragEvent, FileList};

use crate::app::state::{Command, Store, use_store};

/// Opens files; says whether there are any.
fn open_all(store: Store, files: Option<FileList>) -> bool {
    let Some(list) = files else { return false };
    let files: Vec<web_sys::File> = (0..list.length()).filter_map(|at| list.get(at)).collect();
    let any = !files.is_empty();
    if any {
        store.send(Command::OpenFiles(files));
    }
    any
}

/// Whether a drag carries files, or text that is not for a field, and not a piece of the page.
fn carries_files(event: &DragEvent) -> bool {
    let known = |kind: &wasm_bindgen::JsValue| kind == "Files" || kind == "text/plain";
    !in_text(event)
        && event.data_transfer().is_some_and(|data| data.types().iter().any(|kind| known(&kind)))
}

/// Whether an event happens where text is being written, so that a paste is meant for that place.
fn in_text(event: &web_sys::Event) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| {
        let written =
            "input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea";
        element.closest(written).is_ok_and(|found| found.is_some())
    })
}

fn paste(store: Store, event: &ClipboardEvent) {
    if in_text(event) {
        return;
    }
    let Some(data) = event.clipboard_data() else { return };
    if open_all(store, data.files()) {
        return;
    }
    open_text(store, "Pasted text", data.get_data("text/plain").ok());
}

fn open_text(store: Store, name: &str, text: Option<String>) {
    if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
        store.send(Command::OpenText { name: name.to_owned(), text });
    }
}

/// Listens for drops and pastes on the whole page, until the component that called it goes. Returns whether files hover over it.
pub fn listen(store: Store) -> ReadSignal<bool> {
    let (hovering, set_hovering) = signal(false);
    let over = window_event_listener(leptos::ev::dragover, move |event| {
        if carries_files(&event) {
            event.prevent_default();
            set_hovering.set(true);
        }
    });
    let leave = window_event_listener(leptos::ev::dragleave, move |event| {
        if event.related_target().is_none() {
            set_hovering.set(false);
        }
    });
    let drop = window_event_listener(leptos::ev::drop, move |event| {
        if carries_files(&event) {
            event.prevent_default();
            set_hovering.set(false);
            let data = event.data_transfer();
            if !open_all(store, data.as_ref().and_then(web_sys::DataTransfer::files)) {
                open_text(
                    store,
                    "Dropped text",
                    data.and_then(|data| data.get_data("text/plain").ok()),
                );
            }
        }
    });
    let pasted = window_event_listener_untyped("paste", move |event| {
        if let Some(event) = event.dyn_ref::<ClipboardEvent>() {
            paste(store, event);
        }
    });
    on_cleanup(move || {
        for handle in [over, leave, drop, pasted] {
            handle.remove();
        }
    });
    hovering
}

/// The file chooser: an input that is not seen; a button clicks it.
#[component]
pub fn FileInput(
    /// The input, for a button to click.
    place: NodeRef<html::Input>,
) -> impl IntoView {
    let store = use_store();
    view! {
        <input
            type="file"
            hidden=true
            multiple=true
            aria-label="Open files"
            node_ref=place
            on:change:target=move |event| {
                let input = event.target();
                open_all(store, input.files());
                // So that choosing the same file again is a change.
                input.set_value("");
            }
        />
    }
}
