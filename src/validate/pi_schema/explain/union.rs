//! Which member of a union is to blame.

use super::super::annotate::object;
use super::super::equal::{is_scalar, pairs};
use super::super::program::{Sub, Union};
use super::super::read;
use super::super::run::Answer;
use super::Explanation;
use super::lines::{Line, Path};
use crate::validate::source::{Item, Kept};
use crate::validate::text::Text;
use crate::validate::value::{Id, Value};

impl<'p, 'a> Explanation<'_, 'p, 'a> {
    pub(super) fn walk_union(
        &mut self,
        union: &'p Union,
        value: Value<'a>,
        path: Path<'a>,
        exactly_one: bool,
    ) -> Answer<()> {
        let mut matches = 0;
        for sub in &union.subs {
            matches += usize::from(self.ok(*sub, value)?);
        }
        if matches == 1 || (!exactly_one && matches > 0) {
            return Ok(());
        }
        if matches > 1 {
            return self.say(path, &[b"matches more than one alternative"]);
        }
        if let Some(id) = object(self.heap, value)
            && let Some((key, tags)) = self.tag_of(union)
        {
            let source = self.run.source;
            let tag = self.heap.get(id, key);
            for (kept, sub) in tags.iter().zip(&union.subs) {
                if is_scalar(tag, source.kept(*kept))? {
                    return self.walk(*sub, value, path);
                }
            }
            let listed =
                self.listed(tags.iter().map(|tag| source.kept(*tag)).collect::<Vec<_>>().into_iter())?;
            return self.say(path.join(self.heap, key), &[b"expected one of ", &listed]);
        }
        self.walk_likeliest(union, value, path)
    }

    /// An object was meant for the member that declares most of its keys; else the one that fails deepest is blamed.
    pub(super) fn walk_likeliest(
        &mut self,
        union: &'p Union,
        value: Value<'a>,
        path: Path<'a>,
    ) -> Answer<()> {
        let start = self.lines.len();
        let mut best: Option<(Vec<Line<'a>>, usize)> = None;
        for sub in &union.subs {
            self.walk(*sub, value, path)?;
            let lines = self.lines.split_off(start);
            let Some(first) = lines.first() else { continue };
            let declared = match object(self.heap, value) {
                Some(id) => self.count_declared(*sub, id),
                None => 0,
            };
            let is_better = best.as_ref().is_none_or(|(best, count)| {
                declared > *count
                    || (declared == *count
                        && best
                            .first()
                            .is_some_and(|best| first.path.count_units() > best.path.count_units()))
            });
            if is_better {
                best = Some((lines, declared));
            }
        }
        match best {
            Some((lines, _)) => {
                self.lines.extend(lines);
                Ok(())
            }
            None => self.say(path, &[b"matches no alternative"]),
        }
    }

    /// What a subschema refers to, or itself.
    pub(super) fn resolved(&self, sub: Sub) -> Sub {
        match self.run.node(sub).and_then(|node| node.reference.as_ref()) {
            Some(reference) => reference.besides_check().0,
            None => sub,
        }
    }

    pub(super) fn count_declared(&self, sub: Sub, id: Id) -> usize {
        let Some(rules) = self.run.node(self.resolved(sub)).and_then(|node| node.object.as_ref()) else {
            return 0;
        };
        let keys = pairs(self.heap, id).iter();
        keys.filter(|(key, _)| self.run.find(&rules.properties, *key, 0).is_some()).count()
    }

    /// The key and the scalars under it that tell the members of a union apart.
    pub(super) fn tag_of(&self, union: &Union) -> Option<(Text<'p>, Vec<Kept>)> {
        let source = self.run.source;
        let rules = |sub: &Sub| {
            let node = self.run.node(self.resolved(*sub))?;
            node.object.as_deref()
        };
        let first = rules(union.subs.first()?)?;
        for property in &first.properties {
            let key = source.text(property.name);
            let tag = |sub: &Sub| {
                let rules = rules(sub)?;
                let nth = self.run.find(&rules.properties, key, 0)?;
                let constant = self.run.node(rules.properties[nth].sub)?.constant?;
                (!matches!(source.kept(constant), Item::Node(_) | Item::Undefined)).then_some(constant)
            };
            let tags: Option<Vec<Kept>> = union.subs.iter().map(tag).collect();
            if let Some(tags) = tags
                && read::are_distinct(source, &tags)
            {
                return Some((key, tags));
            }
        }
        None
    }
}
