//! JSON objects, made member by member.
//!
//! Owns the shortest way to write one down. What `json!` expands to, and the copy of a name wherever a member is set, come again
//! at each of a hundred places; here they are once.

use serde_json::{Map, Value};

/// An object of these members; the values are taken.
///
/// ```
/// use key_engine::value::object;
/// assert_eq!(object(&mut [("S", "text".into())]), serde_json::json!({"S": "text"}));
/// ```
pub fn object(members: &mut [(&str, Value)]) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.set(name, value.take());
    }
    Value::Object(object)
}

/// An object to which members are added.
pub trait Members {
    /// Adds a member, or gives it another value.
    fn set(&mut self, name: &str, value: Value);
}

impl Members for Map<String, Value> {
    #[inline(never)]
    fn set(&mut self, name: &str, value: Value) {
        self.insert(name.to_owned(), value);
    }
}
