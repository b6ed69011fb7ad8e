//! What each parameter of an operation is, so that a language with types can say it.
//!
//! Source: the `DynamoDB` API reference.

/// What a parameter, or a part of one, is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// One of a few words.
    Word(&'static Words),
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
    /// An attribute value.
    Value,
    /// Any number of these.
    List(&'static Shape),
    /// These by name: attributes, placeholders or tables.
    Map(&'static Shape),
    /// Members of their own.
    Struct(&'static Structure),
}

/// Words that a parameter takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The type's name, the same in all SDKs.
    pub(super) name: &'static str,
    /// The words.
    pub(super) all: &'static [&'static str],
}

/// A structure within a parameter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Structure {
    /// Its name, the same in all SDKs.
    pub(super) name: &'static str,
    /// Its members, in the order in which they are written.
    pub(super) members: &'static [&'static str],
    /// Whether the SDK for Rust checks it when it is built: it has a member that must be there.
    pub(super) is_checked: bool,
}

/// Maps of attribute values: items, keys, the values of an expression.
pub(super) const ITEM: Shape = Shape::Map(&Shape::Value);

macro_rules! words {
    ($name:ident, $($word:literal)*) => {
        Shape::Word(&Words { name: stringify!($name), all: &[$($word),*] })
    };
}

macro_rules! structure {
    ($name:ident, $checked:literal, $($member:ident)*) => {
        Shape::Struct(&Structure {
            name: stringify!($name),
            members: &[$(stringify!($member)),*],
            is_checked: $checked,
        })
    };
}

const CONDITION: Shape = structure!(Condition, true, AttributeValueList ComparisonOperator);
const EXPECTED: Shape =
    structure!(ExpectedAttributeValue, false, Value Exists ComparisonOperator AttributeValueList);
const UPDATE: Shape = structure!(AttributeValueUpdate, false, Value Action);
const KEYS: Shape = structure!(KeysAndAttributes, true,
    Keys AttributesToGet ConsistentRead ProjectionExpression ExpressionAttributeNames);
const WRITE: Shape = structure!(WriteRequest, false, PutRequest DeleteRequest);
const WRITES: Shape = Shape::List(&WRITE);
const TRANSACT_GET: Shape = structure!(TransactGetItem, false, Get);
const TRANSACT_WRITE: Shape =
    structure!(TransactWriteItem, false, ConditionCheck Put Delete Update);
const BATCH_STATEMENT: Shape = structure!(BatchStatementRequest, true,
    Statement Parameters ConsistentRead ReturnValuesOnConditionCheckFailure);
const TRANSACT_STATEMENT: Shape = structure!(ParameterizedStatement, true,
    Statement Parameters ReturnValuesOnConditionCheckFailure);

/// The shape of a member of an operation or of a structure within it.
pub(super) fn shape_of(operation: &str, member: &str) -> Shape {
    match member {
        "Limit" | "Segment" | "TotalSegments" => Shape::Integer,
        "ConsistentRead" | "ScanIndexForward" | "Exists" => Shape::Flag,
        "Key" | "Item" | "ExclusiveStartKey" | "ExpressionAttributeValues" => ITEM,
        "ExpressionAttributeNames" => Shape::Map(&Shape::Text),
        "AttributesToGet" => Shape::List(&Shape::Text),
        "Parameters" | "AttributeValueList" => Shape::List(&Shape::Value),
        "Value" => Shape::Value,
        "Keys" => Shape::List(&ITEM),
        "KeyConditions" | "QueryFilter" | "ScanFilter" => Shape::Map(&CONDITION),
        "Expected" => Shape::Map(&EXPECTED),
        "AttributeUpdates" => Shape::Map(&UPDATE),
        "RequestItems" if operation == "BatchGetItem" => Shape::Map(&KEYS),
        "RequestItems" => Shape::Map(&WRITES),
        "TransactItems" if operation == "TransactGetItems" => Shape::List(&TRANSACT_GET),
        "TransactItems" => Shape::List(&TRANSACT_WRITE),
        "Statements" => Shape::List(&BATCH_STATEMENT),
        "TransactStatements" => Shape::List(&TRANSACT_STATEMENT),
        _ => word_or_structure(member),
    }
}

fn word_or_structure(member: &str) -> Shape {
    match member {
        "Select" => words!(Select,
            "ALL_ATTRIBUTES" "ALL_PROJECTED_ATTRIBUTES" "SPECIFIC_ATTRIBUTES" "COUNT"),
        "ReturnValues" => words!(ReturnValue,
            "NONE" "ALL_OLD" "UPDATED_OLD" "ALL_NEW" "UPDATED_NEW"),
        "ReturnConsumedCapacity" => words!(ReturnConsumedCapacity, "INDEXES" "TOTAL" "NONE"),
        "ReturnItemCollectionMetrics" => words!(ReturnItemCollectionMetrics, "SIZE" "NONE"),
        "ReturnValuesOnConditionCheckFailure" => {
            words!(ReturnValuesOnConditionCheckFailure, "ALL_OLD" "NONE")
        }
        "ConditionalOperator" => words!(ConditionalOperator, "AND" "OR"),
        "ComparisonOperator" => words!(ComparisonOperator,
            "EQ" "NE" "IN" "LE" "LT" "GE" "GT" "BETWEEN" "NOT_NULL" "NULL" "CONTAINS"
            "NOT_CONTAINS" "BEGINS_WITH"),
        "Action" => words!(AttributeAction, "ADD" "PUT" "DELETE"),
        "Get" => structure!(Get, true,
            TableName Key ProjectionExpression ExpressionAttributeNames),
        "Put" => structure!(Put, true,
            TableName Item ConditionExpression ExpressionAttributeNames
            ExpressionAttributeValues ReturnValuesOnConditionCheckFailure),
        "Update" => structure!(Update, true,
            TableName Key UpdateExpression ConditionExpression ExpressionAttributeNames
            ExpressionAttributeValues ReturnValuesOnConditionCheckFailure),
        "Delete" => structure!(Delete, true,
            TableName Key ConditionExpression ExpressionAttributeNames
            ExpressionAttributeValues ReturnValuesOnConditionCheckFailure),
        "ConditionCheck" => structure!(ConditionCheck, true,
            TableName Key ConditionExpression ExpressionAttributeNames
            ExpressionAttributeValues ReturnValuesOnConditionCheckFailure),
        "PutRequest" => structure!(PutRequest, true, Item),
        "DeleteRequest" => structure!(DeleteRequest, true, Key),
        _ => Shape::Text,
    }
}
