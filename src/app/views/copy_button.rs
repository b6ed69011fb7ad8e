//! A button that puts a text on the system's clipboard.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::erased::{press, words};

/// How long the button says what became of it, in milliseconds.
const TOLD_MS: u32 = 2_000;

/// A button of that name, which copies what `text` gives at that moment.
pub fn copy_button(name: &'static str, text: impl Fn() -> String + Send + 'static) -> AnyView {
    let told = RwSignal::new(name);
    let copy = move || {
        let copied = JsFuture::from(window().navigator().clipboard().write_text(&untrack(&text)));
        spawn_local(async move {
            let outcome = match copied.await {
                Ok(_) => "Copied",
                Err(_) => "The browser does not let the page copy: select the text and copy it",
            };
            _ = told.try_set(outcome);
            TimeoutFuture::new(TOLD_MS).await;
            _ = told.try_set(name);
        });
    };
    view! {
        <button class="button copy-button" type="button" aria-live="polite" on:click=press(copy)>
            {words(move || told.get().to_owned())}
        </button>
    }
    .into_any()
}
