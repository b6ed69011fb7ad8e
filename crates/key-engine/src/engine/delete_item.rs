//! `DeleteItem`: deletes the item at a key, if one is there.

use serde_json::Value;

use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::legacy;
use super::request::Fields;
use super::returns::{WriteOutput, WriteReturns};
use super::table::Table;
use super::write::{self, Aim, Prepared, Refused};
use super::{Database, keys};
use crate::expression::Filter;
use crate::value::Item;
use crate::walk::{PageEnd, Recorder};

/// What `DeleteItem` is asked.
#[derive(Debug, Default)]
pub struct DeleteItemInput {
    /// The table.
    pub table_name: String,
    /// The item's key.
    pub key: Item,
    /// What must hold of the item that stands there, or of none.
    pub condition: Option<Filter>,
    /// What the answer brings and bills.
    pub returns: WriteReturns,
}

impl DeleteItemInput {
    /// A delete of the item at `key`, whatever it is.
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
        let returns = WriteReturns::read(&mut fields)?;
        let key = fields.required_item("Key", "key")?;
        legacy::check_members(&mut fields, &["Expected", "ConditionalOperator"])?;
        fields.finish()?;
        expressions::check_parameters(
            &fields,
            &["ConditionExpression"],
            &["Expected", "ConditionalOperator"],
        )?;
        let key = key.map_err(|error| ServiceError::validation(error.to_string()))?;
        returns.of_put_or_delete()?;
        let condition = expressions::read(&fields, &["ConditionExpression"])?.condition;
        Ok(Self { table_name, key, condition, returns })
    }
}

impl DeleteItemInput {
    /// Checks the delete against its table and what stands there.
    pub(crate) fn prepare(&self, table: &Table) -> Result<Prepared, Refused> {
        let address = keys::key_address(table, &self.key)?;
        let demand = self.returns.demand(self.condition.as_ref());
        write::prepare(table, address, Aim::Delete, demand)
    }
}

impl Database {
    /// Deletes the item at a key, if one is there.
    ///
    /// # Errors
    /// No such table, a key that is none, a condition that does not hold. Nothing is changed then.
    pub fn delete_item(
        &mut self,
        input: &DeleteItemInput,
        recorder: &mut Recorder,
    ) -> Result<WriteOutput, ServiceError> {
        let table = self.tables.get_mut(&input.table_name).ok_or_else(faults::no_table)?;
        let returns = input.returns;
        let prepared = input
            .prepare(table)
            .map_err(|refused| refused.recorded(table, &input.key, recorder))?;
        let key = returns.collection_key(table, &input.key);
        let written = prepared.apply(table, &mut self.names, 1.0, recorder);
        written.name(&input.key, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, key, returns, None))
    }
}
