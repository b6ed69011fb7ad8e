//! Light or dark, and the attribute on the page that says which.

use crate::app::views::erased::{aria, effect, press};
use leptos::prelude::*;

use super::icons::{Icon, glyph};
use crate::app::state::{Command, Store, Theme, use_store};

/// The theme that the switch goes to from here: the other of the two that are on screen.
pub fn other_theme(store: Store) -> Theme {
    if store.preferences.dark.get_untracked() { Theme::Light } else { Theme::Dark }
}

/// The theme switch. Also keeps `data-theme` on the root element in step with the choice.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let store = use_store();
    let dark = store.preferences.dark;
    effect(move || {
        let name = if dark.get() { Theme::Dark } else { Theme::Light }.name();
        if let Some(root) = document().document_element() {
            // Setting an attribute of a well-formed name cannot fail.
            let _ = root.set_attribute("data-theme", name);
        }
    });
    view! {
        <button
            class="button"
            data-shape="square"
            type="button"
            title="Light or dark (T)"
            aria-label="Dark theme"
            aria-pressed=aria(move || dark.get())
            on:click=press(move || store.send(Command::SetTheme(other_theme(store))))
        >
            {glyph(Icon::Theme)}
        </button>
    }
}
