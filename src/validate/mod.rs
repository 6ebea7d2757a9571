//! Decides about the arguments of a tool call: converts and coerces them, checks them against the schema and words a
//! refusal. Knows neither Node.js nor a JavaScript engine.

mod accept;
pub mod check;
pub mod coerce;
pub mod convert;
mod dialect;
pub mod effort;
mod explain;
mod foreign;
pub mod format;
mod literal;
mod mend;
#[cfg(test)]
mod notation;
pub mod number;
mod optional_nulls;
pub mod pattern;
pub mod pi_schema;
mod plain;
pub mod refine;
mod repair;
mod rules;
pub mod schema;
mod scratch;
pub mod source;
pub mod text;
pub mod value;
pub mod wire;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use bumpalo::Bump;

use self::check::{Checker, Way};
use self::coerce::{Coerce, Coerced};
use self::convert::Convert;
pub use self::dialect::{Compiled, Dialect};
use self::effort::Stop;
use self::optional_nulls::OptionalNulls;
pub use self::pattern::Edition;
use self::plain::Plain;
pub use self::refine::Refine;
pub use self::repair::Repair;
pub use self::rules::Rules;
use self::schema::{Program, Reading, Thrown};
use self::scratch::with_arena;
use self::source::{Item, Source};
use self::text::Text;
use self::value::{Heap, Value};
pub use self::wire::WireError;

/// A tool's schema, compiled.
pub struct Schema {
    source: Source,
    /// Compiled for the first arguments that do not fit at sight: most schemas never see any.
    passes: OnceLock<Passes>,
    program: Result<Program, Thrown>,
    plain: Option<Plain>,
    patterns: Vec<Vec<u8>>,
    /// The schema as the reference reads it when it words errors, where that makes a difference.
    dynamic: OnceLock<Result<Program, Thrown>>,
}

/// What may change arguments, in its order.
struct Passes {
    /// Where the rules have it.
    nulls: Option<OptionalNulls>,
    convert: Convert,
    coerce: Coerce,
}

/// What validation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The arguments fit as they are.
    Accepted,
    /// They fit once changed; the changed ones have been written as wire bytes.
    Changed,
    /// They do not fit; the lines that say why have been written as WTF-8.
    Refused,
    /// The verdict depends on texts that stayed in JavaScript: ask again with everything written.
    TextWanted,
    /// The reference throws what V8 says about a regular expression without flags; its source has been written as WTF-8.
    Pattern,
    /// What the reference throws instead of giving a verdict, or what this package says where the reference's stack or
    /// time gives out.
    Threw(String),
}

impl Schema {
    /// Compiles a schema from its wire bytes, for a runtime whose regular expressions are of this edition. What the
    /// reference throws about a schema it throws for each call, so that is kept for [`Schema::validate`].
    pub fn compile(wire: &[u8], edition: Edition) -> Result<Self, WireError> {
        Self::compile_by(wire, edition, Rules::default())
    }

    /// The same, by other rules.
    pub fn compile_by(wire: &[u8], edition: Edition, rules: Rules) -> Result<Self, WireError> {
        let source = Source::read(wire.into())?.for_edition(edition).for_rules(rules);
        let (program, patterns) = schema::compile(&source, source.root(), &[], Reading::Compiled);
        let plain = program.as_ref().ok().and_then(|program| Plain::compile(&source, program));
        let (passes, dynamic) = (OnceLock::new(), OnceLock::new());
        Ok(Self { source, passes, program, plain, patterns, dynamic })
    }

    /// The schema as it was handed over.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// False for a schema that cannot be compiled.
    pub fn is_compiled(&self) -> bool {
        self.program.is_ok()
    }

