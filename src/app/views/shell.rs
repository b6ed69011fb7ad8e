//! The page: where each panel goes, and what listens to the whole of it.

use crate::app::views::erased::{mark, memo, piece, words};
use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;

use super::announcer::Announcer;
use super::clipboard::Clipboard;
use super::desk::Desk;
use super::files::{self, FileInput};
use super::help::Help;
use super::keep_focus::{keep_focus, skip_to_section};
use super::keys;
use super::model::Model;
use super::notices::Notices;
use super::requests::Requests;
use super::stage::Stage;
use super::top_bar::TopBar;
use super::traffic::Traffic;
use super::transport::{Transport, sentence_now};
use super::worksheet::Worksheet;
use crate::app::state::{Page, use_store};

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
    keep_focus(store);
    let sentence = memo(move || sentence_now(store));
    let page = store.page;
    let on_floor = memo(move || page.get() == Page::Floor);
    let spoken =
        Signal::derive(
            move || {
                if on_floor.get() { sentence.read().to_string() } else { String::new() }
            },
        );
    let playing = Signal::derive(move || on_floor.get() && store.playback.playing.get());
    let room = piece(move || {
        match page.get() {
            Page::Floor => {}
            Page::Worksheet => return view! { <Worksheet /> }.into_any(),
            Page::Traffic => return view! { <Traffic /> }.into_any(),
            Page::Model => return view! { <Model /> }.into_any(),
        }
        let floor = floor.clone();
        view! {
            <Requests />
            <Stage floor />
            <Clipboard />
            <Transport sentence />
            <Desk />
        }
        .into_any()
    });
    // The address stays what it is: it names the design.
    let skip = move |event: MouseEvent| {
        event.prevent_default();
        skip_to_section(store);
    };
    view! {
        <div class="shell" data-page=mark(move || Some(page.get().name()))>
            <a class="shell-skip visually-hidden" href=words(move || format!("#{}", page.get().name())) on:click=skip>
                {words(move || format!("Skip to the {}", page.get().name()))}
            </a>
            <TopBar open_file />
            <main class="shell-main">{room}</main>
            <Announcer words=spoken news=store.worksheet.news playing />
            <FileInput place=input />
            <Notices hovering />
            <Help />
        </div>
    }
}
