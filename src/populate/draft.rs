//! A level while it is populated: passes change it, ask the promises, and take back what would break one.
//!
//! Most changes are local, and so is the question whether they are harmless; only where the cells around do not tell is the whole level proved.

use std::collections::BTreeSet;

use super::{Heading, record};
use crate::base::{Cell, Diagnostic, MOORE, Outcome, Stop};
use crate::layout::Plan;
use crate::level::{Entity, Layer, Level, OwnedBy, Owner, Place, Promise, Tile};
use crate::mission::{Alphabet, Mission, Movement};
use crate::space::{Space, WALL, free_character};
use crate::verify::verify;

/// A level that passes work on, with what it is made from.
pub struct Draft<'a> {
    level: Level,
    plan: &'a Plan,
    mission: &'a Mission,
    alphabet: &'a Alphabet,
    /// What was done, in order, each with what it takes to undo it.
    changes: Vec<Change>,
    /// The promises that were broken before the first attempt that had to prove the level; none if no attempt had to.
    broken_before: Option<BTreeSet<Promise>>,
    notes: Vec<Diagnostic>,
}

/// Something that was done to a draft.
struct Change {
    undo: Undo,
    /// Did the cells around tell that no promise can break?
    is_harmless: bool,
}

/// How to undo a change; changes are undone from the last to the first.
enum Undo {
    RemoveEntity,
    RestoreCell { cell: Cell, tile: char, owner: Owner },
    RestoreDecoration { layer: usize, cell: Cell, before: char },
    RemoveLayer,
    RemoveTile(char),
}

impl<'a> Draft<'a> {
    /// The record of a level in which nothing lies yet.
    ///
    /// # Panics
    /// If plan and space were not made from this mission and alphabet.
    pub fn new(
        space: &Space,
        plan: &'a Plan,
        mission: &'a Mission,
        alphabet: &'a Alphabet,
        heading: Heading,
    ) -> Self {
        let level = record::bare_level(space, plan, mission, alphabet, heading);
        let (changes, notes) = (Vec::new(), Vec::new());
        Self { level, plan, mission, alphabet, changes, broken_before: None, notes }
    }

