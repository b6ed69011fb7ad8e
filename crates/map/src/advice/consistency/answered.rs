//! An answer, with who gave it and what the leader would have said.
//!
//! Owns the comparison of two answers. Must never: send a request.

use key_engine::engine::ServiceError;
use key_engine::walk::{Leg, Walk};
use key_engine::{AttributeValue, Database, Item};
use serde_json::{Map, Value};

use super::assumptions::Replica;
use super::log::Log;
use crate::advice::told::key_text;
use crate::design::Call;

/// The most differences of one answer that are kept.
const MOST_DIFFERENCES: usize = 50;

/// How a request was served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Served {
    /// A write, which the leaders take.
    Write,
    /// A strong read, which the leaders answer; so do they answer a transaction that reads.
    Strong,
    /// An eventual read of tables or local secondary indexes, which any replica may answer.
    Eventual,
    /// A read of a global secondary index, which follows its table.
    Index,
    /// It was refused.
    Refused,
}

/// Which replica of which partition answered, and how far behind it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answering {
    /// The table.
    pub table: String,
    /// The global secondary index; none for the table's own replicas, which answer for local indexes too.
    pub index: Option<String>,
    /// The partition's number, from 0, as the walk has it.
    pub partition: u32,
    /// Which of its three replicas.
    pub replica: Replica,
    /// How many writes to the partition had not reached it yet.
    pub lacks: u32,
    /// How long ago the first of those was confirmed, in milliseconds; 0 where it lacks none.
    pub behind_ms: u64,
}

/// What an answer says, against what the leader said at the same moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// An item that the leader has and the answer lacks; its key in short.
    Missing(String),
    /// An item that the answer has and the leader does not have any more, or not there.
    Extra(String),
    /// An attribute with another value.
    Field {
        /// The item's key, in short.
        item: String,
        /// The attribute.
        attribute: String,
        /// What the answer says; none where it lacks it.
        answered: Option<AttributeValue>,
        /// What the leader says; none where it lacks it.
        leader: Option<AttributeValue>,
    },
    /// The answers differ in something else: a count, the place to go on from.
    Other(String),
}

/// When a write reaches one replica.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When, in milliseconds of the simulated clock.
    pub at_ms: u64,
    /// When the leader had confirmed it.
    pub written_ms: u64,
    /// The table.
    pub table: String,
    /// The global secondary index; none for the table's own replicas.
    pub index: Option<String>,
    /// The partition's number, from 0.
    pub partition: u32,
    /// Which of its replicas.
    pub replica: Replica,
}

/// A request, answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// When, in milliseconds of the simulated clock.
    pub at_ms: u64,
    /// What was sent.
    pub call: Call,
    /// What came back.
    pub answer: Result<Value, ServiceError>,
    /// What the request touched, at those who answered it.
    pub walk: Walk,
    /// How it was served.
    pub served: Served,
    /// Who answered, partition by partition, in the order of the walk.
    pub by: Vec<Answering>,
    /// What the leader said otherwise at the same moment; nothing where the answer is not stale.
    pub differences: Vec<Difference>,
    /// Of a write: when it reaches the other replicas and the indexes, in order of time.
    pub arrivals: Vec<Arrival>,
}

impl Answered {
    /// Whether the answer is not what the leader says at the same moment.
    pub fn is_stale(&self) -> bool {
        !self.differences.is_empty()
    }

    /// The furthest that any who answered was behind, in milliseconds.
    pub fn behind_ms(&self) -> u64 {
        self.by.iter().map(|one| one.behind_ms).max().unwrap_or(0)
    }

    /// Who answered at a leg of the walk, in a partition; none where an index that is written follows later.
    pub fn answering(&self, leg: &Leg, partition: u32) -> Option<&Answering> {
        let of = |index: Option<&str>| {
            self.by.iter().find(|one| {
                one.partition == partition
                    && one.table == leg.table
                    && one.index.as_deref() == index
            })
        };
        // A local index lives with its table's items.
        of(leg.index.as_deref()).or_else(|| leg.action.is_read().then(|| of(None)).flatten())
    }

    /// The first item of the answer.
    pub fn item(&self) -> Option<&Map<String, Value>> {
        items_of(self.answer.as_ref().ok()?).into_iter().next().map(|(_, item)| item)
    }
}

