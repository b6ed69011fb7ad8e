//! `ExecuteTransaction`: up to 100 statements, all done or none.
//!
//! Writes and checks become one `TransactWriteItems`; reads become one `TransactGetItems`.

use serde_json::{Map, Value};

use super::Database;
use super::capacity::ReturnConsumedCapacity;
use super::error::{CancellationReason, ServiceError};
use super::faults;
use super::limits::MAX_TRANSACTION_ITEMS;
use super::request::Fields;
use super::returns::WriteReturns;
use super::statement::{StatementInput, are_reads, read_all};
use super::tokens::Token;
use super::transact_get_items::{TransactGet, TransactGetItemsInput, TransactGetItemsOutput};
use super::transact_write_items::{
    TransactAction, TransactWriteItemsInput, TransactWriteItemsOutput,
};
use crate::partiql::ast;
use crate::value::Members;
use crate::walk::Recorder;

const OPERATION: &str = "ExecuteTransaction";

/// What `ExecuteTransaction` is asked.
#[derive(Debug)]
pub struct ExecuteTransactionInput {
    /// The statements.
    pub statements: Vec<StatementInput>,
    /// Makes a second call with it, within ten minutes, do nothing.
    pub token: Option<Token>,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// What `ExecuteTransaction` answers.
#[derive(Debug)]
pub enum ExecuteTransactionOutput<'t> {
    /// Items were read: of each statement one, or none.
    Read(TransactGetItemsOutput<'t>),
    /// So many statements were done.
    Written(usize, TransactWriteItemsOutput),
}

impl ExecuteTransactionInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the tables.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let token = fields.text("ClientRequestToken")?;
        if let Some(token) = token {
            fields.check_length(token, "clientRequestToken", 1, 36);
        }
        let member = ("transactStatements", "");
        let (statements, request) =
            read_all(&mut fields, "TransactStatements", member, MAX_TRANSACTION_ITEMS)?;
        let token = token.map(|token| Token { token: token.to_owned(), request });
        if let Some(error) = statements.iter().find_map(|one| one.statement.as_ref().err()) {
            return Err(error.clone());
        }
        are_reads(&statements, OPERATION)?;
        Ok(Self { statements, token, return_consumed_capacity })
    }
}

impl ExecuteTransactionOutput<'_> {
    /// The answer as the service sends it.
    pub fn to_json(&self, show: ReturnConsumedCapacity) -> Value {
        match self {
            Self::Read(output) => output.to_json(show),
            Self::Written(count, output) => {
                let mut body = output.to_json(show);
                if let Value::Object(body) = &mut body {
                    body.set("Responses", vec![Value::Object(Map::new()); *count].into());
                }
                body
            }
        }
    }
}

impl Database {
    /// Does all statements, or none.
    ///
    /// # Errors
    /// No such table, an item that is not named whole, two statements on one item; a statement that may not be done or
    /// whose condition does not hold. Nothing is changed then.
    pub fn execute_transaction(
        &mut self,
        input: ExecuteTransactionInput,
        recorder: &mut Recorder,
    ) -> Result<ExecuteTransactionOutput<'_>, ServiceError> {
        let mut gets = Vec::new();
        let mut wanted = Vec::new();
        let mut inserts = Vec::new();
        let mut actions = Vec::new();
        for StatementInput { statement, item_on_failed_condition, .. } in input.statements {
            let statement = statement?;
            if let ast::Action::Select(select) = &statement.action {
                let read = self.read_of(&statement, select, OPERATION)?;
                gets.push(TransactGet::new(read.input.table_name, read.input.key));
                wanted.push((read.filter, read.columns));
                continue;
            }
            if statement.returning().is_some() {
                return Err(faults::returning_in_transaction());
            }
            let returns = WriteReturns { item_on_failed_condition, ..WriteReturns::default() };
            let action = self.write_of(statement, returns)?;
            inserts.push(matches!(action, TransactAction::Put(_)));
            actions.push(action);
        }
        let first = recorder.page_count();
        let consumed_capacity = input.return_consumed_capacity;
        if actions.is_empty() {
            let transaction =
                TransactGetItemsInput { gets, return_consumed_capacity: consumed_capacity };
            let read = self.transact_get_items(&transaction, recorder);
            recorder.join(first, "TransactGetItems", None);
            let mut output = read?;
            for (at, (item, (filter, columns))) in output.items.iter_mut().zip(wanted).enumerate() {
                let found = item.take();
                let found = found.filter(|item| filter.is_none_or(|filter| filter.matches(item)));
                if found.is_none() {
                    recorder.withhold(at);
                }
                *item = found.map(|item| columns.cut(item));
            }
            return Ok(ExecuteTransactionOutput::Read(output));
        }
        let returns = WriteReturns { consumed_capacity, ..WriteReturns::default() };
        let transaction = TransactWriteItemsInput { actions, token: input.token, returns };
        let written = self.transact_write_items(transaction, recorder);
        recorder.join(first, "TransactWriteItems", None);
        let written = written.map_err(|error| of_inserts(error, &inserts))?;
        Ok(ExecuteTransactionOutput::Written(inserts.len(), written))
    }
}

/// What an INSERT finds in its place is a reason of its own name.
fn of_inserts(error: ServiceError, inserts: &[bool]) -> ServiceError {
    let ServiceError::TransactionCanceled { mut reasons, .. } = error else { return error };
    for (reason, insert) in reasons.iter_mut().zip(inserts) {
        if *insert && reason.code == "ConditionalCheckFailed" {
            let item = reason.item.take();
            *reason = CancellationReason::of(ServiceError::DuplicateItem { item });
        }
    }
    ServiceError::canceled(reasons)
}
