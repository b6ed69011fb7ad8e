//! The verdict on a row that was run.
//!
//! Owns the order in which faults count, and what a row's promise, wants and expectation ask of what it returned. The words are
//! the reason's.
//!
//! Where several hold, the first of these is the verdict: refused; a key of several attributes of which one is skipped; the sort
//! key without the partition key; a strong read of a global secondary index; only a Scan; several round trips; a filter; a
//! strong read that is not asked for; nothing found where nothing is said of what is to come; another result than expected. What a
//! row returns that differs from what it expects is said beside any of them.

use key_engine::engine::{IndexKind, KeyElement, ServiceError};
use key_engine::walk::{Action, Totals};
use key_engine::{Database, Index};
use serde_json::Value;

use super::conditions::Conditions;
use super::reason;
use super::returned::Returned;
use super::run::Ran;
use super::shards::sharded;
use super::stand_in::{is_not_projected, missing_index};
use super::{Proof, Route, Standing, Verdict};
use crate::design::{Consistency, Expectation, ExpectedItem, Request};

/// The proof of a row whose calls were run.
pub(super) fn proof(
    request: &Request,
    ran: &[Ran],
    returned: &Returned,
    database: &Database,
) -> Proof {
    let totals = Totals::of(ran.iter().flat_map(|ran| &ran.proof.walk.pages));
    let verdict = Verdict {
        routes: ran.iter().map(|ran| ran.proof.route.clone()).collect(),
        round_trips: totals.round_trips,
    };
    let (mut read_units, mut write_units) = (0.0, 0.0);
    let mut partitions = 0;
    let mut doors: Vec<&(String, Option<String>)> = Vec::new();
    for ran in ran {
        for leg in ran.proof.walk.pages.iter().flat_map(|page| &page.legs) {
            if matches!(leg.action, Action::Read | Action::Fetch) {
                read_units += leg.capacity_units;
            } else {
                write_units += leg.capacity_units;
            }
        }
        for door in &ran.proof.doors {
            if !doors.contains(&door) {
                doors.push(door);
                partitions += database
                    .table(&door.0)
                    .and_then(|table| table.door(door.1.as_deref()))
                    .map_or(0, Index::partition_count);
            }
        }
    }
    let merged = merged(ran, returned, &totals, database);
    let row = Row { request, ran, returned, totals, database, merged: merged.as_deref() };
    let (standing, reason) = row.judged();
    let mut first = returned.first.clone();
    first.truncate(super::MOST_RETURNED);
    Proof {
        request: request.id.clone(),
        standing,
        reason,
        verdict,
        calls: ran.iter().map(|ran| ran.proof.clone()).collect(),
        totals,
        partitions,
        read_units,
        write_units,
        per_second: request.volume.per_second(),
        returned: first,
        merged: merged.unwrap_or_default(),
    }
}

/// A row and everything that was found of it.
pub(super) struct Row<'r> {
    pub(super) request: &'r Request,
    pub(super) ran: &'r [Ran],
    pub(super) returned: &'r Returned,
    pub(super) totals: Totals,
    pub(super) database: &'r Database,
    /// What the calls return together, where each reads another shard of one key.
    merged: Option<&'r [ExpectedItem]>,
}

/// What calls that read the shards of one key return together: in the order of the sort key, and no more than each may evaluate.
fn merged(
    ran: &[Ran],
    returned: &Returned,
    totals: &Totals,
    database: &Database,
) -> Option<Vec<ExpectedItem>> {
    sharded(ran, database)?;
    let input = &ran.first()?.proof.call.input;
    let limit = input.get("Limit").and_then(Value::as_u64);
    let limit = limit.and_then(|limit| usize::try_from(limit).ok());
    let forward = input.get("ScanIndexForward") != Some(&false.into());
    returned.merged(ran.len(), totals.items_returned, forward, limit)
}

