//! What the grid shows: which items of the table, and which of their attributes as columns.
//!
//! Owns the one look over all items of the table that finds this out. It can be taken in slices, and copies no item.

use std::sync::Arc;

use key_engine::engine::{Index, KeyElement, Table};
use key_engine::order::{SortedMap, sort_by};
use key_engine::{AttributeValue, Item};
use map::design::EntityFinder;

/// Which items of the table are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// All.
    #[default]
    All,
    /// Those of a kind, by its place among the design's.
    Kind(usize),
    /// Those that are of no kind.
    NoKind,
}

/// Whether an attribute is a key, and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyOf {
    /// The table's.
    Table,
    /// An index's.
    Index,
    /// None.
    Nothing,
}

/// An attribute that has a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: Arc<str>,
    /// Whether it is a key.
    pub key: KeyOf,
    /// The column's width, in CSS pixels.
    pub width_px: u32,
}

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// The table.
    pub table: String,
    /// The positions of the items shown, in the table's order; none where all are.
    pub positions: Option<Arc<Vec<u32>>>,
    /// How many items are shown.
    pub count: usize,
    /// The attributes that have a column.
    pub columns: Arc<Vec<Column>>,
    /// All other attributes, the most frequent first.
    pub others: Arc<Vec<Arc<str>>>,
    /// Whether all items have been looked at.
    pub whole: bool,
}

impl Survey {
    /// The position in the table of the item in a row.
    pub fn position(&self, row: usize) -> Option<usize> {
        match &self.positions {
            Some(positions) => positions.get(row).map(|position| *position as usize),
            None => (row < self.count).then_some(row),
        }
    }

    /// The row of a position.
    pub fn row(&self, position: usize) -> Option<usize> {
        match &self.positions {
            Some(positions) => positions.binary_search(&(position as u32)).ok(),
            None => (position < self.count).then_some(position),
        }
    }
}

/// Columns at most, keys among them; what else items have is told in one cell.
const MOST_COLUMNS: usize = 18;
/// Different attributes that are counted; data used as names would fill memory.
const MOST_NAMES: usize = 4_000;
/// Items whose values say how wide a column is.
const MEASURED: usize = 200;
/// The width of a letter and of what stands around a text, in CSS pixels.
const LETTER_PX: usize = 7;
const AROUND_PX: usize = 26;

/// The look over a table's items, under way.
pub struct Overlook {
    shown: Shown,
    finder: EntityFinder,
    kinds: usize,
    keys: Vec<(Arc<str>, KeyOf)>,
    /// The next position to be looked at.
    next: usize,
    positions: Vec<u32>,
    found: usize,
    names: SortedMap<Arc<str>, Seen>,
}

#[derive(Default)]
struct Seen {
    items: usize,
    letters: usize,
}

impl Overlook {
    /// The beginning of a look over a table. `kinds` is how many kinds the design has.
    pub fn new(table: &Table, shown: Shown, finder: EntityFinder, kinds: usize) -> Self {
        let mut keys: Vec<(Arc<str>, KeyOf)> = Vec::new();
        let mut add = |elements: &[KeyElement], of: KeyOf| {
            for element in elements {
                if !keys.iter().any(|(name, _)| **name == *element.attribute) {
                    keys.push((element.attribute.as_str().into(), of));
                }
            }
        };
        add(table.primary().key_schema(), KeyOf::Table);
        table.indexes().for_each(|index| add(index.key_schema(), KeyOf::Index));
        let names = SortedMap::default();
        Self { shown, finder, kinds, keys, next: 0, positions: Vec::new(), found: 0, names }
    }

    /// Looks at so many items more; whether there are others.
    pub fn step(&mut self, door: &Index, items: usize) -> bool {
        let mut seen = 0;
        for (_, item, _) in door.entries_from(self.next).take(items) {
            self.note(self.next + seen, item);
            seen += 1;
        }
        self.next += seen;
        self.next < door.item_count() && seen > 0
    }

    fn note(&mut self, position: usize, item: &Item) {
        let is_shown = match self.shown {
            Shown::All => true,
            Shown::Kind(kind) => self.finder.of(item) == kind,
            Shown::NoKind => self.finder.of(item) >= self.kinds,
        };
        if !is_shown {
            return;
        }
        if self.shown != Shown::All {
            self.positions.push(position as u32);
        }
        self.found += 1;
        let measures = self.found <= MEASURED;
        for (name, value) in item.iter() {
            let letters = if measures { letters_of(value) } else { 0 };
            if let Some(seen) = self.names.get_mut(name) {
                seen.items += 1;
                seen.letters = seen.letters.max(letters);
            } else if self.names.len() < MOST_NAMES {
                self.names.insert(name.into(), Seen { items: 1, letters });
            }
        }
    }

