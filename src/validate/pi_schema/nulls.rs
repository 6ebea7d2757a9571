//! The first pass: null in an optional property whose schema does not take null is dropped, as if left out.

use super::convert::object;
use super::copy::Copy;
use super::program::{Node, ObjectRules, Sub};
use super::run::{Answer, Run};
use crate::validate::text::Text;
use crate::validate::value::{Heap, Id, Value};

impl<'p> Run<'p> {
    pub fn drop_nulls<'a>(&self, heap: &mut Heap<'a>, sub: Sub, value: Value<'a>) -> Answer<Value<'a>> {
        let Some(node) = self.node(sub) else { return Ok(value) };
        let Value::Container(id) = value else { return Ok(value) };
        if heap.array(value).is_some() {
            let rules = node.array.as_deref();
            let drop = |heap: &mut Heap<'a>, index, item| match rules.and_then(|rules| rules.coercing(index))
            {
                Some(sub) => self.drop_nulls(heap, sub, item),
                None => Ok(item),
            };
            return self.deeper(|| self.map_items(heap, id, drop));
        }
        match (&node.object, object(heap, value)) {
            (Some(rules), Some(id)) => self.deeper(|| self.drop_nulls_of_members(heap, rules, id)),
            _ => Ok(value),
        }
    }

    fn drop_nulls_of_members<'a>(
        &self,
        heap: &mut Heap<'a>,
        rules: &'p ObjectRules,
        id: Id,
    ) -> Answer<Value<'a>> {
        let additional = rules.additional.filter(|additional| additional.is_node());
        if rules.patterns.is_empty() && additional.is_none() && !rules.has_properties {
            return Ok(Value::Container(id));
        }
        let mut copy = Copy::new(id);
        for property in &rules.properties {
            let key = self.source.text(property.name);
            if !heap.has_own(id, key) {
                continue;
            }
            let member = heap.get(id, key);
            if member == Value::Null
                && !property.required
                && !refers(self.node(property.sub))
                && self.passes(heap, property.sub, Value::Null)? == Some(false)
            {
                copy.remove(heap, key);
                continue;
            }
            let dropped = self.drop_nulls(heap, property.sub, member)?;
            let key = kept_key(heap, id, key);
            copy.set(heap, key, member, dropped);
        }
        if rules.patterns.is_empty() && additional.is_none() {
            return Ok(copy.value());
        }
        let mut nth = 0;
        while let Some((key, member)) = heap.members(id).and_then(|members| members.pairs().get(nth).copied())
        {
            nth += 1;
            let mut matched = self.find(&rules.properties, key, 0).is_some();
            for (matcher, sub) in &rules.patterns {
                if matcher.test(self.source, key)? {
                    matched = true;
                    let current = copy.get(heap, key);
                    let dropped = self.drop_nulls(heap, *sub, current)?;
                    copy.set(heap, key, current, dropped);
                }
            }
            if let Some(additional) = additional
                && !matched
            {
                let dropped = self.drop_nulls(heap, additional, member)?;
                copy.set(heap, key, copy.get(heap, key), dropped);
            }
        }
        Ok(copy.value())
    }
}

fn refers(node: Option<&Node>) -> bool {
    node.is_some_and(|node| node.reference.is_some())
}

/// A key of the schema as the arguments have it, so that it can be kept with them.
pub fn kept_key<'a>(heap: &Heap<'a>, id: Id, key: Text<'_>) -> Text<'a> {
    let members = heap.members(id);
    let own = members.and_then(|members| members.pairs().get(members.place(key)?)).map(|pair| pair.0);
    own.unwrap_or_else(|| Text::from_wtf8(heap.bump().alloc_slice_copy(key.as_bytes())))
}
