//! A call, read as actions.

use serde_json::{Map, Value};

use super::kinds::{Shape, Sort, sort_of};
use super::{Action, ActionForm, ActionKind};
use crate::design::Call;
use crate::design::call_form::Why;

fn odd<T>(parameter: &str) -> Result<T, Why> {
    Err(Why::Parameter { parameter: parameter.to_owned() })
}

fn object(parameter: &str, value: Value) -> Result<Map<String, Value>, Why> {
    match value {
        Value::Object(members) => Ok(members),
        _ => odd(parameter),
    }
}

fn list(parameter: &str, value: Value) -> Result<Vec<Value>, Why> {
    match value {
        Value::Array(elements) => Ok(elements),
        _ => odd(parameter),
    }
}

/// The one member of an object.
fn only(parameter: &str, value: Value) -> Result<(String, Value), Why> {
    let mut members = object(parameter, value)?.into_iter();
    match (members.next(), members.next()) {
        (Some(one), None) => Ok(one),
        _ => odd(parameter),
    }
}

impl ActionForm {
    /// The actions that make a call.
    ///
    /// # Errors
    /// Why they cannot be shown. The call is as good as before; only the form cannot be used for it.
    pub fn from_call(call: &Call) -> Result<Self, Why> {
        let Some(sort) = sort_of(&call.operation) else {
            return Err(Why::Operation { name: call.operation.clone() });
        };
        let Value::Object(mut input) = call.input.clone() else { return Err(Why::NotAnObject) };
        let mut form = Self { operation: call.operation.clone(), ..Self::default() };
        match sort.shape {
            Shape::One => {
                let kind = sort.kinds.first().copied().unwrap_or_default();
                form.actions.push(action(kind, std::mem::take(&mut input))?);
            }
            Shape::List(parameter) => {
                let elements =
                    input.remove(parameter).map_or(Ok(Vec::new()), |it| list(parameter, it))?;
                for element in elements {
                    form.actions.push(element_of(sort, parameter, element)?);
                }
            }
            Shape::Tables => {
                let tables = input
                    .get_mut("RequestItems")
                    .map_or(Ok(Map::new()), |tables| object("RequestItems", tables.take()))?;
                let rest = form.tables(tables)?;
                if rest.is_empty() {
                    input.remove("RequestItems");
                } else {
                    input.insert("RequestItems".to_owned(), Value::Object(rest));
                }
            }
        }
        form.carried = input;
        Ok(form)
    }

    /// Takes the actions out of `RequestItems`; gives back what else stands there.
    fn tables(&mut self, tables: Map<String, Value>) -> Result<Map<String, Value>, Why> {
        const REQUEST_ITEMS: &str = "RequestItems";
        let mut rest = Map::new();
        for (table, value) in tables {
            if self.operation == "BatchGetItem" {
                let mut options = object(REQUEST_ITEMS, value)?;
                let keys = options.remove("Keys").map_or(Ok(Vec::new()), |it| list("Keys", it))?;
                for key in keys {
                    self.actions.push(Action::new(ActionKind::Get, &table, "Key", key));
                }
                if !options.is_empty() {
                    rest.insert(table, Value::Object(options));
                }
                continue;
            }
            for request in list(REQUEST_ITEMS, value)? {
                let (name, members) = only(REQUEST_ITEMS, request)?;
                let kind = match name.as_str() {
                    "PutRequest" => ActionKind::Put,
                    "DeleteRequest" => ActionKind::Delete,
                    _ => return odd(REQUEST_ITEMS),
                };
                let members = object(REQUEST_ITEMS, members)?;
                self.actions.push(Action { kind, table: table.clone(), members });
            }
        }
        Ok(rest)
    }
}

fn element_of(sort: &Sort, parameter: &str, element: Value) -> Result<Action, Why> {
    if sort.kinds == [ActionKind::Statement] {
        return action(ActionKind::Statement, object(parameter, element)?);
    }
    let (name, members) = only(parameter, element)?;
    match sort.kinds.iter().find(|kind| kind.label() == name) {
        Some(kind) => action(*kind, object(parameter, members)?),
        None => odd(parameter),
    }
}

/// The action of the members that say it.
fn action(kind: ActionKind, mut members: Map<String, Value>) -> Result<Action, Why> {
    for (name, value) in &members {
        let fits = match name.as_str() {
            "Item" | "Key" | "ExpressionAttributeNames" | "ExpressionAttributeValues" => {
                value.is_object()
            }
            "Parameters" => value.is_array(),
            "TableName" | "Statement" | "ReturnValues" | "ReturnValuesOnConditionCheckFailure" => {
                value.is_string()
            }
            _ => !name.ends_with("Expression") || value.is_string(),
        };
        if !fits {
            return odd(name);
        }
    }
    let table = match members.remove("TableName") {
        Some(Value::String(table)) => table,
        _ => String::new(),
    };
    Ok(Action { kind, table, members })
}
