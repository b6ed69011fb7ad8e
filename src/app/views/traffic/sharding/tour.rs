//! The tour: one key that every sale near the end of a stock writes to, and what three shards make of it.

use leptos::prelude::*;
use map::advice::change::{ShardedKeys, Sharding};
use map::advice::traffic::{low_stock, low_stock_sharded};

use super::bench::{Bench, By, Name};
use crate::app::state::{Command, Source};
use crate::app::views::erased::{memo, piece, press};

/// How the tour stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The example could be added to the open design.
    Add,
    /// It is there, and something else is looked at.
    Look,
    /// It is looked at, as one key.
    Whole,
    /// It is looked at, spread.
    Spread,
    /// The open design has no place for it.
    Elsewhere,
}

fn name_of(tour: &Sharding) -> Name {
    let value = match &tour.keys {
        ShardedKeys::Values(values) => values.first().cloned().unwrap_or_default(),
        ShardedKeys::Kind(kind) => kind.clone(),
    };
    (tour.table.clone(), None, value)
}

/// A short paragraph with a button.
pub fn tour(bench: Bench) -> AnyView {
    let store = bench.store;
    let stop = memo(move || {
        if low_stock(&store.open.design.read()).is_some() {
            return Stop::Add;
        }
        let name = name_of(&low_stock_sharded());
        let here =
            bench.key.read().as_ref().filter(|key| key.name() == name).map(|key| key.asked.shards);
        match here {
            Some(1) => Stop::Whole,
            Some(_) => Stop::Spread,
            None if bench.keys.read().iter().any(|key| key.name() == name) => Stop::Look,
            None => Stop::Elsewhere,
        }
    });
    let is_warehouse =
        memo(move || matches!(store.open.source.get(), Source::Scenario(id) if id == "warehouse"));
    let told = move || match stop.get() {
        Stop::Elsewhere if is_warehouse.get() => ().into_any(),
        Stop::Elsewhere => said(
            "The warehouse scenario has a tour of this: every sale near the end of a stock writes to one key, LOW_STOCK.",
            Some((
                "Open the warehouse",
                Box::new(move || store.send(Command::OpenScenario("warehouse".to_owned()))),
            )),
        ),
        Stop::Add => said(
            "A tour: let every sale near the end of a stock leave a note under one key, LOW_STOCK, for one row that lists them. It is \
            easy to read and has one place to be written. The example adds the items and two rows to this design, as one step.",
            Some(("Add LOW_STOCK", Box::new(move || begin(bench)))),
        ),
        Stop::Look => said(
            "LOW_STOCK is in this design: the one key that every sale near the end of a stock writes to.",
            Some(("Look at LOW_STOCK", Box::new(move || look(bench)))),
        ),
        Stop::Whole => said(
            "This is LOW_STOCK: all its notes are one collection on one partition. Raise the volume of the row that writes them, move the \
            slider to see how many shards keep each under the line, and shard it for real below.",
            None,
        ),
        Stop::Spread => said(
            "LOW_STOCK is spread: its notes lie under LOW_STOCK#00 and on, each shard takes its part of the writes, and the row that lists \
            them all sends a Query to each and merges the answers in sort order.",
            None,
        ),
    };
    piece(told).into_any()
}

/// A button's words, and what it does.
type Offer = (&'static str, Box<dyn Fn()>);

fn said(words: &'static str, button: Option<Offer>) -> AnyView {
    let button = button.map(|(name, act)| {
        view! {
            <div class="whatif-buttons">
                <button class="button" data-deed="tour" type="button" on:click=press(act)>{name}</button>
            </div>
        }
        .into_any()
    });
    view! { <div class="sharding-tour"><p>{words}</p> {button}</div> }.into_any()
}

fn begin(bench: Bench) {
    let design = bench.store.open.design.get_untracked();
    let Some(plan) = low_stock(&design) else { return };
    bench.asking.take_or_tell(Ok(plan));
    look(bench);
}

fn look(bench: Bench) {
    let tour = low_stock_sharded();
    bench.set_shards(tour.shards);
    bench.by.set(By::Best);
    bench.choose(name_of(&tour));
}
