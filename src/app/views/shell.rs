//! The page: where each panel goes, and what listens to the whole of it.

use crate::app::views::erased::memo;
use leptos::html;
use leptos::prelude::*;

use super::announcer::Announcer;
use super::clipboard::Clipboard;
use super::desk::Desk;
use super::files::{self, FileInput};
use super::help::Help;
use super::keys;
use super::notices::Notices;
use super::requests::Requests;
use super::stage::Stage;
use super::top_bar::TopBar;
use super::transport::{Transport, sentence_now};
use crate::app::state::use_store;

/// The whole page around a floor.
#[component]
pub fn Shell(
    /// The floor as a picture.
    #[prop(into)]
    floor: ViewFn,
) -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<html::Input>::new();
    let open_file = Callback::new(move |()| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    });
    let hovering = files::listen(store);
    keys::listen(store, open_file);
    let sentence = memo(move || sentence_now(store));
    let words = Signal::derive(move || sentence.read().to_string());
    view! {
        <div class="shell">
            <a class="shell-skip visually-hidden" href="#floor">"Skip to the floor"</a>
            <TopBar open_file />
            <main class="shell-main">
                <Requests />
                <Stage floor />
                <Clipboard />
                <Transport sentence />
                <Desk />
            </main>
            <Announcer words playing=store.playback.playing />
            <FileInput place=input />
            <Notices hovering />
            <Help />
        </div>
    }
}
