//! Whether a value fits a compiled schema.
//!
//! The reference checks in two ways, and they differ in a few corners (see [`Way`]). Both are here: its compiled check
//! decides about arguments, its other one about the members of unions in conversion, and about parts of a value while
//! errors are collected.

mod assertions;
mod equal;
mod evaluated;
mod graphemes;
mod hash;
mod numbers;

pub(super) use self::assertions::{Numeric, is_max_length_by, is_min_length_by};
pub use self::evaluated::Evaluated;
pub(super) use self::numbers::{compare, is_multiple_by, to_big};
use super::convert::annex_b::split_pairs;
use super::refine::Refine;
use super::rules::Rules;
use super::schema::{
    AdditionalProperties, Dependency, Keyword, Matcher, Place, Program, Property, Sub, Thrown,
};
use super::source::{Name, Source};
use super::text::Text;
use super::value::{Array, Heap, Id, Value};

/// Which of the reference's two ways of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `Compile(schema).Check(value)`
    Compiled,
    /// `Check(schema, value)`
    Dynamic,
}

/// Why a check ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The answer depends on a text whose content stayed in JavaScript.
    TextWanted,
    Threw(Thrown),
}

impl From<Thrown> for Stop {
    fn from(thrown: Thrown) -> Self {
        Self::Threw(thrown)
    }
}

/// An answer, or why there is none.
pub type Answer<T> = Result<T, Stop>;

/// Schemas are nested this deep at most around one value: more are a schema that refers to itself.
const DEEPEST_AROUND_VALUE: u32 = 4_000;
/// And this deep over all: the JavaScript stack gives out long before.
const DEEPEST: u32 = 60_000;

/// Checks values of one heap against one compiled schema.
pub struct Checker<'c, 'a> {
    pub(super) source: &'c Source,
    pub(super) program: &'c Program,
    pub(super) heap: &'c Heap<'a>,
    pub(super) host: &'c mut dyn Refine,
    way: Way,
    /// Whether what the compiled check found last was true only to JavaScript's operators: where the last thing that an
    /// expression of it asks is a refinement's `check`, it gives what that gives. `oneOf` counts `true` alone.
    truthy: bool,
    /// How many more places may be looked at.
    budget: u64,
    depth: u32,
    depth_around_value: u32,
}

impl<'c, 'a> Checker<'c, 'a> {
    /// `budget` says how many places of the schema may be looked at, over all values.
    pub fn new(
        source: &'c Source,
        program: &'c Program,
        heap: &'c Heap<'a>,
        host: &'c mut dyn Refine,
        way: Way,
        budget: u64,
    ) -> Self {
        Self { source, program, heap, host, way, truthy: false, budget, depth: 0, depth_around_value: 0 }
    }

    /// How many more places may be looked at.
    pub fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether a value fits the whole schema.
    pub fn accepts(&mut self, value: Value<'a>) -> Answer<bool> {
        let mut evaluated = Evaluated::new(self.program.counts_evaluated());
        self.check(self.program.entry(), value, &mut evaluated)
    }

    pub(super) fn check(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        self.truthy = false;
        match sub {
            Sub::Always => Ok(true),
            Sub::Never => Ok(false),
            Sub::NoSchema => Ok(self.way == Way::Compiled),
            Sub::Place(place) => self.enter(|checker| checker.check_place(place, value, evaluated)),
        }
    }

    /// Goes into a schema that says something about the same value.
    pub(super) fn enter<T>(&mut self, go: impl FnOnce(&mut Self) -> Answer<T>) -> Answer<T> {
        if self.depth == DEEPEST || self.depth_around_value == DEEPEST_AROUND_VALUE {
            return Err(Thrown::too_deep().into());
        }
        self.budget = self.budget.checked_sub(1).ok_or_else(Thrown::too_complex)?;
        self.depth += 1;
        self.depth_around_value += 1;
        let answer = stacker::maybe_grow(64 * 1024, 1024 * 1024, || go(self));
        self.depth -= 1;
        self.depth_around_value -= 1;
        answer
    }

    /// Goes on to a value inside of the one at hand.
    pub(super) fn inside<T>(&mut self, go: impl FnOnce(&mut Self) -> Answer<T>) -> Answer<T> {
        let around = std::mem::take(&mut self.depth_around_value);
        let answer = go(self);
        self.depth_around_value = around;
        answer
    }

    /// Checks a value inside of the one at hand, and counts apart what of it is evaluated.
    fn check_apart(&mut self, sub: Sub, value: Value<'a>, evaluated: &mut Evaluated<'c>) -> Answer<bool> {
        evaluated.push();
        let fits = self.inside(|checker| checker.check(sub, value, evaluated))?;
        if fits {
            evaluated.pop();
        }
        Ok(fits)
    }

