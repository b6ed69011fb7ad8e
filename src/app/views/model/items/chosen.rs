//! Rows that are chosen, as runs: all of a hundred thousand are one.

use std::ops::Range;

/// The rows that are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Vec<Range<usize>>);

impl Chosen {
    /// These rows and no others.
    pub fn run(from: usize, to: usize) -> Self {
        let run = from.min(to)..from.max(to) + 1;
        Self(vec![run])
    }

    /// The first rows, so many.
    pub fn first(count: usize) -> Self {
        Self(if count == 0 { Vec::new() } else { vec![Range { start: 0, end: count }] })
    }

    /// Whether none is chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many are chosen.
    pub fn len(&self) -> usize {
        self.0.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether a row is chosen.
    pub fn contains(&self, row: usize) -> bool {
        let after = self.0.partition_point(|run| run.end <= row);
        self.0.get(after).is_some_and(|run| run.start <= row)
    }

    /// All chosen rows, from the first on.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(Clone::clone)
    }

    /// Chooses a row, or no longer.
    pub fn toggle(&mut self, row: usize) {
        let place = self.0.partition_point(|run| run.end <= row);
        let found = self.0.get(place).filter(|run| run.start <= row).cloned();
        if let Some(run) = found {
            let left = [run.start..row, row + 1..run.end];
            let left = left.into_iter().filter(|run| !run.is_empty());
            self.0.splice(place..=place, left);
        } else {
            self.0.insert(place, row..row + 1);
            self.join(place);
            self.join(place.wrapping_sub(1));
        }
    }

    /// Makes a run and the one after it one, where they touch.
    fn join(&mut self, place: usize) {
        let next = self.0.get(place.wrapping_add(1)).cloned();
        let (Some(run), Some(next)) = (self.0.get_mut(place), next) else { return };
        if run.end == next.start {
            run.end = next.end;
            self.0.remove(place + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_chosen_and_let_go_one_by_one_and_runs_join() {
        let mut chosen = Chosen::default();
        for (row, expected) in [
            (5, &[5][..]),
            (7, &[5, 7]),
            (6, &[5, 6, 7]),
            (4, &[4, 5, 6, 7]),
            (6, &[4, 5, 7]),
            (4, &[5, 7]),
            (7, &[5]),
            (5, &[]),
        ] {
            chosen.toggle(row);
            assert_eq!(chosen.rows().collect::<Vec<_>>(), expected);
            assert_eq!(chosen.len(), expected.len());
            assert!((0..10).all(|row| chosen.contains(row) == expected.contains(&row)));
        }
        let mut all = Chosen::first(100_000);
        all.toggle(40_000);
        assert_eq!((all.len(), all.contains(40_000), all.contains(40_001)), (99_999, false, true));
        assert_eq!(Chosen::run(4, 2).rows().collect::<Vec<_>>(), [2, 3, 4]);
        assert!(Chosen::first(0).is_empty());
    }
}
