//! The deliberate copies: which kind of item repeats which, for which rows, who owns it and how it follows.

use leptos::prelude::*;
use map::design::{DeliberateCopy, Edit, Synchronisation};

use super::editor::labelled;
use crate::app::state::{Command, Store};
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{each, memo, press, when, words};

/// The copies; not there while the design has none.
pub fn copies(store: Store) -> AnyView {
    let count = memo(move || store.open.design.read().copies.len());
    when(
        move || count.get() > 0,
        move || {
            view! {
                <section class="worksheet-section" aria-labelledby="copies-title">
                    <h2 class="worksheet-subtitle" id="copies-title">"Copies"</h2>
                    <p class="worksheet-lead">
                        "The same fact at two addresses, because two rows need it. A copy has an owner, and a plan for how it follows \
                        what it repeats."
                    </p>
                    <div class="purposes">
                        {each(move || (0..count.get()).collect(), move |place| copy(store, place))}
                    </div>
                </section>
            }
            .into_any()
        },
    )
    .into_any()
}

/// A look at the copy at a place.
fn read<T: PartialEq + Default + Send + Sync + 'static>(
    store: Store,
    place: usize,
    read: impl Fn(&DeliberateCopy) -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo(move || store.open.design.read().copies.get(place).map(&read).unwrap_or_default())
}

/// Changes the copies; `part` says which part of which, so that a word typed is one step.
fn change(store: Store, label: &str, part: String, change: impl FnOnce(&mut Vec<DeliberateCopy>)) {
    let mut copies = store.open.design.read_untracked().copies.clone();
    change(&mut copies);
    let edits = vec![Edit::SetCopies(copies)];
    store.send(Command::Edit { label: label.to_owned(), edits, merge: Some(part) });
}

fn copy(store: Store, place: usize) -> AnyView {
    let title = read(store, place, |copy| (copy.copy.clone(), copy.source.clone()));
    let table = read(store, place, |copy| copy.table.clone());
    let attributes = read(store, place, |copy| copy.attributes.join(", "));
    let rows = read(store, place, |copy| copy.requests.join(", "));
    let needed = move || {
        let rows = rows.get();
        if rows.is_empty() { "No row needs it: decoration.".to_owned() } else { rows }
    };
    let remove = move || {
        change(store, "forget a copy", format!("copy {place} goes"), |copies| {
            if place < copies.len() {
                copies.remove(place);
            }
        });
    };
    view! {
        <div class="purposes-door">
            <div class="purposes-head">
                <h3 class="worksheet-heading">
                    {words(move || title.get().0)}
                    <span class="purposes-kind">
                        {words(move || format!("repeats {} in {}", title.get().1, table.get()))}
                    </span>
                </h3>
                <button class="button" type="button" on:click=press(remove)>"No copy any more"</button>
            </div>
            <dl class="purposes-list">
                <dt>"Attributes"</dt>
                <dd class="key">{words(move || attributes.get())}</dd>
                <dt>"Because of"</dt>
                <dd>{words(needed)}</dd>
            </dl>
            <div class="desk-fields">{owner(store, place)} {plan(store, place)}</div>
        </div>
    }
    .into_any()
}

fn owner(store: Store, place: usize) -> AnyView {
    let edit = move |typed: String| {
        change(store, "name the owner of a copy", format!("copy {place} owner"), |copies| {
            if let Some(copy) = copies.get_mut(place) {
                copy.owner = typed;
            }
        });
        None
    };
    LiveField {
        label: "Owner".to_owned(),
        text: read(store, place, |copy| copy.owner.clone()),
        edit: Box::new(edit),
        lines: 0,
        width: "l",
        placeholder: "who writes it: a service, a team",
        offers: None,
    }
    .view()
}

const PLANS: [&str; 4] = [
    "Nobody has said yet",
    "Both in one TransactWriteItems",
    "A consumer of the stream writes it",
    "It may lag or stay as it was",
];

fn plan(store: Store, place: usize) -> AnyView {
    let chosen = read(store, place, |copy| match copy.synchronisation {
        Synchronisation::Unplanned => 0_usize,
        Synchronisation::Transaction => 1,
        Synchronisation::Stream => 2,
        Synchronisation::AcceptedStaleness(_) => 3,
    });
    let set = move |part: String, plan: Synchronisation| {
        change(store, "plan how a copy follows", part, |copies| {
            if let Some(copy) = copies.get_mut(place) {
                copy.synchronisation = plan;
            }
        });
    };
    let choose = move |at: usize| {
        let plan = match at {
            0 => Synchronisation::Unplanned,
            1 => Synchronisation::Transaction,
            2 => Synchronisation::Stream,
            _ => Synchronisation::AcceptedStaleness(String::new()),
        };
        set(format!("copy {place} plan {at}"), plan);
    };
    let why = move || {
        let text = read(store, place, |copy| match &copy.synchronisation {
            Synchronisation::AcceptedStaleness(why) => why.clone(),
            _ => String::new(),
        });
        let edit = move |typed| {
            set(format!("copy {place} why"), Synchronisation::AcceptedStaleness(typed));
            None
        };
        LiveField {
            label: "Why that does no harm".to_owned(),
            text,
            edit: Box::new(edit),
            lines: 0,
            width: "l",
            placeholder: "a price paid stays what was paid",
            offers: None,
        }
        .view()
    };
    view! {
        {labelled("How it follows", PLANS.map(str::to_owned).to_vec(), chosen, Callback::new(choose))}
        {when(move || chosen.get() == 3, why)}
    }
    .into_any()
}
