//! Levels full of nonsense, to read, write and check.

use std::collections::BTreeMap;

use delvewright_engine::base::{Cell, Color, Grid, RandomStream, Rect, Seed, Size};
use delvewright_engine::level::{
    BoardRecord, Break, Bridge, CardRecord, DoorStyle, DropRecord, EdgeMeaning, EdgeRecord, Entity, EntityId,
    FloorPattern, Layer, Level, LevelThemes, Lock, MissionRecord, NodeLinks, NodeMeaning, NodeRecord, Owner,
    PassRecord, Passage, PassageEnd, PassageForm, PassageId, Place, PlaceId, PlacedKind, Promise,
    PromiseResult, PropPosition, Report, Socket, SpecialSocket, TechniqueChoice, Template, TemplateEntity,
    ThemeLiquid, Tile, WallPattern,
};
use delvewright_engine::mission::{
    Attributes, DerivedProps, DerivedTheme, Door, EdgeId, EdgeRole, NodeId, NodeRole, Site, Technique, Value,
};
use delvewright_engine::settings::{Movement, PassKind, PassSettings, Roll};

/// Returns a level with unrelated fields. Numbers are small, or sometimes extreme.
pub fn random_level(seed: u64) -> Level {
    let random = &mut Seed(seed).stream();
    let size = Size::new(random.range(1, 9), random.range(1, 9));
    let other = if random.chance(90) { size } else { Size::new(random.range(1, 9), random.range(1, 9)) };
    let tiles = (0..size.area()).map(|_| letter(random)).collect();
    let owners = (0..other.area())
        .map(|_| if random.chance(95) { Owner(number(random) % 4) } else { Owner(number(random)) })
        .collect();
    Level {
        // Format 1 is converted when read, so it would not read back the same.
        format: random.range(2, 9),
        generator: text(random),
        grammar: text(random),
        seed: Seed(random.bits()),
        rolls: some(random, |random, _| Roll {
            keep: some(random, |random, _| NodeId(id(random))),
            seed: Seed(random.bits()),
            pins: None,
        }),
        variables: [(text(random), number(random).into())].into(),
        width: if random.chance(95) { size.width } else { id(random) },
        height: if random.chance(95) { size.height } else { id(random) },
        movement: one_of(random, &[Movement::Cardinal, Movement::EightWay]),
        legend: legend(random),
        tiles: Grid::from_values(size, tiles).unwrap().into(),
        owners: Grid::from_values(other, owners).unwrap().into(),
        places: some(random, place),
        passages: some(random, passage),
        entities: some(random, entity),
        templates: some(random, |random, _| (text(random), template(random))).into_iter().collect(),
        bridges: some(random, |random, _| Bridge {
            at: cell(random),
            over: PassageId(id(random)),
            under: PassageId(id(random)),
        }),
        mission: mission(random),
        report: report(random),
        layers: some(random, layer),
        populate: some(random, pass),
        themes: themes(random),
    }
}

fn themes(random: &mut RandomStream) -> LevelThemes {
    let color = |random: &mut RandomStream| random.chance(50).then(|| Color::rgb(id(random) as u8, 1, 2));
    LevelThemes {
        level: text(random),
        places: some(random, |random, _| (PlaceId(id(random)), text(random))).into_iter().collect(),
        passages: some(random, |random, _| (PassageId(id(random)), text(random))).into_iter().collect(),
        derived: some(random, |random, _| {
            let theme = DerivedTheme {
                like: text(random),
                floor: color(random),
                stain: color(random),
                accent: color(random),
                wall_top: color(random),
                wall_face: color(random),
                void: color(random),
                liquid: color(random),
                floor_pattern: one_of(random, &[None, Some(FloorPattern::Slabs)]),
                ground_pattern: one_of(random, &[None, Some(FloorPattern::Sand)]),
                wall_pattern: one_of(random, &[None, Some(WallPattern::Rock)]),
                rock_pattern: one_of(random, &[None, Some(WallPattern::Clay)]),
                water: one_of(random, &[None, Some(ThemeLiquid::Lava)]),
                door: one_of(random, &[None, Some(DoorStyle::Vines)]),
                props: props(random),
            };
            (text(random), theme)
        })
        .into_iter()
        .collect(),
    }
}

fn props(random: &mut RandomStream) -> DerivedProps {
    let mut props = DerivedProps::default();
    for position in PropPosition::ALL {
        *props.at_mut(position) = random.chance(50).then(|| some(random, |random, _| text(random)));
    }
    props
}

fn pass(random: &mut RandomStream, _: u32) -> PassRecord {
    let counts = |random: &mut RandomStream| {
        some(random, |random, _| (text(random), id(random))).into_iter().collect()
    };
    PassRecord {
        name: text(random),
        kind: one_of(random, &[PassKind::Chests, PassKind::WallPieces, PassKind::AlongTheWay]),
        settings: one_of(
            random,
            &[None, Some(PassKind::Foes), Some(PassKind::Epochs), Some(PassKind::Features)],
        )
        .map(PassSettings::of),
        on: some(random, |random, _| text(random)),
        entities: some(random, |random, _| {
            (
                text(random),
                PlacedKind {
                    count: id(random),
                    solid: random.chance(30),
                    falls: random.chance(30),
                    properties: attributes(random),
                },
            )
        })
        .into_iter()
        .collect(),
        tiles: counts(random),
        walls: some(random, |random, _| cell(random)),
        opens_exit: random.chance(30),
        taken_back: id(random),
    }
}

