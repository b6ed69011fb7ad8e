//! The texts of `DynamoDB`'s faults, by name.
//!
//! Source, unless one is named: responses of the service itself, as recorded by conformance suites.

use super::error::ServiceError;
use super::schema::IndexKind;
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

/// A table operation names a table that does not exist.
pub(crate) fn no_table_named(name: &str) -> ServiceError {
    ServiceError::ResourceNotFound(format!("Requested resource not found: Table: {name} not found"))
}

pub(crate) fn table_exists(name: &str) -> ServiceError {
    ServiceError::ResourceInUse(format!("Table already exists: {name}"))
}

pub(crate) fn no_index(name: &str) -> ServiceError {
    ServiceError::validation(format!("The table does not have the specified index: {name}"))
}

pub(crate) fn key_not_of_schema() -> ServiceError {
    ServiceError::validation("The provided key element does not match the schema")
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

pub(crate) fn projection_with_select(select: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Cannot specify the ProjectionExpression when choosing to get {select}"
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

/// Not the service's: it still takes these. Remove with the last parameter translated.
pub(crate) fn legacy_parameter(name: &str) -> ServiceError {
    ServiceError::validation(format!(
        "The legacy parameter {name} is not supported; use expressions"
    ))
}

pub(crate) fn required(parameter: &str) -> ServiceError {
    ServiceError::validation(format!(
        "The parameter '{parameter}' is required but was not present in the request"
    ))
}

pub(crate) fn key_without_definition() -> ServiceError {
    ServiceError::validation("Invalid KeySchema: Some index key attribute have no definition")
}

pub(crate) fn index_key_without_definition(keys: &[&str], defined: &[&str]) -> ServiceError {
    invalid(format_args!(
        "Some index key attributes are not defined in AttributeDefinitions. Keys: [{}], \
         AttributeDefinitions: [{}]",
        keys.join(", "),
        defined.join(", ")
    ))
}

pub(crate) fn first_not_hash() -> ServiceError {
    ServiceError::validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
}

pub(crate) fn second_not_range() -> ServiceError {
    ServiceError::validation(
        "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type",
    )
}

/// Source: AWS, "Multi-attribute keys in global secondary indexes"; the wording is this engine's.
pub(crate) fn too_many_key_attributes(most: usize) -> ServiceError {
    invalid(format_args!("An index key has at most {most} HASH and {most} RANGE attributes"))
}

pub(crate) fn local_index_without_range() -> ServiceError {
    invalid(
        "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex",
    )
}

pub(crate) fn local_index_without_own_range(index: &str) -> ServiceError {
    invalid(format_args!("Index KeySchema does not have a range key for index: {index}"))
}

pub(crate) fn local_index_with_other_hash(index: &str, own: &str, table: &str) -> ServiceError {
    invalid(format_args!(
        "Index KeySchema does not have the same leading hash key as table KeySchema for index: {index}. \
         index hash key: {own}, table hash key: {table}"
    ))
}

pub(crate) fn too_many_local_indexes() -> ServiceError {
    invalid("Number of LocalSecondaryIndexes exceeds per-table limit of 5")
}

pub(crate) fn too_many_global_indexes() -> ServiceError {
    invalid("GlobalSecondaryIndex count exceeds the per-table limit of 20")
}

pub(crate) fn too_many_projected() -> ServiceError {
    invalid(
        "Number of attributes in NonKeyAttributes of all indexes exceeds per-table limit of 100",
    )
}

pub(crate) fn duplicate_index(index: &str) -> ServiceError {
    invalid(format_args!("Duplicate index name: {index}"))
}

pub(crate) fn no_indexes_in_list(kind: IndexKind) -> ServiceError {
    invalid(match kind {
        IndexKind::Local => "List of LocalSecondaryIndexes is empty",
        _ => "List of GlobalSecondaryIndexes is empty",
    })
}

pub(crate) fn unused_definitions() -> ServiceError {
    invalid(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in \
         AttributeDefinitions",
    )
}

pub(crate) fn unused_definitions_beside_indexes(defined: &[&str], used: &[&str]) -> ServiceError {
    invalid(format_args!(
        "Some AttributeDefinitions are not used. AttributeDefinitions: [{}], keys used: [{}]",
        defined.join(", "),
        used.join(", ")
    ))
}

pub(crate) fn projection(projection_type: &str, attributes_given: bool) -> ServiceError {
    let verb = if attributes_given { "is" } else { "is not" };
    invalid(format_args!(
        "ProjectionType is {projection_type}, but NonKeyAttributes {verb} specified"
    ))
}

pub(crate) fn unknown_projection() -> ServiceError {
    invalid("Unknown ProjectionType: null")
}

pub(crate) fn throughput_on_demand() -> ServiceError {
    invalid(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
    )
}

pub(crate) fn no_throughput() -> ServiceError {
    invalid(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
    )
}

/// The wording is this engine's: the service has them since 2026.
pub(crate) fn vector_indexes() -> ServiceError {
    ServiceError::validation("VectorIndexes are not supported by this engine")
}

/// Source: AWS, "Using deletion protection".
pub(crate) fn deletion_protected(table: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion \
         protection first. Table: {table}"
    ))
}
