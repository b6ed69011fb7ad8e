//! What was written in a run, and when it reaches which replica.
//!
//! Owns the drawing of delays, and that a replica takes the writes of its partition in their order. Must never: change a database.

use std::sync::Arc;

use key_engine::engine::IndexKind;
use key_engine::walk::Change;
use key_engine::{Index, Item, Table};

use super::answered::Arrival;
use super::assumptions::{Assumptions, Replica};
use super::chance::{drawn, mark};

/// All writes of a run, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Vec<Logged>);

/// One item that was changed, and when that reaches whom.
#[derive(Clone, Debug)]
pub(super) struct Logged {
    /// When the leader had it, in milliseconds since the run began.
    pub at_ms: u64,
    /// What was changed.
    pub change: Change,
    /// In the table itself.
    own: Reach,
    /// In each global secondary index that the item is or was in.
    indexes: Vec<(String, Reach)>,
}

/// When a change reaches the replicas of a partition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The partition.
    pub partition: u32,
    /// For each replica, in milliseconds since the run began.
    at_ms: [u64; 3],
    /// Whether anything can be seen of it there: an index need not hold what was changed.
    is_seen: bool,
}

/// The moment of a write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'a> {
    /// The run's assumptions.
    pub assumptions: &'a Assumptions,
    /// The number of the request: what one request writes to one partition arrives at one moment.
    pub request: u64,
    /// When, in milliseconds since the run began.
    pub at_ms: u64,
}

impl Reach {
    /// Whether a replica has it.
    pub fn has_reached(&self, replica: Replica, now_ms: u64) -> bool {
        self.at_ms.get(replica.place()).is_some_and(|at_ms| *at_ms <= now_ms)
    }
}

impl Logged {
    /// When it reaches a door, the table's own or a global index's; none where the item was never behind it.
    pub fn reach(&self, index: Option<&str>) -> Option<&Reach> {
        match index {
            None => Some(&self.own),
            Some(name) => self.indexes.iter().find(|(index, _)| index == name).map(|one| &one.1),
        }
    }

    /// Whether it changed the item of this key.
    fn is_about(&self, table: &Table, key: &Item) -> bool {
        let keys = table.primary().key_schema();
        self.change.table == table.name()
            && item_of(&self.change).is_some_and(|item| {
                keys.iter().all(|key_of| item.get(&key_of.attribute) == key.get(&key_of.attribute))
            })
    }
}

fn item_of(change: &Change) -> Option<&Arc<Item>> {
    change.new.as_ref().or(change.old.as_ref())
}

impl Log {
    pub fn entries(&self) -> &[Logged] {
        &self.0
    }

    /// Whether an item was changed, by its key.
    pub fn is_about(&self, table: &Table, key: &Item) -> bool {
        self.0.iter().any(|logged| logged.is_about(table, key))
    }

    /// Notes a change.
    pub fn note(&mut self, change: &Change, table: &Table, moment: Moment<'_>) {
        let Some(item) = item_of(change) else { return };
        let own = self.own_reach(item, table, moment);
        let mut indexes = Vec::new();
        for index in table.indexes().filter(|index| index.kind() == IndexKind::Global) {
            let Some(name) = index.name() else { continue };
            if let Some(reach) = self.index_reach(change, &own, (table, index, name), moment) {
                indexes.push((name.to_owned(), reach));
            }
        }
        self.0.push(Logged { at_ms: moment.at_ms, change: change.clone(), own, indexes });
    }

    fn own_reach(&self, item: &Item, table: &Table, moment: Moment<'_>) -> Reach {
        let partition = table.primary().partition_for(item).unwrap_or_default();
        let at_ms = self.in_partition(table.name(), None, partition, moment.at_ms, moment);
        Reach { partition, at_ms, is_seen: true }
    }

    fn index_reach(
        &self,
        change: &Change,
        own: &Reach,
        (table, index, name): (&Table, &Index, &str),
        moment: Moment<'_>,
    ) -> Option<Reach> {
        let partition_of =
            |item: &Option<Arc<Item>>| item.as_ref().and_then(|item| index.partition_for(item));
        let (before, after) = (partition_of(&change.old), partition_of(&change.new));
        let Some(partition) = after.or(before) else {
            // It is not behind this door; what was known of it there must not be overtaken all the same.
            let item = item_of(change)?;
            let mut last = self.0.iter().filter(|logged| logged.is_about(table, item));
            let known = last.rfind(|logged| logged.reach(Some(name)).is_some())?;
            return known.reach(Some(name)).map(|reach| Reach { is_seen: false, ..*reach });
        };
        let shown = |item: &Option<Arc<Item>>, is_in: bool| {
            item.as_ref().filter(|_| is_in).map(|item| index.project(item))
        };
        let is_seen = shown(&change.old, before.is_some()) != shown(&change.new, after.is_some());
        let about = [2, moment.request, mark(&[table.name(), name]), u64::from(own.partition)];
        let delay = moment.assumptions.index.drawn(drawn(moment.assumptions.seed, &about));
        // An index follows later still: it hears of a write once all replicas of the table have.
        let there_ms = own.at_ms.into_iter().max().unwrap_or(moment.at_ms) + delay;
        let at_ms = self.in_partition(table.name(), Some(name), partition, there_ms, moment);
        Some(Reach { partition, at_ms, is_seen })
    }

