//! Items that came in while a design is open whose tables have their keys: whether they join it is a person's to say.

use leptos::prelude::*;
use map::design::{Added, Edit, Opened, TableDesign, TextFile};
use map::numerals::counted;
use serde_json::Value;

use super::Incoming;
use crate::app::state::{Command, Store};

/// What is offered, for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the items came in.
    pub name: String,
    /// The format's name.
    pub format: &'static str,
    /// How many files.
    pub files: usize,
    /// The tables that they could join.
    pub tables: Vec<String>,
    /// Items of keys that no item has.
    pub new: usize,
    /// Items that would take the place of another one of the same key.
    pub differing: usize,
    /// Items that are there already, just so.
    pub same: usize,
    /// What was noticed in the files.
    pub defects: usize,
}

/// What is offered, with all that is needed to do either.
pub(in crate::app::state) struct Offered {
    pub name: String,
    pub texts: Vec<TextFile>,
    /// The items as items of the open design's tables.
    pub opened: Opened,
}

impl Offer {
    pub(super) fn new(name: &str, files: usize, opened: &Opened, added: &Added) -> Self {
        let tables = opened.database.tables().filter(|table| table.item_count() > 0);
        Self {
            name: name.to_owned(),
            format: opened.format,
            files,
            tables: tables.map(|table| table.name().to_owned()).collect(),
            new: added.new,
            differing: added.differing,
            same: added.same,
            defects: opened.defects.len(),
        }
    }
}

/// Does what a person answers.
pub(super) fn answer(store: Store, add: bool) {
    let Some(Offered { name, texts, opened }) = store.open.take_offered() else { return };
    if !add {
        store.open_incoming(name, Incoming::Texts(texts), true);
        return;
    }
    let added = store.open.with_database_untracked(|open| Added::of(&opened, open));
    let mut tables: Vec<&str> = added.changes.iter().map(|change| change.table.as_str()).collect();
    tables.dedup();
    let items = counted(added.changes.len() as u64, "item", "items");
    let label = format!("add {items} to {}", tables.join(" and "));
    let mut edits = vec![Edit::ChangeItems(added.changes.into())];
    store.open.design.with_untracked(|design| {
        for table in &opened.design.tables {
            if let Some(described) = design.table(table.name()) {
                edits.extend(keep_set_aside(described, table));
            }
        }
    });
    store.send(Command::Edit { label, edits, merge: None });
    store.open.show_defects.set(!opened.defects.is_empty());
    store.open.defects.set(opened.defects.into());
}

/// Keeps what could not be used of a file with the table that it was meant for.
fn keep_set_aside(described: &TableDesign, read: &TableDesign) -> Option<Edit> {
    const KEY: &str = "setAside";
    let Some(Value::Array(more)) = read.extra.get(KEY) else { return None };
    let mut kept = match described.extra.get(KEY) {
        Some(Value::Array(kept)) => kept.clone(),
        Some(other) => vec![other.clone()],
        None => Vec::new(),
    };
    kept.extend(more.iter().cloned());
    let mut described = described.clone();
    described.extra.insert(KEY.to_owned(), Value::Array(kept));
    Some(Edit::DescribeTable(Box::new(described)))
}
