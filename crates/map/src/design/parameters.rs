//! Which parameters each operation has, and which one a name was meant to be.
//!
//! The order of the parameters is the order in which a command line prints them: where, which, how, and the long values last.
//! `DynamoDB` passes over a parameter it does not know, so a slip of the pen changes what is asked without a word; here it is
//! found. Source: the `DynamoDB` API reference and the AWS CLI command reference.

use serde_json::Value;

use super::Call;

/// An operation and its parameters, by their names on the wire.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [&'static str],
}

/// The operations that read and write items.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "GetItem",
        parameters: &[
            "TableName",
            "Key",
            "ProjectionExpression",
            "ConsistentRead",
            "ReturnConsumedCapacity",
            "AttributesToGet",
            "ExpressionAttributeNames",
        ],
    },
    Operation {
        name: "Query",
        parameters: &[
            "TableName",
            "IndexName",
            "KeyConditionExpression",
            "FilterExpression",
            "ProjectionExpression",
            "ScanIndexForward",
            "ConsistentRead",
            "Limit",
            "Select",
            "ReturnConsumedCapacity",
            "KeyConditions",
            "QueryFilter",
            "ConditionalOperator",
            "AttributesToGet",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ExclusiveStartKey",
        ],
    },
    Operation {
        name: "Scan",
        parameters: &[
            "TableName",
            "IndexName",
            "FilterExpression",
            "ProjectionExpression",
            "ConsistentRead",
            "Limit",
            "Select",
            "Segment",
            "TotalSegments",
            "ReturnConsumedCapacity",
            "ScanFilter",
            "ConditionalOperator",
            "AttributesToGet",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "ExclusiveStartKey",
        ],
    },
    Operation {
        name: "PutItem",
        parameters: &[
            "TableName",
            "Item",
            "ConditionExpression",
            "ReturnValues",
            "ReturnValuesOnConditionCheckFailure",
            "ReturnConsumedCapacity",
            "ReturnItemCollectionMetrics",
            "Expected",
            "ConditionalOperator",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
        ],
    },
    Operation {
        name: "DeleteItem",
        parameters: &[
            "TableName",
            "Key",
            "ConditionExpression",
            "ReturnValues",
            "ReturnValuesOnConditionCheckFailure",
            "ReturnConsumedCapacity",
            "ReturnItemCollectionMetrics",
            "Expected",
            "ConditionalOperator",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
        ],
    },
    Operation {
        name: "UpdateItem",
        parameters: &[
            "TableName",
            "Key",
            "UpdateExpression",
            "ConditionExpression",
            "ReturnValues",
            "ReturnValuesOnConditionCheckFailure",
            "ReturnConsumedCapacity",
            "ReturnItemCollectionMetrics",
            "AttributeUpdates",
            "Expected",
            "ConditionalOperator",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
        ],
    },
    Operation { name: "BatchGetItem", parameters: &["RequestItems", "ReturnConsumedCapacity"] },
    Operation {
        name: "BatchWriteItem",
        parameters: &["RequestItems", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics"],
    },
    Operation {
        name: "TransactGetItems",
        parameters: &["TransactItems", "ReturnConsumedCapacity"],
    },
    Operation {
        name: "TransactWriteItems",
        parameters: &[
            "TransactItems",
            "ClientRequestToken",
            "ReturnConsumedCapacity",
            "ReturnItemCollectionMetrics",
        ],
    },
    Operation {
        name: "ExecuteStatement",
        parameters: &[
            "Statement",
            "ConsistentRead",
            "Limit",
            "NextToken",
            "ReturnConsumedCapacity",
            "ReturnValuesOnConditionCheckFailure",
            "Parameters",
        ],
    },
    Operation {
        name: "BatchExecuteStatement",
        parameters: &["Statements", "ReturnConsumedCapacity"],
    },
    Operation {
        name: "ExecuteTransaction",
        parameters: &["TransactStatements", "ClientRequestToken", "ReturnConsumedCapacity"],
    },
];

