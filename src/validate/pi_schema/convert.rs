//! The second pass: what a value converts to, keyed on the keywords of the schema.
//!
//! The first keyword that applies decides: `$ref`, `const`, `enum`, `anyOf`, `oneOf`, `allOf`, then `type`.

mod scalar;

use std::collections::HashMap;

use self::scalar::{Literal, to_bigint, to_boolean, to_literal, to_null, to_number, to_text, to_undefined};
use super::copy::Copy;
use super::equal::{is_identical, is_scalar};
use super::program::{ArrayRules, Node, ObjectRules, Sub, Union};
use super::run::{Answer, Run};
use super::types::Type;
use crate::validate::effort::Stop;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId};
use crate::validate::text::Text;
use crate::validate::value::{Container, Heap, Id, LeftOut, Value};

/// What is remembered in one pass.
pub struct Conversion<'r, 'p, 'h, 'a> {
    run: &'r Run<'p>,
    heap: &'h mut Heap<'a>,
    /// What is being converted, where a schema may come to the same value again: by a reference, by making an array.
    entered: Vec<(NodeId, Value<'a>)>,
    /// How often such a return was cut short.
    cuts: u32,
    /// What references have led to.
    known: HashMap<(NodeId, Known<'a>), Value<'a>>,
}

/// A value as JavaScript's maps tell them apart.
#[derive(PartialEq, Eq, Hash)]
enum Known<'a> {
    Undefined,
    Null,
    Bool(bool),
    Number(u64),
    Text(Text<'a>),
    LeftOut(u32),
    BigInt(&'a str),
    Container(Id),
    Inherited(Text<'a>),
}

impl<'a> Known<'a> {
    fn new(value: Value<'a>) -> Self {
        match value {
            Value::Undefined => Self::Undefined,
            Value::Null => Self::Null,
            Value::Bool(bool) => Self::Bool(bool),
            Value::Number(number) if number.is_nan() => Self::Number(f64::NAN.to_bits()),
            // Adding zero takes a zero's sign.
            Value::Number(number) => Self::Number((number + 0.0).to_bits()),
            Value::Text(text) => Self::Text(text),
            Value::LeftOut(LeftOut { index, .. }) => Self::LeftOut(index),
            Value::BigInt(digits) => Self::BigInt(digits),
            Value::Container(id) => Self::Container(id),
            Value::Inherited(name) => Self::Inherited(name),
        }
    }
}

/// Converts a value by the whole schema.
pub fn convert<'a>(run: &Run<'_>, heap: &mut Heap<'a>, value: Value<'a>) -> Answer<Value<'a>> {
    let mut conversion = Conversion { run, heap, entered: Vec::new(), cuts: 0, known: HashMap::new() };
    conversion.convert(run.program.root, value)
}

impl<'p, 'a> Conversion<'_, 'p, '_, 'a> {
    fn convert(&mut self, sub: Sub, value: Value<'a>) -> Answer<Value<'a>> {
        let Some(node) = self.run.node(sub) else { return Ok(value) };
        let run = self.run;
        run.deeper(|| self.convert_by(node, value))
    }

    fn convert_by(&mut self, node: &'p Node, value: Value<'a>) -> Answer<Value<'a>> {
        match &node.reference {
            Some(reference) => match reference.besides_check() {
                (sub, _) if sub.is_node() => self.reenter(sub, value, true),
                _ => Ok(value),
            },
            None => self.convert_node(node, value),
        }
    }

    /// Converts by a schema that may come to the same value again, unless it just does.
    fn reenter(&mut self, sub: Sub, value: Value<'a>, keeps: bool) -> Answer<Value<'a>> {
        let Sub::Node(id) = sub else { return Ok(value) };
        if self.entered.iter().any(|entered| entered.0 == id && is_same(entered.1, value)) {
            self.cuts += 1;
            return Ok(value);
        }
        if keeps && let Some(known) = self.known.get(&(id, Known::new(value))) {
            return Ok(*known);
        }
        let cuts = self.cuts;
        self.entered.push((id, value));
        let converted = self.convert(sub, value);
        self.entered.pop();
        let converted = converted?;
        if keeps && self.cuts == cuts {
            self.known.insert((id, Known::new(value)), converted);
        }
        Ok(converted)
    }

    fn convert_node(&mut self, node: &'p Node, value: Value<'a>) -> Answer<Value<'a>> {
        let source = self.run.source;
        if let Some(constant) = node.constant {
            return self.convert_literal(source.kept(constant), value);
        }
        if let Some(options) = &node.options {
            return self.convert_enum(node, options.list, value);
        }
        if let Some(union) = node.any_of.as_ref().or(node.one_of.as_ref()) {
            return self.convert_union(node, union, value);
        }
        if let Some(members) = &node.all_of {
            let mut value = value;
            for member in members {
                value = self.convert(*member, value)?;
            }
            return self.convert_members(node, value);
        }
        let Some(types) = &node.types else {
            return match (&node.object, &node.array) {
                (Some(rules), _) if rules.declares => self.convert_object(Some(rules), value),
                (_, Some(rules)) if lists_items(rules) => self.convert_array(Some(rules), value),
                _ => Ok(value),
            };
        };
        let heap = &*self.heap;
        let converted = match types.single().filter(|_| !types.is_list) {
            Some(Type::String) => to_text(heap, value),
            Some(Type::Number) => to_number(value)?.map(Value::Number),
            Some(Type::Integer) => to_number(value)?.map(|number| Value::Number(number.trunc())),
            Some(Type::Boolean) => to_boolean(value)?.map(Value::Bool),
            Some(Type::Null) => to_null(value)?,
            Some(Type::BigInt) => to_bigint(heap, value)?,
            Some(Type::Undefined) => to_undefined(value)?,
            Some(Type::Array) => return self.convert_array(node.array.as_deref(), value),
            Some(Type::Object) => return self.convert_object(node.object.as_deref(), value),
            Some(Type::Bytes | Type::Other) | None => None,
        };
        Ok(converted.unwrap_or(value))
    }

    fn convert_literal(&self, literal: Item<'p>, value: Value<'a>) -> Answer<Value<'a>> {
        to_literal(self.heap, Literal::of(literal, self.run.release), value)
    }

    /// A value that is listed stays; else the first of the listed ones that it converts to.
    fn convert_enum(&mut self, node: &'p Node, list: NodeId, value: Value<'a>) -> Answer<Value<'a>> {
        let source = self.run.source;
        let items = source.items(list);
        self.run.spend(items.len() as u64 / 16)?;
        // No text converts to another text.
        let is_text = |item: Item<'_>| matches!(item, Item::Text(_) | Item::Node(_));
        if matches!(value, Value::Text(_) | Value::LeftOut(_)) && items.clone().all(is_text) {
            return Ok(value);
        }
        for item in items.clone() {
            if is_scalar(value, item)? {
                return Ok(value);
            }
        }
        for item in items {
            let candidate = self.convert_literal(item, value)?;
            if !is_identical(candidate, value) && self.passes_node(node, candidate)? {
                return Ok(candidate);
            }
        }
        Ok(value)
    }

