//! `PartiQL`: a statement for each call that has one, its values as parameters.
//!
//! Owns which calls can be said in `PartiQL`, and how. Where a statement means something else than the call in a case, a comment
//! says so; where it means something else altogether there is none, and a sentence says why. Source: the `DynamoDB` developer
//! guide, "`PartiQL` - a SQL-compatible query language for Amazon `DynamoDB`".

mod clauses;

use key_engine::value::object;
use serde_json::{Map, Value};

use super::words::comment;
use crate::design::parameters::operation;
use crate::design::{Call, Design, Request};
use clauses::Writer;

type Said<T> = Result<T, String>;

/// A statement, as [`statements`] gives it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statement {
    /// The text, with a question mark for each parameter.
    pub text: String,
    /// Attribute values, in the order of the question marks.
    pub parameters: Vec<Value>,
    /// What is asked beside the statement: `ConsistentRead`, `Limit`.
    pub beside: Vec<(&'static str, Value)>,
    /// In which case it does something else than the call.
    pub unlike: Option<&'static str>,
}

impl Statement {
    /// The input of `ExecuteStatement`.
    pub fn input(&self) -> Value {
        let mut members = vec![("Statement", Value::from(self.text.as_str()))];
        if !self.parameters.is_empty() {
            members.push(("Parameters", Value::Array(self.parameters.clone())));
        }
        members.extend(self.beside.iter().cloned());
        object(&mut members)
    }
}

/// The statements that a call becomes, with the samples filled in.
///
/// # Errors
/// A sentence that says what of it `PartiQL` cannot say.
pub fn statements(call: &Call, design: &Design) -> Result<Vec<Statement>, String> {
    let Some(operation) = operation(&call.operation) else {
        return Err("There is no such operation on items.".to_owned());
    };
    let input = &call.input;
    let inner = |list: &str, kind: &str| -> Vec<Value> {
        let list = input.get(list).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|each| each.get(kind).cloned()).collect()
    };
    match operation.name {
        "ExecuteStatement" => Ok(vec![given(input)?]),
        "BatchExecuteStatement" | "ExecuteTransaction" => {
            let list = input.get("Statements").or_else(|| input.get("TransactStatements"));
            let list = list.and_then(Value::as_array);
            list.into_iter().flatten().map(given).collect()
        }
        "BatchGetItem" => batch_get(input, design),
        "BatchWriteItem" => batch_write(input, design),
        "TransactGetItems" => {
            inner("TransactItems", "Get").iter().map(|get| one("GetItem", get, design)).collect()
        }
        "TransactWriteItems" => transaction(input, design),
        name => Ok(vec![one(name, input, design)?]),
    }
}

/// All statements of a row as text.
pub(super) fn write(request: &Request, heading: &str, design: &Design) -> Said<String> {
    let mut out = format!("-- {}\n", comment(heading));
    let calls = request.sample_calls();
    if calls.is_empty() {
        return Err("This row has no calls yet, so there is no code for it.".to_owned());
    }
    for (place, call) in calls.iter().enumerate() {
        let statements = statements(call, design).map_err(|why| {
            if calls.len() > 1 { format!("Call {}: {why}", place + 1) } else { why }
        })?;
        if place > 0 {
            out.push('\n');
        }
        if let Some(together) = together(&call.operation) {
            out.push_str("-- ");
            out.push_str(together);
            out.push('\n');
        }
        for statement in statements {
            statement.print(&mut out);
        }
    }
    Ok(out)
}

/// How the statements of an operation are sent.
fn together(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "BatchGetItem" | "BatchWriteItem" | "BatchExecuteStatement" => {
            "Sent together with BatchExecuteStatement, up to 25 at a time."
        }
        "TransactGetItems" | "TransactWriteItems" | "ExecuteTransaction" => {
            "Sent together with ExecuteTransaction."
        }
        _ => return None,
    })
}

impl Statement {
    fn print(&self, out: &mut String) {
        if let Some(unlike) = self.unlike {
            out.push_str("-- ");
            out.push_str(unlike);
            out.push('\n');
        }
        out.push_str(&self.text);
        out.push_str(";\n");
        if !self.parameters.is_empty() {
            out.push_str("-- Parameters: ");
            out.push_str(&comment_json(&Value::Array(self.parameters.clone())));
            out.push('\n');
        }
        for (name, value) in &self.beside {
            out.push_str("-- ");
            out.push_str(name);
            out.push_str(": ");
            out.push_str(&value.to_string());
            out.push('\n');
        }
    }
}

/// JSON on one line, with what is not seen as escapes, so that it stays in its comment.
fn comment_json(value: &Value) -> String {
    let mut out = String::new();
    for letter in value.to_string().chars() {
        if super::words::is_hidden(letter) {
            super::words::escape_utf16(letter, &mut out);
        } else {
            out.push(letter);
        }
    }
    out
}

fn text<'v>(input: &'v Value, name: &str) -> Option<&'v str> {
    input.get(name)?.as_str()
}

fn members<'v>(input: &'v Value, name: &str) -> Option<&'v Map<String, Value>> {
    input.get(name)?.as_object()
}

