//! Items to the clipboard and from it.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, HtmlElement, HtmlTextAreaElement};

use super::deeds::{counted, say};
use super::grid::{Grid, Sheet};

/// Items copied at once at most: more belong into a file.
const MOST: usize = 20_000;

/// The items that are meant as `DynamoDB` JSON: one as an object, several as an array.
fn text_of(grid: Grid) -> Result<(String, usize), String> {
    let rows = untrack(|| grid.rows_meant());
    if rows.len() > MOST {
        return Err(format!(
            "At most {} are copied at once. Export holds them all.",
            counted(MOST)
        ));
    }
    let mut texts = Vec::with_capacity(rows.len());
    for row in rows.rows() {
        texts.extend(grid.with_item(row, |_, item| item.to_json().to_string()));
    }
    let count = texts.len();
    let text = match texts.as_slice() {
        [only] => only.clone(),
        _ => format!("[\n{}\n]", texts.join(",\n")),
    };
    Ok((text, count))
}

/// Ctrl+C copies the items that are meant.
pub fn copied(grid: Grid) -> Box<dyn FnMut(ClipboardEvent)> {
    Box::new(move |event| {
        if grid.editing.with_untracked(Option::is_some) {
            return;
        }
        let Some(data) = event.clipboard_data() else { return };
        match text_of(grid) {
            Ok((_, 0)) => {}
            Ok((text, count)) => {
                event.prevent_default();
                let done = data.set_data("text/plain", &text).is_ok();
                let words = if done { "copied as DynamoDB JSON." } else { "could not be copied." };
                say(grid, format!("{} {words}", counted(count)));
            }
            Err(words) => say(grid, words),
        }
    })
}

/// Ctrl+V opens what was copied elsewhere, to be looked at before it is put into the table.
pub fn pasted(grid: Grid) -> Box<dyn FnMut(ClipboardEvent)> {
    Box::new(move |event| {
        if grid.editing.with_untracked(Option::is_some) {
            return event.stop_propagation();
        }
        let Some(data) = event.clipboard_data() else { return };
        let text = data.get_data("text/plain").unwrap_or_default();
        if text.trim().is_empty() {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        grid.sheet.set(Some(Sheet::Paste(text)));
    })
}

/// The same as Ctrl+C, for a button.
pub fn copy(grid: Grid) {
    match text_of(grid) {
        Ok((_, 0)) => {}
        Ok((text, count)) => {
            let words = if put(&text) {
                "copied as DynamoDB JSON."
            } else {
                "could not be copied: press Ctrl+C in the grid."
            };
            say(grid, format!("{} {words}", counted(count)));
        }
        Err(words) => say(grid, words),
    }
    grid.focus();
}

/// Puts a text on the clipboard by way of a text area that is not seen: it works wherever the page is embedded.
fn put(text: &str) -> bool {
    let document = document();
    let area = document.create_element("textarea").ok();
    let area = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok());
    let (Some(area), Some(body)) = (area, document.body()) else { return false };
    area.set_value(text);
    area.set_class_name("visually-hidden");
    if body.append_child(&area).is_err() {
        return false;
    }
    area.select();
    let command = js_sys::Reflect::get(&document, &"execCommand".into());
    let done = command.ok().and_then(|command| command.dyn_into::<js_sys::Function>().ok());
    let done = done.and_then(|command| command.call1(&document, &"copy".into()).ok());
    area.unchecked_ref::<HtmlElement>().remove();
    done.is_some_and(|done| done.is_truthy())
}
