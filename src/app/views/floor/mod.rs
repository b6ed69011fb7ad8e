//! The floor as a picture: one pane for each door on screen. Everything drawn is a display list of `map::floor`; this room only
//! paints it, hands pointers and keys to the camera, and asks for frames while something moves.

mod floor_pane;
mod frames;
mod gestures;
pub mod observer;
mod painter;
mod palette;
mod pane;
mod stage;
mod ties;
mod ties_sheet;

use leptos::prelude::*;

use crate::app::state::use_store;
use floor_pane::FloorPane;
use stage::Stage;
use ties_sheet::TiesSheet;

/// The floors of all doors on screen.
#[component]
pub fn FloorView() -> impl IntoView {
    let store = use_store();
    let stage = Stage::new(store);
    follow(&stage);
    let kept = StoredValue::new_local(stage);
    on_cleanup(move || kept.with_value(Stage::stop));
    view! {
        <div class="floor">
            <For
                each=move || store.open.doors()
                key=Clone::clone
                children=move |door| view! { <FloorPane door stage=kept.get_value() /> }
            />
            <Show when=move || store.open.doors().len() == 2>
                <TiesSheet stage=kept.get_value() />
            </Show>
        </div>
    }
}

/// What changes the picture, and what that changes in it.
fn follow(stage: &Stage) {
    let store = use_store();
    let on = |work: fn(&Stage), track: fn(crate::app::state::Store)| {
        let stage = stage.clone();
        Effect::new(move |_| {
            track(store);
            work(&stage);
        });
    };
    on(Stage::restyle, |store| _ = store.preferences.dark.get());
    on(Stage::replan, |store| store.open.revision.track());
    on(Stage::retrace, |store| store.playback.walked.track());
    on(Stage::ask, |store| {
        store.open.selected.track();
        store.open.highlight.track();
        store.playback.player.track();
    });
    on(Stage::wait_for_jump, |store| store.playback.player.track());
    let stage = stage.clone();
    Effect::new(move |before: Option<u32>| {
        let (count, command) = store.camera.get();
        if before.is_some_and(|before| before != count) {
            stage.command(&command);
        }
        count
    });
}
