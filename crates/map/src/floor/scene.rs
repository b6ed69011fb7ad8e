//! What is to be drawn: one floor, one camera, one moment of one walk, and what is pointed at.
//!
//! Owns the entry to drawing and the question which sheets a change touches. It must never keep anything from one frame to the next.

use std::ops::Range;

use super::camera::Camera;
use super::frame::Frame;
use super::hit::hit_in;
use super::plan::Plan;
use super::shape::{Ink, Layer, Picture, Point};
use super::trace::{Seen, Trace};
use super::{base, touched, walker};
use crate::player::{Door, Event, KeyNames, Timeline};

/// Widths of the painter's fonts, in parts of their size. The painter measures them once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// The advance of the monospaced font.
    pub mono: f64,
    /// The advance of a letter of the bold sans, on average.
    pub sans: f64,
}

impl Default for Metrics {
    /// Those of the usual fonts.
    fn default() -> Self {
        Self { mono: 0.602, sans: 0.68 }
    }
}

/// A thing on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// Where walks begin.
    Desk,
    /// A partition, by its number.
    Bay(usize),
    /// A collection, by its ordinal.
    Aisle(usize),
    /// An item, by its collection's ordinal and its rank there.
    Box(usize, usize),
}

/// Boxes lit up because something else is pointed at that counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Highlight {
    /// None.
    #[default]
    Nothing,
    /// All read by now: "items read".
    Read,
    /// All returned by now: "items returned".
    Returned,
    /// All discarded by now.
    Discarded,
    /// The bays entered by now: "partitions touched".
    Partitions,
}

/// A walk on this floor.
#[derive(Clone, Copy, Debug)]
pub struct Walked<'a> {
    /// Its steps.
    pub timeline: &'a Timeline,
    /// The same walk laid onto the floor that is drawn.
    pub trace: &'a Trace,
    /// The step, and how far on the way to the next.
    pub position: f64,
}

impl<'a> Walked<'a> {
    /// The step whose state is shown.
    pub fn step(&self) -> usize {
        (self.position.max(0.0) as usize).min(self.timeline.last_step())
    }

    /// What has been seen by now.
    pub fn seen(&self) -> Seen<'a> {
        self.trace.seen(self.timeline, self.step())
    }

    /// The colour of the walker's line: a Scan's is the wrong one.
    pub fn ink(&self) -> Ink {
        if self.timeline.is_scan() { Ink::Wrong } else { Ink::Route }
    }
}

/// What is seen beside the floor itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment<'a> {
    /// The walk, if one has been made.
    pub walk: Option<Walked<'a>>,
    /// What the pointer or the keyboard rests on.
    pub hover: Option<Spot>,
    /// What was chosen.
    pub selection: Option<Spot>,
    /// What is lit up besides.
    pub highlight: Highlight,
}

/// All that drawing a floor takes.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The floor.
    pub plan: &'a Plan,
    /// How it is looked at.
    pub camera: &'a Camera,
    /// Whose floor it is, for looking up names.
    pub door: Door<'a>,
    /// What the desk says: "Dispatch desk", "Second door · By warehouse".
    pub title: &'a str,
    /// The moment.
    pub moment: Moment<'a>,
    /// Of the painter's fonts.
    pub metrics: Metrics,
    /// What signs and boxes say.
    pub names: &'a dyn KeyNames,
}

/// Tells the painter which sheets have changed: a sheet whose key is the same as before looks the same as before, as long as the plan,
/// the names and the theme are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerKeys {
    /// Of [`Picture::base`].
    pub base: u64,
    /// Of the pixels.
    pub pixels: u64,
    /// Of [`Picture::touched`].
    pub touched: u64,
    /// Of [`Picture::walker`].
    pub walker: u64,
}

impl<'a> Scene<'a> {
    /// The layout of this view.
    pub fn frame(&self) -> Frame<'a> {
        Frame::new(self.plan, self.camera)
    }

    /// All sheets.
    pub fn picture(&self) -> Picture {
        Picture { base: self.base(), touched: self.touched(), walker: self.walker() }
    }

    /// The lowest sheet alone.
    pub fn base(&self) -> Layer {
        base::draw(self, &self.frame())
    }

    /// The sheet of what a step changes alone.
    pub fn touched(&self) -> Layer {
        touched::draw(self, &self.frame())
    }

    /// The sheet of the walker alone.
    pub fn walker(&self) -> Layer {
        walker::draw(self, &self.frame())
    }

    /// What lies at a point of the view.
    pub fn hit(&self, point: Point) -> Option<Spot> {
        let frame = self.frame();
        if base::desk_plate(self, &frame).contains(point) {
            Some(Spot::Desk)
        } else {
            hit_in(&frame, point)
        }
    }

    /// Which sheets a change of this scene touches.
    pub fn keys(&self) -> LayerKeys {
        let Camera { scale_x, scale_y, pan_x, pan_y, viewport } = *self.camera;
        let view =
            [scale_x, scale_y, pan_x, pan_y, viewport.width, viewport.height].map(f64::to_bits);
        let view = view.into_iter().fold(FIRST_KEY, mixed);
        let step = self.moment.walk.map_or(0, |walk| 1 + walk.step() as u64);
        let base =
            self.bays_entered().into_iter().fold(view, |key, bay| mixed(key, bay as u64 + 1));
        let pixels = mixed(mixed(view, step), self.moment.highlight as u64);
        let touched = [self.moment.hover, self.moment.selection]
            .into_iter()
            .fold(pixels, |key, spot| mixed(key, spot_key(spot)));
        let position = self.moment.walk.map_or(u64::MAX, |walk| walk.position.to_bits());
        LayerKeys {
            base: mixed(base, u64::from(step > 1)),
            pixels,
            touched,
            walker: mixed(view, position),
        }
    }

    /// The bays in view that the walk has entered by now, in order.
    pub(super) fn bays_entered(&self) -> Vec<usize> {
        let Some(walk) = self.moment.walk else { return Vec::new() };
        let seen = walk.seen();
        let frame = self.frame();
        let here = match walk.timeline.event(walk.step()) {
            Event::EnterPartition { leg, partition, .. }
            | Event::EnterCollection { leg, partition, .. }
                if walk.trace.is_here(leg) =>
            {
                Some(partition as usize)
            }
            _ => None,
        };
        let was_entered = |&bay: &usize| {
            let Some(Range { start, end }) =
                self.plan.bays().get(bay).map(|bay| bay.collections.clone())
            else {
                return false;
            };
            let positions = self.plan.first_position(start)..self.plan.first_position(end);
            here == Some(bay)
                || seen.reads_in(positions).next().is_some()
                || seen.stops().any(|stop| stop.bay == bay)
        };
        frame.visible_bays().filter(was_entered).collect()
    }
}

const FIRST_KEY: u64 = 0xcbf2_9ce4_8422_2325;

/// One step of a multiplicative hash: keys are compared, never stored.
fn mixed(key: u64, part: u64) -> u64 {
    (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

fn spot_key(spot: Option<Spot>) -> u64 {
    match spot {
        None => 1,
        Some(Spot::Desk) => 2,
        Some(Spot::Bay(bay)) => mixed(3, bay as u64),
        Some(Spot::Aisle(collection)) => mixed(4, collection as u64),
        Some(Spot::Box(collection, rank)) => mixed(mixed(5, collection as u64), rank as u64),
    }
}

/// The floor at one moment of one walk.
pub fn draw(scene: &Scene<'_>) -> Picture {
    scene.picture()
}
