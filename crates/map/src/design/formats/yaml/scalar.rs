//! What a word means: its type where it has no quotes, its tag where it has one.
//!
//! The rules are those of YAML 1.1 as its reader in CloudFormation has them: `yes`, `no`, `on` and `off` are truths but `y` and `n`
//! are text, `012` is octal, dates are text.

use std::borrow::Cow;

use serde_json::{Number, Value};

use super::call;

/// A word with its tag, if it has one.
pub(super) fn tagged(text: Cow<'_, str>, plain: bool, tag: Option<&str>) -> Value {
    match tag {
        None | Some("!int" | "!float" | "!bool" | "!null") if plain || tag.is_some() => {
            resolved(text)
        }
        None | Some("") => Value::String(text.into_owned()),
        Some(core) if core.starts_with('!') => Value::String(text.into_owned()),
        Some(name) => function(name, Value::String(text.into_owned())),
    }
}

/// The function of a template that a tag is short for.
pub(super) fn function(name: &str, argument: Value) -> Value {
    match argument {
        argument if name.is_empty() || name.starts_with('!') => argument,
        Value::String(path) if name == "GetAtt" => {
            let (resource, attribute) = path.split_once('.').unwrap_or((&path, ""));
            call(name, Value::from(vec![Value::from(resource), Value::from(attribute)]))
        }
        argument => call(name, argument),
    }
}

fn resolved(text: Cow<'_, str>) -> Value {
    match &*text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Value::Bool(true);
        }
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Value::Bool(false);
        }
        _ => {}
    }
    number(&text).unwrap_or_else(|| Value::String(text.into_owned()))
}

fn number(text: &str) -> Option<Value> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let digits = digits.replace('_', "");
    let whole = |digits: &str, radix: u32| -> Option<Value> {
        // a sign behind the first one is none of a number
        let read =
            u64::from_str_radix(digits.strip_prefix('+').map_or(digits, |_| ""), radix).ok()?;
        if !negative {
            return Some(Value::from(read));
        }
        Some(Value::from(i64::try_from(read).ok()?.checked_neg()?))
    };
    if let Some(hex) = digits.strip_prefix("0x") {
        return whole(hex, 16);
    }
    if let Some(binary) = digits.strip_prefix("0b") {
        return whole(binary, 2);
    }
    if digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return match digits.strip_prefix('0') {
            None | Some("") => whole(&digits, 10),
            Some(octal) => whole(octal, 8),
        };
    }
    let of_fraction = |letter: char| letter.is_ascii_digit() || ".eE+-".contains(letter);
    if !digits.chars().all(of_fraction) {
        return None;
    }
    let read: f64 = digits.parse().ok()?;
    Number::from_f64(if negative { -read } else { read }).map(Value::Number)
}
