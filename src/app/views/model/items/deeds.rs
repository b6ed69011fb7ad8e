//! What is done to items from the grid: each one step that can be undone, judged before it is done.

use std::sync::Arc;

use key_engine::engine::Table;
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item};
use leptos::prelude::*;
use map::design::Edit;
use map::design::item_edit::{self, Flaw, Typed, item_text, key_words};
use map::numerals::grouped;

use super::chosen::Chosen;
use super::grid::{Editing, Grid, Sheet};
use super::survey::{KeyOf, Shown};
use crate::app::state::{CameraCommand, Command, DoorView, Page, Spot};

/// Copies made at once at most.
const MOST_COPIES: usize = 10_000;

/// Does changes of items as one step.
pub fn change(grid: Grid, label: String, changes: Vec<Change>) {
    let edits = vec![Edit::ChangeItems(changes.into())];
    grid.store.send(Command::Edit { label, edits, merge: None });
}

/// Says what was done here, or why it was not.
pub fn say(grid: Grid, words: impl Into<String>) {
    grid.news.set(words.into());
}

/// How many items: `1 item`, `3 items`.
pub fn counted(count: usize) -> String {
    map::numerals::counted(count as u64, "item", "items")
}

/// An item in a few words: its key where it is one, else how many.
fn meant(grid: Grid, rows: &[usize]) -> String {
    match rows {
        [row] => grid.with_item(*row, key_words).unwrap_or_default(),
        rows => counted(rows.len()),
    }
}

/// Types into the cell where one is: what stands there, or in its place what was typed already.
pub fn edit_cell(grid: Grid, typed_already: Option<String>) {
    let (row, place) = grid.active.get_untracked();
    let Some(column) = grid.column(place) else { return edit_as_json(grid) };
    let Some(item) = grid.with_item(row, |_, item| item.clone()) else { return };
    let value = item.get(&column.name);
    let kind = value.map_or_else(|| usual_type(grid, &column.name, row), Typed::of);
    let replaces = typed_already.is_some();
    let is_large = typed_already.is_some() && (kind.has_lines() || kind == Typed::Null);
    grid.typed.set(if is_large { Typed::S } else { kind });
    let text =
        typed_already.unwrap_or_else(|| value.map_or_else(String::new, |it| kind.text_of(it)));
    grid.text.set(text);
    grid.fault.set(None);
    let name = Arc::clone(&column.name);
    grid.reveal();
    grid.editing.set(Some(Editing { item, row, column: place, name, replaces }));
}

/// The type that an attribute has in the table's keys, else in a row near this one; else a string.
fn usual_type(grid: Grid, name: &str, row: usize) -> Typed {
    let declared = grid.with_table(|table| {
        let definitions = table.attribute_definitions().iter();
        let found = definitions.clone().find(|(attribute, _)| attribute == name);
        found.map(|(_, kind)| kind.name())
    });
    match declared.flatten() {
        Some("N") => return Typed::N,
        Some("B") => return Typed::B,
        Some(_) => return Typed::S,
        None => {}
    }
    let near = (row.saturating_sub(20)..row + 20)
        .find_map(|row| grid.with_item(row, |_, item| item.get(name).map(Typed::of))?);
    near.unwrap_or_default()
}

/// Puts what was typed into the item; whether it could be. What cannot be says why at the cell, and stays typed.
pub fn commit(grid: Grid) -> bool {
    let Some(editing) = grid.editing.get_untracked() else { return true };
    let read = grid.text.with_untracked(|text| grid.typed.get_untracked().read(text));
    let value = match read {
        Ok(value) => value,
        Err(words) => {
            grid.fault.set(Some(words));
            return false;
        }
    };
    let before = editing.item.get(&editing.name);
    let nothing_typed = before.is_none()
        && grid.text.with_untracked(String::is_empty)
        && grid.typed.get_untracked() == Typed::S;
    if before == Some(&value) || nothing_typed {
        grid.editing.set(None);
        return true;
    }
    let mut item = editing.item.clone();
    item.insert(Arc::clone(&editing.name), value);
    let verb = if before.is_some() { "change" } else { "add" };
    let done = exchange(grid, &editing.item, &item, &format!("{verb} {} of", editing.name));
    match done {
        Ok(()) => grid.editing.set(None),
        Err(flaw) => grid.fault.set(Some(flaw.words)),
    }
    grid.editing.with_untracked(Option::is_none)
}

/// Leaves the cell as it was.
pub fn cancel(grid: Grid) {
    grid.editing.set(None);
    grid.focus();
}

