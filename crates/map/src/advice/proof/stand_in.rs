//! What answers a call that the engine refuses.
//!
//! Owns the choice of the call that is run in its place. Its words are the explanation's.

use key_engine::engine::ServiceError;
use serde_json::Value;

use super::super::explain::{Plain, scan_of};
use super::conditions::statement_of;
use crate::design::Call;
use key_engine::partiql::ast::Action;

/// The part of a message that says that an index is missing.
const NO_INDEX: &str = "The table does not have the specified index: ";

/// Whether a call is refused since its index does not hold what it asks for or of.
pub(super) fn is_not_projected(error: &ServiceError) -> bool {
    error.message().contains(" does not project ")
}

/// The index that a call reads through and that is not there, if that is why it is refused.
pub(super) fn missing_index(error: &ServiceError) -> Option<&str> {
    error.message().strip_prefix(NO_INDEX)
}

/// The call to run in place of a refused one, where one could answer what it asks.
pub(super) fn stand_in(error: &ServiceError, call: &Call, plain: Plain) -> Option<Call> {
    let mut next = match missing_index(error) {
        Some(_) => without_index(call),
        None if is_not_projected(error) => without_index(call),
        None => plain.offer,
    }?;
    // A Scan finds what a Query was limited to only when it has read everything.
    if call.operation == "Query" && next.operation == "Scan" {
        next.input.as_object_mut()?.remove("Limit");
    }
    Some(next)
}

/// The call as it would have to be sent to the table itself.
fn without_index(call: &Call) -> Option<Call> {
    if let Some(mut statement) = statement_of(call) {
        if let Action::Select(select) = &mut statement.action {
            select.index = None;
        }
        let mut input = call.input.as_object()?.clone();
        input.insert("Statement".to_owned(), Value::String(statement.to_string()));
        input.remove("Parameters");
        return Some(Call { operation: call.operation.clone(), input: Value::Object(input) });
    }
    let mut call = call.clone();
    let input = call.input.as_object_mut()?;
    input.remove("IndexName")?;
    if input.get("Select").and_then(Value::as_str) == Some("ALL_PROJECTED_ATTRIBUTES") {
        input.remove("Select");
    }
    if call.operation == "Query" { scan_of(&call) } else { Some(call) }
}
