//! The record of what a request touched, in order, as plain data.
//!
//! Owns: the shape of a walk, its run-length encoding, its totals, and the recorder through which the
//! engine's operations write it. Must never: look at tables (ordinals and ranks are those at the time of
//! the walk), know of pixels, or read a clock.
//!
//! The law of the walk, held by a property test: folding a walk gives back the response. Items evaluated
//! are `ScannedCount`, items returned are `Count`, capacity is `ConsumedCapacity`, the last page's stop is
//! `LastEvaluatedKey`. Of a write, what each door's legs were charged is what the bill says of that door. A write
//! that was refused by an item, and a transaction that was cancelled, has one leg for each of its items, in the
//! request's order, and [`Leg::refused`] on those that were a reason.

mod recorder;
mod runs;

use std::sync::Arc;

pub use recorder::Recorder;
pub use runs::Runs;
use serde::{Deserialize, Serialize};

use crate::order::sort_by;
use crate::value::Item;

/// All pages of one request, from the first call to the last continuation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// The operation's name, as on the wire: `Query`.
    pub operation: String,
    /// One for each round trip.
    pub pages: Vec<Page>,
}

/// One round trip.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// What was done at each door, in order: one for a Query, a Scan or a `GetItem`; several for batches,
    /// transactions, and writes that reach indexes.
    pub legs: Vec<Leg>,
    /// Why the page ended.
    pub end: PageEnd,
    /// Where the next page goes on from.
    pub last_evaluated_key: Option<Item>,
    /// Capacity units of the whole page, rounded as `DynamoDB` rounds.
    pub capacity_units: f64,
    /// The operation that a `PartiQL` statement became: `Query` or `Scan`, which a `SELECT` does not say, or a write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub became: Option<String>,
}

/// Why a page ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageEnd {
    /// As many items evaluated as `Limit` says.
    Limit,
    /// 1 MB of items evaluated.
    Size,
    /// Nothing is left.
    #[default]
    End,
    /// The item asked for is there.
    Found,
    /// The item asked for is not there.
    NotFound,
    /// A write was done.
    Written,
    /// The request was refused; the exception's name.
    Refused(String),
}

/// What was done at one door in one round trip.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a record")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// The table.
    pub table: String,
    /// The index; `None` for the table's own door.
    pub index: Option<String>,
    /// What was done there.
    pub action: Action,
    /// The whole door is gone through, whatever the operation is called.
    pub scan: bool,
    /// Ranks fall: `ScanIndexForward` was false.
    pub backward: bool,
    /// The read was strongly consistent.
    pub consistent: bool,
    /// The key, at this door, of the one item that is written here, or read by its key; none where items are read in
    /// their order. It names what is not there, or stands nowhere any more.
    pub key: Option<Item>,
    /// What it was about where there is nothing: the values of this door's key that a Query names one by one, or the key of an
    /// item that is not there.
    pub sought: Option<Item>,
    /// There was an item at its key.
    pub found: bool,
    /// This is why the whole request was refused: the code of the cancellation reason, `ConditionalCheckFailed`.
    pub refused: Option<String>,
    /// Where it led, in order. Of a write: where the item stands once the whole request is done, or would stand.
    pub visits: Vec<Visit>,
    /// Bytes of each item evaluated, in walk order.
    pub sizes: Runs<u32>,
    /// Whether each item evaluated was returned, in walk order.
    pub returned: Runs<bool>,
    /// Capacity units charged to this door.
    pub capacity_units: f64,
}

/// What is done at a door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Items are read.
    #[default]
    Read,
    /// An item that a local index does not project whole is fetched from its table.
    Fetch,
    /// An item is put.
    Put,
    /// An item is updated.
    Update,
    /// An item is deleted.
    Delete,
    /// A transaction checks a condition.
    Check,
    /// An entry joins an index.
    Enter,
    /// An entry leaves an index.
    Leave,
    /// An entry of an index is rewritten in place.
    Rewrite,
}

