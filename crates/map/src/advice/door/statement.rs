//! A `PartiQL` SELECT, read as what it asks.
//!
//! Owns the way from a statement with `{placeholders}` in its text to conditions and values. It judges nothing.

use key_engine::AttributeValue;
use key_engine::expression::ast::{Condition, Operand, Path, PathElement, Projection};
use key_engine::partiql::{
    self,
    ast::{Action, Statement},
};
use key_engine::value::Members;
use serde_json::{Map, Value};

use super::knows::Asked;
use crate::design::Call;

/// What a SELECT asks; none for any other statement, or one that cannot be read.
pub(super) fn asked(written: &Call, sampled: &Call) -> Option<Asked> {
    let statement = read(sampled)?;
    let Action::Select(select) = statement.action else { return None };
    let mut asked = Asked { table: select.table, index: select.index, ..Asked::default() };
    for (number, value) in statement.values.iter().enumerate() {
        asked.filled_values.set(&format!(":v{}", number + 1), value.to_json());
    }
    asked.values = with_placeholders(written, &asked.filled_values);
    let mut spelling = Spelling::default();
    if !select.paths.is_empty() {
        let paths = select.paths.into_iter().map(|path| spelling.path(path)).collect();
        asked.projection = Some(Projection { paths });
    }
    let condition = select.condition.map(|condition| spelling.condition(condition));
    asked.names = spelling.names;
    if let Some(condition) = condition {
        asked.take(condition);
    }
    for kept in ["Limit", "ConsistentRead", "ReturnConsumedCapacity"] {
        if let Some(value) = written.input.get(kept) {
            asked.input.set(kept, value.clone());
        }
    }
    asked.input.set("TableName", Value::from(asked.table.as_str()));
    Some(asked)
}

fn read(call: &Call) -> Option<Statement> {
    let text = call.input.get("Statement")?.as_str()?;
    let mut given = Vec::new();
    if let Some(parameters) = call.input.get("Parameters").and_then(Value::as_array) {
        for parameter in parameters {
            given.push(AttributeValue::from_json(parameter).ok()?);
        }
    }
    partiql::parse(text, &given).ok()
}

/// The table and the index that a SELECT reads through.
pub(super) fn reads(call: &Call) -> Option<(String, String)> {
    let stem = stem(&call.input.to_string());
    let mut marked = call.clone();
    mark(&mut marked.input, &mut |text| marked_text(text, stem, &mut Vec::new()));
    let Action::Select(select) = read(&marked)?.action else { return None };
    Some((select.table, select.index?))
}

/// A SELECT from an index as one from its table, of the items that carry these attributes.
pub(super) fn of_table(call: &Call, carried: &[String]) -> Option<Call> {
    let mut scan = from_table(call)?;
    let text = scan.input.get("Statement")?.as_str()?;
    let more: Vec<String> =
        carried.iter().map(|name| format!("\"{name}\" IS NOT MISSING")).collect();
    if !more.is_empty() {
        let more = more.join(" AND ");
        let at = text.to_ascii_lowercase().find(" where ");
        let text = match at.and_then(|at| Some((text.get(..at)?, text.get(at + 7..)?))) {
            Some((before, condition)) => format!("{before} WHERE ({condition}) AND {more}"),
            None => format!("{text} WHERE {more}"),
        };
        let mut narrowed = scan.clone();
        narrowed.input.as_object_mut()?.set("Statement", Value::from(text));
        if is_select(&narrowed) {
            scan = narrowed;
        }
    }
    Some(scan)
}

/// Whether a call's statement can be read as a SELECT.
fn is_select(call: &Call) -> bool {
    let stem = stem(&call.input.to_string());
    let mut marked = call.clone();
    mark(&mut marked.input, &mut |text| marked_text(text, stem, &mut Vec::new()));
    read(&marked).is_some_and(|statement| matches!(statement.action, Action::Select(_)))
}

fn from_table(call: &Call) -> Option<Call> {
    let (_, index) = reads(call)?;
    let text = call.input.get("Statement")?.as_str()?;
    let spellings = [[".\"", &index, "\""].concat(), [".", &index].concat()];
    spellings.iter().find_map(|spelling| {
        let mut scan = call.clone();
        let input = scan.input.as_object_mut()?;
        input.set("Statement", Value::from(text.replacen(spelling, "", 1)));
        input.remove("NextToken");
        (text.contains(spelling) && reads(&scan).is_none()).then_some(scan)
    })
}

