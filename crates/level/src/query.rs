//! Questions that a game asks of a level without walking: tiles, owners, starts, goals, keys.

use crate::grid::Cell;
use crate::ids::{EntityId, Keys, Owner, PassageId, PlaceId};
use crate::kinds::NodeRole;
use crate::level::{Entity, Layer, Level, Lock, Passage, Place, Tile, is_walkable};

impl Level {
    /// Returns the place of that id.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(id.index())
    }

    /// Returns the passage of that id.
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.get(id.index())
    }

    /// Returns the entity of that id.
    pub fn entity(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id.index())
    }

    /// Returns the places where the player can begin.
    pub fn starts(&self) -> impl Iterator<Item = &Place> {
        self.with_role(NodeRole::Start)
    }

    /// Returns the place where the player begins; of several the first.
    pub fn start(&self) -> Option<&Place> {
        self.starts().next()
    }

    /// Returns the places where the level is finished. Any of them will do.
    pub fn goals(&self) -> impl Iterator<Item = &Place> {
        self.with_role(NodeRole::Goal)
    }

    fn with_role(&self, role: NodeRole) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| place.role == Some(role))
    }

    /// Returns the tile of a cell; `None` outside the level, and where the legend lacks the character.
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.tiles.get(cell).and_then(|tile| self.legend.get(tile))
    }

    /// Returns the tile that a player sees on a cell: that of the uppermost layer that has something there,
    /// otherwise the one below all layers.
    pub fn seen(&self, cell: Cell) -> Option<&Tile> {
        let drawn = self.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
        let drawn = drawn.filter(|tile| **tile != Layer::NOTHING).find_map(|tile| self.legend.get(tile));
        drawn.or_else(|| self.tile(cell))
    }

    /// Returns `true` if the tile of the cell is walkable. Cells outside the level are not.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        is_walkable(&self.tiles, &self.legend, cell)
    }

    /// Returns every cell with its character and tile, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char, Option<&Tile>)> {
        self.tiles.iter().map(|(cell, tile)| (cell, *tile, self.legend.get(tile)))
    }

    /// Returns the owner of a cell; outside the level nobody.
    pub fn owner(&self, cell: Cell) -> Owner {
        self.owners.get(cell).copied().unwrap_or_default()
    }

    /// Returns the place to which a cell belongs.
    pub fn place_at(&self, cell: Cell) -> Option<&Place> {
        self.place(self.owner(cell).place()?)
    }

    /// Returns the entities on a cell, in the order of their ids.
    pub fn entities_at(&self, cell: Cell) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.at == cell)
    }

    /// Returns the entities in a place, in the order of their ids.
    pub fn entities_in(&self, place: PlaceId) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.place == place)
    }

    /// Returns all passages at a place, in the order of their ids.
    pub fn passages_at(&self, place: PlaceId) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(move |passage| passage.from == place || passage.to == place)
    }

    /// Returns the keys that open a place. Their `at` and `place` tell where they lie.
    pub fn keys_of(&self, place: PlaceId) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.opens.contains(&place))
    }

    /// Returns the keys that fit a lock.
    pub fn keys_for(&self, lock: &Lock) -> impl Iterator<Item = &Entity> {
        lock.keys.iter().filter_map(|key| self.entity(*key))
    }

    /// Returns the passages that a key helps to open, each with the lock.
    pub fn locks_of(&self, key: EntityId) -> impl Iterator<Item = (&Passage, &Lock)> {
        let locks =
            self.passages.iter().flat_map(|passage| passage.locks.iter().map(move |lock| (passage, lock)));
        locks.filter(move |(_, lock)| lock.keys.contains(&key))
    }

    /// Returns the passage whose door lies on a cell.
    pub fn passage_with_door(&self, cell: Cell) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.door_cells().any(|door| door == cell))
    }

    /// Returns the locks of a passage that these keys leave shut.
    pub fn shut_locks<'a>(&'a self, passage: PassageId, keys: &Keys) -> impl Iterator<Item = &'a Lock> {
        let locks = self.passage(passage).into_iter().flat_map(|passage| &passage.locks);
        locks.filter(move |lock| !lock.is_opened_by(keys))
    }

    /// Returns the foes that must fall before the exit opens, in the order of their ids. There are none in a
    /// level with a goal, which ends there.
    pub fn foes_to_fall(&self) -> impl Iterator<Item = &Entity> {
        let has_goal = self.goals().next().is_some();
        self.entities.iter().filter(move |entity| {
            let pass = self.populate.iter().find(|pass| entity.pass.as_ref() == Some(&pass.name));
            !has_goal && pass.is_some_and(|pass| pass.must_fall(&entity.kind))
        })
    }
}
