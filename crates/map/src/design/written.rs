//! An item of a file as the loader takes it.
//!
//! Owns the reading of what a format left unread, and what is kept of it, or of a whole table, where it could not be used. Whether the item fits its table is
//! the loader's to judge.

use key_engine::Item;
use key_engine::value::Members;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::direct_item::read_plain;
use super::formats::{self, TableDraft, Written};
use super::sample_value::{Fault, read_item, read_plain_item};

/// An item from its text, with the liberties taken.
///
/// # Errors
/// A clause that says why it is no item.
pub(super) fn read_raw(written: &Written<'_>, faults: &mut Vec<Fault>) -> Result<Item, String> {
    let read;
    let json = match written {
        Written::Value(json) => json,
        Written::Row(row) => return Ok(row.item(faults)),
        Written::Plain(raw) => {
            read = value_of(raw)?;
            return read_plain_item(&read, faults).ok_or_else(|| NO_OBJECT.to_owned());
        }
        Written::Text(raw) => {
            if let Some(item) = read_plain(raw.get()) {
                return Ok(item);
            }
            read = value_of(raw)?;
            &read
        }
    };
    read_item(json, faults).ok_or_else(|| NO_OBJECT.to_owned())
}

const NO_OBJECT: &str = "it is not an object";

fn value_of(raw: &RawValue) -> Result<Value, String> {
    serde_json::from_str(raw.get())
        .map_err(|error| format!("it cannot be read: {}", formats::reason(&error)))
}

/// What is kept of an item that could not be used.
pub(super) fn kept(written: &Written<'_>) -> Value {
    match written {
        Written::Value(json) => json.clone(),
        Written::Row(row) => row.plain(),
        Written::Text(raw) | Written::Plain(raw) => {
            serde_json::from_str(raw.get()).unwrap_or_else(|_| Value::String(raw.get().to_owned()))
        }
    }
}

/// What is kept of a table that could not be made: its definition, and with it all that stands beside it and its items.
pub(super) fn kept_table(draft: TableDraft<'_>) -> Value {
    let items: Vec<Value> =
        draft.sources.iter().flat_map(|source| &source.items).map(kept).collect();
    if items.is_empty() && draft.extra.is_empty() {
        return draft.create;
    }
    let mut all = Map::new();
    all.set("create", draft.create);
    for (name, value) in draft.extra {
        all.insert(name, value);
    }
    if !items.is_empty() {
        all.set("items", Value::Array(items));
    }
    Value::Object(all)
}
