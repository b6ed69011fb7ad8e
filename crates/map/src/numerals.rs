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

/// A size: exact up to 9,999 bytes, then in KB or MB of 1,024, as `DynamoDB` counts them.
pub fn bytes(size_bytes: u64) -> String {
    const KB: f64 = 1024.0;
    let size = size_bytes as f64;
    match size_bytes {
        1 => "1 byte".to_owned(),
        0..10_000 => format!("{} bytes", grouped(size_bytes)),
        10_000..1_048_576 => format!("{} KB", decimal(size / KB, 1)),
        _ => format!("{} MB", decimal(size / KB / KB, 2)),
    }
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
        ] {
            assert_eq!(bytes(size_bytes), expected);
        }
    }

    #[test]
    fn one_of_a_thing_is_not_several() {
        assert_eq!(counted(1, "page", "pages"), "1 page");
        assert_eq!(counted(0, "page", "pages"), "0 pages");
        assert_eq!(counted(1_200, "page", "pages"), "1,200 pages");
    }
}
