//! Builds a [`Program`]: reads the schema objects in the order in which the reference compiles them, so that of several
//! things that are wrong with a schema the same one is found first.

use std::sync::atomic::AtomicBool;

use super::Release;
use super::json;
use super::program::{Dependency, Failure, Node, ObjectRules, Program, Rare, Reference, Sub, UnionKind};
use super::references::{Base, References};
use super::types::Type;
use crate::validate::effort::Stop;
use crate::validate::schema::Thrown;
use crate::validate::source::{Kept, NodeId, Source};

/// Schemas nested deeper than this around one place make the reference's stack give out.
const DEEPEST: u32 = 10_000;

/// A schema that cannot be compiled throws whenever it is used. Along with that, or with the program, come the sources of
/// the regular expressions met until then, in the order in which the reference compiles them.
pub fn compile(source: &Source, release: Release) -> (Result<Program, Thrown>, Vec<Box<[u8]>>) {
    let mut compiler = Compiler {
        source,
        release,
        references: References::new(source, release),
        nodes: std::iter::repeat_with(|| None).take(source.len()).collect(),
        met: vec![0; source.len()],
        patterns: Vec::new(),
        quiet: false,
        failed: None,
        is_dynamic: false,
        depth: 0,
    };
    let program = compiler.run();
    (program, compiler.patterns)
}

pub(super) struct Compiler<'s> {
    pub(super) source: &'s Source,
    pub(super) release: Release,
    pub(super) references: References<'s>,
    nodes: Vec<Option<Box<Node>>>,
    /// How far each schema object has come: a bit for each of the constants below.
    met: Vec<u8>,
    patterns: Vec<Box<[u8]>>,
    /// What is found wrong counts for the schema object alone, as compiling the whole schema did not come by.
    quiet: bool,
    /// The last schema object that something was found wrong with.
    failed: Option<NodeId>,
    pub(super) is_dynamic: bool,
    depth: u32,
}

const READ: u8 = 1;
const CHECKED: u8 = 2;
const ANNOTATED: u8 = 4;
const FINISHED: u8 = 8;

