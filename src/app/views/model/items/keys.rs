//! The keys of the grid.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::chosen::Chosen;
use super::deeds;
use super::find::go_to_found;
use super::grid::{Grid, ROW_PX, Sheet};

/// What a key means in the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// By so many rows and columns; with `true` the rows on the way are chosen.
    Move(isize, isize, bool),
    /// A view up or down.
    Page(isize, bool),
    /// To the first or last column; with `true` to the first or last row as well.
    Edge(isize, bool),
    Edit,
    /// Type this over what stands there.
    Type(String),
    ChooseAll,
    ChooseRow,
    Delete,
    RemoveAttribute,
    LetGo,
    Find(bool),
    AsJson,
}

fn meaning(key: &str, control: bool, shift: bool, alt: bool) -> Option<Meaning> {
    if alt {
        return None;
    }
    Some(match (key, control) {
        ("ArrowUp", false) => Meaning::Move(-1, 0, shift),
        ("ArrowDown", false) => Meaning::Move(1, 0, shift),
        ("ArrowLeft", false) if !shift => Meaning::Move(0, -1, false),
        ("ArrowRight", false) if !shift => Meaning::Move(0, 1, false),
        ("PageUp", false) => Meaning::Page(-1, shift),
        ("PageDown", false) => Meaning::Page(1, shift),
        ("Home", _) => Meaning::Edge(-1, control),
        ("End", _) => Meaning::Edge(1, control),
        ("Enter", true) => Meaning::AsJson,
        ("Enter" | "F2", false) => Meaning::Edit,
        ("a" | "A", true) => Meaning::ChooseAll,
        (" ", _) => Meaning::ChooseRow,
        ("Delete", false) => Meaning::Delete,
        ("Backspace", false) => Meaning::RemoveAttribute,
        ("Escape", false) => Meaning::LetGo,
        ("F3", false) | ("g" | "G", true) => Meaning::Find(shift),
        (letter, false) if letter.chars().count() == 1 => Meaning::Type(letter.to_owned()),
        _ => return None,
    })
}

/// Listens on the grid; what is typed into a cell is that cell's.
pub fn handler(grid: Grid) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(move |event| {
        if grid.editing.with_untracked(Option::is_some) {
            if event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                deeds::cancel(grid);
            }
            return;
        }
        let control = event.ctrl_key() || event.meta_key();
        let found = meaning(&event.key(), control, event.shift_key(), event.alt_key());
        let Some(meaning) = found else { return };
        if act(grid, meaning) {
            event.prevent_default();
            event.stop_propagation();
        }
    })
}

/// Does what a key means; whether it meant anything here.
fn act(grid: Grid, meaning: Meaning) -> bool {
    let (row, column) = grid.active.get_untracked();
    let (rows, columns) =
        grid.survey.with_untracked(|survey| (survey.count, survey.columns.len() + 1));
    let moved = |place: usize, by: isize| place.saturating_add_signed(by);
    match meaning {
        Meaning::Move(down, right, false) => grid.go(moved(row, down), moved(column, right)),
        Meaning::Move(down, _, true) => choose_to(grid, moved(row, down)),
        Meaning::Page(by, choosing) => {
            let view = (grid.scroll.get_untracked().1 / ROW_PX) as isize - 2;
            let to = moved(row, by * view.max(1));
            if choosing { choose_to(grid, to) } else { grid.go(to, column) }
        }
        Meaning::Edge(end, whole) => {
            let to_column = if end < 0 { 0 } else { columns };
            let to_row = match (whole, end) {
                (false, _) => row,
                (true, ..0) => 0,
                (true, _) => rows.saturating_sub(1),
            };
            grid.go(to_row, to_column);
        }
        Meaning::Edit => deeds::edit_cell(grid, None),
        Meaning::Type(letter) => deeds::edit_cell(grid, Some(letter)),
        Meaning::ChooseAll => grid.chosen.set(Chosen::first(rows)),
        Meaning::ChooseRow => {
            if rows > 0 {
                grid.chosen.update(|chosen| chosen.toggle(row));
                grid.anchor.set_value(row);
            }
        }
        Meaning::Delete => deeds::delete(grid),
        Meaning::RemoveAttribute => deeds::remove_attribute(grid),
        Meaning::LetGo => {
            if grid.chosen.with_untracked(Chosen::is_empty) {
                return false;
            }
            grid.chosen.set(Chosen::default());
        }
        Meaning::Find(back) => go_to_found(grid, back),
        Meaning::AsJson => deeds::edit_as_json(grid),
    }
    true
}

/// Chooses the rows from where choosing began up to this one.
fn choose_to(grid: Grid, row: usize) {
    let rows = grid.survey.with_untracked(|survey| survey.count);
    if rows == 0 {
        return;
    }
    let row = row.min(rows - 1);
    if grid.chosen.with_untracked(Chosen::is_empty) {
        grid.anchor.set_value(grid.active.get_untracked().0);
    }
    grid.chosen.set(Chosen::run(grid.anchor.get_value(), row));
    grid.go_keeping(row, grid.active.get_untracked().1);
}

/// Opens the dialog for items that are pasted.
pub fn ask_for_items(grid: Grid) {
    grid.sheet.set(Some(Sheet::Paste(String::new())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_choose_and_type() {
        for (key, control, shift, expected) in [
            ("ArrowDown", false, false, Some(Meaning::Move(1, 0, false))),
            ("ArrowDown", false, true, Some(Meaning::Move(1, 0, true))),
            ("Home", true, false, Some(Meaning::Edge(-1, true))),
            ("a", true, false, Some(Meaning::ChooseAll)),
            ("a", false, false, Some(Meaning::Type("a".to_owned()))),
            ("é", false, false, Some(Meaning::Type("é".to_owned()))),
            ("z", true, false, None),
            ("Shift", false, true, None),
            ("Tab", false, false, None),
        ] {
            assert_eq!(meaning(key, control, shift, false), expected, "{key}");
        }
    }
}
