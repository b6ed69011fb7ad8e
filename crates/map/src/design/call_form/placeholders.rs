//! The placeholders of a call that is being written.

use key_engine::expression::{ast::PathElement, is_reserved};
use key_engine::order::SortedMap;
use serde_json::{Map, Value};

use super::Why;

/// A field whose value is written as a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Partition(usize),
    /// By place in the whole sort key; the flag is the upper bound's.
    Sort(usize, bool),
    Filter(usize, bool),
}

/// How the call a form was read from calls its placeholders.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Remembered {
    /// By field: `:placeholder`.
    pub(super) values: SortedMap<Slot, String>,
    /// By attribute name: `#placeholder`.
    pub(super) names: SortedMap<String, String>,
    /// Placeholders that nothing in the form uses.
    pub(super) spare_names: Map<String, Value>,
    pub(super) spare_values: Map<String, Value>,
}

/// `ExpressionAttributeNames` and `ExpressionAttributeValues`, growing.
pub(super) struct Draft<'a> {
    remembered: &'a Remembered,
    pub(super) names: Map<String, Value>,
    pub(super) values: Map<String, Value>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(remembered: &'a Remembered) -> Self {
        Self {
            remembered,
            names: remembered.spare_names.clone(),
            values: remembered.spare_values.clone(),
        }
    }

    /// The placeholder of a field's value: the one it had, if that is free or says the same, else a new one.
    pub(super) fn value(&mut self, slot: Slot, fresh: &str, value: Value) -> String {
        let had = self
            .remembered
            .values
            .get(&slot)
            .filter(|had| self.values.get(*had).is_none_or(|known| *known == value));
        let placeholder = had.cloned().unwrap_or_else(|| unused(':', fresh, &self.values));
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    /// How to write an attribute's name: as it is where an expression allows it, else as a placeholder.
    pub(super) fn name(&mut self, name: &str) -> String {
        let meaning = Value::from(name);
        let free = |had: &&String| self.names.get(*had).is_none_or(|known| *known == meaning);
        let had = self.remembered.names.get(name).filter(free).cloned();
        let defined = || {
            self.names.iter().find(|(_, known)| **known == meaning).map(|(known, _)| known.clone())
        };
        let placeholder = match had.or_else(defined) {
            Some(placeholder) => placeholder,
            None if is_plain(name) => return name.to_owned(),
            None => unused('#', name, &self.names),
        };
        self.names.insert(placeholder.clone(), meaning);
        placeholder
    }

    /// How to write a path typed into a field: `address.city`, `tags[0]`. None if it is no path.
    pub(super) fn path(&mut self, typed: &str) -> Option<String> {
        let mut written = String::new();
        for (position, part) in typed.trim().split('.').enumerate() {
            let (name, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
            if name.is_empty() || !is_index(indexes) || !is_simple(name) {
                return None;
            }
            if position > 0 {
                written.push('.');
            }
            written.push_str(&self.name(name));
            written.push_str(indexes);
        }
        Some(written)
    }
}

/// A path of an expression as it is typed into a field; the name that cannot be, if there is one.
pub(super) fn typed_path(
    elements: &[PathElement],
    mut meaning: impl FnMut(&str) -> Result<String, Why>,
) -> Result<String, Why> {
    let mut typed = String::new();
    for element in elements {
        match element {
            PathElement::Index(index) => {
                typed.push('[');
                typed.push_str(&index.to_string());
                typed.push(']');
            }
            PathElement::Attribute { name, .. } => {
                let name = meaning(name)?;
                if !is_simple(&name) {
                    return Err(Why::Name { name });
                }
                if !typed.is_empty() {
                    typed.push('.');
                }
                typed.push_str(&name);
            }
        }
    }
    Ok(typed)
}

/// The attribute that a name in an expression stands for.
pub(super) fn meaning(written: &str, names: &Map<String, Value>) -> Result<String, Why> {
    if !written.starts_with('#') {
        return Ok(written.to_owned());
    }
    match names.get(written).and_then(Value::as_str) {
        Some(name) => Ok(name.to_owned()),
        None => Err(Why::Undefined { placeholder: written.to_owned() }),
    }
}

/// `[0]`, `[0][1]`, or nothing; written as an expression prints it.
fn is_index(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix('[').and_then(|rest| rest.split_once(']')).is_some_and(
            |(index, rest)| {
                index.parse::<u32>().is_ok_and(|number| number.to_string() == index)
                    && is_index(rest)
            },
        )
}

/// Whether a name can stand in a field without being taken for a path or a list.
fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.contains(['.', '[', ']', ','])
        && !name.starts_with('#')
}

/// Whether a name can stand in an expression as it is.
fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !is_reserved(name)
}

/// A placeholder that is not taken: after the name, and with a number where that is.
fn unused(sign: char, name: &str, taken: &Map<String, Value>) -> String {
    let word: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let word = if word.is_empty() { "a".to_owned() } else { word };
    let first = format!("{sign}{word}");
    let mut placeholder = first.clone();
    let mut number = 1;
    while taken.contains_key(&placeholder) {
        number += 1;
        placeholder = format!("{first}{number}");
    }
    placeholder
}
