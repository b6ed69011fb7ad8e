//! Texts to values of `DynamoDB` JSON, and back. The rules are in the module's documentation above.

use key_engine::value::object;
use key_engine::{KeyType, Number, value::base64_decode};
use serde_json::{Map, Value};

use super::{FieldProblem, FilterTest};

/// The type of a value that is typed as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueKind {
    /// As the attribute's type in the sample items and the text suggest.
    #[default]
    Guess,
    /// Text.
    S,
    /// A number.
    N,
    /// Binary, in base64.
    B,
    /// `true` or `false`.
    Bool,
    /// Null, whatever the text.
    Null,
    /// Any type, as `DynamoDB` JSON: `{"L":[{"S":"a"}]}`.
    Json,
}

impl ValueKind {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 7] =
        [Self::Guess, Self::S, Self::N, Self::Bool, Self::Null, Self::B, Self::Json];

    /// What to call it in a list of choices.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Guess => "auto",
            Self::S => "text",
            Self::N => "number",
            Self::B => "binary",
            Self::Bool => "true or false",
            Self::Null => "null",
            Self::Json => "JSON",
        }
    }
}

/// What a guess goes by.
#[derive(Clone, Copy)]
pub(super) struct Hint<'a> {
    /// The type the attribute has in the sample items.
    pub(super) attribute_type: Option<&'a str>,
    pub(super) test: FilterTest,
}

/// The value of a text, in `DynamoDB` JSON.
pub(super) fn typed(kind: ValueKind, text: &str, hint: Hint<'_>) -> Result<Value, FieldProblem> {
    match kind {
        ValueKind::Guess => Ok(guess(text, hint)),
        ValueKind::S => Ok(object(&mut [("S", Value::from(text))])),
        ValueKind::N => number(text),
        ValueKind::B => binary(text),
        ValueKind::Bool => match text.trim() {
            "true" => Ok(object(&mut [("BOOL", Value::from(true))])),
            "false" => Ok(object(&mut [("BOOL", Value::from(false))])),
            found => Err(FieldProblem::NotATruthValue { found: found.to_owned() }),
        },
        ValueKind::Null => Ok(object(&mut [("NULL", Value::from(true))])),
        ValueKind::Json => serde_json::from_str(text)
            .map_err(|error| FieldProblem::NotJson { problem: error.to_string() }),
    }
}

/// The value of a key's text.
pub(super) fn typed_key(key_type: KeyType, text: &str) -> Result<Value, FieldProblem> {
    match key_type {
        KeyType::S => Ok(object(&mut [("S", Value::from(text))])),
        KeyType::N => number(text),
        KeyType::B => binary(text),
    }
}

/// The text of a key's value; none if it is not of the key's type.
pub(super) fn key_text(key_type: KeyType, value: &Value) -> Option<String> {
    let kind = match key_type {
        KeyType::S => "S",
        KeyType::N => "N",
        KeyType::B => "B",
    };
    let text = single(value.as_object()?)?.1.as_str().filter(|_| value.get(kind).is_some())?;
    (typed_key(key_type, text).as_ref() == Ok(value)).then(|| text.to_owned())
}

/// The text and kind with which a value comes out again; a guess where that will do.
pub(super) fn text_of(value: &Value, hint: Hint<'_>) -> (ValueKind, String) {
    let member = value.as_object().and_then(single);
    let candidates = match member {
        Some(("S", Value::String(text))) => {
            vec![(ValueKind::Guess, text.clone()), (ValueKind::S, text.clone())]
        }
        Some(("N", Value::String(text))) => {
            vec![(ValueKind::Guess, text.clone()), (ValueKind::N, text.clone())]
        }
        Some(("B", Value::String(text))) => {
            vec![(ValueKind::Guess, text.clone()), (ValueKind::B, text.clone())]
        }
        Some(("BOOL", Value::Bool(truth))) => {
            vec![(ValueKind::Guess, truth.to_string()), (ValueKind::Bool, truth.to_string())]
        }
        Some(("NULL", Value::Bool(true))) => {
            vec![(ValueKind::Guess, "null".to_owned()), (ValueKind::Null, "null".to_owned())]
        }
        _ => Vec::new(),
    };
    let same = |(kind, text): &(ValueKind, String)| typed(*kind, text, hint).as_ref() == Ok(value);
    candidates.into_iter().find(same).unwrap_or_else(|| (ValueKind::Json, value.to_string()))
}

fn single(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut members = members.iter();
    let (name, value) = members.next()?;
    members.next().is_none().then_some((name.as_str(), value))
}

fn number(text: &str) -> Result<Value, FieldProblem> {
    let text = text.trim();
    match text.parse::<Number>() {
        Ok(_) => Ok(object(&mut [("N", Value::from(text))])),
        Err(_) if is_placeholder(text) => Ok(object(&mut [("N", Value::from(text))])),
        Err(_) => Err(FieldProblem::NotANumber { found: text.to_owned() }),
    }
}

fn binary(text: &str) -> Result<Value, FieldProblem> {
    if base64_decode(text).is_some() || is_placeholder(text) {
        return Ok(object(&mut [("B", Value::from(text))]));
    }
    Err(FieldProblem::NotBase64)
}

/// Whether a text is a `{placeholder}` and nothing else: it stands for a value of any type.
fn is_placeholder(text: &str) -> bool {
    let inside = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inside.is_some_and(|name| !name.is_empty() && !name.contains(['{', '}', '"', ':']))
}

fn guess(text: &str, hint: Hint<'_>) -> Value {
    let as_text = || match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => object(&mut [("S", Value::from(inside))]),
        None => object(&mut [("S", Value::from(text))]),
    };
    let truth = |word: &str| match word {
        "true" => Some(object(&mut [("BOOL", Value::from(true))])),
        "false" => Some(object(&mut [("BOOL", Value::from(false))])),
        _ => None,
    };
    let hinted = match hint.attribute_type {
        Some("B") => binary(text).ok(),
        _ if hint.test == FilterTest::BeginsWith => Some(as_text()),
        Some("S" | "SS") => Some(as_text()),
        Some("N" | "NS") => number(text).ok(),
        Some("BOOL") => truth(text.trim()),
        _ => None,
    };
    hinted.unwrap_or_else(|| match text.trim() {
        word @ ("true" | "false") => truth(word).unwrap_or_else(as_text),
        "null" => object(&mut [("NULL", Value::from(true))]),
        word if is_placeholder(word) => as_text(),
        _ => number(text).unwrap_or_else(|_| as_text()),
    })
}
