//! `BatchGetItem`: reads the items at up to 100 keys, of one table or several.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Database;
use super::batch::has_duplicates;
use super::capacity::{Consumed, ReturnConsumedCapacity, read_units};
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::legacy;
use super::limits::{BATCH_READ_BYTES, MAX_BATCH_KEYS};
use super::point_read::PointRead;
use super::request::{Fields, table_of};
use crate::expression::Projection;
use crate::value::{Item, Members, ValueError, object};
use crate::walk::{PageEnd, Recorder};

/// What `BatchGetItem` is asked.
#[derive(Debug, Default)]
pub struct BatchGetItemInput {
    /// What is asked of each table.
    pub request_items: Vec<KeysAndAttributes>,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// What is asked of one table.
#[derive(Debug, Default)]
pub struct KeysAndAttributes {
    /// The table.
    pub table_name: String,
    /// Keys of items, each once.
    pub keys: Vec<Item>,
    /// Which of their attributes are wanted.
    pub projection: Option<Projection>,
    /// Strongly consistent reads.
    pub consistent_read: bool,
}

/// What `BatchGetItem` answers.
#[derive(Debug, Default, PartialEq)]
pub struct BatchGetItemOutput<'t> {
    /// What each table answers, in the order asked.
    pub responses: Vec<TableItems<'t>>,
}

/// What one table answers.
#[derive(Debug, Default, PartialEq)]
pub struct TableItems<'t> {
    /// The table.
    pub table_name: String,
    /// The items that are there, in the order of their keys.
    pub items: Vec<Cow<'t, Item>>,
    /// Keys not read any more: the answer was full.
    pub unprocessed_keys: Vec<Item>,
    /// What the reads consumed.
    pub consumed: Consumed,
}

impl KeysAndAttributes {
    /// Reads of the whole items at `keys`.
    pub fn new(table_name: impl Into<String>, keys: Vec<Item>) -> Self {
        Self { table_name: table_name.into(), keys, ..Self::default() }
    }
}

impl BatchGetItemInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the tables.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let tables = fields.map("RequestItems")?;
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        match tables {
            None => fields.missing("requestItems"),
            Some(tables) if tables.is_empty() => fields.too_short("RequestItems"),
            Some(_) => {}
        }
        let mut given = Vec::new();
        for (name, table) in tables.into_iter().flatten() {
            given.push(Given::read(name, table, &mut fields)?);
        }
        fields.finish()?;
        if given.iter().map(|table| table.keys.len()).sum::<usize>() > MAX_BATCH_KEYS {
            return Err(faults::too_many_in_batch("BatchGetItem"));
        }
        let request_items = given.into_iter().map(Given::check).collect::<Result<_, _>>()?;
        Ok(Self { request_items, return_consumed_capacity })
    }
}

/// What a request gives of one table, before its values and expressions are looked at.
struct Given<'a> {
    table_name: String,
    fields: Fields<'a>,
    keys: Vec<Result<Item, ValueError>>,
    consistent_read: bool,
}

impl<'a> Given<'a> {
    fn read(name: &str, table: &'a Value, outer: &mut Fields<'_>) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(table)?;
        let list = fields.list("Keys")?;
        match list {
            None => outer.missing(&format!("requestItems.{name}.member.keys")),
            Some([]) => outer.too_short(&format!("RequestItems.{name}.member.Keys")),
            Some(keys) if keys.len() > MAX_BATCH_KEYS => {
                let member = format!("RequestItems.{name}.member.Keys");
                outer.violated(&member, "Member must have length less than or equal to 100");
            }
            Some(_) => {}
        }
        legacy::check_members(&mut fields, &["AttributesToGet"])?;
        let consistent_read = fields.flag("ConsistentRead")?.unwrap_or_default();
        let keys =
            list.unwrap_or_default().iter().map(Fields::item_of).collect::<Result<_, _>>()?;
        Ok(Self { table_name: table_of(name).to_owned(), fields, keys, consistent_read })
    }

    fn check(self) -> Result<KeysAndAttributes, ServiceError> {
        let Self { table_name, fields, keys, consistent_read } = self;
        fields.finish()?;
        expressions::check_parameters(&fields, &["ProjectionExpression"], &["AttributesToGet"])?;
        let keys: Vec<Item> = keys
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(|error| ServiceError::validation(error.to_string()))?;
        if has_duplicates(keys.iter()) {
            return Err(faults::duplicate_keys());
        }
        let projection = expressions::read(&fields, &["ProjectionExpression"])?.projection;
        Ok(KeysAndAttributes { table_name, keys, projection, consistent_read })
    }
}

impl BatchGetItemOutput<'_> {
    /// The answer as the service sends it, to the request that `input` is.
    pub(crate) fn to_json(&self, input: &Value, show: ReturnConsumedCapacity) -> Value {
        let mut responses = Map::new();
        let mut unprocessed = Map::new();
        let mut consumed = Vec::new();
        let asked = input.get("RequestItems").and_then(Value::as_object);
        for (table, (name, request)) in self.responses.iter().zip(asked.into_iter().flatten()) {
            responses.set(name, table.items.iter().map(|item| item.to_json()).collect());
            if !table.unprocessed_keys.is_empty() {
                // what else was asked of the table is asked again
                let mut again = request.clone();
                if let Value::Object(again) = &mut again {
                    again.set("Keys", table.unprocessed_keys.iter().map(Item::to_json).collect());
                }
                unprocessed.set(name, again);
            }
            consumed.extend(table.consumed.to_json(name, show));
        }
        let mut body =
            object(&mut [("Responses", responses.into()), ("UnprocessedKeys", unprocessed.into())]);
        if let Value::Object(body) = &mut body
            && !consumed.is_empty()
        {
            body.set("ConsumedCapacity", consumed.into());
        }
        body
    }
}

impl Database {
    /// Reads the items at many keys. When the next item would take the answer over 16 MB, it and all after
    /// it are left unprocessed. Each item is charged by itself.
    ///
    /// # Errors
    /// No such table, a key that is none. Nothing is read then.
    pub fn batch_get_item(
        &self,
        input: &BatchGetItemInput,
        recorder: &mut Recorder,
    ) -> Result<BatchGetItemOutput<'_>, ServiceError> {
        let mut reads = Vec::with_capacity(input.request_items.len());
        for asked in &input.request_items {
            let table = self.tables.get(&asked.table_name).ok_or_else(faults::no_table)?;
            let found: Vec<PointRead<'_>> = asked
                .keys
                .iter()
                .map(|key| PointRead::at(table, key, asked.projection.as_ref()))
                .collect::<Result<_, _>>()?;
            reads.push((asked, found));
        }
        let mut responses = Vec::with_capacity(reads.len());
        let (mut bytes, mut units_of_all, mut is_full) = (0, 0.0, false);
        for (asked, found) in reads {
            let mut table =
                TableItems { table_name: asked.table_name.clone(), ..TableItems::default() };
            for (key, read) in asked.keys.iter().zip(found) {
                is_full |= bytes + read.size_bytes() > BATCH_READ_BYTES;
                if is_full {
                    table.unprocessed_keys.push(key.clone());
                    continue;
                }
                bytes += read.size_bytes();
                let units = read_units(read.size_bytes(), asked.consistent_read);
                read.record(key, asked.consistent_read, units, recorder);
                table.consumed.table += units;
                table.items.extend(read.item(asked.projection.as_ref()));
            }
            units_of_all += table.consumed.table;
            responses.push(table);
        }
        recorder.end(if is_full { PageEnd::Size } else { PageEnd::End }, None, units_of_all);
        Ok(BatchGetItemOutput { responses })
    }
}
