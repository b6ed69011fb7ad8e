//! Edits as JSON, for the operation log: what autosave keeps between two snapshots.
//!
//! Owns the form of a line of the log, as `docs/format.md` describes it. What a line holds of the document (a request, a table, a
//! kind) is written as it stands there. A line that is not sound is refused whole, with the reason: an edit in part would be
//! another one. It never applies an edit.

use std::ops::Range;
use std::sync::Arc;

use key_engine::Item;
use key_engine::value::Members;
use key_engine::walk::Change;
use serde_json::{Map, Value};

use super::{DoorDefinition, Edit, WholeTable};
use crate::design::formats::own::{
    one, read_accepted, read_copy, read_description, read_entity, read_request,
};
use crate::design::formats::reason;
use crate::design::save::{accepted_json, copy_json, entity_json, request_json, table_json};

/// The version of the log's lines that is written, and the newest that is read.
const VERSION: u64 = 1;

impl Edit {
    /// The edit as a line of the operation log.
    ///
    /// ```
    /// use map::design::Edit;
    /// let edit = Edit::MoveRequest { from: 0, to: 2 };
    /// let line = edit.to_json();
    /// assert_eq!(line.to_string(), r#"{"edit":"moveRequest","from":0,"to":2,"v":1}"#);
    /// assert_eq!(Edit::from_json(&line), Ok(edit));
    /// ```
    pub fn to_json(&self) -> Value {
        let mut line = Map::new();
        line.set("v", VERSION.into());
        line.set("edit", self.word().into());
        self.write(&mut line);
        Value::Object(line)
    }

