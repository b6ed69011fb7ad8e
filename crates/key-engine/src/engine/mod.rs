//! The database and its operations, one file for each.
//!
//! Owns: tables, their order, what `DynamoDB` answers, what it charges, and the walk of each answer. Must
//! never: read a clock, draw a random number or start a thread: those come in through [`Environment`].
//!
//! # The life of a Query
//!
//! 1. [`Database::call_with_walk`] is given `"Query"` and its JSON, and chooses the recorder: one that
//!    keeps the walk, or for [`Database::call`] one that keeps nothing and costs nothing.
//! 2. [`QueryInput::from_json`] reads the request as the service does, faults in the service's order: types
//!    of members (`request`), then all constraints on them together, then legacy parameters beside
//!    expressions, then the expressions (`expressions`, over [`crate::expression`]). No table is touched.
//! 3. [`Database::query`] finds the table and the door, the table's own or an index's, and holds `Select`,
//!    projection and key conditions against the door (`select`). From here on nothing can fail.
//! 4. The partition key is hashed (`place`) and its collection found in the door's counted tree (`index`,
//!    `tree`): O(log n), with its ordinal in hash order, and so the partition. The sort condition becomes
//!    two marks on the shelf, each found as a rank.
//! 5. A page reader (`page`) goes from rank to rank, forward or backward. Each item is evaluated: its size
//!    counts, the index's projection is applied, the filter judges, the projection cuts. The reader stops at
//!    `Limit`, at 1 MB (`limits`), or at the mark, and tells the recorder of everything it touches.
//! 6. The sum of all sizes becomes read units, rounded once (`capacity`); a full page gets its
//!    `LastEvaluatedKey` (`keys`); the recorder ends the page.
//! 7. `answer` writes the answer, as a JSON value or as text; an error is a [`ServiceError`] with the service's own words
//!    (`faults`).
//!
//! A write goes the same way to step 3; then `write` prepares it, which holds its condition and its change
//! against the item that stands there, and applies it to the table's entry and those of its indexes, which
//! cannot fail half way. A transaction prepares all its writes before it applies one. The table's `stream`,
//! if there is one, is told last, and keeps what stood there and what stands there now.
//!
//! A `PartiQL` statement is read by [`crate::partiql`] and becomes one of these (`statement`, `execute_statement`): a SELECT
//! a Query, several, or a Scan, any other statement the write of one item. The walk's page says which.

mod answer;
mod arn;
mod batch;
mod batch_execute_statement;
mod batch_get_item;
mod batch_write_item;
mod capacity;
mod changes;
mod collection;
mod create_table;
mod delete_item;
mod delete_table;
mod describe_limits;
mod describe_table;
mod error;
mod execute_statement;
mod execute_transaction;
mod expressions;
mod faults;
mod get_item;
mod get_records;
mod index;
mod keys;
mod legacy;
pub mod limits;
mod list_tables;
mod operations;
mod page;
mod place;
mod point_read;
mod put_item;
mod query;
mod request;
mod returns;
mod scan;
mod schema;
mod select;
mod statement;
pub mod stream;
mod streams;
mod table;
mod table_request;
mod table_settings;
mod tags;
mod time_to_live;
mod tokens;
mod transact_get_items;
mod transact_request;
mod transact_write_items;
mod tree;
mod update_item;
mod update_table;
mod whole_table;
mod write;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

pub use batch_execute_statement::{BatchExecuteStatementInput, StatementOutput};
pub use batch_get_item::{BatchGetItemInput, BatchGetItemOutput, KeysAndAttributes, TableItems};
pub use batch_write_item::{
    BatchWriteItemInput, BatchWriteItemOutput, TableWrites, WriteRequest, WrittenTable,
};
pub use capacity::{Consumed, ReturnConsumedCapacity, read_units, write_units};
pub use changes::{Recorded, Trial};
pub use collection::CollectionView;
pub use create_table::{CreateTableInput, IndexInput};
pub use delete_item::DeleteItemInput;
pub use error::{CancellationReason, ServiceError};
pub use execute_statement::{ExecuteStatementInput, ExecuteStatementOutput, Next};
pub use execute_transaction::{ExecuteTransactionInput, ExecuteTransactionOutput};
pub use get_item::{GetItemInput, GetItemOutput};
pub use index::Index;
pub use limits::DEFAULT_PARTITIONS;
pub use operations::{OPERATIONS, Operations};
pub use place::number_of_text;
pub use put_item::PutItemInput;
pub use query::QueryInput;
pub use returns::{ReturnValues, WriteOutput, WriteReturns};
pub use scan::ScanInput;
pub use schema::{IndexKind, KeyElement, KeyRole, Projection};
pub use select::{ReadInput, ReadOutput, Select};
pub use statement::StatementInput;
pub use table::{Billing, Table};
pub use table_settings::{Encryption, StreamSetting};
pub use tokens::Token;
pub use transact_get_items::{TransactGet, TransactGetItemsInput, TransactGetItemsOutput};
pub use transact_write_items::{
    ConditionCheckInput, TransactAction, TransactWriteItemsInput, TransactWriteItemsOutput,
};
pub use update_item::UpdateItemInput;
pub use update_table::{IndexUpdate, UpdateTableInput};

