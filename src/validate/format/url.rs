//! `url`, `iri` and `iri-reference`: what the WHATWG's URL parser takes, the latter two with less.

use ::url::Url;

use super::scan::Scan;
use crate::validate::text::Text;

pub fn is_url(text: Text<'_>) -> bool {
    Url::parse(&text.to_string_lossy()).is_ok()
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

fn is_relative_url(text: Text<'_>) -> bool {
    let base = Url::parse("http://example.com");
    base.is_ok_and(|base| base.join(&text.to_string_lossy()).is_ok())
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
