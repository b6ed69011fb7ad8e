//! `DynamoDB`'s number: 38 significant digits, decimal, exact.

use std::cmp::Ordering;
use std::fmt;

mod text;

/// Most significant digits a number may have.
const MAX_DIGITS: u32 = 38;
/// The largest power of ten of a leading digit: 9.99…E+125.
const MAX_MAGNITUDE: i32 = 125;
/// The smallest power of ten of a leading digit: 1E-130.
const MIN_MAGNITUDE: i32 = -130;

/// A decimal number of up to 38 significant digits, from 1E-130 to 9.99…E+125 in size, or zero.
///
/// Held as sign, coefficient without trailing zeros, and power of ten, so that equal numbers are equal
/// bytes. Source: AWS, "Naming rules and data types", Number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    high: u64,
    low: u64,
    exponent: i16,
    negative: bool,
}

/// Why a text is no number. `Display` is `DynamoDB`'s message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The empty text.
    Empty,
    /// Not a number at all; the text.
    NotNumeric(String),
    /// More than 38 significant digits.
    TooManyDigits,
    /// Larger than 9.99…E+125.
    Overflow,
    /// Closer to zero than 1E-130.
    Underflow,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("The parameter cannot be converted to a numeric value"),
            Self::NotNumeric(text) => {
                write!(f, "The parameter cannot be converted to a numeric value: {text}")
            }
            Self::TooManyDigits => {
                f.write_str("Attempting to store more than 38 significant digits in a Number")
            }
            Self::Overflow => f.write_str(
                "Number overflow. Attempting to store a number with magnitude larger than supported range",
            ),
            Self::Underflow => f.write_str(
                "Number underflow. Attempting to store a number with magnitude smaller than supported range",
            ),
        }
    }
}

