//! A call, read as the form.

use key_engine::expression::{
    ast::{Comparator, Condition, FunctionCall, Operand, Path},
    parse,
};
use key_engine::order::{SortedSet, gathered};
use serde_json::{Map, Value};

use super::{
    CallForm, DoorKeys, Filter, FormOperation, KeyAttribute, SortCondition, SortTest, TableKeys,
    Why,
    placeholders::{Slot, meaning, typed_path},
    rows::{conjuncts, rows_of},
    value_kind::key_text,
};
use crate::design::Call;

/// Parameters that expressions replaced.
const LEGACY: [&str; 6] = [
    "AttributesToGet",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
    "ConditionalOperator",
    "Expected",
];

impl CallForm {
    /// The table a call is to, so that its keys can be looked up. An ARN counts by the name in it.
    pub fn table_of(call: &Call) -> Option<&str> {
        let name = call.input.get("TableName")?.as_str()?;
        Some(name.rsplit_once(":table/").map_or(name, |(_, name)| name))
    }

    /// The fields that make a call.
    ///
    /// # Errors
    /// Why fields cannot show it. The call is as good as before; only the form cannot be used for it.
    pub fn from_call(call: &Call, keys: &TableKeys) -> Result<Self, Why> {
        let Some(operation) = FormOperation::named(&call.operation) else {
            return Err(Why::Operation { name: call.operation.clone() });
        };
        let mut input = call.input.as_object().cloned().ok_or(Why::NotAnObject)?;
        if let Some(parameter) = LEGACY.iter().find(|name| input.contains_key(**name)) {
            return Err(Why::Legacy { parameter: (*parameter).to_owned() });
        }
        if Self::table_of(call) != Some(keys.table.as_str()) {
            return Err(Why::OtherTable { table: Self::table_of(call).map(str::to_owned) });
        }
        let mut form = Self::new(operation, keys);
        form.table = text(&mut input, "TableName")?.unwrap_or_default();
        if operation != FormOperation::GetItem {
            form.index = text(&mut input, "IndexName")?;
        }
        let Some(door) = keys.door(form.index.as_deref()) else {
            return Err(Why::UnknownIndex { index: form.index.unwrap_or_default() });
        };
        form.partition_values = vec![String::new(); door.partition.len()];
        form.sort_prefix = vec![String::new(); door.sort.len().saturating_sub(1)];
        let mut reader = Reader {
            names: members(&mut input, "ExpressionAttributeNames")?,
            values: members(&mut input, "ExpressionAttributeValues")?,
            used: Vec::new(),
            form,
        };
        if operation == FormOperation::GetItem {
            reader.key(members(&mut input, "Key")?, door)?;
        } else {
            reader.many(&mut input, door, keys)?;
        }
        reader.form.consistent = truth(&mut input, "ConsistentRead")?.unwrap_or(false);
        if let Some(expression) = text(&mut input, "ProjectionExpression")? {
            reader.projection(&expression)?;
        }
        Ok(reader.finish(input))
    }
}

fn text(input: &mut Map<String, Value>, parameter: &str) -> Result<Option<String>, Why> {
    match input.remove(parameter) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Why::Parameter { parameter: parameter.to_owned() }),
    }
}

fn truth(input: &mut Map<String, Value>, parameter: &str) -> Result<Option<bool>, Why> {
    match input.remove(parameter) {
        None => Ok(None),
        Some(Value::Bool(truth)) => Ok(Some(truth)),
        Some(_) => Err(Why::Parameter { parameter: parameter.to_owned() }),
    }
}

fn members(input: &mut Map<String, Value>, parameter: &str) -> Result<Map<String, Value>, Why> {
    match input.remove(parameter) {
        None => Ok(Map::new()),
        Some(Value::Object(members)) => Ok(members),
        Some(_) => Err(Why::Parameter { parameter: parameter.to_owned() }),
    }
}

fn beyond<T>(problem: &str) -> Result<T, Why> {
    Err(Why::KeyCondition { problem: problem.to_owned() })
}

struct Reader {
    names: Map<String, Value>,
    values: Map<String, Value>,
    /// The placeholders that fields have taken up.
    used: Vec<String>,
    form: CallForm,
}

/// One condition on a key attribute.
struct KeyTest {
    attribute: String,
    test: SortTest,
    value: String,
    upper: Option<String>,
}

impl Reader {
    /// The attribute a name in an expression stands for.
    fn name(&mut self, written: &str) -> Result<String, Why> {
        if !written.starts_with('#') {
            return Ok(written.to_owned());
        }
        let meaning = meaning(written, &self.names)?;
        self.used.push(written.to_owned());
        self.form.remembered.names.insert(meaning.clone(), written.to_owned());
        Ok(meaning)
    }

