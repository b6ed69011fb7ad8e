//! `ExecuteTransaction`: up to 100 statements, all done or none.
//!
//! Writes and checks become one `TransactWriteItems`; reads become one `TransactGetItems`.

use serde_json::{Map, Value};

use super::Database;
use super::capacity::ReturnConsumedCapacity;
use super::error::{CancellationReason, ServiceError};
use super::faults;
use super::limits::MAX_TRANSACTION_ITEMS;
use super::place;
use super::request::Fields;
use super::returns::WriteReturns;
use super::statement::{ItemRead, all_read, read_all};
use super::tokens::Token;
use super::transact_get_items::{TransactGet, TransactGetItemsInput, TransactGetItemsOutput};
use super::transact_write_items::{
    TransactAction, TransactWriteItemsInput, TransactWriteItemsOutput,
};
use crate::partiql::ast::{self, Statement};
use crate::value::Members;
use crate::walk::Recorder;

const OPERATION: &str = "ExecuteTransaction";

/// What `ExecuteTransaction` is asked.
#[derive(Debug)]
pub struct ExecuteTransactionInput {
    /// The statements, and of each whether a failed condition brings the item.
    pub statements: Vec<(Statement, bool)>,
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
        let all = read_all(
            &mut fields,
            "TransactStatements",
            "transactStatements",
            MAX_TRANSACTION_ITEMS,
        )?;
        if fields.list("TransactStatements")?.is_some_and(<[Value]>::is_empty) {
            let constraint = "Member must have length greater than or equal to 1";
            fields.violated("transactStatements", constraint);
        }
        fields.finish()?;
        let mut statements = Vec::with_capacity(all.len());
        let mut request = Vec::new();
        for given in &all {
            statements.push((given.statement()?, given.item_on_failed_condition));
            request.extend_from_slice(&given.digest());
        }
        let sound: Vec<&Statement> = statements.iter().map(|(statement, _)| statement).collect();
        all_read(&sound, OPERATION)?;
        let token =
            token.map(|token| Token { token: token.to_owned(), request: place::hash(&request) });
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
        let first = recorder.page_count();
        let reads = input.statements.iter().any(|(statement, _)| statement.is_read());
        if reads {
            return self.read_all_in_transaction(&input.statements, recorder);
        }
        let mut inserts = Vec::with_capacity(input.statements.len());
        let mut actions = Vec::with_capacity(input.statements.len());
        for (statement, item_on_failed_condition) in input.statements {
            if statement.returning().is_some() {
                return Err(faults::returning_in_transaction());
            }
            let returns = WriteReturns { item_on_failed_condition, ..WriteReturns::default() };
            let action = self.write_of(statement, returns)?;
            inserts.push(matches!(action, TransactAction::Put(_)));
            actions.push(action);
        }
        let returns = WriteReturns {
            consumed_capacity: input.return_consumed_capacity,
            ..WriteReturns::default()
        };
        let transaction = TransactWriteItemsInput { actions, token: input.token, returns };
        let written = self.transact_write_items(transaction, recorder);
        recorder.join(first, "TransactWriteItems", None);
        let written = written.map_err(|error| of_inserts(error, &inserts))?;
        Ok(ExecuteTransactionOutput::Written(inserts.len(), written))
    }
}

impl Database {
    /// Reads the item that each statement names.
    fn read_all_in_transaction(
        &self,
        statements: &[(Statement, bool)],
        recorder: &mut Recorder,
    ) -> Result<ExecuteTransactionOutput<'_>, ServiceError> {
        let mut gets = Vec::with_capacity(statements.len());
        let mut wanted = Vec::with_capacity(statements.len());
        for (statement, _) in statements {
            if let ast::Action::Select(select) = &statement.action {
                let ItemRead { input, filter, columns } =
                    self.read_of(statement, select, OPERATION)?;
                gets.push(TransactGet::new(input.table_name, input.key));
                wanted.push((filter, columns));
            }
        }
        let first = recorder.page_count();
        let transaction = TransactGetItemsInput { gets, ..TransactGetItemsInput::default() };
        let read = self.transact_get_items(&transaction, recorder);
        recorder.join(first, "TransactGetItems", None);
        let mut output = read?;
        for (item, (filter, columns)) in output.items.iter_mut().zip(wanted) {
            let found = item.take();
            let found = found.filter(|item| filter.is_none_or(|filter| filter.matches(item)));
            *item = found.map(|item| columns.cut(item));
        }
        Ok(ExecuteTransactionOutput::Read(output))
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
