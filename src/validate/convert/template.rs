//! The patterns that TypeBox writes for template literals, read back into types.
//!
//! The grammar is that of TypeBox's own parser, with its freedoms: white space and comments before a token are passed
//! over, what follows the final `$` is not looked at, and alternatives outside of a group become a sequence.

use super::tree::{Item, Span};
use super::types::{Kind, Types, unreachable};
use crate::validate::number::trim_start;
use crate::validate::schema::Thrown;
use crate::validate::text::Text;

const BIGINT: &str = "-?(?:0|[1-9][0-9]*)n";
const STRING: &str = ".*";
const NUMBER: &str = "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?";
const INTEGER: &str = "-?(?:0|[1-9][0-9]*)";
const NEVER: &str = "(?!)";

/// Where literal text ends.
const ENDS: [&str; 9] = [BIGINT, STRING, NUMBER, INTEGER, NEVER, "(", ")", "$", "|"];

impl Types {
    /// A union of literals where the pattern stands for finitely many texts, the template literal where it does not, a
    /// string where it is no template literal's.
    pub fn decode_template(&mut self, pattern: Span) -> Result<Item, Thrown> {
        let source = self.tree.text(pattern).as_bytes().to_vec();
        let types = self.parse_template(&source)?;
        if types.is_empty() {
            return Ok(self.scalar("String", "string"));
        }
        if !self.are_finite(&types)? {
            let name = Item::Text(self.tree.add_text(b"string"));
            let members = [("type", name), ("pattern", Item::Text(pattern))];
            return Ok(self.create("TemplateLiteral", &members, &[]));
        }
        if let [only] = types[..]
            && self.tree.kind(only) == Kind::Literal
        {
            return Ok(only);
        }
        let mut variants = Vec::new();
        for item in types {
            variants = self.append(&variants, item)?;
        }
        let mut literals = Vec::with_capacity(variants.len());
        for variant in variants {
            let value = Item::Text(self.tree.add_text(&variant));
            literals.push(self.literal(value)?);
        }
        Ok(self.union(literals, &[]))
    }

    /// Each variant followed by each of a literal's or union's texts.
    fn append(&mut self, variants: &[Vec<u8>], item: Item) -> Result<Vec<Vec<u8>>, Thrown> {
        if self.tree.kind(item) == Kind::Union {
            let mut appended = Vec::new();
            for member in self.elements(self.tree.get(item, "anyOf"), "length")? {
                appended.extend(self.deeper(|types| types.append(variants, member))?);
            }
            return Ok(appended);
        }
        let Item::Text(text) = self.tree.get(item, "const") else { return Err(unreachable()) };
        let text = self.tree.text(text).as_bytes().to_vec();
        if variants.is_empty() {
            return Ok(vec![text]);
        }
        let bytes: usize = variants.iter().map(|variant| variant.len() + text.len()).sum();
        self.spend(variants.len() + bytes / 64)?;
        Ok(variants.iter().map(|variant| [variant.as_slice(), &text].concat()).collect())
    }

    fn are_finite(&mut self, types: &[Item]) -> Result<bool, Thrown> {
        if types.is_empty() {
            return Ok(false);
        }
        for item in types {
            let finite = match self.tree.kind(*item) {
                Kind::Literal => true,
                Kind::Union => {
                    let members = self.elements(self.tree.get(*item, "anyOf"), "length")?;
                    self.deeper(|types| types.are_finite(&members))?
                }
                _ => false,
            };
            if !finite {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The types that a pattern is a sequence of; none where it cannot be read.
    fn parse_template(&mut self, source: &[u8]) -> Result<Vec<Item>, Thrown> {
        let Some(rest) = token(source, "^") else { return Ok(Vec::new()) };
        let (types, rest) = self.parse_body(rest)?;
        Ok(if token(rest, "$").is_some() { types } else { Vec::new() })
    }

    /// Terms with `|` between them, or nothing.
    fn parse_body<'s>(&mut self, source: &'s [u8]) -> Result<(Vec<Item>, &'s [u8]), Thrown> {
        let mut types = Vec::new();
        let mut rest = source;
        loop {
            let Some((first, behind)) = self.parse_base(rest)? else { return Ok((types, rest)) };
            types.push(first);
            let (more, behind) = self.deeper(|types| types.parse_body(behind))?;
            self.spend(more.len())?;
            types.extend(more);
            match token(behind, "|") {
                Some(behind) => rest = behind,
                None => return Ok((types, behind)),
            }
        }
    }

    fn parse_base<'s>(&mut self, source: &'s [u8]) -> Result<Option<(Item, &'s [u8])>, Thrown> {
        let scalars = [
            (BIGINT, "BigInt", "bigint"),
            (STRING, "String", "string"),
            (NUMBER, "Number", "number"),
            (INTEGER, "Integer", "integer"),
        ];
        for (pattern, kind, name) in scalars {
            if let Some(rest) = token(source, pattern) {
                return Ok(Some((self.scalar(kind, name), rest)));
            }
        }
        if let Some(rest) = token(source, NEVER) {
            return Ok(Some((self.never(), rest)));
        }
        if let Some(rest) = token(source, "(") {
            let (types, rest) = self.deeper(|types| types.parse_body(rest))?;
            if let Some(rest) = token(rest, ")") {
                return Ok(Some((self.union(types, &[]), rest)));
            }
        }
        let Some(length) = literal_length(source).filter(|length| *length > 0) else { return Ok(None) };
        self.spend(length / 16)?;
        let (text, rest) = source.split_at(length);
        let text = Item::Text(self.tree.add_text(text));
        Ok(Some((self.literal(text)?, rest)))
    }
}

/// What follows a token, if the source begins with it.
fn token<'s>(source: &'s [u8], token: &str) -> Option<&'s [u8]> {
    trim(source).strip_prefix(token.as_bytes())
}

/// The source without the white space and the comments that it begins with.
fn trim(source: &[u8]) -> &[u8] {
    let mut rest = trim_start(Text::from_wtf8(source)).as_bytes();
    loop {
        let comment = if let Some(inside) = rest.strip_prefix(b"/*") {
            position(inside, b"*/").map(|at| &inside[at + 2..])
        } else if let Some(inside) = rest.strip_prefix(b"//") {
            position(inside, b"\n").map(|at| &inside[at..])
        } else {
            return rest;
        };
        rest = trim_start(Text::from_wtf8(comment.unwrap_or_default())).as_bytes();
    }
}

fn position(source: &[u8], wanted: &[u8]) -> Option<usize> {
    source.windows(wanted.len()).position(|window| window == wanted)
}

/// How long the text before the next end is, if there is one.
fn literal_length(source: &[u8]) -> Option<usize> {
    (0..source.len()).find(|at| ENDS.iter().any(|end| source[*at..].starts_with(end.as_bytes())))
}