/// Makes one item another, and stays on it.
///
/// # Errors
/// Why it may not be; nothing is done then.
pub fn exchange(grid: Grid, old: &Item, new: &Item, what: &str) -> Result<(), Flaw> {
    let planned = grid.with_table(|table| {
        let label = format!("{what} {}", key_words(table, old));
        // A cell was read a while ago: what it is part of may have changed since.
        let now = item_edit::standing(table, old).cloned();
        if now.as_ref() != Some(old) {
            let words = "The item has changed meanwhile. Look at it again before you change it.";
            return Err(Flaw { attribute: String::new(), words: words.to_owned() });
        }
        item_edit::exchanged(table, old, new.clone()).map(|changes| (label, changes))
    });
    if let Some((label, changes)) = planned.transpose()? {
        grid.follow(new);
        if changes.len() > 1 {
            // Rows between the old place and the new one have moved.
            grid.chosen.set(Chosen::default());
        }
        change(grid, label, changes);
    }
    Ok(())
}

/// Adds an item, and goes to it.
///
/// # Errors
/// Why it may not be.
pub fn add(grid: Grid, item: &Item) -> Result<(), Flaw> {
    let planned = grid.with_table(|table| {
        let label = format!("add {}", key_words(table, item));
        item_edit::added(table, item.clone()).map(|changes| (label, changes))
    });
    if let Some((label, changes)) = planned.transpose()? {
        grid.follow(item);
        change(grid, label, changes);
    }
    Ok(())
}

/// The rows that an action is about, listed.
fn rows_meant(grid: Grid) -> Vec<usize> {
    untrack(|| grid.rows_meant()).rows().collect()
}

/// Deletes the items that are meant.
pub fn delete(grid: Grid) {
    let rows = rows_meant(grid);
    let what = meant(grid, &rows);
    let changes: Vec<Change> = shared(grid, &rows, |table, item| Change {
        table: table.name().to_owned(),
        old: Some(item),
        new: None,
    });
    if changes.is_empty() {
        return;
    }
    say(grid, format!("{what} deleted. Ctrl+Z takes it back."));
    change(grid, format!("delete {what}"), changes);
    grid.focus();
}

/// Reads the items of rows, without copying them.
fn shared<R>(grid: Grid, rows: &[usize], read: impl Fn(&Table, Arc<Item>) -> R) -> Vec<R> {
    let survey = grid.survey.get_untracked();
    let found = grid.with_table(|table| {
        let door = table.primary();
        let one = |row: &usize| {
            let (collection, rank) = door.at_position(survey.position(*row)?)?;
            Some(read(table, Arc::clone(door.shared_item(collection, rank)?)))
        };
        rows.iter().filter_map(one).collect()
    });
    found.unwrap_or_default()
}

/// Copies the items that are meant, each under the next free key.
pub fn duplicate(grid: Grid) {
    let rows = rows_meant(grid);
    let what = meant(grid, &rows);
    if rows.len() > MOST_COPIES {
        let most = grouped(MOST_COPIES as u64);
        return say(grid, format!("At most {most} items are copied at once."));
    }
    let copies = grid.with_table(|table| {
        let mut taken: key_engine::order::SortedMap<key_engine::value::KeyBytes, ()> =
            key_engine::order::SortedMap::default();
        let key_of = |item: &Item| {
            let keys = table.primary().key_schema().iter();
            key_engine::value::KeyBytes::of(keys.filter_map(|key| item.get(&key.attribute)))
        };
        let mut copies = Vec::new();
        for row in &rows {
            let Some(item) = grid.with_item(*row, |_, item| item.clone()) else { continue };
            let copy = item_edit::copied(table, &item, |copy| taken.get(&key_of(copy)).is_some())?;
            taken.insert(key_of(&copy), ());
            copies.push(copy);
        }
        Ok::<_, Flaw>(copies)
    });
    match copies {
        Some(Ok(copies)) if !copies.is_empty() => {
            if let Some(first) = copies.first() {
                grid.follow(first);
            }
            let changes = copies.into_iter().filter_map(|copy| {
                grid.with_table(|table| item_edit::change(table, None, Some(copy)))
            });
            let changes: Vec<Change> = changes.collect();
            change(grid, format!("duplicate {what}"), changes);
        }
        Some(Err(flaw)) => say(grid, flaw.words),
        _ => {}
    }
    grid.focus();
}

