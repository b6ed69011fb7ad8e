//! What grows with the table: what a call reads, and what it returns of it.
//!
//! Owns that judgement alone, from the call as it is written. By how much is for `scale` to say.

use key_engine::Database;
use key_engine::engine::{KeyElement, Table};
use key_engine::walk::Leg;

use crate::advice::asked::{Asked, Test, asked, has_placeholder};
use crate::advice::{CallProof, Route};
use crate::design::Call;

/// Whether what this call reads grows with the table.
pub(super) fn grows(run: &CallProof, written: &Call, database: &Database) -> bool {
    let Some(leg) = run.walk.pages.iter().flat_map(|page| &page.legs).next() else { return false };
    if leg.scan || matches!(run.route, Route::Scan { .. }) {
        return true;
    }
    if !matches!(run.route, Route::Query { .. }) {
        return false;
    }
    if written.input.get("Statement").is_some() {
        return !has_placeholder(&written.input);
    }
    let keys = asked(written, "KeyConditionExpression");
    let Some(table) = database.table(&leg.table) else { return false };
    let Some(door) = table.door(leg.index.as_deref()) else { return false };
    let on = |element: &KeyElement| keys.iter().find(|key| key.attribute == element.attribute);
    if door.hash_elements().any(|element| on(element).is_some_and(Asked::is_open)) {
        return false;
    }
    if door.range_elements().any(|element| on(element).is_some_and(stays)) {
        return false;
    }
    !is_one_item(&keys, table, leg)
}

/// Whether what a call returns of all that it reads does not grow with the table.
pub(super) fn matches_stay(written: &Call, leg: &Leg) -> bool {
    if written.input.get("Statement").is_some() {
        return has_placeholder(&written.input);
    }
    // Where a Scan stands in for a Query, what was the key condition is its filter.
    let keys = if leg.scan { asked(written, "KeyConditionExpression") } else { Vec::new() };
    asked(written, "FilterExpression").iter().chain(&keys).any(stays)
}

/// Whether what matches this does not grow with the table: the value differs from one time to the next, and so does what it
/// finds.
fn stays(part: &Asked) -> bool {
    part.is_open() && matches!(part.test, Test::Equal | Test::Prefix)
}

/// Whether the table's whole primary key is given: one item, if any.
fn is_one_item(keys: &[Asked], table: &Table, leg: &Leg) -> bool {
    leg.index.is_none()
        && table.primary().key_schema().iter().all(|element| {
            keys.iter().any(|key| key.attribute == element.attribute && key.test == Test::Equal)
        })
}