fn layer(random: &mut RandomStream, _: u32) -> Layer {
    let size = Size::new(random.range(1, 9), random.range(1, 9));
    let tiles = (0..size.area()).map(|_| if random.chance(50) { Layer::NOTHING } else { letter(random) });
    let tiles = Grid::from_values(size, tiles.collect()).unwrap();
    let sizes = some(random, |random, _| (letter(random), Size::new(id(random), id(random))));
    Layer { name: text(random), tiles: tiles.into(), sizes: sizes.into_iter().collect() }
}

fn place(random: &mut RandomStream, number: u32) -> Place {
    Place {
        id: PlaceId(nearly(random, number)),
        node: NodeId(id(random)),
        symbol: text(random),
        role: one_of(random, &[None, Some(NodeRole::Start), Some(NodeRole::Goal), Some(NodeRole::Lock)]),
        technique: one_of(
            random,
            &[Technique::Cave, Technique::Room, Technique::Hall, Technique::Walkers, Technique::Cards],
        ),
        anchor: cell(random),
        bounds: Rect::new(cell(random), Size::new(id(random), id(random))),
        attributes: attributes(random),
        template: random.chance(50).then(|| text(random)),
        turn: random.below(6) as u8,
        flip: random.chance(50),
        sockets: some(random, |random, _| Socket {
            cell: cell(random),
            passage: random.chance(50).then(|| PassageId(id(random))),
        }),
        board: random.chance(50).then(|| board(random)),
        stand_in: random.chance(50),
        walled: random.range(0, 3),
    }
}

fn board(random: &mut RandomStream) -> BoardRecord {
    let size = |random: &mut RandomStream| Size::new(id(random), id(random));
    BoardRecord {
        cells: size(random),
        cell: size(random),
        cards: some(random, |random, _| CardRecord {
            template: text(random),
            at: cell(random),
            turn: random.below(6) as u8,
            flip: random.chance(50),
        }),
        drops: some(random, |random, _| DropRecord { from: cell(random), to: cell(random) }),
    }
}

fn passage(random: &mut RandomStream, number: u32) -> Passage {
    Passage {
        id: PassageId(nearly(random, number)),
        edge: EdgeId(id(random)),
        symbol: text(random),
        from: PlaceId(id(random)),
        to: PlaceId(id(random)),
        kind: one_of(random, &[PassageForm::Corridor, PassageForm::Open]),
        doors: some(random, |random, _| cell(random)),
        one_way: random.chance(50),
        door: one_of(random, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret, Door::Gap]),
        gap: random.chance(30).then(|| cell(random)),
        threshold: some(random, |random, _| cell(random)),
        socket: random.chance(30).then(|| text(random)),
        locks: some(random, |random, _| Lock {
            place: PlaceId(id(random)),
            end: one_of(random, &[PassageEnd::From, PassageEnd::To]),
            keys: some(random, |random, _| EntityId(id(random))),
            needed: id(random),
        }),
    }
}

fn entity(random: &mut RandomStream, number: u32) -> Entity {
    Entity {
        id: EntityId(nearly(random, number)),
        kind: text(random),
        at: cell(random),
        place: PlaceId(id(random)),
        node: random.chance(50).then(|| NodeId(id(random))),
        opens: some(random, |random, _| PlaceId(id(random))),
        properties: attributes(random),
        marker: random.chance(30),
        pass: random.chance(30).then(|| text(random)),
        solid: random.chance(20),
    }
}

fn template(random: &mut RandomStream) -> Template {
    let width = random.range(0, 4);
    Template {
        picture: some(random, |random, _| (0..width).map(|_| letter(random)).collect()),
        legend: legend(random),
        sockets: some(random, |random, _| cell(random)),
        blocker: text(random),
        special_sockets: some(random, |random, _| SpecialSocket {
            cell: cell(random),
            kind: random.chance(50).then(|| text(random)),
            blocker: random.chance(50).then(|| text(random)),
        }),
        entities: some(random, |random, _| TemplateEntity {
            cell: cell(random),
            kind: text(random),
            marker: random.chance(50),
            properties: attributes(random),
        }),
        nothing: some(random, |random, _| letter(random)).into_iter().collect(),
        ledge: text(random),
        chute: text(random),
    }
}

fn node(random: &mut RandomStream, _: u32) -> NodeRecord {
    let site = random.chance(50).then(|| Site { x: number(random), y: number(random) });
    NodeRecord {
        id: NodeId(id(random)),
        symbol: text(random),
        role: random.chance(50).then(|| one_of(random, &[NodeRole::Start, NodeRole::Lock])),
        is_place: random.chance(50),
        site,
        step: id(random),
        attributes: Default::default(),
    }
}