    /// A value that fits a member stays; else the first member's conversion that fits the union.
    fn convert_union(&mut self, node: &'p Node, union: &'p Union, value: Value<'a>) -> Answer<Value<'a>> {
        for sub in &union.subs {
            if self.run.passes(self.heap, *sub, value)? == Some(true) {
                return self.convert_members(node, value);
            }
        }
        for sub in &union.subs {
            let converted = self.convert(*sub, value)?;
            let candidate = self.convert_members(node, converted)?;
            if self.passes_node(node, candidate)? {
                return Ok(candidate);
            }
        }
        self.convert_members(node, value)
    }

    fn passes_node(&self, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        let answer = self.run.deeper(|| self.run.check_node(self.heap, node, value));
        Ok(self.run.caught(answer)? == Some(true))
    }

    /// The members of an object, where a union or an intersection says something about them too.
    fn convert_members(&mut self, node: &'p Node, value: Value<'a>) -> Answer<Value<'a>> {
        match &node.object {
            Some(rules) if rules.declares || rules.additional.is_some() => {
                self.convert_object(Some(rules), value)
            }
            _ => Ok(value),
        }
    }

    fn convert_array(&mut self, rules: Option<&'p ArrayRules>, value: Value<'a>) -> Answer<Value<'a>> {
        let list = rules.and_then(|rules| rules.item_list.as_deref().or(rules.prefix_items.as_deref()));
        let array = match value {
            Value::Container(id) if matches!(self.heap.container(id), Container::Array(_)) => id,
            // A tuple does not come of a single value.
            _ if list.is_some() => return Ok(value),
            _ => return self.make_array(rules.and_then(|rules| rules.items), value),
        };
        let rest = rules.filter(|rules| rules.item_list.is_none()).and_then(|rules| rules.items);
        if list.is_none() && rest.is_none() {
            return Ok(value);
        }
        let list = list.unwrap_or_default();
        let length = self.heap.array(value).map_or(0, |array| array.len());
        self.run.spend(u64::from(length))?;
        let mut copy = Copy::new(array);
        for index in 0..length {
            let item = copy.item(self.heap, index);
            let converted = match list.get(index as usize).copied().or(rest) {
                Some(sub) => self.convert(sub, item)?,
                None => item,
            };
            copy.set_item(self.heap, index, item, converted);
        }
        Ok(copy.value())
    }

    /// A single value as an array of one item.
    fn make_array(&mut self, items: Option<Sub>, value: Value<'a>) -> Answer<Value<'a>> {
        let item = match items {
            Some(sub) => self.reenter(sub, value, false)?,
            None => value,
        };
        Ok(Value::Container(self.heap.add_array([item])))
    }

    fn convert_object(&mut self, rules: Option<&'p ObjectRules>, value: Value<'a>) -> Answer<Value<'a>> {
        let Some(id) = object(self.heap, value) else { return Ok(value) };
        let properties = rules.map_or(&[][..], |rules| &rules.properties);
        let patterns = rules.map_or(&[][..], |rules| &rules.patterns);
        let additional = rules.and_then(|rules| rules.additional).filter(|additional| additional.is_node());
        let mut copy = Copy::new(id);
        let mut next = 0;
        let mut nth = 0;
        while let Some((key, member)) =
            self.heap.members(id).and_then(|members| members.pairs().get(nth).copied())
        {
            nth += 1;
            // An undefined member counts as absent.
            if member == Value::Undefined {
                continue;
            }
            self.run.spend(1)?;
            let mut converted = member;
            let property = self.run.find(properties, key, next);
            if let Some(nth) = property {
                next = nth + 1;
                converted = self.convert(properties[nth].sub, converted)?;
            }
            let mut matched = property.is_some();
            for (matcher, sub) in patterns {
                if matcher.test(self.run.source, key)? {
                    matched = true;
                    converted = self.convert(*sub, converted)?;
                }
            }
            if let Some(additional) = additional
                && !matched
            {
                converted = self.convert(additional, converted)?;
            }
            copy.set(self.heap, key, member, converted);
        }
        Ok(copy.value())
    }
}

