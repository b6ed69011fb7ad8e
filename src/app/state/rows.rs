//! Rows of the worksheet: adding, duplicating, deleting, moving and changing them, and saying that what they return is right.

use leptos::prelude::*;
use map::design::{DeliberateCopy, Edit, Request};

use super::{RowNumber, Store};

impl Store {
    /// Adds a row without calls at the end, and shows it.
    pub(super) fn add_row(self) {
        let (at, id) = self.open.design.with_untracked(|design| {
            let ids: Vec<&str> =
                design.requests.iter().map(|request| request.id.as_str()).collect();
            (ids.len(), free_id(&ids, ids.last().copied().unwrap_or_default()))
        });
        let request = Request::unwritten(id);
        self.insert_row(at, format!("add {}", request.id), request);
    }

    /// Adds a copy of a row under a free id below it, and shows it.
    pub(super) fn duplicate_row(self, number: RowNumber) {
        let Some((at, request)) = self.request_at(number) else { return };
        let id = self.open.design.with_untracked(|design| {
            let ids: Vec<&str> =
                design.requests.iter().map(|request| request.id.as_str()).collect();
            free_id(&ids, &request.id)
        });
        let label = format!("duplicate {}", request.id);
        let told = format!("Done: {label}. The copy is {id}.");
        self.insert_row(at + 1, label, Request { id, ..request });
        self.tell(told);
    }

    fn insert_row(self, at: usize, label: String, request: Request) {
        if self.edit(label, vec![Edit::InsertRequest { at, request: Box::new(request) }], None) {
            let number = self.worksheet.rows.read_untracked().get(at).map(|row| row.number);
            self.worksheet.chosen.set(number);
        }
    }

    /// Deletes a row. If its details were shown, those of the row that takes its place are shown.
    pub(super) fn delete_row(self, number: RowNumber) {
        let Some((at, request)) = self.request_at(number) else { return };
        let shown = self.worksheet.chosen.get_untracked() == Some(number);
        let label = format!("delete {}", request.id);
        if self.edit(label, vec![Edit::RemoveRequest { at }], None) && shown {
            let rows = self.worksheet.rows.read_untracked();
            let next = rows.get(at).or(rows.last()).map(|row| row.number);
            drop(rows);
            self.worksheet.chosen.set(next);
        }
    }

    /// Moves a row to a place, or as near to it as there are rows.
    pub(super) fn move_row(self, number: RowNumber, to: usize) {
        let Some((from, request)) = self.request_at(number) else { return };
        let last = self.worksheet.rows.read_untracked().len().saturating_sub(1);
        let to = to.min(last);
        if from != to {
            let label = format!("move {}", request.id);
            let told = format!("Done: {label}. It is row {} of {}.", to + 1, last + 1);
            self.edit(label, vec![Edit::MoveRequest { from, to }], None);
            self.tell(told);
        }
    }

    /// Makes a row another. Changes of one field of one row that follow each other are one step. An id that is taken or empty is
    /// refused; where copies name a row by its id they name it by the new one.
    pub(super) fn change_row(self, number: RowNumber, request: Request, field: &'static str) {
        let Some((at, before)) = self.request_at(number) else { return };
        if request == before {
            return;
        }
        if request.id != before.id {
            let taken = self
                .open
                .design
                .with_untracked(|design| design.requests.iter().any(|one| one.id == request.id));
            if taken || request.id.is_empty() {
                return;
            }
        }
        let label = format!("change the {field} of {}", before.id);
        let merge = format!("{}/{field}", number.0);
        let copies = self
            .open
            .design
            .with_untracked(|design| renamed(&design.copies, &before.id, &request.id));
        let mut edits = vec![Edit::ReplaceRequest { at, request: Box::new(request) }];
        edits.extend(copies.map(Edit::SetCopies));
        self.edit(label, edits, Some(merge));
    }

    /// Stores what a row returned as what it should return.
    pub(super) fn expect_row(self, number: RowNumber) {
        let Some(row) = self.worksheet.row(number) else { return };
        let proof = row.proof.get_untracked();
        let request = row.request.get_untracked();
        let expected = Some(proof.expectation());
        let label = format!("say that {} is right", request.id);
        self.set_expected(number, Request { expected, ..request }, label);
    }

    /// Forgets what a row should return.
    pub(super) fn forget_expected(self, number: RowNumber) {
        let Some((_, request)) = self.request_at(number) else { return };
        let label = format!("forget what {} should return", request.id);
        self.set_expected(number, Request { expected: None, ..request }, label);
    }

    fn set_expected(self, number: RowNumber, request: Request, label: String) {
        let Some((at, before)) = self.request_at(number) else { return };
        if before != request {
            let edit = Edit::ReplaceRequest { at, request: Box::new(request) };
            self.edit(label, vec![edit], None);
        }
    }

    fn request_at(self, number: RowNumber) -> Option<(usize, Request)> {
        let at = self.worksheet.place_of(number)?;
        let request = self.open.design.with_untracked(|design| design.requests.get(at).cloned())?;
        Some((at, request))
    }
}

/// Copies that name a row by its new id; none where no copy names it.
fn renamed(copies: &[DeliberateCopy], from: &str, to: &str) -> Option<Vec<DeliberateCopy>> {
    if from == to || !copies.iter().any(|copy| copy.requests.iter().any(|id| id == from)) {
        return None;
    }
    let mut copies = copies.to_vec();
    for id in copies.iter_mut().flat_map(|copy| &mut copy.requests) {
        if id == from {
            to.clone_into(id);
        }
    }
    Some(copies)
}

/// An id that no row has yet, in the manner of another: "A7" after "A6".
fn free_id(taken: &[&str], like: &str) -> String {
    let digits = like.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = like.split_at(like.len() - digits);
    let number = number.parse::<u32>().ok();
    let (prefix, mut number) = match (prefix, number) {
        ("", None) => ("A".to_owned(), 0),
        (prefix, Some(number)) => (prefix.to_owned(), number),
        (prefix, None) => (format!("{prefix}-"), 1),
    };
    loop {
        number = number.saturating_add(1);
        let id = format!("{prefix}{number}");
        if !taken.contains(&id.as_str()) || number == u32::MAX {
            return id;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_name_a_row_by_its_new_id() {
        let copy = |ids: &[&str]| DeliberateCopy {
            requests: ids.iter().map(|id| (*id).to_owned()).collect(),
            ..DeliberateCopy::default()
        };
        let copies = [copy(&["S1", "S2"]), copy(&["S3"]), copy(&["S2"])];
        let expected = vec![copy(&["S1", "S9"]), copy(&["S3"]), copy(&["S9"])];
        assert_eq!(renamed(&copies, "S2", "S9"), Some(expected));
        assert_eq!(renamed(&copies, "S4", "S9"), None);
        assert_eq!(renamed(&copies, "S2", "S2"), None);
    }

    #[test]
    fn ids_go_on_in_the_manner_of_the_last_and_are_free() {
        for (taken, like, expected) in [
            (&[] as &[&str], "", "A1"),
            (&["A1", "A6"], "A6", "A7"),
            (&["A1", "A7", "A6"], "A6", "A8"),
            (&["profile"], "profile", "profile-2"),
            (&["profile", "profile-2"], "profile", "profile-3"),
            (&["9"], "9", "10"),
            (&["é1"], "é1", "é2"),
            (&["A99999999999"], "A99999999999", "A-2"),
        ] {
            assert_eq!(free_id(taken, like), expected, "{like}");
        }
    }
}