/// The items of an answer, each with the table it is of where the answer says so.
fn items_of(answer: &Value) -> Vec<(Option<&str>, &Map<String, Value>)> {
    let mut items = Vec::new();
    items.extend(answer.get("Item").and_then(Value::as_object).map(|item| (None, item)));
    let list = answer.get("Items").and_then(Value::as_array).into_iter().flatten();
    items.extend(list.filter_map(Value::as_object).map(|item| (None, item)));
    match answer.get("Responses") {
        Some(Value::Object(tables)) => {
            for (table, list) in tables {
                let list = list.as_array().into_iter().flatten().filter_map(Value::as_object);
                items.extend(list.map(|item| (Some(table.as_str()), item)));
            }
        }
        Some(Value::Array(list)) => {
            let each = list.iter().filter_map(|one| one.get("Item")).filter_map(Value::as_object);
            items.extend(each.map(|item| (None, item)));
        }
        _ => {}
    }
    items
}

/// An item of an answer: its table, its key in short, and all its attributes.
struct Shown {
    table: String,
    key: String,
    has_key: bool,
    item: Item,
}

impl Shown {
    /// Whether it was written in the run; one without its key may have been.
    fn is_written(&self, database: &Database, log: &Log) -> bool {
        let table = database.table(&self.table);
        !self.has_key || table.is_none_or(|table| log.is_about(table, &self.item))
    }
}

/// The items of an answer; those that a projection has left without their keys are told by their place.
fn shown(answer: &Value, table: &str, database: &Database) -> Vec<Shown> {
    let mut all = Vec::new();
    for (place, (of, item)) in items_of(answer).into_iter().enumerate() {
        let table = of.unwrap_or(table);
        let Ok(item) = Item::from_json(&Value::Object(item.clone())) else { continue };
        let schema = database.table(table).map(|table| table.primary().key_schema());
        let schema = schema.unwrap_or_default();
        let has_key = schema.iter().all(|element| item.get(&element.attribute).is_some());
        let has_key = has_key && !schema.is_empty();
        let key = match schema {
            _ if has_key => key_text(schema, &item),
            _ => format!("item {}", place + 1),
        };
        all.push(Shown { table: table.to_owned(), key, has_key, item });
    }
    all
}

/// What an answer says that the leader does not say, or says otherwise. `table` is that of items whose table the answer does not
/// name. An item that nobody wrote is the same everywhere: where one answer alone has it, its page only ends elsewhere.
pub(super) fn differences(
    (answer, leader): (&Value, &Value),
    table: &str,
    database: &Database,
    log: &Log,
) -> Vec<Difference> {
    let mut found = Vec::new();
    if answer == leader {
        return found;
    }
    let (ours, theirs) = (shown(answer, table, database), shown(leader, table, database));
    // Answers are pages of the same run: what both have comes in the same order, mostly.
    let mut from = 0;
    for one in &ours {
        match position(&theirs, one, from) {
            Some(place) => {
                from = place + 1;
                let other = theirs.get(place).map(|other| &other.item);
                fields(one, other.unwrap_or(&one.item), &mut found);
            }
            None if one.is_written(database, log) => {
                found.push(Difference::Extra(one.key.clone()));
            }
            None => {}
        }
    }
    let mut from = 0;
    for other in &theirs {
        match position(&ours, other, from) {
            Some(place) => from = place + 1,
            None if other.is_written(database, log) => {
                found.push(Difference::Missing(other.key.clone()));
            }
            None => {}
        }
    }
    if found.is_empty() {
        for member in ["Count", "ScannedCount", "LastEvaluatedKey", "UnprocessedKeys"] {
            if answer.get(member) != leader.get(member) {
                found.push(Difference::Other(member.to_owned()));
            }
        }
    }
    found.truncate(MOST_DIFFERENCES);
    found
}

/// Where an item is among others; looked for from a place on, and around the end.
fn position(among: &[Shown], wanted: &Shown, from: usize) -> Option<usize> {
    let is_it = |one: &Shown| one.table == wanted.table && one.key == wanted.key;
    let after = among.iter().skip(from).position(is_it).map(|place| place + from);
    after.or_else(|| among.iter().take(from).position(is_it))
}

/// The attributes in which two states of an item differ.
fn fields(one: &Shown, leader: &Item, found: &mut Vec<Difference>) {
    let mut note = |attribute: &str| {
        let (answered, leader) = (one.item.get(attribute), leader.get(attribute));
        if answered != leader {
            found.push(Difference::Field {
                item: one.key.clone(),
                attribute: attribute.to_owned(),
                answered: answered.cloned(),
                leader: leader.cloned(),
            });
        }
    };
    for (attribute, _) in one.item.iter() {
        note(attribute);
    }
    for (attribute, _) in leader.iter().filter(|(attribute, _)| one.item.get(attribute).is_none()) {
        note(attribute);
    }
}
