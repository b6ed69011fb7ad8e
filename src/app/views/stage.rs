//! The centre of the page: doors above, the floor or its table twin, legend and zoom below.

use crate::app::views::erased::{piece, press, when, words};
use leptos::prelude::*;

use super::doors::Doors;
use super::icons::{Icon, glyph};
use super::item_card::ItemCard;
use super::legend::Legend;
use super::twin::Twin;
use super::zoom::Zoom;
use crate::app::state::{Command, use_store};

/// The stage. The floor itself is handed in: it is a canvas and knows its own ways.
#[component]
pub fn Stage(
    /// The floor as a picture.
    floor: ViewFn,
) -> impl IntoView {
    let store = use_store();
    let twin = store.preferences.twin;
    let twin_words = words(move || if twin.get() { "Floor view" } else { "Table view" }.to_owned());
    let shown = piece(move || if twin.get() { view! { <Twin /> }.into_any() } else { floor.run() });
    view! {
        <section class="stage" id="floor" tabindex="-1" aria-label="Floor">
            <div class="stage-head">
                <Doors />
                <div class="stage-tools">
                    {when(move || !twin.get(), move || view! {
                        <Zoom />
                     }.into_any())}
                    <button
                        class="button"
                        type="button"
                        title="As a picture or as a table of text (V)"
                        on:click=press(move || store.send(Command::SetTwin(!twin.get_untracked())))
                    >
                        {piece(move || glyph(if twin.get() { Icon::Floor } else { Icon::Table }))}
                        <span class="stage-twin-words">{twin_words}</span>
                    </button>
                </div>
            </div>
            <div class="stage-floor">
                {shown}
                <ItemCard />
            </div>
            <div class="stage-foot">
                <p class="stage-note">
                    "Partitions are illustrative: the real hash and layout are AWS’s own."
                </p>
                <Legend />
            </div>
        </section>
    }
}
