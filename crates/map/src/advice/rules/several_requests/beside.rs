//! The head stored beside its items.
//!
//! Owns the remedy for a row that reads one item here and the items that belong to it there: a copy of each head goes where its
//! items are, with a sort key that stands before theirs, so that one Query returns both. The copy is declared, with its plan.

use std::sync::Arc;

use key_engine::engine::{Table, write_units};
use key_engine::walk::Change;
use key_engine::{AttributeValue, Index, Item, KeyType};
use serde_json::Value;

use super::pattern::{Bound, beginning, bind, fill, placeholders, text_of};
use super::reads::{Read, What, written_text};
use super::together::{in_any_order, query_of_all};
use super::{Answer, Row};
use crate::advice::Remedy;
use crate::advice::asked::Test;
use crate::advice::copies::MOST_CHANGED;
use crate::advice::told::{listed, units_of};
use crate::design::{DeliberateCopy, Edit, Entity, Expectation, Request, Synchronisation};
use crate::numerals::counted;

/// The most items of a table that are looked through for heads.
const LOOKED_THROUGH: usize = 50_000;

/// What is known of a head and its items.
struct Plan<'p> {
    table: &'p Table,
    hash: &'p str,
    range: &'p str,
    hash_type: KeyType,
    /// The head's key, as the call writes it.
    head: (&'p str, &'p str),
    /// The collection of its items, as the call writes it.
    items: &'p str,
    /// What its items' sort keys begin with; empty where that is not said.
    prefix: &'p str,
    /// The sort key of the copies.
    sort: &'static str,
    /// The kind of the heads, by its place among the design's entities.
    kind: usize,
}

/// The head stored beside its items, where a row reads both.
pub(super) fn head_beside_items(row: &Row<'_>, reads: &[Read<'_>]) -> Option<Answer> {
    let [one, other] = reads else { return None };
    let (head, items, at) = match (&one.what, &other.what) {
        (What::Item(_), What::Collection(..)) => (one, other, (0, 1)),
        (What::Collection(..), What::Item(_)) => (other, one, (1, 0)),
        _ => return None,
    };
    let plan = plan(row, head, items, at)?;
    let heads = heads(row, &plan)?;
    let remedy = remedy(row, &plan, &heads, (head, items));
    Some(Answer {
        reason: format!(
            "The head lies in {} and its items in {}. With a copy of the head beside the items, one Query returns both.",
            plan.head.0, plan.items
        ),
        trips: 1,
        remedies: vec![remedy],
    })
}

fn plan<'p>(
    row: &Row<'p>,
    head: &'p Read<'_>,
    items: &'p Read<'_>,
    (head_at, items_at): (usize, usize),
) -> Option<Plan<'p>> {
    let (What::Item(key), What::Collection(partition, sort)) = (&head.what, &items.what) else {
        return None;
    };
    let table = row.facts.database.table(head.table).filter(|_| head.table == items.table)?;
    let door = table.primary();
    let (hash, range) = (door.hash_elements().next()?, door.range_elements().next()?);
    let backward = items.input.get("ScanIndexForward").and_then(Value::as_bool) == Some(false);
    let prefix = match sort {
        None => "",
        Some(sort) if sort.test == Test::Prefix => beginning(written_text(sort.values.first()?)?),
        Some(_) => return None,
    };
    if range.key_type != KeyType::S || (backward && items.input.contains_key("Limit")) {
        return None;
    }
    // The collection of the sample holds nothing but the items asked for: else one Query would read more.
    let legs = row.proof.calls.get(items_at)?.walk.pages.iter().flat_map(|page| &page.legs);
    let visits: Vec<_> = legs.flat_map(|leg| &leg.visits).collect();
    let (ordinal, _) = door.locate(&row.proof.first_returned(items_at)?.key)?;
    let read: u64 = visits.iter().map(|visit| visit.items()).sum();
    let limited = items.input.contains_key("Limit");
    if read == 0 || (!limited && door.collection(ordinal)?.len as u64 != read) {
        return None;
    }
    let first = text_of(door.item(ordinal, 0)?.get(&range.attribute)?)?;
    let first = if prefix.is_empty() { &*first } else { prefix };
    let sort = ["HEAD", "#HEAD", "!HEAD"].into_iter().find(|sort| *sort < first)?;
    let leg = row.proof.calls.get(head_at)?.walk.pages.first()?.legs.first()?;
    let found = leg.key.as_ref().filter(|_| leg.found)?;
    Some(Plan {
        table,
        hash: &hash.attribute,
        range: &range.attribute,
        hash_type: hash.key_type,
        head: (written_text(key.get(&hash.attribute)?)?, written_text(key.get(&range.attribute)?)?),
        items: written_text(partition)?,
        prefix,
        sort,
        kind: row.facts.design.entity_of(table.name(), found),
    })
}

