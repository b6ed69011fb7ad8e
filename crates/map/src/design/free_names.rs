//! Names of tables and indexes that are allowed and not yet taken.
//!
//! Owns the rule for names and the nearest name that keeps it. Source of the rule: AWS, "Naming rules and data types".

use key_engine::order::SortedMap;

const LENGTHS: std::ops::RangeInclusive<usize> = 3..=255;

/// The names given so far.
#[derive(Clone, Debug, Default)]
pub(super) struct FreeNames {
    taken: SortedMap<String, ()>,
    /// The next number to try behind a name that is taken.
    next_number: SortedMap<String, usize>,
}

impl FreeNames {
    /// How many names have been given.
    pub fn len(&self) -> usize {
        self.taken.len()
    }

    /// Gives a name: the written one where it is allowed and free, else the nearest that is, with what was wrong.
    pub fn give(&mut self, written: &str) -> (String, Option<&'static str>) {
        let mut name = allowed(written);
        let mut problem = (name != written)
            .then_some("a name has 3 to 255 characters of a-z, A-Z, 0-9, _, - and .");
        if self.taken.get(&name).is_some() {
            problem = problem.or(Some("its name is used twice"));
            name = self.numbered(name);
        }
        self.taken.insert(name.clone(), ());
        (name, problem)
    }

    fn numbered(&mut self, mut name: String) -> String {
        // Room for a number; the name has only characters of one byte.
        name.truncate(LENGTHS.end() - 8);
        let number = self.next_number.or_insert_with(name.clone(), || 2);
        loop {
            let candidate = format!("{name}-{number}");
            *number += 1;
            if self.taken.get(&candidate).is_none() {
                return candidate;
            }
        }
    }
}

/// The nearest name that keeps the rule.
fn allowed(written: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let replace = |c| if is_allowed(c) { c } else { '_' };
    let mut name: String = written.chars().map(replace).take(*LENGTHS.end()).collect();
    while name.len() < *LENGTHS.start() {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_the_nearest_that_are_allowed_and_free() {
        let mut names = FreeNames::default();
        for (written, expected) in [
            ("Orders", "Orders"),
            ("Orders-2", "Orders-2"),
            ("Orders", "Orders-3"),
            ("Orders", "Orders-4"),
            ("Café orders", "Caf__orders"),
            ("T", "T__"),
            ("", "___"),
            ("T_", "T__-2"),
        ] {
            let (name, problem) = names.give(written);
            assert_eq!(name, expected, "{written}");
            assert_eq!(problem.is_some(), name != written, "{written}");
        }
        let long = "x".repeat(300);
        assert_eq!(names.give(&long).0.len(), 255);
        assert_eq!(names.give(&long).0, format!("{}-2", "x".repeat(247)));
    }
}
