//! Coerces arguments by JSON Schema keywords, as pi-ai does between TypeBox's conversion and the check.

mod alternative;
mod plan;
mod scalar;
#[cfg(test)]
mod tests;

use self::alternative::Alternative;
use self::plan::{Items, Members, Place, Plan, Property, Schema, Sub, Type};
use super::effort::{Effort, Stop};
use super::foreign;
use super::refine::Refine;
use super::rules::Rules;
use super::schema::Thrown;
use super::source::Source;
use super::text::Text;
use super::value::{Container, Heap, Id, Value};

/// The coercion that a schema asks for.
pub struct Coerce {
    plan: Plan,
}

/// What became of the arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coerced<'a> {
    /// They are what they were; inside of them something may have changed.
    Same { changed: bool },
    /// There are other ones, which count if they fit the schema. If they do not, the old ones count, fit or not.
    Other(Value<'a>),
}

impl Coerce {
    pub fn compile(source: &Source) -> Self {
        Self { plan: Plan::compile(source) }
    }

    /// Coerces arguments.
    pub fn run<'a>(
        &self,
        source: &Source,
        heap: &mut Heap<'a>,
        host: &mut dyn Refine,
        arguments: Value<'a>,
    ) -> Result<Coerced<'a>, Stop> {
        // Where an own `__proto__` gets lost it shows that the arguments have been copied.
        let plain = heap.is_plain() && !heap.has_own_proto(arguments);
        let (plan, effort) = (&self.plan, Effort::for_containers(heap.len()));
        let keeps_what_fits = source.rules().has(Rules::UNIONS_KEEP_WHAT_FITS);
        let mut coercion = Coercion {
            source,
            plan,
            heap: &mut *heap,
            host: &mut *host,
            effort,
            plain,
            keeps_what_fits,
            changed: false,
        };
        let coerced = coercion.sub(self.plan.root(), arguments)?;
        let changed = coercion.changed;
        match (arguments, coerced) {
            (Value::Container(old), Value::Container(new)) => {
                let moved = old != new;
                if moved && heap.foreign(old).is_some() {
                    foreign::take_over(heap, host, old, new)?;
                } else if moved {
                    heap.move_content(new, old);
                }
                Ok(Coerced::Same { changed: changed || moved })
            }
            _ if arguments == coerced => Ok(Coerced::Same { changed }),
            // NaN is never the same.
            _ => Ok(Coerced::Other(coerced)),
        }
    }
}

/// A coercion under way.
struct Coercion<'r, 'a> {
    source: &'r Source,
    plan: &'r Plan,
    heap: &'r mut Heap<'a>,
    host: &'r mut dyn Refine,
    effort: Effort,
    /// The arguments are a tree of plain objects and of arrays without holes.
    plain: bool,
    /// A value that a member of a union accepts is left as it is.
    keeps_what_fits: bool,
    changed: bool,
}

