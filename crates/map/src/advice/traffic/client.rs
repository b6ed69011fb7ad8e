//! What clients do with a request that is refused: wait a random time and try again, and give up in the end.
//!
//! Owns the waits: before the second attempt anything up to the first bound, before each further one up to a multiple of it, never
//! more than the cap ("full jitter"), as AWS's SDKs do in standard mode. Their quota of retries is left out: it is kept by each
//! client for itself, and how many clients there are nobody says. It works with shares, not with single requests.

use super::{RuleId, Rules};

/// The waits of a client.
#[derive(Clone, Debug)]
pub(super) struct Backoff {
    /// Attempts in all.
    pub(super) attempts: usize,
    /// Before each attempt but the first: what part of the requests makes it in the same second, in the next, and so on.
    later: Vec<Vec<f64>>,
    /// Before each attempt but the first: the mean wait in seconds.
    mean_secs: Vec<f64>,
}

impl Backoff {
    pub(super) fn of(rules: &Rules) -> Self {
        let attempts = (rules.value(RuleId::RetryAttempts) as usize).max(1);
        let (factor, cap) = (rules.value(RuleId::RetryFactor), rules.value(RuleId::RetryCapSecs));
        let mut bound = rules.value(RuleId::RetryBaseSecs);
        let (mut later, mut mean_secs) = (Vec::new(), Vec::new());
        for _ in 1..attempts {
            let most = bound.min(cap).max(0.0);
            later.push(spread(most));
            mean_secs.push(most / 2.0);
            bound = (bound * factor).min(1.0e6);
        }
        Self { attempts, later, mean_secs }
    }

    /// Once `made` attempts are made: what part makes the next one after so many seconds; none where that was the last.
    pub(super) fn after(&self, made: usize) -> Option<&[f64]> {
        self.later.get(made.checked_sub(1)?).map(Vec::as_slice)
    }

    /// Seconds that a request has waited on average before attempt number `made`, counted from 0.
    pub(super) fn waited_secs(&self, made: usize) -> f64 {
        self.mean_secs.iter().take(made).sum()
    }

    /// Seconds that can lie between an attempt and the next, and one more.
    pub(super) fn reach(&self) -> usize {
        self.later.iter().map(Vec::len).max().unwrap_or(1)
    }
}

/// A request is refused at any moment of a second, and waits anything up to `most` seconds: in which second it comes again.
fn spread(most: f64) -> Vec<f64> {
    if most <= 0.0 {
        return vec![1.0];
    }
    // The area below `wait < y`, summed over waits.
    let area = |y: f64| {
        let y = y.max(0.0);
        if y <= most { y * y / 2.0 } else { most * most / 2.0 + most * (y - most) }
    };
    let until = |second: f64| (area(second) - area(second - 1.0)) / most;
    let seconds = most.ceil() as usize + 1;
    (0..seconds).map(|second| until(second as f64 + 1.0) - until(second as f64)).collect()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]
mod tests {
    use super::*;

    #[test]
    fn every_request_comes_again_in_some_second() {
        for most in [0.0, 0.025, 0.5, 1.0, 1.5, 2.0, 20.0] {
            let parts = spread(most);
            assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{most}");
            assert!(parts.iter().all(|part| *part >= -1e-12));
            let mean: f64 = parts.iter().enumerate().map(|(at, part)| at as f64 * part).sum();
            assert!((mean - most / 2.0).abs() < 1e-9, "the mean wait is kept: {most}");
        }
        assert_eq!(spread(1.0), [0.5, 0.5]);
    }

    #[test]
    fn waits_grow_up_to_the_cap() {
        let backoff = Backoff::of(&Rules::default());
        assert_eq!(backoff.attempts, 4);
        assert_eq!(backoff.waited_secs(0), 0.0);
        assert_eq!(backoff.waited_secs(3), 0.5 + 1.0 + 2.0);
        assert!(backoff.after(4).is_none(), "it gives up");
        assert!(backoff.after(3).is_some());
        let rules = Rules::default().with(RuleId::RetryAttempts, 12.0);
        assert_eq!(Backoff::of(&rules).reach(), 21, "20 seconds at most");
    }
}
