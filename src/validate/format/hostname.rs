//! `hostname`: labels of letters, digits and hyphens, or in Punycode.

use super::label::{is_ace_prefixed, is_punycode_label};
use crate::validate::text::Text;

pub fn is_hostname(text: Text<'_>) -> bool {
    // The lengths are those in code units; a text of too many bytes may still be short enough.
    if text.is_empty() || text.count_code_units() > 253 {
        return false;
    }
    text.as_bytes().split(|byte| *byte == b'.').all(|label| is_label(Text::from_wtf8(label)))
}

fn is_label(label: Text<'_>) -> bool {
    if !(1..=63).contains(&label.count_code_units()) {
        return false;
    }
    let points: Vec<u32> = label.code_points().collect();
    if is_ace_prefixed(&points) { is_punycode_label(&points) } else { is_ascii_label(label.as_bytes()) }
}

pub fn is_ascii_label(bytes: &[u8]) -> bool {
    bytes.first() != Some(&b'-')
        && bytes.last() != Some(&b'-')
        && bytes.get(2..4) != Some(b"--")
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}
