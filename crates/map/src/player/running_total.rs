//! A running total over the items of a leg, in as many pieces as its values change.

/// The sums of the first `k` values for every `k`, as straight pieces: 8 bytes for each run of equal values.
///
/// A leg holds what one round trip may evaluate (16 MB at most, for `BatchGetItem`), so its sums fit 32 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunningTotal {
    pieces: Vec<Piece>,
    len: u32,
    total: u32,
    /// The value of the last piece.
    last: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    from: u32,
    before: u32,
}

impl RunningTotal {
    /// Appends `count` items of `value` each.
    pub(super) fn push(&mut self, value: u32, count: u32) {
        if count == 0 {
            return;
        }
        if self.len == 0 || self.last != value {
            self.pieces.push(Piece { from: self.len, before: self.total });
            self.last = value;
        }
        self.len = self.len.saturating_add(count);
        self.total = self.total.saturating_add(value.saturating_mul(count));
    }

    /// How many items there are.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The sum of all values.
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// The sum of the first `count` values; of all of them when there are fewer. O(log runs).
    pub(super) fn of_first(&self, count: u32) -> u32 {
        if count >= self.len {
            return self.total;
        }
        let Some((piece, value)) = self.piece(count) else { return 0 };
        piece.before + (count - piece.from) * value
    }

    /// The value of item `position`; 0 beyond the end. O(log runs).
    pub(super) fn value(&self, position: u32) -> u32 {
        if position >= self.len {
            return 0;
        }
        self.piece(position).map_or(0, |(_, value)| value)
    }

    /// The piece that holds `position`, and the value of each of its items.
    fn piece(&self, position: u32) -> Option<(Piece, u32)> {
        let next = self.pieces.partition_point(|piece| piece.from <= position);
        let piece = *self.pieces.get(next.checked_sub(1)?)?;
        let (end, sum) =
            self.pieces.get(next).map_or((self.len, self.total), |next| (next.from, next.before));
        Some((piece, (sum - piece.before) / (end - piece.from).max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_values_are_those_of_the_list() {
        let values = [3_u32, 3, 3, 0, 0, 7, 3, 3, 1];
        let mut total = RunningTotal::default();
        for value in values {
            total.push(value, 1);
        }
        for count in 0..=values.len() {
            assert_eq!(
                total.of_first(count as u32),
                values[..count].iter().sum::<u32>(),
                "{count}"
            );
        }
        for (position, value) in values.iter().enumerate() {
            assert_eq!(total.value(position as u32), *value, "{position}");
        }
        assert_eq!((total.len(), total.total(), total.value(9)), (9, 23, 0));
        assert_eq!(total.pieces.len(), 5);
    }

    #[test]
    fn a_long_run_is_one_piece() {
        let mut total = RunningTotal::default();
        total.push(200, 4_000);
        total.push(200, 1_000);
        assert_eq!(total.pieces.len(), 1);
        assert_eq!(total.of_first(4_500), 900_000);
    }
}