impl Action {
    /// Whether items are evaluated for a response here.
    pub fn is_read(self) -> bool {
        self == Self::Read
    }
}

/// Neighbouring collections, all in one partition, of each of which the same run of ranks was evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Visit {
    /// The partition's number, from 0.
    pub partition: u32,
    /// Ordinal of the first collection in the door's hash order; of a collection that does not exist,
    /// where it would stand.
    pub first_collection: u32,
    /// How many collections; 0 when the one looked for does not exist.
    pub collections: u32,
    /// Rank of the first item evaluated, in each collection.
    pub first_rank: u32,
    /// Items evaluated in each collection, rank rising, or falling when the leg is backward. 0 when the
    /// collection was entered and no item matched.
    pub count: u32,
}

/// A walk, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Items evaluated: `ScannedCount` of all pages.
    pub items_read: u64,
    /// Items returned: `Count` of all pages.
    pub items_returned: u64,
    /// Bytes of the items evaluated, and of those fetched from the table for a local index.
    pub bytes_read: u64,
    /// Capacity units of all pages.
    pub capacity_units: f64,
    /// Pages.
    pub pages: u32,
    /// Different partitions, over all doors.
    pub partitions_touched: u32,
    /// Calls to the service.
    pub round_trips: u32,
}

impl Walk {
    /// A walk without pages.
    pub fn new(operation: &str) -> Self {
        Self { operation: operation.to_owned(), pages: Vec::new() }
    }

    /// The walk's sums.
    pub fn totals(&self) -> Totals {
        Totals::of(self.pages.iter())
    }

    /// Joins the walk of the next page, or pages, to this one. A walk that has none yet takes the operation too.
    pub fn extend(&mut self, next: Walk) {
        if self.pages.is_empty() && self.operation.is_empty() {
            self.operation = next.operation;
        }
        self.pages.extend(next.pages);
    }
}

impl Totals {
    /// The sums of pages, of one walk or of several.
    pub fn of<'p>(pages: impl Iterator<Item = &'p Page>) -> Self {
        let mut totals = Self::default();
        let mut partitions = Vec::new();
        for page in pages {
            totals.pages += 1;
            totals.round_trips += 1;
            totals.capacity_units += page.capacity_units;
            for leg in &page.legs {
                for visit in &leg.visits {
                    partitions.push((&leg.table, &leg.index, visit.partition));
                }
                if matches!(leg.action, Action::Read | Action::Fetch) {
                    totals.bytes_read += leg.bytes();
                }
                if leg.action.is_read() {
                    totals.items_read += u64::from(leg.returned.len());
                    totals.items_returned += leg.items_returned();
                }
            }
        }
        sort_by(&mut partitions, Ord::cmp);
        partitions.dedup();
        totals.partitions_touched = u32::try_from(partitions.len()).unwrap_or(u32::MAX);
        totals
    }
}

impl Leg {
    /// Bytes of all items evaluated.
    pub fn bytes(&self) -> u64 {
        self.sizes.runs().map(|(size, count)| u64::from(size) * u64::from(count)).sum()
    }

    /// How many items were returned.
    pub fn items_returned(&self) -> u64 {
        self.returned
            .runs()
            .filter(|(returned, _)| *returned)
            .map(|(_, count)| u64::from(count))
            .sum()
    }
}

impl Visit {
    /// How many items were evaluated.
    pub fn items(&self) -> u64 {
        u64::from(self.collections) * u64::from(self.count)
    }

    /// Whether `next` goes on where this visit ends, so that one record holds both.
    fn joins(&self, next: &Self) -> bool {
        self.partition == next.partition
            && self.collections > 0
            && next.collections > 0
            && self.first_collection + self.collections == next.first_collection
            && self.first_rank == next.first_rank
            && self.count == next.count
    }
}

