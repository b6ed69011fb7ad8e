//! `PartiQL` statements with other names in them.
//!
//! Owns the reading of a statement whose text holds `{placeholders}`, and its text with a name exchanged: all else in it stays as
//! it was written.

use key_engine::AttributeValue;
use key_engine::partiql::{Named, Role, names};
use serde_json::{Map, Value};

/// The names in the statement of a part; none where it has none that can be read.
pub(super) fn names_in(part: &Map<String, Value>) -> Option<Vec<Named>> {
    let text = part.get("Statement")?.as_str()?;
    let parameters = part.get("Parameters").and_then(Value::as_array);
    let mut given = Vec::new();
    for (at, parameter) in parameters.into_iter().flatten().enumerate() {
        let read = AttributeValue::from_json(parameter).ok();
        given.push(read.unwrap_or_else(|| AttributeValue::S(at.to_string())));
    }
    names(&masked(text), &given).ok()
}

/// The table, and the index, that a statement means.
pub(super) fn table_and_index(part: &Map<String, Value>) -> Option<(String, Option<String>)> {
    let names = names_in(part)?;
    let of = |role: Role| names.iter().find(|named| named.role == role).map(|it| it.name.clone());
    Some((of(Role::Table)?, of(Role::Index)))
}

/// Whether a name is that of an attribute, as it stands in a statement.
pub(super) fn is_attribute(named: &Named) -> bool {
    matches!(named.role, Role::Attribute | Role::Member)
}

/// Writes another name wherever the statement names this with this role.
pub(super) fn rename(part: &mut Map<String, Value>, role: Role, from: &str, to: &str) {
    exchange(part, to, |named| named.role == role && named.name == from);
}

/// Writes another name of an attribute wherever the statement names this one.
pub(super) fn rename_attribute(part: &mut Map<String, Value>, from: &str, to: &str) {
    exchange(part, to, |named| is_attribute(named) && named.name == from);
}

fn exchange(part: &mut Map<String, Value>, to: &str, is_it: impl Fn(&Named) -> bool) {
    let Some(names) = names_in(part) else { return };
    let Some(Value::String(text)) = part.get_mut("Statement") else { return };
    let mut spots: Vec<&Named> = names.iter().filter(|named| is_it(named)).collect();
    key_engine::order::sort_by(&mut spots, |one, other| other.span.start.cmp(&one.span.start));
    for named in spots {
        let range = named.span.range();
        if text.get(range.clone()).is_some() {
            text.replace_range(range, &named.spelled(to));
        }
    }
}

/// The text with digits in the place of each `{placeholder}`, as many as it has bytes: within a text they are as good, and so they
/// are where a number belongs; and all else stands where it stood.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((name, tail)) if is_name(name) => {
                out.push('1');
                (0..=name.len()).for_each(|_| out.push('0'));
                rest = tail;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Whether braces around this are a placeholder, and no map of a statement.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_alphanumeric() || "_-. ".contains(letter))
        && text.chars().any(char::is_alphanumeric)
        && text.len() < 30
}