    /// The sources of the regular expressions, in the order in which the reference compiles them. One that V8 refuses
    /// refuses every call with V8's text; that is for the host to try.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = Text<'_>> {
        self.patterns.iter().map(|pattern| Text::from_wtf8(pattern))
    }

    /// Whether the content of texts can decide about arguments that fit as they are. Where it cannot, the host does well to
    /// leave all texts out.
    pub fn reads_texts(&self) -> bool {
        self.plain.as_ref().is_none_or(Plain::reads_texts)
    }

    /// Validates arguments, given as wire bytes. What the verdict says to have been written is written behind what `out`
    /// holds.
    pub fn validate(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        if self.fits_at_sight(arguments) {
            Verdict::Accepted
        } else {
            self.validate_exactly(arguments, host, out)
        }
    }

    /// Whether one look over arguments is enough to be certain that they are accepted as they are.
    pub fn fits_at_sight(&self, arguments: &[u8]) -> bool {
        match (&self.plain, &self.program) {
            (Some(plain), Ok(program)) => plain.accepts(program, arguments),
            _ => false,
        }
    }

    /// Whether a second look is enough to be certain that arguments that do not fit are accepted with members that are
    /// easily mended. These are then written behind what `out` holds, as [`mend`] says.
    pub fn mends_at_sight(&self, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        match (&self.plain, &self.program) {
            // By a schema that TypeBox has marked nothing is coerced.
            (Some(plain), Ok(program)) if !self.source.is_marked() => plain.mends(program, arguments, out),
            _ => false,
        }
    }

    /// Whether that look takes a small part of the time that it took to write the arguments: it tests no pattern and no format.
    pub fn sees_quickly(&self) -> bool {
        !self.plain.as_ref().is_some_and(Plain::tests_texts)
    }

    /// The same as [`Schema::validate`], for arguments that do not fit at sight.
    pub fn validate_exactly(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        let start = out.len();
        with_arena(|bump| self.decide(arguments, bump, host, out)).unwrap_or_else(|stop| {
            out.truncate(start);
            stopped(stop, out)
        })
    }

    /// Only converts arguments, to find out what comes before the refusal of a pattern: the reference converts first,
    /// then compiles the schema. [`Verdict::Accepted`] where conversion throws nothing.
    pub fn convert_only(&self, arguments: &[u8], host: &mut dyn Refine, out: &mut Vec<u8>) -> Verdict {
        match with_arena(|bump| self.converted(arguments, bump, host).map(drop)) {
            Ok(()) => Verdict::Accepted,
            Err(stop) => stopped(stop, out),
        }
    }

    fn passes(&self) -> &Passes {
        self.passes.get_or_init(|| {
            let source = &self.source;
            let drops_nulls = source.rules().has(Rules::OPTIONAL_NULLS_ARE_DROPPED);
            Passes {
                nulls: drops_nulls.then(|| OptionalNulls::compile(source)).flatten(),
                convert: Convert::compile(source),
                coerce: Coerce::compile(source),
            }
        })
    }

    /// Reads arguments and converts them; also gives whether that changed them.
    fn converted<'a>(
        &self,
        arguments: &'a [u8],
        bump: &'a Bump,
        host: &mut dyn Refine,
    ) -> Result<(Heap<'a>, Value<'a>, bool), Stop> {
        let (mut heap, value) = wire::decode(arguments, bump).map_err(|error| match error {
            WireError::TooDeep => Thrown::new(format!("The arguments are {error}")),
            WireError::Malformed => Thrown::new(error.to_string()),
        })?;
        let passes = self.passes();
        let dropped = match &passes.nulls {
            Some(nulls) => nulls.run(&self.source, &mut heap, host, value)?,
            None => false,
        };
        let changed = passes.convert.run(&self.source, &mut heap, host, value)?;
        Ok((heap, value, changed || dropped))
    }

    fn decide(
        &self,
        arguments: &[u8],
        bump: &Bump,
        host: &mut dyn Refine,
        out: &mut Vec<u8>,
    ) -> Result<Verdict, Stop> {
        let (mut heap, mut value, mut changed) = self.converted(arguments, bump, host)?;
        let program = self.program.as_ref().map_err(Clone::clone)?;
        if !matches!(self.source.root(), Item::Node(_) | Item::Function(_)) {
            // The reference keeps what it compiled in a map that only objects can be keys of.
            return Err(Thrown::new("Invalid value used as weak map key").into());
        }
        let size = arguments.len();
        let mut fits = None;
        if !self.source.is_marked() {
            match self.passes().coerce.run(&self.source, &mut heap, host, value)? {
                Coerced::Same { changed: inside } => changed |= inside,
                Coerced::Other(other) => {
                    // What replaces the arguments counts if it fits; if not, they count as they are, fit or not.
                    let accepted = self.checker(program, &heap, host, Way::Compiled, size).accepts(other)?;
                    if accepted {
                        value = other;
                        changed = true;
                    }
                    fits = Some(true);
                }
            }
        }
        let fits = match fits {
            Some(fits) => fits,
            None => self.checker(program, &heap, host, Way::Compiled, size).accepts(value)?,
        };
        if !fits {
            self.refuse(&heap, value, host, size, out)?;
            return Ok(Verdict::Refused);
        }
        if changed {
            out.reserve(arguments.len());
            wire::encode(&heap, value, out);
            return Ok(Verdict::Changed);
        }
        Ok(Verdict::Accepted)
    }

    fn refuse<'a>(
        &self,
        heap: &Heap<'a>,
        value: Value<'a>,
        host: &mut dyn Refine,
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let dynamic = if self.source.uses().resources {
            self.dynamic
                .get_or_init(|| schema::compile(&self.source, self.source.root(), &[], Reading::Dynamic).0)
        } else {
            &self.program
        };
        let dynamic = dynamic.as_ref().map_err(Clone::clone)?;
        let mut checker = self.checker(dynamic, heap, host, Way::Dynamic, size);
        if !explain::explain(&mut checker, value, out)? {
            out.extend(b"Unknown validation error");
        }
        Ok(())
    }

    /// A checker that may look at as many places as arguments of that many bytes can need.
    fn checker<'c, 'a>(
        &'c self,
        program: &'c Program,
        heap: &'c Heap<'a>,
        host: &'c mut dyn Refine,
        way: Way,
        size: usize,
    ) -> Checker<'c, 'a> {
        const LEAST: u64 = 20_000_000;
        Checker::new(&self.source, program, heap, host, way, LEAST + 64 * size as u64)
    }
}

/// The verdict where a pass ended without a result.
fn stopped(stop: Stop, out: &mut Vec<u8>) -> Verdict {
    match stop {
        Stop::TextWanted => Verdict::TextWanted,
        Stop::Threw(thrown) => Verdict::Threw(thrown.to_string()),
        Stop::Refused(pattern) => {
            out.extend(pattern);
            Verdict::Pattern
        }
    }
}
