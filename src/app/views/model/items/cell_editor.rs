//! The cell that is being typed into. It stands over the grid and not in its row, so that nothing typed is lost when the row scrolls
//! out of view or is drawn anew.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;
use map::design::item_edit::Typed;
use wasm_bindgen::JsCast;

use super::deeds;
use super::grid::{Editing, Grid};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{aria, effect, piece, truth, typed, words};

/// The narrowest and the widest a cell is typed into, in CSS pixels.
const NARROWEST_PX: i32 = 264;
const WIDEST_PX: i32 = 420;
/// Lines of a text that are shown at once, and letters of a line.
const MOST_LINES: usize = 12;
const LINE_LETTERS: usize = 46;

/// The cell that is being typed into; nothing while none is.
pub fn cell_editor(grid: Grid) -> AnyView {
    piece(move || match grid.editing.get() {
        Some(editing) => editor(grid, &editing),
        None => ().into_any(),
    })
    .into_any()
}

/// How many lines a text takes.
fn lines(text: &str) -> usize {
    let mut count = 0;
    for line in text.split('\n') {
        count += 1 + line.len() / LINE_LETTERS;
        if count >= MOST_LINES {
            return MOST_LINES;
        }
    }
    count
}

fn editor(grid: Grid, editing: &Editing) -> AnyView {
    let (row, column, replaces) = (editing.row, editing.column, editing.replaces);
    let area = NodeRef::<html::Textarea>::new();
    effect(move || {
        let Some(area) = area.get() else { return };
        // Fails only where it is not on the page.
        let _ = area.focus();
        if !replaces {
            area.select();
        }
    });
    let frame = NodeRef::<html::Div>::new();
    effect(move || {
        grid.fault.track();
        let Some(frame) = frame.get() else { return };
        let near = web_sys::ScrollIntoViewOptions::new();
        near.set_block(web_sys::ScrollLogicalPosition::Nearest);
        near.set_inline(web_sys::ScrollLogicalPosition::Nearest);
        frame.scroll_into_view_with_scroll_into_view_options(&near);
    });
    let key = grid.with_table(|table| map::design::item_edit::key_words(table, &editing.item));
    let name = format!("{} of {}", editing.name, key.unwrap_or_default());
    let left = words(move || format!("{}px", grid.column_px(column).0 - 1));
    let width =
        words(move || format!("{}px", grid.column_px(column).1.clamp(NARROWEST_PX, WIDEST_PX)));
    let top = words(move || format!("{}px", grid.span().top_px(row).round() as i64 - 1));
    let leave = move |event: FocusEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<web_sys::Node>().ok());
        let own = event.current_target().and_then(|own| own.dyn_into::<web_sys::Node>().ok());
        let stays = own.is_some_and(|own| own.contains(to.as_ref()));
        if !stays && grid.editing.with_untracked(Option::is_some) {
            deeds::commit(grid);
        }
    };
    let choose = move |place: usize| {
        let Some(to) = Typed::ALL.get(place).copied() else { return };
        let from = grid.typed.get_untracked();
        grid.text.update(|text| *text = converted(from, to, text));
        grid.typed.set(to);
        grid.fault.set(None);
    };
    let labels: Vec<String> = Typed::ALL.iter().map(|typed| typed.label().to_owned()).collect();
    let is_null = move || grid.typed.get() == Typed::Null;
    view! {
        <div class="cells-editor" role="group" aria-label=name.clone() node_ref=frame style:left=left style:top=top style:width=width on:focusout=leave on:keydown=keys(grid)
            on:mousedown=|event| event.stop_propagation() on:dblclick=|event| event.stop_propagation()>
            <textarea
                class="cells-editor-text"
                spellcheck="false"
                autocapitalize="off"
                dir="auto"
                aria-label=format!("{name}, {}", grid.typed.get_untracked().label())
                aria-invalid=aria(move || grid.fault.with(Option::is_some))
                aria-describedby="cells-editor-fault"
                readonly=truth(is_null)
                rows=words(move || grid.text.with(|text| lines(text)).to_string())
                node_ref=area
                prop:value=grid.text
                on:input=typed(move |text| {
                    grid.text.set(text);
                    grid.fault.set(None);
                })
            ></textarea>
            <div class="cells-editor-foot">
                <Choice
                    name="Type"
                    class="field-picker cells-editor-type"
                    options=labels
                    chosen=Signal::derive(move || {
                        let now = grid.typed.get();
                        Typed::ALL.iter().position(|typed| *typed == now).unwrap_or_default()
                    })
                    on_choose=choose
                />
                <span class="cells-editor-keys">"Enter sets, Esc leaves, Alt ↓ to the type"</span>
            </div>
            <p class="cells-editor-fault" id="cells-editor-fault" role="alert" hidden=truth(move || grid.fault.with(Option::is_none))>
                {move || grid.fault.get()}
            </p>
        </div>
    }
    .into_any()
}

/// What is typed, when it is typed as something else from now on.
fn converted(from: Typed, to: Typed, text: &str) -> String {
    if from == to || (to != Typed::Json && !from.has_lines()) {
        return text.to_owned();
    }
    match from.read(text) {
        Ok(value) => to.text_of(&value),
        Err(_) => text.to_owned(),
    }
}

/// Enter and Tab set the value, Escape leaves the cell as it was. With Shift or Alt, Enter is a new line. Alt with the arrow down
/// goes to the type.
fn keys(grid: Grid) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(move |event| {
        event.stop_propagation();
        let in_choice = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .is_some_and(|element| element.tag_name() == "SELECT");
        let (row, column) = grid
            .editing
            .with_untracked(|editing| editing.as_ref().map_or((0, 0), |it| (it.row, it.column)));
        match event.key().as_str() {
            "Escape" => deeds::cancel(grid),
            "ArrowDown" if event.alt_key() && !in_choice => focus_type(&event),
            "Enter" if in_choice || event.shift_key() || event.alt_key() => return,
            "Enter" => {
                if deeds::commit(grid) {
                    grid.focus();
                }
            }
            "Tab" if !in_choice && !event.shift_key() => {
                if deeds::commit(grid) {
                    grid.go(row, column + 1);
                    grid.focus();
                }
            }
            "Tab" if !in_choice => {
                if deeds::commit(grid) {
                    grid.go(row, column.saturating_sub(1));
                    grid.focus();
                }
            }
            _ => return,
        }
        event.prevent_default();
    })
}

/// Gives the type of the cell the keyboard: Tab, which would, sets the value.
fn focus_type(event: &KeyboardEvent) {
    let frame = event.current_target();
    let frame = frame.and_then(|frame| frame.dyn_into::<web_sys::Element>().ok());
    let choice = frame.and_then(|frame| frame.query_selector("select").ok().flatten());
    if let Some(choice) = choice.and_then(|it| it.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Fails only where it is not on the page.
        let _ = choice.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_stays_when_its_type_changes() {
        for (from, to, text, expected) in [
            (Typed::S, Typed::N, "12", "12"),
            (Typed::N, Typed::S, "12", "12"),
            (Typed::S, Typed::Json, "a", "{\n  \"S\": \"a\"\n}"),
            (Typed::Json, Typed::S, "{\"S\": \"a\"}", "a"),
            (Typed::Json, Typed::S, "{", "{"),
            (Typed::N, Typed::Json, "x", "x"),
        ] {
            assert_eq!(converted(from, to, text), expected, "{from:?} {to:?}");
        }
        assert_eq!((lines(""), lines("a\nb"), lines(&"x".repeat(5_000))), (1, 2, MOST_LINES));
    }
}
