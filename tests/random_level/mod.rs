//! Levels full of nonsense, to read, write and check.

use std::collections::BTreeMap;

use delvewright::base::{Cell, Color, Grid, Lots, Rect, Seed, Size};
use delvewright::level::{
    Break, Bridge, EdgeMeaning, EdgeRecord, Entity, Level, Lock, MissionRecord, NodeLinks, NodeMeaning,
    NodeRecord, Passage, PassageEnd, PassageForm, Place, Promise, PromiseResult, Report, Socket,
    SpecialSocket, Template, TemplateEntity, Tile,
};
use delvewright::mission::{
    Attributes, Door, EdgeId, EdgeRole, Movement, NodeId, NodeRole, Site, Technique, Value,
};

/// A level whose fields have nothing to do with each other. Numbers are small, now and then extreme.
pub fn random_level(seed: u64) -> Level {
    let lots = &mut Seed(seed).lots();
    let size = Size::new(lots.range(1, 9), lots.range(1, 9));
    let other = if lots.chance(90) { size } else { Size::new(lots.range(1, 9), lots.range(1, 9)) };
    let tiles = (0..size.area()).map(|_| letter(lots)).collect();
    let owners =
        (0..other.area()).map(|_| if lots.chance(95) { number(lots) % 4 } else { number(lots) }).collect();
    Level {
        // Format 1 is read as what it says in today's words, so it does not read back the same.
        format: lots.range(2, 9),
        generator: text(lots),
        grammar: text(lots),
        seed: Seed(lots.bits()),
        width: if lots.chance(95) { size.width } else { id(lots) },
        height: if lots.chance(95) { size.height } else { id(lots) },
        movement: one_of(lots, &[Movement::Cardinal, Movement::EightWay]),
        legend: legend(lots),
        tiles: Grid::from_values(size, tiles).unwrap(),
        owners: Grid::from_values(other, owners).unwrap(),
        places: some(lots, place),
        passages: some(lots, passage),
        entities: some(lots, entity),
        templates: some(lots, |lots, _| (text(lots), template(lots))).into_iter().collect(),
        bridges: some(lots, |lots, _| Bridge { at: cell(lots), over: id(lots), under: id(lots) }),
        mission: mission(lots),
        report: report(lots),
    }
}

fn place(lots: &mut Lots, number: u32) -> Place {
    Place {
        id: nearly(lots, number),
        node: NodeId(id(lots)),
        symbol: text(lots),
        role: one_of(lots, &[None, Some(NodeRole::Start), Some(NodeRole::Goal), Some(NodeRole::Lock)]),
        technique: one_of(lots, &[Technique::Cave, Technique::Room, Technique::Hall]),
        anchor: cell(lots),
        bounds: Rect::new(cell(lots), Size::new(id(lots), id(lots))),
        attributes: attributes(lots),
        template: lots.chance(50).then(|| text(lots)),
        turn: lots.below(6) as u8,
        flip: lots.chance(50),
        sockets: some(lots, |lots, _| Socket {
            cell: cell(lots),
            passage: lots.chance(50).then(|| id(lots)),
        }),
    }
}

fn passage(lots: &mut Lots, number: u32) -> Passage {
    Passage {
        id: nearly(lots, number),
        edge: EdgeId(id(lots)),
        symbol: text(lots),
        from: id(lots),
        to: id(lots),
        kind: one_of(lots, &[PassageForm::Corridor, PassageForm::Open]),
        doors: some(lots, |lots, _| cell(lots)),
        one_way: lots.chance(50),
        door: one_of(lots, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret]),
        threshold: some(lots, |lots, _| cell(lots)),
        socket: lots.chance(30).then(|| text(lots)),
        locks: some(lots, |lots, _| Lock {
            place: id(lots),
            end: one_of(lots, &[PassageEnd::From, PassageEnd::To]),
            keys: some(lots, |lots, _| id(lots)),
            needed: id(lots),
        }),
    }
}

fn entity(lots: &mut Lots, number: u32) -> Entity {
    Entity {
        id: nearly(lots, number),
        kind: text(lots),
        at: cell(lots),
        place: id(lots),
        node: lots.chance(50).then(|| NodeId(id(lots))),
        opens: some(lots, |lots, _| id(lots)),
        properties: attributes(lots),
        marker: lots.chance(30),
    }
}

fn template(lots: &mut Lots) -> Template {
    let width = lots.range(0, 4);
    Template {
        picture: some(lots, |lots, _| (0..width).map(|_| letter(lots)).collect()),
        legend: legend(lots),
        sockets: some(lots, |lots, _| cell(lots)),
        blocker: text(lots),
        special_sockets: some(lots, |lots, _| SpecialSocket {
            cell: cell(lots),
            kind: lots.chance(50).then(|| text(lots)),
            blocker: lots.chance(50).then(|| text(lots)),
        }),
        entities: some(lots, |lots, _| TemplateEntity {
            cell: cell(lots),
            kind: text(lots),
            marker: lots.chance(50),
            properties: attributes(lots),
        }),
        nothing: some(lots, |lots, _| letter(lots)).into_iter().collect(),
    }
}