impl std::error::Error for NumberError {}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self { high: 0, low: 0, exponent: 0, negative: false };

    /// Builds the number `±coefficient × 10^exponent`, checking digits and range.
    fn build(
        negative: bool,
        mut coefficient: u128,
        mut exponent: i32,
    ) -> Result<Self, NumberError> {
        if coefficient == 0 {
            return Ok(Self::ZERO);
        }
        // dividing 128 bits is slow, and seldom needed
        while coefficient > u128::from(u64::MAX) && coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        if let Ok(mut short) = u64::try_from(coefficient) {
            while short.is_multiple_of(10) {
                short /= 10;
                exponent += 1;
            }
            coefficient = u128::from(short);
        }
        let digits = coefficient.ilog10() + 1;
        if digits > MAX_DIGITS {
            return Err(NumberError::TooManyDigits);
        }
        let magnitude = exponent + digits.cast_signed() - 1;
        if magnitude > MAX_MAGNITUDE {
            return Err(NumberError::Overflow);
        }
        if magnitude < MIN_MAGNITUDE {
            return Err(NumberError::Underflow);
        }
        let exponent = i16::try_from(exponent).map_err(|_| NumberError::Underflow)?;
        Ok(Self { high: (coefficient >> 64) as u64, low: coefficient as u64, exponent, negative })
    }

    fn coefficient(&self) -> u128 {
        (u128::from(self.high) << 64) | u128::from(self.low)
    }

    /// The power of ten of the leading digit; only for numbers other than zero.
    fn magnitude(&self) -> i32 {
        i32::from(self.exponent) + self.coefficient().ilog10().cast_signed()
    }

    /// Whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.high == 0 && self.low == 0
    }

    /// Whether this is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The same number with the other sign.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.negative = !self.negative && !self.is_zero();
        self
    }

    /// The exact sum.
    ///
    /// # Errors
    /// When the sum is out of range or needs more than 38 significant digits: the service calls both an overflow.
    pub fn checked_add(&self, other: &Self) -> Result<Self, NumberError> {
        if self.is_zero() {
            return Ok(*other);
        }
        if other.is_zero() {
            return Ok(*self);
        }
        let (upper, lower) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = (i32::from(upper.exponent) - i32::from(lower.exponent)).cast_unsigned();
        // The lower number's last digit is not zero, so a sum that does not fit has over 38 digits.
        let raised = 10u128
            .checked_pow(shift)
            .and_then(|power| upper.coefficient().checked_mul(power))
            .ok_or(NumberError::Overflow)?;
        let lowered = lower.coefficient();
        let (negative, sum) = if upper.negative == lower.negative {
            (upper.negative, raised.checked_add(lowered).ok_or(NumberError::Overflow)?)
        } else if raised >= lowered {
            (upper.negative, raised - lowered)
        } else {
            (lower.negative, lowered - raised)
        };
        Self::build(negative, sum, i32::from(lower.exponent)).map_err(|error| match error {
            NumberError::TooManyDigits => NumberError::Overflow,
            other => other,
        })
    }

    /// The exact difference.
    ///
    /// # Errors
    /// As [`Number::checked_add`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self, NumberError> {
        self.checked_add(&other.negated())
    }

    /// Bytes the number counts for: one, plus one for each pair of digits, counted from the point to both
    /// sides (pairs of leading and trailing zeros are not stored), plus one if negative. That is the length
    /// of its order bytes. AWS, "DynamoDB item sizes and formats", says "approximately"; this is as measured.
    pub fn size_bytes(&self) -> usize {
        if self.is_zero() {
            return 1;
        }
        let (coefficient, exponent) = (self.coefficient(), i32::from(self.exponent));
        let digits = coefficient.ilog10().cast_signed() + 1;
        let (before, after) = if exponent >= 0 {
            // an odd power of ten shares a pair with the last digit
            (digits + exponent % 2, 0)
        } else {
            let fraction = -exponent;
            if digits > fraction {
                (digits - fraction, fraction)
            } else {
                // zeros right after the point come off in pairs
                (0, digits + (fraction - digits) % 2)
            }
        };
        let pairs = (before + 1) / 2 + (after + 1) / 2;
        1 + pairs.cast_unsigned() as usize + usize::from(self.negative)
    }

    /// Appends the number's order-keeping bytes: a byte for sign and power of a hundred, then a byte for
    /// each two digits, complemented below zero. A longer number that starts with a shorter one is larger
    /// in size, so negative numbers end with 102, above all their digits.
    pub(crate) fn write_order_bytes(&self, out: &mut Vec<u8>) {
        if self.is_zero() {
            out.push(0x80);
            return;
        }
        let magnitude = self.magnitude();
        // power of a hundred of the leading pair
        let hundreds = magnitude.div_euclid(2);
        let lead = (0xC1 + hundreds) as u8;
        out.push(if self.negative { !lead } else { lead });
        let (pairs, count) = self.pairs();
        for pair in pairs.iter().take(count) {
            out.push(if self.negative { 101 - pair } else { pair + 1 });
        }
        if self.negative {
            out.push(102);
        }
    }

    /// The digits in pairs, most significant first, without trailing zero pairs.
    fn pairs(&self) -> ([u8; 20], usize) {
        let mut coefficient = self.coefficient();
        let mut pairs = [0u8; 20];
        let mut count = 0;
        let mut slots = pairs.iter_mut().rev();
        if self.exponent.rem_euclid(2) == 1
            && let Some(slot) = slots.next()
        {
            // the last digit is the upper one of its pair
            *slot = (coefficient % 10) as u8 * 10;
            coefficient /= 10;
            count += 1;
        }
        for slot in slots {
            if coefficient == 0 {
                break;
            }
            *slot = (coefficient % 100) as u8;
            coefficient /= 100;
            count += 1;
        }
        pairs.rotate_left(20 - count);
        (pairs, count)
    }

    fn compare_size(&self, other: &Self) -> Ordering {
        let by_zero = (!self.is_zero()).cmp(&!other.is_zero());
        if by_zero != Ordering::Equal || self.is_zero() {
            return by_zero;
        }
        self.magnitude().cmp(&other.magnitude()).then_with(|| {
            let (a, b) = (self.coefficient(), other.coefficient());
            let (a_digits, b_digits) = (a.ilog10(), b.ilog10());
            // both raised to the same number of digits, which 38 always allows
            if a_digits < b_digits {
                (a * 10u128.pow(b_digits - a_digits)).cmp(&b)
            } else {
                a.cmp(&(b * 10u128.pow(a_digits - b_digits)))
            }
        })
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_size(other),
            (true, true) => other.compare_size(self),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        // at most 19 digits: always in range
        Self::build(value < 0, u128::from(value.unsigned_abs()), 0).unwrap_or(Self::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use bigdecimal::BigDecimal;
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_are_written_in_plain_digits() {
        for (given, written) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.000", "0"),
            ("0E125", "0"),
            ("+5", "5"),
            ("00042", "42"),
            ("3.1400", "3.14"),
            ("1.5E2", "150"),
            ("1e-3", "0.001"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-12.50", "-12.5"),
            ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
            (
                "100000000000000000000000000000000000000000",
                "100000000000000000000000000000000000000000",
            ),
        ] {
            assert_eq!(number(given).to_string(), written, "{given}");
        }
        assert_eq!(number("1E125").to_string().len(), 126);
        assert_eq!(number("1E-130").to_string().len(), 132);
    }

    #[test]
    fn what_is_no_number_says_why() {
        let not = |text: &str| NumberError::NotNumeric(text.to_owned());
        for (given, error) in [
            ("", NumberError::Empty),
            (" 1", not(" 1")),
            ("abc", not("abc")),
            ("1.2.3", not("1.2.3")),
            ("1e", not("1e")),
            ("e5", not("e5")),
            ("--1", not("--1")),
            (".", not(".")),
            ("0x10", not("0x10")),
            ("NaN", not("NaN")),
            ("123456789012345678901234567890123456789", NumberError::TooManyDigits),
            ("1E126", NumberError::Overflow),
            ("-1E126", NumberError::Overflow),
            ("1E99999999999999999999", NumberError::Overflow),
            ("1E-131", NumberError::Underflow),
            ("-1E-131", NumberError::Underflow),
            ("0E126", NumberError::Overflow),
            ("0E-131", NumberError::Underflow),
            ("0.0E-130", NumberError::Underflow),
        ] {
            assert_eq!(given.parse::<Number>(), Err(error), "{given}");
        }
    }

    #[test]
    fn sizes_count_digits_in_pairs_on_each_side_of_the_point() {
        for (given, bytes) in [
            ("0", 1),
            ("7", 2),
            ("42", 2),
            ("123", 3),
            ("-5", 3),
            ("1.5", 3),
            ("12.5", 3),
            ("123.456", 5),
            ("0.5", 2),
            ("-1.5", 4),
        ] {
            assert_eq!(number(given).size_bytes(), bytes, "{given}");
        }
    }

    #[test]
    fn sums_are_exact_or_refused() {
        let widest = "9".repeat(38);
        for (one, other, sum) in [
            ("0.1", "0.2", Ok("0.3")),
            ("5", "-5", Ok("0")),
            ("-7", "3", Ok("-4")),
            ("1E20", "-1E-10", Ok("99999999999999999999.9999999999")),
            (&widest, "1", Ok("100000000000000000000000000000000000000")),
            ("0.0E126", "0E125", Ok("0")),
            (&widest, "0.1", Err(NumberError::Overflow)),
            ("1E50", "-1", Err(NumberError::Overflow)),
            ("9E125", "9E125", Err(NumberError::Overflow)),
        ] {
            let got = number(one).checked_add(&number(other)).map(|sum| sum.to_string());
            assert_eq!(got, sum.map(str::to_owned), "{one} + {other}");
        }
    }

    /// Texts of numbers in range, of all lengths and sizes.
    fn texts() -> impl Strategy<Value = String> {
        (any::<bool>(), "[0-9]{1,38}", -130i32..=88).prop_map(|(negative, digits, exponent)| {
            format!("{}{digits}E{exponent}", if negative { "-" } else { "" })
        })
    }

    fn order_bytes(number: Number) -> Vec<u8> {
        let mut bytes = Vec::new();
        crate::value::write_part(&crate::value::AttributeValue::N(number), &mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn order_agrees_with_another_implementation_and_with_key_bytes(one in texts(), other in texts()) {
            let (Ok(a), Ok(b)) = (one.parse::<Number>(), other.parse::<Number>()) else { return Ok(()) };
            let (x, y): (BigDecimal, BigDecimal) = (one.parse().unwrap(), other.parse().unwrap());
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(order_bytes(a).cmp(&order_bytes(b)), x.cmp(&y));
            prop_assert_eq!(a == b, x == y);
        }

        #[test]
        fn close_numbers_keep_their_order_in_key_bytes(base in -20_000i64..20_000, step in -3i64..4, scale in 0u32..4) {
            let text = |value: i64| format!("{value}E-{scale}").parse::<Number>().unwrap();
            let (a, b) = (text(base), text(base + step));
            prop_assert_eq!(order_bytes(a).cmp(&order_bytes(b)), 0.cmp(&step));
        }

        #[test]
        fn sums_agree_with_another_implementation(one in texts(), other in texts()) {
            let (Ok(a), Ok(b)) = (one.parse::<Number>(), other.parse::<Number>()) else { return Ok(()) };
            if let Ok(sum) = a.checked_add(&b) {
                let expected = one.parse::<BigDecimal>().unwrap() + other.parse::<BigDecimal>().unwrap();
                prop_assert_eq!(sum.to_string().parse::<BigDecimal>().unwrap(), expected);
            }
        }

        #[test]
        fn what_is_written_reads_back_the_same_and_is_as_long_as_its_order_bytes(text in texts()) {
            if let Ok(number) = text.parse::<Number>() {
                prop_assert_eq!(number.to_string().parse::<Number>(), Ok(number));
                let mut bytes = Vec::new();
                number.write_order_bytes(&mut bytes);
                prop_assert_eq!(number.size_bytes(), bytes.len());
            }
        }
    }
}
