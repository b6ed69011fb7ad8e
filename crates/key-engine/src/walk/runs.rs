//! A sequence of many equal neighbours, kept short.

use serde::{Deserialize, Serialize};

/// A sequence in which equal neighbours are stored once.
///
/// ```
/// use key_engine::walk::Runs;
/// let runs: Runs<bool> = [true, true, false].into_iter().collect();
/// assert_eq!((runs.len(), runs.get(2), runs.runs().count()), (3, Some(false), 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runs<T>(Vec<(T, u32)>); // each with the index after its last element

impl<T> Default for Runs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + PartialEq> Runs<T> {
    /// Appends one element.
    pub fn push(&mut self, element: T) {
        let end = self.len() + 1;
        match self.0.last_mut() {
            Some((last, last_end)) if *last == element => *last_end = end,
            _ => self.0.push((element, end)),
        }
    }

    /// How many elements there are.
    pub fn len(&self) -> u32 {
        self.0.last().map_or(0, |(_, end)| *end)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The element at `index`, found in O(log runs).
    pub fn get(&self, index: u32) -> Option<T> {
        let run = self.0.partition_point(|(_, end)| *end <= index);
        self.0.get(run).map(|(element, _)| *element)
    }

    /// All elements, one by one.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.runs().flat_map(|(element, count)| std::iter::repeat_n(element, count as usize))
    }

    /// The runs: each element with how many times it stands in a row.
    pub fn runs(&self) -> impl Iterator<Item = (T, u32)> + '_ {
        self.0.iter().scan(0, |start, (element, end)| {
            let count = end.saturating_sub(*start);
            *start = *end;
            Some((*element, count))
        })
    }
}

impl<T: Copy + PartialEq> FromIterator<T> for Runs<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut runs = Self::default();
        elements.into_iter().for_each(|element| runs.push(element));
        runs
    }
}
