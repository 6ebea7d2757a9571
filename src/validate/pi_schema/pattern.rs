//! Regular expressions of a schema: with the `u` flag where V8 takes them with it, else without.

use std::sync::OnceLock;

use crate::validate::convert::annex_b::{split_pairs, with_unicode_flag};
use crate::validate::effort::Stop;
use crate::validate::pattern::{Edition, Pattern, PatternError, is_legal};
use crate::validate::schema::Thrown;
use crate::validate::source::{Name, Source};
use crate::validate::text::Text;

/// A regular expression that is compiled when the first text comes along.
pub struct Matcher {
    pub source: Name,
    compiled: OnceLock<Compiled>,
}

enum Compiled {
    WithFlag(Pattern),
    /// For texts whose surrogate pairs are two characters.
    WithoutFlag(Pattern),
    /// V8 refuses it either way, and words that.
    Illegal,
    Unsupported(PatternError),
}

impl Matcher {
    pub fn new(source: Name) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    pub fn test(&self, source: &Source, text: Text<'_>) -> Result<bool, Stop> {
        let own = source.text(self.source);
        let costly = |error: &dyn ToString| Stop::from(Thrown::new(error.to_string()));
        match self.compiled.get_or_init(|| Compiled::new(own, source.edition())) {
            Compiled::WithFlag(pattern) => pattern.test(text).map_err(|error| costly(&error)),
            Compiled::WithoutFlag(pattern) => {
                pattern.test(Text::from_wtf8(&split_pairs(text))).map_err(|error| costly(&error))
            }
            Compiled::Illegal => Err(Stop::Refused(own.as_bytes().into())),
            Compiled::Unsupported(error) => Err(costly(error)),
        }
    }

    /// What compiling it throws.
    pub fn failure(&self, source: &Source) -> Option<Stop> {
        let own = source.text(self.source);
        match self.compiled.get_or_init(|| Compiled::new(own, source.edition())) {
            Compiled::Illegal => Some(Stop::Refused(own.as_bytes().into())),
            _ => None,
        }
    }
}

impl Compiled {
    fn new(source: Text<'_>, edition: Edition) -> Self {
        if is_legal(source, edition) {
            return match Pattern::compile(source) {
                Ok(pattern) => Self::WithFlag(pattern),
                Err(error) => Self::Unsupported(error),
            };
        }
        let Ok(with_flag) = with_unicode_flag(source) else { return Self::Illegal };
        match Pattern::compile(Text::from(with_flag.as_str())) {
            Ok(pattern) => Self::WithoutFlag(pattern),
            Err(PatternError::Syntax) => Self::Illegal,
            Err(error) => Self::Unsupported(error),
        }
    }
}
