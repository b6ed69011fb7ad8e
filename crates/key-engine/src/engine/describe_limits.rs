//! `DescribeLimits` and `DescribeEndpoints`: what an account may have, and where it asks.

use serde_json::Value;

use super::arn;
use super::error::ServiceError;
use super::request::Fields;
use crate::value::object;

/// Units a second that an account, and a table of it, may have. Source: AWS, "Quotas in Amazon DynamoDB".
const ACCOUNT_UNITS: u64 = 80_000;
const TABLE_UNITS: u64 = 40_000;

/// Answers `DescribeLimits`.
pub(crate) fn limits(input: &Value) -> Result<Value, ServiceError> {
    Fields::new(input)?;
    Ok(object(&mut [
        ("AccountMaxReadCapacityUnits", ACCOUNT_UNITS.into()),
        ("AccountMaxWriteCapacityUnits", ACCOUNT_UNITS.into()),
        ("TableMaxReadCapacityUnits", TABLE_UNITS.into()),
        ("TableMaxWriteCapacityUnits", TABLE_UNITS.into()),
    ]))
}

/// Answers `DescribeEndpoints`.
pub(crate) fn endpoints(input: &Value) -> Result<Value, ServiceError> {
    Fields::new(input)?;
    let address = format!("dynamodb.{}.amazonaws.com", arn::REGION);
    let endpoint =
        object(&mut [("Address", address.into()), ("CachePeriodInMinutes", 1440.into())]);
    Ok(object(&mut [("Endpoints", vec![endpoint].into())]))
}
