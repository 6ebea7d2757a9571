//! Which numbers are multiples: exact for what decimals say.

use num_bigint::BigInt;

use crate::validate::check::{Numeric, to_big};
use crate::validate::number;

/// A bigint is no multiple of a fraction, and nothing is one of zero.
pub fn is_multiple(dividend: Numeric<'_>, divisor: Numeric<'_>) -> bool {
    let (Numeric::Number(dividend), Numeric::Number(divisor)) = (dividend, divisor) else {
        return match (to_big(dividend), to_big(divisor)) {
            (Ok(dividend), Ok(divisor)) => divisor != BigInt::ZERO && dividend % divisor == BigInt::ZERO,
            _ => false,
        };
    };
    let quotient = dividend / divisor;
    if quotient.is_finite() && quotient.trunc() == quotient {
        return true;
    }
    if !quotient.is_finite() {
        return dividend % divisor == 0.0;
    }
    let ((dividend, its), (divisor, others)) = (decimal(dividend), decimal(divisor));
    if its >= others {
        (dividend * power_of_ten(its - others)) % divisor == BigInt::ZERO
    } else {
        dividend % (divisor * power_of_ten(others - its)) == BigInt::ZERO
    }
}

fn power_of_ten(exponent: i32) -> BigInt {
    BigInt::from(10).pow(exponent.unsigned_abs())
}

/// The magnitude of a finite number that is not zero, as a whole number and a power of ten.
fn decimal(number: f64) -> (BigInt, i32) {
    let mut buffer = ryu_js::Buffer::new();
    let text = number::to_text(number.abs(), &mut buffer);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let exponent = exponent.trim_start_matches('+').parse::<i32>().unwrap_or(0);
    (digits.parse().unwrap_or_default(), exponent - fraction.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::Numeric::{BigInt, Number};
    use super::*;

    #[test]
    fn multiples_are_exact_for_decimals() {
        for (dividend, divisor, expected) in [
            (Number(0.0075), Number(0.0001), true),
            (Number(0.3), Number(0.1), true),
            (Number(0.35), Number(0.1), false),
            (Number(1e308), Number(1e-5), false),
            (Number(1e308), Number(0.123_456_789), false),
            (Number(0.0), Number(3.0), true),
            (Number(5.0), Number(0.0), false),
            (Number(0.0), Number(0.0), false),
            (Number(5.0), Number(f64::INFINITY), true),
            (Number(1e-7), Number(1e-8), true),
            (BigInt("9"), Number(3.0), true),
            (BigInt("9"), Number(0.5), false),
            (BigInt("9"), BigInt("0"), false),
            (Number(10.0), BigInt("3"), false),
            (Number(0.5), BigInt("1"), false),
        ] {
            assert_eq!(is_multiple(dividend, divisor), expected, "{dividend:?} {divisor:?}");
        }
    }
}
