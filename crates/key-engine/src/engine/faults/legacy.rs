//! What is said of the parameters of before expressions.

use super::invalid;
use crate::engine::error::ServiceError;

pub(crate) fn duplicate_attribute_name(name: &str) -> ServiceError {
    invalid(format_args!("Duplicate value in attribute name: {name}"))
}

pub(crate) fn filter_parameter_on_key(attribute: &str) -> ServiceError {
    ServiceError::validation(format!(
        "QueryFilter can only contain non-primary key attributes: Primary key attribute: {attribute}"
    ))
}

pub(crate) fn key_conditions_count() -> ServiceError {
    ServiceError::validation("Conditions can be of length 1 or 2 only")
}

/// Source of this and the next: the request validation of AWS's own DAX clients.
pub(crate) fn operator_without_conditions() -> ServiceError {
    ServiceError::validation("ConditionalOperator cannot be used without Filter or Expected")
}

pub(crate) fn operator_with_one_condition() -> ServiceError {
    ServiceError::validation(
        "ConditionalOperator can only be used when Filter or Expected has two or more elements",
    )
}

pub(crate) fn argument_count(operator: &str) -> ServiceError {
    invalid(format_args!("Invalid number of argument(s) for the {operator} ComparisonOperator"))
}

pub(crate) fn argument_types_differ() -> ServiceError {
    invalid("AttributeValues inside AttributeValueList must be of same type")
}

pub(crate) fn argument_type(operator: &str, type_name: &str) -> ServiceError {
    invalid(format_args!(
        "ComparisonOperator {operator} is not valid for {type_name} AttributeValue type"
    ))
}

pub(crate) fn bounds_out_of_order() -> ServiceError {
    ServiceError::validation(
        "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
    )
}

/// An entry of `Expected` that says too much or too little.
pub(crate) fn expectation(what: &str, attribute: &str) -> ServiceError {
    invalid(format_args!("{what} for Attribute: {attribute}"))
}

pub(crate) fn update_without_value() -> ServiceError {
    invalid("Only DELETE action is allowed when no attribute value is specified")
}

pub(crate) fn update_of_type(action: &str, type_name: &str) -> ServiceError {
    invalid(format_args!("{action} is not supported for the type {type_name}"))
}
