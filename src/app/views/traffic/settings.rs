//! What a link says of traffic, read and written: the seed, how popular keys are, changed rules, previous peaks.
//!
//! Owns the spelling of those four. It never says what they do.

use map::advice::row_words::parse_rate;
use map::advice::traffic::{Popularity, Rules};
use map::numerals::short_decimal;

/// The seed where none is said.
pub const FIRST_SEED: u64 = 1;

/// A seed: any whole number that fits.
pub fn seed(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// A number as typed or in a link, 0 among them.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_zero = text.contains('0') && text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if is_zero { Some(0.0) } else { parse_rate(text) }
}

/// A number as it is typed, and in a link.
pub fn text(number: f64) -> String {
    short_decimal(number, 4)
}

/// How popular keys are: of all rows, and of rows that are named.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Popularities {
    parts: Vec<(Option<String>, Popularity)>,
}

impl Popularities {
    /// Reads them; what is not understood is passed over.
    pub fn of(text: &str) -> Self {
        let part = |part: &str| {
            let (row, said) = part
                .split_once('=')
                .map_or((None, part), |(row, said)| (Some(unescaped(row)), said));
            Some((row, popularity(said)?))
        };
        Self { parts: text.split(';').filter_map(part).collect() }
    }

    /// What is said of a row itself, or of all where none is given.
    pub fn said(&self, row: Option<&str>) -> Option<&Popularity> {
        self.parts.iter().find(|(known, _)| known.as_deref() == row).map(|(_, said)| said)
    }

    /// What holds for a row.
    pub fn of_row(&self, row: &str) -> Option<&Popularity> {
        self.said(Some(row)).or_else(|| self.said(None))
    }

    /// Says something else of a row, or of all; or nothing any more.
    pub fn set(&mut self, row: Option<&str>, popularity: Option<Popularity>) {
        self.parts.retain(|(known, _)| known.as_deref() != row);
        if let Some(popularity) = popularity {
            self.parts.push((row.map(str::to_owned), popularity));
        }
    }

    /// The rows of which something is said.
    pub fn rows(&self) -> Vec<String> {
        self.parts.iter().filter_map(|(row, _)| row.clone()).collect()
    }

    /// As a link has them.
    pub fn text(&self) -> String {
        let part = |(row, said): &(Option<String>, Popularity)| match row {
            Some(row) => [&escaped(row), "=", &popularity_text(said)].concat(),
            None => popularity_text(said),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(";")
    }
}

fn popularity(text: &str) -> Option<Popularity> {
    let mut parts = text.splitn(3, ':');
    let kind = parts.next()?;
    let (first, second) = (parts.next().map(number), parts.next());
    Some(match kind {
        "even" => Popularity::Even,
        "zipf" => Popularity::Zipf { exponent: first.flatten().unwrap_or(1.0).min(5.0) },
        "celebrity" => Popularity::Celebrity {
            share: first.flatten().unwrap_or(0.5).min(1.0),
            key: second.map(unescaped).filter(|key| !key.is_empty()),
        },
        "newest" => Popularity::Newest,
        "sample" => Popularity::Sample,
        _ => return None,
    })
}

fn popularity_text(popularity: &Popularity) -> String {
    match popularity {
        Popularity::Even => "even".to_owned(),
        Popularity::Zipf { exponent } => ["zipf:", &text(*exponent)].concat(),
        Popularity::Celebrity { share, key } => {
            let mut said = ["celebrity:", &text(*share)].concat();
            if let Some(key) = key {
                said.push(':');
                said.push_str(&escaped(key));
            }
            said
        }
        Popularity::Newest => "newest".to_owned(),
        Popularity::Sample => "sample".to_owned(),
    }
}

/// The rules with what is said to be others.
pub fn rules(said: &str) -> Rules {
    let mut rules = Rules::default();
    for part in said.split(';') {
        let Some((name, value)) = part.split_once(':') else { continue };
        if let (Some(id), Some(value)) = (Rules::named(name), number(value)) {
            rules.set(id, value);
        }
    }
    rules
}

/// The rules that are others than usual, as a link has them.
pub fn rules_text(rules: &Rules) -> String {
    let said = |rule: &map::advice::traffic::Rule| [rule.name, ":", &text(rule.value)].concat();
    rules.changed().map(said).collect::<Vec<_>>().join(";")
}

/// What doors have served before, in read and write units a second, by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peaks(Vec<(String, (f64, f64))>);

impl Peaks {
    /// Reads them; what is not understood is passed over.
    pub fn of(text: &str) -> Self {
        let part = |part: &str| {
            let mut parts = part.rsplitn(3, ':');
            let (writes, reads) = (number(parts.next()?)?, number(parts.next()?)?);
            Some((unescaped(parts.next()?), (reads, writes)))
        };
        Self(text.split(';').filter_map(part).collect())
    }

