//! Which items and properties of a value have been evaluated, for `unevaluatedItems` and `unevaluatedProperties`.
//!
//! The reference keeps a stack of frames: one is pushed before it looks into a value and popped when that went well. A
//! frame that was pushed for what failed stays, and what comes after counts into it. That is followed here.

use std::collections::HashSet;

use crate::validate::text::Text;

/// The frames of one context.
#[derive(Debug)]
pub struct Evaluated<'a> {
    /// `None` where the schema has no use for them.
    frames: Option<Vec<Frame<'a>>>,
}

#[derive(Debug, Default)]
struct Frame<'a> {
    indices: HashSet<u32>,
    keys: HashSet<Text<'a>>,
}

impl<'a> Evaluated<'a> {
    pub fn new(counts: bool) -> Self {
        Self { frames: counts.then(|| vec![Frame::default()]) }
    }

    /// A new context of the same kind.
    pub fn fresh(&self) -> Self {
        Self::new(self.counts())
    }

    pub const fn counts(&self) -> bool {
        self.frames.is_some()
    }

    pub fn push(&mut self) {
        if let Some(frames) = &mut self.frames {
            frames.push(Frame::default());
        }
    }

    pub fn pop(&mut self) {
        if let Some(frames) = &mut self.frames {
            frames.pop();
        }
    }

    pub fn add_index(&mut self, index: u32) {
        if let Some(frame) = self.top_mut() {
            frame.indices.insert(index);
        }
    }

    pub fn add_key(&mut self, key: Text<'a>) {
        if let Some(frame) = self.top_mut() {
            frame.keys.insert(key);
        }
    }

    /// Counts what another context has counted last.
    pub fn merge(&mut self, other: &Self) {
        let Some(from) = other.frames.as_ref().and_then(|frames| frames.last()) else { return };
        if let Some(frame) = self.top_mut() {
            frame.indices.extend(&from.indices);
            frame.keys.extend(&from.keys);
        }
    }

    /// Where the frame stands that is on top now.
    pub fn height(&self) -> usize {
        self.frames.as_ref().map_or(0, Vec::len)
    }

    /// Whether an index is counted in the frame that was on top at this height.
    pub fn has_index(&self, height: usize, index: u32) -> bool {
        self.frame(height).is_some_and(|frame| frame.indices.contains(&index))
    }

    /// Whether a key is counted in the frame that was on top at this height.
    pub fn has_key(&self, height: usize, key: Text<'_>) -> bool {
        self.frame(height).is_some_and(|frame| frame.keys.contains(&key))
    }

    fn frame(&self, height: usize) -> Option<&Frame<'a>> {
        self.frames.as_ref()?.get(height.checked_sub(1)?)
    }

    fn top_mut(&mut self) -> Option<&mut Frame<'a>> {
        self.frames.as_mut()?.last_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_leaves_its_frame_behind() {
        let mut evaluated = Evaluated::new(true);
        evaluated.add_index(1);
        let height = evaluated.height();
        evaluated.push();
        evaluated.add_index(2);
        assert!(evaluated.has_index(height, 1) && !evaluated.has_index(height, 2));
        let mut other = evaluated.fresh();
        other.merge(&evaluated);
        assert!(other.has_index(1, 2) && !other.has_index(1, 1));
        evaluated.pop();
        evaluated.add_key(Text::from("a"));
        assert!(evaluated.has_key(height, Text::from("a")));
    }

    #[test]
    fn nothing_is_counted_where_no_keyword_asks() {
        let mut evaluated = Evaluated::new(false);
        evaluated.push();
        evaluated.add_key(Text::from("a"));
        assert!(!evaluated.has_key(evaluated.height(), Text::from("a")));
    }
}
