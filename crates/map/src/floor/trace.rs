//! One walk laid onto one door's floor.
//!
//! Owns the answer to "what is the state of the box at this position", for one box or for a run of them. It must never re-enact a
//! request: which items were read, in which order, and which were returned is the timeline's to say. What it adds is where they stand.

use std::ops::Range;

use key_engine::order::sort_by;

use super::bits::Bits;
use super::plan::Plan;
use crate::player::{BoxState, Door, Event, Lit, Timeline};

/// Steps looked through for collections that were entered in vain; longer walks are those of Scans, which enter nothing in vain.
const MOST_STOPS: usize = 5_000;

/// Neighbouring boxes read by one leg, one after the other.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The lowest position.
    low: usize,
    /// How many.
    len: u32,
    leg: usize,
    /// The number of the first one read, among all the leg read.
    first_read: u32,
    backward: bool,
    /// Where its items begin in [`Trace::returned`].
    bits: usize,
}

impl Stretch {
    fn end(&self) -> usize {
        self.low + self.len as usize
    }

    /// The positions read by now.
    fn read(&self, lit: &Lit<'_>) -> Range<usize> {
        let read = lit.read_in(self.leg).saturating_sub(self.first_read).min(self.len) as usize;
        if self.backward { self.end() - read..self.end() } else { self.low..self.low + read }
    }

    /// Where the boxes at `positions`, which must be the stretch's, are found in [`Trace::returned`].
    fn bits(&self, positions: &Range<usize>) -> Range<usize> {
        let (near, far) = if self.backward {
            (self.end() - positions.end, self.end() - positions.start)
        } else {
            (positions.start - self.low, positions.end - self.low)
        };
        self.bits + near..self.bits + far
    }
}

/// A page that ended on this floor with more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageBreak {
    /// The position of the last item read.
    pub position: usize,
    /// The page, counted from 1.
    pub page: usize,
    /// The step at which it ended.
    pub step: usize,
    /// Whether it was read from high ranks to low.
    pub backward: bool,
}

/// A place the walker came to and read nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The collection, or where it would stand.
    pub collection: usize,
    /// The rank at which reading would have begun; `None` if there is no such collection.
    pub rank: Option<usize>,
    /// The partition.
    pub bay: usize,
    /// The step.
    pub step: usize,
}

/// A walk on a floor. Made once for each walk and plan; afterwards every question is a search among stretches, of which a Query or a
/// Scan has one a page.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// By lowest position.
    stretches: Vec<Stretch>,
    /// The highest end of all stretches up to and including each.
    reach: Vec<usize>,
    breaks: Vec<PageBreak>,
    stops: Vec<Stop>,
    /// Of each item read on this floor, leg after leg and in the order they were read: whether it was returned.
    returned: Bits,
    on_this_floor: Vec<bool>,
}

impl Trace {
    /// Lays a walk onto the floor of `door`.
    pub fn new(timeline: &Timeline, door: Door<'_>, plan: &Plan) -> Self {
        let on_this_floor: Vec<bool> =
            timeline.legs().iter().map(|leg| leg.door() == door).collect();
        let mut trace = Self { on_this_floor, ..Self::default() };
        let mut read_before = 0;
        for (leg, outline) in timeline.legs().iter().enumerate() {
            if trace.is_here(leg) {
                trace.add_leg(timeline, leg, plan, read_before);
                read_before += outline.evaluated as usize;
            }
        }
        trace.returned = trace.returned_of(timeline);
        sort_by(&mut trace.stretches, |one, two| one.low.cmp(&two.low));
        let mut reach = 0;
        trace.reach = trace
            .stretches
            .iter()
            .map(|stretch| {
                reach = reach.max(stretch.end());
                reach
            })
            .collect();
        trace.breaks = trace.page_breaks(timeline, plan);
        trace.stops = trace.stops_of(timeline);
        trace
    }

