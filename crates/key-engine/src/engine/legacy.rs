//! The parameters of before expressions, read and checked in the service's words, then translated.
//!
//! Owns: what each may hold and what is said when it holds something else. What they mean stands in
//! [`crate::expression`]; nothing is evaluated here.
//!
//! Source: AWS, "Legacy conditional parameters"; the texts are those the service answers.

use serde_json::Value;

use super::error::ServiceError;
use super::faults;
use super::request::{Choice, Fields, of_value};
use crate::expression::ast::Comparator;
use crate::expression::{
    ComparisonOperator, Filter, KeyConditions, LegacyAction, LegacyCondition, Projection, Update,
    value_order,
};
use crate::order::SortedMap;
use crate::value::{AttributeValue, Name, read_name};

const OPERATORS: &[(&str, ComparisonOperator)] = &[
    ("EQ", ComparisonOperator::Comparator(Comparator::Equal)),
    ("NE", ComparisonOperator::Comparator(Comparator::NotEqual)),
    ("LE", ComparisonOperator::Comparator(Comparator::LessOrEqual)),
    ("LT", ComparisonOperator::Comparator(Comparator::Less)),
    ("GE", ComparisonOperator::Comparator(Comparator::GreaterOrEqual)),
    ("GT", ComparisonOperator::Comparator(Comparator::Greater)),
    ("NOT_NULL", ComparisonOperator::NotNull),
    ("NULL", ComparisonOperator::Null),
    ("CONTAINS", ComparisonOperator::Contains),
    ("NOT_CONTAINS", ComparisonOperator::NotContains),
    ("BEGINS_WITH", ComparisonOperator::BeginsWith),
    ("IN", ComparisonOperator::In),
    ("BETWEEN", ComparisonOperator::Between),
];

/// The words of `ComparisonOperator` as messages list them.
const OPERATORS_LISTED: &str =
    "IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS";

/// The words of `Action`.
#[derive(Clone, Copy)]
enum Action {
    Put,
    Add,
    Delete,
}

const ACTIONS: &[(&str, Action)] =
    &[("PUT", Action::Put), ("ADD", Action::Add), ("DELETE", Action::Delete)];

