//! The items of the table that is looked at, as a grid: shown by kind, found, typed into, pasted, made up.
//!
//! Owns how items look and feel as rows and cells. What may be done to them is `map::design::item_edit`'s to judge, and every change
//! goes through the store as one step. Of the rows only those in view exist, and nothing here copies the table.

mod bar;
mod cell_editor;
mod cell_words;
mod chosen;
mod deeds;
mod find;
mod foot;
mod grid;
mod keys;
mod pointer;
mod rows;
mod sheets;
mod slots;
mod survey;
mod traffic;

use leptos::prelude::*;

use crate::app::state::Store;
use crate::app::views::erased::when;
use grid::Grid;

/// The items of the table that is looked at.
pub fn items(store: Store) -> AnyView {
    let grid = Grid::new(store);
    find::keep_finding(grid);
    let no_table = move || grid.store.open.table.with(String::is_empty);
    let is_empty = move || {
        grid.survey.with(|survey| survey.whole && survey.count == 0 && !survey.table.is_empty())
    };
    view! {
        <section class="model-items" aria-label="Items">
            {bar::bar(grid)}
            <div class="cells-frame">
                {rows::rows(grid)}
                {when(is_empty, || view! {
                    <p class="cells-none">"There are no items here yet. Add one, paste some, or have sample items made up."</p>
                }.into_any())}
                {when(no_table, || view! {
                    <p class="cells-none">"There is no table yet whose items could be shown."</p>
                }.into_any())}
            </div>
            {foot::foot(grid)}
            {sheets::sheets(grid)}
        </section>
    }
    .into_any()
}
