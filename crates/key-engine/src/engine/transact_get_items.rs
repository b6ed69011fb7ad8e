//! `TransactGetItems`: reads up to 100 items as they are at one moment, or none.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Database;
use super::batch::{check_length, shown_item, shown_text, shown_texts};
use super::capacity::{Consumed, ReturnConsumedCapacity, read_units};
use super::error::{CancellationReason, ServiceError};
use super::expressions;
use super::faults;
use super::limits::MAX_TRANSACTION_BYTES;
use super::point_read::PointRead;
use super::request::{Fields, of_value};
use crate::expression::Projection;
use crate::value::{Item, Members, ValueError, object};
use crate::walk::{Action, Leg, PageEnd, Recorder};

/// What `TransactGetItems` is asked.
#[derive(Debug, Default)]
pub struct TransactGetItemsInput {
    /// The items, each once.
    pub gets: Vec<TransactGet>,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// One item that is read.
#[derive(Debug, Default)]
pub struct TransactGet {
    /// The table.
    pub table_name: String,
    /// The item's key.
    pub key: Item,
    /// Which of its attributes are wanted.
    pub projection: Option<Projection>,
}

/// What `TransactGetItems` answers.
#[derive(Debug, Default, PartialEq)]
pub struct TransactGetItemsOutput<'t> {
    /// The items in the order asked; `None` for one that is not there.
    pub items: Vec<Option<Cow<'t, Item>>>,
    /// What was consumed of each table, in the order in which the request names them.
    pub consumed: Vec<(String, Consumed)>,
}

/// A get of which the members have been read, and nothing more.
struct Draft<'a> {
    fields: Fields<'a>,
    table_name: String,
    key: Result<Item, ValueError>,
}

impl TransactGet {
    /// A read of the whole item at `key`.
    pub fn new(table_name: impl Into<String>, key: Item) -> Self {
        Self { table_name: table_name.into(), key, projection: None }
    }
}

impl TransactGetItemsInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the tables.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let entries = fields.list("TransactItems")?;
        let mut drafts = Vec::new();
        check_length(entries, &mut fields, &shown_get);
        for (at, entry) in entries.unwrap_or_default().iter().enumerate() {
            drafts.extend(draft(entry, at + 1, &mut fields)?);
        }
        fields.finish()?;
        let mut gets = Vec::with_capacity(drafts.len());
        for Draft { fields, table_name, key } in drafts {
            let key = key.map_err(|error| of_value(&error))?;
            let projection = expressions::read(&fields, &["ProjectionExpression"])?.projection;
            gets.push(TransactGet { table_name, key, projection });
        }
        Ok(Self { gets, return_consumed_capacity })
    }
}

fn draft<'a>(
    entry: &'a Value,
    number: usize,
    request: &mut Fields<'_>,
) -> Result<Option<Draft<'a>>, ServiceError> {
    let path = format!("transactItems.{number}.member.get");
    let Some(get) = Fields::new(entry)?.get("Get") else {
        request.missing(&path);
        return Ok(None);
    };
    let mut fields = Fields::new(get)?;
    fields.within(format!("{path}."));
    let key = fields.required_item("Key", "key")?;
    let table_name = fields.table_name()?;
    request.take_violations(&mut fields);
    Ok(Some(Draft { fields, table_name, key }))
}

/// An entry of the request as the service prints it.
fn shown_get(entry: &Value) -> String {
    let get = entry.get("Get").unwrap_or(&Value::Null);
    let text = |name: &str| shown_text(get.get(name));
    let names = shown_texts(get.get("ExpressionAttributeNames"));
    format!(
        "TransactGetItem(get=Get(key={}, tableName={}, projectionExpression={}, expressionAttributeNames={names}, \
         workloadProfileName=null))",
        shown_item(get.get("Key")),
        text("TableName"),
        text("ProjectionExpression"),
    )
}