impl Row<'_> {
    fn judged(&self) -> (Standing, String) {
        if self.is_unwritten() {
            return (Standing::Unwritten, reason::UNWRITTEN.to_owned());
        }
        let missing = reason::missing_samples(self.request);
        let fault = self.refused().or_else(|| self.skips()).or_else(|| self.sort_alone());
        let fault = fault.or_else(|| self.strong_on_index()).or_else(|| self.only_scan());
        let fault = fault.or_else(|| self.several()).or_else(|| self.filtered());
        let fault = fault.or_else(|| self.strong_not_asked());
        let unexpected = self.unexpected();
        if let Some((standing, mut words)) = fault {
            if let Some(more) = missing.or(unexpected) {
                words.push(' ');
                words.push_str(&more);
            }
            return (standing, words);
        }
        if let Some(missing) = missing {
            return (Standing::FindsNothing, missing);
        }
        if let Some(words) = self.finds_nothing() {
            // Whoever said what is to come is told that it does not.
            return match unexpected {
                Some(unexpected) => (Standing::Differs, unexpected),
                None => (Standing::FindsNothing, words),
            };
        }
        match self.unwanted().or(unexpected) {
            Some(words) => (Standing::Differs, words),
            None => (Standing::Proven, reason::proven(self)),
        }
    }

    fn is_unwritten(&self) -> bool {
        self.ran.iter().all(|ran| ran.proof.call.operation.trim().is_empty())
    }

    /// The first call that has something wrong, with what it is.
    fn first(&self, find: &dyn Fn(&Ran) -> Option<String>, standing: Standing) -> Found {
        self.ran.iter().find_map(find).map(|words| (standing, words))
    }

    fn refused(&self) -> Found {
        let find = |ran: &Ran| match flaw(ran, self.database) {
            Some(Flaw::Refused) => Some(reason::refused(self.database, ran)),
            _ => None,
        };
        self.first(&find, Standing::Refused)
    }

    fn skips(&self) -> Found {
        let find = |ran: &Ran| match flaw(ran, self.database) {
            Some(Flaw::Skips(attribute)) => Some(reason::skips(self.database, ran, &attribute)),
            _ => None,
        };
        self.first(&find, Standing::SkipsAttribute)
    }

    fn sort_alone(&self) -> Found {
        let find = |ran: &Ran| match flaw(ran, self.database) {
            Some(Flaw::SortAlone(partition, sort)) => {
                Some(reason::sort_alone(self.database, ran, &partition, &sort))
            }
            _ => None,
        };
        self.first(&find, Standing::SortWithoutPartition)
    }

    fn strong_on_index(&self) -> Found {
        let promised = self.request.consistency == Consistency::StrongMayMatter;
        let find = |ran: &Ran| {
            let asked = ran.error.as_ref().is_some_and(is_strong_on_index);
            if !promised && !asked {
                return None;
            }
            let global = ran.proof.doors.iter().find_map(|(table, index)| {
                let index = index.as_deref()?;
                let door = self.database.table(table)?.index(index)?;
                (door.kind() == IndexKind::Global && reads(ran)).then(|| index.to_owned())
            })?;
            Some(reason::strong_on_index(&global))
        };
        self.first(&find, Standing::StrongOnIndex)
    }

    fn only_scan(&self) -> Found {
        let find = |ran: &Ran| {
            let scans = matches!(ran.proof.route, Route::Scan { .. });
            let missing = ran.error.as_ref().and_then(missing_index);
            (scans || missing.is_some()).then(|| reason::only_scan(self.database, ran, missing))
        };
        self.first(&find, Standing::OnlyScan)
    }

    /// Several reads of one table, unless each reads another shard of one key.
    fn several(&self) -> Found {
        if sharded(self.ran, self.database).is_some() {
            return None;
        }
        for (at, one) in self.ran.iter().enumerate().filter(|(_, ran)| reads(ran)) {
            for other in self.ran.iter().skip(at + 1).filter(|ran| reads(ran)) {
                for (table, _) in &one.proof.doors {
                    if other.proof.doors.iter().any(|(also, _)| also == table) {
                        return Some((
                            Standing::SeveralRoundTrips,
                            reason::several(self.totals.round_trips, table),
                        ));
                    }
                }
            }
        }
        None
    }

    fn filtered(&self) -> Found {
        let find = |ran: &Ran| {
            let totals = &ran.proof.totals;
            (reads(ran) && totals.items_read > totals.items_returned).then(|| reason::filtered(ran))
        };
        self.first(&find, Standing::NeedsFilter)
    }

    fn strong_not_asked(&self) -> Found {
        if self.request.consistency != Consistency::StrongMayMatter {
            return None;
        }
        let find = |ran: &Ran| {
            let mut legs = ran.proof.walk.pages.iter().flat_map(|page| &page.legs);
            legs.any(|leg| leg.action == Action::Read && !leg.consistent)
                .then(|| reason::strong_not_asked(ran))
        };
        self.first(&find, Standing::StrongNotAsked)
    }

    fn finds_nothing(&self) -> Option<String> {
        let none_expected = match &self.request.expected {
            Some(Expectation::Count(count)) => *count == 0,
            Some(Expectation::Items { items, .. }) => items.is_empty(),
            None => false,
        };
        if none_expected {
            return None;
        }
        // A shard may be empty.
        if self.totals.items_returned > 0 && sharded(self.ran, self.database).is_some() {
            return None;
        }
        let empty = |ran: &&Ran| reads(ran) && ran.proof.totals.items_returned == 0;
        self.ran.iter().find(empty).map(reason::finds_nothing)
    }

    /// What is returned that is not wanted so: in another order, or as many.
    fn unwanted(&self) -> Option<String> {
        if let Some(order) = self.returned.order.as_ref().filter(|_| !self.is_merged())
            && let Some(words) =
                reason::out_of_order(self.database, order, self.totals.items_returned)
        {
            return Some(words);
        }
        let wanted = self.request.wanted.count?;
        let returned = |ran: &Ran| ran.proof.totals.items_returned;
        let most = self.ran.iter().map(returned).max().unwrap_or_default();
        let most = self.merged.map_or(most, |merged| merged.len() as u64);
        let more = self.ran.iter().any(|ran| ran.more);
        (most > wanted || (most < wanted && more)).then(|| reason::not_as_many(most, wanted))
    }

    /// Whether each shard comes in the wanted order: whoever asks merges them.
    pub(super) fn is_merged(&self) -> bool {
        let (Some(order), Some(door)) =
            (&self.request.wanted.order, sharded(self.ran, self.database))
        else {
            return false;
        };
        let sorts = door.range_elements().next();
        let forward =
            |ran: &Ran| ran.proof.call.input.get("ScanIndexForward") != Some(&false.into());
        sorts.is_some_and(|sorts| sorts.attribute == order.attribute)
            && self.ran.iter().all(|ran| forward(ran) != order.descending)
    }

    /// What is returned that is not expected.
    fn unexpected(&self) -> Option<String> {
        if self.ran.iter().any(|ran| !ran.proof.whole) {
            return None;
        }
        let count = self.merged.map_or(self.totals.items_returned, |merged| merged.len() as u64);
        match self.request.expected.as_ref()? {
            Expectation::Count(expected) => {
                (count != *expected).then(|| reason::other_count(count, *expected))
            }
            Expectation::Items { items, ordered } => {
                let found = self.merged.unwrap_or(&self.returned.first);
                let same = if *ordered { found == items } else { same_items(found, items) };
                (!same).then(|| reason::other_items(self.database, found, items))
            }
        }
    }
}

