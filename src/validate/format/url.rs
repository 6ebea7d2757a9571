//! `url`, `iri` and `iri-reference`: what the WHATWG's URL parser takes, the latter two with less.

use ::url::Url;

use super::scan::Scan;
use crate::validate::text::Text;

pub fn is_url(text: Text<'_>) -> bool {
    let text = text.to_string_lossy();
    Url::parse(&text).is_ok_and(|url| url.is_special() || has_whole_authority(&text))
}

/// For a scheme that is none of the web's: whether the authority has a host where it has a user, and a port of digits.
/// The crate lets an empty host pass there, and ends the port at a backslash.
fn has_whole_authority(text: &str) -> bool {
    let text: String = text.chars().filter(|char| !matches!(char, '\t' | '\n' | '\r')).collect();
    let Some((_, rest)) = text.split_once(':') else { return true };
    let Some(rest) = rest.strip_prefix("//") else { return true };
    let authority =
        rest.split(['/', '?', '#']).next().unwrap_or_default().trim_end_matches(|char| char <= ' ');
    match authority.rsplit_once('@') {
        Some((_, "")) => false,
        Some((_, host_and_port)) => !host_and_port.contains('\\'),
        None => !authority.contains('\\'),
    }
}

pub fn is_iri(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    let is_allowed = |byte: &u8| *byte > b' ' && !b"<>^`{|}\\".contains(byte);
    bytes.iter().all(is_allowed) && has_whole_percent_codes(bytes) && is_url(text)
}

pub fn is_iri_reference(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    let is_allowed = |byte: &u8| *byte > b' ' && !matches!(byte, 0x7F | b'\\');
    bytes.iter().all(is_allowed)
        && has_whole_percent_codes(bytes)
        && !is_scheme_without_colon(bytes)
        && is_relative_url(text)
}

/// The same where a colon anywhere is enough of a scheme.
pub fn is_loose_iri_reference(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    let is_allowed = |byte: &u8| *byte > b' ' && !matches!(byte, 0x7F | b'\\');
    bytes.iter().all(is_allowed)
        && has_whole_percent_codes(bytes)
        && (bytes.contains(&b':') || !is_scheme_without_colon(bytes))
        && is_relative_url(text)
}

/// Against the reference's base, `http://example.com`.
fn is_relative_url(text: Text<'_>) -> bool {
    let text = text.to_string_lossy();
    // More slashes than two count as two, which the crate heeds with a scheme only.
    if text.starts_with("//") {
        return Url::parse(&format!("http:{text}")).is_ok();
    }
    let base = Url::parse("http://example.com");
    base.is_ok_and(|base| base.join(&text).is_ok())
}

fn has_whole_percent_codes(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    loop {
        scan.eat_all(|byte| byte != b'%');
        if scan.is_at_end() {
            return true;
        }
        if !scan.eat_percent_encoded() {
            return false;
        }
    }
}

/// `http//example.com`
fn is_scheme_without_colon(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let begins = scan.eat(|byte| byte.is_ascii_alphabetic());
    scan.eat_all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    begins && scan.0.starts_with(b"//")
}