/// The operation of that name.
pub fn operation(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.name == name)
}

/// The most letters by which a name may differ from what it was meant to be.
const SLIPS: usize = 3;

/// The known name that is spelled most like another; none where none is much like it.
pub fn nearest<'n>(spelled: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut best = None;
    for name in known {
        let away = distance(spelled, name);
        if away <= SLIPS && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters must be put in, taken out or exchanged to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut diagonal = above;
        let mut left = above + 1;
        for (cell, known) in row.iter_mut().skip(1).zip(other.chars()) {
            let same = letter.eq_ignore_ascii_case(&known);
            let here = (diagonal + usize::from(!same)).min(left + 1).min(*cell + 1);
            diagonal = std::mem::replace(cell, here);
            left = here;
        }
        if let Some(first) = row.first_mut() {
            *first = above + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// A sentence for the first parameter of a call that its operation does not have: `DynamoDB` would pass over it.
pub fn passed_over(call: &Call) -> Option<String> {
    let known = operation(&call.operation)?.parameters;
    let found = unknown(&call.operation, &call.input, known);
    found.or_else(|| passed_over_inside(call))
}

/// The same for the actions of a transaction.
fn passed_over_inside(call: &Call) -> Option<String> {
    let Some(Value::Array(actions)) = call.input.get("TransactItems") else { return None };
    actions.iter().filter_map(Value::as_object).flatten().find_map(|(kind, members)| {
        let like = match kind.as_str() {
            "Put" => "PutItem",
            "Update" | "ConditionCheck" => "UpdateItem",
            "Delete" => "DeleteItem",
            "Get" => "GetItem",
            _ => {
                let kinds = ["Put", "Update", "Delete", "ConditionCheck", "Get"];
                return Some(words(kind, &call.operation, nearest(kind, kinds.into_iter())));
            }
        };
        unknown(kind, members, operation(like)?.parameters)
    })
}

fn unknown(of: &str, input: &Value, known: &[&'static str]) -> Option<String> {
    let name = input.as_object()?.keys().find(|name| !known.contains(&name.as_str()))?;
    Some(words(name, of, nearest(name, known.iter().copied())))
}

fn words(name: &str, of: &str, meant: Option<&str>) -> String {
    let meant = meant.map(|meant| format!(" Did you mean `{meant}`?")).unwrap_or_default();
    format!("{of} has no `{name}`: DynamoDB passes over it.{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parameter_that_no_operation_has_is_told_with_the_one_it_was_meant_to_be() {
        for (operation, input, expected) in [
            ("Query", json!({"TableName": "T", "Limit": 1}), None),
            (
                "Query",
                json!({"TableName": "T", "KeyConditionExpresion": "PK = :p"}),
                Some(
                    "Query has no `KeyConditionExpresion`: DynamoDB passes over it. Did you mean `KeyConditionExpression`?",
                ),
            ),
            (
                "GetItem",
                json!({"tableName": "T"}),
                Some(
                    "GetItem has no `tableName`: DynamoDB passes over it. Did you mean `TableName`?",
                ),
            ),
            (
                "GetItem",
                json!({"KeyConditionExpression": "T"}),
                Some("GetItem has no `KeyConditionExpression`: DynamoDB passes over it."),
            ),
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Put": {"Items": {}}}]}),
                Some("Put has no `Items`: DynamoDB passes over it. Did you mean `Item`?"),
            ),
            (
                "TransactWriteItems",
                json!({"TransactItems": [{"Putt": {}}]}),
                Some(
                    "TransactWriteItems has no `Putt`: DynamoDB passes over it. Did you mean `Put`?",
                ),
            ),
            ("CreateTable", json!({"x": 1}), None),
        ] {
            let call = Call { operation: operation.to_owned(), input };
            assert_eq!(passed_over(&call).as_deref(), expected);
        }
    }
}