/// A head, and its copy beside its items.
struct Head<'p> {
    item: &'p Item,
    copy: Item,
}

/// All heads, each with its copy. None where the key of a head does not say where its items are, or there are too many.
fn heads<'p>(row: &Row<'p>, plan: &Plan<'p>) -> Option<Vec<Head<'p>>> {
    let door = plan.table.primary();
    if door.item_count() > LOOKED_THROUGH {
        return None;
    }
    let finder = row.facts.design.entity_finder(plan.table.name());
    let mut heads = Vec::new();
    for item in door.items().filter(|item| finder.of(item) == plan.kind) {
        let mut bound = Bound::new();
        let keys = [(plan.hash, plan.head.0), (plan.range, plan.head.1)];
        let is_head = keys.into_iter().all(|(attribute, pattern)| {
            let text = item.get(attribute).and_then(text_of);
            text.is_some_and(|text| bind(pattern, &text, &mut bound))
        });
        if !is_head {
            continue;
        }
        let copy = copy_of(plan, item, &bound)?;
        if heads.len() == MOST_CHANGED || door.locate(&copy).is_some() {
            return None;
        }
        heads.push(Head { item, copy });
    }
    (!heads.is_empty()).then_some(heads)
}

fn copy_of(plan: &Plan<'_>, item: &Item, bound: &Bound) -> Option<Item> {
    let partition = fill(plan.items, bound, item)?;
    let mut copy = item.clone();
    for attribute in plan.index_keys() {
        copy.remove(attribute);
    }
    let partition = match plan.hash_type {
        KeyType::S => AttributeValue::S(partition),
        KeyType::N => AttributeValue::N(partition.parse().ok()?),
        KeyType::B => return None,
    };
    copy.insert(plan.hash, partition);
    copy.insert(plan.range, AttributeValue::S(plan.sort.to_owned()));
    // What only the key of the head said: so the copy can still name its source.
    let kept = placeholders(plan.items);
    for (name, value) in bound {
        if !kept.contains(&name.as_str()) && copy.get(name).is_none() && !plan.is_index_key(name) {
            copy.insert(name.as_str(), AttributeValue::S(value.clone()));
        }
    }
    Some(copy)
}

impl Plan<'_> {
    /// The attributes by which items enter indexes: copies leave them out, or they would come up there a second time.
    fn index_keys(&self) -> Vec<&str> {
        let mut keys = Vec::new();
        for element in self.table.indexes().flat_map(Index::key_schema) {
            let name = element.attribute.as_str();
            if name != self.hash && name != self.range && !keys.contains(&name) {
                keys.push(name);
            }
        }
        keys
    }

    fn is_index_key(&self, name: &str) -> bool {
        self.index_keys().contains(&name)
    }
}

