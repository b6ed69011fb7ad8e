//! The key made of the attributes themselves.
//!
//! Owns the choice of attributes that can be an index's key as they are. What it makes may leave items out of the index only
//! where they cannot be wanted.

use key_engine::engine::limits::MAX_INDEX_KEY_ATTRIBUTES;

use super::ground::Ground;
use super::knows::Test;
use super::path::{Step, is_sound, key_type};
use super::plan::{KeyAttribute, KeyTest, Kind, Plan};

/// How many items are looked through for what tells them apart.
const LOOKED_THROUGH: usize = 10_000;

/// The plan of a new index on the attributes themselves; none where they are not fit for it.
pub(super) fn plan(ground: &Ground<'_>) -> Option<Plan> {
    let mut plan = Plan::new(Kind::Natural);
    // The parameters of before expressions take two conditions on a key: one of them is the sort key's.
    let most = if ground.asked.legacy { 1 } else { MAX_INDEX_KEY_ATTRIBUTES };
    for (at, part) in ground.known() {
        let (Some(given), Some(attribute)) = (part.known(), part.attribute()) else { continue };
        let Some(kind) = key_type(&given.sample) else { continue };
        let usable = plan.key.len() < most
            && is_sound(&given.sample, kind, false)
            && !ground.is_mentioned(attribute, &[at])
            && ground.is_fit(attribute, kind, false);
        if usable {
            plan.key.push(KeyAttribute { name: attribute.to_owned(), kind, sorts: false });
            plan.tests.push(KeyTest { attribute: attribute.to_owned(), test: part.test.clone() });
            plan.said.push(at);
        }
    }
    if plan.key.is_empty() || !ground.sees_all(&plan.said) {
        return None;
    }
    sort_key(ground, &mut plan);
    Some(plan)
}

/// Gives the plan a sort key: the wanted order, else a range, else the table's own key.
fn sort_key(ground: &Ground<'_>, plan: &mut Plan) {
    if let Some(order) = ground.order() {
        if plan.key.iter().any(|known| known.name == order.attribute) {
            return by_table_key(ground, plan);
        }
        let path = [Step::Name(order.attribute.clone())];
        let ranged = ground.range_on(&path).map(|(at, _)| at);
        if by_attribute(ground, plan, &order.attribute, ranged) {
            plan.backward = Some(order.descending);
            return;
        }
        plan.ordered = false;
        plan.remarks.push(format!(
            "Not every item that is wanted carries {} as a key could: the order is not the door's.",
            order.attribute
        ));
    }
    for (at, part) in ground.asked.parts.iter().enumerate() {
        if let (Test::Range(..), Some(attribute)) = (&part.test, part.attribute())
            && by_attribute(ground, plan, attribute, Some(at))
        {
            return;
        }
    }
    by_table_key(ground, plan);
}

/// Sorts by an attribute, if it is fit for it.
fn by_attribute(
    ground: &Ground<'_>,
    plan: &mut Plan,
    attribute: &str,
    ranged: Option<usize>,
) -> bool {
    let range = ranged.and_then(|at| ground.asked.parts.get(at)).map(|part| &part.test);
    let kind = if let Some(test) = range {
        test.given().first().and_then(|given| key_type(&given.sample))
    } else {
        let mut items = ground.table.primary().items();
        items.find_map(|item| item.get(attribute)).and_then(key_type)
    };
    let Some(kind) = kind else { return false };
    let sound = range
        .is_none_or(|test| test.given().iter().all(|given| is_sound(&given.sample, kind, true)));
    let mut parts = plan.said.clone();
    parts.extend(ranged);
    let key = KeyAttribute { name: attribute.to_owned(), kind, sorts: true };
    let fit = sound
        && !plan.key.iter().any(|known| known.name == attribute)
        && !ground.is_mentioned(attribute, &parts)
        && ground.is_fit(attribute, kind, true)
        && ground.is_complete(std::slice::from_ref(&key), &parts);
    if !fit {
        return false;
    }
    plan.key.push(key);
    if let Some(test) = range {
        plan.tests.push(KeyTest { attribute: attribute.to_owned(), test: test.clone() });
        plan.said.extend(ranged);
    }
    true
}

/// Sorts by the attribute of the table's own key that tells the wanted items apart best, for an order that is always the same.
fn by_table_key(ground: &Ground<'_>, plan: &mut Plan) {
    let mut best: Option<(usize, Plan)> = None;
    for element in ground.table.primary().key_schema().iter().rev() {
        let mut tried = plan.clone();
        if !by_attribute(ground, &mut tried, &element.attribute, None) {
            continue;
        }
        let different = distinct(ground, plan, &element.attribute);
        if best.as_ref().is_none_or(|(most, _)| different > *most) {
            best = Some((different, tried));
        }
    }
    if let Some((_, best)) = best {
        *plan = best;
    }
}

/// How many different values an attribute has among the items the Query would read, of the first of the table.
fn distinct(ground: &Ground<'_>, plan: &Plan, attribute: &str) -> usize {
    let holds = |item: &&key_engine::Item| {
        plan.tests
            .iter()
            .all(|test| item.get(&test.attribute).is_some_and(|value| test.test.holds(value)))
    };
    let items = ground.table.primary().items().take(LOOKED_THROUGH).filter(holds);
    let values: Vec<_> = items.filter_map(|item| item.get(attribute)).collect();
    let mut keys: Vec<_> =
        values.into_iter().map(|value| key_engine::value::KeyBytes::of([value])).collect();
    key_engine::order::sort_by(&mut keys, Ord::cmp);
    keys.dedup();
    keys.len()
}
