//! What the keys of a schema tell: which keywords it uses, and which arrays stand where a keyword wants an object.

use super::{Node, NodeId, NodeKind, Pair, Raw, Source, Span, Uses};

impl Source {
    pub(super) fn look_at_keys(&mut self) {
        let mut uses = Uses::default();
        let mut keyed = Vec::new();
        for pair in &self.pairs {
            match self.bytes(pair.key) {
                b"$id" | b"$dynamicAnchor" | b"$recursiveAnchor" => uses.resources = true,
                b"$ref" | b"$dynamicRef" | b"$recursiveRef" => uses.references = true,
                b"unevaluatedItems" | b"unevaluatedProperties" => uses.unevaluated = true,
                b"properties" | b"patternProperties" | b"dependencies" | b"dependentRequired"
                | b"dependentSchemas" => match pair.value {
                    Raw::Node(id) if self.nodes[id.index()].kind == NodeKind::Array => keyed.push(id),
                    _ => {}
                },
                _ => {}
            }
        }
        self.uses = uses;
        if !keyed.is_empty() {
            let mut texts = std::mem::take(&mut self.wire).into_vec();
            for array in keyed {
                self.add_keyed(array, &mut texts);
            }
            self.wire = texts.into();
        }
    }

    pub(super) fn add_keyed(&mut self, array: NodeId, texts: &mut Vec<u8>) {
        if self.keyed.contains_key(&array) {
            return;
        }
        let mut add_text = |text: &str| {
            let start = texts.len() as u32;
            texts.extend(text.as_bytes());
            Span { start, length: text.len() as u32 }
        };
        let Node { start: first, visible, .. } = self.nodes[array.index()];
        let start = self.pairs.len() as u32;
        for index in 0..visible {
            let value = self.pairs[(first + index) as usize].value;
            self.pairs.push(Pair { key: add_text(&index.to_string()), value });
        }
        self.pairs.push(Pair { key: add_text("length"), value: Raw::Number(f64::from(visible)) });
        self.keyed.insert(array, NodeId(self.nodes.len() as u32));
        self.nodes.push(Node { kind: NodeKind::Object, start, visible, hidden: 1 });
    }

    /// The node itself, or for an array where a keyword wants an object, an object with the same keys and values.
    pub fn keyed(&self, id: NodeId) -> NodeId {
        self.keyed.get(&id).copied().unwrap_or(id)
    }
}