use tokens::Tokens;

use self::answer::Answer;
use self::stream::Stream;
use crate::order::SortedMap;
use crate::value::{Item, Names};
use crate::walk::{Recorder, Walk};

/// What the engine takes from outside: it has no clock and no randomness of its own.
pub struct Environment {
    /// Milliseconds since 1970.
    pub clock: Clock,
    /// Sixteen bytes, different each time.
    pub ids: Box<dyn FnMut() -> [u8; 16] + Send>,
}

/// Milliseconds since 1970. Shared with the streams, which say when a change was made.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

impl Default for Environment {
    /// A clock that stands at 2026-01-01 and ids that count up: every run gives the same answers.
    fn default() -> Self {
        let mut next = 0u128;
        Self {
            clock: Arc::new(|| 1_767_225_600_000),
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
///
/// ```
/// use key_engine::Database;
/// use serde_json::json;
///
/// let mut database = Database::default();
/// database.call("CreateTable", &json!({
///     "TableName": "Warehouse",
///     "AttributeDefinitions": [
///         {"AttributeName": "PK", "AttributeType": "S"},
///         {"AttributeName": "SK", "AttributeType": "S"}],
///     "KeySchema": [
///         {"AttributeName": "PK", "KeyType": "HASH"},
///         {"AttributeName": "SK", "KeyType": "RANGE"}],
///     "BillingMode": "PAY_PER_REQUEST"}))?;
/// for warehouse in ["W1", "W2", "W3"] {
///     database.call("PutItem", &json!({
///         "TableName": "Warehouse",
///         "Item": {"PK": {"S": "PRODUCT#P100"}, "SK": {"S": format!("WAREHOUSE#{warehouse}")}}}))?;
/// }
/// let (answer, walk) = database.call_with_walk("Query", &json!({
///     "TableName": "Warehouse",
///     "KeyConditionExpression": "PK = :p AND begins_with(SK, :s)",
///     "ExpressionAttributeValues": {":p": {"S": "PRODUCT#P100"}, ":s": {"S": "WAREHOUSE#"}}}));
/// assert_eq!(answer?["Count"], 3);
/// let totals = walk.totals();
/// assert_eq!((totals.items_read, totals.items_returned, totals.partitions_touched), (3, 3, 1));
/// # Ok::<(), key_engine::ServiceError>(())
/// ```
#[derive(Debug, Default)]
pub struct Database {
    environment: Environment,
    tables: SortedMap<String, Table>,
    names: Names,
    tokens: Tokens,
    /// Streams that record no more, and can still be read.
    disabled_streams: Vec<Stream>,
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
        self.answer(operation, input, &mut Recorder::off()).map(Answer::into_json)
    }

    /// Answers an operation whose input is JSON text with JSON text: what [`Database::call`] answers, without a tree of every
    /// item read.
    ///
    /// # Errors
    /// As [`Database::call`]; text that is no JSON is refused as the service does.
    ///
    /// ```
    /// let mut database = key_engine::Database::default();
    /// assert_eq!(database.call_text("ListTables", "{}").as_deref(), Ok("{\"TableNames\":[]}"));
    /// ```
    pub fn call_text(&mut self, operation: &str, input: &str) -> Result<String, ServiceError> {
        let input: Value = serde_json::from_str(input).map_err(|error| {
            ServiceError::Serialization(format!("The body is not JSON: {error}"))
        })?;
        self.answer(operation, &input, &mut Recorder::off()).map(Answer::into_text)
    }

    /// Answers an operation, and brings the walk of what it touched. A request refused before it touched
    /// anything has one page, without legs, that says which exception refused it.
    pub fn call_with_walk(
        &mut self,
        operation: &str,
        input: &Value,
    ) -> (Result<Value, ServiceError>, Walk) {
        let Recorded { answer, walk, .. } = self.call_recorded(operation, input);
        (answer, walk)
    }

    /// Puts an item without condition or walk: the way to load many.
    ///
    /// # Errors
    /// As [`Database::put_item`].
    pub fn put(&mut self, table: &str, item: Item) -> Result<(), ServiceError> {
        self.put_item(PutItemInput::new(table, item), &mut Recorder::off()).map(|_| ())
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

    /// Puts a global index at a place among the global indexes of its table, counted from 0; the last place for any beyond. The
    /// service itself makes no promise of their order. Says whether there is such an index.
    pub fn place_index(&mut self, table: &str, index: &str, place: usize) -> bool {
        self.tables.get_mut(table).is_some_and(|table| table.place_index(index, place))
    }
}
