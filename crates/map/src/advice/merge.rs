//! Answers of several Queries merged in the order of a sort key, as whoever reads a key that is spread over shards has to.
//!
//! Owns the merging, of places and of answers. It never asks for anything.
//!
//! Each answer comes in order; the first item of all is the first of one of them. As many are taken as one Query of the whole would
//! have been asked for, so the same `Limit` goes to each shard and to the merging. Where an answer goes on in a next page, what
//! follows its last item is not known, and the merging stops there.

use std::cmp::Ordering;

use key_engine::AttributeValue;
use key_engine::value::KeyBytes;
use serde_json::Value;

/// One answer: what its items are ordered by, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sorted {
    /// The order of each item: its sort key, and behind it what tells items of one sort key apart.
    pub keys: Vec<KeyBytes>,
    /// There is another page behind the last of them.
    pub more: bool,
}

/// The order of items over several answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The answer and the place in it of each item.
    pub order: Vec<(usize, usize)>,
    /// There may be items behind the last: the limit stopped the merging, or an answer goes on in a next page.
    pub more: bool,
}

/// Merges answers; `forward` as they were asked for, at most `limit` items. Of items that are equal the earlier answer's comes first.
/// Costs as much as there are items, times the logarithm of how many answers there are.
///
/// ```
/// use map::advice::merge::{Sorted, merged};
/// use key_engine::value::KeyBytes;
/// let answer = |keys: &[&[u8]]| Sorted { keys: keys.iter().map(|key| KeyBytes::from_bytes(key)).collect(), more: false };
/// let both = merged(&[answer(&[b"a", b"d"]), answer(&[b"b", b"c"])], true, Some(3));
/// assert_eq!(both.order, [(0, 0), (1, 0), (1, 1)]);
/// assert!(both.more);
/// ```
pub fn merged(answers: &[Sorted], forward: bool, limit: Option<usize>) -> Merged {
    let key = |(answer, at): (usize, usize)| answers.get(answer)?.keys.get(at);
    let order = |one: (usize, usize), other: (usize, usize)| -> Ordering {
        let by_key = key(one).cmp(&key(other));
        let by_key = if forward { by_key } else { by_key.reverse() };
        by_key.then_with(|| one.0.cmp(&other.0))
    };
    // The next item of each answer, the first of all at the end.
    let mut heads: Vec<(usize, usize)> = Vec::with_capacity(answers.len());
    let mut found = Merged::default();
    let mut is_open = false;
    let put = |heads: &mut Vec<(usize, usize)>, head: (usize, usize)| -> bool {
        if key(head).is_none() {
            return answers.get(head.0).is_some_and(|answer| answer.more);
        }
        let at = heads.partition_point(|known| order(*known, head) == Ordering::Greater);
        heads.insert(at, head);
        false
    };
    for answer in 0..answers.len() {
        is_open |= put(&mut heads, (answer, 0));
    }
    while !is_open
        && limit.is_none_or(|limit| found.order.len() < limit)
        && let Some((answer, at)) = heads.pop()
    {
        found.order.push((answer, at));
        is_open = put(&mut heads, (answer, at + 1));
    }
    found.more = is_open || !heads.is_empty();
    found
}

/// The answers of several Queries as one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MergedAnswer {
    /// The items, as the answers have them.
    pub items: Vec<Value>,
    /// Items evaluated by all Queries.
    pub scanned_count: u64,
    /// There may be items behind the last.
    pub more: bool,
}

/// Merges the answers of Queries, as `DynamoDB` gives them, by these attributes: the sort key's of what was asked, and for an index
/// the table's own key behind it.
///
/// # Errors
/// A sentence, where an item does not hold one of the attributes: a projection has to leave them in.
pub fn merged_answers(
    answers: &[Value],
    attributes: &[&str],
    forward: bool,
    limit: Option<usize>,
) -> Result<MergedAnswer, String> {
    let items = |answer: usize| {
        let list = answers.get(answer).and_then(|answer| answer.get("Items"));
        list.and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice)
    };
    let mut sorted = Vec::with_capacity(answers.len());
    let mut scanned_count = 0;
    for (place, answer) in answers.iter().enumerate() {
        scanned_count += answer.get("ScannedCount").and_then(Value::as_u64).unwrap_or_default();
        let keys: Result<Vec<KeyBytes>, String> =
            items(place).iter().map(|item| key_of(item, attributes)).collect();
        sorted.push(Sorted { keys: keys?, more: answer.get("LastEvaluatedKey").is_some() });
    }
    let Merged { order, more } = merged(&sorted, forward, limit);
    let place = |(answer, at): (usize, usize)| items(answer).get(at).cloned();
    Ok(MergedAnswer { items: order.into_iter().filter_map(place).collect(), scanned_count, more })
}

