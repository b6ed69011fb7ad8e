//! The database and its operations, one file for each.

mod error;
mod index;
mod place;
mod schema;
mod table;
mod tree;

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

pub use error::ServiceError;
pub use index::{CollectionView, DEFAULT_PARTITIONS, Index};
pub use schema::{IndexKind, KeyElement, KeyRole, Projection};
pub use table::{Billing, Table};

use crate::value::{Item, Names};
use crate::walk::Walk;

/// What the engine takes from outside: it has no clock and no randomness of its own.
pub struct Environment {
    /// Milliseconds since 1970.
    pub clock: Box<dyn Fn() -> u64>,
    /// Sixteen bytes, different each time.
    pub ids: Box<dyn FnMut() -> [u8; 16]>,
}

impl Default for Environment {
    /// A clock that stands at 2026-01-01 and ids that count up: every run gives the same answers.
    fn default() -> Self {
        let mut next = 0u128;
        Self {
            clock: Box::new(|| 1_767_225_600_000),
            ids: Box::new(move || {
                next += 1;
                next.to_be_bytes()
            }),
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Environment")
    }
}

/// All tables, and the one door to them.
#[derive(Debug, Default)]
pub struct Database {
    environment: Environment,
    tables: BTreeMap<String, Table>,
    names: Names,
}

impl Database {
    /// A database without tables.
    pub fn new(environment: Environment) -> Self {
        Self { environment, ..Self::default() }
    }

    /// Answers an operation in `DynamoDB`'s own JSON.
    ///
    /// # Errors
    /// With the exception that `DynamoDB` answers.
    pub fn call(&mut self, operation: &str, input: &Value) -> Result<Value, ServiceError> {
        self.call_with_walk(operation, input).0
    }

    /// Answers an operation, and brings the walk of what it touched.
    pub fn call_with_walk(
        &mut self,
        operation: &str,
        input: &Value,
    ) -> (Result<Value, ServiceError>, Walk) {
        let _ = (input, &self.environment, &self.names);
        (Err(ServiceError::UnknownOperation), Walk::new(operation))
    }

    /// Puts an item without condition or walk: the way to load many.
    ///
    /// # Errors
    /// As `PutItem`.
    pub fn put(&mut self, table: &str, item: Item) -> Result<(), ServiceError> {
        let _ = (table, item);
        Err(ServiceError::UnknownOperation)
    }

    /// The table of this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// All tables, by name.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    /// Shares the hash range of a table's own door, or of a global index's, between `count` partitions.
    /// Says whether there is such a door.
    pub fn set_partition_count(&mut self, table: &str, index: Option<&str>, count: u32) -> bool {
        self.tables.get_mut(table).is_some_and(|table| table.set_partition_count(index, count))
    }
}
