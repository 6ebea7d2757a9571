//! `hostname` and `idn-hostname` that let every character into a label save a few.

use icu_properties::props::{GeneralCategoryGroup, Script};

use crate::validate::format::hostname::is_ascii_label;
use crate::validate::format::idn::{count_code_units, is_full_stop, normalize};
use crate::validate::format::label::{category, is_ace_prefixed, is_japanese, is_virama, script};
use crate::validate::format::punycode;
use crate::validate::text::Text;

const HYPHEN: u32 = '-' as u32;
const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// `first` stands for the rules before the non-joiner was looked at.
pub fn is_hostname(text: Text<'_>, first: bool) -> bool {
    let is_label = |label: &[u8]| {
        let label = Text::from_wtf8(label);
        let points: Vec<u32> = label.code_points().collect();
        (1..=LONGEST_LABEL).contains(&label.count_code_units())
            && if is_ace_prefixed(&points) {
                is_punycode_label(&points, first)
            } else {
                is_ascii_label(label.as_bytes())
            }
    };
    text.count_code_units() <= LONGEST && text.as_bytes().split(|byte| *byte == b'.').all(is_label)
}

pub fn is_idn_hostname(text: Text<'_>, first: bool) -> bool {
    if text.is_empty() || text.as_bytes().contains(&b' ') {
        return false;
    }
    let points = normalize(text.code_points());
    let is_label = |label: &[u32]| {
        (1..=LONGEST_LABEL).contains(&count_code_units(label))
            && if is_ace_prefixed(label) {
                is_punycode_label(label, first)
            } else {
                is_unicode_label(label, first)
            }
    };
    count_code_units(&points) <= LONGEST && points.split(|point| is_full_stop(*point)).all(is_label)
}

fn is_punycode_label(label: &[u32], first: bool) -> bool {
    let encoded = &label[4..];
    let begins_so = encoded.iter().rposition(|point| *point == HYPHEN) == Some(0);
    (first || !begins_so) && punycode::decode(encoded).is_some_and(|label| is_unicode_label(&label, first))
}

fn is_unicode_label(label: &[u32], first: bool) -> bool {
    let (Some(begin), Some(end)) = (label.first(), label.last()) else { return false };
    if *begin == HYPHEN
        || *end == HYPHEN
        || label.get(2..4) == Some(&[HYPHEN, HYPHEN])
        || GeneralCategoryGroup::Mark.contains(category(*begin))
    {
        return false;
    }
    let is_allowed = |(index, point): (usize, &u32)| {
        let before = index.checked_sub(1).map(|index| label[index]);
        is_in_context(*point, before, label.get(index + 1).copied(), first)
    };
    let has = |range: std::ops::RangeInclusive<u32>| label.iter().any(|point| range.contains(point));
    label.iter().enumerate().all(is_allowed)
        && (!label.contains(&0x30FB) || label.iter().any(|point| is_japanese(*point)))
        // The digits of Arabic and those of its neighbours do not mix.
        && !(has(0x660..=0x669) && has(0x6F0..=0x6F9))
}

fn is_in_context(point: u32, before: Option<u32>, after: Option<u32>, first: bool) -> bool {
    match point {
        0x640 | 0x7FA | 0x302E | 0x302F | 0x3031..=0x3035 | 0x303B => false,
        0xB7 => before == Some('l' as u32) && after == Some('l' as u32),
        0x375 => after.is_some_and(|after| script(after) == Script::Greek),
        0x5F3 | 0x5F4 => before.is_some_and(|before| script(before) == Script::Hebrew),
        0x200C if !first => before.is_some_and(|before| before >= 0x80),
        0x200D => before.is_some_and(is_virama),
        _ => true,
    }
}