fn key_of(item: &Value, attributes: &[&str]) -> Result<KeyBytes, String> {
    let mut values = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        let value = item.get(attribute).and_then(|value| AttributeValue::from_json(value).ok());
        let missing = || {
            format!(
                "An item says nothing of {attribute}, and answers are merged by it: leave it in the projection."
            )
        };
        values.push(value.ok_or_else(missing)?);
    }
    Ok(KeyBytes::of(&values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use key_engine::Database;
    use proptest::prelude::*;
    use serde_json::json;

    const CREATE: &str = r#"{"TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "N"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]}"#;

    fn asked(key: &str, forward: bool, limit: Option<usize>, from: i64) -> Value {
        let mut input = json!({"TableName": "Tab", "KeyConditionExpression": "PK = :k AND SK >= :s", "ScanIndexForward": forward,
            "ExpressionAttributeValues": {":k": {"S": key}, ":s": {"N": from.to_string()}}});
        if let Some(limit) = limit {
            input["Limit"] = json!(limit);
        }
        input
    }

    proptest! {
        #[test]
        fn the_shards_of_a_key_merged_are_the_key_unsharded(
            sorts in proptest::collection::btree_map(-50_i64..50, 0_u32..200, 0..60),
            shards in 1_u32..=200,
            forward in any::<bool>(),
            limit in proptest::option::of(1_usize..70),
            from in -60_i64..60,
        ) {
            let mut database = Database::default();
            database.call("CreateTable", &serde_json::from_str(CREATE).unwrap()).unwrap();
            let mut put = |key: String, sort: i64| {
                let item = json!({"PK": {"S": key}, "SK": {"N": sort.to_string()}, "what": {"S": format!("x{sort}")}});
                database.call("PutItem", &json!({"TableName": "Tab", "Item": item})).unwrap();
            };
            for (sort, drawn) in &sorts {
                put("A".to_owned(), *sort);
                put(crate::advice::change::shard_value("A", drawn % shards, shards), *sort);
            }
            let whole = database.call("Query", &asked("A", forward, limit, from)).unwrap();
            let answers: Vec<Value> = (0..shards).map(|shard| {
                let key = crate::advice::change::shard_value("A", shard, shards);
                database.call("Query", &asked(&key, forward, limit, from)).unwrap()
            }).collect();
            let merged = merged_answers(&answers, &["SK"], forward, limit).unwrap();
            let bare = |items: &[Value]| items.iter().map(|item| item["what"].clone()).collect::<Vec<_>>();
            prop_assert_eq!(bare(&merged.items), bare(whole["Items"].as_array().unwrap()));
            // A Query says that there is more when it stopped at its limit, even where nothing follows.
            prop_assert!(!merged.more || whole.get("LastEvaluatedKey").is_some());
        }

        #[test]
        fn numbers_are_merged_in_order_whatever_the_lists(
            mut lists in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..20), 0..9),
            forward in any::<bool>(),
            limit in proptest::option::of(0_usize..90),
        ) {
            for list in &mut lists {
                list.sort_unstable();
                if !forward {
                    list.reverse();
                }
            }
            let sorted: Vec<Sorted> = lists.iter().map(|list| Sorted {
                keys: list.iter().map(|key| KeyBytes::from_bytes(&[*key])).collect(),
                more: false,
            }).collect();
            let merged = merged(&sorted, forward, limit);
            let found: Vec<u8> = merged.order.iter().map(|(list, at)| lists[*list][*at]).collect();
            let mut all: Vec<u8> = lists.concat();
            all.sort_unstable();
            if !forward {
                all.reverse();
            }
            let count = limit.unwrap_or(usize::MAX).min(all.len());
            prop_assert_eq!(&found, &all[..count]);
            prop_assert_eq!(merged.more, count < all.len());
        }
    }

    #[test]
    fn behind_an_answer_that_goes_on_nothing_is_taken() {
        let answer = |keys: &[u8], more| Sorted {
            keys: keys.iter().map(|key| KeyBytes::from_bytes(&[*key])).collect(),
            more,
        };
        let both = merged(&[answer(&[1, 4], true), answer(&[2, 3, 5], false)], true, None);
        assert_eq!(both.order, [(0, 0), (1, 0), (1, 1), (0, 1)]);
        assert!(both.more);
        let none = merged(&[answer(&[], true), answer(&[2], false)], true, None);
        assert_eq!((none.order.len(), none.more), (0, true));
        assert_eq!(merged(&[], true, None), Merged::default());
    }

    #[test]
    fn what_cannot_be_merged_is_said() {
        let answers = [json!({"Items": [{"SK": {"S": "a"}}, {"x": {"S": "b"}}]}), json!({})];
        let error = merged_answers(&answers, &["SK"], true, None).unwrap_err();
        assert!(error.contains("leave it in the projection"));
        assert_eq!(
            merged_answers(&[json!(7)], &["SK"], true, None).unwrap(),
            MergedAnswer::default()
        );
    }
}
