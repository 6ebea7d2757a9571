//! `email` and `idn-email`.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use super::idn::normalize;
use super::ip::{is_ipv4, is_ipv6_like};
use super::scan::Scan;
use crate::validate::text::Text;

pub fn is_email(bytes: &[u8]) -> bool {
    let mut scan = Scan(bytes);
    let is_local = if scan.eat_byte(b'"') {
        eat_quoted(&mut scan)
    } else {
        is_dot_atom(scan.eat_all(|byte| is_atom_char(byte) || byte == b'.'))
    };
    is_local && scan.eat_byte(b'@') && is_domain(scan.0)
}

/// Goes on to after the closing quote. A backslash has a printable ASCII character after it.
fn eat_quoted(scan: &mut Scan<'_>) -> bool {
    loop {
        scan.eat_all(|byte| !matches!(byte, b'"' | b'\\'));
        if scan.eat_byte(b'"') {
            return true;
        }
        if !(scan.eat_byte(b'\\') && scan.eat(|byte| matches!(byte, b' '..=b'~'))) {
            return false;
        }
    }
}

pub fn is_dot_atom(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'.').all(|atom| !atom.is_empty())
}

pub fn is_atom_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte)
}

fn is_domain(bytes: &[u8]) -> bool {
    if let [b'[', address @ .., b']'] = bytes {
        return match address.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case(b"IPv6:") => is_ipv6_like(address),
            _ => is_ipv4(address),
        };
    }
    bytes.split(|byte| *byte == b'.').all(is_label)
}

pub fn is_label(label: &[u8]) -> bool {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    label.len() <= 63
        && is_edge(label.first())
        && is_edge(label.last())
        && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

/// The text is looked at in its composed form.
pub fn is_idn_email(text: Text<'_>) -> bool {
    let points = normalize(text.code_points());
    let mut at = 0;
    let is_local = if points.first() == Some(&u32::from('"')) {
        match end_of_quoted(&points) {
            Some(end) => {
                at = end;
                true
            }
            None => false,
        }
    } else {
        let is_local =
            |point: &u32| *point >= 0x80 || u8::try_from(*point).is_ok_and(|b| is_atom_char(b) || b == b'.');
        at += points.iter().take_while(|point| is_local(point)).count();
        points[..at].split(|point| *point == u32::from('.')).all(|atom| !atom.is_empty())
    };
    is_local
        && points.get(at) == Some(&u32::from('@'))
        && points[at + 1..].split(|p| *p == u32::from('.')).all(is_idn_label)
}

/// What follows the closing quote. A backslash has a character after it that does not end a line.
fn end_of_quoted(points: &[u32]) -> Option<usize> {
    let mut at = 1;
    loop {
        match char::from_u32(*points.get(at)?) {
            Some('"') => return Some(at + 1),
            Some('\\') => {
                let escaped = char::from_u32(*points.get(at + 1)?);
                if matches!(escaped, Some('\n' | '\r' | '\u{2028}' | '\u{2029}')) {
                    return None;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
}

fn is_idn_label(label: &[u32]) -> bool {
    let hyphen = u32::from('-');
    label.len() <= 63
        && label.first().is_some_and(|point| is_letter_or_number(*point))
        && label.last() != Some(&hyphen)
        && label.iter().all(|point| *point == hyphen || is_letter_or_number(*point))
}

pub fn is_letter_or_number(point: u32) -> bool {
    /// A mark that counts because its lower case is a letter.
    const YPOGEGRAMMENI: u32 = 0x345;
    let category = CodePointMapData::<GeneralCategory>::new().get32(point);
    GeneralCategoryGroup::Letter.contains(category)
        || GeneralCategoryGroup::Number.contains(category)
        || point == YPOGEGRAMMENI
}