    fn word(&self) -> &'static str {
        match self {
            Self::InsertRequest { .. } => "insertRequest",
            Self::RemoveRequest { .. } => "removeRequest",
            Self::ReplaceRequest { .. } => "replaceRequest",
            Self::MoveRequest { .. } => "moveRequest",
            Self::SetCopies(_) => "setCopies",
            Self::SetEntities(_) => "setEntities",
            Self::SetAccepted(_) => "setAccepted",
            Self::OpenDoor { .. } => "openDoor",
            Self::CloseDoor { .. } => "closeDoor",
            Self::ChangeItems(_) => "changeItems",
            Self::SetTable { .. } => "setTable",
            Self::DescribeTable(_) => "describeTable",
            Self::SetAbout { .. } => "setAbout",
            Self::SetTraffic(_) => "setTraffic",
        }
    }

    fn write(&self, line: &mut Map<String, Value>) {
        match self {
            Self::InsertRequest { at, request } | Self::ReplaceRequest { at, request } => {
                line.set("at", (*at).into());
                line.set("request", request_json(request));
            }
            Self::RemoveRequest { at } => line.set("at", (*at).into()),
            Self::MoveRequest { from, to } => {
                line.set("from", (*from).into());
                line.set("to", (*to).into());
            }
            Self::SetCopies(copies) => line.set("copies", copies.iter().map(copy_json).collect()),
            Self::SetEntities(kinds) => {
                line.set("entities", kinds.iter().map(entity_json).collect());
            }
            Self::SetAccepted(accepted) => {
                line.set("accepted", accepted.iter().map(accepted_json).collect());
            }
            Self::OpenDoor { table, door } => {
                line.set("table", table.as_str().into());
                write_door(door, line);
            }
            Self::CloseDoor { table, index } => {
                line.set("table", table.as_str().into());
                line.set("index", index.as_str().into());
            }
            Self::ChangeItems(changes) => {
                line.set("changes", changes.iter().map(change_json).collect());
            }
            Self::SetTable { name, at, table } => {
                if let Some(name) = name {
                    line.set("name", name.as_str().into());
                }
                line.set("at", (*at).into());
                if let Some(WholeTable { described, items }) = table.as_deref() {
                    line.set("table", table_json(described));
                    line.set("items", items.iter().map(|item| item.to_json()).collect());
                }
            }
            Self::DescribeTable(described) => line.set("table", table_json(described)),
            Self::SetAbout { name, description } => {
                line.set("name", name.as_str().into());
                line.set("description", description.as_str().into());
            }
            Self::SetTraffic(traffic) => {
                if let Some(traffic) = traffic {
                    line.set("traffic", traffic.clone());
                }
            }
        }
    }

    /// The same as text: what [`Edit::to_json`] gives, without a tree of every item in it.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write_text(&mut text, 0..usize::MAX);
        text
    }

    /// How many items it holds, or changes of items.
    pub fn item_count(&self) -> usize {
        match self {
            Self::ChangeItems(changes) => changes.len(),
            Self::SetTable { table: Some(table), .. } => table.items.len(),
            _ => 0,
        }
    }

    /// Writes a part of [`Edit::to_text`]: that of its items which are in this range, what stands before them with the first, and
    /// what stands behind them with the last.
    ///
    /// ```
    /// use map::design::Edit;
    /// let edit = Edit::ChangeItems(Default::default());
    /// let mut text = String::new();
    /// edit.write_text(&mut text, 0..100);
    /// assert_eq!(text, edit.to_text());
    /// ```
    pub fn write_text(&self, text: &mut String, items: Range<usize>) {
        if items.start == 0 {
            let mut line = Map::new();
            self.without_items().write(&mut line);
            let list = if matches!(self, Self::ChangeItems(_)) { "changes" } else { "items" };
            let has_list = line.remove(list).is_some();
            line.set("v", VERSION.into());
            line.set("edit", self.word().into());
            text.push_str(&Value::Object(line).to_string());
            if has_list {
                text.truncate(text.len() - 1);
                text.push_str(",\"");
                text.push_str(list);
                text.push_str("\":[");
            }
        }
        let one = |at: usize| match self {
            Self::ChangeItems(changes) => changes.get(at).map(change_json),
            Self::SetTable { table: Some(table), .. } => {
                table.items.get(at).map(|item| item.to_json())
            }
            _ => None,
        };
        let end = items.end.min(self.item_count());
        for at in items.start..end {
            text.push_str(if at == 0 { "" } else { "," });
            text.push_str(&one(at).unwrap_or_default().to_string());
        }
        let has_list = matches!(self, Self::ChangeItems(_) | Self::SetTable { table: Some(_), .. });
        if has_list && end == self.item_count() {
            text.push_str("]}");
        }
    }

    /// The edit with an empty list of items.
    fn without_items(&self) -> Self {
        match self {
            Self::ChangeItems(_) => Self::ChangeItems(Arc::default()),
            Self::SetTable { name, at, table: Some(table) } => {
                let empty =
                    WholeTable { described: table.described.clone(), items: Arc::default() };
                Self::SetTable { name: name.clone(), at: *at, table: Some(Box::new(empty)) }
            }
            other => other.clone(),
        }
    }

    /// The edit of a line of the operation log, as text.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the line.
    pub fn from_text(line: &str) -> Result<Self, String> {
        let read: Result<Value, _> = serde_json::from_str(line);
        let broken = |error| format!("A line of the log is not JSON: {}.", reason(&error));
        Self::from_json(&read.map_err(broken)?)
    }

    /// The edit of a line of the operation log.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the line.
    pub fn from_json(line: &Value) -> Result<Self, String> {
        let Value::Object(members) = line else {
            return Err("A line of the log should be an object.".to_owned());
        };
        match members.get("v").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(newer) if newer > VERSION => {
                return Err(format!(
                    "The log was written by a newer version of the app: its lines are of version {newer}, and this one reads {VERSION}."
                ));
            }
            _ => return Err("A line of the log should say its version.".to_owned()),
        }
        let Some(word) = members.get("edit").and_then(Value::as_str) else {
            return Err("A line of the log should say what it does.".to_owned());
        };
        let line = Line { word, members };
        line.read().map_err(|problem| {
            // What is spoiled can hold anything: a sentence stays one.
            let words = format!("The line {word} of the log cannot be used: {problem}.");
            words.replace(char::is_control, " ")
        })
    }
}

/// A line of the log, taken apart.
struct Line<'l> {
    word: &'l str,
    members: &'l Map<String, Value>,
}