    fn add_leg(&mut self, timeline: &Timeline, leg: usize, plan: &Plan, bits: usize) {
        let Some(outline) = timeline.legs().get(leg) else { return };
        let position =
            |(collection, rank): (u32, u32)| plan.position(collection as usize, rank as usize);
        let (Some(first), Some(last)) =
            (outline.first.and_then(position), outline.last.and_then(position))
        else {
            return;
        };
        if first.abs_diff(last) + 1 == outline.evaluated as usize {
            let backward = outline.backward;
            self.stretches.push(Stretch {
                low: first.min(last),
                len: outline.evaluated,
                leg,
                first_read: 0,
                backward,
                bits,
            });
            return;
        }
        for number in 0..outline.evaluated {
            if let Some(low) = timeline.place_of(leg, number).and_then(position) {
                self.stretches.push(Stretch {
                    low,
                    len: 1,
                    leg,
                    first_read: number,
                    backward: false,
                    bits: bits + number as usize,
                });
            }
        }
    }

    /// Asks the timeline in pieces: most pieces of most walks are all returned or all discarded.
    fn returned_of(&self, timeline: &Timeline) -> Bits {
        const PIECE: u32 = 64;
        let lit = timeline.lit(timeline.last_step());
        let legs = timeline.legs().iter().enumerate().filter(|(leg, _)| self.is_here(*leg));
        let pieces = legs.flat_map(|(leg, outline)| {
            let starts = (0..outline.evaluated).step_by(PIECE as usize);
            starts.map(move |from| (leg, from..(from + PIECE).min(outline.evaluated)))
        });
        Bits::new(pieces.flat_map(|(leg, numbers)| {
            let (read, returned) = lit.counts_in(leg, numbers.clone());
            let mixed = returned > 0 && returned < read;
            numbers.map(move |number| {
                if mixed { lit.state(leg, number) == BoxState::Returned } else { returned > 0 }
            })
        }))
    }

    fn page_breaks(&self, timeline: &Timeline, plan: &Plan) -> Vec<PageBreak> {
        let pages = timeline.pages();
        let mut breaks: Vec<PageBreak> = Vec::new();
        for (leg, outline) in timeline.legs().iter().enumerate() {
            let Some(page) = pages
                .get(outline.page)
                .filter(|page| page.last_evaluated_key.is_some() && self.is_here(leg))
            else {
                continue;
            };
            let last = outline
                .last
                .and_then(|(collection, rank)| plan.position(collection as usize, rank as usize));
            if let Some(position) = last {
                breaks.push(PageBreak {
                    position,
                    page: outline.page + 1,
                    step: page.end_step,
                    backward: outline.backward,
                });
            }
        }
        sort_by(&mut breaks, |one, two| one.position.cmp(&two.position));
        breaks
    }

    fn stops_of(&self, timeline: &Timeline) -> Vec<Stop> {
        if timeline.steps() > MOST_STOPS {
            return Vec::new();
        }
        let stop = |step| match timeline.event(step) {
            Event::EnterCollection { leg, partition, collection, rank } if self.is_here(leg) => {
                let in_vain = !matches!(timeline.event(step + 1), Event::Read { .. });
                let (collection, rank, bay) =
                    (collection as usize, Some(rank as usize), partition as usize);
                in_vain.then_some(Stop { collection, rank, bay, step })
            }
            Event::MissingKey { leg, partition, collection } if self.is_here(leg) => Some(Stop {
                collection: collection as usize,
                rank: None,
                bay: partition as usize,
                step,
            }),
            _ => None,
        };
        (0..timeline.steps()).filter_map(stop).collect()
    }

    /// Whether a leg went through this floor's door.
    pub fn is_here(&self, leg: usize) -> bool {
        self.on_this_floor.get(leg).copied().unwrap_or(false)
    }

    /// What has been seen of the floor by a step, that step included.
    pub fn seen<'a>(&'a self, timeline: &'a Timeline, step: usize) -> Seen<'a> {
        Seen { trace: self, lit: timeline.lit(step), step, scan: timeline.is_scan() }
    }

    /// Pages that ended within a range of positions, in the order of the positions.
    pub fn breaks_in(&self, positions: Range<usize>) -> &[PageBreak] {
        let first = self.breaks.partition_point(|page_break| page_break.position < positions.start);
        let end = self.breaks.partition_point(|page_break| page_break.position < positions.end);
        self.breaks.get(first..end.max(first)).unwrap_or_default()
    }

