//! What the values of a partition key look like: dates, flags, counters, words.
//!
//! Owns the look of one value, and how many values of a family have each. It judges by the text alone.

use key_engine::AttributeValue;

/// What one value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Yes or no: `true`, `N`, `0`.
    Flag,
    /// A day, a month or an hour: `2026-07-26`, `2026-07`, `20260726`.
    Date,
    /// A moment: `2026-07-26T08:12:44Z`.
    Moment,
    /// What may be seconds or milliseconds since 1970, and may be anything: `1790000000`.
    Epoch,
    /// A whole number.
    Whole(u64),
    /// A word without digits: `OPEN`, `in transit`.
    Word,
    /// Anything else: most likely it tells one thing from another.
    Name,
}

/// How many values look like what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// [`Shape::Flag`].
    pub flags: usize,
    /// [`Shape::Date`].
    pub dates: usize,
    /// [`Shape::Moment`].
    pub moments: usize,
    /// [`Shape::Epoch`].
    pub epochs: usize,
    /// [`Shape::Whole`], of the key type N alone: ids are often written in digits.
    pub numbers: usize,
    /// The lowest of those.
    pub lowest: u64,
    /// The highest.
    pub highest: u64,
    /// [`Shape::Word`].
    pub words: usize,
}

impl Shapes {
    /// Counts a value, of which the text before `from` is the family's prefix.
    pub(super) fn note(&mut self, value: &AttributeValue, from: usize) {
        match shape_of(value, from) {
            Shape::Flag => self.flags += 1,
            Shape::Date => self.dates += 1,
            Shape::Moment => self.moments += 1,
            Shape::Epoch => self.epochs += 1,
            Shape::Whole(number) if matches!(value, AttributeValue::N(_)) => {
                self.lowest = if self.numbers == 0 { number } else { self.lowest.min(number) };
                self.highest = self.highest.max(number);
                self.numbers += 1;
            }
            Shape::Word => self.words += 1,
            Shape::Whole(_) | Shape::Name => {}
        }
    }
}

/// The longest text that is taken for a word.
const LONGEST_WORD: usize = 24;

/// What a value looks like after its first `from` bytes.
pub fn shape_of(value: &AttributeValue, from: usize) -> Shape {
    let number;
    let text = match value {
        AttributeValue::S(text) => text.get(from..).unwrap_or(text),
        AttributeValue::N(value) => {
            number = value.to_string();
            &number
        }
        _ => return Shape::Name,
    };
    let is_flag = ["true", "false", "yes", "no", "y", "n", "0", "1", "t", "f"]
        .iter()
        .any(|flag| text.eq_ignore_ascii_case(flag));
    if is_flag {
        return Shape::Flag;
    }
    if let Some(time) = time_of(text) {
        return time;
    }
    if let Ok(number) = text.parse::<u64>() {
        return Shape::Whole(number);
    }
    let is_word = (1..=LONGEST_WORD).contains(&text.len())
        && !text.chars().any(|letter| letter.is_ascii_digit() || letter == '@');
    if is_word { Shape::Word } else { Shape::Name }
}

/// Whether a text begins as a time does, and which.
fn time_of(text: &str) -> Option<Shape> {
    let digits = |range: std::ops::Range<usize>| -> Option<u64> {
        let part = text.get(range)?;
        let whole = part.bytes().all(|byte| byte.is_ascii_digit());
        whole.then(|| part.parse().ok()).flatten()
    };
    let likely = |year: u64, month: u64, day: u64| {
        (1900..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
    };
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits {
        let number: u64 = text.parse().ok()?;
        return match text.len() {
            8 if likely(number / 10_000, number / 100 % 100, number % 100) => Some(Shape::Date),
            // between 2001 and 2065
            10 if (1_000_000_000..3_000_000_000).contains(&number) => Some(Shape::Epoch),
            13 if (1_000_000_000_000..3_000_000_000_000).contains(&number) => Some(Shape::Epoch),
            _ => None,
        };
    }
    let mark = |at: usize| text.as_bytes().get(at).copied();
    if !matches!(mark(4), Some(b'-' | b'/')) {
        return None;
    }
    let (year, month) = (digits(0..4)?, digits(5..7)?);
    if text.len() == 7 {
        return likely(year, month, 1).then_some(Shape::Date);
    }
    let day = digits(8..10).filter(|_| mark(7) == mark(4))?;
    if !likely(year, month, day) {
        return None;
    }
    // down to the hour it is a period, below that a moment; what else stands behind a day makes it a name
    match (mark(10), text.len()) {
        (None, _) | (Some(b'T' | b' '), 13 | 14) => Some(Shape::Date),
        (Some(b'T' | b' '), 16..) => Some(Shape::Moment),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_known_by_their_look() {
        let text = |text: &str| AttributeValue::S(text.to_owned());
        for (value, expected) in [
            ("true", Shape::Flag),
            ("N", Shape::Flag),
            ("2026-07-26", Shape::Date),
            ("2026/07/26", Shape::Date),
            ("2026-07", Shape::Date),
            ("20260726", Shape::Date),
            ("2026-07-26T08", Shape::Date),
            ("2026-07-26T08:12:44Z", Shape::Moment),
            ("1790000000", Shape::Epoch),
            ("1790000000123", Shape::Epoch),
            ("2026-13-26", Shape::Name),
            ("2026-07-26#O711", Shape::Name),
            ("99999999", Shape::Whole(99_999_999)),
            ("123", Shape::Whole(123)),
            ("OPEN", Shape::Word),
            ("in transit", Shape::Word),
            ("ana@example.com", Shape::Name),
            ("C4821", Shape::Name),
            ("", Shape::Name),
            ("東京", Shape::Word),
            ("2026-0é", Shape::Name),
        ] {
            assert_eq!(shape_of(&text(value), 0), expected, "{value}");
        }
        assert_eq!(shape_of(&text("DATE#2026-07-26"), 5), Shape::Date);
        assert_eq!(shape_of(&text("é"), 1), Shape::Word, "a prefix that ends within a letter");
        let number = AttributeValue::N("20260726".parse().unwrap());
        assert_eq!(shape_of(&number, 0), Shape::Date);
    }
}
