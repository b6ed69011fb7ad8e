//! What Query and Scan have in common in their requests and answers: what of each item is wanted.

use std::borrow::Cow;

use serde_json::Map;

use super::answer::{Answer, Items};
use super::capacity::{Consumed, ReturnConsumedCapacity};
use super::collection::Address;
use super::error::ServiceError;
use super::faults;
use super::index::Index;
use super::keys;
use super::page::{Direction, Page, Reading};
use super::request::{Choice, Fields};
use super::schema::{IndexKind, KeyElement};
use super::table::Table;
use crate::expression::{Filter, Projection};
use crate::value::Item;
use crate::value::Members;

/// The words of `Select`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// Whole items.
    AllAttributes,
    /// What the index holds of them.
    AllProjectedAttributes,
    /// What the projection names.
    SpecificAttributes,
    /// How many there are.
    Count,
}

impl Select {
    fn name(self) -> &'static str {
        match self {
            Self::AllAttributes => "ALL_ATTRIBUTES",
            Self::AllProjectedAttributes => "ALL_PROJECTED_ATTRIBUTES",
            Self::SpecificAttributes => "SPECIFIC_ATTRIBUTES",
            Self::Count => "COUNT",
        }
    }
}

/// What Query and Scan are both asked.
#[derive(Debug, Default)]
pub struct ReadInput {
    /// The table.
    pub table_name: String,
    /// The index read; `None` for the table itself.
    pub index_name: Option<String>,
    /// Which of the items read are returned.
    pub filter: Option<Filter>,
    /// Which of their attributes are wanted.
    pub projection: Option<Projection>,
    /// What is wanted, in one word.
    pub select: Option<Select>,
    /// Most items evaluated.
    pub limit: Option<u64>,
    /// The filter may name attributes of the key that is queried, as that of a `PartiQL` statement may.
    pub filters_keys: bool,
    /// The key after which to go on.
    pub exclusive_start_key: Option<Item>,
    /// A strongly consistent read.
    pub consistent_read: bool,
    /// How much of the bill is shown.
    pub return_consumed_capacity: ReturnConsumedCapacity,
}

/// What Query and Scan answer.
#[derive(Debug, Default, PartialEq)]
pub struct ReadOutput<'t> {
    /// The items returned, whole ones where they stand in the table. Empty when only counts were wanted.
    pub items: Vec<Cow<'t, Item>>,
    /// How many items were returned.
    pub count: u64,
    /// How many items were evaluated.
    pub scanned_count: u64,
    /// Where the next page goes on from, when this one was full.
    pub last_evaluated_key: Option<Item>,
    /// What the read consumed.
    pub consumed: Consumed,
}

