//! Which operation is answered by what.
//!
//! Owns: the names of the operations. Must never: answer one.

use std::fmt;

use serde_json::Value;

use super::answer::Answer;
use super::{
    BatchGetItemInput, BatchWriteItemInput, Database, DeleteItemInput, ExecuteTransactionInput,
    GetItemInput, PutItemInput, QueryInput, ScanInput, ServiceError, TransactGetItemsInput,
    TransactWriteItemsInput, UpdateItemInput, describe_limits,
};
use crate::walk::Recorder;

/// Which operations a caller wants answered. A program that asks for the reads alone carries the code of the reads alone: the
/// others are four fifths of the engine's.
///
/// ```
/// use key_engine::{Database, ServiceError, engine::Operations};
///
/// let list = |operations| {
///     Database::default().call_recorded_of(operations, "ListTables", &serde_json::json!({})).answer
/// };
/// assert_eq!(list(Operations::READS), Err(ServiceError::UnknownOperation));
/// assert!(list(Operations::ALL).is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct Operations(
    pub(super)  for<'t> fn(
        &'t mut Database,
        &str,
        &Value,
        &mut Recorder,
    ) -> Result<Answer<'t>, ServiceError>,
);

impl Operations {
    /// `GetItem`, `Query` and `Scan`.
    pub const READS: Self = Self(Database::answer_read);
    /// Every one of [`OPERATIONS`].
    pub const ALL: Self = Self(Database::answer);

    /// Whether an operation is among [`Operations::READS`].
    pub fn reads(operation: &str) -> bool {
        matches!(operation, "GetItem" | "Query" | "Scan")
    }
}

impl fmt::Debug for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Operations")
    }
}

/// The operations this engine answers.
pub const OPERATIONS: &[&str] = &[
    "BatchExecuteStatement",
    "BatchGetItem",
    "BatchWriteItem",
    "CreateTable",
    "DeleteItem",
    "DeleteTable",
    "DescribeEndpoints",
    "DescribeLimits",
    "DescribeStream",
    "DescribeTable",
    "DescribeTimeToLive",
    "ExecuteStatement",
    "ExecuteTransaction",
    "GetItem",
    "GetRecords",
    "GetShardIterator",
    "ListStreams",
    "ListTables",
    "ListTagsOfResource",
    "PutItem",
    "Query",
    "Scan",
    "TagResource",
    "TransactGetItems",
    "TransactWriteItems",
    "UntagResource",
    "UpdateItem",
    "UpdateTable",
    "UpdateTimeToLive",
];

impl Database {
    /// Every operation.
    pub(crate) fn answer(
        &mut self,
        operation: &str,
        input: &Value,
        recorder: &mut Recorder,
    ) -> Result<Answer<'_>, ServiceError> {
        match operation {
            "GetItem" | "Query" | "Scan" => self.answer_read(operation, input, recorder),
            "ExecuteStatement" => self.call_execute_statement(input, recorder),
            _ => self.answer_in_json(operation, input, recorder).map(Answer::Json),
        }
    }

    /// The reads of one table, and nothing that leads to another operation.
    fn answer_read(
        &mut self,
        operation: &str,
        input: &Value,
        recorder: &mut Recorder,
    ) -> Result<Answer<'_>, ServiceError> {
        match operation {
            "GetItem" => {
                let input = GetItemInput::from_json(input)?;
                let output = self.get_item(&input, recorder)?;
                Ok(output.into_answer(&input.table_name, input.return_consumed_capacity))
            }
            "Query" => {
                let input = QueryInput::from_json(input)?;
                Ok(self.query(&input, recorder)?.into_answer(&input.read))
            }
            "Scan" => {
                let input = ScanInput::from_json(input)?;
                Ok(self.scan(&input, recorder)?.into_answer(&input.read))
            }
            _ => Err(ServiceError::UnknownOperation),
        }
    }

    /// The operations whose answers hold little.
    fn answer_in_json(
        &mut self,
        operation: &str,
        input: &Value,
        recorder: &mut Recorder,
    ) -> Result<Value, ServiceError> {
        match operation {
            "CreateTable" => self.call_create_table(input),
            "DescribeTable" => self.call_describe_table(input),
            "DeleteTable" => self.call_delete_table(input),
            "ListTables" => self.call_list_tables(input),
            "UpdateTable" => self.call_update_table(input),
            "DescribeTimeToLive" => self.call_describe_time_to_live(input),
            "UpdateTimeToLive" => self.call_update_time_to_live(input),
            "TagResource" => self.call_tag_resource(input),
            "UntagResource" => self.call_untag_resource(input),
            "ListTagsOfResource" => self.call_list_tags_of_resource(input),
            "ListStreams" => self.call_list_streams(input),
            "DescribeStream" => self.call_describe_stream(input),
            "GetShardIterator" => self.call_get_shard_iterator(input),
            "GetRecords" => self.call_get_records(input),
            "DescribeLimits" => describe_limits::limits(input),
            "DescribeEndpoints" => describe_limits::endpoints(input),
            "PutItem" => {
                let input = PutItemInput::from_json(input)?;
                let (name, returns) = (input.table_name.clone(), input.returns);
                Ok(self.put_item(input, recorder)?.to_json(&name, returns))
            }
            "DeleteItem" => {
                let input = DeleteItemInput::from_json(input)?;
                Ok(self.delete_item(&input, recorder)?.to_json(&input.table_name, input.returns))
            }
            "UpdateItem" => {
                let input = UpdateItemInput::from_json(input)?;
                Ok(self.update_item(&input, recorder)?.to_json(&input.table_name, input.returns))
            }
            "TransactWriteItems" => {
                let input = TransactWriteItemsInput::from_json(input)?;
                let show = input.returns.consumed_capacity;
                Ok(self.transact_write_items(input, recorder)?.to_json(show))
            }
            "BatchGetItem" => {
                let asked = BatchGetItemInput::from_json(input)?;
                let output = self.batch_get_item(&asked, recorder)?;
                Ok(output.to_json(input, asked.return_consumed_capacity))
            }
            "TransactGetItems" => {
                let input = TransactGetItemsInput::from_json(input)?;
                let output = self.transact_get_items(&input, recorder)?;
                Ok(output.to_json(input.return_consumed_capacity))
            }
            "BatchWriteItem" => {
                let input = BatchWriteItemInput::from_json(input)?;
                let show = input.return_consumed_capacity;
                Ok(self.batch_write_item(input, recorder)?.to_json(show))
            }
            "BatchExecuteStatement" => self.call_batch_execute_statement(input, recorder),
            "ExecuteTransaction" => {
                let input = ExecuteTransactionInput::from_json(input)?;
                let show = input.return_consumed_capacity;
                Ok(self.execute_transaction(input, recorder)?.to_json(show))
            }
            _ => Err(ServiceError::UnknownOperation),
        }
    }
}