impl<'a> Coercion<'_, 'a> {
    fn sub(&mut self, sub: Sub, value: Value<'a>) -> Result<Value<'a>, Stop> {
        match sub {
            Sub::Keep => Ok(value),
            Sub::Nothing { null } => {
                let nothing = if null { "null" } else { "undefined" };
                Err(Thrown::new(format!("Cannot read properties of {nothing} (reading 'allOf')")).into())
            }
            Sub::Place(place) => {
                let schema = self.plan.schema(place);
                if schema.is_scalar {
                    return self.scalar(schema, value);
                }
                self.effort.enter()?;
                let coerced = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.schema(place, value))?;
                self.effort.leave();
                Ok(coerced)
            }
        }
    }

    fn schema(&mut self, place: Place, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let plan = self.plan;
        let schema = plan.schema(place);
        let mut value = value;
        for sub in &schema.all_of {
            value = self.sub(*sub, value)?;
        }
        value = self.alternatives(&schema.any_of, value)?;
        value = self.alternatives(&schema.one_of, value)?;
        value = self.scalar(schema, value)?;
        if let Value::Container(id) = value {
            match &schema.members {
                Some(members) if self.heap.members(id).is_some() => self.members(members, id)?,
                _ => {}
            }
            if self.heap.array(value).is_some() {
                self.items(&schema.items, id)?;
            }
        }
        Ok(value)
    }

    /// The value turned into one of the types.
    fn scalar(&self, schema: &Schema, value: Value<'a>) -> Result<Value<'a>, Stop> {
        if !self.is_one_of_many(&schema.types, value) {
            for one in &schema.types {
                if let Some(coerced) = scalar::coerce(value, *one, self.heap.bump())? {
                    return Ok(coerced);
                }
            }
        }
        Ok(value)
    }

    /// Whether several types are listed, and the value is of one of them.
    fn is_one_of_many(&self, types: &[Type], value: Value<'a>) -> bool {
        types.len() > 1 && types.iter().any(|one| self.is(value, *one))
    }

    fn is(&self, value: Value<'a>, one: Type) -> bool {
        match (one, value) {
            (Type::Number, Value::Number(_))
            | (Type::Boolean, Value::Bool(_))
            | (Type::String, Value::Text(_) | Value::LeftOut(_))
            | (Type::Null, Value::Null) => true,
            (Type::Integer, Value::Number(number)) => number.is_finite() && number.trunc() == number,
            (Type::Array, Value::Container(_)) => self.heap.array(value).is_some(),
            (Type::Object, Value::Container(_)) => self.heap.array(value).is_none(),
            _ => false,
        }
    }

    /// The first alternative's coerced copy that the alternative accepts, else the value. By some rules, the value where an
    /// alternative accepts it.
    fn alternatives(&mut self, alternatives: &[Alternative], value: Value<'a>) -> Result<Value<'a>, Stop> {
        if self.keeps_what_fits {
            for alternative in alternatives {
                let (heap, host) = (&*self.heap, &mut *self.host);
                if alternative.accept.accepts(self.source, heap, host, &mut self.effort, value)? {
                    return Ok(value);
                }
            }
        }
        for alternative in alternatives {
            if self.is_hopeless(alternative, value) {
                continue;
            }
            // Of a plain tree that will not change, a copy is nothing but another identity that nobody sees.
            let inherited = matches!(value, Value::Inherited(_));
            let copies = inherited || !self.plain || !self.plan.is_idle(alternative.sub);
            let changed = self.changed;
            let candidate = if copies { self.copy(value)? } else { value };
            let coerced = self.sub(alternative.sub, candidate)?;
            // That the copy changed counts only in that another value stands in the place of the old one.
            self.changed = changed;
            let (heap, host) = (&*self.heap, &mut *self.host);
            if alternative.accept.accepts(self.source, heap, host, &mut self.effort, coerced)? {
                return Ok(coerced);
            }
        }
        Ok(value)
    }

    /// Whether an alternative cannot accept a container, since coercion makes nothing else of one.
    fn is_hopeless(&self, alternative: &Alternative, value: Value<'a>) -> bool {
        let (Value::Container(_), Sub::Place(place)) = (value, alternative.sub) else { return false };
        let schema = self.plan.schema(place);
        let types = &schema.types;
        schema.is_typed
            && !self.plan.throws
            && self.plain
            && !types.is_empty()
            && !types.contains(&Type::Other)
            && !types.iter().any(|one| self.is(value, *one))
    }

    fn copy(&mut self, value: Value<'a>) -> Result<Value<'a>, Stop> {
        foreign::structured_clone(self.heap, self.host, value)
    }

    fn members(&mut self, members: &Members, id: Id) -> Result<(), Stop> {
        if self.heap.foreign(id).is_some() {
            return self.foreign_members(members, id);
        }
        // Keys mostly come in the schema's order.
        let mut next = 0;
        for property in &members.properties {
            if self.plain && !property.inherited && self.plan.is_idle(property.sub) {
                continue;
            }
            if let Some(place) = self.place(id, Text::from_wtf8(&property.key), next) {
                next = place + 1;
                self.member(id, place, property.sub)?;
            } else if property.inherited {
                self.inherited_member(id, property)?;
            }
        }
        let Some(additional) = members.additional else { return Ok(()) };
        if self.plain && self.plan.is_idle(additional) {
            return Ok(());
        }
        // The reference takes keys and values before it changes any.
        let entries: Vec<(Text<'a>, Value<'a>)> =
            self.heap.members(id).map_or_else(Vec::new, |members| members.pairs().to_vec());
        for (place, (key, value)) in entries.into_iter().enumerate() {
            if !members.defined.contains(key.as_bytes()) {
                let coerced = self.sub(additional, value)?;
                self.set(id, place, coerced);
            }
        }
        Ok(())
    }

    /// The same for a foreign object, which JavaScript changes.
    fn foreign_members(&mut self, members: &Members, id: Id) -> Result<(), Stop> {
        let bump = self.heap.bump();
        for property in &members.properties {
            let key = Text::from_wtf8(bump.alloc_slice_copy(&property.key));
            if key.as_bytes() == b"__proto__" {
                self.prototype(property.sub)?;
            } else if self.heap.has(id, key) {
                let coerced = self.sub(property.sub, self.heap.get(id, key))?;
                self.assign(id, key, coerced)?;
            }
        }
        let Some(additional) = members.additional else { return Ok(()) };
        let entries = self.heap.members(id).map_or_else(Vec::new, |members| members.pairs().to_vec());
        for (key, value) in entries {
            if !members.defined.contains(key.as_bytes()) {
                let coerced = self.sub(additional, value)?;
                self.assign(id, key, coerced)?;
            }
        }
        Ok(())
    }

    fn assign(&mut self, id: Id, key: Text<'a>, value: Value<'a>) -> Result<(), Stop> {
        self.changed = true;
        foreign::assign(self.heap, self.host, id, key, value)
    }

    /// Where a key is among an object's members, looked for at `guess` first.
    fn place(&self, id: Id, key: Text<'_>, guess: usize) -> Option<usize> {
        let members = self.heap.members(id)?;
        if members.pairs().get(guess).is_some_and(|pair| pair.0 == key) {
            return Some(guess);
        }
        members.place(key)
    }

    fn member(&mut self, id: Id, place: usize, sub: Sub) -> Result<(), Stop> {
        let member = self.heap.members(id).and_then(|members| members.pairs().get(place));
        let Some((_, value)) = member.copied() else { return Ok(()) };
        let coerced = self.sub(sub, value)?;
        self.set(id, place, coerced);
        Ok(())
    }

    fn set(&mut self, id: Id, place: usize, value: Value<'a>) {
        if let Some(members) = self.heap.members_mut(id)
            && members.pairs().get(place).is_some_and(|before| !before.1.is_same(value))
        {
            members.set_nth(place, value);
            self.changed = true;
        }
    }

    /// What every object has by inheritance becomes the object's own. Only its prototype stays where it is.
    fn inherited_member(&mut self, id: Id, property: &Property) -> Result<(), Stop> {
        if &*property.key == b"__proto__" {
            return self.prototype(property.sub);
        }
        let key = Text::from_wtf8(self.heap.bump().alloc_slice_copy(&property.key));
        let coerced = self.sub(property.sub, Value::Inherited(key))?;
        if let Some(members) = self.heap.members_mut(id) {
            members.set(key, coerced);
            self.changed = true;
            // A function among the members shows in that it cannot be copied.
            self.plain = false;
        }
        Ok(())
    }

    /// Coerces what stands for an object's prototype, for the sake of what that throws.
    fn prototype(&mut self, sub: Sub) -> Result<(), Stop> {
        let changed = self.changed;
        let prototype = self.heap.add_object();
        self.sub(sub, Value::Container(prototype))?;
        self.changed = changed;
        Ok(())
    }

    fn items(&mut self, items: &Items, id: Id) -> Result<(), Stop> {
        let length = self.heap.array(Value::Container(id)).map_or(0, |array| array.len());
        match items {
            Items::Keep => Ok(()),
            Items::Each(sub) if self.plain && self.plan.is_idle(*sub) => Ok(()),
            Items::Each(sub) => (0..length).try_for_each(|index| self.item(id, index, *sub)),
            Items::List(subs) => (0..length).zip(subs).try_for_each(|(index, sub)| match sub {
                Some(sub) => self.item(id, index, *sub),
                None => Ok(()),
            }),
        }
    }

    /// Coerces one item of an array; a hole is filled.
    fn item(&mut self, id: Id, index: u32, sub: Sub) -> Result<(), Stop> {
        let before = self.heap.array(Value::Container(id)).and_then(|array| array.item(index));
        let after = self.sub(sub, before.unwrap_or(Value::Undefined))?;
        if let Container::Array(array) = self.heap.container_mut(id)
            && !array.item(index).is_some_and(|current| current.is_same(after))
        {
            array.set_item(index, after);
            self.changed = true;
        }
        Ok(())
    }
}
