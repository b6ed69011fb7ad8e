//! A filter's expression as rows, where rows can say the same.

use key_engine::expression::ast::{Comparator, Condition, Operand};
use serde_json::{Map, Value};

use super::{
    FilterRow, FilterTest, TableKeys, ValueKind,
    placeholders::{meaning, typed_path},
    value_kind::text_of,
    write::hint,
};

/// The conditions that must all hold.
pub(super) fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::And(all) => all.iter().flat_map(conjuncts).collect(),
        one => vec![one],
    }
}

/// A row found in an expression, and the placeholders it is written with there.
pub(super) struct FoundRow {
    pub(super) row: FilterRow,
    pub(super) names: Vec<String>,
    pub(super) values: Vec<String>,
}

/// The rows that say the same as a condition; none if rows cannot.
pub(super) fn rows_of(
    condition: &Condition,
    names: &Map<String, Value>,
    values: &Map<String, Value>,
    keys: &TableKeys,
) -> Option<Vec<FoundRow>> {
    conjuncts(condition).into_iter().map(|one| row_of(one, names, values, keys)).collect()
}

fn row_of(
    condition: &Condition,
    names: &Map<String, Value>,
    values: &Map<String, Value>,
    keys: &TableKeys,
) -> Option<FoundRow> {
    let (path, test, placeholders) = match condition {
        Condition::Comparison {
            left: Operand::Path(path),
            comparator,
            right: Operand::Value(value),
        } => (path, filter_test(*comparator), vec![&value.name]),
        Condition::Comparison {
            left: Operand::Value(value),
            comparator,
            right: Operand::Path(path),
        } => (path, filter_test(comparator.mirrored()), vec![&value.name]),
        Condition::Between {
            operand: Operand::Path(path),
            lower: Operand::Value(lower),
            upper: Operand::Value(upper),
        } => (path, FilterTest::Between, vec![&lower.name, &upper.name]),
        Condition::Function(call) => match (call.name.as_str(), call.arguments.as_slice()) {
            ("attribute_exists", [Operand::Path(path)]) => (path, FilterTest::Exists, vec![]),
            ("attribute_not_exists", [Operand::Path(path)]) => {
                (path, FilterTest::NotExists, vec![])
            }
            ("begins_with", [Operand::Path(path), Operand::Value(value)]) => {
                (path, FilterTest::BeginsWith, vec![&value.name])
            }
            ("contains", [Operand::Path(path), Operand::Value(value)]) => {
                (path, FilterTest::Contains, vec![&value.name])
            }
            _ => return None,
        },
        _ => return None,
    };
    let mut written = Vec::new();
    let attribute = typed_path(&path.elements, |name| {
        if name.starts_with('#') {
            written.push(name.to_owned());
        }
        meaning(name, names)
    })
    .ok()?;
    let hint = hint(&attribute, test, keys);
    let mut texts = placeholders
        .iter()
        .map(|placeholder| values.get(*placeholder).map(|value| text_of(value, hint)));
    let (kind, value) =
        if test.takes_value() { texts.next()?? } else { (ValueKind::Guess, String::new()) };
    let (upper_kind, upper) =
        if test.takes_upper() { texts.next()?? } else { (ValueKind::Guess, String::new()) };
    Some(FoundRow {
        row: FilterRow { attribute, test, value, upper, kind, upper_kind },
        names: written,
        values: placeholders.into_iter().cloned().collect(),
    })
}

fn filter_test(comparator: Comparator) -> FilterTest {
    match comparator {
        Comparator::Equal => FilterTest::Equal,
        Comparator::NotEqual => FilterTest::NotEqual,
        Comparator::Less => FilterTest::Less,
        Comparator::LessOrEqual => FilterTest::LessOrEqual,
        Comparator::Greater => FilterTest::Greater,
        Comparator::GreaterOrEqual => FilterTest::GreaterOrEqual,
    }
}
