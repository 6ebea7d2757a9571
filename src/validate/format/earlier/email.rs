//! `email` and `idn-email` without quotes and addresses.

use crate::validate::format::email::{is_atom_char, is_dot_atom, is_label, is_letter_or_number};
use crate::validate::text::Text;

pub fn is_email(bytes: &[u8]) -> bool {
    let Some(at) = bytes.iter().position(|byte| *byte == b'@') else { return false };
    let (local, domain) = (&bytes[..at], &bytes[at + 1..]);
    local.iter().all(|byte| is_atom_char(*byte) || *byte == b'.')
        && is_dot_atom(local)
        && domain.split(|byte| *byte == b'.').all(is_label)
}

pub fn is_idn_email(text: Text<'_>) -> bool {
    const DOT: u32 = '.' as u32;
    const HYPHEN: u32 = '-' as u32;
    let points: Vec<u32> = text.code_points().collect();
    let Some(at) = points.iter().position(|point| *point == u32::from('@')) else { return false };
    let is_local = |point: &u32| is_letter_or_number(*point) || u8::try_from(*point).is_ok_and(is_atom_char);
    let is_label = |label: &[u32]| {
        let is_edge = |point: Option<&u32>| point.is_some_and(|point| is_letter_or_number(*point));
        label.len() <= 63
            && is_edge(label.first())
            && is_edge(label.last())
            && label.iter().all(|point| *point == HYPHEN || is_letter_or_number(*point))
    };
    points[..at].split(|point| *point == DOT).all(|atom| !atom.is_empty() && atom.iter().all(is_local))
        && points[at + 1..].split(|point| *point == DOT).all(is_label)
}
