//! `uri` and `uri-reference`: RFC 3986.

use super::ip::is_ipv6;
use super::scan::is_encoded;

pub fn is_uri(bytes: &[u8]) -> bool {
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return false };
    let (scheme, rest) = (&bytes[..colon], &bytes[colon + 1..]);
    scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(is_scheme_char)
        && is_after_scheme(rest)
}

pub fn is_scheme_char(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

pub fn is_uri_reference(bytes: &[u8]) -> bool {
    // Without a scheme, a colon in the first segment of the path would make one.
    let first_segment = bytes.split(|byte| matches!(byte, b'/' | b'?' | b'#')).next().unwrap_or_default();
    is_uri(bytes) || !first_segment.contains(&b':') && is_after_scheme(bytes)
}

/// An authority, when two slashes announce it, a path, a query and a fragment.
fn is_after_scheme(bytes: &[u8]) -> bool {
    let (rest, fragment) = cut(bytes, b'#');
    let (hierarchy, query) = cut(rest, b'?');
    let is_right = |part: Option<&[u8]>| part.is_none_or(|part| is_encoded(part, is_query_char));
    if !is_right(query) || !is_right(fragment) {
        return false;
    }
    let path = match hierarchy.strip_prefix(b"//") {
        None => hierarchy,
        Some(rest) => {
            let (authority, path) =
                rest.split_at(rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len()));
            if !is_authority(authority) {
                return false;
            }
            path
        }
    };
    is_encoded(path, |byte| is_path_char(byte) || byte == b'/')
}

/// What is before the first such byte, and what is after it.
fn cut(bytes: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().position(|byte| *byte == at) {
        Some(index) => (&bytes[..index], Some(&bytes[index + 1..])),
        None => (bytes, None),
    }
}

fn is_authority(bytes: &[u8]) -> bool {
    let (user, host_and_port) = match cut(bytes, b'@') {
        (user, Some(rest)) => (user, rest),
        (rest, None) => (&[][..], rest),
    };
    if !is_encoded(user, |byte| is_name_char(byte) || byte == b':') {
        return false;
    }
    let (is_host, port) = match host_and_port.strip_prefix(b"[") {
        None => {
            let (name, port) = cut(host_and_port, b':');
            (is_encoded(name, is_name_char), port)
        }
        Some(rest) => match cut(rest, b']') {
            (address, Some(b"")) => (is_address(address), None),
            (address, Some([b':', port @ ..])) => (is_address(address), Some(port)),
            _ => return false,
        },
    };
    is_host && port.is_none_or(|port| port.iter().all(u8::is_ascii_digit))
}

/// What may be in brackets: an IPv6 address, or one of a version to come.
fn is_address(bytes: &[u8]) -> bool {
    let Some((b'v' | b'V', rest)) = bytes.split_first() else { return is_ipv6(bytes) };
    let (version, Some(address)) = cut(rest, b'.') else { return false };
    let is_address_char = |byte: &u8| is_name_char(*byte) || *byte == b':';
    !version.is_empty()
        && version.iter().all(u8::is_ascii_hexdigit)
        && !address.is_empty()
        && address.iter().all(is_address_char)
}

pub fn is_name_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

pub fn is_path_char(byte: u8) -> bool {
    is_name_char(byte) || matches!(byte, b':' | b'@')
}

fn is_query_char(byte: u8) -> bool {
    is_path_char(byte) || matches!(byte, b'/' | b'?')
}
