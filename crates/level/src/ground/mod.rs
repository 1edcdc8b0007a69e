//! The steps of a walker: doors, locks, one-way passages, drops, bridges, and things in the way.
//!
//! In: a level. Out: single steps, neighbours, shortest walks and distances, for the keys that the walker holds.
//! Guaranteed: a level that Delvewright proved can be finished with these steps, whatever the player does
//! first. Equal questions have equal answers on every machine.
//! A level that contradicts itself is walked as far as it can be: what is unknown is wall.

mod sight;
mod walker;
mod walks;

use std::collections::BTreeMap;

use crate::direction::Direction;
use crate::grid::{Cell, Grid, Size};
use crate::ids::{OwnedBy, Owner, PassageId, PlaceId};
use crate::kinds::Movement;
use crate::level::{DropRecord, Level, Lock, Passage, PassageForm, Tile};

pub use sight::line_of_sight;
pub use walker::Walker;
pub use walks::Distances;

/// The position of a walker: on a cell, or under the bridge there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// `true` if the walker stands under the bridge. On other cells it is `false`.
    pub is_under: bool,
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        Self { cell, is_under: false }
    }
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blocked {
    /// The two cells do not touch as the walker moves.
    Apart,
    /// Nobody can walk there.
    Wall,
    /// Something solid stands there.
    Thing,
    /// A lock is shut.
    Locked {
        /// The passage with the lock; [`Level::shut_locks`] gives the lock.
        passage: PassageId,
        /// The locked place; [`Level::keys_of`] gives its keys.
        place: PlaceId,
    },
    /// The passage leads the other way only.
    OneWay(PassageId),
    /// It leads up a drop on a board of cards.
    Drop,
    /// A bridge is crossed straight on, and neither left nor entered from the side.
    Bridge,
}

/// A level as a walker meets it. It keeps what it needs, and follows what the game puts in the way.
#[derive(Clone, Debug)]
pub struct Ground {
    movement: Movement,
    cells: Grid<GroundCell>,
    /// The passage under each bridge.
    bridges: BTreeMap<Cell, PassageId>,
    passages: Vec<Way>,
    /// The indices of open passages by the ids of their places, the smaller first.
    open: BTreeMap<(PlaceId, PlaceId), Vec<usize>>,
    boards: BTreeMap<PlaceId, Drops>,
}

#[derive(Clone, Copy, Debug)]
struct GroundCell {
    owner: Owner,
    is_walkable: bool,
    is_wall: bool,
    /// Number of solid things that stand on it.
    things: u32,
}

/// The facts about a passage that a walker needs.
#[derive(Clone, Debug)]
struct Way {
    id: PassageId,
    from: PlaceId,
    to: PlaceId,
    one_way: bool,
    locks: Vec<Lock>,
}

impl Way {
    fn new(passage: &Passage) -> Self {
        let Passage { id, from, to, one_way, .. } = *passage;
        Self { id, from, to, one_way, locks: passage.locks.clone() }
    }

    /// Checks that the walker opens the locks at the end where that place lies, or at both ends without a place.
    fn unlocked(&self, place: Option<PlaceId>, walker: Walker) -> Result<(), Blocked> {
        let mut own = self.locks.iter().filter(|lock| place.is_none_or(|place| lock.place == place));
        let shut = own.find(|lock| !walker.opens(lock));
        shut.map_or(Ok(()), |lock| Err(Blocked::Locked { passage: self.id, place: lock.place }))
    }
}

/// The drops of a board.
#[derive(Clone, Debug)]
struct Drops {
    /// The top left cell within the frame.
    corner: Cell,
    cell: Size,
    drops: Vec<DropRecord>,
}

impl Drops {
    fn climbs(&self, from: Cell, to: Cell) -> bool {
        let (from, to) = (self.board_cell(from), self.board_cell(to));
        self.drops.iter().any(|drop| drop.from == to && drop.to == from)
    }

    fn board_cell(&self, cell: Cell) -> Cell {
        let along = |at: i32, corner: i32, length: u32| {
            let offset = i64::from(at) - i64::from(corner);
            i32::try_from(offset.div_euclid(i64::from(length.max(1)))).unwrap_or(i32::MAX)
        };
        let (width, height) = (self.cell.width, self.cell.height);
        Cell::new(along(cell.x, self.corner.x, width), along(cell.y, self.corner.y, height))
    }
}

