//! One call for several, of the table as it is.
//!
//! Owns the Query that reads a collection once instead of piece by piece, and the `BatchGetItem` of items one by one.

use key_engine::expression::is_reserved;
use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::reads::{Read, What};
use super::{Answer, Row};
use crate::advice::Remedy;
use crate::design::{Call, Edit};
use crate::numerals::counted;

/// The most keys of a batch. Source: AWS, API reference, `BatchGetItem`.
const MOST_KEYS: usize = 100;

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
    let gets = reads.iter().filter(|read| matches!(read.what, What::Item(_))).count();
    if !reads.iter().all(is_same) || gets == reads.len() {
        return None;
    }
    // On the sample the collection holds nothing else: else one Query would read more than is asked for.
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
        if places.len() > 1_000 {
            return None;
        }
    }
    let returned = (0..row.proof.calls.len()).find_map(|call| row.proof.first_returned(call))?;
    let (ordinal, _) = door.locate(&returned.key)?;
    let whole = door.collection(ordinal)?.len;
    if whole != places.len() {
        return None;
    }
    let widest = reads.iter().find(|read| matches!(read.what, What::Collection(..)))?;
    let strong = reads.iter().any(Read::is_strong);
    let call = query_of_all(widest, hash, partition, strong, 0);
    let text = super::reads::written_text(partition).unwrap_or_default();
    Some(Answer {
        reason: format!(
            "All its calls go to the collection {text}, and together they read all of it: one Query does that at once."
        ),
        remedies: vec![remedy(row, "Read the collection with one Query", vec![call])],
    })
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

/// The `BatchGetItem` of items that are read one by one.
pub(super) fn one_batch(row: &Row<'_>, reads: &[Read<'_>]) -> Option<Answer> {
    let mut tables: Vec<(&str, Vec<Value>, bool)> = Vec::new();
    let mut count = 0;
    for read in reads {
        let What::Item(key) = read.what else { return None };
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
    let call = Call { operation: "BatchGetItem".to_owned(), input };
    Some(Answer {
        reason: format!(
            "It knows all {} beforehand, so one BatchGetItem fetches them side by side; each still costs its own read.",
            counted(count as u64, "key", "keys")
        ),
        remedies: vec![remedy(row, "Fetch them in one BatchGetItem", vec![call])],
    })
}

/// The row with these calls in place of its own.
fn remedy(row: &Row<'_>, label: &str, calls: Vec<Call>) -> Remedy {
    let mut request = row.request.clone();
    request.calls = calls;
    Remedy {
        label: format!("{label} and walk {}", request.id),
        facts: vec![format!("1 round trip instead of {}.", row.proof.totals.round_trips)],
        walk: Some(request.id.clone()),
        edits: vec![Edit::ReplaceRequest { at: row.place, request: Box::new(request) }],
    }
}
