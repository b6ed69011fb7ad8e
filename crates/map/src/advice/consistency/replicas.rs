//! Three replicas of every partition, over one database.
//!
//! Owns the choice of who answers, and what the answering replicas had at that moment. The database is what everybody had before
//! the run; to answer, what has reached the answering replicas is put into it and taken out again, so a run holds no second copy of
//! the items, and whoever looks at the database between two requests sees what was there before. Must never: read a clock (the
//! caller says what time it is), judge, or leave the database changed.
//!
//! Transactions that are sent again with their token are not known again: each request is a trial of its own.

use std::sync::Arc;

use key_engine::engine::{IndexKind, Recorded, ServiceError};
use key_engine::walk::{Action, Change, Leg, Walk};
use key_engine::{Database, Item};

use super::answered::{Answered, Answering, Arrival, Served, differences};
use super::assumptions::{Assumptions, Replica};
use super::chance::{drawn, mark};
use super::log::{Log, Moment};
use crate::design::Call;
use crate::design::action_form::is_offered;

/// A run of three replicas: what was written since it began, and the simulated clock.
#[derive(Clone, Debug)]
pub struct Replicas {
    assumptions: Assumptions,
    /// Milliseconds since the run began.
    now_ms: u64,
    /// How many requests were sent.
    asked: u64,
    log: Log,
}

/// A door that a read goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Door {
    table: String,
    /// The global secondary index; none for the table's own replicas, which answer for local indexes too.
    index: Option<String>,
    consistent: bool,
}

impl Replicas {
    /// A run in which nothing was written yet; its clock stands at 0.
    pub fn new(assumptions: Assumptions) -> Self {
        Self { assumptions, now_ms: 0, asked: 0, log: Log::default() }
    }

    /// What the run takes for granted.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// Milliseconds since the run began.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Moves the clock on; it never goes back.
    pub fn advance_to(&mut self, at_ms: u64) {
        self.now_ms = self.now_ms.max(at_ms);
    }

    /// Answers a request at a time of the simulated clock, in milliseconds; a time that has passed is taken for now.
    ///
    /// A write goes to the leaders. So does a strong read; an eventual one goes to any replica of each partition it reads, and one
    /// of a global secondary index to any replica there. Only operations that read or write items are known.
    pub fn call(&mut self, database: &mut Database, at_ms: u64, call: &Call) -> Answered {
        self.advance_to(at_ms);
        self.asked += 1;
        let trial = database.begin_trial();
        let mut done = Vec::new();
        let answered = self.answer(database, call, &mut done);
        // Fails only where a table is gone, and no request of a run deletes one.
        let _ = database.end_trial(trial, &done);
        answered
    }

    /// Writes something that everybody has at once: how things stood before the run.
    ///
    /// # Errors
    /// With the exception that the leader answers.
    pub fn prepare(&mut self, database: &mut Database, call: &Call) -> Result<(), ServiceError> {
        let before = self.log.entries().len();
        let answered = self.call(database, 0, call);
        self.log.settle_from(before);
        answered.answer.map(|_| ())
    }

    /// What each replica of the table holds of an item now, the leader first.
    pub fn held(&self, database: &Database, table: &str, key: &Item) -> [Option<Arc<Item>>; 3] {
        self.held_at(self.now_ms, database, table, key)
    }

    /// What each replica of the table holds of an item at a time, the leader first; nothing is written after now.
    pub fn held_at(
        &self,
        at_ms: u64,
        database: &Database,
        table: &str,
        key: &Item,
    ) -> [Option<Arc<Item>>; 3] {
        let Some(table) = database.table(table) else { return [const { None }; 3] };
        Replica::ALL.map(|replica| match self.log.last_of((table, key), replica, at_ms) {
            Some(change) => change.new.clone(),
            None => table.primary().find(key).map(|item| Arc::new(item.clone())),
        })
    }

    /// When everything that was written so far reaches the other replicas and the indexes, in order of time; what has arrived
    /// already is among it.
    pub fn arrivals(&self) -> Vec<Arrival> {
        self.log.arrivals_from(0)
    }

    fn answer(&mut self, database: &mut Database, call: &Call, done: &mut Vec<Change>) -> Answered {
        if !is_offered(&call.operation) {
            return self.refused(call, ServiceError::UnknownOperation);
        }
        let all: Vec<Change> =
            self.log.entries().iter().map(|logged| logged.change.clone()).collect();
        match database.change(&all) {
            Ok(changed) => *done = changed,
            // A table is gone since it was written to: the run is over.
            Err(error) => return self.refused(call, error),
        }
        let leader = database.call_recorded(&call.operation, &call.input);
        done.extend(leader.changes.iter().cloned());
        if leader.answer.is_err() {
            return self.answered(call, leader, Served::Refused, database);
        }
        if writes(&leader) {
            return self.written(call, leader, database);
        }
        let doors = doors_of(&leader.walk, database);
        let is_eventual = doors.iter().any(|door| !door.consistent);
        // Where a request has statements of both kinds for one table, the leaders answer all of them, as they may.
        if !is_eventual || is_mixed(&doors) || call.operation == "TransactGetItems" {
            return self.answered(call, leader, Served::Strong, database);
        }
        if database.take_back(done).is_err() {
            return self.answered(call, leader, Served::Strong, database);
        }
        *done = database.change(&self.visible(&doors)).unwrap_or_default();
        let read = database.call_recorded(&call.operation, &call.input);
        let is_of_index = doors.iter().any(|door| door.index.is_some());
        let served = if is_of_index { Served::Index } else { Served::Eventual };
        let mut answered = self.answered(call, read, served, database);
        if let (Ok(answer), Ok(leader)) = (&answered.answer, &leader.answer) {
            let table = doors.first().map_or("", |door| door.table.as_str());
            answered.differences = differences((answer, leader), table, database, &self.log);
        }
        answered
    }

