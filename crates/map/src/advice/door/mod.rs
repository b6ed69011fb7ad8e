//! The door that is missing: for a request that searches, the keys that would answer it.
//!
//! Owns the way from a call to the remedies that make it a Query of one partition:
//! 1. `knows` reads what the call knows, whatever words it is written in;
//! 2. `reuse` asks the doors there are, `natural` makes a key of the attributes themselves, `own` of attributes that items
//!    are given; each makes a `plan::Plan`;
//! 3. `open` names the index, `backfill` gives items their attributes, `write` writes the Query, `words` says what it brings and
//!    costs.
//!
//! The Query returns exactly what the call returned: a plan never leaves an item out that can be wanted, and what its key does
//! not say stays in the filter. Nothing here changes a design; what it proposes are edits.

mod backfill;
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
pub(super) mod write;

use key_engine::engine::{Index, IndexKind, QueryInput, Table};
use key_engine::order::sort_by;

use key_engine::Database;

pub(super) use backfill::Backfills;
pub use close::close;
use ground::Ground;
use knows::Asked;
use plan::{Figures, Kind, Plan};

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
/// None where the call is no search, names no table there is, or knows no text, number or binary by equality; and where it goes
/// to an address already, and no other would spare it reading.
pub fn doors(
    design: &Design,
    database: &Database,
    row: usize,
    call: usize,
    proof: &CallProof,
) -> Option<Doors> {
    doors_beside(design, database, (row, call, proof), &mut Backfills::default())
}

/// The same, for one of many rows: what others were offered already is shared.
pub(super) fn doors_beside(
    design: &Design,
    database: &Database,
    (row, call, proof): (usize, usize, &CallProof),
    backfills: &mut Backfills,
) -> Option<Doors> {
    let request = design.requests.get(row)?;
    let asked = Asked::of(request.calls.get(call)?, &proof.call)?;
    let table = database.table(&asked.table)?;
    let ground = Ground { table, request, asked: &asked };
    let mut knows: Vec<String> = Vec::new();
    for (_, part) in ground.known() {
        let shown = ground::shown(&part.path);
        if !knows.contains(&shown) {
            knows.push(shown);
        }
    }
    // A key that no item could have is not one to look for by another door.
    let is_key = proof.call.operation == "GetItem";
    if knows.is_empty() || (is_key && !ground.is_carried()) {
        return None;
    }
    let mut found = Doors { knows, is_full: !open::has_room(table), ..Doors::default() };
    let place = Place { row, call, proof };
    let mut offers = offers(&ground, found.is_full);
    if is_addressed(proof) {
        let now = if asked.key_tests > 0 { ground.reads_now() } else { proof.totals.items_read };
        offers.retain(|offer| offer.figures.read < now);
    }
    for offer in offers {
        found.remedies.extend(remedy(&ground, &offer, &place, backfills));
    }
    if found.remedies.is_empty() && is_addressed(proof) {
        return None;
    }
    if found.remedies.is_empty() && found.is_full {
        found.remedies.extend(exchange(design, database, &ground, &place, backfills));
    }
    Some(found)
}

/// Whether the call goes to an address as it is.
fn is_addressed(proof: &CallProof) -> bool {
    proof.stand_in.is_none() && proof.route.is_addressed()
}

/// Which call of which row, and how it was run.
struct Place<'p> {
    row: usize,
    call: usize,
    proof: &'p CallProof,
}

/// A plan and what it comes to.
struct Offer {
    plan: Plan,
    figures: Figures,
}

/// The most items that a second choice may ask to be changed.
const MOST_CHANGED: u64 = 10_000;
/// Of a table with more items no attributes of its own are tried where others will do: to look at each item takes its time.
const MANY_ITEMS: usize = 2_000;

