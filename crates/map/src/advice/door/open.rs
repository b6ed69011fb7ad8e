//! The index that a plan needs, and the names that are free for it.
//!
//! Owns what `CreateTable` would take for it. It never opens it.

use key_engine::engine::limits::{
    MAX_GLOBAL_INDEXES, MAX_PROJECTED_ATTRIBUTES, MAX_PROJECTED_BY_INDEX,
};
use key_engine::engine::{IndexKind, Projection, Table};
use key_engine::value::object;
use serde_json::Value;

use super::ground::Ground;
use super::own::short_name;
use super::path::Step;
use super::plan::{Plan, Source};
use crate::design::DoorDefinition;

/// Whether a table has room for one more global secondary index.
pub(super) fn has_room(table: &Table) -> bool {
    let global = table.indexes().filter(|index| index.kind() == IndexKind::Global);
    global.count() < MAX_GLOBAL_INDEXES
}

/// Names for attributes of a key of its own that no item carries and no key has: `GSI1PK` and `GSI1SK`.
pub(super) fn free_attributes(ground: &Ground<'_>) -> (String, String) {
    let mut number = 1_u32;
    loop {
        let names = [format!("GSI{number}PK"), format!("GSI{number}SK")];
        let taken = names.iter().any(|name| {
            ground.defined(name).is_some()
                || ground.is_mentioned(name, &[])
                || ground.table.primary().items().any(|item| item.get(name).is_some())
        });
        if !taken {
            let [partition, sort] = names;
            return (partition, sort);
        }
        number += 1;
    }
}

/// Gives the plan its index: a name, the key, what it holds.
pub(super) fn open(ground: &Ground<'_>, plan: &mut Plan) {
    let name = free_name(ground, plan);
    let text = |text: &str| Value::from(text);
    let mut schema = Vec::new();
    let mut attributes = Vec::new();
    for key in &plan.key {
        let role = if key.sorts { "RANGE" } else { "HASH" };
        schema.push(object(&mut [("AttributeName", text(&key.name)), ("KeyType", text(role))]));
        // What the table defines already stays where it stands.
        if ground.defined(&key.name).is_none() {
            attributes.push(object(&mut [
                ("AttributeName", text(&key.name)),
                ("AttributeType", text(key.kind.name())),
            ]));
        }
    }
    plan.held = held(ground, plan);
    let mut index = object(&mut [
        ("IndexName", text(&name)),
        ("KeySchema", Value::Array(schema)),
        ("Projection", projection(ground, plan)),
    ]);
    if let (Some((reads, writes)), Some(members)) =
        (ground.table.billing().units(), index.as_object_mut())
    {
        let throughput = object(&mut [
            ("ReadCapacityUnits", Value::from(reads)),
            ("WriteCapacityUnits", Value::from(writes)),
        ]);
        members.insert("ProvisionedThroughput".to_owned(), throughput);
    }
    plan.index = Some(name);
    plan.opens = Some(DoorDefinition { index, attributes, bays: None, at: None });
}

/// What the index has to hold: the keys and what the request names, when it names what it wants; none for all.
fn held(ground: &Ground<'_>, plan: &Plan) -> Option<Vec<String>> {
    ground.asked.projection.as_ref()?;
    let mut held: Vec<String> = plan.key.iter().map(|key| key.name.clone()).collect();
    let own = ground.table.primary().key_schema().iter();
    for name in own.map(|element| element.attribute.clone()).chain(ground.wanted_attributes()?) {
        if !held.contains(&name) {
            held.push(name);
        }
    }
    let projected: usize = (ground.table.indexes())
        .map(|index| match index.projection() {
            Projection::Include(names) => names.len(),
            _ => 0,
        })
        .sum();
    let fits =
        held.len() <= MAX_PROJECTED_BY_INDEX && held.len() + projected <= MAX_PROJECTED_ATTRIBUTES;
    fits.then_some(held)
}

/// The projection in `CreateTable`'s words.
fn projection(ground: &Ground<'_>, plan: &Plan) -> Value {
    let own = ground.table.primary().key_schema();
    let Some(held) = &plan.held else {
        return object(&mut [("ProjectionType", Value::from("ALL"))]);
    };
    let mut names = Vec::new();
    for name in held {
        let is_key = plan.key.iter().any(|key| key.name == *name)
            || own.iter().any(|element| element.attribute == *name);
        if !is_key {
            names.push(Value::from(name.as_str()));
        }
    }
    if names.is_empty() {
        return object(&mut [("ProjectionType", Value::from("KEYS_ONLY"))]);
    }
    object(&mut [
        ("ProjectionType", Value::from("INCLUDE")),
        ("NonKeyAttributes", Value::Array(names)),
    ])
}

/// The name the call itself has for an index that is not there, else one after what is known: `ByWarehouse`.
fn free_name(ground: &Ground<'_>, plan: &Plan) -> String {
    let is_allowed = |name: &str| {
        (3..=255).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    if let Some(wish) = &ground.asked.index
        && ground.door().is_none()
        && is_allowed(wish)
    {
        return wish.clone();
    }
    let mut name = "By".to_owned();
    let partition = plan.key.iter().filter(|key| !key.sorts);
    let words: Vec<String> = match plan.fills.first().map(|fill| &fill.source) {
        Some(Source::Joined(pieces, _)) => pieces.iter().map(|(_, path)| title_of(path)).collect(),
        Some(Source::Copied(path, _) | Source::Prefixed(_, path)) => vec![title_of(path)],
        None => partition.map(|key| title_of(&[Step::Name(key.name.clone())])).collect(),
    };
    name.push_str(&words.join("And"));
    if name.len() < 3 {
        name.push_str("Value");
    }
    let mut free = name.clone();
    let mut number = 2_u32;
    while ground.table.index(&free).is_some() {
        free = format!("{name}{number}");
        number += 1;
    }
    free
}

/// The name of a path within an index's name: `Warehouse` for `warehouseId`.
fn title_of(path: &[Step]) -> String {
    let mut title: String = short_name(path)
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        .take(40)
        .collect();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}
