//! What it would bring to spread a key over shards, and doing it for real.
//!
//! Owns the choice of a key, of a number and of what says the shard, and how the two curves look. What they say is
//! `map::advice::traffic`'s; how the design is changed is `map::advice::change`'s.

mod bench;
mod chooser;
mod curves;
mod deeds;
mod tour;
mod twin;

use leptos::prelude::*;

use super::run::Desk;
use crate::app::views::erased::{memo, piece, when};
use crate::app::views::model::ask;
use bench::Bench;

/// A key spread over shards.
pub fn sharding(desk: Desk) -> AnyView {
    let bench = Bench::new(desk);
    let has_keys = memo(move || bench.key.read().is_some());
    let refusal = memo(move || bench.choices.read().as_ref().err().cloned());
    view! {
        <section class="whatif" data-part="sharding" aria-labelledby="sharding-title">
            <h2 class="whatif-title" id="sharding-title" tabindex="-1">"A key over several shards"</h2>
            <p class="whatif-lead">
                "All that is asked of one partition-key value goes to one partition. Written as KEY#00, KEY#01 and so on it can lie on \
                several: each shard takes its part of the writes, and whoever reads the whole asks every one of them."
            </p>
            {tour::tour(bench)}
            {when(move || !has_keys.get(), || view! {
                <p class="whatif-none">
                    "No row asks for a key yet, so there is nothing to spread. Write a row on the worksheet that names one, and say how often it comes."
                </p>
            }.into_any())}
            {when(move || has_keys.get(), move || view! {
                {chooser::key(bench)}
                {piece(move || refusal.get().map_or_else(|| ().into_any(), |words| view! { <p class="whatif-none">{words}</p> }.into_any()))}
                {when(move || refusal.read().is_none(), move || view! {
                    {chooser::ways(bench)}
                    {twin::told(bench)}
                    {curves::curves(bench)}
                    {twin::twin(bench)}
                    {deeds::deeds(bench)}
                }.into_any())}
            }.into_any())}
            {ask::notice(bench.asking)}
        </section>
        {ask::dialog(bench.asking)}
    }
    .into_any()
}
