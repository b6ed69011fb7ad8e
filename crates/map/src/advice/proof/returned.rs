//! The items that a row returned, read off its walk.
//!
//! Owns the way from a walk's positions to items, and what is kept of them: the first keys, and whether they came in an order.
//! It must be shown each page before anything else happens to the database: positions are those of the moment.

use key_engine::value::KeyBytes;
use key_engine::walk::{Leg, Page};
use key_engine::{AttributeValue, Database, Item};

use super::MOST_RETURNED;
use crate::advice::merge::{Sorted, merged};
use crate::design::{ExpectedItem, Request, SortOrder};

/// What is known of the items returned so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Returned {
    /// The first of them.
    pub(super) first: Vec<ExpectedItem>,
    /// The call that brings what is taken, by its place.
    pub(super) call: usize,
    /// Of each of the first, where there are several calls: the call, and its place in the order of the door.
    pub(super) places: Option<Vec<(usize, KeyBytes)>>,
    /// How many of them are kept.
    most: usize,
    /// Whether they come in the order that is wanted.
    pub(super) order: Option<OrderCheck>,
}

/// Whether items come in an order.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderCheck {
    pub(super) wanted: SortOrder,
    /// The value of the last item that had one, its type first.
    last: Option<(&'static str, KeyBytes)>,
    /// Items that have a value to be ordered by.
    pub(super) ordered: u64,
    /// The first item that stands before its place.
    pub(super) out_of_place: Option<ExpectedItem>,
}

impl Returned {
    /// Nothing yet, of a row that wants and expects what `request` says.
    pub(super) fn of(request: &Request) -> Self {
        let expected = match &request.expected {
            Some(crate::design::Expectation::Items { items, .. }) => items.len() + 1,
            _ => 0,
        };
        let order = request.wanted.order.as_ref();
        Self {
            first: Vec::new(),
            call: 0,
            places: (request.calls.len() > 1).then(Vec::new),
            most: MOST_RETURNED.max(expected),
            order: order
                .map(|wanted| OrderCheck { wanted: wanted.clone(), ..OrderCheck::default() }),
        }
    }

    /// Takes the items that a page returned, which the database holds as it did then.
    pub(super) fn take(&mut self, page: &Page, database: &Database) {
        for leg in page.legs.iter().filter(|leg| leg.action.is_read()) {
            if self.order.is_none() && self.first.len() >= self.most {
                return;
            }
            let Some(table) = database.table(&leg.table) else { continue };
            let Some(door) = table.door(leg.index.as_deref()) else { continue };
            positions(leg, &mut |ordinal, rank| {
                if let Some(item) = door.item(ordinal, rank) {
                    let found = || ExpectedItem {
                        table: leg.table.clone(),
                        key: table.primary().key_of(item),
                    };
                    if let Some(order) = &mut self.order {
                        order.take(item, &found);
                    }
                    if self.first.len() < self.most {
                        if let Some(places) = &mut self.places {
                            let own = door.range_elements().chain(table.primary().key_schema());
                            let values = own.filter_map(|element| item.get(&element.attribute));
                            places.push((self.call, KeyBytes::of(values)));
                        }
                        self.first.push(found());
                    }
                }
                self.order.is_some() || self.first.len() < self.most
            });
        }
    }
}

impl Returned {
    /// The items of several calls merged in the order of the sort key, at most so many; none where not all of them are kept.
    pub(super) fn merged(
        &self,
        calls: usize,
        returned: u64,
        forward: bool,
        limit: Option<usize>,
    ) -> Option<Vec<ExpectedItem>> {
        let places = self.places.as_ref().filter(|places| places.len() as u64 == returned)?;
        let mut answers = vec![Sorted::default(); calls];
        let mut before = vec![0_usize; calls + 1];
        for (call, key) in places {
            answers.get_mut(*call)?.keys.push(key.clone());
            *before.get_mut(call + 1)? += 1;
        }
        let mut sum = 0;
        for count in &mut before {
            sum += *count;
            *count = sum;
        }
        let order = merged(&answers, forward, limit).order;
        let place = |(call, at): (usize, usize)| self.first.get(before.get(call)? + at).cloned();
        order.into_iter().map(place).collect()
    }
}

impl OrderCheck {
    fn take(&mut self, item: &Item, found: &dyn Fn() -> ExpectedItem) {
        let Some(value) = item.get(&self.wanted.attribute) else { return };
        if !matches!(value, AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_)) {
            return;
        }
        self.ordered += 1;
        let place = (value.type_name(), KeyBytes::of([value]));
        let Some(last) = self.last.replace(place) else { return };
        let Some(place) = &self.last else { return };
        let in_place = last.0 == place.0
            && if self.wanted.descending { last.1 >= place.1 } else { last.1 <= place.1 };
        if !in_place && self.out_of_place.is_none() {
            self.out_of_place = Some(found());
        }
    }
}

/// The collection and rank of each item that a leg returned, in the order in which it did, until `found` has enough.
fn positions(leg: &Leg, found: &mut dyn FnMut(usize, usize) -> bool) {
    let mut visits = leg.visits.iter();
    let mut visit = visits.next();
    // items of the visit that are behind us
    let mut done = 0_u64;
    for (returned, count) in leg.returned.runs() {
        let mut left = u64::from(count);
        while left > 0 {
            let Some(here) = visit else { return };
            let in_visit = here.items().saturating_sub(done);
            if in_visit == 0 {
                visit = visits.next();
                done = 0;
                continue;
            }
            let take = left.min(in_visit);
            if returned {
                for at in done..done + take {
                    let each = u64::from(here.count);
                    let (collection, place) = (at / each, at % each);
                    let first = u64::from(here.first_rank);
                    let rank =
                        if leg.backward { first.saturating_sub(place) } else { first + place };
                    let ordinal = u64::from(here.first_collection) + collection;
                    if !found(ordinal as usize, rank as usize) {
                        return;
                    }
                }
            }
            done += take;
            left -= take;
        }
    }
}
