//! Doors that are there already: the table's own key, an index that begins with what is known, an index that items can join.
//!
//! Owns whether one of them answers the request as it stands. It opens nothing.

use key_engine::AttributeValue;
use key_engine::engine::{Index, IndexKind};
use serde_json::Value;

use super::ground::{Ground, held_by};
use super::knows::Test;
use super::path::is_sound;
use super::plan::{KeyTest, Kind, Plan, key_of};

/// The plan of a Query through a door that is there; the one that says most of the request.
pub(super) fn plan(ground: &Ground<'_>) -> Option<Plan> {
    let mut best: Option<Plan> = None;
    let doors = std::iter::once(ground.table.primary()).chain(ground.table.indexes());
    for door in doors {
        let Some(plan) = through(ground, door) else { continue };
        if best.as_ref().is_none_or(|best| plan.said.len() > best.said.len()) {
            best = Some(plan);
        }
    }
    best
}

/// The Query through a door, if its key begins with what is known, and it holds all that can be wanted.
fn through(ground: &Ground<'_>, door: &Index) -> Option<Plan> {
    let mut plan = Plan::new(Kind::Reuse);
    plan.index = door.name().map(str::to_owned);
    plan.key = key_of(door);
    let strong = ground.asked.input.get("ConsistentRead").and_then(Value::as_bool);
    if door.kind() == IndexKind::Global && strong == Some(true) {
        return None;
    }
    for attribute in &plan.key {
        let on = |at: usize| {
            let part = ground.asked.parts.get(at)?;
            (part.attribute() == Some(&attribute.name)
                && !part.test.given().is_empty()
                && part
                    .test
                    .given()
                    .iter()
                    .all(|given| is_sound(&given.sample, attribute.kind, attribute.sorts)))
            .then_some(part)
        };
        let mut found = (0..ground.asked.parts.len()).filter(|at| on(*at).is_some());
        let (Some(at), None) = (found.next(), found.next()) else {
            if attribute.sorts {
                break;
            }
            return None;
        };
        let test = &ground.asked.parts.get(at)?.test;
        let equal = matches!(test, Test::Equal(_));
        if !equal && !attribute.sorts {
            return None;
        }
        plan.tests.push(KeyTest { attribute: attribute.name.clone(), test: test.clone() });
        plan.said.push(at);
        if !equal {
            break;
        }
    }
    let free = plan.key.iter().all(|key| !ground.is_mentioned(&key.name, &plan.said));
    let other = ground.door().is_some_and(|now| now.name() != door.name());
    let whole = free
        && (plan.tests.len() <= 2 || !ground.asked.legacy)
        && ground.is_enough(door)
        && ground.is_complete(&plan.key, &plan.said)
        && (!other || ground.sees_all(&plan.said));
    if let Some(order) = ground.order() {
        let sort = plan.key.iter().find(|key| key.sorts && !plan.is_fixed(&key.name));
        if sort.is_some_and(|sort| sort.name == order.attribute) {
            plan.backward = Some(order.descending);
        } else if !plan.is_fixed(&order.attribute) {
            plan.ordered = false;
            plan.remarks.push(format!("It is not sorted by {}.", order.attribute));
        }
    }
    whole.then_some(plan)
}

impl Plan {
    /// Whether the conditions give an attribute of the key one value.
    fn is_fixed(&self, attribute: &str) -> bool {
        let mut tests = self.tests.iter();
        tests.any(|test| test.attribute == attribute && matches!(test.test, Test::Equal(_)))
    }
}

/// The plan of joining an index there is, made of one on attributes of its own: none of the items that join carries the
/// index's key attributes, and no item there can be taken for one of them. Without `any` the index's key must be named for
/// nothing in particular.
pub(super) fn overload(ground: &Ground<'_>, own: &Plan, any: bool) -> Option<Plan> {
    ground.table.indexes().find_map(|door| joined(ground, own, door, any))
}

fn joined(ground: &Ground<'_>, own: &Plan, door: &Index, any: bool) -> Option<Plan> {
    let key = key_of(door);
    let generic = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.ends_with("pk") || name.ends_with("sk") || name.starts_with("gsi")
    };
    let fits = door.kind() == IndexKind::Global
        && ground.is_enough(door)
        && key.len() == own.key.len()
        && key.iter().zip(&own.key).all(|(key, own)| {
            key.sorts == own.sorts
                && key.kind == own.kind
                && (any || generic(&key.name))
                && !ground.is_mentioned(&key.name, &[])
                && ground.table.primary().key_schema().iter().all(|own| own.attribute != key.name)
        });
    if !fits {
        return None;
    }
    let mut plan = own.clone();
    plan.kind = Kind::Overload;
    plan.index = door.name().map(str::to_owned);
    plan.held = held_by(ground.table, door);
    for ((mine, fill), theirs) in plan.key.iter_mut().zip(&mut plan.fills).zip(&key) {
        for test in &mut plan.tests {
            if test.attribute == mine.name {
                test.attribute.clone_from(&theirs.name);
            }
        }
        mine.name.clone_from(&theirs.name);
        fill.attribute.clone_from(&theirs.name);
    }
    let first = key.first()?;
    let word = match plan.fills.first().map(|fill| &fill.source) {
        Some(super::plan::Source::Joined(pieces, _)) => {
            pieces.first().map(|(word, _)| word.clone())?
        }
        _ => return None,
    };
    let free = ground.table.primary().items().all(|item| {
        let joins = ground.sees(item) && own.filled(item).is_some();
        let carries = key.iter().any(|key| item.get(&key.name).is_some());
        let alike = matches!(item.get(&first.name), Some(AttributeValue::S(text)) if text.starts_with(&word));
        !(alike || joins && carries)
    });
    free.then_some(plan)
}
