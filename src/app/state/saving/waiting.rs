//! Changes that wait to be written.
//!
//! Owns: the text of a change, made at once where it is short, and else in slices between which the page breathes: a change can hold
//! a hundred thousand items. Must never: write a record, or change the order of changes.

use gloo_timers::future::TimeoutFuture;
use map::design::Edit;

use super::keeper::Shared;
use super::records::Change;

/// A change of so many items is made text at once; a longer one in slices of so many.
const SLICE_ITEMS: usize = 1_000;

/// A change that is not in the storage yet.
#[derive(Clone, Debug)]
pub(super) enum Waiting {
    /// As it will stand there.
    Written(Change),
    /// As it was done: its items are shared, so that whatever is done later does not change it.
    Done(Vec<Edit>),
}

impl Waiting {
    /// A change that was just done.
    pub(super) fn of(edits: &[Edit]) -> Self {
        if edits.iter().map(Edit::item_count).sum::<usize>() > SLICE_ITEMS {
            return Self::Done(edits.to_vec());
        }
        let mut text = Text::default();
        while text.step(edits, usize::MAX) {}
        Self::Written(Change::Edits(text.text))
    }
}

/// Makes text of all that waits, in order.
pub(super) async fn write_waiting(session: &Shared) {
    let count = session.borrow().pending.len();
    for place in 0..count {
        let edits = match session.borrow().pending.get(place) {
            Some((_, Waiting::Done(edits))) => edits.clone(),
            _ => continue,
        };
        let mut text = Text::default();
        while text.step(&edits, SLICE_ITEMS) {
            TimeoutFuture::new(0).await;
        }
        // Only who writes takes changes away, and that is who waits for this.
        if let Some((_, waiting)) = session.borrow_mut().pending.get_mut(place) {
            *waiting = Waiting::Written(Change::Edits(text.text));
        }
    }
}

/// The first of the changes that wait which are text.
pub(super) fn written(pending: &[(f64, Waiting)]) -> Vec<(f64, Change)> {
    let written = pending.iter().map_while(|(at_ms, waiting)| match waiting {
        Waiting::Written(change) => Some((*at_ms, change.clone())),
        Waiting::Done(_) => None,
    });
    written.collect()
}

/// Edits as what is stored of them: a list of lines of the operation log.
#[derive(Default)]
struct Text {
    text: String,
    /// The edit that is being written, and the next of its items.
    next: (usize, usize),
}

impl Text {
    /// Writes on, about so many items; whether there is more.
    fn step(&mut self, edits: &[Edit], most_items: usize) -> bool {
        let (place, item) = self.next;
        let Some(edit) = edits.get(place) else {
            self.text.push_str(if edits.is_empty() { "[]" } else { "]" });
            return false;
        };
        if item == 0 {
            self.text.push_str(if place == 0 { "[" } else { ",\n" });
        }
        let end = item.saturating_add(most_items).min(edit.item_count());
        edit.write_text(&mut self.text, item..end);
        self.next = if end < edit.item_count() { (place, end) } else { (place + 1, 0) };
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use key_engine::walk::Change as ItemChange;
    use key_engine::{AttributeValue, Item};

    use super::super::writing::edits;
    use super::*;

    fn many(count: usize) -> Edit {
        let change = |at: usize| {
            let item: Item = [("id", AttributeValue::S(at.to_string()))].into_iter().collect();
            ItemChange { table: "T".to_owned(), old: None, new: Some(Arc::new(item)) }
        };
        Edit::ChangeItems((0..count).map(change).collect())
    }

    #[test]
    fn a_change_is_the_same_text_in_slices_as_at_once() {
        for all in [
            vec![],
            vec![many(0)],
            vec![many(7)],
            vec![many(6), Edit::MoveRequest { from: 0, to: 1 }, many(1)],
        ] {
            let mut whole = Text::default();
            while whole.step(&all, usize::MAX) {}
            assert_eq!(edits(&whole.text).as_ref(), Ok(&all));
            for most in [1, 2, 3, 7] {
                let mut sliced = Text::default();
                while sliced.step(&all, most) {}
                assert_eq!(sliced.text, whole.text);
            }
        }
    }

    #[test]
    fn a_change_of_many_items_waits_as_it_was_done_and_those_behind_it_wait_for_it() {
        let long = Waiting::of(&[many(SLICE_ITEMS + 1)]);
        assert!(matches!(long, Waiting::Done(_)));
        let short = Waiting::of(&[many(SLICE_ITEMS)]);
        assert!(matches!(short, Waiting::Written(_)));
        let waiting = [(1.0, short.clone()), (2.0, long), (3.0, short)];
        assert_eq!(written(&waiting).len(), 1);
    }
}
