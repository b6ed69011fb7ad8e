//! The load: how often each row is asked, and the rows that write.

use leptos::prelude::*;
use map::advice::row_words::{RATE_LIMITS, parse_rate, rate_words};
use map::advice::traffic::{unwritten_kinds, write_row};
use map::design::{Edit, Volume};

use super::number::Number;
use super::run::Desk;
use crate::app::state::{Command, Row};
use crate::app::views::erased::{each, memo, piece, press, words};
use crate::app::views::icons::{Icon, glyph};

/// Places of a slider, from one request in ten seconds to 200,000 a second: 1, 1.5, 2, 3, 5 and 7 of each power of ten.
fn places() -> Vec<f64> {
    let mut places = Vec::new();
    let mut power = 0.1;
    while power < 100_000.5 {
        places.extend([1.0, 1.5, 2.0, 3.0, 5.0, 7.0].map(|step| step * power));
        power *= 10.0;
    }
    places.retain(|place| *place <= 200_000.5);
    places
}

/// All rows: those that read, then those that write.
pub fn asked(desk: Desk) -> AnyView {
    let writes = memo(move || {
        let run = desk.run.read();
        let writes = |row: &Row| {
            let id = &row.request.read().id;
            run.setup.load.streams.iter().any(|stream| stream.id == *id && stream.is_write)
        };
        let rows = desk.store.worksheet.rows.read();
        rows.iter().filter(|row| writes(row)).map(|row| row.number.0).collect::<Vec<_>>()
    });
    let rows = move |is_write: bool| {
        let numbers = move || {
            let rows = desk.store.worksheet.rows.read();
            let of = |row: &&Row| writes.read().contains(&row.number.0) == is_write;
            rows.iter().filter(of).map(|row| row.number.0 as usize).collect()
        };
        each(numbers, move |number| row(desk, number))
    };
    view! {
        <section class="traffic-part" aria-labelledby="traffic-load">
            <h2 id="traffic-load">"Load"</h2>
            {rows(false)}
            {piece(move || {
                let any = !writes.read().is_empty();
                any.then(|| view! { <h3 class="traffic-part-title">"Writes"</h3> }).into_any()
            })}
            {rows(true)}
            {new_writes(desk)}
        </section>
    }
    .into_any()
}

fn row(desk: Desk, number: usize) -> AnyView {
    let store = desk.store;
    let found = store.worksheet.rows.read_untracked();
    let found = found.iter().find(|row| row.number.0 as usize == number).cloned();
    let Some(Row { number, request, .. }) = found else { return ().into_any() };
    let request: RwSignal<_> = request.into();
    let rate = memo(move || request.read().volume.per_second());
    let set = move |rate: f64| {
        let mut changed = request.get_untracked();
        changed.volume = Volume::PerSecond(rate);
        let request = Box::new(changed);
        store.send(Command::ChangeRow { row: number, request, field: "volume" });
    };
    let places = places();
    let count = places.len();
    let at = {
        let places = places.clone();
        memo(move || places.iter().rposition(|place| *place <= rate.get() * 1.001).unwrap_or(0))
    };
    let slide = move |at: usize| {
        if let Some(rate) = places.get(at) {
            set(*rate);
        }
    };
    Number {
        label: words(move || {
            let request = request.read();
            [&request.id, " ", &request.sentence].concat()
        }),
        text: memo(move || rate_words(rate.get())),
        unit: "/s",
        commit: Box::new(move |typed| match parse_rate(&typed) {
            Some(rate) => {
                set(rate);
                None
            }
            None => Some(RATE_LIMITS.to_owned()),
        }),
        slider: Some((count, at, Box::new(slide))),
    }
    .view()
}

/// A button for each kind of item that no row writes.
fn new_writes(desk: Desk) -> AnyView {
    let store = desk.store;
    let kinds = move || {
        let design = store.open.design.read();
        store.open.with_database(|database| {
            let kinds = unwritten_kinds(&design, database);
            let named = |kind: usize| Some((kind, design.entities.get(kind)?.name.clone()));
            kinds.into_iter().filter_map(named).collect::<Vec<_>>()
        })
    };
    let kinds = memo(kinds);
    let add = move |kind: usize, name: &str| {
        let design = store.open.design.get_untracked();
        let made =
            store.open.with_database_untracked(|database| write_row(&design, database, kind));
        let Some(request) = made else { return };
        let edit = Edit::InsertRequest { at: design.requests.len(), request: Box::new(request) };
        let label = ["add writes of ", name].concat();
        store.send(Command::Edit { label, edits: vec![edit], merge: None });
    };
    let button = move |(kind, name): (usize, String)| {
        let label = name.clone();
        view! {
            <button class="button" type="button" on:click=press(move || add(kind, &name))>
                {glyph(Icon::Plus)}
                {label}
            </button>
        }
        .into_any()
    };
    piece(move || {
        let kinds = kinds.get();
        if kinds.is_empty() {
            return ().into_any();
        }
        view! {
            <div class="traffic-new" role="group" aria-label="Add writes of">
                <p class="traffic-minor">"Add writes of"</p>
                {kinds.into_iter().map(button).collect_view()}
            </div>
        }
        .into_any()
    })
    .into_any()
}
