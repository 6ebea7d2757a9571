//! The second look: members that fit once they are what the schema wants.

use super::cursor::Cursor;
use super::{Node, NodeId, Plain, Rules, Scalar, Scan};
use crate::validate::mend::{Mended, Mends, Wanted};
use crate::validate::schema::{Program, TypeSet};
use crate::validate::text::Text;
use crate::validate::value::inherited;
use crate::validate::wire::tag;

impl Plain {
    /// True when the arguments are certain to be accepted once some of their own members, texts, have become what the schema
    /// wants. The new members are then written behind what `out` holds, as [`Mends`] does.
    pub fn mends(&self, program: &Program, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        // What is met twice would have to be mended in both places, or in one.
        if !Cursor::new(arguments).skip(true) {
            return false;
        }
        let scan = Scan { plain: self, program };
        let mut mends = Mends::new(out);
        let is_all = scan.mends(&mut Cursor::new(arguments), &mut mends) == Some(true);
        mends.finish(is_all)
    }
}

impl Scan<'_> {
    /// Whether the object at the cursor, the arguments, fits with the members mended that do not fit as they are.
    fn mends(&self, cursor: &mut Cursor<'_>, mends: &mut Mends<'_>) -> Option<bool> {
        let rules = self.lone_rules(self.plain.entry)?;
        if rules.types != TypeSet::OBJECT || cursor.tag()? != tag::OBJECT {
            return None;
        }
        let fits = self.members_fit(rules.object.as_ref()?, cursor, |key, node, cursor| {
            let start = *cursor;
            if self.fits(node, cursor, 1) == Some(true) {
                return Some(true);
            }
            *cursor = start;
            let key = Text::from_wtf8(key);
            inherited(key).is_none().then(|| mends.member(key))?;
            if cursor.tag()? == tag::ARRAY {
                self.mends_items(node, cursor, mends)
            } else {
                mends.value(self.mended(node, cursor.scalar()?)?);
                Some(true)
            }
        })?;
        Some(fits && cursor.is_at_end())
    }

    /// The same for an array of scalars.
    fn mends_items(&self, node: NodeId, cursor: &mut Cursor<'_>, mends: &mut Mends<'_>) -> Option<bool> {
        let rules = self.lone_rules(node)?;
        let array = rules.array.as_ref().filter(|_| rules.types == TypeSet::ARRAY)?;
        let (count, end) = cursor.container()?;
        if f64::from(count) < array.least || f64::from(count) > array.most {
            return None;
        }
        let new = mends.begin_array(count);
        for _ in 0..count {
            let start = *cursor;
            if self.fits(array.items, cursor, 2) == Some(true) && start.tag()? < tag::ARRAY {
                mends.same(cursor.since(&start)?);
            } else {
                *cursor = start;
                mends.value(self.mended(array.items, cursor.scalar()?)?);
            }
        }
        mends.end_array(new);
        (cursor.at() == end).then_some(true)
    }

    /// What fits this schema in the place of a text.
    fn mended(&self, node: NodeId, scalar: Scalar<'_>) -> Option<Mended> {
        let (rules, Scalar::Text(text)) = (self.lone_rules(node)?, scalar) else { return None };
        let wanted = match rules.types {
            TypeSet::NUMBER | TypeSet::INTEGER => Wanted::Number,
            TypeSet::BOOLEAN => Wanted::Boolean,
            _ => return None,
        };
        let mended = Mended::of(text, wanted)?;
        let fits = match mended {
            Mended::Number(number) => self.scalar_fits(rules, Scalar::Number(number.into()))?,
            Mended::Boolean(bool) => self.scalar_fits(rules, Scalar::Bool(bool))?,
        };
        fits.then_some(mended)
    }

    /// What a schema says that leaves nothing to other schemas and that lists no values.
    fn lone_rules(&self, node: NodeId) -> Option<&Rules> {
        let NodeId::Rules(index) = node else { return None };
        let Node::Rules(rules) = &self.plain.nodes[index as usize] else { return None };
        let is_lone = rules.options.is_empty()
            && rules.all.is_empty()
            && rules.any_of.is_none()
            && rules.one_of.is_none();
        is_lone.then_some(rules)
    }
}
