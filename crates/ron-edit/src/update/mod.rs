//! Updates the text of a file to a changed value: unchanged parts keep their text, comments and line breaks.
//!
//! Three trees of one shape are compared: the text, the value read from it, and the value to write.
//! A part keeps its text if both values are equal there.
//! In a changed list, map or record the items are compared one by one.
//! Any other changed part is printed in the stable form, and the comments around it stay.
//!
//! New items are printed in the stable form, deleted ones are removed with their comments, moved ones take
//! them along.
//!
//! The result is read again. Unless it gives exactly the value, everything is printed in the stable form.

mod pairing;
mod plan;

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::group::{Group, Item, SourceTree};
use super::pretty::{PrettyPrinter, blank_before};
use super::print::{PrintedTree, print};
use super::recover::parse_source;
use super::tree::TreeNodeId;
use plan::{ChangedNode, GroupPlan, KeyedItem, PlanSlot, Trees};

/// Updates the `text` from which a value was read, under a name.
///
/// Unchanged parts keep their text; the rest is printed with the line breaks of `lines`.
pub fn update<T: Serialize + DeserializeOwned>(
    name: &str,
    text: &str,
    value: &T,
    lines: &PrettyPrinter,
) -> String {
    merged(name, text, value, lines).unwrap_or_else(|| print(name, value, lines))
}

/// Returns the text with the changes; `None` if that cannot be done without changing its meaning.
fn merged<T: Serialize + DeserializeOwned>(
    name: &str,
    text: &str,
    value: &T,
    lines: &PrettyPrinter,
) -> Option<String> {
    let old = PrintedTree::of(&read::<T>(text, lines)?, lines.numbers);
    let new = PrintedTree::of(value, lines.numbers);
    let wanted = new.compact(new.root);
    if old.compact(old.root) == wanted {
        return Some(text.to_owned());
    }
    if old.whole(name, lines) == text {
        return None;
    }
    let source = SourceTree::of(text)?;
    let bytes = source.bytes(source.root);
    let line_end = if text.lines().next()?.len() < text.find('\n').unwrap_or(0) { "\r\n" } else { "\n" };
    let trees = Trees { source: &source, old: &old, new: &new, lines };
    let mut writer = UpdateWriter { trees, line_end, text: text.get(..bytes.start)?.to_owned() };
    let plan =
        trees.plan(ChangedNode { source: source.root, old: Some(old.root), new: new.root }, &[], "")?;
    writer.group(&plan, &mut Vec::new());
    writer.text.push_str(text.get(bytes.end..)?);
    let found = PrintedTree::of(&read::<T>(&writer.text, lines)?, lines.numbers);
    (found.compact(found.root) == wanted).then_some(writer.text)
}

/// Returns the value in a text, if all of it can be read.
fn read<T: DeserializeOwned>(text: &str, lines: &PrettyPrinter) -> Option<T> {
    let (source, mistakes) = parse_source(text);
    let source = source.filter(|_| mistakes.is_empty())?.with_numbers(lines.numbers);
    let reading = source.read::<T>("");
    reading.value.filter(|_| reading.mistakes.is_empty())
}

/// Writes the new text.
struct UpdateWriter<'a> {
    trees: Trees<'a>,
    line_end: &'static str,
    /// The text written so far.
    text: String,
}

impl<'a> UpdateWriter<'a> {
    fn value(&mut self, part: ChangedNode, path: &mut Vec<&'a str>) {
        if part.old.is_some_and(|old| self.trees.is_same(old, part.new)) {
            self.copy(self.trees.source.bytes(part.source));
        } else if let Some(plan) = self.trees.plan(part, path, self.line()) {
            self.group(&plan, path);
        } else {
            self.print(part.new, path);
        }
    }

