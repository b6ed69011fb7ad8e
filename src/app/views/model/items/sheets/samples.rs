//! Sample items for a kind of item: how many, and from which seed.

use key_engine::walk::Change;
use leptos::prelude::*;
use map::design::believable;
use std::sync::Arc;

use super::super::deeds::{self, counted};
use super::super::grid::Grid;
use super::super::survey::Shown;
use super::{buttons, close};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, truth, typed};

/// Sample items made at once at most.
const MOST: usize = 10_000;

/// The title and the body of the dialog.
pub fn samples(grid: Grid) -> (String, AnyView) {
    let table = grid.store.open.table.get_untracked();
    let kinds: Vec<(usize, String)> = grid.store.open.design.with_untracked(|design| {
        let kinds = design.entities.iter().enumerate().filter(|(_, kind)| kind.table == table);
        kinds.map(|(place, kind)| (place, kind.name.clone())).collect()
    });
    let first = match grid.shown.get_untracked() {
        Shown::Kind(kind) => kinds.iter().position(|(place, _)| *place == kind).unwrap_or_default(),
        _ => 0,
    };
    let title = format!("Add sample items to {table}");
    if kinds.is_empty() {
        let body = view! {
            <p>"The table has no kinds of item yet. Add one beside the table’s keys: its key templates say what its items look like."</p>
        };
        return (title, body.into_any());
    }
    let labels: Vec<String> = kinds.iter().map(|(_, name)| name.clone()).collect();
    let kinds = StoredValue::new(kinds);
    let chosen = RwSignal::new(first);
    let (count, seed) = (RwSignal::new("10".to_owned()), RwSignal::new("1".to_owned()));
    let fault = RwSignal::new(None::<String>);
    let wanted = memo(move || {
        count.with(|text| text.trim().parse::<usize>().ok()).filter(|it| (1..=MOST).contains(it))
    });
    let seeded = memo(move || seed.with(|text| text.trim().parse::<u64>().ok()));
    let add = move || {
        let (Some(wanted), Some(seed)) = (wanted.get_untracked(), seeded.get_untracked()) else {
            return;
        };
        let kind = kinds.with_value(|kinds| kinds.get(chosen.get_untracked()).cloned());
        let Some((kind, name)) = kind else { return };
        match invent(grid, kind, wanted, seed) {
            Ok(changes) => {
                if let Some(item) = changes.first().and_then(|change| change.new.clone()) {
                    grid.follow(&item);
                }
                let what = format!("{} of {name}", counted(changes.len()));
                deeds::change(grid, format!("add {what}"), changes);
                deeds::say(grid, format!("{what} added. Ctrl+Z takes it back."));
                close(grid);
            }
            Err(words) => fault.set(Some(words)),
        }
    };
    let note = move |words: String, shown: Box<dyn Fn() -> bool + Send>| {
        view! { <p class="field-fault" hidden=truth(move || !shown())>{words}</p> }.into_any()
    };
    let body = view! {
        <div class="cells-sheet-fields">
            <label class="field">
                <span class="field-label">"Kind of item"</span>
                <Choice options=labels chosen on_choose=move |place: usize| chosen.set(place) />
            </label>
            <label class="field">
                <span class="field-label">"How many"</span>
                <input class="field-input" type="text" inputmode="numeric" autofocus=true prop:value=count
                    on:input=typed(move |text| count.set(text)) />
                {note("From 1 to 10,000.".to_owned(), Box::new(move || wanted.get().is_none()))}
            </label>
            <label class="field">
                <span class="field-label">"Seed"</span>
                <input class="field-input" type="text" inputmode="numeric" prop:value=seed
                    on:input=typed(move |text| seed.set(text)) />
                {note("A whole number.".to_owned(), Box::new(move || seeded.get().is_none()))}
            </label>
        </div>
        <p class="cells-sheet-note">
            "Made up from the key templates of the kind and from the items there are. The same seed makes the same items of the same table."
        </p>
        <p class="cells-sheet-fault" role="alert" hidden=truth(move || fault.with(Option::is_none))>{move || fault.get()}</p>
        {buttons(
            grid,
            move || format!("Add {}", counted(wanted.get().unwrap_or_default())),
            Signal::derive(move || wanted.get().is_some() && seeded.get().is_some()),
            add,
        )}
    };
    (title, body.into_any())
}

/// The changes that put new items of a kind.
fn invent(grid: Grid, kind: usize, count: usize, seed: u64) -> Result<Vec<Change>, String> {
    let table = grid.store.open.table.get_untracked();
    let items = grid.store.open.design.with_untracked(|design| {
        grid.store.open.with_database_untracked(|database| {
            believable::items(design, database, kind, count, seed)
        })
    })?;
    let change = |item| Change { table: table.clone(), old: None, new: Some(Arc::new(item)) };
    Ok(items.into_iter().map(change).collect())
}
