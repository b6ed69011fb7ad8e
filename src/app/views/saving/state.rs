//! How it stands with what was changed, and the way to a file of it. Undo and redo stand here where the room has none of its own.

use leptos::prelude::*;

use crate::app::state::{Command, DesignsCommand, Page, SaveState, Shelf, Store};
use crate::app::views::desk::UndoButtons;
use crate::app::views::erased::{mark, press, when, words};
use crate::app::views::icons::{Icon, glyph};

/// The words of the top bar. They are not read out: what is wrong is told as a notice.
pub fn state(store: Store, shelf: Shelf) -> AnyView {
    let told = move || match shelf.state.get() {
        SaveState::Unchanged => String::new(),
        SaveState::Saving => "Saving…".to_owned(),
        SaveState::Saved => "Saved in this browser".to_owned(),
        SaveState::Not(why) => format!("Not saved: {why}"),
    };
    let tone = move || matches!(shelf.state.get(), SaveState::Not(_)).then_some("wrong");
    let save = move || store.send(Command::Designs(DesignsCommand::SaveFile));
    let on_model = move || store.page.get() == Page::Model;
    view! {
        {when(on_model, || view! { <UndoButtons /> }.into_any())}
        <span class="top-bar-saved" data-tone=mark(tone)>{words(told)}</span>
        <button
            class="button"
            data-shape="square"
            type="button"
            title="Save as a file (Ctrl+S)"
            aria-label="Save as a file"
            on:click=press(save)
        >
            {glyph(Icon::Save)}
        </button>
    }
    .into_any()
}
