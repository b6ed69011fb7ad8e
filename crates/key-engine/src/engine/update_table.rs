//! `UpdateTable`: changes how a table is paid for, its indexes, its stream, and what protects it.
//!
//! A change is done when its call returns, an index filled; the service answers first and does it then.

use serde_json::Value;

use super::create_table::{CreateTableInput, IndexInput};
use super::describe_table::table_json;
use super::error::ServiceError;
use super::index::Index;
use super::request::Fields;
use super::schema::IndexKind;
use super::table::{Billing, Table};
use super::table_settings::{Encryption, RawStream, StreamSetting};
use super::{Database, faults, table_request, table_settings};
use crate::value::{KeyType, object};

/// What `UpdateTable` is asked. What is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateTableInput {
    /// The table's name.
    pub table_name: String,
    /// Names and types of key attributes that a new index needs.
    pub attribute_definitions: Vec<(String, KeyType)>,
    /// Whether it is to be paid for by the request.
    pub on_demand: Option<bool>,
    /// Read and write units a second.
    pub throughput: Option<(u64, u64)>,
    /// What becomes of global indexes.
    pub indexes: Vec<IndexUpdate>,
    /// What becomes of the stream.
    pub stream: Option<StreamSetting>,
    /// Whether `DeleteTable` is refused.
    pub deletion_protection: Option<bool>,
    /// `TableClass`.
    pub class: Option<&'static str>,
    /// The key of the encryption at rest.
    pub encryption: Option<Encryption>,
}

/// What becomes of a global index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexUpdate {
    /// It is made, and filled from the table.
    Create(IndexInput),
    /// It is given other read and write units a second, or none of what it is given says anything here.
    Update(String, Option<(u64, u64)>),
    /// It is removed.
    Delete(String),
}

impl UpdateTableInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table_name = fields.name_of_table()?;
        let attribute_definitions = if fields.get("AttributeDefinitions").is_some() {
            table_request::attribute_definitions(&mut fields)?
        } else {
            Vec::new()
        };
        let on_demand = table_request::billing_mode(&mut fields)?;
        let throughput = table_request::table_throughput(&mut fields)?;
        let updates = table_request::index_updates(&mut fields)?;
        let stream = table_settings::stream(&mut fields)?;
        let deletion_protection = fields.flag("DeletionProtectionEnabled")?;
        let class = table_settings::class(&mut fields)?;
        let encryption = table_settings::encryption(&mut fields)?;
        fields.finish()?;
        if let Some(units) = throughput {
            table_request::check_bounds(units, "")?;
        }
        let mut indexes = Vec::new();
        for update in updates {
            indexes.push(update.finish()?);
        }
        let update = Self {
            table_name,
            attribute_definitions,
            on_demand,
            throughput,
            indexes,
            stream: stream.map(RawStream::finish).transpose()?,
            deletion_protection,
            class,
            encryption,
        };
        if update.is_empty() && fields.present(ACCEPTED).is_empty() {
            return Err(faults::nothing_to_update());
        }
        update.check_alone()?;
        Ok(update)
    }

    fn is_empty(&self) -> bool {
        let Self { on_demand, throughput, indexes, stream, .. } = self;
        let capacity = on_demand.is_some() || throughput.is_some() || !indexes.is_empty();
        let settings = self.deletion_protection.is_some() || self.class.is_some();
        !capacity && !settings && stream.is_none() && self.encryption.is_none()
    }

    /// What the parts of the request forbid each other.
    fn check_alone(&self) -> Result<(), ServiceError> {
        if self.on_demand == Some(true) && self.throughput.is_some() {
            return Err(faults::throughput_on_demand());
        }
        if self.stream.is_some() && self.throughput.is_some() {
            return Err(faults::stream_with_throughput());
        }
        let mut updated: Vec<&str> = Vec::new();
        let mut online = 0;
        for update in &self.indexes {
            match update {
                IndexUpdate::Update(name, units) => {
                    if updated.contains(&name.as_str()) {
                        return Err(faults::index_updated_twice(name));
                    }
                    table_request::check_bounds(units.unwrap_or_default(), name)?;
                    updated.push(name);
                }
                IndexUpdate::Create(_) | IndexUpdate::Delete(_) => online += 1,
            }
            if updated.len() + online > MOST_UPDATES {
                return Err(faults::too_many_global_indexes());
            }
        }
        if online > 1 { Err(faults::one_index_at_a_time()) } else { Ok(()) }
    }
}

/// Members that are taken and change nothing here.
const ACCEPTED: &[&str] =
    &["OnDemandThroughput", "WarmThroughput", "ReplicaUpdates", "MultiRegionConsistency"];

/// A list longer than this names more indexes than a table can have and be rid of.
const MOST_UPDATES: usize = 2 * super::limits::MAX_GLOBAL_INDEXES;

