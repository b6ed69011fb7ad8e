//! `PartiQL`: a statement for each call that has one, its values as parameters.
//!
//! Owns which calls can be said in `PartiQL`, and how. Where a statement means something else than the call in a case, a comment
//! says so; where it means something else altogether there is none, and a sentence says why. Source: the `DynamoDB` developer
//! guide, "`PartiQL` - a SQL-compatible query language for Amazon `DynamoDB`".

use key_engine::expression::ast::{
    Condition, FunctionCall, Operand, Path, PathElement, Section, SetValue,
};
use key_engine::expression::parse;
use key_engine::value::object;
use serde_json::{Map, Value};

use super::words::comment;
use crate::design::parameters::operation;
use crate::design::{Call, Design, Request, TableDesign};

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
        "PutItem" => (writer.insert(table, known)?, writer.unlike_put(known)),
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

struct Writer<'v> {
    input: &'v Value,
    parameters: Vec<Value>,
}

impl Writer<'_> {
    fn get(&mut self, table: &str) -> Said<String> {
        let columns = self.columns()?;
        let key = self.key()?;
        Ok(format!("SELECT {columns} FROM {} WHERE {key}", quoted(table)))
    }

    fn select(&mut self, table: &str, known: Option<&TableDesign>) -> Said<String> {
        let columns = self.columns()?;
        let mut out = format!("SELECT {columns} FROM {}", quoted(table));
        if let Some(index) = text(self.input, "IndexName") {
            out.push('.');
            out.push_str(&quoted(index));
        }
        let mut conditions = Vec::new();
        for name in ["KeyConditionExpression", "FilterExpression"] {
            if let Some(expression) = text(self.input, name) {
                let condition = read(expression, name)?;
                let joined = conditions.len();
                conditions.push(self.condition(&condition)?);
                if matches!(condition, Condition::Or(_))
                    && let Some(condition) = conditions.get_mut(joined)
                {
                    *condition = format!("({condition})");
                }
            }
        }
        if !conditions.is_empty() {
            out.push_str(" WHERE ");
            out.push_str(&conditions.join(" AND "));
        }
        if self.input.get("ScanIndexForward") == Some(&Value::Bool(false)) {
            let sort = known.and_then(|table| sort_key(table, text(self.input, "IndexName")));
            let Some(sort) = sort else {
                return Err(
                    "PartiQL orders by the sort key, and this door has none that is known."
                        .to_owned(),
                );
            };
            out.push_str(" ORDER BY ");
            out.push_str(&quoted(sort));
            out.push_str(" DESC");
        }
        Ok(out)
    }

    fn insert(&mut self, table: &str, known: Option<&TableDesign>) -> Said<String> {
        let Some(item) = members(self.input, "Item") else {
            return Err("The call has no item.".to_owned());
        };
        if let Some(expression) = text(self.input, "ConditionExpression") {
            let condition = read(expression, "ConditionExpression")?;
            if !self.is_absence(&condition, known) {
                return Err("An INSERT has no condition but that the item is new.".to_owned());
            }
        }
        if !matches!(text(self.input, "ReturnValues"), None | Some("NONE")) {
            return Err("An INSERT returns nothing of what was there.".to_owned());
        }
        let mut pairs = Vec::with_capacity(item.len());
        for (name, value) in item {
            self.parameters.push(value.clone());
            pairs.push(format!("'{}': ?", name.replace('\'', "''")));
        }
        Ok(format!("INSERT INTO {} VALUE {{{}}}", quoted(table), pairs.join(", ")))
    }

    /// What an INSERT does otherwise than the call, unless the call itself asks for an item that is new.
    fn unlike_put(&self, _: Option<&TableDesign>) -> Option<&'static str> {
        let conditioned = self.input.get("ConditionExpression").is_some();
        (!conditioned).then_some(
            "Unlike PutItem, INSERT replaces nothing: it is refused where there is such an item.",
        )
    }

    /// Whether a condition says that there is no such item: that it lacks an attribute of its key.
    fn is_absence(&self, condition: &Condition, known: Option<&TableDesign>) -> bool {
        let Condition::Function(call) = condition else { return false };
        let [Operand::Path(path)] = call.arguments.as_slice() else { return false };
        let [PathElement::Attribute { name, .. }] = path.elements.as_slice() else { return false };
        let Ok(name) = self.meaning(name) else { return false };
        let keys = known.map(|table| [table.partition_key(), table.sort_key()]);
        call.name == "attribute_not_exists"
            && keys.is_some_and(|keys| keys.into_iter().flatten().any(|key| key == name))
    }

    fn update(&mut self, table: &str) -> Said<String> {
        let Some(expression) = text(self.input, "UpdateExpression") else {
            return Err(
                "An UPDATE changes something, and the call has no UpdateExpression.".to_owned()
            );
        };
        let update = parse::update(expression)
            .map_err(|_| "The UpdateExpression cannot be read.".to_owned())?;
        let mut out = format!("UPDATE {}", quoted(table));
        for section in &update.sections {
            self.section(section, &mut out)?;
        }
        self.conditioned(&mut out)?;
        Ok(out)
    }

    fn section(&mut self, section: &Section, out: &mut String) -> Said<()> {
        let (changes, function) = match section {
            Section::Remove(paths) => {
                for path in paths {
                    out.push_str(" REMOVE ");
                    out.push_str(&self.path(path)?);
                }
                return Ok(());
            }
            Section::Set(changes) => {
                for (path, value) in changes {
                    let path = self.path(path)?;
                    let value = self.set_value(value)?;
                    out.push_str(&format!(" SET {path} = {value}"));
                }
                return Ok(());
            }
            Section::Add(changes) => (changes, "set_add"),
            Section::Delete(changes) => (changes, "set_delete"),
        };
        for (path, value) in changes {
            let path = self.path(path)?;
            let given = members(self.input, "ExpressionAttributeValues");
            let given = given.and_then(|values| values.get(&value.name));
            if given.is_some_and(|value| value.get("N").is_some()) {
                return Err("PartiQL has no ADD for a number that may not be there yet; `SET` with a sum needs it there.".to_owned());
            }
            let value = self.value(&value.name)?;
            out.push_str(&format!(" SET {path} = {function}({path}, {value})"));
        }
        Ok(())
    }

    fn set_value(&mut self, value: &SetValue) -> Said<String> {
        let (left, sign, right) = match value {
            SetValue::Operand(only) => return self.operand(only),
            SetValue::Plus(left, right) => (left, "+", right),
            SetValue::Minus(left, right) => (left, "-", right),
        };
        Ok(format!("{} {sign} {}", self.operand(left)?, self.operand(right)?))
    }

    fn delete(&mut self, table: &str) -> Said<String> {
        let mut out = format!("DELETE FROM {}", quoted(table));
        self.conditioned(&mut out)?;
        Ok(out)
    }

    /// Which item, what must hold of it, and what comes back.
    fn conditioned(&mut self, out: &mut String) -> Said<()> {
        out.push_str(" WHERE ");
        out.push_str(&self.key()?);
        if let Some(expression) = text(self.input, "ConditionExpression") {
            let condition = read(expression, "ConditionExpression")?;
            let said = self.condition(&condition)?;
            let wrapped = matches!(condition, Condition::Or(_));
            out.push_str(&if wrapped { format!(" AND ({said})") } else { format!(" AND {said}") });
        }
        out.push_str(match text(self.input, "ReturnValues") {
            Some("ALL_OLD") => " RETURNING ALL OLD *",
            Some("ALL_NEW") => " RETURNING ALL NEW *",
            Some("UPDATED_OLD") => " RETURNING MODIFIED OLD *",
            Some("UPDATED_NEW") => " RETURNING MODIFIED NEW *",
            _ => "",
        });
        Ok(())
    }

    fn key(&mut self) -> Said<String> {
        let Some(key) = members(self.input, "Key").filter(|key| !key.is_empty()) else {
            return Err("The call names no key.".to_owned());
        };
        let mut parts = Vec::with_capacity(key.len());
        for (name, value) in key {
            self.parameters.push(value.clone());
            parts.push(format!("{} = ?", quoted(name)));
        }
        Ok(parts.join(" AND "))
    }

    fn columns(&mut self) -> Said<String> {
        let Some(expression) = text(self.input, "ProjectionExpression") else {
            return Ok("*".to_owned());
        };
        let projection = parse::projection(expression)
            .map_err(|_| "The ProjectionExpression cannot be read.".to_owned())?;
        let mut columns = Vec::with_capacity(projection.paths.len());
        for path in &projection.paths {
            if path.elements.len() > 1 {
                return Err("PartiQL brings what lies within an attribute under a name of its own, not where it lies.".to_owned());
            }
            columns.push(self.path(path)?);
        }
        Ok(columns.join(", "))
    }

    fn condition(&mut self, condition: &Condition) -> Said<String> {
        Ok(match condition {
            Condition::And(all) => self.joined(all, " AND ")?,
            Condition::Or(any) => self.joined(any, " OR ")?,
            Condition::Not(inner) => format!("NOT ({})", self.condition(inner)?),
            Condition::Comparison { left, comparator, right } => {
                let left = self.operand(left)?;
                format!("{left} {} {}", comparator.symbol(), self.operand(right)?)
            }
            Condition::Between { operand, lower, upper } => {
                let (operand, lower) = (self.operand(operand)?, self.operand(lower)?);
                format!("{operand} BETWEEN {lower} AND {}", self.operand(upper)?)
            }
            Condition::In { operand, candidates } => {
                let operand = self.operand(operand)?;
                format!("{operand} IN [{}]", self.operands(candidates)?)
            }
            Condition::Function(call) => self.function(call)?,
        })
    }

    fn joined(&mut self, conditions: &[Condition], word: &str) -> Said<String> {
        let mut all = Vec::with_capacity(conditions.len());
        for condition in conditions {
            let said = self.condition(condition)?;
            let is_joined = matches!(condition, Condition::And(_) | Condition::Or(_));
            all.push(if is_joined { format!("({said})") } else { said });
        }
        Ok(all.join(word))
    }

    fn function(&mut self, call: &FunctionCall) -> Said<String> {
        let arguments = self.operands(&call.arguments)?;
        Ok(match call.name.as_str() {
            "attribute_exists" => format!("{arguments} IS NOT MISSING"),
            "attribute_not_exists" => format!("{arguments} IS MISSING"),
            "attribute_type" | "begins_with" | "contains" | "size" | "list_append" => {
                format!("{}({arguments})", call.name)
            }
            other => return Err(format!("PartiQL has no {other}.")),
        })
    }

    fn operands(&mut self, operands: &[Operand]) -> Said<String> {
        let all: Said<Vec<String>> = operands.iter().map(|operand| self.operand(operand)).collect();
        Ok(all?.join(", "))
    }

    fn operand(&mut self, operand: &Operand) -> Said<String> {
        match operand {
            Operand::Path(path) => self.path(path),
            Operand::Value(value) => self.value(&value.name),
            Operand::Function(call) => self.function(call),
        }
    }

    fn value(&mut self, placeholder: &str) -> Said<String> {
        let values = members(self.input, "ExpressionAttributeValues");
        let Some(value) = values.and_then(|values| values.get(placeholder)) else {
            return Err(format!("{placeholder} has no value."));
        };
        self.parameters.push(value.clone());
        Ok("?".to_owned())
    }

    fn path(&self, path: &Path) -> Said<String> {
        let mut out = String::new();
        for element in &path.elements {
            match element {
                PathElement::Attribute { name, .. } => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(&quoted(&self.meaning(name)?));
                }
                PathElement::Index(index) => out.push_str(&format!("[{index}]")),
            }
        }
        Ok(out)
    }

    /// The attribute that a name in an expression stands for.
    fn meaning(&self, name: &str) -> Said<String> {
        if !name.starts_with('#') {
            return Ok(name.to_owned());
        }
        let names = members(self.input, "ExpressionAttributeNames");
        match names.and_then(|names| names.get(name)).and_then(Value::as_str) {
            Some(name) => Ok(name.to_owned()),
            None => Err(format!("{name} stands for no attribute.")),
        }
    }
}

fn read(expression: &str, name: &str) -> Said<Condition> {
    parse::condition(expression).map_err(|_| format!("The {name} cannot be read."))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The first attribute of a door's sort key.
fn sort_key<'t>(table: &'t TableDesign, index: Option<&str>) -> Option<&'t str> {
    let Some(index) = index else { return table.sort_key() };
    let indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"];
    let mut all = indexes.iter().filter_map(|list| table.create.get(*list)?.as_array()).flatten();
    let found = all.find(|each| text(each, "IndexName") == Some(index))?;
    let schema = found.get("KeySchema")?.as_array()?;
    let sort = schema.iter().find(|each| text(each, "KeyType") == Some("RANGE"))?;
    text(sort, "AttributeName")
}