    fn stretches_in(&self, positions: Range<usize>) -> impl Iterator<Item = &Stretch> {
        let (from, to) = (positions.start, positions.end);
        let first = self.reach.partition_point(|&reach| reach <= from);
        let found = self.stretches.get(first..).unwrap_or_default();
        found
            .iter()
            .take_while(move |stretch| stretch.low < to)
            .filter(move |stretch| stretch.end() > from)
    }
}

/// What has been seen of a floor by some step.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    trace: &'a Trace,
    lit: Lit<'a>,
    step: usize,
    scan: bool,
}

/// How many of some boxes were read, and how many of those were returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Read by now.
    pub read: usize,
    /// Read by now, and returned.
    pub returned: usize,
}

impl<'a> Seen<'a> {
    /// The walk on this floor.
    pub fn trace(&self) -> &'a Trace {
        self.trace
    }

    /// The step.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Whether the walk is a Scan's.
    pub fn is_scan(&self) -> bool {
        self.scan
    }

    /// The state of the box at a position. Where two legs read it, returned wins.
    pub fn state(&self, position: usize) -> BoxState {
        let mut found = BoxState::Unread;
        for read in self.reads_in(position..position + 1) {
            if read.is_returned(position) {
                return BoxState::Returned;
            }
            found = BoxState::Discarded;
        }
        found
    }

    /// How many of the boxes at some positions were read and returned by now. A box that two legs read counts twice.
    pub fn counts(&self, positions: Range<usize>) -> Counts {
        self.reads_in(positions).fold(Counts::default(), |counts, read| Counts {
            read: counts.read + read.positions.len(),
            returned: counts.returned + read.returned_in(read.positions.clone()),
        })
    }

    /// The runs of positions, within a range, that were read by now, lowest first.
    pub fn reads_in(&self, positions: Range<usize>) -> impl Iterator<Item = Read<'a>> {
        let (lit, returned) = (self.lit, &self.trace.returned);
        self.trace.stretches_in(positions.clone()).filter_map(move |stretch| {
            let read = stretch.read(&lit);
            let finished = read.len() == stretch.len as usize;
            let inside = positions.start.max(read.start)..positions.end.min(read.end);
            let backward = stretch.backward;
            (inside.start < inside.end).then_some(Read {
                positions: inside,
                backward,
                finished,
                stretch,
                returned,
            })
        })
    }

    /// The highest position read by now.
    pub fn highest_read(&self) -> Option<usize> {
        let ends = self.trace.stretches.iter().map(|stretch| stretch.read(&self.lit));
        ends.filter(|read| !read.is_empty()).map(|read| read.end - 1).max()
    }

    /// Places the walker came to by now and read nothing.
    pub fn stops(self) -> impl Iterator<Item = &'a Stop> {
        self.trace.stops.iter().filter(move |stop| stop.step <= self.step)
    }
}

/// Boxes read one after the other.
#[derive(Clone, Debug)]
pub struct Read<'a> {
    /// Where they stand, lowest first.
    pub positions: Range<usize>,
    /// Whether they were read from the highest on.
    pub backward: bool,
    /// Whether all that were to be read in one go have been.
    pub finished: bool,
    stretch: &'a Stretch,
    returned: &'a Bits,
}

