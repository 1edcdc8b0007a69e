//! Reading on after a mistake, by elimination.
//!
//! serde ends a reading at the first mistake. So that an author sees all of them, what is wrong is noted, the smallest part that can be left out is left out, and the reading begins again: of a grammar with five bad rules come five mistakes and the other rules.
//! A field that is missing only because it was left out is not reported; what it belongs to is left out instead.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::conflict::{Conflicts, without_conflicts};
use super::error::{Fault, ReadError};
use super::mistake::{Mistake, Position};
use super::parse::{parse_into, parse_tree};
use super::reader::{Context, Reader};
use super::tree::{NodeId, Tree, Value};

/// After so many mistakes the reading ends.
const MAX_MISTAKES: usize = 100;

/// What was read, and what it was read from.
pub struct Reading<T> {
    /// The value, without the parts that could not be read; none if nothing of it could.
    pub value: Option<T>,
    /// What is wrong with the text.
    pub mistakes: Vec<Mistake>,
    /// Where everything stands.
    pub source: Source,
}

/// A text as values, with what of it could not be used.
pub struct Source {
    /// All values, also those of the fallback.
    pub tree: Tree,
    /// The whole value.
    pub root: NodeId,
    /// Parts that were left out.
    pub skipped: BTreeSet<NodeId>,
    /// Fields that were not there and were made up.
    pub added: BTreeMap<NodeId, Vec<(&'static str, NodeId)>>,
    /// Merge conflicts: nothing that is wrong within them is reported.
    pub conflicts: Conflicts,
}

/// Reads a text as values; none if there is nothing in it. The second part is what is wrong with its spelling.
pub fn parse_source(text: &str) -> (Option<Source>, Vec<Mistake>) {
    let (plain, conflicts) = without_conflicts(text);
    let (parsed, mut mistakes) = parse_tree(&plain);
    mistakes.retain(|found| !found.position.is_some_and(|at| conflicts.contain(at)));
    mistakes.extend(conflicts.mistakes());
    mistakes.sort_by_key(|mistake| mistake.position);
    let source = parsed.map(|(tree, root)| Source {
        tree,
        root,
        skipped: BTreeSet::new(),
        added: BTreeMap::new(),
        conflicts,
    });
    (source, mistakes)
}

impl Source {
    /// The name in front of the whole value.
    pub fn root_name(&self) -> Option<&str> {
        self.tree.name(self.root)
    }

    /// Builds a value of any type from it, and finds all that is wrong with it.
    ///
    /// `fallback` is the text of a whole value of the type: what is missing is taken from there.
    pub fn read<T: DeserializeOwned>(self, fallback: &str) -> Reading<T> {
        Recovery::new(self, fallback).run()
    }
}

struct Recovery {
    source: Source,
    fallback: Option<NodeId>,
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

    fn attempt<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        let Source { tree, root, skipped, added, .. } = &self.source;
        let context = Context { tree, skipped, added, notes: &self.notes };
        T::deserialize(Reader::new(&context, *root)).map_err(|error| error.or_in(*root))
    }

    /// Leaves out what is wrong, or makes up what is missing. False: there is nothing that could be left out.
    fn take_out(&mut self, error: &ReadError) -> bool {
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

    /// Is the error only a consequence of one that was reported?
    fn is_known(&self, error: &ReadError, node: NodeId) -> bool {
        let Source { tree, skipped, .. } = &self.source;
        match error.fault {
            Fault::Broken => true,
            Fault::Missing(field) => {
                tree.field(node, field).is_some_and(|field| skipped.contains(&field.value))
            }
            Fault::Wanted(_) | Fault::UnknownVariant { .. } | Fault::Other { .. } => false,
        }
    }

    fn note(&self, error: &ReadError, node: NodeId) {
        let at = self.source.tree.node(node).at;
        let mut mistake = error.mistake(&self.source.tree);
        mistake.position = Some(at);
        self.notes.borrow_mut().insert((at, mistake.message.clone()), mistake);
    }

    /// The value of a field in the fallback, at the same place.
    fn fallback_for(&self, record: NodeId, field: &str) -> Option<NodeId> {
        let tree = &self.source.tree;
        let mut path = vec![field];
        let mut node = record;
        while let Some(parent) = tree.node(node).parent {
            let Value::Record { fields, .. } = tree.value(parent) else { return None };
            path.push(&fields.iter().find(|field| field.value == node)?.name);
            node = parent;
        }
        path.iter()
            .rev()
            .try_fold(self.fallback?, |node, name| tree.field(node, name).map(|field| field.value))
    }
}

impl Source {
    /// What to leave out for this value to be gone: itself if it is an item of a list or a field, the entry of a map; none if that is not possible or done already.
    fn part_to_skip(&self, node: NodeId) -> Option<NodeId> {
        let part = match self.tree.value(self.tree.node(node).parent?) {
            Value::List(_) | Value::Record { .. } => node,
            Value::Map(entries) => entries.iter().find(|&&(key, value)| key == node || value == node)?.1,
            _ => return None,
        };
        Some(part).filter(|part| !self.skipped.contains(part))
    }
}
