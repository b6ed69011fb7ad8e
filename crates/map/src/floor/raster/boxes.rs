//! Boxes of a pixel and more, each drawn by itself.
//!
//! Owns the looks of small boxes: outlined from six pixels on, plain below. A row of boxes is made once, as a few lines of pixels, and
//! these are then copied down its height.

use std::ops::Range;

use super::palette::Palette;
use super::{Grid, Pixels, Rgba, clipped, fill};
use crate::floor::frame::Level;
use crate::floor::shape::Ink;
use crate::floor::trace::{Read, Seen};

/// Pixels from one line of the hatching to the next.
const HATCH: usize = 4;
/// Lines of an outline at most.
const EDGES: usize = 4;
/// Width of a box, in CSS pixels, from which a returned one has a double outline.
const DOUBLE: f64 = 10.0;

/// How a box is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    face: Rgba,
    outline: Rgba,
    /// Of the outline, in pixels.
    width: usize,
    /// The colour of the lines across its face, if it is hatched.
    hatch: Option<Rgba>,
}

/// Paints every box in view.
pub(super) fn paint(
    grid: &Grid<'_>,
    seen: Option<&Seen<'_>>,
    palette: &Palette,
    pixels: &mut Pixels,
) {
    let looks = Looks::new(grid, palette);
    let frame = &grid.frame;
    let ranks = frame.visible_ranks();
    let mut plain = Lines::new(grid.width);
    plain.boxes(grid, ranks.clone(), looks.plain);
    let mut lines = Lines::new(grid.width);
    let (inset, height) = frame.box_span();
    for collection in frame.visible_collections() {
        let len = frame.plan.len_of(collection);
        let ranks = ranks.start..ranks.end.min(len);
        if ranks.start >= ranks.end {
            continue;
        }
        let upper = frame.row_top(collection) + inset;
        let rows = grid.whole_rows(upper, upper + height);
        let seen_rows = clipped(&rows, grid.height);
        let columns = grid.columns(
            frame.box_left(ranks.start as f64),
            frame.box_left((ranks.end - 1) as f64) + frame.box_width(),
        );
        let first = frame.plan.first_position(collection);
        let mut reads = seen
            .map(|seen| seen.reads_in(first + ranks.start..first + ranks.end))
            .into_iter()
            .flatten()
            .peekable();
        lines.used = Used {
            edges: looks.edges,
            first_phase: seen_rows.start % HATCH,
            phases: seen_rows.len(),
        };
        if reads.peek().is_none() {
            plain.stamp(pixels, &rows, &columns, looks.edges);
            continue;
        }
        lines.copy(&plain, &columns);
        for read in reads {
            touch(grid, &looks, &mut lines, first, &read);
        }
        lines.stamp(pixels, &rows, &columns, looks.edges);
    }
}

/// Paints the boxes of a read over the plain ones, in runs of the same look.
fn touch(grid: &Grid<'_>, looks: &Looks, lines: &mut Lines, first: usize, read: &Read<'_>) {
    let plan = grid.frame.plan;
    let look = |position: usize| {
        if read.is_returned(position) {
            looks.returned(plan.entity(position))
        } else {
            looks.discarded
        }
    };
    let mut start = read.positions.start;
    while start < read.positions.end {
        let alike = look(start);
        let mut end = start + 1;
        while end < read.positions.end && look(end) == alike {
            end += 1;
        }
        lines.boxes(grid, start - first..end - first, alike);
        start = end;
    }
}

struct Looks {
    plain: Look,
    discarded: Look,
    returned: Vec<Look>,
    /// Lines of the widest outline.
    edges: usize,
}

impl Looks {
    fn new(grid: &Grid<'_>, palette: &Palette) -> Self {
        let outlined = grid.frame.level() >= Level::Boxes;
        let pixel = (grid.ratio.round() as usize).clamp(1, EDGES / 2);
        let width = if outlined { pixel } else { 0 };
        let double = if grid.frame.box_width().min(grid.frame.box_span().1) >= DOUBLE {
            2 * width
        } else {
            width
        };
        let face = if outlined { palette.get(Ink::Shelf) } else { palette.stock() };
        let [between, line] = if outlined {
            [palette.get(Ink::Shelf), palette.mix(Ink::Shelf, Ink::Discarded, 0.6)]
        } else {
            palette.discarded()
        };
        Self {
            plain: Look { face, outline: palette.get(Ink::Rule), width, hatch: None },
            discarded: Look {
                face: between,
                outline: palette.get(Ink::Discarded),
                width,
                hatch: Some(line),
            },
            returned: (0..crate::floor::ENTITY_HUES)
                .map(|entity| Look {
                    face: palette.get(if outlined {
                        Ink::EntityTint(entity)
                    } else {
                        Ink::EntityInk(entity)
                    }),
                    outline: palette.get(Ink::EntityInk(entity)),
                    width: double,
                    hatch: None,
                })
                .collect(),
            edges: double,
        }
    }