impl Ground {
    /// The ground of a level, with its solid entities in the way.
    pub fn new(level: &Level) -> Self {
        let mut cells = level.tiles.map(|tile| {
            let tile = level.legend.get(tile);
            let is_walkable = tile.is_some_and(|tile| tile.walkable);
            let is_wall = !is_walkable && tile.is_none_or(|tile| tile.name == Tile::WALL);
            GroundCell { owner: Owner::NOBODY, is_walkable, is_wall, things: 0 }
        });
        for (at, owner) in level.owners.iter() {
            if let Some(cell) = cells.get_mut(at) {
                cell.owner = *owner;
            }
        }
        let mut ground = Self {
            movement: level.movement,
            cells,
            bridges: level.bridges.iter().map(|bridge| (bridge.at, bridge.under)).collect(),
            passages: level.passages.iter().map(Way::new).collect(),
            open: open_passages(level),
            boards: boards(level),
        };
        for entity in level.entities.iter().filter(|entity| entity.solid) {
            ground.put(entity.at);
        }
        ground
    }

    /// Something solid comes to stand on a cell.
    pub fn put(&mut self, cell: Cell) {
        self.count(cell, |things| things.saturating_add(1));
    }

    /// Something solid on a cell is taken away: a foe falls, a chest is opened, or it moves on.
    pub fn take(&mut self, cell: Cell) {
        self.count(cell, |things| things.saturating_sub(1));
    }

    fn count(&mut self, cell: Cell, change: impl Fn(u32) -> u32) {
        if let Some(cell) = self.cells.get_mut(cell) {
            cell.things = change(cell.things);
        }
    }

