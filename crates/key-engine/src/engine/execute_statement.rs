//! `ExecuteStatement`: a `PartiQL` statement by itself.
//!
//! A SELECT becomes a Query where its WHERE gives the partition key, several where it gives several values, and a Scan where
//! it does not, which the statement does not say: the walk does.
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.select.html>

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::Database;
use super::answer::{Answer, Items};
use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::limits::{PAGE_BYTES, READ_UNIT_BYTES};
use super::query::{QueryInput, key_parts};
use super::request::Fields;
use super::returns::WriteReturns;
use super::scan::ScanInput;
use super::schema::KeyRole;
use super::select::{ReadInput, ReadOutput};
use super::statement::{Columns, Given};
use super::transact_write_items::TransactAction;
use crate::expression::{Conjuncts, KeyConditions, KeySchema, Placeholders, Run};
use crate::order::sort_by;
use crate::partiql::ast::{self, Select, Statement};
use crate::value::{
    AttributeValue, Item, Members, base64_decode, base64_encode, object, write_part,
};
use crate::walk::{PageEnd, Recorder};

/// Values of a partition key that a WHERE may give.
const MAX_PARTITION_VALUES: usize = 50;
/// Values of a partition key that one page reads.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-operators.html>
const PAGE_VALUES: usize = 10;

/// What `ExecuteStatement` is asked.
#[derive(Debug)]
pub struct ExecuteStatementInput {
    /// The statement, its parameters in their places.
    pub statement: Statement,
    /// A strongly consistent read.
    pub consistent_read: bool,
    /// Most items evaluated.
    pub limit: Option<u64>,
    /// Where the page before stopped.
    pub next: Option<Next>,
    /// What the answer to a write bills, and whether a failed condition brings the item.
    pub returns: WriteReturns,
    /// What is sent back with the place where a page stops, to know the statement by.
    digest: [u8; 16],
}

/// Where a page of a SELECT stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Next {
    /// At which of the values of the partition key.
    pub run: usize,
    /// The last item evaluated of those with that value; `None` before the first.
    pub key: Option<Item>,
}

/// What `ExecuteStatement` answers.
#[derive(Debug, Default)]
pub struct ExecuteStatementOutput<'t> {
    /// The items read, or what a write was to bring.
    pub items: Vec<Cow<'t, Item>>,
    /// Where the next page goes on from.
    pub next: Option<Next>,
    /// What was consumed.
    pub consumed: Consumed,
}

impl ExecuteStatementInput {
    /// A statement without parameters, to be answered whole.
    ///
    /// # Errors
    /// Where it is malformed.
    pub fn new(text: &str) -> Result<Self, ServiceError> {
        Self::from_json(&object(&mut [("Statement", text.into())]))
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let given = Given::read(&mut fields)?;
        let limit = fields.integer("Limit")?;
        if limit.is_some_and(|limit| limit < 1) {
            fields.violated("Limit", "Member must have value greater than or equal to 1");
        }
        let token = fields.text("NextToken")?;
        if let Some(token) = token {
            fields.check_length(token, "nextToken", 1, 32768);
        }
        let returns = WriteReturns {
            item_on_failed_condition: given.item_on_failed_condition,
            consumed_capacity: fields.return_consumed_capacity()?,
            ..WriteReturns::default()
        };
        fields.finish()?;
        let digest = given.digest();
        let next = match token {
            None => None,
            Some(token) => Some(Next::of_token(token, digest)?),
        };
        Ok(Self {
            statement: given.statement()?,
            consistent_read: given.consistent_read,
            limit: limit.and_then(|limit| u64::try_from(limit).ok()),
            next,
            returns,
            digest,
        })
    }
}

impl Next {
    /// The place as a text that only the same statement can be continued with.
    fn token(&self, digest: [u8; 16]) -> String {
        let key = self.key.as_ref().map_or(Value::Null, Item::to_json);
        base64_encode(format!("{} {} {key}", base64_encode(&digest), self.run).as_bytes())
    }

    fn of_token(token: &str, digest: [u8; 16]) -> Result<Self, ServiceError> {
        let text = base64_decode(token).and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(faults::next_token_of_none)?;
        Self::of_text(&text, digest).ok_or_else(faults::next_token_of_other)
    }

