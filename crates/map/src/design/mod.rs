//! The design: the document a person edits, shares and embeds.
//!
//! Owns what a design says (tables, requests, entities, and the unknown things a file carried), how it is read from a file
//! and written to one, and the scenarios that ship with the app. Sample items live in the engine's database alone; the
//! document is its serialised form. Nothing here may know of the screen, and no input, however hostile, may panic.

pub mod action_form;
mod bays;
pub mod believable;
pub mod call_form;
pub mod code;
mod copy;
mod defect;
mod direct_item;
mod document;
mod edit;
mod entity;
mod entity_derive;
pub mod formats;
mod free_names;
pub mod generate;
pub mod item_edit;
mod key_fit;
mod loader;
mod made;
mod open_error;
pub mod parameters;
mod read_items;
mod request;
mod sample_value;
mod save;
mod saver;
pub mod scenarios;
mod table_check;
mod taken;
mod taken_route;
mod unpack;
mod written;

pub use bays::{MAX_BAYS, ON_DEMAND_BAYS, bays_needed};
pub use copy::{Acceptance, DeliberateCopy, Synchronisation};
pub use defect::Defect;
pub use document::{Design, TableDesign};
pub use edit::{DoorDefinition, Edit, TRAFFIC, WholeTable};
pub use entity::{Entity, EntityFinder, template_prefix};
pub use entity_derive::prefix as key_prefix;
pub use formats::write::{Exported, Format, write};
pub use loader::{Loader, Opened, Progress, open};
pub use open_error::{MAX_FILE_BYTES, OpenError, check_size};
pub use read_items::{Added, ReadItems, read_items};
pub use request::{
    Call, Consistency, Expectation, ExpectedItem, Request, SortOrder, Volume, Wanted, filled,
};
pub use save::save;
pub use saver::Saver;
pub use taken::{Taken, Taking, TextFile};
pub use taken_route::TakenRoute;
pub use unpack::{Unpacking, unpack};

/// Keeps what could not be used among the unknown members of a document or table, so that saving loses nothing.
pub(crate) fn set_aside(
    extra: &mut serde_json::Map<String, serde_json::Value>,
    value: serde_json::Value,
) {
    const KEY: &str = "setAside";
    let value = shallow(value);
    match extra.get_mut(KEY) {
        Some(serde_json::Value::Array(kept)) => kept.push(value),
        Some(other) => {
            let before = other.take();
            *other = serde_json::Value::Array(vec![before, value]);
        }
        None => _ = extra.insert(KEY.to_owned(), serde_json::Value::Array(vec![value])),
    }
}

/// A value that can be read again however deep in a document it is put: one that is nested very deeply is given as its text.
fn shallow(value: serde_json::Value) -> serde_json::Value {
    /// JSON is read down to 127.
    const DEEPEST: usize = 100;
    if fits_in(&value, DEEPEST) { value } else { serde_json::Value::String(value.to_string()) }
}

fn fits_in(value: &serde_json::Value, depth: usize) -> bool {
    let Some(left) = depth.checked_sub(1) else { return false };
    match value {
        serde_json::Value::Array(list) => list.iter().all(|value| fits_in(value, left)),
        serde_json::Value::Object(members) => members.values().all(|value| fits_in(value, left)),
        _ => true,
    }
}
