//! What is asked, and how often: the load that a simulation is given.
//!
//! Owns streams, their keys and how popular each is. It never knows of partitions.

mod found;
mod items;
#[cfg(test)]
mod of_designs;

use key_engine::order::{sort_by, within};
use key_engine::{AttributeValue, Index};

use super::chance::zipf;
use crate::advice::change::split_shard;
use crate::design::{Consistency, key_prefix};

/// How requests spread over the keys that a stream asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Popularity {
    /// Each key as often as any other.
    #[default]
    Even,
    /// The second key half as often as the first where the exponent is 1, the third a third as often, and so on.
    Zipf {
        /// 0 is even, 1 is what many shops see.
        exponent: f64,
    },
    /// One key takes a share, the others the rest, evenly.
    Celebrity {
        /// From 0 to 1.
        share: f64,
        /// Its text as [`StreamKey::text`] has it; none for the key with most items.
        key: Option<String>,
    },
    /// All of it goes to the newest: the last key, and the last item of it.
    Newest,
    /// As the items of the sample do: a key with three items three times as often as one with one.
    Sample,
}

/// A table, or a global secondary index of it. Local indexes live in their table's partitions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Door {
    /// The table.
    pub table: String,
    /// The global secondary index; none for the table's own door.
    pub index: Option<String>,
    /// Partitions that it starts with.
    pub bays: u32,
    /// How it is paid for.
    pub mode: super::Mode,
    /// A local secondary index keeps each collection in one partition.
    pub has_local_index: bool,
    /// New items are always the last of their collection: a split by sort key does not help.
    pub has_rising_sort_key: bool,
}

impl Door {
    /// Its name as a reader meets it: the index's, else the table's.
    pub fn name(&self) -> &str {
        self.index.as_deref().unwrap_or(&self.table)
    }
}

/// One partition-key value that a stream asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamKey {
    /// The key as a reader meets it: `PRODUCT#P100`.
    pub text: String,
    /// Where it stands in the hash order, from 0 to the largest number: what partitions divide.
    pub place: u64,
    /// Items of it that the stream asks, at least 1.
    pub items: u32,
}

/// How far a leg goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// To one item.
    #[default]
    Item,
    /// Along one collection.
    Run,
    /// Through the whole door, as a Scan does.
    Door,
}

/// Where a target stands at a door.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Its key's place in [`Leg::keys`]; none where it does not stand at this door, as in a sparse index.
    pub key: Option<u32>,
    /// Where it stands within its collection, from 0 to 1.
    pub position: f64,
}

/// What one operation does at one door.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leg {
    /// The door's place in [`Load::doors`].
    pub door: usize,
    /// Whether write units are used; else read units.
    pub is_write: bool,
    /// Units each time.
    pub units: f64,
    /// How far it goes.
    pub reach: Reach,
    /// The keys at this door, in the order of their values: the last is the newest.
    pub keys: Vec<StreamKey>,
    /// Where each of the operation's targets stands at this door.
    pub at: Vec<Place>,
}

/// An item that an operation asks, or a whole collection, or a slice of one where there are very many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Target {
    /// Its key's place among those of the first leg.
    pub key: u32,
    /// Its part of what is asked of that key, from 0 to 1.
    pub part: f64,
}

/// One call to the service, such as a Query or a `PutItem` with what that does to indexes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operation {
    /// The operation's name, as on the wire.
    pub name: String,
    /// What it may ask; each time it is one of these.
    pub targets: Vec<Target>,
    /// Where it goes. It is the first leg's keys that are popular or not. The operation is served once every leg is.
    pub legs: Vec<Leg>,
}

impl Operation {
    /// One that goes to one door, and asks one of the items of these keys, or along one of their collections.
    pub fn at_one_door(name: &str, leg: Leg) -> Self {
        let mut leg = leg;
        let mut targets = Vec::new();
        leg.at = Vec::new();
        let budget = MOST_TARGETS / leg.keys.len().max(1);
        for (key, known) in leg.keys.iter().enumerate() {
            let slices = match leg.reach {
                Reach::Item => (known.items as usize).min(budget).max(1),
                Reach::Run | Reach::Door => 1,
            };
            for slice in 0..slices {
                targets.push(Target { key: key as u32, part: 1.0 / slices as f64 });
                let position = (slice as f64 + 0.5) / slices as f64;
                leg.at.push(Place { key: Some(key as u32), position });
            }
        }
        Self { name: name.to_owned(), targets, legs: vec![leg] }
    }

