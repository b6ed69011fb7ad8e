//! A resource that is a table, as the input of `CreateTable`.
//!
//! Owns the three types of resource that make tables, and where each says in other words what the input says. What the input has
//! no word for is kept: under `Properties` what was not used, under `Written` the functions as they stood where their values were
//! read instead.

use key_engine::value::{Members, object};
use serde_json::{Map, Value};

use super::KEY;
use super::resolve::{Outcome, Resolver};
use crate::design::Defect;
use crate::design::formats::definition::{self, settle};
use crate::design::formats::{TableDraft, tables};

mod global;

/// A type of resource that makes a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Table,
    GlobalTable,
    SimpleTable,
}

/// The type of a resource, where it makes a table.
pub(super) fn kind_of(resource: &Value) -> Option<Kind> {
    match resource.get("Type")?.as_str()? {
        "AWS::DynamoDB::Table" => Some(Kind::Table),
        "AWS::DynamoDB::GlobalTable" => Some(Kind::GlobalTable),
        "AWS::Serverless::SimpleTable" => Some(Kind::SimpleTable),
        _ => None,
    }
}

pub(super) fn read<'t>(
    id: &str,
    kind: Kind,
    resource: Value,
    resolver: &mut Resolver<'_>,
    faults: &mut Vec<Defect>,
) -> TableDraft<'t> {
    let Value::Object(mut settings) = resource else { return TableDraft::default() };
    let mut written = Written { id, resolver, faults, functions: Map::new() };
    if let Some(Value::String(condition)) = settings.get("Condition")
        && written.resolver.condition(condition) == Some(false)
    {
        written.say(
            format!("it is not made unless {condition} holds, which it does not with the defaults"),
            "opened all the same",
        );
    }
    let mut properties = match settings.remove("Properties") {
        Some(Value::Object(properties)) => written.members(properties, "", 0),
        None => Map::new(),
        Some(other) => {
            written.say("its Properties are not an object", "kept, and not read");
            settings.set("Properties", other);
            Map::new()
        }
    };
    if let Some(name) = properties.get_mut("TableName") {
        written.plain_text(name, "TableName");
    } else {
        let named = if written.functions.contains_key("TableName") {
            "a name that only a deployment knows"
        } else {
            "no name of its own"
        };
        written.say(format!("it has {named}"), "called by its logical id");
        properties.set("TableName", Value::from(id));
    }
    written.names(&mut properties);
    let mut rest = Map::new();
    match kind {
        Kind::Table => {}
        Kind::GlobalTable => global::translate(&mut properties, &mut rest),
        Kind::SimpleTable => simple(&mut properties),
    }
    let time_to_live = time_to_live(&mut properties);
    same_words(&mut properties, &mut rest);
    let mut create = Map::new();
    for (name, value) in properties {
        let known = tables::CREATE.contains(&name.as_str());
        if known { &mut create } else { &mut rest }.insert(name, value);
    }
    let kept = written.functions;
    let name = definition::name_of(&create, id);
    settings.set("LogicalId", Value::from(id));
    if !rest.is_empty() {
        settings.set("Properties", Value::Object(rest));
    }
    if !kept.is_empty() {
        settings.set("Written", Value::Object(kept));
    }
    let mut extra = Map::new();
    extra.set(KEY, Value::Object(settings));
    settle(&mut create, &mut extra, &name, faults);
    TableDraft { create: Value::Object(create), time_to_live, extra, ..TableDraft::default() }
}

/// The properties of one resource while their functions are read.
struct Written<'w, 'd> {
    id: &'w str,
    resolver: &'w mut Resolver<'d>,
    faults: &'w mut Vec<Defect>,
    /// The functions as they stood, by their place.
    functions: Map<String, Value>,
}

impl Written<'_, '_> {
    fn say(&mut self, problem: impl Into<String>, done: impl Into<String>) {
        self.faults.push(Defect::of_table(self.id, problem, done));
    }

    fn members(
        &mut self,
        members: Map<String, Value>,
        place: &str,
        depth: usize,
    ) -> Map<String, Value> {
        let mut read = Map::new();
        for (name, value) in members {
            let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
            // what no table is made of is kept as it stands, functions and all
            let kept = depth == 0 && !is_read(&name);
            let value = if kept { Some(value) } else { self.value(value, &name, &place, depth) };
            if let Some(value) = value {
                read.insert(name, value);
            }
        }
        read
    }

    fn value(&mut self, value: Value, member: &str, place: &str, depth: usize) -> Option<Value> {
        if let Some((name, argument)) = Resolver::function(&value) {
            let outcome = self.resolver.call(name, argument, depth);
            let branch = name == "Fn::If";
            let read = match outcome {
                Outcome::Known(found) if branch => self.value(found, member, place, depth + 1),
                Outcome::Known(found) => Some(found),
                Outcome::Nothing => None,
                Outcome::Unknown { words, on } => self.unknown(member, place, words, &on),
            };
            self.functions.insert(place.to_owned(), value);
            return read;
        }
        match value {
            Value::Object(members) => Some(Value::Object(self.members(members, place, depth + 1))),
            Value::Array(list) => {
                let mut read = Vec::with_capacity(list.len());
                for (at, element) in list.into_iter().enumerate() {
                    read.extend(self.value(element, member, &format!("{place}[{at}]"), depth + 1));
                }
                Some(Value::Array(read))
            }
            other => Some(other),
        }
    }