impl<'p> Run<'p> {
    /// Whether a value fits; `None` where asking fails.
    pub fn passes<'a>(&self, heap: &Heap<'a>, sub: Sub, value: Value<'a>) -> Answer<Option<bool>> {
        self.caught(self.check(heap, sub, value))
    }

    /// An answer as where the reference catches what is thrown.
    pub fn caught(&self, answer: Answer<bool>) -> Answer<Option<bool>> {
        match answer {
            Ok(fits) => Ok(Some(fits)),
            Err(Stop::TextWanted) => Err(Stop::TextWanted),
            Err(stop) if self.is_spent() => Err(stop),
            Err(stop) => {
                // A way without end is long, and the check will go it too.
                if stop == Thrown::too_deep().into() {
                    self.spend(WAY_WITHOUT_END)?;
                }
                Ok(None)
            }
        }
    }
}

/// What going a way without end costs besides its steps, so that few are gone.
const WAY_WITHOUT_END: u64 = 2_000_000;

/// The container of a value that is an object and no array.
pub fn object<'a>(heap: &Heap<'a>, value: Value<'a>) -> Option<Id> {
    match value {
        Value::Container(id) if heap.members(id).is_some() => Some(id),
        _ => None,
    }
}

/// Whether `items` or `prefixItems` is there.
pub fn lists_items(rules: &ArrayRules) -> bool {
    rules.items.is_some() || rules.item_list.is_some() || rules.has_prefix
}

/// `Object.is(one, other)`
fn is_same(one: Value<'_>, other: Value<'_>) -> bool {
    one.is_same(other)
}
