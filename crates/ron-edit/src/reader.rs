//! A reader of one value, and the context of all readers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::Visitor;

use super::access::{ListItems, MapEntries, RecordFields};
use super::error::{Fault, ValueError, describe};
use super::mistake::{Mistake, Position};
use super::similar_names::{hint_at, nearest};
use super::tree::{Tree, TreeField, TreeNodeId, TreeValue};

/// The data of a reading, and its notes.
pub struct Context<'t> {
    /// The values.
    pub tree: &'t Tree,
    /// Values to skip as if they did not exist.
    pub skipped: &'t BTreeSet<TreeNodeId>,
    /// Values to read as these numbers, although they are written otherwise.
    pub numbers: &'t BTreeMap<TreeNodeId, i128>,
    /// Fields to add to records that lack them.
    pub added: &'t BTreeMap<TreeNodeId, Vec<(&'static str, TreeNodeId)>>,
    /// The notes, one for each position.
    pub notes: &'t RefCell<BTreeMap<(Position, String), Mistake>>,
}

impl Context<'_> {
    /// Notes a mistake that does not prevent reading.
    pub fn note(&self, at: Position, mut mistake: Mistake) {
        mistake.position = Some(at);
        self.notes.borrow_mut().entry((at, mistake.message.clone())).or_insert(mistake);
    }
}

/// Reads one value.
#[derive(Clone, Copy)]
pub struct ValueReader<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) node: TreeNodeId,
    /// `true` if the name in front of the value is already used up.
    pub(super) nameless: bool,
}

type Result<T> = std::result::Result<T, ValueError>;

impl<'c> ValueReader<'c> {
    /// Returns a reader of the value with that id.
    pub fn new(context: &'c Context<'c>, node: TreeNodeId) -> Self {
        Self { context, node, nameless: false }
    }

