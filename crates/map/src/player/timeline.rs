//! A walk's steps, numbered, with running totals: every question about a step is a look-up.
//!
//! Steps are not stored. Each visit of the walk is one *stretch* of steps that all have the same shape (enter, read, read,
//! enter, read, read), so a step is found by binary search for its stretch and arithmetic inside it.

use key_engine::walk::{Action, PageEnd, Visit, Walk};

use super::{Counters, Door, Event, LegOutline, Lit, PageOutline, builder::Builder};

/// A walk in steps. Step 0 is [`Event::AtDesk`], the last is [`Event::Done`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pub(super) operation: String,
    pub(super) pages: Vec<PageOutline>,
    pub(super) legs: Vec<LegOutline>,
    pub(super) stretches: Vec<Stretch>,
    /// The steps at which a partition is touched that was not touched before.
    pub(super) new_partitions: Vec<usize>,
    pub(super) last_step: usize,
}

/// Neighbouring steps of one shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) first_step: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    AtDesk,
    EnterPartition {
        leg: u32,
        partition: u32,
        collection: u32,
        offset: u32,
    },
    /// `collections` times: enter, then `count` reads. `inside` leaves out the first entering: the walker is there.
    Collections {
        leg: u32,
        visit: Visit,
        offset: u32,
        inside: bool,
    },
    Missing {
        leg: u32,
        partition: u32,
        collection: u32,
        offset: u32,
    },
    PageEnd {
        page: u32,
    },
    Done,
}

impl Timeline {
    /// Numbers the steps of a walk. O(visits); afterwards the walk itself is not needed.
    pub fn new(walk: &Walk) -> Self {
        Builder::build(walk)
    }

    /// How many steps there are, the desk and the end included: at least two.
    pub fn steps(&self) -> usize {
        self.last_step + 1
    }

    /// The number of the last step, [`Event::Done`].
    pub fn last_step(&self) -> usize {
        self.last_step
    }

    /// The operation that was walked, such as `Query`.
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// The pages, in order.
    pub fn pages(&self) -> &[PageOutline] {
        &self.pages
    }

    /// The legs of all pages, in order.
    pub fn legs(&self) -> &[LegOutline] {
        &self.legs
    }

    /// Whether a whole door is gone through: a Scan, or a statement that became one.
    pub fn is_scan(&self) -> bool {
        self.operation == "Scan" || self.legs.iter().take(8).any(|leg| leg.scan)
    }

    /// Whether it is billed in write units.
    pub fn writes(&self) -> bool {
        self.legs.iter().take(8).any(LegOutline::is_write)
    }

    /// The legs that have written by a step, of requests that were done.
    pub fn written(&self, step: usize) -> impl Iterator<Item = &LegOutline> {
        self.legs.iter().filter(move |leg| {
            let page = self.pages.get(leg.page);
            let done = page.is_some_and(|page| page.end == PageEnd::Written);
            done && leg.is_write() && leg.action != Action::Check && leg.last_step <= step
        })
    }

