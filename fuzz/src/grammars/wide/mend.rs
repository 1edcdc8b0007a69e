//! Repairs settings that were drawn independently, so that they do not contradict each other.

use delvewright_engine::grammar::{Grammar, Start};
use delvewright_engine::mission::{
    Alphabet, Door, DoorwayFallback, EdgeRole, EdgeSymbol, Form, NodeRole, NodeSymbol, PassageKind, Technique,
};
use delvewright_engine::settings::{LayoutSettings, PassSettings, SizeLimit, Spacing};

use super::super::super::draw::Draw;
use super::super::super::rooms::{LARGEST_ROOM, SOCKETS};

/// Symbol of the place where levels begin.
pub(super) const START: &str = "Entrance";
/// Symbol of the place where levels end.
pub(super) const GOAL: &str = "Treasury";

const TECHNIQUES: [Technique; 5] =
    [Technique::Hall, Technique::Cave, Technique::Room, Technique::Walkers, Technique::Cards];

/// Maximum side of a board cell.
const LONGEST_CARD: u32 = 6;

/// Makes the usual symbols match their names, and removes contradictions from edges.
pub(super) fn alphabet(draw: &mut Draw, alphabet: &mut Alphabet) {
    for (name, role, is_place) in [
        (START, Some(NodeRole::Start), true),
        (GOAL, Some(NodeRole::Goal), true),
        ("Hollow", None, true),
        ("Gate", Some(NodeRole::Lock), true),
        ("Key", Some(NodeRole::Key), false),
    ] {
        let symbol = alphabet.nodes.entry(name.to_owned()).or_default();
        symbol.role = role;
        if is_place && symbol.form.is_none() {
            symbol.form = Some(Form::of(*draw.pick(&TECHNIQUES)));
        } else if !is_place {
            (symbol.form, symbol.forms) = (None, Vec::new());
        }
    }
    for (name, symbol) in &mut alphabet.nodes {
        match symbol.role {
            Some(NodeRole::Start | NodeRole::Goal) if name != START && name != GOAL => symbol.role = None,
            Some(NodeRole::Key) if symbol.form.is_some() => symbol.role = None,
            _ => {}
        }
    }
    for (name, role) in
        [("path", EdgeRole::Passage), ("opens", EdgeRole::Opens), ("holds", EdgeRole::Contains)]
    {
        let symbol = alphabet.edges.entry(name.to_owned()).or_insert_with(|| EdgeSymbol::of_role(role));
        symbol.role = role;
    }
    for (name, symbol) in &mut alphabet.edges {
        match name.as_str() {
            "path" => symbol.one_way = false,
            "slide" if symbol.kind != PassageKind::Open => {
                symbol.one_way = true;
                symbol.door = *draw.pick(&[Door::Drop, Door::Plain, Door::Gate]);
            }
            _ => {}
        }
        edge(symbol);
    }
}

fn edge(symbol: &mut EdgeSymbol) {
    if symbol.kind == PassageKind::Open {
        (symbol.one_way, symbol.door) = (false, Door::Plain);
    }
    if symbol.door == Door::Drop && !symbol.one_way {
        symbol.door = Door::Gate;
    }
    // Rooms have no other kind of socket.
    if symbol.socket.is_some() {
        symbol.socket = Some(SOCKETS[0].to_owned());
    }
}

/// Makes scales leave room for the places, and allows doorways only if places can share walls.
pub(super) fn layout(draw: &mut Draw, layout: &mut LayoutSettings, alphabet: &mut Alphabet) {
    if let Spacing::Fixed { scale } = &mut layout.spacing {
        let needed = alphabet.nodes.values().flat_map(forms).map(extent).max().unwrap_or(1) + 6;
        let most = Spacing::scale().most;
        if needed > most {
            layout.spacing = Spacing::Elastic { gap: draw.number(1, 8) };
        } else if *scale < needed {
            *scale = draw.number(needed, most.min(needed + 20));
        }
    }
    // Wide gaps must test rare cases themselves.
    if let Spacing::Elastic { gap } | Spacing::Compact { gap } = &mut layout.spacing
        && draw.chance(30)
    {
        *gap = draw.number(8, 16);
    }
    let shares_walls = layout.spacing.lets_places_share_walls();
    for symbol in alphabet.edges.values_mut() {
        let kinds = symbol.kinds.iter_mut().map(|choice| &mut choice.kind);
        for kind in kinds.chain([&mut symbol.kind]) {
            if let PassageKind::Doorway { otherwise } = kind
                && (!shares_walls || draw.chance(60))
            {
                *otherwise = DoorwayFallback::Corridor;
            }
        }
    }
}

fn forms(symbol: &NodeSymbol) -> impl Iterator<Item = &Form> {
    symbol.form.iter().chain(symbol.forms.iter().map(|choice| &choice.form))
}

/// Returns the maximum width and height of a place with a form, in cells.
fn extent(form: &Form) -> u32 {
    match form {
        Form::Hall(hall) => hall.width.1.max(hall.height.1) + 2,
        Form::Cave(cave) => 2 * cave.radius.1 + 3,
        Form::Walkers(walkers) => walkers.most_side().saturating_add(2),
        Form::Cards(cards) => LONGEST_CARD * cards.columns.1.max(cards.rows.1) + 2,
        Form::Room(room) => {
            let cave = room.is_sometimes_a_cave().then(|| room.otherwise.clone().unwrap_or_default());
            LARGEST_ROOM.max(cave.map_or(0, |cave| 2 * cave.radius.1 + 3))
        }
    }
}

/// Sets a bound: usually none, otherwise usually one that leaves room for all places.
pub(super) fn bound(draw: &mut Draw, grammar: &mut Grammar) {
    let places = match &grammar.start {
        Start::Graph { nodes, .. } => nodes.len() as u32,
        Start::Lattice { width, height, .. } | Start::Tree { width, height, .. } => width * height,
        Start::Scatter(scatter) => scatter.width * scatter.height,
    };
    let largest = grammar.alphabet.nodes.values().flat_map(forms).map(extent).max().unwrap_or(1);
    grammar.layout.shape.bound = match draw.below(10) {
        0 => SizeLimit::Within { width: draw.number(8, 300), height: draw.number(8, 300) },
        1 | 2 => {
            let side = ((places + 4) * (largest + 20)).min(SizeLimit::MOST_CELLS);
            SizeLimit::Within { width: draw.number(side / 2, side), height: draw.number(side / 2, side) }
        }
        3 => SizeLimit::Within { width: SizeLimit::MOST_CELLS, height: SizeLimit::MOST_CELLS },
        _ => SizeLimit::None,
    };
}

/// Avoids reserved names, sorts curves, and makes features fit into their places.
pub(super) fn passes(draw: &mut Draw, grammar: &mut Grammar) {
    for pass in &mut grammar.populate {
        match &mut pass.pass {
            PassSettings::AlongTheWay(way) => way.curve.sort_by_key(|point| point.at),
            PassSettings::Features(features) if features.number.0 > 9 => {
                let least = draw.number(0, 9);
                features.number.0 = least;
            }
            _ => {}
        }
    }
}
