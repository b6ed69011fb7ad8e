//! `GetItem`: reads the item at a key.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Database;
use super::answer::{Answer, Items};
use super::capacity::{Consumed, ReturnConsumedCapacity, read_units};
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::legacy;
use super::point_read::PointRead;
use super::request::Fields;
use crate::expression::Projection;
use crate::value::Item;
use crate::value::Members;
use crate::walk::{PageEnd, Recorder};

/// What `GetItem` is asked.
#[derive(Debug, Default)]
pub struct GetItemInput {
    /// The table.
    pub table_name: String,
    /// The item's key.
    pub key: Item,
    /// Which of its attributes are wanted.
    pub projection: Option<Projection>,
    /// A strongly consistent read.
    pub consistent_read: bool,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// What `GetItem` answers.
#[derive(Debug, Default, PartialEq)]
pub struct GetItemOutput<'t> {
    /// The item, if it is there.
    pub item: Option<Cow<'t, Item>>,
    /// What the read consumed.
    pub consumed: Consumed,
}

impl GetItemInput {
    /// A read of the whole item at `key`.
    pub fn new(table_name: impl Into<String>, key: Item) -> Self {
        Self { table_name: table_name.into(), key, ..Self::default() }
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table_name = fields.table_name()?;
        let consistent_read = fields.flag("ConsistentRead")?.unwrap_or_default();
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let key = fields.required_item("Key", "key")?;
        legacy::check_members(&mut fields, &["AttributesToGet"])?;
        fields.finish()?;
        expressions::check_parameters(&fields, &["ProjectionExpression"], &["AttributesToGet"])?;
        let key = key.map_err(|error| ServiceError::validation(error.to_string()))?;
        let projection = expressions::read(&fields, &["ProjectionExpression"])?.projection;
        Ok(Self { table_name, key, projection, consistent_read, return_consumed_capacity })
    }
}

impl<'t> GetItemOutput<'t> {
    /// The answer as the service sends it.
    pub(crate) fn into_answer(self, table_name: &str, show: ReturnConsumedCapacity) -> Answer<'t> {
        let mut rest = Map::new();
        if let Some(consumed) = self.consumed.to_json(table_name, show) {
            rest.set("ConsumedCapacity", consumed);
        }
        match self.item {
            Some(item) => Answer::Read { items: Items::One(item), rest },
            None => Answer::Json(rest.into()),
        }
    }
}

impl Database {
    /// Reads the item at a key.
    ///
    /// # Errors
    /// No such table, a key that is none.
    pub fn get_item(
        &self,
        input: &GetItemInput,
        recorder: &mut Recorder,
    ) -> Result<GetItemOutput<'_>, ServiceError> {
        let table = self.tables.get(&input.table_name).ok_or_else(faults::no_table)?;
        let read = PointRead::at(table, &input.key, input.projection.as_ref())?;
        let units = read_units(read.size_bytes(), input.consistent_read);
        read.record(&input.key, input.consistent_read, units, recorder);
        let end = if read.is_found() { PageEnd::Found } else { PageEnd::NotFound };
        recorder.end(end, None, units);
        let item = read.item(input.projection.as_ref());
        Ok(GetItemOutput { item, consumed: Consumed { table: units, ..Consumed::default() } })
    }
}