type Found = Option<(Standing, String)>;

/// Whether a call reads.
pub(super) fn reads(ran: &Ran) -> bool {
    let mut legs = ran.proof.walk.pages.iter().flat_map(|page| &page.legs);
    legs.any(|leg| leg.action.is_read())
}

/// The same items, in any order.
fn same_items(one: &[ExpectedItem], other: &[ExpectedItem]) -> bool {
    let mut left: Vec<&ExpectedItem> = other.iter().collect();
    one.len() == other.len()
        && one.iter().all(|item| {
            let at = left.iter().position(|one| *one == item);
            at.map(|at| left.swap_remove(at)).is_some()
        })
}

/// What keeps a call from going to an address, beyond having to Scan.
enum Flaw {
    /// It is refused, and what stands in for it says nothing of its keys.
    Refused,
    /// This attribute of a key of several is not given.
    Skips(String),
    /// The partition key's attribute that is not given, and the sort key's that is.
    SortAlone(String, String),
}

fn is_strong_on_index(error: &ServiceError) -> bool {
    error.message().contains("Consistent reads are not supported on global secondary")
}

fn flaw(ran: &Ran, database: &Database) -> Option<Flaw> {
    let proof = &ran.proof;
    let is_scan = matches!(proof.route, Route::Scan { .. });
    let Some(error) = &ran.error else {
        return match proof.refusal {
            Some(_) => Some(Flaw::Refused),
            None if is_scan => key_flaw(ran, database),
            None => None,
        };
    };
    if proof.stand_in.is_none() || is_not_projected(error) {
        return Some(Flaw::Refused);
    }
    if is_strong_on_index(error) || missing_index(error).is_some() {
        return None;
    }
    // What is refused as a Query and answered by a Scan has a fault in its keys, or could be a Query but for something else.
    let is_query = is_scan && proof.call.operation == "Query";
    let names_partition = || names_partition(ran, database);
    match is_query.then(|| key_flaw(ran, database)) {
        Some(None) if !names_partition() => None,
        None | Some(None) => Some(Flaw::Refused),
        Some(flaw) => flaw,
    }
}

