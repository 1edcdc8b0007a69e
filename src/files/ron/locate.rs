//! From a path in a value, such as `rules[3].lhs.nodes[2]` or `alphabet.nodes["Hollow"].form.radius`, to the place in the text it was read from.

use super::recover::Source;
use super::tree::{NodeId, Value};
use crate::base::{Diagnostic, Position};

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

impl Source {
    /// Where the thing at a path stands; of something that the text does not mention, the nearest thing around it.
    pub fn locate(&self, path: &str) -> Position {
        self.find(path).at
    }

    /// Is the mistake only a consequence of something that was left out or made up?
    pub fn is_consequence(&self, diagnostic: &Diagnostic) -> bool {
        let found = self.find(&diagnostic.path);
        let in_damaged =
            self.tree.ancestors(found.node).any(|node| self.damaged().any(|damaged| damaged == node));
        let mentions = |name: String| diagnostic.message.contains(&format!("\"{name}\""));
        let is_unknown = diagnostic.code.starts_with("unknown-");
        in_damaged
            || self.is_made_up(&found)
            || is_unknown && (self.names_are_lost() || self.lost_names().any(mentions))
            || self.damaged_names().any(mentions)
            || self.lacks(diagnostic.code, &found)
    }

    fn find(&self, path: &str) -> Found {
        let mut found = Found { at: self.tree.node(self.root).at, node: self.root, rest: parse_path(path) };
        while let Some(step) = found.rest.first() {
            let Some((at, node)) = self.step(found.node, step) else { break };
            found = Found { at, node: node.unwrap_or(found.node), rest: found.rest.split_off(1) };
            if node.is_none() {
                break;
            }
        }
        found
    }

    /// One step down: where it leads, and the value there if it is one of its own.
    fn step(&self, node: NodeId, step: &Step) -> Option<(Position, Option<NodeId>)> {
        let value_at = |node| (self.tree.node(node).at, Some(node));
        match (self.tree.value(node), step) {
            (Value::Record { .. }, Step::Field(name)) => {
                self.tree.field(node, name).map(|field| value_at(field.value))
            }
            (Value::List(items), Step::Key(key)) => {
                let kept = items.iter().filter(|item| !self.skipped.contains(item));
                kept.copied().nth(key.parse().ok()?).map(value_at)
            }
            (Value::Map(entries), Step::Key(key)) => entries
                .iter()
                .find(|&&(name, _)| self.tree.key_text(name).as_ref() == Some(key))
                .map(|&(name, value)| (self.tree.node(name).at, Some(value))),
            // Nor is the name in front of `Choose([…])`.
            (Value::Tuple { name: Some(_), items }, Step::Key(_)) if self.is_one_list(items) => {
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
                let index = key.parse().ok().filter(|&index: &usize| index < text.chars().count())?;
                Some((position_within(text, self.tree.node(node).at, index), None))
            }
            _ => None,
        }
    }

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
    let first = Position { column: quote.column.saturating_add(1), ..quote };
    text.chars().take(index).fold(first, |at, character| match character {
        '\n' => Position { line: at.line.saturating_add(1), column: 1 },
        _ => Position { column: at.column.saturating_add(1), ..at },
    })
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
            '\\' if quote.is_some() => key.extend(chars.next()),
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
        assert_eq!(parse_path("legend['#']"), [field("legend"), key("#")]);
        assert_eq!(parse_path("rules[3][4]"), [field("rules"), key("3"), key("4")]);
    }
}
