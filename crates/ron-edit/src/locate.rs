//! Finds the position of a path's value in the text that the value was read from.

use std::collections::HashMap;

use super::lines::lines_of;
use super::mistake::Position;
use super::recover::Source;
use super::tree::{TreeNodeId, TreeValue};
use super::value_path::{PathPart, ValuePath};

/// The end of a path in a text.
#[derive(Clone, Copy, Debug)]
pub struct PathTarget<'p> {
    /// The place in the text.
    pub at: Position,
    /// The value, or the innermost one that exists on the way.
    pub node: TreeNodeId,
    /// The remaining parts, which the text does not have.
    pub rest: &'p [PathPart],
}

/// Finds the positions of many values in one text, and caches its lookups.
pub struct Locator<'s> {
    source: &'s Source,
    /// The entries of maps that were searched, by key.
    maps: HashMap<TreeNodeId, HashMap<String, (TreeNodeId, TreeNodeId)>>,
    /// The items of lists that were searched, without those that were left out.
    lists: HashMap<TreeNodeId, Vec<TreeNodeId>>,
    /// The number of characters of texts that were searched.
    lengths: HashMap<TreeNodeId, usize>,
}

impl Source {
    /// Returns the position of the value at a path, or of the nearest value around it if the text lacks it.
    pub fn locate(&self, path: &ValuePath) -> Position {
        Locator::new(self).locate(path)
    }
}

impl<'s> Locator<'s> {
    /// Begins with the text as read so far.
    pub fn new(source: &'s Source) -> Self {
        Self { source, maps: HashMap::new(), lists: HashMap::new(), lengths: HashMap::new() }
    }

    /// Returns the position of the value at a path, or of the nearest value around it if the text lacks it.
    pub fn locate(&mut self, path: &ValuePath) -> Position {
        self.find(path).at
    }

    /// Follows a path as far as the text has it.
    pub fn find<'p>(&mut self, path: &'p ValuePath) -> PathTarget<'p> {
        let (source, mut rest) = (self.source, path.parts());
        let (mut at, mut here) = (source.tree.node(source.root).at, source.root);
        while let [part, below @ ..] = rest
            && let Some((place, node)) = self.step(here, part)
        {
            (at, rest) = (place, below);
            let Some(node) = node else { break };
            here = node;
        }
        PathTarget { at, node: here, rest }
    }

    /// Follows one part: returns its position, and the value there if it has one of its own.
    fn step(&mut self, node: TreeNodeId, part: &PathPart) -> Option<(Position, Option<TreeNodeId>)> {
        let tree = &self.source.tree;
        let value_at = |node| (tree.node(node).at, Some(node));
        match (tree.value(node), part) {
            (TreeValue::Record { .. }, PathPart::Field(name)) => {
                tree.field(node, name).map(|field| value_at(field.value))
            }
            (TreeValue::List(items), PathPart::Index(index)) => {
                self.kept_items(node, items).get(*index).copied().map(value_at)
            }
            (TreeValue::Map(entries), part) => {
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
            (TreeValue::Tuple { name: Some(_), items }, PathPart::Index(_))
                if self.source.is_one_list(items) =>
            {
                items.first().and_then(|&item| self.step(item, part))
            }
            (TreeValue::Tuple { items, .. }, PathPart::Index(index)) => {
                items.get(*index).copied().map(value_at)
            }
            // `Some(…)` and `Cave((…))` are not mentioned in paths.
            (TreeValue::Tuple { items, .. }, PathPart::Field(_)) if items.len() == 1 => {
                items.first().and_then(|&item| self.step(item, part))
            }
            (TreeValue::Text { plain: true, text }, PathPart::Index(index)) => {
                let length = *self.lengths.entry(node).or_insert_with(|| text.chars().count());
                (*index < length).then(|| (position_within(text, tree.node(node).at, *index), None))
            }
            _ => None,
        }
    }

    fn kept_items(&mut self, list: TreeNodeId, items: &[TreeNodeId]) -> &[TreeNodeId] {
        let skipped = &self.source.skipped;
        let kept = || items.iter().copied().filter(|item| !skipped.contains(item)).collect();
        self.lists.entry(list).or_insert_with(kept)
    }

    /// Returns the entries by key; of several entries with the same key, the first.
    fn entries(
        &mut self,
        map: TreeNodeId,
        entries: &[(TreeNodeId, TreeNodeId)],
    ) -> &HashMap<String, (TreeNodeId, TreeNodeId)> {
        let tree = &self.source.tree;
        self.maps.entry(map).or_insert_with(|| {
            let keyed = entries.iter().rev();
            keyed.filter_map(|entry| Some((tree.key_text(entry.0)?, *entry))).collect()
        })
    }
}

impl Source {
    fn is_one_list(&self, items: &[TreeNodeId]) -> bool {
        matches!(items, [item] if matches!(self.tree.value(*item), TreeValue::List(_)))
    }
}

/// Returns the position of a character in a text that begins at a quote and may span lines.
fn position_within(text: &str, quote: Position, index: usize) -> Position {
    let before: String = text.chars().take(index).collect();
    let first = Position { column: quote.column.saturating_add(1), ..quote };
    let begins = lines_of(&before)
        .skip(1)
        .fold(first, |at, _| Position { line: at.line.saturating_add(1), column: 1 });
    let length = lines_of(&before).last().map_or(0, |line| line.chars().count());
    Position { column: begins.column.saturating_add(length as u32), ..begins }
}