    /// Returns `true` if its tile is walkable, whatever stands there. Cells outside the level are not.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.cell(cell).is_some_and(|cell| cell.is_walkable)
    }

    /// Returns `true` if its tile is walkable and nothing solid stands in the way.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.cell(cell).is_some_and(|cell| cell.is_walkable && cell.things == 0)
    }

    /// To whom a cell belongs; outside the level to nobody.
    pub fn owner(&self, cell: Cell) -> Owner {
        self.cell(cell).map_or(Owner::NOBODY, |cell| cell.owner)
    }

    /// To whom belongs what a walker stands on: under a bridge, the passage there.
    pub fn owner_of(&self, spot: Spot) -> Owner {
        match self.bridges.get(&spot.cell).filter(|_| spot.is_under) {
            Some(under) => (*under).into(),
            None => self.owner(spot.cell),
        }
    }

    /// The place in which a cell lies.
    pub fn place_at(&self, cell: Cell) -> Option<PlaceId> {
        self.owner(cell).place()
    }

    /// The passage to which a cell belongs; of a bridge the upper one.
    pub fn passage_at(&self, cell: Cell) -> Option<PassageId> {
        self.owner(cell).passage()
    }

    /// The spot to which a step leads for a walker; `&keys` is one with these keys.
    ///
    /// A lock is shut at the end of its passage where the locked place lies; a one-way passage is entered
    /// only by who can leave it at its end, so that nobody is caught in it.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub fn step<'a>(
        &self,
        from: impl Into<Spot>,
        direction: Direction,
        walker: impl Into<Walker<'a>>,
    ) -> Result<Spot, Blocked> {
        let (from, walker) = (from.into(), walker.into());
        if direction.is_diagonal() && self.movement == Movement::Cardinal {
            return Err(Blocked::Apart);
        }
        let to = from.cell.step(direction);
        if !self.is_walkable(from.cell) || !self.is_walkable(to) {
            return Err(Blocked::Wall);
        }
        let under = self.bridges.get(&to);
        if direction.is_diagonal() && (under.is_some() || self.bridges.contains_key(&from.cell)) {
            return Err(Blocked::Bridge);
        }
        let owner = self.owner_of(from);
        let spot = Spot { cell: to, is_under: under.is_some_and(|under| owner == Owner::from(*under)) };
        self.lead(owner, self.owner_of(spot), walker)?;
        if let Some(place) = owner.place()
            && self.boards.get(&place).is_some_and(|board| board.climbs(from.cell, to))
        {
            return Err(Blocked::Drop);
        }
        if walker.passes_things() || self.is_free(to) { Ok(spot) } else { Err(Blocked::Thing) }
    }

    /// Takes a step towards a cell.
    ///
    /// # Errors
    /// The reason why it cannot be taken; [`Blocked::Apart`] if the cells do not touch.
    pub fn step_to<'a>(
        &self,
        from: impl Into<Spot>,
        to: Cell,
        walker: impl Into<Walker<'a>>,
    ) -> Result<Spot, Blocked> {
        let from = from.into();
        let direction = from.cell.direction_to(to).ok_or(Blocked::Apart)?;
        self.step(from, direction, walker)
    }

    /// Returns the spots that a walker reaches in one step, in the order of [`Direction::ALL`].
    pub fn neighbours<'a>(
        &'a self,
        from: impl Into<Spot>,
        walker: impl Into<Walker<'a>>,
    ) -> impl Iterator<Item = Spot> {
        let (from, walker) = (from.into(), walker.into());
        Direction::ALL.into_iter().filter_map(move |direction| self.step(from, direction, walker).ok())
    }

    /// Returns `true` if someone on the spot can reach a thing on the cell, which may be a cell to walk on or not.
    ///
    /// The cells touch as walkers move, and nothing but the thing itself is between them: no shut lock, no wall.
    /// A thing in a wall is in reach of all cells next to it.
    pub fn is_beside<'a>(&self, spot: impl Into<Spot>, thing: Cell, walker: impl Into<Walker<'a>>) -> bool {
        let spot = spot.into();
        let Some(direction) = spot.cell.direction_to(thing) else { return false };
        if self.is_walkable(thing) {
            return matches!(self.step(spot, direction, walker), Ok(_) | Err(Blocked::Thing));
        }
        let is_step = !direction.is_diagonal() || self.movement == Movement::EightWay;
        let owner = self.owner(thing);
        is_step && self.is_walkable(spot.cell) && (owner == Owner::NOBODY || owner == self.owner_of(spot))
    }

    /// Checks that a walker can step from a cell of one owner to a cell of the other.
    fn lead(&self, from: Owner, to: Owner, walker: Walker) -> Result<(), Blocked> {
        match (from.who(), to.who()) {
            (OwnedBy::Nobody, _) | (_, OwnedBy::Nobody) => Err(Blocked::Wall),
            (one, other) if one == other => Ok(()),
            (OwnedBy::Place(place), OwnedBy::Passage(id)) => {
                let way = self.way(id)?;
                match way.one_way {
                    true if way.from == place => way.unlocked(None, walker),
                    true if way.to == place => Err(Blocked::OneWay(id)),
                    false if way.from == place || way.to == place => way.unlocked(Some(place), walker),
                    _ => Err(Blocked::Wall),
                }
            }
            (OwnedBy::Passage(id), OwnedBy::Place(place)) => {
                let way = self.way(id)?;
                match way.one_way {
                    _ if way.to == place => way.unlocked(Some(place), walker),
                    true if way.from == place => Err(Blocked::OneWay(id)),
                    false if way.from == place => way.unlocked(Some(place), walker),
                    _ => Err(Blocked::Wall),
                }
            }
            (OwnedBy::Place(one), OwnedBy::Place(other)) => self.cross(one, other, walker),
            (OwnedBy::Passage(_), OwnedBy::Passage(_)) => Err(Blocked::Bridge),
        }
    }

    /// Goes from one place to another where they touch.
    fn cross(&self, from: PlaceId, to: PlaceId, walker: Walker) -> Result<(), Blocked> {
        let open = self.open.get(&(from.min(to), from.max(to))).into_iter().flatten();
        let mut answer = Err(Blocked::Wall);
        for way in open.filter_map(|index| self.passages.get(*index)) {
            let leads = !way.one_way || way.from == from;
            answer = if leads { way.unlocked(None, walker) } else { Err(Blocked::OneWay(way.id)) };
            if answer.is_ok() {
                break;
            }
        }
        answer
    }

    fn way(&self, id: PassageId) -> Result<&Way, Blocked> {
        self.passages.get(id.index()).ok_or(Blocked::Wall)
    }

    fn cell(&self, cell: Cell) -> Option<&GroundCell> {
        self.cells.get(cell)
    }
}

fn open_passages(level: &Level) -> BTreeMap<(PlaceId, PlaceId), Vec<usize>> {
    let mut open: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, passage) in level.passages.iter().enumerate() {
        if passage.kind == PassageForm::Open {
            let ends = (passage.from.min(passage.to), passage.from.max(passage.to));
            open.entry(ends).or_default().push(index);
        }
    }
    open
}

fn boards(level: &Level) -> BTreeMap<PlaceId, Drops> {
    let with_drops = level.places.iter().filter_map(|place| {
        let board = place.board.as_ref().filter(|board| !board.drops.is_empty())?;
        let corner = place.bounds.min.step(Direction::DownRight);
        Some((place.id, Drops { corner, cell: board.cell, drops: board.drops.clone() }))
    });
    with_drops.collect()
}
