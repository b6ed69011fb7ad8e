//! Boxes so small that several share a pixel.
//!
//! Owns how a crowd looks: the fuller, the stronger. Of the pixels of a place, as many are marked as read as its boxes were read, and
//! of these as many as returned as were returned: parts are shown by an even scattering, so that no two meanings mix into a third
//! colour. Discarded is hatched, returned is solid. What a pixel stands for is asked of the plan's pyramid and the walk's counts, never
//! of the boxes one by one.

use std::ops::Range;

use super::palette::Palette;
use super::{Grid, Pixels, Rgba};
use crate::floor::shape::Ink;
use crate::floor::trace::{Read, Seen};

/// Steps from nearly empty to full.
const STEPS: usize = 16;
/// How strong a pixel is in which some box stands, however few others do, to 1.
const LEAST_STRONG: f64 = 0.36;
/// Collections of a row of pixels that are looked at; of more, some stand for all.
const MOST_SAMPLED: usize = 64;
/// However few of the boxes in a pixel were read or returned, it shows that much.
const LEAST_SHOWN: f64 = 0.05;
/// Reads in one row of pixels that are shown each where it stands; more are shown spread over the row.
const MOST_PLACED: usize = 12;
/// Pixels from one line of the hatching to the next, and how many of them it colours.
const HATCH: (usize, usize) = (4, 2);
/// Rows and columns after which scatterings repeat.
const SCATTER: usize = 8;

/// Paints every pixel of every bay in view.
pub(super) fn paint(
    grid: &Grid<'_>,
    seen: Option<&Seen<'_>>,
    palette: &Palette,
    pixels: &mut Pixels,
) {
    let painter = Painter { grid, seen, tones: Tones::new(palette) };
    for number in grid.frame.visible_bays() {
        painter.bay(number, pixels);
    }
}

struct Tones {
    /// From a pixel with hardly a box to a full one.
    fullness: [Rgba; STEPS + 1],
    /// Between the lines of the hatching, and on them.
    discarded: [Rgba; 2],
    returned: Rgba,
}

impl Tones {
    fn new(palette: &Palette) -> Self {
        let full = palette.stock();
        let tone = |step: usize| {
            let mut tone = full;
            let strength = LEAST_STRONG + (1.0 - LEAST_STRONG) * step as f64 / STEPS as f64;
            tone[3] = (255.0 * strength) as u8;
            tone
        };
        Self {
            fullness: std::array::from_fn(tone),
            discarded: palette.discarded(),
            returned: palette.get(Ink::Returned),
        }
    }
}

struct Painter<'a> {
    grid: &'a Grid<'a>,
    seen: Option<&'a Seen<'a>>,
    tones: Tones,
}

