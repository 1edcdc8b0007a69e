//! From a path in a value to the place in the text that it was read from.

use std::collections::{BTreeSet, HashMap};

use super::recover::Source;
use super::tree::{NodeId, Value};
use crate::base::{Diagnostic, PathPart, Position, ValuePath, lines_of};

/// Where a path leads.
struct Found<'p> {
    at: Position,
    /// The value, or the innermost one that exists on the way.
    node: NodeId,
    /// The parts that lead nowhere, because the text is silent there.
    rest: &'p [PathPart],
}

/// Finds the places of many things in one text: what it looked up once it knows.
pub struct Locator<'s> {
    source: &'s Source,
    /// The entries of maps that were asked about, by key.
    maps: HashMap<NodeId, HashMap<String, (NodeId, NodeId)>>,
    /// The items of lists that were asked about, without those that were left out.
    lists: HashMap<NodeId, Vec<NodeId>>,
    /// The number of characters of texts that were asked about.
    lengths: HashMap<NodeId, usize>,
    damaged: BTreeSet<NodeId>,
    damaged_names: BTreeSet<String>,
    lost_names: BTreeSet<String>,
    are_names_lost: bool,
}

impl Source {
    /// Where the thing at a path stands; of something that the text does not mention, the nearest thing around it.
    pub fn locate(&self, path: &ValuePath) -> Position {
        Locator::new(self).locate(path)
    }
}

impl<'s> Locator<'s> {
    /// For the text as far as it was read by now.
    pub fn new(source: &'s Source) -> Self {
        Self {
            source,
            maps: HashMap::new(),
            lists: HashMap::new(),
            lengths: HashMap::new(),
            damaged: source.damaged().collect(),
            damaged_names: source.damaged_names().collect(),
            lost_names: source.lost_names().collect(),
            are_names_lost: source.names_are_lost(),
        }
    }

    /// Where the thing at a path stands; of something that the text does not mention, the nearest thing around it.
    pub fn locate(&mut self, path: &ValuePath) -> Position {
        self.find(path).at
    }

    /// Is the mistake only a consequence of something that was left out or made up?
    pub fn is_consequence(&mut self, diagnostic: &Diagnostic) -> bool {
        let found = self.find(&diagnostic.path);
        let in_damaged = !self.damaged.is_empty()
            && self.source.tree.ancestors(found.node).any(|node| self.damaged.contains(&node));
        let subject_keys = || diagnostic.subject.iter().flat_map(ValuePath::keys);
        let is_unknown = diagnostic.code.starts_with("unknown-");
        in_damaged
            || self.source.conflicts.contain(found.at)
            || self.source.is_made_up(&found)
            || is_unknown
                && (self.are_names_lost || subject_keys().any(|name| self.lost_names.contains(name)))
            || subject_keys().chain(diagnostic.path.keys()).any(|name| self.damaged_names.contains(name))
            || self.source.lacks(diagnostic.code, &found)
    }

    fn find<'p>(&mut self, path: &'p ValuePath) -> Found<'p> {
        let (source, mut rest) = (self.source, path.parts());
        let (mut at, mut here) = (source.tree.node(source.root).at, source.root);
        while let [part, below @ ..] = rest
            && let Some((place, node)) = self.step(here, part)
        {
            (at, rest) = (place, below);
            let Some(node) = node else { break };
            here = node;
        }
        Found { at, node: here, rest }
    }

    /// One part down: where it leads, and the value there if it is one of its own.
    fn step(&mut self, node: NodeId, part: &PathPart) -> Option<(Position, Option<NodeId>)> {
        let tree = &self.source.tree;
        let value_at = |node| (tree.node(node).at, Some(node));
        match (tree.value(node), part) {
            (Value::Record { .. }, PathPart::Field(name)) => {
                tree.field(node, name).map(|field| value_at(field.value))
            }
            (Value::List(items), PathPart::Index(index)) => {
                self.kept_items(node, items).get(*index).copied().map(value_at)
            }
            (Value::Map(entries), part) => {
                let key = match part {
                    PathPart::Field(_) => return None,
                    PathPart::Index(number) => number.to_string(),
                    PathPart::Key(key) => key.clone(),
                    PathPart::Character(character) => character.to_string(),
                };
                let &(name, value) = self.entries(node, entries).get(&key)?;
                Some((tree.node(name).at, Some(value)))
            }
            // Nor is the name in front of `Choose([…])`.
            (Value::Tuple { name: Some(_), items }, PathPart::Index(_)) if self.source.is_one_list(items) => {
                items.first().and_then(|&item| self.step(item, part))
            }
            (Value::Tuple { items, .. }, PathPart::Index(index)) => items.get(*index).copied().map(value_at),
            // `Some(…)` and `Cave((…))` are not mentioned in paths.
            (Value::Tuple { items, .. }, PathPart::Field(_)) if items.len() == 1 => {
                items.first().and_then(|&item| self.step(item, part))
            }
            (Value::Text { plain: true, text }, PathPart::Index(index)) => {
                let length = *self.lengths.entry(node).or_insert_with(|| text.chars().count());
                (*index < length).then(|| (position_within(text, tree.node(node).at, *index), None))
            }
            _ => None,
        }
    }

    fn kept_items(&mut self, list: NodeId, items: &[NodeId]) -> &[NodeId] {
        let skipped = &self.source.skipped;
        let kept = || items.iter().copied().filter(|item| !skipped.contains(item)).collect();
        self.lists.entry(list).or_insert_with(kept)
    }

    /// Of entries with the same key the first.
    fn entries(&mut self, map: NodeId, entries: &[(NodeId, NodeId)]) -> &HashMap<String, (NodeId, NodeId)> {
        let tree = &self.source.tree;
        self.maps.entry(map).or_insert_with(|| {
            let keyed = entries.iter().rev();
            keyed.filter_map(|entry| Some((tree.key_text(entry.0)?, *entry))).collect()
        })
    }
}