    /// What is taken instead of what only a deployment knows.
    fn unknown(
        &mut self,
        member: &str,
        place: &str,
        words: Option<String>,
        on: &str,
    ) -> Option<Value> {
        let (value, done) = match member {
            "TableName" => return None,
            "AttributeName" | "IndexName" | "NonKeyAttributes" | "Name" => match words {
                Some(words) => (Some(Value::from(words.as_str())), format!("called {words}")),
                None => (None, "left out".to_owned()),
            },
            "AttributeType" => (Some(Value::from("S")), "read as S".to_owned()),
            "ReadCapacityUnits" | "WriteCapacityUnits" | "MinCapacity" => {
                (Some(Value::from(5)), "read as 5".to_owned())
            }
            _ => (None, "left out".to_owned()),
        };
        self.say(format!("{place} depends on {on}, which only a deployment knows"), done);
        value
    }

    /// Makes text of names that a template has as numbers or truths, deep inside.
    fn names(&mut self, members: &mut Map<String, Value>) {
        for (name, value) in members.iter_mut() {
            match (name.as_str(), value) {
                (
                    "AttributeName" | "IndexName" | "AttributeType" | "KeyType" | "ProjectionType",
                    value,
                ) => {
                    self.plain_text(value, name);
                }
                ("NonKeyAttributes", Value::Array(list)) => {
                    for listed in list {
                        self.plain_text(listed, name);
                    }
                }
                (_, Value::Object(inside)) => self.names(inside),
                (_, Value::Array(list)) => {
                    for inside in list.iter_mut().filter_map(Value::as_object_mut) {
                        self.names(inside);
                    }
                }
                _ => {}
            }
        }
    }

    fn plain_text(&mut self, value: &mut Value, member: &str) {
        let text = match value {
            Value::Number(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            _ => return,
        };
        self.say(
            format!("the {member} has no quotes and is read as {text}"),
            format!("called {text}, as CloudFormation does"),
        );
        *value = Value::String(text);
    }
}

/// Whether a property says how the table is made.
fn is_read(property: &str) -> bool {
    const ALSO: [&str; 5] = [
        "TimeToLiveSpecification",
        "PrimaryKey",
        "WriteProvisionedThroughputSettings",
        "WriteOnDemandThroughputSettings",
        "Replicas",
    ];
    tables::CREATE.contains(&property) || ALSO.contains(&property)
}

fn time_to_live(properties: &mut Map<String, Value>) -> Option<String> {
    let said = properties.get("TimeToLiveSpecification")?;
    let off = matches!(said.get("Enabled"), Some(Value::Bool(false)))
        || said.get("Enabled").and_then(Value::as_str) == Some("false");
    let attribute = said.get("AttributeName")?.as_str().filter(|_| !off)?.to_owned();
    properties.remove("TimeToLiveSpecification");
    Some(attribute)
}

/// What a template and the input name differently.
fn same_words(properties: &mut Map<String, Value>, rest: &mut Map<String, Value>) {
    if let Some(Value::Object(stream)) = properties.get_mut("StreamSpecification") {
        if let Some(policy) = stream.remove("ResourcePolicy") {
            rest.set("StreamSpecification", object(&mut [("ResourcePolicy", policy)]));
        }
        stream.entry("StreamEnabled").or_insert(Value::Bool(true));
    }
    if let Some(Value::Object(encryption)) = properties.get_mut("SSESpecification")
        && let Some(enabled) = encryption.remove("SSEEnabled")
    {
        encryption.set("Enabled", enabled);
    }
    let mut of_indexes = Map::new();
    for list in definition::INDEX_LISTS {
        let Some(Value::Array(indexes)) = properties.get_mut(list) else { continue };
        for index in indexes.iter_mut().filter_map(Value::as_object_mut) {
            let Some(insights) = index.remove("ContributorInsightsSpecification") else { continue };
            let name = index.get("IndexName").and_then(Value::as_str).unwrap_or_default();
            of_indexes.set(name, object(&mut [("ContributorInsightsSpecification", insights)]));
        }
    }
    if !of_indexes.is_empty() {
        rest.set("Indexes", Value::Object(of_indexes));
    }
}

/// A table with a partition key alone, of the Serverless Application Model.
fn simple(properties: &mut Map<String, Value>) {
    let key = properties.remove("PrimaryKey").unwrap_or_default();
    let name = key.get("Name").and_then(Value::as_str).unwrap_or("id");
    let kind = match key.get("Type").and_then(Value::as_str).unwrap_or_default() {
        "Number" | "N" => "N",
        "Binary" | "B" => "B",
        _ => "S",
    };
    let attribute = ("AttributeName", Value::from(name));
    let definition = object(&mut [attribute.clone(), ("AttributeType", Value::from(kind))]);
    properties.set("AttributeDefinitions", Value::Array(vec![definition]));
    let element = object(&mut [attribute, ("KeyType", Value::from("HASH"))]);
    properties.set("KeySchema", Value::Array(vec![element]));
    let provisioned = properties.contains_key("ProvisionedThroughput");
    let mode = if provisioned { "PROVISIONED" } else { "PAY_PER_REQUEST" };
    properties.set("BillingMode", Value::from(mode));
    if let Some(Value::Object(tags)) = properties.get("Tags") {
        let tags = tags.iter().map(|(key, value)| {
            object(&mut [("Key", Value::from(key.as_str())), ("Value", value.clone())])
        });
        let tags = tags.collect();
        properties.set("Tags", tags);
    }
}