    fn of_text(text: &str, digest: [u8; 16]) -> Option<Self> {
        let place = text.strip_prefix(&base64_encode(&digest))?.strip_prefix(' ')?;
        let (run, key) = place.split_once(' ')?;
        let key: Value = serde_json::from_str(key).ok()?;
        let key = if key.is_null() { None } else { Some(Item::from_json(&key).ok()?) };
        Some(Self { run: run.parse().ok()?, key })
    }
}

impl<'t> ExecuteStatementOutput<'t> {
    /// The answer as the service sends it.
    fn into_answer(
        self,
        table_name: &str,
        show: ReturnConsumedCapacity,
        digest: [u8; 16],
    ) -> Answer<'t> {
        let mut rest = Map::new();
        if let Some(next) = &self.next {
            rest.set("NextToken", next.token(digest).into());
            if let Some(key) = &next.key {
                rest.set("LastEvaluatedKey", key.to_json());
            }
        }
        if let Some(consumed) = self.consumed.to_json(table_name, show) {
            rest.set("ConsumedCapacity", consumed);
        }
        Answer::Read { items: Items::Several(self.items), rest }
    }
}

impl Database {
    pub(crate) fn call_execute_statement(
        &mut self,
        input: &Value,
        recorder: &mut Recorder,
    ) -> Result<Answer<'_>, ServiceError> {
        let input = ExecuteStatementInput::from_json(input)?;
        let table_name = input.statement.table().to_owned();
        let (show, digest) = (input.returns.consumed_capacity, input.digest);
        Ok(self.execute_statement(input, recorder)?.into_answer(&table_name, show, digest))
    }

    /// Does what a statement says.
    ///
    /// # Errors
    /// No such table or index; of a read, what a Query or a Scan is refused for; of a write, an item that is not named
    /// whole, is there already or is not there, a condition that does not hold. Nothing is changed then.
    pub fn execute_statement(
        &mut self,
        input: ExecuteStatementInput,
        recorder: &mut Recorder,
    ) -> Result<ExecuteStatementOutput<'_>, ServiceError> {
        match &input.statement.action {
            ast::Action::Select(select) => self.select(&input, select, recorder),
            ast::Action::Exists(_) => Err(faults::exists_alone()),
            _ => {
                let action = self.write_of(input.statement, input.returns)?;
                let (item, consumed) = self.write_alone(action, recorder)?;
                let items = item.into_iter().map(Cow::Owned).collect();
                Ok(ExecuteStatementOutput { items, consumed, next: None })
            }
        }
    }

    /// Does a statement's write by itself. What an INSERT finds in its place is a failure of its own name.
    pub(crate) fn write_alone(
        &mut self,
        action: TransactAction,
        recorder: &mut Recorder,
    ) -> Result<(Option<Item>, Consumed), ServiceError> {
        let first = recorder.page_count();
        let (operation, written) = match action {
            TransactAction::Put(input) => {
                let written = self.put_item(input, recorder).map_err(ServiceError::of_insert);
                ("PutItem", written)
            }
            TransactAction::Update(input) => ("UpdateItem", self.update_item(&input, recorder)),
            TransactAction::Delete(input) => ("DeleteItem", self.delete_item(&input, recorder)),
            TransactAction::ConditionCheck(_) => return Err(faults::exists_alone()),
        };
        recorder.join(first, operation, refusal(written.as_ref().err()));
        let written = written?;
        Ok((written.attributes.map(Arc::unwrap_or_clone), written.consumed))
    }

    fn select(
        &self,
        input: &ExecuteStatementInput,
        select: &Select,
        recorder: &mut Recorder,
    ) -> Result<ExecuteStatementOutput<'_>, ServiceError> {
        let table = self.table_of(&input.statement)?;
        let placeholders = Placeholders::of_statement(&input.statement.values);
        let columns = Columns::of(&select.paths, &placeholders)?;
        let mut read = ReadInput {
            table_name: select.table.clone(),
            index_name: select.index.clone(),
            projection: columns.projection(),
            consistent_read: input.consistent_read,
            limit: input.limit,
            exclusive_start_key: input.next.as_ref().and_then(|next| next.key.clone()),
            filters_keys: true,
            ..ReadInput::default()
        };
        let door = read.door(table)?;
        let condition = select.condition.as_ref();
        let mut conjuncts = Conjuncts::of(condition, &placeholders)?;
        let [partition, sort] = &key_parts(door);
        let mut runs = conjuncts.take_runs(&KeySchema { partition, sort }, MAX_PARTITION_VALUES);
        if runs.as_ref().is_some_and(|runs| runs.len() > MAX_PARTITION_VALUES) {
            return Err(faults::too_many_partition_values(MAX_PARTITION_VALUES));
        }
        let backward = order(select, door, runs.as_deref_mut())?;
        read.filter = conjuncts.filter();
        let first = recorder.page_count();
        let mut output = ExecuteStatementOutput::default();
        if let Some(runs) = runs {
            let from = input.next.as_ref().map_or(0, |next| next.run);
            let queried = self.query_runs(read, runs, from, backward, recorder);
            recorder.join(first, "Query", refusal(queried.as_ref().err()));
            output = queried?;
        } else {
            let scanned = self.scan(&ScanInput { read, segment: None }, recorder)?;
            recorder.join(first, "Scan", None);
            output.next = output.add(scanned).map(|key| Next { run: 0, key: Some(key) });
        }
        if columns.are_nested() {
            output.items = output.items.into_iter().map(|item| columns.cut(item)).collect();
        }
        Ok(output)
    }

    /// Reads run after run, until the page is full.
    fn query_runs(
        &self,
        read: ReadInput,
        runs: Vec<Run>,
        from: usize,
        backward: bool,
        recorder: &mut Recorder,
    ) -> Result<ExecuteStatementOutput<'_>, ServiceError> {
        let full = PAGE_BYTES.div_ceil(READ_UNIT_BYTES) as f64;
        let full = if read.consistent_read { full } else { full / 2.0 };
        let last = from.saturating_add(PAGE_VALUES);
        let mut output = ExecuteStatementOutput::default();
        let mut query = QueryInput { read, key_conditions: KeyConditions::default(), backward };
        for (at, run) in runs.into_iter().enumerate().skip(from) {
            if at >= last || output.consumed.total() >= full {
                output.next = Some(Next { run: at, key: None });
                break;
            }
            query.key_conditions = run.conditions;
            let page = self.query(&query, recorder)?;
            let read = page.scanned_count;
            if let Some(key) = output.add(page) {
                output.next = Some(Next { run: at, key: Some(key) });
                break;
            }
            // a run that reaches the limit stops there, so that some of it is left for the next
            query.read.limit = query.read.limit.map(|limit| limit.saturating_sub(read));
            query.read.exclusive_start_key = None;
        }
        Ok(output)
    }
}