    fn key(&mut self, mut key: Map<String, Value>, door: &DoorKeys) -> Result<(), Why> {
        for (attribute, field) in door.partition.iter().zip(&mut self.form.partition_values) {
            if let Some(value) = key.remove(&attribute.name) {
                *field = given_text(attribute, &value)?;
            }
        }
        if let Some(attribute) = door.sort.first() {
            self.form.sort.test = SortTest::Equal;
            if let Some(value) = key.remove(&attribute.name) {
                self.form.sort.value = given_text(attribute, &value)?;
            }
        }
        match key.into_iter().next() {
            Some((attribute, _)) => Err(Why::KeyValue { attribute }),
            None => Ok(()),
        }
    }

    fn many(
        &mut self,
        input: &mut Map<String, Value>,
        door: &DoorKeys,
        keys: &TableKeys,
    ) -> Result<(), Why> {
        if self.form.operation == FormOperation::Query {
            if let Some(expression) = text(input, "KeyConditionExpression")? {
                self.key_condition(&expression, door)?;
            }
            self.form.backward = !truth(input, "ScanIndexForward")?.unwrap_or(true);
        }
        if let Some(expression) = text(input, "FilterExpression")? {
            self.filter(expression, keys);
        }
        self.form.limit = match input.remove("Limit") {
            None => String::new(),
            // A number with a fraction is cut, as DynamoDB does.
            Some(Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => whole.to_string(),
                (None, Some(float)) => (float as i64).to_string(),
                (None, None) => return Err(Why::Parameter { parameter: "Limit".to_owned() }),
            },
            Some(_) => return Err(Why::Parameter { parameter: "Limit".to_owned() }),
        };
        if input.get("Select").and_then(Value::as_str) == Some("COUNT") {
            input.remove("Select");
            self.form.count_only = true;
        }
        self.form.exclusive_start_key = input.remove("ExclusiveStartKey");
        Ok(())
    }

    fn key_condition(&mut self, expression: &str, door: &DoorKeys) -> Result<(), Why> {
        let condition = parse::condition(expression).map_err(|error| Why::Expression {
            parameter: "KeyConditionExpression",
            message: error.message(),
        })?;
        let mut tests = Vec::new();
        for condition in conjuncts(&condition) {
            let test = self.key_test(condition)?;
            if tests.iter().any(|known: &KeyTest| known.attribute == test.attribute) {
                return beyond("names a key attribute twice");
            }
            tests.push(test);
        }
        let known = |test: &KeyTest| {
            door.partition
                .iter()
                .chain(&door.sort)
                .any(|attribute| attribute.name == test.attribute)
        };
        if let Some(other) = tests.iter().find(|test| !known(test)) {
            return beyond(&format!("names `{}`, which is no key of this door", other.attribute));
        }
        for (place, attribute) in door.partition.iter().enumerate() {
            if let Some(test) = tests.iter().find(|test| test.attribute == attribute.name) {
                if test.test != SortTest::Equal {
                    return beyond("does more with the partition key than ask for one value");
                }
                let given = self.key_value(attribute, &test.value, Slot::Partition(place))?;
                if given.is_empty() {
                    return Err(Why::KeyValue { attribute: attribute.name.clone() });
                }
                if let Some(field) = self.form.partition_values.get_mut(place) {
                    *field = given;
                }
            }
        }
        self.sort_tests(&tests, door)
    }

    /// Sort-key attributes are given from the left; all but the last by equality.
    fn sort_tests(&mut self, tests: &[KeyTest], door: &DoorKeys) -> Result<(), Why> {
        let test_of =
            |attribute: &KeyAttribute| tests.iter().find(|test| test.attribute == attribute.name);
        let given = door.sort.iter().take_while(|attribute| test_of(attribute).is_some()).count();
        if door.sort.iter().skip(given).any(|attribute| test_of(attribute).is_some()) {
            return beyond("leaves a gap in the sort key");
        }
        for (place, attribute) in door.sort.iter().enumerate().take(given) {
            let Some(test) = test_of(attribute) else { continue };
            let value = self.key_value(attribute, &test.value, Slot::Sort(place, false))?;
            if place + 1 == given {
                let upper = test
                    .upper
                    .as_deref()
                    .map(|upper| self.key_value(attribute, upper, Slot::Sort(place, true)));
                let upper = upper.transpose()?.unwrap_or_default();
                self.form.sort = SortCondition { test: test.test, value, upper };
            } else if test.test != SortTest::Equal || value.is_empty() {
                return beyond("has more than equality on a sort-key attribute before the last");
            } else if let Some(field) = self.form.sort_prefix.get_mut(place) {
                *field = value;
            }
        }
        Ok(())
    }

    fn key_test(&mut self, condition: &Condition) -> Result<KeyTest, Why> {
        let (path, test, value, upper) = match condition {
            Condition::Comparison {
                left: Operand::Path(path),
                comparator,
                right: Operand::Value(value),
            } => (path, sort_test(*comparator)?, value, None),
            Condition::Comparison {
                left: Operand::Value(value),
                comparator,
                right: Operand::Path(path),
            } => (path, sort_test(comparator.mirrored())?, value, None),
            Condition::Between {
                operand: Operand::Path(path),
                lower: Operand::Value(lower),
                upper: Operand::Value(upper),
            } => (path, SortTest::Between, lower, Some(upper.name.clone())),
            Condition::Function(FunctionCall { name, arguments, .. }) if name == "begins_with" => {
                match arguments.as_slice() {
                    [Operand::Path(path), Operand::Value(value)] => {
                        (path, SortTest::BeginsWith, value, None)
                    }
                    _ => return beyond("uses begins_with in a way the form has no field for"),
                }
            }
            _ => return beyond("is more than a value for each key attribute"),
        };
        let attribute = self.path(path)?;
        Ok(KeyTest { attribute, test, value: value.name.clone(), upper })
    }

