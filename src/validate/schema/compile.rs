//! Builds a [`Program`] from a schema.
//!
//! The reference reads a schema in two ways. Its compiled check builds each schema object in place and turns what a
//! reference leads to into a function, one for each schema and base URI, whatever else the way there was. Its other check,
//! which also words the errors, reads anew at every step. Where no `$id` and no scoped anchor occurs the two meet the same
//! keywords.

use std::collections::HashMap;
use std::rc::Rc;

use super::codec::look_for_codecs;
use super::program::{Keyword, Matcher, Place, Program, Sub};
use super::resolve::{Resolver, StackId};
use super::{Thrown, keywords};
use crate::validate::number;
use crate::validate::pattern::Pattern;
use crate::validate::rules::Rules;
use crate::validate::source::{Item, NodeId, NodeKind, Source};
use crate::validate::text::Text;

/// Which of the reference's two ways of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// As `Compile(schema)` does: what is wrong with the schema is thrown at once.
    Compiled,
    /// As `Check(schema, value)` and `Errors(schema, value)` do: what is wrong is thrown where it is met.
    Dynamic,
}

/// What the compiled check calls the value that a function of it is given.
const VALUE: &str = "value";

/// A schema has this many places at most, and this many inside of one another.
const MOST_PLACES: usize = 500_000;
const DEEPEST: u32 = 10_000;

/// Compiles the schema that `root` is the root of. `definitions` are the `$defs` that its references find by bare name,
/// the last ones first.
///
/// Along with the program or the error come the sources of the patterns met until then, in the order in which the
/// reference compiles them.
pub fn compile(
    source: &Source,
    root: Item<'_>,
    definitions: &[NodeId],
    reading: Reading,
) -> (Result<Program, Thrown>, Vec<Vec<u8>>) {
    if reading == Reading::Compiled
        && let Err(thrown) = look_for_codecs(source, root)
    {
        return (Err(thrown), Vec::new());
    }
    let counts_evaluated = match counts_evaluated(source, root, definitions) {
        Ok(counts_evaluated) => counts_evaluated,
        Err(thrown) => return (Err(thrown), Vec::new()),
    };
    let mut compiler = Compiler {
        source,
        reading,
        resolver: Resolver::new(source, definitions, reading),
        resources: source.uses().resources,
        counts_evaluated,
        nodes: Vec::new(),
        origins: Vec::new(),
        places: HashMap::new(),
        simple_places: Vec::new(),
        functions: HashMap::new(),
        patterns: Vec::new(),
        names_values: reading == Reading::Compiled && source.rules().has(Rules::TYPE_LISTS_GUARD_NOTHING),
        value: VALUE.to_owned(),
        depth: 0,
    };
    let entry = compiler.root(root);
    let Compiler { nodes, origins, counts_evaluated, patterns, .. } = compiler;
    let nodes: Vec<_> = nodes.into_iter().map(Option::unwrap_or_default).collect();
    let may_throw = nodes.iter().flatten().any(Keyword::may_throw);
    (entry.map(|entry| Program { nodes, origins, entry, counts_evaluated, may_throw }), patterns)
}

pub(super) struct Compiler<'s> {
    pub(super) source: &'s Source,
    reading: Reading,
    resolver: Resolver<'s>,
    resources: bool,
    counts_evaluated: bool,
    /// `None` for a place whose keywords are being read.
    nodes: Vec<Option<Box<[Keyword]>>>,
    origins: Vec<NodeId>,
    /// The places of schemas, by the stack they are read under.
    places: HashMap<(NodeId, StackId), Place>,
    /// The same where the stack makes no difference.
    simple_places: Vec<Option<Place>>,
    /// The compiled check's functions.
    functions: HashMap<(NodeId, Rc<str>), Place>,
    patterns: Vec<Vec<u8>>,
    /// Whether it matters how the compiled check calls the value at hand, and how it does.
    names_values: bool,
    value: String,
    depth: u32,
}

impl<'s> Compiler<'s> {
    fn root(&mut self, root: Item<'s>) -> Result<Sub, Thrown> {
        match root {
            Item::Node(node) => {
                let stack = self.resolver.start(node)?;
                if self.source.kind(node) == NodeKind::Array {
                    return Ok(Sub::Always);
                }
                self.function(node, stack)
            }
            item => Self::schema_value(item),
        }
    }

