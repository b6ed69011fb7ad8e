//! The table's name and its keys, and its end.

use std::sync::Arc;

use leptos::prelude::*;
use map::advice::change::{KeySchema, Wish};

use super::form::Changing;
use super::key_fields::{Shape, key_fields, sound_keys};
use super::served::served;
use super::sheet::{ATTRIBUTES, Sheet};
use crate::app::views::desk::offered;
use crate::app::views::erased::{each, effect, memo, press, words};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::model::commit_field::CommitField;

/// Name and keys.
pub fn table_keys(sheet: Sheet) -> AnyView {
    let name = memo(move || sheet.described.read().name().to_owned());
    let rename = move |typed: String| {
        let to = typed.trim().to_owned();
        sheet.asking.wish(&Wish::RenameTable { table: sheet.table(), to })
    };
    let field = CommitField {
        label: "Table name".to_owned(),
        text: name,
        commit: Box::new(rename),
        lines: 0,
        width: "name",
        placeholder: words(String::new),
        offers: None,
    };
    let delete = move || {
        sheet.asking.wish_or_tell(&Wish::DeleteTable { table: sheet.table() });
    };
    let attributes = memo(move || {
        let known = sheet.known.read();
        let keys = sheet.keys.read();
        let indexes = sheet.indexes.read();
        let of_indexes = indexes.iter().flat_map(|index| index.keys.attributes());
        let keys = keys.attributes().chain(of_indexes).map(|key| key.name.clone());
        let mut all: Vec<String> = known.attribute_types.keys().cloned().chain(keys).collect();
        key_engine::order::sort_by(&mut all, Ord::cmp);
        all.dedup();
        all
    });
    view! {
        <div class="model-part" data-part="keys">
            <datalist id=ATTRIBUTES>{offered(attributes)}</datalist>
            <div class="model-part-head">
                <h2 class="model-title">{words(move || name.get())}</h2>
                <button class="button model-small" type="button" on:click=press(delete)>
                    {glyph(Icon::Delete)}
                    "Delete the table"
                </button>
            </div>
            {field.view(sheet.asking)}
            {keys(sheet)}
            {purposes(sheet)}
        </div>
    }
    .into_any()
}

/// The keys, changed as a whole: one attribute for another is one step.
fn keys(sheet: Sheet) -> AnyView {
    let draft = RwSignal::new(sheet.keys.get_untracked());
    let fault = RwSignal::new(None::<String>);
    let put_back = move || {
        draft.set(sheet.keys.get_untracked());
        fault.set(None);
    };
    effect(move || {
        sheet.keys.track();
        sheet.asking.track_settled();
        put_back();
    });
    let changed = memo(move || sound_keys(&draft.read()) != *sheet.keys.read());
    let submit = move || {
        let keys: KeySchema = sound_keys(&draft.read_untracked());
        fault.set(sheet.asking.wish(&Wish::SetKeys { table: sheet.table(), keys }));
    };
    Changing {
        name: "Keys of the table",
        fields: key_fields(sheet, draft, Shape::Table),
        fault,
        changed,
        does: "Change the keys",
        submit: Box::new(submit),
        leaves: "Leave them as they are",
        put_back: Arc::new(put_back),
    }
    .view()
}

/// What each attribute of the key is there for.
fn purposes(sheet: Sheet) -> AnyView {
    let count = memo(move || sheet.keys.read().attributes().count());
    let line = move |place: usize| {
        let name = memo(move || {
            let keys = sheet.keys.read();
            keys.attributes().nth(place).map(|key| key.name.clone()).unwrap_or_default()
        });
        view! {
            <div class="model-purpose">
                <span class="key">{words(move || name.get())}</span>
                {served(sheet, || None, move || Some(name.get()))}
            </div>
        }
        .into_any()
    };
    view! { <div class="model-purposes">{each(move || (0..count.get()).collect(), line)}</div> }
        .into_any()
}