impl Read<'_> {
    /// Whether the item at one of its positions was returned.
    pub fn is_returned(&self, position: usize) -> bool {
        self.returned.get(self.stretch.bits(&(position..position + 1)).start)
    }

    /// How many of some of its positions' items were returned.
    pub fn returned_in(&self, positions: Range<usize>) -> usize {
        self.returned.count(self.stretch.bits(&positions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::fixture::{NOWHERE, Walkthrough, backward_query, plan_of, scan_of};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The state of every position by playing every event up to a step.
    fn by_playing(timeline: &Timeline, plan: &Plan, step: usize) -> BTreeMap<usize, BoxState> {
        let read = |at| match timeline.event(at) {
            Event::Read { collection, rank, returned, .. } => {
                let position = plan.position(collection as usize, rank as usize)?;
                Some((position, if returned { BoxState::Returned } else { BoxState::Discarded }))
            }
            _ => None,
        };
        (0..=step).filter_map(read).collect()
    }

    fn agrees(
        timeline: &Timeline,
        plan: &Plan,
        step: usize,
        from: usize,
        to: usize,
    ) -> Result<(), TestCaseError> {
        let trace = Trace::new(timeline, NOWHERE, plan);
        let seen = trace.seen(timeline, step);
        let expected = by_playing(timeline, plan, step);
        for position in 0..plan.item_count() {
            let expected = expected.get(&position).copied().unwrap_or(BoxState::Unread);
            prop_assert_eq!(
                seen.state(position),
                expected,
                "position {} at step {}",
                position,
                step
            );
        }
        let inside = expected.range(from..to.max(from));
        let returned = inside.clone().filter(|(_, state)| **state == BoxState::Returned).count();
        prop_assert_eq!(seen.counts(from..to), Counts { read: inside.count(), returned });
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn every_box_has_the_state_that_playing_the_scan_gives_it(
            lengths in prop::collection::vec(1u32..9, 1..12),
            page in 1usize..20,
            kept in prop::collection::vec(any::<bool>(), 100),
            part in 0.0..=1.0f64,
            from in 0usize..40,
            len in 0usize..60,
        ) {
            let plan = plan_of(lengths, 3);
            let timeline = Timeline::new(&scan_of(&plan, page, |position| kept[position]));
            let step = (timeline.last_step() as f64 * part) as usize;
            agrees(&timeline, &plan, step, from, from + len)?;
        }

        #[test]
        fn every_box_has_the_state_that_playing_a_newest_first_query_gives_it(
            len in 1u32..30,
            skipped in 0usize..30,
            kept in prop::collection::vec(any::<bool>(), 1..30),
            part in 0.0..=1.0f64,
        ) {
            let plan = plan_of(vec![4, len, 7], 2);
            let first_rank = (len as usize - 1).saturating_sub(skipped);
            let kept = &kept[..kept.len().min(first_rank + 1)];
            let timeline = Timeline::new(&backward_query(&plan, 1, first_rank, kept));
            let step = (timeline.last_step() as f64 * part) as usize;
            agrees(&timeline, &plan, step, 3, 20)?;
        }
    }

    #[test]
    fn pages_that_ended_with_more_to_come_are_marked_where_they_ended() {
        let plan = plan_of(vec![3, 4, 3], 2);
        let timeline = Timeline::new(&scan_of(&plan, 4, |_| true));
        let trace = Trace::new(&timeline, NOWHERE, &plan);
        let marked: Vec<(usize, usize)> =
            trace.breaks_in(0..10).iter().map(|mark| (mark.position, mark.page)).collect();
        assert_eq!(marked, [(3, 1), (7, 2)]);
        assert_eq!(trace.breaks_in(4..8).len(), 1);
    }

    #[test]
    fn a_walk_through_another_door_leaves_no_trace_here() {
        let plan = plan_of(vec![3, 4, 3], 2);
        let timeline = Timeline::new(&scan_of(&plan, 4, |_| true));
        let trace = Trace::new(&timeline, Door { index: Some("ByOther"), ..NOWHERE }, &plan);
        assert_eq!(trace.seen(&timeline, timeline.last_step()).counts(0..10), Counts::default());
    }

    #[test]
    fn requests_that_find_nothing_leave_a_stop() {
        let walk = Walkthrough::of("warehouse", "A1");
        assert_eq!(walk.trace.seen(&walk.timeline, walk.timeline.last_step()).stops().count(), 0);
        let mut walk = walk;
        let missing = serde_json::json!({"TableName": "Warehouse", "Key": {"PK": {"S": "SERIAL#none"}, "SK": {"S": "METADATA"}}});
        let (_, missed) = walk.database.call_with_walk("GetItem", &missing);
        let timeline = Timeline::new(&missed);
        let trace = Trace::new(&timeline, walk.door(), &walk.plan);
        let stops: Vec<&Stop> = trace.seen(&timeline, timeline.last_step()).stops().collect();
        assert_eq!(stops.len(), 1);
        assert_eq!(stops[0].rank, None);
    }
}
