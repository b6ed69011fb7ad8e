//! What an object of a file says otherwise than the design does.
//!
//! Owns the difference between two objects, member by member, and its undoing: of each member that differs what the design says,
//! and a mark of what the file says, so that a member which was changed in the file since then is not overwritten.

use key_engine::value::Members;
use serde_json::{Map, Value};

const SAW: &str = "saw";
const IS: &str = "is";

/// What turns `written` into `is`: an object with a member for each that differs.
pub(in crate::design) fn difference(
    written: &Map<String, Value>,
    is: &Map<String, Value>,
) -> Map<String, Value> {
    let mut patch = Map::new();
    let names = written.keys().chain(is.keys().filter(|name| !written.contains_key(*name)));
    for name in names {
        let (saw, value) = (written.get(name), is.get(name));
        if saw == value {
            continue;
        }
        let mut entry = Map::new();
        if let Some(saw) = saw {
            entry.set(SAW, mark(saw).into());
        }
        if let Some(value) = value {
            entry.set(IS, value.clone());
        }
        patch.set(name, Value::Object(entry));
    }
    patch
}

/// Turns what a file says into what the design said. Gives back the members that the file has changed since then, with what the
/// design said of them.
pub(in crate::design) fn restore(
    written: &mut Map<String, Value>,
    patch: &Value,
) -> Vec<(String, Option<Value>)> {
    let mut changed = Vec::new();
    for (name, entry) in patch.as_object().into_iter().flatten() {
        let saw = entry.get(SAW).and_then(Value::as_str);
        let is = entry.get(IS).cloned();
        let now = written.get(name).map(mark);
        if now.as_deref() != saw {
            changed.push((name.clone(), is));
        } else if let Some(is) = is {
            written.set(name, is);
        } else {
            written.remove(name);
        }
    }
    changed
}

/// A short mark of a value: FNV-1a of its text, whose members are in order.
fn mark(value: &Value) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in value.to_string().bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{difference, restore};

    fn members(value: Value) -> Map<String, Value> {
        let Value::Object(members) = value else { return Map::new() };
        members
    }

    #[test]
    fn a_difference_restores_what_differed_and_spares_what_was_changed_since() {
        let written = members(json!({"same": 1, "other": [1], "only here": {"a": 1}}));
        let is = members(json!({"same": 1, "other": [2], "only there": null}));
        let patch = Value::Object(difference(&written, &is));
        assert!(patch.get("same").is_none());
        let mut read = written.clone();
        assert_eq!(restore(&mut read, &patch), []);
        assert_eq!(read, is);
        let mut read = written;
        read.insert("other".to_owned(), json!([3]));
        read.insert("new".to_owned(), json!(true));
        assert_eq!(restore(&mut read, &patch), [("other".to_owned(), Some(json!([2])))]);
        let expected = json!({"same": 1, "other": [3], "only there": null, "new": true});
        assert_eq!(Value::Object(read), expected);
    }
}