    /// Reads the schema at a place that a keyword gives one.
    pub(super) fn sub(&mut self, item: Item<'s>, stack: StackId) -> Result<Sub, Thrown> {
        match item {
            Item::Node(node) if self.source.kind(node) == NodeKind::Array => Ok(Sub::Always),
            Item::Node(node) => {
                if let Some(place) = self.place(node, stack) {
                    // The reference builds what stands in a place there. A schema that holds itself and has come so far
                    // has no references, so that the one that is being read stands in itself.
                    if self.source.is_cyclic() && self.nodes[place.index()].is_none() {
                        return Err(Thrown::too_deep());
                    }
                    return Ok(Sub::Place(place));
                }
                let place = self.reserve(node, stack)?;
                self.fill(place, node, stack)?;
                Ok(Sub::Place(place))
            }
            item => Self::schema_value(item),
        }
    }

    /// The same for the schema of another value, which the compiled check has under this name.
    pub(super) fn sub_of(
        &mut self,
        value: impl FnOnce(&str) -> String,
        item: Item<'s>,
        stack: StackId,
    ) -> Result<Sub, Thrown> {
        if !self.names_values {
            return self.sub(item, stack);
        }
        let inner = value(&self.value);
        let outer = std::mem::replace(&mut self.value, inner);
        let sub = self.sub(item, stack);
        self.value = outer;
        sub
    }

    /// How the compiled check calls the value at hand, where that matters.
    pub(super) fn value(&self) -> Option<&str> {
        self.names_values.then_some(&self.value)
    }

    pub(super) fn subs(
        &mut self,
        items: impl IntoIterator<Item = Item<'s>>,
        stack: StackId,
    ) -> Result<Box<[Sub]>, Thrown> {
        items.into_iter().map(|item| self.sub(item, stack)).collect()
    }

    /// What a reference leads to.
    pub(super) fn target(&mut self, target: Option<Item<'s>>, stack: StackId) -> Result<Sub, Thrown> {
        if self.reading == Reading::Compiled && !self.source.rules().has(Rules::ONLY_OBJECTS_ARE_NAMED) {
            // A base that is no URL names nothing.
            self.resolver.lexical_base(stack)?;
        }
        match target {
            None => Ok(Sub::Never),
            Some(Item::Function(_)) => Ok(Sub::NoSchema),
            Some(Item::Node(node)) if self.source.kind(node) == NodeKind::Array => Ok(Sub::NoSchema),
            Some(Item::Node(node)) => self.function(node, stack),
            Some(Item::Bool(bool)) => Ok(if bool { Sub::Always } else { Sub::Never }),
            Some(_) if self.reading == Reading::Dynamic => Ok(Sub::NoSchema),
            Some(item) => Self::schema_value(item),
        }
    }

    fn function(&mut self, node: NodeId, stack: StackId) -> Result<Sub, Thrown> {
        if self.names_values && self.value != VALUE {
            let outer = std::mem::replace(&mut self.value, VALUE.to_owned());
            let sub = self.function(node, stack);
            self.value = outer;
            return sub;
        }
        if self.reading == Reading::Dynamic || !self.resources {
            return self.sub(Item::Node(node), stack);
        }
        let key = (node, self.resolver.lexical_base(stack)?);
        if let Some(place) = self.functions.get(&key) {
            return Ok(Sub::Place(*place));
        }
        let place = self.reserve(node, stack)?;
        self.functions.insert(key, place);
        self.fill(place, node, stack)?;
        Ok(Sub::Place(place))
    }

    fn schema_value(item: Item<'_>) -> Result<Sub, Thrown> {
        schema_value(item).map(|accepts| if accepts { Sub::Always } else { Sub::Never })
    }

    fn place(&self, node: NodeId, stack: StackId) -> Option<Place> {
        if self.resources {
            self.places.get(&(node, stack)).copied()
        } else {
            self.simple_places.get(node.index()).copied().flatten()
        }
    }

    fn reserve(&mut self, node: NodeId, stack: StackId) -> Result<Place, Thrown> {
        if self.nodes.len() == MOST_PLACES {
            return Err(Thrown::too_complex());
        }
        let place = Place(self.nodes.len() as u32);
        self.nodes.push(None);
        self.origins.push(node);
        if self.resources {
            // Where the way makes a difference, no place is come to again.
            if !self.resolver.walks() {
                self.places.insert((node, stack), place);
            }
        } else {
            if self.simple_places.is_empty() {
                self.simple_places.resize(self.source.len(), None);
            }
            self.simple_places[node.index()] = Some(place);
        }
        Ok(place)
    }

