//! ECMAScript regular expressions with the `u` flag, asked one thing: is there a match in the text?
//!
//! Sources are untrusted. Nothing here panics, runs without bound or takes memory without bound, whatever the source
//! and the text. Whether a source is legal is V8's to say, which also words the refusal; what is refused here beyond
//! that is too large, or of a kind that no engine at hand can answer exactly.
//!
//! The source is read into its meaning ([`node`]), and one of three engines takes that: [`linear`], [`lookaround`], and
//! for back-references [`backtrack`]. The first two take time linear in the text.

mod alphabet;
mod automaton;
mod backtrack;
mod escape;
mod groups;
mod halves;
mod hir;
mod linear;
mod lookaround;
mod name;
mod node;
mod parse;
mod places;
mod property;
mod reference;
mod runs;
mod set;

use std::sync::OnceLock;

use self::backtrack::Backtrack;
use self::linear::Linear;
use self::lookaround::LookAround;
use self::node::Node;
pub use self::parse::Edition;
use crate::validate::text::Text;

/// Why there is no compiled pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("the pattern is not a regular expression")]
    Syntax,
    #[error("the pattern is too large to be compiled")]
    TooLarge,
    #[error("the groups of the pattern are nested too deep")]
    TooDeep,
    #[error("the pattern uses back-references in a way that is not supported")]
    Unsupported,
}

/// A test that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("testing the pattern takes too long")]
pub struct PatternTooCostly;

/// A compiled pattern.
pub struct Pattern {
    node: Node,
    kind: Kind,
    /// See [`halves`].
    matches_between_halves: bool,
    /// Compiled when the first text comes along.
    engine: OnceLock<Result<Engine, PatternError>>,
    /// True when groups may be nested so deep that working on the pattern takes a larger stack.
    deep: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Linear,
    LookAround,
    Backtrack,
}

enum Engine {
    Linear(Box<Linear>),
    LookAround(Box<LookAround>),
    Backtrack(Box<Backtrack>),
}

impl Pattern {
    /// Takes the text between the slashes of `/…/u`.
    pub fn compile(source: Text<'_>) -> Result<Self, PatternError> {
        // V8 has judged the source already, so what the newest grammar has cannot come up where it is not known.
        let deep = may_be_deep(source);
        let node = with_stack(deep, || parse::parse(source, Edition::Es2025))?;
        let kind = if node.contains(&|node| matches!(node, Node::Reference(_))) {
            Kind::Backtrack
        } else if node.contains(&|node| matches!(node, Node::Look(_))) {
            Kind::LookAround
        } else {
            Kind::Linear
        };
        let matches_between_halves = halves::matches_between_halves(&node);
        Ok(Self { node, kind, matches_between_halves, engine: OnceLock::new(), deep })
    }

    /// What `RegExp.prototype.test` says.
    pub fn test(&self, text: Text<'_>) -> Result<bool, PatternTooCostly> {
        if self.matches_between_halves && text.has_surrogate_pair() {
            return Ok(true);
        }
        let engine = self.engine.get_or_init(|| with_stack(self.deep, || Engine::new(&self.node, self.kind)));
        match engine {
            Ok(Engine::Linear(engine)) => engine.test(text),
            Ok(Engine::LookAround(engine)) => engine.test(text),
            Ok(Engine::Backtrack(engine)) => engine.test(text),
            Err(_) => Err(PatternTooCostly),
        }
    }
}

/// What `new RegExp(source, "u")` says: true when it does not throw.
pub fn is_legal(source: Text<'_>, edition: Edition) -> bool {
    !matches!(
        with_stack(may_be_deep(source), || parse::parse(source, edition)),
        Err(PatternError::Syntax | PatternError::TooDeep)
    )
}

impl Engine {
    fn new(node: &Node, kind: Kind) -> Result<Self, PatternError> {
        Ok(match kind {
            Kind::Linear => Self::Linear(Box::new(Linear::new(node)?)),
            Kind::LookAround => Self::LookAround(Box::new(LookAround::new(node)?)),
            Kind::Backtrack => Self::Backtrack(Box::new(Backtrack::new(node)?)),
        })
    }
}

/// Whatever works on a pattern calls itself for each level of its groups. Growing the stack takes longer than parsing
/// a common pattern does.
fn may_be_deep(source: Text<'_>) -> bool {
    const FEW: usize = 50;
    source.as_bytes().iter().filter(|byte| **byte == b'(').count() > FEW
}

fn with_stack<T>(deep: bool, work: impl FnOnce() -> T) -> T {
    const NEEDED: usize = 16 << 20;
    if deep { stacker::maybe_grow(NEEDED, 2 * NEEDED, work) } else { work() }
}
