//! Files on their way in: chosen, dropped anywhere on the page, or pasted. Reads their text and hands it on; what it means is
//! for the store to find out.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::check_size;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, DragEvent, File, FileList};

use crate::app::state::{Command, Store, use_store};

/// Reads a file and opens its text, unless it is too large to load.
fn open(store: Store, file: File) {
    let name = file.name();
    if let Err(error) = check_size(file.size() as usize) {
        store.send(Command::Refuse(format!("{name}: {error}")));
        return;
    }
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        store.send(match text {
            Some(text) => Command::OpenText { name, text },
            None => Command::Refuse(format!("{name}: The browser could not read the file.")),
        });
    });
}

fn open_first(store: Store, files: Option<FileList>) -> bool {
    let Some(file) = files.and_then(|files| files.get(0)) else { return false };
    open(store, file);
    true
}

/// Whether a drag carries files, and not a piece of the page or of text.
fn carries_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().iter().any(|kind| kind == "Files"))
}

/// Whether an event happens where text is being written.
fn in_text(event: &web_sys::Event) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| {
        element.closest("input, textarea, select").is_ok_and(|found| found.is_some())
    })
}

fn paste(store: Store, event: &ClipboardEvent) {
    if in_text(event) {
        return;
    }
    let Some(data) = event.clipboard_data() else { return };
    if open_first(store, data.files()) {
        return;
    }
    let text = data.get_data("text/plain").unwrap_or_default();
    if let Err(error) = check_size(text.len()) {
        store.send(Command::Refuse(error.to_string()));
    } else if !text.trim().is_empty() {
        store.send(Command::OpenText { name: "Pasted text".to_owned(), text });
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
            open_first(store, event.data_transfer().and_then(|data| data.files()));
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
            accept=".json,application/json"
            aria-label="Open a file"
            node_ref=place
            on:change:target=move |event| {
                let input = event.target();
                open_first(store, input.files());
                // So that choosing the same file again is a change.
                input.set_value("");
            }
        />
    }
}
