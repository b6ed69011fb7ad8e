//! The design that another took the place of, while it holds changes.
//!
//! Where the browser keeps designs it is there as well: what is set aside here comes back at once, with its steps.
//!
//! One is kept, the last: whole, with its items and its steps, so that going back to it is as if it had never gone. A design that
//! nobody changed is not kept: opening it again gives the same.

use std::sync::Arc;

use key_engine::engine::Database;
use leptos::prelude::*;
use map::design::scenarios::TITLES;
use map::design::{Defect, Design, Opened};

use super::history::History;
use super::saving::Wish;
use super::{Source, Store};

/// A design with all that belongs to it and to no other.
pub(super) struct Whole {
    pub(super) source: Source,
    pub(super) design: Arc<Design>,
    pub(super) database: Database,
    pub(super) defects: Arc<Vec<Defect>>,
    pub(super) history: History,
    /// The table that is looked at.
    pub(super) table: String,
}

impl Whole {
    /// A design as it was opened.
    pub(super) fn opened(source: Source, opened: Opened) -> Self {
        let table = opened.design.tables.first().map(|table| table.name().to_owned());
        Self {
            source,
            design: Arc::new(opened.design),
            database: opened.database,
            defects: Arc::new(opened.defects),
            history: History::default(),
            table: table.unwrap_or_default(),
        }
    }
}

/// What is set aside, and what it is called.
#[derive(Clone, Copy)]
pub struct SetAside {
    /// The name of the design that is set aside; none where none is.
    pub name: RwSignal<Option<String>>,
    /// Whether the browser keeps it as well.
    pub safe: RwSignal<bool>,
    kept: StoredValue<Option<Whole>, LocalStorage>,
}

impl SetAside {
    pub(super) fn new() -> Self {
        Self {
            name: RwSignal::new(None),
            safe: RwSignal::new(false),
            kept: StoredValue::new_local(None),
        }
    }

    /// Keeps a design, if it was changed, in the place of what was kept.
    fn keep(self, mut gone: Whole, safe: bool) {
        if gone.history.is_empty() {
            return;
        }
        gone.history.settle();
        self.safe.set(safe);
        self.name.set(Some(name_of(&gone.source)));
        self.kept.set_value(Some(gone));
    }

    /// Whether it is the kept design of this id.
    pub(super) fn is(self, id: &str) -> bool {
        let is =
            |whole: &Whole| matches!(&whole.source, Source::Kept { id: kept, .. } if kept == id);
        self.kept.with_value(|kept| kept.as_ref().is_some_and(is))
    }

    fn take(self) -> Option<Whole> {
        self.name.set(None);
        self.kept.try_update_value(Option::take).flatten()
    }
}

impl Store {
    /// Puts a design in the place of the open one, which is set aside if it was changed.
    pub(super) fn put_in_place(self, whole: Whole) {
        self.open.cancel();
        self.open.refusal.set(None);
        self.clear_walk();
        self.playback.forget_compared();
        let gone = self.open.replace(whole);
        self.set_aside.keep(gone, self.saving.safe.get_untracked());
        self.saving.safe.set(false);
        self.prove_anew();
        self.ask_saving(Wish::Opened);
    }

    /// Opens what was set aside once more.
    pub(super) fn go_back(self) {
        let Some(whole) = self.set_aside.take() else { return };
        self.put_in_place(whole);
        self.open.show_defects.set(false);
        self.draft_first();
        self.note_address();
    }

    /// Lets go of what was set aside.
    pub(super) fn forget_set_aside(self) {
        self.set_aside.take();
    }

    /// Whether leaving the page would lose changes.
    pub fn has_changes(self) -> bool {
        let unkept = |changed: bool, safe: RwSignal<bool>| changed && !safe.get_untracked();
        unkept(!self.open.history.with_untracked(History::is_empty), self.saving.safe)
            || unkept(self.set_aside.name.with_untracked(Option::is_some), self.set_aside.safe)
    }
}

fn name_of(source: &Source) -> String {
    match source {
        Source::Scenario(id) => {
            let known = TITLES.iter().find(|(known, _)| *known == id);
            known.map_or(id.as_str(), |(_, title)| *title).to_owned()
        }
        Source::File(name) | Source::Kept { name, .. } => name.clone(),
    }
}