    fn refused(&self, call: &Call, error: ServiceError) -> Answered {
        let walk = Walk::new(&call.operation);
        Answered {
            at_ms: self.now_ms,
            call: call.clone(),
            answer: Err(error),
            walk,
            served: Served::Refused,
            by: Vec::new(),
            differences: Vec::new(),
            arrivals: Vec::new(),
        }
    }

    fn written(&mut self, call: &Call, leader: Recorded, database: &Database) -> Answered {
        let first = self.log.entries().len();
        for change in &leader.changes {
            let moment =
                Moment { assumptions: &self.assumptions, request: self.asked, at_ms: self.now_ms };
            if let Some(table) = database.table(&change.table) {
                self.log.note(change, table, moment);
            }
        }
        let mut answered = self.answered(call, leader, Served::Write, database);
        answered.arrivals = self.log.arrivals_from(first);
        answered
    }

    /// The changes that have reached those who answer a read of these doors, in their order.
    fn visible(&self, doors: &[Door]) -> Vec<Change> {
        let mut visible = Vec::new();
        for logged in self.log.entries() {
            let door = doors.iter().find(|door| door.table == logged.change.table);
            let has_it = door.is_some_and(|door| {
                let index = door.index.as_deref();
                door.consistent
                    || logged.reach(index).is_none_or(|reach| {
                        let replica = self.answering(&door.table, index, reach.partition);
                        reach.has_reached(replica, self.now_ms)
                    })
            });
            if has_it {
                visible.push(logged.change.clone());
            }
        }
        visible
    }

    /// The replica of a partition that answers the request at hand, if that is an eventual read.
    fn answering(&self, table: &str, index: Option<&str>, partition: u32) -> Replica {
        self.assumptions.answers.unwrap_or_else(|| {
            let door = mark(&[table, index.unwrap_or_default()]);
            let about = [1, self.asked, door, u64::from(partition)];
            Replica::drawn(drawn(self.assumptions.seed, &about))
        })
    }

    /// An answer, and who gave it at the doors that the walk went through. An index that a write reaches follows later: it does not
    /// answer.
    fn answered(
        &self,
        call: &Call,
        recorded: Recorded,
        served: Served,
        database: &Database,
    ) -> Answered {
        let mut by: Vec<Answering> = Vec::new();
        let any = matches!(served, Served::Eventual | Served::Index);
        for leg in recorded.walk.pages.iter().flat_map(|page| &page.legs) {
            let index = global_index(leg, database);
            if index.is_some() && !leg.action.is_read() {
                continue;
            }
            for visit in &leg.visits {
                let is_it = |one: &Answering| {
                    one.partition == visit.partition
                        && one.table == leg.table
                        && one.index.as_deref() == index
                };
                if !by.iter().rev().any(is_it) {
                    let chosen = any && !leg.consistent;
                    by.push(self.answering_at((&leg.table, index, visit.partition), chosen));
                }
            }
        }
        Answered {
            at_ms: self.now_ms,
            call: call.clone(),
            answer: recorded.answer,
            walk: recorded.walk,
            served,
            by,
            differences: Vec::new(),
            arrivals: Vec::new(),
        }
    }

    fn answering_at(&self, place: (&str, Option<&str>, u32), chosen: bool) -> Answering {
        let (table, index, partition) = place;
        let replica =
            if chosen { self.answering(table, index, partition) } else { Replica::LEADER };
        let (lacks, since_ms) = self.log.lacking(place, replica, self.now_ms);
        Answering {
            table: table.to_owned(),
            index: index.map(str::to_owned),
            partition,
            replica,
            lacks,
            behind_ms: since_ms.map_or(0, |since_ms| self.now_ms.saturating_sub(since_ms)),
        }
    }
}

/// Whether a request wrote, though perhaps it changed nothing.
fn writes(recorded: &Recorded) -> bool {
    let mut legs = recorded.walk.pages.iter().flat_map(|page| &page.legs);
    !recorded.changes.is_empty()
        || legs.any(|leg| !matches!(leg.action, Action::Read | Action::Fetch))
}

fn doors_of(walk: &Walk, database: &Database) -> Vec<Door> {
    let mut doors = Vec::new();
    for leg in walk.pages.iter().flat_map(|page| &page.legs) {
        let door = Door {
            table: leg.table.clone(),
            index: global_index(leg, database).map(str::to_owned),
            consistent: leg.consistent,
        };
        if !doors.contains(&door) {
            doors.push(door);
        }
    }
    doors
}

/// Whether one table is read in two ways at once.
fn is_mixed(doors: &[Door]) -> bool {
    let others = |place: usize| doors.iter().skip(place + 1);
    doors
        .iter()
        .enumerate()
        .any(|(place, door)| others(place).any(|other| other.table == door.table))
}

/// The global secondary index of a leg: a local one lives with its table's items.
fn global_index<'l>(leg: &'l Leg, database: &Database) -> Option<&'l str> {
    let name = leg.index.as_deref()?;
    let index = database.table(&leg.table)?.index(name)?;
    (index.kind() == IndexKind::Global).then_some(name)
}
