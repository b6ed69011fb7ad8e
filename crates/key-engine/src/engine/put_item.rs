//! `PutItem`: puts an item whole, over what stands there.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::capacity::{Consumed, ReturnConsumedCapacity, write_units};
use super::collection::Address;
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::limits::MAX_ITEM_BYTES;
use super::request::{Choice, Fields};
use super::table::Table;
use super::write::{self, Written};
use super::{Database, keys};
use crate::expression::Filter;
use crate::value::{AttributeValue, Item};
use crate::walk::{Action, PageEnd, Recorder};

/// What `PutItem` is asked.
#[derive(Debug, Default)]
pub struct PutItemInput {
    /// The table.
    pub table_name: String,
    /// The item.
    pub item: Item,
    /// What must hold of the item that stands there, or of none.
    pub condition: Option<Filter>,
    /// What the answer brings and bills.
    pub returns: WriteReturns,
}

/// What a write's answer brings beside its success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteReturns {
    /// The item that stood there: `ReturnValues` is `ALL_OLD`.
    pub old_item: bool,
    /// The item that failed the condition.
    pub item_on_failed_condition: bool,
    /// The bill.
    pub consumed_capacity: ReturnConsumedCapacity,
    /// The collection's size, where the table has a local index.
    pub item_collection_metrics: bool,
}

/// What a write of one item answers.
#[derive(Debug, Default, PartialEq)]
pub struct WriteOutput {
    /// The item that stood there, if asked for.
    pub attributes: Option<Arc<Item>>,
    /// What the write consumed.
    pub consumed: Consumed,
    /// The partition key of the item's collection, if its size was asked for.
    pub item_collection_key: Option<Item>,
}

impl PutItemInput {
    /// A put of an item, whatever stands there.
    pub fn new(table_name: impl Into<String>, item: Item) -> Self {
        Self { table_name: table_name.into(), item, ..Self::default() }
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table_name = fields.table_name()?;
        let item = fields.item("Item")?;
        let (returns, return_values) = WriteReturns::read(&mut fields)?;
        fields.finish()?;
        let Some(item) = item else { return Err(faults::required("Item")) };
        expressions::refuse_legacy(
            &fields,
            &["ConditionExpression"],
            &["Expected", "ConditionalOperator"],
        )
        .map_err(ServiceError::counted)?;
        let item = item.map_err(|error| ServiceError::validation(error.to_string()).counted())?;
        if item.size_bytes() > MAX_ITEM_BYTES {
            return Err(faults::item_too_large());
        }
        check_return_values(return_values)?;
        let read =
            expressions::read(&fields, &["ConditionExpression"]).map_err(ServiceError::counted)?;
        Ok(Self { table_name, item, condition: read.condition, returns })
    }
}

/// `ReturnValues` of a put or a delete: only the old item can be brought.
pub(crate) fn check_return_values(return_values: Option<ReturnValues>) -> Result<(), ServiceError> {
    match return_values {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        Some(_) => Err(faults::return_values_of_put_or_delete()),
    }
}

/// The words of `ReturnValues`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReturnValues {
    None,
    AllOld,
    UpdatedOld,
    AllNew,
    UpdatedNew,
}

impl WriteReturns {
    /// Reads what a write is to bring.
    pub(crate) fn read(
        fields: &mut Fields<'_>,
    ) -> Result<(Self, Option<ReturnValues>), ServiceError> {
        let consumed_capacity = fields.return_consumed_capacity()?;
        let metrics = fields.choice(&Choice {
            parameter: "ReturnItemCollectionMetrics",
            member: "returnItemCollectionMetrics",
            words: &[("SIZE", true), ("NONE", false)],
            listed: "SIZE, NONE",
        })?;
        let return_values = fields.choice(&Choice {
            parameter: "ReturnValues",
            member: "returnValues",
            words: &[
                ("NONE", ReturnValues::None),
                ("ALL_OLD", ReturnValues::AllOld),
                ("UPDATED_OLD", ReturnValues::UpdatedOld),
                ("ALL_NEW", ReturnValues::AllNew),
                ("UPDATED_NEW", ReturnValues::UpdatedNew),
            ],
            listed: "ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW",
        })?;
        let on_failure = fields.choice(&Choice {
            parameter: "ReturnValuesOnConditionCheckFailure",
            member: "returnValuesOnConditionCheckFailure",
            words: &[("ALL_OLD", true), ("NONE", false)],
            listed: "ALL_OLD, NONE",
        })?;
        let returns = Self {
            old_item: return_values == Some(ReturnValues::AllOld),
            item_on_failed_condition: on_failure.unwrap_or_default(),
            consumed_capacity,
            item_collection_metrics: metrics.unwrap_or_default(),
        };
        Ok((returns, return_values))
    }
}

