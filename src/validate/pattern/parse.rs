//! Reads the source of a pattern by ECMAScript's grammar for the `u` flag, which V8 follows to the letter, straight into
//! its meaning. What is read here is legal, and what is not legal is refused here.

use super::PatternError;
use super::groups::Groups;
use super::node::{Assertion, Look, Node, Repeat};
use super::set::CodePointSet;
use crate::validate::text::Text;

/// How deep groups may be nested. V8 reads somewhat deeper ones and then ends the process when such a pattern is run.
const MAX_DEPTH: usize = 1000;

/// V8 takes a count from here on for "without bound".
const INFINITY: u32 = (1 << 31) - 1;

/// Which year's grammar a runtime's V8 knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// Node 20 and 22.
    #[default]
    Es2024,
    /// Node 24 on: modifiers such as `(?i:…)`, and one name for several groups of which only one can have a text.
    Es2025,
}

/// The meaning of a source.
pub fn parse(source: Text<'_>, edition: Edition) -> Result<Node, PatternError> {
    let points: Vec<u32> = source.code_points().collect();
    let mut parser = Parser::new(&points, edition, None);
    let node = parser.pattern()?;
    if !parser.refers {
        return Ok(node);
    }
    // A reference may come before its group. Now that all groups are known, it can be told what it means.
    let groups = parser.groups;
    Parser::new(&points, edition, Some(groups)).pattern()
}

/// The modifiers that are on.
#[derive(Clone, Copy, Default)]
pub(super) struct Modifiers {
    pub ignore_case: bool,
    pub multiline: bool,
    pub dot_all: bool,
}

pub(super) struct Parser<'s> {
    points: &'s [u32],
    at: usize,
    pub edition: Edition,
    pub modifiers: Modifiers,
    /// The groups opened so far.
    pub groups: Groups,
    /// All groups of the pattern, which only a second reading knows.
    pub known: Option<Groups>,
    /// True when there are references.
    pub refers: bool,
    /// The groups that the reading is in.
    pub open: Vec<u32>,
    depth: usize,
}

impl<'s> Parser<'s> {
    fn new(points: &'s [u32], edition: Edition, known: Option<Groups>) -> Self {
        Self {
            points,
            at: 0,
            edition,
            modifiers: Modifiers::default(),
            groups: Groups::default(),
            known,
            refers: false,
            open: Vec::new(),
            depth: 0,
        }
    }

    pub fn peek(&self) -> Option<char> {
        self.peek_after(0)
    }

    /// The code point that many after the next one; `None` at the end, a stand-in for a lone surrogate.
    pub fn peek_after(&self, skipped: usize) -> Option<char> {
        let point = self.points.get(self.at + skipped)?;
        Some(char::from_u32(*point).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    pub fn next(&mut self) -> Option<u32> {
        let point = self.points.get(self.at).copied();
        self.at += usize::from(point.is_some());
        point
    }

    pub fn eat(&mut self, wanted: &str) -> bool {
        let rest = self.points.get(self.at..).unwrap_or_default();
        let here = wanted.chars().map(u32::from).eq(rest.iter().copied().take(wanted.len()));
        if here {
            self.at += wanted.len();
        }
        here
    }

    pub fn expect(&mut self, wanted: &str) -> Result<(), PatternError> {
        if self.eat(wanted) { Ok(()) } else { Err(PatternError::Syntax) }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn go_back(&mut self, position: usize) {
        self.at = position;
    }

    fn pattern(&mut self) -> Result<Node, PatternError> {
        let node = self.disjunction()?;
        // Only an unmatched parenthesis ends a disjunction early.
        if self.peek().is_some() { Err(PatternError::Syntax) } else { Ok(node) }
    }

    fn disjunction(&mut self) -> Result<Node, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PatternError::TooDeep);
        }
        self.groups.enter_disjunction();
        let first = self.alternative()?;
        let node = if self.peek() == Some('|') {
            let mut alternatives = vec![first];
            while self.eat("|") {
                self.groups.next_alternative();
                alternatives.push(self.alternative()?);
            }
            Node::Alternation(alternatives)
        } else {
            first
        };
        self.groups.leave_disjunction();
        self.depth -= 1;
        Ok(node)
    }

    fn alternative(&mut self) -> Result<Node, PatternError> {
        let mut terms = Vec::new();
        while let Some(char) = self.peek()
            && !matches!(char, '|' | ')')
        {
            terms.push(self.term()?);
        }
        Ok(match terms.len() {
            0 => Node::Empty,
            1 => terms.swap_remove(0),
            _ => Node::Concat(terms),
        })
    }

    fn term(&mut self) -> Result<Node, PatternError> {
        if let Some(assertion) = self.assertion()? {
            return Ok(assertion);
        }
        let atom = self.atom()?;
        self.quantified(atom)
    }

    fn assertion(&mut self) -> Result<Option<Node>, PatternError> {
        Ok(Some(if self.eat("^") {
            self.edge(Assertion::Start)
        } else if self.eat("$") {
            self.edge(Assertion::End)
        } else if self.eat("\\b") {
            self.word_boundary(true)
        } else if self.eat("\\B") {
            self.word_boundary(false)
        } else if self.eat("(?=") {
            self.look(false, false)?
        } else if self.eat("(?!") {
            self.look(false, true)?
        } else if self.eat("(?<=") {
            self.look(true, false)?
        } else if self.eat("(?<!") {
            self.look(true, true)?
        } else {
            return Ok(None);
        }))
    }

