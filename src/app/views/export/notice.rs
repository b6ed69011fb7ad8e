//! What became of the last export: which files, and what the format cannot hold.

use leptos::prelude::*;
use map::numerals::counted;

use crate::app::state::{Command, use_store};
use crate::app::views::close_button::close_button;
use crate::app::views::defects::list_of;
use crate::app::views::erased::{aria, mark, press, truth, when, words};
use crate::app::views::icons::{Icon, glyph};

/// The notice.
pub fn notice() -> AnyView {
    let store = use_store();
    let (taken, defects) = (store.export.taken, store.export.defects);
    let unfolded = RwSignal::new(false);
    let title = move || taken.get().map(|taken| taken.title).unwrap_or_default();
    let tone = move || taken.read().as_ref().is_some_and(|taken| taken.failed).then_some("wrong");
    let none = move || defects.read().is_empty();
    let lacking = move || {
        let count = defects.read().len() as u64;
        format!("{} in it.", counted(count, "thing has no place", "things have no place"))
    };
    let toggle = move || if unfolded.get() { "Hide the list" } else { "Show the list" }.to_owned();
    view! {
        <div class="notice" data-notice="export" data-tone=mark(tone) role="status">
            {glyph(Icon::Note)}
            <div class="notice-words">
                <p class="notice-title">{words(title)}</p>
                <p class="notice-body" hidden=truth(none)>{words(lacking)}</p>
            </div>
            <div class="notice-buttons">
                <button
                    class="button"
                    type="button"
                    hidden=truth(none)
                    aria-expanded=aria(move || unfolded.get())
                    on:click=press(move || unfolded.update(|unfolded| *unfolded = !*unfolded))
                >
                    {words(toggle)}
                </button>
                {close_button(store, "Dismiss", Command::DismissExport)}
            </div>
            {when(move || unfolded.get() && !none(), move || list_of(defects))}
        </div>
    }
    .into_any()
}
