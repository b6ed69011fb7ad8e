//! What is asked, and how often: the load that a simulation is given.
//!
//! Owns streams, their keys and how popular each is. It never knows of partitions.

use key_engine::Database;

use crate::advice::Proof;
use crate::design::{Consistency, Design};

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

/// What one operation does at one door.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leg {
    /// The door's place in [`Load::doors`].
    pub door: usize,
    /// Whether write units are used; else read units.
    pub is_write: bool,
    /// Units each time.
    pub units: f64,
    /// The keys at this door, side by side with those of the operation's first leg.
    pub keys: Vec<StreamKey>,
    /// Whether it reads along a collection; else it names one item.
    pub is_run: bool,
}

/// One call to the service, such as a Query or a `PutItem` with what that does to indexes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operation {
    /// The operation's name, as on the wire.
    pub name: String,
    /// Where it goes. The first leg's keys are what popularity is about; it is served once every leg is.
    pub legs: Vec<Leg>,
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

impl Stream {
    /// Read units each time.
    pub fn read_units(&self) -> f64 {
        self.units(false)
    }

    /// Write units each time, those of indexes too.
    pub fn write_units(&self) -> f64 {
        self.units(true)
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

impl Load {
    /// What the rows of a design ask, by the proofs of its rows, in their order.
    pub fn of(design: &Design, database: &Database, proofs: &[Proof]) -> Self {
        let _ = (design, database, proofs);
        Self::default()
    }
}
