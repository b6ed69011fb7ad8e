//! Numbers as a reader meets them: grouped by thousands, with their unit, never more digits than are true.

/// A count with its thousands grouped: `1,240`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Capacity units, which come in halves: `0.5`, `128.5`, `1,240`.
pub fn units(capacity_units: f64) -> String {
    let halves = (capacity_units * 2.0).round().max(0.0) as u64;
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", grouped(halves / 2))
}

/// A size: exact up to 9,999 bytes, then in KB, MB and so on of 1,024, as `DynamoDB` counts them.
pub fn bytes(size_bytes: u64) -> String {
    match size_bytes {
        1 => return "1 byte".to_owned(),
        0..10_000 => return format!("{} bytes", grouped(size_bytes)),
        _ => {}
    }
    let mut size = size_bytes as f64 / 1024.0;
    let mut unit = "KB";
    for larger in ["MB", "GB", "TB", "PB"] {
        if size >= 1024.0 {
            size /= 1024.0;
            unit = larger;
        }
    }
    format!("{} {unit}", decimal(size, if unit == "KB" { 1 } else { 2 }))
}

/// A length of time: `10 ms`, `1.5 s`, `12.3 min`, `3.2 h`, `12 days`, `40.5 years`.
pub fn duration(seconds: f64) -> String {
    const DAY: f64 = 86_400.0;
    let (length, unit) = match seconds {
        _ if seconds < 1.0 => (seconds * 1000.0, "ms"),
        _ if seconds < 60.0 => (seconds, "s"),
        _ if seconds < 3600.0 => (seconds / 60.0, "min"),
        _ if seconds < 2.0 * DAY => (seconds / 3600.0, "h"),
        _ if seconds < 730.0 * DAY => (seconds / DAY, "days"),
        _ => (seconds / DAY / 365.0, "years"),
    };
    format!("{} {unit}", short_decimal(length, 1))
}

/// An amount of US dollars: to the cent, and where it is less than that with two digits that count: `$0.00000013`.
pub fn dollars(amount: f64) -> String {
    if amount >= 0.01 {
        let cents = (amount * 100.0).round() as u64;
        return format!("${}.{:02}", grouped(cents / 100), cents % 100);
    }
    let mut places = 3;
    while places < 12 && amount * (10_u64.pow(places) as f64) < 9.5 {
        places += 1;
    }
    format!("${}", short_decimal(amount, places))
}

/// A number of at least 0 with at most so many digits after the point: none that are 0 to the end.
pub fn short_decimal(value: f64, places: u32) -> String {
    let text = decimal(value, places);
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number of at least 0 with so many digits after the point. Written from whole numbers: the standard library's way of writing
/// floating-point numbers weighs 15 KB in the download.
pub fn decimal(value: f64, places: u32) -> String {
    let scale = 10_u64.pow(places);
    let scaled = (value.max(0.0) * scale as f64).round() as u64;
    let whole = scaled / scale;
    match places {
        0 => whole.to_string(),
        _ => format!("{whole}.{:0width$}", scaled % scale, width = places as usize),
    }
}

/// A length for CSS, to the hundredth of a pixel.
pub fn css_pixels(length: f64) -> String {
    format!("{}px", decimal(length, 2))
}

/// A count and its noun: `1 page`, `3 pages`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        for (count, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_240, "1,240"),
            (12_345_678, "12,345,678"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(count), expected);
        }
    }

    #[test]
    fn capacity_comes_in_halves() {
        for (capacity_units, expected) in
            [(0.0, "0"), (0.5, "0.5"), (1.0, "1"), (128.5, "128.5"), (1240.0, "1,240"), (-1.0, "0")]
        {
            assert_eq!(units(capacity_units), expected);
        }
    }

    #[test]
    fn decimals_are_rounded_to_their_places() {
        for (value, places, expected) in [
            (0.0, 4, "0.0000"),
            (1.005, 1, "1.0"),
            (0.99996, 4, "1.0000"),
            (12.5, 0, "13"),
            (-2.0, 2, "0.00"),
        ] {
            assert_eq!(decimal(value, places), expected);
        }
        assert_eq!(css_pixels(31.5), "31.50px");
    }

    #[test]
    fn sizes_are_exact_while_they_are_small() {
        for (size_bytes, expected) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (9_999, "9,999 bytes"),
            (10_240, "10.0 KB"),
            (1_048_576, "1.00 MB"),
            (1_610_612_736, "1.50 GB"),
            (1_430_511_474_600, "1.30 TB"),
            (4_096_000_000_000_000, "3.64 PB"),
        ] {
            assert_eq!(bytes(size_bytes), expected);
        }
    }

    #[test]
    fn times_are_told_in_the_unit_that_fits_them() {
        for (seconds, expected) in [
            (0.0, "0 ms"),
            (0.01, "10 ms"),
            (0.04267, "42.7 ms"),
            (1.5, "1.5 s"),
            (90.0, "1.5 min"),
            (10_800.0, "3 h"),
            (1_036_800.0, "12 days"),
            (1.0e12, "31709.8 years"),
        ] {
            assert_eq!(duration(seconds), expected);
        }
    }

    #[test]
    fn small_amounts_of_money_keep_two_digits_that_count() {
        for (amount, expected) in [
            (0.0, "$0"),
            (0.000_000_125, "$0.00000013"),
            (0.0042, "$0.0042"),
            (0.01, "$0.01"),
            (19.8364, "$19.84"),
            (1_234_567.891, "$1,234,567.89"),
        ] {
            assert_eq!(dollars(amount), expected);
        }
    }

    #[test]
    fn one_of_a_thing_is_not_several() {
        assert_eq!(counted(1, "page", "pages"), "1 page");
        assert_eq!(counted(0, "page", "pages"), "0 pages");
        assert_eq!(counted(1_200, "page", "pages"), "1,200 pages");
    }
}
