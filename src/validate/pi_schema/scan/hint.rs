//! What a schema object says that lets the scan pass over values at a glance, or keeps it from looking at all.

use crate::validate::pi_schema::convert::lists_items;
use crate::validate::pi_schema::program::Node;
use crate::validate::pi_schema::types::TypeSet;
use crate::validate::source::{Item, Source};
use crate::validate::wire::tag;

#[derive(Clone, Copy, Default)]
pub(super) struct Hint {
    /// The tags of scalars that fit whatever follows, a bit for each. What most values need.
    pub(super) quick: u16,
    /// It says something that the scan does not know.
    pub(super) is_exact: bool,
    /// It makes an array of a single value.
    pub(super) wraps: bool,
}

impl Hint {
    pub(super) fn new(source: &Source, node: &Node) -> Self {
        Self { quick: quick(node), is_exact: is_exact(source, node), wraps: wraps(node) }
    }
}

fn quick(node: &Node) -> u16 {
    let is_more = node.constant.is_some()
        || node.options.is_some()
        || node.all_of.is_some()
        || node.any_of.is_some()
        || node.one_of.is_some()
        || node.reference.is_some()
        || node.rare.is_some()
        || node.failure.is_some()
        || wraps(node);
    if is_more {
        return 0;
    }
    let tags = |types: TypeSet, tags: &[u8]| match &node.types {
        Some(own) if !own.set.has(types) => 0,
        _ => tags.iter().fold(0, |bits, tag| bits | 1_u16 << tag),
    };
    let mut quick = tags(TypeSet::NULL, &[tag::NULL]) | tags(TypeSet::BOOLEAN, &[tag::FALSE, tag::TRUE]);
    if node.number.is_none() {
        quick |= tags(TypeSet::INTEGER.with(TypeSet::NUMBER), &[tag::INT32]);
    }
    if node.text.is_none() {
        quick |= tags(TypeSet::STRING, &[tag::SHORT_TEXT, tag::TEXT, tag::LEFT_OUT_TEXT]);
    }
    quick
}

fn is_exact(source: &Source, node: &Node) -> bool {
    let object = node.object.as_ref().is_some_and(|rules| {
        rules.names.is_some()
            || !rules.dependent_required.is_empty()
            || !rules.dependencies.is_empty()
            || !rules.dependent_schemas.is_empty()
    });
    let array = node.array.as_ref().is_some_and(|rules| rules.contains.is_some() || rules.unique);
    let is_node = |item: Item<'_>| matches!(item, Item::Node(_));
    node.rare.is_some()
        || node.failure.is_some()
        || object
        || array
        || node.constant.is_some_and(|constant| is_node(source.kept(constant)))
        || node.options.is_some_and(|options| source.items(options.list).any(is_node))
}

/// Whether a value that is no array becomes one, fitting or not.
fn wraps(node: &Node) -> bool {
    let Some(rules) = &node.array else { return false };
    lists_items(rules)
        && rules.item_list.is_none()
        && rules.prefix_items.is_none()
        && node.types.is_none()
        && node.constant.is_none()
        && node.options.is_none()
        && node.all_of.is_none()
        && node.any_of.is_none()
        && node.one_of.is_none()
        && node.reference.is_none()
        && !node.object.as_ref().is_some_and(|rules| rules.declares)
}
