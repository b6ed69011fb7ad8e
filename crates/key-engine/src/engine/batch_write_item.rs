//! `BatchWriteItem`: puts and deletes up to 25 items, in one table or several.
//!
//! All of them are prepared before one is applied, so that a batch that is refused changes nothing.

use serde_json::{Map, Value};

use super::Database;
use super::batch::{has_duplicates, shown_item, shown_list, shown_map};
use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::error::ServiceError;
use super::faults;
use super::keys;
use super::limits::{MAX_BATCH_WRITES, MAX_ITEM_BYTES};
use super::request::{Fields, of_value, table_of};
use super::returns::{WriteReturns, item_collection_metrics};
use super::table::Table;
use super::write::{self, Aim, Demand, Prepared};
use crate::value::{Item, Members, ValueError, object};
use crate::walk::{PageEnd, Recorder};

/// What `BatchWriteItem` is asked.
#[derive(Debug, Default)]
pub struct BatchWriteItemInput {
    /// What is asked of each table.
    pub request_items: Vec<TableWrites>,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
    /// Whether the sizes of item collections are shown, of tables with a local index.
    pub item_collection_metrics: bool,
}

/// What is asked of one table.
#[derive(Debug, Default)]
pub struct TableWrites {
    /// The table.
    pub table_name: String,
    /// Puts and deletes, each of another item.
    pub requests: Vec<WriteRequest>,
}

/// A put or a delete.
#[derive(Clone, Debug, PartialEq)]
pub enum WriteRequest {
    /// Puts the item, over what stands there.
    Put(Item),
    /// Deletes the item at this key, if one is there.
    Delete(Item),
}

/// What `BatchWriteItem` answers.
#[derive(Debug, Default, PartialEq)]
pub struct BatchWriteItemOutput {
    /// What each table answers, in the order asked. None leaves anything unprocessed.
    pub tables: Vec<WrittenTable>,
}

/// What one table answers.
#[derive(Debug, Default, PartialEq)]
pub struct WrittenTable {
    /// The table.
    pub table_name: String,
    /// What the writes consumed.
    pub consumed: Consumed,
    /// The partition keys of the item collections written to, if their sizes were asked for.
    pub item_collection_keys: Vec<Item>,
}

impl BatchWriteItemInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the tables.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let tables = fields.map("RequestItems")?;
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let item_collection_metrics = fields.item_collection_metrics()?;
        if tables.is_none() {
            fields.missing("requestItems");
        }
        let mut drafts = Vec::new();
        for (name, list) in tables.into_iter().flatten() {
            drafts.push((name, read_list(name, list, &mut fields)?));
        }
        if let Some(tables) = tables
            && drafts.iter().any(|(_, list)| !(1..=MAX_BATCH_WRITES).contains(&list.len()))
        {
            fields.violated_by(&shown(tables), "requestItems", LENGTHS);
        }
        fields.finish()?;
        if drafts.is_empty() {
            return Err(faults::batch_without_requests("BatchWriteItem"));
        }
        let mut count = 0;
        let mut request_items = Vec::with_capacity(drafts.len());
        for (name, list) in drafts {
            let mut requests = Vec::with_capacity(list.len());
            for draft in list {
                requests.push(draft.request()?);
                count += 1;
                if count > MAX_BATCH_WRITES {
                    return Err(faults::too_many_in_batch("BatchWriteItem"));
                }
            }
            request_items.push(TableWrites { table_name: table_of(name).to_owned(), requests });
        }
        Ok(Self { request_items, return_consumed_capacity, item_collection_metrics })
    }
}

/// The constraint on how many requests each table has.
const LENGTHS: &str = "Map value must satisfy constraint: [Member must have length less than or equal to 25, \
                       Member must have length greater than or equal to 1]";

/// A request of which the members have been read, and nothing more.
struct Draft {
    put: Option<Result<Item, ValueError>>,
    delete: Option<Result<Item, ValueError>>,
}

/// The requests of one table.
fn read_list(
    name: &str,
    list: &Value,
    fields: &mut Fields<'_>,
) -> Result<Vec<Draft>, ServiceError> {
    let list = Fields::list_of(list)?;
    let mut drafts = Vec::with_capacity(list.len());
    for (at, request) in list.iter().enumerate() {
        let request = Fields::new(request)?;
        let place = |member: &str| format!("requestItems.{name}.member.{}.member.{member}", at + 1);
        drafts.push(Draft {
            put: content(&request, "PutRequest", "Item", fields, &|| place("putRequest.item"))?,
            delete: content(&request, "DeleteRequest", "Key", fields, &|| {
                place("deleteRequest.key")
            })?,
        });
    }
    Ok(drafts)
}

/// What one kind of request holds, if there is one of that kind; `place` names it in messages.
fn content(
    request: &Fields<'_>,
    kind: &str,
    parameter: &str,
    fields: &mut Fields<'_>,
    place: &dyn Fn() -> String,
) -> Result<Option<Result<Item, ValueError>>, ServiceError> {
    let Some(body) = request.get(kind) else { return Ok(None) };
    let item = Fields::new(body)?.item(parameter)?;
    if item.is_none() {
        fields.missing(&place());
    }
    Ok(Some(item.unwrap_or_else(|| Ok(Item::new()))))
}

