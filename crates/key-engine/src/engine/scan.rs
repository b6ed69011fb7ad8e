//! Scan: reads a table or an index whole, or one segment of it, in hash order.

use serde_json::Value;

use super::Database;
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::legacy;
use super::limits::MAX_SEGMENTS;
use super::page::{Direction, Reader};
use super::place;
use super::request::Fields;
use super::select::{ReadInput, ReadOutput};
use crate::walk::Recorder;

/// What Scan is asked.
#[derive(Debug, Default)]
pub struct ScanInput {
    /// What it shares with Query.
    pub read: ReadInput,
    /// The segment, and of how many.
    pub segment: Option<(u32, u32)>,
}

/// The parameters of before expressions, in the order in which the service lists them.
const LEGACY: [&str; 3] = ["AttributesToGet", "ScanFilter", "ConditionalOperator"];

impl ScanInput {
    /// A Scan of a whole table, or of an index of it.
    pub fn new(table_name: impl Into<String>, index_name: Option<&str>) -> Self {
        let read = ReadInput {
            table_name: table_name.into(),
            index_name: index_name.map(str::to_owned),
            ..ReadInput::default()
        };
        Self { read, segment: None }
    }

    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the table.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let mut read = ReadInput::read(&mut fields)?;
        let segment = fields.integer("Segment")?;
        let total = fields.integer("TotalSegments")?;
        check_range(&mut fields, "segment", segment, 0, MAX_SEGMENTS - 1);
        check_range(&mut fields, "totalSegments", total, 1, MAX_SEGMENTS);
        legacy::check_members(&mut fields, &LEGACY)?;
        fields.finish()?;
        expressions::check_parameters(
            &fields,
            &["ProjectionExpression", "FilterExpression"],
            &LEGACY,
        )?;
        read.filter = legacy::filter(&fields, "ScanFilter")?;
        read.read_start_key(&fields)?;
        let segment = read_segment(segment, total)?;
        let parsed = expressions::read(&fields, &["FilterExpression", "ProjectionExpression"])?;
        read.filter = parsed.filter.or(read.filter);
        read.projection = parsed.projection;
        Ok(Self { read, segment })
    }
}

fn check_range(fields: &mut Fields<'_>, member: &str, value: Option<i64>, least: i64, most: u64) {
    let Some(value) = value else { return };
    if value < least {
        let constraint = format!("Member must have value greater than or equal to {least}");
        fields.violated_by(&value.to_string(), member, &constraint);
    } else if value.unsigned_abs() > most {
        let constraint = format!("Member must have value less than or equal to {most}");
        fields.violated_by(&value.to_string(), member, &constraint);
    }
}

fn read_segment(
    segment: Option<i64>,
    total: Option<i64>,
) -> Result<Option<(u32, u32)>, ServiceError> {
    match (segment, total) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(faults::segment_without_total()),
        (None, Some(_)) => Err(faults::total_without_segment()),
        (Some(segment), Some(total)) if segment >= total => {
            Err(faults::segment_out_of_range(segment.unsigned_abs(), total.unsigned_abs()))
        }
        (Some(segment), Some(total)) => Ok(Some((segment as u32, total as u32))),
    }
}

impl Database {
    /// Reads a table or an index whole, or one segment of it, a page at a time.
    ///
    /// # Errors
    /// No such table or index, and what cannot be read so.
    pub fn scan(
        &self,
        input: &ScanInput,
        recorder: &mut Recorder,
    ) -> Result<ReadOutput<'_>, ServiceError> {
        let read = &input.read;
        read.check_select()?;
        let table = self.tables.get(&read.table_name).ok_or_else(faults::no_table)?;
        let door = read.door(table)?;
        let (segment, total) = input.segment.unwrap_or((0, 1));
        let ordinals = door.part_collections(segment, total);
        let (mut ordinal, mut rank) = (ordinals.start, 0);
        if let Some(address) = read.start_key(table, door)? {
            if place::part_of(&address.collection.hash, total) != segment {
                return Err(faults::start_key_of_other_segment(segment, total));
            }
            ordinal = door.collections_before(&address.collection);
            if let Some((_, collection)) = door.find_collection(&address.collection) {
                rank = collection.shelf.rank(|key| *key <= address.shelf);
            }
        }
        let reading = read.reading(table, door, Direction::Scan)?;
        let mut reader = Reader::new(reading, recorder);
        let left = ordinals.end.saturating_sub(ordinal);
        for collection in door.collections_from(ordinal).take(left) {
            if rank < collection.shelf.len() {
                reader.collection(ordinal, collection, rank, collection.shelf.len());
            }
            if reader.is_full() {
                break;
            }
            ordinal += 1;
            rank = 0;
        }
        Ok(ReadOutput::of(reader.finish()))
    }
}