    /// When the three replicas of a partition have what its leader has at a time.
    fn in_partition(
        &self,
        table: &str,
        index: Option<&str>,
        partition: u32,
        leader_ms: u64,
        moment: Moment<'_>,
    ) -> [u64; 3] {
        let before = self.0.iter().rfind(|logged| {
            logged.change.table == table
                && logged.reach(index).is_some_and(|reach| reach.partition == partition)
        });
        let before = before.and_then(|logged| logged.reach(index)).map_or([0; 3], |one| one.at_ms);
        let [leader_before, ..] = before;
        let leader_ms = leader_ms.max(leader_before);
        let mut at_ms = [leader_ms; 3];
        let door = mark(&[table, index.unwrap_or_default()]);
        for (replica, (at_ms, before)) in Replica::ALL.into_iter().zip(at_ms.iter_mut().zip(before))
        {
            if !replica.is_leader() {
                let place = replica.place() as u64;
                let about = [3, moment.request, door, u64::from(partition), place];
                let number = drawn(moment.assumptions.seed, &about);
                *at_ms = (leader_ms + moment.assumptions.replica.drawn(number)).max(before);
            }
        }
        at_ms
    }

    /// Lets everything from a place on be everywhere at once, as if it had always been there.
    pub fn settle_from(&mut self, first: usize) {
        for logged in self.0.iter_mut().skip(first) {
            logged.own.at_ms = [logged.at_ms; 3];
            for (_, reach) in &mut logged.indexes {
                reach.at_ms = [logged.at_ms; 3];
            }
        }
    }

    /// The last change of an item that a replica of its table has at a time.
    pub fn last_of(
        &self,
        (table, key): (&Table, &Item),
        replica: Replica,
        at_ms: u64,
    ) -> Option<&Change> {
        let has = |logged: &&Logged| {
            logged.at_ms <= at_ms
                && logged.own.has_reached(replica, at_ms)
                && logged.is_about(table, key)
        };
        self.0.iter().rfind(has).map(|logged| &logged.change)
    }

    /// How many writes to a partition a replica lacks, and when the first of them was confirmed.
    pub fn lacking(
        &self,
        (table, index, partition): (&str, Option<&str>, u32),
        replica: Replica,
        now_ms: u64,
    ) -> (u32, Option<u64>) {
        let mut lacking = self.0.iter().filter(|logged| {
            logged.change.table == table
                && logged.reach(index).is_some_and(|reach| {
                    reach.partition == partition
                        && reach.is_seen
                        && !reach.has_reached(replica, now_ms)
                })
        });
        let first = lacking.next().map(|logged| logged.at_ms);
        (u32::from(first.is_some()) + lacking.count() as u32, first)
    }

    /// When the entries from a place on reach everybody but the leaders of their table, in order of time.
    pub fn arrivals_from(&self, first: usize) -> Vec<Arrival> {
        let mut all: Vec<Arrival> = Vec::new();
        for logged in self.0.iter().skip(first) {
            let own = Replica::ALL.into_iter().skip(1).map(|replica| (None, logged.own, replica));
            let indexes = logged.indexes.iter().filter(|(_, reach)| reach.is_seen);
            let indexes = indexes.flat_map(|(index, reach)| {
                Replica::ALL.map(|replica| (Some(index.as_str()), *reach, replica))
            });
            for (index, reach, replica) in own.chain(indexes) {
                let arrival = Arrival {
                    at_ms: reach.at_ms.get(replica.place()).copied().unwrap_or_default(),
                    written_ms: logged.at_ms,
                    table: logged.change.table.clone(),
                    index: index.map(str::to_owned),
                    partition: reach.partition,
                    replica,
                };
                if !all.contains(&arrival) {
                    all.push(arrival);
                }
            }
        }
        key_engine::order::sort_by(&mut all, |one, other| one.at_ms.cmp(&other.at_ms));
        all
    }
}
