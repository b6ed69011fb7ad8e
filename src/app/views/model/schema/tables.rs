//! The design's tables as a list, and how one is added.

use std::rc::Rc;

use leptos::prelude::*;
use map::advice::change::{KeyAttribute, KeySchema, Wish};
use map::numerals::counted;

use super::form::{Form, plain_field};
use super::key_fields::{Shape, key_fields, sound_keys};
use super::sheet::Sheet;
use crate::app::state::Command;
use crate::app::views::erased::{aria, each, mark, memo, press, when, words};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::worksheet::focus_later;

/// The list, with the form of a new table beneath it while that is asked for.
pub fn tables(sheet: Sheet) -> AnyView {
    let store = sheet.store();
    let count = memo(move || store.open.design.read().tables.len());
    let adding = RwSignal::new(false);
    let start = move || {
        adding.set(true);
        focus_later(".model-new-table input".to_owned());
    };
    view! {
        <div class="model-part">
            <div class="model-part-head">
                <h2 class="model-title" id="model-tables" tabindex="-1">"Tables"</h2>
                <button class="button model-small" type="button" aria-expanded=aria(move || adding.get()) on:click=press(start)>
                    {glyph(Icon::Plus)}
                    "Add a table"
                </button>
            </div>
            {when(move || adding.get(), move || new_table(sheet, adding))}
            {when(move || count.get() == 0 && !adding.get(), || view! {
                <p class="model-empty">
                    "There is no table yet. A table is a warehouse: its partition key says in which aisle an item stands, its sort key \
                    where on the shelf."
                </p>
            }.into_any())}
            <ul class="model-tables" aria-labelledby="model-tables">
                {each(move || (0..count.get()).collect(), move |place| table(sheet, place))}
            </ul>
        </div>
    }
    .into_any()
}

/// One table, by its place.
fn table(sheet: Sheet, place: usize) -> AnyView {
    let store = sheet.store();
    let name = memo(move || {
        let design = store.open.design.read();
        design.tables.get(place).map(|table| table.name().to_owned()).unwrap_or_default()
    });
    let about = move || {
        store.open.with_database(|database| {
            let Some(table) = database.table(&name.read()) else { return String::new() };
            let items = counted(table.item_count() as u64, "item", "items");
            match table.indexes().count() as u64 {
                0 => items,
                indexes => [&items, " · ", &counted(indexes, "index", "indexes")].concat(),
            }
        })
    };
    let here = move || (*store.open.table.read() == *name.read()).then_some("true");
    view! {
        <li>
            <button
                class="model-table"
                type="button"
                title=words(move || name.get())
                aria-current=mark(here)
                on:click=press(move || store.send(Command::ShowTable(name.get_untracked())))
            >
                <span class="model-table-name">{words(move || name.get())}</span>
                <span class="model-minor">{words(about)}</span>
            </button>
        </li>
    }
    .into_any()
}

/// The form of a new table.
fn new_table(sheet: Sheet, adding: RwSignal<bool>) -> AnyView {
    let key = |name: &str| KeyAttribute { name: name.to_owned(), kind: "S".to_owned() };
    let name = RwSignal::new(String::new());
    let keys = RwSignal::new(KeySchema { partition: vec![key("PK")], sort: vec![key("SK")] });
    let fault = RwSignal::new(None::<String>);
    let close = move || {
        adding.set(false);
        focus_later("#model-tables".to_owned());
    };
    let submit = move || {
        let name = name.get_untracked().trim().to_owned();
        let wish = Wish::AddTable { name, keys: sound_keys(&keys.read_untracked()) };
        match sheet.asking.wish(&wish) {
            None => close(),
            wrong => fault.set(wrong),
        }
    };
    let fields = view! {
        {plain_field("Name", "Orders", None, name, fault)}
        {key_fields(sheet, keys, Shape::Table)}
    };
    Form {
        class: "model-new-table",
        name: "A new table",
        fields: fields.into_any(),
        fault,
        does: "Add the table",
        submit: Box::new(submit),
        others: None,
        close: Rc::new(close),
    }
    .view()
}
