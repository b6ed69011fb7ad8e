//! What was noticed in a file that opened: how much, and the list, which is loaded when it is asked for.

mod list;

pub use list::list_of;

use crate::app::views::erased::{aria, press, when, words};
use leptos::prelude::*;

use super::close_button::close_button;
use super::icons::{Icon, glyph};
use super::once_loaded::{View, once_loaded};
use crate::app::state::{Command, use_store};
use crate::pieces::later;
use map::numerals::counted;

later! {
    in model:
    /// The list.
    fn listed() -> View {
        list::list
    }
}

/// The number of faults, and their list, folded until it is asked for.
#[component]
pub fn DefectsNotice() -> impl IntoView {
    let store = use_store();
    let defects = store.open.defects;
    let (unfolded, unfold) = signal(false);
    let title = move || {
        let count = defects.read().len() as u64;
        format!("{} noticed in this file", counted(count, "thing was", "things were"))
    };
    let toggle_words =
        move || if unfolded.get() { "Hide the list" } else { "Show the list" }.to_owned();
    view! {
        {when(move || store.open.show_defects.get(), move || view! {
            <div class="notice" data-notice="defects">
                {glyph(Icon::Note)}
                <div class="notice-words">
                    <p class="notice-title">{words(title)}</p>
                    <p class="notice-body">"Everything sound was loaded."</p>
                </div>
                <div class="notice-buttons">
                    <button
                        class="button"
                        type="button"
                        aria-expanded=aria(move || unfolded.get())
                        on:click=press(move || unfold.update(|unfolded| *unfolded = !*unfolded))
                    >
                        {words(toggle_words)}
                    </button>
                    {close_button(store, "Dismiss", Command::DismissDefects)}
                </div>
                {when(move || unfolded.get(), || once_loaded(|| Box::pin(listed())))}
            </div>
         }.into_any())}
    }
}
