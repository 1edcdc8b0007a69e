//! From a grammar or room set to the text of its file: one stable order, short lines, so that the change of one rule is the change of few lines.

use std::fmt::Write;

use serde::Serialize;

use super::ron::{NodeId, Tree, Value, parse_tree};
use crate::grammar::Grammar;
use crate::mission::RoomSet;

/// What is longer than this is broken into several lines where it can be.
const LINE_CHARS: usize = 100;

/// By how much an item stands further in than what it lies in.
pub(super) const INDENT: &str = "    ";

/// What always stands on several lines, as far as it is not empty; `*` is any item.
const ALWAYS_BROKEN: [&[&str]; 10] = [
    &[],
    &["alphabet"],
    &["alphabet", "nodes"],
    &["alphabet", "edges"],
    &["rules"],
    &["rules", "*"],
    &["recipe"],
    &["legend"],
    &["rooms"],
    &["rooms", "*", "picture"],
];

/// The text of a grammar file. [`parse_grammar`](super::parse_grammar) gives back the same grammar.
pub fn print_grammar(grammar: &Grammar) -> String {
    print("Grammar", grammar)
}

/// The text of a room-set file. [`parse_room_set`](super::parse_room_set) gives back the same room set.
pub fn print_room_set(set: &RoomSet) -> String {
    print("RoomSet", set)
}

pub(super) fn print(name: &str, value: &impl Serialize) -> String {
    ToPrint::of(value).whole(name)
}

/// A value taken apart, ready to be printed.
pub(super) struct ToPrint {
    pub(super) tree: Tree,
    pub(super) root: NodeId,
}

impl ToPrint {
    pub(super) fn of(value: &impl Serialize) -> Self {
        use ::ron::extensions::Extensions;
        let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
        let options = ::ron::Options::default().with_default_extension(extensions);
        let text = options.to_string(value).expect("what an author wrote can be written");
        let (tree, _) = parse_tree(&text);
        let (tree, root) = tree.expect("what was written is not empty");
        Self { tree, root }
    }

    /// All of it under a name, as a text of its own.
    pub(super) fn whole(&self, name: &str) -> String {
        name.to_owned() + &self.part(self.root, &[], name) + "\n"
    }

    /// A part behind what stands on the line already; lines after the first begin where this one does. `path` leads to the part.
    pub(super) fn part(&self, node: NodeId, path: &[&str], line: &str) -> String {
        let mut printer = Printer {
            tree: &self.tree,
            margin: blank_before(line),
            depth: path.len(),
            text: line.to_owned(),
        };
        printer.print(node, &mut path.to_vec());
        printer.text.split_off(line.len())
    }

    /// Would a part take several lines, behind what stands on the line already?
    pub(super) fn is_broken(&self, node: NodeId, path: &[&str], line: &str) -> bool {
        self.part(node, path, line).contains('\n')
    }

    /// A part on one line.
    pub(super) fn flat(&self, node: NodeId) -> String {
        flat(&self.tree, node)
    }
}

/// The blanks that a line begins with.
pub(super) fn blank_before(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - rest.len()).unwrap_or_default()
}

struct Printer<'t> {
    tree: &'t Tree,
    /// What every line after the first begins with.
    margin: &'t str,
    /// How many steps lead to what is printed.
    depth: usize,
    text: String,
}

impl<'t> Printer<'t> {
    /// Prints a value behind what stands on the line already. `path` leads to it.
    fn print(&mut self, node: NodeId, path: &mut Vec<&'t str>) {
        let flat = flat(self.tree, node);
        let used = self.text.chars().rev().take_while(|&character| character != '\n').count();
        // One more for the comma.
        let fits = used + flat.chars().count() < LINE_CHARS;
        if self.is_always_broken(node, path) || !fits {
            self.broken(node, path);
        } else {
            self.text.push_str(&flat);
        }
    }

    fn is_always_broken(&self, node: NodeId, path: &[&str]) -> bool {
        let is_room = path.len() == 2
            && path.first() == Some(&"rooms")
            && matches!(self.tree.value(node), Value::Record { .. });
        is_room || ALWAYS_BROKEN.contains(&path)
    }

    fn broken(&mut self, node: NodeId, path: &mut Vec<&'t str>) {
        let tree = self.tree;
        match tree.value(node) {
            Value::List(items) if !items.is_empty() => {
                self.lines('[', items.iter().map(|&item| (String::new(), "*", item)), ']', path);
            }
            Value::Map(entries) if !entries.is_empty() => {
                let entries =
                    entries.iter().map(|&(key, value)| (format!("{}: ", flat(tree, key)), "*", value));
                self.lines('{', entries.collect::<Vec<_>>(), '}', path);
            }
            Value::Record { name, fields } => {
                self.text.push_str(name.as_deref().unwrap_or_default());
                let fields = fields
                    .iter()
                    .map(|field| (format!("{}: ", field.name), field.name.as_str(), field.value));
                self.lines('(', fields, ')', path);
            }
            Value::Tuple { name: Some(name), items } if items.len() == 1 => {
                self.text.push_str(name);
                self.lines('(', items.iter().map(|&item| (String::new(), "*", item)), ')', path);
            }
            _ => self.text.push_str(&flat(tree, node)),
        }
    }

    fn lines(
        &mut self,
        open: char,
        items: impl IntoIterator<Item = (String, &'t str, NodeId)>,
        close: char,
        path: &mut Vec<&'t str>,
    ) {
        self.text.push(open);
        for (label, step, node) in items {
            path.push(step);
            self.new_line(path.len());
            self.text.push_str(&label);
            self.print(node, path);
            self.text.push(',');
            path.pop();
        }
        self.new_line(path.len());
        self.text.push(close);
    }

    fn new_line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.push_str(self.margin);
        self.text.extend(std::iter::repeat_n(INDENT, depth - self.depth));
    }
}

/// A value on one line.
pub(super) fn flat(tree: &Tree, node: NodeId) -> String {
    let join = |items: &[NodeId]| items.iter().map(|&item| flat(tree, item)).collect::<Vec<_>>().join(", ");
    match tree.value(node) {
        // Never in a text that was just written.
        Value::Broken => String::new(),
        Value::Bool(value) => value.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Char(character) => format!("'{}'", escaped(character.encode_utf8(&mut [0; 4]), '\'')),
        Value::Text { text, .. } => format!("\"{}\"", escaped(text, '"')),
        Value::Name(name) => name.clone(),
        Value::List(items) => format!("[{}]", join(items)),
        Value::Map(entries) => {
            let entries =
                entries.iter().map(|&(key, value)| format!("{}: {}", flat(tree, key), flat(tree, value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Tuple { name, items } => {
            format!("{}({})", name.as_deref().unwrap_or_default(), join(items))
        }
        Value::Record { name, fields } => {
            let fields = fields.iter().map(|field| format!("{}: {}", field.name, flat(tree, field.value)));
            format!("{}({})", name.as_deref().unwrap_or_default(), fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn escaped(text: &str, quote: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            '\\' => escaped.push_str("\\\\"),
            _ if character == quote => escaped.extend(['\\', quote]),
            _ if character.is_control() => {
                write!(escaped, "\\u{{{:x}}}", u32::from(character))
                    .expect("a string takes all that is written");
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
