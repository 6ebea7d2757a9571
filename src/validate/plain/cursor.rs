//! A place in the wire bytes, for the scan.

use super::Scalar;
use crate::validate::text::Text;
use crate::validate::value::LeftOut;
use crate::validate::wire::tag;

/// `None` everywhere stands for what only the exact passes deal with, bytes cut short included.
#[derive(Clone, Copy)]
pub struct Cursor<'w> {
    bytes: &'w [u8],
    at: usize,
}

impl<'w> Cursor<'w> {
    pub fn new(bytes: &'w [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The bytes from an earlier place up to here.
    pub fn since(&self, earlier: &Self) -> Option<&'w [u8]> {
        self.bytes.get(earlier.at..self.at)
    }

    /// The tag of the value here.
    pub fn tag(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn take(&mut self, length: usize) -> Option<&'w [u8]> {
        let taken = self.bytes.get(self.at..)?.get(..length)?;
        self.at += length;
        Some(taken)
    }

    #[inline]
    fn uint32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    /// A key of fewer than 255 bytes.
    #[inline]
    pub fn key(&mut self) -> Option<&'w [u8]> {
        let length = self.take(1)?[0];
        if length == 255 { None } else { self.take(usize::from(length)) }
    }

    /// Goes into the array or object here: how many values it has, where it ends.
    #[inline]
    pub fn container(&mut self) -> Option<(u32, usize)> {
        self.at += 1;
        let size = self.uint32()? as usize;
        let end = self.at.checked_add(size)?;
        Some((self.uint32()?, end))
    }

    /// The scalar here.
    #[inline]
    pub fn scalar(&mut self) -> Option<Scalar<'w>> {
        Some(match self.take(1)?[0] {
            tag::NULL => Scalar::Null,
            tag::FALSE => Scalar::Bool(false),
            tag::TRUE => Scalar::Bool(true),
            tag::INT32 => Scalar::Number(f64::from(self.uint32()? as i32)),
            tag::DOUBLE => {
                let number = self.take(8)?.try_into().ok().map(f64::from_le_bytes)?;
                // What is not finite has rules of its own.
                Scalar::Number(Some(number).filter(|number| number.is_finite())?)
            }
            tag::SHORT_TEXT => {
                let length = self.take(1)?[0];
                Scalar::Text(Text::from_wtf8(self.take(usize::from(length))?))
            }
            tag::TEXT => {
                let length = self.uint32()? as usize;
                Scalar::Text(Text::from_wtf8(self.take(length)?))
            }
            tag::LEFT_OUT_TEXT => Scalar::LeftOut(LeftOut { index: self.uint32()?, units: self.uint32()? }),
            _ => return None,
        })
    }

    /// Goes behind the scalar here.
    #[inline]
    pub fn skip_scalar(&mut self) -> bool {
        let size = match self.bytes.get(self.at..) {
            Some([tag::NULL | tag::FALSE | tag::TRUE, ..]) => 1,
            Some([tag::INT32, ..]) => 5,
            Some([tag::DOUBLE | tag::LEFT_OUT_TEXT, ..]) => 9,
            Some([tag::SHORT_TEXT, length, ..]) => 2 + usize::from(*length),
            Some([tag::TEXT, a, b, c, d, ..]) => 5 + u32::from_le_bytes([*a, *b, *c, *d]) as usize,
            _ => return false,
        };
        self.at += size;
        self.at <= self.bytes.len()
    }

    /// Goes behind the value here, whatever it is; with `all`, only if everything in it is plain data met once.
    pub fn skip(&mut self, all: bool) -> bool {
        self.try_skip(all, 0).is_some()
    }

    fn try_skip(&mut self, all: bool, depth: u32) -> Option<()> {
        match self.tag()? {
            tag::ARRAY | tag::OBJECT if all => {
                if depth == super::DEEPEST {
                    return None;
                }
                let has_keys = self.tag() == Some(tag::OBJECT);
                let (count, end) = self.container()?;
                for _ in 0..count {
                    if has_keys {
                        self.key()?;
                    }
                    self.try_skip(all, depth + 1)?;
                }
                (self.at == end).then_some(())
            }
            tag::ARRAY | tag::OBJECT => {
                let (_, end) = self.container()?;
                self.at = end;
                (end <= self.bytes.len()).then_some(())
            }
            tag::UNDEFINED => self.take(1).map(|_| ()),
            _ => self.scalar().map(|_| ()),
        }
    }
}
