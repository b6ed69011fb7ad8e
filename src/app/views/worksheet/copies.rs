//! The deliberate copies: which kind of item repeats which, for which rows, who owns it and how it follows.

use key_engine::AttributeValue;
use leptos::prelude::*;
use map::advice::copies::{Absent, Copy, Disagreement};
use map::design::{DeliberateCopy, Edit, Synchronisation};
use map::numerals::{counted, grouped};

use super::editor::labelled;
use super::line::focus_later;
use crate::app::state::{Command, Store};
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{each, memo, piece, press, when, words};
use crate::app::views::item_words::value_words;

/// The copies; not there while the design has none, declared or found.
pub fn copies(store: Store) -> AnyView {
    let count = memo(move || store.open.design.read().copies.len());
    let found = move || {
        let found = store.worksheet.copies.get();
        let undeclared = found.iter().filter(|copy| !copy.is_declared);
        undeclared.map(|copy| undeclared_copy(store, copy)).collect_view().into_any()
    };
    when(
        move || count.get() > 0 || !store.worksheet.copies.read().is_empty(),
        move || {
            view! {
                <section class="worksheet-section" aria-labelledby="copies-title">
                    <h2 class="worksheet-subtitle" id="copies-title" tabindex="-1">"Copies"</h2>
                    <p class="worksheet-lead">
                        "The same fact at two addresses, because two rows need it. A copy has an owner, and a plan for how it follows \
                        what it repeats."
                    </p>
                    <div class="purposes">
                        {each(move || (0..count.get()).collect(), move |place| copy(store, place))}
                        {piece(found)}
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
fn change(
    store: Store,
    label: &str,
    part: Option<String>,
    change: impl FnOnce(&mut Vec<DeliberateCopy>),
) {
    let mut copies = store.open.design.read_untracked().copies.clone();
    change(&mut copies);
    let edits = vec![Edit::SetCopies(copies)];
    store.send(Command::Edit { label: label.to_owned(), edits, merge: part });
}

fn copy(store: Store, place: usize) -> AnyView {
    let title = read(store, place, |copy| (copy.copy.clone(), copy.source.clone()));
    let table = read(store, place, |copy| copy.table.clone());
    let attributes = read(store, place, |copy| copy.attributes.join(", "));
    let needed = move || match store.worksheet.copies.read().get(place) {
        Some(copy) if copy.is_decoration => "No row needs it: decoration.".to_owned(),
        Some(copy) if !copy.because.is_empty() => copy.because.join(", "),
        _ => "Not known yet.".to_owned(),
    };
    let remove = move || {
        change(store, "forget a copy", None, |copies| {
            if place < copies.len() {
                copies.remove(place);
            }
        });
        focus_later("#copies-title".to_owned());
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
                <button class="button" type="button" on:click=press(remove)>"Forget this copy"</button>
            </div>
            <dl class="purposes-list">
                <dt>"Attributes"</dt>
                <dd class="key">{words(move || attributes.get())}</dd>
                <dt>"Because of"</dt>
                <dd>{words(needed)}</dd>
                <dt>"Do they agree?"</dt>
                <dd>{piece(move || compared(store.worksheet.copies.read().get(place)))}</dd>
            </dl>
            <div class="desk-fields">{owner(store, place)} {plan(store, place)}</div>
        </div>
    }
    .into_any()
}

/// A copy that was found and that nobody has declared.
fn undeclared_copy(store: Store, copy: &Copy) -> AnyView {
    let plan = copy.plan.clone();
    let declare = move || {
        let plan = plan.clone();
        change(store, "declare a copy", None, |copies| copies.push(plan));
        focus_later("#copies-title".to_owned());
    };
    view! {
        <div class="purposes-door">
            <div class="purposes-head">
                <h3 class="worksheet-heading">
                    {copy.plan.copy.clone()}
                    <span class="purposes-kind">
                        {format!("repeats {} in {}, and nobody has said so", copy.plan.source, copy.plan.table)}
                    </span>
                </h3>
                <button class="button" type="button" on:click=press(declare)>"Declare this copy"</button>
            </div>
            <dl class="purposes-list">
                <dt>"Attributes"</dt>
                <dd class="key">{copy.plan.attributes.join(", ")}</dd>
                <dt>"Do they agree?"</dt>
                <dd>{compared(Some(copy))}</dd>
            </dl>
        </div>
    }
    .into_any()
}

/// Disagreements listed; more are counted.
const LISTED: usize = 6;

/// Whether copies agree with what they repeat, and field by field where they do not.
fn compared(copy: Option<&Copy>) -> AnyView {
    let Some(copy) = copy else { return "…".into_any() };
    let comparison = &copy.comparison;
    if !copy.is_paired {
        return "Nothing tells which copy belongs to which item: they can not be compared."
            .into_any();
    }
    let pairs = counted(comparison.pairs, "pair", "pairs");
    if comparison.disagreeing == 0 {
        return format!("Yes: {pairs} compared.").into_any();
    }
    let listed = comparison.disagreements.iter().take(LISTED);
    let beyond = comparison.disagreeing.saturating_sub(LISTED as u64);
    let more = (beyond > 0).then(|| view! { <li>{format!("and {} more", grouped(beyond))}</li> });
    view! {
        <span class="copies-wrong">
            {format!("No: {} of {pairs} differ.", grouped(comparison.disagreeing))}
        </span>
        <ul class="copies-fields">
            {listed.map(|one| view! { <li>{disagreement_words(one)}</li> }.into_any()).collect_view()}
            {more}
        </ul>
    }
    .into_any()
}

fn disagreement_words(one: &Disagreement) -> String {
    let value = |value: &Option<AttributeValue>| {
        value.as_ref().map_or_else(|| "nothing".to_owned(), |value| value_words(&value.to_json()))
    };
    match one.absent {
        Some(Absent::Copy) => return format!("{}: there is no copy", one.name),
        Some(Absent::Source) => {
            return format!("{}: the copy is of something that is not there", one.name);
        }
        None => {}
    }
    let mut words = one.name.clone();
    for (place, field) in one.fields.iter().enumerate() {
        words.push_str(if place == 0 { ": " } else { "; " });
        words.push_str(&field.attribute);
        words.push_str(" is ");
        words.push_str(&value(&field.source));
        words.push_str(", its copy says ");
        words.push_str(&value(&field.copy));
    }
    words
}

fn owner(store: Store, place: usize) -> AnyView {
    let edit = move |typed: String| {
        change(store, "name the owner of a copy", Some(format!("copy {place} owner")), |copies| {
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
        change(store, "plan how a copy follows", Some(part), |copies| {
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
