//! The dialogs of the grid: an item as JSON, an attribute, items that are pasted, sample items.

mod attribute;
mod json;
mod paste;
mod samples;

use leptos::html;
use leptos::prelude::*;

use super::grid::{Grid, Sheet};
use crate::app::views::erased::{effect, piece, press};
use crate::app::views::icons::{Icon, glyph};

/// The dialog that is open; nothing while none is.
pub fn sheets(grid: Grid) -> AnyView {
    piece(move || {
        let Some(sheet) = grid.sheet.get() else { return ().into_any() };
        let (title, body) = match sheet {
            Sheet::Json { item, text } => json::json(grid, item, text),
            Sheet::Attribute => attribute::attribute(grid),
            Sheet::Paste(text) => paste::paste(grid, text),
            Sheet::Samples => samples::samples(grid),
        };
        framed(grid, title, body)
    })
    .into_any()
}

/// Puts the dialog away.
pub fn close(grid: Grid) {
    grid.sheet.set(None);
    grid.focus();
}

fn framed(grid: Grid, title: String, body: AnyView) -> AnyView {
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        if let Some(dialog) = dialog.get()
            && dialog.is_connected()
            && !dialog.open()
        {
            // Fails only when it is open already or not on the page.
            let _ = dialog.show_modal();
        }
    });
    view! {
        <dialog class="cells-sheet" node_ref=dialog aria-labelledby="cells-sheet-title"
            on:close=move |_| close(grid) on:keydown=|event| event.stop_propagation() on:paste=|event| event.stop_propagation()>
            <div class="cells-sheet-head">
                <h3 class="cells-sheet-title" id="cells-sheet-title">{title}</h3>
                <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label="Close" on:click=press(move || close(grid))>
                    {glyph(Icon::Close)}
                </button>
            </div>
            {body}
        </dialog>
    }
    .into_any()
}

/// The buttons at the end: the one thing to do, and nothing.
pub fn buttons(
    grid: Grid,
    label: impl Fn() -> String + Send + 'static,
    ready: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    use crate::app::views::erased::{truth, words};
    view! {
        <div class="cells-sheet-buttons">
            <button class="button" type="button" on:click=press(move || close(grid))>"Cancel"</button>
            <button class="button" data-kind="primary" type="button" disabled=truth(move || !ready.get()) on:click=press(act)>
                {words(label)}
            </button>
        </div>
    }
    .into_any()
}
