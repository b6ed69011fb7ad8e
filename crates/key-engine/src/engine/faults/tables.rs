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

/// No text of the service: it has no such request.
pub(crate) fn described_with_other_keys(name: &str) -> ServiceError {
    invalid(format_args!("The table {name} has other keys or indexes than it is described with"))
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

pub(crate) fn key_attribute_twice() -> ServiceError {
    ServiceError::validation(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name",
    )
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
pub(crate) fn deletion_protected() -> ServiceError {
    ServiceError::validation(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion \
         protection first.",
    )
}

pub(crate) fn nothing_to_update() -> ServiceError {
    ServiceError::validation(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, \
         GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required",
    )
}

/// `index` is empty where the units are the table's.
pub(crate) fn units_out_of_bounds(parameter: &str, units: u64, index: &str) -> ServiceError {
    let of = if index.is_empty() { String::new() } else { format!(" for index {index}") };
    ServiceError::validation(format!("Given value {units} for {parameter} is out of bounds{of}"))
}

/// `what` is "table", or "index" and its name; `kind` one of both words.
pub(crate) fn same_throughput(
    what: &str,
    kind: &str,
    current: (u64, u64),
    requested: (u64, u64),
) -> ServiceError {
    let units = |parameter: &str, current: u64, requested: u64| {
        format!(
            "Current {parameter} provisioned for the {kind}: {current}. Requested {parameter}: {requested}. "
        )
    };
    let read = units("ReadCapacityUnits", current.0, requested.0);
    let write = units("WriteCapacityUnits", current.1, requested.1);
    ServiceError::validation(format!(
        "The provisioned throughput for the {what} will not change. The requested value equals the current \
         value. {read}{write}Refer to the Amazon DynamoDB Developer Guide for current limits and how to \
         request higher limits."
    ))
}

pub(crate) fn throughput_of_index_on_demand(index: &str) -> ServiceError {
    invalid(format_args!(
        "ProvisionedThroughput should not be specified for index: {index} when BillingMode is PAY_PER_REQUEST"
    ))
}

pub(crate) fn units_of_index_on_demand(index: &str) -> ServiceError {
    invalid(format_args!(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {index} when \
         BillingMode is PAY_PER_REQUEST"
    ))
}

pub(crate) fn no_throughput_of_index(index: &str) -> ServiceError {
    invalid(format_args!("ProvisionedThroughput is not specified for index: {index}"))
}

pub(crate) fn no_throughput_of_indexes(indexes: &[&str]) -> ServiceError {
    let indexes = indexes.join(",");
    invalid(format_args!("ProvisionedThroughput must be specified for index: {indexes}"))
}

pub(crate) fn one_index_at_a_time() -> ServiceError {
    ServiceError::LimitExceeded(
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"
            .to_owned(),
    )
}

pub(crate) fn index_updated_twice(index: &str) -> ServiceError {
    invalid(format_args!(
        "Only one global secondary index update per index is allowed simultaneously. Index: {index}"
    ))
}

/// The wording is this engine's.
pub(crate) fn not_one_index_update() -> ServiceError {
    invalid(
        "Exactly one of Create, Update and Delete must be specified in each GlobalSecondaryIndexUpdate",
    )
}

pub(crate) fn index_exists(index: &str) -> ServiceError {
    invalid(format_args!("Index already exists: {index}"))
}

/// The wording is this engine's.
pub(crate) fn definition_of_other_type(attribute: &str) -> ServiceError {
    invalid(format_args!("Attribute {attribute} is a key attribute of another type"))
}

pub(crate) fn stream_exists(table: &str) -> ServiceError {
    ServiceError::validation(format!("Table already has an enabled stream: TableName: {table}"))
}

/// The wording is this engine's, after that of [`stream_exists`].
pub(crate) fn no_stream_to_disable(table: &str) -> ServiceError {
    ServiceError::validation(format!("Table does not have an enabled stream: TableName: {table}"))
}

pub(crate) fn stream_with_throughput() -> ServiceError {
    invalid("You cannot modify stream status while updating table IOPS")
}

/// The wording is this engine's.
pub(crate) fn stream_without_view() -> ServiceError {
    invalid("StreamViewType must be specified when StreamEnabled is true")
}

pub(crate) fn view_without_stream() -> ServiceError {
    invalid("If stream is being disabled, then UpdateViewType must not be specified")
}

/// Source: AWS, "Using time to live (TTL) in DynamoDB".
pub(crate) fn time_to_live_already(state: &str) -> ServiceError {
    ServiceError::validation(format!("TimeToLive is already {state}"))
}

pub(crate) fn time_to_live_elsewhere(attribute: &str) -> ServiceError {
    ServiceError::validation(format!(
        "TimeToLive is active on a different AttributeName: current AttributeName is {attribute}"
    ))
}

/// `resource` is empty where there is none.
pub(crate) fn not_an_arn(resource: &str) -> ServiceError {
    let given = if resource.is_empty() { "" } else { ": Invalid ResourceArn provided as input " };
    ServiceError::validation(format!("Invalid TableArn{given}{resource}"))
}

pub(crate) fn access_denied(operation: &str, resource: &str) -> ServiceError {
    let user = format!("arn:aws:iam::{}:root", crate::engine::arn::ACCOUNT);
    ServiceError::AccessDenied(format!(
        "User: {user} is not authorized to perform: dynamodb:{operation} on resource: {resource}"
    ))
}

/// One letter is missing: so the service spells it.
pub(crate) fn no_resource(resource: &str) -> ServiceError {
    ServiceError::ResourceNotFound(format!(
        "Requested resource not found: ResourcArn: {resource} not found"
    ))
}

/// `what` is "Tag" or "Tag Key". In one word: so the service spells it.
pub(crate) fn no_tags(what: &str) -> ServiceError {
    ServiceError::validation(format!("Atleast one {what} needs to be provided as Input."))
}

/// The wording is this engine's.
pub(crate) fn too_many_tags() -> ServiceError {
    invalid("Number of tags exceeds the per-table limit of 50")
}

/// The wording is this engine's.
pub(crate) fn duplicate_tag(key: &str) -> ServiceError {
    invalid(format_args!("Duplicate tag key: {key}"))
}

/// The wording is this engine's.
pub(crate) fn reserved_tag(key: &str) -> ServiceError {
    invalid(format_args!("Tag keys beginning with aws: are reserved: {key}"))
}

/// The wording is this engine's.
pub(crate) fn unknown_token() -> ServiceError {
    ServiceError::validation("The provided NextToken is invalid")
}

pub(crate) fn no_stream(arn: &str) -> ServiceError {
    ServiceError::ResourceNotFound(format!("Requested resource not found: Stream: {arn} not found"))
}

pub(crate) fn no_shard(shard: &str, arn: &str) -> ServiceError {
    ServiceError::ResourceNotFound(format!(
        "Requested resource not found: Shard: {shard} in Stream: {arn} not found"
    ))
}

/// The wording is this engine's.
pub(crate) fn invalid_member(member: &str) -> ServiceError {
    ServiceError::validation(format!("Invalid {member}"))
}

/// The wording is this engine's.
pub(crate) fn sequence_number_with(iterator_type: &str, needed: bool) -> ServiceError {
    let verb = if needed { "required" } else { "not allowed" };
    ServiceError::validation(format!(
        "SequenceNumber is {verb} when ShardIteratorType is {iterator_type}"
    ))
}
