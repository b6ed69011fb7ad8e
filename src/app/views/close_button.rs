//! The cross that puts a notice or a card away.

use leptos::prelude::*;

use super::erased::press;
use super::icons::{Icon, glyph};
use crate::app::state::{Command, Store};

/// A button with a cross: it is called `words` and sends `command`.
pub fn close_button(store: Store, words: &'static str, command: Command) -> AnyView {
    view! {
        <button
            class="button"
            data-shape="square"
            data-kind="quiet"
            type="button"
            aria-label=words
            on:click=press(move || store.send(command.clone()))
        >
            {glyph(Icon::Close)}
        </button>
    }
    .into_any()
}
