//! Sorting and gathering, once for all types; keeping to a range.
//!
//! Owns the one sort of the house. The standard library's sorts, and the trees' `collect`, which sorts first, are compiled
//! anew for each type, a few kilobytes each; in a browser they are a download. Here all that depends on the type is to compare
//! two elements and to exchange them. Sorted lists stand in for trees where they are as good. It must never know what it sorts.

mod sorted;

use std::cmp::Ordering;

pub use sorted::{SortedMap, SortedSet};

/// Sorts, stably, in O(n log n) comparisons; O(n) where nothing is out of order.
///
/// ```
/// let mut words = ["Pear", "fig", "apple", "Fig"];
/// key_engine::order::sort_by(&mut words, |one, two| one.len().cmp(&two.len()));
/// assert_eq!(words, ["fig", "Fig", "Pear", "apple"]);
/// ```
pub fn sort_by<T>(elements: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if elements.is_sorted_by(|one, two| compare(one, two).is_le()) {
        return;
    }
    let order = sorted(elements.len(), &|one, two| {
        let pair = elements.get(one).zip(elements.get(two));
        pair.map_or(Ordering::Equal, |(one, two)| compare(one, two))
    });
    arrange(order, &mut |one, two| elements.swap(one, two));
}

/// Gathers elements into a tree or a map, one by one: of two with one key the later stands.
///
/// ```
/// use std::collections::BTreeSet;
/// let words: BTreeSet<&str> = key_engine::order::gathered(["fig", "apple", "fig"]);
/// assert!(words.iter().eq(&["apple", "fig"]));
/// ```
pub fn gathered<C: Default + Extend<T>, T>(elements: impl IntoIterator<Item = T>) -> C {
    let mut gathered = C::default();
    gathered.extend(elements);
    gathered
}

/// The nearest to `value` that is not below `least` and not above `most`; `least` where it is no number.
///
/// `f64::clamp` would bring the printing of numbers with it, for a message that nobody ever reads.
///
/// ```
/// assert_eq!([-1.0, 0.4, 7.0].map(|value| key_engine::order::within(value, 0.0, 1.0)), [0.0, 0.4, 1.0]);
/// ```
pub fn within(value: f64, least: f64, most: f64) -> f64 {
    value.max(least).min(most)
}

/// The places 0.. in the order of what stands at them: a merge sort from the bottom up.
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    let mut width = 1;
    while width < len {
        let mut merged = Vec::with_capacity(len);
        for pair in order.chunks(width * 2) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([one, left_rest @ ..], [two, right_rest @ ..]) = (left, right) {
                if compare(*one, *two).is_le() {
                    merged.push(*one);
                    left = left_rest;
                } else {
                    merged.push(*two);
                    right = right_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        order = merged;
        width *= 2;
    }
    order
}

/// Brings to each place the element whose place `order` names there, with at most one exchange an element.
fn arrange(mut order: Vec<usize>, exchange: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(from) = order.get_mut(at).map(|from| std::mem::replace(from, at)) {
            if from == start {
                break;
            }
            exchange(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_sort_is_that_of_the_standard_library(
            elements in proptest::collection::vec((0_u8..20, any::<u8>()), 0..80),
        ) {
            let (mut ours, mut theirs) = (elements.clone(), elements);
            sort_by(&mut ours, |one, two| one.0.cmp(&two.0));
            theirs.sort_by_key(|element| element.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
