//! The clipboard: what the walk has come back with so far.

mod compared;
mod items;
mod tiles;
mod written;

use crate::app::views::erased::{press, truth, when};
use leptos::prelude::*;

use compared::ComparedWalks;
use items::ReturnedItems;
use tiles::Tiles;
use written::WrittenDoors;

use crate::app::state::{Command, use_store};

/// The clipboard panel.
#[component]
pub fn Clipboard() -> impl IntoView {
    let store = use_store();
    let walked = store.playback.walked;
    let is_empty = Signal::derive(move || walked.read().is_none());
    // A write brings items only where ReturnValues asks for them.
    let is_bare = Signal::derive(move || {
        let walked = &*walked.read();
        walked.as_ref().is_none_or(|walked| walked.writes() && walked.answer.items.is_empty())
    });
    let has_next = Signal::derive(move || {
        walked.get().is_some_and(|walked| walked.answer.last_evaluated_key.is_some())
    });
    view! {
        <section class="clipboard" aria-labelledby="clipboard-title">
            <h2 id="clipboard-title">"Clipboard"</h2>
            <Tiles />
            {when(move || is_empty.get(), move || view! {
                <p class="clipboard-empty">
                    "Nothing has been walked yet. Choose a request card, or write a request at the desk."
                </p>
             }.into_any())}
            <WrittenDoors />
            <section class="clipboard-section" data-grow aria-label="Items returned" hidden=is_bare>
                <ReturnedItems />
                <div class="clipboard-pages" hidden=truth(move || !has_next.get())>
                    <button
                        class="button"
                        type="button"
                        title="Send the request again from LastEvaluatedKey (N)"
                        on:click=press(move || store.send(Command::NextPage))
                    >
                        "Next page"
                    </button>
                    <button
                        class="button"
                        type="button"
                        title="Go on from LastEvaluatedKey until there is none"
                        on:click=press(move || store.send(Command::AllPages))
                    >
                        "All pages"
                    </button>
                </div>
            </section>
            <ComparedWalks walks=store.playback.compared />
        </section>
    }
}
