//! From one operation to another, taking along what both can say.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::kinds::{Shape, parts, sort_of};
use super::{Action, ActionForm, ActionKind, Part};
use crate::design::Call;
use crate::design::call_form::{CallForm, DoorKeys, FormOperation, SortTest, TableKeys};

/// What a new action begins with.
#[derive(Clone, Copy)]
pub struct Seed<'a> {
    /// The table on the desk.
    pub keys: &'a TableKeys,
    /// An item of it that is selected on the floor, in `DynamoDB` JSON.
    pub item: Option<&'a Value>,
    /// The item of it that stands at a key.
    pub find: &'a dyn Fn(&Value) -> Option<Value>,
}

/// The call of another operation that says what `call` says, as far as it can.
pub fn switch(call: &Call, operation: &str, seed: &Seed<'_>) -> Call {
    let known = ActionForm::from_call(call).map(|form| form.actions).unwrap_or_default();
    let mut known = if known.is_empty() { vec![read_action(call, seed)] } else { known };
    let Some(sort) = sort_of(operation) else {
        return read_call(operation, known.first(), seed.keys);
    };
    if sort.shape == Shape::One {
        known.truncate(1);
    }
    let mut form = ActionForm { operation: operation.to_owned(), ..ActionForm::default() };
    for action in known {
        let kind = if sort.kinds.contains(&action.kind) {
            action.kind
        } else {
            sort.kinds.first().copied().unwrap_or_default()
        };
        form.actions.push(form.as_kind(&action, kind, seed));
    }
    form.to_call()
}

impl ActionForm {
    /// An action of this call, of another kind: what both kinds can say is kept, the rest begins anew.
    pub fn as_kind(&self, action: &Action, kind: ActionKind, seed: &Seed<'_>) -> Action {
        let table =
            if action.table.is_empty() { seed.keys.table.clone() } else { action.table.clone() };
        let door = seed.keys.door(None);
        let key = key_of(action, door).or_else(|| key_in(seed.item?, door));
        let parts = sort_of(&self.operation).map(|sort| parts(sort, kind)).unwrap_or_default();
        let mut made = Action { kind, table, members: Map::new() };
        for part in &parts {
            let (Part::Text(member) | Part::Choice(member, _)) = part else { continue };
            made.set_text(member, action.text(member));
        }
        let speaks = parts
            .iter()
            .any(|part| matches!(part, Part::Text(member) if !made.text(member).is_empty()));
        if parts.contains(&Part::Placeholders) && speaks {
            for member in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
                if let Some(defined) = action.members.get(member) {
                    made.members.set(member, defined.clone());
                }
            }
        }
        match kind {
            ActionKind::Statement => {
                made.table.clear();
                if made.text("Statement").is_empty() {
                    made.set_text("Statement", &select(&seed.keys.table, key.as_ref()));
                }
            }
            ActionKind::Put => {
                let held = action.members.get("Item").cloned();
                let item = held.or_else(|| (seed.find)(key.as_ref()?)).or(key);
                made.members.set("Item", item.unwrap_or_else(|| blank(door)));
            }
            _ => made.members.set("Key", key.unwrap_or_else(|| object(&mut []))),
        }
        if kind == ActionKind::Check && made.text("ConditionExpression").is_empty() {
            let partition = door.and_then(|door| door.partition.first());
            let name = partition.map_or("PK", |attribute| attribute.name.as_str());
            made.set_text("ConditionExpression", &format!("attribute_exists({name})"));
        }
        made
    }
}

/// An item's key, as far as the item has it; none where it has nothing of it.
fn key_in(item: &Value, door: Option<&DoorKeys>) -> Option<Value> {
    let mut key = Map::new();
    let door = door?;
    for attribute in door.partition.iter().chain(&door.sort) {
        if let Some(value) = item.get(&attribute.name) {
            key.set(&attribute.name, value.clone());
        }
    }
    (!key.is_empty()).then_some(Value::Object(key))
}

fn key_of(action: &Action, door: Option<&DoorKeys>) -> Option<Value> {
    let holder = action.members.get("Key").or_else(|| action.members.get("Item"))?;
    key_in(holder, door)
}

/// An item with an empty value for each key attribute.
fn blank(door: Option<&DoorKeys>) -> Value {
    let mut item = Map::new();
    for attribute in door.into_iter().flat_map(|door| door.partition.iter().chain(&door.sort)) {
        item.set(&attribute.name, attribute.empty());
    }
    Value::Object(item)
}

/// What a read asks for, or what is selected, as an action.
fn read_action(call: &Call, seed: &Seed<'_>) -> Action {
    let keys = seed.keys;
    if let Some(key) = seed.item.and_then(|item| key_in(item, keys.door(None))) {
        return Action::new(ActionKind::Get, &keys.table, "Key", key);
    }
    let mut action =
        Action { kind: ActionKind::Get, table: keys.table.clone(), members: Map::new() };
    let (Ok(form), Some(door)) = (CallForm::from_call(call, keys), keys.door(None)) else {
        return action;
    };
    // An index's key is no key of the table.
    if form.index.is_some() {
        return action;
    }
    let exact =
        matches!(form.sort.test, SortTest::Equal) || form.operation == FormOperation::GetItem;
    let sort = door.sort.first().filter(|_| exact).map(|attribute| (attribute, &form.sort.value));
    for (attribute, text) in door.partition.iter().zip(&form.partition_values).chain(sort) {
        // What is no value of the key's type is not taken along.
        let _ = action.set_key(attribute, text);
    }
    action
}

/// A read that asks for what an action is about.
fn read_call(operation: &str, action: Option<&Action>, keys: &TableKeys) -> Call {
    let mut form = CallForm::new(FormOperation::named(operation).unwrap_or_default(), keys);
    if let (Some(action), Some(door)) = (action, keys.door(None)) {
        let key = key_of(action, Some(door));
        let text = |attribute: &crate::design::call_form::KeyAttribute| {
            key.as_ref()
                .and_then(|key| attribute.text(key.get(&attribute.name)?))
                .unwrap_or_default()
        };
        form.partition_values = door.partition.iter().map(text).collect();
        if let Some(sort) = door.sort.first() {
            form.sort.value = text(sort);
        }
    }
    let written = form.to_call(keys);
    written.unwrap_or_else(|_| Call {
        operation: operation.to_owned(),
        input: object(&mut [("TableName", keys.table.as_str().into())]),
    })
}

/// A statement that reads what stands at a key, or the whole table.
fn select(table: &str, key: Option<&Value>) -> String {
    let mut statement = format!("SELECT * FROM \"{table}\"");
    let attributes = key.and_then(Value::as_object).into_iter().flatten();
    for (place, (name, value)) in attributes.enumerate() {
        statement.push_str(if place == 0 { " WHERE \"" } else { " AND \"" });
        statement.push_str(name);
        statement.push_str("\" = ");
        match value.as_object().and_then(|value| value.iter().next()) {
            Some((kind, Value::String(digits))) if kind == "N" => statement.push_str(digits),
            Some((_, Value::String(text))) => {
                statement.push('\'');
                statement.push_str(&text.replace('\'', "''"));
                statement.push('\'');
            }
            _ => statement.push('?'),
        }
    }
    statement
}
