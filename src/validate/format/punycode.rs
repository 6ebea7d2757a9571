//! Punycode, RFC 3492, as far as it is asked for: what a label stands for, and how long it would be.

use super::idn::join_surrogates;

const BASE: u64 = 36;
const T_MIN: u64 = 1;
const T_MAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL: u64 = 0x80;
const LAST: u64 = 0x10_FFFF;

/// What the part after `xn--` stands for; `None` when it is not Punycode. Halves of surrogate pairs may come of it.
pub fn decode(encoded: &[u32]) -> Option<Vec<u32>> {
    let delimiter = encoded.iter().rposition(|point| *point == u32::from('-'));
    let (basic, extended) = match delimiter {
        Some(index @ 1..) => (&encoded[..index], &encoded[index + 1..]),
        Some(0) => (&[][..], &encoded[1..]),
        None => (&[][..], encoded),
    };
    let mut output =
        basic.iter().map(|point| to_ascii_lower(*point).map(u32::from)).collect::<Option<Vec<u32>>>()?;
    let mut digits = extended.iter().copied();
    let (mut next, mut index, mut bias) = (INITIAL, 0_u64, INITIAL_BIAS);
    while digits.len() > 0 {
        let before = index;
        let (mut weight, mut k) = (1_u64, BASE);
        loop {
            let digit = digit_value(digits.next()?)?;
            index = index.saturating_add(digit.saturating_mul(weight));
            let threshold = threshold(k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.saturating_mul(BASE - threshold);
            k += BASE;
        }
        let length = output.len() as u64 + 1;
        next = next.saturating_add(index / length);
        if next > LAST {
            return None;
        }
        bias = adapt(index - before, length, before == 0);
        index %= length;
        output.insert(usize::try_from(index).ok()?, u32::try_from(next).ok()?);
        index += 1;
    }
    Some(join_surrogates(output))
}

/// How many characters the part after `xn--` has that stands for these code points.
pub fn encoded_length(points: &[u32]) -> usize {
    let basic = points.iter().filter(|point| **point < 0x80).count();
    let mut length = if basic > 0 { basic + 1 } else { 0 };
    let (mut next, mut delta, mut bias) = (INITIAL, 0_u64, INITIAL_BIAS);
    let mut handled = basic as u64;
    while let Some(smallest) =
        points.iter().map(|point| u64::from(*point)).filter(|point| *point >= next).min()
    {
        delta += (smallest - next) * (handled + 1);
        next = smallest;
        for point in points.iter().map(|point| u64::from(*point)) {
            if point < next {
                delta += 1;
            }
            if point == next {
                length += digits(delta, bias);
                bias = adapt(delta, handled + 1, handled == basic as u64);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        next += 1;
    }
    length
}

/// How many digits say this number.
fn digits(mut number: u64, bias: u64) -> usize {
    let mut count = 1;
    let mut k = BASE;
    loop {
        let threshold = threshold(k, bias);
        if number < threshold {
            return count;
        }
        number = (number - threshold) / (BASE - threshold);
        count += 1;
        k += BASE;
    }
}

fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

fn adapt(delta: u64, length: u64, first: bool) -> u64 {
    let mut delta = if first { delta / DAMP } else { delta / 2 };
    delta += delta / length;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn digit_value(point: u32) -> Option<u64> {
    match to_ascii_lower(point)? {
        letter @ b'a'..=b'z' => Some(u64::from(letter - b'a')),
        digit @ b'0'..=b'9' => Some(u64::from(digit - b'0') + 26),
        _ => None,
    }
}

/// The lower case, when it is ASCII: there is one letter outside of ASCII that has such a one.
fn to_ascii_lower(point: u32) -> Option<u8> {
    const KELVIN_SIGN: u32 = 0x212A;
    if point == KELVIN_SIGN {
        return Some(b'k');
    }
    u8::try_from(point).ok().filter(u8::is_ascii).map(|byte| byte.to_ascii_lowercase())
}
