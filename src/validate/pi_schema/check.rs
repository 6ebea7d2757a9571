//! Whether a value fits.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::Release;
use super::compile::no_schema;
use super::equal::{is_scalar, pairs};
use super::number::is_multiple;
use super::program::{
    ArrayRules, Dependency, DynamicReference, Node, NumberRules, ObjectRules, Options, Property, Rare,
    Reference, Sub, TextRules, Union, UnionKind,
};
use super::references::Base;
use super::run::{Answer, Run};
use super::types::{Type, types_of};
use crate::validate::check::{Numeric, compare};
use crate::validate::effort::Stop;
use crate::validate::schema::Limit;
use crate::validate::source::{Item, Kept};
use crate::validate::text::Text;
use crate::validate::value::{Array, Container, ForeignClass, Heap, Id, LeftOut, Value, inherited};

impl<'p> Run<'p> {
    pub fn check<'a>(&self, heap: &Heap<'a>, sub: Sub, value: Value<'a>) -> Answer<bool> {
        match sub {
            Sub::Always => Ok(true),
            Sub::Never => Ok(false),
            Sub::NoSchema(kept) => Err(no_schema(self.source, kept)),
            Sub::Node(_) => match self.node(sub) {
                Some(node) => self.deeper(|| self.check_node(heap, node, value)),
                None => Ok(true),
            },
        }
    }

    pub fn check_node<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        if let Some(failure) = &node.failure {
            return Err(failure.clone());
        }
        if node.counts_evaluated() {
            return self.annotates(heap, node, value, &mut Default::default());
        }
        self.scoped(node.is_resource.then_some(node.base), || {
            Ok(self.holds_by_itself(heap, node, value)?
                && self.members_fit(heap, node, value)?
                && self.applies_in_place(heap, node, value)?)
        })
    }

    /// Goes on with a resource around the schema at hand.
    pub fn scoped<T>(&self, base: Option<Base>, go: impl FnOnce() -> Answer<T>) -> Answer<T> {
        let Some(base) = base.filter(|_| self.program.is_dynamic) else { return go() };
        self.scope.borrow_mut().push(base);
        let answer = go();
        self.scope.borrow_mut().pop();
        answer
    }

    /// The keywords without subschemas.
    pub fn holds_by_itself<'a>(&self, heap: &Heap<'a>, node: &Node, value: Value<'a>) -> Answer<bool> {
        if let Some(types) = &node.types
            && !types.set.has(types_of(heap, value, self.release))
        {
            return Ok(false);
        }
        let fits = match value {
            Value::Text(_) | Value::LeftOut(_) => match &node.text {
                Some(rules) => self.text_fits(rules, value)?,
                None => true,
            },
            Value::Number(number) => self.number_fits(node, Numeric::Number(number)),
            Value::BigInt(_) if self.release == Release::V1_5_0 => true,
            Value::BigInt(digits) => self.number_fits(node, Numeric::BigInt(digits)),
            Value::Container(id) if node.single_type() == Some(Type::Bytes) => bytes_fit(heap, node, id),
            _ => true,
        };
        if !fits {
            return Ok(false);
        }
        if let Some(options) = &node.options
            && !self.is_option(heap, options, value)?
        {
            return Ok(false);
        }
        match node.constant {
            Some(constant) => self.equals_item(heap, value, self.source.kept(constant)),
            None => Ok(true),
        }
    }

    pub fn text_fits(&self, rules: &TextRules, value: Value<'_>) -> Answer<bool> {
        let (least, most) = (rules.least.unwrap_or(0.0), rules.most.unwrap_or(f64::INFINITY));
        if (rules.least.is_some() || rules.most.is_some()) && !length_fits(value, least, most)? {
            return Ok(false);
        }
        if let Some(matcher) = &rules.pattern
            && !matcher.test(self.source, content(value)?)?
        {
            return Ok(false);
        }
        match rules.format {
            Some((_, format)) => Ok(format.test(content(value)?)),
            None => Ok(true),
        }
    }

    pub fn number_fits(&self, node: &Node, value: Numeric<'_>) -> bool {
        let Some(rules) = &node.number else { return true };
        self.in_bounds(rules, value)
            && rules.multiple_of.is_none_or(|divisor| is_multiple(value, self.limit(divisor)))
    }

    fn in_bounds(&self, rules: &NumberRules, value: Numeric<'_>) -> bool {
        let to = |limit: Limit| compare(value, self.limit(limit));
        rules.minimum.is_none_or(|limit| matches!(to(limit), Some(Greater | Equal)))
            && rules.maximum.is_none_or(|limit| matches!(to(limit), Some(Less | Equal)))
            && rules.exclusive_minimum.is_none_or(|limit| to(limit) == Some(Greater))
            && rules.exclusive_maximum.is_none_or(|limit| to(limit) == Some(Less))
    }

    pub fn limit(&self, limit: Limit) -> Numeric<'p> {
        match limit {
            Limit::Number(number) => Numeric::Number(number),
            Limit::BigInt(kept) => match self.source.kept(kept) {
                Item::BigInt(digits) => Numeric::BigInt(digits),
                _ => Numeric::Number(f64::NAN),
            },
        }
    }

    pub fn is_option<'a>(&self, heap: &Heap<'a>, options: &Options, value: Value<'a>) -> Answer<bool> {
        let items = self.source.items(options.list);
        self.spend(1 + items.len() as u64 / 16)?;
        if options.finds_nan && is_nan(value) && items.clone().any(is_nan_item) {
            return Ok(true);
        }
        for item in items {
            if self.equals_item(heap, value, item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn members_fit<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        let Value::Container(id) = value else { return Ok(true) };
        match heap.container(id) {
            Container::Array(array) => match &node.array {
                Some(rules) => self.array_fits(heap, rules, array),
                None => Ok(true),
            },
            _ if is_bytes(heap, id) => Ok(true),
            _ => match &node.object {
                Some(rules) => {
                    Ok(self.properties_fit(heap, rules, id)? && self.object_fits(heap, rules, value, id)?)
                }
                None => Ok(true),
            },
        }
    }

    /// `properties`, `required`, `patternProperties`, `additionalProperties`
    fn properties_fit<'a>(&self, heap: &Heap<'a>, rules: &'p ObjectRules, id: Id) -> Answer<bool> {
        if rules.is_open {
            return self.open_properties_fit(heap, rules, id);
        }
        let is_closed = matches!(rules.additional, Some(Sub::Never));
        let mut required = 0;
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let Some(nth) = self.find(&rules.properties, *key, next) else {
                if is_closed {
                    return Ok(false);
                }
                continue;
            };
            next = nth + 1;
            let property = &rules.properties[nth];
            if *member == Value::Undefined && (!property.required || self.release == Release::V1_5_0) {
                continue;
            }
            if !self.check(heap, property.sub, *member)? {
                return Ok(false);
            }
            required += usize::from(property.required);
        }
        Ok(required == rules.required_properties)
    }

    /// Which property has that name, looked for from `next` on first.
    pub fn find(&self, properties: &[Property], key: Text<'_>, next: usize) -> Option<usize> {
        let is = |property: &Property| self.source.text(property.name) == key;
        let (before, behind) = properties.split_at(next.min(properties.len()));
        behind.iter().position(is).map(|nth| nth + before.len()).or_else(|| before.iter().position(is))
    }

    fn open_properties_fit<'a>(&self, heap: &Heap<'a>, rules: &'p ObjectRules, id: Id) -> Answer<bool> {
        for property in &rules.properties {
            let key = self.source.text(property.name);
            let value = heap.get(id, key);
            let is_there = match value {
                // What every object inherits does not count.
                Value::Inherited(_) => inherited(key).is_none(),
                Value::Undefined => {
                    property.required && self.release != Release::V1_5_0 && heap.has_own(id, key)
                }
                _ => true,
            };
            if !is_there {
                if property.required {
                    return Ok(false);
                }
                continue;
            }
            if !self.check(heap, property.sub, value)? {
                return Ok(false);
            }
        }
        if !rules.required_besides.iter().all(|name| heap.has_own(id, self.source.text(*name))) {
            return Ok(false);
        }
        let additional = rules.additional.filter(|additional| !matches!(additional, Sub::Always));
        if rules.patterns.is_empty() && additional.is_none() {
            return Ok(true);
        }
        let mut next = 0;
        for (key, member) in pairs(heap, id) {
            let nth = self.find(&rules.properties, *key, next);
            next = nth.map_or(next, |nth| nth + 1);
            let mut matched = nth.is_some();
            for (matcher, sub) in &rules.patterns {
                if matcher.test(self.source, *key)? {
                    matched = true;
                    if !self.check(heap, *sub, *member)? {
                        return Ok(false);
                    }
                }
            }
            if let Some(additional) = additional
                && !matched
                && !self.check(heap, additional, *member)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The other keywords about objects.
    fn object_fits<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
    ) -> Answer<bool> {
        Ok(self.object_holds(heap, rules, value, id)? && {
            let mut fits = true;
            for (name, sub) in &rules.dependent_schemas {
                fits =
                    fits && (!heap.has_own(id, self.source.text(*name)) || self.check(heap, *sub, value)?);
            }
            fits
        })
    }

    /// The same without `dependentSchemas`, which may say what it has evaluated.
    pub fn object_holds<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &'p ObjectRules,
        value: Value<'a>,
        id: Id,
    ) -> Answer<bool> {
        if let Some(names) = rules.names {
            for (key, _) in pairs(heap, id) {
                if !self.check(heap, names, Value::Text(*key))? {
                    return Ok(false);
                }
            }
        }
        let count = pairs(heap, id).len() as f64;
        if !(rules.least.is_none_or(|least| count >= least) && rules.most.is_none_or(|most| count <= most)) {
            return Ok(false);
        }
        let has = |key: &[u8]| heap.has_own(id, Text::from_wtf8(key));
        for (name, dependency) in rules.dependent_required.iter().chain(&rules.dependencies) {
            if let Dependency::Keys(keys) = dependency
                && has(self.source.text(*name).as_bytes())
                && !keys.iter().all(|key| has(key))
            {
                return Ok(false);
            }
        }
        for (name, dependency) in &rules.dependencies {
            if let Dependency::Schema(sub) = dependency
                && has(self.source.text(*name).as_bytes())
                && !self.check(heap, *sub, value)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn array_fits<'a>(&self, heap: &Heap<'a>, rules: &'p ArrayRules, array: &Array<'a>) -> Answer<bool> {
        if !self.array_holds(heap, rules, array)? {
            return Ok(false);
        }
        let (list, rest) = rules.lists();
        let rest = rest.filter(|rest| !matches!(rest, Sub::Always));
        let looked_at = if rest.is_some() { array.len() } else { array.len().min(list.len() as u32) };
        self.spend(u64::from(looked_at))?;
        for index in 0..looked_at {
            let item = array.item(index).unwrap_or(Value::Undefined);
            let sub = list.get(index as usize).copied().or(rest);
            if let Some(sub) = sub
                && !self.check(heap, sub, item)?
            {
                return Ok(false);
            }
        }
        match rules.contains {
            Some(sub) => self.contains(heap, rules, sub, array),
            None => Ok(true),
        }
    }

    /// The keywords about an array that have no subschemas.
    pub fn array_holds<'a>(&self, heap: &Heap<'a>, rules: &ArrayRules, array: &Array<'a>) -> Answer<bool> {
        let length = f64::from(array.len());
        Ok(rules.least.is_none_or(|least| length >= least)
            && rules.most.is_none_or(|most| length <= most)
            && (!rules.unique || self.is_unique(heap, array)?))
    }

    pub fn contains<'a>(
        &self,
        heap: &Heap<'a>,
        rules: &ArrayRules,
        sub: Sub,
        array: &Array<'a>,
    ) -> Answer<bool> {
        let (least, most) = contained(rules);
        self.spend(u64::from(array.len()))?;
        let mut count = 0.0;
        for index in 0..array.len() {
            if self.check(heap, sub, array.item(index).unwrap_or(Value::Undefined))? {
                count += 1.0;
                if count > most {
                    return Ok(false);
                }
            }
        }
        Ok(count >= least)
    }

    /// The keywords whose subschemas are about the same value.
    fn applies_in_place<'a>(&self, heap: &Heap<'a>, node: &'p Node, value: Value<'a>) -> Answer<bool> {
        for sub in node.all_of.iter().flatten() {
            if !self.check(heap, *sub, value)? {
                return Ok(false);
            }
        }
        if let Some(union) = &node.any_of
            && !self.union_fits(heap, union, value, false)?
        {
            return Ok(false);
        }
        if let Some(union) = &node.one_of
            && !self.union_fits(heap, union, value, true)?
        {
            return Ok(false);
        }
        let rare = node.rare.as_deref();
        if let Some(rare) = rare
            && !(self.is_refused_by(heap, rare.not, value)? && self.condition_fits(heap, rare, value)?)
        {
            return Ok(false);
        }
        if let Some(reference) = &node.reference
            && !self.reference_fits(heap, reference, node.base, value)?
        {
            return Ok(false);
        }
        match rare.and_then(|rare| rare.dynamic_reference.as_ref()) {
            Some(reference) => self.dynamic_reference_fits(heap, reference, node.base, value),
            None => Ok(true),
        }
    }

    /// `not`
    pub fn is_refused_by<'a>(&self, heap: &Heap<'a>, not: Option<Sub>, value: Value<'a>) -> Answer<bool> {
        Ok(match not {
            Some(not) => !self.check(heap, not, value)?,
            None => true,
        })
    }

    fn condition_fits<'a>(&self, heap: &Heap<'a>, rare: &Rare, value: Value<'a>) -> Answer<bool> {
        let Some(condition) = &rare.condition else { return Ok(true) };
        if condition.then.is_none() && condition.otherwise.is_none() {
            return Ok(true);
        }
        let branch =
            if self.check(heap, condition.condition, value)? { condition.then } else { condition.otherwise };
        self.check(heap, branch.unwrap_or(Sub::Always), value)
    }

    fn reference_fits<'a>(
        &self,
        heap: &Heap<'a>,
        reference: &Reference,
        base: Base,
        value: Value<'a>,
    ) -> Answer<bool> {
        let around = (reference.base != base).then_some(reference.base);
        self.scoped(around, || self.check(heap, reference.sub, value))
    }

    fn dynamic_reference_fits<'a>(
        &self,
        heap: &Heap<'a>,
        reference: &DynamicReference,
        base: Base,
        value: Value<'a>,
    ) -> Answer<bool> {
        if reference.anchors.is_empty() {
            return self.reference_fits(heap, &reference.fallback, base, value);
        }
        self.check(heap, self.dynamic_target(reference), value)
    }

    /// Where a `$dynamicRef` leads: the anchor of the outermost resource that has one.
    pub fn dynamic_target(&self, reference: &DynamicReference) -> Sub {
        let scope = self.scope.borrow();
        let anchors = &reference.anchors;
        let found = scope.iter().find_map(|base| anchors.iter().find(|anchor| anchor.base == *base));
        found.map_or(reference.fallback.sub, |anchor| Sub::Node(anchor.node))
    }

    fn union_fits<'a>(
        &self,
        heap: &Heap<'a>,
        union: &Union,
        value: Value<'a>,
        exactly_one: bool,
    ) -> Answer<bool> {
        match &union.kind {
            UnionKind::Constants { values, finds_nan } => {
                let is_there = |kept: &Kept| self.source.kept(*kept);
                if *finds_nan && is_nan(value) && values.iter().map(is_there).any(is_nan_item) {
                    return Ok(true);
                }
                for kept in values {
                    if is_scalar(value, self.source.kept(*kept))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            UnionKind::Tagged { key, tags } => {
                let Value::Container(id) = value else { return Ok(false) };
                if heap.members(id).is_none() || is_bytes(heap, id) {
                    return Ok(false);
                }
                let tag = heap.get(id, self.source.text(*key));
                for (kept, sub) in tags.iter().zip(&union.subs) {
                    if is_scalar(tag, self.source.kept(*kept))? {
                        return self.check(heap, *sub, value);
                    }
                }
                Ok(false)
            }
            UnionKind::Any => {
                let mut count = 0;
                for sub in &union.subs {
                    if self.check(heap, *sub, value)? {
                        if !exactly_one {
                            return Ok(true);
                        }
                        count += 1;
                        if count > 1 {
                            return Ok(false);
                        }
                    }
                }
                Ok(count == 1)
            }
        }
    }
}

/// How many items have to fit `contains`, and may.
pub fn contained(rules: &ArrayRules) -> (f64, f64) {
    (rules.least_contained.unwrap_or(1.0), rules.most_contained.unwrap_or(f64::INFINITY))
}

/// Whether an object is a `Uint8Array`.
pub fn is_bytes(heap: &Heap<'_>, id: Id) -> bool {
    matches!(heap.container(id), Container::Foreign(foreign) if foreign.class == ForeignClass::Bytes)
}

/// How many bytes a `Uint8Array` has.
pub fn count_bytes(heap: &Heap<'_>, id: Id) -> f64 {
    match heap.inside(id).essence {
        Some(Value::Text(bytes)) => bytes.as_bytes().len() as f64,
        _ => 0.0,
    }
}

fn bytes_fit(heap: &Heap<'_>, node: &Node, id: Id) -> bool {
    let Some(rules) = &node.text else { return true };
    let length = count_bytes(heap, id);
    rules.least.is_none_or(|least| length >= least) && rules.most.is_none_or(|most| length <= most)
}

pub fn content<'a>(value: Value<'a>) -> Answer<Text<'a>> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(Stop::TextWanted),
    }
}

/// The length of a text in code points lies between as many UTF-16 units and half of them, which mostly decides.
pub fn length_fits(value: Value<'_>, least: f64, most: f64) -> Answer<bool> {
    let units = units(value);
    if units < least || (units < 2.0 * least && count_code_points(value)? < least) {
        return Ok(false);
    }
    Ok(units <= most || (units / 2.0 <= most && count_code_points(value)? <= most))
}

fn units(value: Value<'_>) -> f64 {
    match value {
        Value::Text(text) if text.is_ascii() => text.as_bytes().len() as f64,
        Value::Text(text) => text.count_code_units() as f64,
        Value::LeftOut(LeftOut { units, .. }) => f64::from(units),
        _ => 0.0,
    }
}

pub fn count_code_points(value: Value<'_>) -> Answer<f64> {
    Ok(content(value)?.count_code_points() as f64)
}

fn is_nan(value: Value<'_>) -> bool {
    matches!(value, Value::Number(number) if number.is_nan())
}

fn is_nan_item(item: Item<'_>) -> bool {
    matches!(item, Item::Number(number) if number.is_nan())
}
