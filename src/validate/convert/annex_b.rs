//! Regular expressions without flags, written anew for the `u` flag.
//!
//! Without the flag there is much that means itself where the flag allows nothing, and a character beyond U+FFFF is two.
//! What comes out of here means the same with the flag, for texts in which each half of such a character stands alone;
//! see [`split_pairs`].

use std::borrow::Cow;
use std::fmt::Write;

use super::groups::{Groups, group_name};
use crate::validate::text::Text;

/// The source is nothing that can be written with the flag. V8 refuses it, with few exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLegal;

/// How deep groups may be nested.
const DEEPEST: usize = 500;

/// Writes the source of a pattern without flags as one for the `u` flag.
pub fn with_unicode_flag(source: Text<'_>) -> Result<String, NotLegal> {
    let units = source.to_utf16();
    let groups = Groups::count(&units);
    let mut translation = Translation { units: &units, at: 0, groups, out: String::new(), depth: 0 };
    translation.disjunction()?;
    if translation.at < units.len() { Err(NotLegal) } else { Ok(translation.out) }
}

/// The text with each surrogate pair as two halves that stand alone.
pub fn split_pairs(text: Text<'_>) -> Cow<'_, [u8]> {
    if !text.has_surrogate_pair() {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut split = Vec::with_capacity(text.as_bytes().len() + 8);
    for unit in text.to_utf16() {
        split.extend(Text::encode(&[unit]));
    }
    Cow::Owned(split)
}

struct Translation<'s> {
    units: &'s [u16],
    at: usize,
    groups: Groups,
    out: String,
    depth: usize,
}

/// A member of a class.
enum ClassAtom {
    Unit(u16),
    /// An escape such as `\d`.
    Set(char),
}

impl Translation<'_> {
    /// The next unit if it is ASCII, else a zero byte.
    fn peek(&self) -> u8 {
        self.peek_after(0)
    }

    fn peek_after(&self, skipped: usize) -> u8 {
        self.units.get(self.at + skipped).and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0)
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let here = wanted.bytes().enumerate().all(|(nth, byte)| self.peek_after(nth) == byte);
        if here {
            self.at += wanted.len();
        }
        here
    }

    fn next(&mut self) -> Result<u16, NotLegal> {
        let unit = self.units.get(self.at).copied().ok_or(NotLegal)?;
        self.at += 1;
        Ok(unit)
    }

    fn disjunction(&mut self) -> Result<(), NotLegal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(NotLegal);
        }
        while self.at < self.units.len() && self.peek() != b')' {
            if self.eat("|") {
                self.out.push('|');
            } else {
                self.term()?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn term(&mut self) -> Result<(), NotLegal> {
        for assertion in ["^", "$", "\\b", "\\B"] {
            if self.eat(assertion) {
                self.out.push_str(assertion);
                return Ok(());
            }
        }
        for look_behind in ["(?<=", "(?<!"] {
            if self.eat(look_behind) {
                self.out.push_str(look_behind);
                return self.rest_of_group();
            }
        }
        for look_ahead in ["(?=", "(?!"] {
            if self.eat(look_ahead) {
                // A look-ahead may be repeated without the flag, a group may with it.
                self.out.push_str("(?:");
                self.out.push_str(look_ahead);
                self.rest_of_group()?;
                self.out.push(')');
                return self.quantifier();
            }
        }
        self.atom()?;
        self.quantifier()
    }

    fn rest_of_group(&mut self) -> Result<(), NotLegal> {
        self.disjunction()?;
        self.out.push(')');
        if self.eat(")") { Ok(()) } else { Err(NotLegal) }
    }

    fn atom(&mut self) -> Result<(), NotLegal> {
        let unit = self.next()?;
        match u8::try_from(unit) {
            Ok(b'.') => self.out.push('.'),
            Ok(b'(') => return self.group(),
            Ok(b'[') => return self.class(),
            Ok(b'\\') => return self.atom_escape(),
            Ok(b'*' | b'+' | b'?') => return Err(NotLegal),
            Ok(b'{') if self.braced_quantifier(self.at).is_some() => return Err(NotLegal),
            _ => self.unit(unit),
        }
        Ok(())
    }

    /// Writes what matches just this unit.
    fn unit(&mut self, unit: u16) {
        match char::from_u32(u32::from(unit)) {
            Some(char) if char.is_ascii_alphanumeric() => self.out.push(char),
            // In a group of its own a half is not taken for the beginning of a pair.
            _ => self.write(format_args!("(?:\\u{unit:04X})")),
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(text);
    }

    fn group(&mut self) -> Result<(), NotLegal> {
        if self.eat("?:") {
            self.out.push_str("(?:");
        } else if self.eat("?") {
            let name = group_name(&self.units[self.at..]).ok_or(NotLegal)?;
            if !is_plain_name(name) || self.groups.names.iter().filter(|known| known.0 == name).count() > 1 {
                return Err(NotLegal);
            }
            self.at += name.len() + 2;
            self.out.push('(');
        } else {
            self.out.push('(');
        }
        self.rest_of_group()
    }

    fn quantifier(&mut self) -> Result<(), NotLegal> {
        let start = self.at;
        if matches!(self.peek(), b'*' | b'+' | b'?') {
            self.at += 1;
        } else if self.peek() == b'{'
            && let Some(end) = self.braced_quantifier(self.at + 1)
        {
            self.at = end;
        } else {
            return Ok(());
        }
        self.eat("?");
        for unit in &self.units[start..self.at] {
            self.out.push(char::from(*unit as u8));
        }
        Ok(())
    }

    /// Where a quantifier ends whose brace was passed. What is no quantifier means itself.
    fn braced_quantifier(&self, mut at: usize) -> Option<usize> {
        let digits = |at: usize| {
            let is_digit = |unit: &&u16| u8::try_from(**unit).is_ok_and(|byte| byte.is_ascii_digit());
            self.units.get(at..).map_or(0, |rest| rest.iter().take_while(is_digit).count())
        };
        let is = |at: usize, byte: u8| self.units.get(at) == Some(&u16::from(byte));
        let least = digits(at);
        if least == 0 {
            return None;
        }
        at += least;
        if is(at, b',') {
            at += 1 + digits(at + 1);
        }
        is(at, b'}').then_some(at + 1)
    }

    fn atom_escape(&mut self) -> Result<(), NotLegal> {
        let escaped = self.peek();
        match escaped {
            b'd' | b'D' | b's' | b'S' | b'w' | b'W' => {
                self.at += 1;
                self.out.push('\\');
                self.out.push(char::from(escaped));
            }
            b'1'..=b'9' => match self.back_reference() {
                Some(group) => self.write(format_args!("(?:\\{group})")),
                None => {
                    let unit = self.legacy_number()?;
                    self.unit(unit);
                }
            },
            b'k' if !self.groups.names.is_empty() => {
                self.at += 1;
                let name = group_name(&self.units[self.at..]).ok_or(NotLegal)?;
                let found = self.groups.names.iter().find(|known| known.0 == name);
                let group = found.map(|known| known.1).ok_or(NotLegal)?;
                self.at += name.len() + 2;
                self.write(format_args!("(?:\\{group})"));
            }
            _ => {
                let unit = self.character_escape(false)?;
                self.unit(unit);
            }
        }
        Ok(())
    }

    /// The group that a number refers to, if there is one.
    fn back_reference(&mut self) -> Option<u32> {
        let start = self.at;
        let mut number = 0_u32;
        while self.peek().is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add(u32::from(self.peek() - b'0'));
            self.at += 1;
        }
        if number <= self.groups.count {
            return Some(number);
        }
        self.at = start;
        None
    }

    /// An octal number below 256, or an 8 or 9 that means itself.
    fn legacy_number(&mut self) -> Result<u16, NotLegal> {
        let first = self.next()?;
        if !(u16::from(b'0')..=u16::from(b'7')).contains(&first) {
            return Ok(first);
        }
        let mut value = first - u16::from(b'0');
        let mut digits = 1;
        while let digit @ b'0'..=b'7' = self.peek()
            && (digits == 1 || digits == 2 && value < 32)
        {
            value = value * 8 + u16::from(digit - b'0');
            self.at += 1;
            digits += 1;
        }
        Ok(value)
    }

    /// What follows a backslash and stands for one unit.
    fn character_escape(&mut self, in_class: bool) -> Result<u16, NotLegal> {
        let escaped = self.next()?;
        let Ok(byte) = u8::try_from(escaped) else { return Ok(escaped) };
        Ok(match byte {
            b'f' => 0x0C,
            b'n' => 0x0A,
            b'r' => 0x0D,
            b't' => 0x09,
            b'v' => 0x0B,
            b'c' => {
                let control = self.peek();
                if control.is_ascii_alphabetic() || in_class && (control.is_ascii_digit() || control == b'_')
                {
                    self.at += 1;
                    u16::from(control % 32)
                } else {
                    // The backslash means itself, and so will the letter.
                    self.at -= 1;
                    u16::from(b'\\')
                }
            }
            b'0'..=b'9' => {
                self.at -= 1;
                self.legacy_number()?
            }
            b'x' => self.hex_digits(2).unwrap_or(escaped),
            b'u' => self.hex_digits(4).unwrap_or(escaped),
            b'k' if !self.groups.names.is_empty() => return Err(NotLegal),
            _ => escaped,
        })
    }

    fn hex_digits(&mut self, count: usize) -> Option<u16> {
        let mut value = 0;
        for nth in 0..count {
            value = value * 16 + char::from(self.peek_after(nth)).to_digit(16)? as u16;
        }
        self.at += count;
        Some(value)
    }

    fn class(&mut self) -> Result<(), NotLegal> {
        let negative = self.eat("^");
        let mut ranges: Vec<(u16, u16)> = Vec::new();
        let mut sets = Vec::new();
        let dash = u16::from(b'-');
        while !self.eat("]") {
            let first = self.class_atom()?;
            if self.peek() != b'-' || self.peek_after(1) == b']' {
                match first {
                    ClassAtom::Unit(unit) => ranges.push((unit, unit)),
                    ClassAtom::Set(set) => sets.push(set),
                }
                continue;
            }
            self.at += 1;
            match (first, self.class_atom()?) {
                (ClassAtom::Unit(first), ClassAtom::Unit(last)) if first <= last => {
                    ranges.push((first, last))
                }
                (ClassAtom::Unit(_), ClassAtom::Unit(_)) => return Err(NotLegal),
                // What cannot be the end of a range makes the dash mean itself.
                (first, last) => {
                    ranges.push((dash, dash));
                    for atom in [first, last] {
                        match atom {
                            ClassAtom::Unit(unit) => ranges.push((unit, unit)),
                            ClassAtom::Set(set) => sets.push(set),
                        }
                    }
                }
            }
        }
        self.out.push_str(if negative { "[^" } else { "[" });
        // A second half right behind a first would be taken for a pair, so those go first.
        ranges.sort_by_key(|(first, _)| !(0xDC00..=0xDFFF).contains(first));
        for (first, last) in ranges {
            self.write(format_args!("\\u{first:04X}"));
            if first != last {
                self.write(format_args!("-\\u{last:04X}"));
            }
        }
        for set in sets {
            self.out.push('\\');
            self.out.push(set);
        }
        self.out.push(']');
        Ok(())
    }

    fn class_atom(&mut self) -> Result<ClassAtom, NotLegal> {
        let unit = self.next()?;
        if unit != u16::from(b'\\') {
            return Ok(ClassAtom::Unit(unit));
        }
        match self.peek() {
            set @ (b'd' | b'D' | b's' | b'S' | b'w' | b'W') => {
                self.at += 1;
                Ok(ClassAtom::Set(char::from(set)))
            }
            b'b' => {
                self.at += 1;
                Ok(ClassAtom::Unit(0x08))
            }
            _ => self.character_escape(true).map(ClassAtom::Unit),
        }
    }
}

/// Whether a group's name is of ASCII letters, digits, `_` and `$`. Others are left to V8.
fn is_plain_name(name: &[u16]) -> bool {
    let is_plain = |unit: &u16| {
        u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
    };
    name.iter().all(is_plain) && !name.first().is_some_and(|unit| (0x30..=0x39).contains(unit))
}
