//! One call for several, of the table as it is.
//!
//! Owns the Query that reads a collection once instead of piece by piece, and the `BatchGetItem` of items one by one.

use key_engine::Index;
use key_engine::expression::is_reserved;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::reads::{Read, What, written_text};
use super::{Answer, Row};
use crate::advice::Remedy;
use crate::design::{Call, Edit, Expectation, Request};
use crate::numerals::counted;

/// The most items of a collection for which it is looked whether nothing is left out.
const MOST_PLACES: usize = 1_000;
/// The most keys of a batch. Source: AWS, API reference, `BatchGetItem`.
const MOST_KEYS: u64 = 100;

/// The Query that reads what all calls read: they go to one collection, and together read all of it.
pub(super) fn one_query(row: &Row<'_>, reads: &[Read<'_>]) -> Option<Answer> {
    let first = reads.first()?;
    let door = row.facts.database.table(first.table)?.primary();
    let hash = &door.hash_elements().next()?.attribute;
    let partition = first.partition(hash)?;
    let is_same = |read: &Read<'_>| {
        read.table == first.table
            && read.partition(hash) == Some(partition)
            && !read.input.contains_key("Limit")
    };
    // On the sample the collection holds nothing else: else one Query would read more than is asked for.
    if !reads.iter().all(is_same) || !reads_whole_collection(row, door)? {
        return None;
    }
    let is_collection = |read: &&Read<'_>| matches!(read.what, What::Collection(..));
    let widest = reads.iter().find(is_collection).unwrap_or(first);
    let strong = reads.iter().any(Read::is_strong);
    let call = query_of_all(widest, hash, partition, strong, 0);
    let text = written_text(partition).unwrap_or_default();
    let mut remedies = vec![remedy(row, "Read the collection with one Query", vec![call])];
    remedies.extend(one_batch(row, reads).into_iter().flat_map(|answer| answer.remedies));
    Some(Answer {
        reason: format!(
            "All its calls go to the collection {text}, and together they read all of it: one Query does that at once."
        ),
        trips: 1,
        remedies,
    })
}

/// Whether a row's calls read one collection, and leave nothing of it out.
fn reads_whole_collection(row: &Row<'_>, door: &Index) -> Option<bool> {
    let mut places = Vec::new();
    for leg in row.proof.calls.iter().flat_map(|run| &run.walk.pages).flat_map(|page| &page.legs) {
        for visit in &leg.visits {
            for count in 0..visit.count {
                let rank = if leg.backward {
                    visit.first_rank.checked_sub(count)?
                } else {
                    visit.first_rank + count
                };
                if !places.contains(&(visit.first_collection, rank)) {
                    places.push((visit.first_collection, rank));
                }
            }
        }
        if places.len() > MOST_PLACES {
            return Some(false);
        }
    }
    // Ordinals are those of the walk; where the collection stands now its items say.
    let returned = (0..row.proof.calls.len()).find_map(|call| row.proof.first_returned(call))?;
    let (ordinal, _) = door.locate(&returned.key)?;
    Some(door.collection(ordinal)?.len == places.len())
}

/// A Query of a whole collection, otherwise as `like`; its limit, if any, raised.
pub(super) fn query_of_all(
    like: &Read<'_>,
    hash: &str,
    partition: &Value,
    strong: bool,
    more: u64,
) -> Call {
    let mut input = like.input.clone();
    for member in [
        "Key",
        "KeyConditions",
        "KeyConditionExpression",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ConsistentRead",
    ] {
        input.remove(member);
    }
    let plain = hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && hash.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && !is_reserved(hash);
    if !plain {
        input.set("ExpressionAttributeNames", object(&mut [("#partition", Value::from(hash))]));
    }
    let name = if plain { hash } else { "#partition" };
    input.set("KeyConditionExpression", Value::from(format!("{name} = :partition")));
    input.set("ExpressionAttributeValues", object(&mut [(":partition", partition.clone())]));
    if strong {
        input.set("ConsistentRead", Value::Bool(true));
    }
    if let Some(limit) = input.get("Limit").and_then(Value::as_u64) {
        input.set("Limit", Value::from(limit.saturating_add(more)));
    }
    Call { operation: "Query".to_owned(), input: Value::Object(input) }
}

/// The `BatchGetItem` of items that are read one by one, beside the other calls of the row.
pub(super) fn one_batch(row: &Row<'_>, reads: &[Read<'_>]) -> Option<Answer> {
    let mut tables: Vec<(&str, Vec<Value>, bool)> = Vec::new();
    let mut count: u64 = 0;
    let mut calls = Vec::new();
    let mut at = None;
    for (read, call) in reads.iter().zip(&row.request.calls) {
        let What::Item(key) = read.what else {
            calls.push(call.clone());
            continue;
        };
        at = at.or(Some(calls.len()));
        let key = Value::Object(key.clone());
        let place = tables.iter().position(|(table, ..)| *table == read.table);
        let place = place.unwrap_or_else(|| {
            tables.push((read.table, Vec::new(), false));
            tables.len() - 1
        });
        let (_, keys, strong) = tables.get_mut(place)?;
        *strong |= read.is_strong();
        // A batch names each item once.
        if !keys.contains(&key) {
            keys.push(key);
            count += 1;
        }
    }
    if !(2..=MOST_KEYS).contains(&count) {
        return None;
    }
    let mut items = Map::new();
    for (table, keys, strong) in tables {
        let mut wanted = Map::new();
        wanted.set("Keys", Value::Array(keys));
        if strong {
            wanted.set("ConsistentRead", Value::Bool(true));
        }
        items.set(table, Value::Object(wanted));
    }
    let input = object(&mut [("RequestItems", Value::Object(items))]);
    calls.insert(at?, Call { operation: "BatchGetItem".to_owned(), input });
    let trips = calls.len() as u64;
    Some(Answer {
        reason: format!(
            "It knows {} beforehand, so one BatchGetItem fetches them side by side; each still costs its own read.",
            counted(count, "key", "keys")
        ),
        trips,
        remedies: vec![remedy(row, "Fetch them in one BatchGetItem", calls)],
    })
}

/// The row with these calls in place of its own.
fn remedy(row: &Row<'_>, label: &str, calls: Vec<Call>) -> Remedy {
    let mut request = row.request.clone();
    let trips = counted(calls.len() as u64, "round trip", "round trips");
    request.calls = calls;
    in_any_order(&mut request);
    Remedy {
        label: format!("{label} and walk {}", request.id),
        facts: vec![format!("{trips} instead of {}.", row.proof.totals.round_trips)],
        walk: Some(request.id.clone()),
        edits: vec![Edit::ReplaceRequest { at: row.place, request: Box::new(request) }],
    }
}

/// One call brings in its own order what several brought one after the other: a row that wants no order expects none.
pub(super) fn in_any_order(request: &mut Request) {
    if request.wanted.order.is_none()
        && let Some(Expectation::Items { ordered, .. }) = &mut request.expected
    {
        *ordered = false;
    }
}
