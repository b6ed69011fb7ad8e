//! Chance that depends on nothing but a seed and on what is drawn: never on how often something was drawn before.
//!
//! Owns what is drawn for: each part is mixed in once. Must never: keep a state.

use crate::advice::mixing::mixed;

/// A number for a seed and for what it is drawn for.
pub(super) fn drawn(seed: u64, about: &[u64]) -> u64 {
    about.iter().fold(mixed(seed), |state, part| mixed(state ^ mixed(*part)))
}

/// A number that stands for words.
pub(super) fn mark(words: &[&str]) -> u64 {
    let mut state = words.len() as u64;
    for word in words {
        // A byte that no text holds keeps the words apart.
        for byte in word.bytes().chain([0xFF]) {
            state = mixed(state ^ u64::from(byte));
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_even_and_the_same_every_time() {
        let mut counts = [0; 3];
        for request in 0..3_000 {
            counts[(drawn(7, &[1, request]) % 3) as usize] += 1;
            assert_eq!(drawn(7, &[1, request]), drawn(7, &[1, request]));
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }

    #[test]
    fn words_are_kept_apart() {
        let marks = [mark(&["a", "b"]), mark(&["ab", ""]), mark(&["", "ab"]), mark(&["ab"])];
        for (place, one) in marks.iter().enumerate() {
            assert!(!marks[place + 1..].contains(one));
        }
    }
}
