//! Below the grid: where one is, and what can be done with the items that are meant.

use leptos::prelude::*;
use map::numerals::grouped;

use super::deeds;
use super::grid::{Grid, Sheet};
use super::traffic;
use crate::app::views::erased::{memo, press, truth, words};

/// The foot.
pub fn foot(grid: Grid) -> AnyView {
    let here = words(move || {
        let (count, whole) = grid.survey.with(|survey| (survey.count, survey.whole));
        let chosen = grid.chosen.with(super::chosen::Chosen::len);
        let of = grouped(count as u64);
        let none = grid.store.open.table.with(String::is_empty);
        let looking = if whole || none { "" } else { ", looking through the rest" };
        match (count, chosen) {
            (0, _) => format!("No items{looking}"),
            (_, 0) => format!("Item {} of {of}{looking}", grouped(grid.active.get().0 as u64 + 1)),
            (_, chosen) => format!("{} of {of} chosen", grouped(chosen as u64)),
        }
    });
    let count = memo(move || grid.rows_meant().len());
    let none = move || count.get() == 0;
    let several = move || count.get() != 1;
    let button = move |label: &'static str, title: &'static str, one_only: bool, act: fn(Grid)| {
        view! {
            <button class="button" data-kind="quiet" type="button" title=title
                disabled=truth(move || if one_only { several() } else { none() })
                on:click=press(move || act(grid))>
                {label}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="cells-foot">
            <p class="cells-here">{here}</p>
            <p class="cells-news" role="status">{move || grid.news.get()}</p>
            <div class="cells-deeds" role="group" aria-label="What can be done with the items chosen">
                {button("Edit as JSON", "The whole item as DynamoDB JSON (Ctrl+Enter)", true, deeds::edit_as_json)}
                {button("Set attribute", "Add an attribute, or set it in all items chosen", false, |grid| grid.sheet.set(Some(Sheet::Attribute)))}
                {button("Remove attribute", "Remove the attribute of this column from the items chosen (Backspace)", false, deeds::remove_attribute)}
                {button("Duplicate", "Copy the items chosen, each under the next free key", false, deeds::duplicate)}
                {button("Copy", "Copy the items chosen as DynamoDB JSON (Ctrl+C)", false, traffic::copy)}
                {button("Delete", "Delete the items chosen (Delete)", false, deeds::delete)}
                {button("Show on the floor", "Select the item on the floor, and go there", true, deeds::show_on_floor)}
            </div>
        </div>
    }
    .into_any()
}
