//! Floors and walks for tests: the scenario that ships, and floors of any shape with scans of them.

use key_engine::walk::{Action, Leg, Page, PageEnd, Visit, Walk};
use key_engine::{AttributeValue, Database, Item};

use super::{
    Bay, Camera, DatabaseNames, LabelColumns, Metrics, Moment, Plan, Scene, Trace, Walked,
};
use crate::design::{open, scenarios};
use crate::player::{Door, KeyNames, Timeline};

/// The door of floors that are in no database.
pub(super) const NOWHERE: Door<'static> = Door { table: "Nowhere", index: None };

/// A scenario with one of its requests walked.
pub(super) struct Walkthrough {
    pub(super) database: Database,
    pub(super) table: String,
    pub(super) index: Option<String>,
    pub(super) plan: Plan,
    pub(super) timeline: Timeline,
    pub(super) trace: Trace,
    pub(super) answer: serde_json::Value,
}

impl Walkthrough {
    /// The first call of a request.
    pub(super) fn of(scenario: &str, request: &str) -> Self {
        let opened = open(scenarios::find(scenario).unwrap().json).unwrap();
        let (mut database, design) = (opened.database, opened.design);
        let call = design.request(request).unwrap().sample_calls().remove(0);
        let (answer, walk) = database.call_with_walk(&call.operation, &call.input);
        let text =
            |name: &str| call.input.get(name).and_then(|value| value.as_str()).map(str::to_owned);
        let (table, index) = (text("TableName").unwrap(), text("IndexName"));
        let entities = design.entity_finder(&table);
        let plan =
            Plan::build(database.table(&table).unwrap().door(index.as_deref()).unwrap(), |item| {
                entities.of(item) as u8
            });
        let timeline = Timeline::new(&walk);
        let trace = Trace::new(&timeline, Door { table: &table, index: index.as_deref() }, &plan);
        Self { database, table, index, plan, timeline, trace, answer: answer.unwrap() }
    }

    pub(super) fn door(&self) -> Door<'_> {
        Door { table: &self.table, index: self.index.as_deref() }
    }

    pub(super) fn names(&self) -> DatabaseNames<'_> {
        DatabaseNames(&self.database)
    }

    pub(super) fn walked(&self, position: f64) -> Walked<'_> {
        Walked { timeline: &self.timeline, trace: &self.trace, position }
    }

    /// The step of the last item read.
    pub(super) fn last_read(&self) -> f64 {
        self.timeline.last_step() as f64 - 2.0
    }

    pub(super) fn scene<'a>(
        &'a self,
        camera: &'a Camera,
        names: &'a dyn KeyNames,
        position: f64,
    ) -> Scene<'a> {
        let moment = Moment { walk: Some(self.walked(position)), ..Moment::default() };
        Scene {
            plan: &self.plan,
            camera,
            door: self.door(),
            title: "Dispatch desk",
            moment,
            metrics: Metrics::default(),
            names,
        }
    }
}

/// A floor of these collections, in that many bays.
pub(super) fn plan_of(lengths: Vec<u32>, bays: usize) -> Plan {
    let share = lengths.len().div_ceil(bays).max(1);
    let bound = |bay: usize| (bay * share).min(lengths.len());
    let bay = |at: usize| Bay {
        collections: bound(at)..bound(at + 1),
        hash_range: (at as u16, at as u16),
    };
    let items: u32 = lengths.iter().sum();
    let entities = (0..items).map(|position| (position % 5) as u8).collect();
    Plan::from_parts((0..bays).map(bay).collect(), lengths, entities, LabelColumns::default())
}

/// A Scan of a floor in pages of so many items; `returned` says which positions.
pub(super) fn scan_of(plan: &Plan, page_items: usize, returned: impl Fn(usize) -> bool) -> Walk {
    let mut pages: Vec<Page> = Vec::new();
    let (mut collection, mut rank) = (0, 0);
    while collection < plan.collection_count() {
        let mut leg =
            Leg { table: NOWHERE.table.to_owned(), action: Action::Read, ..Leg::default() };
        let mut room = page_items;
        while room > 0 && collection < plan.collection_count() {
            let count = room.min(plan.len_of(collection) - rank);
            leg.visits.push(Visit {
                partition: plan.bay_of(collection).unwrap() as u32,
                first_collection: collection as u32,
                collections: 1,
                first_rank: rank as u32,
                count: count as u32,
            });
            for position in plan.first_position(collection) + rank
                ..plan.first_position(collection) + rank + count
            {
                leg.sizes.push(100);
                leg.returned.push(returned(position));
            }
            room -= count;
            rank += count;
            if rank == plan.len_of(collection) {
                (collection, rank) = (collection + 1, 0);
            }
        }
        let key = Item::from_iter([("PK", AttributeValue::S(collection.to_string()))]);
        let more = collection < plan.collection_count();
        pages.push(Page {
            legs: vec![leg],
            end: PageEnd::Size,
            last_evaluated_key: more.then_some(key),
            capacity_units: 1.0,
            ..Page::default()
        });
    }
    Walk { operation: "Scan".to_owned(), pages }
}

/// A backward Query of some of the items of one collection, the first of them of that rank.
pub(super) fn backward_query(
    plan: &Plan,
    collection: usize,
    first_rank: usize,
    returned: &[bool],
) -> Walk {
    let leg = Leg {
        table: NOWHERE.table.to_owned(),
        action: Action::Read,
        backward: true,
        visits: vec![Visit {
            partition: plan.bay_of(collection).unwrap() as u32,
            first_collection: collection as u32,
            collections: 1,
            first_rank: first_rank as u32,
            count: returned.len() as u32,
        }],
        sizes: returned.iter().map(|_| 100).collect(),
        returned: returned.iter().copied().collect(),
        ..Leg::default()
    };
    let page = Page { legs: vec![leg], capacity_units: 0.5, ..Page::default() };
    Walk { operation: "Query".to_owned(), pages: vec![page] }
}
