//! Follows a plan through a value.

use std::sync::atomic::AtomicU32;

use super::keys::Key;
use super::literals::{self, LiteralError};
use super::plan::{Entry, Failure, ObjectStep, Plan, Step, StepId, UnionStep};
use super::scalar::Scalar;
use super::types::unreachable;
use crate::validate::accept::Accept;
use crate::validate::effort::{Effort, Stop};
use crate::validate::foreign;
use crate::validate::refine::Refine;
use crate::validate::source::Source;
use crate::validate::text::Text;
use crate::validate::value::{Container, Heap, Id, Value};

/// One conversion under way.
pub struct Conversion<'r, 'a> {
    pub(super) heap: &'r mut Heap<'a>,
    pub(super) host: &'r mut dyn Refine,
    kept: &'r AtomicU32,
    effort: Effort,
    /// The value is a tree of plain objects and of arrays without holes.
    plain: bool,
    changed: bool,
}

impl From<LiteralError> for Stop {
    fn from(error: LiteralError) -> Self {
        match error {
            LiteralError::TextWanted => Self::TextWanted,
            LiteralError::Unreachable => unreachable().into(),
        }
    }
}

impl From<&Failure> for Stop {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Thrown(thrown) => thrown.clone().into(),
            Failure::Key(pattern) => Self::Refused(pattern.clone()),
        }
    }
}

/// A plan and the schema that it is for.
#[derive(Clone, Copy)]
struct By<'p> {
    source: &'p Source,
    plan: &'p Plan,
}

impl<'r, 'a> Conversion<'r, 'a> {
    pub fn new(heap: &'r mut Heap<'a>, host: &'r mut dyn Refine, kept: &'r AtomicU32) -> Self {
        let (plain, effort) = (heap.is_plain(), Effort::for_containers(heap.len()));
        Self { heap, host, kept, effort, plain, changed: false }
    }

    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// Converts what is inside of a value.
    pub fn root(&mut self, source: &Source, plan: &Plan, value: Value<'a>) -> Result<(), Stop> {
        // What the root itself becomes is dropped, so an array there is left as it is.
        self.step(By { source, plan }, plan.root(), value, false).map(drop)
    }