    /// Checks a value inside of the one at hand.
    fn check_inside(&mut self, sub: Sub, value: Value<'a>, evaluated: &mut Evaluated<'c>) -> Answer<bool> {
        self.inside(|checker| checker.check(sub, value, evaluated))
    }

    fn check_place(&mut self, place: Place, value: Value<'a>, evaluated: &mut Evaluated<'c>) -> Answer<bool> {
        let program = self.program;
        for keyword in program.keywords(place) {
            self.truthy = false;
            if !self.check_keyword(keyword, value, evaluated)? {
                return Ok(false);
            }
            self.truthy &= keyword.gives_what_a_schema_gives();
        }
        Ok(true)
    }

    fn check_keyword(
        &mut self,
        keyword: &Keyword,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        if let Some(id) = self.object(value)
            && let Some(fits) = self.check_object(keyword, value, id, evaluated)?
        {
            return Ok(fits);
        }
        if let Some(array) = self.heap.array(value)
            && let Some(fits) = self.check_array(keyword, array, evaluated)?
        {
            return Ok(fits);
        }
        match keyword {
            Keyword::Ref(sub) => self.check_counting_apart(*sub, value, evaluated),
            Keyword::ScopedRef(sub) => self.check(*sub, value, evaluated),
            Keyword::If(branches) => {
                let fits = self.check(branches.condition, value, evaluated)?;
                self.check(if fits { branches.then } else { branches.otherwise }, value, evaluated)
            }
            Keyword::Not(sub) => self.check_not(*sub, value, evaluated),
            Keyword::AllOf(subs) => {
                let passed = self.passing(subs, value, evaluated, |_| true, |passed| !passed)?;
                Ok(passed.len() == subs.len() && merged(evaluated, &passed))
            }
            Keyword::AnyOf(subs) => {
                let passed = self.passing(subs, value, evaluated, |_| true, |passed| passed)?;
                Ok(!passed.is_empty() && merged(evaluated, &passed))
            }
            Keyword::OneOf(subs) => {
                let exact = self.way == Way::Compiled && !evaluated.counts();
                let counts = |checker: &Self| !(exact && checker.truthy);
                let passed = self.passing(subs, value, evaluated, counts, |_| false)?;
                Ok(passed.len() == 1 && merged(evaluated, &passed))
            }
            Keyword::UnevaluatedProperties(sub) => self.check_unevaluated_properties(*sub, value, evaluated),
            assertion => self.holds(assertion, value),
        }
    }

