//! What a request knows: the conditions that all must hold of what it wants.
//!
//! Owns the reading of a call, in whichever words it is written (expressions, the parameters of before them, `PartiQL`), into
//! one list of parts, of which some compare an attribute with a value. It chooses no key and writes no call.

use key_engine::AttributeValue;
use key_engine::expression::ast::{
    Comparator, Condition, FunctionCall, Operand, Path, PathElement, Projection,
};
use key_engine::expression::parse;
use serde_json::{Map, Value};

use super::path::{self, Step};
use super::statement;
use crate::design::Call;
use crate::design::call_form::CallForm;

/// What a call asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The table, by its name.
    pub table: String,
    /// The index it names.
    pub index: Option<String>,
    /// Whether it is a Query.
    pub is_query: bool,
    /// How many of the parts are its key condition.
    pub key_tests: usize,
    /// Conditions that must all hold.
    pub parts: Vec<Part>,
    /// Whether it is written in the parameters of before expressions.
    pub legacy: bool,
    /// What its input brings beside conditions, as written in the document.
    pub input: Map<String, Value>,
    /// The paths it wants of each item; none for all it can get.
    pub projection: Option<Projection>,
    /// `ExpressionAttributeNames`, samples filled in.
    pub names: Map<String, Value>,
    /// `ExpressionAttributeValues`, as written in the document.
    pub values: Map<String, Value>,
    /// The same, samples filled in.
    pub filled_values: Map<String, Value>,
}

/// A condition, as it is written and as far as it can be used in a key.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// As it stands in the call.
    pub written: Written,
    /// What it says of one path.
    pub test: Test,
    /// The path that `test` is about; empty for [`Test::Other`].
    pub path: Vec<Step>,
    /// The attributes of the item that it looks at.
    pub attributes: Vec<String>,
}

/// A condition as it stands in the call.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// In an expression.
    Condition(Condition),
    /// An attribute's entry in a parameter of before expressions.
    Legacy(Value),
}

/// What a condition says of a path.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// It equals a value.
    Equal(Given),
    /// It lies in a range that a sort key can have.
    Range(Range, Vec<Given>),
    /// Nothing that a key can use.
    Other,
}

/// The ranges of a sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    /// A comparison that is neither `=` nor `<>`.
    Compared(Comparator),
    /// `BETWEEN`
    Between,
    /// `begins_with`
    BeginsWith,
}

/// A value that a call gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given {
    /// Its placeholder in the call's expressions.
    pub placeholder: String,
    /// As the document has it, `{placeholders}` and all.
    pub written: Value,
    /// With the samples filled in.
    pub sample: AttributeValue,
}

impl Asked {
    /// Reads a call: as the document has it, and with its samples filled in. None for what is no search, or cannot be read.
    pub fn of(written: &Call, sampled: &Call) -> Option<Self> {
        match written.operation.as_str() {
            "Scan" | "Query" => Self::of_read(written, sampled),
            "ExecuteStatement" => statement::asked(written, sampled),
            "GetItem" => Self::of_key(written, sampled),
            _ => None,
        }
    }

    fn of_read(written: &Call, sampled: &Call) -> Option<Self> {
        let members = sampled.input.as_object()?;
        let text = |name: &str| members.get(name).and_then(Value::as_str);
        let object = |input: &Value, name: &str| {
            input.get(name).and_then(Value::as_object).cloned().unwrap_or_default()
        };
        let mut asked = Self {
            table: CallForm::table_of(sampled)?.to_owned(),
            index: text("IndexName").map(str::to_owned),
            is_query: written.operation == "Query",
            input: written.input.as_object()?.clone(),
            names: object(&sampled.input, "ExpressionAttributeNames"),
            values: object(&written.input, "ExpressionAttributeValues"),
            filled_values: object(&sampled.input, "ExpressionAttributeValues"),
            ..Self::default()
        };
        if let Some(projection) = text("ProjectionExpression") {
            asked.projection = Some(parse::projection(projection).ok()?);
        }
        for parameter in ["KeyConditionExpression", "FilterExpression"] {
            let Some(expression) = text(parameter) else { continue };
            let condition = parse::condition(expression).ok()?;
            asked.take(condition);
            if parameter == "KeyConditionExpression" {
                asked.key_tests = asked.parts.len();
            }
        }
        for parameter in ["KeyConditions", "QueryFilter", "ScanFilter"] {
            asked.take_legacy(parameter, written, sampled)?;
            if parameter == "KeyConditions" && asked.legacy {
                asked.key_tests = asked.parts.len();
            }
        }
        Some(asked)
    }

