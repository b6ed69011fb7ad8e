//! `TransactWriteItems`: up to 100 writes and checks, all done or none.
//!
//! Every action is prepared, which changes nothing; only when all of them may be done is the first applied.

use serde_json::{Map, Value};

use super::Database;
use super::capacity::{Consumed, ReturnConsumedCapacity, read_units};
use super::delete_item::DeleteItemInput;
use super::error::{CancellationReason, ServiceError};
use super::faults;
use super::keys;
use super::limits::MAX_TRANSACTION_BYTES;
use super::put_item::PutItemInput;
use super::returns::{WriteReturns, item_collection_metrics};
use super::table::Table;
use super::tokens::Token;
use super::update_item::UpdateItemInput;
use super::write::{self, Aim, Prepared, Refused};
use crate::expression::Filter;
use crate::value::{Item, Members};
use crate::walk::{Action, Leg, PageEnd, Recorder};

/// What `TransactWriteItems` is asked.
#[derive(Debug, Default)]
pub struct TransactWriteItemsInput {
    /// The actions, no two on one item.
    pub actions: Vec<TransactAction>,
    /// Makes a second call with it, within ten minutes, do nothing.
    pub token: Option<Token>,
    /// What the answer bills; which values come back is said by each action for itself.
    pub returns: WriteReturns,
}

/// One action of a transaction. Of `returns` it heeds only which item a failed condition brings.
#[derive(Debug)]
pub enum TransactAction {
    /// Puts an item.
    Put(PutItemInput),
    /// Updates an item.
    Update(UpdateItemInput),
    /// Deletes an item.
    Delete(DeleteItemInput),
    /// Demands a condition of an item, and leaves it as it is.
    ConditionCheck(ConditionCheckInput),
}

/// A condition that an item must fulfil for the transaction to be done.
#[derive(Debug, Default)]
pub struct ConditionCheckInput {
    /// The table.
    pub table_name: String,
    /// The item's key.
    pub key: Item,
    /// What must hold of the item that stands there, or of none.
    pub condition: Option<Filter>,
    /// Whether a failure brings the item.
    pub returns: WriteReturns,
}

/// What `TransactWriteItems` answers.
#[derive(Debug, Default, PartialEq)]
pub struct TransactWriteItemsOutput {
    /// What was consumed of each table, in the order in which the request names them.
    pub consumed: Vec<(String, Consumed)>,
    /// Nothing was written: the same request was done before with this token, and its items were only read.
    pub replayed: bool,
    /// Tables, and partition keys of the collections written to, if their sizes were asked for.
    pub item_collections: Vec<(String, Item)>,
}

impl ConditionCheckInput {
    /// Checks the condition against what stands there.
    pub(crate) fn prepare(&self, table: &Table) -> Result<Prepared, Refused> {
        let address = keys::key_address(table, &self.key)?;
        let demand = self.returns.demand(self.condition.as_ref());
        write::prepare(table, address, Aim::Check, demand)
    }
}

impl TransactAction {
    /// The table.
    pub fn table_name(&self) -> &str {
        match self {
            Self::Put(input) => &input.table_name,
            Self::Update(input) => &input.table_name,
            Self::Delete(input) => &input.table_name,
            Self::ConditionCheck(input) => &input.table_name,
        }
    }

    /// The attributes by which the item is found: its key, or of a put the whole item.
    fn item(&self) -> &Item {
        match self {
            Self::Put(input) => &input.item,
            Self::Update(input) => &input.key,
            Self::Delete(input) => &input.key,
            Self::ConditionCheck(input) => &input.key,
        }
    }

    fn kind(&self) -> Action {
        match self {
            Self::Put(_) => Action::Put,
            Self::Update(_) => Action::Update,
            Self::Delete(_) => Action::Delete,
            Self::ConditionCheck(_) => Action::Check,
        }
    }

    fn prepare(self, table: &Table) -> Result<Prepared, Refused> {
        match self {
            Self::Put(input) => input.prepare(table),
            Self::Update(input) => input.prepare(table),
            Self::Delete(input) => input.prepare(table),
            Self::ConditionCheck(input) => input.prepare(table),
        }
    }
}

/// A transaction is prepared and then committed, and charged for both.
/// Source: AWS, "Managing complex workflows with DynamoDB transactions", capacity management.
const PHASES: f64 = 2.0;

impl Database {
    /// Does all actions, or none.
    ///
    /// # Errors
    /// No such table, two actions on one item, more than 4 MB; an action that may not be or whose condition does
    /// not hold. Nothing is changed then.
    pub fn transact_write_items(
        &mut self,
        input: TransactWriteItemsInput,
        recorder: &mut Recorder,
    ) -> Result<TransactWriteItemsOutput, ServiceError> {
        let TransactWriteItemsInput { actions, token, returns } = input;
        for action in &actions {
            self.tables.get(action.table_name()).ok_or_else(faults::no_table)?;
        }
        let now = (self.environment.clock)();
        if let Some(token) = &token
            && self.tokens.seen(token, now)?
        {
            return Ok(self.replay(&actions, recorder));
        }
        let mut output = TransactWriteItemsOutput::default();
        let mut attempts = Vec::with_capacity(actions.len());
        for action in actions {
            let Some(table) = self.tables.get(action.table_name()) else { continue };
            let (name, kind) = (action.table_name().to_owned(), action.kind());
            if kind != Action::Check
                && let Some(key) = returns.collection_key(table, action.item())
                && !output
                    .item_collections
                    .iter()
                    .any(|(table, known)| *table == name && *known == key)
            {
                output.item_collections.push((name.clone(), key));
            }
            let key = recorder.is_on().then(|| table.primary().key_of(action.item()));
            attempts.push(Attempt { name, kind, key, prepared: action.prepare(table) });
        }
        check_whole(&attempts)?;
        if attempts.iter().any(|attempt| attempt.prepared.is_err()) {
            return Err(self.cancel(attempts, recorder));
        }
        for Attempt { name, prepared, key, .. } in attempts {
            if let (Ok(prepared), Some(table)) = (prepared, self.tables.get_mut(&name)) {
                let written = prepared.apply(table, &mut self.names, PHASES, recorder);
                if let Some(key) = key {
                    written.name(&key, recorder);
                }
                output.consume(&name, written.consumed);
            }
        }
        recorder.end(PageEnd::Written, None, output.capacity_units());
        if let Some(token) = token {
            self.tokens.remember(&token, now);
        }
        Ok(output)
    }

