//! Reads a schema's wire bytes into the lists of a source.

use super::{Node, NodeId, NodeKind, Pair, Raw, Span};
use crate::validate::wire::{DEEPEST, Reader, Shape, Token, WireError};

/// A schema that is being read.
pub(super) struct Reading<'w> {
    pub wire: &'w [u8],
    pub nodes: Vec<Node>,
    pub pairs: Vec<Pair>,
    pub cyclic: bool,
}

/// An object or array that is being read.
struct Open {
    id: NodeId,
    end: usize,
    has_keys: bool,
    /// Where in the list of pairs its next value goes, and where its last goes.
    next: usize,
    last: usize,
}

/// For so many bytes of a usual schema there is one value, for so many one object or array.
const BYTES_OF_VALUE: usize = 16;
const BYTES_OF_NODE: usize = 32;

impl<'w> Reading<'w> {
    pub fn of(wire: &'w [u8]) -> Self {
        let nodes = Vec::with_capacity(wire.len() / BYTES_OF_NODE + 1);
        let pairs = Vec::with_capacity(wire.len() / BYTES_OF_VALUE + 1);
        Self { wire, nodes, pairs, cyclic: false }
    }

    pub fn read(&mut self, reader: &mut Reader<'_>) -> Result<Raw, WireError> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let mut complete = match reader.token()? {
                Token::Undefined => Some(Raw::Undefined),
                Token::Null => Some(Raw::Null),
                Token::Bool(bool) => Some(Raw::Bool(bool)),
                Token::Number(number) => Some(Raw::Number(number)),
                Token::Text(text) => Some(Raw::Text(self.behind(reader, text.as_bytes().len()))),
                Token::BigInt(digits) => Some(Raw::BigInt(self.behind(reader, digits.len()))),
                Token::Function(index) => Some(Raw::Function(index)),
                Token::Seen(ordinal) if (ordinal as usize) < self.nodes.len() => {
                    self.cyclic |= open.iter().any(|open| open.id.0 == ordinal);
                    Some(Raw::Node(NodeId(ordinal)))
                }
                Token::Open(opening) => {
                    if open.len() == DEEPEST {
                        return Err(WireError::TooDeep);
                    }
                    let (kind, hidden) = match opening.shape {
                        Shape::Array => (NodeKind::Array, 0),
                        Shape::Object => (NodeKind::Object, 0),
                        Shape::Schema { hidden } => (NodeKind::Object, hidden),
                        Shape::Foreign { index, class } => (NodeKind::Foreign { index, class }, 0),
                        Shape::Irregular { .. } | Shape::Described { .. } => {
                            return Err(WireError::Malformed);
                        }
                    };
                    let (next, count) = (self.pairs.len(), opening.count as usize);
                    self.pairs.resize(next + count, EMPTY);
                    let id = NodeId(self.nodes.len() as u32);
                    let visible = opening.count - hidden;
                    self.nodes.push(Node { kind, start: next as u32, visible, hidden });
                    let has_keys = opening.shape.has_keys();
                    open.push(Open { id, end: opening.end, has_keys, next, last: next + count });
                    None
                }
                Token::Seen(_) | Token::LeftOut(_) | Token::Inherited(_) => return Err(WireError::Malformed),
            };
            // What is complete belongs to the container around it, which may be complete by that.
            loop {
                if let Some(value) = complete {
                    let Some(parent) = open.last_mut() else {
                        return if reader.at() == self.wire.len() {
                            Ok(value)
                        } else {
                            Err(WireError::Malformed)
                        };
                    };
                    self.pairs[parent.next].value = value;
                    parent.next += 1;
                }
                let Some(closed) = open.pop_if(|last| last.next == last.last) else { break };
                if reader.at() != closed.end {
                    return Err(WireError::Malformed);
                }
                complete = Some(Raw::Node(closed.id));
            }
            if let Some(parent) = open.last().filter(|parent| parent.has_keys) {
                let length = reader.key()?.as_bytes().len();
                self.pairs[parent.next].key = self.behind(reader, length);
            }
        }
    }

    /// The span of the text that the reader just passed.
    fn behind(&self, reader: &Reader<'_>, length: usize) -> Span {
        Span { start: (reader.at() - length) as u32, length: length as u32 }
    }
}

const EMPTY: Pair = Pair { key: Span { start: 0, length: 0 }, value: Raw::Undefined };
