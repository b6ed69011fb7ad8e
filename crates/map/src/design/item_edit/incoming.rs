//! Items that are about to come into a table: which are new, which would replace another, which may not be.

use std::sync::Arc;

use key_engine::Item;
use key_engine::engine::Table;
use key_engine::order::sort_by;
use key_engine::value::KeyBytes;
use key_engine::walk::Change;

use super::{Flaw, judge, key_words, standing};

/// An item that would replace one that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    /// The key, for reading.
    pub key: String,
    /// The names of the attributes that differ.
    pub differing: Vec<String>,
    old: Arc<Item>,
    new: Arc<Item>,
}

/// What would become of items that are put into a table. They are taken in one after another, so that many can be taken in
/// slices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Incoming {
    new: Vec<Arc<Item>>,
    replacements: Vec<Replacement>,
    same: usize,
    refused: Vec<(String, Flaw)>,
    notes: Vec<(String, String)>,
    /// Keys taken in so far, and which of the items given they came from.
    keys: Vec<(KeyBytes, usize)>,
    /// Keys that are not sorted in yet.
    recent: Vec<(KeyBytes, usize)>,
    given: usize,
}

/// Keys gathered before they are sorted in.
const MOST_RECENT: usize = 64;

impl Incoming {
    /// Takes one more item in. Of two with one key the first stands, and the second is refused.
    pub fn take(&mut self, table: &Table, item: Item) {
        self.given += 1;
        if let Err(flaw) = judge(table, &item) {
            return self.refuse(table, &item, flaw);
        }
        let keys = table.primary().key_schema().iter();
        let key = KeyBytes::of(keys.filter_map(|element| item.get(&element.attribute)));
        if let Some(first) = self.place_of(&key) {
            let words = format!("It has the key of item {first}, which comes before it.");
            return self.refuse(table, &item, Flaw { attribute: String::new(), words });
        }
        self.note_key(key);
        match standing(table, &item) {
            None => self.new.push(Arc::new(item)),
            Some(old) if *old == item => self.same += 1,
            Some(old) => {
                let differs = |name: &&str| old.get(name) != item.get(name);
                let after = item.iter().map(|(name, _)| name).filter(differs);
                let gone = old.iter().map(|(name, _)| name).filter(|name| item.get(name).is_none());
                self.replacements.push(Replacement {
                    key: key_words(table, &item),
                    differing: after.chain(gone).map(str::to_owned).collect(),
                    old: Arc::new(old.clone()),
                    new: Arc::new(item),
                });
            }
        }
    }

    /// Notes that something given is no item.
    pub fn refuse_text(&mut self, place: String, words: String) {
        self.given += 1;
        self.refused.push((place, Flaw { attribute: String::new(), words }));
    }

    /// Notes what was done to make an item of something given.
    pub fn note(&mut self, place: String, words: String) {
        self.notes.push((place, words));
    }

    fn refuse(&mut self, table: &Table, item: &Item, flaw: Flaw) {
        let key = key_words(table, item);
        let gap = if key.is_empty() { "" } else { ": " };
        self.refused.push((format!("item {}{gap}{key}", self.given), flaw));
    }

    fn place_of(&self, key: &KeyBytes) -> Option<usize> {
        let sorted = self.keys.binary_search_by(|(other, _)| other.cmp(key)).ok();
        let found = sorted.and_then(|at| self.keys.get(at));
        found.or_else(|| self.recent.iter().find(|(other, _)| other == key)).map(|found| found.1)
    }

    fn note_key(&mut self, key: KeyBytes) {
        self.recent.push((key, self.given));
        // A run that grows with what is there: each key is sorted in a few times, however many come.
        if self.recent.len() >= MOST_RECENT.max(self.keys.len() / 64) {
            self.keys.append(&mut self.recent);
            sort_by(&mut self.keys, |one, other| one.0.cmp(&other.0));
        }
    }

    /// How many were given so far.
    pub fn given(&self) -> usize {
        self.given
    }

    /// How many are new.
    pub fn new_count(&self) -> usize {
        self.new.len()
    }

    /// How many are there already, exactly like this.
    pub fn same_count(&self) -> usize {
        self.same
    }

    /// Those that would replace an item that differs.
    pub fn replacements(&self) -> &[Replacement] {
        &self.replacements
    }

    /// Those that may not be: which, and why.
    pub fn refused(&self) -> &[(String, Flaw)] {
        &self.refused
    }

    /// What was done to make items of what was given: where, and what.
    pub fn notes(&self) -> &[(String, String)] {
        &self.notes
    }

    /// The changes that put the new items, and with `replacing` those that replace others.
    pub fn changes(&self, table: &str, replacing: bool) -> Vec<Change> {
        let change = |old: Option<&Arc<Item>>, new: &Arc<Item>| Change {
            table: table.to_owned(),
            old: old.cloned(),
            new: Some(new.clone()),
        };
        let mut changes: Vec<Change> = self.new.iter().map(|new| change(None, new)).collect();
        if replacing {
            changes.extend(self.replacements.iter().map(|one| change(Some(&one.old), &one.new)));
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::item_edit::tests::{database, item};
    use key_engine::AttributeValue;

    #[test]
    fn what_comes_is_new_or_replaces_or_is_there_or_is_refused() {
        let mut database = database();
        let mut incoming = Incoming::default();
        let mut changed = item("C1", "O2");
        changed.insert("total", AttributeValue::Bool(true));
        let mut lacking = item("C1", "O1");
        lacking.remove("SK");
        let table = database.table("Orders").unwrap();
        for given in [item("C1", "O1"), changed, item("C2", "O1"), item("C2", "O1"), lacking] {
            incoming.take(table, given);
        }
        incoming.refuse_text("line 7".to_owned(), "It is not JSON.".to_owned());
        assert_eq!((incoming.given(), incoming.new_count(), incoming.same_count()), (6, 1, 1));
        let replaced = &incoming.replacements()[0];
        assert_eq!(
            (replaced.key.as_str(), &*replaced.differing),
            ("C1 / O2", &["total".to_owned()][..])
        );
        let refused: Vec<&str> =
            incoming.refused().iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(refused, ["item 4: C2 / O1", "item 5: C1", "line 7"]);
        assert_eq!(
            incoming.refused()[0].1.words,
            "It has the key of item 3, which comes before it."
        );
        assert_eq!(incoming.changes("Orders", false).len(), 1);
        database.do_again(&incoming.changes("Orders", true)).unwrap();
        assert_eq!(database.table("Orders").unwrap().item_count(), 3);
    }

    #[test]
    fn keys_that_come_twice_are_found_among_many() {
        let database = database();
        let table = database.table("Orders").unwrap();
        let mut incoming = Incoming::default();
        for round in 0..2 {
            for number in 0..5_000 {
                incoming.take(table, item("C9", &format!("O{number}")));
            }
            assert_eq!((incoming.new_count(), incoming.refused().len()), (5_000, round * 5_000));
        }
    }
}
