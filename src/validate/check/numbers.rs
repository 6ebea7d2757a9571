//! How JavaScript compares and divides numbers and bigints.

use std::cmp::Ordering;
use std::str::FromStr;

use num_bigint::BigInt;

use super::Answer;
use super::assertions::Numeric;
use crate::validate::number;
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;

/// `left` compared with `right`; `None` where one is NaN.
pub fn compare(left: Numeric<'_>, right: Numeric<'_>) -> Option<Ordering> {
    match (left, right) {
        (Numeric::Number(left), Numeric::Number(right)) => left.partial_cmp(&right),
        (Numeric::BigInt(left), Numeric::BigInt(right)) => Some(big(left).cmp(&big(right))),
        (Numeric::BigInt(left), Numeric::Number(right)) => compare_big(left, right),
        (Numeric::Number(left), Numeric::BigInt(right)) => compare_big(right, left).map(Ordering::reverse),
    }
}

fn compare_big(left: &str, right: f64) -> Option<Ordering> {
    if right.is_nan() {
        return None;
    }
    if right.is_infinite() {
        return Some(if right > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = big(&format!("{:.0}", right.trunc()));
    let fraction = 0.0_f64.partial_cmp(&right.fract());
    Some(big(left).cmp(&whole).then(fraction.unwrap_or(Ordering::Equal)))
}

/// Whether the reference takes `dividend` for a multiple of `divisor`.
pub fn is_multiple(dividend: Numeric<'_>, divisor: Numeric<'_>) -> Answer<bool> {
    is_multiple_within(dividend, divisor, |rest, divisor| {
        [rest.abs(), (rest - divisor).abs(), (rest + divisor).abs()]
    })
}

pub fn is_multiple_by(dividend: Numeric<'_>, divisor: Numeric<'_>, rules: Rules) -> Answer<bool> {
    if !rules.has(Rules::MULTIPLES_ARE_POSITIVE) {
        return is_multiple(dividend, divisor);
    }
    is_multiple_within(dividend, divisor, |rest, divisor| [rest.abs(), (rest - divisor).abs()])
}

/// `distances` says how far the rest of a division is from no rest.
fn is_multiple_within<const COUNT: usize>(
    dividend: Numeric<'_>,
    divisor: Numeric<'_>,
    distances: impl Fn(f64, f64) -> [f64; COUNT],
) -> Answer<bool> {
    let (Numeric::Number(dividend), Numeric::Number(divisor)) = (dividend, divisor) else {
        let (dividend, divisor) = (to_big(dividend)?, to_big(divisor)?);
        if divisor == BigInt::ZERO {
            return Err(Thrown::new("Division by zero").into());
        }
        return Ok(dividend % divisor == BigInt::ZERO);
    };
    if !dividend.is_finite() {
        return Ok(true);
    }
    if dividend.trunc() == dividend && (1.0 / divisor) % 1.0 == 0.0 {
        return Ok(true);
    }
    let rest = dividend % divisor;
    // NaN, as dividing by zero gives it, is nobody's multiple.
    Ok(!rest.is_nan() && distances(rest, divisor).into_iter().any(|distance| distance < 1e-10))
}

/// `BigInt(number)`
pub fn to_big(number: Numeric<'_>) -> Result<BigInt, Thrown> {
    match number {
        Numeric::BigInt(digits) => Ok(big(digits)),
        Numeric::Number(number) if number.is_finite() && number.trunc() == number => {
            Ok(big(&format!("{number:.0}")))
        }
        Numeric::Number(number) => {
            let shown = number::to_text(number, &mut ryu_js::Buffer::new()).to_owned();
            let message =
                format!("The number {shown} cannot be converted to a BigInt because it is not an integer");
            Err(Thrown::new(message))
        }
    }
}

/// The digits come from reading a bigint or from writing a whole number.
fn big(digits: &str) -> BigInt {
    BigInt::from_str(digits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Numeric::{BigInt, Number};
    use super::*;

    #[test]
    fn numbers_and_bigints_compare_by_value() {
        for (left, right, ordering) in [
            (Number(1.0), Number(2.0), Some(Ordering::Less)),
            (Number(-0.0), Number(0.0), Some(Ordering::Equal)),
            (BigInt("10"), BigInt("9"), Some(Ordering::Greater)),
            (BigInt("-10"), BigInt("9"), Some(Ordering::Less)),
            (BigInt("1"), Number(1.5), Some(Ordering::Less)),
            (BigInt("-1"), Number(-1.5), Some(Ordering::Greater)),
            (Number(0.5), BigInt("0"), Some(Ordering::Greater)),
            (BigInt("9007199254740993"), Number(9_007_199_254_740_992.0), Some(Ordering::Greater)),
            (BigInt("9"), Number(f64::INFINITY), Some(Ordering::Less)),
            (BigInt("9"), Number(f64::NAN), None),
            (BigInt("0"), Number(-0.0), Some(Ordering::Equal)),
        ] {
            assert_eq!(compare(left, right), ordering, "{left:?} {right:?}");
        }
    }

    #[test]
    fn multiples_have_a_tolerance() {
        for (dividend, divisor, expected) in [
            (4.0, 2.0, true),
            (5.0, 2.0, false),
            (0.3, 0.1, true),
            (1e308, 0.123_456_789, false),
            (7.0, 0.5, true),
            (7.0, 0.0, false),
            (-0.000_000_000_01, 5.0, true),
            (f64::INFINITY, 5.0, true),
        ] {
            assert_eq!(is_multiple(Number(dividend), Number(divisor)), Ok(expected), "{dividend} {divisor}");
        }
    }

    #[test]
    fn a_bigint_divides_exactly_or_throws() {
        assert_eq!(is_multiple(BigInt("9"), Number(3.0)), Ok(true));
        assert_eq!(is_multiple(Number(10.0), BigInt("3")), Ok(false));
        let thrown = |message: &'static str| Err(Thrown::new(message).into());
        assert_eq!(is_multiple(BigInt("9"), BigInt("0")), thrown("Division by zero"));
        let message = "The number 1.5 cannot be converted to a BigInt because it is not an integer";
        assert_eq!(is_multiple(BigInt("9"), Number(1.5)), thrown(message));
    }
}
