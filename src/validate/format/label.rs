//! The labels of internationalised hostnames, in the main by RFC 5891 and 5892.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

use super::{bidi, punycode};

/// True when the label begins with `xn--`, in any case.
pub fn is_ace_prefixed(label: &[u32]) -> bool {
    let prefix =
        label.iter().take(4).map(|point| char::from_u32(*point).unwrap_or_default().to_ascii_lowercase());
    prefix.eq("xn--".chars())
}

/// True when what the label stands for is not plain ASCII and is a label itself.
pub fn is_punycode_label(label: &[u32]) -> bool {
    let encoded = &label[4..];
    if encoded.iter().rposition(|point| *point == u32::from('-')) == Some(0) {
        return false;
    }
    punycode::decode(encoded).is_some_and(|decoded| has_non_ascii(&decoded) && is_unicode_label(&decoded))
}

pub fn is_unicode_label(label: &[u32]) -> bool {
    const HYPHEN: u32 = '-' as u32;
    if has_non_ascii(label) && punycode::encoded_length(label) + 4 > 63 {
        return false;
    }
    if bidi::has_right_to_left(label) && !bidi::satisfies_rule(label) {
        return false;
    }
    if label.first() == Some(&HYPHEN)
        || label.last() == Some(&HYPHEN)
        || label.get(2..4) == Some(&[HYPHEN, HYPHEN])
    {
        return false;
    }
    if label.first().is_some_and(|first| GeneralCategoryGroup::Mark.contains(category(*first))) {
        return false;
    }
    let is_permitted = |(index, point): (usize, &u32)| {
        let before = index.checked_sub(1).map(|index| label[index]);
        is_permitted(*point) && is_in_context(*point, before, label.get(index + 1).copied())
    };
    let has_middle_dot = label.contains(&KATAKANA_MIDDLE_DOT);
    label.iter().enumerate().all(is_permitted)
        && (!has_middle_dot || label.iter().any(|point| is_japanese(*point)))
}

const KATAKANA_MIDDLE_DOT: u32 = 0x30FB;

fn has_non_ascii(label: &[u32]) -> bool {
    label.iter().any(|point| *point >= 0x80)
}

pub fn category(point: u32) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get32(point)
}

pub fn script(point: u32) -> Script {
    CodePointMapData::<Script>::new().get32(point)
}

fn is_permitted(point: u32) -> bool {
    match point {
        // Letters and marks that RFC 5892 takes out.
        0x640 | 0x7FA | 0x302E | 0x302F | 0x3031..=0x3035 | 0x303B => false,
        // What it lets in by exception, or in a context.
        0xB7 | 0x375 | 0x5F3 | 0x5F4 | 0x6FD | 0x6FE | 0xF0B | 0x200C | 0x200D | 0x3007
        | KATAKANA_MIDDLE_DOT => true,
        // What the reference lets in beyond that.
        0x2B..=0x2F | 0x3A => true,
        _ => {
            let category = category(point);
            GeneralCategoryGroup::Letter.contains(category)
                || matches!(
                    category,
                    GeneralCategory::DecimalNumber
                        | GeneralCategory::NonspacingMark
                        | GeneralCategory::SpacingMark
                )
        }
    }
}

fn is_in_context(point: u32, before: Option<u32>, after: Option<u32>) -> bool {
    match point {
        // The middle dot of Catalan.
        0xB7 => before == Some('l' as u32) && after == Some('l' as u32),
        // The Greek sign for numbers.
        0x375 => after.is_some_and(|after| script(after) == Script::Greek),
        // Two Hebrew punctuation marks.
        0x5F3 | 0x5F4 => before.is_some_and(|before| script(before) == Script::Hebrew),
        // The non-joiner, of which the reference asks little, and the joiner.
        0x200C => before.is_some_and(|before| before >= 0x80),
        0x200D => before.is_some_and(is_virama),
        _ => true,
    }
}

/// The viramas that the reference knows.
pub fn is_virama(point: u32) -> bool {
    matches!(
        point,
        0x94D
            | 0x9CD
            | 0xA4D
            | 0xACD
            | 0xB4D
            | 0xBCD
            | 0xC4D
            | 0xCCD
            | 0xD3B
            | 0xD3C
            | 0xD4D
            | 0xDCA
            | 0x1B44
            | 0x1BAA
            | 0x1BAB
            | 0xA9C0
            | 0x1_1046
            | 0x1_107F
            | 0x1_10B9
            | 0x1_1133
            | 0x1_1134
            | 0x1_11C0
            | 0x1_1235
            | 0x1_134D
            | 0x1_1442
            | 0x1_14C2
            | 0x1_15BF
            | 0x1_163F
            | 0x1_16B6
            | 0x1_1C3F
            | 0x1_1D44
            | 0x1_1D45
    )
}

pub fn is_japanese(point: u32) -> bool {
    matches!(script(point), Script::Hiragana | Script::Katakana | Script::Han)
}
