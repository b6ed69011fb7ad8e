//! JSON taken apart without reading what need not be read yet.
//!
//! Owns the split of a file into the members and elements that the formats know, each still text, in one pass. A file of
//! 100,000 items is so taken apart at once and its items read a slice at a time, without a second copy of it in memory.

use std::fmt;

use key_engine::order::SortedMap;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, value::RawValue};

use super::Written;
use crate::design::OpenError;

/// How far a file is taken apart: what to do with the value at one place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Depth {
    /// Leave it as text.
    Leave,
    /// Take a list apart, each element to this depth.
    Elements(&'static Depth),
    /// Take an object apart, the members of these names to their depths and the rest not.
    Members(&'static [(&'static str, Depth)]),
    /// Take an object apart, each member to this depth.
    #[allow(dead_code)] // until a format needs it
    Each(&'static Depth),
    /// Take an object apart as [`Depth::Members`] does, and a list into its elements.
    Either(&'static [(&'static str, Depth)]),
}

/// The most elements of a list that are taken apart: each takes memory, and a file could hold 64 million of two bytes.
const MAX_ELEMENTS: usize = 2_000_000;
/// What a longer list is.
const TOO_LONG: &str = "a list of more than 2,000,000 elements";

/// A value, taken apart as far as was asked.
#[derive(Debug)]
pub(super) enum Part<'t> {
    /// Its text, unread.
    Raw(&'t RawValue),
    /// An object's members by name; of a name that is given twice, the last.
    Members(Members<'t>),
    /// A list's elements.
    Elements(Vec<Part<'t>>),
    /// Not of the kind that was to be taken apart; what it is, in words.
    Other(&'static str),
}

/// The members of an object by name.
pub(super) type Members<'t> = SortedMap<String, Part<'t>>;

/// The elements of a list, unread.
pub(super) type RawItems<'t> = Vec<Written<'t>>;

/// Takes a whole file apart, which must be one JSON document.
pub(super) fn whole(text: &str, depth: Depth) -> Result<Part<'_>, OpenError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = depth.deserialize(&mut deserializer);
    read.and_then(|whole| deserializer.end().map(|()| whole)).map_err(|error| OpenError::NotJson {
        line: error.line(),
        column: error.column(),
        message: reason(&error),
    })
}

/// The JSON documents of a text that holds one after the other, each unread, up to the first that is none.
pub(super) struct Several<'t> {
    text: &'t str,
    documents: serde_json::StreamDeserializer<'t, serde_json::de::StrRead<'t>, &'t RawValue>,
}

/// Takes a text apart into documents.
pub(super) fn several(text: &str) -> Several<'_> {
    Several { text, documents: serde_json::Deserializer::from_str(text).into_iter() }
}

impl<'t> Iterator for Several<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        self.documents.next()?.ok().map(Part::Raw)
    }
}

impl<'t> Several<'t> {
    /// The text behind the documents that were given.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.documents.byte_offset()..).unwrap_or_default().trim()
    }
}

/// Takes a whole file apart, which must be one JSON object.
pub(super) fn document(text: &str, depth: Depth) -> Result<Members<'_>, OpenError> {
    match whole(text, depth)? {
        Part::Members(members) => Ok(members),
        Part::Other(seen) => Err(OpenError::NotAModel { seen: seen.to_owned() }),
        Part::Raw(_) | Part::Elements(_) => Err(OpenError::NotAModel { seen: "a list".to_owned() }),
    }
}

impl<'t> Part<'t> {
    /// The part taken apart, or taken apart further where it was left as text.
    pub(super) fn apart(self, depth: Depth) -> Self {
        match self {
            Self::Raw(raw) => {
                let mut deserializer = serde_json::Deserializer::from_str(raw.get());
                depth.deserialize(&mut deserializer).unwrap_or(Self::Raw(raw))
            }
            other => other,
        }
    }

