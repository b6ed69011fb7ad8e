//! What a request says its placeholders stand for, and which of them its expressions used.
//!
//! One [`Placeholders`] serves all expressions of a request; when all have been read, [`Placeholders::all_used`]
//! reports those that none of them named. It knows nothing of expressions but that they ask.

use std::cell::Cell;
use std::fmt;

use serde_json::Value;

use crate::order::sort_by;
use crate::value::{AttributeValue, Name, ValueError, read_name};

/// `ExpressionAttributeNames` and `ExpressionAttributeValues` of one request.
#[derive(Debug, Default)]
pub struct Placeholders {
    names: Vec<Entry<Name>>,
    values: Vec<Entry<AttributeValue>>,
    /// `#name` stands for `name` itself: in `PartiQL` any name may be written as it is.
    pub(crate) spelled: bool,
}

/// A placeholder with its sign, what it stands for, and whether an expression named it.
#[derive(Debug)]
struct Entry<T> {
    placeholder: String,
    meaning: T,
    used: Cell<bool>,
}

/// Placeholders that can not be taken as they are. `Display` is `DynamoDB`'s message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceholderError {
    /// One of the two maps is there and empty.
    Empty(&'static str),
    /// A placeholder without its sign, or with characters that none may have.
    InvalidKey {
        /// The map's name.
        parameter: &'static str,
        /// The placeholder.
        key: String,
    },
    /// A name or a value that is none.
    InvalidValue {
        /// The map's name.
        parameter: &'static str,
        /// What is wrong with it.
        error: ValueError,
        /// The placeholder.
        key: String,
    },
    /// Placeholders that no expression named.
    Unused {
        /// The map's name.
        parameter: &'static str,
        /// The placeholders.
        keys: Vec<String>,
    },
    /// JSON that is no map of names, or no map of values.
    Shape,
}

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";

impl fmt::Display for PlaceholderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty(parameter) => write!(f, "{parameter} must not be empty"),
            Self::InvalidKey { parameter, key } => {
                write!(f, "{parameter} contains invalid key: Syntax error; key: \"{key}\"")
            }
            // JSON that can not be read says nothing of where it stood
            Self::InvalidValue { error, .. } if error.is_serialization() => error.fmt(f),
            Self::InvalidValue { parameter, error, key } => {
                write!(f, "{parameter} contains invalid value: {error} for key {key}")
            }
            Self::Unused { parameter, keys } => {
                write!(
                    f,
                    "Value provided in {parameter} unused in expressions: keys: {{{}}}",
                    keys.join(", ")
                )
            }
            Self::Shape => f.write_str("Start of structure or map found where not expected"),
        }
    }
}

impl std::error::Error for PlaceholderError {}

impl PlaceholderError {
    fn of(parameter: &'static str, key: &str, error: ValueError) -> Self {
        Self::InvalidValue { parameter, error, key: key.to_owned() }
    }

    /// Whether `DynamoDB` reports this as a `SerializationException`.
    pub fn is_serialization(&self) -> bool {
        match self {
            Self::Shape => true,
            Self::InvalidValue { error, .. } => error.is_serialization(),
            _ => false,
        }
    }
}

impl Placeholders {
    /// Placeholders from pairs that are known to be good: for typed callers and tests.
    pub fn new<'n>(
        names: impl IntoIterator<Item = (&'n str, &'n str)>,
        values: impl IntoIterator<Item = (&'n str, AttributeValue)>,
    ) -> Self {
        let names = names.into_iter().map(|(key, name)| Entry::new(key, Name::from(name)));
        let values = values.into_iter().map(|(key, value)| Entry::new(key, value));
        Self { names: sorted(names.collect()), values: sorted(values.collect()), spelled: false }
    }