    /// What is shown, as far as is known by now. Attributes that were asked for have a column.
    pub fn survey(&self, table: &Table, asked_for: &[Arc<str>]) -> Survey {
        let mut columns: Vec<Column> = Vec::new();
        let is_key = |name: &str| self.keys.iter().any(|(key, _)| **key == *name);
        for (name, key) in &self.keys {
            if *key == KeyOf::Table || self.found == 0 || self.names.get(name).is_some() {
                columns.push(self.column(name, *key));
            }
        }
        let mut rest: Vec<(&Arc<str>, usize)> =
            self.names.iter().map(|(name, seen)| (name, seen.items)).collect();
        rest.retain(|(name, _)| !is_key(name));
        sort_by(&mut rest, |one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
        for name in asked_for {
            if !columns.iter().any(|column| column.name == *name) {
                columns.push(self.column(name, KeyOf::Nothing));
            }
        }
        rest.retain(|(name, _)| !asked_for.contains(name));
        let room = MOST_COLUMNS.saturating_sub(columns.len());
        // One attribute more than there is room for has its own column rather than a cell for the rest.
        let room = if rest.len() == room + 1 { room + 1 } else { room };
        columns.extend(rest.iter().take(room).map(|(name, _)| self.column(name, KeyOf::Nothing)));
        let others = rest.iter().skip(room).map(|(name, _)| Arc::clone(name)).collect();
        let all = self.shown == Shown::All;
        let whole = self.next >= table.item_count();
        Survey {
            table: table.name().to_owned(),
            positions: (!all).then(|| Arc::new(self.positions.clone())),
            count: if all { table.item_count() } else { self.positions.len() },
            columns: Arc::new(columns),
            others: Arc::new(others),
            whole,
        }
    }

    fn column(&self, name: &Arc<str>, key: KeyOf) -> Column {
        // What the head says beside the name: "key", "index key".
        let mark = match key {
            KeyOf::Table => 3,
            KeyOf::Index => 8,
            KeyOf::Nothing => 0,
        };
        let values = self.names.get(name).map_or(0, |seen| seen.letters);
        let letters = values.max(name.chars().count() + 2 + mark);
        let widest = if key == KeyOf::Nothing { 26 } else { 34 };
        let width = letters.clamp(7, widest) * LETTER_PX + AROUND_PX;
        Column { name: Arc::clone(name), key, width_px: width as u32 }
    }
}

/// How many letters a value takes, about.
fn letters_of(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.chars().take(40).count(),
        AttributeValue::N(number) => number.to_string().len(),
        AttributeValue::Bool(_) | AttributeValue::Null => 5,
        AttributeValue::B(bytes) => 2 + bytes.len() * 2,
        _ => 22,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::design::generate::{Shape, workbench_model};
    use map::design::{Opened, open};

    fn survey(opened: &Opened, shown: Shown, slice: usize) -> Survey {
        let table = opened.database.table("Marketplace").unwrap();
        let finder = opened.design.entity_finder("Marketplace");
        let mut look = Overlook::new(table, shown, finder, opened.design.entities.len());
        while look.step(table.primary(), slice) {}
        look.survey(table, &[])
    }

    #[test]
    fn items_of_a_kind_are_found_in_slices_and_their_attributes_are_columns() {
        let opened = open(&workbench_model(500, Shape::Varied, 3)).unwrap();
        let all = survey(&opened, Shown::All, 7);
        assert_eq!((all.count, all.positions.is_none(), all.whole), (500, true, true));
        let names: Vec<&str> = all.columns.iter().take(4).map(|column| &*column.name).collect();
        assert_eq!(names, ["PK", "SK", "openStatus", "placedAt"], "keys first");
        let kinds = opened.design.entities.len();
        let mut found = survey(&opened, Shown::NoKind, 1_000).count;
        for kind in 0..kinds {
            let one = survey(&opened, Shown::Kind(kind), 7);
            assert!(one == survey(&opened, Shown::Kind(kind), 1_000), "slices change nothing");
            let position = one.position(one.count - 1).unwrap();
            assert_eq!(one.row(position), Some(one.count - 1));
            found += one.count;
        }
        assert_eq!(found, 500);
    }

    #[test]
    fn many_attributes_have_a_few_columns_and_none_is_left_unsaid() {
        let text = r#"{"retrieval-map": 1, "name": "", "tables": [{"create": {"TableName": "Tab",
            "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}}]}"#;
        let mut opened = open(text).unwrap();
        let mut item: Item = [("PK", AttributeValue::S("a".to_owned()))].into_iter().collect();
        for number in 0..300 {
            item.insert(format!("a{number:03}").as_str(), AttributeValue::Null);
        }
        opened.database.put("Tab", item).unwrap();
        let table = opened.database.table("Tab").unwrap();
        let mut look = Overlook::new(table, Shown::All, opened.design.entity_finder("Tab"), 0);
        assert!(!look.step(table.primary(), 10));
        let survey = look.survey(table, &["a299".into()]);
        assert_eq!((survey.columns.len(), survey.others.len()), (MOST_COLUMNS, 301 - MOST_COLUMNS));
        assert_eq!(&*survey.columns[1].name, "a299");
    }
}