    /// Reads a `GetItem` whose key is none of the table: what it knows is what it names.
    fn of_key(written: &Call, sampled: &Call) -> Option<Self> {
        let mut asked = Self::of_read(written, sampled)?;
        let key = asked.input.remove("Key")?;
        for (name, value) in key.as_object()? {
            let sample = sampled.input.get("Key")?.get(name)?;
            let placeholder = super::write::unused(":", name, &asked.values);
            let spelled = super::write::spelled(name, &mut asked.names);
            asked.values.insert(placeholder.clone(), value.clone());
            asked.filled_values.insert(placeholder.clone(), sample.clone());
            asked.take(parse::condition(&[&spelled, " = ", &placeholder].concat()).ok()?);
        }
        Some(asked)
    }

    /// Takes a condition apart at its `AND`s.
    pub fn take(&mut self, condition: Condition) {
        if let Condition::And(all) = condition {
            for one in all {
                self.take(one);
            }
        } else {
            self.parts.push(self.part(condition));
        }
    }

    fn part(&self, condition: Condition) -> Part {
        let given = |operand: &Operand| match operand {
            Operand::Value(value) => Some(Given {
                placeholder: value.name.clone(),
                written: self.values.get(&value.name)?.clone(),
                sample: AttributeValue::from_json(self.filled_values.get(&value.name)?).ok()?,
            }),
            _ => None,
        };
        let steps = |operand: &Operand| match operand {
            Operand::Path(path) => self.steps(path),
            _ => None,
        };
        let mut found = None;
        match &condition {
            Condition::Comparison { left, comparator, right } => {
                let plain = steps(left).zip(given(right)).map(|pair| (pair, *comparator));
                let mirrored = || {
                    let pair = steps(right).zip(given(left));
                    pair.map(|pair| (pair, comparator.mirrored()))
                };
                if let Some(((path, given), comparator)) = plain.or_else(mirrored) {
                    found = match comparator {
                        Comparator::Equal => Some((path, Test::Equal(given))),
                        Comparator::NotEqual => None,
                        _ => Some((path, Test::Range(Range::Compared(comparator), vec![given]))),
                    };
                }
            }
            Condition::Between { operand, lower, upper } => {
                if let (Some(path), Some(lower), Some(upper)) =
                    (steps(operand), given(lower), given(upper))
                {
                    found = Some((path, Test::Range(Range::Between, vec![lower, upper])));
                }
            }
            Condition::In { operand, candidates } => {
                if let (Some(path), [one]) = (steps(operand), candidates.as_slice())
                    && let Some(given) = given(one)
                {
                    found = Some((path, Test::Equal(given)));
                }
            }
            Condition::Function(FunctionCall { name, arguments, .. }) if name == "begins_with" => {
                if let [operand, prefix] = arguments.as_slice()
                    && let (Some(path), Some(prefix)) = (steps(operand), given(prefix))
                {
                    found = Some((path, Test::Range(Range::BeginsWith, vec![prefix])));
                }
            }
            _ => {}
        }
        let mut attributes = Vec::new();
        self.mentioned(&condition, &mut attributes);
        let (path, test) = found.unwrap_or((Vec::new(), Test::Other));
        Part { written: Written::Condition(condition), test, path, attributes }
    }

    /// A path with its placeholders exchanged for names; none where one stands for nothing.
    fn steps(&self, path: &Path) -> Option<Vec<Step>> {
        let step = |element: &PathElement| match element {
            PathElement::Index(index) => Some(Step::Index(*index as usize)),
            PathElement::Attribute { name, .. } => self.name(name).map(Step::Name),
        };
        path.elements.iter().map(step).collect()
    }

    /// The attribute that a name in an expression stands for.
    pub fn name(&self, written: &str) -> Option<String> {
        if written.starts_with('#') {
            return self.names.get(written)?.as_str().map(str::to_owned);
        }
        Some(written.to_owned())
    }

