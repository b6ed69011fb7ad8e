//! A change of the model that somebody wishes for. Where it breaks nothing it is done at once, as one step; where it breaks
//! something that is said first, and it is done when that is wanted.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use map::advice::change::{Breakage, Plan, Wish, plan};
use map::numerals::{counted, grouped};

use super::schema::row_link;
use crate::app::state::{Command, QUICK_ITEMS, RowNumber, Store};
use crate::app::views::erased::{effect, memo, piece, press, when, words};
use crate::app::views::icons::{Icon, glyph};

/// Breakages listed, and rows named; more are counted.
const LISTED: usize = 200;
const NAMED_ROWS: usize = 12;

/// Where wishes go.
#[derive(Clone, Copy)]
pub struct Asking {
    /// In a place of its own, so that whoever hands this on hands on little.
    place: StoredValue<Store>,
    /// The plan that waits for an answer.
    pending: RwSignal<Option<Arc<Plan>>>,
    done: RwSignal<Option<Arc<Done>>>,
    /// Counts what was left as it is: what was typed for it goes.
    settled: RwSignal<u32>,
}

/// What was done last.
#[derive(Debug, Default)]
struct Done {
    label: String,
    facts: Vec<String>,
    /// The rows that were proven before.
    proven: Vec<RowNumber>,
}

impl Asking {
    /// Nothing is wished for yet.
    pub fn new(store: Store) -> Self {
        Self {
            place: StoredValue::new(store),
            pending: RwSignal::new(None),
            done: RwSignal::new(None),
            settled: RwSignal::new(0),
        }
    }

    /// The page's state.
    pub fn store(self) -> Store {
        self.place.get_value()
    }

    /// Carries a wish out, or asks; why it can not be carried out, if so. Where that takes a while the page says so first, and why it
    /// cannot be is said over the page.
    pub fn wish(self, wish: &Wish) -> Option<String> {
        if self.takes_a_while(wish) {
            let wish = wish.clone();
            self.store().once_busy_shows(move || self.take_or_tell(self.plan(&wish)));
            return None;
        }
        self.take(self.plan(wish))
    }

    fn plan(self, wish: &Wish) -> Result<Plan, String> {
        let design = self.store().open.design.get_untracked();
        self.store().open.with_database_untracked(|database| plan(wish, &design, database))
    }

    /// Whether a wish is about each of many items.
    fn takes_a_while(self, wish: &Wish) -> bool {
        let (Wish::SetKeys { table, .. }
        | Wish::SetKeyType { table, .. }
        | Wish::RenameAttribute { table, .. }
        | Wish::DeleteAttribute { table, .. }
        | Wish::AddIndex { table, .. }
        | Wish::SetIndex { table, .. }) = wish
        else {
            return false;
        };
        self.store().open.with_database_untracked(|database| {
            database.table(table).is_some_and(|table| table.item_count() > QUICK_ITEMS)
        })
    }

    /// Carries a plan out, or asks; why there is none, if so.
    pub fn take(self, planned: Result<Plan, String>) -> Option<String> {
        match planned {
            Ok(plan) if plan.breaks.is_empty() => self.carry_out(plan),
            Ok(plan) => self.pending.set(Some(Arc::new(plan))),
            Err(words) => return Some(words),
        }
        None
    }

    /// Carries a plan out, or asks; where there is none, says why over the page.
    pub fn take_or_tell(self, planned: Result<Plan, String>) {
        if let Some(words) = self.take(planned) {
            self.store().send(Command::Refuse(words));
        }
    }

    /// Carries a wish out, or asks; where it can not be carried out, says why over the page. Whether it can.
    pub fn wish_or_tell(self, wish: &Wish) -> bool {
        let wrong = self.wish(wish);
        let can = wrong.is_none();
        if let Some(words) = wrong {
            self.store().send(Command::Refuse(words));
        }
        can
    }

    /// Whether an answer is waited for.
    pub fn is_asking(self) -> bool {
        self.pending.try_with_untracked(Option::is_some).unwrap_or(true)
    }

    /// Tracks that what was typed and not done is to go.
    pub fn track_settled(self) {
        self.settled.track();
    }

    /// What was typed and not done goes.
    pub fn settle(self) {
        self.settled.update(|count| *count = count.wrapping_add(1));
    }

    fn carry_out(self, plan: Plan) {
        let rows = self.store().worksheet.rows.read_untracked();
        let is_proven = |row: &&crate::app::state::Row| {
            row.proof.with_untracked(|proof| proof.standing.is_proven())
        };
        let proven = rows.iter().filter(is_proven).map(|row| row.number).collect();
        drop(rows);
        let Plan { label, edits, facts, .. } = plan;
        self.store().send(Command::Edit { label: label.clone(), edits, merge: None });
        self.done.set(Some(Arc::new(Done { label, facts, proven })));
    }

    fn answer(self, do_it: bool) {
        let Some(plan) = self.pending.try_update(Option::take).flatten() else { return };
        if do_it {
            self.carry_out(Arc::unwrap_or_clone(plan));
        } else {
            self.settle();
        }
    }
}

