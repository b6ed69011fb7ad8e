//! What the design is called and what it is for.

use leptos::prelude::*;
use map::design::Edit;

use super::sheet::Sheet;
use crate::app::state::Command;
use crate::app::views::erased::{memo, words};
use crate::app::views::model::commit_field::CommitField;

/// The two, to be changed in place.
pub fn about(sheet: Sheet) -> AnyView {
    let design = sheet.store().open.design;
    let name = memo(move || design.read().name.clone());
    let description = memo(move || design.read().description.clone());
    let set = move |label: &str, name: String, description: String| {
        let edits = vec![Edit::SetAbout { name, description }];
        sheet.store().send(Command::Edit { label: label.to_owned(), edits, merge: None });
    };
    let rename = move |typed: String| {
        let typed = typed.trim().to_owned();
        if typed.is_empty() {
            return Some("A design needs a name.".to_owned());
        }
        set("rename the design", typed, description.get_untracked());
        None
    };
    let describe = move |typed: String| {
        set("say what the design is for", name.get_untracked(), typed.trim().to_owned());
        None
    };
    let name_field = CommitField {
        label: "Design".to_owned(),
        text: name,
        commit: Box::new(rename),
        lines: 0,
        width: "name",
        placeholder: words(|| "What it is called".to_owned()),
        offers: None,
    };
    let description_field = CommitField {
        label: "What it is for".to_owned(),
        text: description,
        commit: Box::new(describe),
        lines: 2,
        width: "prose",
        placeholder: words(|| "Who asks it what, in a sentence or two".to_owned()),
        offers: None,
    };
    view! {
        <div class="model-about">
            {name_field.view(sheet.asking)}
            {description_field.view(sheet.asking)}
        </div>
    }
    .into_any()
}