    /// The door a leg went through.
    pub fn door(&self, leg: usize) -> Option<Door<'_>> {
        self.legs.get(leg).map(LegOutline::door)
    }

    /// The steps at which pages end, in order.
    pub fn page_breaks(&self) -> Vec<usize> {
        self.pages.iter().map(|page| page.end_step).collect()
    }

    /// What happens at a step; beyond the end, [`Event::Done`]. O(log visits).
    pub fn event(&self, step: usize) -> Event {
        let (stretch, within) = self.stretch(step);
        match stretch.kind {
            Kind::AtDesk => Event::AtDesk,
            Kind::EnterPartition { leg, partition, collection, .. } => {
                Event::EnterPartition { leg: leg as usize, partition, collection }
            }
            Kind::Missing { leg, partition, collection, .. } => {
                Event::MissingKey { leg: leg as usize, partition, collection }
            }
            Kind::PageEnd { page } => Event::PageEnd { page: page as usize },
            Kind::Done => Event::Done,
            Kind::Collections { leg, visit, offset, inside } => {
                self.event_in_collections(leg as usize, visit, offset, within + u32::from(inside))
            }
        }
    }

    fn event_in_collections(&self, leg: usize, visit: Visit, offset: u32, within: u32) -> Event {
        let outline = self.legs.get(leg);
        let (nth, index) = (within / (visit.count + 1), within % (visit.count + 1));
        let Visit { partition, first_rank, count, .. } = visit;
        let collection = visit.first_collection + nth;
        let Some(before) = index.checked_sub(1) else {
            return Event::EnterCollection { leg, partition, collection, rank: first_rank };
        };
        let backward = outline.is_some_and(|outline| outline.backward);
        let rank = moved(first_rank, before, backward);
        let position_in_leg = offset + nth * count + before;
        let returned = outline.is_some_and(|outline| outline.kept.value(position_in_leg) == 1);
        Event::Read { leg, partition, collection, rank, position_in_leg, returned }
    }

    /// What has been read and paid for by a step, itself included. O(log visits).
    pub fn counters(&self, step: usize) -> Counters {
        let partitions = self.new_partitions.partition_point(|&new| new <= step) as u32;
        let (leg, read) = self.reached(step);
        let (Some(outline), Some(read)) = (self.legs.get(leg), read) else {
            return Counters { partitions, ..self.counters_between_legs(leg, step) };
        };
        let page = self.pages.get(outline.page);
        let so_far = outline.before.capacity_units + outline.capacity_by(read, step);
        Counters {
            read: outline.before.read + outline.read_by(read),
            returned: outline.before.returned + outline.returned_by(read),
            bytes: outline.before.bytes + outline.bytes_by(read),
            capacity_units: page
                .map_or(0.0, |page| page.capacity_before + so_far.min(page.capacity_units)),
            page: outline.page as u32 + 1,
            partitions,
        }
    }

    /// The counters at the desk, at a page's end and when done: everything before leg `leg`.
    fn counters_between_legs(&self, leg: usize, step: usize) -> Counters {
        let ended = self.pages.partition_point(|page| page.end_step <= step);
        let capacity_units = ended
            .checked_sub(1)
            .and_then(|last| self.pages.get(last))
            .map_or(0.0, |page| page.capacity_before + page.capacity_units);
        let Some(last) = leg.checked_sub(1).and_then(|last| self.legs.get(last)) else {
            return Counters { capacity_units, page: ended as u32, ..Counters::default() };
        };
        Counters {
            read: last.before.read + last.read_by(last.evaluated),
            returned: last.before.returned + last.returned_by(last.evaluated),
            bytes: last.before.bytes + last.bytes_by(last.evaluated),
            capacity_units,
            page: ended as u32,
            partitions: 0,
        }
    }

    /// What is lit on the floor at a step: how many of each leg's items have been read. O(log visits).
    pub fn lit(&self, step: usize) -> Lit<'_> {
        let (leg, read) = self.reached(step);
        Lit::new(self, leg, read.unwrap_or(0))
    }

    /// The step at which a leg reads its item number `position_in_leg`. O(log visits).
    pub fn step_of(&self, leg: usize, position_in_leg: u32) -> Option<usize> {
        let outline = self.legs.get(leg)?;
        let stretches = self.stretches.get(outline.stretches.clone())?;
        let next = stretches.partition_point(|stretch| stretch.kind.offset() <= position_in_leg);
        let stretch = stretches.get(next.checked_sub(1)?)?;
        let Kind::Collections { visit, offset, inside, .. } = stretch.kind else { return None };
        let within = position_in_leg - offset;
        let nth = within.checked_div(visit.count)?;
        (nth < visit.collections)
            .then(|| stretch.first_step + within as usize + nth as usize + 1 - usize::from(inside))
    }

    /// Which of a leg's items stands at a rank of a collection, if the leg evaluated it. O(visits of the leg).
    pub fn position_in_leg(&self, leg: usize, collection: u32, rank: u32) -> Option<u32> {
        let outline = self.legs.get(leg)?;
        self.stretches.get(outline.stretches.clone())?.iter().find_map(|stretch| {
            let Kind::Collections { visit, offset, .. } = stretch.kind else { return None };
            let nth = collection.checked_sub(visit.first_collection)?;
            let before = if outline.backward {
                visit.first_rank.checked_sub(rank)?
            } else {
                rank.checked_sub(visit.first_rank)?
            };
            (nth < visit.collections && before < visit.count)
                .then(|| offset + nth * visit.count + before)
        })
    }

    /// The collection and rank of a leg's item number `position_in_leg`. O(log visits).
    pub fn place_of(&self, leg: usize, position_in_leg: u32) -> Option<(u32, u32)> {
        match self.event(self.step_of(leg, position_in_leg)?) {
            Event::Read { collection, rank, .. } => Some((collection, rank)),
            _ => None,
        }
    }

    /// The leg a step belongs to and how many of its items have been read by then, the step included. At a page's end, at
    /// the desk and when done: the first leg not begun, and none.
    fn reached(&self, step: usize) -> (usize, Option<u32>) {
        let (stretch, within) = self.stretch(step);
        match stretch.kind {
            Kind::AtDesk => (0, None),
            Kind::Done => (self.legs.len(), None),
            Kind::PageEnd { page } => {
                (self.pages.get(page as usize).map_or(0, |page| page.legs_end), None)
            }
            Kind::EnterPartition { leg, offset, .. } | Kind::Missing { leg, offset, .. } => {
                (leg as usize, Some(offset))
            }
            Kind::Collections { leg, visit, offset, inside } => {
                let within = within + u32::from(inside);
                let (nth, index) = (within / (visit.count + 1), within % (visit.count + 1));
                (leg as usize, Some(offset + nth * visit.count + index))
            }
        }
    }

    /// The stretch that holds a step, and how far into it the step is.
    fn stretch(&self, step: usize) -> (Stretch, u32) {
        let step = step.min(self.last_step);
        let next = self.stretches.partition_point(|stretch| stretch.first_step <= step);
        let done = Stretch { first_step: self.last_step, kind: Kind::Done };
        let stretch =
            next.checked_sub(1).and_then(|here| self.stretches.get(here)).copied().unwrap_or(done);
        (stretch, (step - stretch.first_step) as u32)
    }
}

impl Kind {
    /// How many items its leg has evaluated before it.
    fn offset(&self) -> u32 {
        match *self {
            Kind::EnterPartition { offset, .. }
            | Kind::Collections { offset, .. }
            | Kind::Missing { offset, .. } => offset,
            Kind::AtDesk | Kind::PageEnd { .. } | Kind::Done => 0,
        }
    }
}

/// The rank `by` items on in the direction of travel.
pub(super) fn moved(rank: u32, by: u32, backward: bool) -> u32 {
    if backward { rank.saturating_sub(by) } else { rank.saturating_add(by) }
}
