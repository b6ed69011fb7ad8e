//! How it stands with what is kept, as the page shows it.
//!
//! Owns: the state in the bar, the picker's entries, and which notes are told. Must never: write anything.

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::keeper::{Clerk, SaveState, now_ms};
use super::notes::{Note, NoteKind, ago};
use super::records::Kept;

/// How long a change may take to be written before it is shown to be on its way, in milliseconds.
const MOMENT_MS: u32 = 400;

impl Clerk {
    /// Shows how it stands. What is written within a moment is not shown to be written: the bar would be drawn twice a letter.
    pub(super) fn show(&self) {
        self.show_state(false);
    }

    fn show_in_a_moment(&self) {
        if !self.keeper.waiting.replace(true) {
            let clerk = self.clone();
            spawn_local(async move {
                TimeoutFuture::new(MOMENT_MS).await;
                clerk.keeper.waiting.set(false);
                clerk.show_state(true);
            });
        }
    }

    fn show_state(&self, patient: bool) {
        let open = self.keeper.open.borrow().clone();
        let trouble = self.keeper.trouble.borrow().clone();
        let changed = open.as_ref().is_some_and(|session| session.borrow().done > 0);
        let is_written = open.as_ref().is_some_and(|session| {
            let session = session.borrow();
            session.based && session.pending.is_empty()
        });
        let state = match (&trouble, &open) {
            (None, None) => SaveState::Unchanged,
            (Some(trouble), _) if !is_written => SaveState::Not(trouble.short()),
            (_, Some(_)) if is_written => SaveState::Saved,
            _ => SaveState::Saving,
        };
        self.store.saving.safe.try_set(is_written);
        let shown = self.shelf.state.try_get_untracked();
        if state == SaveState::Saving && shown == Some(SaveState::Saved) && !patient {
            self.show_in_a_moment();
            return;
        }
        if shown != Some(state) {
            self.shelf.state.try_set(state);
        }
        if let Some(trouble) = trouble
            && changed
            && !is_written
            && self.keeper.told.borrow().as_ref() != Some(&trouble)
        {
            self.tell(trouble.note());
            *self.keeper.told.borrow_mut() = Some(trouble);
        }
        let id = open.map(|session| session.borrow().kept.id.clone()).unwrap_or_default();
        let place = self
            .shelf
            .designs
            .try_with_untracked(|all| all.iter().position(|kept| kept.id == id))
            .flatten();
        self.store.saving.place.try_set(place.unwrap_or(usize::MAX));
    }

    /// Lists the kept designs in the picker, and what else can be chosen there.
    pub(super) fn list_entries(&self) {
        let now_ms = now_ms();
        let designs = self.shelf.designs.try_get_untracked().unwrap_or_default();
        let entry = |kept: &Kept| format!("{} · {}", kept.name, ago(kept.changed_ms, now_ms));
        let mut entries: Vec<String> = designs.iter().map(entry).collect();
        entries.push("New design…".to_owned());
        entries.push("All your designs…".to_owned());
        self.store.saving.entries.try_set(entries);
    }

    /// Tells something, in the place of what was told of that kind.
    pub(super) fn tell(&self, note: Note) {
        self.shelf.notes.try_update(|notes| {
            notes.retain(|one| one.kind != note.kind);
            notes.push(note);
        });
    }

    /// Puts away what was told.
    pub(super) fn put_away(&self, kind: NoteKind) {
        let told = |notes: &Vec<Note>| notes.iter().any(|note| note.kind == kind);
        if self.shelf.notes.try_with_untracked(told).unwrap_or_default() {
            self.shelf.notes.try_update(|notes| notes.retain(|note| note.kind != kind));
            // Where the focus was in the note it goes on from there.
            self.store.saving.entries.try_update(|_| ());
        }
    }
}
