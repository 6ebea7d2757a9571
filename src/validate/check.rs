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
mod items;
mod members;
mod numbers;
mod stray;

pub(super) use self::assertions::{Numeric, is_max_length_by, is_min_length_by};
pub use self::evaluated::Evaluated;
pub(super) use self::items::present;
pub(super) use self::numbers::{compare, is_multiple_by, to_big};
use super::refine::Refine;
use super::schema::{Keyword, Matcher, Place, Program, Sub, Thrown};
use super::source::Source;
use super::text::Text;
use super::value::{Heap, Value};

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
            Keyword::Unguarded(group) => self.check_unguarded(group, value, evaluated),
            assertion => self.holds(assertion, value),
        }
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
