//! Groups: a text cut into the items of its lists, maps and records.
//!
//! Each item includes its comments and blank lines. No part of the text is left over.
//!
//! ```text
//! rules: [ // all of them                  head
//!
//!     // A gate and its key.             ┐
//!     (name: "Lock", …), // the best one ┘ an item
//!     (name: "Grow", …),                   an item
//!     // That is all.                    ┐
//! ]                                      ┘ foot
//! ```

use std::ops::Range;

use super::lexer::Trivia;
use super::parse::parse_with_trivia;
use super::tree::{Tree, TreeNodeId, TreeValue};

/// A text without syntax errors, as values and the trivia between them.
pub struct SourceTree<'t> {
    /// The text.
    pub text: &'t str,
    /// The values.
    pub tree: Tree,
    /// The outermost value.
    pub root: TreeNodeId,
    trivia: Trivia,
}

/// A list, map, record or tuple of the text.
pub struct Group {
    /// From the beginning of the value to the first item.
    pub head: Range<usize>,
    /// The items in their order, each beginning at the end of the one before it.
    pub items: Vec<Item>,
    /// From the last item to the end of the value.
    pub foot: Range<usize>,
}

/// An item with its comments.
pub struct Item {
    /// All of it: comments before it, name or key, value, comma, and the rest of the line.
    pub bytes: Range<usize>,
    /// The byte where its name, key or value begins.
    pub start: usize,
    /// The byte where its key ends, if it has one.
    pub key_end: usize,
    /// The value.
    pub value: TreeNodeId,
    /// `true` if a comma follows it.
    pub has_comma: bool,
}

impl<'t> SourceTree<'t> {
    /// Returns the values of a text; `None` if it has a syntax error.
    pub fn of(text: &'t str) -> Option<Self> {
        let (tree, root, trivia) = parse_with_trivia(text)?;
        Some(Self { text, tree, root, trivia })
    }

    /// Returns the bytes of a value.
    pub fn bytes(&self, node: TreeNodeId) -> Range<usize> {
        self.tree.node(node).bytes.clone()
    }

    /// Returns `true` if there is a comment in this part of the text.
    pub fn has_comment(&self, part: &Range<usize>) -> bool {
        first_in(&self.trivia.comments, part.start, part.end).is_some()
    }

    /// Returns `true` if a line begins in this part of the text.
    pub fn spans_lines(&self, part: &Range<usize>) -> bool {
        first_in(&self.trivia.lines, part.start + 1, part.end).is_some()
    }

    /// Returns `true` if a line begins at this byte.
    pub fn begins_line(&self, at: usize) -> bool {
        self.trivia.lines.binary_search(&at).is_ok()
    }

    /// Returns a value with brackets, cut into its items.
    pub fn group(&self, node: TreeNodeId) -> Option<Group> {
        let value = self.tree.node(node);
        let (begin, end) = (value.bytes.start, value.bytes.end);
        let mut items = self.bare_items(node);
        let close = end.checked_sub(1)?;
        let next_start = |items: &[Item], index: usize| items.get(index).map_or(close, |item| item.start);
        let mut at = self.end_of_line(value.inside?, next_start(&items, 0));
        let head = begin..at;
        for index in 0..items.len() {
            let next = next_start(&items, index + 1);
            let item = &mut items[index];
            let value_end = self.tree.node(item.value).bytes.end;
            let comma = first_in(&self.trivia.commas, value_end, next);
            item.has_comma = comma.is_some();
            let item_end = self.end_of_line(comma.map_or(value_end, |comma| comma + 1), next);
            item.bytes = at..item_end;
            at = item_end;
        }
        Some(Group { head, items, foot: at..end })
    }

    /// Returns the first part of the text before an item, if a blank line sets off a comment in it.
    ///
    /// Such a comment is about more than this item.
    pub fn detached(&self, item: &Item) -> Option<Range<usize>> {
        let begin = item.bytes.start;
        let lines = self.trivia.lines.iter().copied();
        let lines: Vec<usize> = lines.filter(|line| (begin..=item.start).contains(line)).collect();
        let mut blank = lines
            .windows(2)
            .rev()
            .filter(|line| self.text.get(line[0]..line[1]).is_some_and(|line| line.trim().is_empty()));
        let end = blank.next()?[1];
        self.has_comment(&(begin..end)).then_some(begin..end)
    }

    /// Returns the items of a value, without their comments.
    fn bare_items(&self, node: TreeNodeId) -> Vec<Item> {
        let item = |start: usize, key_end: usize, value: TreeNodeId| Item {
            bytes: start..start,
            start,
            key_end,
            value,
            has_comma: false,
        };
        let plain = |&value: &TreeNodeId| {
            let start = self.bytes(value).start;
            item(start, start, value)
        };
        match self.tree.value(node) {
            TreeValue::List(items) | TreeValue::Tuple { items, .. } => items.iter().map(plain).collect(),
            TreeValue::Map(entries) => {
                let entries = entries.iter().map(|&(key, value)| (self.bytes(key), value));
                entries.map(|(key, value)| item(key.start, key.end, value)).collect()
            }
            TreeValue::Record { fields, .. } => {
                fields.iter().map(|field| item(field.start, field.start, field.value)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the end of the line at this byte if only blanks and comments follow on it, otherwise the byte.
    fn end_of_line(&self, from: usize, next: usize) -> usize {
        first_in(&self.trivia.lines, from + 1, next + 1).unwrap_or(from)
    }
}

/// Returns the first of ascending numbers that is at least `least` and less than `bound`.
fn first_in(numbers: &[usize], least: usize, bound: usize) -> Option<usize> {
    let first = numbers.partition_point(|&number| number < least);
    numbers.get(first).copied().filter(|&number| number < bound)
}
