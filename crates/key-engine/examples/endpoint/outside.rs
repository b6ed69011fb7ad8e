//! What the engine takes from outside. Owns: the clock and ids of a running endpoint. Must never: be used by a
//! test that compares answers.

use std::hash::{BuildHasher, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

use key_engine::engine::Environment;

/// The machine's clock, and ids that nobody can foresee.
pub fn environment() -> Environment {
    Environment { clock: std::sync::Arc::new(now), ids: Box::new(|| random().to_be_bytes()) }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The standard library's hash maps are keyed at random, anew each time.
fn random() -> u128 {
    let half = || u128::from(RandomState::new().hash_one(0));
    half() << 64 | half()
}

/// A request's id, in the form of the service's: 52 letters and digits.
pub fn request_id() -> String {
    let digits = |bits: u128| {
        let five = move |at: u32| char::from_digit((bits >> (5 * at) & 31) as u32, 32);
        (0..26).filter_map(five).map(|digit| digit.to_ascii_uppercase())
    };
    digits(random()).chain(digits(random())).collect()
}
