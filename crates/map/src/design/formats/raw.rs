//! JSON taken apart without reading what need not be read yet.
//!
//! Owns the split of a document into members and of a list into elements, each still text. A file of 100,000 items is so
//! taken apart at once and its items read a slice at a time, without a second copy of the file in memory.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::design::OpenError;

/// The members of an object by name, unread; of a name that is given twice, the last.
pub(in crate::design) type Members<'t> = BTreeMap<String, &'t RawValue>;

/// The elements of a list, unread.
pub(in crate::design) type RawItems<'t> = Vec<&'t RawValue>;

/// The members of a whole file, which must be one JSON object.
pub(super) fn document(text: &str) -> Result<Members<'_>, OpenError> {
    // The whole text first: a fault anywhere in it is then told before what kind of value it is.
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| OpenError::NotJson {
        line: error.line(),
        column: error.column(),
        message: reason(&error),
    })?;
    if !whole.get().starts_with('{') {
        return Err(OpenError::NotAModel { seen: describe(whole).to_owned() });
    }
    members(whole).map_err(|message| OpenError::BadDocument {
        place: "document".to_owned(),
        problem: message,
    })
}

/// The members of a value that should be an object.
///
/// # Errors
/// A clause that says what it is instead.
pub(in crate::design) fn members(raw: &RawValue) -> Result<Members<'_>, String> {
    if !raw.get().starts_with('{') {
        return Err(format!("it should be an object and is {}", describe(raw)));
    }
    serde_json::from_str(raw.get()).map_err(|error| reason(&error))
}

/// The elements of a value that should be a list; none for `null`.
///
/// # Errors
/// A clause that says what it is instead.
pub(super) fn elements(raw: &RawValue) -> Result<RawItems<'_>, String> {
    match raw.get().as_bytes().first() {
        Some(b'[') => serde_json::from_str(raw.get()).map_err(|error| reason(&error)),
        Some(b'n') => Ok(Vec::new()),
        _ => Err(format!("it should be a list and is {}", describe(raw))),
    }
}

/// The parser's words for a fault, without the place it adds to them.
pub(in crate::design) fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

/// What kind of value this is, in words.
pub(super) fn describe(raw: &RawValue) -> &'static str {
    match raw.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
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