impl Draft {
    fn request(self) -> Result<WriteRequest, ServiceError> {
        match (self.put, self.delete) {
            (Some(item), None) => {
                let item = item.map_err(|error| of_value(&error))?;
                if item.size_bytes() > MAX_ITEM_BYTES {
                    return Err(faults::item_too_large());
                }
                Ok(WriteRequest::Put(item))
            }
            (None, Some(key)) => key.map(WriteRequest::Delete).map_err(|error| of_value(&error)),
            _ => Err(faults::not_one_request()),
        }
    }
}

/// The requests of all tables as the service prints them.
fn shown(tables: &Map<String, Value>) -> String {
    shown_map(Some(tables), &|list| {
        shown_list(list.as_array().map_or(&[], Vec::as_slice), &shown_request)
    })
}

/// A request as the service prints it.
fn shown_request(request: &Value) -> String {
    let shown = |kind: &str, name: &str, member: &str| match request.get(kind) {
        Some(Value::Object(body)) => {
            let content = shown_item(body.get(name));
            format!("{kind}({member}={content}, workloadProfileName=null)")
        }
        _ => "null".to_owned(),
    };
    let (put, delete) = (shown("PutRequest", "Item", "item"), shown("DeleteRequest", "Key", "key"));
    format!("WriteRequest(putRequest={put}, deleteRequest={delete})")
}

impl BatchWriteItemOutput {
    /// The answer as the service sends it.
    pub fn to_json(&self, show: ReturnConsumedCapacity) -> Value {
        let mut body = object(&mut [("UnprocessedItems", Map::new().into())]);
        let mut consumed = Vec::new();
        let mut metrics = Map::new();
        for table in &self.tables {
            consumed.extend(table.consumed.to_json(&table.table_name, show));
            if !table.item_collection_keys.is_empty() {
                let keys = table.item_collection_keys.iter();
                metrics.set(&table.table_name, keys.map(item_collection_metrics).collect());
            }
        }
        if let Value::Object(body) = &mut body {
            if !consumed.is_empty() {
                body.set("ConsumedCapacity", consumed.into());
            }
            if !metrics.is_empty() {
                body.set("ItemCollectionMetrics", metrics.into());
            }
        }
        body
    }
}

/// Checks the writes of one table; gives back each with the key of its item.
fn prepare(
    table: &Table,
    requests: Vec<WriteRequest>,
) -> Result<Vec<(Item, Prepared)>, ServiceError> {
    let mut prepared = Vec::with_capacity(requests.len());
    for request in requests {
        let (address, key, aim) = match request {
            WriteRequest::Delete(key) => (keys::key_address(table, &key)?, key, Aim::Delete),
            WriteRequest::Put(item) => {
                let key = table.primary().key_of(&item);
                // a batch words a key that is none as that of a `Key`, in its items too
                let is_key = table.primary().key_schema().iter().all(|element| {
                    key.get(&element.attribute).is_some_and(|value| element.key_type.matches(value))
                });
                if !is_key {
                    return Err(faults::key_not_of_schema());
                }
                keys::check_item(table, &item)?;
                let address = table.primary().address(&item);
                (address.ok_or_else(faults::key_not_of_schema)?, key, Aim::Put(item))
            }
        };
        let demand = Demand { condition: None, item_on_failure: false };
        let write = write::prepare(table, address, aim, demand).map_err(|refused| refused.error)?;
        prepared.push((key, write));
    }
    if has_duplicates(prepared.iter().map(|(key, _)| key)) {
        return Err(faults::duplicate_keys());
    }
    Ok(prepared)
}

impl Database {
    /// Puts and deletes many items.
    ///
    /// # Errors
    /// No such table, an item or a key that may not be, two writes of one item. Nothing is changed then.
    pub fn batch_write_item(
        &mut self,
        input: BatchWriteItemInput,
        recorder: &mut Recorder,
    ) -> Result<BatchWriteItemOutput, ServiceError> {
        let returns = WriteReturns {
            item_collection_metrics: input.item_collection_metrics,
            ..WriteReturns::default()
        };
        let mut prepared = Vec::with_capacity(input.request_items.len());
        for TableWrites { table_name, requests } in input.request_items {
            let table = self.tables.get(&table_name).ok_or_else(faults::no_table)?;
            prepared.push((table_name, prepare(table, requests)?));
        }
        let mut output = BatchWriteItemOutput::default();
        let mut units = 0.0;
        for (table_name, writes) in prepared {
            let table = self.tables.get_mut(&table_name).ok_or_else(faults::no_table)?;
            let mut written = WrittenTable { table_name, ..WrittenTable::default() };
            for (key, write) in writes {
                if let Some(key) = returns.collection_key(table, &key)
                    && !written.item_collection_keys.contains(&key)
                {
                    written.item_collection_keys.push(key);
                }
                let done = write.apply(table, &mut self.names, 1.0, recorder);
                done.name(&key, recorder);
                written.consumed.add_all(&done.consumed);
            }
            units += written.consumed.total();
            output.tables.push(written);
        }
        recorder.end(PageEnd::Written, None, units);
        Ok(output)
    }
}
