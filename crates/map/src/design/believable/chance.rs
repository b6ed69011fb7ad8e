//! Chance that can be had again: the same seed gives the same numbers, everywhere.

/// Numbers that look random and never differ: `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Chance(pub u64);

impl Chance {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below `limit`; 0 where that is zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// A number of seconds below a limit.
    pub fn seconds_below(&mut self, limit: i64) -> i64 {
        self.between(0, limit.saturating_sub(1))
    }

    /// From `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = most.saturating_sub(least).max(0) as u64;
        let by = match width.checked_add(1) {
            Some(width) => self.next() % width,
            None => self.next(),
        };
        least.saturating_add(i64::try_from(by).unwrap_or(i64::MAX))
    }

    /// One of these words.
    pub fn pick(&mut self, from: &[&'static str]) -> &'static str {
        let at = self.below(from.len());
        from.get(at).copied().unwrap_or_default()
    }

    /// One of these, where there are any.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let at = self.below(from.len());
        from.get(at)
    }

    /// From 1 to `most`; n is about as often as 1 / n², so half are 1 and few are large.
    pub fn power_law(&mut self, most: usize) -> usize {
        let chance = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        ((1.0 / (chance + f64::EPSILON)) as usize).clamp(1, most)
    }

    /// So many characters of these.
    pub fn characters(&mut self, of: &str, count: usize) -> String {
        let of: Vec<char> = of.chars().collect();
        (0..count).filter_map(|_| self.choose(&of).copied()).collect()
    }
}
