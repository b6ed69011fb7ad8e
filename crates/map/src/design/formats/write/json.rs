//! JSON written for people: members in an order that is given, short values on one line.
//!
//! Owns the layout. A long list of items is written one to a line, straight from the items.

use serde_json::Value;

/// The longest value that stays on one line, in bytes.
const LONGEST_LINE: usize = 100;

/// JSON text as it grows.
#[derive(Debug, Default)]
pub(super) struct Json {
    text: String,
    depth: usize,
    /// Whether the object or list that is open has an element already.
    has_element: bool,
}

impl Json {
    /// Opens an object or a list, such as `{`.
    pub(super) fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.has_element = false;
    }

    /// Closes it.
    pub(super) fn close(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        if self.has_element {
            self.line();
        }
        self.text.push(bracket);
        self.has_element = true;
    }

    /// Begins the next element on a line of its own.
    pub(super) fn element(&mut self) {
        if self.has_element {
            self.text.push(',');
        }
        self.line();
        self.has_element = true;
    }

    /// Begins the next member.
    pub(super) fn member(&mut self, name: &str) {
        self.element();
        self.text.push_str(&Value::from(name).to_string());
        self.text.push_str(": ");
    }

    /// Text that is JSON already.
    pub(super) fn raw(&mut self) -> &mut String {
        &mut self.text
    }

    /// A value; of each object in it the members named in `order` come first.
    pub(super) fn value(&mut self, value: &Value, order: &[&str]) {
        let short = value.to_string();
        if short.len() <= LONGEST_LINE {
            self.text.push_str(&short);
            return;
        }
        match value {
            Value::Object(_) => {
                self.open('{');
                for name in names_in_order(value, order) {
                    self.member(name);
                    self.value(value.get(name).unwrap_or(&Value::Null), order);
                }
                self.close('}');
            }
            Value::Array(elements) => {
                self.open('[');
                for element in elements {
                    self.element();
                    self.value(element, order);
                }
                self.close(']');
            }
            _ => self.text.push_str(&short),
        }
    }

    /// The text, with a line's end.
    pub(super) fn end(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }
}

/// The names of an object's members: those of `order` first.
pub(super) fn names_in_order<'v>(value: &'v Value, order: &[&'v str]) -> Vec<&'v str> {
    let Some(members) = value.as_object() else { return Vec::new() };
    let first = order.iter().copied().filter(|name| members.contains_key(*name));
    let mut names: Vec<&str> = first.collect();
    for name in members.keys() {
        if !order.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// A value as text for people; of each object in it the members named in `order` come first.
pub(super) fn pretty(value: &Value, order: &[&str]) -> String {
    let mut json = Json::default();
    json.value(value, order);
    json.end()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::pretty;

    #[test]
    fn what_is_long_stands_on_several_lines_and_says_the_same() {
        let value = json!({
            "b": {"short": [1, 2, {"a": "quote\" and \u{2028} and\nline"}]},
            "a": ["x".repeat(60), "y".repeat(60), {}, []],
            "name": "first",
        });
        let text = pretty(&value, &["name"]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
        assert!(text.starts_with("{\n  \"name\": \"first\",\n  \"a\": [\n    \"xxx"), "{text}");
        assert_eq!(pretty(&json!({}), &[]), "{}\n");
    }
}
