//! When a walk at normal speed is where: seconds to position and back.
//!
//! A short walk is one eased stretch a step, each as long as its sentence needs. A long one travels faster, eased over
//! whole pages, so that the whole never takes longer than [`LONGEST_WALK_SECS`]; it still passes every step.

use key_engine::order::within;

use super::{Event, Timeline};

/// No walk lasts longer than this at normal speed, whatever its length.
pub const LONGEST_WALK_SECS: f64 = 12.0;

/// A step shorter than this is not settled on: the walk is then eased by pages.
const SHORTEST_SETTLED_STEP_SECS: f64 = 0.35;

/// More pages than this are one stretch: easing each would only judder.
const MOST_EASED_PAGES: usize = 16;

/// The part of a stretch spent gaining speed, and again losing it: all of a single step, a little of a long run.
const STEP_RAMP: f64 = 0.5;
const RUN_RAMP: f64 = 0.12;

/// The stretches of a walk, in order and without gaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    stretches: Vec<Stretch>,
    total_secs: f64,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: f64,
    to: f64,
    starts_secs: f64,
    lasts_secs: f64,
    ramp: f64,
}

impl Schedule {
    /// The schedule of a whole timeline.
    pub(super) fn new(timeline: &Timeline) -> Self {
        let last = timeline.last_step();
        let most_settled = (LONGEST_WALK_SECS / SHORTEST_SETTLED_STEP_SECS) as usize;
        let mut schedule = Self::default();
        if last <= most_settled {
            let wanted: Vec<f64> =
                (0..last).map(|step| settled_secs(timeline.event(step))).collect();
            let scale = (LONGEST_WALK_SECS / wanted.iter().sum::<f64>()).min(1.0);
            for (step, secs) in wanted.into_iter().enumerate() {
                schedule.push(step, step + 1, secs * scale, STEP_RAMP);
            }
        } else {
            let mut ends = timeline.page_breaks();
            if ends.len() > MOST_EASED_PAGES {
                ends.clear();
            }
            ends.retain(|&end| end < last);
            ends.push(last);
            let mut from = 0;
            for to in ends {
                let share = (to - from) as f64 / last as f64;
                schedule.push(from, to, LONGEST_WALK_SECS * share, RUN_RAMP);
                from = to;
            }
        }
        schedule
    }

    fn push(&mut self, from: usize, to: usize, lasts_secs: f64, ramp: f64) {
        let (from, to) = (from as f64, to as f64);
        self.stretches.push(Stretch { from, to, starts_secs: self.total_secs, lasts_secs, ramp });
        self.total_secs += lasts_secs;
    }

    /// How long the whole walk takes at normal speed.
    pub(super) fn total_secs(&self) -> f64 {
        self.total_secs
    }

    /// Where the walk is after so many seconds.
    pub(super) fn position(&self, secs: f64) -> f64 {
        let next = self.stretches.partition_point(|stretch| stretch.starts_secs <= secs);
        let Some(stretch) = self.stretches.get(next.saturating_sub(1)) else { return 0.0 };
        let part = within((secs - stretch.starts_secs) / stretch.lasts_secs, 0.0, 1.0);
        stretch.from + (stretch.to - stretch.from) * eased(part, stretch.ramp)
    }

    /// After how many seconds the walk is there.
    pub(super) fn secs(&self, position: f64) -> f64 {
        let next = self.stretches.partition_point(|stretch| stretch.from <= position);
        let Some(stretch) = self.stretches.get(next.saturating_sub(1)) else { return 0.0 };
        let part = within((position - stretch.from) / (stretch.to - stretch.from), 0.0, 1.0);
        stretch.starts_secs + stretch.lasts_secs * uneased(part, stretch.ramp)
    }
}

/// How long a step is stayed with: as long as its sentence takes to be taken in at a glance.
fn settled_secs(event: Event) -> f64 {
    match event {
        Event::AtDesk | Event::EnterCollection { .. } => 0.5,
        Event::EnterPartition { .. } | Event::Read { .. } | Event::Done => 0.6,
        Event::PageEnd { .. } => 0.9,
        Event::MissingKey { .. } => 1.0,
    }
}

/// Distance covered by `part` of the time: speed rises over `ramp`, holds, and falls over `ramp` again.
fn eased(part: f64, ramp: f64) -> f64 {
    let top_speed = 1.0 / (1.0 - ramp);
    if part < ramp {
        top_speed * part * part / (2.0 * ramp)
    } else if part <= 1.0 - ramp {
        top_speed * (part - ramp / 2.0)
    } else {
        let left = 1.0 - part;
        1.0 - top_speed * left * left / (2.0 * ramp)
    }
}

/// The inverse of [`eased`].
fn uneased(distance: f64, ramp: f64) -> f64 {
    let top_speed = 1.0 / (1.0 - ramp);
    let ramp_distance = top_speed * ramp / 2.0;
    if distance < ramp_distance {
        (distance * 2.0 * ramp / top_speed).sqrt()
    } else if distance <= 1.0 - ramp_distance {
        distance / top_speed + ramp / 2.0
    } else {
        1.0 - ((1.0 - distance) * 2.0 * ramp / top_speed).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_runs_from_rest_to_rest_and_can_be_undone() {
        for ramp in [STEP_RAMP, RUN_RAMP] {
            assert!(eased(0.0, ramp).abs() < 1e-12);
            assert!((eased(1.0, ramp) - 1.0).abs() < 1e-12);
            assert!((eased(0.5, ramp) - 0.5).abs() < 1e-12);
            let mut before = 0.0;
            for tick in 1..=1000 {
                let part = f64::from(tick) / 1000.0;
                let distance = eased(part, ramp);
                assert!(distance > before, "always forward at {part}");
                assert!((uneased(distance, ramp) - part).abs() < 1e-7, "undone at {part}");
                before = distance;
            }
            assert!(eased(0.01, ramp) < 0.01, "starts slowly");
        }
    }
}
