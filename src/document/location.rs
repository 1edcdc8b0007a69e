//! Locations in a project that can be shown and edited, and the way from the path of a diagnostic to one of
//! them.

use super::StepPath;
use serde::{Deserialize, Serialize};

use crate::base::{Diagnostic, PathPart, ValuePath};

/// A symbol of the alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Symbol {
    /// A symbol of nodes.
    Node(String),
    /// A symbol of edges.
    Edge(String),
}

impl Symbol {
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Node(name) | Self::Edge(name) => name,
        }
    }

    /// Returns a symbol of the same kind with another name.
    #[must_use]
    pub fn named(&self, name: impl Into<String>) -> Self {
        match self {
            Self::Node(_) => Self::Node(name.into()),
            Self::Edge(_) => Self::Edge(name.into()),
        }
    }
}

/// A part of the project that can be shown.
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
    /// The pass of populating at this position.
    Pass(usize),
    /// The room at the second position, in the room set at the first one.
    Room(usize, usize),
    /// The derived theme of that name.
    Theme(String),
    /// The settings.
    Settings,
}

/// Returns the location of a diagnostic of the grammar, if its path gives one.
pub fn location_in_grammar(diagnostic: &Diagnostic) -> Option<Location> {
    location_of(&diagnostic.path)
}

/// Returns the location that defines, or would define, the subject of a diagnostic.
pub(super) fn location_of_subject(diagnostic: &Diagnostic) -> Option<Location> {
    diagnostic.subject.as_ref().and_then(location_of)
}

fn location_of(path: &ValuePath) -> Option<Location> {
    use PathPart::{Field, Index, Key};
    match path.parts() {
        [Field("alphabet"), Field("nodes"), Key(name), ..] => {
            Some(Location::Symbol(Symbol::Node(name.clone())))
        }
        [Field("alphabet"), Field("edges"), Key(name), ..] => {
            Some(Location::Symbol(Symbol::Edge(name.clone())))
        }
        [Field("alphabet"), Field("themes"), Key(name), ..] => Some(Location::Theme(name.clone())),
        [Field("start"), ..] => Some(Location::Start),
        [Field("rules"), Index(rule), ..] => Some(Location::Rule(*rule)),
        [Field("populate"), Index(pass), ..] => Some(Location::Pass(*pass)),
        [Field("populate")] | [Field("alphabet"), Field("entities" | "tiles"), ..] => Some(Location::Pass(0)),
        [Field("recipe"), rest @ ..] => Some(Location::Step(step_path(rest))),
        [
            Field(
                "name" | "notes" | "limits" | "layout" | "movement" | "theme" | "rooms" | "variables"
                | "properties",
            ),
            ..,
        ] => Some(Location::Settings),
        _ => None,
    }
}

/// Returns the location of a diagnostic of the room set at a position: one of its rooms, or all of them.
pub fn location_in_rooms(set: usize, diagnostic: &Diagnostic) -> Location {
    match diagnostic.path.parts() {
        [PathPart::Field("rooms"), PathPart::Index(room), ..] => Location::Room(set, *room),
        _ => Location::Room(set, 0),
    }
}

/// Extracts the positions from a path: `recipe[2][1].steps[0].rules` gives 2, 1, 0. The fields between are
/// redundant.
fn step_path(parts: &[PathPart]) -> StepPath {
    let mut path = Vec::new();
    for part in parts {
        match part {
            PathPart::Index(position) => path.push(*position),
            PathPart::Field("steps") => {}
            PathPart::Field(_) | PathPart::Key(_) | PathPart::Character(_) => break,
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PathRef;

    const ROOT: PathRef<'static> = PathRef::ROOT;

    fn location(path: impl Into<ValuePath>) -> Option<Location> {
        location_in_grammar(&Diagnostic::error("any", "…").at(path))
    }

    #[test]
    fn path_of_a_diagnostic_leads_to_its_location() {
        let (alphabet, start, rule, step) =
            (ROOT.field("alphabet"), ROOT.field("start"), ROOT.item("rules", 3), ROOT.item("recipe", 2));
        let node = |name: &str| Some(Location::Symbol(Symbol::Node(name.to_owned())));
        let edge = |name: &str| Some(Location::Symbol(Symbol::Edge(name.to_owned())));
        assert_eq!(location(alphabet.entry("nodes", "Hollow").field("form").field("radius")), node("Hollow"));
        assert_eq!(location(alphabet.entry("edges", "p").field("one_way")), edge("p"));
        assert_eq!(location(start.item("nodes", 2)), Some(Location::Start));
        assert_eq!(location(rule.field("lhs").item("nodes", 2).item("when", 0)), Some(Location::Rule(3)));
        assert_eq!(location("recipe"), Some(Location::Step(vec![])));
        assert_eq!(location(step.field("rules")), Some(Location::Step(vec![2])));
        let within = step.index(1);
        let within = within.item("steps", 4);
        assert_eq!(location(within.field("condition").field("times")), Some(Location::Step(vec![2, 1, 4])));
        assert_eq!(location(["layout", "spacing", "scale"]), Some(Location::Settings));
        assert_eq!(
            location(alphabet.entry("themes", "dark").field("like")),
            Some(Location::Theme("dark".to_owned()))
        );
        assert_eq!([location(ROOT), location("rules")], [None, None]);
    }

    #[test]
    fn path_in_a_room_set_leads_to_its_room() {
        let location = |path: PathRef<'_>| location_in_rooms(1, &Diagnostic::error("any", "…").at(path));
        assert_eq!(location(ROOT.item("rooms", 3).item("picture", 2)), Location::Room(1, 3));
        assert_eq!(location(ROOT.character("legend", '#')), Location::Room(1, 0));
    }
}
