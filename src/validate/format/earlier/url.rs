//! `url`: a page of the web or a file server's, on a public host.

use crate::validate::format::scan::Scan;
use crate::validate::number::has_space;
use crate::validate::text::Text;

pub fn is_url(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    let Some(separator) = bytes.windows(3).position(|three| three == b"://") else { return false };
    let scheme = bytes[..separator].to_ascii_lowercase();
    if !matches!(&*scheme, b"http" | b"https" | b"ftp") {
        return false;
    }
    let rest = &bytes[separator + 3..];
    if is_host_and_path(rest) {
        return true;
    }
    // The name before the sign may hold the sign.
    let signs = (1..rest.len()).filter(|at| rest[*at] == b'@');
    signs
        .take_while(|at| !has_space(Text::from_wtf8(&rest[..*at])))
        .any(|at| is_host_and_path(&rest[at + 1..]))
}

/// A host, a port or none, and what comes after a slash, without a space.
fn is_host_and_path(bytes: &[u8]) -> bool {
    let (before, path) = match bytes.iter().position(|byte| *byte == b'/') {
        Some(slash) => bytes.split_at(slash),
        None => (bytes, &[][..]),
    };
    if has_space(Text::from_wtf8(path)) {
        return false;
    }
    let (host, port) = match before.iter().position(|byte| *byte == b':') {
        Some(colon) => (&before[..colon], Some(&before[colon + 1..])),
        None => (before, None),
    };
    let is_port = |port: &[u8]| (2..=5).contains(&port.len()) && port.iter().all(u8::is_ascii_digit);
    port.is_none_or(is_port) && (is_public_address(host) || is_name(host))
}

fn is_name(host: &[u8]) -> bool {
    let labels: Vec<&[u8]> = host.split(|byte| *byte == b'.').collect();
    let Some((top, others)) = labels.split_last() else { return false };
    let points = |label: &[u8]| Text::from_wtf8(label).code_points().collect::<Vec<u32>>();
    let is_letter = |point: &u32| match u8::try_from(*point) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_alphabetic(),
        _ => (0xA1..=0xFFFF).contains(point),
    };
    let is_word = |word: &[u32]| {
        let is_digit = |point: &u32| (u32::from('0')..=u32::from('9')).contains(point);
        !word.is_empty() && word.iter().all(|point| is_letter(point) || is_digit(point))
    };
    let is_label = |label: &&[u8]| points(label).split(|point| *point == u32::from('-')).all(is_word);
    let top = points(top);
    !others.is_empty() && others.iter().all(is_label) && top.len() >= 2 && top.iter().all(is_letter)
}

fn is_public_address(host: &[u8]) -> bool {
    let parts: Vec<&[u8]> = host.split(|byte| *byte == b'.').collect();
    let [first, second, third, fourth] = parts[..] else { return false };
    let (Some(a), Some(b), Some(d)) = (number(first), number(second), number(fourth)) else { return false };
    let plain = |part: &[u8]| part[0] != b'0';
    // Leading zeros where the reference has them.
    let middle =
        |part: &[u8]| number(part).is_some_and(|number| part.len() < 3 || (plain(part) && number <= 255));
    let private = match a {
        10 | 127 => true,
        169 => second == b"254",
        192 => second == b"168",
        172 => second.len() == 2 && (16..=31).contains(&b),
        _ => false,
    };
    !private
        && plain(first)
        && (1..=223).contains(&a)
        && middle(second)
        && middle(third)
        && plain(fourth)
        && (1..=254).contains(&d)
}

/// A number of three digits at most.
fn number(part: &[u8]) -> Option<u32> {
    let mut scan = Scan(part);
    let digits = scan.eat_all(|byte| byte.is_ascii_digit());
    let is_whole = scan.is_at_end() && (1..=3).contains(&digits.len());
    is_whole.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}
