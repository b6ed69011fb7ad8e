//! Reading a request's JSON: the types of its members, and the constraints on them that `DynamoDB` checks
//! first and reports all together.

use serde_json::{Map, Value};

use super::capacity::ReturnConsumedCapacity;
use super::error::ServiceError;
use super::faults;
use crate::value::{AttributeValue, Item, ValueError};

/// A request's members, and what is wrong with them so far.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    members: &'a Map<String, Value>,
    /// Where the members stand in the request, as messages say it: empty, or with a dot at its end.
    path: String,
    violations: Vec<String>,
}

/// A value given as one of a list of words.
pub(crate) struct Choice<'w, T> {
    /// The member's name in the request.
    pub(crate) parameter: &'static str,
    /// Its name in messages.
    pub(crate) member: &'static str,
    /// The words and what they stand for.
    pub(crate) words: &'w [(&'static str, T)],
    /// The words as messages list them, in an order of their own.
    pub(crate) listed: &'static str,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(input: &'a Value) -> Result<Self, ServiceError> {
        match input {
            Value::Object(members) => {
                Ok(Self { members, path: String::new(), violations: Vec::new() })
            }
            _ => Err(wrong_type(input, "structure or map")),
        }
    }

    /// These members stand within others of the request.
    pub(crate) fn within(&mut self, path: String) {
        self.path = path;
    }

    /// Notes what is wrong with members that stand within these.
    pub(crate) fn take_violations(&mut self, inner: &mut Fields<'_>) {
        self.violations.append(&mut inner.violations);
    }

    /// A member as it is; null counts as absent.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, ServiceError> {
        self.get(name)
            .map(|value| value.as_str().ok_or_else(|| wrong_type(value, "String")))
            .transpose()
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, ServiceError> {
        self.get(name)
            .map(|value| value.as_bool().ok_or_else(|| wrong_type(value, "Boolean")))
            .transpose()
    }

    /// A whole number. Any number will do, as for the service: a fraction is cut off, and one beyond the range
    /// is the last within it.
    pub(crate) fn integer(&self, name: &str) -> Result<Option<i64>, ServiceError> {
        let read =
            |value: &Value| value.as_i64().or_else(|| value.as_f64().map(|float| float as i64));
        self.get(name)
            .map(|value| read(value).ok_or_else(|| wrong_type(value, "Integer")))
            .transpose()
    }

    pub(crate) fn list(&self, name: &str) -> Result<Option<&'a [Value]>, ServiceError> {
        self.get(name).map(Self::list_of).transpose()
    }

    pub(crate) fn map(&self, name: &str) -> Result<Option<&'a Map<String, Value>>, ServiceError> {
        self.get(name)
            .map(|value| value.as_object().ok_or_else(|| wrong_type(value, "Map")))
            .transpose()
    }

    /// A list of texts.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<&'a str>>, ServiceError> {
        let Some(list) = self.list(name)? else { return Ok(None) };
        let text = |value: &'a Value| value.as_str().ok_or_else(|| wrong_type(value, "String"));
        Ok(Some(list.iter().map(text).collect::<Result<_, _>>()?))
    }

    /// An item or key. JSON of the wrong shape is an error at once; a value that may not be is left for
    /// [`Fields::finish`]'s caller, since other faults are reported first.
    pub(crate) fn item(
        &self,
        name: &str,
    ) -> Result<Option<Result<Item, ValueError>>, ServiceError> {
        self.get(name).map(Self::item_of).transpose()
    }

    /// A list that is a member of a map.
    pub(crate) fn list_of(value: &Value) -> Result<&[Value], ServiceError> {
        value.as_array().map(Vec::as_slice).ok_or_else(|| wrong_type(value, "List"))
    }

    /// A text that is a member of a list.
    pub(crate) fn text_of(value: &Value) -> Result<&str, ServiceError> {
        value.as_str().ok_or_else(|| wrong_type(value, "String"))
    }

    /// A value that is a member of a list or a structure.
    pub(crate) fn value_of(json: &Value) -> Result<AttributeValue, ServiceError> {
        AttributeValue::from_json(json).map_err(|error| of_value(&error))
    }

    /// An item or key that is a member of a list.
    pub(crate) fn item_of(json: &Value) -> Result<Result<Item, ValueError>, ServiceError> {
        match Item::from_json(json) {
            Err(error) if error.is_serialization() => {
                Err(ServiceError::Serialization(error.to_string()))
            }
            other => Ok(other),
        }
    }

    /// An item or key that must be there: a violation where it is not. `member` is its name in messages.
    pub(crate) fn required_item(
        &mut self,
        parameter: &str,
        member: &str,
    ) -> Result<Result<Item, ValueError>, ServiceError> {
        let item = self.item(parameter)?;
        if item.is_none() {
            self.missing(member);
        }
        Ok(item.unwrap_or_else(|| Ok(Item::new())))
    }

    /// Notes that a constraint is violated.
    pub(crate) fn violated(&mut self, member: &str, constraint: &str) {
        self.note("", member, constraint);
    }

    /// Notes that a constraint is violated by a value that the message shows.
    pub(crate) fn violated_by(&mut self, value: &str, member: &str, constraint: &str) {
        self.note(&format!("'{value}' "), member, constraint);
    }

    /// Notes that a member that must be there is not.
    pub(crate) fn missing(&mut self, member: &str) {
        self.note("null ", member, "Member must not be null");
    }

    pub(crate) fn note(&mut self, value: &str, member: &str, constraint: &str) {
        let path = &self.path;
        self.violations.push(format!(
            "Value {value}at '{path}{member}' failed to satisfy constraint: {constraint}"
        ));
    }

    /// The constraint on how many characters a text has.
    pub(crate) fn check_length(
        &mut self,
        text: &str,
        member: &str,
        shortest: usize,
        longest: usize,
    ) {
        let length = text.chars().count();
        if length > longest {
            let constraint = format!("Member must have length less than or equal to {longest}");
            self.violated_by(text, member, &constraint);
        }
        if length < shortest {
            let constraint = format!("Member must have length greater than or equal to {shortest}");
            self.violated_by(text, member, &constraint);
        }
    }

    /// Notes that a member that must hold something is empty.
    pub(crate) fn too_short(&mut self, member: &str) {
        self.violated(member, "Member must have length greater than or equal to 1");
    }

    /// One of a list of words; a violation when it is another.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        choice: &Choice<'_, T>,
    ) -> Result<Option<T>, ServiceError> {
        let text = self.text(choice.parameter)?;
        Ok(self.one_of(text, choice.words, choice.member, choice.listed))
    }

    /// The meaning of one of a list of words; a violation when it is another.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        text: Option<&str>,
        words: &[(&str, T)],
        member: &str,
        listed: &str,
    ) -> Option<T> {
        let text = text?;
        let chosen = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        if chosen.is_none() {
            let constraint = format!("Member must satisfy enum value set: [{listed}]");
            self.violated_by(text, member, &constraint);
        }
        chosen
    }

    /// `TableName` of an operation on items: a name, or the ARN of a table.
    pub(crate) fn table_name(&mut self) -> Result<String, ServiceError> {
        self.table_name_from(1)
    }

    /// `TableName` of an operation on a table: it has as many characters as when the table was made.
    pub(crate) fn name_of_table(&mut self) -> Result<String, ServiceError> {
        self.table_name_from(3)
    }

    fn table_name_from(&mut self, shortest: usize) -> Result<String, ServiceError> {
        let Some(given) = self.text("TableName")? else {
            if self.path.is_empty() {
                return Err(faults::required("TableName"));
            }
            self.missing("tableName");
            return Ok(String::new());
        };
        let name = table_of(given);
        if name.is_empty() && self.path.is_empty() && shortest == 1 {
            self.too_short("TableName");
        } else {
            self.check_name(name, "tableName", shortest);
        }
        Ok(name.to_owned())
    }

    /// `IndexName`.
    pub(crate) fn index_name(&mut self) -> Result<Option<String>, ServiceError> {
        let Some(name) = self.text("IndexName")? else { return Ok(None) };
        self.check_name(name, "indexName", 3);
        Ok(Some(name.to_owned()))
    }

    /// The constraints on names of tables and indexes. Source: AWS, "Naming rules and data types".
    pub(crate) fn check_name(&mut self, name: &str, member: &str, shortest: usize) {
        if !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
        {
            let constraint = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
            self.violated_by(name, member, constraint);
        }
        self.check_length(name, member, shortest, 255);
    }

    /// A text that must be there, so long.
    pub(crate) fn needed(
        &mut self,
        parameter: &str,
        member: &str,
        (shortest, longest): (usize, usize),
    ) -> Result<&'a str, ServiceError> {
        let text = self.text(parameter)?;
        match text {
            None => self.missing(member),
            Some(text) => self.check_length(text, member, shortest, longest),
        }
        Ok(text.unwrap_or_default())
    }

    /// `Limit` of an answer that lists at most so many things.
    pub(crate) fn limit(&mut self, most: usize) -> Result<usize, ServiceError> {
        let Some(limit) = self.integer("Limit")? else { return Ok(most) };
        let count = usize::try_from(limit).unwrap_or(0);
        if count < 1 {
            let constraint = "Member must have value greater than or equal to 1";
            self.violated_by(&limit.to_string(), "limit", constraint);
        }
        if count > most {
            let constraint = format!("Member must have value less than or equal to {most}");
            self.violated_by(&limit.to_string(), "limit", &constraint);
        }
        Ok(count)
    }

    /// `ReturnConsumedCapacity`.
    pub(crate) fn return_consumed_capacity(
        &mut self,
    ) -> Result<ReturnConsumedCapacity, ServiceError> {
        let chosen = self.choice(&Choice {
            parameter: "ReturnConsumedCapacity",
            member: "returnConsumedCapacity",
            words: &[
                ("NONE", ReturnConsumedCapacity::None),
                ("TOTAL", ReturnConsumedCapacity::Total),
                ("INDEXES", ReturnConsumedCapacity::Indexes),
            ],
            listed: "INDEXES, TOTAL, NONE",
        })?;
        Ok(chosen.unwrap_or_default())
    }

    /// `ReturnItemCollectionMetrics`.
    pub(crate) fn item_collection_metrics(&mut self) -> Result<bool, ServiceError> {
        let chosen = self.choice(&Choice {
            parameter: "ReturnItemCollectionMetrics",
            member: "returnItemCollectionMetrics",
            words: &[("SIZE", true), ("NONE", false)],
            listed: "SIZE, NONE",
        })?;
        Ok(chosen.unwrap_or_default())
    }

    /// `ReturnValuesOnConditionCheckFailure`.
    pub(crate) fn item_on_failed_condition(&mut self) -> Result<bool, ServiceError> {
        let chosen = self.choice(&Choice {
            parameter: "ReturnValuesOnConditionCheckFailure",
            member: "returnValuesOnConditionCheckFailure",
            words: &[("ALL_OLD", true), ("NONE", false)],
            listed: "ALL_OLD, NONE",
        })?;
        Ok(chosen.unwrap_or_default())
    }

    /// Which of these parameters the request has, in the order given.
    pub(crate) fn present(&self, parameters: &[&'static str]) -> Vec<&'static str> {
        parameters.iter().copied().filter(|name| self.get(name).is_some()).collect()
    }

    /// Reports all violations noted.
    pub(crate) fn finish(&self) -> Result<(), ServiceError> {
        let count = self.violations.len();
        if count == 0 {
            return Ok(());
        }
        let plural = if count == 1 { "" } else { "s" };
        let list = self.violations.join("; ");
        Err(ServiceError::validation(format!("{count} validation error{plural} detected: {list}")))
    }
}

/// What is said of a value that may not be.
pub(crate) fn of_value(error: &ValueError) -> ServiceError {
    if error.is_serialization() {
        ServiceError::Serialization(error.to_string())
    } else {
        ServiceError::validation(error.to_string())
    }
}

/// The name of a table given by its name or its ARN.
pub(crate) fn table_of(given: &str) -> &str {
    match given.strip_prefix("arn:") {
        Some(arn) => arn.split_once(":table/").map_or(given, |(_, name)| name),
        None => given,
    }
}

/// A member's JSON is of another type than the one wanted, in the words of the service's JSON reader.
fn wrong_type(value: &Value, wanted: &str) -> ServiceError {
    let is_scalar = matches!(wanted, "Boolean" | "Integer" | "String");
    let found = match value {
        Value::Object(_) => "Start of structure or map found where not expected",
        Value::Array(_) if is_scalar => "Unrecognized collection type class java.lang.",
        Value::Array(_) => "Start of list found where not expected",
        Value::Null => "Unexpected value type in payload",
        _ if !is_scalar => "Unexpected field type",
        Value::String(_) if wanted == "Boolean" => "Unexpected token received from parser",
        Value::String(_) => "STRING_VALUE cannot be converted to ",
        Value::Bool(true) => "TRUE_VALUE cannot be converted to ",
        Value::Bool(false) => "FALSE_VALUE cannot be converted to ",
        Value::Number(number) if number.is_f64() => "DECIMAL_VALUE cannot be converted to ",
        Value::Number(_) => "NUMBER_VALUE cannot be converted to ",
    };
    let names_type = found.ends_with(['.', ' ']);
    ServiceError::Serialization(format!("{found}{}", if names_type { wanted } else { "" }))
}
