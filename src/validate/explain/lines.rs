//! The lines of a refusal: where, and what is wrong there.

use std::cell::Cell;

use crate::validate::number;
use crate::validate::source::{Item, Kept, Name, Source};
use crate::validate::text::Text;

/// One line has this form; a refusal has this many lines at most, and so has every alternative that is tried.
const MOST_LINES: usize = 8;

/// The way to a value inside of the arguments. Ways that lines point to stay known after they were left, so that a line
/// costs the same at every depth.
#[derive(Debug, Default)]
pub struct Path<'a> {
    /// Each step with the way before it.
    steps: Vec<(Way, Step<'a>)>,
    here: Way,
    /// The steps up to here are those that lines point to.
    kept: Cell<u32>,
}

/// A way, as the number of its last step counted from 1; 0 is the way to the arguments themselves.
type Way = u32;

#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    Key(Text<'a>),
    Index(u32),
}

impl<'a> Path<'a> {
    pub fn push(&mut self, step: Step<'a>) {
        self.steps.push((self.here, step));
        self.here = self.steps.len() as Way;
    }

    pub fn pop(&mut self) {
        let Some((before, _)) = self.step(self.here) else { return };
        if self.here as usize == self.steps.len() && self.here > self.kept.get() {
            self.steps.pop();
        }
        self.here = before;
    }

    fn step(&self, way: Way) -> Option<(Way, Step<'a>)> {
        self.steps.get((way as usize).checked_sub(1)?).copied()
    }

    /// The way to here, kept for a line.
    fn keep(&self) -> Way {
        self.kept.set(self.kept.get().max(self.here));
        self.here
    }

    /// The steps with points between them. A key is escaped as in a JSON pointer, its slashes are then gone; where paths are
    /// bare, points stand for its slashes.
    fn write(&self, way: Way, bare: bool, out: &mut Vec<u8>) {
        let steps = std::iter::successors(self.step(way), |(before, _)| self.step(*before));
        let steps: Vec<_> = steps.map(|(_, step)| step).collect();
        for (nth, step) in steps.iter().rev().enumerate() {
            if nth > 0 {
                out.push(b'.');
            }
            match step {
                Step::Index(index) => out.extend(index.to_string().as_bytes()),
                Step::Key(key) => {
                    for byte in key.as_bytes() {
                        match byte {
                            b'/' if bare => out.push(b'.'),
                            byte if bare => out.push(*byte),
                            b'~' => out.extend(b"~0"),
                            b'/' => out.extend(b"~1"),
                            byte => out.push(*byte),
                        }
                    }
                }
            }
        }
    }
}

/// The lines of one context.
#[derive(Debug, Default)]
pub struct Lines(Vec<Line>);

#[derive(Debug)]
struct Line {
    way: Way,
    /// The missing key that the line's path ends in.
    missing: Option<Box<[u8]>>,
    message: Message,
}

impl Lines {
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST_LINES
    }

    /// Adds a line, unless there are enough, and gives false.
    pub fn fail(&mut self, path: &Path<'_>, message: impl Into<Message>) -> bool {
        if !self.is_full() {
            self.0.push(Line { way: path.keep(), missing: None, message: message.into() });
        }
        false
    }

    /// Adds the line about keys that are missing, whose path is that of the first one.
    pub fn add_missing(&mut self, path: &Path<'_>, keys: &[Text<'_>]) {
        let message = Message::listing("must have required properties ", keys, "");
        let Some(first) = keys.first().filter(|first| !first.is_empty()) else {
            self.fail(path, message);
            return;
        };
        if !self.is_full() {
            self.0.push(Line { way: path.keep(), missing: Some(first.as_bytes().into()), message });
        }
    }

    /// Adds another context's lines, as far as there is room.
    pub fn append(&mut self, other: Self) {
        let room = MOST_LINES.saturating_sub(self.0.len());
        self.0.extend(other.0.into_iter().take(room));
    }

    /// All lines, each but the last ended by a line feed. `path` is the one that they were added with, `bare` says that keys
    /// are not escaped in it.
    pub fn join(&self, path: &Path<'_>, bare: bool, out: &mut Vec<u8>) {
        for (nth, line) in self.0.iter().enumerate() {
            if nth > 0 {
                out.push(b'\n');
            }
            line.write(path, bare, out);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Line {
    fn write(&self, path: &Path<'_>, bare: bool, out: &mut Vec<u8>) {
        out.extend(b"  - ");
        let start = out.len();
        path.write(self.way, bare, out);
        match &self.missing {
            Some(key) => {
                if out.len() > start {
                    out.push(b'.');
                }
                out.extend(&**key);
            }
            None if out.len() == start => out.extend(b"root"),
            None => {}
        }
        out.extend(b": ");
        out.extend(&self.message.0);
    }
}

/// What is wrong, as WTF-8.
#[derive(Debug)]
pub struct Message(Vec<u8>);

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl From<Vec<u8>> for Message {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Message {
    /// A number between two texts.
    pub fn counting(before: &str, number: f64, after: &str) -> Self {
        let mut buffer = ryu_js::Buffer::new();
        Self([before, number::to_text(number, &mut buffer), after].concat().into_bytes())
    }

    /// A text between two texts.
    pub fn naming(before: &str, name: &[u8], after: &str) -> Self {
        Self([before.as_bytes(), name, after.as_bytes()].concat())
    }

    /// A list between two texts.
    pub fn listing(before: &str, names: &[Text<'_>], after: &str) -> Self {
        let names: Vec<_> = names.iter().map(|name| name.as_bytes()).collect();
        Self::naming(before, &names.join(b", ".as_slice()), after)
    }

    /// Which properties another one needs.
    pub fn depending(source: &Source, names: &[Name], property: Name) -> Self {
        let names: Vec<_> = names.iter().map(|name| source.text(*name)).collect();
        let property = source.text(property).as_bytes();
        let after = Self::naming(" when property ", property, " is present");
        let mut message = Self::listing("must have properties ", &names, "");
        message.0.extend(after.0);
        message
    }

    /// Which types a value must be of.
    pub fn types(source: &Source, names: Kept) -> Self {
        match source.kept(names) {
            Item::Text(name) => Self::naming("must be ", name.as_bytes(), ""),
            Item::Node(list) => {
                let names: Vec<_> = source
                    .items(list)
                    .map(|name| match name {
                        Item::Text(name) => name.as_bytes(),
                        _ => b"",
                    })
                    .collect();
                Self::naming("must be either ", &names.join(b" or ".as_slice()), "")
            }
            _ => Self::from("must be "),
        }
    }
}
