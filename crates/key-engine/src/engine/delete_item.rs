//! `DeleteItem`: deletes the item at a key, if one is there.

use serde_json::Value;

use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::request::Fields;
use super::returns::{WriteOutput, WriteReturns, check_return_values};
use super::write::{self, check_condition};
use super::{Database, keys};
use crate::expression::Filter;
use crate::value::Item;
use crate::walk::{Action, PageEnd, Recorder};

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
        let key = fields.item("Key")?;
        let (returns, return_values) = WriteReturns::read(&mut fields)?;
        fields.finish()?;
        let Some(key) = key else { return Err(faults::required("Key")) };
        expressions::refuse_legacy(
            &fields,
            &["ConditionExpression"],
            &["Expected", "ConditionalOperator"],
        )?;
        let key = key.map_err(|error| ServiceError::validation(error.to_string()))?;
        check_return_values(return_values)?;
        let condition = expressions::read(&fields, &["ConditionExpression"])?.condition;
        Ok(Self { table_name, key, condition, returns })
    }
}

impl Database {
    /// Deletes the item at a key, if one is there.
    ///
    /// # Errors
    /// No such table, a key that is none, a condition that does not hold. Nothing is changed then.
    pub fn delete_item(
        &mut self,
        input: DeleteItemInput,
        recorder: &mut Recorder,
    ) -> Result<WriteOutput, ServiceError> {
        let DeleteItemInput { table_name, key, condition, returns } = input;
        let table = self.tables.get_mut(&table_name).ok_or_else(faults::no_table)?;
        keys::check_key(table.primary().key_schema(), &key)?;
        let address = table.primary().address(&key).ok_or_else(faults::key_not_of_schema)?;
        check_condition(table, &address, condition.as_ref(), 0, Action::Delete, returns, recorder)?;
        let written = write::write(table, &address, None, Action::Delete, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, table, &key, returns))
    }
}
