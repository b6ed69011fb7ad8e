//! Whose request the fields and the text are of: the desk's own, or a call of a row of the worksheet.

use leptos::prelude::*;
use map::design::Call;

use crate::app::state::{Command, Store};

/// A request that can be edited as fields and as text.
#[derive(Clone, Copy)]
pub struct Draft {
    /// The page's state.
    pub store: Store,
    /// The request: the one truth behind the fields and the text.
    pub call: RwSignal<Call>,
    /// Whether what stands in the fields or in the text is no request at the moment.
    pub faulty: RwSignal<bool>,
    /// Takes the request after an edit; none for the desk's own.
    on_edit: Option<Callback<Call>>,
}

impl Draft {
    /// The request on the desk.
    pub fn desk(store: Store) -> Self {
        Self { store, call: store.draft, faulty: store.faulty, on_edit: None }
    }

    /// A request that stands elsewhere; whoever keeps it is told of every edit.
    pub fn elsewhere(store: Store, call: Call, on_edit: Callback<Call>) -> Self {
        let (own, faulty) = (RwSignal::new(call), RwSignal::new(false));
        Self { store, call: own, faulty, on_edit: Some(on_edit) }
    }

    /// Takes the request as it was edited.
    pub fn set(self, call: Call) {
        match self.on_edit {
            None => self.store.send(Command::SetDraft(call)),
            Some(on_edit) => {
                self.faulty.set(false);
                self.call.set(call.clone());
                on_edit.run(call);
            }
        }
    }

    /// Notes that what was typed is no request; the last one that was stays.
    pub fn spoil(self) {
        match self.on_edit {
            None => self.store.send(Command::SpoilDraft),
            Some(_) => self.faulty.set(true),
        }
    }

    /// Walks the request, where it is the desk's.
    pub fn walk(self) {
        if self.on_edit.is_none() {
            self.store.send(Command::WalkDraft);
        }
    }
}