/// A change held against its table.
struct Prepared {
    billing: Billing,
    definitions: Vec<(String, KeyType)>,
    /// The index to be made, with its capacity.
    created: Option<IndexInput>,
}

impl UpdateTableInput {
    fn prepare(&self, table: &Table) -> Result<Prepared, ServiceError> {
        let billing = self.billing(table)?;
        let mut shape = CreateTableInput::of_table(table);
        shape.billing = billing;
        for (name, key_type) in &self.attribute_definitions {
            match table.attribute_definitions.iter().find(|(known, _)| known == name) {
                None => shape.attribute_definitions.push((name.clone(), *key_type)),
                Some((_, known)) if known != key_type => {
                    return Err(faults::definition_of_other_type(name));
                }
                Some(_) => {}
            }
        }
        let mut created = None;
        for update in &self.indexes {
            match update {
                IndexUpdate::Update(name, units) => check_throughput(table, name, *units, billing)?,
                IndexUpdate::Delete(name) => {
                    global(table, name)?;
                    shape.indexes.retain(|index| index.name != *name);
                }
                IndexUpdate::Create(index) => {
                    if table.index(&index.name).is_some() {
                        return Err(faults::index_exists(&index.name));
                    }
                    if !index.key_schema.iter().all(|(name, _)| shape.type_of(name).is_some()) {
                        return Err(faults::key_without_definition());
                    }
                    table_request::check_index_billing(index, billing)?;
                    shape.indexes.push(index.clone());
                    created = Some(index.clone());
                }
            }
        }
        self.check_stream(table)?;
        // the attributes of an index that goes need no definition any more
        shape.forget_unused(table.attribute_definitions.len());
        shape.check()?;
        Ok(Prepared { billing, definitions: shape.attribute_definitions, created })
    }

    /// How the table is to be paid for.
    fn billing(&self, table: &Table) -> Result<Billing, ServiceError> {
        let on_demand = self.on_demand.unwrap_or(table.billing == Billing::OnDemand);
        if on_demand {
            return match self.throughput {
                Some(_) => Err(faults::throughput_on_demand()),
                None => Ok(Billing::OnDemand),
            };
        }
        let current = table.billing.units();
        match (self.throughput, current) {
            (Some(units), Some(current)) if units == current => {
                Err(faults::same_throughput("table", "table", current, units))
            }
            (Some(units), None) => {
                self.check_all_covered(table)?;
                Ok(Billing::provisioned(units))
            }
            (Some(units), Some(_)) => Ok(Billing::provisioned(units)),
            (None, Some(current)) if self.on_demand.is_none() => Ok(Billing::provisioned(current)),
            (None, _) => Err(faults::no_throughput()),
        }
    }

    /// A table that is to be paid for by capacity needs it said for each of its indexes.
    fn check_all_covered(&self, table: &Table) -> Result<(), ServiceError> {
        let globals = table.indexes().filter(|index| index.kind() == IndexKind::Global);
        let mut without: Vec<&str> = globals.filter_map(Index::name).collect();
        for update in &self.indexes {
            if let IndexUpdate::Update(name, Some(_)) | IndexUpdate::Delete(name) = update {
                without.retain(|index| index != name);
            }
        }
        if without.is_empty() { Ok(()) } else { Err(faults::no_throughput_of_indexes(&without)) }
    }

    fn check_stream(&self, table: &Table) -> Result<(), ServiceError> {
        match (self.stream, &table.stream) {
            (Some(StreamSetting::Enabled(_)), Some(_)) => Err(faults::stream_exists(&table.name)),
            (Some(StreamSetting::Disabled), None) => Err(faults::no_stream_to_disable(&table.name)),
            _ => Ok(()),
        }
    }
}

/// A global index of the table.
fn global<'t>(table: &'t Table, name: &str) -> Result<&'t Index, ServiceError> {
    let index = table.index(name).filter(|index| index.kind() == IndexKind::Global);
    // the service says "table" of an index, too
    index.ok_or_else(|| faults::no_table_named(name))
}

fn check_throughput(
    table: &Table,
    name: &str,
    units: Option<(u64, u64)>,
    billing: Billing,
) -> Result<(), ServiceError> {
    let index = global(table, name)?;
    let Some(units) = units else { return Ok(()) };
    if billing == Billing::OnDemand {
        return Err(faults::units_of_index_on_demand(name));
    }
    match table.billing.units().map(|of_table| index.throughput().unwrap_or(of_table)) {
        Some(current) if current == units => {
            Err(faults::same_throughput(&format!("index {name}"), "index", current, units))
        }
        _ => Ok(()),
    }
}

