//! Moments as texts spell them: read, and written in the same spelling.

use std::fmt::Write;

/// Seconds of a day.
pub const DAY: i64 = 86_400;
/// The start of 2024, in seconds since 1970.
pub const YEAR_2024: i64 = 1_704_067_200;

/// Seconds since 1970, without leap seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub i64);

impl Moment {
    /// Year, month and day. The calendar is counted from a March, so that a leap day is a year's last.
    fn civil(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(DAY) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        (era * 400 + year + i64::from(month <= 2), month, day)
    }

    /// The start of a day.
    fn of_civil(year: i64, month: i64, day: i64) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let from_march = if month > 2 { month - 3 } else { month + 9 };
        let of_year = (153 * from_march + 2) / 5 + day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        Self(days * DAY)
    }

    /// The day: `2026-02-28`.
    pub fn date(self) -> String {
        let (year, month, day) = self.civil();
        format!("{year:04}-{month:02}-{day:02}")
    }
}

impl std::fmt::Display for Moment {
    /// ISO 8601, to the second, in UTC.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let second = self.0.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        write!(formatter, "{}T{hour:02}:{minute:02}:{second:02}Z", self.date())
    }
}

/// How a moment is spelt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// What parts day and time; none where there is no time.
    between: Option<char>,
    /// Whether the day is left out: `2026-03`.
    month_only: bool,
    /// Whether seconds are told.
    seconds: bool,
    /// Digits behind the seconds.
    fraction: usize,
    /// What ends it: `Z`, `+02:00` or nothing.
    zone: String,
}

/// A moment and its spelling, where a text is one: `2026-03`, `2026-03-01`, `2026-03-01T08:15:00.250Z`.
pub fn read(text: &str) -> Option<(Moment, Spelling)> {
    let mut rest = text;
    let mut number = |digits: usize| -> Option<i64> {
        let found = rest.get(..digits).filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))?;
        rest = rest.get(digits..)?;
        let number = found.parse().ok()?;
        rest = rest.strip_prefix(['-', ':']).filter(|_| digits > 0).unwrap_or(rest);
        Some(number)
    };
    let (year, month) = (number(4)?, number(2)?);
    if !(1900..2200).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let mut spelling = Spelling {
        between: None,
        month_only: false,
        seconds: false,
        fraction: 0,
        zone: String::new(),
    };
    if text.len() == 7 && text.as_bytes().get(4) == Some(&b'-') {
        spelling.month_only = true;
        return Some((Moment::of_civil(year, month, 1), spelling));
    }
    let day = number(2)?;
    if !(1..=31).contains(&day) || text.as_bytes().get(7) != Some(&b'-') {
        return None;
    }
    let moment = Moment::of_civil(year, month, day);
    if text.len() == 10 {
        return Some((moment, spelling));
    }
    let time = text.get(10..)?;
    spelling.between = time.chars().next().filter(|it| matches!(it, 'T' | ' ' | 't'));
    spelling.between?;
    let (mut seconds, mut at) = (0, 1);
    for (place, unit) in [3_600, 60, 1].into_iter().enumerate() {
        let digits =
            time.get(at..at + 2).filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))?;
        seconds += digits.parse::<i64>().ok()? * unit;
        at += 2;
        spelling.seconds = place == 2;
        if place == 2 || time.as_bytes().get(at) != Some(&b':') {
            break;
        }
        at += 1;
    }
    let mut rest = time.get(at..)?;
    if let Some(after) = rest.strip_prefix('.') {
        spelling.fraction = after.bytes().take_while(u8::is_ascii_digit).count();
        rest = after.get(spelling.fraction..)?;
    }
    let is_zone = rest.is_empty()
        || rest == "Z"
        || (rest.starts_with(['+', '-']) && matches!(rest.len(), 3 | 5 | 6));
    rest.clone_into(&mut spelling.zone);
    is_zone.then_some((Moment(moment.0 + seconds), spelling))
}

impl Spelling {
    /// Writes a moment. What is smaller than a second is given as `fraction`.
    pub fn write(&self, moment: Moment, fraction: u64) -> String {
        let mut text = moment.date();
        if self.month_only {
            text.truncate(7);
        }
        let Some(between) = self.between else { return text };
        let second = moment.0.rem_euclid(DAY);
        let _ = write!(text, "{between}{:02}:{:02}", second / 3_600, second / 60 % 60);
        if self.seconds {
            let _ = write!(text, ":{:02}", second % 60);
        }
        if self.fraction > 0 {
            let limit = 10_u64.saturating_pow(self.fraction.min(18) as u32);
            let _ = write!(text, ".{:0width$}", fraction % limit, width = self.fraction);
        }
        text.push_str(&self.zone);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates_of_the_calendar() {
        for (seconds, expected) in [
            (YEAR_2024, "2024-01-01T00:00:00Z"),
            (YEAR_2024 + 59 * DAY + 3_661, "2024-02-29T01:01:01Z"),
            (YEAR_2024 + 365 * DAY + 86_399, "2024-12-31T23:59:59Z"),
            (YEAR_2024 + 366 * DAY, "2025-01-01T00:00:00Z"),
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(Moment(seconds).to_string(), expected);
        }
    }

    #[test]
    fn moments_are_read_and_written_in_the_spelling_they_had() {
        for text in [
            "2026-03",
            "2026-03-01",
            "2026-03-01T08:15:00Z",
            "2024-02-29 23:59:59",
            "2026-03-01T08:15Z",
            "2026-03-01T08:15:00.250Z",
            "2026-03-01T08:15:00+02:00",
            "2026-12-31T00:00:00.000000-0500",
        ] {
            let (moment, spelling) = read(text).unwrap();
            let fraction = if text.contains(".250") { 250 } else { 0 };
            assert_eq!(spelling.write(moment, fraction), text);
        }
        for text in [
            "",
            "2026",
            "2026-13",
            "20260301",
            "2026-03-01T",
            "2026-03-01X08:00",
            "1234-5678",
            "O1001",
            "é026-03-01",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
