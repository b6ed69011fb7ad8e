//! `DeleteTable`.

use serde_json::Value;

use super::Database;
use super::describe_table::{named, table_json};
use super::error::ServiceError;
use super::faults;
use crate::value::object;

impl Database {
    /// Deletes a table with everything in it.
    ///
    /// # Errors
    /// No such table, or it is protected.
    pub fn delete_table(&mut self, name: &str) -> Result<(), ServiceError> {
        let table = self.tables.get(name).ok_or_else(|| faults::no_table_named(name))?;
        if table.deletion_protection {
            return Err(faults::deletion_protected(name));
        }
        self.tables.remove(name);
        Ok(())
    }

    /// Answers the wire form.
    pub(crate) fn call_delete_table(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let name = named(input)?;
        let description = self.tables.get(&name).map(|table| table_json(table, "DELETING"));
        self.delete_table(&name)?;
        Ok(object(&mut [("TableDescription", Value::from(description))]))
    }
}
