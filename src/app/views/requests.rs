//! The requests the application must answer, as cards.

use crate::app::views::erased::{effect, memo, piece, press, truth, when, words};
use leptos::html;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use map::advice::Standing;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

use super::card::{Card, is_routed};
use super::icons::{Icon, glyph};
use super::worksheet::add_row;
use crate::app::state::{Command, Row, use_store};

/// The panel of request cards.
#[component]
pub fn Requests() -> impl IntoView {
    let store = use_store();
    let rows = store.worksheet.rows;
    let running = memo(move || {
        let walked = &*store.playback.walked.read();
        walked.as_ref().and_then(|walked| walked.request.clone())
    });
    let count_words = words(move || {
        let rows = &*rows.read();
        let with_route = rows.iter().filter(|row| is_routed(&row.proof.read())).count();
        format!("{with_route} of {} routed", rows.len())
    });
    let card = move |row: &Row| {
        let row = row.clone();
        let card = piece(move || {
            let request = row.request.get();
            let id = request.id.clone();
            let selected = memo(move || running.get().as_ref() == Some(&id));
            let id = request.id.clone();
            let run = move |()| store.send(Command::RunRequest(id.clone()));
            view! { <Card request proof=row.proof.clone() selected on_run=run /> }.into_any()
        });
        view! { <li>{card}</li> }.into_any()
    };
    let cards = piece(move || rows.read().iter().map(card).collect_view().into_any());
    // Before the first design is open there is nothing to say.
    let empty = move || {
        let design = &*store.open.design.read();
        design.requests.is_empty() && !design.tables.is_empty()
    };
    let list = NodeRef::<html::Ul>::new();
    effect(move || {
        if let (Some(list), Some(_)) = (list.get(), running.get()) {
            spawn_local(async move {
                tick().await;
                show_pressed(&list);
            });
        }
    });
    let untried = truth(move || {
        let rows = &*rows.read();
        rows.iter().all(|row| row.proof.read().standing == Standing::Unknown)
    });
    view! {
        <section class="requests" aria-labelledby="requests-title">
            <div class="requests-head">
                <h2 id="requests-title">"Requests"</h2>
                <span class="requests-routed" hidden=untried>{count_words}</span>
            </div>
            {when(empty, move || view! {
                <p class="requests-empty">
                    "This design names no requests. Put one on the desk below and walk it."
                </p>
             }.into_any())}
            <ul class="requests-list" node_ref=list>{cards}</ul>
            <button class="requests-add" type="button" on:click=press(move || add_row(store))>
                {glyph(Icon::Plus)}
                "Add a request"
            </button>
        </section>
    }
}

/// Scrolls until the card whose walk is on the floor is in view: a link may ask for one beyond the edge.
fn show_pressed(list: &web_sys::HtmlElement) {
    if let Ok(Some(card)) = list.query_selector(".card[aria-pressed=true]") {
        let nearest = ScrollIntoViewOptions::new();
        nearest.set_block(ScrollLogicalPosition::Nearest);
        nearest.set_inline(ScrollLogicalPosition::Nearest);
        card.scroll_into_view_with_scroll_into_view_options(&nearest);
    }
}
