//! The centre of the page: doors above, the floor or its table twin, legend and zoom below.

use crate::app::views::erased::{Piece, effect, memo, piece, press, when, words};
use leptos::prelude::*;

use super::doors::Doors;
use super::icons::{Icon, glyph};
use super::item_card::ItemCard;
use super::legend::Legend;
use super::once_loaded::{View, once_loaded};
use super::twin::Twin;
use super::zoom::Zoom;
use crate::app::state::{Command, Door, DoorView, Page, Store, use_store};
use crate::pieces::later;

/// Shows the door that the walk is at by now, where that is another table or an index that a write goes on to. Whoever looks
/// through another door meanwhile is left alone until the walk comes to the next.
fn go_along(store: Store) {
    let here = memo(move || {
        let walked = store.playback.walked.get()?;
        let leg = walked.timeline.event(store.playback.step.get()).leg()?;
        walked.timeline.legs().get(leg).map(|leg| (leg.table.clone(), leg.index.clone()))
    });
    effect(move || {
        let Some((table, index)) = here.get() else { return };
        if *store.open.table.read_untracked() != table {
            store.send(Command::ShowTable(table.clone()));
        }
        let writes = store
            .playback
            .walked
            .with_untracked(|walked| walked.as_ref().is_some_and(|walked| walked.writes()));
        let door = Door { table, index };
        if writes && !untrack(|| store.open.doors()).contains(&door) {
            store.send(Command::ShowDoor(match door.index {
                None => DoorView::Table,
                // On a narrow page there is room for one door at a time.
                Some(index) if store.preferences.is_narrow() => DoorView::Index(index),
                Some(index) => DoorView::Both(index),
            }));
        }
    });
}

/// The stage. The floor itself is handed in: it is a canvas and knows its own ways.
#[component]
pub fn Stage(
    /// The floor as a picture.
    floor: ViewFn,
) -> impl IntoView {
    let store = use_store();
    go_along(store);
    let twin = store.preferences.twin;
    let twin_words = words(move || if twin.get() { "Floor view" } else { "Table view" }.to_owned());
    let shown =
        piece(move || if twin.get() { once_loaded(|| Box::pin(twin_view())) } else { floor.run() });
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
                {nothing(store)}
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

/// What stands there while there is nothing to see: no table, or a table without items.
fn nothing(store: Store) -> Piece {
    const NO_TABLE: &str = "This design has no table yet. The model is where one is added.";
    const NO_ITEM: &str =
        "This warehouse is empty. Put its first item from the desk, or in the model.";
    // 0 where there is something: a memo of numbers is there already.
    let missing = memo(move || {
        // Before the first design is open there is nothing to say.
        if store.open.revision.get() == 0 {
            return 0_usize;
        }
        let table = store.open.table.get();
        let count = store
            .open
            .with_database(|database| database.table(&table).map(key_engine::Table::item_count));
        match count {
            None => 1,
            Some(0) => 2,
            Some(_) => 0,
        }
    });
    piece(move || {
        let words = match missing.get() {
            0 => return ().into_any(),
            1 => NO_TABLE,
            _ => NO_ITEM,
        };
        view! {
            <div class="stage-empty">
                <p>{words}</p>
                <button class="button" type="button" on:click=press(move || store.send(Command::ShowPage(Page::Model)))>
                    "Go to the model"
                </button>
            </div>
        }
        .into_any()
    })
}

later! {
    /// The floor as a table of text.
    fn twin_view() -> View {
        || view! { <Twin /> }.into_any()
    }
}
