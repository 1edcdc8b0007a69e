//! Delvewright: dungeons by graph grammars.
//!
//! Level designers draw rewriting rules over a mission graph, run them, turn the finished mission into tiles,
//! and export the level to their game. The promise: **the tiles are the mission** - exactly those places,
//! exactly those connections, the same for the same seed. An independent checker proves it on the finished
//! tiles.
//!
//! ```text
//! files    -- load --> Grammar, RoomSets
//! Grammar  -- derive   --> Derivation   (steps + final Mission)
//! Mission  -- layout   --> Plan         (site, size, bounds, route of everything)
//! Plan     -- form     --> Space        (tiles, owners, doors)
//! Space    -- populate --> Level
//! Level    -- verify   --> Report       (reads only the Level)
//! Level    -- export   --> bytes
//! ```
//!
//! Every stage is a pure function of its input, its parameters and a seed. Integers decide; a stage uses no
//! clock, no disk and no global state.
//!
//! # Glossary
//!
//! | word | meaning |
//! | --- | --- |
//! | mission | a graph of symbols; its nodes become *places* or items, its edges *passages* or relations |
//! | alphabet | the symbols of nodes and edges, each with its role and its form in space |
//! | rule | a left side (`lhs`) to be found, and right sides (`rhs`) to replace it |
//! | match | the elements of the mission that correspond to a left side |
//! | delta | the changes of one application, which can be undone and redone |
//! | step | an applied rule: rule, right side, match, delta, and its step of the recipe |
//! | derivation | a start graph and its steps |
//! | recipe | decides when and how often rules run, and requirements for the mission |
//! | site | the position of a node on the lattice |
//! | plan | site, size and bounds of every place, and the route of every passage |
//! | form, technique | the way a place gets its cells: a cave, a room, a hall |
//! | room set, template | rooms drawn by hand, one picture each |
//! | socket, door, blocker | a possible door of a room, an actual one, the tile that closes an unused one |
//! | corridor, open passage | a passage with cells of its own, or a border at which two caves grow together |
//! | threshold | the cells of a door across a corridor |
//! | bridge | a cell at which one passage goes straight over another |
//! | cell, tile | a coordinate, and its content |
//! | owner | the place or passage that a cell belongs to |
//! | seal | a cell that stays wall between two owners that the mission does not join |
//! | promise | a property that `verify` proves of a level, P0 to P7 |
//! | random stream | the numbers drawn from one labelled child of the seed |
//!
//! # As a library
//!
//! [`files::parse_grammar`] reads a grammar from a text and reports every mistake. A run of its recipe is a
//! [`grammar::Derivation`]: the start, the steps, and the mission at the end.
//!
//! ```
//! use std::sync::Arc;
//!
//! use delvewright::base::{Seed, StageContext};
//! use delvewright::files::parse_grammar;
//! use delvewright::grammar::{Playback, derive};
//! use delvewright::pipeline::{Pipeline, Request};
//!
//! let text = r##"Grammar(
//!     format: 1,
//!     name: "Three halls",
//!     alphabet: (
//!         nodes: {
//!             "Door": (role: Start, form: Hall(width: (4, 6), height: (4, 6))),
//!             "Hall": (form: Hall(width: (4, 6), height: (4, 6)), attributes: {"danger": 1}),
//!             "Hoard": (role: Goal, form: Hall(width: (4, 6), height: (4, 6))),
//!         },
//!         edges: {"path": (role: Passage)},
//!     ),
//!     start: Graph(nodes: {1: "Door", 2: "Hoard"}, edges: [(1, "path", 2)]),
//!     rules: [(
//!         name: "One hall more",
//!         lhs: (nodes: {1: Any, 2: "Hoard"}, edges: [(1, "path", 2)]),
//!         rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
//!     )],
//!     recipe: [Apply(rules: All, times: 3)],
//! )"##;
//! let loaded = parse_grammar(text, None);
//! assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
//! let grammar = loaded.value.expect("a grammar without mistakes");
//!
//! // The mission: nodes and edges with ids that never change.
//! let derivation = derive(&grammar, Seed(7), StageContext::default()).expect("nobody stops it").value;
//! let alphabet = &derivation.alphabet;
//! for (id, node) in derivation.mission.nodes() {
//!     println!("{}: {}, made by step {}", id.0, alphabet.node(node.symbol).0, node.made_by);
//! }
//! for (_, edge) in derivation.mission.edges() {
//!     println!("{} -{}-> {}", edge.from.0, alphabet.edge(edge.symbol).0, edge.to.0);
//! }
//! assert_eq!((derivation.mission.node_count(), derivation.counts()), (5, vec![3]));
//!
//! // Its history, forwards and back.
//! let mut playback = Playback::new(Arc::new(derivation));
//! playback.go_to(1);
//! assert_eq!(playback.mission().node_count(), 3);
//!
//! // The whole way, from rules to a proved level.
//! let request = Request::new(Arc::new(grammar), Vec::new(), Seed(7));
//! let level = Pipeline::default().run(&request).level.expect("a level");
//! assert!(level.report.all_held());
//! ```
//!
//! The stages are in the crate `delvewright-engine`, the formats of other programs in `delvewright-exchange`.
//! Both are re-exported here. Modules import only from those above them in the list below; a test enforces
//! it.

pub use delvewright_engine::{
    base, batch, difference, grammar, insight, layout, level, metrics, mission, pipeline, place_shape,
    populate, properties, rooms, settings, space, survey, text, verify,
};
pub use delvewright_exchange::{export, film, import, lettering, overlay, picture};

pub mod files;
pub mod tables;
pub mod document;
pub mod reference;
pub mod cli;
#[cfg(feature = "editor")]
pub mod editor;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles and runs the examples in the guide for game programmers.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/games.md")]
struct GuideForGames;