    fn edge(&self, assertion: Assertion) -> Node {
        let edge = Node::Assertion(assertion);
        if !self.modifiers.multiline {
            return edge;
        }
        let body = Node::Set(CodePointSet::line_terminators());
        let look = Look { body, behind: assertion == Assertion::Start, negative: false };
        Node::Alternation(vec![edge, Node::Look(Box::new(look))])
    }

    fn word_boundary(&self, wanted: bool) -> Node {
        if !self.modifiers.ignore_case {
            return Node::Assertion(if wanted {
                Assertion::WordBoundary
            } else {
                Assertion::NotWordBoundary
            });
        }
        // No engine knows by itself the letters that count under the `i` modifier.
        let word = |behind, negative| {
            Node::Look(Box::new(Look { body: Node::Set(CodePointSet::word(true)), behind, negative }))
        };
        Node::Alternation(vec![
            Node::Concat(vec![word(true, false), word(false, wanted)]),
            Node::Concat(vec![word(true, true), word(false, !wanted)]),
        ])
    }

    fn look(&mut self, behind: bool, negative: bool) -> Result<Node, PatternError> {
        Ok(Node::Look(Box::new(Look { body: self.rest_of_group()?, behind, negative })))
    }

    fn rest_of_group(&mut self) -> Result<Node, PatternError> {
        let body = self.disjunction()?;
        self.expect(")")?;
        Ok(body)
    }

    fn atom(&mut self) -> Result<Node, PatternError> {
        let Some(point) = self.next() else { return Err(PatternError::Syntax) };
        match char::from_u32(point) {
            Some('.') if self.modifiers.dot_all => Ok(Node::Set(CodePointSet::any())),
            Some('.') => Ok(Node::Set(CodePointSet::line_terminators().complement())),
            Some('(') => self.group(),
            Some('[') => self.class(),
            Some('\\') => self.atom_escape(),
            Some('*' | '+' | '?' | '{' | '}' | ']') => Err(PatternError::Syntax),
            _ => Ok(self.character(point)),
        }
    }

    pub fn character(&self, point: u32) -> Node {
        if self.modifiers.ignore_case {
            Node::Set(CodePointSet::new([(point, point)]).fold_case())
        } else {
            Node::Char(point)
        }
    }

    /// What follows the opening parenthesis of anything but a look-around.
    fn group(&mut self) -> Result<Node, PatternError> {
        if self.eat("?<") {
            let name = self.group_name()?;
            return self.capture(Some(name));
        }
        if !self.eat("?") {
            return self.capture(None);
        }
        let outside = self.modifiers;
        if !self.eat(":") {
            self.modifiers = self.modifiers_of_group()?;
        }
        let body = self.rest_of_group();
        self.modifiers = outside;
        body
    }

    fn capture(&mut self, name: Option<Vec<u32>>) -> Result<Node, PatternError> {
        let number = self.groups.open(name, self.edition)?;
        self.open.push(number);
        let body = self.rest_of_group()?;
        self.open.pop();
        Ok(Node::Capture(number, Box::new(body)))
    }

    fn modifiers_of_group(&mut self) -> Result<Modifiers, PatternError> {
        if self.edition < Edition::Es2025 {
            return Err(PatternError::Syntax);
        }
        let mut modifiers = self.modifiers;
        let mut seen = String::new();
        let mut on = true;
        loop {
            let char = self.peek().ok_or(PatternError::Syntax)?;
            self.next();
            if seen.contains(char) {
                return Err(PatternError::Syntax);
            }
            seen.push(char);
            match char {
                'i' => modifiers.ignore_case = on,
                'm' => modifiers.multiline = on,
                's' => modifiers.dot_all = on,
                '-' => on = false,
                ':' if seen != "-:" => return Ok(modifiers),
                _ => return Err(PatternError::Syntax),
            }
        }
    }

    fn quantified(&mut self, body: Node) -> Result<Node, PatternError> {
        let (min, max) = if self.eat("*") {
            (0, None)
        } else if self.eat("+") {
            (1, None)
        } else if self.eat("?") {
            (0, Some(1))
        } else if self.eat("{") {
            self.braced_counts()?
        } else {
            return Ok(body);
        };
        let greedy = !self.eat("?");
        if max == Some(0) {
            return Ok(Node::Empty);
        }
        // A round that takes in nothing counts only towards the least number, and the second one changes nothing.
        if body.is_always_empty() {
            return Ok(if min == 0 { Node::Empty } else { body });
        }
        Ok(Node::Repeat(Box::new(Repeat { body, min, max, greedy })))
    }

    fn braced_counts(&mut self) -> Result<(u32, Option<u32>), PatternError> {
        let min = self.count()?;
        let max = if !self.eat(",") {
            min
        } else if self.peek() == Some('}') {
            INFINITY
        } else {
            self.count()?
        };
        self.expect("}")?;
        if max < min {
            return Err(PatternError::Syntax);
        }
        Ok((min, (max < INFINITY).then_some(max)))
    }

    fn count(&mut self) -> Result<u32, PatternError> {
        let mut count = None;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            self.next();
            count = Some(count.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit).min(INFINITY));
        }
        count.ok_or(PatternError::Syntax)
    }
}
