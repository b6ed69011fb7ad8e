//! Keys for items of a file that names none.
//!
//! Owns the rule, which is: attributes that are named as keys usually are (`PK` and `SK` and their like) are the keys, where
//! most items have them. Else the shortest combination of one or two attributes that every item has and that is another in
//! each item, names that end in `id` first and then the order of the first item. Where there is none such, the first attribute in
//! that order. What was chosen and why is listed. Each item is looked at once, a few attributes of it.

use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};

use key_engine::KeyType;
use key_engine::order::sort_by;
use key_engine::value::{Members, object};
use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::{TableDraft, Written};
use crate::design::Defect;
use crate::numerals::counted;

/// Items whose attributes are considered: the first few, as any of them may be broken.
const LOOKED_AT: usize = 20;
/// Attributes that are considered.
const MAX_CANDIDATES: usize = 8;
/// Items on which a combination is tried before it is tried on all.
const TRIED_FIRST: usize = 2_048;

/// An attribute that may become a key.
#[derive(Debug)]
struct Candidate {
    name: String,
    kind: KeyType,
    /// The items that have it, by place, with what tells values apart.
    values: Vec<u64>,
    /// The items that have it.
    count: usize,
}

/// What stands for an item that has no such attribute.
const MISSING: u64 = 0;

/// Gives a table the keys that its items suggest, and says so.
pub(in super::super) fn complete(table: &mut TableDraft<'_>, defects: &mut Vec<Defect>) {
    let name = table.create.get("TableName").and_then(Value::as_str).unwrap_or(super::UNNAMED);
    let name = name.to_owned();
    let mut candidates = candidates(table);
    let mut total = 0;
    let mut told = None;
    for item in table.sources.iter().flat_map(|source| &source.items) {
        total += 1;
        note(&mut candidates, item, total);
        // Names tell by a part of the items; which values are different, only all of them do.
        if total == TRIED_FIRST && both_named(&candidates, total) {
            told = Some(choose(&candidates, total));
            break;
        }
    }
    let (chosen, why) = told.unwrap_or_else(|| choose(&candidates, total));
    if chosen.is_empty() {
        return;
    }
    let keys: Vec<&Candidate> = chosen.iter().filter_map(|at| candidates.get(*at)).collect();
    let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    let done = match names.as_slice() {
        [partition, sort] => {
            format!("{partition} was taken as the partition key and {sort} as the sort key: {why}")
        }
        _ => format!("{} was taken as the partition key: {why}", names.concat()),
    };
    defects.push(Defect::of_table(&name, "a file of items names no keys", done));
    let schema = keys.iter().zip(["HASH", "RANGE"]).map(|(key, role)| {
        object(&mut [
            ("AttributeName", Value::from(key.name.as_str())),
            ("KeyType", Value::from(role)),
        ])
    });
    let definitions = keys.iter().map(|key| {
        object(&mut [
            ("AttributeName", Value::from(key.name.as_str())),
            ("AttributeType", Value::from(key.kind.to_string())),
        ])
    });
    let mut create = Map::new();
    create.set("TableName", Value::from(name));
    create.set("KeySchema", schema.collect());
    create.set("AttributeDefinitions", definitions.collect());
    create.set("BillingMode", Value::from("PAY_PER_REQUEST"));
    table.create = Value::Object(create);
}

/// Whether every item has all of these attributes, none of them empty or of a type that no key has; of many items, the first
/// [`TRIED_FIRST`]: one that lacks them among the rest is listed when it is loaded.
pub(in super::super) fn all_have(table: &TableDraft<'_>, keys: &[&str]) -> bool {
    let mut items = table.sources.iter().flat_map(|source| &source.items).take(TRIED_FIRST);
    items.all(|item| {
        let mut found = 0;
        scalars(item, &mut |name, _, _| found += usize::from(keys.contains(&name)));
        found >= keys.len()
    })
}

/// The attributes of the first items, those named like keys first.
fn candidates(table: &TableDraft<'_>) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for item in table.sources.iter().flat_map(|source| &source.items).take(LOOKED_AT) {
        scalars(item, &mut |name, kind, _| {
            if !candidates.iter().any(|known| known.name == name) {
                candidates.push(Candidate {
                    name: name.to_owned(),
                    kind,
                    values: Vec::new(),
                    count: 0,
                });
            }
        });
    }
    // The sort keeps the order of what is alike.
    sort_by(&mut candidates, |one, other| rank(&one.name).cmp(&rank(&other.name)));
    candidates.truncate(MAX_CANDIDATES);
    candidates
}

/// How likely a name is a key's: 0 a partition key's, 1 a sort key's, then names that end in `id`.
fn rank(name: &str) -> u8 {
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    match plain.to_ascii_lowercase().as_str() {
        "pk" | "partitionkey" | "hashkey" | "hk" => 0,
        "sk" | "sortkey" | "rangekey" | "rk" => 1,
        "id" => 2,
        _ if name.ends_with("Id") || name.ends_with("ID") || name.ends_with("_id") => 3,
        other if other.ends_with("key") => 4,
        _ => 5,
    }
}

fn note(candidates: &mut [Candidate], item: &Written<'_>, number: usize) {
    scalars(item, &mut |name, kind, value| {
        if let Some(candidate) = candidates.iter_mut().find(|candidate| candidate.name == name)
            && candidate.values.len() < number
        {
            candidate.values.resize(number - 1, MISSING);
            let mut hasher = DefaultHasher::new();
            hasher.write(value.as_bytes());
            hasher.write_u8(kind as u8);
            candidate.values.push(hasher.finish().max(1));
            candidate.count += 1;
        }
    });
}

