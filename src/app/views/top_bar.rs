//! The bar at the top: whose page this is, which design is open, where one is, and the page's own switches.

use crate::app::views::erased::{mark, press};
use leptos::prelude::*;

use super::export::export_button;
use super::icons::{Icon, glyph};
use super::logo::Logo;
use super::saving::save_state;
use super::scenario_picker::ScenarioPicker;
use super::theme_switch::ThemeSwitch;
use crate::app::state::{Command, Page, use_store};

/// The top bar. It is the page's banner landmark.
#[component]
pub fn TopBar(
    /// Asks for a file to open.
    #[prop(into)]
    open_file: Callback<()>,
) -> impl IntoView {
    let store = use_store();
    let link = move |(page, words): (Page, &'static str)| {
        let here = move || (store.page.get() == page).then_some("page");
        view! {
            <button
                class="top-bar-link"
                type="button"
                aria-current=mark(here)
                on:click=press(move || store.send(Command::ShowPage(page)))
            >
                {words}
            </button>
        }
        .into_any()
    };
    view! {
        <header class="top-bar">
            <h1 class="top-bar-brand">
                <Logo />
                <span class="top-bar-name">"Retrieval Map"</span>
            </h1>
            <ScenarioPicker />
            <button class="button" type="button" title="Open a file…" on:click=press(move || open_file.run(()))>
                {glyph(Icon::Open)}
                <span class="top-bar-open-words">"Open file…"</span>
                <span class="visually-hidden top-bar-open-short">"Open a file"</span>
            </button>
            <nav class="top-bar-nav" aria-label="Views">
                {[(Page::Floor, "Floor"), (Page::Worksheet, "Worksheet"), (Page::Traffic, "Traffic"), (Page::Model, "Model")].map(link).into_iter().collect_view()}
            </nav>
            <div class="top-bar-tools">
                {save_state()}
                {export_button(store)}
                <ThemeSwitch />
                <button
                    class="button"
                    data-shape="square"
                    type="button"
                    title="Help and shortcuts (?)"
                    aria-label="Help and shortcuts"
                    aria-haspopup="dialog"
                    on:click=press(move || store.send(Command::SetHelp(true)))
                >
                    {glyph(Icon::Help)}
                </button>
            </div>
        </header>
    }
}
