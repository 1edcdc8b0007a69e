//! Symbols of every form, role, kind and door.

use delvewright_engine::base::Color;
use delvewright_engine::mission::{
    Alphabet, Attributes, Cards, Cave, Detached, Door, DoorwayFallback, DropDirections, DropSides, EdgeRole,
    EdgeSymbol, Form, FormChoice, Hall, KeptSpots, KindChoice, Neighbourhood, NodeRole, NodeSymbol,
    PassageKind, PassageLength, Room, UpdateOrder, Value, WalkerPreset, Walkers, WeaponSpots,
};

use super::super::draw::Draw;
use super::attributes;

const NODES: [&str; 8] = ["Entrance", "Hollow", "Treasury", "Gate", "Key", "Hall", "Chest", "Den"];
const EDGES: [&str; 6] = ["path", "opens", "holds", "stair", "slide", "near"];

pub(super) fn alphabet(draw: &mut Draw) -> Alphabet {
    let nodes = draw.number(2, 8) as usize;
    let edges = draw.number(1, 6) as usize;
    Alphabet {
        nodes: NODES.iter().take(nodes).map(|name| ((*name).to_owned(), usual_node(draw, name))).collect(),
        edges: EDGES.iter().take(edges).map(|name| ((*name).to_owned(), usual_edge(draw, name))).collect(),
        ..Alphabet::default()
    }
}

/// Returns a symbol that usually matches its name, so that missions often have a start, a goal, and keys for
/// their locks.
fn usual_node(draw: &mut Draw, name: &str) -> NodeSymbol {
    if draw.chance(20) {
        return node_symbol(draw);
    }
    let (role, is_place) = match name {
        "Entrance" => (Some(NodeRole::Start), true),
        "Treasury" => (Some(NodeRole::Goal), true),
        "Gate" => (Some(NodeRole::Lock), true),
        "Key" => (Some(NodeRole::Key), false),
        "Chest" => (None, false),
        _ => (None, true),
    };
    NodeSymbol { role, form: is_place.then(|| form(draw)), ..NodeSymbol::default() }
}

fn usual_edge(draw: &mut Draw, name: &str) -> EdgeSymbol {
    if draw.chance(15) {
        return edge_symbol(draw);
    }
    let role = match name {
        "opens" => EdgeRole::Opens,
        "holds" => EdgeRole::Contains,
        "near" => EdgeRole::Other,
        _ => EdgeRole::Passage,
    };
    let passage = EdgeSymbol::of_role(role);
    match name {
        "stair" => EdgeSymbol { kind: kind(draw), ..passage },
        "slide" => {
            EdgeSymbol { one_way: true, door: *draw.pick(&[Door::Drop, Door::Plain, Door::Gate]), ..passage }
        }
        _ => passage,
    }
}

/// Returns any node symbol.
pub fn node_symbol(draw: &mut Draw) -> NodeSymbol {
    const ROLES: [Option<NodeRole>; 5] =
        [None, Some(NodeRole::Start), Some(NodeRole::Goal), Some(NodeRole::Key), Some(NodeRole::Lock)];
    let attributes = attributes(draw);
    let form_of = |(attribute, value): (String, String)| FormChoice { attribute, value, form: form(draw) };
    let forms = chosen_by(&attributes).map(form_of).into_iter().collect();
    NodeSymbol {
        label: draw.name(&["", "E", "xyz"]),
        color: color(draw),
        role: *draw.pick(&ROLES),
        form: draw.chance(75).then(|| form(draw)),
        forms,
        attributes,
        look: String::new(),
        theme: theme(draw),
        notes: String::new(),
    }
}

/// Returns the first attribute, with its value as written in choices.
fn chosen_by(attributes: &Attributes) -> Option<(String, String)> {
    let (name, value) = attributes.first_key_value()?;
    let value = match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    };
    Some((name.clone(), value))
}

/// Returns any edge symbol, usually one without a contradiction.
pub fn edge_symbol(draw: &mut Draw) -> EdgeSymbol {
    const ROLES: [EdgeRole; 5] =
        [EdgeRole::Passage, EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Contains, EdgeRole::Other];
    let kind = kind(draw);
    let may_be_odd = draw.chance(5);
    let is_plain = kind == PassageKind::Open && !may_be_odd;
    let one_way = draw.is_so() && !is_plain;
    let doors: &[Door] = match (is_plain, one_way || may_be_odd) {
        (true, _) => &[Door::Plain],
        (false, true) => &[Door::Plain, Door::Gate, Door::Secret, Door::Drop, Door::Gap],
        (false, false) => &[Door::Plain, Door::Gate, Door::Secret, Door::Gap],
    };
    let attributes = attributes(draw);
    let wide = PassageKind::corridor(draw.number(1, 5));
    let kind_of = |(attribute, value): (String, String)| KindChoice { attribute, value, kind: wide };
    EdgeSymbol {
        role: *draw.pick(&ROLES),
        kind,
        kinds: chosen_by(&attributes).map(kind_of).into_iter().collect(),
        one_way,
        door: *draw.pick(doors),
        socket: draw.chance(20).then(|| draw.name(&super::super::rooms::SOCKETS)),
        color: color(draw),
        attributes,
        theme: theme(draw),
        notes: String::new(),
    }
}

