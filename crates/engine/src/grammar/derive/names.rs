//! The rules of a grammar by name and by tag.

use std::collections::BTreeMap;

use crate::grammar::{Grammar, RuleChoice};

/// The positions of the rules of each name and of each tag, ascending.
pub struct RuleNames<'a> {
    names: BTreeMap<&'a str, Vec<usize>>,
    tags: BTreeMap<&'a str, Vec<usize>>,
    count: usize,
}

impl<'a> RuleNames<'a> {
    /// Reads the rules of a grammar.
    pub fn new(grammar: &'a Grammar) -> Self {
        let (mut names, mut tags) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for (position, rule) in grammar.rules.iter().enumerate() {
            names.entry(rule.name.as_str()).or_default().push(position);
            rule.tags.iter().for_each(|tag| tags.entry(tag.as_str()).or_default().push(position));
        }
        tags.values_mut().for_each(Vec::dedup);
        Self { names, tags, count: grammar.rules.len() }
    }

    /// Returns the positions of the rules that a choice names, ascending, without duplicates.
    pub fn positions(&self, choice: &RuleChoice) -> Vec<usize> {
        match choice {
            RuleChoice::All => (0..self.count).collect(),
            RuleChoice::Tag(tag) => self.tags.get(tag.as_str()).cloned().unwrap_or_default(),
            RuleChoice::Named(names) => {
                let named = names.iter().filter_map(|name| self.names.get(name.as_str()));
                let mut positions: Vec<usize> = named.flatten().copied().collect();
                positions.sort_unstable();
                positions.dedup();
                positions
            }
        }
    }

    /// Returns `true` if there is a rule of that name.
    pub fn has_name(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Returns `true` if a rule has that tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.contains_key(tag)
    }

    /// Returns all names, without duplicates.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.names.keys().copied()
    }

    /// Returns all tags, without duplicates.
    pub fn tags(&self) -> impl Iterator<Item = &'a str> {
        self.tags.keys().copied()
    }
}
