//! What brings copies in step with what they repeat.
//!
//! Owns the changes of items, in both directions, the deletion of copies that nobody needs, and the call that writes both at once.
//! It never decides which of two values is right.

use std::sync::Arc;

use key_engine::engine::KeyElement;
use key_engine::value::{Members, object};
use key_engine::walk::Change;
use key_engine::{AttributeValue, Item};
use serde_json::{Map, Value};

use super::Survey;
use super::compare::{Absent, Disagreement};
use super::detect::Tie;
use super::kinds::{Field, Kind, some_items};
use super::template::partner;
use crate::design::Call;

/// The most items of a table that are looked through for those to change.
const LOOKED_THROUGH: usize = 50_000;
/// The most items that one remedy changes.
pub(in crate::advice) const MOST_CHANGED: usize = 2_000;

impl Survey<'_> {
    /// The changes that bring the items of a copy to their sources: its fields, a copy where there is none, none where there is no
    /// source. None where there are more than a remedy takes, or none at all.
    pub(in crate::advice) fn to_sources(&self, copy: usize) -> Option<Vec<Change>> {
        let (tie, disagreements) = self.disagreeing(copy)?;
        let (source_kind, copy_kind) = (self.kinds.get(tie.source)?, self.kinds.get(tie.copy)?);
        let mut changes = Vec::new();
        let mut recipe = None;
        for one in disagreements {
            let source = one.source.as_ref().and_then(|key| item_at(source_kind, key));
            let copy = one.copy.as_ref().and_then(|key| item_at(copy_kind, key));
            let new = match (one.absent, source, copy) {
                (None, Some(source), Some(copy)) => {
                    Some(taken_over(copy_kind, &tie.attributes, source, copy))
                }
                (Some(Absent::Copy), Some(source), None) => {
                    let recipe = recipe.get_or_insert_with(|| Recipe::learn(self, tie));
                    let Some(key) = &one.copy else { continue };
                    Some(recipe.make(key, source, tie))
                }
                (Some(Absent::Source), None, Some(_)) => None,
                _ => continue,
            };
            changes.push(change(copy_kind, copy, new));
        }
        (!changes.is_empty()).then_some(changes)
    }

    /// The changes that take the values of a copy's items over into their sources. Nothing is made or deleted.
    pub(in crate::advice) fn to_copies(&self, copy: usize) -> Option<Vec<Change>> {
        let (tie, disagreements) = self.disagreeing(copy)?;
        let (source_kind, copy_kind) = (self.kinds.get(tie.source)?, self.kinds.get(tie.copy)?);
        if tie.many {
            return None;
        }
        let mut changes = Vec::new();
        for one in disagreements.iter().filter(|one| one.absent.is_none()) {
            let source = one.source.as_ref().and_then(|key| item_at(source_kind, key));
            let copy = one.copy.as_ref().and_then(|key| item_at(copy_kind, key));
            let (Some(source), Some(copy)) = (source, copy) else { continue };
            let new = taken_over(source_kind, &tie.attributes, copy, source);
            changes.push(change(source_kind, Some(source), Some(new)));
        }
        (!changes.is_empty()).then_some(changes)
    }

    /// The deletion of all items of a copy; none where there are more than a remedy takes, or none at all.
    pub(in crate::advice) fn drop_items(&self, copy: usize) -> Option<Vec<Change>> {
        let tie = self.ties.get(copy)?.as_ref()?;
        let (kind, finder) = (self.kinds.get(tie.copy)?, self.finders.get(tie.copy)?);
        let door = kind.table.primary();
        if door.item_count() > LOOKED_THROUGH {
            return None;
        }
        let mut changes = Vec::new();
        for item in some_items(door, LOOKED_THROUGH) {
            if finder.of(item) != kind.entity {
                continue;
            }
            if changes.len() == MOST_CHANGED {
                return None;
            }
            changes.push(change(kind, Some(item), None));
        }
        (!changes.is_empty()).then_some(changes)
    }

    /// The disagreements of a copy, if a remedy can take them.
    fn disagreeing(&self, copy: usize) -> Option<(&Tie, &[Disagreement])> {
        let comparison = &self.copies.get(copy)?.comparison;
        let all = comparison.disagreements.len() as u64 == comparison.disagreeing;
        let few = comparison.disagreements.len() <= MOST_CHANGED;
        Some((self.ties.get(copy)?.as_ref()?, comparison.disagreements.as_slice()))
            .filter(|_| all && few)
    }
}

fn change(kind: &Kind<'_>, old: Option<&Item>, new: Option<Item>) -> Change {
    Change {
        table: kind.table.name().to_owned(),
        old: old.map(|item| Arc::new(item.clone())),
        new: new.map(Arc::new),
    }
}

fn item_at<'d>(kind: &Kind<'d>, key: &Item) -> Option<&'d Item> {
    kind.table.primary().find(key)
}

/// An item with another's values; its key stays.
fn taken_over(kind: &Kind<'_>, attributes: &[String], from: &Item, to: &Item) -> Item {
    let mut new = to.clone();
    let keys = kind.table.primary().key_schema();
    for attribute in attributes.iter().filter(|attribute| !is_key(keys, attribute)) {
        match from.get(attribute) {
            Some(value) => _ = new.insert(attribute.as_str(), value.clone()),
            None => _ = new.remove(attribute),
        }
    }
    new
}

fn is_key(schema: &[KeyElement], attribute: &str) -> bool {
    schema.iter().any(|element| element.attribute == attribute)
}

/// What a copy holds beside what it repeats, learned from the copies there are.
#[derive(Debug, Default)]
struct Recipe {
    /// Attributes that all copies have alike.
    constants: Vec<(String, AttributeValue)>,
    /// Attributes that are a text of the source.
    texts: Vec<(String, Field)>,
}

