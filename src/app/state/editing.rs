//! The life of an edit: it is done to the document and the database, noted so that it can be taken back, and everything that
//! is shown follows.

use key_engine::ServiceError;
use leptos::prelude::*;
use map::advice::Remedy;
use map::design::{Acceptance, Edit};

use super::{DoorView, Page, Store};

/// How long after typing verdicts are read out and the advice is asked again, in milliseconds.
const TYPING_MS: u32 = 300;

impl Store {
    /// Does edits as one step, and says so unless they are typed; whether they were done. What is refused says why and changes
    /// nothing.
    pub(super) fn edit(self, label: String, edits: Vec<Edit>, merge: Option<String>) -> bool {
        let pause_ms = if merge.is_some() { TYPING_MS } else { 0 };
        match self.carry_out(edits, pause_ms) {
            Ok(back) => {
                if merge.is_none() {
                    self.tell(format!("Done: {label}."));
                }
                self.open.history.update(|history| {
                    let typed = merge.is_some();
                    history.did(label, merge, back);
                    if typed {
                        self.open.design.with_untracked(|design| history.forget_nothing(design));
                    }
                });
                true
            }
            Err(error) => {
                self.refuse_edit(&label, &error);
                false
            }
        }
    }

    /// Does what a piece of advice offers, and walks the request that it is for.
    pub(super) fn carry_out_remedy(self, remedy: Remedy) {
        let opened = remedy.edits.iter().rev().find_map(|edit| match edit {
            Edit::OpenDoor { table, door } => Some((table.clone(), door.name().to_owned())),
            _ => None,
        });
        if !self.edit(in_a_sentence(&remedy.label), remedy.edits, None) {
            return;
        }
        let Some(request) = remedy.walk else { return };
        self.tell_verdict_of(&request);
        self.page.set(Page::Floor);
        self.note_address();
        if let Some((table, index)) = opened {
            self.open.show_table(&table);
            self.open.show(if self.preferences.is_narrow() {
                DoorView::Index(index)
            } else {
                DoorView::Both(index)
            });
        }
        self.run_request(&request);
    }

    /// Keeps a piece of advice as it is.
    pub(super) fn accept(self, acceptance: Acceptance) {
        let mut accepted = self.open.design.with_untracked(|design| design.accepted.clone());
        accepted.retain(|one| one.rule != acceptance.rule || one.about != acceptance.about);
        let label = format!("keep {} as it is", acceptance.about);
        accepted.push(acceptance);
        self.edit(label, vec![Edit::SetAccepted(accepted)], None);
    }

    /// Takes back that a piece of advice is kept as it is.
    pub(super) fn reconsider(self, rule: &str, about: &str) {
        let mut accepted = self.open.design.with_untracked(|design| design.accepted.clone());
        accepted.retain(|one| one.rule != rule || one.about != about);
        self.edit(format!("reconsider {about}"), vec![Edit::SetAccepted(accepted)], None);
    }

    /// Takes the last step back, or with `again` does the last one taken back once more.
    pub(super) fn step_in_history(self, again: bool) {
        let step = self.open.history.try_update(|history| history.take(again)).flatten();
        let Some(step) = step else { return };
        let outcome = self.carry_out(step.edits.clone(), 0);
        match &outcome {
            Ok(_) => self.tell_step(again, step.label()),
            Err(error) => self.refuse_edit(step.label(), error),
        }
        self.open.history.update(|history| history.put(again, step, outcome.ok()));
    }

    /// Does edits, and lets everything follow: rows, proofs, the floor and what is selected on it. A walk was that of other items
    /// once items or doors have changed, so it goes.
    fn carry_out(self, edits: Vec<Edit>, pause_ms: u32) -> Result<Vec<Edit>, ServiceError> {
        let rows = self.worksheet.after(&edits);
        let noted: Vec<Edit> =
            edits.iter().filter(|edit| changes_the_database(edit)).cloned().collect();
        let back = self.open.apply(edits, !noted.is_empty())?;
        if let Some(rows) = rows {
            self.worksheet.rows.set(rows);
        }
        self.open.design.with_untracked(|design| self.worksheet.settle(design));
        if !noted.is_empty() {
            self.clear_walk();
        }
        self.prove_after(&noted, pause_ms);
        Ok(back)
    }

    fn refuse_edit(self, label: &str, error: &ServiceError) {
        self.open.refusal.set(Some(format!("Could not {label}: {}", error.message())));
    }
}

/// Whether an edit changes more than the document's words.
fn changes_the_database(edit: &Edit) -> bool {
    matches!(edit, Edit::OpenDoor { .. } | Edit::CloseDoor { .. } | Edit::ChangeItems(_))
}

/// A button's words after "Undo: ": "Open the door" becomes "open the door".
fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if !letters.as_str().starts_with(|next: char| next.is_ascii_uppercase()) => {
            format!("{}{}", first.to_ascii_lowercase(), letters.as_str())
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_goes_on_in_a_sentence() {
        for (label, expected) in [
            ("Open the door and walk A4", "open the door and walk A4"),
            ("GSI1 goes", "GSI1 goes"),
            ("", ""),
        ] {
            assert_eq!(in_a_sentence(label), expected);
        }
    }
}
