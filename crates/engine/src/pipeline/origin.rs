//! Where a cell of a level comes from: what lies there, the node or edge that has it, the step of the derivation that made that, what formed it, and the passes that touched it.
//!
//! Everything is read from the level and the derivation; nothing is run.

use crate::base::Cell;
use crate::grammar::Derivation;
use crate::level::{Entity, Layer, Level, OwnedBy, Passage, Place, Tile};

/// What is known of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin<'a> {
    /// The cell.
    pub cell: Cell,
    /// What lies there, below what passes drew.
    pub tile: Option<&'a Tile>,
    /// Who has it.
    pub owner: Possessor<'a>,
    /// What passes drew over it, from the lowest up: each with its pass.
    pub drawn: Vec<(&'a str, &'a Tile)>,
    /// The passes that made it wall.
    pub walled: Vec<&'a str>,
    /// What lies or stands there.
    pub things: Vec<&'a Entity>,
}

/// Who has a cell, with what made that if the derivation is known.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Possessor<'a> {
    Nobody,
    Place { place: &'a Place, made: Option<MadeBy> },
    Passage { passage: &'a Passage, made: Option<MadeBy> },
}

/// What made a node or an edge of the mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum MadeBy {
    Start,
    /// A step of the derivation by its number, from 1, and the position of its rule.
    Step {
        number: usize,
        rule: usize,
    },
}

impl MadeBy {
    /// What made a node or an edge that says by which step it was made.
    pub fn of(derivation: &Derivation, made_by: u32) -> Option<Self> {
        let number = made_by as usize;
        Some(match number.checked_sub(1) {
            None => Self::Start,
            Some(index) => Self::Step { number, rule: derivation.steps.get(index)?.rule },
        })
    }
}

impl<'a> Origin<'a> {
    /// Of a cell of a level, or of a stage of one. The derivation must be that of its mission.
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
            owner: Possessor::of(level, derivation, cell),
            drawn: drawn.collect(),
            walled: walling.map(|pass| pass.name.as_str()).collect(),
            things: level.entities.iter().filter(|entity| entity.at == cell).collect(),
        }
    }

    /// The passes that touched the cell, in the order of the level.
    pub fn passes(&self) -> impl Iterator<Item = &'a str> + '_ {
        let drawn = self.drawn.iter().map(|(pass, _)| *pass);
        let placed = self.things.iter().filter_map(|thing| thing.pass.as_deref());
        drawn.chain(self.walled.iter().copied()).chain(placed)
    }
}

impl<'a> Possessor<'a> {
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
