//! The file formats a design can be read from, one file each.
//!
//! Owns the recognition of a format by its content and the draft that each format's `read` makes: tables as they were
//! meant and items as they were written, unread. Judging them and loading them is the loader's, the same for every format.
//! Beside them stands [`aws_cli`], a format not of a design but of one call.

pub mod aws_cli;
mod cloudformation;
mod csv;
mod data_model;
mod definition;
mod into_tables;
mod items;
mod onetable;
pub(super) mod own;
mod pasted;
mod raw;
mod recognise;
mod script;
mod tables;
pub(super) mod workbench;
pub mod write;
mod yaml;

pub(super) use items::{can_join, join};
pub(super) use own::VERSION;
use raw::Depth;
pub(super) use raw::reason;

use key_engine::order::SortedMap;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Defect, Design, OpenError};

/// What a format's `read` hands to the loader.
#[derive(Debug, Default)]
pub(super) struct Draft<'t> {
    /// All but the tables, which join it as they turn out sound.
    pub design: Design,
    /// The tables as the file means them.
    pub tables: Vec<TableDraft<'t>>,
    /// Faults found so far.
    pub defects: Vec<Defect>,
    /// The format's name for readers.
    pub format: &'static str,
    /// Whether it holds items and names no keys: of `create`, each table has a name at most.
    pub items_only: bool,
}

/// A table as a file means it.
#[derive(Debug, Default)]
pub(super) struct TableDraft<'t> {
    /// `CreateTable`'s input, unjudged.
    pub create: Value,
    pub bays: Option<u32>,
    pub index_bays: SortedMap<String, u32>,
    /// The attribute that says when an item expires.
    pub time_to_live: Option<String>,
    pub extra: Map<String, Value>,
    /// Its items, by where they are written.
    pub sources: Vec<ItemSource<'t>>,
    /// Where the record goes of which place had which item, of a format that wants one.
    pub places: Option<workbench::Places>,
}

/// Items written in one place of a file.
#[derive(Debug)]
pub(super) struct ItemSource<'t> {
    /// Where, such as `TableData`.
    pub place: String,
    /// What the items of this place are called, where the file says.
    pub entity: Option<String>,
    pub items: Vec<Written<'t>>,
}

/// An item as a file says it, unjudged.
#[derive(Debug)]
pub(super) enum Written<'t> {
    /// JSON text of the file: of a file that is JSON.
    Text(&'t RawValue),
    /// The same of an item in plain JSON, whose values name no types.
    Plain(&'t RawValue),
    /// A row of a table of values.
    Row(csv::Row<'t>),
    /// The same as a value, where the file says it otherwise.
    Value(Value),
}

/// Reads a file of the map's own format.
pub(super) fn read_own(text: &str) -> Result<Draft<'_>, OpenError> {
    own::read(raw::document(text, DOCUMENT)?)
}

/// Reads a file of any known format.
pub(super) fn read(text: &str) -> Result<Draft<'_>, OpenError> {
    recognise::read(text)?.finish()
}

/// A file of any known format that is taken apart in slices.
#[derive(Debug)]
pub(super) struct Reading<'t> {
    text: &'t str,
    /// Whether it is known to hold items: then a lone object that could be anything is one too.
    holds_items: bool,
    begun: Result<recognise::Reading<'t>, OpenError>,
}

impl<'t> Reading<'t> {
    /// Recognises the format.
    pub fn start(text: &'t str, holds_items: bool) -> Self {
        Self { text, holds_items, begun: recognise::read(text) }
    }

    /// Reads about so many more bytes; gives back how many are left.
    pub fn step(&mut self, budget_bytes: usize) -> usize {
        self.begun.as_mut().map_or(0, |begun| begun.step(budget_bytes))
    }

    /// Reads what is left, and gives the draft.
    ///
    /// # Errors
    /// When nothing of it is sound.
    pub fn finish(self) -> Result<Draft<'t>, OpenError> {
        match self.begun.and_then(recognise::Reading::finish) {
            Err(OpenError::NotAModel { seen }) if self.holds_items => {
                items::read_several(self.text.trim_start_matches('\u{feff}'), true)
                    .finish()
                    .map_err(|_| OpenError::NotAModel { seen })
            }
            read => read,
        }
    }
}

/// Reads a text that is known to hold items: also a lone object that could be anything.
pub(super) fn read_items(text: &str) -> Result<Draft<'_>, OpenError> {
    Reading::start(text, true).finish()
}

/// How far a file of any format is taken apart: down to its items. A file that is a list is taken into its elements.
const DOCUMENT: Depth = {
    const ITEMS: Depth = Depth::Elements(&Depth::Leave);
    const OWN_TABLE: Depth = Depth::Members(&[("items", ITEMS)]);
    const FACET: Depth = Depth::Members(&[("TableData", ITEMS)]);
    const MODEL_TABLE: Depth =
        Depth::Members(&[("TableData", ITEMS), ("TableFacets", Depth::Elements(&FACET))]);
    Depth::Either(&[
        ("tables", Depth::Elements(&OWN_TABLE)),
        (workbench::TABLES_KEY, Depth::Elements(&MODEL_TABLE)),
        ("Items", ITEMS),
    ])
};
