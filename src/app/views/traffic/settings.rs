//! What a link says of traffic, read and written: the seed, and how popular keys are.
//!
//! Owns the spelling of those. What a design keeps is the design's; a link only says something else of it.

use map::advice::row_words::parse_rate;
use map::advice::traffic::{FIRST_SEED, Popularity, Settings};
use map::numerals::short_decimal;

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

/// What a design keeps, with what a link says instead.
pub fn with_link(
    mut kept: Settings,
    rows: &[String],
    [seed, popularity]: &[String; 2],
) -> Settings {
    if let Ok(seed) = seed.trim().parse() {
        kept.seed = seed;
    }
    let said = Popularities::of(popularity);
    for id in rows {
        if let Some(popularity) = said.of_row(id) {
            kept.row(id).popularity = Some(popularity.clone());
        }
    }
    kept
}

/// What a link says of settings: the seed, and how popular keys are. Nothing where that is as usual.
pub fn link_of(settings: &Settings, rows: &[String]) -> [String; 2] {
    let seed = if settings.seed == FIRST_SEED { String::new() } else { settings.seed.to_string() };
    let of = |id: &String| {
        let found = settings.rows.iter().find(|(known, _)| known == id);
        found.and_then(|(_, row)| row.popularity.clone())
    };
    let mut said = Popularities::default();
    let first = rows.first().and_then(of);
    if rows.iter().all(|id| of(id) == first) {
        said.set(None, first);
    } else {
        for id in rows {
            said.set(Some(id), of(id));
        }
    }
    [seed, said.text()]
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
    fn a_link_says_the_seed_and_how_popular_keys_are() {
        let rows = ["A1".to_owned(), "A2".to_owned()];
        let link = |seed: &str, popularity: &str| [seed.to_owned(), popularity.to_owned()];
        for said in
            [link("", ""), link("7", "newest"), link("", "A1=zipf:2"), link("1x", "A9=even")]
        {
            let kept = with_link(Settings::default(), &rows, &said);
            let again = with_link(Settings::default(), &rows, &link_of(&kept, &rows));
            assert_eq!(link_of(&again, &rows), link_of(&kept, &rows));
        }
        let kept = with_link(Settings::default(), &rows, &link("7", "newest"));
        assert_eq!(link_of(&kept, &rows), link("7", "newest"));
        assert_eq!(link_of(&Settings::default(), &rows), link("", ""));
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
