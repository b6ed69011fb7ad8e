//! A key that is spread over several: the Queries that read its shards, one each.
//!
//! Owns whether the calls of a row are such. It judges nothing.

use key_engine::{Database, Index};
use serde_json::Value;

use super::run::Ran;
use crate::advice::asked::{Asked, Test, asked};

/// The index that all calls of a row Query, where each reads another shard of one key: they ask the same but for one attribute
/// of the partition key, which counts the shards from 0, by itself or behind a text: `2`, `LOW_STOCK#2`.
pub(super) fn sharded<'d>(ran: &[Ran], database: &'d Database) -> Option<&'d Index> {
    let (first, rest) = ran.split_first()?;
    let door = first.proof.doors.first()?;
    let index = database.table(&door.0)?.door(door.1.as_deref())?;
    let asked_first = asked(&first.proof.call, KEY);
    let (at, mut counted) = (varying(&asked_first, rest.first()?)?, Vec::new());
    let varies = asked_first.get(at)?;
    if !index.hash_elements().any(|element| element.attribute == varies.attribute) {
        return None;
    }
    let stem = shard_of(varies)?.0;
    for one in ran {
        let key = asked(&one.proof.call, KEY);
        let alike = one.proof.call.operation == "Query"
            && one.error.is_none()
            && one.proof.doors.first() == Some(door)
            && key.len() == asked_first.len()
            && (key.iter().zip(&asked_first).enumerate())
                .all(|(place, (one, first))| place == at || one == first)
            && beside(one).eq(beside(first))
            && asked(&one.proof.call, FILTER) == asked(&first.proof.call, FILTER);
        let (known, shard) = shard_of(key.get(at)?)?;
        if !alike || known != stem {
            return None;
        }
        counted.push(shard);
    }
    (0..ran.len()).all(|shard| counted.contains(&shard)).then_some(index)
}

const KEY: &str = "KeyConditionExpression";
const FILTER: &str = "FilterExpression";

/// The first part of the key that another call says otherwise.
fn varying(first: &[Asked], other: &Ran) -> Option<usize> {
    let other = asked(&other.proof.call, KEY);
    first.iter().zip(&other).position(|(one, other)| one != other)
}

/// The attribute, the kind and the text that stand before a shard's number, and the number.
fn shard_of(part: &Asked) -> Option<((String, String, String), usize)> {
    let [Value::Object(value)] = part.values.as_slice() else { return None };
    let (kind, text) = value.iter().next()?;
    let text = text.as_str()?;
    let (stem, number) = match kind.as_str() {
        "N" => ("", text),
        "S" => text.rsplit_once('#').unwrap_or(("", text)),
        _ => return None,
    };
    let shard = number.parse().ok().filter(|_| part.test == Test::Equal)?;
    Some(((part.attribute.clone(), kind.clone(), stem.to_owned()), shard))
}

/// What a call asks beside its conditions.
fn beside(ran: &Ran) -> impl Iterator<Item = (&String, &Value)> {
    const CONDITIONS: [&str; 4] = [KEY, FILTER, "ExpressionAttributeValues", "KeyConditions"];
    let members = ran.proof.call.input.as_object().into_iter().flatten();
    members.filter(|(name, _)| !CONDITIONS.contains(&name.as_str()))
}
