//! The calls that answer a row, in order: one is chosen and stands as fields and as text.

use leptos::prelude::*;
use map::design::Call;
use map::design::call_form::{CallForm, FormOperation};

use super::line::Line;
use crate::app::views::desk::{Code, Draft, Fields, keys_of};
use crate::app::views::erased::{aria, effect, memo, piece, press, truth, words};
use crate::app::views::icons::{Icon, glyph};

const FIELD: &str = "calls";

/// The calls of a row.
pub fn calls(line: Line) -> AnyView {
    let chosen = RwSignal::new(0_usize);
    let count = line.read(|request| request.calls.len());
    // After a call was taken out, or an undo, the last that is there.
    let shown = memo(move || count.get().checked_sub(1).map(|last| chosen.get().min(last)));
    let add = move || {
        let call = starter(line);
        line.change(FIELD, |request| request.calls.push(call));
        chosen.set(usize::MAX);
    };
    let remove = move || {
        let Some(place) = shown.get_untracked() else { return };
        line.change(FIELD, |request| {
            if place < request.calls.len() {
                request.calls.remove(place);
            }
        });
    };
    let shift = move |later: bool| {
        let Some(place) = shown.get_untracked() else { return };
        let to = if later { place + 1 } else { place.saturating_sub(1) };
        if to < count.get_untracked() {
            line.change(FIELD, |request| request.calls.swap(place, to));
            chosen.set(to);
        }
    };
    let none = move || count.get() == 0;
    let tool = move |label: &'static str,
                     icon: Icon,
                     off: Box<dyn Fn() -> bool + Send>,
                     act: Box<dyn Fn()>| {
        view! {
            <button
                class="button"
                data-shape="square"
                data-kind="quiet"
                type="button"
                title=label
                aria-label=label
                aria-disabled=aria(off)
                on:click=press(act)
            >
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    view! {
        <section class="worksheet-part">
            <h3 class="worksheet-heading">"Calls that answer it"</h3>
            <p class="worksheet-note" hidden=truth(move || !none())>
                "No request yet. Add a call: choose the operation and fill in its key, or paste the JSON you would send."
            </p>
            <div class="desk-actions" role="group" aria-label="Calls">
                {piece(move || (0..count.get()).map(|place| chip(line, shown, chosen, place)).collect_view().into_any())}
                <button class="button worksheet-small" type="button" on:click=press(add)>
                    {glyph(Icon::Plus)}
                    "Add a call"
                </button>
                <span class="worksheet-shift">
                    {tool("Earlier", Icon::Up, Box::new(move || shown.get().unwrap_or_default() == 0), Box::new(move || shift(false)))}
                    {tool("Later", Icon::Down, Box::new(move || shown.get().unwrap_or_default() + 1 >= count.get()), Box::new(move || shift(true)))}
                    {tool("Remove this call", Icon::Close, Box::new(none), Box::new(remove))}
                </span>
            </div>
            {piece(move || shown.get().map(|place| editor(line, place)).into_any())}
        </section>
    }
    .into_any()
}

/// What a new call begins as: a Query through the door of the table on the floor.
fn starter(line: Line) -> Call {
    let store = line.store;
    let known = line.request.read_untracked();
    let table = known.calls.last().and_then(CallForm::table_of).map(str::to_owned);
    let keys = untrack(|| keys_of(store, &table.unwrap_or_else(|| store.open.table.get())));
    let written = CallForm::new(FormOperation::Query, &keys).to_call(&keys);
    written.unwrap_or_else(|_| Call { operation: "Query".to_owned(), ..Call::default() })
}

fn chip(line: Line, shown: Memo<Option<usize>>, chosen: RwSignal<usize>, place: usize) -> AnyView {
    let label = line.read(move |request| {
        let call = request.calls.get(place);
        call.map(|call| {
            let table = CallForm::table_of(call).unwrap_or_default();
            format!("{} {} {table}", place + 1, call.operation)
        })
        .unwrap_or_default()
    });
    view! {
        <button
            class="desk-action"
            type="button"
            aria-pressed=aria(move || shown.get() == Some(place))
            on:click=press(move || chosen.set(place))
        >
            {words(move || label.get())}
        </button>
    }
    .into_any()
}

/// The fields and the text of a call.
fn editor(line: Line, place: usize) -> AnyView {
    let now = line.read(move |request| request.calls.get(place).cloned().unwrap_or_default());
    let edited = Callback::new(move |call: Call| {
        line.change(FIELD, |request| {
            if let Some(kept) = request.calls.get_mut(place) {
                *kept = call;
            }
        });
    });
    let draft = Draft::elsewhere(line.store, now.get_untracked(), edited);
    // An undo, or a change from elsewhere.
    effect(move || {
        let call = now.get();
        if *draft.call.read_untracked() != call {
            draft.call.set(call);
        }
    });
    view! {
        <div class="worksheet-call">
            <div class="desk-fields">
                <Fields draft />
            </div>
            <Code draft json=true />
        </div>
        <p class="worksheet-note" hidden=truth(move || !draft.faulty.get())>
            "What stands here is no request at the moment. The row keeps the last one that was."
        </p>
    }
    .into_any()
}