/// One item that a request changed: what stood there, and what stands there now.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The table.
    pub table: String,
    /// The item before; none where there was none.
    pub old: Option<Arc<Item>>,
    /// The item after; none where it was deleted.
    pub new: Option<Arc<Item>>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn visit(partition: u32, first_collection: u32, first_rank: u32, count: u32) -> Visit {
        Visit { partition, first_collection, collections: 1, first_rank, count }
    }

    proptest! {
        #[test]
        fn runs_hold_what_was_pushed(elements in proptest::collection::vec(0u32..3, 0..60)) {
            let runs: Runs<u32> = elements.iter().copied().collect();
            prop_assert_eq!(runs.len() as usize, elements.len());
            prop_assert_eq!(runs.iter().collect::<Vec<_>>(), elements.clone());
            for (at, element) in elements.iter().enumerate() {
                prop_assert_eq!(runs.get(at as u32), Some(*element));
            }
            prop_assert_eq!(runs.get(runs.len()), None);
            let mut changes = elements.clone();
            changes.dedup();
            prop_assert_eq!(runs.runs().count(), changes.len());
            let text = serde_json::to_string(&runs).unwrap();
            prop_assert_eq!(serde_json::from_str::<Runs<u32>>(&text).unwrap(), runs);
        }
    }

    #[test]
    fn a_scan_of_many_like_collections_is_one_visit() {
        let mut recorder = Recorder::keeping();
        recorder.begin(Leg::default);
        for ordinal in 0..1000 {
            recorder.visit(visit(ordinal / 500, ordinal, 0, 1));
            recorder.read(40, true);
        }
        recorder.charge(5.0);
        recorder.end(PageEnd::End, None, 5.0);
        let walk = recorder.into_walk("Scan");
        let leg = &walk.pages[0].legs[0];
        assert_eq!(
            leg.visits.iter().map(|visit| visit.collections).collect::<Vec<_>>(),
            [500, 500]
        );
        assert_eq!(
            (leg.visits[1].items(), leg.bytes(), leg.sizes.runs().count()),
            (500, 40_000, 1)
        );
        let totals = walk.totals();
        assert_eq!(
            (totals.items_read, totals.items_returned, totals.partitions_touched),
            (1000, 1000, 2)
        );
        let text = serde_json::to_string(&walk).unwrap();
        assert!(text.len() < 500, "{text}");
        assert_eq!(serde_json::from_str::<Walk>(&text).unwrap(), walk);
    }

    #[test]
    fn visits_join_only_where_one_goes_on_from_the_other() {
        let first = visit(0, 4, 0, 2);
        for (next, joins) in [
            (visit(0, 5, 0, 2), true),
            (visit(1, 5, 0, 2), false),
            (visit(0, 6, 0, 2), false),
            (visit(0, 5, 1, 2), false),
            (visit(0, 5, 0, 3), false),
            (Visit { collections: 0, ..visit(0, 5, 0, 2) }, false),
        ] {
            assert_eq!(first.joins(&next), joins, "{next:?}");
        }
    }

    #[test]
    fn totals_of_pages_add_up_and_count_each_partition_once() {
        let page = |partition, index: Option<&str>| Page {
            legs: vec![Leg {
                index: index.map(str::to_owned),
                visits: vec![visit(partition, 0, 0, 2)],
                sizes: [100, 200].into_iter().collect(),
                returned: [true, false].into_iter().collect(),
                ..Leg::default()
            }],
            capacity_units: 0.5,
            ..Page::default()
        };
        let mut walk = Walk { operation: "Query".into(), pages: vec![page(0, None)] };
        for next in [page(0, None), page(1, None), page(0, Some("index"))] {
            walk.extend(Walk { operation: "Query".into(), pages: vec![next] });
        }
        let expected = Totals {
            items_read: 8,
            items_returned: 4,
            bytes_read: 1200,
            capacity_units: 2.0,
            pages: 4,
            partitions_touched: 3,
            round_trips: 4,
        };
        assert_eq!(walk.totals(), expected);
    }
}
