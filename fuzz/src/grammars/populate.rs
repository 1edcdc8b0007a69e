//! Passes of every kind, and the entities and tiles that they name.

use delvewright_engine::base::Color;
use delvewright_engine::grammar::Grammar;
use delvewright_engine::mission::{EntitySymbol, Neighbourhood, TileSymbol, UpdateOrder};
use delvewright_engine::settings::{
    AlongTheWay, ChestSpots, Chests, ColonyEdge, CurvePoint, Dress, Epoch, EpochCells, Epochs, Features,
    FoeRow, Foes, LevelExit, Pass, PassSettings, Scope, Surface, TileVariants, Variant, WallPieces,
};

use super::super::draw::Draw;
use super::{attributes, node_name};

/// Names of entities. "Key" is also an item, and "chest" also occurs in rooms.
const ENTITIES: [&str; 5] = ["chest", "rat", "pillar", "Key", "boss"];
/// Names of tiles. One of them is also a ground of the room sets.
const TILES: [&str; 4] = ["moss", "bones", "fire trap", "water"];

/// Adds passes to a grammar, with the entities and tiles they name.
pub(super) fn populate(draw: &mut Draw, grammar: &mut Grammar, may_be_wrong: bool) {
    let count = draw.below(5);
    if count == 0 {
        return;
    }
    for name in ENTITIES.iter().take(draw.number(1, ENTITIES.len() as u32) as usize) {
        // Usually matches its name.
        let is_in_the_way = if draw.chance(10) { draw.is_so() } else { *name == "pillar" };
        let value = EntitySymbol { solid: is_in_the_way, ..entity(draw) };
        grammar.alphabet.entities.insert((*name).to_owned(), value);
    }
    for name in TILES.iter().take(draw.number(1, TILES.len() as u32) as usize) {
        grammar.alphabet.tiles.insert((*name).to_owned(), tile(draw));
    }
    // A mistake: levels always have such a tile.
    if may_be_wrong && draw.chance(5) {
        grammar.alphabet.tiles.insert("floor".to_owned(), tile(draw));
    }
    grammar.populate = (1..=count).map(|number| pass(draw, grammar, &format!("Pass {number}"))).collect();
}

/// Returns any entity.
pub fn entity(draw: &mut Draw) -> EntitySymbol {
    EntitySymbol {
        character: character(draw),
        solid: draw.is_so(),
        attributes: attributes(draw),
        ..EntitySymbol::default()
    }
}

/// Returns any tile.
pub fn tile(draw: &mut Draw) -> TileSymbol {
    TileSymbol {
        character: character(draw),
        color: Color::rgb(draw.number(0, 255) as u8, 0, 0),
        ..TileSymbol::default()
    }
}

fn character(draw: &mut Draw) -> Option<char> {
    draw.chance(25).then(|| *draw.pick(&['m', '#', '.', '+', 'g']))
}

/// Returns a pass of any kind for a grammar. It names items of its alphabet, except for strange names.
pub fn pass(draw: &mut Draw, grammar: &Grammar, name: &str) -> Pass {
    let alphabet = &grammar.alphabet;
    let names = Names {
        entities: alphabet.entities.keys().map(String::as_str).collect(),
        tiles: alphabet.tiles.keys().map(String::as_str).collect(),
    };
    let settings = match draw.below(8) {
        0 => PassSettings::Chests(names.chests(draw)),
        1 => PassSettings::Foes(names.foes(draw, grammar)),
        2 => PassSettings::Features(names.features(draw)),
        3 => PassSettings::TileVariants(names.variants(draw)),
        4 => PassSettings::WallPieces(names.pieces(draw)),
        5 => PassSettings::Epochs(names.epochs(draw)),
        6 => PassSettings::Dress(Dress {
            density: *draw.pick(&[100, 100, 0, 400]),
            lights: *draw.pick(&[6, 6, 0, 64]),
            gravity: draw.chance(20),
        }),
        _ => PassSettings::AlongTheWay(names.way(draw)),
    };
    let on = if draw.chance(30) { draw.some(2, |draw| node_name(draw, alphabet)) } else { Vec::new() };
    Pass { on, enabled: !draw.chance(5), ..Pass::new(name, settings) }
}

fn scope(draw: &mut Draw) -> Scope {
    *draw.pick(&[Scope::Place, Scope::Level])
}

fn numbers(draw: &mut Draw, most: u32) -> (u32, u32) {
    let least = draw.number(0, most);
    (least, least + draw.number(0, most))
}

/// The names in the alphabet.
struct Names<'a> {
    entities: Vec<&'a str>,
    tiles: Vec<&'a str>,
}

