//! Places in a project that can be looked at and edited, and how the path of a diagnostic leads to one.

use super::StepPath;
use crate::base::Diagnostic;

/// A symbol of the alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// Of nodes.
    Node(String),
    /// Of edges.
    Edge(String),
}

impl Symbol {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Node(name) | Self::Edge(name) => name,
        }
    }

    /// Another one of the same kind.
    #[must_use]
    pub fn named(&self, name: impl Into<String>) -> Self {
        match self {
            Self::Node(_) => Self::Node(name.into()),
            Self::Edge(_) => Self::Edge(name.into()),
        }
    }
}

/// Something in the project that can be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// A symbol.
    Symbol(Symbol),
    /// The start of derivations.
    Start,
    /// The rule at this position.
    Rule(usize),
    /// A step of the recipe.
    Step(StepPath),
    /// The room at the second position in the room set at the first one.
    Room(usize, usize),
    /// The settings.
    Settings,
}

/// A part of a path: `rules[3].lhs` has `rules`, 3 and `lhs`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Field(String),
    Position(usize),
    Key(String),
}

/// Where in the project a diagnostic of the grammar lies, if its path says that.
pub fn location_in_grammar(diagnostic: &Diagnostic) -> Option<Location> {
    let parts = parts(&diagnostic.path);
    let (Part::Field(first), rest) = parts.split_first()? else { return None };
    match (first.as_str(), rest) {
        ("alphabet", [Part::Field(kind), Part::Key(name), ..]) if kind == "nodes" => {
            Some(Location::Symbol(Symbol::Node(name.clone())))
        }
        ("alphabet", [Part::Field(kind), Part::Key(name), ..]) if kind == "edges" => {
            Some(Location::Symbol(Symbol::Edge(name.clone())))
        }
        ("start", _) => Some(Location::Start),
        ("rules", [Part::Position(rule), ..]) => Some(Location::Rule(*rule)),
        ("recipe", rest) => Some(Location::Step(step_path(rest))),
        ("name" | "notes" | "limits" | "layout" | "movement" | "rooms", _) => Some(Location::Settings),
        _ => None,
    }
}

/// Where a diagnostic of the room set at that position lies: in one of its rooms, or in all of them.
pub fn location_in_rooms(set: usize, diagnostic: &Diagnostic) -> Location {
    match parts(&diagnostic.path).as_slice() {
        [Part::Field(rooms), Part::Position(room), ..] if rooms == "rooms" => Location::Room(set, *room),
        _ => Location::Room(set, 0),
    }
}

/// `recipe[2][1].steps[0].rules` leads to 2, 1, 0: the fields between say nothing that the positions do not.
fn step_path(parts: &[Part]) -> StepPath {
    let mut path = Vec::new();
    for part in parts {
        match part {
            Part::Position(position) => path.push(*position),
            Part::Field(field) if field == "steps" => {}
            Part::Field(_) | Part::Key(_) => break,
        }
    }
    path
}

fn parts(path: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut letters = path.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '.' | ']' => {}
            '[' if letters.peek() == Some(&'"') => {
                letters.next();
                let mut key = String::new();
                while let Some(letter) = letters.next() {
                    match letter {
                        '"' => break,
                        '\\' => key.extend(letters.next()),
                        letter => key.push(letter),
                    }
                }
                parts.push(Part::Key(key));
            }
            '[' => {
                let digits: String =
                    std::iter::from_fn(|| letters.next_if(|&letter| letter != ']')).collect();
                parts.push(digits.parse().map_or(Part::Key(digits), Part::Position));
            }
            letter => {
                let rest = std::iter::from_fn(|| letters.next_if(|&letter| !matches!(letter, '.' | '[')));
                parts.push(Part::Field(std::iter::once(letter).chain(rest).collect()));
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> Option<Location> {
        location_in_grammar(&Diagnostic::error("any", "…").at(path))
    }

    #[test]
    fn path_of_a_diagnostic_leads_to_its_place() {
        let node = |name: &str| Some(Location::Symbol(Symbol::Node(name.to_owned())));
        assert_eq!(place("alphabet.nodes[\"Hollow\"].form.radius"), node("Hollow"));
        assert_eq!(place("alphabet.nodes[\"say \\\"x\\\\].\"]"), node("say \"x\\]."));
        assert_eq!(place("alphabet.edges[\"p\"].one_way"), Some(Location::Symbol(Symbol::Edge("p".into()))));
        assert_eq!(place("start.nodes[2]"), Some(Location::Start));
        assert_eq!(place("rules[3].lhs.nodes[2].when[0]"), Some(Location::Rule(3)));
        assert_eq!(place("recipe"), Some(Location::Step(vec![])));
        assert_eq!(place("recipe[2].rules"), Some(Location::Step(vec![2])));
        assert_eq!(place("recipe[2][1].steps[4].condition.times"), Some(Location::Step(vec![2, 1, 4])));
        assert_eq!(place("layout.spacing.scale"), Some(Location::Settings));
        assert_eq!([place(""), place("rules"), place("[[\"")], [None, None, None]);
    }

    #[test]
    fn path_in_a_room_set_leads_to_its_room() {
        let place = |path: &str| location_in_rooms(1, &Diagnostic::error("any", "…").at(path));
        assert_eq!(place("rooms[3].picture[2]"), Location::Room(1, 3));
        assert_eq!(place("legend['#']"), Location::Room(1, 0));
    }
}