    fn returned(&self, entity: u8) -> Look {
        let hue = entity % crate::floor::ENTITY_HUES;
        self.returned.get(usize::from(hue)).copied().unwrap_or(self.plain)
    }
}

/// The lines of pixels a row of boxes is made of.
struct Lines {
    /// The outermost line, above and below, and those next to it.
    edges: [Vec<Rgba>; EDGES],
    /// Those between, for each phase of the hatching.
    faces: [Vec<Rgba>; HATCH],
    used: Used,
}

/// Which of the lines a row of boxes needs.
#[derive(Clone, Copy)]
struct Used {
    edges: usize,
    first_phase: usize,
    /// From the first on, and round again; more than there are is all.
    phases: usize,
}

impl Used {
    const ALL: Self = Self { edges: EDGES, first_phase: 0, phases: HATCH };

    fn edge(&self, index: usize) -> bool {
        index < self.edges
    }

    fn phase(&self, phase: usize) -> bool {
        (phase + HATCH - self.first_phase) % HATCH < self.phases
    }
}

impl Lines {
    fn new(width: usize) -> Self {
        let line = |_| vec![Rgba::default(); width];
        Self { edges: std::array::from_fn(line), faces: std::array::from_fn(line), used: Used::ALL }
    }

    /// The lines in use, with the number of each.
    fn edges(&mut self) -> impl Iterator<Item = (usize, &mut Vec<Rgba>)> {
        let used = self.used;
        self.edges.iter_mut().enumerate().filter(move |(index, _)| used.edge(*index))
    }

    fn faces(&mut self) -> impl Iterator<Item = (usize, &mut Vec<Rgba>)> {
        let used = self.used;
        self.faces.iter_mut().enumerate().filter(move |(phase, _)| used.phase(*phase))
    }

    /// Takes over another's pixels.
    fn copy(&mut self, other: &Self, columns: &Range<usize>) {
        for (index, line) in self.edges() {
            other.edges.get(index).into_iter().for_each(|theirs| copy(line, theirs, columns));
        }
        for (phase, line) in self.faces() {
            other.faces.get(phase).into_iter().for_each(|theirs| copy(line, theirs, columns));
        }
    }

    /// Paints neighbouring boxes of one look.
    fn boxes(&mut self, grid: &Grid<'_>, ranks: Range<usize>, look: Look) {
        let frame = &grid.frame;
        let width = frame.box_width();
        if frame.pitch <= width && look.width == 0 {
            let last = ranks.end.saturating_sub(1);
            let right = frame.box_left(last as f64) + width;
            let columns = grid.whole_columns(frame.box_left(ranks.start as f64), right);
            self.one(&columns, look);
            return;
        }
        for rank in ranks {
            let left = frame.box_left(rank as f64);
            self.one(&grid.whole_columns(left, left + width), look);
        }
    }

    /// Paints one box; of a box that is cut off by the edge of the view, the outline is cut off too.
    fn one(&mut self, columns: &Range<i64>, look: Look) {
        let width = i64::try_from(look.width).unwrap_or(0);
        let inside = columns.start + width..(columns.end - width).max(columns.start + width);
        for (index, line) in self.edges() {
            let limit = line.len();
            fill(line, clipped(columns, limit), look.outline);
            if index >= look.width {
                fill(line, clipped(&inside, limit), look.face);
            }
        }
        for (phase, line) in self.faces() {
            let limit = line.len();
            if look.width > 0 {
                fill(line, clipped(columns, limit), look.outline);
            }
            let inside = clipped(&inside, limit);
            let Some(face) = line.get_mut(inside.clone()) else { continue };
            face.fill(look.face);
            if let Some(hatch) = look.hatch {
                let skip = (HATCH - (inside.start + phase) % HATCH) % HATCH;
                face.iter_mut().skip(skip).step_by(HATCH).for_each(|pixel| *pixel = hatch);
            }
        }
    }

    /// Copies the lines down the height of the boxes.
    fn stamp(&self, pixels: &mut Pixels, rows: &Range<i64>, columns: &Range<usize>, edges: usize) {
        let seen = clipped(rows, pixels.height());
        let first = i64::try_from(seen.start).unwrap_or(0);
        for ((index, place), row) in seen.clone().zip(first..).zip(pixels.rows_mut(seen)) {
            let from_edge = (place - rows.start).min(rows.end - 1 - place) as usize;
            let edge = self.edges.get(from_edge).filter(|_| from_edge < edges);
            if let Some(line) = edge.or_else(|| self.faces.get(index % HATCH)) {
                copy(row, line, columns);
            }
        }
    }
}

fn copy(row: &mut [Rgba], line: &[Rgba], columns: &Range<usize>) {
    if let (Some(row), Some(line)) = (row.get_mut(columns.clone()), line.get(columns.clone())) {
        row.copy_from_slice(line);
    }
}
