//! `PutItem`: puts an item whole, over what stands there.

use serde_json::Value;

use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::limits::MAX_ITEM_BYTES;
use super::request::Fields;
use super::returns::{WriteOutput, WriteReturns, check_return_values};
use super::write::{self, check_condition};
use super::{Database, keys};
use crate::expression::Filter;
use crate::value::Item;
use crate::walk::{Action, PageEnd, Recorder};

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
        let item = fields.item("Item")?;
        let (returns, return_values) = WriteReturns::read(&mut fields)?;
        fields.finish()?;
        let Some(item) = item else { return Err(faults::required("Item")) };
        expressions::refuse_legacy(
            &fields,
            &["ConditionExpression"],
            &["Expected", "ConditionalOperator"],
        )
        .map_err(ServiceError::counted)?;
        let item = item.map_err(|error| ServiceError::validation(error.to_string()).counted())?;
        if item.size_bytes() > MAX_ITEM_BYTES {
            return Err(faults::item_too_large());
        }
        check_return_values(return_values)?;
        let read =
            expressions::read(&fields, &["ConditionExpression"]).map_err(ServiceError::counted)?;
        Ok(Self { table_name, item, condition: read.condition, returns })
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
        let PutItemInput { table_name, mut item, condition, returns } = input;
        let table = self.tables.get_mut(&table_name).ok_or_else(faults::no_table)?;
        keys::check_item(table, &item)?;
        let address = table.primary().address(&item).ok_or_else(faults::key_not_of_schema)?;
        let size = table.primary().projected_size(&item);
        check_condition(table, &address, condition.as_ref(), size, Action::Put, returns, recorder)?;
        item.share_names(&mut self.names);
        item.shrink();
        let key = if returns.item_collection_metrics { item.clone() } else { Item::new() };
        let written = write::write(table, &address, Some(item), Action::Put, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, table, &key, returns))
    }
}