impl Painter<'_> {
    fn bay(&self, number: usize, pixels: &mut Pixels) {
        let frame = &self.grid.frame;
        let Some(bay) = frame.plan.bays().get(number) else { return };
        let collections = bay.collections.clone();
        let upper = frame.row_top_in(number, collections.start);
        let rows = self.grid.rows(upper, upper + collections.len() as f64 * frame.row);
        if collections.is_empty() || rows.is_empty() {
            return;
        }
        let first_row = rows.start;
        let mut line = vec![Rgba::default(); self.grid.width];
        let mut drawn: Option<(Range<usize>, usize)> = None;
        for (index, row) in pixels.rows_mut(rows).enumerate() {
            let y = first_row + index;
            let Some(group) = self.collections_at(number, y) else { continue };
            let phase = y % SCATTER;
            // Rows of one tall aisle look alike: the line is made once for each phase of the scattering.
            if drawn.as_ref() != Some(&(group.clone(), phase)) {
                line.fill(Rgba::default());
                self.line(&group, phase, &mut line);
                drawn = Some((group, phase));
            }
            row.copy_from_slice(&line);
        }
    }

    /// The collections that share a row of pixels; none between the boxes of two tall aisles.
    fn collections_at(&self, bay: usize, row: usize) -> Option<Range<usize>> {
        let frame = &self.grid.frame;
        let collections = frame.plan.bays().get(bay)?.collections.clone();
        let upper = frame.row_top_in(bay, collections.start);
        let y = (row as f64 + self.grid.top) / self.grid.ratio - upper;
        let pixel = 1.0 / self.grid.ratio;
        if frame.row >= pixel {
            let place = ((y + pixel / 2.0) / frame.row).max(0.0);
            let collection = collections.start + place as usize;
            let (inset, height) = frame.box_span();
            let within = place.fract() * frame.row;
            let inside = frame.row < 2.0 || (within >= inset && within < inset + height);
            return (inside && collection < collections.end).then_some(collection..collection + 1);
        }
        let first = collections.start + (y / frame.row).max(0.0) as usize;
        let end = collections.start + ((y + pixel) / frame.row).max(0.0) as usize;
        let first = first.min(collections.end - 1);
        Some(first..end.clamp(first + 1, collections.end))
    }

    /// One row of pixels.
    fn line(&self, group: &Range<usize>, phase: usize, line: &mut [Rgba]) {
        let plan = self.grid.frame.plan;
        let Some(extent) = plan.extent(group.clone()) else { return };
        let positions = plan.first_position(group.start)..plan.first_position(group.end);
        self.fullness(group, extent.most as usize, line);
        let Some(seen) = self.seen else { return };
        if group.len() == 1 {
            self.in_aisle(seen, positions, 0, phase, line);
            return;
        }
        let placed: Vec<_> = seen
            .reads_in(positions.clone())
            .take(MOST_PLACED + 1)
            .map(|read| read.positions)
            .collect();
        let read: usize = placed.iter().map(Range::len).sum();
        if read * 2 <= positions.len() && placed.len() <= MOST_PLACED {
            for read in placed {
                self.placed(seen, read, phase, line);
            }
            return;
        }
        let counts = seen.counts(positions.clone());
        let part = counts.read as f64 / positions.len().max(1) as f64;
        let returned = counts.returned as f64 / counts.read.max(1) as f64;
        let columns = self.columns(0..extent.most as usize);
        self.read(columns, phase, shown(part), shown(returned), line);
    }

    /// The more of the collections reach a column, the stronger; as far as the longest does.
    fn fullness(&self, group: &Range<usize>, longest: usize, line: &mut [Rgba]) {
        let plan = self.grid.frame.plan;
        let mut ends = vec![0; line.len() + 1];
        let mut reaching: usize = 0;
        for collection in group.clone().step_by(group.len().div_ceil(MOST_SAMPLED).max(1)) {
            reaching += 1;
            if let Some(end) = ends.get_mut(self.columns(0..plan.len_of(collection)).end) {
                *end += 1;
            }
        }
        let sampled = reaching.max(1);
        let columns = self.columns(0..longest);
        for (column, (pixel, end)) in line.iter_mut().zip(ends).enumerate().take(columns.end) {
            reaching -= end;
            if column >= columns.start {
                let step = (reaching * STEPS).div_ceil(sampled);
                *pixel = self.tones.fullness.get(step).copied().unwrap_or_default();
            }
        }
    }

    /// Boxes read one after the other, where they stand.
    fn placed(&self, seen: &Seen<'_>, positions: Range<usize>, phase: usize, line: &mut [Rgba]) {
        let frame = &self.grid.frame;
        let mut start = positions.start;
        while start < positions.end {
            let Some((collection, rank)) = frame.plan.place(start) else { return };
            let len = (frame.plan.len_of(collection) - rank).min(positions.end - start);
            self.in_aisle(seen, start..start + len, rank, phase, line);
            start += len.max(1);
        }
    }

    /// Boxes of one aisle, the first of them of that rank, as far as they are in view.
    fn in_aisle(
        &self,
        seen: &Seen<'_>,
        positions: Range<usize>,
        rank: usize,
        phase: usize,
        line: &mut [Rgba],
    ) {
        let view = self.grid.frame.visible_ranks();
        // Positions and ranks of an aisle differ by a constant.
        let position = |at: usize| positions.start + at.saturating_sub(rank);
        let clipped = position(view.start)..position(view.end).min(positions.end);
        for read in seen.reads_in(clipped) {
            let ranks = read.positions.start + rank - positions.start
                ..read.positions.end + rank - positions.start;
            if self.grid.frame.pitch * self.grid.ratio >= 1.0 {
                self.one_by_one(&read, ranks, phase, line);
            } else {
                self.column_by_column(&read, ranks, phase, line);
            }
        }
    }

    /// Boxes of a pixel and more, in runs of the same fate.
    fn one_by_one(&self, read: &Read<'_>, ranks: Range<usize>, phase: usize, line: &mut [Rgba]) {
        let position = |rank: usize| read.positions.start + rank - ranks.start;
        let mut start = ranks.start;
        while start < ranks.end {
            let returned = read.is_returned(position(start));
            let alike = |rank: &usize| read.is_returned(position(*rank)) == returned;
            let end = start + (start..ranks.end).take_while(alike).count();
            self.read(self.columns(start..end), phase, 1.0, f64::from(u8::from(returned)), line);
            start = end;
        }
    }

    /// Several boxes to a pixel.
    fn column_by_column(
        &self,
        read: &Read<'_>,
        ranks: Range<usize>,
        phase: usize,
        line: &mut [Rgba],
    ) {
        let rank_at = |column: usize| {
            let x = (column as f64 + self.grid.left) / self.grid.ratio;
            let rank = self.grid.frame.rank_at(x).round().max(0.0) as usize;
            rank.clamp(ranks.start, ranks.end)
        };
        for column in self.columns(ranks.clone()) {
            let from = rank_at(column).min(ranks.end - 1);
            let to = rank_at(column + 1).max(from + 1);
            let offset = read.positions.start;
            let returned = read.returned_in(offset + from - ranks.start..offset + to - ranks.start);
            let returned = returned as f64 / (to - from) as f64;
            self.read(column..column + 1, phase, 1.0, shown(returned), line);
        }
    }

    /// Colours pixels of which some part was read, and of that some part returned.
    fn read(
        &self,
        columns: Range<usize>,
        phase: usize,
        part: f64,
        returned: f64,
        line: &mut [Rgba],
    ) {
        let start = columns.start;
        let Some(span) = line.get_mut(columns) else { return };
        for (index, pixel) in span.iter_mut().enumerate() {
            let column = start + index;
            if pixel[3] == 0 || !scattered(column, phase, part) {
                continue;
            }
            // What was read is stronger than what was not, and still the stronger the fuller.
            let strength = u8::MAX - (u8::MAX - pixel[3]) / 2;
            let [between, line] = self.tones.discarded;
            *pixel = if scattered(column + 5, phase + 3, returned) {
                self.tones.returned
            } else if (column + phase) % HATCH.0 < HATCH.1 {
                line
            } else {
                between
            };
            pixel[3] = strength;
        }
    }

    /// The columns in which boxes of some ranks stand.
    fn columns(&self, ranks: Range<usize>) -> Range<usize> {
        if ranks.is_empty() {
            return 0..0;
        }
        let frame = &self.grid.frame;
        self.grid.columns(frame.box_left(ranks.start as f64), frame.box_left(ranks.end as f64))
    }
}

/// Whether a pixel is among a part of all pixels, scattered as evenly as can be: in any square of eight by eight, of four by four or of
/// two by two pixels, about that part of them is.
fn scattered(column: usize, row: usize, part: f64) -> bool {
    if part >= 1.0 {
        return true;
    }
    if part <= 0.0 {
        return false;
    }
    // The coarsest bit of the place decides most: bits are taken in reverse, columns against rows first.
    let bit = |number: usize, place: u32| number >> place & 1;
    let order = (0..3).fold(0, |order, place| {
        let (across, down) = (bit(column, place), bit(row, place));
        order << 2 | (across ^ down) << 1 | down
    });
    (order as f64) < part * (SCATTER * SCATTER) as f64
}

/// What a part looks like: something is never nothing.
fn shown(part: f64) -> f64 {
    if part > 0.0 { part.max(LEAST_SHOWN) } else { 0.0 }
}
