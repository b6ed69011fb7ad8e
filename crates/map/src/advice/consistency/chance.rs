//! Chance that depends on nothing but a seed and on what is drawn: never on how often something was drawn before.
//!
//! Owns the mixing of numbers, the last step of `SplitMix64` once for each part. Must never: keep a state.

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

fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
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
