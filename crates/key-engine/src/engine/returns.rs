//! What the answer to a write of one item brings beside its success.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::error::ServiceError;
use super::faults;
use super::request::{Choice, Fields};
use super::table::Table;
use super::write::Written;
use crate::value::Item;
use crate::value::{Members, object};

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
            body.set("Attributes", item.to_json());
        }
        if let Some(consumed) = self.consumed.to_json(table_name, returns.consumed_capacity) {
            body.set("ConsumedCapacity", consumed);
        }
        if let Some(key) = &self.item_collection_key {
            let metrics = object(&mut [
                ("ItemCollectionKey", key.to_json()),
                ("SizeEstimateRangeGB", vec![0.0, 1.0].into()),
            ]);
            body.set("ItemCollectionMetrics", metrics);
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
    let value = key.get(&element.attribute)?.clone();
    table.has_local_index().then(|| [(element.attribute.as_str(), value)].into_iter().collect())
}
