//! `uri`, `uri-reference`, `uri-template` and `iri`, less strict than their specifications.

use crate::validate::format::scan::{Scan, is_encoded};
use crate::validate::format::uri::{is_name_char, is_path_char, is_scheme_char};
use crate::validate::format::url::is_iri;
use crate::validate::text::Text;

pub fn is_uri(bytes: &[u8]) -> bool {
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return false };
    let (scheme, rest) = (&bytes[..colon], &bytes[colon + 1..]);
    let is_scheme = scheme.first().is_some_and(u8::is_ascii_alphabetic) && scheme.iter().all(is_scheme_char);
    let rest = match rest.strip_prefix(b"//") {
        Some(rest) => behind_authority(rest),
        None => Some(rest),
    };
    let is_rest = |rest| is_encoded(rest, |byte| is_path_char(byte) || matches!(byte, b'/' | b'?' | b'#'));
    is_scheme && rest.is_some_and(is_rest)
}

/// What follows an authority; `None` where it is none.
fn behind_authority(bytes: &[u8]) -> Option<&[u8]> {
    let ends = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let authority = &bytes[..bytes.iter().position(ends).unwrap_or(bytes.len())];
    let mut rest = bytes;
    if let Some(at) = authority.iter().position(|byte| *byte == b'@') {
        if !is_encoded(&bytes[..at], |byte| is_name_char(byte) || byte == b':') {
            return None;
        }
        rest = &bytes[at + 1..];
    }
    let mut scan = Scan(rest);
    if scan.eat_byte(b'[') {
        scan.eat_all(|byte| byte != b']');
        scan.eat_byte(b']').then_some(())?;
    } else {
        scan.eat_all(|byte| byte >= 0x80 || is_name_char(byte));
        matches!(scan.peek(), None | Some(b'/' | b'?' | b'#' | b':')).then_some(())?;
    }
    if scan.eat_byte(b':') {
        scan.eat_all(|byte| byte.is_ascii_digit());
        matches!(scan.peek(), None | Some(b'/' | b'?' | b'#')).then_some(())?;
    }
    Some(scan.0)
}

pub fn is_uri_reference(bytes: &[u8]) -> bool {
    let is_refused =
        |byte: &u8| !byte.is_ascii() || matches!(byte, b'\t'..=b'\r' | b' ') || b"[]{}<>^`|\\".contains(byte);
    !bytes.iter().any(is_refused)
}

pub fn is_uri_template(bytes: &[u8]) -> bool {
    let is_literal = |byte: u8| byte > b' ' && !b"\"'<>%\\^`{|}".contains(&byte);
    let mut scan = Scan(bytes);
    loop {
        scan.eat_all(is_literal);
        if scan.is_at_end() {
            return true;
        }
        if !scan.eat_percent_encoded() && !eat_expression(&mut scan) {
            return false;
        }
    }
}

fn eat_expression(scan: &mut Scan<'_>) -> bool {
    if !scan.eat_byte(b'{') {
        return false;
    }
    scan.eat(|byte| b"+#./;?&=,!@|".contains(&byte));
    loop {
        if !eat_variable(scan) {
            return false;
        }
        if !scan.eat_byte(b',') {
            return scan.eat_byte(b'}');
        }
    }
}

/// A name, then a length to cut it to, or an asterisk.
fn eat_variable(scan: &mut Scan<'_>) -> bool {
    let before = scan.0.len();
    loop {
        scan.eat_all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !scan.eat_percent_encoded() {
            break;
        }
    }
    if scan.0.len() == before {
        return false;
    }
    if scan.eat_byte(b':') {
        let digits = scan.eat_all(|byte| byte.is_ascii_digit());
        return (1..=4).contains(&digits.len()) && digits[0] != b'0';
    }
    scan.eat_byte(b'*');
    true
}

/// An IRI, in which the address of a version to come counts as one of version 6.
pub fn is_iri_with_future_address(text: Text<'_>) -> bool {
    const LONGEST: usize = 2048;
    let bytes = text.as_bytes();
    // What an IRI must not hold is looked for first, also in the address.
    if text.count_code_units() < LONGEST
        && !bytes
            .iter()
            .any(|byte| matches!(byte, b'<' | b'>' | b'^' | b'`' | b'{' | b'|' | b'}' | b'\\' | ..=b' '))
        && let Some((start, end)) = future_address(bytes)
    {
        let narrowed = [&bytes[..start], b"[::1]", &bytes[end..]].concat();
        return has_whole_codes(bytes) && is_iri(Text::from_wtf8(&narrowed));
    }
    is_iri(text)
}

fn has_whole_codes(bytes: &[u8]) -> bool {
    is_encoded(bytes, |byte| byte != b'%')
}

/// Where the first one is, brackets included.
fn future_address(bytes: &[u8]) -> Option<(usize, usize)> {
    (0..bytes.len()).find_map(|start| {
        let mut scan = Scan(&bytes[start..]);
        let begins = scan.eat_byte(b'[') && scan.eat(|byte| matches!(byte, b'v' | b'V'));
        if !begins || scan.eat_all(|byte| byte.is_ascii_hexdigit()).is_empty() || !scan.eat_byte(b'.') {
            return None;
        }
        let is_there = !scan.eat_all(|byte| byte != b']').is_empty() && scan.eat_byte(b']');
        is_there.then(|| (start, bytes.len() - scan.0.len()))
    })
}