impl Recipe {
    fn learn(survey: &Survey<'_>, tie: &Tie) -> Self {
        let mut recipe = Self::default();
        let (from, to) = tie.teller_and_told();
        let kinds = survey.kinds.get(from).zip(survey.kinds.get(to));
        let (Some((teller, told)), Some(finder)) = (kinds, survey.finders.get(to)) else {
            return recipe;
        };
        let mut pairs = Vec::new();
        for item in &teller.items {
            if let Some(found) = partner(&tie.template, item, told, finder) {
                pairs.push(if tie.from_source { (*item, found) } else { (found, *item) });
            }
        }
        let source = if tie.from_source { teller } else { told };
        let keys = if tie.from_source { told } else { teller }.table.primary().key_schema();
        let Some((_, first)) = pairs.first() else { return recipe };
        for (name, value) in first.iter() {
            if is_key(keys, name) || tie.attributes.iter().any(|known| known == name) {
                continue;
            }
            let own = Field { attribute: name.to_owned(), piece: None, is_key: false };
            let names = |field: &Field| {
                let is_text = matches!(value, AttributeValue::S(_));
                is_text
                    && pairs.iter().all(|(source, copy)| {
                        let text = field.text_in(source);
                        text.is_some() && text == own.text_in(copy)
                    })
            };
            let field = source.fields.iter().find(|(field, _)| names(field));
            if pairs.len() > 1 && pairs.iter().all(|(_, copy)| copy.get(name) == Some(value)) {
                recipe.constants.push((name.to_owned(), value.clone()));
            } else if let Some((field, _)) = field {
                recipe.texts.push((name.to_owned(), field.clone()));
            }
        }
        recipe
    }

    /// A copy of this key.
    fn make(&self, key: &Item, source: &Item, tie: &Tie) -> Item {
        let mut copy = key.clone();
        let mut give = |name: &str, value: AttributeValue| {
            if copy.get(name).is_none() {
                copy.insert(name, value);
            }
        };
        for attribute in &tie.attributes {
            if let Some(value) = source.get(attribute) {
                give(attribute, value.clone());
            }
        }
        for (name, value) in &self.constants {
            give(name, value.clone());
        }
        for (name, field) in &self.texts {
            if let Some(text) = field.text_in(source) {
                give(name, AttributeValue::S(text.into_owned()));
            }
        }
        copy
    }
}

/// The one call that gives attributes of an item and of its copy the same values: both are written, or neither.
///
/// Keys are those of the two items, in `DynamoDB` JSON values or with `{placeholders}` in them; a value of none removes the
/// attribute.
pub fn transaction_for(
    (source_table, source): (&str, &Item),
    (copy_table, copy): (&str, &Item),
    values: &[(&str, Option<&AttributeValue>)],
) -> Call {
    let mut set = Vec::new();
    let mut remove = Vec::new();
    let mut names = Map::new();
    let mut given = Map::new();
    for (at, (attribute, value)) in values.iter().enumerate() {
        let name = format!("#a{at}");
        names.set(&name, Value::from(*attribute));
        match value {
            Some(value) => {
                given.set(&format!(":a{at}"), value.to_json());
                set.push(format!("{name} = :a{at}"));
            }
            None => remove.push(name),
        }
    }
    let mut expression = Vec::new();
    for (word, parts) in [("SET", &set), ("REMOVE", &remove)] {
        if !parts.is_empty() {
            expression.push(format!("{word} {}", parts.join(", ")));
        }
    }
    let expression = expression.join(" ");
    let update = |table: &str, key: &Item| {
        let mut update = Map::new();
        update.set("TableName", Value::from(table));
        update.set("Key", key.to_json());
        update.set("UpdateExpression", Value::from(expression.as_str()));
        update.set("ExpressionAttributeNames", Value::Object(names.clone()));
        if !given.is_empty() {
            update.set("ExpressionAttributeValues", Value::Object(given.clone()));
        }
        object(&mut [("Update", Value::Object(update))])
    };
    let writes = vec![update(source_table, source), update(copy_table, copy)];
    Call {
        operation: "TransactWriteItems".to_owned(),
        input: object(&mut [("TransactItems", Value::Array(writes))]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::copies::copies;
    use crate::advice::walked::scenario;
    use serde_json::json;

    #[test]
    fn one_transaction_gives_both_items_the_same_values() {
        let mut walked = scenario("warehouse");
        let update = json!({"TableName": "Warehouse", "Key": {"PK": {"S": "ORDER#O900"}, "SK": {"S": "METADATA"}},
            "UpdateExpression": "SET #s = :s REMOVE orderedOn", "ExpressionAttributeNames": {"#s": "status"},
            "ExpressionAttributeValues": {":s": {"S": "SHIPPED"}}});
        walked.send("UpdateItem", &update);
        let comparison = copies(walked.facts()).remove(0).comparison;
        let [one] = comparison.disagreements.as_slice() else { panic!("one disagrees") };
        assert_eq!((one.name.as_str(), one.fields.len()), ("O900", 2));
        let values: Vec<_> = one
            .fields
            .iter()
            .map(|field| (field.attribute.as_str(), field.copy.as_ref()))
            .collect();
        let (source, copy) = (one.source.as_ref().unwrap(), one.copy.as_ref().unwrap());
        let call = transaction_for(("Warehouse", source), ("Warehouse", copy), &values);
        assert_eq!(call.operation, "TransactWriteItems");
        walked.send(&call.operation, &call.input);
        let comparison = copies(walked.facts()).remove(0).comparison;
        assert_eq!((comparison.pairs, comparison.disagreeing), (5, 0));
    }
}
