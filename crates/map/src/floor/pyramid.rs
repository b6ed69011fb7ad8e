//! Shortest and longest collection of any run of neighbouring collections, without looking at each.
//!
//! Owns the minima and maxima per power of two. A density picture asks for one run a pixel row, so a frame costs pixels, not items.
//! It must never be asked for a mean: that is a difference of first positions, which the plan holds already.

use std::ops::Range;

/// The finest level holds runs of `1 << FINEST` collections; below it the lengths themselves are looked at.
const FINEST: u32 = 4;

/// The least and the greatest of a run of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The shortest.
    pub least: u32,
    /// The longest.
    pub most: u32,
}

impl Extent {
    const EMPTY: Self = Self { least: u32::MAX, most: 0 };

    fn of(length: u32) -> Self {
        Self { least: length, most: length }
    }

    fn and(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// Minima and maxima of a list of lengths, per power of two.
#[derive(Clone, Debug, Default)]
pub struct Pyramid {
    levels: Vec<Vec<Extent>>,
}

impl Pyramid {
    /// Builds every level over `lengths`, in time and memory proportional to their number.
    pub fn new(lengths: &[u32]) -> Self {
        let fold = |extents: Extent, next: &Extent| extents.and(*next);
        let mut level: Vec<Extent> = lengths
            .chunks(1 << FINEST)
            .map(|run| {
                run.iter().map(|&length| Extent::of(length)).fold(Extent::EMPTY, Extent::and)
            })
            .collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let above = level.chunks(2).map(|pair| pair.iter().fold(Extent::EMPTY, fold)).collect();
            levels.push(std::mem::replace(&mut level, above));
        }
        levels.push(level);
        Self { levels }
    }

    /// The shortest and longest of `lengths[run]`, which must be the lengths the pyramid was built over; `None` for an empty run.
    pub fn extent(&self, lengths: &[u32], run: Range<usize>) -> Option<Extent> {
        let end = run.end.min(lengths.len());
        let mut at = run.start;
        if at >= end {
            return None;
        }
        let mut found = Extent::EMPTY;
        while at < end {
            let (extent, width) = self.widest(at, end).unwrap_or_else(|| {
                let length = lengths.get(at).copied().unwrap_or(0);
                (Extent::of(length), 1)
            });
            found = found.and(extent);
            at += width;
        }
        Some(found)
    }

    /// The widest aligned block that starts at `at` and ends no later than `end`, and how many lengths it holds.
    fn widest(&self, at: usize, end: usize) -> Option<(Extent, usize)> {
        let alignment = at.trailing_zeros().min(usize::BITS - 1);
        let room = (end - at).ilog2();
        let level = alignment.min(room).checked_sub(FINEST)?.min(self.levels.len() as u32 - 1);
        let extent = self.levels.get(level as usize)?.get(at >> (level + FINEST))?;
        Some((*extent, 1 << (level + FINEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn any_run_has_the_extent_of_its_lengths(lengths in prop::collection::vec(0u32..50, 1..300), a in 0usize..320, b in 0usize..320) {
            let pyramid = Pyramid::new(&lengths);
            let run = a.min(b)..a.max(b);
            let slice = &lengths[run.start.min(lengths.len())..run.end.min(lengths.len())];
            let expected = slice.iter().min().zip(slice.iter().max()).map(|(&least, &most)| Extent { least, most });
            prop_assert_eq!(pyramid.extent(&lengths, run), expected);
        }
    }

    #[test]
    fn a_floor_without_collections_has_no_extent() {
        assert_eq!(Pyramid::new(&[]).extent(&[], 0..3), None);
    }
}