    pub(super) fn value(self) -> &'c TreeValue {
        self.context.tree.value(self.node)
    }

    pub(super) fn name(self) -> Option<&'c str> {
        if self.nameless { None } else { self.context.tree.name(self.node) }
    }

    /// Returns the value without the name in front of it, or a single value in parentheses.
    pub(super) fn payload(self) -> Self {
        match self.value() {
            TreeValue::Tuple { items, .. } if items.len() == 1 => {
                items.first().map_or(self, |&item| Self::new(self.context, item))
            }
            _ => Self { nameless: true, ..self },
        }
    }

    pub(super) fn wanted<T>(self, what: impl Into<String>) -> Result<T> {
        match self.value() {
            TreeValue::Broken => Err(ValueError { node: Some(self.node), fault: Fault::Broken }),
            _ => Err(ValueError::wanted(self.node, what)),
        }
    }

    pub(super) fn located<T>(self, result: Result<T>) -> Result<T> {
        result.map_err(|error| error.or_in(self.node))
    }

    pub(super) fn whole(self, least: i128, most: i128) -> Result<i128> {
        match self.number() {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            Some(number) if number < least => self.wanted(format!("a whole number of at least {least}")),
            Some(_) => self.wanted(format!("a whole number of at most {most}")),
            None => self.wanted("a whole number"),
        }
    }

    /// Returns the whole number that the value is, or as which it is read.
    pub(super) fn number(self) -> Option<i128> {
        match (self.context.numbers.get(&self.node), self.value()) {
            (Some(number), _) | (None, TreeValue::Int(number)) => Some(*number),
            (None, _) => None,
        }
    }

    pub(super) fn float(self) -> Result<f64> {
        match *self.value() {
            TreeValue::Float(number) => Ok(number),
            TreeValue::Int(number) => Ok(number as f64),
            _ => self.wanted("a number"),
        }
    }

    /// Returns the fields of a record that its type knows, without duplicates; notes the others.
    fn known_fields(
        self,
        record: &'static str,
        known: &'static [&'static str],
    ) -> Result<Vec<(&'c str, TreeNodeId)>> {
        let written: &[TreeField] = match self.value() {
            TreeValue::Record { fields, .. } => fields,
            TreeValue::Tuple { items, .. } if items.is_empty() => &[],
            TreeValue::Name(name) if self.nameless || name == record => &[],
            _ => return self.wanted("fields in parentheses, for example (name: …)"),
        };
        if let Some(name) = self.name().filter(|&name| name != record) {
            let message = format!("The name {name} does not belong before these fields.");
            let node = self.context.tree.node(self.node);
            // Authors do not know inner names.
            let hint =
                if node.parent.is_none() { format!("Write {record}(…).") } else { "Delete it.".to_owned() };
            self.context.note(node.at, Mistake::new("wrong-name", message).hint(hint));
        }
        let mut fields: Vec<(&str, TreeNodeId)> = Vec::with_capacity(written.len());
        for field in written {
            if fields.iter().any(|&(name, _)| name == field.name) {
                let message = format!("`{}` is written twice here.", field.name);
                self.context.note(
                    field.at,
                    Mistake::new("duplicate-field", message)
                        .hint("Delete this one, because the first is used."),
                );
            } else if known.contains(&field.name.as_str()) {
                fields.push((&field.name, field.value));
            } else {
                self.context.note(field.at, unknown_field(&field.name, known));
            }
        }
        fields.retain(|(_, value)| !self.context.skipped.contains(value));
        fields.extend(self.context.added.get(&self.node).into_iter().flatten().copied());
        Ok(fields)
    }

    pub(super) fn fields<V: Visitor<'c>>(
        self,
        record: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let fields = self.known_fields(record, known)?;
        self.located(visitor.visit_map(RecordFields::new(self.context, fields)))
    }

    /// Reads the values of a tuple, and notes an extra one.
    pub(super) fn items<V: Visitor<'c>>(self, items: &'c [TreeNodeId], visitor: V) -> Result<V::Value> {
        let mut access = ListItems::new(self.context, items);
        let value = self.located(visitor.visit_seq(&mut access))?;
        if let Some(&extra) = access.rest().first() {
            let at = self.context.tree.node(extra).at;
            let message =
                format!("There is one value too many here: {}.", describe(self.context.tree, extra));
            self.context.note(at, Mistake::new("too-many-values", message).hint("Delete it."));
        }
        Ok(value)
    }

    pub(super) fn list(self) -> Option<Vec<TreeNodeId>> {
        let TreeValue::List(items) = self.value() else { return None };
        Some(items.iter().copied().filter(|item| !self.context.skipped.contains(item)).collect())
    }

    /// Returns the entries of a map, each key once; notes repeated ones.
    pub(super) fn entries(self, entries: &'c [(TreeNodeId, TreeNodeId)]) -> MapEntries<'c> {
        let tree = self.context.tree;
        let mut seen = BTreeSet::new();
        let mut kept = Vec::with_capacity(entries.len());
        for &(key, value) in entries {
            if let Some(text) = tree.key_text(key)
                && !seen.insert(text.clone())
            {
                let message = format!("The key {text} occurs twice in this map.");
                let mistake = Mistake::new("duplicate-key", message)
                    .hint("Rename this one, because the first is used.");
                self.context.note(tree.node(key).at, mistake);
            } else if !self.context.skipped.contains(&value) {
                kept.push((key, value));
            }
        }
        MapEntries::new(self.context, kept)
    }
}

fn unknown_field(name: &str, known: &[&str]) -> Mistake {
    let list = || format!("Use one of these: {}.", known.join(", "));
    let near = nearest(name, known.iter().copied());
    Mistake::new("unknown-field", format!("There is no field `{name}` here."))
        .hint(near.map_or_else(list, |near| hint_at(near, name)))
        .meant(near)
}

/// Returns an error for a variant that does not exist.
pub fn check_variant(name: &str, variants: &'static [&'static str]) -> Result<()> {
    if variants.contains(&name) { Ok(()) } else { Err(unknown_variant(name, variants)) }
}

/// Returns the error that there is no such variant.
pub fn unknown_variant(name: &str, variants: &'static [&'static str]) -> ValueError {
    let list = || format!("Write one of {}.", variants.join(", "));
    let near = nearest(name, variants.iter().copied());
    let hint = near.map_or_else(list, |near| hint_at(near, name));
    let fault = Fault::UnknownVariant { name: name.to_owned(), hint, near: near.map(str::to_owned) };
    ValueError { node: None, fault }
}
