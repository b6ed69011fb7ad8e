//! What a call asks of which attribute, whichever way it is written.
//!
//! Owns the places in a call where conditions stand. It judges nothing.

use key_engine::AttributeValue;
use key_engine::partiql::{self, ast::Action, ast::Statement};
use serde_json::Value;

use crate::advice::asked::{Asked, Test, asked, asked_by_statement};
use crate::design::Call;

/// Everything that a read asks of the items it is to return.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions(Vec<Asked>);

impl Conditions {
    /// What a call asks.
    pub(super) fn of(call: &Call) -> Self {
        let mut all = asked(call, "KeyConditionExpression");
        all.extend(asked(call, "FilterExpression"));
        if let Some(Statement { action: Action::Select(select), .. }) = statement_of(call)
            && let Some(condition) = &select.condition
        {
            all.extend(asked_by_statement(condition));
        }
        Self(all)
    }

    /// Whether an attribute must have one value.
    pub(super) fn gives(&self, attribute: &str) -> bool {
        self.0.iter().any(|one| one.attribute == attribute && one.test == Test::Equal)
    }

    /// Whether an attribute must have one value, or lie in a run of them.
    pub(super) fn bounds(&self, attribute: &str) -> bool {
        self.0.iter().any(|one| one.attribute == attribute && one.test != Test::Other)
    }

    /// The first attribute, or path into one, that must have one value.
    pub(super) fn given(&self) -> Option<&str> {
        self.0.iter().find_map(Asked::known)
    }

    /// The first attribute of which anything is asked.
    pub(super) fn first(&self) -> Option<&str> {
        self.0.first().map(|one| one.attribute.as_str())
    }
}

/// The statement of a call that has one.
pub(super) fn statement_of(call: &Call) -> Option<Statement> {
    let text = call.input.get("Statement").and_then(Value::as_str)?;
    let mut parameters = Vec::new();
    for parameter in call.input.get("Parameters").and_then(Value::as_array).into_iter().flatten() {
        parameters.push(AttributeValue::from_json(parameter).ok()?);
    }
    partiql::parse(text, &parameters).ok()
}