/// The plans worth offering, the best first: those that bring the order that is wanted, then doors that are there, then what
/// reads least.
fn offers(ground: &Ground<'_>, is_full: bool) -> Vec<Offer> {
    let mut plans = Vec::new();
    plans.extend(reuse::plan(ground).filter(|plan| !is_as_now(ground, plan)));
    let natural = natural::plan(ground).filter(|_| !is_full);
    let is_copy = natural.as_ref().is_some_and(|plan| ground.is_table_key(plan));
    let is_spared =
        (natural.is_some() || !plans.is_empty()) && ground.table.item_count() > MANY_ITEMS;
    plans.extend(fresh(ground, natural));
    if !is_spared {
        let (partition, sort) = open::free_attributes(ground);
        let own = own::plan(ground, &partition, &sort);
        plans.extend(own.as_ref().and_then(|own| reuse::overload(ground, own, is_full)));
        plans.extend(fresh(ground, own.filter(|_| !is_full && !is_copy)));
    }
    let mut offers: Vec<Offer> = Vec::with_capacity(plans.len());
    for plan in plans {
        let figures = plan.figures(ground.table, &|item| ground.sees(item));
        offers.push(Offer { plan, figures });
    }
    sort_by(&mut offers, |one, two| {
        let rank =
            |offer: &Offer| (!offer.plan.ordered, offer.plan.kind.is_fresh(), offer.figures.read);
        rank(one).cmp(&rank(two))
    });
    if let Some(best) = offers.first()
        && best.plan.kind == Kind::Reuse
        && best.plan.ordered
    {
        let read = best.figures.read;
        offers.retain(|offer| offer.plan.kind == Kind::Reuse || offer.figures.read < read);
    }
    let mut place = 0;
    offers.retain(|offer| {
        place += 1;
        place == 1 || offer.plan.fills.is_empty() || offer.figures.entries <= MOST_CHANGED
    });
    offers.truncate(2);
    offers
}

/// A plan with its index.
fn fresh(ground: &Ground<'_>, plan: Option<Plan>) -> Option<Plan> {
    let mut plan = plan?;
    open::open(ground, &mut plan);
    Some(plan)
}

/// Whether a plan is what the call does already.
fn is_as_now(ground: &Ground<'_>, plan: &Plan) -> bool {
    ground.asked.is_query
        && ground.door().and_then(Index::name) == plan.index.as_deref()
        && plan.tests.len() <= ground.asked.key_tests
}

/// What carries out a plan; none where the engine would not take its Query.
fn remedy(
    ground: &Ground<'_>,
    offer: &Offer,
    place: &Place<'_>,
    backfills: &mut Backfills,
) -> Option<Remedy> {
    let plan = &offer.plan;
    let request = ground.request;
    let mut edits = Vec::new();
    let changes = backfills.of(ground, plan);
    if !changes.is_empty() {
        edits.push(Edit::ChangeItems(changes));
    }
    if let Some(door) = &plan.opens {
        let table = ground.table.name().to_owned();
        edits.push(Edit::OpenDoor { table, door: door.clone() });
    }
    let strong = door_kind(ground.table, plan) != IndexKind::Global;
    let mut becomes = request.clone();
    *becomes.calls.get_mut(place.call)? = write::query(ground.asked, plan, strong);
    if becomes.calls.len() == 1 || becomes.route.is_none() {
        becomes.route = Some(words::route(plan));
    }
    let query = becomes.sample_calls().into_iter().nth(place.call)?;
    QueryInput::from_json(&query.input).ok()?;
    edits.push(Edit::ReplaceRequest { at: place.row, request: Box::new(becomes) });
    Some(Remedy {
        label: words::label(plan, &request.id),
        facts: words::facts(ground, (plan, &offer.figures), place.proof, strong),
        edits,
        walk: Some(request.id.clone()),
    })
}

/// Where a table has as many indexes as it may: a new one in the place of one through which no row reads.
fn exchange(
    design: &Design,
    database: &Database,
    ground: &Ground<'_>,
    place: &Place<'_>,
    backfills: &mut Backfills,
) -> Option<Remedy> {
    let idle = ground.table.indexes().find(|index| {
        index.kind() == IndexKind::Global
            && index
                .name()
                .is_some_and(|name| close::readers(design, ground.table.name(), name).is_empty())
    })?;
    let (partition, sort) = open::free_attributes(ground);
    let plan = natural::plan(ground).or_else(|| own::plan(ground, &partition, &sort));
    let plan = fresh(ground, plan)?;
    let figures = plan.figures(ground.table, &|item| ground.sees(item));
    let mut remedy = remedy(ground, &Offer { plan, figures }, place, backfills)?;
    let name = idle.name().unwrap_or_default();
    let closed = close(design, database, ground.table.name(), name);
    remedy.edits.splice(0..0, closed.edits);
    remedy.facts.insert(0, format!("{name} goes, through which no row reads."));
    Some(remedy)
}

fn door_kind(table: &Table, plan: &Plan) -> IndexKind {
    match (&plan.index, plan.opens.is_some()) {
        (None, _) => IndexKind::Primary,
        (Some(_), true) => IndexKind::Global,
        (Some(name), false) => table.index(name).map_or(IndexKind::Global, Index::kind),
    }
}

impl Kind {
    /// Whether it takes a new index.
    fn is_fresh(self) -> bool {
        matches!(self, Self::Natural | Self::Own)
    }
}
