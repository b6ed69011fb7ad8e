//! JSON values one after the other, as exports to S3 write a line each and as pages of answers are printed.
//!
//! Owns where a value ends and the next begins, and where reading goes on after one that is broken: at the next line that
//! begins a value. It never judges what a value is.

use serde::de::{DeserializeSeed, IgnoredAny};

use super::super::raw::Part;
use super::ANSWER;
use crate::design::OpenError;

/// Text that is no value.
#[derive(Debug)]
pub(in super::super) struct Fault {
    /// Its first line, from 1.
    pub line: usize,
    /// Where in the text reading stopped: line and column, from 1.
    pub stopped: (usize, usize),
    /// What was met there.
    pub message: String,
    /// The text that was passed over.
    pub text: String,
}

impl Fault {
    /// The same as the reason why a file is not opened.
    pub(in super::super) fn error(&self) -> OpenError {
        let (line, column) = self.stopped;
        OpenError::NotJson { line, column, message: self.message.clone() }
    }
}

/// Each value of a text, whole and taken apart down to its items, and each stretch of the text that is none. The text is looked at
/// once.
#[derive(Debug)]
pub(in super::super) struct Values<'t> {
    text: &'t str,
    /// Where the next begins.
    at: usize,
    lines: Lines<'t>,
}

/// The values of a text.
pub(in super::super) fn values(text: &str) -> Values<'_> {
    Values { text, at: 0, lines: Lines { text, at: 0, line: 1 } }
}

impl Values<'_> {
    /// Bytes that are not read yet.
    pub(in super::super) fn left(&self) -> usize {
        self.text.len() - self.at
    }
}

impl<'t> Iterator for Values<'t> {
    type Item = Result<(&'t str, Part<'t>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let begun = rest.trim_start();
        self.at += rest.len() - begun.len();
        if begun.is_empty() {
            return None;
        }
        let mut deserializer = serde_json::Deserializer::from_str(begun);
        match ANSWER.deserialize(&mut deserializer) {
            Ok(part) => {
                let length = deserializer.into_iter::<IgnoredAny>().byte_offset();
                self.at += length;
                // Between two values some put a comma.
                let rest = self.text.get(self.at..).unwrap_or_default();
                self.at += usize::from(rest.starts_with(','));
                Some(Ok((begun.get(..length).unwrap_or_default(), part)))
            }
            Err(error) => {
                let line = self.lines.line_at(self.at);
                let end = self.at + end_of_broken(begun, error.line());
                let stopped_line = line + error.line().saturating_sub(1);
                let passed = self.text.get(self.at..end).unwrap_or_default();
                self.at = end;
                Some(Err(Fault {
                    line,
                    stopped: (stopped_line, error.column()),
                    message: super::super::reason(&error),
                    text: passed.trim_end().to_owned(),
                }))
            }
        }
    }
}

/// Where a broken value ends: before the first line after its first that begins a value, from the one on where reading stopped (from
/// 1): a line that is cut off does not take the next one along, and no line is read more than twice.
fn end_of_broken(text: &str, stopped_line: usize) -> usize {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 >= stopped_line.max(2) && line.starts_with(['{', '[']) {
            return at;
        }
        at += line.len();
    }
    text.len()
}

/// Counts lines on the way through a text, each once.
#[derive(Debug)]
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn line_at(&mut self, at: usize) -> usize {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.line += lines_ended(passed);
        self.at = at;
        self.line
    }
}

fn lines_ended(passed: &[u8]) -> usize {
    passed.split(|byte| *byte == b'\n').count() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (usize, Vec<String>) {
        let (sound, faults): (Vec<_>, Vec<_>) = values(text).partition(Result::is_ok);
        let faults = faults.into_iter().filter_map(Result::err);
        (sound.len(), faults.map(|fault| format!("{}: {}", fault.line, fault.text)).collect())
    }

    #[test]
    fn values_follow_each_other_with_or_without_lines_and_commas_between_them() {
        for text in ["{}\n{}\r\n\r\n[1]\n", "{}{}[1]", "{},\n{},\n[1],", "  {\n}\n {\n}\n[1]"] {
            assert_eq!(read(text), (3, vec![]), "{text:?}");
        }
        assert_eq!(read(" \n "), (0, vec![]));
    }

    #[test]
    fn reading_goes_on_at_the_next_line_that_begins_a_value() {
        let (count, faults) =
            read("{\"a\": 1}\n{\"b\": oops}\n{\"c\": 2}\nnonsense\n{\n\"d\": 3\n}\n{\"cut\": ");
        assert_eq!(count, 3);
        assert_eq!(faults, ["2: {\"b\": oops}", "4: nonsense", "8: {\"cut\":"]);
    }

    #[test]
    fn a_line_that_lacks_its_end_does_not_take_the_next_one_along() {
        let (count, faults) = read("{\"a\": 1}\n{\"b\": {\"S\": \"2\"}\n{\"c\": 3}\n{\"d\": 4}\n");
        assert_eq!((count, faults), (3, vec!["2: {\"b\": {\"S\": \"2\"}".to_owned()]));
    }

    #[test]
    fn a_value_that_is_cut_off_does_not_take_those_after_it_along() {
        let (count, faults) =
            read("{\"Item\": {\"a\": {\"S\": \"x\n{\"Item\": {}}\n{\"Item\": {}}\n");
        assert_eq!((count, faults.len()), (2, 1));
    }
}