impl ReadInput {
    /// Reads the members both have, but for expressions.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Self, ServiceError> {
        let table_name = fields.table_name()?;
        let index_name = fields.index_name()?;
        let consistent_read = fields.flag("ConsistentRead")?.unwrap_or_default();
        let limit = fields.integer("Limit")?;
        if limit.is_some_and(|limit| limit < 1) {
            fields.violated("Limit", "Member must have value greater than or equal to 1");
        }
        let return_consumed_capacity = fields.return_consumed_capacity()?;
        let select = fields.choice(&Choice {
            parameter: "Select",
            member: "select",
            words: &[
                ("ALL_ATTRIBUTES", Select::AllAttributes),
                ("ALL_PROJECTED_ATTRIBUTES", Select::AllProjectedAttributes),
                ("SPECIFIC_ATTRIBUTES", Select::SpecificAttributes),
                ("COUNT", Select::Count),
            ],
            listed: "SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES",
        })?;
        Ok(Self {
            table_name,
            index_name,
            select,
            limit: limit.and_then(|limit| u64::try_from(limit).ok()),
            consistent_read,
            return_consumed_capacity,
            ..Self::default()
        })
    }

    /// Reads `ExclusiveStartKey`.
    pub(crate) fn read_start_key(&mut self, fields: &Fields<'_>) -> Result<(), ServiceError> {
        self.exclusive_start_key = match fields.item("ExclusiveStartKey")? {
            None => None,
            Some(Ok(key)) => Some(key),
            Some(Err(error)) => {
                let message = format!("The provided starting key is invalid: {error}");
                return Err(ServiceError::validation(message));
            }
        };
        Ok(())
    }

    /// The door to read through.
    pub(crate) fn door<'t>(&self, table: &'t Table) -> Result<&'t Index, ServiceError> {
        let name = self.index_name.as_deref();
        let door = table.door(name).ok_or_else(|| faults::no_index(name.unwrap_or_default()))?;
        if door.kind() == IndexKind::Global && self.consistent_read {
            return Err(faults::strong_read_of_global_index());
        }
        Ok(door)
    }

    /// Checks `Select` beside the projection and the index, without a look at them.
    pub(crate) fn check_select(&self) -> Result<(), ServiceError> {
        match (self.select, &self.projection) {
            (Some(Select::SpecificAttributes), None) => Err(faults::no_projection_for_specific()),
            (Some(select), Some(projection)) if select != Select::SpecificAttributes => {
                let given =
                    if projection.is_legacy() { "AttributesToGet" } else { "ProjectionExpression" };
                Err(faults::projection_with_select(given, select.name()))
            }
            (Some(Select::AllProjectedAttributes), _) if self.index_name.is_none() => {
                Err(faults::all_projected_without_index())
            }
            _ => Ok(()),
        }
    }

    /// How to read through a door what is asked for.
    pub(crate) fn reading<'t, 'r>(
        &'r self,
        table: &'t Table,
        door: &'t Index,
        direction: Direction,
    ) -> Result<Reading<'t, 'r>, ServiceError> {
        if let Some(projection) = &self.projection {
            keys::check_scalars(table, &projection.nested())?;
        }
        if let Some(filter) = &self.filter {
            keys::check_scalars(table, &filter.nested())?;
        }
        Ok(Reading {
            table,
            door,
            direction,
            consistent: self.consistent_read,
            limit: self.limit,
            filter: self.filter.as_ref(),
            projection: self.projection.as_ref(),
            fetch: self.is_fetched(door)?,
            count_only: self.select == Some(Select::Count),
        })
    }

    /// Holds what is asked for against what the door holds; says whether items must be fetched from the table
    /// since a local index lacks what is wanted.
    fn is_fetched(&self, door: &Index) -> Result<bool, ServiceError> {
        let Some(held) = door.projected_names() else { return Ok(false) };
        let is_held = |attribute: &str| held.iter().any(|name| **name == *attribute);
        let unprojected: Vec<&str> = (self.projection.iter())
            .flat_map(Projection::attributes)
            .filter(|attribute| !is_held(attribute))
            .collect();
        let all = self.select == Some(Select::AllAttributes);
        let fetch = all || !unprojected.is_empty();
        let index = door.name().unwrap_or_default();
        if door.kind() == IndexKind::Global {
            if all {
                return Err(faults::all_attributes_of_partial_index(index));
            }
            if fetch {
                return Err(faults::index_does_not_project(index, &unprojected));
            }
        }
        let filtered: Vec<&str> = (self.filter.iter())
            .flat_map(Filter::attributes)
            .filter(|attribute| !is_held(attribute))
            .collect();
        if !fetch && !filtered.is_empty() {
            return Err(faults::index_lacks_filtered(index, &filtered));
        }
        Ok(fetch)
    }

    /// Where the starting key stands: it has exactly the key attributes of the table and the door.
    pub(crate) fn start_key(
        &self,
        table: &Table,
        door: &Index,
    ) -> Result<Option<Address>, ServiceError> {
        let Some(key) = &self.exclusive_start_key else { return Ok(None) };
        let mut wanted: Vec<&KeyElement> = table.primary().key_schema().iter().collect();
        for element in door.key_schema() {
            if !wanted.iter().any(|other| other.attribute == element.attribute) {
                wanted.push(element);
            }
        }
        if key.len() != wanted.len() {
            return Err(faults::start_key_invalid());
        }
        for element in wanted {
            if element.value_in(key).is_none() {
                return Err(faults::start_key_not_of_schema());
            }
        }
        door.address(key).map(Some).ok_or_else(faults::start_key_not_of_schema)
    }
}

impl<'t> ReadOutput<'t> {
    pub(crate) fn of(page: Page<'t>) -> Self {
        let Page { items, count, scanned_count, last_evaluated_key, consumed } = page;
        Self { items, count, scanned_count, last_evaluated_key, consumed }
    }

    /// The answer as the service sends it.
    pub(crate) fn into_answer(self, input: &ReadInput) -> Answer<'t> {
        let mut rest = Map::new();
        rest.set("Count", self.count.into());
        rest.set("ScannedCount", self.scanned_count.into());
        if let Some(key) = &self.last_evaluated_key {
            rest.set("LastEvaluatedKey", key.to_json());
        }
        if let Some(consumed) =
            self.consumed.to_json(&input.table_name, input.return_consumed_capacity)
        {
            rest.set("ConsumedCapacity", consumed);
        }
        if input.select == Some(Select::Count) {
            return Answer::Json(rest.into());
        }
        Answer::Read { items: Items::Several(self.items), rest }
    }
}