    fn path(&mut self, path: &Path) -> Result<String, Why> {
        let mut names = Vec::new();
        let typed = typed_path(&path.elements, |written| {
            let meaning = meaning(written, &self.names)?;
            names.push(written.to_owned());
            Ok(meaning)
        })?;
        for written in names {
            self.name(&written)?;
        }
        Ok(typed)
    }

    fn key_value(
        &mut self,
        attribute: &KeyAttribute,
        placeholder: &str,
        slot: Slot,
    ) -> Result<String, Why> {
        let undefined = || Why::Undefined { placeholder: placeholder.to_owned() };
        let value = self.values.get(placeholder).ok_or_else(undefined)?;
        let given = key_text(attribute.key_type, value)
            .ok_or_else(|| Why::KeyValue { attribute: attribute.name.clone() })?;
        self.used.push(placeholder.to_owned());
        self.form.remembered.values.insert(slot, placeholder.to_owned());
        Ok(given)
    }

    /// As rows where rows can show it, else as it is.
    fn filter(&mut self, text: String, keys: &TableKeys) {
        let condition = parse::condition(&text).ok();
        let rows = condition.as_ref().and_then(|it| rows_of(it, &self.names, &self.values, keys));
        if let Some(rows) = rows {
            for (place, found) in rows.iter().enumerate() {
                for name in &found.names {
                    // `rows_of` has looked it up already
                    let _ = self.name(name);
                }
                for (placeholder, upper) in found.values.iter().zip([false, true]) {
                    self.used.push(placeholder.clone());
                    self.form
                        .remembered
                        .values
                        .insert(Slot::Filter(place, upper), placeholder.clone());
                }
            }
            self.form.filter = Filter::Rows(rows.into_iter().map(|found| found.row).collect());
            return;
        }
        let mentioned = placeholders_in(&text);
        let mut pick = |from: &Map<String, Value>| {
            let picked = from.iter().filter(|(name, _)| mentioned.contains(&name.as_str()));
            let picked: Map<_, _> =
                gathered(picked.map(|(name, value)| (name.clone(), value.clone())));
            self.used.extend(picked.keys().cloned());
            picked
        };
        let (names, values) = (pick(&self.names), pick(&self.values));
        self.form.filter = Filter::Expression { text, names, values };
    }

    fn projection(&mut self, expression: &str) -> Result<(), Why> {
        let projection = parse::projection(expression).map_err(|error| Why::Expression {
            parameter: "ProjectionExpression",
            message: error.message(),
        })?;
        let paths: Result<Vec<_>, _> =
            projection.paths.iter().map(|path| self.path(path)).collect();
        self.form.projection = paths?.join(", ");
        Ok(())
    }

    fn finish(mut self, rest: Map<String, Value>) -> CallForm {
        let used: SortedSet<String> = self.used.into_iter().collect();
        let spare = |all: Map<String, Value>, used: &SortedSet<String>| {
            gathered(all.into_iter().filter(|(name, _)| !used.contains(name)))
        };
        self.form.remembered.spare_names = spare(self.names, &used);
        self.form.remembered.spare_values = spare(self.values, &used);
        self.form.carried = rest;
        self.form
    }
}

fn given_text(attribute: &KeyAttribute, value: &Value) -> Result<String, Why> {
    key_text(attribute.key_type, value)
        .filter(|text| !text.is_empty())
        .ok_or_else(|| Why::KeyValue { attribute: attribute.name.clone() })
}

fn sort_test(comparator: Comparator) -> Result<SortTest, Why> {
    Ok(match comparator {
        Comparator::Equal => SortTest::Equal,
        Comparator::Less => SortTest::Less,
        Comparator::LessOrEqual => SortTest::LessOrEqual,
        Comparator::Greater => SortTest::Greater,
        Comparator::GreaterOrEqual => SortTest::GreaterOrEqual,
        Comparator::NotEqual => return beyond("has `<>`, which no key condition may"),
    })
}

/// The placeholders a text mentions, sound or not.
fn placeholders_in(text: &str) -> SortedSet<&str> {
    let starts = text.char_indices().filter(|(_, sign)| matches!(sign, '#' | ':'));
    let placeholder = |(start, _)| {
        let rest: &str = text.get(start..)?;
        let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = rest.char_indices().skip(1).find(|(_, letter)| !word(*letter));
        rest.get(..end.map_or(rest.len(), |(end, _)| end))
    };
    starts.filter_map(placeholder).collect()
}
