//! The rows that ask for keys that are spread, written anew.
//!
//! Owns which values of a call are such a key, and what a row asks and expects once they are spread. Which keys are spread is the
//! rule's around this.

use key_engine::AttributeValue;
use key_engine::Item;
use key_engine::engine::IndexKind;
use serde_json::Value;

use super::{SHARDS, Spread, Work, item_shard};
use crate::advice::asked::asked;
use crate::advice::prover::names;
use crate::design::{Call, Edit, Expectation, ExpectedItem, Request, filled};

impl Work<'_, '_> {
    pub(super) fn replace(&mut self, row: usize, request: &Request, mut becomes: Request) {
        becomes.expected = self.expected(request, becomes.calls.len());
        if becomes.calls != request.calls {
            becomes.route = None;
            self.rows.push(request.id.clone());
        }
        if becomes != *request {
            self.edits.push(Edit::ReplaceRequest { at: row, request: Box::new(becomes) });
        }
    }

    /// What a row expects once it takes so many calls: the same items, under their new keys, and in no order where they come
    /// from several shards. Nothing where each call stops at a limit of its own.
    fn expected(&self, request: &Request, calls: usize) -> Option<Expectation> {
        let is_spread = calls > request.calls.len();
        if is_spread && request.calls.iter().any(|call| call.input.get("Limit").is_some()) {
            return None;
        }
        let mut expected = request.expected.clone()?;
        if let Expectation::Items { items, ordered } = &mut expected {
            *ordered &= !is_spread;
            for item in items.iter_mut() {
                self.rename(item);
            }
        }
        Some(expected)
    }

    /// Gives an item that is expected the key it has from now on, where that is a table's key that is spread.
    fn rename(&self, item: &mut ExpectedItem) {
        let Spread { table, door, .. } = self.spread;
        let attribute = door.hash_elements().next().map(|element| element.attribute.as_str());
        if let Some(attribute) = attribute
            && door.kind() == IndexKind::Primary
            && item.table == table.name()
            && let Some(AttributeValue::S(key)) = item.key.get(attribute)
            && self.known.binary_search(key).is_ok()
        {
            let sharded = [key, "#", &item_shard(door, &item.key).to_string()].concat();
            item.key.insert(attribute, AttributeValue::S(sharded));
        }
    }

    /// A row that asks for keys that are spread: reads of a collection once for each shard, and single items by their shard.
    pub(super) fn rewrite_table_row(&mut self, row: usize, request: &Request) -> Option<()> {
        let mut becomes = request.clone();
        becomes.calls.clear();
        for call in &request.calls {
            let is_here = names(&call.input, self.spread.table.name());
            if !is_here || !self.asks(request, &call.input) {
                becomes.calls.push(call.clone());
                continue;
            }
            match call.operation.as_str() {
                "Query" => {
                    let Some(value) = self.partition_value(request, call)? else {
                        becomes.calls.push(call.clone());
                        continue;
                    };
                    for shard in 0..SHARDS {
                        let mut call = call.clone();
                        self.suffix(request, call.input.pointer_mut(&value)?, &shard.to_string());
                        becomes.calls.push(call);
                    }
                }
                "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" => {
                    let mut call = call.clone();
                    let member = if call.operation == "PutItem" { "Item" } else { "Key" };
                    let attribute = &self.spread.door.hash_elements().next()?.attribute;
                    let key = call.input.get(member)?;
                    let is_spread = key.get(attribute).is_some_and(|key| self.asks(request, key));
                    if is_spread {
                        let item = Item::from_json(&filled(key, &request.samples)).ok()?;
                        let shard = item_shard(self.spread.door, &item).to_string();
                        let mut name = "shard".to_owned();
                        while becomes.samples.get(&name).is_some_and(|known| *known != shard) {
                            name.push('2');
                        }
                        becomes.samples.insert(name.clone(), shard);
                        let key = call.input.get_mut(member)?.get_mut(attribute)?;
                        self.suffix(request, key, &["{", &name, "}"].concat());
                    }
                    becomes.calls.push(call);
                }
                _ => return None,
            }
        }
        self.replace(row, request, becomes);
        Some(())
    }

    /// Where in a Query's input the value of the partition key stands, if that is spread. The outer none where it cannot be
    /// told apart from other uses of that text.
    #[allow(clippy::option_option, reason = "not spread is another answer than not to be said")]
    fn partition_value(&self, request: &Request, call: &Call) -> Option<Option<String>> {
        let attribute = &self.spread.door.hash_elements().next()?.attribute;
        let index = call.input.get("IndexName").and_then(Value::as_str);
        let door = self.spread.table.door(index)?;
        let parts = |parameter| asked(call, parameter);
        let filters = parts("FilterExpression").iter().any(|part| part.attribute == *attribute);
        let mut key = parts("KeyConditionExpression");
        if door.kind() == IndexKind::Global {
            let other = !filters && key.iter().all(|part| part.attribute != *attribute);
            return other.then_some(None);
        }
        key.retain(|part| part.attribute == *attribute);
        let [part] = key.as_slice() else { return None };
        let [value] = part.values.as_slice() else { return None };
        if !self.asks(request, value) {
            return Some(None);
        }
        let path = if call.input.get("KeyConditions").is_some() {
            ["/KeyConditions/", &escaped(attribute), "/AttributeValueList/0"].concat()
        } else {
            let text = call.input.get("KeyConditionExpression")?.as_str()?;
            let filter = call.input.get("FilterExpression").and_then(Value::as_str);
            let values = call.input.get("ExpressionAttributeValues")?.as_object()?;
            let mut same = values.iter().filter(|(_, given)| *given == value);
            let (Some((placeholder, _)), None) = (same.next(), same.next()) else { return None };
            let uses = |text: &str| {
                let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                words.filter(|word| word == placeholder).count()
            };
            if uses(text) + filter.map_or(0, uses) != 1 {
                return None;
            }
            ["/ExpressionAttributeValues/", &escaped(placeholder)].concat()
        };
        Some(Some(path))
    }

    /// Whether a text of a call is one of the keys, once its placeholders are filled in; or a text in a statement is.
    fn asks(&self, request: &Request, input: &Value) -> bool {
        match input {
            Value::String(text) => text.split('\'').any(|text| self.is_key(request, text)),
            Value::Array(values) => values.iter().any(|value| self.asks(request, value)),
            Value::Object(members) => members.values().any(|value| self.asks(request, value)),
            _ => false,
        }
    }

    fn is_key(&self, request: &Request, text: &str) -> bool {
        self.known.binary_search(&request.fill(text)).is_ok()
    }

    /// Writes the shard behind each key in a value.
    fn suffix(&self, request: &Request, input: &mut Value, shard: &str) {
        match input {
            Value::String(text) if self.is_key(request, text) => {
                text.push('#');
                text.push_str(shard);
            }
            Value::Array(values) => {
                for value in values {
                    self.suffix(request, value, shard);
                }
            }
            Value::Object(members) => {
                for value in members.values_mut() {
                    self.suffix(request, value, shard);
                }
            }
            _ => {}
        }
    }
}

/// A name within a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
