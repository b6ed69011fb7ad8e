//! An item of a file as the loader takes it.
//!
//! Owns the reading of what a format left unread, and what is kept of it where it could not be used. Whether the item fits its table is
//! the loader's to judge.

use key_engine::Item;
use serde_json::Value;
use serde_json::value::RawValue;

use super::direct_item::read_plain;
use super::formats::{self, Written};
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
