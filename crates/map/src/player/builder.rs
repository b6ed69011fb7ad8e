//! Lays a walk's visits end to end as steps.

use key_engine::order::SortedMap;
use key_engine::walk::{Action, Leg, Page, PageEnd, Visit, Walk};

use super::{
    outline::{Before, LegOutline, PageOutline, blocks_of},
    running_total::RunningTotal,
    timeline::{Kind, Stretch, Timeline, moved},
};

/// Lays stretches end to end.
#[derive(Default)]
pub(super) struct Builder {
    timeline: Timeline,
    next_step: usize,
    before: Before,
    capacity_before: f64,
    /// Where the walker stands: door (as the number of the first leg through it), partition, collection.
    place: Option<(usize, u32, Option<u32>)>,
    /// Doors and partitions entered so far: a walk enters them mostly in their order.
    touched: SortedMap<(usize, u32), ()>,
    doors: Vec<usize>,
}

impl Builder {
    /// The timeline of a walk.
    pub(super) fn build(walk: &Walk) -> Timeline {
        let mut builder = Self::default();
        builder.timeline.operation.clone_from(&walk.operation);
        builder.push(Kind::AtDesk, 1);
        for page in &walk.pages {
            builder.page(page);
        }
        builder.timeline.last_step = builder.next_step;
        builder.push(Kind::Done, 1);
        builder.timeline
    }

    fn push(&mut self, kind: Kind, steps: usize) {
        if steps > 0 {
            self.timeline.stretches.push(Stretch { first_step: self.next_step, kind });
            self.next_step += steps;
        }
    }

    fn page(&mut self, page: &Page) {
        self.before.capacity_units = 0.0;
        for leg in &page.legs {
            self.leg(leg, page.end == PageEnd::Written);
        }
        let number = self.timeline.pages.len();
        self.timeline.pages.push(PageOutline {
            end: page.end.clone(),
            became: page.became.clone(),
            last_evaluated_key: page.last_evaluated_key.clone(),
            capacity_units: page.capacity_units,
            end_step: self.next_step,
            capacity_before: self.capacity_before,
            legs_end: self.timeline.legs.len(),
        });
        self.capacity_before += page.capacity_units;
        self.push(Kind::PageEnd { page: number as u32 }, 1);
    }

    fn leg(&mut self, leg: &Leg, done: bool) {
        let number = self.timeline.legs.len();
        let first_stretch = self.timeline.stretches.len();
        let mut outline = outline_of(leg, self.timeline.pages.len(), self.before, done);
        let door = self.door(number, leg);
        let mut offset = 0;
        for visit in &leg.visits {
            self.visit(number, door, *visit, offset);
            let count = visit.collections * visit.count;
            if count > 0 {
                let last = visit.first_collection + visit.collections - 1;
                let rank = moved(visit.first_rank, visit.count - 1, leg.backward);
                outline.first.get_or_insert((visit.first_collection, visit.first_rank));
                outline.last = Some((last, rank));
            }
            offset += count;
        }
        outline.evaluated = offset;
        outline.last_step = self.next_step.saturating_sub(1);
        outline.stretches = first_stretch..self.timeline.stretches.len();
        self.before.read += outline.read_by(offset);
        self.before.returned += outline.returned_by(offset);
        self.before.bytes += outline.bytes_by(offset);
        self.before.capacity_units += leg.capacity_units;
        self.timeline.legs.push(outline);
    }

    fn visit(&mut self, leg: usize, door: usize, visit: Visit, offset: u32) {
        let Visit { partition, first_collection: collection, .. } = visit;
        let leg = leg as u32;
        if self.place.is_none_or(|place| (place.0, place.1) != (door, partition)) {
            if self.touched.insert((door, partition), ()).is_none() {
                self.timeline.new_partitions.push(self.next_step);
            }
            self.push(Kind::EnterPartition { leg, partition, collection, offset }, 1);
            self.place = Some((door, partition, None));
        }
        if visit.collections == 0 {
            self.push(Kind::Missing { leg, partition, collection, offset }, 1);
            self.place = Some((door, partition, None));
            return;
        }
        // Coming to a place in vain, or to take away what stood there, is a step even from the next shelf.
        let inside = visit.count > 0 && self.place == Some((door, partition, Some(collection)));
        let steps = visit.collections as usize * (visit.count as usize + 1) - usize::from(inside);
        self.push(Kind::Collections { leg, visit, offset, inside }, steps);
        self.place = Some((door, partition, Some(collection + visit.collections - 1)));
    }

    /// The door of a leg, as the number of the first leg that went through it.
    fn door(&mut self, number: usize, leg: &Leg) -> usize {
        let legs = &self.timeline.legs;
        let same = |&&door: &&usize| {
            legs.get(door).is_some_and(|known| known.table == leg.table && known.index == leg.index)
        };
        let known = self.doors.iter().find(same).copied();
        known.unwrap_or_else(|| {
            self.doors.push(number);
            number
        })
    }
}

/// `done` says of a write's leg that the write was done.
fn outline_of(leg: &Leg, page: usize, before: Before, done: bool) -> LegOutline {
    let write = !matches!(leg.action, Action::Read | Action::Fetch);
    let (mut bytes, mut kept, mut blocks) =
        (RunningTotal::default(), RunningTotal::default(), RunningTotal::default());
    for (size, count) in leg.sizes.runs() {
        bytes.push(size, count);
        if leg.action == Action::Fetch {
            blocks.push(blocks_of(size, leg.action), count);
        }
    }
    for (returned, count) in leg.returned.runs() {
        kept.push(u32::from(returned || (write && done)), count);
    }
    LegOutline {
        page,
        table: leg.table.clone(),
        index: leg.index.clone(),
        action: leg.action,
        scan: leg.scan,
        key: leg.key.clone(),
        sought: leg.sought.clone(),
        found: leg.found,
        refused: leg.refused.clone(),
        backward: leg.backward,
        consistent: leg.consistent,
        evaluated: 0,
        returned: kept.total(),
        capacity_units: leg.capacity_units,
        first: None,
        last: None,
        last_step: 0,
        bytes,
        kept,
        blocks,
        before,
        stretches: 0..0,
    }
}
