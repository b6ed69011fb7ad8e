//! The list of faults: by table, with a count for each; searched where it is long; copied as text.

use std::sync::Arc;

use leptos::prelude::*;
use map::design::Defect;
use map::numerals::grouped;

use crate::app::state::use_store;
use crate::app::views::copy_button::copy_button;
use crate::app::views::erased::{piece, typed, when, words};

/// Faults shown at once; of more it is said how many.
const SHOWN: usize = 500;
/// From so many on the list can be searched.
const SEARCHED: usize = 100;

/// The list of what was noticed in the open file.
pub fn list() -> AnyView {
    list_of(use_store().open.defects)
}

/// A list of faults.
pub fn list_of(defects: RwSignal<Arc<Vec<Defect>>>) -> AnyView {
    let sought = RwSignal::new(String::new());
    let copied = move || {
        let lines = defects.with(|all| {
            let found = all.iter().filter(|defect| holds(defect, &sought.read()));
            found.map(ToString::to_string).collect::<Vec<String>>()
        });
        lines.join("\n")
    };
    let rows = piece(move || defects.with(|all| rows(all, &sought.read())));
    view! {
        <div class="defects-tools notice-whole">
            {when(move || defects.read().len() >= SEARCHED, move || view! {
                <input
                    class="field defects-search"
                    type="search"
                    placeholder="Find in the list"
                    aria-label="Find in the list"
                    on:input=typed(move |text| sought.set(text.to_lowercase()))
                />
            }.into_any())}
            {copy_button("Copy as text", copied)}
        </div>
        <div class="defects notice-whole" tabindex="0" role="region" aria-label="What was noticed">
            <table class="defects-table">
                <thead>
                    <tr>
                        <th scope="col">"Item"</th>
                        <th scope="col">"Attribute"</th>
                        <th scope="col">"Problem"</th>
                        <th scope="col">"What was done"</th>
                    </tr>
                </thead>
                {rows}
            </table>
        </div>
        <p class="notice-body notice-whole" role="status">
            {words(move || defects.with(|all| beyond(all, &sought.read())))}
        </p>
    }
    .into_any()
}

/// Whether a fault's sentence holds a text, which is in lower case.
fn holds(defect: &Defect, sought: &str) -> bool {
    sought.is_empty() || defect.to_string().to_lowercase().contains(sought)
}

/// How many were found that are not shown.
fn beyond(all: &[Defect], sought: &str) -> String {
    let found = all.iter().filter(|defect| holds(defect, sought)).count();
    match found.saturating_sub(SHOWN) {
        0 if found == 0 => "Nothing in the list is so.".to_owned(),
        0 => String::new(),
        more => format!("and {} more", grouped(more as u64)),
    }
}

/// The faults by table, in the order in which the tables are met.
fn rows(all: &[Defect], sought: &str) -> AnyView {
    let mut tables: Vec<(&str, Vec<&Defect>)> = Vec::new();
    for defect in all.iter().filter(|defect| holds(defect, sought)) {
        match tables.iter_mut().find(|(table, _)| *table == defect.table) {
            Some((_, faults)) => faults.push(defect),
            None => tables.push((&defect.table, vec![defect])),
        }
    }
    let mut left = SHOWN;
    let mut bodies = Vec::new();
    for (table, faults) in tables {
        let name = if table.is_empty() { "The file" } else { table };
        let heading = format!("{name}, {}", grouped(faults.len() as u64));
        let shown: Vec<AnyView> = faults.iter().take(left).map(|fault| row(fault)).collect();
        left -= shown.len();
        if shown.is_empty() {
            continue;
        }
        bodies.push(
            view! {
                <tbody>
                    <tr class="defects-group"><th scope="rowgroup" colspan="4">{heading}</th></tr>
                    {shown}
                </tbody>
            }
            .into_any(),
        );
    }
    bodies.into_any()
}

fn row(defect: &Defect) -> AnyView {
    let cell = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    view! {
        <tr class="defects-row">
            <td class="key">{cell(&defect.item)}</td>
            <td class="key">{cell(&defect.attribute)}</td>
            <td>{defect.problem.clone()}</td>
            <td>{defect.done.clone()}</td>
        </tr>
    }
    .into_any()
}
