//! The texts of faults of `PartiQL` statements that are well formed.
//!
//! Source: AWS, "`PartiQL` - a SQL-compatible query language for Amazon `DynamoDB`", and answers of the service that users
//! report; where neither says the words, they are this engine's.

use super::invalid;
use crate::engine::error::ServiceError;

/// An UPDATE or a DELETE of an item that is not named whole.
pub(crate) fn no_whole_key() -> ServiceError {
    ServiceError::validation(
        "Where clause does not contain a mandatory equality on all key attributes",
    )
}

/// A SELECT among others, of an item that is not named whole.
pub(crate) fn select_without_key(operation: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Select statements within {operation} must specify the primary key in the where clause."
    ))
}

pub(crate) fn order_without_where() -> ServiceError {
    ServiceError::validation("Must have WHERE clause in the statement when using ORDER BY clause.")
}

pub(crate) fn order_without_partition() -> ServiceError {
    ServiceError::validation(
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.",
    )
}

pub(crate) fn order_by_no_key(attribute: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Variable reference {attribute} in ORDER BY clause must be part of the primary key"
    ))
}

/// Source of this and the next four: the messages of AWS's own `DynamoDB` local.
pub(crate) fn order_without_partition_first() -> ServiceError {
    ServiceError::validation(
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.",
    )
}

/// `asked` is what the clause asks for, such as `ALL NEW *`.
pub(crate) fn returning_of_delete(asked: &str) -> ServiceError {
    ServiceError::validation(format!(
        "Invalid returning clause: RETURNING {asked}. Only RETURNING ALL OLD * is allowed in DELETE statements."
    ))
}

pub(crate) fn exists_alone() -> ServiceError {
    ServiceError::validation("EXISTS can only be used in ExecuteTransaction write requests.")
}

/// A token that no answer brought.
pub(crate) fn next_token_of_none() -> ServiceError {
    ServiceError::validation("Invalid NextToken")
}

/// A token of another statement, or of other parameters.
pub(crate) fn next_token_of_other() -> ServiceError {
    ServiceError::validation("NextToken does not match request")
}

/// Source: AWS, "`PartiQL` arithmetic, comparison, and logical operators"; the wording is this engine's.
pub(crate) fn too_many_partition_values(most: usize) -> ServiceError {
    invalid(format_args!("At most {most} hash key values can be given in WHERE clause"))
}

/// The wording is this engine's.
pub(crate) fn returning_in_transaction() -> ServiceError {
    ServiceError::validation("RETURNING clause is not supported in ExecuteTransaction")
}

/// Source: AWS, "Running batch operations" and "Performing transactions with `PartiQL`"; the wording is this engine's.
pub(crate) fn mixed_statements(operation: &str) -> ServiceError {
    ServiceError::validation(format!(
        "{operation} must consist of either read statements or write statements; you cannot mix both"
    ))
}
