//! Numbers drawn from a seed, the same on every machine.
//!
//! Owns the generator (`SplitMix64`) and what is drawn with it. It uses nothing of the machine's own
//! mathematics but sums, products and square roots, which are exact everywhere: a seed that is shared shows the same seconds.

use crate::advice::mixing::{STEP, mixed};

/// Draws from one seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        let drawn = mixed(self.state);
        self.state = self.state.wrapping_add(STEP);
        drawn
    }

    /// At least 0 and less than 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About normal, of mean 0 and variance 1: twelve draws summed.
    fn bell(&mut self) -> f64 {
        let mut sum = -6.0;
        for _ in 0..12 {
            sum += self.unit();
        }
        sum
    }

    /// How many of `count` fall where the part `part` of all falls, each by itself.
    pub(super) fn binomial(&mut self, count: u64, part: f64) -> u64 {
        if count == 0 || part <= 0.0 {
            return 0;
        }
        if part >= 1.0 {
            return count;
        }
        if part > 0.5 {
            return count - self.binomial(count, 1.0 - part);
        }
        let mean = count as f64 * part;
        if mean > 16.0 {
            let drawn = mean + (mean * (1.0 - part)).sqrt() * self.bell();
            return (drawn.max(0.0).round() as u64).min(count);
        }
        // by inversion: the chances of 0, 1, 2 and so on are taken off one by one
        let mut left = self.unit();
        let mut chance = power(1.0 - part, count);
        let odds = part / (1.0 - part);
        for found in 0..count {
            left -= chance;
            if left < 0.0 || found > 200 {
                return found;
            }
            chance *= odds * (count - found) as f64 / (found + 1) as f64;
        }
        count
    }
}

/// A whole power.
pub(super) fn power(base: f64, exponent: u64) -> f64 {
    let (mut base, mut exponent, mut product) = (base, exponent, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    product
}

/// `1 / rank^exponent`, for a rank of at least 1.
pub(super) fn zipf(rank: usize, exponent: f64) -> f64 {
    exp(-exponent * ln(rank.max(1) as f64))
}

/// The natural logarithm of a number of at least 1.
fn ln(mut value: f64) -> f64 {
    let mut halvings = 0.0;
    while value > 1.5 {
        value /= 2.0;
        halvings += 1.0;
    }
    let ratio = (value - 1.0) / (value + 1.0);
    let (mut term, mut sum, mut odd) = (ratio, 0.0, 1.0);
    for _ in 0..24 {
        sum += term / odd;
        term *= ratio * ratio;
        odd += 2.0;
    }
    2.0 * sum + halvings * std::f64::consts::LN_2
}

/// The exponential of a number of at most 0.
fn exp(value: f64) -> f64 {
    let mut value = value.max(-700.0);
    let mut squarings = 0;
    while value < -0.5 {
        value /= 2.0;
        squarings += 1;
    }
    let (mut term, mut sum) = (1.0, 1.0);
    for step in 1..16 {
        term *= value / f64::from(step);
        sum += term;
    }
    for _ in 0..squarings {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]
mod tests {
    use super::*;

    #[test]
    fn zipf_agrees_with_the_machines_own_mathematics() {
        for rank in [1, 2, 3, 10, 1_000, 100_000] {
            for exponent in [0.0, 0.5, 1.0, 1.2, 3.0] {
                let expected = (rank as f64).powf(-exponent);
                assert!((zipf(rank, exponent) / expected - 1.0).abs() < 1e-10, "{rank} {exponent}");
            }
        }
        assert_eq!(power(0.5, 10), 1.0 / 1024.0);
    }

    #[test]
    fn what_is_drawn_has_the_mean_and_spread_of_a_binomial() {
        let mut chance = Chance::new(7);
        for (count, part) in [(10, 0.3), (1_000, 0.001), (1_000, 0.62), (100_000, 0.25), (5, 0.9)] {
            let times = 20_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..times {
                let drawn = chance.binomial(count, part);
                assert!(drawn <= count);
                sum += drawn as f64;
                squares += (drawn * drawn) as f64;
            }
            let mean = sum / f64::from(times);
            let variance = squares / f64::from(times) - mean * mean;
            let expected = count as f64 * part;
            let spread = expected * (1.0 - part);
            assert!((mean - expected).abs() < 5.0 * (spread / f64::from(times)).sqrt() + 0.01);
            assert!((variance / spread - 1.0).abs() < 0.1, "{count} {part}");
        }
        assert_eq!(chance.binomial(9, 0.0), 0);
        assert_eq!(chance.binomial(9, 1.0), 9);
    }
}
