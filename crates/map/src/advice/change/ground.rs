//! What every plan needs of the open design.
//!
//! Owns: finding what a wish is about, and the rows, kinds and copies written anew. It decides nothing.

use key_engine::engine::{Database, Table};

use super::{KeyAttribute, KeySchema, parts};
use crate::design::{Call, Design, Edit, Request, TableDesign, WholeTable};

/// The open design.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'d> {
    pub design: &'d Design,
    pub database: &'d Database,
}

impl<'d> Ground<'d> {
    /// A table of the design: its place, what is said of it, and the table itself.
    pub fn table(self, name: &str) -> Result<(usize, &'d TableDesign, &'d Table), String> {
        let mut tables = self.design.tables.iter().enumerate();
        let found = tables.find(|(_, table)| table.name() == name);
        let found = found.and_then(|(at, table)| Some((at, table, self.database.table(name)?)));
        found.ok_or_else(|| format!("There is no table {name}."))
    }

    /// Requests as they become, where they become others.
    pub fn rows(self, becomes: impl Fn(&mut Request)) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (at, request) in self.design.requests.iter().enumerate() {
            let mut changed = request.clone();
            becomes(&mut changed);
            if changed != *request {
                edits.push(Edit::ReplaceRequest { at, request: Box::new(changed) });
            }
        }
        edits
    }

    /// The table in the place of the one that stands, with other items.
    pub fn instead(
        self,
        at: usize,
        described: TableDesign,
        items: Vec<std::sync::Arc<key_engine::Item>>,
    ) -> Edit {
        let name = self.design.tables.get(at).map(|table| table.name().to_owned());
        let table = Some(Box::new(WholeTable { described, items: items.into() }));
        Edit::SetTable { name, at, table }
    }

    /// The same with the items that it has.
    pub fn described(self, at: usize, described: TableDesign) -> Edit {
        let standing = self.design.tables.get(at);
        let items = standing.map(|table| WholeTable::of(table, self.database).items);
        let name = standing.map(|table| table.name().to_owned());
        let table = Some(Box::new(WholeTable { described, items: items.unwrap_or_default() }));
        Edit::SetTable { name, at, table }
    }
}

/// The attributes of the keys of a table and of its indexes, with their types, each once.
pub(super) fn key_attributes(table: &TableDesign) -> Vec<KeyAttribute> {
    let mut found: Vec<KeyAttribute> = Vec::new();
    let mut take = |keys: &KeySchema| {
        for attribute in keys.attributes() {
            if !found.iter().any(|known| known.name == attribute.name) {
                found.push(attribute.clone());
            }
        }
    };
    take(&KeySchema::of_table(table));
    for index in super::IndexDescription::all(table) {
        take(&index.keys);
    }
    found
}

/// What a row uses of what changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub table: String,
    /// An index, and what becomes of it: "which goes".
    pub index: Option<(String, String)>,
    /// Attributes, each with what becomes of it.
    pub attributes: Vec<(String, String)>,
    /// What becomes of the table, where that matters to whoever asks it.
    pub fate: Option<String>,
}

impl Touched {
    /// What a row uses of it, as a sentence.
    pub fn by(&self, request: &Request) -> Option<String> {
        let mut said: Option<(u8, String)> = None;
        for call in request.sample_calls() {
            self.by_call(call, &mut said);
        }
        said.map(|(_, words)| words)
    }

    fn by_call(&self, mut call: Call, said: &mut Option<(u8, String)>) {
        let operation = call.operation.clone();
        parts::each(&mut call, &mut |table, part| {
            if table != self.table {
                return;
            }
            let mut say = |weight: u8, words: String| {
                if said.as_ref().is_none_or(|(known, _)| *known < weight) {
                    *said = Some((weight, words));
                }
            };
            if let Some((index, fate)) = &self.index
                && parts::index_of(part).as_deref() == Some(index.as_str())
            {
                say(3, format!("Its {operation} reads {index}, {fate}."));
            }
            for (attribute, fate) in &self.attributes {
                if super::names::mentions(part, attribute) {
                    say(2, format!("Its {operation} names {attribute}, {fate}."));
                }
            }
            if let Some(fate) = &self.fate {
                say(1, format!("Its {operation} asks {table}, {fate}."));
            }
        });
    }
}