fn remedy(
    row: &Row<'_>,
    plan: &Plan<'_>,
    heads: &[Head<'_>],
    (head, items): (&Read<'_>, &Read<'_>),
) -> Remedy {
    let design = row.facts.design;
    let table = plan.table.name().to_owned();
    let source = design.entities.get(plan.kind).map_or("head", |kind| kind.name.as_str());
    let name = free_name(row, source);
    let mut entities = design.entities.clone();
    entities.push(Entity {
        name: name.clone(),
        table: table.clone(),
        partition_prefix: beginning(plan.items).to_owned(),
        sort_prefix: Some(plan.sort.to_owned()),
        ..Entity::default()
    });
    let changes = heads.iter().map(|head| Change {
        table: table.clone(),
        old: None,
        new: Some(Arc::new(head.copy.clone())),
    });
    let mut copies = design.copies.clone();
    copies.push(DeliberateCopy {
        table: table.clone(),
        source: source.to_owned(),
        copy: name,
        attributes: attributes(plan, heads),
        requests: vec![row.request.id.clone()],
        owner: "the application".to_owned(),
        synchronisation: Synchronisation::Transaction,
        ..DeliberateCopy::default()
    });
    let edits = vec![
        Edit::SetEntities(entities),
        Edit::ChangeItems(changes.collect()),
        Edit::SetCopies(copies),
        Edit::ReplaceRequest {
            at: row.place,
            request: Box::new(request(row, plan, heads, (head, items))),
        },
    ];
    Remedy {
        label: format!("Store the head beside its items and walk {}", row.request.id),
        facts: facts(row, plan, heads),
        edits,
        walk: Some(row.request.id.clone()),
    }
}

/// The row with one Query.
fn request(
    row: &Row<'_>,
    plan: &Plan<'_>,
    heads: &[Head<'_>],
    (head, items): (&Read<'_>, &Read<'_>),
) -> Request {
    let mut request = row.request.clone();
    let strong = head.is_strong() || items.is_strong();
    let partition = items.partition(plan.hash).cloned().unwrap_or_default();
    request.calls = vec![query_of_all(items, plan.hash, &partition, strong, 1)];
    request.route = Some(match plan.prefix {
        "" => format!("{} / {}, then its items", plan.items, plan.sort),
        prefix => format!("{} / {}, then {prefix}", plan.items, plan.sort),
    });
    in_any_order(&mut request);
    if let Some(Expectation::Items { items, .. }) = &mut request.expected {
        let door = plan.table.primary();
        for item in items.iter_mut().filter(|item| item.table == plan.table.name()) {
            let copied = heads.iter().find(|head| door.key_of(head.item) == item.key);
            if let Some(copied) = copied {
                item.key = door.key_of(&copied.copy);
            }
        }
    }
    request
}

/// The attributes that the copies repeat.
fn attributes(plan: &Plan<'_>, heads: &[Head<'_>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for head in heads {
        for (name, _) in head.item.iter() {
            let is_key = name == plan.hash || name == plan.range || plan.is_index_key(name);
            if !is_key && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn free_name(row: &Row<'_>, source: &str) -> String {
    let joint = if source.contains(' ') { " head" } else { "Head" };
    let taken = |name: &str| row.facts.design.entities.iter().any(|kind| kind.name == name);
    let mut name = format!("{source}{joint}");
    let mut number = 2;
    while taken(&name) {
        name = format!("{source}{joint}{number}");
        number += 1;
    }
    name
}

fn facts(row: &Row<'_>, plan: &Plan<'_>, heads: &[Head<'_>]) -> Vec<String> {
    let bytes: usize = heads.iter().map(|head| head.copy.size_bytes()).sum();
    let each = (bytes / heads.len().max(1)) as u64;
    let mut facts = vec![
        format!("1 round trip instead of {}.", row.proof.totals.round_trips),
        format!(
            "{} made, at {} / {}.",
            counted(heads.len() as u64, "item", "items"),
            plan.items,
            plan.sort
        ),
        format!(
            "Each change of a head writes its copy too, in one TransactWriteItems: {} more.",
            units_of(write_units(each) * 2.0 + 1.0, "write")
        ),
    ];
    let left_out: Vec<String> = plan
        .index_keys()
        .into_iter()
        .filter(|name| heads.iter().any(|head| head.item.get(name).is_some()))
        .map(str::to_owned)
        .collect();
    if !left_out.is_empty() {
        facts.push(format!(
            "The copies go without {}, so that no index returns a head twice.",
            listed(&left_out)
        ));
    }
    let also: Vec<String> = also_read(row, plan);
    if !also.is_empty() {
        facts.push(format!("{} would return the head too.", listed(&also)));
    }
    facts
}

/// Other rows that read such a collection from its beginning.
fn also_read(row: &Row<'_>, plan: &Plan<'_>) -> Vec<String> {
    let mut rows = Vec::new();
    for other in row.facts.design.requests.iter().filter(|other| other.id != row.request.id) {
        for call in &other.calls {
            let Some(read) = Read::of(call, row.facts.database) else { continue };
            let What::Collection(partition, None) = &read.what else { continue };
            let text = written_text(partition).unwrap_or_default();
            if read.table == plan.table.name() && beginning(text) == beginning(plan.items) {
                rows.push(other.id.clone());
            }
        }
    }
    rows
}
