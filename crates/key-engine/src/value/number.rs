//! `DynamoDB`'s number: 38 significant digits, decimal, exact.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

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
        while coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
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
    /// When the sum needs more than 38 significant digits or is out of range.
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
            .ok_or(NumberError::TooManyDigits)?;
        let lowered = lower.coefficient();
        let exponent = i32::from(lower.exponent);
        if upper.negative == lower.negative {
            let sum = raised.checked_add(lowered).ok_or(NumberError::TooManyDigits)?;
            Self::build(upper.negative, sum, exponent)
        } else if raised >= lowered {
            Self::build(upper.negative, raised - lowered, exponent)
        } else {
            Self::build(lower.negative, lowered - raised, exponent)
        }
    }

    /// The exact difference.
    ///
    /// # Errors
    /// As [`Number::checked_add`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self, NumberError> {
        self.checked_add(&other.negated())
    }

    /// Bytes the number counts for: one, plus one for each two digits before and after the point
    /// (leading and trailing zeros not stored), plus one if negative.
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
        if self.exponent.rem_euclid(2) == 1 {
            coefficient *= 10;
        }
        let mut pairs = [0u8; 20];
        let mut count = 0;
        for slot in pairs.iter_mut().rev() {
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

impl FromStr for Number {
    type Err = NumberError;

    /// Reads a decimal number with optional sign, point and exponent.
    fn from_str(text: &str) -> Result<Self, NumberError> {
        if text.is_empty() {
            return Err(NumberError::Empty);
        }
        let not_numeric = || NumberError::NotNumeric(text.to_owned());
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let split = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (mantissa, power) = match split {
            Some(at) => {
                let (mantissa, rest) = unsigned.split_at(at);
                (
                    mantissa,
                    read_exponent(rest.get(1..).unwrap_or_default()).ok_or_else(not_numeric)?,
                )
            }
            None => (unsigned, 0),
        };
        let (coefficient, scale) = read_mantissa(mantissa).ok_or_else(not_numeric)??;
        let exponent = power.saturating_add(scale);
        Self::build(
            negative,
            coefficient,
            i32::try_from(exponent.clamp(-1_000_000, 1_000_000)).unwrap_or(0),
        )
    }
}

/// An exponent's digits, saturating far outside the range of any number.
fn read_exponent(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |sum, digit| {
        sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(1 << 40)
    });
    Some(if negative { -value } else { value })
}

/// The mantissa's significant digits and the power of ten of the last one; `None` when it is no number.
#[allow(clippy::type_complexity)]
fn read_mantissa(bytes: &[u8]) -> Option<Result<(u128, i64), NumberError>> {
    let (mut coefficient, mut scale, mut digits) = (0u128, 0i64, 0u32);
    let (mut pending_zeros, mut seen_digit, mut seen_point) = (0u32, false, false);
    let mut too_many = false;
    for byte in bytes {
        match byte {
            b'.' if !seen_point => seen_point = true,
            b'0'..=b'9' => {
                seen_digit = true;
                scale -= i64::from(seen_point);
                if *byte == b'0' {
                    pending_zeros = pending_zeros.saturating_add(1);
                    continue;
                }
                let step = if digits == 0 { 1 } else { pending_zeros.saturating_add(1) };
                pending_zeros = 0;
                digits = digits.saturating_add(step);
                if digits > MAX_DIGITS {
                    too_many = true;
                } else {
                    coefficient = coefficient * 10u128.pow(step) + u128::from(byte - b'0');
                }
            }
            _ => return None,
        }
    }
    if !seen_digit {
        return None;
    }
    if too_many {
        return Some(Err(NumberError::TooManyDigits));
    }
    if digits > 0 {
        scale += i64::from(pending_zeros);
    }
    Some(Ok((coefficient, scale)))
}

impl fmt::Display for Number {
    /// `DynamoDB`'s canonical form: plain digits without exponent, leading or trailing zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        let digits = self.coefficient().to_string();
        let exponent = i32::from(self.exponent);
        if exponent >= 0 {
            let zeros = exponent.cast_unsigned() as usize;
            return write!(f, "{digits}{:0<zeros$}", "");
        }
        let fraction = exponent.unsigned_abs() as usize;
        match digits.len().checked_sub(fraction) {
            Some(whole) if whole > 0 => {
                let (before, after) = digits.split_at(whole);
                write!(f, "{before}.{after}")
            }
            _ => write!(f, "0.{digits:0>fraction$}"),
        }
    }
}
