//! An answer reduced to what two servers can agree on.

use serde_json::{Map, Value};

/// Clocks, random ids, and what is only an estimate: left out.
const MASKED: &[&str] = &[
    "ApproximateCreationDateTime",
    "CreationDateTime",
    "CreationRequestDateTime",
    "LastDecreaseDateTime",
    "LastIncreaseDateTime",
    "LastUpdateDateTime",
    "LastUpdateToPayPerRequestDateTime",
    "SizeEstimateRangeGB",
    "TableId",
    "awsRegion",
    "eventID",
];

/// Values that mean something to the server alone: that there is one is compared.
pub(crate) const OPAQUE: &[&str] = &[
    "IndexArn",
    "LatestStreamArn",
    "LatestStreamLabel",
    "NextShardIterator",
    "NextToken",
    "SequenceNumber",
    "ShardId",
    "ShardIterator",
    "StreamArn",
    "StreamLabel",
    "TableArn",
];

/// Members of which the order is not promised.
const UNORDERED: &[&str] = &[
    "AttributeDefinitions",
    "BS",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
    "NS",
    "NonKeyAttributes",
    "SS",
    "Tags",
];

/// How far a table has come: whether it is seen on its way or there depends on when it is looked at.
/// What an index says of itself while its table goes is a matter of the moment too.
const UNDERWAY: &[(&str, &[&str])] = &[
    ("IndexStatus", &["ACTIVE", "CREATING", "DELETING", "UPDATING"]),
    ("TableStatus", &["ACTIVE", "CREATING", "UPDATING"]),
];

/// A response reduced to what is compared.
pub fn comparable(operation: &str, response: &Value) -> Value {
    let Some(kind) = response.get("__type").and_then(Value::as_str) else {
        return reduce(operation, "", response);
    };
    let name = kind.rsplit('#').next().unwrap_or(kind);
    let mut error = Map::from_iter([("__type".to_owned(), Value::from(name))]);
    for (name, member) in response.as_object().into_iter().flatten() {
        match name.as_str() {
            "__type" => {}
            "message" | "Message" => {
                let text = member.as_str().map(without_account);
                error.insert("message".to_owned(), text.map_or(Value::Null, Value::from));
            }
            _ => {
                error.insert(name.clone(), reduce(operation, name, member));
            }
        }
    }
    error.entry("message").or_insert(Value::Null);
    Value::Object(error)
}

fn reduce(operation: &str, name: &str, value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let items_of_tables = operation == "BatchGetItem" && name == "Responses";
            let kept = members.iter().filter(|(name, _)| !MASKED.contains(&name.as_str()));
            let reduced = kept.map(|(name, member)| {
                let mut member = if operation == "Scan" && name == "LastEvaluatedKey" {
                    Value::from("opaque")
                } else {
                    reduce(operation, name, member)
                };
                if (items_of_tables || is_unordered(operation, name))
                    && let Value::Array(list) = &mut member
                {
                    list.sort_by_key(Value::to_string);
                }
                (name.clone(), member)
            });
            Value::Object(reduced.collect())
        }
        Value::Array(list) => list.iter().map(|member| reduce(operation, "", member)).collect(),
        // 0 and 0.0 are one number
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        Value::String(_) if OPAQUE.contains(&name) => Value::from("opaque"),
        Value::String(text) if is_underway(name, text) => Value::from("underway or there"),
        other => other.clone(),
    }
}

fn is_underway(name: &str, status: &str) -> bool {
    UNDERWAY.iter().any(|(member, stages)| *member == name && stages.contains(&status))
}

fn is_unordered(operation: &str, name: &str) -> bool {
    let items = matches!(operation, "Scan" | "ExecuteStatement") && name == "Items";
    let keys = operation == "BatchGetItem" && name == "Keys";
    items || keys || UNORDERED.contains(&name)
}

/// The text with stars for the region and the account in names of resources.
fn without_account(text: &str) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|word| {
            let parts: Vec<&str> = word.splitn(6, ':').collect();
            match parts[..] {
                ["arn", partition, service, _, _, resource] => {
                    format!("arn:{partition}:{service}:*:*:{resource}")
                }
                _ => word.to_owned(),
            }
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_is_compared_where_it_is_promised() {
        let (one, other) = (
            json!({"Items": [{"a": {"S": "1"}}, {"a": {"S": "2"}}]}),
            json!({"Items": [{"a": {"S": "2"}}, {"a": {"S": "1"}}]}),
        );
        assert_ne!(comparable("Query", &one), comparable("Query", &other));
        assert_eq!(comparable("Scan", &one), comparable("Scan", &other));
        let (one, other) =
            (json!({"Responses": {"T": [1, 2]}}), json!({"Responses": {"T": [2, 1]}}));
        assert_eq!(comparable("BatchGetItem", &one), comparable("BatchGetItem", &other));
        let (one, other) =
            (json!({"Responses": [{"Item": 1}, {}]}), json!({"Responses": [{}, {"Item": 1}]}));
        assert_ne!(comparable("TransactGetItems", &one), comparable("TransactGetItems", &other));
        assert_eq!(
            comparable("GetItem", &json!({"SS": ["a", "b"]})),
            comparable("GetItem", &json!({"SS": ["b", "a"]}))
        );
        assert_ne!(
            comparable("GetItem", &json!({"L": ["a", "b"]})),
            comparable("GetItem", &json!({"L": ["b", "a"]}))
        );
    }

    #[test]
    fn errors_are_compared_by_name_message_and_what_they_bring() {
        let error = |kind: &str, member: &str, text: &str| {
            comparable("PutItem", &json!({"__type": kind, member: text}))
        };
        assert_eq!(error("a#B", "message", "c"), error("z#B", "Message", "c"));
        assert_ne!(error("a#B", "message", "c"), error("a#C", "message", "c"));
        assert_ne!(error("a#B", "message", "c"), error("a#B", "message", "d"));
        let (reasons, others) = (
            json!({"__type": "T", "CancellationReasons": [{"Code": "None"}]}),
            json!({"__type": "T"}),
        );
        assert_ne!(
            comparable("TransactWriteItems", &reasons),
            comparable("TransactWriteItems", &others)
        );
        let denied = |account: &str| {
            format!(
                "User: arn:aws:iam::{account}:root may not use arn:aws:dynamodb:r:{account}:table/T"
            )
        };
        assert_eq!(error("A", "message", &denied("1")), error("A", "message", &denied("2")));
    }

    #[test]
    fn a_table_that_goes_is_not_one_that_comes() {
        let status = |status: &str| comparable("DeleteTable", &json!({"TableStatus": status}));
        assert_eq!(status("CREATING"), status("ACTIVE"));
        assert_ne!(status("DELETING"), status("ACTIVE"));
    }
}