    fn widen(&mut self, keys: usize) {
        let Some(first) = self.legs.first_mut().filter(|leg| leg.reach != Reach::Door) else {
            return;
        };
        let known = first.keys.len();
        let most = MOST_TARGETS.saturating_sub(self.targets.len());
        let mut targets_of: Vec<Vec<usize>> = vec![Vec::new(); known];
        for (at, target) in self.targets.iter().enumerate() {
            if let Some(targets) = targets_of.get_mut(target.key as usize) {
                targets.push(at);
            }
        }
        let mut added = Vec::new();
        for new in known..keys.max(known) {
            let model = new % known.max(1);
            let (Some(key), Some(targets)) =
                (first.keys.get(model).cloned(), targets_of.get(model))
            else {
                return;
            };
            if added.len() + targets.len() > most {
                break;
            }
            let number = (new + 1).to_string();
            let text = [key_prefix(&key.text), "(another ", &number, ")"].concat();
            let place = Index::place_of(&[AttributeValue::S(text.clone())]);
            first.keys.push(StreamKey { text, place, ..key });
            added.extend(targets.iter().map(|target| (*target, new as u32)));
        }
        for (target, key) in &added {
            if let Some(target) = self.targets.get(*target).copied() {
                self.targets.push(Target { key: *key, ..target });
            }
        }
        for (number, leg) in self.legs.iter_mut().enumerate() {
            for (target, key) in &added {
                let place = leg.at.get(*target).copied().unwrap_or_default();
                leg.at.push(if number == 0 { Place { key: Some(*key), ..place } } else { place });
            }
        }
    }

    /// How often each target is asked, in parts of 1.
    pub fn weights(&self, popularity: &Popularity) -> Vec<f64> {
        let Some(first) = self.legs.first() else { return Vec::new() };
        let keys = key_weights(&first.keys, popularity);
        let last = (*popularity == Popularity::Newest).then(|| self.last_target(first)).flatten();
        let weight = |(at, target): (usize, &Target)| match last {
            Some(last) => f64::from(u8::from(last == at)),
            None => keys.get(target.key as usize).copied().unwrap_or(0.0) * target.part,
        };
        let mut weights: Vec<f64> = self.targets.iter().enumerate().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            for weight in &mut weights {
                *weight /= sum;
            }
        }
        weights
    }

    /// The last item of the last key.
    fn last_target(&self, first: &Leg) -> Option<usize> {
        let mut last: Option<(usize, Place)> = None;
        for (at, place) in first.at.iter().enumerate().take(self.targets.len()) {
            let later = |before: Place| {
                (place.key, before.position) > (before.key, place.position)
                    || place.key == before.key && place.position >= before.position
            };
            if last.is_none_or(|(_, before)| later(before)) {
                last = Some((at, *place));
            }
        }
        last.map(|(at, _)| at)
    }
}

/// Targets of one operation that are kept apart. Where there are more, slices of a collection or of the door stand for them.
pub(super) const MOST_TARGETS: usize = 20_000;

/// How often each key is asked, in any measure.
fn key_weights(keys: &[StreamKey], popularity: &Popularity) -> Vec<f64> {
    let count = keys.len();
    // the key with most items first; of equal ones the first
    let mut ranks: Vec<usize> = (0..count).collect();
    let items = |at: usize| keys.get(at).map_or(0, |key| key.items);
    sort_by(&mut ranks, |one, two| items(*two).cmp(&items(*one)));
    match popularity {
        Popularity::Even | Popularity::Newest => vec![1.0; count],
        Popularity::Sample => keys.iter().map(|key| f64::from(key.items)).collect(),
        Popularity::Zipf { exponent } => {
            let mut weights = vec![0.0; count];
            for (rank, at) in ranks.iter().enumerate() {
                if let Some(weight) = weights.get_mut(*at) {
                    *weight = zipf(rank + 1, exponent.max(0.0));
                }
            }
            weights
        }
        Popularity::Celebrity { share, key } => {
            let stars = stars(keys, key.as_deref(), ranks.first().copied());
            let share = within(*share, 0.0, 1.0);
            let rest = (1.0 - share) / (count.max(stars.len() + 1) - stars.len()) as f64;
            let share = share / stars.len().max(1) as f64;
            let weight = |at| if stars.contains(&at) { share } else { rest };
            (0..count).map(weight).collect()
        }
    }
}

