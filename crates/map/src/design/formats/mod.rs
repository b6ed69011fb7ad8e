//! The file formats a design can be read from, one file each.
//!
//! Owns the recognition of a format by its content and the draft that each format's `read` makes: tables as they were
//! meant and items as they were written, unread. Judging them and loading them is the loader's, the same for every format.
//! Beside them stands [`aws_cli`], a format not of a design but of one call.

pub mod aws_cli;
mod own;
mod raw;
mod workbench;

pub(super) use own::VERSION;
use raw::RawItems;
pub(super) use raw::reason;

use serde_json::{Map, Value, value::RawValue};

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
}

/// A table as a file means it.
#[derive(Debug, Default)]
pub(super) struct TableDraft<'t> {
    /// `CreateTable`'s input, unjudged.
    pub create: Value,
    pub bays: Option<u32>,
    pub index_bays: std::collections::BTreeMap<String, u32>,
    pub extra: Map<String, Value>,
    /// Its items, by where they are written.
    pub sources: Vec<ItemSource<'t>>,
}

/// Items written in one place of a file.
#[derive(Debug)]
pub(super) struct ItemSource<'t> {
    /// Where, such as `TableData`.
    pub place: String,
    /// What the items of this place are called, where the file says.
    pub entity: Option<String>,
    pub items: RawItems<'t>,
}

/// Reads a file of any known format.
pub(super) fn read(text: &str) -> Result<Draft<'_>, OpenError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(OpenError::Empty);
    }
    let document = raw::document(text)?;
    if document.contains_key(own::VERSION_KEY) {
        own::read(document)
    } else if document.contains_key(workbench::TABLES_KEY) {
        workbench::read(document)
    } else {
        Err(OpenError::NotAModel { seen: raw::describe_keys(&document) })
    }
}

/// One member of a document as a value, for the small members; a fault in it is a fault at that place.
fn small(raw: &RawValue, place: &str) -> Result<Value, OpenError> {
    serde_json::from_str(raw.get()).map_err(|error| OpenError::BadDocument {
        place: place.to_owned(),
        problem: raw::reason(&error),
    })
}