/// A number whose first digits stand nowhere in a text.
fn stem(text: &str) -> u64 {
    let mut stem = 7_000_000_001_u64;
    while text.contains(stem.to_string().get(..7).unwrap_or_default()) && stem < 9_900_000_000 {
        stem += 1_000_000;
    }
    stem
}

/// A text with its placeholders back in their places.
fn unmarked(text: &str, stem: u64, names: &[String]) -> String {
    let mut text = text.to_owned();
    for (place, name) in names.iter().enumerate() {
        text = text.replace(&(stem + place as u64).to_string(), &["{", name, "}"].concat());
    }
    text
}

/// The values of a statement as the document has them. Each `{placeholder}` is read as a number that stands nowhere else, which
/// is as good within a text as where a number belongs; afterwards it is put back in its place. Values as they are where that
/// gives no statement of the same values.
fn with_placeholders(written: &Call, filled: &Map<String, Value>) -> Map<String, Value> {
    let stem = stem(&written.input.to_string());
    let mut names = Vec::new();
    let mut marked = Call { operation: String::new(), input: written.input.clone() };
    mark(&mut marked.input, &mut |text| marked_text(text, stem, &mut names));
    let values = read(&marked).map(|statement| statement.values).unwrap_or_default();
    let mut out = Map::new();
    for (number, value) in values.iter().enumerate() {
        let mut json = value.to_json();
        mark(&mut json, &mut |text| unmarked(text, stem, &names));
        out.set(&format!(":v{}", number + 1), json);
    }
    if out.len() == filled.len() { out } else { filled.clone() }
}

/// Changes every text of a value.
fn mark(value: &mut Value, change: &mut dyn FnMut(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(values) => values.iter_mut().for_each(|one| mark(one, change)),
        Value::Object(members) => members.iter_mut().for_each(|(_, one)| mark(one, change)),
        _ => {}
    }
}

/// A text with its placeholders exchanged for numbers.
fn marked_text(text: &str, stem: u64, names: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match after.split_once('}') {
            Some((name, tail)) if is_name(name) => {
                let known = names.iter().position(|known| known == name);
                let place = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(name.to_owned());
                }
                out.push_str(&(stem + place as u64).to_string());
                rest = tail;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Names and values of a statement, spelled as in expressions.
#[derive(Default)]
struct Spelling {
    names: Map<String, Value>,
}

impl Spelling {
    fn name(&mut self, written: &str) -> String {
        let name = written.strip_prefix('#').unwrap_or(written);
        super::write::spelled(name, &mut self.names)
    }

    fn path(&mut self, mut path: Path) -> Path {
        for element in &mut path.elements {
            if let PathElement::Attribute { name, .. } = element {
                *name = self.name(name);
            }
        }
        path
    }

    fn operand(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Path(path) => Operand::Path(self.path(path)),
            Operand::Value(mut value) => {
                let number = value.name.strip_prefix(':').and_then(|text| text.parse().ok());
                value.name = format!(":v{}", number.unwrap_or(0_usize) + 1);
                Operand::Value(value)
            }
            Operand::Function(mut call) => {
                call.arguments = self.operands(call.arguments);
                Operand::Function(call)
            }
        }
    }

    fn operands(&mut self, operands: Vec<Operand>) -> Vec<Operand> {
        operands.into_iter().map(|operand| self.operand(operand)).collect()
    }

    fn conditions(&mut self, conditions: Vec<Condition>) -> Vec<Condition> {
        conditions.into_iter().map(|condition| self.condition(condition)).collect()
    }

    fn condition(&mut self, condition: Condition) -> Condition {
        match condition {
            Condition::And(all) => Condition::And(self.conditions(all)),
            Condition::Or(any) => Condition::Or(self.conditions(any)),
            Condition::Not(inner) => Condition::Not(Box::new(self.condition(*inner))),
            Condition::Comparison { left, comparator, right } => Condition::Comparison {
                left: self.operand(left),
                comparator,
                right: self.operand(right),
            },
            Condition::Between { operand, lower, upper } => Condition::Between {
                operand: self.operand(operand),
                lower: self.operand(lower),
                upper: self.operand(upper),
            },
            Condition::In { operand, candidates } => Condition::In {
                operand: self.operand(operand),
                candidates: self.operands(candidates),
            },
            Condition::Function(mut call) => {
                call.arguments = self.operands(call.arguments);
                Condition::Function(call)
            }
        }
    }
}
