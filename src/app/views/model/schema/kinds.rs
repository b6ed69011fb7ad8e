//! The kinds of item of the table: how each makes its keys.

use leptos::prelude::*;
use map::advice::change::{add_kind, delete_kind, rename_kind, set_template, set_templates};
use map::design::believable::agreed_templates;
use map::floor::Ink;

use super::fold::fold;
use super::sheet::Sheet;
use crate::app::views::erased::{each, effect, memo, press, when, words};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::model::commit_field::CommitField;
use crate::app::views::worksheet::focus_later;

/// All of them, and how one is added. A kind is told by its place among the design's.
pub fn kinds(sheet: Sheet) -> AnyView {
    let design = sheet.store().open.design;
    let places = memo(move || {
        let (design, described) = (design.read(), sheet.described.read());
        let of_table = design.entities.iter().enumerate();
        let of_table = of_table.filter(|(_, kind)| kind.table == described.name());
        of_table.map(|(place, _)| place).collect::<Vec<usize>>()
    });
    let open = RwSignal::new(None::<usize>);
    effect(move || {
        sheet.store().open.table.track();
        open.set(None);
    });
    let add = move || {
        let (plan, place) = add_kind(&design.read_untracked(), &sheet.table());
        sheet.asking.take_or_tell(Ok(plan));
        open.set(Some(place));
        focus_later("[data-part=kinds] [data-open] [data-field=Name] input".to_owned());
    };
    view! {
        <div class="model-part" data-part="kinds">
            <div class="model-part-head">
                <h2 class="model-title" id="model-kinds" tabindex="-1">"Kinds of item"</h2>
                <button class="button model-small" type="button" on:click=press(add)>
                    {glyph(Icon::Plus)}
                    "Add a kind"
                </button>
            </div>
            {when(move || places.read().is_empty(), || view! {
                <p class="model-empty">"All items are of one kind, without a name."</p>
            }.into_any())}
            <ul class="model-folds" aria-labelledby="model-kinds">
                {each(move || places.get(), move |place| kind(sheet, place, open))}
            </ul>
        </div>
    }
    .into_any()
}

/// One kind.
fn kind(sheet: Sheet, place: usize, open: RwSignal<Option<usize>>) -> AnyView {
    let design = sheet.store().open.design;
    let one = memo(move || design.read().entities.get(place).cloned().unwrap_or_default());
    let colour = |ink: Ink| format!("var({})", ink.token());
    let summary = move || {
        let (one, keys) = (one.read(), sheet.keys.read());
        let partition = keys.partition.first().map(|key| key.name.as_str()).unwrap_or_default();
        let sort = keys.sort.first().map(|key| key.name.as_str());
        let told = |attribute: &str, prefix: &str| match one.templates.get(attribute) {
            Some(template) => template.clone(),
            None if prefix.is_empty() => "any".to_owned(),
            None => [prefix, "…"].concat(),
        };
        let mut said = told(partition, &one.partition_prefix);
        if let Some(sort) = sort {
            said.push_str(" / ");
            said.push_str(&told(sort, one.sort_prefix.as_deref().unwrap_or_default()));
        }
        said
    };
    let head = view! {
        <span
            class="legend-box"
            style=("--outline-colour", colour(Ink::EntityInk(place as u8)))
            style=("--fill-colour", colour(Ink::EntityTint(place as u8)))
        ></span>
        <span class="model-fold-words">
            <span class="model-fold-title" data-font="sans">{words(move || one.get().name)}</span>
            <span class="model-minor key">{words(summary)}</span>
        </span>
    }
    .into_any();
    let delete = move || {
        let plan = delete_kind(&design.read_untracked(), place);
        open.set(None);
        sheet.asking.take_or_tell(plan);
    };
    let body = move || {
        let rename = move |typed: String| {
            let plan = rename_kind(&design.read_untracked(), place, &typed);
            sheet.asking.take(plan)
        };
        let name = CommitField {
            label: "Name".to_owned(),
            text: memo(move || one.get().name),
            commit: Box::new(rename),
            lines: 0,
            width: "name",
            placeholder: words(String::new),
            offers: None,
        };
        let attributes = key_attributes(sheet);
        let count = memo(move || attributes.read().len());
        view! {
            {name.view(sheet.asking)}
            <p class="model-minor">
                "How its keys are made. A name in braces stands for an attribute of the item: PRODUCT#{productId}."
            </p>
            {each(move || (0..count.get()).collect(), move |at| template(sheet, place, attributes, at))}
            {read_from_items(sheet, place)}
            <div class="model-buttons">
                <button class="button model-small" type="button" on:click=press(delete)>
                    {glyph(Icon::Delete)}
                    "Delete the kind"
                </button>
            </div>
        }
        .into_any()
    };
    fold(place, open, head, body)
}