impl CreateTableInput {
    /// The keys, indexes and capacity of the request that would make the table as it is.
    pub(crate) fn of_table(table: &Table) -> Self {
        let key_of = |index: &Index| {
            let elements = index.key_schema().iter();
            elements.map(|element| (element.attribute.clone(), element.role)).collect()
        };
        let mut indexes = Vec::new();
        for index in table.indexes() {
            indexes.push(IndexInput {
                name: index.name().unwrap_or_default().to_owned(),
                kind: index.kind(),
                key_schema: key_of(index),
                projection: index.projection().clone(),
                throughput: index.throughput(),
            });
        }
        Self {
            table_name: table.name.clone(),
            attribute_definitions: table.attribute_definitions.clone(),
            key_schema: key_of(&table.primary),
            indexes,
            billing: table.billing,
            ..Self::default()
        }
    }
}

impl Database {
    /// Changes a table.
    ///
    /// O(n log n) where an index is made over n items.
    ///
    /// # Errors
    /// No such table or index; a change that may not be. Nothing is changed then.
    pub fn update_table(&mut self, input: UpdateTableInput) -> Result<&Table, ServiceError> {
        input.check_alone()?;
        let name = input.table_name.as_str();
        let table = self.tables.get(name).ok_or_else(|| faults::no_table_named(name))?;
        let Prepared { billing, definitions, created } = input.prepare(table)?;
        let now_ms = (self.environment.clock)();
        match input.stream {
            Some(StreamSetting::Enabled(view)) => self.enable_stream(name, view),
            Some(StreamSetting::Disabled) => self.disable_stream(name),
            None => {}
        }
        let Some(table) = self.tables.get_mut(name) else {
            return Err(faults::no_table_named(name));
        };
        table.pay_by(billing, now_ms);
        table.attribute_definitions = definitions;
        for update in &input.indexes {
            match update {
                IndexUpdate::Update(name, units) => {
                    let mut indexes = table.secondary.iter_mut();
                    if let Some(index) = indexes.find(|index| index.name() == Some(name)) {
                        index.set_throughput(units.or(index.throughput()));
                    }
                }
                IndexUpdate::Delete(name) => {
                    table.secondary.retain(|index| index.name() != Some(name));
                }
                IndexUpdate::Create(_) => {}
            }
        }
        if let Some(index) = created {
            table.add_index(&index);
        }
        if let Some(protected) = input.deletion_protection {
            table.deletion_protection = protected;
        }
        table.class = input.class.or(table.class);
        table.encrypt(input.encryption);
        Ok(table)
    }

    /// Answers the wire form.
    pub(crate) fn call_update_table(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let now_ms = (self.environment.clock)();
        let table = self.update_table(UpdateTableInput::from_json(input)?)?;
        Ok(object(&mut [("TableDescription", table_json(table, "ACTIVE", now_ms))]))
    }
}

impl Table {
    /// Makes a global index and fills it. Items that may not be in it are passed over, as the service does: those whose
    /// key attributes are of another type, empty or too long.
    fn add_index(&mut self, index: &IndexInput) {
        let mut new = index.build(&self.attribute_definitions, self.primary.key_schema());
        for entry in self.primary.entries() {
            new.take_in(&entry.item);
        }
        self.secondary.push(new);
    }

    /// Puts a global index at a place among the global ones.
    pub(crate) fn place_index(&mut self, name: &str, place: usize) -> bool {
        let is_it = |index: &Index| index.kind() == IndexKind::Global && index.name() == Some(name);
        let Some(at) = self.secondary.iter().position(is_it) else { return false };
        let index = self.secondary.remove(at);
        let mut to = at.min(self.secondary.len());
        let globals = self.secondary.iter().enumerate();
        let globals = globals.filter(|(_, index)| index.kind() == IndexKind::Global);
        for (before, (other, _)) in globals.enumerate() {
            if before == place {
                to = other;
                break;
            }
            to = other + 1;
        }
        self.secondary.insert(to, index);
        true
    }

    /// Sets the key of the encryption at rest, where one is given.
    pub(crate) fn encrypt(&mut self, encryption: Option<Encryption>) {
        match encryption {
            Some(Encryption::Key(key)) => self.encryption = Some(key),
            Some(Encryption::Owned) => self.encryption = None,
            None => {}
        }
    }

    /// Sets how the table is paid for.
    fn pay_by(&mut self, billing: Billing, now_ms: u64) {
        if billing == Billing::OnDemand && self.billing != Billing::OnDemand {
            self.throughput_history.on_demand_ms = Some(now_ms);
            self.secondary.iter_mut().for_each(|index| index.set_throughput(None));
        }
        if let Some(to) = billing.units() {
            let from = self.billing.units().unwrap_or_default();
            self.throughput_history.note(from, to, now_ms);
        }
        self.billing = billing;
    }
}