impl Names<'_> {
    fn entity(&self, draw: &mut Draw) -> String {
        draw.name(&self.entities)
    }

    fn tile(&self, draw: &mut Draw) -> String {
        draw.name(&self.tiles)
    }

    fn chests(&self, draw: &mut Draw) -> Chests {
        const SPOTS: [ChestSpots; 5] = [
            ChestSpots::DeadEnds,
            ChestSpots::Anywhere,
            ChestSpots::WeaponSpots,
            ChestSpots::AmmunitionSpots,
            ChestSpots::ExperienceSpots,
        ];
        Chests {
            entity: self.entity(draw),
            at: *draw.pick(&SPOTS),
            number: numbers(draw, 4),
            per: scope(draw),
            slack: *draw.pick(&[4, 0, 1000]),
        }
    }

    fn foes(&self, draw: &mut Draw, grammar: &Grammar) -> Foes {
        let row = |draw: &mut Draw| {
            let least = draw.number(1, 4);
            FoeRow {
                entity: self.entity(draw),
                weight: *draw.pick(&[1, 1, 0, 1000]),
                number: (least, least + *draw.pick(&[0, 0, 2, 60])),
                around: if draw.chance(20) { self.entity(draw) } else { String::new() },
                on: draw.some(1, |draw| node_name(draw, &grammar.alphabet)),
                area: if draw.chance(10) { draw.name(&["deep"]) } else { String::new() },
                difficulty: *draw.pick(&[0, 0, 1, 1000]),
                must_fall: !draw.chance(20),
            }
        };
        Foes {
            chance: *draw.pick(&[40, 0, 300, 1000]),
            difficulty: *draw.pick(&[0, 1, 1000]),
            distance: *draw.pick(&[10, 0, 3, 1000]),
            exit: *draw.pick(&[LevelExit::AtTheGoal, LevelExit::AfterLastFoe]),
            table: draw.some(3, row),
        }
    }

    fn features(&self, draw: &mut Draw) -> Features {
        Features {
            entity: self.entity(draw),
            // A number beyond that of cells is a mistake.
            number: if draw.chance(10) { (0, 10_000) } else { numbers(draw, 5) },
            per: scope(draw),
            distance: *draw.pick(&[3, 0, 1, 1000]),
        }
    }

    fn variants(&self, draw: &mut Draw) -> TileVariants {
        let variant =
            |draw: &mut Draw| Variant { tile: self.tile(draw), weight: *draw.pick(&[110, 0, 100_000]) };
        TileVariants {
            of: *draw.pick(&[Surface::Floor, Surface::WallSides, Surface::WallTops, Surface::Walls]),
            plain: *draw.pick(&[772, 0, 100_000]),
            variants: draw.some(3, variant),
        }
    }

    fn pieces(&self, draw: &mut Draw) -> WallPieces {
        WallPieces {
            percent: *draw.pick(&[5, 0, 50, 100]),
            floor_size: *draw.pick(&[2, 1, 3, 16]),
            trap: if draw.is_so() { self.tile(draw) } else { String::new() },
            trap_percent: *draw.pick(&[14, 0, 100]),
        }
    }

    fn epochs(&self, draw: &mut Draw) -> Epochs {
        let epoch = |draw: &mut Draw| Epoch {
            steps: *draw.pick(&[2, 0, 1, 50]),
            tiles: draw.some(2, |draw| self.tile(draw)),
            entities: draw.some(2, |draw| self.entity(draw)),
            percent: *draw.pick(&[100, 0, 20]),
            cells: *draw.pick(&[EpochCells::Live, EpochCells::LiveClumps, EpochCells::EmptyClumps]),
            clump: *draw.pick(&[2, 1, 10_000]),
        };
        let reach = draw.number(1, 5);
        Epochs {
            percent: *draw.pick(&[45, 0, 60, 100]),
            live_above: *draw.pick(&[0, 4, 8, 120]),
            dead_below: *draw.pick(&[0, 4, 8, 120]),
            order: *draw.pick(&[UpdateOrder::Synchronous, UpdateOrder::GridOrder, UpdateOrder::Random]),
            neighbourhood: match draw.below(3) {
                0 => Neighbourhood::Moore(1),
                1 => Neighbourhood::Moore(reach),
                _ => Neighbourhood::VonNeumann(reach),
            },
            edge: *draw.pick(&[ColonyEdge::Dead, ColonyEdge::Live]),
            distance: *draw.pick(&[0, 3, 1000]),
            epochs: draw.some(3, epoch),
            fill_clumps: draw.is_so(),
        }
    }

    fn way(&self, draw: &mut Draw) -> AlongTheWay {
        let point = |draw: &mut Draw| CurvePoint {
            at: draw.number(0, 100),
            amount: *draw.pick(&[100, 0, 250, 10_000]),
        };
        let mut curve = draw.some(3, point);
        curve.sort_by_key(|point| point.at);
        AlongTheWay { entity: self.entity(draw), curve }
    }
}
