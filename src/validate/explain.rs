//! Why a value does not fit a compiled schema: the lines that the model reads.
//!
//! Walks as the reference's `Errors` does: every keyword at a place is looked at, also behind one that failed. Of alternatives
//! (`anyOf` and its like) each collects lines of its own, of which some are then taken over.

mod items;
mod lines;
mod members;

use self::lines::{Lines, Message, Path, Step};
use super::check::{Answer, Checker, Evaluated};
use super::refine::Held;
use super::rules::Rules;
use super::schema::{If, Keyword, Limit, Place, Refinement, Sub};
use super::source::Item;
use super::value::Value;

/// What is collected while a value is walked.
struct Context<'c> {
    evaluated: Evaluated<'c>,
    lines: Lines,
}

impl Context<'_> {
    fn new(counts: bool) -> Self {
        Self { evaluated: Evaluated::new(counts), lines: Lines::default() }
    }

    fn fresh(&self) -> Self {
        Self::new(self.evaluated.counts())
    }
}

/// Writes the lines about a value that does not fit; false when there is none, as the reference's two checks may
/// disagree.
pub fn explain<'a>(checker: &mut Checker<'_, 'a>, value: Value<'a>, out: &mut Vec<u8>) -> Answer<bool> {
    let mut context = Context::new(checker.program.counts_evaluated());
    let mut path = Path::default();
    checker.explain(checker.program.entry(), value, &mut path, &mut context)?;
    context.lines.join(&path, checker.source.rules().has(Rules::PATHS_ARE_BARE), out);
    Ok(!context.lines.is_empty())
}

impl<'c, 'a> Checker<'c, 'a> {
    fn explain(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        if context.lines.is_full() && !self.looks_on() {
            return Ok(false);
        }
        match sub {
            Sub::Always => Ok(true),
            Sub::NoSchema => Ok(false),
            Sub::Never => Ok(context.lines.fail(path, "schema is false")),
            Sub::Place(place) => self.enter(|checker| checker.explain_place(place, value, path, context)),
        }
    }

    fn explain_place(
        &mut self,
        place: Place,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let program = self.program;
        let mut fits = true;
        for keyword in program.keywords(place) {
            // Refinements come last, and only what fits so far gets to them.
            if fits || !matches!(keyword, Keyword::Refine(_)) {
                fits &= self.explain_keyword(keyword, value, path, context)?;
            }
        }
        Ok(fits)
    }

    fn explain_keyword(
        &mut self,
        keyword: &'c Keyword,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        if let Some(id) = self.object(value)
            && let Some(fits) = self.explain_object(keyword, value, id, path, context)?
        {
            return Ok(fits);
        }
        let heap = self.heap;
        if let Some(array) = heap.array(value)
            && let Some(fits) = self.explain_array(keyword, array, path, context)?
        {
            return Ok(fits);
        }
        match keyword {
            Keyword::Ref(sub) => self.explain_reference(*sub, value, path, context),
            Keyword::ScopedRef(sub) => self.explain(*sub, value, path, context),
            Keyword::If(branches) => self.explain_if(branches, value, path, context),
            Keyword::Not(sub) => {
                let fits = self.check_not(*sub, value, &mut context.evaluated)?;
                Ok(fits || context.lines.fail(path, "must not be valid"))
            }
            Keyword::AllOf(subs) => {
                let tried = self.try_all(subs, value, path, context)?;
                let fits = tried.passed == subs.len();
                Ok(context.take_over(tried, fits, !fits))
            }
            Keyword::AnyOf(subs) => {
                let tried = self.try_all(subs, value, path, context)?;
                let fits = tried.passed > 0;
                let fits = context.take_over(tried, fits, !fits);
                Ok(fits || context.lines.fail(path, "must match a schema in anyOf"))
            }
            Keyword::OneOf(subs) => {
                let tried = self.try_all(subs, value, path, context)?;
                let (fits, none) = (tried.passed == 1, tried.passed == 0);
                let fits = context.take_over(tried, fits, none);
                Ok(fits || context.lines.fail(path, "must match exactly one schema in oneOf"))
            }
            Keyword::UnevaluatedProperties(sub) => {
                self.explain_unevaluated_properties(*sub, value, path, context)
            }
            Keyword::Guard(guard) => {
                let fits = self.holds(keyword, value)?;
                if !fits {
                    // Its own errors are not shown, but made: what they are does not matter.
                    let bytes = self.written(value);
                    self.host.check(guard.error, &bytes)?;
                }
                Ok(fits || context.lines.fail(path, "must match check function"))
            }
            Keyword::Refine(refinements) => self.explain_refinements(refinements, value, path, context),
            assertion => {
                let fits = self.holds(assertion, value)?;
                Ok(fits || context.lines.fail(path, self.message(assertion)))
            }
        }
    }

    /// Explains a value inside of the one at hand, and counts apart what of it is evaluated.
    fn explain_apart(
        &mut self,
        sub: Sub,
        step: Step<'c>,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        context.evaluated.push();
        path.push(step);
        let fits = self.inside(|checker| checker.explain(sub, value, path, context))?;
        path.pop();
        if fits {
            context.evaluated.pop();
        }
        Ok(fits)
    }

    /// Whether what is behind the last line is looked at. Only what it throws or calls can tell.
    fn looks_on(&self) -> bool {
        self.program.may_throw() && self.source.rules().has(Rules::FULL_REFUSALS_LOOK_ON)
    }