    /// A keyword that has subschemas for the members of an object; `None` for every other.
    fn check_object(
        &mut self,
        keyword: &Keyword,
        value: Value<'a>,
        id: Id,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::AdditionalProperties(additional) => {
                self.check_additional_properties(additional, id, evaluated)?
            }
            Keyword::Dependencies(dependencies) => {
                if self.count_own_names(id) == 0 {
                    return Ok(Some(true));
                }
                for (name, dependency) in dependencies {
                    self.truthy = false;
                    let fits = !self.has(id, *name)
                        || match dependency {
                            Dependency::Names(names) => names.iter().all(|name| self.has(id, *name)),
                            Dependency::Schema(sub) => self.check(*sub, value, evaluated)?,
                        };
                    if !fits {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::DependentSchemas(schemas) => {
                if self.count_own_names(id) == 0 {
                    return Ok(Some(true));
                }
                for (name, sub) in schemas {
                    self.truthy = false;
                    if self.has(id, *name) && !self.check(*sub, value, evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            Keyword::PatternProperties(patterns) => {
                for (pattern, sub) in patterns {
                    for (key, member) in self.entries(id) {
                        if self.matches(pattern, *key)? {
                            if !self.check_apart(*sub, *member, evaluated)? {
                                return Ok(Some(false));
                            }
                            evaluated.add_key(*key);
                        }
                    }
                }
                true
            }
            Keyword::Properties(properties) => {
                for property in properties {
                    self.truthy = false;
                    if let Some((key, member)) = self.property(id, property) {
                        if !self.check_apart(property.sub, member, evaluated)? {
                            return Ok(Some(false));
                        }
                        evaluated.add_key(key);
                    } else if self.way == Way::Dynamic && self.has(id, property.name) {
                        // The reference looks at an optional member that is undefined as well. What comes of it counts
                        // for what is evaluated only; what it throws shows.
                        if self.check_apart(property.sub, Value::Undefined, evaluated)? {
                            evaluated.add_key(self.source.text(property.name));
                        }
                    }
                }
                true
            }
            Keyword::PropertyNames(sub) => {
                for key in self.own_names(id) {
                    if !self.check_inside(*sub, Value::Text(key), evaluated)? {
                        return Ok(Some(false));
                    }
                }
                true
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    fn check_additional_properties(
        &mut self,
        additional: &AdditionalProperties,
        id: Id,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        if self.way == Way::Compiled
            && let Some(count) = additional.only_count
        {
            return Ok(self.count_own_names(id) == count as usize);
        }
        for key in self.own_names(id) {
            if self.is_additional(additional, key)? {
                if !self.check_apart(additional.sub, self.heap.get(id, key), evaluated)? {
                    return Ok(false);
                }
                evaluated.add_key(key);
            }
        }
        Ok(true)
    }

    /// Whether no name and no pattern of the schema covers a key.
    pub(super) fn is_additional(&self, additional: &AdditionalProperties, key: Text<'_>) -> Answer<bool> {
        let named = additional.names.binary_search_by_key(&key, |name| self.source.text(*name)).is_ok();
        Ok(!named
            && match &additional.pattern {
                None => true,
                Some(pattern) if self.source.rules().has(Rules::KEY_PATTERNS_HAVE_NO_FLAG) => {
                    !self.matches(pattern, Text::from_wtf8(&split_pairs(key)))?
                }
                Some(pattern) => !self.matches(pattern, key)?,
            })
    }

    /// A keyword that has subschemas for the items of an array; `None` for every other.
    fn check_array(
        &mut self,
        keyword: &Keyword,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<Option<bool>> {
        let fits = match keyword {
            Keyword::AdditionalItems(from, sub) => {
                for (index, item) in present(array).filter(|(index, _)| index >= from) {
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            Keyword::Items(from, sub) => {
                for (index, item) in self.items_at(array, *from) {
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            Keyword::Contains(sub) => self.contains(*sub, array, evaluated)?,
            Keyword::ItemList(subs) | Keyword::PrefixItems(subs) => {
                for (index, sub) in (0..array.len()).zip(subs) {
                    let item = array.item(index).unwrap_or(Value::Undefined);
                    if !self.check_apart(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                self.truthy &= array.len() as usize >= subs.len();
                true
            }
            Keyword::MinContains(least, sub) => self.count(*sub, array, evaluated, true)? >= *least,
            Keyword::MaxContains(most, sub) => self.count(*sub, array, evaluated, false)? <= *most,
            Keyword::UnevaluatedItems(sub) => {
                let height = evaluated.height();
                for (index, item) in self.items_at(array, 0) {
                    if !evaluated.has_index(height, index) && !self.check_inside(*sub, item, evaluated)? {
                        return Ok(Some(false));
                    }
                    evaluated.add_index(index);
                }
                true
            }
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    /// The items from this one on, as the reference's own loop over them gives them.
    pub(super) fn items_at(
        &self,
        array: &'c Array<'a>,
        from: u32,
    ) -> impl Iterator<Item = (u32, Value<'a>)> + use<'c, 'a> {
        let holes = self.source.rules().has(Rules::HOLES_ARE_ITEMS) && (self.way == Way::Dynamic || from > 0);
        let items = if holes { array.len() as usize } else { array.count_present() };
        (0..items)
            .filter_map(move |nth| {
                if holes {
                    let index = nth as u32;
                    Some((index, array.item(index).unwrap_or(Value::Undefined)))
                } else {
                    array.present(nth)
                }
            })
            .filter(move |(index, _)| *index >= from)
    }

    fn contains_evaluates(&self) -> bool {
        !self.source.rules().has(Rules::CONTAINS_EVALUATES_NOTHING)
    }

    /// Whether some item fits.
    pub(super) fn contains(
        &mut self,
        sub: Sub,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let mut some = false;
        for (index, item) in present(array) {
            if self.check_inside(sub, item, evaluated)? {
                if self.contains_evaluates() {
                    evaluated.add_index(index);
                }
                some = true;
                if !self.looks_at_all(evaluated) {
                    break;
                }
            }
        }
        Ok(some)
    }

    /// How many items fit.
    pub(super) fn count(
        &mut self,
        sub: Sub,
        array: &'c Array<'a>,
        evaluated: &mut Evaluated<'c>,
        evaluates: bool,
    ) -> Answer<f64> {
        let mut count = 0.0;
        for (index, item) in present(array) {
            if self.check_inside(sub, item, evaluated)? {
                count += 1.0;
                if evaluates && self.contains_evaluates() {
                    evaluated.add_index(index);
                }
            }
        }
        Ok(count)
    }

    fn check_unevaluated_properties(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let height = evaluated.height();
        for (key, member) in self.all_entries(value) {
            if !evaluated.has_key(height, key) {
                if !self.check_inside(sub, member, evaluated)? {
                    return Ok(false);
                }
                evaluated.add_key(key);
            }
        }
        Ok(true)
    }

    fn check_counting_apart(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let mut apart = evaluated.fresh();
        let fits = self.check(sub, value, &mut apart)?;
        if fits {
            evaluated.merge(&apart);
        }
        Ok(fits)
    }

    pub(super) fn check_not(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        evaluated: &mut Evaluated<'c>,
    ) -> Answer<bool> {
        let mut apart = evaluated.fresh();
        let fits = self.check(sub, value, &mut apart)?;
        if !fits && self.way == Way::Dynamic {
            evaluated.merge(&apart);
        }
        Ok(!fits)
    }

    /// The contexts of the subschemas that a value fits and that `counts` lets count. Ends early where `is_decided` by
    /// one, and nobody could tell.
    fn passing(
        &mut self,
        subs: &[Sub],
        value: Value<'a>,
        evaluated: &Evaluated<'c>,
        counts: impl Fn(&Self) -> bool,
        is_decided: impl Fn(bool) -> bool,
    ) -> Answer<Vec<Evaluated<'c>>> {
        let mut passed = Vec::new();
        for sub in subs {
            let mut apart = evaluated.fresh();
            let fits = self.check(*sub, value, &mut apart)?;
            if fits && counts(self) {
                passed.push(apart);
            }
            if is_decided(fits) && !self.looks_at_all(evaluated) {
                break;
            }
        }
        Ok(passed)
    }

    /// Whether the reference looks at all alternatives, also when one has decided: what it throws on the way shows.
    fn looks_at_all(&self, evaluated: &Evaluated<'c>) -> bool {
        self.way == Way::Dynamic || evaluated.counts()
    }

    /// The container of a value that is an object and no array.
    pub(super) fn object(&self, value: Value<'a>) -> Option<Id> {
        match value {
            Value::Container(id) if self.heap.members(id).is_some() => Some(id),
            _ => None,
        }
    }

    /// `Object.entries` of an object that is no array.
    pub(super) fn entries(&self, id: Id) -> &'c [(Text<'a>, Value<'a>)] {
        let heap = self.heap;
        heap.members(id).map_or(&[], |members| members.pairs())
    }

    /// `Object.getOwnPropertyNames` of an object that is no array.
    pub(super) fn own_names(&self, id: Id) -> impl Iterator<Item = Text<'a>> + use<'c, 'a> {
        let heap = self.heap;
        heap.own_names(id)
    }

    pub(super) fn count_own_names(&self, id: Id) -> usize {
        self.entries(id).len() + self.heap.inside(id).hidden.len()
    }

    /// `Object.entries` of any value; what has none gives an empty list.
    pub(super) fn all_entries(&self, value: Value<'a>) -> Vec<(Text<'a>, Value<'a>)> {
        let Value::Container(id) = value else { return Vec::new() };
        match self.heap.array(value) {
            None => self.entries(id).to_vec(),
            Some(array) => {
                let bump = self.heap.bump();
                let key = |index: u32| Text::from(&*bump.alloc_str(&index.to_string()));
                let items = present(array).map(|(index, item)| (key(index), item));
                items.chain(array.extra().pairs().iter().copied()).collect()
            }
        }
    }

    /// Whether a key is in an object, inherited ones included where the reference's check sees them.
    pub(super) fn has(&self, id: Id, name: Name) -> bool {
        let key = self.source.text(name);
        match key.as_bytes() {
            b"__proto__" | b"constructor" => self.heap.has_own(id, key),
            _ => self.heap.has(id, key),
        }
    }

    /// The member of an object that a property is about. An optional one that is undefined counts as absent.
    pub(super) fn property(&self, id: Id, property: &Property) -> Option<(Text<'c>, Value<'a>)> {
        if !self.has(id, property.name) {
            return None;
        }
        let source = self.source;
        let key = source.text(property.name);
        let member = self.heap.get(id, key);
        (property.required || member != Value::Undefined).then_some((key, member))
    }

    pub(super) fn matches(&self, pattern: &Matcher, text: Text<'_>) -> Answer<bool> {
        match pattern {
            Ok(pattern) => pattern.test(text).map_err(|error| Thrown::new(error.to_string()).into()),
            Err(error) => Err(Thrown::new(error.to_string()).into()),
        }
    }
}

fn merged<'c>(evaluated: &mut Evaluated<'c>, passed: &[Evaluated<'c>]) -> bool {
    for apart in passed {
        evaluated.merge(apart);
    }
    true
}

/// The items that are there with their indices, as `array.every` gives them.
pub(super) fn present<'a>(array: &Array<'a>) -> impl Iterator<Item = (u32, Value<'a>)> {
    (0..array.count_present()).filter_map(|nth| array.present(nth))
}
