//! Nothing is lost: designs are kept in this browser, every change as soon as it is done.
//!
//! Owns: what is kept (records in `IndexedDB`, described in `docs/storage.md`), when it is written, how it comes back, and what
//! a person is told about it. Must never: change the open design other than by opening one, or send anything anywhere.
//!
//! A design is kept from its first change on, a file or a pasted text as soon as it is opened: as a snapshot in the own format and,
//! since then, its changes as they are done. Only [`Saving`] and the way in ([`Wish`]) are there from the beginning; the rest is
//! loaded after the floor, and until then nothing is changed.

mod database;
mod downloading;
mod keeper;
mod listing;
mod notes;
mod records;
mod restoring;
mod script;
mod showing;
mod tabs;
mod waiting;
mod writing;

use std::sync::OnceLock;

use leptos::prelude::*;
use map::design::Edit;

use super::Store;
use crate::pieces::{NotLoaded, later, when_loaded};

pub use keeper::{SaveState, Shelf};
pub use notes::{Note, NoteKind, ago};
pub use records::Kept;
pub use writing::MOST_MEGABYTES;

/// What the page knows of it from the beginning.
#[derive(Clone, Copy)]
pub struct Saving {
    /// What the picker of designs lists below the scenarios.
    pub entries: RwSignal<Vec<String>>,
    /// Which of them stands for the open design, counted from there; beyond the end where none does.
    pub place: RwSignal<usize>,
    /// Whether every change of the open design is kept.
    pub safe: RwSignal<bool>,
    /// Whether all the rest is loaded: [`Store::shelf`].
    pub ready: RwSignal<bool>,
    shelf: StoredValue<Option<Shelf>>,
}

impl Saving {
    pub(super) fn new() -> Self {
        Self {
            entries: RwSignal::new(Vec::new()),
            place: RwSignal::new(usize::MAX),
            safe: RwSignal::new(false),
            ready: RwSignal::new(false),
            shelf: StoredValue::new(None),
        }
    }
}

/// What a person wants done with kept designs.
#[derive(Clone, Debug, PartialEq)]
pub enum DesignsCommand {
    /// Shows the list, or puts it away.
    ShowList(bool),
    /// Takes an entry of [`Saving::entries`].
    Choose(usize),
    /// Opens a kept design, by its id.
    Open(String),
    /// Opens a new one: one table, no items.
    New,
    /// Calls a kept design something else.
    Rename {
        /// The design.
        id: String,
        /// Its name from then on.
        name: String,
    },
    /// Keeps a copy beside it.
    Duplicate(String),
    /// Deletes a kept design.
    Delete(String),
    /// Brings back the one that was deleted last.
    PutBack,
    /// Downloads a kept design as its records are, whatever they hold.
    Download(String),
    /// Downloads the open design in the own format.
    SaveFile,
    /// Shows what another tab has made of the open design.
    TakeOther,
    /// Keeps the open design as another one, beside what another tab has made of it.
    KeepMine,
    /// Downloads what could not be done again of a damaged log.
    DownloadRest,
    /// Puts a note away.
    Dismiss(NoteKind),
}

/// What the rest of the page asks of it.
pub(super) enum Wish {
    /// The page stands: see what is kept.
    Begin,
    /// Another design is open.
    Opened,
    /// The open design was changed.
    Did(Vec<Edit>),
    /// Open a kept design by its id, and go on to what else the address says.
    Arrive(String, Vec<(String, String)>),
    /// A person wants something.
    Command(DesignsCommand),
}

later! {
    /// What does all that.
    fn doer() -> fn(Store, Wish) {
        keeper::fulfil
    }
}

/// What does all that, once it is there.
static DOER: OnceLock<fn(Store, Wish)> = OnceLock::new();

impl Store {
    /// Asks for something, as soon as it can be done.
    pub(super) fn ask_saving(self, wish: Wish) {
        if let Some(fulfil) = DOER.get() {
            fulfil(self, wish);
            return;
        }
        // Whoever begins looks at what is open and whether it was changed.
        if matches!(wish, Wish::Opened | Wish::Did(_)) {
            return;
        }
        when_loaded(Box::pin(doer()), move |doer| match (doer, wish) {
            (Ok(doer), wish) => DOER.get_or_init(|| doer)(self, wish),
            (Err(NotLoaded), Wish::Command(_) | Wish::Arrive(..)) => {
                _ = self.open.refusal.try_set(Some(NotLoaded::WORDS.to_owned()));
            }
            (Err(NotLoaded), _) => {}
        });
    }

    /// Begins to keep what is changed from now on, and to offer what was kept before.
    pub fn begin_saving(self) {
        self.ask_saving(Wish::Begin);
    }

    /// What is kept, and what is said of it: once it is loaded, for views that are loaded with it.
    pub fn shelf(self) -> Option<Shelf> {
        self.saving.shelf.try_get_value().flatten()
    }
}
