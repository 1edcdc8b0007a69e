//! Makes grammars from choices: usually without mistakes, and always small, so that a run takes about a
//! millisecond.
//!
//! They have two to eight node symbols of every form and role, and edge symbols of every role, kind and door.
//! Starts are of every kind, and one to six rules use all features. Recipes have all steps, and passes are of
//! every kind. Both movements and all spacings occur.

mod alphabet;
mod populate;
mod recipe;
mod rules;
mod start;
pub mod wide;

use delvewright_engine::grammar::{Grammar, Limits};
use delvewright_engine::mission::{Alphabet, Attributes, Value};
use delvewright_engine::settings::{
    Aspect, Bridges, LayoutSettings, LevelSide, Mirror, Movement, Shape, SizeLimit, Spacing, SprawlNeighbour,
};

use super::draw::Draw;

pub use alphabet::{edge_symbol, node_symbol};
pub use populate::{entity, pass, tile};
pub use recipe::{step, times};
pub use rules::{changes, conditions, rule};

/// Names of values.
pub const VALUES: [&str; 3] = ["danger", "lit", "depth"];

/// Returns a grammar without passes and room sets.
pub fn grammar(draw: &mut Draw) -> Grammar {
    let alphabet = alphabet::alphabet(draw);
    let start = start::start(draw, &alphabet);
    let rules = (0..=draw.below(6)).map(|number| rule(draw, &alphabet, number)).collect::<Vec<_>>();
    let recipe = recipe::recipe(draw, &rules);
    Grammar {
        format: Grammar::FORMAT,
        name: draw.name(&["Random"]),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet,
        start,
        rules,
        recipe,
        limits: limits(draw),
        layout: layout(draw),
        movement: *draw.pick(&[Movement::Cardinal, Movement::EightWay]),
        theme: String::new(),
        populate: Vec::new(),
        variables: Default::default(),
        properties: Vec::new(),
        formulas: Default::default(),
    }
}

/// Adds passes to a grammar after everything else is drawn, so that remaining bytes change nothing else.
pub fn add_passes(draw: &mut Draw, grammar: &mut Grammar) {
    populate::populate(draw, grammar, true);
}

fn limits(draw: &mut Draw) -> Limits {
    Limits { steps: draw.number(1, 10), nodes: draw.number(4, 14), edges: draw.number(6, 24) }
}

/// Returns layout settings at both ends of their ranges, and between.
pub fn layout(draw: &mut Draw) -> LayoutSettings {
    let spacing = match draw.below(10) {
        0..=1 => Spacing::Elastic { gap: draw.number(1, 4) },
        2..=3 => Spacing::Compact { gap: draw.number(1, 4) },
        4 => Spacing::Elastic { gap: *draw.pick(&[1, 32]) },
        5 => Spacing::Fixed { scale: *draw.pick(&[4, 64]) },
        6..=7 => Spacing::Sprawl {
            length: (draw.number(1, 3), draw.number(3, 9)),
            beside: *draw.pick(&[SprawlNeighbour::Previous, SprawlNeighbour::Parent]),
        },
        _ => Spacing::Fixed { scale: draw.number(4, 24) },
    };
    let bridges = *draw.pick(&[Bridges::Allow, Bridges::Allow, Bridges::Forbid]);
    let shape = if draw.below(3) == 0 { shape(draw) } else { Shape::default() };
    LayoutSettings { spacing, bridges, shape, ..LayoutSettings::default() }
}

fn shape(draw: &mut Draw) -> Shape {
    let sides = [LevelSide::Any, LevelSide::North, LevelSide::East, LevelSide::South, LevelSide::West];
    Shape {
        aspect: *draw.pick(&[Aspect::Any, Aspect::Wide, Aspect::Tall, Aspect::Square]),
        start: *draw.pick(&sides),
        goal: *draw.pick(&sides),
        symmetry: *draw.pick(&[Mirror::None, Mirror::LeftRight, Mirror::TopBottom]),
        bound: match draw.below(3) {
            0 => SizeLimit::Within { width: draw.number(8, 90), height: draw.number(8, 90) },
            _ => SizeLimit::None,
        },
    }
}

/// Returns up to two values.
pub fn attributes(draw: &mut Draw) -> Attributes {
    draw.some(2, |draw| (draw.name(&VALUES), value(draw))).into_iter().collect()
}

/// Returns a value of any kind.
pub fn value(draw: &mut Draw) -> Value {
    match draw.below(5) {
        0 => Value::Bool(draw.is_so()),
        1 => Value::Text(draw.name(&["deep", "high"])),
        2 => Value::Int(*draw.pick(&[i64::MAX, i64::MIN, -1])),
        _ => Value::Int(i64::from(draw.number(0, 3))),
    }
}

/// Returns the name of an existing node symbol, or sometimes a strange name.
pub fn node_name(draw: &mut Draw, alphabet: &Alphabet) -> String {
    name_of(draw, alphabet.nodes.keys())
}

/// Returns the name of an existing edge symbol, usually the first, which is a passage; or sometimes a strange
/// name.
pub fn edge_name(draw: &mut Draw, alphabet: &Alphabet) -> String {
    if draw.is_so() {
        name_of(draw, alphabet.edges.keys())
    } else {
        name_of(draw, alphabet.edges.keys().take(1))
    }
}

fn name_of<'n>(draw: &mut Draw, names: impl Iterator<Item = &'n String>) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    draw.name(&names)
}
