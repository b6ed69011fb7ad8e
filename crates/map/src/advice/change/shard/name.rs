//! What shards are called: the value, `#`, and the shard's number with as many digits as the last has, two at least.
//!
//! Owns that form, both ways.

/// The most shards a key is spread over. AWS's own example goes so far; a read of the whole takes a request for each.
pub const MOST_SHARDS: u32 = 200;
/// The fewest and the most digits of a shard's number.
const DIGITS: std::ops::RangeInclusive<usize> = 2..=3;

/// The number of a shard as it stands in a key: `07` of up to 100, `007` of more, so that the keys sort as the numbers do.
pub fn shard_number(shard: u32, shards: u32) -> String {
    let width = shards.saturating_sub(1).to_string().len().max(*DIGITS.start());
    let digits = shard.to_string();
    let mut text = "0".repeat(width.saturating_sub(digits.len()));
    text.push_str(&digits);
    text
}

/// A value of a partition key in one of so many shards.
///
/// ```
/// assert_eq!(map::advice::change::shard_value("LOW_STOCK", 2, 3), "LOW_STOCK#02");
/// ```
pub fn shard_value(value: &str, shard: u32, shards: u32) -> String {
    [value, "#", &shard_number(shard, shards)].concat()
}

/// The value and the shard of a text that is made so.
///
/// ```
/// use map::advice::change::split_shard;
/// assert_eq!(split_shard("LOW_STOCK#02"), Some(("LOW_STOCK", 2)));
/// assert_eq!(split_shard("CUSTOMER#4821"), None);
/// ```
pub fn split_shard(text: &str) -> Option<(&str, u32)> {
    let (value, digits) = text.rsplit_once('#')?;
    let is_number = DIGITS.contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
    let shard = digits.parse().ok().filter(|shard| is_number && *shard < MOST_SHARDS)?;
    (!value.is_empty()).then_some((value, shard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_so_that_they_sort() {
        for (shard, shards, expected) in [
            (0, 1, "A#00"),
            (7, 8, "A#07"),
            (99, 100, "A#99"),
            (99, 101, "A#099"),
            (199, 200, "A#199"),
        ] {
            let text = shard_value("A", shard, shards);
            assert_eq!(text, expected);
            assert_eq!(split_shard(&text), Some(("A", shard)));
        }
        for odd in ["A#1", "A#0001", "#00", "A#200", "A#-1", "A#+01", "A", "", "A#0x", "A#١٢"] {
            assert_eq!(split_shard(odd), None, "{odd}");
        }
    }
}
