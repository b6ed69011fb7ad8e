//! The texts of `DynamoDB`'s faults, by name.
//!
//! Source, unless one is named: responses of the service itself, as recorded by conformance suites.

mod legacy;
mod statements;
mod tables;

pub(crate) use legacy::*;
pub(crate) use statements::*;
pub(crate) use tables::*;

use super::error::ServiceError;
use crate::value::{AttributeValue, KeyType};

const INVALID: &str = "One or more parameter values were invalid: ";
const NOT_VALID: &str = "One or more parameter values are not valid. ";

fn invalid(rest: impl std::fmt::Display) -> ServiceError {
    ServiceError::validation(format!("{INVALID}{rest}"))
}

/// An item operation names a table that does not exist.
pub(crate) fn no_table() -> ServiceError {
    ServiceError::ResourceNotFound("Requested resource not found".to_owned())
}

pub(crate) fn no_index(name: &str) -> ServiceError {
    ServiceError::validation(format!("The table does not have the specified index: {name}"))
}

pub(crate) fn key_not_of_schema() -> ServiceError {
    ServiceError::validation("The provided key element does not match the schema")
}

/// An expression looks into a key attribute; `kind` is `Key` or `IndexKey`.
pub(crate) fn key_not_scalar(kind: &str, attribute: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: {kind}: \
         {attribute}"
    ))
}

pub(crate) fn missing_key(attribute: &str) -> ServiceError {
    invalid(format_args!("Missing the key {attribute} in the item"))
}

pub(crate) fn key_type_mismatch(
    attribute: &str,
    expected: KeyType,
    actual: &AttributeValue,
) -> ServiceError {
    let actual = actual.type_name();
    invalid(format_args!("Type mismatch for key {attribute} expected: {expected} actual: {actual}"))
}

pub(crate) fn index_key_type_mismatch(
    index: &str,
    attribute: &str,
    expected: KeyType,
    actual: &AttributeValue,
) -> ServiceError {
    let actual = actual.type_name();
    invalid(format_args!(
        "Type mismatch for Index Key {attribute} Expected: {expected} Actual: {actual} IndexName: {index}"
    ))
}

fn empty_kind(value: &AttributeValue) -> &'static str {
    if matches!(value, AttributeValue::B(_)) { "binary" } else { "string" }
}

pub(crate) fn empty_key(attribute: &str, value: &AttributeValue) -> ServiceError {
    ServiceError::validation(format!(
        "{NOT_VALID}The AttributeValue for a key attribute cannot contain an empty {} value. Key: {attribute}",
        empty_kind(value)
    ))
}

pub(crate) fn empty_index_key(
    index: &str,
    attribute: &str,
    value: &AttributeValue,
) -> ServiceError {
    ServiceError::validation(format!(
        "{NOT_VALID}A value specified for a secondary index key is not supported. The AttributeValue for a \
         key attribute cannot contain an empty {} value. IndexName: {index}, IndexKey: {attribute}",
        empty_kind(value)
    ))
}

/// No space before the number: so the service spells it.
pub(crate) fn hash_key_too_long() -> ServiceError {
    invalid("Size of hashkey has exceeded the maximum size limit of2048 bytes")
}

pub(crate) fn range_key_too_long() -> ServiceError {
    invalid("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
}

pub(crate) fn item_too_large() -> ServiceError {
    ServiceError::validation("Item size has exceeded the maximum allowed size")
}

pub(crate) fn no_transaction_action() -> ServiceError {
    ServiceError::validation(
        "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request",
    )
}

pub(crate) fn several_transaction_actions() -> ServiceError {
    ServiceError::validation("TransactItems can only contain one of Check, Put, Update or Delete")
}

pub(crate) fn several_actions_on_one_item() -> ServiceError {
    ServiceError::validation("Transaction request cannot include multiple operations on one item")
}

pub(crate) fn transaction_too_large() -> ServiceError {
    ServiceError::validation(
        "Collection size of items exceeded, which can also be caused by the aggregate size of the items in \
         the transaction exceeding the 4MB limit",
    )
}

pub(crate) fn updated_item_too_large() -> ServiceError {
    ServiceError::validation("Item size to update has exceeded the maximum allowed size")
}

pub(crate) fn update_of_key(attribute: &str) -> ServiceError {
    invalid(format_args!("Cannot update attribute {attribute}. This attribute is part of the key"))
}

/// Source of this and the next: AWS, API reference, `TransactionCanceledException`, messages of validation
/// errors.
pub(crate) fn update_of_index_key_type() -> ServiceError {
    ServiceError::validation(
        "The update expression attempted to update the secondary index key to unsupported type",
    )
}

pub(crate) fn update_of_index_key_size() -> ServiceError {
    ServiceError::validation(
        "The update expression attempted to update the secondary index key beyond allowed size limits",
    )
}

pub(crate) fn update_of_index_key_to_empty(value: &AttributeValue) -> ServiceError {
    ServiceError::validation(format!(
        "{NOT_VALID}The update expression attempted to update a secondary index key to a value that is not \
         supported. The AttributeValue for a key attribute cannot contain an empty {} value.",
        empty_kind(value)
    ))
}

pub(crate) fn return_values_of_put_or_delete() -> ServiceError {
    ServiceError::validation("ReturnValues can only be ALL_OLD or NONE")
}

pub(crate) fn strong_read_of_global_index() -> ServiceError {
    ServiceError::validation("Consistent reads are not supported on global secondary indexes")
}

pub(crate) fn no_key_condition() -> ServiceError {
    ServiceError::validation(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    )
}

pub(crate) fn filter_on_key(attribute: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: {attribute}"
    ))
}

