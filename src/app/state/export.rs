//! What is taken away: whether the list of formats is open, and what became of the last export.

use std::sync::Arc;

use leptos::prelude::*;
use map::design::Defect;

/// What became of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Which files came of it, or why none did.
    pub title: String,
    /// Whether it failed.
    pub failed: bool,
}

/// The export's state.
#[derive(Clone, Copy)]
pub struct Export {
    /// Whether the list of formats is open.
    pub open: RwSignal<bool>,
    /// What became of the last export, until it is put away.
    pub taken: RwSignal<Option<Taken>>,
    /// What the format of the last export cannot hold.
    pub defects: RwSignal<Arc<Vec<Defect>>>,
}

impl Export {
    pub(super) fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            taken: RwSignal::new(None),
            defects: RwSignal::new(Arc::default()),
        }
    }

    /// Tells what became of an export.
    pub fn tell(self, title: String, failed: bool, defects: Vec<Defect>) {
        // The page may be gone by the time that it is done.
        _ = self.defects.try_set(Arc::new(defects));
        _ = self.taken.try_set(Some(Taken { title, failed }));
    }

    /// Puts away what is told of the last export.
    pub(super) fn dismiss(self) {
        self.taken.set(None);
        self.defects.set(Arc::default());
    }
}
