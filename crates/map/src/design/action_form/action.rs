//! One action, and looks at its members.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::ActionKind;
use super::plain::{parameters, placeholders};
use crate::design::call_form::{DoorKeys, FieldProblem, KeyAttribute};

/// What is done to one item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// The table; empty for a statement, which names it itself.
    pub table: String,
    /// The rest, as `DynamoDB` spells it: `Item`, `Key`, `ConditionExpression`...
    pub members: Map<String, Value>,
}

impl Action {
    /// An action with one member.
    pub fn new(kind: ActionKind, table: &str, member: &str, value: Value) -> Self {
        let mut members = Map::new();
        members.set(member, value);
        Self { kind, table: table.to_owned(), members }
    }

    /// A member that is a text; empty where it is not given.
    pub fn text(&self, member: &str) -> &str {
        self.members.get(member).and_then(Value::as_str).unwrap_or_default()
    }

    /// Gives a member that is a text; an empty one is not given.
    pub fn set_text(&mut self, member: &str, text: &str) {
        if text.is_empty() {
            self.members.remove(member);
        } else {
            self.members.set(member, text.into());
        }
    }

    /// The text of a key attribute's value, as typed; none where the key says more than a field can show.
    pub fn key_text(&self, attribute: &KeyAttribute) -> Option<String> {
        match self.members.get("Key")?.get(&attribute.name) {
            None => Some(String::new()),
            Some(value) => attribute.text(value),
        }
    }

    /// Whether fields for the key's attributes can show all that the key says.
    pub fn shows_key(&self, keys: &DoorKeys) -> bool {
        let Some(Value::Object(key)) = self.members.get("Key") else {
            return self.members.get("Key").is_none();
        };
        let attributes = || keys.partition.iter().chain(&keys.sort);
        key.iter().all(|(name, value)| {
            attributes().any(|known| known.name == *name && known.text(value).is_some())
        })
    }

    /// Gives a key attribute; an empty text takes it out of the key.
    ///
    /// # Errors
    /// A text that is no value of the attribute's type.
    pub fn set_key(&mut self, attribute: &KeyAttribute, text: &str) -> Result<(), FieldProblem> {
        let value = if text.is_empty() { None } else { Some(attribute.typed(text)?) };
        if !matches!(self.members.get("Key"), Some(Value::Object(_))) {
            self.members.set("Key", object(&mut []));
        }
        if let Some(Value::Object(key)) = self.members.get_mut("Key") {
            match value {
                Some(value) => key.set(&attribute.name, value),
                None => _ = key.remove(&attribute.name),
            }
        }
        Ok(())
    }

    /// A few words that tell it from others in a list: its key, or the statement.
    pub fn words(&self, keys: Option<&DoorKeys>) -> String {
        if self.kind == ActionKind::Statement {
            return self.text("Statement").split_whitespace().take(6).collect::<Vec<_>>().join(" ");
        }
        let holder = self.members.get("Key").or_else(|| self.members.get("Item"));
        let mut words = String::new();
        let attributes = keys.into_iter().flat_map(|keys| keys.partition.iter().chain(&keys.sort));
        for attribute in attributes {
            let text = holder.and_then(|key| attribute.text(key.get(&attribute.name)?));
            if let Some(text) = text {
                words.push_str(if words.is_empty() { "" } else { " / " });
                words.push_str(&text);
            }
        }
        words
    }

    /// The members that an [`Editor`](super::Editor) shows as one value.
    pub fn json(&self, editor: super::Editor) -> Value {
        match editor {
            super::Editor::Member(member) => {
                self.members.get(member).cloned().unwrap_or_else(|| object(&mut []))
            }
            super::Editor::Placeholders => placeholders::read(&self.members),
            super::Editor::Parameters => parameters::read(&self.members),
        }
    }

    /// Gives them, from a value that is typed or plain.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn set_json(&mut self, editor: super::Editor, value: &Value) -> Result<(), String> {
        match editor {
            super::Editor::Member(member) => {
                self.members.set(member, super::plain::typed_item(value)?);
                Ok(())
            }
            super::Editor::Placeholders => placeholders::write(value, &mut self.members),
            super::Editor::Parameters => parameters::write(value, &mut self.members),
        }
    }
}