/// The places of a celebrity: of the key that has its name, of all shards of it where it is spread, else of this one.
fn stars(keys: &[StreamKey], name: Option<&str>, else_this: Option<usize>) -> Vec<usize> {
    let Some(name) = name else { return else_this.into_iter().collect() };
    let all = |is_it: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let known = keys.iter().enumerate().filter(|(_, key)| is_it(&key.text));
        known.map(|(at, _)| at).collect()
    };
    let own = all(&|text| text == name);
    let own = if own.is_empty() {
        all(&|text| split_shard(text).is_some_and(|(base, _)| base == name))
    } else {
        own
    };
    if own.is_empty() { else_this.into_iter().collect() } else { own }
}

/// What one row asks of the tables, over and over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stream {
    /// The row's id, such as `A3`.
    pub id: String,
    /// Such as "List warehouses carrying product".
    pub label: String,
    /// Times a second.
    pub per_second: f64,
    /// Whether it writes.
    pub is_write: bool,
    /// What its row promises.
    pub consistency: Option<Consistency>,
    /// How it spreads over its keys.
    pub popularity: Popularity,
    /// The calls it makes each time.
    pub operations: Vec<Operation>,
    /// Whether its calls go side by side, as those to the shards of a key do; else one after the other.
    pub is_parallel: bool,
}

impl Popularity {
    /// The word for it in a document.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Zipf { .. } => "zipf",
            Self::Celebrity { .. } => "celebrity",
            Self::Newest => "newest",
            Self::Sample => "sample",
        }
    }
}

impl Stream {
    /// Read units each time.
    pub fn read_units(&self) -> f64 {
        self.units(false)
    }

    /// Write units each time, those of indexes too.
    pub fn write_units(&self) -> f64 {
        self.units(true)
    }

    /// Asks as if there were so many keys: those that the sample lacks cost and stand as those that it has do, in places of their
    /// own. It never takes any away. Where only the newest is asked there are none beside it.
    pub fn widen(&mut self, keys: usize) {
        if self.popularity == Popularity::Newest {
            return;
        }
        for operation in &mut self.operations {
            operation.widen(keys.min(MOST_TARGETS));
        }
    }

    fn units(&self, is_write: bool) -> f64 {
        let legs = self.operations.iter().flat_map(|operation| &operation.legs);
        legs.filter(|leg| leg.is_write == is_write).map(|leg| leg.units).sum()
    }
}

/// Everything that is asked of the tables of a design.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load {
    /// The doors there are.
    pub doors: Vec<Door>,
    /// What is asked.
    pub streams: Vec<Stream>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(items: &[u32], reach: Reach) -> Operation {
        let key = |(at, items): (usize, &u32)| StreamKey {
            text: format!("K{at}"),
            place: at as u64,
            items: *items,
        };
        let keys = items.iter().enumerate().map(key).collect();
        Operation::at_one_door("GetItem", Leg { reach, keys, units: 1.0, ..Leg::default() })
    }

    #[test]
    fn popularity_spreads_requests_over_keys_and_evenly_within_each() {
        let star =
            |share, key: Option<&str>| Popularity::Celebrity { share, key: key.map(str::to_owned) };
        for (popularity, expected) in [
            (Popularity::Even, [0.25, 0.25, 0.5]),
            (Popularity::Sample, [1.0 / 3.0; 3]),
            (Popularity::Zipf { exponent: 0.0 }, [0.25, 0.25, 0.5]),
            (Popularity::Zipf { exponent: 1.0 }, [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]),
            (star(0.6, None), [0.3, 0.3, 0.4]),
            (star(0.6, Some("K1")), [0.2, 0.2, 0.6]),
            (star(0.6, Some("gone")), [0.3, 0.3, 0.4]),
            (star(7.0, None), [0.5, 0.5, 0.0]),
            (Popularity::Newest, [0.0, 0.0, 1.0]),
        ] {
            let weights = operation(&[2, 1], Reach::Item).weights(&popularity);
            assert_eq!(weights.len(), 3);
            for (weight, expected) in weights.iter().zip(expected) {
                assert!((weight - expected).abs() < 1e-12, "{popularity:?}: {weights:?}");
            }
        }
        assert_eq!(operation(&[2, 2], Reach::Run).weights(&Popularity::Even), [0.5, 0.5]);
        assert_eq!(operation(&[1, 2], Reach::Item).weights(&Popularity::Newest), [0.0, 0.0, 1.0]);
        assert_eq!(operation(&[5], Reach::Run).weights(&star(0.2, None)), [1.0]);
        assert!(operation(&[], Reach::Item).weights(&Popularity::Even).is_empty());
    }

    #[test]
    fn very_many_items_are_held_in_slices() {
        let many = operation(&[1_000_000, 1_000_000], Reach::Item);
        assert_eq!(many.targets.len(), MOST_TARGETS);
        let sum: f64 = many.weights(&Popularity::Even).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