    fn group(&mut self, plan: &GroupPlan<'a>, path: &mut Vec<&'a str>) {
        let margin = blank_before(self.line()).to_owned();
        let item_margin =
            self.item_margin(&plan.group).unwrap_or_else(|| margin.clone() + self.trees.lines.indent);
        self.copy(plan.group.head.clone());
        for (position, slot) in plan.slots.iter().enumerate() {
            match *slot {
                PlanSlot::Kept { source, old, new } => {
                    let item = &plan.group.items[source];
                    let value_end = self.trees.source.bytes(item.value).end;
                    self.begin_item(item, &item_margin);
                    match new.map(|new| &plan.new[new]) {
                        Some(new) => self.changed(item, old.map(|old| &plan.old[old]), new, path),
                        None => self.copy(item.start..value_end),
                    }
                    let mut rest = plan.slots.iter().skip(position + 1);
                    if !item.has_comma && rest.any(|slot| !matches!(slot, PlanSlot::Detached { .. })) {
                        self.text.push(',');
                    }
                    self.copy(value_end..item.bytes.end);
                }
                PlanSlot::Added { new } => self.added(&plan.new[new], &item_margin, path),
                PlanSlot::Detached { source } => {
                    self.end_line();
                    self.copy(self.trees.source.detached(&plan.group.items[source]).unwrap_or_default());
                }
            }
        }
        self.end_group(&plan.group, &margin);
    }

    /// Writes the text before an item, on its own line if it had one.
    fn begin_item(&mut self, item: &Item, margin: &str) {
        let source = self.trees.source;
        let before = source.text.get(item.bytes.start..item.start).unwrap_or_default();
        if source.begins_line(item.bytes.start) {
            self.end_line();
            self.text.push_str(before);
        } else if self.is_at_line_start() {
            self.text.push_str(margin);
            self.text.push_str(before.trim_start());
        } else {
            if self.text.ends_with(',') && !before.starts_with(char::is_whitespace) {
                self.text.push(' ');
            }
            self.text.push_str(before);
        }
    }

    /// Writes an item that may have changed: its name or key, and its value.
    fn changed(
        &mut self,
        item: &Item,
        old: Option<&KeyedItem<'a>>,
        new: &KeyedItem<'a>,
        path: &mut Vec<&'a str>,
    ) {
        let value_start = self.trees.source.bytes(item.value).start;
        if old.is_some_and(|old| old.key != new.key) {
            self.text.push_str(new.label);
            self.copy(item.key_end..value_start);
        } else {
            self.copy(item.start..value_start);
        }
        path.push(new.step);
        self.value(ChangedNode { source: item.value, old: old.map(|old| old.value), new: new.value }, path);
        path.pop();
    }

    fn added(&mut self, new: &KeyedItem<'a>, margin: &str, path: &mut Vec<&'a str>) {
        self.end_line();
        self.text.push_str(margin);
        if new.key.is_some() {
            self.text.push_str(new.label);
            self.text.push_str(": ");
        }
        path.push(new.step);
        self.print(new.value, path);
        path.pop();
        self.text.push(',');
        self.end_line();
    }

    fn end_group(&mut self, group: &Group, margin: &str) {
        let foot = self.trees.source.text.get(group.foot.clone()).unwrap_or_default();
        match (self.is_at_line_start(), self.trees.source.begins_line(group.foot.start)) {
            (true, false) => {
                self.text.push_str(margin);
                self.text.push_str(foot.trim_start());
            }
            (false, true) => {
                self.end_line();
                self.text.push_str(foot);
            }
            _ => self.text.push_str(foot),
        }
    }

    /// Returns the indentation of a group's items, if one of them has its own line.
    fn item_margin(&self, group: &Group) -> Option<String> {
        let source = self.trees.source;
        let item = group.items.iter().find(|item| source.begins_line(item.bytes.start))?;
        Some(blank_before(last_line(source.text.get(..item.start)?)).to_owned())
    }

    /// Prints a part in the stable form.
    fn print(&mut self, node: TreeNodeId, path: &[&str]) {
        let text = self.trees.new.part(node, path, self.line(), self.trees.lines);
        self.text.push_str(&text.replace('\n', self.line_end));
    }

    /// Copies a part of the text as it was read.
    fn copy(&mut self, bytes: Range<usize>) {
        self.text.push_str(self.trees.source.text.get(bytes).unwrap_or_default());
    }

    /// Returns the present text of the line being written.
    fn line(&self) -> &str {
        last_line(&self.text)
    }

    fn is_at_line_start(&self) -> bool {
        self.text.ends_with(['\n', '\r'])
    }

    fn end_line(&mut self) {
        if !self.is_at_line_start() {
            self.text.push_str(self.line_end);
        }
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit(['\n', '\r']).next().unwrap_or_default()
}
