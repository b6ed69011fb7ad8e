//! The life of an edit: it is done to the document and the database, noted so that it can be taken back, and everything that
//! is shown follows.

use key_engine::ServiceError;
use leptos::prelude::*;
use map::advice::Remedy;
use map::design::{Acceptance, Edit};

use super::saving::Wish;
use super::{DoorView, Page, Store};

/// How long after typing verdicts are read out and the advice is asked again, in milliseconds.
const TYPING_MS: u32 = 300;

impl Store {
    /// Does edits as one step, and says so unless they are typed; whether they were done. What is refused says why and changes
    /// nothing.
    pub(super) fn edit(self, label: String, edits: Vec<Edit>, merge: Option<String>) -> bool {
        let pause_ms = if merge.is_some() { TYPING_MS } else { 0 };
        match self.apply(edits, pause_ms) {
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
        let outcome = self.apply(step.edits.clone(), 0);
        match &outcome {
            Ok(_) => self.tell_step(again, step.label()),
            Err(error) => self.refuse_edit(step.label(), error),
        }
        self.open.history.update(|history| history.put(again, step, outcome.ok()));
    }

    /// Does edits, and lets everything follow: rows, proofs, the floor and what is selected on it. A walk was that of other items
    /// once items or doors have changed, so it goes.
    fn apply(self, edits: Vec<Edit>, pause_ms: u32) -> Result<Vec<Edit>, ServiceError> {
        let rows = self.worksheet.after(&edits);
        let noted: Vec<Edit> =
            edits.iter().filter(|edit| changes_the_database(edit)).cloned().collect();
        let done = edits.clone();
        let shown = shown_after(&edits, self.open.table.get_untracked());
        let repaints = edits.iter().any(|edit| matches!(edit, Edit::SetEntities(_)));
        let back = self.open.apply(edits, repaints || !noted.is_empty())?;
        if let Some(shown) = shown {
            self.follow_tables(&shown);
        }
        if let Some(rows) = rows {
            self.worksheet.rows.set(rows);
        }
        self.open.design.with_untracked(|design| self.worksheet.settle(design));
        self.ask_saving(Wish::Did(done));
        if !noted.is_empty() {
            self.clear_walk();
        }
        self.prove_after(&noted, pause_ms);
        Ok(back)
    }

    /// Shows a table after tables came, went or became others: this one, or where it is not there its neighbour. What lies on the
    /// desk goes to a table that is there.
    fn follow_tables(self, shown: &Shown) {
        let table = self.open.design.with_untracked(|design| {
            let last = design.tables.len().saturating_sub(1);
            let found = design.table(&shown.table);
            let table = found.or_else(|| design.tables.get(shown.beside.min(last)));
            table.map(|table| table.name().to_owned()).unwrap_or_default()
        });
        if *self.open.table.read_untracked() != table {
            self.open.show_table(&table);
        }
        let gone = self.draft.with_untracked(|draft| {
            let name = draft.input.get("TableName").and_then(serde_json::Value::as_str);
            name.is_some_and(|name| {
                self.open.design.with_untracked(|design| design.table(name).is_none())
            })
        });
        if gone {
            self.draft_first();
        }
    }

    fn refuse_edit(self, label: &str, error: &ServiceError) {
        self.open.refusal.set(Some(format!("Could not {label}: {}", error.message())));
    }
}

/// Whether an edit changes more than the document's words.
fn changes_the_database(edit: &Edit) -> bool {
    matches!(
        edit,
        Edit::OpenDoor { .. }
            | Edit::CloseDoor { .. }
            | Edit::ChangeItems(_)
            | Edit::SetTable { .. }
            | Edit::DescribeTable(_)
    )
}

/// The table to show once tables came, went or became others.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    table: String,
    /// Its place, or that of its neighbour where it is gone.
    beside: usize,
}

/// The table to show after these edits, of which `table` was shown before; none where no table comes, goes or becomes another. One
/// that is new is shown; one that becomes another stays shown.
fn shown_after(edits: &[Edit], table: String) -> Option<Shown> {
    let mut shown = Shown { table, beside: 0 };
    let mut any = false;
    for edit in edits {
        let Edit::SetTable { name, at, table } = edit else { continue };
        any = true;
        let comes = table.as_ref().map(|table| table.described.name());
        match (name, comes) {
            (None, Some(comes)) => comes.clone_into(&mut shown.table),
            (Some(name), Some(comes)) if *name == shown.table => {
                comes.clone_into(&mut shown.table);
            }
            (Some(name), None) if *name == shown.table => shown.beside = *at,
            _ => {}
        }
    }
    any.then_some(shown)
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
    fn a_table_that_is_new_or_becomes_another_is_shown() {
        let named = |name: &str| {
            let create = serde_json::json!({ "TableName": name });
            let described = map::design::TableDesign { create, ..Default::default() };
            Some(Box::new(map::design::WholeTable { described, ..Default::default() }))
        };
        let set = |name: Option<&str>, at, table: Option<&str>| Edit::SetTable {
            name: name.map(str::to_owned),
            at,
            table: table.and_then(named),
        };
        for (edits, expected) in [
            (vec![], None),
            (vec![set(None, 1, Some("New"))], Some(("New", 0))),
            (vec![set(Some("Shown"), 0, Some("Renamed"))], Some(("Renamed", 0))),
            (vec![set(Some("Other"), 0, Some("Renamed"))], Some(("Shown", 0))),
            (vec![set(Some("Shown"), 2, None)], Some(("Shown", 2))),
            (vec![set(Some("Other"), 2, None)], Some(("Shown", 0))),
        ] {
            let expected =
                expected.map(|(table, beside)| Shown { table: str::to_owned(table), beside });
            assert_eq!(shown_after(&edits, "Shown".to_owned()), expected);
        }
    }

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