/// Templates that the kind does not have and all of its items agree on, and how they are taken over.
fn read_from_items(sheet: Sheet, place: usize) -> AnyView {
    let open = sheet.store().open;
    let agreed = memo(move || {
        let design = open.design.read();
        open.with_database_untracked(|database| agreed_templates(&design, database, place))
    });
    let told = move || {
        let agreed = agreed.read();
        let mut said = "Its items all have, and the design does not say: ".to_owned();
        for (at, (attribute, template)) in agreed.iter().enumerate() {
            said.push_str(if at == 0 { "" } else { ", " });
            said.push_str(attribute);
            said.push(' ');
            said.push_str(template);
        }
        said.push('.');
        said
    };
    let take = move || {
        let plan = set_templates(&open.design.read_untracked(), place, &agreed.get_untracked());
        sheet.asking.take_or_tell(plan);
    };
    when(
        move || agreed.read().iter().next().is_some(),
        move || {
            view! {
                <p class="model-minor" data-part="agreed">{words(told)}</p>
                <div class="model-buttons">
                    <button class="button model-small" type="button" on:click=press(take)>
                        "Take these over"
                    </button>
                </div>
            }
            .into_any()
        },
    )
    .into_any()
}

/// The key attributes of the table and of its indexes, each once.
fn key_attributes(sheet: Sheet) -> Memo<Vec<String>> {
    memo(move || {
        let (keys, indexes) = (sheet.keys.read(), sheet.indexes.read());
        let of_indexes = indexes.iter().flat_map(|index| index.keys.attributes());
        let mut all: Vec<String> = Vec::new();
        for key in keys.attributes().chain(of_indexes) {
            if !all.contains(&key.name) {
                all.push(key.name.clone());
            }
        }
        all
    })
}

/// How a kind makes one key attribute.
fn template(sheet: Sheet, place: usize, attributes: Memo<Vec<String>>, at: usize) -> AnyView {
    let design = sheet.store().open.design;
    let attribute = memo(move || attributes.read().get(at).cloned().unwrap_or_default());
    let label = attribute.get_untracked();
    let text = memo(move || {
        let design = design.read();
        let kind = design.entities.get(place);
        kind.and_then(|kind| kind.templates.get(&*attribute.read()).cloned()).unwrap_or_default()
    });
    let begins = words(move || {
        let (design, keys, attribute) = (design.read(), sheet.keys.read(), attribute.read());
        let Some(kind) = design.entities.get(place) else { return String::new() };
        let is = |key: Option<&map::advice::change::KeyAttribute>| {
            key.is_some_and(|key| key.name == *attribute)
        };
        let prefix = if is(keys.partition.first()) {
            kind.partition_prefix.as_str()
        } else if is(keys.sort.first()) {
            kind.sort_prefix.as_deref().unwrap_or_default()
        } else {
            ""
        };
        if prefix.is_empty() {
            "nothing said".to_owned()
        } else {
            ["begins with ", prefix].concat()
        }
    });
    let commit = move |typed: String| {
        let attribute = attribute.get_untracked();
        let plan = set_template(&design.read_untracked(), place, &attribute, &typed);
        sheet.asking.take(plan)
    };
    let field = CommitField {
        label,
        text,
        commit: Box::new(commit),
        lines: 0,
        width: "template",
        placeholder: begins,
        offers: None,
    };
    field.view(sheet.asking)
}
