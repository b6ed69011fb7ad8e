//! What a call asks of which attribute.
//!
//! Owns the reading of its conditions: those that all must hold, whichever expression says them. It judges nothing.

use key_engine::AttributeValue;
use key_engine::expression::ast::{Comparator, Condition, Operand, PathElement};
use key_engine::expression::parse;
use key_engine::partiql::{self, ast::Action};
use serde_json::Value;

use crate::design::Call;

/// What is asked of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// To have one value.
    Equal,
    /// To lie in a range, or to begin with something.
    Range,
    /// Anything else.
    Other,
}

/// The attributes that a call conditions, each with what is asked of it, in the order written.
pub(super) fn conditions(call: &Call) -> Vec<(String, Asked)> {
    let mut found = Vec::new();
    for parameter in ["KeyConditionExpression", "FilterExpression"] {
        let text = call.input.get(parameter).and_then(Value::as_str);
        if let Some(condition) = text.and_then(|text| parse::condition(text).ok()) {
            collect(&condition, call.input.get("ExpressionAttributeNames"), &mut found);
        }
    }
    for parameter in ["KeyConditions", "QueryFilter", "ScanFilter"] {
        let Some(Value::Object(members)) = call.input.get(parameter) else { continue };
        for (name, condition) in members {
            let operator = condition.get("ComparisonOperator").and_then(Value::as_str);
            let asked = match operator.unwrap_or_default() {
                "EQ" => Asked::Equal,
                "LT" | "LE" | "GT" | "GE" | "BETWEEN" | "BEGINS_WITH" => Asked::Range,
                _ => Asked::Other,
            };
            found.push((name.clone(), asked));
        }
    }
    if let Some(statement) = statement_of(call)
        && let Action::Select(select) = &statement.action
        && let Some(condition) = &select.condition
    {
        collect(condition, None, &mut found);
    }
    found
}

/// The statement of a call that has one.
pub(super) fn statement_of(call: &Call) -> Option<partiql::ast::Statement> {
    let text = call.input.get("Statement").and_then(Value::as_str)?;
    let mut parameters = Vec::new();
    for parameter in call.input.get("Parameters").and_then(Value::as_array).into_iter().flatten() {
        parameters.push(AttributeValue::from_json(parameter).ok()?);
    }
    partiql::parse(text, &parameters).ok()
}

fn collect(condition: &Condition, names: Option<&Value>, found: &mut Vec<(String, Asked)>) {
    let mut note = |operand: &Operand, asked: Asked| {
        if let Some(name) = attribute(operand, names) {
            found.push((name, asked));
        }
    };
    match condition {
        Condition::And(all) => all.iter().for_each(|one| collect(one, names, found)),
        Condition::Comparison { left, comparator, right } => {
            let asked = match comparator {
                Comparator::Equal => Asked::Equal,
                Comparator::NotEqual => Asked::Other,
                _ => Asked::Range,
            };
            note(left, asked);
            note(right, asked);
        }
        Condition::Between { operand, .. } => note(operand, Asked::Range),
        Condition::In { operand, .. } => note(operand, Asked::Other),
        Condition::Function(call) => {
            let asked = if call.name == "begins_with" { Asked::Range } else { Asked::Other };
            call.arguments.first().into_iter().for_each(|first| note(first, asked));
        }
        Condition::Or(_) | Condition::Not(_) => {}
    }
}

/// The attribute that an operand is, where it is a whole one.
fn attribute(operand: &Operand, names: Option<&Value>) -> Option<String> {
    let Operand::Path(path) = operand else { return None };
    let [PathElement::Attribute { name, .. }] = path.elements.as_slice() else { return None };
    let Some(placeholder) = name.strip_prefix('#') else { return Some(name.clone()) };
    match names {
        Some(names) => names.get(name)?.as_str().map(str::to_owned),
        // in a statement every name is written so
        None => Some(placeholder.to_owned()),
    }
}
