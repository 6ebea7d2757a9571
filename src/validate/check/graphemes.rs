//! Lengths of texts in what older TypeBox takes for the characters that a reader sees: a letter with its marks, what zero
//! width joiners hold together, two regional indicators.

use crate::validate::rules::Rules;
use crate::validate::text::Text;

const JOINER: u32 = 0x200D;

/// Whether a text has at least that many characters.
pub fn is_min_length(text: Text<'_>, limit: f64, rules: Rules) -> bool {
    if limit == 0.0 {
        return true;
    }
    let early = rules.has(Rules::MARKS_JOIN_WITHOUT_BOUND);
    if text.is_ascii() {
        let length = text.as_bytes().len() as f64;
        return length >= limit && !(early && text.is_empty());
    }
    let units = Units::of(text);
    if !early && (units.0.len() as f64) < limit {
        return false;
    }
    let mut index = 0;
    loop {
        if early && index >= units.0.len() {
            return false;
        }
        if units.0.get(index).is_some_and(|unit| joins(u32::from(*unit))) {
            let mut clusters = units.clusters();
            let mut count = 0.0;
            return clusters.any(|_| {
                count += 1.0;
                count >= limit
            });
        }
        index += 1;
        if index as f64 >= limit {
            return true;
        }
    }
}

/// Whether a text has at most that many characters.
pub fn is_max_length(text: Text<'_>, limit: f64, rules: Rules) -> bool {
    let early = rules.has(Rules::MARKS_JOIN_WITHOUT_BOUND);
    if text.is_ascii() {
        return text.as_bytes().len() as f64 <= limit || early && text.is_empty();
    }
    let units = Units::of(text);
    if !early && units.0.len() as f64 <= limit {
        return true;
    }
    let mut index = 0;
    loop {
        if early && index >= units.0.len() {
            return true;
        }
        if units.0.get(index).is_some_and(|unit| joins(u32::from(*unit))) {
            let mut count = 0.0;
            return units.clusters().all(|_| {
                count += 1.0;
                count <= limit
            });
        }
        index += 1;
        if index as f64 > limit {
            return false;
        }
    }
}

/// Whether a code unit makes the reference count characters instead of units.
fn joins(unit: u32) -> bool {
    matches!(unit, 0xD800..=0xDBFF | JOINER) || is_mark(unit)
}

fn is_mark(point: u32) -> bool {
    matches!(point, 0x300..=0x36F | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F)
}

fn is_regional_indicator(point: u32) -> bool {
    matches!(point, 0x1_F1E6..=0x1_F1FF)
}

/// UTF-16 code units.
struct Units(Vec<u16>);

impl Units {
    fn of(text: Text<'_>) -> Self {
        Self(text.to_utf16())
    }

    /// `codePointAt`, and how many units it takes.
    fn point(&self, index: usize) -> Option<(u32, usize)> {
        let unit = u32::from(*self.0.get(index)?);
        match (unit, self.0.get(index + 1)) {
            (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
                Some((0x1_0000 + ((unit - 0xD800) << 10) + (u32::from(*low) - 0xDC00), 2))
            }
            _ => Some((unit, 1)),
        }
    }

    /// Where each character ends.
    fn clusters(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.end_of_cluster(0), |start| self.end_of_cluster(*start))
    }

    fn end_of_cluster(&self, start: usize) -> Option<usize> {
        let (first, length) = self.point(start)?;
        let mut end = self.behind_marks(start + length);
        while end + 1 < self.0.len() && u32::from(self.0[end]) == JOINER {
            end += 1 + self.point(end + 1)?.1;
            end = self.behind_marks(end);
        }
        if is_regional_indicator(first)
            && let Some((second, length)) = self.point(end)
            && is_regional_indicator(second)
        {
            end += length;
        }
        Some(end)
    }

    fn behind_marks(&self, mut index: usize) -> usize {
        while let Some((point, length)) = self.point(index)
            && is_mark(point)
        {
            index += length;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_joined_signs_and_flags_count_once() {
        for (text, count) in [
            ("ab", 2.0),
            ("e\u{301}", 1.0),
            ("\u{1F600}", 1.0),
            ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 1.0),
            ("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", 2.0),
            ("a\u{FE0F}b", 2.0),
        ] {
            let text = Text::from(text);
            for rules in [Rules::default(), Rules::MARKS_JOIN_WITHOUT_BOUND] {
                assert!(is_min_length(text, count, rules), "{text:?}");
                assert!(!is_min_length(text, count + 1.0, rules), "{text:?}");
                assert!(is_max_length(text, count, rules), "{text:?}");
                assert!(!is_max_length(text, count - 1.0, rules), "{text:?}");
            }
        }
    }

    #[test]
    fn only_the_later_one_takes_a_limit_below_nothing_for_reached_by_no_text() {
        assert!(is_min_length(Text::from(""), -1.0, Rules::default()));
        assert!(!is_min_length(Text::from(""), -1.0, Rules::MARKS_JOIN_WITHOUT_BOUND));
    }
}
