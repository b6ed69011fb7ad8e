//! Walks made up for the tests, and the laws of this room.

#![allow(clippy::float_cmp, reason = "halves and whole numbers are exact")]

mod requests;
mod sentence;
mod timeline;
mod transport;

use key_engine::{
    AttributeValue, Item,
    walk::{Action, Leg, Page, PageEnd, Recorder, Visit, Walk},
};
use proptest::prelude::*;

/// What one item weighs, and whether it is returned.
type Evaluated = (u32, bool);

/// A key to go on from; only its presence matters here.
fn some_key() -> Item {
    [("PK".to_owned(), AttributeValue::S("k".to_owned()))].into_iter().collect()
}

fn read_leg(backward: bool, consistent: bool) -> Leg {
    Leg { table: "T".to_owned(), backward, consistent, ..Leg::default() }
}

/// What `DynamoDB` bills for a Query or Scan page of so many bytes.
fn read_units(bytes: u32, consistent: bool) -> f64 {
    f64::from(bytes.div_ceil(4096).max(1)) * if consistent { 1.0 } else { 0.5 }
}

/// A Scan over collections laid out as (partition, items), cut into pages after so many items each.
fn scan(collections: &[(u32, Vec<Evaluated>)], page_lengths: &[usize], consistent: bool) -> Walk {
    let items: Vec<(u32, u32, u32, Evaluated)> = collections
        .iter()
        .enumerate()
        .flat_map(|(ordinal, (partition, items))| {
            items
                .iter()
                .enumerate()
                .map(move |(rank, item)| (*partition, ordinal as u32, rank as u32, *item))
        })
        .collect();
    let mut walk = Walk::new("Scan");
    let (mut from, mut lengths) = (0, page_lengths.iter().copied());
    while from < items.len() {
        let to = lengths.next().map_or(items.len(), |length| (from + length).min(items.len()));
        let page = &items[from..to];
        let mut recorder = Recorder::keeping();
        recorder.begin(|| read_leg(false, consistent));
        for run in page.chunk_by(|a, b| a.1 == b.1) {
            let (partition, ordinal, rank, _) = run[0];
            recorder.visit(Visit {
                partition,
                first_collection: ordinal,
                collections: 1,
                first_rank: rank,
                count: run.len() as u32,
            });
            for (.., (size, returned)) in run {
                recorder.read(*size, *returned);
            }
        }
        let units = read_units(page.iter().map(|(.., (size, _))| size).sum(), consistent);
        recorder.charge(units);
        let more = to < items.len();
        let end = if more { PageEnd::Limit } else { PageEnd::End };
        recorder.end(end, more.then(some_key).as_ref(), units);
        walk.extend(recorder.into_walk("Scan"));
        from = to;
    }
    walk
}

/// One page of a Query from `first_rank` on.
fn query(items: &[Evaluated], first_rank: u32, backward: bool, end: PageEnd) -> Walk {
    let mut recorder = Recorder::keeping();
    recorder.begin(|| read_leg(backward, false));
    let count = items.len() as u32;
    recorder.visit(Visit { partition: 1, first_collection: 4, collections: 1, first_rank, count });
    for (size, returned) in items {
        recorder.read(*size, *returned);
    }
    let units = read_units(items.iter().map(|(size, _)| size).sum(), false);
    recorder.charge(units);
    let key = (end != PageEnd::End).then(some_key);
    recorder.end(end, key.as_ref(), units);
    recorder.into_walk("Query")
}

/// A `GetItem` of a key that is not there.
fn get_nothing() -> Walk {
    let mut recorder = Recorder::keeping();
    recorder.begin(|| read_leg(false, true));
    recorder.visit(Visit { partition: 2, first_collection: 7, ..Visit::default() });
    recorder.charge(1.0);
    recorder.end(PageEnd::NotFound, None, 1.0);
    recorder.into_walk("GetItem")
}

/// A write of one item in the table and its entry in an index.
fn put() -> Walk {
    let mut recorder = Recorder::keeping();
    for (index, action, partition) in
        [(None, Action::Put, 0), (Some("ByWarehouse".to_owned()), Action::Enter, 3)]
    {
        recorder.begin(|| Leg { table: "T".to_owned(), index, action, ..Leg::default() });
        recorder.visit(Visit {
            partition,
            first_collection: 2,
            collections: 1,
            first_rank: 0,
            count: 1,
        });
        recorder.read(900, false);
        recorder.charge(1.0);
    }
    recorder.end(PageEnd::Written, None, 2.0);
    recorder.into_walk("PutItem")
}

fn evaluated() -> impl Strategy<Value = Evaluated> {
    (prop_oneof![1_u32..400, Just(200), 3_000_u32..9_000], any::<bool>())
}

fn any_walk() -> impl Strategy<Value = Walk> {
    let collection = proptest::collection::vec(evaluated(), 1..6);
    let collections = proptest::collection::vec((0_u32..2, collection), 0..12).prop_map(|list| {
        let mut partition = 0;
        list.into_iter()
            .map(|(onward, items)| {
                partition += onward;
                (partition, items)
            })
            .collect::<Vec<_>>()
    });
    let pages = proptest::collection::vec(1_usize..9, 0..6);
    let scans = (collections, pages, any::<bool>())
        .prop_map(|(collections, pages, consistent)| scan(&collections, &pages, consistent));
    let items = proptest::collection::vec(evaluated(), 0..9);
    let queries = (items, 10_u32..20, any::<bool>())
        .prop_map(|(items, rank, backward)| query(&items, rank, backward, PageEnd::End));
    prop_oneof![4 => scans, 2 => queries, 1 => Just(get_nothing()), 1 => Just(put())]
}

/// The walk's page that holds a leg, and the leg, by the leg's number in the whole walk.
fn leg_of(walk: &Walk, number: usize) -> (&Page, &Leg) {
    walk.pages
        .iter()
        .flat_map(|page| page.legs.iter().map(move |leg| (page, leg)))
        .nth(number)
        .expect("the leg is in the walk")
}