pub(crate) fn projection_with_select(parameter: &str, select: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Cannot specify the {parameter} when choosing to get {select}"
    ))
}

pub(crate) fn no_projection_for_specific() -> ServiceError {
    ServiceError::validation(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
    )
}

pub(crate) fn all_projected_without_index() -> ServiceError {
    ServiceError::validation(
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
    )
}

pub(crate) fn all_attributes_of_partial_index(index: &str) -> ServiceError {
    invalid(format_args!(
        "Select type ALL_ATTRIBUTES is not supported for global secondary index {index} because its \
         projection type is not ALL"
    ))
}

pub(crate) fn index_does_not_project(index: &str, attributes: &[&str]) -> ServiceError {
    let attributes = attributes.join(", ");
    invalid(format_args!("Global secondary index {index} does not project [{attributes}]"))
}

pub(crate) fn index_lacks_filtered(index: &str, attributes: &[&str]) -> ServiceError {
    let attributes = attributes.join(", ");
    invalid(format_args!(
        "Secondary index {index} does not project one or more filter attributes: [{attributes}]"
    ))
}

pub(crate) fn start_key_invalid() -> ServiceError {
    ServiceError::validation("The provided starting key is invalid")
}

pub(crate) fn start_key_not_of_schema() -> ServiceError {
    ServiceError::validation(
        "The provided starting key is invalid: The provided key element does not match the schema",
    )
}

pub(crate) fn start_key_outside_range() -> ServiceError {
    ServiceError::validation("The provided starting key does not match the range key predicate")
}

/// The starting key is in another collection. So the service words it where the sort key has a condition.
pub(crate) fn start_key_of_one_row() -> ServiceError {
    ServiceError::validation("The query can return at most one row and cannot be restarted")
}

pub(crate) fn start_key_outside_query() -> ServiceError {
    ServiceError::validation(
        "The provided starting key is outside query boundaries based on provided conditions",
    )
}

pub(crate) fn start_key_of_other_segment(segment: u32, total: u32) -> ServiceError {
    ServiceError::validation(format!(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with \
         correct Segment. TotalSegments: {total} Segment: {segment}"
    ))
}

pub(crate) fn segment_without_total() -> ServiceError {
    ServiceError::validation(
        "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    )
}

pub(crate) fn total_without_segment() -> ServiceError {
    ServiceError::validation(
        "The Segment parameter is required but was not present in the request when parameter TotalSegments is present",
    )
}

pub(crate) fn segment_out_of_range(segment: u64, total: u64) -> ServiceError {
    ServiceError::validation(format!(
        "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: \
         {segment} is not less than TotalSegments: {total}"
    ))
}

pub(crate) fn names_without_expression() -> ServiceError {
    ServiceError::validation(
        "ExpressionAttributeNames can only be specified when using expressions",
    )
}

pub(crate) fn values_without_expression(expressions: &str) -> ServiceError {
    ServiceError::validation(format!(
        "ExpressionAttributeValues can only be specified when using expressions: {expressions}"
    ))
}

pub(crate) fn mixed_parameters(legacy: &str, expressions: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Can not use both expression and non-expression parameters in the same request: Non-expression \
         parameters: {{{legacy}}} Expression parameters: {{{expressions}}}"
    ))
}

pub(crate) fn required(parameter: &str) -> ServiceError {
    ServiceError::validation(format!(
        "The parameter '{parameter}' is required but was not present in the request"
    ))
}

/// Source: AWS, API reference, `BatchGetItem`.
pub(crate) fn too_many_in_batch(operation: &str) -> ServiceError {
    ServiceError::validation(format!("Too many items requested for the {operation} call"))
}

pub(crate) fn batch_without_requests(operation: &str) -> ServiceError {
    ServiceError::validation(format!("The requestItems parameter is required for {operation}"))
}

/// A request of a batch that is not one of a put and a delete: the service says so.
pub(crate) fn not_one_request() -> ServiceError {
    ServiceError::validation(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the \
         supported datatypes",
    )
}

pub(crate) fn duplicate_keys() -> ServiceError {
    ServiceError::validation("Provided list of item keys contains duplicates")
}