impl TransactGetItemsOutput<'_> {
    /// The answer as the service sends it.
    pub fn to_json(&self, show: ReturnConsumedCapacity) -> Value {
        let responses = self.items.iter().map(|item| match item {
            Some(item) => object(&mut [("Item", item.to_json())]),
            None => Value::Object(Map::new()),
        });
        let mut body = Map::new();
        body.set("Responses", responses.collect());
        if show != ReturnConsumedCapacity::None {
            let shown = self.consumed.iter().filter_map(|(name, consumed)| {
                consumed.to_json_of(name, show, "ReadCapacityUnits")
            });
            body.set("ConsumedCapacity", shown.collect());
        }
        Value::Object(body)
    }
}

/// A transactional read is charged twice what a strongly consistent one is.
/// Source: AWS, "DynamoDB read and write operations".
const PHASES: f64 = 2.0;

impl Database {
    /// Reads many items as they are at one moment.
    ///
    /// # Errors
    /// No such table, one item twice, more than 4 MB; a key that is none cancels the transaction. Nothing is
    /// read then.
    pub fn transact_get_items(
        &self,
        input: &TransactGetItemsInput,
        recorder: &mut Recorder,
    ) -> Result<TransactGetItemsOutput<'_>, ServiceError> {
        let mut attempts = Vec::with_capacity(input.gets.len());
        for get in &input.gets {
            let table = self.tables.get(&get.table_name).ok_or_else(faults::no_table)?;
            attempts.push(PointRead::at(table, &get.key, get.projection.as_ref()));
        }
        check_whole(&attempts)?;
        let mut reads = Vec::with_capacity(attempts.len());
        let mut reasons = Vec::with_capacity(attempts.len());
        for attempt in attempts {
            match attempt {
                Ok(read) => {
                    reads.push(read);
                    reasons.push(CancellationReason::none());
                }
                Err(error) => reasons.push(CancellationReason::of(error)),
            }
        }
        if reads.len() < reasons.len() {
            return Err(cancel(&input.gets, reasons, recorder));
        }
        let mut output = TransactGetItemsOutput::default();
        let mut units_of_all = 0.0;
        for (get, read) in input.gets.iter().zip(reads) {
            let units = read_units(read.size_bytes(), true) * PHASES;
            read.record(&get.key, true, units, recorder);
            units_of_all += units;
            output.items.push(read.item(get.projection.as_ref()));
            match output.consumed.iter_mut().find(|(name, _)| *name == get.table_name) {
                Some((_, consumed)) => consumed.table += units,
                None => output.consumed.push((
                    get.table_name.clone(),
                    Consumed { table: units, ..Consumed::default() },
                )),
            }
        }
        recorder.end(PageEnd::End, None, units_of_all);
        Ok(output)
    }
}

/// What is wrong with the reads together: two of one item, or more than may be.
fn check_whole(attempts: &[Result<PointRead<'_>, ServiceError>]) -> Result<(), ServiceError> {
    let mut places: Vec<&PointRead<'_>> = Vec::with_capacity(attempts.len());
    let mut bytes = 0;
    for read in attempts.iter().flatten() {
        if places.iter().any(|other| other.is_of_same_item(read)) {
            return Err(faults::several_actions_on_one_item());
        }
        bytes += read.size_bytes();
        places.push(read);
    }
    if bytes > MAX_TRANSACTION_BYTES as u64 {
        return Err(faults::transaction_too_large());
    }
    Ok(())
}

/// The error of a transaction of which a key is none; nothing is read for it.
fn cancel(
    gets: &[TransactGet],
    reasons: Vec<CancellationReason>,
    recorder: &mut Recorder,
) -> ServiceError {
    for (get, reason) in gets.iter().zip(&reasons) {
        recorder.begin(|| Leg {
            table: get.table_name.clone(),
            action: Action::Read,
            consistent: true,
            sought: Some(get.key.clone()),
            ..Leg::default()
        });
        if reason.is_reason() {
            recorder.refused(reason.code);
        }
    }
    let error = ServiceError::canceled(reasons);
    recorder.end(PageEnd::Refused(error.name().to_owned()), None, 0.0);
    error
}
