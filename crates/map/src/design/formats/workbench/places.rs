//! Where a model wrote each of its items.
//!
//! Owns the record that a table keeps of its file: for each place the keys of its items, in the file's order, so that the model can
//! be written again with every item where it was. It holds no item: what an item says is the database's to know.

use key_engine::Item;
use key_engine::value::Members;
use serde_json::{Map, Value};

use super::{DATA, FACETS, KEPT, UNDECLARED, declared};

/// Of tables with more items in their file nothing is recorded: such a file is not one that people read.
pub(super) const MOST_ITEMS: usize = 20_000;

/// The record of one table, as its items are loaded.
#[derive(Debug, Default)]
pub(in crate::design) struct Places {
    /// The facet that each source of items is; none for the table's own list.
    facets: Vec<Option<usize>>,
    /// For each source what is kept of its items: key values, and the names of the attributes where the source has not all.
    lists: Vec<Vec<Value>>,
    /// For each label its number in `at`. Only of tables with several sources.
    labels: Map<String, Value>,
    /// Where the item of each label is recorded: source and place in its list.
    at: Vec<Vec<(usize, usize)>>,
    /// Names that the model declares, and those that its items have beside them.
    declared: Map<String, Value>,
    undeclared: Map<String, Value>,
}

impl Places {
    /// For a table of these sources; `kept` is what is kept of the table.
    pub(super) fn new(facets: Vec<Option<usize>>, kept: &Map<String, Value>) -> Self {
        let lists = facets.iter().map(|_| Vec::new()).collect();
        let declared = declared(kept).map(|name| (name.to_owned(), Value::Null)).collect();
        Self { facets, lists, declared, ..Self::default() }
    }

    /// Records an item that a source has, by its key; `there` is the item of that key that other places have made so far.
    pub(in crate::design) fn note(
        &mut self,
        source: usize,
        label: Option<&String>,
        key: impl Iterator<Item = Value>,
        item: &Item,
        there: Option<&Item>,
    ) {
        for (name, _) in item.iter() {
            if !self.declared.contains_key(name) && !self.undeclared.contains_key(name) {
                self.undeclared.set(name, Value::Null);
            }
        }
        let Some(list) = self.lists.get_mut(source) else { return };
        let mut entry: Vec<Value> = key.collect();
        let Some(label) = label.filter(|_| self.facets.len() > 1) else {
            if there.is_none() {
                list.push(Value::Array(entry));
            }
            return;
        };
        let place = list.len();
        let next = self.at.len();
        let number = self.labels.entry(label.as_str()).or_insert_with(|| next.into());
        let number = number.as_u64().map_or(next, |number| number as usize);
        if number == next {
            self.at.push(Vec::new());
        }
        let Some(entries) = self.at.get_mut(number) else { return };
        if let Some(there) = there {
            let adds = item.iter().any(|(name, _)| there.get(name).is_none());
            let lacks = there.iter().any(|(name, _)| item.get(name).is_none());
            let own = entries.iter().find(|(other, _)| *other == source).copied();
            for (other, at) in entries.iter().copied() {
                let recorded = self.lists.get_mut(other).and_then(|list| list.get_mut(at));
                let Some(Value::Array(recorded)) = recorded else { continue };
                if Some((other, at)) == own {
                    extend_names(recorded, item);
                } else if adds {
                    set_names(recorded, there);
                }
            }
            if own.is_some() {
                return;
            }
            if lacks {
                set_names(&mut entry, item);
            }
        }
        entries.push((source, place));
        if let Some(list) = self.lists.get_mut(source) {
            list.push(Value::Array(entry));
        }
    }

    /// Writes the record down in what is kept of the table.
    pub(in crate::design) fn finish(self, extra: &mut Map<String, Value>) {
        if !self.undeclared.is_empty() {
            let names = self.undeclared.keys().map(|name| Value::from(name.as_str()));
            extra.set(UNDECLARED, names.collect());
        }
        let Some(Value::Object(kept)) = extra.get_mut(KEPT) else { return };
        for (facet, list) in self.facets.into_iter().zip(self.lists) {
            let holder = match facet {
                None => Some(&mut *kept),
                Some(at) => facet_of(kept, at),
            };
            if let Some(holder) = holder {
                holder.set(DATA, Value::Array(list));
            }
        }
    }
}

fn facet_of(kept: &mut Map<String, Value>, at: usize) -> Option<&mut Map<String, Value>> {
    kept.get_mut(FACETS)?.as_array_mut()?.get_mut(at)?.as_object_mut()
}

/// Says of a recorded item that its place has these attributes alone, unless that is said already.
fn set_names(recorded: &mut Vec<Value>, item: &Item) {
    if !matches!(recorded.last(), Some(Value::Array(_))) {
        recorded.push(item.iter().map(|(name, _)| Value::from(name)).collect());
    }
}

/// Says that the place of a recorded item has these attributes too.
fn extend_names(recorded: &mut [Value], item: &Item) {
    if let Some(Value::Array(names)) = recorded.last_mut() {
        for (name, _) in item.iter() {
            if !names.iter().any(|known| known == name) {
                names.push(name.into());
            }
        }
    }
}