    fn fill(&mut self, place: Place, node: NodeId, stack: StackId) -> Result<(), Thrown> {
        if self.depth == DEEPEST {
            return Err(Thrown::too_deep());
        }
        self.depth += 1;
        let keywords = stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let inside = self.resolver.next(stack, Item::Node(node))?;
            let keywords = keywords::read(self, place, node, inside)?;
            self.resolver.leave(node)?;
            Ok::<_, Thrown>(keywords)
        })?;
        self.depth -= 1;
        self.nodes[place.index()] = Some(keywords);
        Ok(())
    }

    /// What a keyword throws: at once when compiling, else when a value comes to it.
    pub(super) fn thrown(&self, thrown: Thrown) -> Result<Keyword, Thrown> {
        match self.reading {
            Reading::Compiled => Err(thrown),
            Reading::Dynamic => Ok(Keyword::Throws(thrown.message().into())),
        }
    }

    pub(super) fn resolver(&mut self) -> &mut Resolver<'s> {
        &mut self.resolver
    }

    pub(super) const fn counts_evaluated(&self) -> bool {
        self.counts_evaluated
    }

    /// Compiles a pattern. Whether it is one at all the host has had V8 judge before it asks for a verdict.
    pub(super) fn pattern(&mut self, source: Text<'_>) -> Matcher {
        self.patterns.push(source.as_bytes().to_vec());
        self.untried_pattern(source)
    }

    /// The same for a pattern that V8 need not judge.
    pub(super) fn untried_pattern(&self, source: Text<'_>) -> Matcher {
        Pattern::compile(source).map(Box::new).map_err(|error| error.to_string().into())
    }
}

/// Whether a schema that is no plain object accepts everything or nothing, or what the reference throws when it looks for
/// keywords in it.
pub fn schema_value(item: Item<'_>) -> Result<bool, Thrown> {
    let shown = match item {
        Item::Bool(accepts) => return Ok(accepts),
        Item::Node(_) | Item::Function(_) => return Ok(true),
        Item::Undefined => "undefined".into(),
        Item::Null => "null".into(),
        Item::Number(number) => number::to_text(number, &mut ryu_js::Buffer::new()).to_owned(),
        Item::Text(text) => text.to_string_lossy().into_owned(),
        Item::BigInt(digits) => digits.to_owned(),
    };
    Err(Thrown::new(format!("Cannot use 'in' operator to search for 'type' in {shown}")))
}

/// Whether an `unevaluated…` keyword occurs anywhere in a schema, be it in a value of a `const`. In a schema that holds itself
/// the reference finds no end to its look, unless it finds one before.
fn counts_evaluated(source: &Source, root: Item<'_>, definitions: &[NodeId]) -> Result<bool, Thrown> {
    let uses = source.uses();
    if !uses.unevaluated && !source.is_cyclic() {
        return Ok(false);
    }
    if source.is_cyclic()
        && (uses.references || uses.resources || source.rules().has(Rules::SCHEMAS_ARE_HASHED))
    {
        return Err(Thrown::too_deep());
    }
    let mut look = Look { source, seen: vec![Seen::No; source.len()] };
    let definitions = definitions.iter().copied().map(Item::Node);
    for item in std::iter::once(root).chain(definitions) {
        if look.finds_unevaluated(item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

struct Look<'s> {
    source: &'s Source,
    seen: Vec<Seen>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    No,
    /// The look is inside of it.
    Around,
    Done,
}

impl Look<'_> {
    fn finds_unevaluated(&mut self, item: Item<'_>) -> Result<bool, Thrown> {
        let Item::Node(node) = item else { return Ok(false) };
        match self.seen[node.index()] {
            Seen::Done => return Ok(false),
            Seen::Around => return Err(Thrown::too_deep()),
            Seen::No => self.seen[node.index()] = Seen::Around,
        }
        let source = self.source;
        let counts = ["unevaluatedItems", "unevaluatedProperties"]
            .into_iter()
            .any(|keyword| keywords::schema(source, node, keyword).is_some());
        if counts {
            return Ok(true);
        }
        let inside = stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            source.values(node).try_fold(false, |found, value| Ok(found || self.finds_unevaluated(value)?))
        });
        self.seen[node.index()] = Seen::Done;
        inside
    }
}
