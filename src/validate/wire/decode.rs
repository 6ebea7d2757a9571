//! Reads arguments into a heap.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::{DEEPEST, Opening, Reader, Shape, Token, WireError};
use crate::validate::text::Text;
use crate::validate::value::{Array, Container, Foreign, Heap, Id, Inside, Members, Value, array_index};

/// Reads arguments.
pub fn decode<'a>(bytes: &'a [u8], bump: &'a Bump) -> Result<(Heap<'a>, Value<'a>), WireError> {
    let mut heap = Heap::new_in(bump);
    let mut reader = Reader::new(bytes);
    let mut open: BumpVec<Open<'a>> = BumpVec::new_in(bump);
    let mut key = Text::default();
    loop {
        let value = match reader.token()? {
            Token::Undefined => Some(Value::Undefined),
            Token::Null => Some(Value::Null),
            Token::Bool(bool) => Some(Value::Bool(bool)),
            Token::Number(number) => Some(Value::Number(number)),
            Token::Text(text) => Some(Value::Text(text)),
            Token::LeftOut(left_out) => Some(Value::LeftOut(left_out)),
            Token::BigInt(digits) => Some(Value::BigInt(digits)),
            Token::Seen(ordinal) if (ordinal as usize) < heap.len() => {
                heap.set_not_plain();
                Some(Value::Container(Id::from_ordinal(ordinal)))
            }
            Token::Open(opening) => {
                if open.len() == DEEPEST {
                    return Err(WireError::TooDeep);
                }
                if !matches!(opening.shape, Shape::Array | Shape::Object) {
                    heap.set_not_plain();
                }
                // Holds the place until the container is complete.
                let id = heap.add_object();
                open.push(Open::new(opening, id, key, bump)?);
                None
            }
            Token::Inherited(name) if open.last().is_some_and(Open::is_described) => {
                Some(Value::Inherited(name))
            }
            Token::Seen(_) | Token::Function(_) | Token::Inherited(_) => return Err(WireError::Malformed),
        };
        let mut complete = value.map(|value| (key, value));
        // What is complete belongs to the container around it, which may be complete by that.
        loop {
            if let Some((key, value)) = complete {
                let Some(parent) = open.last_mut() else {
                    return if reader.at() == bytes.len() {
                        Ok((heap, value))
                    } else {
                        Err(WireError::Malformed)
                    };
                };
                parent.add(key, value)?;
            }
            let Some(closed) = open.pop_if(|last| last.left == 0) else { break };
            if reader.at() != closed.opening.end {
                return Err(WireError::Malformed);
            }
            complete = Some((closed.key, Value::Container(closed.id)));
            let id = closed.id;
            *heap.container_mut(id) = closed.into_container(bump)?;
        }
        if open.last().is_some_and(|last| last.opening.shape.has_keys()) {
            key = reader.key()?;
        }
    }
}

/// A container that is being read.
struct Open<'a> {
    opening: Opening,
    id: Id,
    /// Under which key of the container around it this one stands.
    key: Text<'a>,
    /// How many of its values have not been read.
    left: u32,
    items: BumpVec<'a, Value<'a>>,
    present: BumpVec<'a, (u32, Value<'a>)>,
    members: Members<'a>,
    /// What a described object has besides its members.
    others: BumpVec<'a, (Text<'a>, Value<'a>)>,
}

impl<'a> Open<'a> {
    fn new(opening: Opening, id: Id, key: Text<'a>, bump: &'a Bump) -> Result<Self, WireError> {
        let count = opening.count as usize;
        let (items, members) = match opening.shape {
            Shape::Array => (count, 0),
            Shape::Object | Shape::Foreign { .. } => (0, count),
            Shape::Irregular { .. } | Shape::Described { .. } => (0, 0),
            Shape::Schema { .. } => return Err(WireError::Malformed),
        };
        Ok(Self {
            opening,
            id,
            key,
            left: opening.count,
            items: BumpVec::with_capacity_in(items, bump),
            present: BumpVec::new_in(bump),
            members: Members::with_capacity_in(members, bump),
            others: BumpVec::new_in(bump),
        })
    }

    fn is_described(&self) -> bool {
        matches!(self.opening.shape, Shape::Described { .. })
    }

    fn add(&mut self, key: Text<'a>, value: Value<'a>) -> Result<(), WireError> {
        self.left = self.left.checked_sub(1).ok_or(WireError::Malformed)?;
        match self.opening.shape {
            Shape::Array => self.items.push(value),
            Shape::Irregular { .. } => match array_index(key) {
                Some(index) => self.present.push((index, value)),
                None => self.members.push_in_order(key, value),
            },
            Shape::Described { own, .. } if self.opening.count - self.left > own => {
                self.others.push((key, value));
            }
            _ => self.members.push_in_order(key, value),
        }
        Ok(())
    }

    fn into_container(self, bump: &'a Bump) -> Result<Container<'a>, WireError> {
        Ok(match self.opening.shape {
            Shape::Array => Container::Array(Array::dense(self.items, bump)),
            Shape::Irregular { length } => Container::Array(
                Array::holed(length, self.present, self.members).ok_or(WireError::Malformed)?,
            ),
            Shape::Foreign { index, class } => {
                Container::Foreign(Foreign { index, class, members: self.members, inside: Inside::default() })
            }
            Shape::Described { index, class, hidden, .. } => {
                let (essence, others) =
                    self.others.into_bump_slice().split_last().ok_or(WireError::Malformed)?;
                let (hidden, inherited) =
                    others.split_at_checked(hidden as usize).ok_or(WireError::Malformed)?;
                let essence = Some(essence.1).filter(|essence| *essence != Value::Undefined);
                let inside = Inside { hidden, inherited, essence };
                Container::Foreign(Foreign { index, class, members: self.members, inside })
            }
            Shape::Object | Shape::Schema { .. } => Container::Object(self.members),
        })
    }
}
