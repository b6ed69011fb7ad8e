//! The clauses of a statement: conditions, updates, keys and columns, each value a question mark.
//!
//! Owns how what an expression says is said in `PartiQL`. Which call becomes which statement is said above it.

use key_engine::expression::ast::{
    Condition, FunctionCall, Operand, Path, PathElement, Section, SetValue,
};
use key_engine::expression::parse;
use serde_json::Value;

use super::{Said, members, text};
use crate::design::TableDesign;

/// A statement that is being written.
pub(super) struct Writer<'v> {
    pub(super) input: &'v Value,
    /// Its parameters so far.
    pub(super) parameters: Vec<Value>,
}

impl Writer<'_> {
    pub(super) fn get(&mut self, table: &str) -> Said<String> {
        let columns = self.columns()?;
        let key = self.key()?;
        Ok(format!("SELECT {columns} FROM {} WHERE {key}", quoted(table)))
    }

    pub(super) fn select(&mut self, table: &str, known: Option<&TableDesign>) -> Said<String> {
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

    pub(super) fn insert(&mut self, table: &str, known: Option<&TableDesign>) -> Said<String> {
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
    pub(super) fn unlike_put(&self) -> Option<&'static str> {
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

    pub(super) fn update(&mut self, table: &str) -> Said<String> {
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
                    out.extend([" SET ", &path, " = ", &value]);
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
            out.extend([" SET ", &path, " = ", function, "(", &path, ", ", &value, ")"]);
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

    pub(super) fn delete(&mut self, table: &str) -> Said<String> {
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
            let signs = if wrapped { [" AND (", ")"] } else { [" AND ", ""] };
            out.extend([signs[0], &said, signs[1]]);
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
                PathElement::Index(index) => out.extend(["[", &index.to_string(), "]"]),
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
