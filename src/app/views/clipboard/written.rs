//! What a write has done so far, door by door: the item it put, changed or took away, and each index entry that followed.

use key_engine::Item;
use key_engine::walk::{Action, Change, PageEnd};
use leptos::prelude::*;
use map::numerals::units;
use map::player::LegOutline;

use crate::app::state::{Door, Store, Walked, use_store};
use crate::app::views::erased::{memo, piece};
use crate::app::views::item_words::{KeyNames, change_words, key_words};

/// A door that was written to.
#[derive(Clone, PartialEq)]
struct Row {
    door: String,
    deed: String,
    key: String,
    units: String,
    change: String,
}

/// What is done to an item or an entry.
fn deed(leg: &LegOutline) -> &'static str {
    match (leg.action, leg.found) {
        (Action::Put, false) => "new item",
        (Action::Put, true) => "replaced",
        (Action::Update, false) => "made by the update",
        (Action::Update, true) => "updated",
        (Action::Delete, true) => "deleted",
        (Action::Delete, false) => "nothing to delete",
        (Action::Check, _) => "checked",
        (Action::Enter, _) => "entry added",
        (Action::Leave, _) => "entry removed",
        (Action::Rewrite, _) => "entry rewritten",
        (Action::Read | Action::Fetch, _) => "read",
    }
}

/// The change of the item of this key.
fn change_at<'c>(changes: &'c [Change], leg: &LegOutline) -> Option<&'c Change> {
    let key = leg.key.as_ref()?;
    changes.iter().find(|change| {
        let item = change.new.as_deref().or(change.old.as_deref());
        change.table == leg.table
            && item
                .is_some_and(|item| key.iter().all(|(name, value)| item.get(name) == Some(value)))
    })
}

fn row_of(store: Store, walked: &Walked, leg: &LegOutline) -> Row {
    let door = Door { table: leg.table.clone(), index: leg.index.clone() };
    let names = store.open.with_door(&door, KeyNames::of).unwrap_or_default();
    let key = leg.key.as_ref().map(Item::to_json).unwrap_or_default();
    let change = if leg.index.is_none() { change_at(&walked.changes, leg) } else { None };
    let words = |change: &Change| {
        change_words(
            change.old.as_deref().map(Item::to_json),
            change.new.as_deref().map(Item::to_json),
            &names,
        )
    };
    let done =
        walked.timeline.pages().get(leg.page).is_some_and(|page| page.end == PageEnd::Written);
    let deed = match &leg.refused {
        Some(code) => code.as_str(),
        None if done => deed(leg),
        None => "left as it was",
    };
    let deed = deed.to_owned();
    Row {
        door: leg.index.clone().unwrap_or_else(|| leg.table.clone()),
        deed,
        key: key_words(&key, &names, true),
        units: format!("{} WCU", units(leg.capacity_units)),
        change: change.map(words).unwrap_or_default(),
    }
}

/// The doors written to by now; nothing while the walk on the floor only reads.
#[component]
pub fn WrittenDoors() -> impl IntoView {
    let store = use_store();
    let rows = memo(move || {
        let step = store.playback.step.get();
        let Some(walked) = store.playback.walked.get() else { return Vec::new() };
        let legs = walked.timeline.legs().iter();
        let reached = legs.filter(|leg| leg.is_write() && leg.last_step <= step);
        reached.map(|leg| row_of(store, &walked, leg)).collect::<Vec<_>>()
    });
    let row = |row: Row| {
        view! {
            <li class="written-row">
                <span class="written-door">{row.door}</span>
                <span class="written-units">{row.units}</span>
                <span class="written-deed">{row.deed}" "<span class="written-key">{row.key}</span></span>
                <span class="written-change" hidden=row.change.is_empty()>{row.change.clone()}</span>
            </li>
        }
        .into_any()
    };
    piece(move || {
        let rows = rows.get();
        if rows.is_empty() {
            return ().into_any();
        }
        view! {
            <ul class="written" aria-label="Written">
                {rows.into_iter().map(row).collect_view()}
            </ul>
        }
        .into_any()
    })
}
