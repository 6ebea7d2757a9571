//! pi-schema's dialect of validation, which pi has from 1.5.0 on: what fits is JSON Schema 2020-12, what does not quite fit
//! is fitted in three passes, and every failure has its line.
//!
//! A value that fits is changed by none of the passes, save where a schema without `type` lists `items`: there a single
//! value becomes an array. That is what lets [`scan`] accept without a pass. Where a member alone is converted, the rest
//! still fits, and the passes behind change nothing more; they give a new object, which is not told from the old one in
//! arguments that are a tree, so that the scan may have members of the copy replaced ([`super::mend`]).

mod annotate;
mod check;
mod coerce;
mod compile;
mod convert;
mod copy;
mod equal;
mod explain;
mod json;
mod nulls;
mod number;
mod pattern;
mod program;
mod read;
mod references;
mod run;
mod scan;
#[cfg(test)]
mod tests;
mod types;

use bumpalo::Bump;

use self::program::Program;
use self::run::Run;
use self::scan::Scan;
use super::effort::Stop;
use super::schema::Thrown;
use super::scratch::with_arena;
use super::source::{Item, Source};
use super::text::Text;
use super::wire::{self, WireError};
use super::{Edition, Rules, Verdict, stopped};

/// A release of pi-schema, with those behind it that behave the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Release {
    V1_5_0,
    /// With bigints and undefined, without numbers that are not finite.
    #[default]
    V1_5_1,
}

/// A tool's schema, compiled.
pub struct Schema {
    source: Source,
    release: Release,
    program: Result<Program, Thrown>,
    scan: Option<Scan>,
    patterns: Vec<Box<[u8]>>,
}

impl Schema {
    /// Compiles a schema from its wire bytes, for a runtime whose regular expressions are of this edition. What the
    /// reference throws about a schema it throws for each call, so that is kept.
    pub fn compile(wire: &[u8], edition: Edition, release: Release) -> Result<Self, WireError> {
        Self::compile_by(wire, edition, release, Rules::default())
    }

    /// The same, for a runtime that has rules of its own.
    pub fn compile_by(
        wire: &[u8],
        edition: Edition,
        release: Release,
        rules: Rules,
    ) -> Result<Self, WireError> {
        let source = Source::read(wire.into())?.for_edition(edition).for_rules(rules);
        let (mut program, patterns) = compile::compile(&source, release);
        if program.is_ok() && !matches!(source.root(), Item::Node(_)) {
            // The reference keeps what it compiled in a map that only objects can be keys of.
            program = Err(Thrown::new("Invalid value used as weak map key"));
        }
        let scan = program.as_ref().ok().and_then(|program| Scan::compile(&source, program));
        Ok(Self { source, release, program, scan, patterns })
    }

    /// The schema as it was handed over.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The sources of the regular expressions, in the order in which the reference compiles them, with the `u` flag and if
    /// need be without. One that V8 refuses both ways refuses every call with V8's text; that is for the host to try.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = Text<'_>> {
        self.patterns.iter().map(|pattern| Text::from_wtf8(pattern))
    }

    /// Whether the content of texts can decide about arguments that fit as they are. Where it cannot, the host does well to
    /// leave all texts out.
    pub fn reads_texts(&self) -> bool {
        self.scan.as_ref().is_none_or(Scan::reads_texts)
    }

    /// What the reference throws when it compiles the schema. [`Verdict::Accepted`] where it throws nothing.
    pub fn compiled_only(&self) -> Verdict {
        match &self.program {
            Ok(_) => Verdict::Accepted,
            Err(thrown) => Verdict::Threw(thrown.to_string()),
        }
    }

    /// Validates arguments, given as wire bytes. What the verdict says to have been written is written behind what `out`
    /// holds.
    pub fn validate(&self, arguments: &[u8], out: &mut Vec<u8>) -> Verdict {
        if self.fits_at_sight(arguments) { Verdict::Accepted } else { self.validate_exactly(arguments, out) }
    }

    /// Whether one look over arguments is enough to be certain that they are accepted as they are.
    pub fn fits_at_sight(&self, arguments: &[u8]) -> bool {
        match (&self.scan, &self.program) {
            (Some(scan), Ok(program)) => scan.accepts(&self.source, program, arguments),
            _ => false,
        }
    }

    /// The same as [`super::Schema::mends_at_sight`].
    pub fn mends_at_sight(&self, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        match (&self.scan, &self.program) {
            (Some(scan), Ok(program)) => scan.mends(&self.source, program, arguments, out),
            _ => false,
        }
    }

    /// Whether that look takes a small part of the time that it took to write the arguments: it tests no pattern and no format.
    pub fn sees_quickly(&self) -> bool {
        !self.scan.as_ref().is_some_and(Scan::tests_texts)
    }

    /// The same as [`Schema::validate`], for arguments that do not fit at sight.
    pub fn validate_exactly(&self, arguments: &[u8], out: &mut Vec<u8>) -> Verdict {
        let program = match &self.program {
            Ok(program) => program,
            Err(thrown) => return Verdict::Threw(thrown.to_string()),
        };
        let start = out.len();
        with_arena(|bump| self.decide(program, arguments, bump, out)).unwrap_or_else(|stop| {
            out.truncate(start);
            stopped(stop, out)
        })
    }

    fn decide(
        &self,
        program: &Program,
        arguments: &[u8],
        bump: &Bump,
        out: &mut Vec<u8>,
    ) -> Result<Verdict, Stop> {
        const LEAST: u64 = if cfg!(test) { 400_000 } else { 20_000_000 };
        let (mut heap, given) = wire::decode(arguments, bump).map_err(|error| match error {
            WireError::TooDeep => Thrown::new(format!("The arguments are {error}")),
            WireError::Malformed => Thrown::new(error.to_string()),
        })?;
        let steps = LEAST + 64 * arguments.len() as u64;
        let run = Run::new(program, &self.source, self.release, steps);
        let mut value = run.drop_nulls(&mut heap, program.root, given)?;
        value = convert::convert(&run, &mut heap, value)?;
        value = run.coerce(&mut heap, program.root, value)?;
        if !run.check(&heap, program.root, value)? {
            explain::explain(&run, &heap, value, out)?;
            return Ok(Verdict::Refused);
        }
        if value.is_same(given) {
            return Ok(Verdict::Accepted);
        }
        out.reserve(arguments.len());
        wire::encode(&heap, value, out);
        Ok(Verdict::Changed)
    }
}
