//! What is lit on the floor at one step.

use std::ops::Range;

use super::{Door, Timeline};

/// The state of one box in a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxState {
    /// Not read by now (or not at all).
    Unread,
    /// Read, and returned.
    Returned,
    /// Read and paid for, and discarded by the filter.
    Discarded,
}

/// How far each leg has come at a step: every leg before one has read all its items, every leg after it none, and that one
/// has read the first few. So the state of any box is a comparison and a look-up.
#[derive(Clone, Copy, Debug)]
pub struct Lit<'a> {
    timeline: &'a Timeline,
    leg: usize,
    read: u32,
}

impl<'a> Lit<'a> {
    pub(super) fn new(timeline: &'a Timeline, leg: usize, read: u32) -> Self {
        Self { timeline, leg, read }
    }

    /// How many of a leg's items have been read by now. O(1).
    pub fn read_in(&self, leg: usize) -> u32 {
        match leg.cmp(&self.leg) {
            std::cmp::Ordering::Less => {
                self.timeline.legs().get(leg).map_or(0, |outline| outline.evaluated)
            }
            std::cmp::Ordering::Equal => self.read,
            std::cmp::Ordering::Greater => 0,
        }
    }

    /// The state of a leg's item number `position_in_leg`. O(log runs).
    pub fn state(&self, leg: usize, position_in_leg: u32) -> BoxState {
        if position_in_leg >= self.read_in(leg) {
            return BoxState::Unread;
        }
        match self.timeline.legs().get(leg) {
            Some(outline) if outline.kept.value(position_in_leg) == 1 => BoxState::Returned,
            _ => BoxState::Discarded,
        }
    }

    /// How many of a leg's items numbered in `range` have been read by now, and how many of those were returned.
    /// O(log runs): what a density picture asks of each cell.
    pub fn counts_in(&self, leg: usize, range: Range<u32>) -> (u32, u32) {
        let Some(outline) = self.timeline.legs().get(leg) else { return (0, 0) };
        let read = self.read_in(leg);
        let (from, to) = (range.start.min(read), range.end.min(read));
        if from >= to {
            return (0, 0);
        }
        (to - from, outline.kept.of_first(to) - outline.kept.of_first(from))
    }

    /// The legs that went through a door and have read something by now, each as a run of positions on that door's floor
    /// (an item's position is the number of items before it in scan order). `position_of` finds the position of a
    /// collection's item by ordinal and rank; a leg whose first item it does not know is left out.
    ///
    /// Legs that fetch or write items one by one are runs of one item each.
    pub fn runs(
        &self,
        door: Door<'_>,
        position_of: impl Fn(u32, u32) -> Option<usize>,
    ) -> Vec<Run<'a>> {
        let mut runs = Vec::new();
        for (leg, outline) in self.timeline.legs().iter().enumerate().take(self.leg + 1) {
            let read = self.read_in(leg);
            if read == 0 || outline.door() != door {
                continue;
            }
            let contiguous = outline.first.zip(outline.last).and_then(|(first, last)| {
                let (first, last) = (position_of(first.0, first.1)?, position_of(last.0, last.1)?);
                Some((first, last.abs_diff(first) + 1 == outline.evaluated as usize))
            });
            match contiguous {
                Some((first_position, true)) => {
                    runs.push(self.run(leg, first_position, 0..read, outline.backward));
                }
                Some((_, false)) => self.single_runs(leg, read, &position_of, &mut runs),
                None => {}
            }
        }
        runs
    }

    fn single_runs(
        &self,
        leg: usize,
        read: u32,
        position_of: &impl Fn(u32, u32) -> Option<usize>,
        runs: &mut Vec<Run<'a>>,
    ) {
        for at in 0..read {
            if let Some(position) =
                self.timeline.place_of(leg, at).and_then(|(c, r)| position_of(c, r))
            {
                runs.push(self.run(leg, position, at..at + 1, false));
            }
        }
    }

    fn run(&self, leg: usize, first_position: usize, items: Range<u32>, backward: bool) -> Run<'a> {
        Run { lit: *self, leg, first_position, items, backward }
    }
}

/// A leg's items read by now, as a run of positions on a floor.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    lit: Lit<'a>,
    leg: usize,
    first_position: usize,
    /// Which of the leg's items, in the order they were read.
    items: Range<u32>,
    backward: bool,
}

impl Run<'_> {
    /// The leg.
    pub fn leg(&self) -> usize {
        self.leg
    }

    /// The positions covered, low to high.
    pub fn positions(&self) -> Range<usize> {
        let len = self.items.len();
        if self.backward {
            let end = self.first_position + 1;
            end.saturating_sub(len)..end
        } else {
            self.first_position..self.first_position + len
        }
    }

    /// The state of the box at a position; unread outside the run. O(log runs).
    pub fn state(&self, position: usize) -> BoxState {
        if !self.positions().contains(&position) {
            return BoxState::Unread;
        }
        let away = position.abs_diff(self.first_position) as u32;
        self.lit.state(self.leg, self.items.start + away)
    }

    /// How many boxes at positions in `range` have been read by now, and how many of those were returned. O(log runs).
    pub fn counts_in(&self, range: Range<usize>) -> (u32, u32) {
        let covered = self.positions();
        let (from, to) = (range.start.max(covered.start), range.end.min(covered.end));
        if from >= to {
            return (0, 0);
        }
        let (near, far) = if self.backward {
            (self.first_position + 1 - to, self.first_position + 1 - from)
        } else {
            (from - self.first_position, to - self.first_position)
        };
        let start = self.items.start;
        self.lit.counts_in(self.leg, start + near as u32..start + far as u32)
    }
}
