//! What a game asks of a level without walking: what lies where, where one begins, what opens what.

use crate::ids::{EntityId, Keys, Owner, PassageId, PlaceId};
use crate::level::{Entity, Layer, Level, Lock, Passage, Place, Tile};
use crate::mission::NodeRole;
use crate::values::Cell;

impl Level {
    /// The place of that id.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(id.index())
    }

    /// The passage of that id.
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.get(id.index())
    }

    /// The entity of that id.
    pub fn entity(&self, id: EntityId) -> Option<&Entity> {
        self.entities.get(id.index())
    }

    /// The places where the player can begin.
    pub fn starts(&self) -> impl Iterator<Item = &Place> {
        self.with_role(NodeRole::Start)
    }

    /// The place where the player begins; of several the first.
    pub fn start(&self) -> Option<&Place> {
        self.starts().next()
    }

    /// The places where the level is finished. Any of them will do.
    pub fn goals(&self) -> impl Iterator<Item = &Place> {
        self.with_role(NodeRole::Goal)
    }

    fn with_role(&self, role: NodeRole) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| place.role == Some(role))
    }

    /// What lies on a cell; none outside the level. To draw a whole level, go through [`Level::cells`].
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.legend.get(&at(&self.tiles, cell)?)
    }

    /// What one sees on a cell: what the uppermost layer draws that has something there, else the tile.
    pub fn seen(&self, cell: Cell) -> Option<&Tile> {
        let drawn = self.layers.iter().rev().filter_map(|layer| at(&layer.tiles, cell));
        let drawn = drawn.filter(|tile| *tile != Layer::NOTHING).find_map(|tile| self.legend.get(&tile));
        drawn.or_else(|| self.tile(cell))
    }

    /// Every cell with its character and tile, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char, Option<&Tile>)> {
        (0_i32..).zip(&self.tiles).flat_map(move |(y, row)| {
            (0_i32..).zip(row.chars()).map(move |(x, tile)| (Cell::new(x, y), tile, self.legend.get(&tile)))
        })
    }

    /// To whom a cell belongs; outside the level to nobody. [`Ground::owner`](crate::Ground::owner) is faster.
    pub fn owner(&self, cell: Cell) -> Owner {
        let row = usize::try_from(cell.y).ok().and_then(|y| self.owners.get(y));
        let (Some(row), Ok(x)) = (row, u64::try_from(cell.x)) else { return Owner::Nobody };
        let mut end = 0_u64;
        let run = row.iter().find(|(_, run)| {
            end = end.saturating_add(u64::from(*run));
            x < end
        });
        run.map_or(Owner::Nobody, |(owner, _)| *owner)
    }

    /// The place to which a cell belongs.
    pub fn place_at(&self, cell: Cell) -> Option<&Place> {
        if let Owner::Place(id) = self.owner(cell) { self.place(id) } else { None }
    }

    /// What lies or stands on a cell, in the order of the ids.
    pub fn entities_at(&self, cell: Cell) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.at == cell)
    }

    /// What lies or stands in a place, in the order of the ids.
    pub fn entities_in(&self, place: PlaceId) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.place == place)
    }

    /// All passages at a place, in the order of the ids.
    pub fn passages_at(&self, place: PlaceId) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(move |passage| passage.from == place || passage.to == place)
    }

    /// The keys of a place: what opens it. Where they lie say their `at` and `place`.
    pub fn keys_of(&self, place: PlaceId) -> impl Iterator<Item = &Entity> {
        self.entities.iter().filter(move |entity| entity.opens.contains(&place))
    }

    /// The keys that fit a lock.
    pub fn keys_for(&self, lock: &Lock) -> impl Iterator<Item = &Entity> {
        lock.keys.iter().filter_map(|key| self.entity(*key))
    }

    /// The passages that a key helps to open, each with the lock.
    pub fn locks_of(&self, key: EntityId) -> impl Iterator<Item = (&Passage, &Lock)> {
        let locks =
            self.passages.iter().flat_map(|passage| passage.locks.iter().map(move |lock| (passage, lock)));
        locks.filter(move |(_, lock)| lock.keys.contains(&key))
    }

    /// The passage whose door lies on a cell.
    pub fn passage_with_door(&self, cell: Cell) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.door_cells().any(|door| door == cell))
    }

    /// The locks of a passage that these keys leave shut.
    pub fn shut_locks<'a>(&'a self, passage: PassageId, keys: &Keys) -> impl Iterator<Item = &'a Lock> {
        let locks = self.passage(passage).into_iter().flat_map(|passage| &passage.locks);
        locks.filter(move |lock| !lock.is_opened_by(keys))
    }

    /// The foes that must fall before the exit opens, in the order of the ids. None in a level with a goal, which ends there.
    pub fn foes_to_fall(&self) -> impl Iterator<Item = &Entity> {
        let has_goal = self.goals().next().is_some();
        self.entities.iter().filter(move |entity| {
            let pass = self.populate.iter().find(|pass| entity.pass.as_ref() == Some(&pass.name));
            !has_goal && pass.is_some_and(|pass| pass.must_fall(&entity.kind))
        })
    }
}

/// The character of a cell.
fn at(rows: &[String], cell: Cell) -> Option<char> {
    rows.get(usize::try_from(cell.y).ok()?)?.chars().nth(usize::try_from(cell.x).ok()?)
}