/// The door that a call asks for, and the attributes of its partition key and of its sort key.
fn asked_door<'d>(ran: &Ran, database: &'d Database) -> Option<(Vec<&'d str>, Vec<&'d str>)> {
    let (table, index) = ran.proof.doors.first()?;
    let door = database.table(table)?.door(index.as_deref())?;
    let name = |element: &'d KeyElement| element.attribute.as_str();
    Some((door.hash_elements().map(name).collect(), door.range_elements().map(name).collect()))
}

/// Whether a call gives the whole partition key of its door.
fn names_partition(ran: &Ran, database: &Database) -> bool {
    let asked = Conditions::of(&ran.proof.call);
    asked_door(ran, database).is_some_and(|(hash, _)| hash.iter().all(|name| asked.gives(name)))
}

/// What is wrong with what a call that has to Scan says of its door's key.
fn key_flaw(ran: &Ran, database: &Database) -> Option<Flaw> {
    let (hash, range) = asked_door(ran, database)?;
    let asked = Conditions::of(&ran.proof.call);
    let gives = |name: &&&str| asked.gives(name);
    let bounds = |name: &&&str| asked.bounds(name);
    let Some(missed) = hash.iter().find(|name| !gives(name)) else {
        // A sort key is given from the left, and only the last of it may be a range.
        let gap = range.iter().position(|name| !asked.gives(name))?;
        let beyond = range.iter().skip(gap + 1).any(|name| asked.bounds(name));
        let skipped = range.get(gap).filter(|_| beyond && ran.error.is_some())?;
        return Some(Flaw::Skips((*skipped).to_owned()));
    };
    if hash.iter().any(|name| asked.gives(name)) && !bounds(&missed) {
        return Some(Flaw::Skips((*missed).to_owned()));
    }
    let sort = range.iter().find(bounds)?;
    Some(Flaw::SortAlone((*missed).to_owned(), (*sort).to_owned()))
}
