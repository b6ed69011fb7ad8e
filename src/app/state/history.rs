//! The steps since the design was opened: which can be undone, and which redone.
//!
//! An append-only log of edits, never a copy of the whole: a step keeps the edits that take it back, and once taken back those that
//! do it again. A step after something was undone takes the place of what was undone. It never applies an edit itself.

use map::design::{Design, Edit};

/// Steps kept.
const MOST_STEPS: usize = 200;

/// One thing a person did, however many edits it took.
#[derive(Debug)]
pub(super) struct Step {
    /// What was done: "delete A4", "`PutItem`".
    label: String,
    /// What it is one with: a step that follows with the same key becomes part of this one.
    merge: Option<String>,
    /// What takes it back, or does it again, in order.
    pub(super) edits: Vec<Edit>,
}

/// What can be undone and redone, the latest last.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl History {
    /// Notes a step by the edits that take it back.
    pub(super) fn did(&mut self, label: String, merge: Option<String>, back: Vec<Edit>) {
        self.undone.clear();
        if let Some(last) = self.done.last_mut()
            && merge.is_some()
            && last.merge == merge
        {
            last.edits = joined(back, std::mem::take(&mut last.edits));
            return;
        }
        if self.done.len() == MOST_STEPS {
            self.done.remove(0);
        }
        self.done.push(Step { label, merge, edits: back });
    }

    /// Forgets the last step where it only typed back what the design was before.
    pub(super) fn forget_nothing(&mut self, design: &Design) {
        let is_nothing = |edit: &Edit| match edit {
            Edit::ReplaceRequest { at, request } => design.requests.get(*at) == Some(&**request),
            Edit::SetCopies(copies) => *copies == design.copies,
            _ => false,
        };
        if self
            .done
            .last()
            .is_some_and(|last| last.merge.is_some() && last.edits.iter().all(is_nothing))
        {
            self.done.pop();
        }
    }

    /// Takes out the step to undo, or with `again` the one to redo.
    pub(super) fn take(&mut self, again: bool) -> Option<Step> {
        if again { self.undone.pop() } else { self.done.pop() }
    }

    /// Puts a step that was taken out where it belongs now: `back` is what reverses it, or none where it could not be done.
    pub(super) fn put(&mut self, again: bool, mut step: Step, back: Option<Vec<Edit>>) {
        let undone = again == back.is_none();
        step.merge = None;
        self.settle();
        step.edits = back.unwrap_or(step.edits);
        if undone {
            self.undone.push(step);
        } else {
            self.done.push(step);
        }
    }

    /// What is typed from now on is another step.
    pub(super) fn settle(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.merge = None;
        }
    }

    /// Whether nothing was changed since the design was opened.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.undone.is_empty()
    }

    /// What would be undone, or with `again` redone, in a few words; none where there is nothing.
    pub fn next(&self, again: bool) -> Option<&str> {
        let log = if again { &self.undone } else { &self.done };
        log.last().map(|step| step.label.as_str())
    }
}

impl History {
    /// How many items the step holds that would be undone, or with `again` redone.
    pub(super) fn weight(&self, again: bool) -> usize {
        let log = if again { &self.undone } else { &self.done };
        log.last().map_or(0, |step| step.edits.iter().map(Edit::item_count).sum())
    }
}

impl Step {
    pub(super) fn label(&self) -> &str {
        &self.label
    }
}

