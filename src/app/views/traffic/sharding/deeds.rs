//! The key spread for real, and put together again: each one step that can be undone.

use leptos::prelude::*;
use map::advice::change::Wish;
use map::numerals::grouped;

use super::bench::Bench;
use crate::app::views::erased::{memo, press, truth, words};

/// The buttons.
pub fn deeds(bench: Bench) -> AnyView {
    let now = memo(move || bench.key.read().as_ref().map_or(1, |key| key.asked.shards));
    let spread = move || {
        let shards = bench.shards.get_untracked();
        if let Some(wish) = bench.wish(shards) {
            bench.asking.wish_or_tell(&Wish::Shard(wish));
        }
    };
    let join = move || {
        if let Some(wish) = bench.wish(1) {
            bench.asking.wish_or_tell(&Wish::Shard(wish));
        }
    };
    let label = move || match bench.shards.get() {
        1 => "Shard it for real".to_owned(),
        shards => format!("Shard it for real, {} ways", grouped(u64::from(shards))),
    };
    view! {
        <p class="whatif-words">
            "For real means in the design: its items get keys with a shard in them, key templates and requests follow. Where a row \
            would not be proven any more, that is said before it is done; it is one step, which can be undone."
        </p>
        <div class="whatif-buttons">
            <button
                class="button"
                data-kind="primary"
                data-deed="shard"
                type="button"
                disabled=truth(move || bench.shards.get() < 2 || bench.shards.get() == now.get())
                on:click=press(spread)
            >
                {words(label)}
            </button>
            <button
                class="button"
                data-deed="join"
                type="button"
                disabled=truth(move || now.get() < 2)
                on:click=press(join)
            >
                "Put it together again"
            </button>
        </div>
    }
    .into_any()
}