impl WriteOutput {
    /// The answer as the service sends it.
    pub fn to_json(&self, table_name: &str, returns: WriteReturns) -> Value {
        let mut body = Map::new();
        if let Some(item) = &self.attributes {
            body.insert("Attributes".to_owned(), item.to_json());
        }
        if let Some(consumed) = self.consumed.to_json(table_name, returns.consumed_capacity) {
            body.insert("ConsumedCapacity".to_owned(), consumed);
        }
        if let Some(key) = &self.item_collection_key {
            let metrics =
                json!({"ItemCollectionKey": key.to_json(), "SizeEstimateRangeGB": [0.0, 1.0]});
            body.insert("ItemCollectionMetrics".to_owned(), metrics);
        }
        Value::Object(body)
    }

    /// The answer to a write that was done.
    pub(crate) fn of(written: Written, table: &Table, key: &Item, returns: WriteReturns) -> Self {
        Self {
            attributes: written.old.filter(|_| returns.old_item),
            consumed: written.consumed,
            item_collection_key: item_collection_key(table, key)
                .filter(|_| returns.item_collection_metrics),
        }
    }
}

/// The partition key of an item's collection, in a table with local indexes; no other has a size of its own.
fn item_collection_key(table: &Table, key: &Item) -> Option<Item> {
    let element = table.primary().hash_elements().next()?;
    let value: AttributeValue = key.get(&element.attribute)?.clone();
    table.has_local_index().then(|| [(element.attribute.as_str(), value)].into_iter().collect())
}

/// Checks a write's condition against what stands at `address`; a failure is billed like the write.
pub(crate) fn check_condition<R: Recorder>(
    table: &Table,
    address: &Address,
    condition: Option<&Filter>,
    new_size: u32,
    action: Action,
    returns: WriteReturns,
    recorder: &mut R,
) -> Result<(), ServiceError> {
    let Some(condition) = condition else { return Ok(()) };
    let standing = table.primary().get(address);
    let none = Item::new();
    if condition.matches(standing.map_or(&none, |entry| &entry.item)) {
        return Ok(());
    }
    write::record(table.name(), table.primary(), address, action, recorder);
    let old_size = standing.map_or(0, |entry| entry.size_bytes);
    let units = write_units(u64::from(new_size.max(old_size)));
    if standing.is_some() {
        recorder.read(old_size, false);
    }
    recorder.charge(units);
    let failed = ServiceError::ConditionalCheckFailed {
        item: standing
            .filter(|_| returns.item_on_failed_condition)
            .map(|entry| Item::clone(&entry.item)),
    };
    recorder.end(PageEnd::Refused(failed.name().to_owned()), None, units);
    Err(failed)
}

impl Database {
    /// Puts an item whole, over what stands there.
    ///
    /// # Errors
    /// No such table, an item that may not be, a condition that does not hold. Nothing is changed then.
    pub fn put_item<R: Recorder>(
        &mut self,
        input: PutItemInput,
        recorder: &mut R,
    ) -> Result<WriteOutput, ServiceError> {
        let PutItemInput { table_name, mut item, condition, returns } = input;
        let table = self.tables.get_mut(&table_name).ok_or_else(faults::no_table)?;
        keys::check_item(table, &item)?;
        let address = table.primary().address(&item).ok_or_else(faults::key_not_of_schema)?;
        let size = table.primary().projected_size(&item);
        check_condition(table, &address, condition.as_ref(), size, Action::Put, returns, recorder)?;
        item.share_names(&mut self.names);
        item.shrink();
        let key = if returns.item_collection_metrics { item.clone() } else { Item::new() };
        let written = write::write(table, &address, Some(item), Action::Put, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, table, &key, returns))
    }
}
