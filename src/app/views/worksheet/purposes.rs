//! What each key attribute and each index is there for: "This exists because the application must retrieve …".

use key_engine::engine::KeyRole;
use leptos::prelude::*;
use map::advice::door::close;
use map::advice::{Purpose, purposes};

use super::line::focus_later;
use crate::app::state::{Command, Store};
use crate::app::views::erased::{memo, piece, press};

/// Every table with its keys and its indexes.
pub fn keys_and_doors(store: Store) -> AnyView {
    let found = memo(move || {
        let design = store.open.design.read();
        store.with_proofs(|proofs| {
            store.open.with_database(|database| purposes(&design, database, proofs))
        })
    });
    view! {
        <section class="worksheet-section" aria-labelledby="purposes-title">
            <h2 class="worksheet-subtitle" id="purposes-title" tabindex="-1">"Keys and doors"</h2>
            <p class="worksheet-lead">
                "Every key attribute and every index must be able to end one sentence: this exists because the application must \
                retrieve … What cannot is decoration."
            </p>
            {piece(move || doors(store, &found.read()))}
        </section>
    }
    .into_any()
}

/// The purposes, those of one door together.
fn doors(store: Store, purposes: &[Purpose]) -> AnyView {
    let same =
        |one: &Purpose, other: &Purpose| one.table == other.table && one.index == other.index;
    let doors = purposes.chunk_by(same).map(|door| door_view(store, door)).collect_view();
    view! { <div class="purposes">{doors}</div> }.into_any()
}

fn door_view(store: Store, door: &[Purpose]) -> AnyView {
    let Some(first) = door.first() else { return ().into_any() };
    let (table, index) = (first.table.clone(), first.index.clone());
    let title = index.clone().unwrap_or_else(|| table.clone());
    let kind = if index.is_some() { format!("index of {table}") } else { "table".to_owned() };
    let close = index.filter(|_| is_global(store, first)).map(|index| {
        let words = format!("Close this door: {index}");
        let shut = move || {
            let design = store.open.design.get_untracked();
            let closed = store
                .open
                .with_database_untracked(|database| close(&design, database, &table, &index));
            let label = format!("close the door {index}");
            store.send(Command::Edit { label, edits: closed.edits, merge: None });
            focus_later("#purposes-title".to_owned());
        };
        view! {
            <button class="button" type="button" aria-label=words on:click=press(shut)>
                "Close this door"
            </button>
        }
    });
    view! {
        <div class="purposes-door">
            <div class="purposes-head">
                <h3 class="worksheet-heading">
                    <span class="key">{title}</span>
                    <span class="purposes-kind">{kind}</span>
                </h3>
                {close}
            </div>
            <dl class="purposes-list">{door.iter().map(purpose).collect_view()}</dl>
        </div>
    }
    .into_any()
}

/// Whether a door can be closed: a local index lives and dies with its table.
fn is_global(store: Store, of: &Purpose) -> bool {
    let design = store.open.design.read_untracked();
    let table =
        design.table(&of.table).and_then(|table| table.create.get("GlobalSecondaryIndexes"));
    let indexes = table.and_then(|indexes| indexes.as_array()).into_iter().flatten();
    let mut names = indexes.filter_map(|index| index.get("IndexName")?.as_str());
    names.any(|name| Some(name) == of.index.as_deref())
}

fn purpose(purpose: &Purpose) -> AnyView {
    let name = match &purpose.key {
        None => view! { "The index" }.into_any(),
        Some((attribute, role)) => {
            let role = match role {
                KeyRole::Hash => "partition key",
                KeyRole::Range => "sort key",
            };
            view! {
                <span class="key">{attribute.clone()}</span>
                <span class="purposes-kind">{role}</span>
            }
            .into_any()
        }
    };
    view! {
        <dt>{name}</dt>
        <dd data-decoration=purpose.decoration.then_some("")>{purpose.sentence.clone()}</dd>
    }
    .into_any()
}
