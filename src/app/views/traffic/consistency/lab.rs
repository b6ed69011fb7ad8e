//! What is chosen: the lesson, of whom it is told, the seed, and how far it is stepped through.

use std::sync::Arc;

use leptos::prelude::*;
use map::advice::consistency::{
    Assumptions, Buying, IndexedWrite, OwnersWrite, Stock, indexed_writes, owners_writes, stocks,
};
use map::advice::{Census, Facts};

use super::lesson::Taught;
use super::shown::{Shown, Step};
use crate::app::state::Store;
use crate::app::views::erased::{effect, memo};
use map::advice::consistency::Lesson;

/// The bench on which lessons are performed.
#[derive(Clone, Copy)]
pub struct Lab {
    /// The page's state.
    pub store: Store,
    /// The lesson.
    pub taught: RwSignal<Taught>,
    /// The place of whom it is told among those it could be told of.
    pub subject: RwSignal<usize>,
    /// What it takes for granted, with the seed.
    pub assumptions: RwSignal<Assumptions>,
    /// How many of its steps have happened.
    pub step: RwSignal<usize>,
    /// Whether steps happen by themselves.
    pub playing: RwSignal<bool>,
    /// Of whom the lesson could be told.
    pub subjects: Memo<Vec<String>>,
    /// The sale, where the lesson is one.
    pub sale: Memo<Option<Buying>>,
    /// What happens; nothing where the design has nothing for the lesson.
    pub shown: Memo<Option<Arc<Shown>>>,
}

impl Lab {
    /// With the first lesson, all of its steps shown.
    pub fn new(store: Store) -> Self {
        let taught = RwSignal::new(Taught::Sale(Lesson::EventualReads));
        let subject = RwSignal::new(0_usize);
        let assumptions = RwSignal::new(Assumptions::default());
        let all_stocks = memo(move || stocks_of(store));
        let all_copies = memo(move || copies_of(store));
        let all_indexes = memo(move || store.open.with_database(indexed_writes));
        let subjects = memo(move || match taught.get() {
            Taught::Sale(_) => all_stocks.read().iter().map(stock_words).collect(),
            Taught::Copy(_) => all_copies.read().iter().map(copy_words).collect(),
            Taught::Index | Taught::StrongIndex => {
                all_indexes.read().iter().map(index_words).collect::<Vec<String>>()
            }
        });
        let sale = memo(move || {
            let Taught::Sale(lesson) = taught.get() else { return None };
            at(&all_stocks.read(), subject.get()).map(|stock| lesson.buying(stock))
        });
        let shown = memo(move || {
            let (taught, assumptions) = (taught.get(), assumptions.get());
            store.open.revision.track();
            let perform = store.open;
            let shown = match taught {
                Taught::Sale(_) => {
                    let sale = sale.get()?;
                    perform.with_database_to_prove(|database| {
                        Shown::of_sale(&sale, database, assumptions)
                    })
                }
                Taught::Copy(plan) => {
                    let write = at(&all_copies.read(), subject.get())?.clone();
                    perform.with_database_to_prove(|database| {
                        Shown::of_copy(&write, plan, database, assumptions)
                    })
                }
                Taught::Index | Taught::StrongIndex => {
                    let write = at(&all_indexes.read(), subject.get())?.clone();
                    perform.with_database_to_prove(|database| {
                        Shown::of_index(&write, database, assumptions)
                    })
                }
            };
            Some(Arc::new(shown))
        });
        let step = RwSignal::new(usize::MAX);
        let playing = RwSignal::new(false);
        let lab =
            Self { store, taught, subject, assumptions, step, playing, subjects, sale, shown };
        // Another lesson, seed or design is shown whole, until one steps back.
        effect(move || {
            let count = shown.read().as_ref().map_or(0, |shown| shown.steps.len());
            let refused = match (taught.get(), shown.read().as_ref()) {
                (Taught::StrongIndex, Some(shown)) => shown.steps.iter().position(Step::is_refused),
                _ => None,
            };
            playing.set(false);
            step.set(refused.map_or(count, |place| place + 1));
        });
        lab
    }

    /// Shows another lesson.
    pub fn choose(self, taught: Taught) {
        let kind = |one: Taught| match one {
            Taught::Sale(_) => 0,
            Taught::Copy(_) => 1,
            Taught::Index | Taught::StrongIndex => 2,
        };
        if kind(taught) != kind(self.taught.get_untracked()) {
            self.subject.set(0);
        }
        self.taught.set(taught);
    }

    /// Tells the lesson of another.
    pub fn choose_subject(self, place: usize) {
        self.subject.set(place);
    }

    /// Tells it with another seed.
    pub fn set_seed(self, seed: u64) {
        self.assumptions.update(|assumptions| assumptions.seed = seed);
    }

    /// Tells it with the seed after this one.
    pub fn next_seed(self) {
        self.assumptions.update(|assumptions| assumptions.seed = assumptions.seed.wrapping_add(1));
    }

    /// How many steps there are.
    pub fn count(self) -> usize {
        self.shown.read().as_ref().map_or(0, |shown| shown.steps.len())
    }

    /// Goes to a step, and stays there.
    pub fn go_to(self, step: usize) {
        self.playing.set(false);
        self.step.set(step.min(untrack(|| self.count())));
    }
}

/// One of several; where the place is beyond them because there are fewer than before, the first.
fn at<T>(all: &[T], place: usize) -> Option<&T> {
    all.get(place).or(all.first())
}

fn stocks_of(store: Store) -> Vec<Stock> {
    let design = store.open.design.get();
    store.open.with_database(|database| stocks(&design, database))
}

fn copies_of(store: Store) -> Vec<OwnersWrite> {
    let design = store.open.design.get();
    store.with_proofs(|proofs| {
        store.open.with_database(|database| {
            let census = Census::take(&design, database);
            owners_writes(Facts { design: &design, database, proofs, census: &census })
        })
    })
}

fn stock_words(stock: &Stock) -> String {
    let row =
        if stock.request.is_empty() { String::new() } else { [&stock.request, ": "].concat() };
    [&row, &stock.attribute, " of ", &stock.name].concat()
}

fn copy_words(write: &OwnersWrite) -> String {
    [&write.attribute, " of ", &write.source_name].concat()
}

fn index_words(write: &IndexedWrite) -> String {
    [&write.index, " of ", &write.table, ", where ", &write.name, " goes"].concat()
}
