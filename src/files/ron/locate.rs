//! From a path in a value, such as `rules[3].lhs.nodes[2]` or `alphabet.nodes["Hollow"].form.radius`, to the place in the text it was read from.

use std::collections::{BTreeSet, HashMap};

use super::recover::Source;
use super::tree::{NodeId, Value};
use crate::base::{Diagnostic, Position, lines_of};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A field's name.
    Field(String),
    /// What stands in square brackets: an index, or a map's key without its quotes.
    Key(String),
}

/// Where a path leads.
struct Found {
    at: Position,
    /// The value, or the innermost one that exists on the way.
    node: NodeId,
    /// The steps that lead nowhere, because the text is silent there.
    rest: Vec<Step>,
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
    /// In quotes, as messages mention them.
    damaged_names: BTreeSet<String>,
    lost_names: BTreeSet<String>,
    are_names_lost: bool,
}

impl Source {
    /// Where the thing at a path stands; of something that the text does not mention, the nearest thing around it.
    pub fn locate(&self, path: &str) -> Position {
        Locator::new(self).locate(path)
    }
}

impl<'s> Locator<'s> {
    /// For the text as far as it was read by now.
    pub fn new(source: &'s Source) -> Self {
        let quoted = |name: String| format!("\"{name}\"");
        Self {
            source,
            maps: HashMap::new(),
            lists: HashMap::new(),
            lengths: HashMap::new(),
            damaged: source.damaged().collect(),
            damaged_names: source.damaged_names().map(quoted).collect(),
            lost_names: source.lost_names().map(quoted).collect(),
            are_names_lost: source.names_are_lost(),
        }
    }

    /// Where the thing at a path stands; of something that the text does not mention, the nearest thing around it.
    pub fn locate(&mut self, path: &str) -> Position {
        self.find(path).at
    }

    /// Is the mistake only a consequence of something that was left out or made up?
    pub fn is_consequence(&mut self, diagnostic: &Diagnostic) -> bool {
        let found = self.find(&diagnostic.path);
        let in_damaged = !self.damaged.is_empty()
            && self.source.tree.ancestors(found.node).any(|node| self.damaged.contains(&node));
        let mentions = |name: &String| diagnostic.message.contains(name);
        let is_unknown = diagnostic.code.starts_with("unknown-");
        in_damaged
            || self.source.is_made_up(&found)
            || is_unknown && (self.are_names_lost || self.lost_names.iter().any(mentions))
            || self.damaged_names.iter().any(mentions)
            || self.source.lacks(diagnostic.code, &found)
    }

    fn find(&mut self, path: &str) -> Found {
        let (source, mut steps) = (self.source, parse_path(path).into_iter().peekable());
        let (mut at, mut here) = (source.tree.node(source.root).at, source.root);
        while let Some((place, node)) = steps.peek().and_then(|step| self.step(here, step)) {
            steps.next();
            at = place;
            let Some(node) = node else { break };
            here = node;
        }
        Found { at, node: here, rest: steps.collect() }
    }

    /// One step down: where it leads, and the value there if it is one of its own.
    fn step(&mut self, node: NodeId, step: &Step) -> Option<(Position, Option<NodeId>)> {
        let tree = &self.source.tree;
        let value_at = |node| (tree.node(node).at, Some(node));
        match (tree.value(node), step) {
            (Value::Record { .. }, Step::Field(name)) => {
                tree.field(node, name).map(|field| value_at(field.value))
            }
            (Value::List(items), Step::Key(key)) => {
                let position: usize = key.parse().ok()?;
                self.kept_items(node, items).get(position).copied().map(value_at)
            }
            (Value::Map(entries), Step::Key(key)) => {
                let &(name, value) = self.entries(node, entries).get(key)?;
                Some((tree.node(name).at, Some(value)))
            }
            // Nor is the name in front of `Choose([…])`.
            (Value::Tuple { name: Some(_), items }, Step::Key(_)) if self.source.is_one_list(items) => {
                items.first().and_then(|&item| self.step(item, step))
            }
            (Value::Tuple { items, .. }, Step::Key(key)) => {
                items.get(key.parse::<usize>().ok()?).copied().map(value_at)
            }
            // `Some(…)` and `Cave((…))` are not mentioned in paths.
            (Value::Tuple { items, .. }, Step::Field(_)) if items.len() == 1 => {
                items.first().and_then(|&item| self.step(item, step))
            }
            (Value::Text { plain: true, text }, Step::Key(key)) => {
                let length = *self.lengths.entry(node).or_insert_with(|| text.chars().count());
                let index = key.parse().ok().filter(|&index: &usize| index < length)?;
                Some((position_within(text, tree.node(node).at, index), None))
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
    fn lacks(&self, code: &str, found: &Found) -> bool {
        let parent = |node: &NodeId| self.tree.node(*node).parent;
        let is_unused = code.starts_with("unused-") && !self.skipped.is_empty();
        is_unused || found.rest.is_empty() && self.skipped.iter().any(|node| parent(node) == Some(found.node))
    }

    /// Were names left out that cannot be told any more?
    fn names_are_lost(&self) -> bool {
        let legend = self.tree.field(self.root, "legend").map(|field| field.value);
        let in_legend = |node: &NodeId| {
            legend.is_some_and(|legend| self.tree.ancestors(*node).any(|node| node == legend))
        };
        self.added_within("alphabet") || self.added_within("legend") || self.skipped.iter().any(in_legend)
    }

    fn is_made_up(&self, found: &Found) -> bool {
        let Some(Step::Field(name)) = found.rest.first() else { return false };
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

fn parse_path(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut chars = path.chars().peekable();
    while let Some(first) = chars.next() {
        match first {
            '.' => {}
            '[' => steps.push(Step::Key(parse_key(&mut chars))),
            _ => {
                let mut name = first.to_string();
                while let Some(next) = chars.next_if(|&next| !matches!(next, '.' | '[')) {
                    name.push(next);
                }
                steps.push(Step::Field(name));
            }
        }
    }
    steps
}

/// What stands up to the closing bracket, which is passed over.
fn parse_key(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let quote = chars.next_if(|&next| matches!(next, '"' | '\''));
    let mut key = String::new();
    while let Some(next) = chars.next() {
        match next {
            '\\' if quote.is_some() => key.extend(parse_escape(chars)),
            ']' if quote.is_none() => return key,
            _ if Some(next) == quote => {
                chars.next_if_eq(&']');
                return key;
            }
            _ => key.push(next),
        }
    }
    key
}

/// What follows a backslash, as `{:?}` writes it.
fn parse_escape(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
    match chars.next()? {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '0' => Some('\0'),
        'u' if chars.next_if_eq(&'{').is_some() => {
            let digits: String = chars.by_ref().take_while(|next| *next != '}').collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
        }
        same => Some(same),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let field = |name: &str| Step::Field(name.to_owned());
        let key = |key: &str| Step::Key(key.to_owned());
        assert_eq!(
            parse_path(r#"alphabet.nodes["a \"b\" ]c"].form.radius"#),
            [field("alphabet"), field("nodes"), key(r#"a "b" ]c"#), field("form"), field("radius")]
        );
        for character in ['#', '\u{301}', '\n', '\u{1b}', '\'', '\\', '\0'] {
            let path = format!("legend[{character:?}]");
            assert_eq!(parse_path(&path), [field("legend"), key(&character.to_string())]);
        }
        assert_eq!(parse_path("rules[3][4]"), [field("rules"), key("3"), key("4")]);
    }
}
