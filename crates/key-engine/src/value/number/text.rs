//! Numbers as text: read as `DynamoDB` takes them, written as it gives them back, in plain digits.
//!
//! Owns: the two directions, each the other's inverse. Must never: calculate.

use std::fmt;
use std::str::FromStr;

use super::{MAX_DIGITS, MAX_MAGNITUDE, MIN_MAGNITUDE, Number, NumberError};

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
            [b'+', rest @ ..] | rest => (false, rest),
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
        let exponent = power.saturating_add(scale).clamp(-1_000_000, 1_000_000);
        let exponent = i32::try_from(exponent).unwrap_or(0);
        // of a zero the service looks at the exponent as it is written
        match coefficient {
            0 if exponent > MAX_MAGNITUDE => Err(NumberError::Overflow),
            0 if exponent < MIN_MAGNITUDE => Err(NumberError::Underflow),
            _ => Self::build(negative, coefficient, exponent),
        }
    }
}

/// An exponent's digits, saturating far outside the range of any number.
fn read_exponent(bytes: &[u8]) -> Option<i64> {
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |sum, digit| {
        sum.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(1 << 40)
    });
    Some(if negative { -value } else { value })
}

/// Significant digits as a whole number, and the power of ten of the last one.
type Scaled = (u128, i64);

/// Reads digits with at most one point; `None` when it is no number.
fn read_mantissa(bytes: &[u8]) -> Option<Result<Scaled, NumberError>> {
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
        let mut text = String::new();
        self.write_text(&mut text);
        f.write_str(&text)
    }
}

/// As many zeros after a point as a number can need.
const ZEROS: &str = "0.\
    00000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
    00000000000000000000000000000000000000000000000000000000000000000000000000000000000000";

impl Number {
    /// Appends what `Display` writes.
    pub(crate) fn write_text(&self, out: &mut String) {
        if self.negative {
            out.push('-');
        }
        let start = out.len();
        if self.high == 0 {
            write_digits(self.low, 1, out);
        } else {
            let half = 10u128.pow(19);
            write_digits((self.coefficient() / half) as u64, 1, out);
            write_digits((self.coefficient() % half) as u64, 19, out);
        }
        let digits = out.len() - start;
        let power = usize::from(self.exponent.unsigned_abs());
        if self.exponent >= 0 {
            out.push_str(ZEROS.get(2..2 + power).unwrap_or_default());
        } else if power < digits {
            out.insert(out.len() - power, '.');
        } else {
            out.insert_str(start, ZEROS.get(..2 + power - digits).unwrap_or_default());
        }
    }
}

/// Appends a whole number with at least so many digits.
fn write_digits(mut number: u64, least: usize, out: &mut String) {
    let mut digits = [b'0'; 20];
    let mut count = 0;
    for slot in digits.iter_mut().rev() {
        if number == 0 && count >= least {
            break;
        }
        *slot = b'0' + (number % 10) as u8;
        number /= 10;
        count += 1;
    }
    let used = digits.get(digits.len() - count..).unwrap_or_default();
    out.push_str(std::str::from_utf8(used).unwrap_or_default());
}
