//! The second look: members that fit once they are what the schema wants.

use super::{Scan, Scanning};
use crate::validate::check::Numeric;
use crate::validate::mend::{Mended, Mends, Wanted};
use crate::validate::pi_schema::program::{Node, Program, Sub};
use crate::validate::pi_schema::types::Type;
use crate::validate::plain::Scalar;
use crate::validate::plain::cursor::Cursor;
use crate::validate::source::Source;
use crate::validate::value::inherited;
use crate::validate::wire::tag;

impl Scan {
    /// True when the arguments are certain to be accepted once some of their own members, texts, have become what the schema
    /// wants. The new members are then written behind what `out` holds, as [`Mends`] does.
    pub fn mends(&self, source: &Source, program: &Program, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        // What is met twice would have to be mended in both places, or in one.
        if !Cursor::new(arguments).skip(true) {
            return false;
        }
        let scanning = self.scanning(source, program, arguments);
        let mut mends = Mends::new(out);
        let is_all = scanning.mends(&mut Cursor::new(arguments), &mut mends) == Some(true);
        mends.finish(is_all && !scanning.gave_up.get())
    }
}

impl Scanning<'_> {
    /// Whether the object at the cursor, the arguments, fits with the members mended that do not fit as they are.
    fn mends(&self, cursor: &mut Cursor<'_>, mends: &mut Mends<'_>) -> Option<bool> {
        let node = self.lone_node(self.run.program.root, Type::Object)?;
        let rules = node.object.as_ref().filter(|rules| rules.patterns.is_empty())?;
        if cursor.tag()? != tag::OBJECT {
            return None;
        }
        let fits = self.members_fit(rules, cursor, |nth, key, cursor| {
            let start = *cursor;
            let sub = nth.map(|nth| rules.properties[nth].sub);
            if self.fits(sub.or(rules.additional).unwrap_or(Sub::Always), cursor, 1) == Some(true) {
                return Some(true);
            }
            *cursor = start;
            inherited(key).is_none().then(|| mends.member(key))?;
            if cursor.tag()? == tag::ARRAY {
                self.mends_items(sub?, cursor, mends)
            } else {
                mends.value(self.mended(sub?, cursor.scalar()?)?);
                Some(true)
            }
        })?;
        Some(fits && cursor.is_at_end())
    }

    /// The same for an array of scalars.
    fn mends_items(&self, sub: Sub, cursor: &mut Cursor<'_>, mends: &mut Mends<'_>) -> Option<bool> {
        let rules = self.lone_node(sub, Type::Array)?.array.as_ref()?;
        let items = rules.items.filter(|_| rules.item_list.is_none() && !rules.has_prefix)?;
        let (count, end) = cursor.container()?;
        let length = f64::from(count);
        if rules.least.is_some_and(|least| length < least) || rules.most.is_some_and(|most| length > most) {
            return None;
        }
        let new = mends.begin_array(count);
        for _ in 0..count {
            let start = *cursor;
            if self.fits(items, cursor, 2) == Some(true) && start.tag()? < tag::ARRAY {
                mends.same(cursor.since(&start)?);
            } else {
                *cursor = start;
                mends.value(self.mended(items, cursor.scalar()?)?);
            }
        }
        mends.end_array(new);
        (cursor.at() == end).then_some(true)
    }

    /// What fits this schema in the place of a text.
    fn mended(&self, sub: Sub, scalar: Scalar<'_>) -> Option<Mended> {
        let Scalar::Text(text) = scalar else { return None };
        let number = || self.lone_node(sub, Type::Number).or_else(|| self.lone_node(sub, Type::Integer));
        if let Some(node) = number() {
            let mended = Mended::of(text, Wanted::Number)?;
            let Mended::Number(number) = mended else { return None };
            return self.run.number_fits(node, Numeric::Number(number.into())).then_some(mended);
        }
        self.lone_node(sub, Type::Boolean)?;
        Mended::of(text, Wanted::Boolean)
    }

    /// A schema for one type that leaves nothing to other schemas and that lists no values.
    fn lone_node(&self, sub: Sub, wanted: Type) -> Option<&Node> {
        let Sub::Node(id) = sub else { return None };
        let hint = self.scan.hints.get(id.index())?;
        let node = self.run.program.node(id)?;
        let is_of_type =
            node.types.as_ref().is_some_and(|types| !types.is_list && types.single() == Some(wanted));
        let is_lone = node.constant.is_none()
            && node.options.is_none()
            && node.all_of.is_none()
            && node.any_of.is_none()
            && node.one_of.is_none()
            && node.reference.is_none();
        (is_of_type && is_lone && !hint.is_exact && !hint.wraps).then_some(node)
    }
}