    /// The members of what should be an object.
    ///
    /// # Errors
    /// A clause that says what it is instead.
    pub(super) fn members(self) -> Result<Members<'t>, String> {
        match self {
            Self::Members(members) => Ok(members),
            other => Err(format!("it should be an object and is {}", other.describe())),
        }
    }

    /// The elements of what should be a list; none for `null`.
    ///
    /// # Errors
    /// A clause that says what it is instead.
    pub(super) fn elements(self) -> Result<Vec<Part<'t>>, String> {
        match self {
            Self::Elements(elements) => Ok(elements),
            Self::Other("null") => Ok(Vec::new()),
            Self::Other(TOO_LONG) => Err(format!("it is {TOO_LONG}")),
            other => Err(format!("it should be a list and is {}", other.describe())),
        }
    }

    /// The elements of what should be a list of items, unread; none for `null`.
    ///
    /// # Errors
    /// A clause that says what it is instead.
    pub(super) fn items(self) -> Result<RawItems<'t>, String> {
        let raw = |part| match part {
            Part::Raw(raw) => Some(Written::Text(raw)),
            _ => None,
        };
        Ok(self.elements()?.into_iter().filter_map(raw).collect())
    }

    /// The value itself, of a small part.
    ///
    /// # Errors
    /// A clause that says what cannot be read.
    pub(super) fn value(&self) -> Result<Value, String> {
        match self {
            Self::Raw(raw) => serde_json::from_str(raw.get()).map_err(|error| reason(&error)),
            Self::Elements(elements) => elements.iter().map(Self::value).collect(),
            Self::Members(members) => {
                let mut object = Map::new();
                for (name, part) in members.iter() {
                    object.insert(name.clone(), part.value()?);
                }
                Ok(Value::Object(object))
            }
            Self::Other(kind) => Err(format!("it is {kind}")),
        }
    }

    /// The value itself; its text where it cannot be read.
    pub(super) fn value_or_text(&self) -> Value {
        self.value().unwrap_or_else(|_| match self {
            Self::Raw(raw) => Value::from(raw.get()),
            other => Value::from(other.describe()),
        })
    }

    /// What it is, in words.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Members(_) => "an object",
            Self::Elements(_) => "a list",
            Self::Other(kind) => kind,
            Self::Raw(raw) => match raw.get().as_bytes().first() {
                Some(b'{') => "an object",
                Some(b'[') => "a list",
                Some(b'"') => "a string",
                Some(b't' | b'f') => "true or false",
                Some(b'n') => "null",
                _ => "a number",
            },
        }
    }
}

impl<'de> DeserializeSeed<'de> for Depth {
    type Value = Part<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Part<'de>, D::Error> {
        match self {
            Self::Leave => <&RawValue>::deserialize(deserializer).map(Part::Raw),
            _ => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Depth {
    type Value = Part<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part<'de>, A::Error> {
        let (known, other) = match self {
            Self::Members(known) | Self::Either(known) => (known, Self::Leave),
            Self::Each(depth) => (&[][..], *depth),
            Self::Leave | Self::Elements(_) => {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                return Ok(Part::Other("an object"));
            }
        };
        let mut members = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let depth =
                known.iter().find(|(known, _)| *known == name).map_or(other, |(_, depth)| *depth);
            let part = map.next_value_seed(depth)?;
            members.push((name, part));
        }
        Ok(Part::Members(members.into_iter().collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Part<'de>, A::Error> {
        let depth = match self {
            Self::Elements(depth) => *depth,
            Self::Either(_) => Self::Leave,
            _ => {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(Part::Other("a list"));
            }
        };
        let mut elements = Vec::new();
        while let Some(part) = seq.next_element_seed(depth)? {
            elements.push(part);
            if elements.len() > MAX_ELEMENTS {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(Part::Other(TOO_LONG));
            }
        }
        Ok(Part::Elements(elements))
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Part<'de>, E> {
        Ok(Part::Other("a string"))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Part<'de>, E> {
        Ok(Part::Other("true or false"))
    }

    fn visit_unit<E: Error>(self) -> Result<Part<'de>, E> {
        Ok(Part::Other("null"))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Part<'de>, E> {
        Ok(Part::Other("a number"))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Part<'de>, E> {
        Ok(Part::Other("a number"))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Part<'de>, E> {
        Ok(Part::Other("a number"))
    }
}

/// The parser's words for a fault, without the place it adds to them.
pub(in crate::design) fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

/// An object told by its first few keys, in words.
pub(super) fn describe_keys(document: &Members<'_>) -> String {
    const SHOWN: usize = 4;
    const LONGEST: usize = 40;
    if document.is_empty() {
        return "an empty object".to_owned();
    }
    let names: Vec<String> = document
        .keys()
        .take(SHOWN)
        .map(|name| format!("\"{}\"", name.chars().take(LONGEST).collect::<String>()))
        .collect();
    let more = if document.len() > SHOWN { ", ..." } else { "" };
    format!("an object with the keys {}{more}", names.join(", "))
}