impl Compiler<'_> {
    fn run(&mut self) -> Result<Program, Thrown> {
        let root = self.sub(self.source.kept_root());
        let base = self.references.root_base(self.source.root());
        self.check(root, base).map_err(thrown)?;
        self.finish();
        if self.is_dynamic {
            for index in 0..self.nodes.len() {
                if let (Some(node), Some(id)) = (&mut self.nodes[index], self.source.node_at(index)) {
                    node.is_resource = self.references.is_resource(id, node.base);
                }
            }
        }
        Ok(Program { root, nodes: std::mem::take(&mut self.nodes), is_dynamic: self.is_dynamic })
    }

    /// Reads what a kept value of the schema is as a schema.
    pub(super) fn sub(&self, kept: Kept) -> Sub {
        use crate::validate::source::{Item, NodeKind};
        match self.source.kept(kept) {
            Item::Bool(true) => Sub::Always,
            Item::Bool(false) => Sub::Never,
            Item::Node(node) if self.source.kind(node) != NodeKind::Array => Sub::Node(node),
            _ => Sub::NoSchema(kept),
        }
    }

    fn read(&mut self, id: NodeId, base: Base) {
        if self.met[id.index()] & READ != 0 {
            return;
        }
        self.met[id.index()] |= READ;
        let base = self.references.base_for(id, base);
        let node = self.node(id, base);
        self.nodes[id.index()] = Some(Box::new(node));
    }

    /// Goes through a schema as the reference does when it compiles a check of it.
    fn check(&mut self, sub: Sub, base: Base) -> Result<(), Stop> {
        self.visit(sub, base, CHECKED, |compiler, node| {
            if node.counts_evaluated() { compiler.annotate_node(node) } else { compiler.check_node(node) }
        })
    }

    /// The same for a check that says what it has evaluated.
    fn annotate(&mut self, sub: Sub, base: Base) -> Result<(), Stop> {
        self.visit(sub, base, ANNOTATED, Self::annotate_node)
    }

    fn visit(
        &mut self,
        sub: Sub,
        base: Base,
        way: u8,
        go: impl FnOnce(&mut Self, &Node) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let id = match sub {
            Sub::Always | Sub::Never => return Ok(()),
            Sub::NoSchema(kept) => return Err(no_schema(self.source, kept)),
            Sub::Node(id) => id,
        };
        if self.met[id.index()] & way != 0 {
            return Ok(());
        }
        self.met[id.index()] |= way;
        self.read(id, base);
        // Whoever refers to it meanwhile does not look into it.
        let Some(mut node) = self.nodes[id.index()].take() else { return Ok(()) };
        if self.depth == DEEPEST {
            return Err(Thrown::too_deep().into());
        }
        self.depth += 1;
        let gone = stacker::maybe_grow(64 * 1024, 1024 * 1024, || go(self, &node));
        self.depth -= 1;
        if self.quiet
            && let Err(stop) = &gone
        {
            let inner = self.failed.replace(id);
            node.failure = Some(Failure { stop: stop.clone(), inner, is_begun: AtomicBool::new(false) });
        }
        self.nodes[id.index()] = Some(node);
        gone
    }

    fn check_node(&mut self, node: &Node) -> Result<(), Stop> {
        let base = node.base;
        let none = Rare::default();
        let rare = node.rare.as_deref().unwrap_or(&none);
        // Of bytes nothing else is asked.
        let others = node.single_type() != Some(Type::Bytes);
        if others {
            self.pattern(node)?;
        }
        if let Some(object) = node.object.as_ref().filter(|_| others) {
            for property in &object.properties {
                self.check(property.sub, base)?;
            }
            for (matcher, sub) in &object.patterns {
                self.matcher(matcher)?;
                self.check(*sub, base)?;
            }
            self.check_all(object.additional, base)?;
            self.check_all(object.names, base)?;
            self.check_all(object.dependent_schemas.iter().map(|entry| entry.1), base)?;
            self.check_dependencies(object, base)?;
        }
        if let Some(array) = node.array.as_ref().filter(|_| others) {
            let (list, rest) = array.lists();
            self.check_all(list.iter().copied().chain(rest).chain(array.contains), base)?;
        }
        self.check_all(node.all_of.iter().flatten().copied(), base)?;
        for union in [&node.any_of, &node.one_of].into_iter().flatten() {
            if !matches!(union.kind, UnionKind::Constants { .. }) {
                self.check_all(union.subs.iter().copied(), base)?;
            }
        }
        self.check_all(rare.not, base)?;
        if let Some(condition) = rare.condition.as_ref()
            && (condition.then.is_some() || condition.otherwise.is_some())
        {
            self.check_all(condition.then.into_iter().chain(condition.otherwise), base)?;
            self.check(condition.condition, base)?;
        }
        if let Some(reference) = &node.reference {
            self.check(reference.sub, reference.base)?;
        }
        if let Some(reference) = &rare.dynamic_reference {
            self.check(reference.fallback.sub, reference.fallback.base)?;
        }
        Ok(())
    }

    fn annotate_node(&mut self, node: &Node) -> Result<(), Stop> {
        let base = node.base;
        let none = Rare::default();
        let rare = node.rare.as_deref().unwrap_or(&none);
        if node.single_type() != Some(Type::Bytes) {
            self.pattern(node)?;
            if let Some(object) = &node.object {
                self.check_all(object.names, base)?;
                self.check_dependencies(object, base)?;
            }
        }
        self.check_all(rare.not, base)?;
        if let Some(object) = &node.object {
            self.check_all(object.properties.iter().map(|property| property.sub), base)?;
            for (matcher, sub) in &object.patterns {
                self.matcher(matcher)?;
                self.check(*sub, base)?;
            }
            self.check_all(object.additional, base)?;
        }
        if let Some(array) = &node.array {
            let (list, rest) = array.evaluating_lists();
            self.check_all(list.iter().copied().chain(rest).chain(array.contains), base)?;
        }
        self.annotate_all(node.all_of.iter().flatten().copied(), base)?;
        for union in [&node.any_of, &node.one_of].into_iter().flatten() {
            self.annotate_all(union.subs.iter().copied(), base)?;
        }
        if let Some(condition) = &rare.condition {
            let subs = condition.then.into_iter().chain(condition.otherwise);
            self.annotate_all(subs.chain([condition.condition]), base)?;
        }
        if let Some(reference) = &node.reference {
            self.annotate(reference.sub, reference.base)?;
        }
        if let Some(reference) = &rare.dynamic_reference {
            self.annotate(reference.fallback.sub, reference.fallback.base)?;
        }
        if let Some(object) = &node.object {
            self.annotate_all(object.dependent_schemas.iter().map(|entry| entry.1), base)?;
        }
        self.check_all(rare.unevaluated_properties.into_iter().chain(rare.unevaluated_items), base)
    }

    fn check_all(&mut self, subs: impl IntoIterator<Item = Sub>, base: Base) -> Result<(), Stop> {
        subs.into_iter().try_for_each(|sub| self.check(sub, base))
    }

    fn annotate_all(&mut self, subs: impl IntoIterator<Item = Sub>, base: Base) -> Result<(), Stop> {
        subs.into_iter().try_for_each(|sub| self.annotate(sub, base))
    }

    fn check_dependencies(&mut self, object: &ObjectRules, base: Base) -> Result<(), Stop> {
        let schemas = object.dependencies.iter().filter_map(|(_, dependency)| match dependency {
            Dependency::Schema(sub) => Some(*sub),
            Dependency::Keys(_) => None,
        });
        self.check_all(schemas, base)
    }

    fn pattern(&mut self, node: &Node) -> Result<(), Stop> {
        match node.text.as_ref().and_then(|text| text.pattern.as_ref()) {
            Some(matcher) => self.matcher(matcher),
            None => Ok(()),
        }
    }

    fn matcher(&mut self, matcher: &super::pattern::Matcher) -> Result<(), Stop> {
        if self.quiet {
            return matcher.failure(self.source).map_or(Ok(()), Err);
        }
        self.patterns.push(self.source.text(matcher.source).as_bytes().into());
        Ok(())
    }

    /// Reads every schema that one that has been read names, and finds out whether compiling it would fail.
    fn finish(&mut self) {
        self.quiet = true;
        let mut pending: Vec<NodeId> =
            (0..self.nodes.len()).filter_map(|index| self.source.node_at(index)).collect();
        pending.retain(|id| self.nodes[id.index()].is_some());
        while let Some(id) = pending.pop() {
            if self.met[id.index()] & FINISHED != 0 {
                continue;
            }
            self.met[id.index()] |= FINISHED;
            let Some(mut node) = self.nodes[id.index()].take() else { continue };
            if self.release == Release::V1_5_0 {
                self.resolve_again(id, &mut node);
            }
            for_each_sub(&node, |sub, base| {
                let Sub::Node(id) = sub else { return };
                if self.met[id.index()] & READ == 0 {
                    self.read(id, base);
                    // What is wrong with it is kept with it.
                    self.failed = None;
                    let _ = self.check(sub, base);
                }
                if self.met[id.index()] & FINISHED == 0 {
                    pending.push(id);
                }
            });
            self.nodes[id.index()] = Some(node);
        }
    }
}