fn node(lots: &mut Lots, _: u32) -> NodeRecord {
    let site = lots.chance(50).then(|| Site { x: number(lots), y: number(lots) });
    NodeRecord {
        id: NodeId(id(lots)),
        symbol: text(lots),
        role: lots.chance(50).then(|| one_of(lots, &[NodeRole::Start, NodeRole::Lock])),
        is_place: lots.chance(50),
        site,
        step: id(lots),
        attributes: Default::default(),
    }
}

fn mission(lots: &mut Lots) -> MissionRecord {
    let ids = |lots: &mut Lots| some(lots, |lots, _| EdgeId(id(lots)));
    MissionRecord {
        nodes: some(lots, node),
        edges: some(lots, edge),
        node_symbols: some(lots, |lots, _| (text(lots), node_meaning(lots))).into_iter().collect(),
        edge_symbols: some(lots, |lots, _| (text(lots), edge_meaning(lots))).into_iter().collect(),
        links: some(lots, |lots, _| NodeLinks {
            node: NodeId(id(lots)),
            outgoing: ids(lots),
            incoming: ids(lots),
        }),
    }
}

fn node_meaning(lots: &mut Lots) -> NodeMeaning {
    NodeMeaning {
        count: id(lots),
        role: lots.chance(50).then(|| one_of(lots, &[NodeRole::Start, NodeRole::Lock])),
        technique: lots.chance(50).then_some(Technique::Hall),
    }
}

fn edge_meaning(lots: &mut Lots) -> EdgeMeaning {
    EdgeMeaning {
        count: id(lots),
        role: one_of(lots, &[EdgeRole::Passage, EdgeRole::Contains]),
        one_way: lots.chance(50),
        door: one_of(lots, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret]),
        socket: lots.chance(30).then(|| text(lots)),
    }
}

fn edge(lots: &mut Lots, _: u32) -> EdgeRecord {
    EdgeRecord {
        id: EdgeId(id(lots)),
        from: NodeId(id(lots)),
        to: NodeId(id(lots)),
        symbol: text(lots),
        role: if lots.chance(50) { EdgeRole::Passage } else { EdgeRole::Opens },
        one_way: lots.chance(50),
        door: one_of(lots, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret]),
        socket: lots.chance(30).then(|| text(lots)),
        step: id(lots),
        attributes: Default::default(),
    }
}

fn report(lots: &mut Lots) -> Report {
    let mut report = Report::default();
    for promise in Promise::ALL {
        if lots.chance(50) {
            let broken_by =
                some(lots, |lots, _| Break { message: text(lots), at: lots.chance(50).then(|| cell(lots)) });
            report
                .promises
                .insert(promise, PromiseResult { name: text(lots), held: lots.chance(50), broken_by });
        }
    }
    report
}

fn legend(lots: &mut Lots) -> BTreeMap<char, Tile> {
    let tile = |lots: &mut Lots, _| {
        let color = Color::rgb(lots.below(256) as u8, lots.below(256) as u8, lots.below(256) as u8);
        (letter(lots), Tile { name: text(lots), walkable: lots.chance(70), color })
    };
    some(lots, tile).into_iter().collect()
}

fn attributes(lots: &mut Lots) -> Attributes {
    let value = |lots: &mut Lots, _| {
        let value = match lots.below(4) {
            0 => Value::Int(lots.bits() as i64),
            1 => Value::Int(i64::from(number(lots))),
            2 => Value::Bool(lots.chance(50)),
            _ => Value::Text(text(lots)),
        };
        (text(lots), value)
    };
    some(lots, value).into_iter().collect()
}

fn some<T>(lots: &mut Lots, mut make: impl FnMut(&mut Lots, u32) -> T) -> Vec<T> {
    (1..=lots.range(0, 3)).map(|number| make(lots, number)).collect()
}

fn one_of<T: Copy>(lots: &mut Lots, choices: &[T]) -> T {
    *lots.pick(choices).unwrap()
}

fn nearly(lots: &mut Lots, number: u32) -> u32 {
    if lots.chance(97) { number } else { id(lots) }
}

fn id(lots: &mut Lots) -> u32 {
    if lots.chance(97) { lots.range(0, 4) } else { one_of(lots, &[u32::MAX, 1 << 31, 77]) }
}

fn number(lots: &mut Lots) -> i32 {
    if lots.chance(97) { lots.range(0, 16) as i32 - 8 } else { one_of(lots, &[i32::MAX, i32::MIN, -77]) }
}

fn cell(lots: &mut Lots) -> Cell {
    if lots.chance(97) {
        Cell::new(lots.range(0, 9) as i32, lots.range(0, 9) as i32)
    } else {
        Cell::new(number(lots), number(lots))
    }
}

fn text(lots: &mut Lots) -> String {
    (0..lots.below(6)).map(|_| letter(lots)).collect()
}

fn letter(lots: &mut Lots) -> char {
    match lots.below(8) {
        0 => one_of(lots, &['"', '\'', '\\', '\n', '\r', '\t', '\u{0}', '\u{7f}', '\u{2028}', ' ']),
        1 => one_of(lots, &['é', '→', '\u{1f5dd}', 'ß', '\u{301}', '\u{feff}', '\u{10ffff}', ',', ':']),
        2 => one_of(lots, &['(', ')', '[', ']', '{', '}', '/', '*']),
        _ => one_of(lots, &['#', '.', '+', 'o', 'a', '1']),
    }
}