    /// The placeholders of a `PartiQL` statement: `:n` stands for the value of that number.
    pub(crate) fn of_statement(values: &[AttributeValue]) -> Self {
        let mut entries = Vec::with_capacity(values.len());
        for (number, value) in values.iter().enumerate() {
            entries.push(Entry::new(&format!(":{number}"), value.clone()));
        }
        Self { names: Vec::new(), values: sorted(entries), spelled: true }
    }

    /// Placeholders as a request brings them; a parameter it lacks is `None`.
    ///
    /// # Errors
    /// Where a map is empty, a key is no placeholder, or a value no value.
    pub fn from_json(
        names: Option<&Value>,
        values: Option<&Value>,
    ) -> Result<Self, PlaceholderError> {
        let names = entries(NAMES, '#', names)?
            .map(|(key, name)| match name {
                Value::String(name) => match read_name(name) {
                    Ok(name) => Ok(Entry::new(key, name)),
                    Err(error) => Err(PlaceholderError::of(NAMES, key, error)),
                },
                _ => Err(PlaceholderError::Shape),
            })
            .collect::<Result<_, _>>()?;
        let values = entries(VALUES, ':', values)?
            .map(|(key, value)| match AttributeValue::from_json(value) {
                Ok(value) => Ok(Entry::new(key, value)),
                Err(error) => Err(PlaceholderError::of(VALUES, key, error)),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { names: sorted(names), values: sorted(values), spelled: false })
    }

    /// The attribute name that `placeholder` stands for.
    pub fn name(&self, placeholder: &str) -> Option<&Name> {
        find(&self.names, placeholder)
    }

    /// The value that `placeholder` stands for.
    pub fn value(&self, placeholder: &str) -> Option<&AttributeValue> {
        find(&self.values, placeholder)
    }

    /// Whether every placeholder was asked for: names are reported before values.
    ///
    /// # Errors
    /// Where one was not.
    pub fn all_used(&self) -> Result<(), PlaceholderError> {
        report_unused(NAMES, &self.names)?;
        report_unused(VALUES, &self.values)
    }
}

impl<T> Entry<T> {
    fn new(placeholder: &str, meaning: T) -> Self {
        Self { placeholder: placeholder.to_owned(), meaning, used: Cell::new(false) }
    }
}

fn sorted<T>(mut entries: Vec<Entry<T>>) -> Vec<Entry<T>> {
    sort_by(&mut entries, |a, b| a.placeholder.cmp(&b.placeholder));
    entries
}

fn find<'e, T>(entries: &'e [Entry<T>], placeholder: &str) -> Option<&'e T> {
    let at = entries.binary_search_by(|entry| entry.placeholder.as_str().cmp(placeholder)).ok()?;
    let entry = entries.get(at)?;
    entry.used.set(true);
    Some(&entry.meaning)
}

fn report_unused<T>(parameter: &'static str, entries: &[Entry<T>]) -> Result<(), PlaceholderError> {
    let unused = entries.iter().filter(|entry| !entry.used.get());
    let keys: Vec<String> = unused.map(|entry| entry.placeholder.clone()).collect();
    if keys.is_empty() { Ok(()) } else { Err(PlaceholderError::Unused { parameter, keys }) }
}

/// The entries of a map of placeholders, its keys checked.
fn entries<'j>(
    parameter: &'static str,
    sign: char,
    map: Option<&'j Value>,
) -> Result<impl Iterator<Item = (&'j str, &'j Value)>, PlaceholderError> {
    let map = match map {
        None | Some(Value::Null) => None,
        Some(Value::Object(map)) if map.is_empty() => {
            return Err(PlaceholderError::Empty(parameter));
        }
        Some(Value::Object(map)) => Some(map),
        Some(_) => return Err(PlaceholderError::Shape),
    };
    let entries = map.into_iter().flatten().map(|(key, value)| (key.as_str(), value));
    for (key, _) in entries.clone() {
        let name = key.strip_prefix(sign).unwrap_or_default();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(PlaceholderError::InvalidKey { parameter, key: key.to_owned() });
        }
    }
    Ok(entries)
}