    fn hides_inner_lines(&self) -> bool {
        self.source.rules().has(Rules::INNER_LINES_ARE_HIDDEN)
    }

    /// Explains a value for nobody: only whether it fits counts.
    fn explain_for_nobody(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &Context<'c>,
    ) -> Answer<bool> {
        let mut apart = context.fresh();
        self.inside(|checker| checker.explain(sub, value, path, &mut apart))
    }

    fn explain_reference(
        &mut self,
        sub: Sub,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut apart = context.fresh();
        let fits = self.explain(sub, value, path, &mut apart)?;
        if fits {
            context.evaluated.merge(&apart.evaluated);
        } else {
            context.lines.append(apart.lines);
        }
        Ok(fits)
    }

    fn explain_if(
        &mut self,
        branches: &If,
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let mut apart = context.fresh();
        let fits = if self.explain(branches.condition, value, path, &mut apart)? {
            self.explain(branches.then, value, path, &mut apart)?
                || context.lines.fail(path, "must match \"then\" schema")
        } else {
            self.explain(branches.otherwise, value, path, context)?
                || context.lines.fail(path, "must match \"else\" schema")
        };
        if fits {
            context.evaluated.merge(&apart.evaluated);
        }
        Ok(fits)
    }

    /// Explains the value by each subschema, in contexts of their own.
    fn try_all(
        &mut self,
        subs: &[Sub],
        value: Value<'a>,
        path: &mut Path<'c>,
        context: &Context<'c>,
    ) -> Answer<Tried<'c>> {
        let mut tried = Tried { passed: 0, evaluated: Vec::new(), lines: Lines::default() };
        for sub in subs {
            let mut apart = context.fresh();
            if self.explain(*sub, value, path, &mut apart)? {
                tried.passed += 1;
                tried.evaluated.push(apart.evaluated);
            } else {
                tried.lines.append(apart.lines);
            }
        }
        Ok(tried)
    }

    fn explain_refinements(
        &mut self,
        refinements: &[Refinement],
        value: Value<'a>,
        path: &Path<'c>,
        context: &mut Context<'c>,
    ) -> Answer<bool> {
        let bytes = self.written(value);
        let mut fits = true;
        for refinement in refinements {
            if self.host.check(refinement.check, &bytes)? == Held::No {
                let message = self.host.error(refinement.error, &bytes)?;
                fits = context.lines.fail(path, message);
            }
        }
        Ok(fits)
    }

    /// The text about a keyword without subschemas.
    fn message(&mut self, keyword: &Keyword) -> Message {
        match keyword {
            Keyword::Type(types) => Message::types(self.source, types.names),
            Keyword::Const(_) => "must be equal to constant".into(),
            Keyword::Enum(_) => "must be equal to one of the allowed values".into(),
            Keyword::MinProperties(limit) => {
                Message::counting("must not have fewer than ", *limit, " properties")
            }
            Keyword::MaxProperties(limit) => {
                Message::counting("must not have more than ", *limit, " properties")
            }
            Keyword::MinItems(limit) => Message::counting("must not have fewer than ", *limit, " items"),
            Keyword::MaxItems(limit) => Message::counting("must not have more than ", *limit, " items"),
            Keyword::MinLength(limit) => {
                Message::counting("must not have fewer than ", *limit, " characters")
            }
            Keyword::MaxLength(limit) => Message::counting("must not have more than ", *limit, " characters"),
            Keyword::Format(name, _) => {
                Message::naming("must match format \"", self.source.text(*name).as_bytes(), "\"")
            }
            Keyword::Pattern(name, _) => {
                Message::naming("must match pattern \"", self.source.text(*name).as_bytes(), "\"")
            }
            Keyword::RegExp(index) => Message::naming("must match pattern \"", &self.host.show(*index), "\""),
            Keyword::ExclusiveMinimum(limit) => self.comparison("must be > ", limit),
            Keyword::ExclusiveMaximum(limit) => self.comparison("must be < ", limit),
            Keyword::Minimum(limit) => self.comparison("must be >= ", limit),
            Keyword::Maximum(limit) => self.comparison("must be <= ", limit),
            Keyword::MultipleOf(divisor) => self.comparison("must be multiple of ", divisor),
            // All others have been dealt with where their subschemas are.
            _ => "an unknown validation error occurred".into(),
        }
    }

    fn comparison(&self, before: &str, limit: &Limit) -> Message {
        match limit {
            Limit::Number(number) => Message::counting(before, *number, ""),
            Limit::BigInt(kept) => match self.source.kept(*kept) {
                Item::BigInt(digits) => Message::naming(before, digits.as_bytes(), ""),
                _ => before.into(),
            },
        }
    }
}

/// What came of trying alternatives.
struct Tried<'c> {
    passed: usize,
    /// Of those that the value fits.
    evaluated: Vec<Evaluated<'c>>,
    /// Of the others.
    lines: Lines,
}

impl<'c> Context<'c> {
    /// Takes over what counts as evaluated if the value fits, or the lines if they are to be shown. Gives `fits`.
    fn take_over(&mut self, tried: Tried<'c>, fits: bool, show: bool) -> bool {
        if fits {
            for evaluated in &tried.evaluated {
                self.evaluated.merge(evaluated);
            }
        } else if show {
            self.lines.append(tried.lines);
        }
        fits
    }
}
