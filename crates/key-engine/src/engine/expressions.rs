//! A request's expressions: read together, since they share their placeholders, and reported in
//! `DynamoDB`'s order, each under the name of its parameter.

use serde_json::Value;

use super::error::ServiceError;
use super::faults;
use super::legacy;
use super::request::Fields;
use crate::expression::{
    ExpressionError, Filter, KeyConditionExpression, KeyConditions, PlaceholderError, Placeholders,
    Projection, Update,
};

/// Everything said about expressions in a request, read.
#[derive(Debug, Default)]
pub(crate) struct Expressions {
    pub(crate) update: Option<Update>,
    pub(crate) condition: Option<Filter>,
    pub(crate) key_conditions: Option<KeyConditions>,
    pub(crate) filter: Option<Filter>,
    pub(crate) projection: Option<Projection>,
}

/// Refuses expressions beside the parameters they replaced, and placeholders beside no expression. `KeyConditions`
/// may stand beside those that do not replace it.
pub(crate) fn check_parameters(
    fields: &Fields<'_>,
    expressions: &[&'static str],
    legacy: &[&'static str],
) -> Result<(), ServiceError> {
    let mut old = fields.present(legacy);
    let new = fields.present(expressions);
    if !new.contains(&"KeyConditionExpression") {
        old.retain(|name| *name != "KeyConditions");
    }
    if old.is_empty() || new.is_empty() {
        return refuse_lone_placeholders(fields, expressions);
    }
    Err(faults::mixed_parameters(&old.join(", "), &new.join(", ")))
}

/// Refuses placeholders that none of the request's expressions could name.
fn refuse_lone_placeholders(
    fields: &Fields<'_>,
    parameters: &[&'static str],
) -> Result<(), ServiceError> {
    if fields.get("ExpressionAttributeNames").is_some() && fields.present(parameters).is_empty() {
        return Err(faults::names_without_expression());
    }
    let with_values = with_values(parameters);
    if values(fields, parameters).is_some() && fields.present(&with_values).is_empty() {
        return Err(faults::values_without_expression(&list_of_null(&with_values)));
    }
    Ok(())
}

/// Those of the parameters in which a value can stand.
fn with_values(parameters: &[&'static str]) -> Vec<&'static str> {
    parameters.iter().copied().filter(|name| *name != "ProjectionExpression").collect()
}

/// `ExpressionAttributeValues`, of a request that has it as a member.
fn values<'a>(fields: &Fields<'a>, parameters: &[&'static str]) -> Option<&'a Value> {
    fields.get("ExpressionAttributeValues").filter(|_| !with_values(parameters).is_empty())
}

/// Reads those of `parameters` that the request has; placeholders that none of them uses are an error.
pub(crate) fn read(
    fields: &Fields<'_>,
    parameters: &[&'static str],
) -> Result<Expressions, ServiceError> {
    let mut read = Expressions::default();
    if parameters.contains(&"ProjectionExpression") {
        read.projection = legacy::attributes_to_get(fields)?;
    }
    if parameters.contains(&"UpdateExpression") {
        read.update = legacy::attribute_updates(fields)?;
    }
    if parameters.contains(&"ConditionExpression") {
        read.condition = legacy::expected(fields)?;
    }
    let names = fields.get("ExpressionAttributeNames");
    let values = values(fields, parameters);
    refuse_lone_placeholders(fields, parameters)?;
    if fields.present(parameters).is_empty() {
        return Ok(read);
    }
    let placeholders =
        Placeholders::from_json(names, values).map_err(|error| of_placeholders(&error))?;
    let mut key_condition = None;
    for (parameter, text) in texts(fields, parameters)? {
        let failed = |error: ExpressionError| of_expression(parameter, &error);
        match parameter {
            "UpdateExpression" => {
                read.update = Some(Update::parse(text, &placeholders).map_err(failed)?);
            }
            "ConditionExpression" => {
                read.condition = Some(Filter::parse(text, &placeholders).map_err(failed)?);
            }
            "KeyConditionExpression" => {
                key_condition =
                    Some(KeyConditionExpression::parse(text, &placeholders).map_err(failed)?);
            }
            "FilterExpression" => {
                read.filter = Some(Filter::parse(text, &placeholders).map_err(failed)?);
            }
            _ => read.projection = Some(Projection::parse(text, &placeholders).map_err(failed)?),
        }
    }
    placeholders.all_used().map_err(|error| of_placeholders(&error))?;
    if let Some(key_condition) = key_condition {
        let failed = |error: ExpressionError| of_expression("KeyConditionExpression", &error);
        read.key_conditions = Some(key_condition.conditions().map_err(failed)?);
    }
    Ok(read)
}

fn of_expression(parameter: &str, error: &ExpressionError) -> ServiceError {
    ServiceError::Validation {
        message: error.in_parameter(parameter),
        span: Some(error.span.range()),
    }
}

fn texts<'a>(
    fields: &Fields<'a>,
    parameters: &[&'static str],
) -> Result<Vec<(&'static str, &'a str)>, ServiceError> {
    let mut texts = Vec::new();
    for parameter in parameters {
        if let Some(text) = fields.text(parameter)? {
            texts.push((*parameter, text));
        }
    }
    Ok(texts)
}

fn of_placeholders(error: &PlaceholderError) -> ServiceError {
    if error.is_serialization() {
        ServiceError::Serialization(error.to_string())
    } else {
        ServiceError::validation(error.to_string())
    }
}

/// `ConditionExpression is null`, `FilterExpression and KeyConditionExpression are null`.
fn list_of_null(parameters: &[&'static str]) -> String {
    let mut with_values: Vec<&str> = Vec::new();
    for parameter in parameters {
        match *parameter {
            "ProjectionExpression" => {}
            "FilterExpression" => with_values.insert(0, parameter),
            _ => with_values.push(parameter),
        }
    }
    match with_values.as_slice() {
        [one] => format!("{one} is null"),
        several => format!("{} are null", several.join(" and ")),
    }
}