fn mission(random: &mut RandomStream) -> MissionRecord {
    let ids = |random: &mut RandomStream| some(random, |random, _| EdgeId(id(random)));
    MissionRecord {
        nodes: some(random, node),
        edges: some(random, edge),
        node_symbols: some(random, |random, _| (text(random), node_meaning(random))).into_iter().collect(),
        edge_symbols: some(random, |random, _| (text(random), edge_meaning(random))).into_iter().collect(),
        links: some(random, |random, _| NodeLinks {
            node: NodeId(id(random)),
            outgoing: ids(random),
            incoming: ids(random),
        }),
    }
}

fn node_meaning(random: &mut RandomStream) -> NodeMeaning {
    NodeMeaning {
        count: id(random),
        role: random.chance(50).then(|| one_of(random, &[NodeRole::Start, NodeRole::Lock])),
        technique: random.chance(50).then_some(Technique::Hall),
        by_value: some(random, |random, _| TechniqueChoice {
            attribute: text(random),
            value: text(random),
            technique: Technique::Cave,
        }),
    }
}

fn edge_meaning(random: &mut RandomStream) -> EdgeMeaning {
    EdgeMeaning {
        count: id(random),
        role: one_of(random, &[EdgeRole::Passage, EdgeRole::Contains]),
        one_way: random.chance(50),
        door: one_of(random, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret, Door::Gap]),
        socket: random.chance(30).then(|| text(random)),
    }
}

fn edge(random: &mut RandomStream, _: u32) -> EdgeRecord {
    EdgeRecord {
        id: EdgeId(id(random)),
        from: NodeId(id(random)),
        to: NodeId(id(random)),
        symbol: text(random),
        role: if random.chance(50) { EdgeRole::Passage } else { EdgeRole::Opens },
        one_way: random.chance(50),
        door: one_of(random, &[Door::Plain, Door::Gate, Door::Drop, Door::Secret, Door::Gap]),
        socket: random.chance(30).then(|| text(random)),
        step: id(random),
        attributes: Default::default(),
    }
}

fn report(random: &mut RandomStream) -> Report {
    let mut report = Report::default();
    for promise in Promise::ALL {
        if random.chance(50) {
            let broken_by = some(random, |random, _| Break {
                message: text(random),
                at: random.chance(50).then(|| cell(random)),
            });
            report.promises.insert(
                promise,
                PromiseResult {
                    name: text(random),
                    held: random.chance(50),
                    broken_by,
                    note: random.chance(20).then(|| text(random)),
                },
            );
        }
    }
    report
}

fn legend(random: &mut RandomStream) -> BTreeMap<char, Tile> {
    let tile = |random: &mut RandomStream, _| {
        let color = Color::rgb(random.below(256) as u8, random.below(256) as u8, random.below(256) as u8);
        (letter(random), Tile { name: text(random), walkable: random.chance(70), color })
    };
    some(random, tile).into_iter().collect()
}

fn attributes(random: &mut RandomStream) -> Attributes {
    let value = |random: &mut RandomStream, _| {
        let value = match random.below(4) {
            0 => Value::Int(random.bits() as i64),
            1 => Value::Int(i64::from(number(random))),
            2 => Value::Bool(random.chance(50)),
            _ => Value::Text(text(random)),
        };
        (text(random), value)
    };
    some(random, value).into_iter().collect()
}

fn some<T>(random: &mut RandomStream, mut make: impl FnMut(&mut RandomStream, u32) -> T) -> Vec<T> {
    (1..=random.range(0, 3)).map(|number| make(random, number)).collect()
}

fn one_of<T: Copy>(random: &mut RandomStream, choices: &[T]) -> T {
    *random.pick(choices).unwrap()
}

fn nearly(random: &mut RandomStream, number: u32) -> u32 {
    if random.chance(97) { number } else { id(random) }
}

fn id(random: &mut RandomStream) -> u32 {
    if random.chance(97) { random.range(0, 4) } else { one_of(random, &[u32::MAX, 1 << 31, 77]) }
}

fn number(random: &mut RandomStream) -> i32 {
    if random.chance(97) {
        random.range(0, 16) as i32 - 8
    } else {
        one_of(random, &[i32::MAX, i32::MIN, -77])
    }
}

fn cell(random: &mut RandomStream) -> Cell {
    if random.chance(97) {
        Cell::new(random.range(0, 9) as i32, random.range(0, 9) as i32)
    } else {
        Cell::new(number(random), number(random))
    }
}

fn text(random: &mut RandomStream) -> String {
    (0..random.below(6)).map(|_| letter(random)).collect()
}

fn letter(random: &mut RandomStream) -> char {
    match random.below(8) {
        0 => one_of(random, &['"', '\'', '\\', '\n', '\r', '\t', '\u{0}', '\u{7f}', '\u{2028}', ' ']),
        1 => one_of(random, &['é', '→', '\u{1f5dd}', 'ß', '\u{301}', '\u{feff}', '\u{10ffff}', ',', ':']),
        2 => one_of(random, &['(', ')', '[', ']', '{', '}', '/', '*']),
        _ => one_of(random, &['#', '.', '+', 'o', 'a', '1']),
    }
}
