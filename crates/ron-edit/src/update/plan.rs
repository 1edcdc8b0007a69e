//! Plans the items of a changed list, map or record: which of them keep their text, and their order.

use std::collections::BTreeMap;

use super::pairing::{Identity, pair_items};
use crate::group::{Group, SourceTree};
use crate::pretty::PrettyPrinter;
use crate::print::PrintedTree;
use crate::tree::{Tree, TreeField, TreeNodeId, TreeValue};

/// A file as three trees.
#[derive(Clone, Copy)]
pub(super) struct Trees<'a> {
    /// The text.
    pub(super) source: &'a SourceTree<'a>,
    /// The value that was read from the text.
    pub(super) old: &'a PrintedTree,
    /// The value to write.
    pub(super) new: &'a PrintedTree,
    /// The line breaks of new parts.
    pub(super) lines: &'a PrettyPrinter,
}

/// One part of a file in the three trees.
#[derive(Clone, Copy)]
pub(super) struct ChangedNode {
    pub(super) source: TreeNodeId,
    /// `None` if the text has the default value, which printing leaves out.
    pub(super) old: Option<TreeNodeId>,
    pub(super) new: TreeNodeId,
}

/// The items of a changed part, in the order in which they are written.
pub(super) struct GroupPlan<'a> {
    pub(super) group: Group,
    pub(super) slots: Vec<PlanSlot>,
    pub(super) old: Vec<KeyedItem<'a>>,
    pub(super) new: Vec<KeyedItem<'a>>,
}

/// One piece of output; items by their positions.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlanSlot {
    /// An item of the text. Without a new value it has a default value, now as before.
    Kept { source: usize, old: Option<usize>, new: Option<usize> },
    /// A new item.
    Added { new: usize },
    /// The text before a removed item that is about more than this item.
    Detached { source: usize },
}

impl PlanSlot {
    fn source(self) -> Option<usize> {
        match self {
            Self::Kept { source, .. } | Self::Detached { source } => Some(source),
            Self::Added { .. } => None,
        }
    }
}

/// An item as all the trees have it.
pub(super) struct KeyedItem<'t> {
    /// The name of a field or the key of a map's entry.
    pub(super) key: Option<String>,
    /// The name or key as it is printed.
    pub(super) label: &'t str,
    /// The step of a path that leads to it.
    pub(super) step: &'t str,
    pub(super) value: TreeNodeId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroupKind {
    List,
    Map,
    Record,
    Tuple,
}

/// A list, map, record or tuple.
struct GroupEntries<'t> {
    kind: GroupKind,
    /// The name in front of it.
    name: Option<&'t str>,
    items: Vec<KeyedItem<'t>>,
    /// The position of each name or key, the first of several.
    positions: BTreeMap<String, usize>,
}

impl<'a> Trees<'a> {
    /// Returns `true` if both are equal, including the order.
    pub(super) fn is_same(self, old: TreeNodeId, new: TreeNodeId) -> bool {
        self.old.compact(old) == self.new.compact(new)
    }

    /// Returns how to write a changed part item by item; `None` if it is printed as a whole.
    pub(super) fn plan(self, part: ChangedNode, path: &[&str], line: &str) -> Option<GroupPlan<'a>> {
        let source = GroupEntries::of(&self.source.tree, self.source.text, part.source)?;
        let old = GroupEntries::of(&self.old.tree, &self.old.text, part.old?)?;
        let new = GroupEntries::of(&self.new.tree, &self.new.text, part.new)?;
        // The outermost name is not part of the value.
        let names_fit = path.is_empty() || source.name == new.name && old.name == new.name;
        if !names_fit || source.kind != new.kind || old.kind != new.kind {
            return None;
        }
        let bytes = self.source.bytes(part.source);
        let has_items = !source.items.is_empty() && !new.items.is_empty();
        let is_laid_out = self.lines.is_item_list(path)
            || self.source.spans_lines(&bytes) && self.new.is_broken(part.new, path, line, self.lines);
        let is_item_by_item = self.source.has_comment(&bytes) || has_items && is_laid_out;
        if !is_item_by_item {
            return None;
        }
        let group = self.source.group(part.source)?;
        let old_of = old.positions_of(&source)?;
        let slots = match source.kind {
            GroupKind::Tuple if source.items.len() != new.items.len() => return None,
            GroupKind::Tuple => {
                let same = |index| PlanSlot::Kept { source: index, old: Some(index), new: Some(index) };
                (0..source.items.len()).map(same).collect()
            }
            GroupKind::Map | GroupKind::List if old_of.is_sorted() => self.in_order_of_value(&old, &new),
            // Fields, and entries of maps that are sorted by their type, stay where the author put them.
            _ => self.in_order_of_text(&old_of, &source, &old, &new),
        };
        let slots = self.with_detached(&group, slots);
        Some(GroupPlan { group, slots, old: old.items, new: new.items })
    }

    fn in_order_of_text(
        self,
        old_of: &[Option<usize>],
        source: &GroupEntries<'_>,
        old: &GroupEntries<'_>,
        new: &GroupEntries<'_>,
    ) -> Vec<PlanSlot> {
        let mut slots = Vec::new();
        for (index, item) in source.items.iter().enumerate() {
            let (old, new) = (old_of[index], new.position(item));
            if old.is_none() || new.is_some() {
                slots.push(PlanSlot::Kept { source: index, old, new });
            }
        }
        for (index, item) in new.items.iter().enumerate() {
            let before = old.position(item).map(|before| old.items[before].value);
            let is_default = before.is_some_and(|before| self.is_same(before, item.value));
            if source.position(item).is_none() && !is_default {
                let is_before = |slot: &PlanSlot| match *slot {
                    PlanSlot::Kept { new, .. } => new.is_some_and(|new| new < index),
                    PlanSlot::Added { .. } => true,
                    PlanSlot::Detached { .. } => false,
                };
                let place = slots.iter().rposition(is_before).map_or(0, |before| before + 1);
                slots.insert(place, PlanSlot::Added { new: index });
            }
        }
        slots
    }

    /// Plans the items in the order of the value. The old items have the same order as the text.
    fn in_order_of_value(self, old: &GroupEntries<'_>, new: &GroupEntries<'_>) -> Vec<PlanSlot> {
        let before = pair_items(&identities(self.old, old), &identities(self.new, new));
        let slot = |(new, before): (usize, Option<usize>)| match before {
            Some(source) => PlanSlot::Kept { source, old: before, new: Some(new) },
            None => PlanSlot::Added { new },
        };
        before.into_iter().enumerate().map(slot).collect()
    }

    /// Adds the remaining text of removed items before the item that followed them.
    fn with_detached(self, group: &Group, mut slots: Vec<PlanSlot>) -> Vec<PlanSlot> {
        let mut is_there = vec![false; group.items.len()];
        for source in slots.iter().filter_map(|slot| slot.source()) {
            is_there[source] = true;
        }
        let gone = group.items.iter().enumerate().filter(|&(index, _)| !is_there[index]);
        for (source, _) in gone.filter(|(_, item)| self.source.detached(item).is_some()) {
            let after = slots.iter().position(|slot| slot.source().is_some_and(|other| other > source));
            slots.insert(after.unwrap_or(slots.len()), PlanSlot::Detached { source });
        }
        slots
    }
}

