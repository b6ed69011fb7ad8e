//! One step of the generator `SplitMix64`, by Steele, Lea and Flood: what everything that is drawn from a seed is drawn with.
//!
//! Owns that step alone, so that a seed shows the same wherever it is used. It must never keep a state.

/// A number from which another one does not follow at a glance.
pub(in crate::advice) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How far a generator that counts goes on between two numbers.
pub(in crate::advice) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_that_counts_gives_the_numbers_of_splitmix64() {
        // the first three of the seed 1234567, as published with other implementations of it
        let seed = 1_234_567_u64;
        let drawn = [0, 1, 2].map(|turn| mixed(seed.wrapping_add(STEP.wrapping_mul(turn))));
        assert_eq!(
            drawn,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
