//! Above the grid: which items are shown, what is looked for, and how items come.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use map::numerals::grouped;

use super::deeds;
use super::find::go_to_found;
use super::grid::{Grid, Sheet};
use super::keys::ask_for_items;
use super::survey::Shown;
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, press, truth, typed, words};
use crate::app::views::icons::{Icon, glyph};

/// The bar.
pub fn bar(grid: Grid) -> AnyView {
    let none = move || grid.store.open.table.with(String::is_empty);
    let button = |label: &'static str,
                  title: &'static str,
                  act: Box<dyn FnMut(leptos::ev::MouseEvent)>| {
        view! {
                <button class="button" type="button" title=title disabled=truth(none) on:click=act>{label}</button>
            }
            .into_any()
    };
    view! {
        <div class="cells-bar">
            {kinds(grid)}
            {finder(grid)}
            <div class="cells-come">
                {button("Add item", "Write a new item as DynamoDB JSON", press(move || deeds::begin_item(grid)))}
                {button("Paste items", "CSV, TSV or JSON, looked at before it is put into the table", press(move || ask_for_items(grid)))}
                {button("Sample items", "Items that could be real, made up for a kind of item", press(move || grid.sheet.set(Some(Sheet::Samples))))}
            </div>
        </div>
    }
    .into_any()
}

/// The choices of what is shown: all, each kind of the table, what is of none.
fn kinds(grid: Grid) -> AnyView {
    let kinds = memo(move || {
        let table = grid.store.open.table.get();
        grid.store.open.design.with(|design| {
            let kinds = design.entities.iter().enumerate();
            let of_table = kinds.filter(|(_, kind)| kind.table == table);
            of_table.map(|(place, kind)| (place, kind.name.clone())).collect::<Vec<_>>()
        })
    });
    let options = Signal::derive(move || {
        let kinds = kinds.get();
        let mut options = vec!["All items".to_owned()];
        options.extend(kinds.into_iter().map(|(_, name)| name));
        options.push("Of no kind".to_owned());
        options
    });
    let chosen = Signal::derive(move || {
        let kinds = kinds.get();
        match grid.shown.get() {
            Shown::All => 0,
            Shown::Kind(kind) => {
                kinds.iter().position(|(place, _)| *place == kind).map_or(0, |at| at + 1)
            }
            Shown::NoKind => kinds.len() + 1,
        }
    });
    let choose = move |place: usize| {
        let kinds = kinds.get_untracked();
        let shown = match place.checked_sub(1) {
            None => Shown::All,
            Some(at) => kinds.get(at).map_or(Shown::NoKind, |(kind, _)| Shown::Kind(*kind)),
        };
        grid.go(0, 0);
        grid.asked_for.set(Vec::new());
        grid.shown.set(shown);
    };
    view! { <Choice name="Kind of item" class="field-picker cells-kinds" options chosen on_choose=choose /> }.into_any()
}

/// What is looked for, where, and how often it was found.
fn finder(grid: Grid) -> AnyView {
    let find = grid.find;
    let attributes = memo(move || {
        grid.survey.with(|survey| {
            let columns = survey.columns.iter().map(|column| Arc::clone(&column.name));
            columns.chain(survey.others.iter().take(400).cloned()).collect::<Vec<_>>()
        })
    });
    let options = Signal::derive(move || {
        let mut options = vec!["in all attributes".to_owned()];
        options.extend(attributes.get().iter().map(|name| format!("in {name}")));
        options
    });
    let chosen = Signal::derive(move || {
        let within = find.attribute.get();
        let place = attributes.get().iter().position(|name| Some(name) == within.as_ref());
        place.map_or(0, |place| place + 1)
    });
    let choose = move |place: usize| {
        let name = place.checked_sub(1).and_then(|at| attributes.get_untracked().get(at).cloned());
        if let Some(name) = &name
            && grid.survey.with_untracked(|survey| survey.others.contains(name))
        {
            grid.asked_for.update(|asked_for| asked_for.push(Arc::clone(name)));
        }
        find.attribute.set(name);
    };
    let count = words(move || {
        if find.text.with(String::is_empty) {
            return String::new();
        }
        let (found, of) =
            (find.rows.with(|rows| rows.len()), grid.survey.with(|survey| survey.count));
        let more = if find.whole.get() { "" } else { "…" };
        format!("{}{more} of {}", grouped(found as u64), grouped(of as u64))
    });
    let keys = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            go_to_found(grid, event.shift_key());
        }
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            find.forget();
            grid.focus();
        }
        _ => {}
    };
    let step = move |back: bool| {
        let (label, icon) =
            if back { ("Find before", Icon::Up) } else { ("Find next", Icon::Down) };
        view! {
            <button class="button" data-shape="square" data-kind="quiet" type="button" aria-label=label title=label
                disabled=truth(move || find.rows.with(|rows| rows.is_empty()))
                on:click=press(move || go_to_found(grid, back))>
                {glyph(icon)}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="cells-find" role="search">
            <input class="field-input cells-find-text" type="text" placeholder="Find" aria-label="Find items" spellcheck="false"
                autocapitalize="off" prop:value=find.text on:input=typed(move |text| find.text.set(text)) on:keydown=keys />
            <Choice name="Where to find it" class="field-picker cells-find-where" options chosen on_choose=choose />
            <output class="cells-find-count" role="status">{count}</output>
            {step(true)}
            {step(false)}
        </div>
    }
    .into_any()
}