/// A statement that the row has as one.
fn given(input: &Value) -> Said<Statement> {
    let Some(statement) = text(input, "Statement") else {
        return Err("It has no statement yet.".to_owned());
    };
    let parameters = input.get("Parameters").and_then(Value::as_array).cloned();
    Ok(Statement {
        text: statement.trim_end().trim_end_matches(';').to_owned(),
        parameters: parameters.unwrap_or_default(),
        beside: beside(input),
        unlike: None,
    })
}

fn beside(input: &Value) -> Vec<(&'static str, Value)> {
    let asked = ["ConsistentRead", "Limit"].map(|name| (name, input.get(name).cloned()));
    let asked = asked.into_iter().filter_map(|(name, value)| Some((name, value?)));
    asked.filter(|(_, value)| *value != Value::Bool(false)).collect()
}

fn batch_get(input: &Value, design: &Design) -> Said<Vec<Statement>> {
    let mut all = Vec::new();
    for (table, wanted) in members(input, "RequestItems").into_iter().flatten() {
        for key in wanted.get("Keys").and_then(Value::as_array).into_iter().flatten() {
            let mut get = wanted.as_object().cloned().unwrap_or_default();
            get.remove("Keys");
            get.insert("TableName".to_owned(), Value::from(table.as_str()));
            get.insert("Key".to_owned(), key.clone());
            all.push(one("GetItem", &Value::Object(get), design)?);
        }
    }
    Ok(all)
}

fn batch_write(input: &Value, design: &Design) -> Said<Vec<Statement>> {
    let mut all = Vec::new();
    for (table, writes) in members(input, "RequestItems").into_iter().flatten() {
        for write in writes.as_array().into_iter().flatten() {
            let (operation, inner) = match (write.get("PutRequest"), write.get("DeleteRequest")) {
                (Some(put), _) => ("PutItem", put),
                (None, Some(delete)) => ("DeleteItem", delete),
                (None, None) => continue,
            };
            let mut inner = inner.as_object().cloned().unwrap_or_default();
            inner.insert("TableName".to_owned(), Value::from(table.as_str()));
            all.push(one(operation, &Value::Object(inner), design)?);
        }
    }
    Ok(all)
}

fn transaction(input: &Value, design: &Design) -> Said<Vec<Statement>> {
    let mut all = Vec::new();
    for action in input.get("TransactItems").and_then(Value::as_array).into_iter().flatten() {
        for (kind, inner) in action.as_object().into_iter().flatten() {
            let operation = match kind.as_str() {
                "Put" => "PutItem",
                "Update" => "UpdateItem",
                "Delete" => "DeleteItem",
                _ => {
                    return Err("PartiQL has no ConditionCheck: its EXISTS also fails where there is no such item.".to_owned());
                }
            };
            all.push(one(operation, inner, design)?);
        }
    }
    Ok(all)
}

/// Parameters that no statement can say, and why; a parameter that says nothing is none.
fn refuse(input: &Value) -> Said<()> {
    for (name, why) in [
        ("Segment", "PartiQL cannot read a segment of a table."),
        ("ExclusiveStartKey", "PartiQL goes on from a NextToken, not from a key."),
        ("KeyConditions", "KeyConditions has no words in PartiQL; write it as an expression."),
        ("QueryFilter", "QueryFilter has no words in PartiQL; write it as an expression."),
        ("ScanFilter", "ScanFilter has no words in PartiQL; write it as an expression."),
        ("Expected", "Expected has no words in PartiQL; write it as an expression."),
        (
            "AttributeUpdates",
            "AttributeUpdates has no words in PartiQL; write it as an expression.",
        ),
        ("AttributesToGet", "AttributesToGet has no words in PartiQL; write it as an expression."),
    ] {
        if input.get(name).is_some_and(|value| !value.is_null()) {
            return Err(why.to_owned());
        }
    }
    if text(input, "Select") == Some("COUNT") {
        return Err("PartiQL cannot only count: a SELECT brings the items.".to_owned());
    }
    Ok(())
}

fn one(operation: &str, input: &Value, design: &Design) -> Said<Statement> {
    refuse(input)?;
    let Some(table) = text(input, "TableName") else {
        return Err("The call names no table.".to_owned());
    };
    let table = table.rsplit('/').next().unwrap_or(table);
    let mut writer = Writer { input, parameters: Vec::new() };
    let known = design.table(table);
    let (statement, unlike) = match operation {
        "GetItem" => (writer.get(table)?, None),
        "Query" | "Scan" => (writer.select(table, known)?, None),
        "PutItem" => (writer.insert(table, known)?, writer.unlike_put()),
        "UpdateItem" => (
            writer.update(table)?,
            Some("Unlike UpdateItem, UPDATE makes no item: it is refused where there is none."),
        ),
        "DeleteItem" => (writer.delete(table)?, None),
        other => return Err(format!("PartiQL has no statement for {other}.")),
    };
    let beside = if operation.ends_with("Item") && operation != "GetItem" {
        Vec::new()
    } else {
        beside(input)
    };
    Ok(Statement { text: statement, parameters: writer.parameters, beside, unlike })
}
