//! Traffic: the load of the requests, second by second, and what each partition serves of it. On the left what is asked, of which
//! keys, by which rules; on the right what comes of it.

mod asked;
mod bars;
mod capacity;
mod consistency;
mod heat;
mod number;
mod partitions;
mod player;
mod rules_list;
mod run;
mod settings;
mod sharding;
mod skew;
mod told;
mod twin;

use std::hint::black_box;

use leptos::prelude::*;

use super::desk::UndoButtons;
use super::erased::{aria, memo, piece, press, when, words};
use super::icons::{Icon, glyph};
use super::once_loaded::{View, once_loaded};
use super::worksheet::CALLED_BY_MANY;
use crate::app::state::{Command, use_store};
use crate::pieces::later;
use consistency::consistency;
use run::Desk;
use sharding::sharding;

later! {
    in traffic:
    /// The traffic.
    fn traffic() -> View {
        black_box(CALLED_BY_MANY);
        || view! { <Whole /> }.into_any()
    }
}

/// The traffic, once its code is there.
#[component]
pub fn Traffic() -> impl IntoView {
    once_loaded(|| Box::pin(traffic()))
}

#[component]
fn Whole() -> impl IntoView {
    let store = use_store();
    store.expect_late();
    let desk = Desk::of(store);
    view! {
        <div class="traffic" id="traffic" tabindex="-1">
            <aside class="traffic-desk" aria-label="Load">{panel(desk)}</aside>
            <div class="traffic-main">{sections(desk)}</div>
        </div>
    }
}

/// What is asked: each a section of the panel on the left, in this order.
fn panel(desk: Desk) -> AnyView {
    view! {
        <UndoButtons />
        {asked::asked(desk)}
        {skew::skew(desk)}
        {capacity::capacity(desk)}
        {skew::seed(desk)}
        {rules_list::rules(desk)}
    }
    .into_any()
}

/// What comes of it: each a section of the page, in this order. What else is to be seen of traffic is added here.
fn sections(desk: Desk) -> AnyView {
    view! { {simulated(desk)} {sharding(desk)} {consistency(desk.store)} }.into_any()
}

/// The seconds that were simulated, or why there are none.
fn simulated(desk: Desk) -> AnyView {
    let nothing = memo(move || desk.nothing.get());
    let some = memo(move || nothing.get().is_none());
    view! {
        <section class="traffic-section" aria-labelledby="traffic-title">
            <h2 class="traffic-title" id="traffic-title">
                {words(move || match desk.minutes.get() {
                    1 => "Traffic over one minute".to_owned(),
                    minutes => format!("Traffic over {minutes} minutes"),
                })}
            </h2>
            <p class="traffic-lead">{words(move || told::lead(desk))}</p>
            {piece(move || match nothing.get() {
                Some(nothing) => view! { <p class="traffic-nothing">{nothing.words()}</p> }.into_any(),
                None => ().into_any(),
            })}
            {when(move || some.get(), move || shown(desk))}
        </section>
    }
    .into_any()
}

/// The run: in charts, or as tables.
fn shown(desk: Desk) -> AnyView {
    let twin = desk.store.preferences.twin;
    let switch = move || desk.store.send(Command::SetTwin(!twin.get_untracked()));
    view! {
        {told::whole(desk)}
        <div class="traffic-tools">
            {player::player(desk)}
            <button class="button" type="button" aria-pressed=aria(move || twin.get()) on:click=press(switch)>
                {glyph(Icon::Table)}
                "As a table"
            </button>
        </div>
        {when(move || !twin.get(), move || partitions::doors(desk))}
        {when(move || twin.get(), move || twin::twin(desk))}
        {told::hottest(desk)}
        {told::events(desk)}
        {told::streams(desk)}
    }
    .into_any()
}
