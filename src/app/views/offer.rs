//! Items that came in and could join the open design: what adding them would do, and the ways out.

use leptos::prelude::*;
use map::numerals::counted;

use super::close_button::close_button;
use super::erased::{piece, press, when, words};
use super::icons::{Icon, glyph};
use super::once_loaded::{View, once_loaded};
use crate::app::state::{Command, Offer, use_store};
use crate::pieces::later;

later! {
    in model:
    /// The offer.
    fn offer() -> View {
        || view! { <Standing /> }.into_any()
    }
}

/// The offer, while there is one.
#[component]
pub fn OfferNotice() -> impl IntoView {
    let store = use_store();
    view! {
        {when(move || store.open.offer.read().is_some(), || once_loaded(|| Box::pin(offer())))}
    }
}

fn items(count: usize) -> String {
    counted(count as u64, "item", "items")
}

/// What is offered, in a sentence.
fn title(offer: &Offer) -> String {
    let all = items(offer.new + offer.differing + offer.same);
    format!("{} holds {all} and names no keys", offer.name)
}

/// What adding would do.
fn consequences(offer: &Offer) -> String {
    let tables = offer.tables.join(" and ");
    let mut said = format!("They have the keys of {tables}, which is open.");
    if offer.differing > 0 {
        let (would, them) = if offer.differing == 1 {
            ("would replace an item", "it")
        } else {
            ("would replace items", "them")
        };
        said = format!(
            "{said} {} {would} of the same key that {them} would change.",
            items(offer.differing)
        );
    }
    if offer.same > 0 {
        let are = if offer.same == 1 { "is" } else { "are" };
        said = format!("{said} {} {are} there already, just so.", items(offer.same));
    }
    if offer.defects > 0 {
        let things = counted(offer.defects as u64, "thing was", "things were");
        said =
            format!("{said} {things} noticed in the file; the list is shown once they are added.");
    }
    said
}

#[component]
fn Standing() -> impl IntoView {
    let store = use_store();
    store.expect_late();
    let said = move |say: fn(&Offer) -> String| {
        words(move || store.open.offer.read().as_ref().map(say).unwrap_or_default())
    };
    let add = piece(move || {
        let Some(offer) = store.open.offer.get() else { return ().into_any() };
        let count = offer.new + offer.differing;
        if count == 0 {
            return ().into_any();
        }
        let label = format!("Add {} to {}", items(count), offer.tables.join(" and "));
        view! {
            <button
                class="button"
                data-kind="primary"
                type="button"
                on:click=press(move || store.send(Command::AnswerOffer { add: true }))
            >
                {label}
            </button>
        }
        .into_any()
    });
    view! {
        <div class="notice" data-notice="offer" role="status">
            {glyph(Icon::Open)}
            <div class="notice-words">
                <p class="notice-title">{said(title)}</p>
                <p class="notice-body">{said(consequences)}</p>
            </div>
            <div class="notice-buttons notice-whole">
                {add}
                <button
                    class="button"
                    type="button"
                    on:click=press(move || store.send(Command::AnswerOffer { add: false }))
                >
                    "Open as a new design"
                </button>
                {close_button(store, "Leave them", Command::CancelOpening)}
            </div>
        </div>
    }
}
