//! The third pass: what the second has left, by `type` alone.

use super::convert::object;
use super::copy::Copy;
use super::nulls::kept_key;
use super::program::{ArrayRules, Node, ObjectRules, Sub, Types, Union};
use super::run::{Answer, Run};
use super::types::{Type, TypeSet, types_of};
use crate::validate::effort::Stop;
use crate::validate::number;
use crate::validate::text::Text;
use crate::validate::value::{Heap, Id, LeftOut, Value, inherited};

impl<'p> Run<'p> {
    pub fn coerce<'a>(&self, heap: &mut Heap<'a>, sub: Sub, value: Value<'a>) -> Answer<Value<'a>> {
        match self.node(sub) {
            Some(node) => self.deeper(|| self.coerce_by(heap, node, value)),
            None => Ok(value),
        }
    }

    fn coerce_by<'a>(&self, heap: &mut Heap<'a>, node: &'p Node, mut value: Value<'a>) -> Answer<Value<'a>> {
        for sub in node.all_of.iter().flatten() {
            value = self.coerce(heap, *sub, value)?;
        }
        for union in [&node.any_of, &node.one_of].into_iter().flatten() {
            value = self.coerce_by_union(heap, union, value)?;
        }
        let Some(types) = &node.types else { return Ok(value) };
        value = self.coerce_scalar(heap, types, value)?;
        if let Some(rules) = &node.object
            && types.list().contains(&Type::Object)
            && let Some(id) = object(heap, value)
        {
            value = self.coerce_members(heap, rules, id)?;
        }
        if types.list().contains(&Type::Array)
            && let Value::Container(id) = value
            && heap.array(value).is_some()
        {
            value = self.coerce_items(heap, node.array.as_deref(), id)?;
        }
        Ok(value)
    }

    fn coerce_by_union<'a>(&self, heap: &mut Heap<'a>, union: &Union, value: Value<'a>) -> Answer<Value<'a>> {
        for sub in &union.subs {
            if self.passes(heap, *sub, value)? == Some(true) {
                return Ok(value);
            }
        }
        for sub in &union.subs {
            let coerced = self.coerce(heap, *sub, value)?;
            if self.passes(heap, *sub, coerced)? == Some(true) {
                return Ok(coerced);
            }
        }
        Ok(value)
    }

    fn coerce_scalar<'a>(&self, heap: &Heap<'a>, types: &Types, value: Value<'a>) -> Answer<Value<'a>> {
        if types.list().len() > 1 {
            // Bytes are taken for an object here, and for nothing of their own.
            let own = match object(heap, value) {
                Some(_) => TypeSet::OBJECT,
                None => types_of(heap, value, self.release),
            };
            if types.list().iter().any(|name| own.has(TypeSet::of(*name))) {
                return Ok(value);
            }
        }
        for name in types.list() {
            if let Some(coerced) = coerced(heap, value, *name)? {
                return Ok(coerced);
            }
            // The reference takes NaN for something else than it was.
            if matches!(value, Value::Number(number) if number.is_nan()) {
                break;
            }
        }
        Ok(value)
    }

    fn coerce_members<'a>(&self, heap: &mut Heap<'a>, rules: &'p ObjectRules, id: Id) -> Answer<Value<'a>> {
        let additional = rules.additional.filter(|additional| additional.is_node());
        let mut copy = Copy::new(id);
        for property in &rules.properties {
            let key = self.source.text(property.name);
            // Nothing comes of what every object inherits.
            if !heap.has(id, key) || (inherited(key).is_some() && !heap.has_own(id, key)) {
                continue;
            }
            let member = heap.get(id, key);
            let coerced = self.coerce(heap, property.sub, member)?;
            let key = kept_key(heap, id, key);
            copy.set(heap, key, member, coerced);
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
                    let coerced = self.coerce(heap, *sub, current)?;
                    copy.set(heap, key, current, coerced);
                }
            }
            if let Some(additional) = additional
                && !matched
            {
                let coerced = self.coerce(heap, additional, member)?;
                copy.set(heap, key, copy.get(heap, key), coerced);
            }
        }
        Ok(copy.value())
    }

    fn coerce_items<'a>(
        &self,
        heap: &mut Heap<'a>,
        rules: Option<&'p ArrayRules>,
        id: Id,
    ) -> Answer<Value<'a>> {
        self.map_items(heap, id, |heap, index, item| match rules.and_then(|rules| rules.coercing(index)) {
            Some(sub) => self.coerce(heap, sub, item),
            None => Ok(item),
        })
    }
}

/// What a scalar becomes for a type; `None` where it stays.
fn coerced<'a>(heap: &Heap<'a>, value: Value<'a>, name: Type) -> Answer<Option<Value<'a>>> {
    Ok(match (name, value) {
        (Type::Number | Type::Integer, Value::Null) => Some(Value::Number(0.0)),
        (Type::Number | Type::Integer, Value::Bool(bool)) => Some(Value::Number(f64::from(u8::from(bool)))),
        (Type::Number | Type::Integer, Value::LeftOut(_)) => return Err(Stop::TextWanted),
        (Type::Number | Type::Integer, Value::Text(text)) if !number::is_blank(text) => {
            let number = number::from_text(text);
            let fits = number.is_finite() && (name == Type::Number || number.trunc() == number);
            fits.then_some(Value::Number(number))
        }
        (Type::Boolean, Value::Null) => Some(Value::Bool(false)),
        (Type::Boolean, Value::Number(1.0)) => Some(Value::Bool(true)),
        (Type::Boolean, Value::Number(0.0)) => Some(Value::Bool(false)),
        (Type::Boolean, Value::LeftOut(LeftOut { units: 4 | 5, .. })) => return Err(Stop::TextWanted),
        (Type::Boolean, Value::Text(text)) if text == Text::from("true") => Some(Value::Bool(true)),
        (Type::Boolean, Value::Text(text)) if text == Text::from("false") => Some(Value::Bool(false)),
        (Type::String, Value::Null) => Some(Value::Text(Text::default())),
        (Type::String, Value::Bool(bool)) => {
            Some(Value::Text(Text::from(if bool { "true" } else { "false" })))
        }
        (Type::String, Value::Number(number)) => {
            Some(heap.text(number::to_text(number, &mut ryu_js::Buffer::new())))
        }
        (Type::Null, Value::Bool(false)) => Some(Value::Null),
        (Type::Null, Value::Number(0.0)) => Some(Value::Null),
        (Type::Null, Value::Text(text)) if text.is_empty() => Some(Value::Null),
        _ => None,
    })
}
