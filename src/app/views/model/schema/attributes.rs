//! Renaming or deleting an attribute wherever it is: in items, keys, requests and kinds.

use std::rc::Rc;

use leptos::prelude::*;
use map::advice::change::Wish;

use super::form::{Form, plain_field};
use super::sheet::{ATTRIBUTES, Sheet};
use crate::app::views::erased::{aria, effect, press, when};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::worksheet::focus_later;

/// The form, once it is asked for.
pub fn attributes(sheet: Sheet) -> AnyView {
    let open = RwSignal::new(false);
    let start = move || {
        open.set(true);
        focus_later(".model-rename input".to_owned());
    };
    view! {
        <div class="model-part" data-part="attributes">
            <div class="model-part-head">
                <h2 class="model-title" id="model-attributes-title" tabindex="-1">"Attributes"</h2>
                <button class="button model-small" type="button" aria-expanded=aria(move || open.get()) on:click=press(start)>
                    {glyph(Icon::Edit)}
                    "Rename an attribute"
                </button>
            </div>
            {when(move || open.get(), move || rename(sheet, open))}
        </div>
    }
    .into_any()
}

fn rename(sheet: Sheet, open: RwSignal<bool>) -> AnyView {
    let (from, to) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let fault = RwSignal::new(None::<String>);
    let close = move || {
        open.set(false);
        focus_later("#model-attributes-title".to_owned());
    };
    effect(move || {
        sheet.asking.track_settled();
        fault.set(None);
    });
    let submit = move || {
        let trimmed = |text: RwSignal<String>| text.read_untracked().trim().to_owned();
        let (from, to) = (trimmed(from), trimmed(to));
        match sheet.asking.wish(&Wish::RenameAttribute { table: sheet.table(), from, to }) {
            None => close(),
            wrong => fault.set(wrong),
        }
    };
    let delete = move || {
        let attribute = from.read_untracked().trim().to_owned();
        match sheet.asking.wish(&Wish::DeleteAttribute { table: sheet.table(), attribute }) {
            None => close(),
            wrong => fault.set(wrong),
        }
    };
    let fields = view! {
        <div class="model-row">
            {plain_field("Attribute", "", Some(ATTRIBUTES), from, fault)}
            {plain_field("Its new name", "", None, to, fault)}
        </div>
    };
    let others = view! {
        <button class="button" type="button" on:click=press(delete)>"Delete it everywhere"</button>
    };
    Form {
        class: "model-rename",
        name: "Rename an attribute",
        fields: fields.into_any(),
        fault,
        does: "Rename it everywhere",
        submit: Box::new(submit),
        others: Some(others.into_any()),
        close: Rc::new(close),
    }
    .view()
}
