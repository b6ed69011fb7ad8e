//! An answer before it is known how it will be written.
//!
//! Owns: that an answer is the same as a JSON value and as JSON text. The items of a read stay what they are, in their table, until
//! then: as text they are written down from there, without a copy. Must never: decide what is in an answer.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::value::{Item, Members};

/// What an operation answers.
pub(crate) enum Answer<'t> {
    /// JSON.
    Json(Value),
    /// JSON, and beside its members one with the items read.
    Read { items: Items<'t>, rest: Map<String, Value> },
}

/// The items of an answer.
pub(crate) enum Items<'t> {
    /// `Item`.
    One(Cow<'t, Item>),
    /// `Items`.
    Several(Vec<Cow<'t, Item>>),
}

impl From<Value> for Answer<'_> {
    fn from(json: Value) -> Self {
        Self::Json(json)
    }
}

impl Answer<'_> {
    /// The answer as a JSON value.
    pub(crate) fn into_json(self) -> Value {
        match self {
            Self::Json(json) => json,
            Self::Read { items, mut rest } => {
                match &items {
                    Items::One(item) => rest.set("Item", item.to_json()),
                    Items::Several(items) => {
                        rest.set("Items", items.iter().map(|item| item.to_json()).collect());
                    }
                }
                Value::Object(rest)
            }
        }
    }

    /// The answer as a JSON value, without the items read.
    pub(crate) fn into_rest(self) -> Value {
        match self {
            Self::Json(json) => json,
            Self::Read { rest, .. } => Value::Object(rest),
        }
    }

    /// The answer as JSON text.
    pub(crate) fn into_text(self) -> String {
        let mut text = String::with_capacity(512);
        match self {
            Self::Json(json) => return written(&json),
            Self::Read { items, rest } => {
                match &items {
                    Items::One(item) => {
                        text.push_str("{\"Item\":");
                        item.write_json(&mut text);
                    }
                    Items::Several(items) => {
                        // Room for all of it. To look at all items first also fetches them from a large memory many at a time;
                        // one after the other, as they are written, each would be waited for.
                        let bytes: usize = items.iter().map(|item| item.size_bytes()).sum();
                        text.reserve(bytes + bytes / 2);
                        text.push_str("{\"Items\":[");
                        for (at, item) in items.iter().enumerate() {
                            if at > 0 {
                                text.push(',');
                            }
                            item.write_json(&mut text);
                        }
                        text.push(']');
                    }
                }
                for (name, value) in &rest {
                    text.push_str(",\"");
                    text.push_str(name);
                    text.push_str("\":");
                    text.push_str(&written(value));
                }
                text.push('}');
            }
        }
        text
    }
}

fn written(json: &Value) -> String {
    // writing to a string fails only for maps with keys that are no text
    serde_json::to_string(json).unwrap_or_default()
}
