//! The parts of a pattern's source that begin with a backslash, and classes, which consist of little else.

use super::PatternError;
use super::node::Node;
use super::parse::Parser;
use super::property::property;
use super::set::CodePointSet;

/// A member of a class.
enum ClassAtom {
    Char(u32),
    Set(CodePointSet),
}

impl Parser<'_> {
    /// What follows a backslash outside of classes, `\b` and `\B` aside.
    pub fn atom_escape(&mut self) -> Result<Node, PatternError> {
        if let Some('1'..='9') = self.peek() {
            return self.numbered_reference();
        }
        if self.eat("k") {
            return self.named_reference();
        }
        if let Some(set) = self.set_escape()? {
            return Ok(Node::Set(if self.modifiers.ignore_case { set.fold_case() } else { set }));
        }
        let point = self.character_escape()?;
        Ok(self.character(point))
    }

    fn numbered_reference(&mut self) -> Result<Node, PatternError> {
        let mut number = 0_u32;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            self.next();
            number = number.saturating_mul(10).saturating_add(digit);
        }
        match &self.known {
            Some(groups) if number > groups.count() => Err(PatternError::Syntax),
            _ => self.reference(number),
        }
    }

    /// Several groups may have one name, at most one of them with a text; a reference to one without matches as empty.
    fn named_reference(&mut self) -> Result<Node, PatternError> {
        self.expect("<")?;
        let name = self.group_name()?;
        let Some(groups) = &self.known else { return self.reference(0) };
        let numbers: Vec<u32> = groups.named(&name).collect();
        let mut references =
            numbers.into_iter().map(|number| self.reference(number)).collect::<Result<Vec<_>, _>>()?;
        match references.len() {
            0 => Err(PatternError::Syntax),
            1 => Ok(references.swap_remove(0)),
            _ => Ok(Node::Concat(references)),
        }
    }

    fn reference(&mut self, number: u32) -> Result<Node, PatternError> {
        self.refers = true;
        // The texts would have to be compared by case folding.
        if self.modifiers.ignore_case && self.known.is_some() {
            return Err(PatternError::Unsupported);
        }
        Ok(Node::Reference(number))
    }

    /// What follows a backslash, when it stands for a set.
    fn set_escape(&mut self) -> Result<Option<CodePointSet>, PatternError> {
        let ignore_case = self.modifiers.ignore_case;
        let set = match self.peek() {
            Some('d') => CodePointSet::digits(),
            Some('D') => CodePointSet::digits().complement(),
            Some('s') => CodePointSet::white_space(),
            Some('S') => CodePointSet::white_space().complement(),
            Some('w') => CodePointSet::word(ignore_case),
            Some('W') => CodePointSet::word(ignore_case).complement(),
            Some('p') => {
                self.next();
                return self.property().map(Some);
            }
            Some('P') => {
                self.next();
                return self.property().map(|set| Some(set.complement()));
            }
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(set))
    }

    fn property(&mut self) -> Result<CodePointSet, PatternError> {
        self.expect("{")?;
        let mut words = String::new();
        while let Some(char) = self.peek()
            && (char.is_ascii_alphanumeric() || matches!(char, '_' | '='))
        {
            words.push(char);
            self.next();
        }
        self.expect("}")?;
        property(&words).ok_or(PatternError::Syntax)
    }

    /// What follows a backslash and stands for one code point.
    fn character_escape(&mut self) -> Result<u32, PatternError> {
        let escaped = self.peek().ok_or(PatternError::Syntax)?;
        self.next();
        match escaped {
            'f' => Ok(0x0C),
            'n' => Ok(0x0A),
            'r' => Ok(0x0D),
            't' => Ok(0x09),
            'v' => Ok(0x0B),
            'c' => {
                let letter = self.peek().filter(char::is_ascii_alphabetic).ok_or(PatternError::Syntax)?;
                self.next();
                Ok(u32::from(letter) % 32)
            }
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => Ok(0),
            'x' => self.hex_digits(2),
            'u' => self.unicode_escape(),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
                Ok(u32::from(escaped))
            }
            _ => Err(PatternError::Syntax),
        }
    }

    fn hex_digits(&mut self, count: usize) -> Result<u32, PatternError> {
        let mut value = 0;
        for _ in 0..count {
            let digit = self.peek().and_then(|char| char.to_digit(16)).ok_or(PatternError::Syntax)?;
            self.next();
            value = value * 16 + digit;
        }
        Ok(value)
    }

    /// What follows `\u`. Two escapes that are the halves of a surrogate pair stand for one code point.
    pub fn unicode_escape(&mut self) -> Result<u32, PatternError> {
        if self.eat("{") {
            let mut value = None;
            while let Some(digit) = self.peek().and_then(|char| char.to_digit(16)) {
                self.next();
                value = Some(value.unwrap_or(0) * 16 + digit).filter(|value| *value <= 0x10_FFFF);
                if value.is_none() {
                    return Err(PatternError::Syntax);
                }
            }
            self.expect("}")?;
            return value.ok_or(PatternError::Syntax);
        }
        let high = self.hex_digits(4)?;
        let after = self.position();
        if (0xD800..=0xDBFF).contains(&high)
            && self.eat("\\u")
            && let Ok(low) = self.hex_digits(4)
            && (0xDC00..=0xDFFF).contains(&low)
        {
            return Ok(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        }
        self.go_back(after);
        Ok(high)
    }

    /// What follows the opening bracket.
    pub fn class(&mut self) -> Result<Node, PatternError> {
        let negative = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            let first = self.class_atom()?;
            let is_range = self.peek() == Some('-') && self.peek_after(1).is_some_and(|next| next != ']');
            if !is_range {
                match first {
                    ClassAtom::Char(point) => ranges.push((point, point)),
                    ClassAtom::Set(set) => ranges.extend_from_slice(set.ranges()),
                }
                continue;
            }
            self.next();
            match (first, self.class_atom()?) {
                (ClassAtom::Char(first), ClassAtom::Char(last)) if first <= last => {
                    ranges.push((first, last))
                }
                _ => return Err(PatternError::Syntax),
            }
        }
        let set = CodePointSet::new(ranges);
        let set = if self.modifiers.ignore_case { set.fold_case() } else { set };
        Ok(Node::Set(if negative { set.complement() } else { set }))
    }

    fn class_atom(&mut self) -> Result<ClassAtom, PatternError> {
        let point = self.next().ok_or(PatternError::Syntax)?;
        if point != u32::from('\\') {
            return Ok(ClassAtom::Char(point));
        }
        if let Some(set) = self.set_escape()? {
            return Ok(ClassAtom::Set(set));
        }
        if self.eat("b") {
            return Ok(ClassAtom::Char(0x08));
        }
        if self.eat("-") {
            return Ok(ClassAtom::Char(u32::from('-')));
        }
        self.character_escape().map(ClassAtom::Char)
    }
}