/// Notes what is wrong with the words and the shapes in those of `parameters` that the request has, beside
/// its other constraints.
pub(crate) fn check_members(
    fields: &mut Fields<'_>,
    parameters: &[&'static str],
) -> Result<(), ServiceError> {
    for parameter in parameters {
        match *parameter {
            "AttributesToGet" => check_names(fields)?,
            "ConditionalOperator" => {
                fields.choice(&Choice {
                    parameter,
                    member: "conditionalOperator",
                    words: &[("AND", ()), ("OR", ())],
                    listed: "OR, AND",
                })?;
            }
            _ => check_each(fields, parameter)?,
        }
    }
    Ok(())
}

fn check_names(fields: &mut Fields<'_>) -> Result<(), ServiceError> {
    let Some(names) = fields.list("AttributesToGet")? else { return Ok(()) };
    if names.is_empty() {
        let constraint = "Member must have length greater than or equal to 1";
        fields.violated_by("[]", "attributesToGet", constraint);
    }
    names.iter().try_for_each(|name| Fields::text_of(name).map(|_| ()))
}

/// `ConditionalOperator`: whether one condition of several is enough.
fn is_any(fields: &Fields<'_>) -> Result<Option<bool>, ServiceError> {
    Ok(fields.text("ConditionalOperator")?.map(|word| word == "OR"))
}

/// Checks the members of each attribute's entry in a parameter that is a map of them.
fn check_each(outer: &mut Fields<'_>, parameter: &str) -> Result<(), ServiceError> {
    let Some(entries) = outer.map(parameter)? else { return Ok(()) };
    for (name, entry) in entries {
        let entry = Fields::new(entry)?;
        let (first, rest) = parameter.split_at(1);
        let member = format!("{}{rest}.{name}.member", first.to_ascii_lowercase());
        if parameter == "AttributeUpdates" {
            let word = entry.text("Action")?;
            outer.one_of(word, ACTIONS, &format!("{member}.action"), "ADD, PUT, DELETE");
        } else {
            let (word, member) =
                (entry.text("ComparisonOperator")?, format!("{member}.comparisonOperator"));
            if word.is_none() && parameter != "Expected" {
                outer.missing(&member);
            }
            outer.one_of(word, OPERATORS, &member, OPERATORS_LISTED);
            entry.flag("Exists")?;
            entry.list("AttributeValueList")?;
        }
    }
    Ok(())
}

/// `AttributesToGet`.
pub(crate) fn attributes_to_get(fields: &Fields<'_>) -> Result<Option<Projection>, ServiceError> {
    let Some(list) = fields.list("AttributesToGet")? else { return Ok(None) };
    let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    names.iter().try_for_each(|name| name_of(name).map(|_| ()))?;
    let projection = Projection::of_legacy(names.iter().copied());
    if projection.attributes().count() == names.len() {
        return Ok(Some(projection));
    }
    let mut seen: SortedMap<&str, ()> = SortedMap::default();
    let twice = names.into_iter().find(|name| seen.insert(name, ()).is_some());
    Err(faults::duplicate_attribute_name(twice.unwrap_or_default()))
}

/// `QueryFilter` or `ScanFilter`.
pub(crate) fn filter(fields: &Fields<'_>, parameter: &str) -> Result<Option<Filter>, ServiceError> {
    let conditions = conditions(fields, parameter)?.unwrap_or_default();
    joined(fields, conditions)
}

/// `KeyConditions`.
pub(crate) fn key_conditions(fields: &Fields<'_>) -> Result<Option<KeyConditions>, ServiceError> {
    let Some(conditions) = conditions(fields, "KeyConditions")? else { return Ok(None) };
    if conditions.is_empty() || conditions.len() > 2 {
        return Err(faults::key_conditions_count());
    }
    Ok(Some(KeyConditions::of_legacy(conditions)))
}

/// Conditions that hold together, or with `ConditionalOperator` `OR` one of them.
fn joined(
    fields: &Fields<'_>,
    conditions: Vec<LegacyCondition>,
) -> Result<Option<Filter>, ServiceError> {
    let any = is_any(fields)?;
    match (any, conditions.len()) {
        (Some(_), 0) => return Err(faults::operator_without_conditions()),
        (Some(_), 1) => return Err(faults::operator_with_one_condition()),
        (None, 0) => return Ok(None),
        _ => {}
    }
    Ok(Some(Filter::of_legacy(conditions, any.unwrap_or_default())))
}

fn conditions(
    fields: &Fields<'_>,
    parameter: &str,
) -> Result<Option<Vec<LegacyCondition>>, ServiceError> {
    let Some(entries) = fields.map(parameter)? else { return Ok(None) };
    let mut conditions = Vec::with_capacity(entries.len());
    for (name, entry) in entries {
        let entry = Fields::new(entry)?;
        let (word, operator) = operator_of(&entry)?.unwrap_or(DEFAULT_OPERATOR);
        let values = values_of(&entry)?.unwrap_or_default();
        conditions.push(condition(name, word, operator, values)?);
    }
    Ok(Some(conditions))
}

const DEFAULT_OPERATOR: (&str, ComparisonOperator) =
    ("EQ", ComparisonOperator::Comparator(Comparator::Equal));

fn operator_of(
    entry: &Fields<'_>,
) -> Result<Option<(&'static str, ComparisonOperator)>, ServiceError> {
    let Some(word) = entry.text("ComparisonOperator")? else { return Ok(None) };
    Ok(OPERATORS.iter().copied().find(|(name, _)| *name == word))
}

fn values_of(entry: &Fields<'_>) -> Result<Option<Vec<AttributeValue>>, ServiceError> {
    let Some(list) = entry.list("AttributeValueList")? else { return Ok(None) };
    list.iter().map(Fields::value_of).collect::<Result<_, _>>().map(Some)
}

/// A condition, if its values are as many, and of the types, that its operator takes.
fn condition(
    name: &str,
    word: &str,
    operator: ComparisonOperator,
    values: Vec<AttributeValue>,
) -> Result<LegacyCondition, ServiceError> {
    use ComparisonOperator as Operator;
    let fits = match operator {
        Operator::Null | Operator::NotNull => values.is_empty(),
        Operator::In => !values.is_empty(),
        Operator::Between => values.len() == 2,
        _ => values.len() == 1,
    };
    if !fits {
        return Err(faults::argument_count(word));
    }
    let types: &[&str] = match operator {
        Operator::Comparator(Comparator::Equal | Comparator::NotEqual) => &[],
        Operator::Contains | Operator::NotContains => &["S", "N", "B", "BOOL", "NULL"],
        Operator::BeginsWith => &["S", "B"],
        _ => &["S", "N", "B"],
    };
    let mut names = values.iter().map(AttributeValue::type_name);
    let first = names.next().unwrap_or_default();
    if names.clone().any(|other| other != first) {
        return Err(faults::argument_types_differ());
    }
    if !values.is_empty() && !types.is_empty() && !types.contains(&first) {
        return Err(faults::argument_type(word, first));
    }
    if operator == Operator::Between
        && let [lower, upper] = values.as_slice()
        && value_order(lower, upper).is_some_and(std::cmp::Ordering::is_gt)
    {
        return Err(faults::bounds_out_of_order());
    }
    Ok(LegacyCondition { attribute: name_of(name)?, operator, values })
}

fn name_of(name: &str) -> Result<Name, ServiceError> {
    read_name(name).map_err(|error| of_value(&error))
}

/// `Expected`: what must hold before a write.
pub(crate) fn expected(fields: &Fields<'_>) -> Result<Option<Filter>, ServiceError> {
    let mut conditions = Vec::new();
    for (name, entry) in fields.map("Expected")?.into_iter().flatten() {
        conditions.push(expectation(name, &Fields::new(entry)?)?);
    }
    joined(fields, conditions)
}

/// One attribute's entry in `Expected`: a `ComparisonOperator` with a value or a list of them, or, in the
/// older form, `Exists` and a value that it equals.
fn expectation(name: &str, entry: &Fields<'_>) -> Result<LegacyCondition, ServiceError> {
    let value = entry.get("Value").map(Fields::value_of).transpose()?;
    let list = values_of(entry)?;
    let exists = entry.flag("Exists")?;
    let refused = |what: &str| Err(faults::expectation(what, name));
    if value.is_some() && list.is_some() {
        return refused("Value and AttributeValueList cannot be used together");
    }
    if let Some((word, operator)) = operator_of(entry)? {
        if exists.is_some() {
            return refused("Exists and ComparisonOperator cannot be used together");
        }
        let takes_values =
            !matches!(operator, ComparisonOperator::Null | ComparisonOperator::NotNull);
        if takes_values && value.is_none() && list.is_none() {
            let used = "Value or AttributeValueList must be used with ComparisonOperator:";
            return refused(&format!("{used} {word}"));
        }
        return condition(
            name,
            word,
            operator,
            value.map_or(list.unwrap_or_default(), |one| vec![one]),
        );
    }
    if list.is_some() {
        return refused("AttributeValueList can only be used with a ComparisonOperator");
    }
    let attribute = name_of(name)?;
    match (exists, value) {
        (None, None) => refused("Value must be provided when Exists is null"),
        (Some(true), None) => refused("Value must be provided when Exists is true"),
        (Some(false), Some(_)) => refused("Value cannot be used when Exists is false"),
        (Some(false), None) => Ok(LegacyCondition {
            attribute,
            operator: ComparisonOperator::Null,
            values: Vec::new(),
        }),
        (_, Some(value)) => {
            Ok(LegacyCondition { attribute, operator: DEFAULT_OPERATOR.1, values: vec![value] })
        }
    }
}

/// `AttributeUpdates`.
pub(crate) fn attribute_updates(fields: &Fields<'_>) -> Result<Option<Update>, ServiceError> {
    let Some(entries) = fields.map("AttributeUpdates")? else { return Ok(None) };
    let mut actions = Vec::with_capacity(entries.len());
    for (name, entry) in entries {
        let entry = Fields::new(entry)?;
        let word = entry.text("Action")?.unwrap_or("PUT");
        let action = ACTIONS.iter().find(|(name, _)| *name == word).map(|(_, action)| *action);
        let value = entry.get("Value").map(Fields::value_of).transpose()?;
        actions.push((name_of(name)?, update(action.unwrap_or(Action::Put), value)?));
    }
    Ok(Some(Update::of_legacy(actions)))
}

fn update(action: Action, value: Option<AttributeValue>) -> Result<LegacyAction, ServiceError> {
    let Some(value) = value else {
        return match action {
            Action::Delete => Ok(LegacyAction::Remove),
            _ => Err(faults::update_without_value()),
        };
    };
    let type_name = value.type_name();
    let is_set = matches!(type_name, "SS" | "NS" | "BS");
    match action {
        Action::Put => Ok(LegacyAction::Put(value)),
        Action::Delete if is_set => Ok(LegacyAction::Delete(value)),
        Action::Delete => Err(faults::update_of_type("DELETE action with value", type_name)),
        Action::Add if is_set || matches!(type_name, "N" | "L") => Ok(LegacyAction::Add(value)),
        Action::Add => Err(faults::update_of_type("ADD action", type_name)),
    }
}