impl<'t> GroupEntries<'t> {
    /// Reads the entries of a value, where `text` is the source of the tree.
    ///
    /// `None` if the value has no items, or some that cannot be told apart.
    fn of(tree: &'t Tree, text: &'t str, node: TreeNodeId) -> Option<Self> {
        let plain = |&value: &TreeNodeId| KeyedItem { key: None, label: "", step: "*", value };
        let entry = |&(key, value): &(TreeNodeId, TreeNodeId)| {
            let label = text.get(tree.node(key).bytes.clone())?;
            Some(KeyedItem { key: Some(tree.key_text(key)?), label, step: "*", value })
        };
        let field = |field: &'t TreeField| {
            let name = field.name.as_str();
            KeyedItem { key: Some(name.to_owned()), label: name, step: name, value: field.value }
        };
        let (kind, items): (_, Vec<KeyedItem>) = match tree.value(node) {
            TreeValue::List(items) => (GroupKind::List, items.iter().map(plain).collect()),
            TreeValue::Tuple { items, .. } => (GroupKind::Tuple, items.iter().map(plain).collect()),
            TreeValue::Map(entries) => (GroupKind::Map, entries.iter().map(entry).collect::<Option<_>>()?),
            TreeValue::Record { fields, .. } => (GroupKind::Record, fields.iter().map(field).collect()),
            _ => return None,
        };
        let mut positions = BTreeMap::new();
        for (position, item) in items.iter().enumerate() {
            if let Some(key) = &item.key {
                positions.entry(key.clone()).or_insert(position);
            }
        }
        Some(Self { kind, name: tree.name(node), items, positions })
    }

    /// Returns the position of the item with the same name or key.
    fn position(&self, item: &KeyedItem<'_>) -> Option<usize> {
        item.key.as_ref().and_then(|key| self.positions.get(key)).copied()
    }

    /// Returns for each item of the text the one of its value; `None` if they do not correspond.
    fn positions_of(&self, source: &Self) -> Option<Vec<Option<usize>>> {
        let found: Vec<Option<usize>> = match self.kind {
            GroupKind::List | GroupKind::Tuple => (0..source.items.len()).map(Some).collect(),
            GroupKind::Map | GroupKind::Record => {
                source.items.iter().map(|item| self.position(item)).collect()
            }
        };
        let corresponds = self.items.len() == source.items.len() && found.iter().all(Option::is_some);
        (self.kind == GroupKind::Record || corresponds).then_some(found)
    }
}

/// Returns the identities of the items of a list or map: their keys, or the names that they have as fields.
fn identities(printed: &PrintedTree, entries: &GroupEntries<'_>) -> Vec<Identity> {
    let identity = |entry: &KeyedItem<'_>| match (&entry.key, printed.tree.value(entry.value)) {
        (None, TreeValue::Record { fields, .. }) => {
            let (name, rest): (Vec<&TreeField>, Vec<&TreeField>) =
                fields.iter().partition(|field| field.name == "name");
            let rest = rest.iter().map(|field| format!("{}:{}", field.name, printed.compact(field.value)));
            let variant = printed.tree.name(entry.value).unwrap_or_default().to_owned();
            let content = std::iter::once(variant).chain(rest).collect::<Vec<_>>().join(",");
            Identity { key: name.first().map(|name| printed.compact(name.value).to_owned()), content }
        }
        (key, _) => Identity { key: key.clone(), content: printed.compact(entry.value).to_owned() },
    };
    entries.items.iter().map(identity).collect()
}
