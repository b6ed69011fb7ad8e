//! The writes since the design was opened: which can be undone, and which redone.
//!
//! An append-only log of changed items, never a copy of the whole. A write after something was undone takes the place of what
//! was undone.

use std::sync::Arc;

use key_engine::walk::Change;

/// Writes kept.
const MOST_WRITES: usize = 200;

/// A write, by its operation, and the items it changed.
type Write = (String, Arc<[Change]>);

/// What can be undone and redone, the latest last.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Write>,
    undone: Vec<Write>,
}

impl History {
    pub(super) fn did(&mut self, operation: &str, changes: &[Change]) {
        self.undone.clear();
        if self.done.len() == MOST_WRITES {
            self.done.remove(0);
        }
        self.done.push((operation.to_owned(), changes.into()));
    }

    /// The changes to take back, or with `again` to do once more; the log moves with them.
    pub(super) fn step(&mut self, again: bool) -> Option<Arc<[Change]>> {
        let (from, to) = if again {
            (&mut self.undone, &mut self.done)
        } else {
            (&mut self.done, &mut self.undone)
        };
        let write = from.pop()?;
        let changes = Arc::clone(&write.1);
        to.push(write);
        Some(changes)
    }

    /// Whether nothing was written since the design was opened.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.undone.is_empty()
    }

    /// The operation that would be undone, or with `again` redone; none where there is nothing.
    pub fn next(&self, again: bool) -> Option<&str> {
        let log = if again { &self.undone } else { &self.done };
        log.last().map(|(operation, _)| operation.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_after_an_undo_takes_the_place_of_what_was_undone() {
        let mut history = History::default();
        let change = |table: &str| Change { table: table.to_owned(), old: None, new: None };
        history.did("PutItem", &[change("A")]);
        history.did("DeleteItem", &[change("B")]);
        assert_eq!((history.next(false), history.next(true)), (Some("DeleteItem"), None));
        assert_eq!(history.step(false).unwrap()[0].table, "B");
        assert_eq!(
            (history.next(false), history.next(true)),
            (Some("PutItem"), Some("DeleteItem"))
        );
        assert_eq!(history.step(true).unwrap()[0].table, "B");
        assert!(history.step(true).is_none());
        history.step(false);
        history.did("UpdateItem", &[change("C")]);
        assert_eq!((history.next(false), history.next(true)), (Some("UpdateItem"), None));
    }

    #[test]
    fn the_oldest_writes_are_forgotten() {
        let mut history = History::default();
        for _ in 0..MOST_WRITES + 5 {
            history.did("PutItem", &[]);
        }
        assert_eq!(history.done.len(), MOST_WRITES);
    }
}
