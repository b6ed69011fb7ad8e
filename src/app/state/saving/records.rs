//! What is kept of a design, record by record. `docs/storage.md` describes it for people; the two change together.
//!
//! Owns: the records' members and their version. Must never: ask the browser for anything.

use wasm_bindgen::JsValue;

use super::script::{get, list, number, object, set, text};

/// The version of the records. A record of a later one is left alone; those of every earlier one are read.
pub(super) const FORMAT: u32 = 1;

/// What the list says of a kept design.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// Names it in the address and in the storage.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// Where it came from, in words: "a scenario", "orders.json".
    pub origin: String,
    /// When it was last changed, in milliseconds since 1970.
    pub changed_ms: f64,
    /// How often it was changed.
    pub revision: f64,
    /// The length of its snapshot, in UTF-8 bytes.
    pub size_bytes: f64,
    /// What tells its first snapshot from others, while it is unchanged.
    pub print: String,
    /// Whether a person has put away the offer to go on with it, at this revision.
    pub declined: bool,
    /// Whether a later version of the app wrote it.
    pub newer: bool,
}

impl Kept {
    /// The record as it is stored.
    pub(super) fn record(&self) -> JsValue {
        object(&[
            ("format", FORMAT.into()),
            ("id", self.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("origin", self.origin.as_str().into()),
            ("changed", self.changed_ms.into()),
            ("revision", self.revision.into()),
            ("size", self.size_bytes.into()),
            ("print", self.print.as_str().into()),
            ("declined", self.declined.into()),
        ])
    }

    /// Reads a record; none where it has no id. Anything else that is missing has a stand-in: a list with one odd entry is
    /// better than none.
    pub(super) fn read(record: &JsValue) -> Option<Self> {
        let id = text(record, "id")?;
        let name = text(record, "name").filter(|name| !name.is_empty());
        Some(Self {
            id,
            name: name.unwrap_or_else(|| "Design without a name".to_owned()),
            origin: text(record, "origin").unwrap_or_default(),
            changed_ms: number(record, "changed").unwrap_or_default(),
            revision: number(record, "revision").unwrap_or_default(),
            size_bytes: number(record, "size").unwrap_or_default(),
            print: text(record, "print").unwrap_or_default(),
            declined: get(record, "declined").as_bool().unwrap_or_default(),
            newer: is_newer(record),
        })
    }
}

/// Whether a later version of the app wrote a record.
pub(super) fn is_newer(record: &JsValue) -> bool {
    number(record, "format").is_some_and(|format| format > f64::from(FORMAT))
}

/// A snapshot as it is stored: the text of the own format, in parts.
pub(super) fn snapshot(id: &str, revision: f64, parts: &[JsValue]) -> JsValue {
    object(&[
        ("format", FORMAT.into()),
        ("id", id.into()),
        ("revision", revision.into()),
        ("parts", list(parts)),
    ])
}

/// The text and the revision of a snapshot; none where it is damaged.
pub(super) fn read_snapshot(record: &JsValue) -> Option<(String, f64)> {
    let revision = number(record, "revision")?;
    let parts = get(record, "parts");
    if !js_sys::Array::is_array(&parts) {
        return None;
    }
    let mut whole = String::new();
    for part in js_sys::Array::from(&parts).iter() {
        whole.push_str(&part.as_string()?);
    }
    Some((whole, revision))
}

/// One change, as text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// Edits as JSON.
    Edits(String),
    /// The design is called something else: a name that was given while it was not open.
    Name(String),
}

/// A change as it is stored.
pub(super) fn operation(id: &str, revision: f64, at_ms: f64, change: &Change) -> JsValue {
    let record = object(&[
        ("format", FORMAT.into()),
        ("id", id.into()),
        ("revision", revision.into()),
        ("at", at_ms.into()),
    ]);
    match change {
        Change::Edits(edits) => set(&record, "edits", &edits.as_str().into()),
        Change::Name(name) => set(&record, "name", &name.as_str().into()),
    }
    record
}

/// The change of a record; none where it is damaged.
pub(super) fn read_operation(record: &JsValue) -> Option<(f64, Change)> {
    let revision = number(record, "revision")?;
    let change = match text(record, "edits") {
        Some(edits) => Change::Edits(edits),
        None => Change::Name(text(record, "name")?),
    };
    Some((revision, change))
}
