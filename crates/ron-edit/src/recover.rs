//! Continues to read after a mistake, by elimination.
//!
//! serde ends a reading at the first mistake, but an author should see all of them.
//! Therefore the mistake is noted, the smallest possible part is left out, and the reading begins again.
//! A grammar with five bad rules gives five mistakes and the other rules.
//!
//! A field that is missing only because it was left out is not reported; its owner is left out instead.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::conflict::{Conflicts, without_conflicts};
use super::error::{Fault, ValueError};
use super::mistake::{Mistake, Position};
use super::parse::{parse_into, parse_tree};
use super::pretty::NumberNotation;
use super::reader::{Context, ValueReader};
use super::tree::{Tree, TreeNodeId, TreeValue};

/// Maximum number of mistakes, after which the reading ends.
const MAX_MISTAKES: usize = 100;

/// A value that was read, with its source.
pub struct Reading<T> {
    /// The value without unreadable parts; `None` if nothing could be read.
    pub value: Option<T>,
    /// The mistakes of the text.
    pub mistakes: Vec<Mistake>,
    /// The positions of everything.
    pub source: Source,
}

/// A text as values, with the parts that could not be used.
pub struct Source {
    /// All values, including those of the fallback.
    pub tree: Tree,
    /// The whole value.
    pub root: TreeNodeId,
    /// Values that are read as these numbers, although they are written otherwise.
    pub numbers: BTreeMap<TreeNodeId, i128>,
    /// The parts that were left out.
    pub skipped: BTreeSet<TreeNodeId>,
    /// Fields that were missing and were made up.
    pub added: BTreeMap<TreeNodeId, Vec<(&'static str, TreeNodeId)>>,
    /// Merge conflicts; mistakes within them are not reported.
    pub conflicts: Conflicts,
}

/// Reads a text as values, `None` if it is empty, and returns its syntax errors.
pub fn parse_source(text: &str) -> (Option<Source>, Vec<Mistake>) {
    let (plain, conflicts) = without_conflicts(text);
    let (parsed, mut mistakes) = parse_tree(&plain);
    mistakes.retain(|found| !found.position.is_some_and(|at| conflicts.contain(at)));
    mistakes.extend(conflicts.mistakes());
    mistakes.sort_by_key(|mistake| mistake.position);
    let source = parsed.map(|(tree, root)| Source {
        tree,
        root,
        numbers: BTreeMap::new(),
        skipped: BTreeSet::new(),
        added: BTreeMap::new(),
        conflicts,
    });
    (source, mistakes)
}

impl Source {
    /// Returns the name in front of the whole value.
    pub fn root_name(&self) -> Option<&str> {
        self.tree.name(self.root)
    }

    /// Reads the values of a notation as numbers.
    #[must_use]
    pub fn with_numbers(mut self, notation: Option<NumberNotation>) -> Self {
        if let Some(NumberNotation { read, .. }) = notation {
            self.numbers = self.tree.ids().filter_map(|node| Some((node, read(&self.tree, node)?))).collect();
        }
        self
    }

    /// Builds a value of any type from it, and finds all of its mistakes.
    ///
    /// `fallback` is the text of a complete value of the type: missing parts are taken from there.
    pub fn read<T: DeserializeOwned>(self, fallback: &str) -> Reading<T> {
        Recovery::new(self, fallback).run()
    }
}

struct Recovery {
    source: Source,
    fallback: Option<TreeNodeId>,
    notes: RefCell<BTreeMap<(Position, String), Mistake>>,
    mistakes: usize,
}

impl Recovery {
    fn new(mut source: Source, fallback: &str) -> Self {
        let (fallback, _) = parse_into(&mut source.tree, fallback);
        Self { source, fallback, notes: RefCell::default(), mistakes: 0 }
    }

    fn run<T: DeserializeOwned>(mut self) -> Reading<T> {
        let value = loop {
            match self.attempt::<T>() {
                Ok(value) => break Some(value),
                Err(error) if self.take_out(&error) => {}
                Err(_) => break None,
            }
        };
        let found = self.notes.into_inner().into_values();
        let is_told = |found: &Mistake| !found.position.is_some_and(|at| self.source.conflicts.contain(at));
        let mistakes = found.filter(is_told).collect();
        Reading { value, mistakes, source: self.source }
    }

    fn attempt<T: DeserializeOwned>(&self) -> Result<T, ValueError> {
        let Source { tree, root, numbers, skipped, added, .. } = &self.source;
        let context = Context { tree, skipped, numbers, added, notes: &self.notes };
        T::deserialize(ValueReader::new(&context, *root)).map_err(|error| error.or_in(*root))
    }

    /// Leaves out a faulty part, or makes up a missing one. Returns `false` if nothing can be left out.
    fn take_out(&mut self, error: &ValueError) -> bool {
        let node = error.node.unwrap_or(self.source.root);
        if !self.is_known(error, node) {
            self.mistakes += 1;
            self.note(error, node);
        }
        if self.mistakes >= MAX_MISTAKES {
            return false;
        }
        if let Fault::Missing(field) = error.fault
            && let Some(value) = self.fallback_for(node, field)
        {
            self.source.added.entry(node).or_default().push((field, value));
            return true;
        }
        let part = self.source.tree.ancestors(node).find_map(|part| self.source.part_to_skip(part));
        part.is_some_and(|part| self.source.skipped.insert(part))
    }

    /// Returns `true` if the error is only a consequence of a reported one.
    fn is_known(&self, error: &ValueError, node: TreeNodeId) -> bool {
        let Source { tree, skipped, .. } = &self.source;
        match error.fault {
            Fault::Broken => true,
            Fault::Missing(field) => {
                tree.field(node, field).is_some_and(|field| skipped.contains(&field.value))
            }
            Fault::Wanted(_) | Fault::UnknownVariant { .. } | Fault::Other { .. } => false,
        }
    }

    fn note(&self, error: &ValueError, node: TreeNodeId) {
        let at = self.source.tree.node(node).at;
        let mut mistake = error.mistake(&self.source.tree);
        mistake.position = Some(at);
        self.notes.borrow_mut().insert((at, mistake.message.clone()), mistake);
    }

    /// Returns the value of a field in the fallback, at the same path.
    fn fallback_for(&self, record: TreeNodeId, field: &str) -> Option<TreeNodeId> {
        let tree = &self.source.tree;
        let mut path = vec![field];
        let mut node = record;
        while let Some(parent) = tree.node(node).parent {
            let TreeValue::Record { fields, .. } = tree.value(parent) else { return None };
            path.push(&fields.iter().find(|field| field.value == node)?.name);
            node = parent;
        }
        path.iter()
            .rev()
            .try_fold(self.fallback?, |node, name| tree.field(node, name).map(|field| field.value))
    }
}

impl Source {
    /// Returns the part to leave out so that this value is gone; `None` if that is impossible or already
    /// done.
    ///
    /// This is the value itself for a list item or a field, and the entry for a map.
    fn part_to_skip(&self, node: TreeNodeId) -> Option<TreeNodeId> {
        let part = match self.tree.value(self.tree.node(node).parent?) {
            TreeValue::List(_) | TreeValue::Record { .. } => node,
            TreeValue::Map(entries) => entries.iter().find(|&&(key, value)| key == node || value == node)?.1,
            _ => return None,
        };
        Some(part).filter(|part| !self.skipped.contains(part))
    }
}