    /// Goes one level deeper, with as much stack as it takes.
    pub(super) fn deeper<T>(&mut self, go: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.effort.enter()?;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || go(self))?;
        self.effort.leave();
        Ok(result)
    }

    /// The converted value. `owned` says whether an array may be changed where it is, although the reference makes a new
    /// one: nothing else refers to it and its place is about to be set.
    fn step(&mut self, by: By<'_>, id: StepId, value: Value<'a>, owned: bool) -> Result<Value<'a>, Stop> {
        match by.plan.step(id) {
            Step::Keep => Ok(value),
            Step::Scalar(scalar) => Ok(scalar.convert(value, self.heap.bump())?),
            Step::Literal(literal) => Ok(literals::convert(literal, value, self.heap.bump())?),
            Step::Literals(literals) => {
                if !self.plain && !literals.is_empty() {
                    // The reference copies what is none of the literals; a value that holds itself ends that.
                    self.clone_value(value)?;
                }
                Ok(literals.convert(value, self.heap.bump())?)
            }
            Step::Throw(failure) => Err(failure.into()),
            Step::ThrowAtArrays(failure) if self.heap.array(value).is_some() => Err(failure.into()),
            Step::ThrowAtArrays(_) => Ok(value),
            Step::Array(items) => self.deeper(|it| it.array(by, *items, value, owned)),
            Step::Tuple(items) => self.deeper(|it| it.tuple(by, items, value)),
            Step::Object(object) => match value {
                Value::Container(container) if self.heap.members(container).is_some() => {
                    if self.passes_over(by, id) {
                        return Ok(value);
                    }
                    self.deeper(|it| it.object(by, object, container))?;
                    Ok(value)
                }
                _ => Ok(value),
            },
            Step::Union(union) => self.deeper(|it| it.union(by, union, value)),
            Step::Same(other) => self.deeper(|it| it.step(by, *other, value, owned)),
            Step::Later(later) => self.deeper(|it| {
                let kept = it.kept;
                later.with(by.source, kept, |worked_out| {
                    let by = By { source: &worked_out.source, plan: &worked_out.plan };
                    it.step(by, worked_out.plan.root(), value, owned)
                })?
            }),
        }
    }

    /// Whether there is nothing to do for a step. Where a value holds itself it may still end the reference's stack.
    fn passes_over(&self, by: By<'_>, id: StepId) -> bool {
        by.plan.facts(id).idle && self.plain
    }

    fn array(&mut self, by: By<'_>, items: StepId, value: Value<'a>, owned: bool) -> Result<Value<'a>, Stop> {
        let Some(array) = self.heap.array(value) else {
            let item = self.step(by, items, value, owned)?;
            return Ok(Value::Container(self.heap.add_array([item])));
        };
        let Value::Container(id) = value else { return Ok(value) };
        if !owned || array.as_dense().is_none() || !array.extra().is_empty() {
            let copy = self.map_array(id, |it, item| it.step(by, items, item, owned))?;
            return Ok(Value::Container(self.heap.add(copy)));
        }
        if let Step::Scalar(scalar) = by.plan.step(items) {
            self.scalars(*scalar, id)?;
        } else if !by.plan.facts(items).idle {
            for index in 0..array.len() {
                self.item(by, items, id, index)?;
            }
        }
        Ok(value)
    }

    /// Converts the items of an array without holes in their places.
    fn scalars(&mut self, scalar: Scalar, array: Id) -> Result<(), Stop> {
        let bump = self.heap.bump();
        if let Container::Array(array) = self.heap.container_mut(array) {
            for item in array.as_dense_mut().unwrap_or_default() {
                let after = scalar.convert(*item, bump)?;
                if !item.is_same(after) {
                    *item = after;
                    self.changed = true;
                }
            }
        }
        Ok(())
    }

    /// Converts one item of an array in its place.
    fn item(&mut self, by: By<'_>, step: StepId, array: Id, index: u32) -> Result<(), Stop> {
        let item = self.heap.array(Value::Container(array)).and_then(|array| array.item(index));
        let before = item.unwrap_or(Value::Undefined);
        let after = self.step(by, step, before, self.plain)?;
        if let Container::Array(array) = self.heap.container_mut(array)
            && !array.item(index).is_some_and(|current| current.is_same(after))
        {
            self.changed = true;
            array.set_item(index, after);
        }
        Ok(())
    }

    fn tuple(&mut self, by: By<'_>, items: &[StepId], value: Value<'a>) -> Result<Value<'a>, Stop> {
        if let (Value::Container(id), Some(array)) = (value, self.heap.array(value)) {
            let length = array.len();
            for (index, step) in (0..length).zip(items) {
                self.item(by, *step, id, index)?;
            }
        }
        Ok(value)
    }

    fn object(&mut self, by: By<'_>, object: &ObjectStep, id: Id) -> Result<(), Stop> {
        if let Some(failure) = &object.failure {
            return Err(failure.into());
        }
        if self.heap.foreign(id).is_some() {
            return self.foreign(by, object, id);
        }
        // Keys mostly come in the schema's order.
        let mut next = 0;
        for entry in &object.entries {
            if by.plan.facts(entry.step).idle && self.plain && matches!(entry.key, Key::Name(_)) {
                continue;
            }
            match &entry.key {
                Key::Name(name) => {
                    if let Some(place) = self.place(id, Text::from_wtf8(name), next) {
                        next = place + 1;
                        self.entry(by, entry, id, place)?;
                    }
                }
                pattern => {
                    for place in 0..self.count(id) {
                        if self.matches(pattern, id, place)? {
                            self.entry(by, entry, id, place)?;
                        }
                    }
                }
            }
        }
        match object.additional {
            Some(additional) if !self.plain || !by.plan.facts(additional).idle => {
                self.additional(by, object, additional, id)
            }
            _ => Ok(()),
        }
    }

    /// Converts the properties of a foreign object, which JavaScript changes.
    fn foreign(&mut self, by: By<'_>, object: &ObjectStep, id: Id) -> Result<(), Stop> {
        let names: Vec<Text<'a>> = self.heap.own_names(id).collect();
        for entry in &object.entries {
            for name in &names {
                let is_undefined = self.heap.get(id, *name) == Value::Undefined;
                if entry.key.matches(*name)? && !(entry.optional && is_undefined) {
                    self.foreign_member(by, entry.step, id, *name)?;
                }
            }
        }
        let Some(additional) = object.additional else { return Ok(()) };
        for entry in &object.entries {
            for name in &names {
                if !entry.key.matches(*name)? {
                    self.foreign_member(by, additional, id, *name)?;
                }
            }
        }
        Ok(())
    }

    fn foreign_member(&mut self, by: By<'_>, step: StepId, id: Id, name: Text<'a>) -> Result<(), Stop> {
        let before = self.heap.get(id, name);
        let after = self.step(by, step, before, self.plain)?;
        self.changed = true;
        foreign::assign(self.heap, self.host, id, name, after)
    }

    /// Converts the keys that entries do not match: once for each such entry.
    fn additional(&mut self, by: By<'_>, object: &ObjectStep, step: StepId, id: Id) -> Result<(), Stop> {
        let facts = by.plan.facts(step);
        if facts.stable && !facts.throws && self.plain {
            // Doing it again changes nothing.
            for place in 0..self.count(id) {
                let mut applies = object.named && object.entries.len() > 1;
                for entry in &object.entries {
                    applies = applies || !self.matches(&entry.key, id, place)?;
                }
                if applies {
                    self.member(by, step, id, place)?;
                }
            }
            return Ok(());
        }
        for entry in &object.entries {
            for place in 0..self.count(id) {
                if !self.matches(&entry.key, id, place)? {
                    self.member(by, step, id, place)?;
                }
            }
        }
        Ok(())
    }

    fn count(&self, id: Id) -> usize {
        self.heap.members(id).map_or(0, |members| members.len())
    }

    /// Where a key is among an object's members, looked for at `guess` first.
    fn place(&self, id: Id, key: Text<'_>, guess: usize) -> Option<usize> {
        let members = self.heap.members(id)?;
        if members.pairs().get(guess).is_some_and(|pair| pair.0 == key) {
            return Some(guess);
        }
        members.place(key)
    }

    fn matches(&self, key: &Key, id: Id, place: usize) -> Result<bool, Stop> {
        let member = self.heap.members(id).and_then(|members| members.pairs().get(place));
        match member {
            Some((name, _)) => Ok(key.matches(*name)?),
            None => Ok(false),
        }
    }

    /// Converts one member as an entry says.
    fn entry(&mut self, by: By<'_>, entry: &Entry, id: Id, place: usize) -> Result<(), Stop> {
        if entry.optional {
            let member = self.heap.members(id).and_then(|members| members.pairs().get(place));
            if matches!(member, Some((_, Value::Undefined))) {
                return Ok(());
            }
        }
        self.member(by, entry.step, id, place)
    }

    fn member(&mut self, by: By<'_>, step: StepId, id: Id, place: usize) -> Result<(), Stop> {
        let member = self.heap.members(id).and_then(|members| members.pairs().get(place));
        let Some((_, before)) = member.copied() else { return Ok(()) };
        let after = self.step(by, step, before, self.plain)?;
        // Where a value holds itself, it may have been changed meanwhile.
        if let Some(members) = self.heap.members_mut(id)
            && !members.pairs().get(place).is_some_and(|current| current.1.is_same(after))
        {
            self.changed = true;
            members.set_nth(place, after);
        }
        Ok(())
    }

    fn union(&mut self, by: By<'_>, union: &UnionStep, value: Value<'a>) -> Result<Value<'a>, Stop> {
        for member in &union.members {
            if self.accepts(by, &member.accept, value)? {
                return Ok(value);
            }
        }
        // The reference converts by every member before it looks at what came of it.
        let mut candidates = Vec::new();
        if union.members.iter().any(|member| by.plan.facts(member.step).throws) {
            for member in &union.members {
                candidates.push(self.candidate(by, member.step, value)?);
            }
        }
        for (nth, member) in union.members.iter().enumerate() {
            let candidate = match candidates.get(nth) {
                Some(candidate) => *candidate,
                None => self.candidate(by, member.step, value)?,
            };
            if self.is_accepted(by, union, candidate)? {
                return Ok(if candidate == Value::Undefined { value } else { candidate });
            }
        }
        Ok(value)
    }

    fn accepts(&mut self, by: By<'_>, accept: &Accept, value: Value<'a>) -> Result<bool, Stop> {
        accept.accepts(by.source, self.heap, self.host, &mut self.effort, value)
    }

    fn candidate(&mut self, by: By<'_>, step: StepId, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let changed = self.changed;
        let copy = self.clone_value(value)?;
        let candidate = self.step(by, step, copy, true)?;
        // That the copy changed counts only if it is taken, and then another value stands in the place of the old one.
        self.changed = changed;
        Ok(candidate)
    }

    fn is_accepted(&mut self, by: By<'_>, union: &UnionStep, candidate: Value<'a>) -> Result<bool, Stop> {
        if let Some(whole) = &union.whole {
            return self.accepts(by, whole, candidate);
        }
        for member in &union.members {
            if self.accepts(by, &member.accept, candidate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
