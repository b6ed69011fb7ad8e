//! Actions, written as a call.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::kinds::{Shape, sort_of};
use super::{Action, ActionForm, ActionKind};
use crate::design::Call;

impl ActionForm {
    /// The call that the actions make.
    pub fn to_call(&self) -> Call {
        let mut input = self.carried.clone();
        match sort_of(&self.operation).map(|sort| sort.shape) {
            Some(Shape::List(parameter)) => {
                input.set(parameter, self.actions.iter().map(element).collect());
            }
            Some(Shape::Tables) => self.write_tables(&mut input),
            _ => {
                if let Some(action) = self.actions.first() {
                    input.extend(members(action));
                }
            }
        }
        Call { operation: self.operation.clone(), input: Value::Object(input) }
    }

    fn write_tables(&self, input: &mut Map<String, Value>) {
        let mut tables = match input.remove("RequestItems") {
            Some(Value::Object(tables)) => tables,
            _ => Map::new(),
        };
        let gets = self.operation == "BatchGetItem";
        for action in &self.actions {
            let entry = tables
                .entry(action.table.clone())
                .or_insert_with(|| if gets { object(&mut []) } else { Value::Array(Vec::new()) });
            let list = match entry {
                Value::Object(options) => {
                    options.entry("Keys").or_insert_with(|| Value::Array(Vec::new()))
                }
                list => list,
            };
            let Value::Array(list) = list else { continue };
            if gets {
                list.push(action.members.get("Key").cloned().unwrap_or_else(|| object(&mut [])));
            } else {
                let name =
                    if action.kind == ActionKind::Put { "PutRequest" } else { "DeleteRequest" };
                list.push(object(&mut [(name, Value::Object(action.members.clone()))]));
            }
        }
        input.set("RequestItems", Value::Object(tables));
    }
}

/// An action's members, its table among them.
fn members(action: &Action) -> Map<String, Value> {
    let mut members = action.members.clone();
    if action.kind != ActionKind::Statement {
        members.set("TableName", action.table.as_str().into());
    }
    members
}

fn element(action: &Action) -> Value {
    let members = Value::Object(members(action));
    if action.kind == ActionKind::Statement {
        return members;
    }
    object(&mut [(action.kind.label(), members)])
}