fn theme(draw: &mut Draw) -> String {
    (*draw.pick(&["", "", "crypt", "ice", "lava"])).to_owned()
}

fn color(draw: &mut Draw) -> Color {
    Color::rgb(draw.number(0, 255) as u8, 0x80, 0)
}

fn kind(draw: &mut Draw) -> PassageKind {
    match draw.below(4) {
        0 => PassageKind::default(),
        1 => PassageKind::Open,
        2 => PassageKind::Doorway {
            otherwise: *draw.pick(&[DoorwayFallback::Nothing, DoorwayFallback::Corridor]),
        },
        _ => PassageKind::Corridor {
            width: draw.number(1, 5),
            roughness: *draw.pick(&[0, 0, 30, 100]),
            length: length(draw),
            bends: *draw.pick(&[0, 0, 2, 8]),
            wander: *draw.pick(&[0, 0, 40, 100]),
        },
    }
}

fn length(draw: &mut Draw) -> PassageLength {
    if draw.chance(60) {
        return PassageLength::Any;
    }
    let least = draw.number(1, 30);
    PassageLength::Between(least, draw.number(least, 64))
}

fn form(draw: &mut Draw) -> Form {
    match draw.below(6) {
        0 | 1 => Form::Hall(hall(draw)),
        2 => Form::Cave(cave(draw)),
        3 => Form::Walkers(walkers(draw)),
        4 => Form::Cards(cards(draw)),
        _ if draw.is_so() => Form::Room(Room::default()),
        _ => Form::Room(Room {
            chance_percent: *draw.pick(&[100, 50, 1, 0]),
            otherwise: draw.is_so().then(|| cave(draw)),
        }),
    }
}

fn cards(draw: &mut Draw) -> Cards {
    let side = |draw: &mut Draw| {
        let least = draw.number(1, 3);
        (least, least + draw.number(0, 2))
    };
    Cards {
        columns: side(draw),
        rows: side(draw),
        loops_percent: *draw.pick(&[0, 10, 100]),
        drops_percent: *draw.pick(&[0, 50]),
        drop_directions: *draw.pick(&[DropDirections::Any, DropDirections::Down]),
        drop_sides: *draw.pick(&[DropSides::Loops, DropSides::All]),
    }
}

fn hall(draw: &mut Draw) -> Hall {
    let side = |draw: &mut Draw| {
        let least = draw.number(1, 6);
        (least, least + draw.number(0, 3))
    };
    Hall { width: side(draw), height: side(draw) }
}

fn walkers(draw: &mut Draw) -> Walkers {
    Walkers {
        floors: *draw.pick(&[110, 40, 9, 1, 10_000]),
        reach: draw.number(1, 9),
        floor_size: *draw.pick(&[1, 2, 3, 4]),
        split_percent: *draw.pick(&[12, 0, 60, 100]),
        death_percent: *draw.pick(&[5, 0, 100]),
        ..gait(draw)
    }
}

/// Returns settings of walkers, usually those of a preset.
fn gait(draw: &mut Draw) -> Walkers {
    let preset = Walkers::of(*draw.pick(&WalkerPreset::ALL));
    if !draw.chance(25) {
        return preset;
    }
    let few = |draw: &mut Draw| *draw.pick(&[0, 14, 33]);
    Walkers {
        left_percent: few(draw),
        right_percent: few(draw),
        back_percent: few(draw),
        block_2_percent: *draw.pick(&[0, 20, 50]),
        block_3_percent: *draw.pick(&[0, 20, 50]),
        weapons: *draw.pick(&[WeaponSpots::AfterTurn, WeaponSpots::AtTurn, WeaponSpots::DeadEnds]),
        spots: *draw.pick(&[
            KeptSpots::Farthest { offset: 4 },
            KeptSpots::Farthest { offset: 0 },
            KeptSpots::All,
        ]),
        ..preset
    }
}

fn cave(draw: &mut Draw) -> Cave {
    let least = draw.number(0, 5);
    let reach = *draw.pick(&[1, 1, 1, 2, 5]);
    Cave {
        wall_percent: *draw.pick(&[45, 45, 0, 30, 60, 99, 100]),
        radius: (least, least + draw.number(0, 3)),
        smoothing: *draw.pick(&[4, 0, 1, 2, 12]),
        wall_above: *draw.pick(&[4, 4, 0, 8, 120]),
        open_below: *draw.pick(&[4, 4, 0, 8, 120]),
        order: *draw.pick(&[UpdateOrder::Synchronous, UpdateOrder::GridOrder, UpdateOrder::Random]),
        neighbourhood: if draw.chance(75) {
            Neighbourhood::Moore(reach)
        } else {
            Neighbourhood::VonNeumann(reach)
        },
        detached: *draw.pick(&[Detached::Fill, Detached::Tunnel]),
        clearing: *draw.pick(&[0, 0, 0, 1, 3]),
    }
}
