//! `json-pointer`, `relative-json-pointer` and `json-pointer-uri-fragment`.

use super::scan::Scan;

pub fn is_pointer(bytes: &[u8]) -> bool {
    let is_escape = |tilde: usize| matches!(bytes.get(tilde + 1), Some(b'0' | b'1'));
    let mut tildes = (0..bytes.len()).filter(|index| bytes[*index] == b'~');
    matches!(bytes.first(), None | Some(b'/')) && tildes.all(is_escape)
}

/// A number without leading zeros, then `#` or a pointer.
pub fn is_relative(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    if !scan.eat_byte(b'0') && scan.eat_all(|byte| byte.is_ascii_digit()).is_empty() {
        return false;
    }
    scan.0 == b"#" || is_pointer(scan.0)
}

pub fn is_uri_fragment(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    if !scan.eat_byte(b'#') || !matches!(scan.peek(), None | Some(b'/')) {
        return false;
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/_-.!$&'()*+,;:=@".contains(&byte);
    loop {
        scan.eat_all(is_plain);
        if scan.is_at_end() {
            return true;
        }
        let is_escape = if scan.eat_byte(b'~') {
            scan.eat(|byte| matches!(byte, b'0' | b'1'))
        } else {
            scan.eat_percent_encoded()
        };
        if !is_escape {
            return false;
        }
    }
}
