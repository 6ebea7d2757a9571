//! `ipv4` and `ipv6`.

use super::scan::Scan;

pub fn is_ipv4(bytes: &[u8]) -> bool {
    let mut parts = bytes.split(|byte| *byte == b'.');
    parts.by_ref().take(4).filter(|part| is_octet(part)).count() == 4 && parts.next().is_none()
}

/// A number up to 255 without leading zeros.
fn is_octet(bytes: &[u8]) -> bool {
    match bytes {
        [ones] => ones.is_ascii_digit(),
        [b'1'..=b'9', ones] => ones.is_ascii_digit(),
        [b'1', tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
        [b'2', b'0'..=b'4', ones] => ones.is_ascii_digit(),
        [b'2', b'5', b'0'..=b'5'] => true,
        _ => false,
    }
}

/// Eight groups of which the last two may be an IPv4 address; or fewer, with `::` once for those that are missing.
pub fn is_ipv6(bytes: &[u8]) -> bool {
    // The longest has 45 characters.
    if bytes.len() > 45 {
        return false;
    }
    match bytes.windows(2).position(|two| two == b"::") {
        None => groups(bytes, true) == Some(8),
        Some(gap) => {
            let (before, after) = (&bytes[..gap], &bytes[gap + 2..]);
            let before = if before.is_empty() { Some(0) } else { groups(before, false) };
            let after = if after.is_empty() { Some(0) } else { groups(after, true) };
            before.zip(after).is_some_and(|(before, after)| before + after <= 7)
        }
    }
}

/// Hexadecimal digits and colons, which is all that `email` asks of one.
pub fn is_ipv6_like(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b':')
}

/// How many groups these are, an IPv4 address at the end counting as two.
fn groups(bytes: &[u8], may_end_in_ipv4: bool) -> Option<usize> {
    let mut count = 0;
    let mut scan = Scan(bytes);
    loop {
        let whole = scan.0;
        let digits = scan.eat_all(|byte| byte.is_ascii_hexdigit());
        if may_end_in_ipv4 && scan.peek() == Some(b'.') {
            return is_ipv4(whole).then_some(count + 2);
        }
        if !(1..=4).contains(&digits.len()) {
            return None;
        }
        count += 1;
        if scan.is_at_end() {
            return Some(count);
        }
        if !scan.eat_byte(b':') {
            return None;
        }
    }
}
