//! What came of a lesson, and how often it ends so.

use leptos::prelude::*;
use map::advice::consistency::{Agreement, Sale};
use map::numerals::grouped;

use super::lab::Lab;
use super::odds;
use super::shown::{Outcome, Shown};
use crate::app::views::erased::{memo, piece, press, when, words};

/// What came of it.
pub fn outcome(lab: Lab) -> AnyView {
    let outcome = memo(move || {
        lab.shown.read().as_ref().map(|shown: &std::sync::Arc<Shown>| shown.outcome.clone())
    });
    let is_sale = memo(move || matches!(*outcome.read(), Some(Outcome::Sale(_))));
    let told = move || match outcome.get() {
        Some(Outcome::Sale(sale)) => sold(&sale),
        Some(Outcome::Copy(agreement)) => agreed(&agreement),
        Some(Outcome::Index(words)) => view! { <p class="outcome-words">{words}</p> }.into_any(),
        None => ().into_any(),
    };
    view! {
        <div class="outcome" role="group" aria-label="What comes of it">
            {piece(told)}
            {when(move || is_sale.get(), move || many(lab))}
        </div>
    }
    .into_any()
}

fn figure(name: &'static str, value: String, is_wrong: bool) -> AnyView {
    view! {
        <div class="outcome-figure" data-wrong=is_wrong.then_some("")>
            <dt>{name}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}

fn sold(sale: &Sale) -> AnyView {
    let on_hand = sale.on_hand.map_or_else(|| "gone".to_owned(), |on_hand| on_hand.to_string());
    let below = sale.on_hand.is_none_or(|on_hand| on_hand < 0);
    view! {
        <dl class="outcome-figures">
            {figure("There were", grouped(sale.start), false)}
            {figure("Sold", grouped(sale.sold), sale.oversold > 0)}
            {figure("On hand then", on_hand, below || sale.lost > 0)}
            {figure("Oversold", grouped(sale.oversold), sale.oversold > 0)}
            {figure("Sales not counted", grouped(sale.lost), sale.lost > 0)}
        </dl>
        <p class="outcome-words" data-wrong=(!sale.is_right).then_some("")>{sale.sentence.clone()}</p>
    }
    .into_any()
}

fn agreed(agreement: &Agreement) -> AnyView {
    let never = (!agreement.heals).then_some("");
    view! { <p class="outcome-words" data-wrong=never>{agreement.sentence.clone()}</p> }.into_any()
}

/// The same sale with a thousand seeds.
fn many(lab: Lab) -> AnyView {
    let odds = odds::counted(lab);
    let told = move || odds.read().as_ref().map(odds::told).unwrap_or_default();
    let go = move |name: &'static str, deed: &'static str, seed: Option<u64>| {
        let seed = seed?;
        let here = seed == lab.assumptions.read().seed;
        (!here).then(|| {
            view! {
                <button class="button" type="button" data-deed=deed on:click=press(move || lab.set_seed(seed))>
                    {name}
                    {grouped(seed)}
                </button>
            }
            .into_any()
        })
    };
    let ways = move || {
        let odds = odds.get().unwrap_or_default();
        let goes_wrong = go("One that goes wrong: seed ", "wrong-seed", odds.first_wrong);
        let goes_right = go("One that goes right: seed ", "right-seed", odds.first_right);
        let both = odds.first_wrong.is_some() && odds.first_right.is_some();
        if both { view! { {goes_wrong} {goes_right} }.into_any() } else { ().into_any() }
    };
    view! {
        <div class="outcome-many">
            <p class="outcome-odds" data-part="odds">{words(told)}</p>
            <div class="whatif-buttons">{piece(ways)}</div>
        </div>
    }
    .into_any()
}
