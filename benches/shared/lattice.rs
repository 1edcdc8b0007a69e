//! Creates levels of any size for benchmarks.

use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::grammar::{Grammar, Limits, Start};
use delvewright::mission::{
    Alphabet, Cave, Detached, EdgeRole, EdgeSymbol, Form, Neighbourhood, NodeRole, NodeSymbol, PassageKind,
    UpdateOrder,
};
use delvewright::pipeline::Request;
use delvewright::settings::{LayoutSettings, Movement, Spacing};

/// Returns a cave with the classic settings.
pub fn cave(scale: u32) -> Cave {
    Cave {
        wall_percent: 45,
        radius: (scale / 3, scale / 2),
        smoothing: 4,
        wall_above: 4,
        open_below: 4,
        order: UpdateOrder::GridOrder,
        neighbourhood: Neighbourhood::Moore(1),
        detached: Detached::Fill,
        clearing: 0,
    }
}

/// Returns a lattice of caves, each joined to its right and its lower neighbour by a corridor.
pub fn lattice(side: u32, scale: u32) -> Request {
    let node = NodeSymbol {
        role: Some(NodeRole::Start),
        form: Some(Form::Cave(cave(scale))),
        ..NodeSymbol::default()
    };
    let edge = EdgeSymbol { kind: PassageKind::corridor(1), ..EdgeSymbol::of_role(EdgeRole::Passage) };
    let grammar = Grammar {
        format: Grammar::FORMAT,
        name: "Lattice".to_owned(),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet: Alphabet {
            nodes: [("cave".to_owned(), node)].into_iter().collect(),
            edges: [("path".to_owned(), edge)].into_iter().collect(),
            ..Alphabet::default()
        },
        start: Start::Lattice { width: side, height: side, node: "cave".to_owned(), edge: "path".to_owned() },
        rules: Vec::new(),
        recipe: Vec::new(),
        limits: Limits::default(),
        layout: LayoutSettings { spacing: Spacing::Fixed { scale }, ..LayoutSettings::default() },
        movement: Movement::Cardinal,
        theme: String::new(),
        populate: Vec::new(),
        variables: Default::default(),
        properties: Vec::new(),
        formulas: Default::default(),
    };
    Request::new(Arc::new(grammar), Vec::new(), Seed(1))
}
