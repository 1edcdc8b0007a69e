//! A small project with something of everything, for tests.

use std::sync::Arc;

use super::{Content, Document, Edit, OpenRooms};
use crate::files::{parse_grammar, parse_room_set};
use crate::grammar::Grammar;

const GRAMMAR: &str = r###"Grammar(
    format: 1,
    name: "Test project",
    alphabet: (
        nodes: {
            "Entrance": (label: "E", color: "#5fb34a", role: Start, form: Hall()),
            "Hollow": (label: "h", form: Cave(), attributes: {"danger": 1}),
            "Gate": (role: Lock, form: Room()),
            "Key": (role: Key),
        },
        edges: {
            "path": (role: Passage),
            "opens": (role: Opens),
            "holds": (role: Contains),
        },
    ),
    start: Graph(nodes: {1: "Entrance", 2: "Hollow"}, edges: [(1, "path", 2)]),
    rules: [
        (
            name: "Grow",
            tags: ["grow"],
            lhs: (nodes: {1: AnyOf(["Entrance", "Hollow"]), 2: (symbol: "Hollow", when: [DegreeOf("path", All, AtMost(3))])}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hollow"}, edges: [(1, "path", 3), (3, "path", 2)]),
            at: {1: (0, 0), 2: (2, 0), 3: (1, 0)},
        ),
        (
            name: "Lock",
            lhs: (nodes: {1: Any, 2: "Hollow"}, edges: [(1, "path", 2)]),
            rhs: (
                nodes: {1: Keep, 2: Keep, 3: "Gate", 4: "Key"},
                edges: [(1, "path", 3), (3, "path", 2), (1, "holds", 4), (4, "opens", 3)],
            ),
        ),
    ],
    recipe: [
        Apply(rules: Tag("grow"), times: (2, 4)),
        Block(steps: [Apply(rules: Named(["Lock", "Grow"]))]),
        Choose([(steps: [Require(condition: Present((nodes: {1: "Hollow", 2: Any}, edges: [(1, "path", 2)])))])]),
    ],
)"###;

const ROOMS: &str = r###"RoomSet(
    format: 1,
    name: "Keep",
    legend: {'#': Wall, '.': Floor, '+': Socket},
    rooms: [
        (name: "Old hollow", symbol: "Hollow", weight: 1, picture: ["##+##", "+...+", "##+##"]),
        (name: "Guard room", symbol: "Gate", weight: 1, picture: ["##+##", "+...+", "##+##"]),
    ],
)"###;

/// Returns its grammar.
pub(super) fn grammar() -> Grammar {
    parse_grammar(GRAMMAR, None).value.expect("it can be read")
}

/// Returns the whole project.
pub(crate) fn content() -> Content {
    let set = parse_room_set(ROOMS, None).value.expect("it can be read");
    let rooms = OpenRooms { path: "keep.ron".to_owned(), set: Arc::new(set) };
    let grammar = Grammar { rooms: vec!["keep.ron".to_owned()], ..grammar() };
    Content { rooms: vec![rooms], ..Content::of(grammar) }
}

/// Returns a project after an edit.
pub(super) fn edited(content: &Content, edit: Edit) -> Content {
    let mut document = Document::opened(content.clone(), None);
    document.apply(edit);
    document.content().clone()
}
