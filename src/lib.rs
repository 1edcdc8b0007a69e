//! Delvewright: dungeons by graph grammars.
//!
//! Level designers draw rewriting rules over a mission graph, run them, turn the finished mission into tiles, and export the level to their game.
//! The promise: **the tiles are the mission** - exactly those places, exactly those connections, the same for the same seed, and proved on the finished tiles by a checker of its own.
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
//! Every stage is a pure function of its input, its parameters and a seed.
//! Integers decide; there is no clock, no disk, no global state in a stage.
//!
//! # Glossary
//!
//! | word | meaning |
//! | --- | --- |
//! | mission | a graph of symbols: what the level is about. Its nodes become *places* or items, its edges *passages* or relations |
//! | alphabet | the symbols of nodes and edges: each with its role, and the form that it takes in space |
//! | rule | a left side (`lhs`) to be found, and right sides (`rhs`) to put in its stead |
//! | match | what each element of a left side is in the mission |
//! | delta | the changes of one application, which can be undone and redone |
//! | step | an applied rule: rule, right side, match, delta, and the recipe's step that it belongs to |
//! | derivation | a start graph and its steps |
//! | recipe | which rules run when, how often, and what the mission must be like |
//! | site | where a node lies on the lattice |
//! | plan | site, size and bounds of every place, and the route of every passage |
//! | form, technique | how a place gets its cells: a cave, a room, a hall |
//! | room set, template | rooms drawn by hand, one picture each |
//! | socket, door, blocker | where a room could have a door, where it has one, and what closes it elsewhere |
//! | corridor, open passage | a passage with cells of its own, or a border at which two caves grow together |
//! | threshold | the cells of a door that lies across a corridor |
//! | bridge | a cell at which one passage goes straight over another |
//! | cell, tile | a coordinate, and what lies there |
//! | owner | the place or passage to which a cell belongs |
//! | seal | a cell that stays wall between two owners that the mission does not join |
//! | promise | what `verify` proves of a level, P0 to P7 |
//! | random stream | the numbers drawn from one labelled child of the seed |
//! # As a library
//!
//! A grammar is what stands in its file; [`files::parse_grammar`] reads it from a text and reports every mistake.
//! A run of its recipe is a [`grammar::Derivation`]: the start, the steps, and the mission at the end.
//!
//! ```
//! use std::sync::Arc;
//!
//! use delvewright::base::Seed;
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
//! // The mission: nodes and edges under ids that they keep for life.
//! let derivation = derive(&grammar, Seed(7)).value;
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
//! // The whole way, from rules to a level that is proved.
//! let request = Request { grammar: Arc::new(grammar), rooms: Vec::new(), seed: Seed(7), rolls: Vec::new() };
//! let level = Pipeline::default().run(&request).level.expect("a level");
//! assert!(level.report.all_held());
//! ```
//!
//! The stages are in the crate `delvewright-engine`, the formats of other programs in `delvewright-exchange`; both are exported again from here.
//! Modules import only from those above them in the list below; a test keeps it so.

pub use delvewright_engine::{
    base, batch, grammar, insight, layout, level, mission, pipeline, populate, rooms, settings, space, text, verify,
};
pub use delvewright_exchange::{export, film, import, overlay, picture};

pub mod files;
pub mod document;
pub mod cli;
#[cfg(feature = "editor")]
pub mod editor;

/// The example in the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
