//! What is looked for in the grid, and the rows in which it is found.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use key_engine::engine::Table;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::item_edit::Needle;

use super::grid::{Grid, item_at, now_ms};
use crate::app::views::erased::effect;

/// Rows looked at between two looks at the clock.
const SLICE_ROWS: usize = 200;
/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 7.0;
/// Work right after a letter was typed.
const FIRST_SLICE_MS: f64 = 10.0;

/// What is looked for and found.
#[derive(Clone, Copy)]
pub struct Find {
    /// The text; empty where nothing is looked for.
    pub text: RwSignal<String>,
    /// The attribute in which; none for all.
    pub attribute: RwSignal<Option<Arc<str>>>,
    /// The rows that hold it, as far as they were looked at.
    pub rows: RwSignal<Arc<Vec<u32>>>,
    /// Whether all rows were looked at.
    pub whole: RwSignal<bool>,
    turn: StoredValue<u64>,
}

impl Find {
    /// Nothing is looked for.
    pub fn new() -> Self {
        Self {
            text: RwSignal::new(String::new()),
            attribute: RwSignal::new(None),
            rows: RwSignal::new(Arc::default()),
            whole: RwSignal::new(true),
            turn: StoredValue::new(0),
        }
    }

    /// Looks for nothing any more.
    pub fn forget(self) {
        self.text.set(String::new());
        self.attribute.set(None);
    }

    /// Whether a row is among those found.
    pub fn holds(self, row: usize) -> bool {
        self.rows.with(|rows| rows.binary_search(&(row as u32)).is_ok())
    }
}

/// Looks again whenever the text or the items change.
pub fn keep_finding(grid: Grid) {
    effect(move || {
        grid.find.text.track();
        grid.find.attribute.track();
        grid.survey.track();
        grid.store.open.revision.track();
        untrack(|| look(grid));
    });
}

fn look(grid: Grid) {
    let find = grid.find;
    let turn = find.turn.get_value() + 1;
    find.turn.set_value(turn);
    let needle = find.text.with_untracked(|text| Needle::new(text));
    if needle.is_empty() {
        find.rows.set(Arc::default());
        find.whole.set(true);
        return;
    }
    let attribute = find.attribute.get_untracked();
    let mut search = Search { needle, attribute, next: 0, found: Vec::new() };
    if search.go_on(grid, FIRST_SLICE_MS) {
        return publish(find, search.found, true);
    }
    find.whole.set(false);
    spawn_local(async move {
        loop {
            TimeoutFuture::new(0).await;
            if find.turn.try_get_value() != Some(turn) {
                return;
            }
            if search.go_on(grid, SLICE_MS) {
                return publish(find, search.found, true);
            }
            // So that the first are there to go to while the rest is looked at.
            if find.rows.with_untracked(|rows| rows.is_empty()) && !search.found.is_empty() {
                publish(find, search.found.clone(), false);
            }
        }
    });
}

fn publish(find: Find, rows: Vec<u32>, whole: bool) {
    if find.rows.with_untracked(|before| **before != rows) {
        find.rows.set(Arc::new(rows));
    }
    find.whole.set(whole);
}

struct Search {
    needle: Needle,
    attribute: Option<Arc<str>>,
    next: usize,
    found: Vec<u32>,
}

impl Search {
    /// Goes on for a while; whether it is at its end.
    fn go_on(&mut self, grid: Grid, for_ms: f64) -> bool {
        let until = now_ms() + for_ms;
        let (count, positions) =
            grid.survey.with_untracked(|survey| (survey.count, survey.positions.clone()));
        let slice = |table: &Table| {
            while self.next < count {
                let end = (self.next + SLICE_ROWS).min(count);
                match &positions {
                    None => {
                        let items = table.primary().entries_from(self.next);
                        for (row, (_, item, _)) in (self.next..end).zip(items) {
                            self.note(row, item);
                        }
                    }
                    Some(positions) => {
                        for row in self.next..end {
                            let position = positions.get(row).map_or(usize::MAX, |it| *it as usize);
                            if let Some(item) = item_at(table.primary(), position) {
                                self.note(row, item);
                            }
                        }
                    }
                }
                self.next = end;
                if now_ms() > until {
                    break;
                }
            }
            self.next >= count
        };
        grid.with_table(slice).unwrap_or(true)
    }

    fn note(&mut self, row: usize, item: &key_engine::Item) {
        if self.needle.is_in(item, self.attribute.as_deref()) {
            self.found.push(row as u32);
        }
    }
}

/// Goes to the next row that holds what is looked for, or to the one before; from the last on to the first.
pub fn go_to_found(grid: Grid, back: bool) {
    let (here, column) = grid.active.get_untracked();
    let rows = grid.find.rows.get_untracked();
    let at = rows.partition_point(|row| (*row as usize) < here);
    let is_here = rows.get(at).is_some_and(|row| *row as usize == here);
    let next = match (back, is_here) {
        (false, true) => at + 1,
        (false, false) => at,
        (true, _) => at.checked_sub(1).unwrap_or(rows.len().wrapping_sub(1)),
    };
    let next = if next < rows.len() { next } else { 0 };
    let Some(row) = rows.get(next).map(|row| *row as usize) else { return };
    grid.go(row, column_found(grid, row).unwrap_or(column));
}

/// The first column of a row that holds what is looked for.
fn column_found(grid: Grid, row: usize) -> Option<usize> {
    let needle = grid.find.text.with_untracked(|text| Needle::new(text));
    let attribute = grid.find.attribute.get_untracked();
    let columns = grid.survey.with_untracked(|survey| survey.columns.clone());
    let holds = |item: &key_engine::Item, name: &str| match &attribute {
        Some(attribute) => **attribute == *name,
        None => item.get(name).is_some_and(|value| needle.is_in_attribute(name, value)),
    };
    grid.with_item(row, |_, item| columns.iter().position(|column| holds(item, &column.name)))?
}
