//! The origin of a cell: its tile, owner, mission element, derivation step, technique and passes.
//!
//! Everything is read from the level and the derivation; nothing is run.

use crate::base::Cell;
use crate::grammar::Derivation;
use crate::level::{Entity, Layer, Level, OwnedBy, Passage, Place, Tile};

/// The origin of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin<'a> {
    /// The cell.
    pub cell: Cell,
    /// The tile, below everything that passes drew.
    pub tile: Option<&'a Tile>,
    /// The owner.
    pub owner: CellOrigin<'a>,
    /// The tiles that passes drew over it, from bottom to top, each with its pass.
    pub drawn: Vec<(&'a str, &'a Tile)>,
    /// The passes that turned it into wall.
    pub walled: Vec<&'a str>,
    /// The entities there.
    pub things: Vec<&'a Entity>,
}

/// The owner of a cell, with the origin of that owner if the derivation is known.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum CellOrigin<'a> {
    Nobody,
    Place { place: &'a Place, made: Option<MadeBy> },
    Passage { passage: &'a Passage, made: Option<MadeBy> },
}

/// The origin of a node or an edge of the mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum MadeBy {
    Start,
    /// A step of the derivation: its number, from 1, and the position of its rule.
    Step {
        number: usize,
        rule: usize,
    },
}

impl MadeBy {
    /// Returns the origin of a node or an edge from its step number.
    pub fn of(derivation: &Derivation, made_by: u32) -> Option<Self> {
        let number = made_by as usize;
        Some(match number.checked_sub(1) {
            None => Self::Start,
            Some(index) => Self::Step { number, rule: derivation.steps.get(index)?.rule },
        })
    }
}

impl<'a> Origin<'a> {
    /// Returns the origin of a cell of a level, or of a stage of one. The derivation must be that of its
    /// mission.
    pub fn of(level: &'a Level, derivation: Option<&Derivation>, cell: Cell) -> Self {
        let tile = |character: &char| level.legend.get(character);
        let drawn = level.layers.iter().filter_map(|layer| {
            let drawn = layer.tiles.get(cell).filter(|character| **character != Layer::NOTHING)?;
            Some((layer.name.as_str(), tile(drawn)?))
        });
        let walling = level.populate.iter().filter(|pass| pass.walls.contains(&cell));
        Self {
            cell,
            tile: level.tiles.get(cell).and_then(tile),
            owner: CellOrigin::of(level, derivation, cell),
            drawn: drawn.collect(),
            walled: walling.map(|pass| pass.name.as_str()).collect(),
            things: level.entities.iter().filter(|entity| entity.at == cell).collect(),
        }
    }

    /// Returns the passes that touched the cell, in the order of the level.
    pub fn passes(&self) -> impl Iterator<Item = &'a str> + '_ {
        let drawn = self.drawn.iter().map(|(pass, _)| *pass);
        let placed = self.things.iter().filter_map(|thing| thing.pass.as_deref());
        drawn.chain(self.walled.iter().copied()).chain(placed)
    }
}

impl<'a> CellOrigin<'a> {
    fn of(level: &'a Level, derivation: Option<&Derivation>, cell: Cell) -> Self {
        let made = |number: Option<u32>| MadeBy::of(derivation?, number?);
        let mission = derivation.map(|derivation| &derivation.mission);
        match level.owner(cell).who() {
            OwnedBy::Nobody => Self::Nobody,
            OwnedBy::Place(id) => match level.place(id) {
                None => Self::Nobody,
                Some(place) => {
                    let node = mission.and_then(|mission| mission.node(place.node));
                    Self::Place { place, made: made(node.map(|node| node.made_by)) }
                }
            },
            OwnedBy::Passage(id) => match level.passage(id) {
                None => Self::Nobody,
                Some(passage) => {
                    let edge = mission.and_then(|mission| mission.edge(passage.edge));
                    Self::Passage { passage, made: made(edge.map(|edge| edge.made_by)) }
                }
            },
        }
    }
}