    /// That of a door.
    pub fn door(&self, name: &str) -> Option<(f64, f64)> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, peak)| *peak)
    }

    /// Says something else of a door.
    pub fn set(&mut self, name: &str, peak: Option<(f64, f64)>) {
        self.0.retain(|(known, _)| known != name);
        self.0.extend(peak.map(|peak| (name.to_owned(), peak)));
    }

    /// As a link has them.
    pub fn text(&self) -> String {
        let part = |(name, (reads, writes)): &(String, (f64, f64))| {
            [&escaped(name), ":", &text(*reads), ":", &text(*writes)].concat()
        };
        self.0.iter().map(part).collect::<Vec<_>>().join(";")
    }
}

const SIGNS: [(&str, &str); 3] = [("%", "%25"), (";", "%3B"), ("=", "%3D")];

fn escaped(text: &str) -> String {
    SIGNS.iter().fold(text.to_owned(), |text, (sign, code)| text.replace(sign, code))
}

fn unescaped(text: &str) -> String {
    SIGNS.iter().rev().fold(text.to_owned(), |text, (sign, code)| text.replace(code, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_keys_comes_back_as_it_went() {
        let star =
            |share, key: Option<&str>| Popularity::Celebrity { share, key: key.map(str::to_owned) };
        let mut said = Popularities::default();
        said.set(None, Some(star(0.62, Some("A;B=%3B:C"))));
        said.set(Some("A=1;"), Some(Popularity::Zipf { exponent: 1.2 }));
        said.set(Some("A2"), Some(Popularity::Newest));
        said.set(Some("A3"), Some(star(1.0, None)));
        said.set(Some("A4"), Some(Popularity::Even));
        said.set(Some("A4"), None);
        assert_eq!(Popularities::of(&said.text()), said);
        assert_eq!(said.of_row("A2"), Some(&Popularity::Newest));
        assert_eq!(said.of_row("A4"), said.said(None));
        assert_eq!(Popularities::of("nonsense;A1=what;;=").text(), "");
        assert_eq!(
            Popularities::of("zipf;A1=celebrity:7:").text(),
            "zipf:1;A1=celebrity:1",
            "within bounds"
        );
    }

    #[test]
    fn rules_and_peaks_come_back_as_they_went() {
        let said = "burstSecs:0;splitSecs:60;gone:1;splitHeat:x";
        assert_eq!(rules_text(&rules(said)), "burstSecs:0;splitSecs:60");
        let mut peaks = Peaks::of("T:6000:2000;T/I:1:0.5;T");
        assert_eq!(peaks.door("T/I"), Some((1.0, 0.5)));
        peaks.set("a:b;c", Some((2.0, 3.0)));
        assert_eq!(Peaks::of(&peaks.text()), peaks);
    }

    #[test]
    fn numbers_may_be_nothing() {
        for (typed, expected) in [
            ("0", Some(0.0)),
            ("0.00", Some(0.0)),
            ("1,000", Some(1000.0)),
            (".", None),
            ("", None),
            ("-1", None),
        ] {
            assert_eq!(number(typed), expected, "{typed}");
        }
    }
}
