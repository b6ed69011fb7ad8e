//! What the ids of items look like: letters that stay, digits that count.

use std::fmt::Write as _;

use super::chance::Chance;
use crate::design::item_edit::next_text;

/// A run of characters at one place of all ids.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Run {
    /// One of these.
    Text(Vec<String>),
    /// Digits, so many where all have as many, between two numbers.
    Digits { width: usize, least: i64, most: i64 },
}

/// The shape of ids: runs of digits and of other characters, as many in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    runs: Vec<Run>,
    /// The run of digits that counts; none where no run does.
    counts: Option<usize>,
    /// The number given out last.
    last: i64,
}

/// Different texts that are kept of one run.
const MOST_TEXTS: usize = 24;

fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        let same = |byte: &u8| byte.is_ascii_digit() == first.is_ascii_digit();
        let (run, after) = rest.split_at(rest.bytes().take_while(same).count());
        runs.push(run);
        rest = after;
    }
    runs
}

impl Shape {
    /// The shape that all of these have; none where they have not one.
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Self> {
        let mut found: Option<Vec<Run>> = None;
        for text in texts {
            let pieces = runs(text);
            let mine: Option<Vec<Run>> = pieces.iter().map(|piece| run(piece)).collect();
            let mine = mine?;
            match &mut found {
                None => found = Some(mine),
                Some(known) if known.len() == mine.len() => {
                    for (known, mine) in known.iter_mut().zip(mine) {
                        join(known, mine)?;
                    }
                }
                Some(_) => return None,
            }
        }
        let runs = found.filter(|runs| !runs.is_empty() && runs.len() <= 12)?;
        let counts = runs.iter().rposition(|run| matches!(run, Run::Digits { .. }));
        let last = match counts.and_then(|at| runs.get(at)) {
            Some(Run::Digits { most, .. }) => *most,
            _ => 1,
        };
        Some(Self { runs, counts, last })
    }

    /// Whether there are digits that count.
    pub fn counts(&self) -> bool {
        self.counts.is_some()
    }

    /// The next one: its number is the one after the largest.
    pub fn next(&mut self, chance: &mut Chance) -> String {
        self.last = self.last.saturating_add(1);
        let mut text = String::new();
        for (place, run) in self.runs.iter().enumerate() {
            match run {
                Run::Digits { width, .. } if self.counts == Some(place) => {
                    let width = *width;
                    _ = write!(text, "{:0width$}", self.last);
                }
                run => push(&mut text, run, chance),
            }
        }
        if self.counts.is_none() {
            _ = write!(text, "-{}", self.last);
        }
        text
    }

    /// One like them, which may be there already.
    pub fn like(&self, chance: &mut Chance) -> String {
        let mut text = String::new();
        for run in &self.runs {
            push(&mut text, run, chance);
        }
        text
    }
}

fn push(text: &mut String, run: &Run, chance: &mut Chance) {
    match run {
        Run::Text(texts) => text.push_str(chance.choose(texts).map_or("", String::as_str)),
        Run::Digits { width, least, most } => {
            let (number, width) = (chance.between(*least, *most), *width);
            _ = write!(text, "{number:0width$}");
        }
    }
}

/// None where digits are too many to count with.
fn run(piece: &str) -> Option<Run> {
    if !piece.starts_with(|first: char| first.is_ascii_digit()) {
        return Some(Run::Text(vec![piece.to_owned()]));
    }
    let number = piece.parse::<i64>().ok()?;
    Some(Run::Digits { width: piece.len(), least: number, most: number })
}

fn join(known: &mut Run, other: Run) -> Option<()> {
    match (known, other) {
        (Run::Text(texts), Run::Text(mut more)) => {
            more.retain(|text| !texts.contains(text));
            if texts.len() < MOST_TEXTS {
                texts.append(&mut more);
            }
        }
        (
            Run::Digits { width, least, most },
            Run::Digits { width: other, least: low, most: high },
        ) => {
            if *width != other {
                *width = 0;
            }
            *least = (*least).min(low);
            *most = (*most).max(high);
        }
        _ => return None,
    }
    Some(())
}

/// Ids of no common shape: the next after the one given last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(String);

impl Steps {
    /// They go on from this text.
    pub fn from(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The next.
    pub fn next(&mut self) -> String {
        self.0 = next_text(&self.0);
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_go_on_in_their_pattern_and_width() {
        for (seen, next) in [
            (&["O1001", "O1007"][..], "O1008"),
            (&["0000007", "0000012"], "0000013"),
            (&["W1", "W9", "W10"], "W11"),
            (&["ORD-2026-0099"], "ORD-2026-0100"),
            (&["alice"], "alice-2"),
            (&["7"], "8"),
        ] {
            let mut shape = Shape::of(seen.iter().copied()).unwrap();
            let mut chance = Chance(1);
            assert_eq!(shape.next(&mut chance), next);
            let like = shape.like(&mut chance);
            assert!(Shape::of([like.as_str()].into_iter()).is_some(), "{like}");
        }
        for seen in [&["A1", "1A"][..], &["99999999999999999999999"], &["a", "a1"], &[]] {
            assert_eq!(Shape::of(seen.iter().copied()), None, "{seen:?}");
        }
    }
}
