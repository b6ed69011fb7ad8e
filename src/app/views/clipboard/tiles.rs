//! The figures of the walk so far. Pointing at one lights the boxes it counts.

use crate::app::views::erased::{Mark, Words, mark, memo, press, when, words};
use leptos::prelude::*;
use map::player::Counters;

use crate::app::state::{Command, Door, Highlight, Store, use_store};
use map::numerals::{bytes, counted, grouped, units};

/// Partitions of every door the walk goes through: what "1 of 3" is of.
fn partitions_in_all(store: Store) -> usize {
    let Some(walked) = store.playback.walked.get() else { return 0 };
    let mut doors: Vec<Door> = Vec::new();
    for leg in walked.walk.pages.iter().flat_map(|page| &page.legs) {
        if !doors.iter().any(|door| door.table == leg.table && door.index == leg.index) {
            doors.push(Door { table: leg.table.clone(), index: leg.index.clone() });
        }
    }
    let of_door = |door| store.open.with_door(door, key_engine::Index::partition_count);
    doors.iter().filter_map(of_door).map(|count| count as usize).sum()
}

/// The tiles.
#[component]
pub fn Tiles() -> impl IntoView {
    let store = use_store();
    let counters = move || {
        let step = store.playback.step.get();
        let walked = store.playback.walked.get();
        walked.map_or_else(Counters::default, |walked| walked.timeline.counters(step))
    };
    let partitions = memo(move || partitions_in_all(store));
    let tone = mark(move || {
        let counters = counters();
        (counters.read > counters.returned).then_some("discarded")
    });
    let of_partitions = words(move || match partitions.get() {
        0 => String::new(),
        all => format!("of {}", grouped(all as u64)),
    });
    let writes = memo(move || store.playback.walked.get().is_some_and(|walked| walked.writes()));
    // What was written by now: items, and entries of indexes.
    let written = move || {
        let step = store.playback.step.get();
        let mut counts = [0_u64; 2];
        if let Some(walked) = store.playback.walked.get() {
            for leg in walked.timeline.written(step) {
                let [items, entries] = &mut counts;
                *(if leg.index.is_none() { items } else { entries }) += 1;
            }
        }
        counts
    };
    let first = move || if writes.get() { written()[0] } else { counters().returned };
    let second = move || if writes.get() { written()[1] } else { counters().read };
    let words_of = move |count: u64, read: [&str; 2], write: [&str; 2]| {
        let [one, many] = if writes.get() { write } else { read };
        (if count == 1 { one } else { many }).to_owned()
    };
    let first_words = words(move || {
        words_of(first(), ["item returned", "items returned"], ["item written", "items written"])
    });
    let second_words = words(move || {
        let entries = ["index entry", "index entries"];
        words_of(second(), ["item read", "items read"], entries)
    });
    let paid = words(move || {
        if writes.get() {
            return "WCU".to_owned();
        }
        let pages = u64::from(counters().page);
        format!("RCU, {}", counted(pages, "page", "pages"))
    });
    view! {
        <div class="clipboard-tiles">
            <Tile number=words(move || grouped(first())) counts=first_words lights=Highlight::Returned />
            <Tile number=words(move || grouped(second())) counts=second_words tone=tone lights=Highlight::Read />
            <Tile
                number=words(move || grouped(u64::from(counters().partitions)))
                of=of_partitions
                counts=words(|| "partitions touched".to_owned())
                lights=Highlight::Partitions
            />
            <Tile number=words(move || units(counters().capacity_units)) counts=paid lights=Highlight::Read />
            {when(move || !writes.get(), move || view! {
                <Tile
                    number=words(move || bytes(counters().bytes))
                    counts=words(|| "read".to_owned())
                    lights=Highlight::Read
                    wide=true
                />
            }.into_any())}
        </div>
    }
}

/// One figure.
#[component]
fn Tile(
    number: Words,
    counts: Words,
    lights: Highlight,
    #[prop(default = words(String::new))] of: Words,
    #[prop(default = mark(|| None))] tone: Mark,
    #[prop(optional)] wide: bool,
) -> impl IntoView {
    let store = use_store();
    let light = move || store.send(Command::Highlight(Some(lights)));
    let unlight = move || store.send(Command::Highlight(None));
    view! {
        <button
            class="clipboard-tile"
            type="button"
            title="Shows which boxes this counts"
            data-tone=tone
            data-wide=wide.then_some("")
            on:pointerenter=move |_| light()
            on:focus=move |_| light()
            on:click=press(light)
            on:pointerleave=move |_| unlight()
            on:blur=move |_| unlight()
        >
            <span>
                <span class="clipboard-number">{number}</span>
                <span class="clipboard-of">{of}</span>
            </span>
            <span class="clipboard-words">{counts}</span>
        </button>
    }
}
