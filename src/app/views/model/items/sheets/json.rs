//! A whole item as `DynamoDB` JSON.

use key_engine::Item;
use leptos::html;
use leptos::prelude::*;
use map::design::item_edit::{TextFault, key_words, line_of, read_item_text};
use map::numerals::bytes;

use super::super::deeds;
use super::super::grid::Grid;
use super::{buttons, close};
use crate::app::views::erased::{aria, truth, typed, words};

/// The title and the body of the dialog.
pub fn json(grid: Grid, item: Option<Item>, text: String) -> (String, AnyView) {
    let title = match &item {
        Some(item) => grid.with_table(|table| key_words(table, item)).unwrap_or_default(),
        None => "A new item".to_owned(),
    };
    let is_new = item.is_none();
    let item = StoredValue::new(item);
    let text = RwSignal::new(text);
    let fault = RwSignal::new(None::<TextFault>);
    let area = NodeRef::<html::Textarea>::new();
    let save = move || match save(grid, item.get_value().as_ref(), &text.get_untracked()) {
        Ok(()) => close(grid),
        Err(found) => {
            if let (Some(line), Some(area)) = (found.line, area.get_untracked()) {
                text.with_untracked(|text| show_line(&area, text, line));
            }
            fault.set(Some(found));
        }
    };
    let told = move || {
        fault.get().map(|fault| match fault.line {
            Some(line) => format!("Line {line}: {}", fault.words),
            None => fault.words,
        })
    };
    let size = words(move || match read_item_text(&text.read()) {
        Ok(item) => format!("{} attributes, {}", item.len(), bytes(item.size_bytes() as u64)),
        Err(TextFault { line: Some(line), .. }) => format!("Not an item yet: line {line}"),
        Err(_) => "Not an item yet".to_owned(),
    });
    let body = view! {
        <textarea
            class="cells-json"
            autofocus=true
            spellcheck="false"
            autocapitalize="off"
            aria-label="The item as DynamoDB JSON"
            aria-invalid=aria(move || fault.with(Option::is_some))
            aria-describedby="cells-json-fault"
            node_ref=area
            prop:value=text
            on:input=typed(move |typed| {
                text.set(typed);
                fault.set(None);
            })
            on:keydown=move |event| {
                if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                    event.prevent_default();
                    save();
                }
            }
        ></textarea>
        <p class="cells-sheet-fault" id="cells-json-fault" role="alert" hidden=truth(move || fault.with(Option::is_none))>{told}</p>
        <div class="cells-sheet-foot">
            <p class="cells-sheet-note">{size}</p>
            {buttons(grid, move || if is_new { "Add item" } else { "Set item" }.to_owned(), Signal::derive(|| true), save)}
        </div>
    };
    (title, body.into_any())
}

/// Sets or adds the item of a text.
fn save(grid: Grid, before: Option<&Item>, text: &str) -> Result<(), TextFault> {
    let item = read_item_text(text)?;
    let done = match before {
        Some(before) if *before == item => Ok(()),
        Some(before) => deeds::exchange(grid, before, &item, "change"),
        None => deeds::add(grid, &item),
    };
    done.map_err(|flaw| TextFault {
        line: if flaw.attribute.is_empty() { None } else { line_of(text, &flaw.attribute) },
        words: flaw.words,
    })
}

/// Selects a line of a text area.
fn show_line(area: &web_sys::HtmlTextAreaElement, text: &str, line: usize) {
    let mut start = 0;
    for (place, each) in text.split('\n').enumerate() {
        let length = each.encode_utf16().count() as u32;
        if place + 1 == line {
            let _ = area.focus();
            let _ = area.set_selection_range(start, start + length);
            return;
        }
        start += length + 1;
    }
}
