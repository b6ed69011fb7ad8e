//! A long row of yes and no, counted.
//!
//! Owns nothing but that. It must never grow after it was made.

use std::ops::Range;

/// Bits with a running count for each word, so that how many are set in a range is a subtraction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
    /// How many bits are set before each word, and at the end how many in all.
    before: Vec<u32>,
}

const WORD: usize = u64::BITS as usize;

impl Bits {
    /// As many bits as there are items.
    pub(super) fn new(bits: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (index, bit) in bits.enumerate() {
            if index % WORD == 0 {
                words.push(0_u64);
            }
            if let Some(word) = words.last_mut() {
                *word |= u64::from(bit) << (index % WORD);
            }
        }
        let mut count = 0;
        let mut before = vec![0];
        before.extend(words.iter().map(|word| {
            count += word.count_ones();
            count
        }));
        Self { words, before }
    }

    /// Whether a bit is set; none beyond the end is.
    pub(super) fn get(&self, index: usize) -> bool {
        self.words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    /// How many bits are set in a range.
    pub(super) fn count(&self, range: Range<usize>) -> usize {
        (self.count_before(range.end) - self.count_before(range.start.min(range.end))) as usize
    }

    fn count_before(&self, index: usize) -> u32 {
        let word = (index / WORD).min(self.words.len());
        let within = self
            .words
            .get(word)
            .map_or(0, |bits| (bits & ((1 << (index % WORD)) - 1)).count_ones());
        self.before.get(word).copied().unwrap_or(0) + within
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn counts_are_those_of_the_list(list in prop::collection::vec(any::<bool>(), 0..300), a in 0usize..320, b in 0usize..320) {
            let bits = Bits::new(list.iter().copied());
            let (from, to) = (a.min(b), a.max(b));
            let expected = list.iter().take(to).skip(from).filter(|bit| **bit).count();
            prop_assert_eq!(bits.count(from..to), expected);
            prop_assert_eq!(bits.get(a), list.get(a).copied().unwrap_or(false));
        }
    }
}
