//! What the answer to a write of one item brings beside its success.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::error::ServiceError;
use super::faults;
use super::request::{Choice, Fields};
use super::table::Table;
use super::write::{Demand, Written};
use crate::expression::{Filter, Update};
use crate::value::Item;
use crate::value::{Members, object};

/// What a write's answer brings beside its success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteReturns {
    /// Which parts of the item, before or after.
    pub values: ReturnValues,
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

/// Which parts of an item the answer to its write brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReturnValues {
    /// Nothing.
    #[default]
    None,
    /// The item that stood there.
    AllOld,
    /// Those parts of the item that stood there that the update names.
    UpdatedOld,
    /// The item that stands there now.
    AllNew,
    /// Those parts of the item that stands there now that the update names.
    UpdatedNew,
}

impl WriteReturns {
    /// Reads what a write is to bring.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Self, ServiceError> {
        let consumed_capacity = fields.return_consumed_capacity()?;
        let item_collection_metrics = fields.item_collection_metrics()?;
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
        Ok(Self {
            values: return_values.unwrap_or_default(),
            item_on_failed_condition: fields.item_on_failed_condition()?,
            consumed_capacity,
            item_collection_metrics,
        })
    }

    /// Refuses what only an update can bring.
    pub(crate) fn of_put_or_delete(self) -> Result<(), ServiceError> {
        match self.values {
            ReturnValues::None | ReturnValues::AllOld => Ok(()),
            _ => Err(faults::return_values_of_put_or_delete()),
        }
    }

    /// What is asked of the item that stands where the write goes.
    pub(crate) fn demand(self, condition: Option<&Filter>) -> Demand<'_> {
        Demand { condition, item_on_failure: self.item_on_failed_condition }
    }

    /// The partition key of the item's collection, where its size is asked for and the table has a local
    /// index; in no other does a collection have a size of its own.
    pub(crate) fn collection_key(self, table: &Table, key: &Item) -> Option<Item> {
        if !self.item_collection_metrics || !table.has_local_index() {
            return None;
        }
        let element = table.primary().hash_elements().next()?;
        let value = key.get(&element.attribute)?.clone();
        Some([(element.attribute.as_str(), value)].into_iter().collect())
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
            body.set("ItemCollectionMetrics", item_collection_metrics(key));
        }
        Value::Object(body)
    }

    /// The answer to a write that was done; `update` is what it changed, if it was an update.
    pub(crate) fn of(
        written: Written,
        item_collection_key: Option<Item>,
        returns: WriteReturns,
        update: Option<&Update>,
    ) -> Self {
        let named = |item: Option<Arc<Item>>| {
            let parts = update?.changed().apply(&*item?);
            (!parts.is_empty()).then(|| Arc::new(parts))
        };
        let attributes = match returns.values {
            ReturnValues::None => None,
            ReturnValues::AllOld => written.old,
            ReturnValues::AllNew => written.new,
            ReturnValues::UpdatedOld => named(written.old),
            ReturnValues::UpdatedNew => named(written.new),
        };
        Self { attributes, consumed: written.consumed, item_collection_key }
    }
}

/// `ItemCollectionMetrics` of the collection of this partition key.
pub(crate) fn item_collection_metrics(key: &Item) -> Value {
    object(&mut [
        ("ItemCollectionKey", key.to_json()),
        ("SizeEstimateRangeGB", vec![0.0, 1.0].into()),
    ])
}
