//! Property names as TypeBox's conversion takes them: each as the regular expression `^name$`, without flags.

use super::annex_b::{split_pairs, with_unicode_flag};
use crate::validate::effort::Stop;
use crate::validate::pattern::{Pattern, PatternError};
use crate::validate::schema::Thrown;
use crate::validate::text::Text;

/// A property name, or a record's pattern, and the keys it stands for.
pub enum Key {
    /// The key with this name alone.
    Name(Box<[u8]>),
    /// Every key on one line.
    Line,
    /// The keys that match.
    Pattern(Box<Pattern>),
}

/// Why keys cannot be told by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// V8 has to say whether and why it refuses this source.
    Refused(Box<[u8]>),
    TooLarge,
}

impl Key {
    pub fn compile(name: Text<'_>) -> Result<Self, KeyError> {
        let bytes = name.as_bytes();
        if bytes == b".*" || bytes == b"^.*$" {
            return Ok(Self::Line);
        }
        if !bytes.iter().any(|byte| is_syntax(*byte)) {
            return Ok(Self::Name(bytes.into()));
        }
        let source = [b"^", bytes, b"$"].concat();
        let refused = || KeyError::Refused(source.as_slice().into());
        let with_flag = with_unicode_flag(Text::from_wtf8(&source)).map_err(|_| refused())?;
        match Pattern::compile(Text::from(with_flag.as_str())) {
            Ok(pattern) => Ok(Self::Pattern(Box::new(pattern))),
            Err(PatternError::Syntax) => Err(refused()),
            Err(_) => Err(KeyError::TooLarge),
        }
    }

    pub fn matches(&self, key: Text<'_>) -> Result<bool, Stop> {
        match self {
            Self::Name(name) => Ok(key.as_bytes() == &**name),
            Self::Line => Ok(!has_line_end(key)),
            Self::Pattern(pattern) => pattern
                .test(Text::from_wtf8(&split_pairs(key)))
                .map_err(|error| Thrown::new(error.to_string()).into()),
        }
    }
}

/// The characters that mean something else than themselves.
const fn is_syntax(byte: u8) -> bool {
    matches!(
        byte,
        b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'|'
    )
}

/// Whether a character that `.` does not match is in the text.
fn has_line_end(text: Text<'_>) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        || bytes.windows(3).any(|window| matches!(window, [0xE2, 0x80, 0xA8 | 0xA9]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_as_regular_expressions_without_flags() {
        for (name, key, expected) in [
            ("a", "a", true),
            ("a", "a\n", false),
            (".*", "a😀", true),
            (".*", "a\u{2028}", false),
            ("a.b", "a😀b", false),
            ("a..b", "a😀b", true),
            ("😀", "😀", true),
            ("[^a]", "😀", false),
            ("[^a]{2}", "😀", true),
            ("[😀]", "😀", false),
            ("\\u{2}", "uu", true),
            ("\\u{61}", "a", false),
            ("\\u0061\\x61\\141", "aaa", true),
            ("\\u006\\x6", "u006x6", true),
            ("\\k\\-\\p{L}", "k-p{L}", true),
            ("(a)\\1", "aa", true),
            ("\\1(a)", "a", true),
            ("\\2(a)", "\u{2}a", true),
            ("(?<n>a)\\k<n>", "aa", true),
            ("\\8", "8", true),
            ("\\0", "\0", true),
            ("\\c", "\\c", true),
            ("\\cA[\\c_]", "\u{1}\u{1f}", true),
            ("(?=a)*a", "a", true),
            ("]}{", "]}{", true),
            ("a{,2}", "a{,2}", true),
            ("[\\d-a]+", "1-a", true),
            ("[]", "a", false),
            ("a|b", "ac", true),
            ("\\w\\b", "a", true),
        ] {
            let compiled = Key::compile(Text::from(name));
            let matches = compiled.map(|compiled| compiled.matches(Text::from(key)));
            assert!(matches!(matches, Ok(Ok(matches)) if matches == expected), "{key:?} by {name:?}");
        }
    }

    #[test]
    fn what_v8_refuses_is_left_to_v8() {
        for name in ["(", ")", "[", "a**", "*", "{1}", "a{2,1}", "(?<=a)*", "[b-a]", "(?<n>a)\\k", "(?<1>a)"]
        {
            let refused = Key::compile(Text::from(name)).err();
            assert_eq!(refused, Some(KeyError::Refused(format!("^{name}$").into_bytes().into())), "{name:?}");
        }
    }
}
