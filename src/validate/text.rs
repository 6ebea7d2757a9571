//! How a JavaScript string is held in the core: WTF-8 bytes.
//!
//! A JavaScript string is any sequence of 16-bit code units; it may hold half of a surrogate pair. WTF-8 is UTF-8 plus
//! a three-byte form for such a half (`ED A0..BF xx`); a high half directly followed by a low one is always the
//! four-byte form of the code point the two stand for. So every JavaScript string has exactly one form, nothing is
//! lost, equal bytes mean equal strings, and a string without halves (nearly all) is plain UTF-8.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// A JavaScript string as WTF-8 bytes. Compared, ordered and hashed by these bytes.
///
/// Who makes one promises that the bytes are well-formed WTF-8. Bytes that are not give wrong code points, never a
/// panic.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Takes bytes that are well-formed WTF-8.
    pub const fn from_wtf8(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The WTF-8 bytes.
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// True when there is no code unit in the string.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// True when all code points are below U+0080: then bytes, code units and code points are the same.
    pub const fn is_ascii(self) -> bool {
        self.0.is_ascii()
    }

    /// True when some code point takes two code units.
    pub fn has_surrogate_pair(self) -> bool {
        self.0.iter().any(|byte| *byte >= FIRST_OF_FOUR)
    }

    /// The string as UTF-8, or `None` when it holds a lone surrogate.
    pub fn as_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }

    /// The string as UTF-8, each lone surrogate as U+FFFD: what JavaScript's `toWellFormed()` gives.
    pub fn to_string_lossy(self) -> Cow<'a, str> {
        match self.as_str() {
            Some(str) => Cow::Borrowed(str),
            None => Cow::Owned(
                self.code_points()
                    .map(|point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect(),
            ),
        }
    }

    /// The code points, as iterating the JavaScript string gives them: a lone surrogate is its own code unit.
    pub const fn code_points(self) -> CodePoints<'a> {
        CodePoints(self.0)
    }

    /// How many code points there are: `[...string].length`.
    pub fn count_code_points(self) -> usize {
        self.0.iter().filter(|byte| is_first(**byte)).count()
    }

    /// How many code units there are: `string.length`.
    pub fn count_code_units(self) -> usize {
        self.0.iter().map(|byte| usize::from(is_first(*byte)) + usize::from(*byte >= FIRST_OF_FOUR)).sum()
    }

    /// The code units.
    pub fn to_utf16(self) -> Vec<u16> {
        let mut units = Vec::with_capacity(self.0.len());
        for point in self.code_points() {
            match u16::try_from(point) {
                Ok(unit) => units.push(unit),
                Err(_) => {
                    let above = point - 0x1_0000;
                    units.push(0xD800 + (above >> 10) as u16);
                    units.push(0xDC00 + (above & 0x3FF) as u16);
                }
            }
        }
        units
    }

    /// The WTF-8 bytes for these code units.
    pub fn encode(units: &[u16]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(units.len());
        for unit in char::decode_utf16(units.iter().copied()) {
            match unit {
                Ok(char) => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(lone) => {
                    let lone = lone.unpaired_surrogate();
                    bytes.extend([0xED, 0x80 | (lone >> 6 & 0x3F) as u8, 0x80 | (lone & 0x3F) as u8]);
                }
            }
        }
        bytes
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(str: &'a str) -> Self {
        Self(str.as_bytes())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for point in self.code_points() {
            match char::from_u32(point) {
                Some(char) => write!(f, "{}", char.escape_debug())?,
                None => write!(f, "\\u{{{point:x}}}")?,
            }
        }
        f.write_char('"')
    }
}

/// The first byte of a four-byte form, the only one that stands for two code units, is this or greater.
const FIRST_OF_FOUR: u8 = 0xF0;

/// True for a byte that begins a code point, false for a continuation byte.
const fn is_first(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// See [`Text::code_points`].
#[derive(Clone, Debug)]
pub struct CodePoints<'a>(&'a [u8]);

impl Iterator for CodePoints<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.0.split_first()?;
        let (bits, follow) = match first {
            0..=0x7F => (first, 0),
            0x80..=0xDF => (first & 0x1F, 1),
            0xE0..=0xEF => (first & 0x0F, 2),
            FIRST_OF_FOUR.. => (first & 0x07, 3),
        };
        let (follow, rest) = rest.split_at(follow.min(rest.len()));
        self.0 = rest;
        Some(follow.iter().fold(u32::from(bits), |point, byte| point << 6 | u32::from(byte & 0x3F)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code units, the code points they make, the bytes.
    const STRINGS: [(&[u16], &[u32], &[u8]); 7] = [
        (&[], &[], b""),
        (&[0x61, 0x7F, 0], &[0x61, 0x7F, 0], b"a\x7F\0"),
        (&[0xE9, 0x7FF, 0xFFFF], &[0xE9, 0x7FF, 0xFFFF], "é\u{7FF}\u{FFFF}".as_bytes()),
        (&[0xD83D, 0xDE00], &[0x1F600], "😀".as_bytes()),
        (&[0xDE00, 0xD83D], &[0xDE00, 0xD83D], b"\xED\xB8\x80\xED\xA0\xBD"),
        (&[0xD800, 0xDBFF, 0xDFFF], &[0xD800, 0x10FFFF], b"\xED\xA0\x80\xF4\x8F\xBF\xBF"),
        (&[0x61, 0xDC00, 0x62], &[0x61, 0xDC00, 0x62], b"a\xED\xB0\x80b"),
    ];

    #[test]
    fn code_units_code_points_and_bytes_agree() {
        for (units, points, bytes) in STRINGS {
            let text = Text::from_wtf8(bytes);
            assert_eq!(Text::encode(units), bytes);
            assert_eq!(text.to_utf16(), units);
            assert_eq!(text.code_points().collect::<Vec<_>>(), points);
            assert_eq!(text.count_code_units(), units.len());
            assert_eq!(text.count_code_points(), points.len());
        }
    }

    #[test]
    fn only_a_string_without_lone_surrogates_is_utf8() {
        for (units, _, bytes) in STRINGS {
            let text = Text::from_wtf8(bytes);
            assert_eq!(text.as_str(), String::from_utf16(units).ok().as_deref());
            assert_eq!(text.to_string_lossy(), String::from_utf16_lossy(units));
        }
    }

    #[test]
    fn lone_surrogates_are_seen_in_debug_output() {
        assert_eq!(format!("{:?}", Text::from_wtf8(b"a\"\xED\xB0\x80")), r#""a\"\u{dc00}""#);
    }

    #[test]
    fn malformed_bytes_do_not_panic() {
        for first in 0..=u8::MAX {
            for second in [0, 0x7F, 0x80, 0xBF, 0xC0, 0xF0, 0xFF] {
                for bytes in [&[first][..], &[first, second], &[second, first, second]] {
                    let text = Text::from_wtf8(bytes);
                    let _ = (text.to_utf16(), text.to_string_lossy(), format!("{text:?}"));
                }
            }
        }
    }
}
