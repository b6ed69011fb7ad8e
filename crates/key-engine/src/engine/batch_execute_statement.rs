//! `BatchExecuteStatement`: up to 25 statements, each done or refused by itself.

use serde_json::{Map, Value};

use super::Database;
use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::error::{CancellationReason, ServiceError};
use super::request::Fields;
use super::returns::WriteReturns;
use super::statement::{ItemRead, StatementInput, are_reads, read_all};
use crate::partiql::ast::{self, Statement};
use crate::value::{Item, Members};
use crate::walk::{PageEnd, Recorder};

/// Statements of a batch.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html>
const MAX_STATEMENTS: usize = 25;

const OPERATION: &str = "BatchExecuteStatement";

/// What `BatchExecuteStatement` is asked.
#[derive(Debug)]
pub struct BatchExecuteStatementInput {
    /// The statements, or what each of them is refused for.
    pub statements: Vec<StatementInput>,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// What became of one statement.
#[derive(Debug)]
pub struct StatementOutput {
    /// The table; none where the statement is malformed.
    pub table_name: Option<String>,
    /// The item read, or what a write was to bring; or why the statement was refused.
    pub item: Result<Option<Item>, ServiceError>,
    /// What was consumed.
    pub consumed: Consumed,
}

impl BatchExecuteStatementInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What the batch as a whole is refused for.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let member = ("statements", "'[]' ");
        let (statements, _) = read_all(&mut fields, "Statements", member, MAX_STATEMENTS)?;
        are_reads(&statements, OPERATION)?;
        Ok(Self { statements, return_consumed_capacity })
    }
}

impl StatementOutput {
    fn to_json(&self) -> Value {
        let mut body = Map::new();
        match &self.item {
            Ok(None) => {}
            Ok(Some(item)) => body.set("Item", item.to_json()),
            Err(error) => body.set("Error", CancellationReason::of(error.clone()).to_json()),
        }
        if let Some(name) = &self.table_name {
            body.set("TableName", name.as_str().into());
        }
        Value::Object(body)
    }
}

impl Database {
    pub(crate) fn call_batch_execute_statement(
        &mut self,
        input: &Value,
        recorder: &mut Recorder,
    ) -> Result<Value, ServiceError> {
        let input = BatchExecuteStatementInput::from_json(input)?;
        let show = input.return_consumed_capacity;
        let outputs = self.batch_execute_statement(input, recorder);
        let mut body = Map::new();
        body.set("Responses", outputs.iter().map(StatementOutput::to_json).collect());
        if show != ReturnConsumedCapacity::None {
            let done = outputs.iter().filter(|output| output.item.is_ok());
            let bills = done
                .filter_map(|output| output.consumed.to_json(output.table_name.as_deref()?, show));
            body.set("ConsumedCapacity", bills.collect());
        }
        Ok(Value::Object(body))
    }

    /// Does each statement by itself, in order: one that is refused keeps no other from being done.
    pub fn batch_execute_statement(
        &mut self,
        input: BatchExecuteStatementInput,
        recorder: &mut Recorder,
    ) -> Vec<StatementOutput> {
        let first = recorder.page_count();
        let mut outputs = Vec::with_capacity(input.statements.len());
        let (mut operation, mut end) = ("BatchWriteItem", PageEnd::Written);
        for one in input.statements {
            let table_name =
                one.statement.as_ref().ok().map(|statement| statement.table().to_owned());
            if one.statement.as_ref().is_ok_and(Statement::is_read) {
                (operation, end) = ("BatchGetItem", PageEnd::End);
            }
            let done = self.execute_among(one, recorder);
            let (item, consumed) = match done {
                Ok((item, consumed)) => (Ok(item), consumed),
                Err(error) => (Err(error), Consumed::default()),
            };
            outputs.push(StatementOutput { table_name, item, consumed });
        }
        if recorder.page_count() == first {
            recorder.end(PageEnd::End, None, 0.0);
        }
        recorder.join(first, operation, Some(end));
        outputs
    }

    fn execute_among(
        &mut self,
        one: StatementInput,
        recorder: &mut Recorder,
    ) -> Result<(Option<Item>, Consumed), ServiceError> {
        let statement = one.statement?;
        if let ast::Action::Select(select) = &statement.action {
            let ItemRead { mut input, filter, columns } =
                self.read_of(&statement, select, OPERATION)?;
            input.consistent_read = one.consistent_read;
            let read = self.get_item(&input, recorder)?;
            let item = read.item.filter(|item| filter.is_none_or(|filter| filter.matches(item)));
            if item.is_none() {
                recorder.withhold(0);
            }
            return Ok((item.map(|item| columns.cut(item).into_owned()), read.consumed));
        }
        let returns = WriteReturns {
            item_on_failed_condition: one.item_on_failed_condition,
            ..WriteReturns::default()
        };
        let action = self.write_of(statement, returns)?;
        self.write_alone(action, recorder)
    }
}
