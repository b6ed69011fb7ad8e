//! Pointing at the grid: which cell is meant, and what a press does there.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::chosen::Chosen;
use super::deeds;
use super::grid::Grid;

/// The row and the column that were pointed at; no column where it was the row's number.
fn place_of(event: &MouseEvent) -> Option<(usize, Option<usize>)> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let near = |selector: &str, attribute: &str| -> Option<String> {
        element.closest(selector).ok()??.get_attribute(attribute)
    };
    if let Some(row) = near("[data-mark]", "data-mark") {
        return Some((row.parse().ok()?, None));
    }
    let row = near("[data-row]", "data-row")?.parse().ok()?;
    // The first column holds the row's number.
    let cell = near("[role=gridcell]", "aria-colindex").and_then(|cell| cell.parse().ok());
    Some((row, cell.and_then(|cell: usize| cell.checked_sub(2))))
}

/// A press goes to a cell. With Shift it chooses the rows up to it, with Control or on the row's number that row as well.
pub fn pressed(grid: Grid) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |event| {
        if event.button() != 0 {
            return;
        }
        let Some((row, column)) = place_of(&event) else { return };
        if !deeds::commit(grid) {
            // What was typed cannot be: it stays, with the reason.
            return event.prevent_default();
        }
        let here = column.unwrap_or_else(|| grid.active.get_untracked().1);
        if event.shift_key() {
            // Not the text between the two presses.
            event.prevent_default();
            grid.focus();
            grid.chosen.set(Chosen::run(grid.anchor.get_value(), row));
            grid.go_keeping(row, here);
        } else if event.ctrl_key() || event.meta_key() || column.is_none() {
            if grid.chosen.with_untracked(Chosen::is_empty) && column.is_some() {
                let (active, _) = grid.active.get_untracked();
                grid.chosen.update(|chosen| chosen.toggle(active));
            }
            grid.chosen.update(|chosen| chosen.toggle(row));
            grid.anchor.set_value(row);
            grid.go_keeping(row, here);
        } else {
            let again = grid.active.get_untracked() == (row, here) && event.detail() == 1;
            grid.go(row, here);
            // On a touch screen a second tap, however late, is what two clicks are elsewhere.
            if again && is_touch() {
                deeds::edit_cell(grid, None);
            }
        }
    })
}

/// Two presses type into the cell.
pub fn pressed_twice(grid: Grid) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |event| {
        if let Some((row, Some(column))) = place_of(&event) {
            grid.go(row, column);
            deeds::edit_cell(grid, None);
        }
    })
}

fn is_touch() -> bool {
    let found = window().match_media("(hover: none)").ok().flatten();
    found.is_some_and(|query| query.matches())
}