/// The edits that take back two changes, the later first. Of what was changed and changed again only what it was before both
/// is kept.
fn joined(later: Vec<Edit>, earlier: Vec<Edit>) -> Vec<Edit> {
    let is_same = |(last, first): (&Edit, &Edit)| match (last, first) {
        (Edit::ReplaceRequest { at: last, .. }, Edit::ReplaceRequest { at: first, .. }) => {
            last == first
        }
        (Edit::SetCopies(_), Edit::SetCopies(_)) => true,
        _ => false,
    };
    if later.len() == earlier.len() && later.iter().zip(&earlier).all(is_same) {
        return earlier;
    }
    let mut all = later;
    all.extend(earlier);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::design::DeliberateCopy;

    fn move_to(to: usize) -> Vec<Edit> {
        vec![Edit::MoveRequest { from: 0, to }]
    }

    fn did(history: &mut History, label: &str, merge: Option<&str>, to: usize) {
        history.did(label.to_owned(), merge.map(str::to_owned), move_to(to));
    }

    #[test]
    fn a_step_after_an_undo_takes_the_place_of_what_was_undone() {
        let mut history = History::default();
        did(&mut history, "PutItem", None, 1);
        did(&mut history, "delete A4", None, 2);
        assert_eq!((history.next(false), history.next(true)), (Some("delete A4"), None));
        let step = history.take(false).unwrap();
        assert_eq!(step.edits, move_to(2));
        history.put(false, step, Some(move_to(3)));
        assert_eq!((history.next(false), history.next(true)), (Some("PutItem"), Some("delete A4")));
        let step = history.take(true).unwrap();
        assert_eq!(step.edits, move_to(3));
        history.put(true, step, Some(move_to(2)));
        assert_eq!((history.next(false), history.next(true)), (Some("delete A4"), None));
        let step = history.take(false).unwrap();
        history.put(false, step, Some(Vec::new()));
        did(&mut history, "add A7", None, 4);
        assert_eq!((history.next(false), history.next(true)), (Some("add A7"), None));
    }

    #[test]
    fn a_step_that_could_not_be_taken_back_stays_where_it_was() {
        for again in [false, true] {
            let mut history = History::default();
            did(&mut history, "PutItem", None, 1);
            if again {
                let step = history.take(false).unwrap();
                history.put(false, step, Some(move_to(1)));
            }
            let step = history.take(again).unwrap();
            history.put(again, step, None);
            assert_eq!(history.next(again), Some("PutItem"));
            assert_eq!(history.next(!again), None);
        }
    }

    #[test]
    fn steps_with_one_key_in_a_row_are_one_step() {
        let mut history = History::default();
        for (key, to) in [(Some("a"), 1), (Some("a"), 2), (None, 3), (None, 4), (Some("a"), 5)] {
            did(&mut history, "change", key, to);
        }
        let mut backs = Vec::new();
        while let Some(step) = history.take(false) {
            backs.push(step.edits.len());
        }
        assert_eq!(backs, [1, 1, 1, 2]);
    }

    #[test]
    fn what_is_typed_and_typed_back_is_no_step() {
        let mut design = Design::default();
        let owned = |owner: &str| {
            vec![DeliberateCopy { owner: owner.to_owned(), ..DeliberateCopy::default() }]
        };
        design.copies = owned("us");
        let mut history = History::default();
        did(&mut history, "move A1", None, 1);
        for (letters, steps) in [("us a", 2), ("us al", 2), ("us", 1)] {
            let was = std::mem::replace(&mut design.copies, owned(letters));
            let back = vec![Edit::SetCopies(was)];
            history.did("change".to_owned(), Some("a".to_owned()), back);
            history.forget_nothing(&design);
            assert_eq!(history.done.len(), steps, "{letters}");
        }
        assert_eq!(history.next(false), Some("move A1"));
        history.forget_nothing(&design);
        assert_eq!(history.done.len(), 1, "what was not typed stays");
    }

    #[test]
    fn what_is_done_after_an_undo_is_a_step_of_its_own() {
        let mut history = History::default();
        did(&mut history, "type", Some("a"), 1);
        did(&mut history, "move", None, 2);
        let step = history.take(false).unwrap();
        history.put(false, step, Some(Vec::new()));
        did(&mut history, "type more", Some("a"), 3);
        assert_eq!(history.take(false).unwrap().edits, move_to(3));
        assert_eq!(history.take(false).unwrap().edits, move_to(1));
    }

    #[test]
    fn the_oldest_steps_are_forgotten() {
        let mut history = History::default();
        for _ in 0..MOST_STEPS + 5 {
            did(&mut history, "PutItem", None, 0);
        }
        assert_eq!(history.done.len(), MOST_STEPS);
    }
}