impl<'l> Line<'l> {
    fn read(&self) -> Result<Edit, String> {
        Ok(match self.word {
            "insertRequest" => {
                Edit::InsertRequest { at: self.place("at")?, request: Box::new(self.request()?) }
            }
            "removeRequest" => Edit::RemoveRequest { at: self.place("at")? },
            "replaceRequest" => {
                Edit::ReplaceRequest { at: self.place("at")?, request: Box::new(self.request()?) }
            }
            "moveRequest" => Edit::MoveRequest { from: self.place("from")?, to: self.place("to")? },
            "setCopies" => Edit::SetCopies(self.each("copies", |value| one(value, read_copy))?),
            "setEntities" => {
                Edit::SetEntities(self.each("entities", |value| one(value, read_entity))?)
            }
            "setAccepted" => {
                Edit::SetAccepted(self.each("accepted", |value| one(value, read_accepted))?)
            }
            "openDoor" => Edit::OpenDoor { table: self.text("table")?, door: self.door()? },
            "closeDoor" => {
                Edit::CloseDoor { table: self.text("table")?, index: self.text("index")? }
            }
            "changeItems" => Edit::ChangeItems(self.each("changes", read_change)?.into()),
            "setTable" => self.set_table()?,
            "describeTable" => Edit::DescribeTable(Box::new(self.described()?)),
            "setAbout" => {
                Edit::SetAbout { name: self.text("name")?, description: self.text("description")? }
            }
            "setTraffic" => {
                Edit::SetTraffic(self.optional("traffic", |traffic| Ok(traffic.clone()))?)
            }
            _ => return Err("nothing of this name is known".to_owned()),
        })
    }

    fn set_table(&self) -> Result<Edit, String> {
        let name = self.optional("name", |_| self.text("name"))?;
        let table = self.optional("table", |_| {
            let items = self.each("items", |item| read_item(item).map(Arc::new))?;
            Ok(Box::new(WholeTable { described: self.described()?, items: items.into() }))
        })?;
        Ok(Edit::SetTable { name, at: self.place("at")?, table })
    }

    fn door(&self) -> Result<DoorDefinition, String> {
        let whole = |value: &Value| {
            let whole = value.as_u64().and_then(|count| u32::try_from(count).ok());
            whole.ok_or_else(|| "its bays are not a whole number".to_owned())
        };
        Ok(DoorDefinition {
            index: self.member("index")?.clone(),
            attributes: self.each("attributes", |definition| Ok(definition.clone()))?,
            bays: self.optional("bays", whole)?,
            at: self.optional("at", |_| self.place("at"))?,
        })
    }

    fn described(&self) -> Result<crate::design::TableDesign, String> {
        one(self.member("table")?, read_description)
    }

    fn request(&self) -> Result<crate::design::Request, String> {
        one(self.member("request")?, read_request)
    }

    fn member(&self, name: &str) -> Result<&'l Value, String> {
        self.members.get(name).ok_or_else(|| format!("it has no \"{name}\""))
    }

    fn optional<T>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        self.members.get(name).map(read).transpose()
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let text = self.member(name)?.as_str().map(str::to_owned);
        text.ok_or_else(|| format!("its \"{name}\" is not a string"))
    }

    fn place(&self, name: &str) -> Result<usize, String> {
        let place = self.member(name)?.as_u64().and_then(|place| usize::try_from(place).ok());
        place.ok_or_else(|| format!("its \"{name}\" is not a place"))
    }

    fn each<T>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let Value::Array(values) = self.member(name)? else {
            return Err(format!("its \"{name}\" is not a list"));
        };
        let mut all = Vec::with_capacity(values.len());
        for (at, value) in values.iter().enumerate() {
            all.push(read(value).map_err(|problem| format!("{name}[{at}]: {problem}"))?);
        }
        Ok(all)
    }
}

fn write_door(door: &DoorDefinition, line: &mut Map<String, Value>) {
    line.set("index", door.index.clone());
    line.set("attributes", door.attributes.clone().into());
    if let Some(bays) = door.bays {
        line.set("bays", bays.into());
    }
    if let Some(at) = door.at {
        line.set("at", at.into());
    }
}

fn change_json(change: &Change) -> Value {
    let mut members = Map::new();
    members.set("table", change.table.as_str().into());
    for (name, item) in [("old", &change.old), ("new", &change.new)] {
        if let Some(item) = item {
            members.set(name, item.to_json());
        }
    }
    Value::Object(members)
}

fn read_change(value: &Value) -> Result<Change, String> {
    let table = value.get("table").and_then(Value::as_str).ok_or("it names no table")?;
    let item = |name: &str| value.get(name).map(|item| read_item(item).map(Arc::new)).transpose();
    Ok(Change { table: table.to_owned(), old: item("old")?, new: item("new")? })
}

fn read_item(value: &Value) -> Result<Item, String> {
    Item::from_json(value).map_err(|error| error.to_string().trim_end_matches('.').to_owned())
}