/// Removes the attribute of the column where one is from the items that are meant.
pub fn remove_attribute(grid: Grid) {
    let (_, place) = grid.active.get_untracked();
    let Some(column) = grid.column(place) else { return };
    if column.key == KeyOf::Table {
        let words = "is a key of the table: every item needs it. Delete removes the whole item.";
        return say(grid, format!("{} {words}", column.name));
    }
    let rows = rows_meant(grid);
    let what = meant(grid, &rows);
    let changes = shared(grid, &rows, |table, old| {
        let mut item = (*old).clone();
        item.remove(&column.name)?;
        Some(Change { table: table.name().to_owned(), old: Some(old), new: Some(Arc::new(item)) })
    });
    let changes: Vec<Change> = changes.into_iter().flatten().collect();
    if changes.is_empty() {
        return say(grid, format!("{what} has no {}.", column.name));
    }
    say(grid, format!("{} removed from {what}. Ctrl+Z takes it back.", column.name));
    change(grid, format!("remove {} from {what}", column.name), changes);
}

/// Gives the items that are meant an attribute, or another value of it.
///
/// # Errors
/// Why it may not be: nothing is changed then.
pub fn set_attribute(grid: Grid, name: &str, value: &AttributeValue) -> Result<(), Flaw> {
    let is_key = grid.with_table(|table| {
        table.primary().key_schema().iter().any(|element| element.attribute == *name)
    });
    let rows = rows_meant(grid);
    if is_key == Some(true) && rows.len() > 1 {
        let words = format!("{name} is a key of the table: change it item by item.");
        return Err(Flaw { attribute: name.to_owned(), words });
    }
    let what = meant(grid, &rows);
    let planned = shared(grid, &rows, |table, old| {
        let mut item = (*old).clone();
        item.insert(name, value.clone());
        if item == *old {
            return Ok(Vec::new());
        }
        if let Err(flaw) = item_edit::judge(table, &item) {
            let words = format!("{}: {}", key_words(table, &old), flaw.words);
            return Err(Flaw { words, ..flaw });
        }
        item_edit::exchanged(table, &old, item)
    });
    let changes: Vec<Vec<Change>> = planned.into_iter().collect::<Result<_, Flaw>>()?;
    let changes: Vec<Change> = changes.into_iter().flatten().collect();
    if !changes.is_empty() {
        change(grid, format!("set {name} of {what}"), changes);
        say(grid, format!("{name} set in {what}."));
    }
    Ok(())
}

/// Shows the item where one is as JSON, to be changed.
pub fn edit_as_json(grid: Grid) {
    let (row, _) = grid.active.get_untracked();
    let Some(item) = grid.with_item(row, |_, item| item.clone()) else { return };
    let text = item_text(&item);
    grid.sheet.set(Some(Sheet::Json { item: Some(item), text }));
}

/// Begins a new item: with the keys that every item needs, and what those of the kind shown begin with.
pub fn begin_item(grid: Grid) {
    let shown = grid.shown.get_untracked();
    let kind = grid.store.open.design.with_untracked(|design| match shown {
        Shown::Kind(kind) => design.entities.get(kind).cloned(),
        _ => None,
    });
    let item = grid.with_table(|table| {
        let mut item = Item::new();
        for element in table.primary().key_schema() {
            let name = element.attribute.as_str();
            let begins = kind.as_ref().map_or("", |kind| {
                let sort = kind.sort_prefix.as_deref().unwrap_or_default();
                match element.role {
                    key_engine::engine::KeyRole::Hash => kind.partition_prefix.as_str(),
                    key_engine::engine::KeyRole::Range => sort,
                }
            });
            let value = match element.key_type {
                key_engine::KeyType::S => AttributeValue::S(begins.to_owned()),
                key_engine::KeyType::N => match "0".parse() {
                    Ok(number) => AttributeValue::N(number),
                    Err(_) => AttributeValue::Null,
                },
                key_engine::KeyType::B => AttributeValue::B(Vec::new()),
            };
            item.insert(name, value);
        }
        item
    });
    let Some(item) = item else { return };
    grid.sheet.set(Some(Sheet::Json { item: None, text: item_text(&item) }));
}

/// Selects the item where one is on the floor, and goes there.
pub fn show_on_floor(grid: Grid) {
    let (row, _) = grid.active.get_untracked();
    let position = grid.survey.with_untracked(|survey| survey.position(row));
    let place = position
        .and_then(|position| grid.with_table(|table| table.primary().at_position(position))?);
    let Some((collection, rank)) = place else { return };
    let (store, door) = (grid.store, grid.door());
    if !untrack(|| store.open.doors()).contains(&door) {
        store.send(Command::ShowDoor(DoorView::Table));
    }
    store.send(Command::Select(Some(Spot { door: door.clone(), collection, rank })));
    store.send(Command::ShowPage(Page::Floor));
    store.send(Command::Camera(CameraCommand::Reveal(door, collection, rank)));
}
