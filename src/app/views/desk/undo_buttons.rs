//! Undo and redo of steps.

use leptos::prelude::*;

use crate::app::state::{Command, use_store};
use crate::app::views::erased::{aria, press, words};
use crate::app::views::icons::{Icon, glyph};

/// The two buttons. With nothing to undo or redo a button keeps the focus that it has, and does nothing.
#[component]
pub fn UndoButtons() -> impl IntoView {
    let store = use_store();
    let history = store.open.history;
    let button = move |again: bool| {
        let (verb, keys, icon) = if again {
            ("Redo", "Ctrl+Shift+Z", Icon::Redo)
        } else {
            ("Undo", "Ctrl+Z", Icon::Undo)
        };
        let name = move || match history.read().next(again) {
            Some(step) => format!("{verb}: {step} ({keys})"),
            None => format!("Nothing to {}", verb.to_ascii_lowercase()),
        };
        let send = move || store.send(if again { Command::Redo } else { Command::Undo });
        view! {
            <button
                class="button"
                data-shape="square"
                type="button"
                aria-label=words(name)
                title=words(name)
                aria-disabled=aria(move || history.read().next(again).is_none())
                on:click=press(send)
            >
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="desk-undo" role="group" aria-label="Changes">
            {button(false)}
            {button(true)}
        </div>
    }
}
