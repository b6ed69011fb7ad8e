//! Query: reads one collection, or a run of it, in order of the sort key.

use serde_json::Value;

use super::Database;
use super::collection::Collection;
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::index::Index;
use super::legacy;
use super::page::{Direction, Reader};
use super::request::Fields;
use super::schema::KeyElement;
use super::select::{ReadInput, ReadOutput};
use crate::expression::{Filter, KeyCondition, KeyConditions, KeySchema, SortCondition};
use crate::value::{AttributeValue, Item, KeyBytes, KeyType, Name, write_part, write_prefix};
use crate::walk::Recorder;

/// What Query is asked.
#[derive(Debug)]
pub struct QueryInput {
    /// What it shares with Scan.
    pub read: ReadInput,
    /// Which collection, and which run of it.
    pub key_conditions: KeyConditions,
    /// Sort keys fall: `ScanIndexForward` is false.
    pub backward: bool,
}

/// The parameters of before expressions, in the order in which the service lists them.
const LEGACY: [&str; 4] =
    ["AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"];

impl QueryInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let mut read = ReadInput::read(&mut fields)?;
        let forward = fields.flag("ScanIndexForward")?.unwrap_or(true);
        legacy::check_members(&mut fields, &LEGACY)?;
        fields.finish()?;
        expressions::check_parameters(
            &fields,
            &["ProjectionExpression", "FilterExpression", "KeyConditionExpression"],
            &LEGACY,
        )?;
        read.filter = legacy::filter(&fields, "QueryFilter")?;
        read.read_start_key(&fields)?;
        let parameters = ["KeyConditionExpression", "FilterExpression", "ProjectionExpression"];
        let parsed = expressions::read(&fields, &parameters)?;
        read.filter = parsed.filter.or(read.filter);
        read.projection = parsed.projection;
        let key_conditions = match parsed.key_conditions {
            Some(conditions) => conditions,
            None => legacy::key_conditions(&fields)?.ok_or_else(faults::no_key_condition)?,
        };
        Ok(Self { read, key_conditions, backward: !forward })
    }
}

/// A mark between keys on a shelf: before all keys that begin with some bytes, or after them.
struct Mark {
    bytes: Vec<u8>,
    after: bool,
}

impl Mark {
    /// Whether the mark is behind this key.
    fn passes(&self, key: &KeyBytes) -> bool {
        let key = key.as_bytes();
        key < self.bytes.as_slice() || (self.after && key.starts_with(&self.bytes))
    }
}

/// The run of a shelf that a sort condition asks for, as the two marks around it. The end mark of each key
/// part makes every condition one of these: equality is the run of keys that begin with the value.
fn marks(condition: &KeyCondition) -> (Mark, Mark) {
    let mut base = Vec::new();
    for (_, value) in &condition.sort {
        write_part(value, &mut base);
    }
    let at = |value: &AttributeValue, after: bool| {
        let mut bytes = base.clone();
        write_part(value, &mut bytes);
        Mark { bytes, after }
    };
    let start = || Mark { bytes: base.clone(), after: false };
    let end = || Mark { bytes: base.clone(), after: true };
    match &condition.last {
        None => (start(), end()),
        Some(SortCondition::Less(value)) => (start(), at(value, false)),
        Some(SortCondition::LessOrEqual(value)) => (start(), at(value, true)),
        Some(SortCondition::Greater(value)) => (at(value, true), end()),
        Some(SortCondition::GreaterOrEqual(value)) => (at(value, false), end()),
        Some(SortCondition::Between(low, high)) => (at(low, false), at(high, true)),
        Some(SortCondition::BeginsWith(value)) => {
            let mut bytes = base.clone();
            write_prefix(value, &mut bytes);
            (Mark { bytes: bytes.clone(), after: false }, Mark { bytes, after: true })
        }
    }
}

/// Names and types of a door's key: of the parts of its partition key, and of those of its sort key.
pub(crate) fn key_parts(door: &Index) -> [Vec<(&str, KeyType)>; 2] {
    fn names(element: &KeyElement) -> (&str, KeyType) {
        (&element.attribute, element.key_type)
    }
    [door.hash_elements().map(names).collect(), door.range_elements().map(names).collect()]
}

