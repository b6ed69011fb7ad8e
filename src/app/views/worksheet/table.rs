//! The table of rows, and how a row is added to it.

use leptos::prelude::*;

use super::line::{Line, focus_later};
use super::row::{COLUMNS, row};
use crate::app::state::{Command, Page, Store};
use crate::app::views::erased::{each, press, when};
use crate::app::views::icons::{Icon, glyph};

/// The rows.
pub fn table(store: Store) -> AnyView {
    let rows = store.worksheet.rows;
    let none = move || rows.read().is_empty();
    let numbers = move || rows.read().iter().map(|row| row.number.0 as usize).collect();
    let make = move |number: usize| {
        let rows = rows.read_untracked();
        let row_of = rows.iter().find(|row| row.number.0 as usize == number);
        row_of.map(|found| row(Line::of(store, found.clone()))).into_any()
    };
    let head =
        |words: &'static str| view! { <th scope="col" role="columnheader">{words}</th> }.into_any();
    view! {
        {when(none, move || empty(store))}
        {when(move || !none(), move || view! {
            <div class="worksheet-frame">
                <table class="worksheet-table" role="table" aria-labelledby="worksheet-title">
                    <thead role="rowgroup">
                        <tr role="row">{COLUMNS.map(head).into_iter().collect_view()}</tr>
                    </thead>
                    <tbody role="rowgroup">{each(numbers, make)}</tbody>
                </table>
            </div>
            <button class="worksheet-add" type="button" on:click=press(move || add_row(store))>
                {glyph(Icon::Plus)}
                "Add a request"
            </button>
        }.into_any())}
    }
    .into_any()
}

/// Adds a row and goes on in its sentence, from wherever one is.
pub fn add_row(store: Store) {
    store.send(Command::ShowPage(Page::Worksheet));
    store.send(Command::AddRow);
    focus_later(".worksheet-editor [data-width=sentence] input".to_owned());
}

/// What stands there while nothing is asked of the design.
fn empty(store: Store) -> AnyView {
    view! {
        <div class="worksheet-empty">
            <p class="worksheet-empty-title">"What must the application retrieve?"</p>
            <p>
                "Write the first question as a person would ask it, such as “List the orders of a customer, newest first”. \
                Then say how often it is asked and which request answers it. Keys and indexes come after: each has to answer a row."
            </p>
            <button class="button" data-kind="primary" type="button" on:click=press(move || add_row(store))>
                "Write the first question"
            </button>
        </div>
    }
    .into_any()
}
