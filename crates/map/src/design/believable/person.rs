//! Somebody whom an invented item is about: the name in it and the address in it are of the same one.

use super::chance::Chance;
use super::words::{FIRST_NAMES, LAST_NAMES};

/// A person.
#[derive(Clone, Debug)]
pub struct Person {
    /// First name.
    pub first: &'static str,
    /// Last name.
    pub last: &'static str,
    /// What tells one from others of that name.
    pub number: usize,
}

impl Person {
    /// Somebody.
    pub fn of(chance: &mut Chance) -> Self {
        let (first, last) = (chance.pick(&FIRST_NAMES), chance.pick(&LAST_NAMES));
        Self { first, last, number: 1 + chance.below(9_999) }
    }
}
