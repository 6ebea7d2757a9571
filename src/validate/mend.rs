//! The second look, at arguments that nearly fit: a number or a boolean that is written as a text, as models do, in a member
//! of theirs or in an array that is one.
//!
//! Only what every version makes the same thing of is mended here; all else is left to the exact passes.

use super::text::Text;
use super::wire::{tag, write_key};

/// What a text is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Number,
    Boolean,
}

/// What a text becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mended {
    Number(i32),
    Boolean(bool),
}

impl Mended {
    /// What becomes of a text, where that is beyond doubt: a whole number as JavaScript itself writes it, `true`, `false`.
    pub fn of(text: Text<'_>, wanted: Wanted) -> Option<Self> {
        let text = text.as_bytes();
        match wanted {
            Wanted::Number => whole_number(text).map(Self::Number),
            Wanted::Boolean => match text {
                b"true" => Some(Self::Boolean(true)),
                b"false" => Some(Self::Boolean(false)),
                _ => None,
            },
        }
    }
}

fn whole_number(text: &[u8]) -> Option<i32> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_written_so = match digits {
        [b'0'] => text.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if is_written_so { std::str::from_utf8(text).ok()?.parse().ok() } else { None }
}

/// Writes the members to replace: how many there are, then the key and the new value of each.
pub struct Mends<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
    count: u32,
}

impl<'o> Mends<'o> {
    /// They are written behind what `out` holds.
    pub fn new(out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        out.extend([0; 4]);
        Self { out, start, count: 0 }
    }

    /// Begins with a member; its new value follows.
    pub fn member(&mut self, key: Text<'_>) {
        write_key(key, self.out);
        self.count += 1;
    }

    /// A new value.
    pub fn value(&mut self, value: Mended) {
        match value {
            Mended::Number(number) => {
                self.out.push(tag::INT32);
                self.out.extend(number.to_le_bytes());
            }
            Mended::Boolean(bool) => self.out.push(if bool { tag::TRUE } else { tag::FALSE }),
        }
    }

    /// A scalar that stays as it is, by its bytes.
    pub fn same(&mut self, scalar: &[u8]) {
        self.out.extend(scalar);
    }

    /// Begins a new array of that many values. Gives what [`Mends::end_array`] wants.
    pub fn begin_array(&mut self, count: u32) -> usize {
        self.out.push(tag::ARRAY);
        let size_at = self.out.len();
        self.out.extend([0; 4]);
        self.out.extend(count.to_le_bytes());
        size_at
    }

    pub fn end_array(&mut self, size_at: usize) {
        let size = (self.out.len() - size_at - 4) as u32;
        self.out[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
    }

    /// Keeps what was written if it is all that was to be mended. Gives that back.
    pub fn finish(self, is_all: bool) -> bool {
        if is_all {
            self.out[self.start..self.start + 4].copy_from_slice(&self.count.to_le_bytes());
        } else {
            self.out.truncate(self.start);
        }
        is_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_beyond_doubt_is_mended() {
        for (text, number) in [
            ("0", Some(0)),
            ("500", Some(500)),
            ("-7", Some(-7)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
        ] {
            assert_eq!(Mended::of(Text::from(text), Wanted::Number), number.map(Mended::Number), "{text}");
        }
        for text in [
            "",
            "-",
            "-0",
            "00",
            "07",
            "+5",
            " 5",
            "5 ",
            "5.0",
            "1e3",
            "0x10",
            "2147483648",
            "5n",
            "true",
            "٣",
        ] {
            assert_eq!(Mended::of(Text::from(text), Wanted::Number), None, "{text}");
        }
        for text in ["", "True", "1", "yes", "true "] {
            assert_eq!(Mended::of(Text::from(text), Wanted::Boolean), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_all_leaves_nothing_behind() {
        let mut out = b"before".to_vec();
        let mut mends = Mends::new(&mut out);
        mends.member(Text::from("a"));
        mends.value(Mended::Boolean(true));
        assert!(!mends.finish(false));
        assert_eq!(out, b"before");
        let mut mends = Mends::new(&mut out);
        mends.member(Text::from("a"));
        mends.value(Mended::Number(1));
        assert!(mends.finish(true));
        assert_eq!(out[6..], [1, 0, 0, 0, 1, b'a', tag::INT32, 1, 0, 0, 0]);
    }
}
