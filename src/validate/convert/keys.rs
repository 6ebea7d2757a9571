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
