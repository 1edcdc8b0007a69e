//! Separates mistakes of an author from mere consequences of unreadable parts that were left out.

use std::collections::BTreeSet;

use ron_edit::{Locator, PathPart, PathTarget, Position, Source, TreeNodeId, TreeValue, ValuePath};

use crate::base::Diagnostic;

/// Finds places in a text, and knows the parts that were left out.
pub(super) struct Consequences<'s> {
    source: &'s Source,
    locator: Locator<'s>,
    damaged: BTreeSet<TreeNodeId>,
    damaged_names: BTreeSet<String>,
    lost_names: BTreeSet<String>,
    are_names_lost: bool,
}

impl<'s> Consequences<'s> {
    /// Begins with the text as read so far.
    pub fn new(source: &'s Source) -> Self {
        Self {
            source,
            locator: Locator::new(source),
            damaged: damaged(source).collect(),
            damaged_names: damaged_names(source).collect(),
            lost_names: lost_names(source).collect(),
            are_names_lost: names_are_lost(source),
        }
    }

    /// Returns the position of the value at a path, or of the nearest value around it if the text lacks it.
    pub fn locate(&mut self, path: &ValuePath) -> Position {
        self.locator.locate(path)
    }

    /// Returns `true` if the mistake is only a consequence of a part that was left out or made up.
    pub fn is_consequence(&mut self, found: &Diagnostic) -> bool {
        let place = self.locator.find(&found.path);
        let in_damaged = !self.damaged.is_empty()
            && self.source.tree.ancestors(place.node).any(|node| self.damaged.contains(&node));
        let subject_keys = || found.subject.iter().flat_map(ValuePath::keys);
        let is_unknown = found.code.starts_with("unknown-");
        in_damaged
            || self.source.conflicts.contain(place.at)
            || is_made_up(self.source, &place)
            || is_unknown
                && (self.are_names_lost || subject_keys().any(|name| self.lost_names.contains(name)))
            || subject_keys().chain(found.path.keys()).any(|name| self.damaged_names.contains(name))
            || lacks(self.source, found.code, &place)
    }
}

/// Returns the parts of the value that differ from the author's intention, because something in them was left
/// out.
fn damaged(source: &Source) -> impl Iterator<Item = TreeNodeId> {
    source.skipped.iter().filter_map(|&node| {
        // An item or entry that lacks one of its own fields has a default there; the rest of it is as
        // intended.
        let owner = source.tree.node(node).parent.filter(|&parent| is_in_list_or_map(source, parent));
        if owner.is_some_and(|owner| matches!(source.tree.value(owner), TreeValue::Record { .. })) {
            return Some(node);
        }
        let mut chain: Vec<TreeNodeId> = source.tree.ancestors(node).collect();
        chain.pop();
        chain
            .into_iter()
            .rev()
            .find(|&part| part == node || is_in_list_or_map(source, part) || source.tree.name(part).is_some())
    })
}

fn is_in_list_or_map(source: &Source, node: TreeNodeId) -> bool {
    let parent = source.tree.node(node).parent.map(|parent| source.tree.value(parent));
    matches!(parent, Some(TreeValue::List(_) | TreeValue::Map(_)))
}

/// Returns the names of entries of which a part was left out.
fn damaged_names(source: &Source) -> impl Iterator<Item = String> {
    source.skipped.iter().filter_map(|&node| {
        let entry = source.tree.node(node).parent?;
        let TreeValue::Map(entries) = source.tree.value(source.tree.node(entry).parent?) else { return None };
        let &(key, _) = entries.iter().find(|&&(_, value)| value == entry)?;
        source.tree.key_text(key)
    })
}

/// Returns the names of entries and items that were left out as a whole, and their tags.
fn lost_names(source: &Source) -> impl Iterator<Item = String> {
    let tree = &source.tree;
    source.skipped.iter().flat_map(move |&node| {
        let key = tree.node(node).parent.and_then(|parent| match tree.value(parent) {
            TreeValue::Map(entries) => entries.iter().find(|&&(_, value)| value == node).map(|&(key, _)| key),
            _ => None,
        });
        let name = tree.field(node, "name").map(|field| field.value);
        let tags = match tree.field(node, "tags").map(|field| tree.value(field.value)) {
            Some(TreeValue::List(tags)) => tags.as_slice(),
            _ => &[],
        };
        key.into_iter().chain(name).chain(tags.iter().copied()).filter_map(|node| tree.key_text(node))
    })
}

/// Returns `true` if the mistake reports something missing that could be the part left out.
fn lacks(source: &Source, code: &str, found: &PathTarget<'_>) -> bool {
    let parent = |node: &TreeNodeId| source.tree.node(*node).parent;
    let is_unused = code.starts_with("unused-") && !source.skipped.is_empty();
    is_unused || found.rest.is_empty() && source.skipped.iter().any(|node| parent(node) == Some(found.node))
}

/// Returns `true` if names were left out that are no longer known.
fn names_are_lost(source: &Source) -> bool {
    let legend = source.tree.field(source.root, "legend").map(|field| field.value);
    let in_legend = |node: &TreeNodeId| {
        legend.is_some_and(|legend| source.tree.ancestors(*node).any(|node| node == legend))
    };
    added_within(source, "alphabet") || added_within(source, "legend") || source.skipped.iter().any(in_legend)
}

fn is_made_up(source: &Source, found: &PathTarget<'_>) -> bool {
    let Some(PathPart::Field(name)) = found.rest.first() else { return false };
    source.added.get(&found.node).is_some_and(|fields| fields.iter().any(|(field, _)| field == name))
}

fn added_within(source: &Source, field: &str) -> bool {
    let inside = source.tree.field(source.root, field).map(|field| field.value);
    source.added.iter().any(|(&record, fields)| {
        (record == source.root && fields.iter().any(|&(name, _)| name == field))
            || inside.is_some_and(|inside| source.tree.ancestors(record).any(|node| node == inside))
    })
}
