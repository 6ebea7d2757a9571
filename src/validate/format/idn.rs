//! `idn-hostname`: labels of letters of any script, in the main by RFC 5891 and 5893.

use icu_normalizer::ComposingNormalizer;

use super::bidi;
use super::label::{is_ace_prefixed, is_punycode_label, is_unicode_label};
use super::punycode;
use crate::validate::text::Text;

pub fn is_idn_hostname(text: Text<'_>) -> bool {
    if text.is_empty() || text.as_bytes().contains(&b' ') {
        return false;
    }
    let points = map(text);
    if count_code_units(&points) > 253 {
        return false;
    }
    let labels = || points.split(|point| is_full_stop(*point));
    let is_bidi = labels().any(has_right_to_left);
    labels().all(|label| is_label(label) && (!is_bidi || bidi::satisfies_rule(label)))
}

fn is_label(label: &[u32]) -> bool {
    if !(1..=63).contains(&count_code_units(label)) {
        return false;
    }
    if is_ace_prefixed(label) { is_punycode_label(label) } else { is_unicode_label(label) }
}

/// True when there are right-to-left characters in the label or in what its Punycode stands for.
fn has_right_to_left(label: &[u32]) -> bool {
    if !is_ace_prefixed(label) {
        return bidi::has_right_to_left(label);
    }
    punycode::decode(&label[4..]).is_some_and(|decoded| bidi::has_right_to_left(&decoded))
}

/// Full-width forms as ASCII, then composed, then without what is ignored.
fn map(text: Text<'_>) -> Vec<u32> {
    let narrow = text.code_points().map(|point| match point {
        0xFF01..=0xFF5E => point - 0xFEE0,
        _ => point,
    });
    let mut points = normalize(narrow);
    points.retain(|point| !is_ignored(*point));
    // Halves of a pair may have come to stand side by side.
    join_surrogates(points)
}

fn is_ignored(point: u32) -> bool {
    matches!(
        point,
        0xAD | 0x34F | 0x180B..=0x180D | 0x200B | 0xFE00..=0xFE0F | 0xE_0100..=0xE_01EF
    )
}

pub fn is_full_stop(point: u32) -> bool {
    matches!(point, 0x2E | 0x3002 | 0xFF0E | 0xFF61)
}

/// The composed form, NFC, in which lone surrogates stay.
pub fn normalize(points: impl Iterator<Item = u32>) -> Vec<u32> {
    let normalizer = ComposingNormalizer::new_nfc();
    let mut normalized = Vec::new();
    let mut run = String::new();
    for point in points {
        match char::from_u32(point) {
            Some(char) => run.push(char),
            None => {
                normalized.extend(normalizer.normalize(&run).chars().map(u32::from));
                normalized.push(point);
                run.clear();
            }
        }
    }
    normalized.extend(normalizer.normalize(&run).chars().map(u32::from));
    normalized
}

/// The code points of the string that these make, in which halves side by side are a pair.
pub fn join_surrogates(points: Vec<u32>) -> Vec<u32> {
    if !points.iter().any(|point| (0xD800..=0xDFFF).contains(point)) {
        return points;
    }
    let mut joined: Vec<u32> = Vec::with_capacity(points.len());
    for point in points {
        match joined.last_mut() {
            Some(high @ 0xD800..=0xDBFF) if (0xDC00..=0xDFFF).contains(&point) => {
                *high = 0x1_0000 + ((*high - 0xD800) << 10) + (point - 0xDC00);
            }
            _ => joined.push(point),
        }
    }
    joined
}

pub fn count_code_units(points: &[u32]) -> usize {
    points.iter().map(|point| if *point > 0xFFFF { 2 } else { 1 }).sum()
}
