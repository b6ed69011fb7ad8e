//! The load of a design: its rows, as far as their walks say where they go.
//!
//! Owns the way from a proof to streams. What is taken to be so:
//! - a key that a call writes out gets all of it; where it has a `{placeholder}`, the keys like it in the sample share it: the items
//!   of its kind, or the collections whose keys begin alike;
//! - each costs what the one in the proof did;
//! - each item of a batch or a transaction is taken by itself.
//!
//! It never runs a request.

use key_engine::engine::{Index, IndexKind, Table};
use key_engine::walk::{Action, Leg as Step};
use key_engine::{AttributeValue, Database, Item};

use super::items::{Alike, Shelf, shard_written};
use super::{Door, Leg, Load, Operation, Popularity, Reach, Stream, StreamKey, Target};
use crate::advice::rules::{is_written, partition_key_of};
use crate::advice::traffic::{Mode, Place};
use crate::advice::{CallProof, Proof};
use crate::design::{Call, Design, EntityFinder, Request};

impl Load {
    /// What the rows of a design ask, by the proofs of its rows: a stream for each row, in their order. One without calls, or whose
    /// calls are refused, asks nothing.
    pub fn of(design: &Design, database: &Database, proofs: &[Proof]) -> Self {
        let doors = doors(design, database);
        let finders: Vec<EntityFinder> =
            design.tables.iter().map(|table| design.entity_finder(table.name())).collect();
        let mut shelf = Shelf::new(design, &finders);
        let mut streams = Vec::new();
        for (at, request) in design.requests.iter().enumerate() {
            let mut stream = Stream {
                id: request.id.clone(),
                label: request.sentence.clone(),
                per_second: request.volume.per_second(),
                consistency: Some(request.consistency),
                popularity: Popularity::Even,
                ..Stream::default()
            };
            if let Some(proof) = proofs.get(at) {
                let mut row = Row { database, doors: &doors, request, proof, shelf: &mut shelf };
                row.read(&mut stream);
            }
            streams.push(stream);
        }
        Self { doors, streams }
    }

    /// The place of a door.
    pub fn door(&self, table: &str, index: Option<&str>) -> Option<usize> {
        door_at(&self.doors, table, index)
    }
}

fn door_at(doors: &[Door], table: &str, index: Option<&str>) -> Option<usize> {
    doors.iter().position(|door| door.table == table && door.index.as_deref() == index)
}

/// Each table and its global indexes, with their bays and how they are paid for.
fn doors(design: &Design, database: &Database) -> Vec<Door> {
    let mut doors = Vec::new();
    for described in &design.tables {
        let Some(table) = database.table(described.name()) else { continue };
        let globals = table.indexes().filter(|index| index.kind() == IndexKind::Global);
        let names = std::iter::once(None).chain(globals.map(Some));
        for index in names {
            let own = index.and_then(Index::throughput);
            let units = table.billing().units().map(|units| own.unwrap_or(units));
            let mode = match units {
                Some((reads, writes)) => {
                    Mode::Provisioned { read_units: reads as f64, write_units: writes as f64 }
                }
                None => Mode::default(),
            };
            let name = index.and_then(Index::name);
            doors.push(Door {
                table: table.name().to_owned(),
                index: name.map(str::to_owned),
                bays: described.bays_of(name),
                mode,
                has_local_index: index.is_none() && table.has_local_index(),
                has_rising_sort_key: false,
            });
        }
    }
    doors
}

/// A row that becomes a stream.
struct Row<'r, 'd> {
    database: &'d Database,
    doors: &'r [Door],
    request: &'r Request,
    proof: &'r Proof,
    shelf: &'r mut Shelf<'d>,
}