/// Every schema that a schema object names.
fn for_each_sub(node: &Node, mut see: impl FnMut(Sub, Base)) {
    let none = Rare::default();
    let rare = node.rare.as_deref().unwrap_or(&none);
    let base = node.base;
    let mut see_all = |subs: &mut dyn Iterator<Item = Sub>| subs.for_each(|sub| see(sub, base));
    if let Some(object) = &node.object {
        see_all(&mut object.properties.iter().map(|property| property.sub));
        see_all(&mut object.patterns.iter().map(|entry| entry.1));
        see_all(&mut object.additional.into_iter().chain(object.names));
        see_all(&mut object.dependent_schemas.iter().map(|entry| entry.1));
        let dependencies = object.dependencies.iter().chain(&object.dependent_required);
        see_all(&mut dependencies.filter_map(|(_, dependency)| match dependency {
            Dependency::Schema(sub) => Some(*sub),
            Dependency::Keys(_) => None,
        }));
    }
    if let Some(array) = &node.array {
        let lists = [&array.item_list, &array.prefix_items];
        see_all(&mut lists.into_iter().flatten().flatten().copied());
        see_all(&mut array.items.into_iter().chain(array.additional_items).chain(array.contains));
    }
    let unions = [&node.any_of, &node.one_of].into_iter().flatten();
    see_all(&mut unions.flat_map(|union| union.subs.iter().copied()));
    see_all(&mut node.all_of.iter().flatten().copied().chain(rare.not));
    if let Some(condition) = &rare.condition {
        see_all(&mut [condition.condition].into_iter().chain(condition.then).chain(condition.otherwise));
    }
    see_all(&mut rare.unevaluated_properties.into_iter().chain(rare.unevaluated_items));
    let fallback = rare.dynamic_reference.as_ref().map(|reference| &reference.fallback);
    for reference in node.reference.as_deref().into_iter().chain(fallback) {
        let Reference { sub, base, .. } = *reference;
        see(sub, base);
        see(reference.besides_check().0, base);
    }
    for anchor in rare.dynamic_reference.iter().flat_map(|reference| &reference.anchors) {
        see(Sub::Node(anchor.node), anchor.base);
    }
}

/// What the reference throws for a schema that is neither an object nor a boolean.
pub(super) fn no_schema(source: &Source, kept: Kept) -> Stop {
    let shown = match json::shown(source, source.kept(kept)) {
        Ok(shown) => shown,
        Err(thrown) => return thrown.into(),
    };
    let shown = String::from_utf8_lossy(&shown);
    Thrown::new(format!("A schema must be an object or a boolean, got {shown}")).into()
}

/// Outside of what is compiled quietly only thrown errors come up.
fn thrown(stop: Stop) -> Thrown {
    match stop {
        Stop::Threw(thrown) => thrown,
        Stop::TextWanted | Stop::Refused(_) => Thrown::too_complex(),
    }
}