/// Holds the conditions against the door's key.
fn resolve(conditions: &KeyConditions, door: &Index) -> Result<KeyCondition, ServiceError> {
    let [partition, sort] = &key_parts(door);
    conditions
        .against(&KeySchema { partition, sort })
        .map_err(|error| ServiceError::validation(error.to_string()))
}

/// A Query's filter may not name the key's attributes: those belong in the key condition.
fn check_filter(filter: Option<&Filter>, door: &Index) -> Result<(), ServiceError> {
    let Some(filter) = filter else { return Ok(()) };
    let is_key =
        |name: &&str| door.key_schema().iter().any(|element| element.attribute.as_str() == *name);
    match filter.attributes().into_iter().find(is_key) {
        Some(name) if filter.is_legacy() => Err(faults::filter_parameter_on_key(name)),
        Some(name) => Err(faults::filter_on_key(name)),
        None => Ok(()),
    }
}

/// A Query goes on only within what it asks for. The service looks at the sort key first, and says of another
/// collection what it says where there is a condition on the sort key.
fn check_start(
    condition: &KeyCondition,
    in_range: bool,
    in_collection: bool,
) -> Result<(), ServiceError> {
    let has_range = !condition.sort.is_empty() || condition.last.is_some();
    if has_range && !in_range {
        return Err(faults::start_key_outside_range());
    }
    match in_collection {
        true => Ok(()),
        false if has_range => Err(faults::start_key_of_one_row()),
        false => Err(faults::start_key_outside_query()),
    }
}

impl Database {
    /// Reads one collection, or a run of it, in order of the sort key, a page at a time.
    ///
    /// # Errors
    /// No such table or index, a key condition that does not fit its key, and what cannot be read so.
    pub fn query(
        &self,
        input: &QueryInput,
        recorder: &mut Recorder,
    ) -> Result<ReadOutput<'_>, ServiceError> {
        let read = &input.read;
        read.check_select()?;
        let table = self.tables.get(&read.table_name).ok_or_else(faults::no_table)?;
        let door = read.door(table)?;
        let start = read.start_key(table, door)?;
        let condition = resolve(&input.key_conditions, door)?;
        let key = Index::collection_key(condition.partition.iter().map(value_of));
        let (low, high) = marks(&condition);
        if let Some(start) = &start {
            let in_range = !low.passes(&start.shelf) && high.passes(&start.shelf);
            check_start(&condition, in_range, start.collection == key)?;
        }
        if !read.filters_keys {
            check_filter(read.filter.as_ref(), door)?;
        }
        let start = start.map(|address| address.shelf);
        let reading = read.reading(table, door, Direction::of_query(input.backward))?;
        let mut reader = Reader::new(reading, recorder);
        if let Some((ordinal, collection)) = door.find_collection(&key) {
            let (from, to) = run_of(collection, (&low, &high), start.as_ref(), input.backward);
            reader.collection(ordinal, collection, from, to);
        } else {
            let place = (door.partition_of(&key), door.collections_before(&key));
            reader.missing(place, || named_by(&condition));
        }
        Ok(ReadOutput::of(reader.finish()))
    }
}

fn value_of(part: &(Name, AttributeValue)) -> &AttributeValue {
    &part.1
}

/// The attributes of the key that a condition gives a value each; a sort key counts only where all of it is given.
fn named_by(condition: &KeyCondition) -> Item {
    let sort = condition.last.is_none().then_some(&condition.sort);
    let mut named = Item::new();
    for (name, value) in condition.partition.iter().chain(sort.into_iter().flatten()) {
        named.insert(name.clone(), value.clone());
    }
    named
}

/// The ranks of what lies between two marks of a collection, and beyond the key it starts after.
fn run_of(
    collection: &Collection,
    (low, high): (&Mark, &Mark),
    start: Option<&KeyBytes>,
    backward: bool,
) -> (usize, usize) {
    let mut from = collection.shelf.rank(|other| low.passes(other));
    let mut to = collection.shelf.rank(|other| high.passes(other));
    match start {
        Some(start) if backward => to = to.min(collection.shelf.rank(|other| other < start)),
        Some(start) => from = from.max(collection.shelf.rank(|other| other <= start)),
        None => {}
    }
    (from, to.max(from))
}