    /// The level as it is now, without a report.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The plan of the level.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The mission of the level.
    pub fn mission(&self) -> &'a Mission {
        self.mission
    }

    /// What the symbols of the mission mean.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// The walkable cells of a place, row by row.
    pub fn walkable_cells(&self, place: &Place) -> Vec<Cell> {
        let owner = Owner::from(place.id);
        let is_own = |cell: &Cell| self.level.owner(*cell) == owner && self.level.is_walkable(*cell);
        place.bounds.cells().filter(is_own).collect()
    }

    /// Adds a message for the author.
    pub fn note(&mut self, note: Diagnostic) {
        self.notes.push(note);
    }

    /// Makes changes, and keeps them if they break no promise that held before. Were they kept?
    ///
    /// `make` may be called twice and must do the same each time: what it needs is drawn before. It can be asked of a level that is complete, once [`Pass::Drawn`](super::Pass::Drawn) has run; a promise that is broken already can be broken again.
    pub fn attempt(&mut self, make: impl Fn(&mut Self)) -> bool {
        let begin = self.changes.len();
        make(self);
        if self.changes.iter().skip(begin).all(|change| change.is_harmless) {
            return true;
        }
        let broken = broken(&self.level);
        if broken.is_empty() {
            return true;
        }
        self.take_back(begin);
        let level = &self.level;
        let is_kept = broken.is_subset(self.broken_before.get_or_insert_with(|| self::broken(level)));
        if is_kept {
            make(self);
        }
        is_kept
    }

    /// Adds an entity; it gets the next id, and the locks that it opens get it as a key.
    pub fn add_entity(&mut self, entity: Entity) {
        let id = self.level.entities.len() as u32 + 1;
        if !entity.opens.is_empty() {
            let locks = self.level.passages.iter_mut().flat_map(|passage| &mut passage.locks);
            locks.filter(|lock| entity.opens.contains(&lock.place)).for_each(|lock| lock.keys.push(id));
        }
        self.level.entities.push(Entity { id, ..entity });
        self.done(Undo::RemoveEntity, false);
    }

    /// Makes a cell wall that belongs to nobody.
    pub fn block(&mut self, cell: Cell) {
        let (Some(tile), Some(owner)) = (self.level.tiles.get(cell), self.level.owners.get(cell)) else {
            return;
        };
        let undo = Undo::RestoreCell { cell, tile: *tile, owner: *owner };
        let is_harmless = self.may_block(cell);
        self.level.tiles[cell] = WALL;
        self.level.owners[cell] = Owner::NOBODY;
        self.done(undo, is_harmless);
    }

    /// Draws a tile over a cell, in the layer of that name; the tile below stays. One can walk on it as on the tile below, or the level is not as promised.
    pub fn decorate(&mut self, layer: &str, cell: Cell, tile: Tile) {
        if self.level.tiles.get(cell).is_none() {
            return;
        }
        let is_harmless = tile.walkable == self.level.is_walkable(cell);
        let character = self.character_of(tile);
        let layer = self.layer(layer);
        let before = std::mem::replace(&mut self.level.layers[layer].tiles[cell], character);
        self.done(Undo::RestoreDecoration { layer, cell, before }, is_harmless);
    }

    /// The level that was made.
    pub fn finish(self) -> Outcome<Level> {
        Outcome { value: self.level, diagnostics: self.notes, stop: Stop::Done }
    }

    fn done(&mut self, undo: Undo, is_harmless: bool) {
        self.changes.push(Change { undo, is_harmless });
    }

    /// Undoes all changes but the first ones.
    fn take_back(&mut self, begin: usize) {
        for change in self.changes.drain(begin..).rev() {
            let level = &mut self.level;
            match change.undo {
                Undo::RemoveEntity => {
                    let id = level.entities.len() as u32;
                    level.entities.pop();
                    let locks = level.passages.iter_mut().flat_map(|passage| &mut passage.locks);
                    locks.for_each(|lock| lock.keys.retain(|key| *key != id));
                }
                Undo::RestoreCell { cell, tile, owner } => {
                    level.tiles[cell] = tile;
                    level.owners[cell] = owner;
                }
                Undo::RestoreDecoration { layer, cell, before } => level.layers[layer].tiles[cell] = before,
                Undo::RemoveLayer => drop(level.layers.pop()),
                Undo::RemoveTile(character) => drop(level.legend.remove(&character)),
            }
        }
    }

    /// The position of the layer of that name, made on top of the others if there is none.
    fn layer(&mut self, name: &str) -> usize {
        if let Some(position) = self.level.layers.iter().position(|layer| layer.name == name) {
            return position;
        }
        self.level.layers.push(Layer::empty(name, self.level.tiles.size()));
        self.done(Undo::RemoveLayer, true);
        self.level.layers.len() - 1
    }

    /// The character of a tile in the legend, which gets one if it lacks it.
    fn character_of(&mut self, tile: Tile) -> char {
        let legend = &mut self.level.legend;
        let is_same = |known: &Tile| (&known.name, known.walkable) == (&tile.name, tile.walkable);
        if let Some((character, _)) = legend.iter().find(|(_, known)| is_same(known)) {
            return *character;
        }
        let is_taken = |character: &char| *character == Layer::NOTHING || legend.contains_key(character);
        let character = free_character('a', is_taken);
        legend.insert(character, tile);
        self.done(Undo::RemoveTile(character), true);
        character
    }

    /// Does nothing that is promised need the cell? No means only that the cells around do not tell.
    ///
    /// It must be an inner cell of a place that may have walls inside, with nothing on it, and the walkable cells around it must be connected without it:
    ///
    /// ```text
    /// #..      #..
    /// #x. yes  #x# no: who goes down from the north
    /// ##.      #.. has to go through x
    /// ```
    fn may_block(&self, cell: Cell) -> bool {
        let level = &self.level;
        let owner = level.owners[cell];
        let OwnedBy::Place(id) = owner.who() else { return false };
        let Some(place) = level.places.get(id.index()) else { return false };
        let is_bare = place.anchor != cell
            && level.entities.iter().all(|entity| entity.at != cell)
            && level.layers.iter().all(|layer| layer.tiles.get(cell) == Some(&Layer::NOTHING));
        let around = MOORE.map(|offset| cell + offset);
        let is_own = |near: Cell| level.is_walkable(near) && level.owner(near) == owner;
        place.technique.may_have_walls_inside()
            && !place.bounds.on_edge(cell)
            && is_bare
            && level.is_walkable(cell)
            && around.iter().all(|near| is_own(*near) || !level.is_walkable(*near))
            && are_connected(around.map(is_own), level.movement)
    }
}

/// The promises that a level breaks.
fn broken(level: &Level) -> BTreeSet<Promise> {
    verify(level).broken().map(|(promise, _)| promise).collect()
}

/// Are the open cells around a cell that a walker could come from connected without it? They are given in the order of [`MOORE`].
fn are_connected(is_open: [bool; 8], movement: Movement) -> bool {
    let beside = |one: Cell, other: Cell| match movement {
        Movement::Cardinal => one.manhattan(other) == 1,
        Movement::EightWay => (one.x - other.x).abs() <= 1 && (one.y - other.y).abs() <= 1,
    };
    let mut left: Vec<Cell> =
        MOORE.into_iter().zip(is_open).filter(|(_, is_open)| *is_open).map(|(offset, _)| offset).collect();
    let leads_in = |offset: &Cell| movement == Movement::EightWay || offset.manhattan(Cell::new(0, 0)) == 1;
    let mut reached: Vec<Cell> =
        left.iter().position(leads_in).map(|first| left.remove(first)).into_iter().collect();
    while let Some(here) = reached.pop() {
        let (near, far): (Vec<Cell>, Vec<Cell>) = left.into_iter().partition(|next| beside(here, *next));
        reached.extend(near);
        left = far;
    }
    !left.iter().any(leads_in)
}

#[cfg(test)]
mod tests;
