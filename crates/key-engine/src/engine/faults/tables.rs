//! The texts of faults of operations on tables: their keys, indexes, capacity, streams and tags.
//!
//! Source, unless one is named: responses of the service itself, as recorded by conformance suites.

use super::invalid;
use crate::engine::error::ServiceError;
use crate::engine::schema::IndexKind;

/// A table operation names a table that does not exist.
pub(crate) fn no_table_named(name: &str) -> ServiceError {
    ServiceError::ResourceNotFound(format!("Requested resource not found: Table: {name} not found"))
}

pub(crate) fn table_exists(name: &str) -> ServiceError {
    ServiceError::ResourceInUse(format!("Table already exists: {name}"))
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