    /// Adds the attributes of the item that a condition looks at.
    fn mentioned(&self, condition: &Condition, found: &mut Vec<String>) {
        match condition {
            Condition::And(all) | Condition::Or(all) => {
                for one in all {
                    self.mentioned(one, found);
                }
            }
            Condition::Not(inner) => self.mentioned(inner, found),
            Condition::Comparison { left, right, .. } => self.mentioned_in(&[left, right], found),
            Condition::Between { operand, lower, upper } => {
                self.mentioned_in(&[operand, lower, upper], found);
            }
            Condition::In { operand, candidates } => {
                let operands: Vec<&Operand> = std::iter::once(operand).chain(candidates).collect();
                self.mentioned_in(&operands, found);
            }
            Condition::Function(call) => {
                self.mentioned_in(&call.arguments.iter().collect::<Vec<_>>(), found);
            }
        }
    }

    fn mentioned_in(&self, operands: &[&Operand], found: &mut Vec<String>) {
        for operand in operands {
            match operand {
                Operand::Path(path) => found.extend(self.attribute(path)),
                Operand::Function(call) => {
                    self.mentioned_in(&call.arguments.iter().collect::<Vec<_>>(), found);
                }
                Operand::Value(_) => {}
            }
        }
    }

    /// The attribute of the item that a path begins with.
    pub fn attribute(&self, path: &Path) -> Option<String> {
        match path.elements.first()? {
            PathElement::Attribute { name, .. } => self.name(name),
            PathElement::Index(_) => None,
        }
    }

    /// Takes the entries of a parameter of before expressions.
    fn take_legacy(&mut self, parameter: &str, written: &Call, sampled: &Call) -> Option<()> {
        let Some(entries) = sampled.input.get(parameter).and_then(Value::as_object) else {
            return Some(());
        };
        self.legacy = true;
        let any = parameter != "KeyConditions"
            && entries.len() > 1
            && sampled.input.get("ConditionalOperator").and_then(Value::as_str) == Some("OR");
        for (attribute, entry) in entries {
            let written = written.input.get(parameter)?.get(attribute)?.clone();
            let test = if any { Test::Other } else { legacy_test(&written, entry) };
            self.parts.push(Part {
                written: Written::Legacy(written),
                path: vec![Step::Name(attribute.clone())],
                test,
                attributes: vec![attribute.clone()],
            });
        }
        Some(())
    }
}

/// What an entry of before expressions says of its attribute.
fn legacy_test(written: &Value, entry: &Value) -> Test {
    let list = |entry: &Value| -> Vec<Value> {
        entry.get("AttributeValueList").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let mut given = Vec::new();
    for (written, sample) in list(written).into_iter().zip(list(entry)) {
        let Ok(sample) = AttributeValue::from_json(&sample) else { return Test::Other };
        given.push(Given { placeholder: String::new(), written, sample });
    }
    let range = match entry.get("ComparisonOperator").and_then(Value::as_str) {
        Some("EQ") if given.len() == 1 => {
            return given.pop().map_or(Test::Other, Test::Equal);
        }
        Some("LT") => Range::Compared(Comparator::Less),
        Some("LE") => Range::Compared(Comparator::LessOrEqual),
        Some("GT") => Range::Compared(Comparator::Greater),
        Some("GE") => Range::Compared(Comparator::GreaterOrEqual),
        Some("BEGINS_WITH") => Range::BeginsWith,
        Some("BETWEEN") if given.len() == 2 => return Test::Range(Range::Between, given),
        _ => return Test::Other,
    };
    if given.len() == 1 { Test::Range(range, given) } else { Test::Other }
}

impl Part {
    /// The value it says its path equals, where that can be the value of a key: text, a number or binary.
    pub fn known(&self) -> Option<&Given> {
        match &self.test {
            Test::Equal(given) if path::key_type(&given.sample).is_some() => Some(given),
            _ => None,
        }
    }

    /// The attribute it is about, where that is a whole one.
    pub fn attribute(&self) -> Option<&str> {
        match self.path.as_slice() {
            [Step::Name(name)] => Some(name),
            _ => None,
        }
    }
}