impl Source {
    fn is_one_list(&self, items: &[NodeId]) -> bool {
        matches!(items, [item] if matches!(self.tree.value(*item), Value::List(_)))
    }

    /// The parts of the value that are not as their author meant them, because something in them was left out.
    fn damaged(&self) -> impl Iterator<Item = NodeId> {
        self.skipped.iter().filter_map(|&node| {
            // An item or entry that lacks one of its own fields has a default there; the rest of it is as it was meant.
            let owner = self.tree.node(node).parent.filter(|&parent| self.is_in_list_or_map(parent));
            if owner.is_some_and(|owner| matches!(self.tree.value(owner), Value::Record { .. })) {
                return Some(node);
            }
            let mut chain: Vec<NodeId> = self.tree.ancestors(node).collect();
            chain.pop();
            chain
                .into_iter()
                .rev()
                .find(|&part| part == node || self.is_in_list_or_map(part) || self.tree.name(part).is_some())
        })
    }

    fn is_in_list_or_map(&self, node: NodeId) -> bool {
        let parent = self.tree.node(node).parent.map(|parent| self.tree.value(parent));
        matches!(parent, Some(Value::List(_) | Value::Map(_)))
    }

    /// The names of entries of which a part was left out.
    fn damaged_names(&self) -> impl Iterator<Item = String> {
        self.skipped.iter().filter_map(|&node| {
            let entry = self.tree.node(node).parent?;
            let Value::Map(entries) = self.tree.value(self.tree.node(entry).parent?) else { return None };
            let &(key, _) = entries.iter().find(|&&(_, value)| value == entry)?;
            self.tree.key_text(key)
        })
    }

    /// The names of entries and items that were left out as a whole, and their tags.
    fn lost_names(&self) -> impl Iterator<Item = String> {
        let tree = &self.tree;
        self.skipped.iter().flat_map(move |&node| {
            let key = tree.node(node).parent.and_then(|parent| match tree.value(parent) {
                Value::Map(entries) => entries.iter().find(|&&(_, value)| value == node).map(|&(key, _)| key),
                _ => None,
            });
            let name = tree.field(node, "name").map(|field| field.value);
            let tags = match tree.field(node, "tags").map(|field| tree.value(field.value)) {
                Some(Value::List(tags)) => tags.as_slice(),
                _ => &[],
            };
            key.into_iter().chain(name).chain(tags.iter().copied()).filter_map(|node| tree.key_text(node))
        })
    }

    /// Does the mistake say that something is missing, where that could be what was left out?
    fn lacks(&self, code: &str, found: &Found<'_>) -> bool {
        let parent = |node: &NodeId| self.tree.node(*node).parent;
        let is_unused = code.starts_with("unused-") && !self.skipped.is_empty();
        is_unused || found.rest.is_empty() && self.skipped.iter().any(|node| parent(node) == Some(found.node))
    }

    /// Were names left out that are not known any more?
    fn names_are_lost(&self) -> bool {
        let legend = self.tree.field(self.root, "legend").map(|field| field.value);
        let in_legend = |node: &NodeId| {
            legend.is_some_and(|legend| self.tree.ancestors(*node).any(|node| node == legend))
        };
        self.added_within("alphabet") || self.added_within("legend") || self.skipped.iter().any(in_legend)
    }

    fn is_made_up(&self, found: &Found<'_>) -> bool {
        let Some(PathPart::Field(name)) = found.rest.first() else { return false };
        self.added.get(&found.node).is_some_and(|fields| fields.iter().any(|(field, _)| field == name))
    }

    fn added_within(&self, field: &str) -> bool {
        let inside = self.tree.field(self.root, field).map(|field| field.value);
        self.added.iter().any(|(&record, fields)| {
            (record == self.root && fields.iter().any(|&(name, _)| name == field))
                || inside.is_some_and(|inside| self.tree.ancestors(record).any(|node| node == inside))
        })
    }
}

/// Where a character of a text stands that begins at a quote and may go on in the next line.
fn position_within(text: &str, quote: Position, index: usize) -> Position {
    let before: String = text.chars().take(index).collect();
    let first = Position { column: quote.column.saturating_add(1), ..quote };
    let begins = lines_of(&before)
        .skip(1)
        .fold(first, |at, _| Position { line: at.line.saturating_add(1), column: 1 });
    let length = lines_of(&before).last().map_or(0, |line| line.chars().count());
    Position { column: begins.column.saturating_add(length as u32), ..begins }
}