/// What is asked before something breaks.
pub fn dialog(asking: Asking) -> AnyView {
    let place = NodeRef::<html::Dialog>::new();
    let waits = memo(move || asking.pending.read().is_some());
    effect(move || {
        let (waits, Some(dialog)) = (waits.get(), place.get()) else { return };
        if waits && !dialog.open() {
            // Fails only when the dialog is open already or not on the page, and then there is nothing to show.
            let _ = dialog.show_modal();
        } else if !waits && dialog.open() {
            dialog.close();
        }
    });
    let plan = move || asking.pending.get().unwrap_or_default();
    let lead = move || {
        let things = plan().breaks.len() as u64;
        format!(
            "{} on what changes. All of it is one step, which can be undone.",
            counted(things, "thing depends", "things depend")
        )
    };
    view! {
        <dialog
            class="ask"
            node_ref=place
            aria-labelledby="ask-title"
            aria-describedby="ask-lead"
            on:close=move |_| asking.answer(false)
        >
                <h2 class="ask-title" id="ask-title">{words(move || question(&plan().label))}</h2>
                <p class="ask-lead" id="ask-lead">{words(lead)}</p>
                {piece(move || breakages(&plan().breaks))}
                {piece(move || facts(&plan().facts))}
                <div class="ask-buttons">
                    <button
                        class="button"
                        data-answer="leave"
                        type="button"
                        autofocus=true
                        on:click=press(move || asking.answer(false))
                    >
                        "Leave it as it is"
                    </button>
                    <button
                        class="button"
                        data-kind="strong"
                        data-answer="do"
                        type="button"
                        on:click=press(move || asking.answer(true))
                    >
                        "Do it"
                    </button>
                </div>
        </dialog>
    }
    .into_any()
}

/// A label as a question: "Delete the table Orders?".
fn question(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['?']).collect()
}

fn breakages(breaks: &[Breakage]) -> AnyView {
    let line = |one: &Breakage| {
        view! {
            <li class="ask-break">
                <span class="ask-about">{one.about.clone()}</span>
                <span>{one.words.clone()}</span>
            </li>
        }
        .into_any()
    };
    let beyond = breaks.len().saturating_sub(LISTED) as u64;
    let more = (beyond > 0)
        .then(|| view! { <li class="ask-break">{format!("and {} more", grouped(beyond))}</li> });
    view! {
        <ul class="ask-breaks" tabindex="0" aria-label="What breaks">
            {breaks.iter().take(LISTED).map(line).collect_view()}
            {more}
        </ul>
    }
    .into_any()
}

/// What else is to be known.
fn facts(facts: &[String]) -> AnyView {
    let line = |fact: &String| view! { <p class="ask-lead">{fact.clone()}</p> }.into_any();
    facts.iter().map(line).collect_view().into_any()
}

/// What was done last, the way back, and the rows that are not proven any more. It goes when something else is done.
pub fn notice(asking: Asking) -> AnyView {
    let store = asking.store();
    let shown = memo(move || {
        let done = asking.done.get();
        let last = store.open.history.read();
        done.is_some_and(|done| last.next(false) == Some(done.label.as_str()))
    });
    let told = move || match asking.done.get() {
        Some(done) => format!("Done: {}.", done.label),
        None => String::new(),
    };
    let unproven = memo(move || {
        let Some(done) = asking.done.get() else { return Vec::new() };
        let rows = store.worksheet.rows.get();
        let rows = rows.iter().filter(|row| done.proven.contains(&row.number));
        let rows = rows.filter(|row| !row.proof.read().standing.is_proven());
        rows.map(|row| (row.number, row.request.read().id.clone())).collect::<Vec<_>>()
    });
    let rows = move || {
        let unproven = unproven.get();
        if unproven.is_empty() {
            return ().into_any();
        }
        let links = unproven.iter().take(NAMED_ROWS).cloned();
        let links = links.map(|(number, id)| row_link(store, number, id)).collect_view();
        let beyond = unproven.len().saturating_sub(NAMED_ROWS) as u64;
        let more = (beyond > 0).then(|| format!(" and {} more", grouped(beyond)));
        view! { <p class="model-done-rows">"No longer proven: " {links} {more}</p> }.into_any()
    };
    view! {
        <div class="model-done-place" role="status">
            {when(move || shown.get(), move || view! {
                <div class="model-done">
                    <p class="model-done-words">{words(told)}</p>
                    <button class="button" type="button" on:click=press(move || store.send(Command::Undo))>
                        {glyph(Icon::Undo)}
                        "Undo"
                    </button>
                    <button
                        class="button"
                        data-shape="square"
                        data-kind="quiet"
                        type="button"
                        aria-label="Put this away"
                        on:click=press(move || asking.done.set(None))
                    >
                        {glyph(Icon::Close)}
                    </button>
                    {piece(move || facts(&asking.done.get().map(|done| done.facts.clone()).unwrap_or_default()))}
                    {piece(rows)}
                </div>
            }.into_any())}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::question;

    #[test]
    fn a_label_is_asked() {
        assert_eq!(question("delete the table Orders"), "Delete the table Orders?");
        assert_eq!(question(""), "?");
    }
}
