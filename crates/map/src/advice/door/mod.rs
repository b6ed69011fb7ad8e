//! The door that is missing: for a request that searches, the keys that would answer it.
//!
//! Owns the way from a call to the remedies that make it a Query of one partition:
//! 1. [`knows`] reads what the call knows, whatever words it is written in;
//! 2. [`reuse`] asks the doors there are, [`natural`] makes a key of the attributes themselves, [`own`] of attributes that items
//!    are given; each makes a [`plan::Plan`];
//! 3. [`open`] names the index, [`write`] writes the Query, [`words`] says what it brings and costs.
//!
//! The Query returns exactly what the call returned: a plan never leaves an item out that can be wanted, and what its key does
//! not say stays in the filter. Nothing here changes a design; what it proposes are edits.

mod close;
mod ground;
mod knows;
mod natural;
mod open;
mod own;
mod path;
mod plan;
mod reuse;
mod statement;
mod words;
mod write;

use std::sync::Arc;

use key_engine::Database;
use key_engine::engine::{Index, IndexKind, Table};
use key_engine::walk::Change;

pub use close::close;
use ground::Ground;
use knows::Asked;
use plan::Plan;

use super::{CallProof, Remedy};
use crate::design::{Design, Edit};

/// What can be done about a call that searches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doors {
    /// The attributes or paths whose values the call knows.
    pub knows: Vec<String>,
    /// What makes it a Query of one partition, the best first; at most two, of different kinds.
    pub remedies: Vec<Remedy>,
    /// Whether the table has as many global secondary indexes as it may.
    pub is_full: bool,
}

/// What would make a call of a row a Query of one partition: the row and the call by their places, and how the call was run.
///
/// None where the call is no search, names no table there is, or knows no text, number or binary by equality.
pub fn doors(
    design: &Design,
    database: &Database,
    row: usize,
    call: usize,
    proof: &CallProof,
) -> Option<Doors> {
    let request = design.requests.get(row)?;
    let asked = Asked::of(request.calls.get(call)?, &proof.call)?;
    let table = database.table(&asked.table)?;
    let ground = Ground { table, request, asked: &asked };
    let knows: Vec<String> = ground.known().map(|(_, part)| ground::shown(&part.path)).collect();
    if knows.is_empty() {
        return None;
    }
    let mut found = Doors { knows, is_full: !open::has_room(table), ..Doors::default() };
    for plan in plans(&ground, found.is_full) {
        found.remedies.push(remedy(&ground, &plan, (row, call), proof));
    }
    Some(found)
}

/// The plans worth offering, the best first.
fn plans(ground: &Ground<'_>, is_full: bool) -> Vec<Plan> {
    let mut plans = Vec::new();
    let read = |plan: &Plan| natural::figures(ground, plan).read;
    plans.extend(reuse::plan(ground).filter(|plan| !is_as_now(ground, plan)));
    let (partition, sort) = open::free_attributes(ground);
    let own = own::plan(ground, &partition, &sort);
    let joined = own.as_ref().and_then(|own| reuse::overload(ground, own, is_full));
    if plans.is_empty() {
        plans.extend(joined);
    }
    if !is_full {
        let mut fresh: Vec<Plan> = natural::plan(ground).into_iter().chain(own).collect();
        if let [natural, own] = fresh.as_slice()
            && read(own) < read(natural)
        {
            fresh.reverse();
        }
        for mut plan in fresh {
            open::open(ground, &mut plan);
            plans.push(plan);
        }
    }
    plans.truncate(2);
    plans
}

/// Whether a plan is what the call does already.
fn is_as_now(ground: &Ground<'_>, plan: &Plan) -> bool {
    ground.asked.is_query
        && ground.door().and_then(|door| door.name()) == plan.index.as_deref()
        && plan.tests.len() <= ground.asked.key_tests
}

fn remedy(
    ground: &Ground<'_>,
    plan: &Plan,
    (row, call): (usize, usize),
    proof: &CallProof,
) -> Remedy {
    let request = ground.request;
    let mut edits = Vec::new();
    let changes = backfill(ground, plan);
    if !changes.is_empty() {
        edits.push(Edit::ChangeItems(changes.into()));
    }
    if let Some(door) = &plan.opens {
        let table = ground.table.name().to_owned();
        edits.push(Edit::OpenDoor { table, door: door.clone() });
    }
    let strong = door_kind(ground.table, plan) != IndexKind::Global;
    let mut becomes = request.clone();
    if let Some(place) = becomes.calls.get_mut(call) {
        *place = write::query(ground.asked, plan, strong);
    }
    becomes.route = Some(words::route(plan));
    edits.push(Edit::ReplaceRequest { at: row, request: Box::new(becomes) });
    Remedy {
        label: words::label(plan, &request.id),
        facts: words::facts(ground, plan, proof, strong),
        edits,
        walk: Some(request.id.clone()),
    }
}

fn door_kind(table: &Table, plan: &Plan) -> IndexKind {
    match (&plan.index, plan.opens.is_some()) {
        (None, _) => IndexKind::Primary,
        (Some(_), true) => IndexKind::Global,
        (Some(name), false) => table.index(name).map_or(IndexKind::Global, Index::kind),
    }
}

/// The items that are given attributes, before and after.
fn backfill(ground: &Ground<'_>, plan: &Plan) -> Vec<Change> {
    let mut changes = Vec::new();
    if plan.fills.is_empty() {
        return changes;
    }
    for item in ground.table.primary().items() {
        if !ground.sees(item) {
            continue;
        }
        let Some(values) = plan.filled(item) else { continue };
        let mut filled = item.clone();
        for (fill, value) in plan.fills.iter().zip(values) {
            filled.insert(fill.attribute.as_str(), value);
        }
        changes.push(Change {
            table: ground.table.name().to_owned(),
            old: Some(Arc::new(item.clone())),
            new: Some(Arc::new(filled)),
        });
    }
    changes
}