impl<'t> ExecuteStatementOutput<'t> {
    /// Adds what a read brought; gives back the key at which it stopped.
    fn add(&mut self, read: ReadOutput<'t>) -> Option<Item> {
        self.items.extend(read.items);
        self.consumed.add_all(&read.consumed);
        read.last_evaluated_key
    }
}

/// Puts runs in the order that a statement asks for; says whether each is to be read backward.
fn order(select: &Select, door: &Index, runs: Option<&mut [Run]>) -> Result<bool, ServiceError> {
    let Some((first, first_falls)) = select.order.first() else { return Ok(false) };
    if select.condition.is_none() {
        return Err(faults::order_without_where());
    }
    let Some(runs) = runs else { return Err(faults::order_without_partition()) };
    let part = |name: &str| door.key_schema().iter().find(|part| part.attribute == name);
    let mut backward = false;
    for (name, falls) in &select.order {
        let part = part(name).ok_or_else(|| faults::order_by_no_key(name))?;
        backward |= *falls && part.role == KeyRole::Range;
    }
    if part(first).is_some_and(|part| part.role == KeyRole::Hash) {
        sort_by(runs, |one, two| {
            let order = key_bytes(&one.first).cmp(&key_bytes(&two.first));
            if *first_falls { order.reverse() } else { order }
        });
    } else if runs.len() > 1 {
        return Err(faults::order_without_partition_first());
    }
    Ok(backward)
}

/// How a page ends with this error.
fn refusal(error: Option<&ServiceError>) -> Option<PageEnd> {
    error.map(|error| PageEnd::Refused(error.name().to_owned()))
}

fn key_bytes(value: &AttributeValue) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_part(value, &mut bytes);
    bytes
}