impl<'d> Row<'_, 'd> {
    fn read(&mut self, stream: &mut Stream) {
        for (at, run) in self.proof.calls.iter().enumerate() {
            let written = self.request.calls.get(at).unwrap_or(&run.call);
            let item = self
                .proof
                .first_returned(at)
                .and_then(|first| self.database.table(&first.table)?.primary().find(&first.key));
            self.call(run, written, item, &mut stream.operations);
        }
        let legs = || stream.operations.iter().filter_map(|operation| operation.legs.first());
        stream.is_write = legs().any(|leg| leg.is_write);
        let first = legs().next().map(|leg| leg.door);
        stream.is_parallel = stream.operations.len() > 1
            && legs().all(|leg| leg.reach == Reach::Run && Some(leg.door) == first);
    }

    /// What one call does.
    fn call(
        &mut self,
        run: &CallProof,
        written: &Call,
        item: Option<&Item>,
        operations: &mut Vec<Operation>,
    ) {
        let begun = operations.len();
        let name = &run.stand_in.as_ref().unwrap_or(&run.call).operation;
        for step in run.walk.pages.iter().flat_map(|page| &page.legs) {
            let Some(table) = self.database.table(&step.table) else { continue };
            let Some(door) = table.door(step.index.as_deref()) else { continue };
            let of_call = operations.get_mut(begun..).unwrap_or_default();
            let reading = Reading { run, written, item, step, table, door };
            match step.action {
                Action::Read if of_call.last_mut().is_some_and(|last| goes_on(last, step)) => {}
                Action::Read => {
                    let place = door_at(self.doors, &step.table, global_name(door));
                    operations.extend(place.and_then(|at| self.read_of(&reading, name, at)));
                }
                Action::Put | Action::Update | Action::Delete | Action::Check
                    if door.kind() == IndexKind::Primary =>
                {
                    let place = door_at(self.doors, &step.table, None);
                    operations.extend(place.and_then(|at| self.item_of(&reading, name, at, true)));
                }
                _ => self.also(step, table, door, of_call.last_mut()),
            }
        }
    }

    /// A read: through the door, along a collection, or to an item.
    fn read_of(&mut self, reading: &Reading<'_, 'd>, name: &str, at: usize) -> Option<Operation> {
        let Reading { run, written, item, step, door, .. } = *reading;
        if step.scan {
            let whole = door.item_count() as f64 / run.totals.items_read.max(1) as f64;
            let more = if run.whole { 1.0 } else { whole.max(1.0) };
            return Some(scan(name, at, step.capacity_units * more));
        }
        if step.key.is_some() || is_item_sought(step, door) {
            return self.item_of(reading, name, at, false);
        }
        let mut key = partition_key_of(step, door, run, item);
        if key.is_empty()
            && let Some(sought) = &step.sought
        {
            key = values(door, sought);
        }
        if key.is_empty() {
            return None;
        }
        let alike = if key.iter().all(|value| is_written(&written.input, value)) {
            Alike::one(key)
        } else {
            // Of several calls each may read its own shard of whatever key is asked.
            let several = self.request.calls.len() > 1;
            let shard = if several { shard_written(&written.input, &key) } else { None };
            Shelf::collections_like(door, &key, shard)
        };
        Some(operation(name, alike, at, false, step.capacity_units, Reach::Run))
    }

    /// A call to one item by its whole key.
    fn item_of(
        &mut self,
        reading: &Reading<'_, 'd>,
        name: &str,
        at: usize,
        is_write: bool,
    ) -> Option<Operation> {
        let Reading { run, written, step, table, .. } = *reading;
        let key = step.key.as_ref().or(step.sought.as_ref())?;
        let primary = table.primary();
        let given = run.call.input.get("Item").and_then(|item| Item::from_json(item).ok());
        let is_constant = primary
            .key_schema()
            .iter()
            .filter_map(|element| key.get(&element.attribute))
            .all(|value| is_written(&written.input, value));
        let alike = if is_constant {
            self.shelf.one_item(primary, key, given)
        } else {
            let fixed = values(primary, key);
            let is_fixed = fixed.iter().all(|value| is_written(&written.input, value));
            self.shelf.items_like(table, key, is_fixed.then_some(fixed.as_slice()), given)
        };
        Some(operation(name, alike, at, is_write, step.capacity_units, Reach::Item))
    }

    /// What comes along with an operation: an index that is written, or items fetched for a local one.
    fn also(
        &mut self,
        step: &Step,
        table: &'d Table,
        door: &'d Index,
        operation: Option<&mut Operation>,
    ) {
        let Some(operation) = operation.filter(|_| step.capacity_units > 0.0) else { return };
        let is_write = step.action != Action::Fetch;
        let name = global_name(door);
        let Some(at) = door_at(self.doors, table.name(), name) else { return };
        let known =
            operation.legs.iter_mut().find(|leg| leg.door == at && leg.is_write == is_write);
        if let Some(leg) = known {
            leg.units += step.capacity_units;
            return;
        }
        let Some(first) = operation.legs.first().filter(|_| name.is_some()) else { return };
        let mut leg = self.shelf.at_index(table, door, first);
        (leg.door, leg.is_write, leg.units) = (at, is_write, step.capacity_units);
        operation.legs.push(leg);
    }
}

/// What a read of a row is known by.
#[derive(Clone, Copy)]
struct Reading<'r, 'd> {
    run: &'r CallProof,
    written: &'r Call,
    item: Option<&'r Item>,
    step: &'r Step,
    table: &'d Table,
    door: &'d Index,
}

/// The next page of the same read: it only adds to the units.
fn goes_on(last: &mut Operation, step: &Step) -> bool {
    let Some(leg) = last.legs.first_mut().filter(|leg| leg.reach != Reach::Item) else {
        return false;
    };
    if step.key.is_none() {
        leg.units += step.capacity_units;
    }
    step.key.is_none()
}

/// The name of a door with partitions of its own; none for the table's, in which local indexes live.
fn global_name(door: &Index) -> Option<&str> {
    door.name().filter(|_| door.kind() == IndexKind::Global)
}

/// Whether what was looked for is one item, which is not there.
fn is_item_sought(step: &Step, door: &Index) -> bool {
    let has = |item: &Item| door.key_schema().iter().all(|key| item.get(&key.attribute).is_some());
    door.kind() == IndexKind::Primary
        && step.visits.is_empty()
        && step.sought.as_ref().is_some_and(has)
}

/// The values of a door's partition key.
fn values(door: &Index, item: &Item) -> Vec<AttributeValue> {
    door.hash_elements().filter_map(|element| item.get(&element.attribute)).cloned().collect()
}

fn scan(name: &str, door: usize, units: f64) -> Operation {
    let every = StreamKey { text: "every key".to_owned(), place: 0, items: 1 };
    let at = vec![Place::default()];
    let leg = Leg { door, units, reach: Reach::Door, keys: vec![every], at, is_write: false };
    let targets = vec![Target { key: 0, part: 1.0 }];
    Operation { name: name.to_owned(), targets, legs: vec![leg] }
}

fn operation(
    name: &str,
    alike: Alike,
    door: usize,
    is_write: bool,
    units: f64,
    reach: Reach,
) -> Operation {
    let Alike { keys, targets, at } = alike;
    let leg = Leg { door, is_write, units, reach, keys, at };
    Operation { name: name.to_owned(), targets, legs: vec![leg] }
}
