//! What is amiss with the values of a partition key, by their nature.
//!
//! Owns the one judgement for each family of keys at a door, so that three rules do not say the same thing thrice: a status, a
//! value that rises with time, or too few values. Small samples have few values of everything; so a family is judged by what its
//! values are, and by their number only once there are many items.

use key_engine::engine::{Index, IndexKind, KeyElement};
use key_engine::{AttributeValue, KeyType};

use super::Facts;
use super::load::{Load, loads};
use crate::advice::{DoorCensus, FamilyCensus};

/// Fewer values than this are few. Source: the judgement of AWS's guide on partition keys, that a key should have many.
pub(super) const FEW: usize = 100;
/// From so many items on, the number of values speaks for itself.
const MANY_ITEMS: usize = 1_000;
/// In a smaller sample, each value has to stand for so many items on average.
const REPEATED: usize = 3;
/// Numbers in a row that are taken for a counter.
const COUNTER: usize = 10;

/// What is amiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// A status or a flag.
    Status,
    /// A day, or another stretch of time.
    Date,
    /// A moment.
    Moment,
    /// A number that counts up.
    Counter,
    /// One value that a request writes out, for everything there is.
    Constant,
    /// Few values.
    Few,
}

/// A family of keys with something amiss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged<'f> {
    pub(super) table: &'f str,
    pub(super) index: Option<&'f str>,
    pub(super) door: &'f Index,
    pub(super) census: &'f DoorCensus,
    pub(super) family: &'f FamilyCensus,
    pub(super) element: &'f KeyElement,
    pub(super) nature: Nature,
}

/// All families of all doors that have something amiss. Local indexes share their table's partition key.
pub(super) fn judged<'f>(facts: Facts<'f>, loads: &[Load]) -> Vec<Judged<'f>> {
    let mut found = Vec::new();
    for known in &facts.census.tables {
        let Some(table) = facts.database.table(&known.name) else { continue };
        for census in &known.doors {
            let index = census.index.as_deref();
            let Some(door) = table.door(index).filter(|door| door.kind() != IndexKind::Local)
            else {
                continue;
            };
            let Some(element) = door.hash_elements().next() else { continue };
            let is_single = door.hash_elements().nth(1).is_none();
            for family in &census.families {
                let nature = if is_single {
                    nature(family, element, index.is_some(), &|key| {
                        let mut at_door =
                            loads.iter().filter(|load| load.is_at(table.name(), index));
                        at_door.any(|load| load.is_constant && load.key == key)
                    })
                } else if door
                    .hash_elements()
                    .any(|element| speaks_of(&element.attribute, &["shard"]))
                {
                    // Few values that were spread already.
                    None
                } else {
                    by_number(family)
                };
                if let Some(nature) = nature {
                    let table = table.name();
                    found.push(Judged { table, index, door, census, family, element, nature });
                }
            }
        }
    }
    found
}

/// What [`judged`] finds, with the loads it rests on.
pub(super) fn all_judged(facts: Facts<'_>) -> (Vec<Judged<'_>>, Vec<Load>) {
    let loads = loads(facts);
    (judged(facts, &loads), loads)
}

impl Judged<'_> {
    /// The door's name: the index's, or the table's.
    pub(super) fn door_name(&self) -> &str {
        self.index.unwrap_or(self.table)
    }

    /// What a finding on it is about.
    pub(super) fn about(&self) -> String {
        let door = match self.index {
            Some(index) => [self.table, ".", index].concat(),
            None => self.table.to_owned(),
        };
        match self.family.prefix.as_str() {
            "" => door,
            prefix => [&door, " ", prefix].concat(),
        }
    }

    /// The key as a sentence names it: `openStatus`, or `PK STATUS#`.
    pub(super) fn key_name(&self) -> String {
        match self.family.prefix.as_str() {
            "" => self.element.attribute.clone(),
            prefix => [&self.element.attribute, " ", prefix].concat(),
        }
    }

    /// The fullest of its keys, where more is known than that traffic spreads.
    pub(super) fn load<'l>(&self, loads: &'l [Load]) -> Option<&'l Load> {
        loads.iter().find(|load| self.has(load))
    }

    /// Whether a load is on one of its keys.
    pub(super) fn has(&self, load: &Load) -> bool {
        load.is_at(self.table, self.index)
            && self
                .census
                .family(&load.key)
                .is_some_and(|family| family.prefix == self.family.prefix)
    }
}

fn nature(
    family: &FamilyCensus,
    element: &KeyElement,
    is_index: bool,
    is_constant: &dyn Fn(&[AttributeValue]) -> bool,
) -> Option<Nature> {
    let shapes = &family.shapes;
    let all = family.collections;
    let name = [&element.attribute, " ", &family.prefix].concat();
    if all == 0 {
        return None;
    }
    let constants = family.first.iter().filter(|first| first.items > 1 && is_constant(&first.key));
    let constants = constants.count();
    let are_words = shapes.flags + shapes.words == all;
    let repeats = family.items > all;
    if are_words && (shapes.flags == all && repeats || speaks_of(&name, &STATUS)) && all < FEW {
        return (repeats || constants > 0).then_some(Nature::Status);
    }
    if are_words && is_index && all == 1 && constants > 0 {
        return Some(Nature::Status);
    }
    let is_time = speaks_of(&name, &TIME);
    if shapes.dates == all && (all > 1 || is_time) {
        return Some(Nature::Date);
    }
    let moments = shapes.moments + if is_time { shapes.epochs } else { 0 };
    if moments == all && (all > 1 || is_time) {
        return Some(Nature::Moment);
    }
    let run = (shapes.highest - shapes.lowest).saturating_add(1);
    let counts_up = shapes.numbers == all && usize::try_from(run).is_ok_and(|run| run == all);
    if element.key_type == KeyType::N && counts_up && all >= COUNTER {
        return Some(Nature::Counter);
    }
    let few = by_number(family).or_else(|| {
        let is_category = family.prefix.is_empty() && !names_one(&element.attribute);
        let repeated = all > 1 && family.items >= REPEATED * all && family.items >= 2 * REPEATED;
        (is_index && is_category && are_words && repeated && all < FEW).then_some(Nature::Few)
    });
    match few {
        None if constants > 0 => Some(Nature::Constant),
        Some(_) if constants == all => Some(Nature::Constant),
        few => few,
    }
}

/// Few values for many items, whatever they are.
fn by_number(family: &FamilyCensus) -> Option<Nature> {
    let is_few =
        family.collections < FEW && family.items >= MANY_ITEMS.max(10 * family.collections);
    is_few.then_some(Nature::Few)
}

const STATUS: [&str; 10] = [
    "status", "state", "flag", "stage", "phase", "active", "enabled", "deleted", "archived", "open",
];
const TIME: [&str; 10] =
    ["time", "date", "day", "month", "hour", "year", "created", "updated", "stamp", "epoch"];

/// Whether a name has one of these words in it.
fn speaks_of(name: &str, words: &[&str]) -> bool {
    let mut name = name.to_owned();
    name.make_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// Whether an attribute's name says that its values tell one thing from another.
fn names_one(attribute: &str) -> bool {
    let mut name = attribute.to_owned();
    name.make_ascii_lowercase();
    let ends = ["id", "key", "pk", "name", "email", "user", "handle", "sku", "code", "no", "slug"];
    ends.iter().any(|end| name.ends_with(end))
}
