//! `DeleteTable`.

use serde_json::Value;

use super::Database;
use super::describe_table::{named, table_json};
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::table::Table;
use crate::value::object;

impl Database {
    /// Deletes a table with everything in it.
    ///
    /// # Errors
    /// No such table, or it is protected.
    pub fn delete_table(&mut self, name: &str) -> Result<(), ServiceError> {
        let mut table = self.take_table(name)?;
        self.keep_disabled(table.stream.take());
        Ok(())
    }

    fn take_table(&mut self, name: &str) -> Result<Table, ServiceError> {
        let table = self.tables.get(name).ok_or_else(|| faults::no_table_named(name))?;
        if table.deletion_protection {
            return Err(faults::deletion_protected());
        }
        self.tables.remove(name).ok_or_else(|| faults::no_table_named(name))
    }

    /// Answers the wire form. A table that goes is said to hold nothing.
    pub(crate) fn call_delete_table(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let mut table = self.take_table(&named(input)?)?;
        table.primary.clear();
        table.secondary.iter_mut().for_each(Index::clear);
        let description = table_json(&table, "DELETING", (self.environment.clock)());
        self.keep_disabled(table.stream.take());
        Ok(object(&mut [("TableDescription", description)]))
    }
}
