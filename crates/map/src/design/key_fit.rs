//! Whether an item's values may stand as keys.
//!
//! Owns the judgement of one item against the keys of its table and indexes. It changes a value only where its meaning
//! stays (the number 5 as the string "5"), and says so.

use key_engine::engine::{KeyElement, Table};
use key_engine::order::sort_by;
use key_engine::{AttributeValue, Item, KeyType};

use super::sample_value::Fault;

/// The key attributes that items of a table must and may have.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    /// The table's own: partition key, then sort key.
    pub primary: Vec<(String, KeyType)>,
    /// Those of indexes that are not the table's own.
    pub secondary: Vec<(String, KeyType)>,
}

impl Keys {
    /// Those of a table.
    pub fn of(table: &Table) -> Self {
        let part = |elements: &[KeyElement]| -> Vec<(String, KeyType)> {
            elements.iter().map(|element| (element.attribute.clone(), element.key_type)).collect()
        };
        let primary = part(table.primary().key_schema());
        let mut secondary: Vec<_> =
            table.indexes().flat_map(|index| part(index.key_schema())).collect();
        sort_by(&mut secondary, Ord::cmp);
        secondary.dedup();
        secondary.retain(|key| !primary.contains(key));
        Self { primary, secondary }
    }

    /// Makes the item's key values fit, reporting each change. Says whether it could be put: one whose value no index takes as a
    /// key stands in the table all the same, as one does that was there before its index.
    ///
    /// # Errors
    /// A clause that says why the item can stand nowhere in the table.
    pub fn fit(&self, item: &mut Item, faults: &mut Vec<Fault>) -> Result<bool, String> {
        let mut could_be_put = true;
        for (name, kind) in &self.primary {
            match fit_one(item, name, *kind) {
                Fit::Sound => {}
                Fit::Changed(fault) => faults.push(fault),
                Fit::Missing => return Err(missing(item, name)),
                Fit::Unsound(problem) => return Err(format!("its key attribute {name} {problem}")),
            }
        }
        for (name, kind) in &self.secondary {
            match fit_one(item, name, *kind) {
                Fit::Sound | Fit::Missing => {}
                Fit::Changed(fault) => faults.push(fault),
                Fit::Unsound(problem) => {
                    could_be_put = false;
                    faults.push(Fault {
                        path: name.clone(),
                        problem: format!("the key of an index {problem}"),
                        done: "kept as it is, so the item is not in that index".to_owned(),
                    });
                }
            }
        }
        Ok(could_be_put)
    }

    /// The item's key values for reading, such as `CUSTOMER#1 / ORDER#2`; none where one is missing or empty.
    pub fn label(&self, item: &Item) -> Option<String> {
        let mut label = String::new();
        for (name, _) in &self.primary {
            label.push_str(if label.is_empty() { "" } else { " / " });
            label.push_str(&key_text(item.get(name)?).filter(|text| !text.is_empty())?);
        }
        (!label.is_empty()).then_some(label)
    }
}

enum Fit {
    Sound,
    Changed(Fault),
    Missing,
    Unsound(String),
}

fn fit_one(item: &mut Item, name: &str, kind: KeyType) -> Fit {
    let Some(value) = item.get(name) else { return Fit::Missing };
    let empty = match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    };
    if empty {
        return Fit::Unsound("is empty".to_owned());
    }
    if kind.matches(value) {
        return Fit::Sound;
    }
    let given = value.type_name();
    let read = match (kind, value) {
        (KeyType::S, AttributeValue::N(number)) => Some(AttributeValue::S(number.to_string())),
        (KeyType::N, AttributeValue::S(text)) => text.trim().parse().ok().map(AttributeValue::N),
        _ => None,
    };
    let Some(read) = read else {
        return Fit::Unsound(format!("is declared {kind} and is {given}"));
    };
    item.insert(name, read);
    Fit::Changed(Fault {
        path: name.to_owned(),
        problem: format!("it is declared {kind} and is {given}"),
        done: format!("read as {kind}"),
    })
}

fn missing(item: &Item, name: &str) -> String {
    let other_case =
        item.iter().map(|(other, _)| other).find(|other| other.eq_ignore_ascii_case(name));
    match other_case {
        Some(other) => {
            format!("it lacks the key attribute {name} (it has {other}, which is another name)")
        }
        None => format!("it lacks the key attribute {name}"),
    }
}

/// A key value for reading.
fn key_text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.clone()),
        AttributeValue::N(number) => Some(number.to_string()),
        AttributeValue::B(_) => {
            value.to_json().get("B").and_then(|text| text.as_str()).map(str::to_owned)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn fitted(item: &Value) -> (Result<Value, String>, Vec<String>) {
        let keys = Keys {
            primary: vec![("PK".to_owned(), KeyType::S), ("SK".to_owned(), KeyType::N)],
            secondary: vec![("GSI1PK".to_owned(), KeyType::S)],
        };
        let mut item = Item::from_json(item).unwrap();
        let mut faults = Vec::new();
        let fit = keys.fit(&mut item, &mut faults);
        let faults =
            faults.iter().map(|f| format!("{}: {}; {}", f.path, f.problem, f.done)).collect();
        (fit.map(|_| item.to_json()), faults)
    }

    #[test]
    fn a_key_of_another_type_is_read_as_declared_only_where_its_meaning_stays() {
        let (item, faults) =
            fitted(&json!({"PK": {"N": "5"}, "SK": {"S": "7"}, "GSI1PK": {"BOOL": true}}));
        let kept = json!({"PK": {"S": "5"}, "SK": {"N": "7"}, "GSI1PK": {"BOOL": true}});
        assert_eq!(item, Ok(kept));
        assert_eq!(
            faults,
            [
                "PK: it is declared S and is N; read as S",
                "SK: it is declared N and is S; read as N",
                "GSI1PK: the key of an index is declared S and is BOOL; kept as it is, so the item is not in that index",
            ]
        );
    }

    #[test]
    fn an_item_without_a_usable_key_is_refused_with_the_reason() {
        for (item, problem) in [
            (json!({"PK": {"S": "a"}}), "it lacks the key attribute SK"),
            (
                json!({"pk": {"S": "a"}, "SK": {"N": "1"}}),
                "it lacks the key attribute PK (it has pk, which is another name)",
            ),
            (json!({"PK": {"S": ""}, "SK": {"N": "1"}}), "its key attribute PK is empty"),
            (
                json!({"PK": {"S": "a"}, "SK": {"S": "x"}}),
                "its key attribute SK is declared N and is S",
            ),
            (
                json!({"PK": {"M": {}}, "SK": {"N": "1"}}),
                "its key attribute PK is declared S and is M",
            ),
        ] {
            assert_eq!(fitted(&item).0, Err(problem.to_owned()), "{item}");
        }
    }
}
