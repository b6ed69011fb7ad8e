//! `PutItem`: puts an item whole, over what stands there.

use serde_json::Value;

use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::legacy;
use super::limits::MAX_ITEM_BYTES;
use super::request::Fields;
use super::returns::{WriteOutput, WriteReturns};
use super::table::Table;
use super::write::{self, Aim, Prepared, Refused};
use super::{Database, keys};
use crate::expression::Filter;
use crate::value::Item;
use crate::walk::{PageEnd, Recorder};

/// What `PutItem` is asked.
#[derive(Debug, Default)]
pub struct PutItemInput {
    /// The table.
    pub table_name: String,
    /// The item.
    pub item: Item,
    /// What must hold of the item that stands there, or of none.
    pub condition: Option<Filter>,
    /// What the answer brings and bills.
    pub returns: WriteReturns,
}

impl PutItemInput {
    /// A put of an item, whatever stands there.
    pub fn new(table_name: impl Into<String>, item: Item) -> Self {
        Self { table_name: table_name.into(), item, ..Self::default() }
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table_name = fields.table_name()?;
        let returns = WriteReturns::read(&mut fields)?;
        let item = fields.required_item("Item", "item")?;
        legacy::check_members(&mut fields, &["Expected", "ConditionalOperator"])?;
        fields.finish()?;
        expressions::check_parameters(
            &fields,
            &["ConditionExpression"],
            &["Expected", "ConditionalOperator"],
        )
        .map_err(ServiceError::counted)?;
        let item = item.map_err(|error| ServiceError::validation(error.to_string()).counted())?;
        if item.size_bytes() > MAX_ITEM_BYTES {
            return Err(faults::item_too_large());
        }
        returns.of_put_or_delete()?;
        let read =
            expressions::read(&fields, &["ConditionExpression"]).map_err(ServiceError::counted)?;
        Ok(Self { table_name, item, condition: read.condition, returns })
    }
}

impl PutItemInput {
    /// Checks the put against its table and what stands there.
    pub(crate) fn prepare(self, table: &Table) -> Result<Prepared, Refused> {
        keys::check_item(table, &self.item)?;
        let address = table.primary().address(&self.item).ok_or_else(faults::key_not_of_schema)?;
        let demand = self.returns.demand(self.condition.as_ref());
        write::prepare(table, address, Aim::Put(self.item), demand)
    }
}

impl Database {
    /// Puts an item whole, over what stands there.
    ///
    /// # Errors
    /// No such table, an item that may not be, a condition that does not hold. Nothing is changed then.
    pub fn put_item(
        &mut self,
        input: PutItemInput,
        recorder: &mut Recorder,
    ) -> Result<WriteOutput, ServiceError> {
        let table = self.tables.get_mut(&input.table_name).ok_or_else(faults::no_table)?;
        let returns = input.returns;
        let key = returns.collection_key(table, &input.item);
        let own = if recorder.is_on() { table.primary().key_of(&input.item) } else { Item::new() };
        let prepared =
            input.prepare(table).map_err(|refused| refused.recorded(table, &own, recorder))?;
        let written = prepared.apply(table, &mut self.names, 1.0, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, key, returns, None))
    }
}
