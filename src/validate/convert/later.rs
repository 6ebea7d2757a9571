//! What of a plan is worked out when the first value comes along.
//!
//! Types inside of an intersection are put together anew each time that a cyclic type comes back to it, so that there
//! would be no end to working them out beforehand.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::instantiate::Context;
use super::plan::{Plan, Scope};
use super::tree::Tree;
use super::types::{Types, is_unsafe_key, unreachable};
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;
use crate::validate::source::{Item, NodeId, Source};

/// What has to be done to a type before it says how to convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    None,
    /// Count the texts of a template literal.
    Template,
    /// Put in what its references lead to, then evaluate.
    Intersect,
}

/// A part of a plan that is not worked out yet.
pub struct Later {
    node: NodeId,
    scope: Scope,
    reduction: Reduction,
    worked_out: OnceLock<Result<Box<WorkedOut>, Thrown>>,
}

/// A type written as a schema of its own, and its plan.
pub struct WorkedOut {
    pub source: Source,
    pub plan: Plan,
}

/// How many plans are kept. What comes behind is worked out each time.
const MOST_KEPT: u32 = 2_000;

impl Later {
    pub fn new(node: NodeId, scope: Scope, reduction: Reduction) -> Self {
        Self { node, scope, reduction, worked_out: OnceLock::new() }
    }

    /// Calls `go` with the plan for this part of `source`. `kept` counts the plans that are kept.
    pub fn with<T>(
        &self,
        source: &Source,
        kept: &AtomicU32,
        go: impl FnOnce(&WorkedOut) -> T,
    ) -> Result<T, Thrown> {
        let known = match self.worked_out.get() {
            Some(known) => known,
            None if kept.load(Ordering::Relaxed) >= MOST_KEPT => {
                return self.work_out(source).map(|it| go(&it));
            }
            None => {
                kept.fetch_add(1, Ordering::Relaxed);
                self.worked_out.get_or_init(|| self.work_out(source).map(Box::new))
            }
        };
        known.as_ref().map(|it| go(it)).map_err(Clone::clone)
    }

    fn work_out(&self, source: &Source) -> Result<WorkedOut, Thrown> {
        let roots: Vec<NodeId> =
            std::iter::once(self.node).chain(self.scope.definitions().iter().copied()).collect();
        let (tree, items) = Tree::import(source, &roots);
        let (Some(item), definitions) = (items.first().copied(), items.get(1..).unwrap_or_default()) else {
            return Err(unreachable());
        };
        let mut types = Types::new(tree, source.rules());
        let reduced = match self.reduction {
            Reduction::None => item,
            Reduction::Template => {
                let pattern = types.tree.get(item, "pattern");
                types.evaluate_template_literal(pattern)?
            }
            Reduction::Intersect => {
                let instantiated = types.instantiate(&Context::new(definitions), item)?;
                let evaluated = types.evaluate_whole(instantiated)?;
                let loses = types.rules.has(Rules::INTERSECTIONS_LOSE_UNSAFE_KEYS);
                if loses && types.tree.keys().any(is_unsafe_key) {
                    types.without_unsafe_keys(evaluated, &mut HashMap::new())?
                } else {
                    evaluated
                }
            }
        };
        let all = types.tree.add_array([&[reduced], definitions].concat());
        let (edition, rules) = (source.edition(), source.rules());
        let written = Source::read(types.tree.write(all).into()).map_err(|_| unreachable())?;
        let source = written.for_edition(edition).for_rules(rules);
        let Item::Node(root) = source.root() else { return Err(unreachable()) };
        let node = |item| match item {
            Item::Node(node) => Some(node),
            _ => None,
        };
        let mut nodes = source.items(root).map(node);
        let reduced = nodes.next().flatten();
        let scope = Scope::new(nodes.flatten().collect());
        let plan = Plan::compile(&source, reduced, scope);
        Ok(WorkedOut { source, plan })
    }
}