/// The candidate that is named as a key of that rank and that most items have.
fn mostly(candidates: &[Candidate], wanted: u8, total: usize) -> Option<usize> {
    candidates.iter().position(|one| rank(&one.name) == wanted && one.count * 2 > total)
}

fn both_named(candidates: &[Candidate], total: usize) -> bool {
    mostly(candidates, 0, total).and(mostly(candidates, 1, total)).is_some()
}

/// The candidates that become the keys, by place, and why, as a clause.
fn choose(candidates: &[Candidate], total: usize) -> (Vec<usize>, String) {
    let items = counted(total as u64, "item", "items");
    let named = |rank: u8| mostly(candidates, rank, total);
    if let (Some(partition), sort) = (named(0), named(1)) {
        let unique = |keys: &[usize]| is_unique(candidates, keys, total);
        let alone = sort.is_none() && !unique(&[partition]);
        let others = (0..candidates.len()).filter(|at| *at != partition);
        let sort =
            if alone { others.into_iter().find(|at| unique(&[partition, *at])) } else { sort };
        let keys: Vec<usize> = [Some(partition), sort].into_iter().flatten().collect();
        return (keys, "keys are usually named so".to_owned());
    }
    let everywhere: Vec<usize> = (0..candidates.len())
        .filter(|at| candidates.get(*at).is_some_and(|one| one.count == total))
        .collect();
    for at in &everywhere {
        if is_unique(candidates, &[*at], total) {
            return (vec![*at], format!("it is another in each of the {items}"));
        }
    }
    for (place, one) in everywhere.iter().enumerate() {
        for other in everywhere.iter().skip(place + 1) {
            if is_unique(candidates, &[*one, *other], total) {
                return (
                    vec![*one, *other],
                    format!("together they are another in each of the {items}"),
                );
            }
        }
    }
    let first = everywhere.first().copied().or_else(|| {
        // Of those that most items have, the first.
        let most = candidates.iter().map(|one| one.count).max()?;
        candidates.iter().position(|one| one.count == most)
    });
    let why = "nothing in the items is another in each of them, so some share their key";
    (first.into_iter().collect(), why.to_owned())
}

/// Whether the values of these attributes together are another in every item that has them.
fn is_unique(candidates: &[Candidate], keys: &[usize], total: usize) -> bool {
    let sample = total.min(TRIED_FIRST);
    are_different(candidates, keys, sample)
        && (sample == total || are_different(candidates, keys, total))
}

fn are_different(candidates: &[Candidate], keys: &[usize], total: usize) -> bool {
    let mut together = vec![0_u64; total];
    for at in keys {
        let Some(candidate) = candidates.get(*at) else { return false };
        for (sum, value) in together.iter_mut().zip(&candidate.values) {
            *sum = sum.rotate_left(23).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ value;
        }
    }
    together.retain(|sum| *sum != 0);
    sort_by(&mut together, Ord::cmp);
    together.windows(2).all(|pair| pair.first() != pair.get(1))
}

/// Calls for each attribute of an item that could be a key: its name, its type, and a text that tells its values apart.
fn scalars(item: &Written<'_>, each: &mut dyn FnMut(&str, KeyType, &str)) {
    match item {
        Written::Row(row) => row.scalars(each),
        Written::Text(raw) => members(raw, &mut |name, value| {
            if let Some((kind, content)) = typed(value) {
                each(name, kind, content);
            }
        }),
        Written::Plain(raw) => members(raw, &mut |name, value| match value.as_bytes() {
            [b'"', _, _, ..] => each(name, KeyType::S, value),
            [b'-' | b'0'..=b'9', ..] => each(name, KeyType::N, value),
            _ => {
                if let Some((kind, content)) = typed(value) {
                    each(name, kind, content);
                }
            }
        }),
        Written::Value(value) => {
            for (name, value) in value.as_object().into_iter().flatten() {
                let text = value.to_string();
                if let Some((kind, content)) = typed(&text) {
                    each(name, kind, content);
                }
            }
        }
    }
}

/// The type and the content of `{"S": "x"}`, where it is one of a key's and not empty.
fn typed(text: &str) -> Option<(KeyType, &str)> {
    let inside = text.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    let (kind, rest) = inside.split_once('"')?;
    let kind = match kind {
        "S" => KeyType::S,
        "N" => KeyType::N,
        "B" => KeyType::B,
        _ => return None,
    };
    let content = rest.trim_start().strip_prefix(':')?.trim_start();
    let content = content.strip_suffix('}')?.trim_end();
    (content != "\"\"" && content != "null").then_some((kind, content))
}

/// Calls for each member of an object's text, its value unread.
fn members(raw: &RawValue, each: &mut dyn FnMut(&str, &str)) {
    struct Walk<'e>(&'e mut dyn FnMut(&str, &str));
    impl<'de> Visitor<'de> for Walk<'_> {
        type Value = ();

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some((name, value)) = map.next_entry::<Cow<'de, str>, &'de RawValue>()? {
                (self.0)(&name, value.get());
            }
            Ok(())
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(raw.get());
    // What is no object has no members.
    let _ = deserializer.deserialize_map(Walk(each));
}
