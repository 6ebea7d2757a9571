//! The lines of a refusal: where, and what is wrong there.

use std::iter;

use crate::validate::text::Text;
use crate::validate::value::Heap;

/// The way to a value. Each step knows the way before it, so that going on costs the same at every depth.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a>(Option<&'a Step<'a>>);

#[derive(Debug)]
struct Step<'a> {
    before: Path<'a>,
    key: &'a [u8],
    /// How long the way is as a JSON pointer, in UTF-16 units.
    units: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub path: Path<'a>,
    pub message: &'a [u8],
}

impl<'a> Path<'a> {
    pub const ROOT: Self = Self(None);

    /// The way to a member.
    pub fn join(self, heap: &Heap<'a>, key: Text<'_>) -> Self {
        let bump = heap.bump();
        let escapes = key.as_bytes().iter().filter(|byte| matches!(byte, b'~' | b'/')).count();
        let units = self.count_units() + 1 + key.count_code_units() + escapes;
        let key = bump.alloc_slice_copy(key.as_bytes());
        Self(Some(bump.alloc(Step { before: self, key, units })))
    }

    /// How long the way is as a JSON pointer, in UTF-16 units.
    pub fn count_units(self) -> usize {
        self.0.map_or(0, |step| step.units)
    }

    fn steps(self) -> impl Iterator<Item = &'a Step<'a>> {
        iter::successors(self.0, |step| step.before.0)
    }

    /// Whether both lead to the same place.
    pub fn is_same(self, other: Self) -> bool {
        let (mut one, mut other) = (self, other);
        loop {
            match (one.0, other.0) {
                (None, None) => return true,
                (Some(step), Some(its)) if std::ptr::eq(step, its) => return true,
                (Some(step), Some(its)) if step.units == its.units && step.key == its.key => {
                    (one, other) = (step.before, its.before);
                }
                _ => return false,
            }
        }
    }

    /// The keys with points between them.
    fn write(self, out: &mut Vec<u8>) {
        let steps: Vec<_> = self.steps().map(|step| step.key).collect();
        if steps.is_empty() {
            out.extend(b"root");
        }
        for (nth, key) in steps.into_iter().rev().enumerate() {
            if nth > 0 {
                out.push(b'.');
            }
            out.extend(key);
        }
    }
}

/// Writes lines, each but the last ended by a line feed.
pub fn join(lines: &[Line<'_>], out: &mut Vec<u8>) {
    for (nth, line) in lines.iter().enumerate() {
        if nth > 0 {
            out.push(b'\n');
        }
        out.extend(b"  - ");
        line.path.write(out);
        out.extend(b": ");
        out.extend(line.message);
    }
}
