//! What each back-reference can see when it is reached, by ECMAScript's rules, which differ from those of the engine
//! that runs such patterns in three points: a group without a text matches as empty; each round of a loop begins with
//! the groups in it unset; what looks behind is matched from right to left. Where the difference could be felt and
//! cannot be written in the engine's terms, the pattern is refused.

use super::PatternError;
use super::node::Node;

/// More references, or groups that are referred to, than this are refused, for looking at each pair takes time.
const MAX_REFERENCES: usize = 500;

/// What a reference sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A group that has no text whenever the reference is reached.
    Unset,
    /// A group that always has one.
    Set,
    /// It depends on the way that led here.
    Either,
}

/// The way from the root of a pattern to one of its parts: the parts on it, each with the index of the child it goes to.
type Way<'n> = Vec<(&'n Node, usize)>;

/// The sight of each reference, in the order in which they stand in the pattern.
pub fn sights(root: &Node) -> Result<Vec<(u32, Sight)>, PatternError> {
    let mut references = Vec::new();
    walk(root, &mut Vec::new(), &mut |node, way| match node {
        Node::Reference(group) if references.len() < MAX_REFERENCES => {
            references.push((*group, way.clone()));
            Ok(())
        }
        Node::Reference(_) => Err(PatternError::TooLarge),
        _ => Ok(()),
    })?;
    let mut groups: Vec<(u32, Way<'_>)> = Vec::new();
    walk(root, &mut Vec::new(), &mut |node, way| {
        if let Node::Capture(number, _) = node
            && references.iter().any(|(group, _)| group == number)
        {
            groups.push((*number, way.iter().copied().chain([(node, 0)]).collect()));
        }
        Ok(())
    })?;
    let sight_of = |(number, reference): &(u32, Way<'_>)| {
        let sight = match groups.iter().find(|(group, _)| group == number) {
            Some((_, group)) => sight(group, reference)?,
            // The group is in something that is repeated no time.
            None => Sight::Unset,
        };
        Ok((*number, sight))
    };
    references.iter().map(sight_of).collect()
}

/// The pattern without the references that see no text whatever the way: they match as empty.
pub fn without_unset(mut root: Node) -> Result<Node, PatternError> {
    let mut sights = sights(&root)?.into_iter();
    clear_unset(&mut root, &mut sights);
    Ok(root)
}

fn clear_unset(node: &mut Node, sights: &mut impl Iterator<Item = (u32, Sight)>) {
    if matches!(node, Node::Reference(_)) && sights.next().is_some_and(|(_, sight)| sight == Sight::Unset) {
        *node = Node::Empty;
    }
    node.children_mut().iter_mut().for_each(|child| clear_unset(child, sights));
}

fn walk<'n>(
    node: &'n Node,
    way: &mut Way<'n>,
    visit: &mut impl FnMut(&'n Node, &Way<'n>) -> Result<(), PatternError>,
) -> Result<(), PatternError> {
    visit(node, way)?;
    for (index, child) in node.children().iter().enumerate() {
        way.push((node, index));
        walk(child, way, visit)?;
        way.pop();
    }
    Ok(())
}

fn sight(group: &Way<'_>, reference: &Way<'_>) -> Result<Sight, PatternError> {
    let shared =
        group.iter().zip(reference).take_while(|(a, b)| std::ptr::eq(a.0, b.0) && a.1 == b.1).count();
    // Within its own group: the group has not ended yet, or not in this round.
    let Some(&(parting, before)) = group.get(shared) else { return Ok(Sight::Unset) };
    let after = reference.get(shared).map(|(_, index)| *index);
    // Only in a sequence can both be on one way through, and the group has to come first.
    if !matches!(parting, Node::Concat(_)) || group[..shared].iter().any(looks_behind) {
        let same_look_behind = group[..shared].iter().any(looks_behind);
        return match (parting, after) {
            (Node::Concat(_), Some(after)) if same_look_behind && after < before => {
                Err(PatternError::Unsupported)
            }
            _ => Ok(Sight::Unset),
        };
    }
    if after.is_none_or(|after| after < before) {
        return Ok(Sight::Unset);
    }
    let inside = &group[shared + 1..];
    if inside.iter().any(|(node, _)| matches!(node, Node::Look(look) if look.negative)) {
        return Ok(Sight::Unset);
    }
    if inside.iter().any(looks_behind) {
        return Err(PatternError::Unsupported);
    }
    // Within a loop the group has to be set anew in each round, or the engine would see the round before.
    for (depth, (node, _)) in inside.iter().enumerate() {
        if let Node::Repeat(repeat) = node
            && repeat.max != Some(1)
            && (repeat.body.can_be_empty() || !is_always_set(&inside[depth + 1..]))
        {
            return Err(PatternError::Unsupported);
        }
    }
    if is_always_set(inside) {
        return Ok(Sight::Set);
    }
    if group[..shared].iter().any(|(node, _)| matches!(node, Node::Repeat(repeat) if repeat.max != Some(1))) {
        return Err(PatternError::Unsupported);
    }
    Ok(Sight::Either)
}

/// True when whoever passes this way's first part has set the group at its end.
fn is_always_set(way: &[(&Node, usize)]) -> bool {
    way.iter().all(|(node, _)| match node {
        Node::Alternation(_) => false,
        Node::Repeat(repeat) => repeat.min > 0,
        _ => true,
    })
}

fn looks_behind((node, _): &(&Node, usize)) -> bool {
    matches!(node, Node::Look(look) if look.behind)
}
