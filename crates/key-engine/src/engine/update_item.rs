//! `UpdateItem`: changes parts of the item at a key, or makes one there.

use serde_json::Value;

use super::Database;
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::keys;
use super::legacy;
use super::limits::MAX_ITEM_BYTES;
use super::request::Fields;
use super::returns::{WriteOutput, WriteReturns};
use super::table::Table;
use super::write::{self, Aim, Prepared, Refused};
use crate::expression::{Filter, Update};
use crate::value::{Item, ValueError};
use crate::walk::{PageEnd, Recorder};

/// What `UpdateItem` is asked.
#[derive(Debug, Default)]
pub struct UpdateItemInput {
    /// The table.
    pub table_name: String,
    /// The item's key.
    pub key: Item,
    /// What changes; nothing, where all that is wanted is that there is an item.
    pub update: Update,
    /// What must hold of the item that stands there, or of none.
    pub condition: Option<Filter>,
    /// What the answer brings and bills.
    pub returns: WriteReturns,
}

/// The parameters of before expressions, in the order in which the service lists them.
const LEGACY: [&str; 3] = ["AttributeUpdates", "Expected", "ConditionalOperator"];

impl UpdateItemInput {
    /// An update of the item at `key`, whatever it is.
    pub fn new(table_name: impl Into<String>, key: Item, update: Update) -> Self {
        Self { table_name: table_name.into(), key, update, ..Self::default() }
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table_name = fields.table_name()?;
        let returns = WriteReturns::read(&mut fields)?;
        let key = fields.required_item("Key", "key")?;
        legacy::check_members(&mut fields, &LEGACY)?;
        fields.finish()?;
        expressions::check_parameters(
            &fields,
            &["UpdateExpression", "ConditionExpression"],
            &LEGACY,
        )
        .map_err(ServiceError::counted)?;
        let key = key.map_err(|error| ServiceError::validation(error.to_string()).counted())?;
        let read = expressions::read(&fields, &["UpdateExpression", "ConditionExpression"])
            .map_err(ServiceError::counted)?;
        let update = read.update.unwrap_or_default();
        Ok(Self { table_name, key, update, condition: read.condition, returns })
    }

    /// Checks the update against its table and what stands there.
    pub(crate) fn prepare(&self, table: &Table) -> Result<Prepared, Refused> {
        let address = keys::key_address(table, &self.key)?;
        for element in table.primary().key_schema() {
            if self.update.attributes().any(|name| name == element.attribute) {
                return Err(faults::update_of_key(&element.attribute).into());
            }
        }
        keys::check_given(table, &self.update)?;
        keys::check_scalars(table, &self.update.nested())?;
        let demand = self.returns.demand(self.condition.as_ref());
        write::prepare(table, address, Aim::Update(&self.update, &self.key), demand)
    }
}

/// The item that an update makes of the one that stands there, or of its key alone; nothing, where it would
/// only take parts away from an item that is not there.
pub(crate) fn updated(
    table: &Table,
    update: &Update,
    before: Option<&Item>,
    key: &Item,
) -> Result<Option<Item>, ServiceError> {
    let applied = match before {
        Some(item) => update.change(item),
        None if update.only_removes() => return Ok(None),
        None => update.create(key),
    };
    let item = applied.map_err(|error| ServiceError::validation(error.to_string()))?;
    for path in update.paths() {
        let Some(value) = item.get(path.attribute()) else { continue };
        keys::check_updated(table, path.attribute(), value)?;
        // only a value put into a document can lie deeper than it did in the request
        if path.is_nested() && !value.nests_within_limit(0) {
            return Err(ServiceError::validation(ValueError::TooDeep.to_string()));
        }
    }
    Ok(Some(item))
}

/// Whether the service takes so large an update. It measures the attributes that the update names, as they are
/// afterwards, and adds some bytes for each action; so an update by itself can fall a little short of 400 KB.
///
/// AWS does not say so: the figures are those that others measured. In a transaction only the item counts.
fn is_taken(update: &Update, item: &Item, size_bytes: u32) -> bool {
    let (puts, takes) =
        (update.sets.len() + update.adds.len(), update.removes.len() + update.deletes.len());
    let actions = 3 + 19 * puts + 2 * takes;
    if size_bytes as usize + actions <= MAX_ITEM_BYTES {
        return true;
    }
    let named = item.iter().filter(|(name, _)| update.attributes().any(|other| other == *name));
    actions + named.map(|(name, value)| name.len() + value.size_bytes()).sum::<usize>()
        <= MAX_ITEM_BYTES
}

impl Database {
    /// Changes parts of the item at a key, or makes one there.
    ///
    /// # Errors
    /// No such table, a key that is none, a condition that does not hold, an update that the item does not
    /// allow. Nothing is changed then.
    pub fn update_item(
        &mut self,
        input: &UpdateItemInput,
        recorder: &mut Recorder,
    ) -> Result<WriteOutput, ServiceError> {
        let table = self.tables.get_mut(&input.table_name).ok_or_else(faults::no_table)?;
        let prepared = input
            .prepare(table)
            .map_err(|refused| refused.recorded(table, &input.key, recorder))?;
        if let Some((item, size_bytes)) = prepared.item()
            && !is_taken(&input.update, item, size_bytes)
        {
            return Err(faults::updated_item_too_large());
        }
        let key = input.returns.collection_key(table, &input.key);
        let written = prepared.apply(table, &mut self.names, 1.0, recorder);
        recorder.end(PageEnd::Written, None, written.consumed.total());
        Ok(WriteOutput::of(written, key, input.returns, Some(&input.update)))
    }
}