    /// The error of a transaction of which an action may not be, recorded item by item.
    ///
    /// AWS does not say what a cancelled transaction costs. Here each item that was looked at is charged what its
    /// write would have cost at the table; indexes were not reached.
    fn cancel(&self, attempts: Vec<Attempt>, recorder: &mut Recorder) -> ServiceError {
        let mut units = 0.0;
        let mut reasons = Vec::with_capacity(attempts.len());
        for Attempt { name, kind, key, prepared } in attempts {
            let (place, reason) = match prepared {
                Ok(prepared) => (Some(Box::new(prepared.place)), CancellationReason::none()),
                Err(refused) => (refused.place, CancellationReason::of(refused.error)),
            };
            match (place, self.tables.get(&name)) {
                (Some(place), Some(table)) => {
                    units += place.leave(table, key.as_ref(), PHASES, recorder);
                }
                _ => recorder.begin(|| Leg { table: name, action: kind, key, ..Leg::default() }),
            }
            if reason.is_reason() {
                recorder.refused(reason.code);
            }
            reasons.push(reason);
        }
        let error = ServiceError::canceled(reasons);
        recorder.end(PageEnd::Refused(error.name().to_owned()), None, units);
        error
    }

    /// Reads the items of a transaction that has been done already.
    fn replay(
        &self,
        actions: &[TransactAction],
        recorder: &mut Recorder,
    ) -> TransactWriteItemsOutput {
        let mut output = TransactWriteItemsOutput { replayed: true, ..Default::default() };
        for action in actions {
            let Some(table) = self.tables.get(action.table_name()) else { continue };
            let Some(address) = table.primary().address(action.item()) else { continue };
            let size = table.primary().get(&address).map(|entry| entry.size_bytes);
            let units = read_units(u64::from(size.unwrap_or(0)), true) * PHASES;
            write::record(table.name(), table.primary(), &address, Action::Read, recorder);
            if let Some(size) = size {
                recorder.read(size, false);
            }
            recorder.charge(units);
            output.consume(table.name(), Consumed { table: units, ..Consumed::default() });
        }
        recorder.end(PageEnd::End, None, output.capacity_units());
        output
    }
}

/// An action, held against its table.
struct Attempt {
    name: String,
    kind: Action,
    /// What the request has of the item's key, where the walk is recorded.
    key: Option<Item>,
    prepared: Result<Prepared, Refused>,
}

/// What is wrong with the actions together: two on one item, or more than may be.
fn check_whole(attempts: &[Attempt]) -> Result<(), ServiceError> {
    let mut places: Vec<(&str, &write::Place)> = Vec::with_capacity(attempts.len());
    let mut bytes = 0;
    for Attempt { name, prepared, .. } in attempts {
        let place = match prepared {
            Ok(prepared) => Some(&prepared.place),
            Err(refused) => refused.place.as_deref(),
        };
        let Some(place) = place else { continue };
        if places.iter().any(|(table, other)| *table == name && other.address == place.address) {
            return Err(faults::several_actions_on_one_item());
        }
        bytes += place.size_bytes as usize;
        places.push((name, place));
    }
    if bytes > MAX_TRANSACTION_BYTES { Err(faults::transaction_too_large()) } else { Ok(()) }
}

impl TransactWriteItemsOutput {
    fn consume(&mut self, table: &str, more: Consumed) {
        match self.consumed.iter_mut().find(|(name, _)| name == table) {
            Some((_, consumed)) => consumed.add_all(&more),
            None => self.consumed.push((table.to_owned(), more)),
        }
    }

    fn capacity_units(&self) -> f64 {
        self.consumed.iter().map(|(_, consumed)| consumed.total()).sum()
    }

    /// The answer as the service sends it.
    pub fn to_json(&self, show: ReturnConsumedCapacity) -> Value {
        let mut body = Map::new();
        let kind = if self.replayed { "ReadCapacityUnits" } else { "WriteCapacityUnits" };
        if show != ReturnConsumedCapacity::None {
            let tables = self.consumed.iter();
            let shown = tables.filter_map(|(name, consumed)| consumed.to_json_of(name, show, kind));
            body.set("ConsumedCapacity", shown.collect());
        }
        if !self.item_collections.is_empty() {
            let mut tables: Map<String, Value> = Map::new();
            for (name, key) in &self.item_collections {
                let mut metrics = tables.remove(name).unwrap_or_else(|| Value::Array(Vec::new()));
                if let Value::Array(metrics) = &mut metrics {
                    metrics.push(item_collection_metrics(key));
                }
                tables.set(name, metrics);
            }
            body.set("ItemCollectionMetrics", tables.into());
        }
        Value::Object(body)
    }
}
