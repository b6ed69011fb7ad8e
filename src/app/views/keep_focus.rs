//! Keeps the keyboard's place: where what has the focus goes from the page, the focus goes to the row that is open or to the
//! section shown, and not to nowhere.
//!
//! Never takes the focus from anything, nor gives it to a page on which nothing had it: not on arrival, and not after a press on
//! nothing in particular.

use gloo_timers::future::TimeoutFuture;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::erased::effect;
use crate::app::state::{Page, Store};

/// How long a frame has to show what has changed, in milliseconds.
const FRAME_MS: u32 = 30;
/// Frames that the section is waited for: its code may be on its way.
const FRAMES: u32 = 60;

/// Whether something on the page had the focus last, and which of the waits is the latest.
#[derive(Clone, Copy)]
struct Kept {
    had: StoredValue<bool>,
    turn: StoredValue<u32>,
}

/// Watches over the focus until the component that called it goes.
pub fn keep_focus(store: Store) {
    let kept = Kept { had: StoredValue::new(false), turn: StoredValue::new(0) };
    let focused = window_event_listener(ev::focusin, move |_| kept.had.set_value(true));
    let pressed =
        window_event_listener(ev::pointerup, move |_| kept.had.set_value(!nothing_has_it()));
    // Whoever changes the room by its key goes on there with keys.
    let keyed = window_event_listener(ev::keydown, move |event| {
        if matches!(event.key().as_str(), "1" | "2" | "3") {
            kept.had.set_value(true);
        }
    });
    on_cleanup(move || {
        for handle in [focused, pressed, keyed] {
            handle.remove();
        }
    });
    effect(move || {
        track_changes(store);
        let mine = kept.turn.get_value().wrapping_add(1);
        kept.turn.set_value(mine);
        spawn_local(put_back(store, kept, mine));
    });
}

/// Tracks whatever takes parts of the page away.
fn track_changes(store: Store) {
    store.page.track();
    store.refused.track();
    store.draft.track();
    let open = store.open;
    open.revision.track();
    open.history.track();
    open.design.track();
    open.refusal.track();
    open.show_defects.track();
    store.set_aside.name.track();
    store.saving.entries.track();
    store.export.taken.track();
    open.loading.track();
    open.view.track();
    open.selected.track();
    store.worksheet.chosen.track();
    store.worksheet.rows.track();
    store.worksheet.findings.track();
    store.worksheet.copies.track();
    store.worksheet.scale.track();
    store.playback.walked.track();
}

/// Puts the focus where one goes on, once the page has followed, if it is nowhere by then.
async fn put_back(store: Store, kept: Kept, mine: u32) {
    for _ in 0..FRAMES {
        tick().await;
        TimeoutFuture::new(FRAME_MS).await;
        let is_latest = kept.turn.try_get_value() == Some(mine);
        if !is_latest || !kept.had.get_value() || !nothing_has_it() {
            return;
        }
        if focus_first(&places(store)) {
            return;
        }
    }
}

/// Where one goes on, the nearest first.
fn places(store: Store) -> [String; 2] {
    let chosen = match store.page.get_untracked() {
        Page::Worksheet => store.worksheet.chosen.get_untracked(),
        Page::Floor | Page::Traffic | Page::Model => None,
    };
    let row = chosen.map(|number| format!(".worksheet-open[data-row='{}']", number.0));
    [row.unwrap_or_default(), section(store)]
}

/// The section that is shown.
fn section(store: Store) -> String {
    format!("#{}", store.page.get_untracked().name())
}

/// Puts the focus on the section that is shown, for whoever skips the rest.
pub fn skip_to_section(store: Store) {
    focus_first(&[section(store)]);
}

/// Puts the focus on the first of these that is there; whether there is one.
fn focus_first(selectors: &[String]) -> bool {
    let found = selectors.iter().filter(|selector| !selector.is_empty()).find_map(|selector| {
        let element = document().query_selector(selector).ok().flatten()?;
        element.dyn_into::<HtmlElement>().ok()
    });
    found.is_some_and(|element| element.focus().is_ok())
}

/// Whether the focus is on nothing in particular. While it is elsewhere than on the page, that is not for the page to mend.
fn nothing_has_it() -> bool {
    let document = document();
    let on_body = document.active_element().is_none_or(|active| active.tag_name() == "BODY");
    on_body && document.has_focus().unwrap_or(false)
}
