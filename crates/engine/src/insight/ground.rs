//! The steps of a walker who holds all keys.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::base::{Cell, Grid, Size};
use crate::level::{Bridge, Level, OwnedBy, Passage, PassageForm, PassageId, Place, PlaceId};
use crate::mission::NodeRole;

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// The walkable parts of a level.
pub struct RouteMap<'a> {
    level: &'a Level,
    bridges: BTreeMap<Cell, Bridge>,
    walkable: Grid<bool>,
    /// The open passages by the ids of their places, the smaller first.
    open: BTreeMap<(PlaceId, PlaceId), &'a Passage>,
    /// The places with drops inside.
    with_drops: BTreeSet<PlaceId>,
}

/// The position of a walker: on a cell, or under the bridge there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RouteSpot {
    cell: Cell,
    is_under: bool,
}

/// For each spot that was reached, the spot before it.
struct EarlierSpots {
    on_cells: Grid<EarlierSpot>,
    under_bridges: BTreeMap<Cell, Option<RouteSpot>>,
}

/// The spot before a cell.
#[derive(Clone, Copy, Default)]
enum EarlierSpot {
    #[default]
    Unreached,
    None,
    On(Cell),
    Under(Cell),
}

impl EarlierSpots {
    fn new(size: Size) -> Self {
        Self { on_cells: Grid::filled(size, EarlierSpot::Unreached), under_bridges: BTreeMap::new() }
    }

    fn knows(&self, spot: RouteSpot) -> bool {
        match spot.is_under {
            true => self.under_bridges.contains_key(&spot.cell),
            false => !matches!(self.on_cells.get(spot.cell), Some(EarlierSpot::Unreached)),
        }
    }

    fn insert(&mut self, spot: RouteSpot, before: Option<RouteSpot>) {
        if spot.is_under {
            self.under_bridges.insert(spot.cell, before);
        } else if let Some(known) = self.on_cells.get_mut(spot.cell) {
            *known = match before {
                None => EarlierSpot::None,
                Some(RouteSpot { cell, is_under: false }) => EarlierSpot::On(cell),
                Some(RouteSpot { cell, is_under: true }) => EarlierSpot::Under(cell),
            };
        }
    }

    fn of(&self, spot: RouteSpot) -> Option<RouteSpot> {
        if spot.is_under {
            return self.under_bridges.get(&spot.cell).copied().flatten();
        }
        match *self.on_cells.get(spot.cell)? {
            EarlierSpot::Unreached | EarlierSpot::None => None,
            EarlierSpot::On(cell) => Some(RouteSpot { cell, is_under: false }),
            EarlierSpot::Under(cell) => Some(RouteSpot { cell, is_under: true }),
        }
    }
}

impl<'a> RouteMap<'a> {
    /// Returns the ground of a level.
    pub fn new(level: &'a Level) -> Self {
        let open = level.passages.iter().filter(|passage| passage.kind == PassageForm::Open);
        let pair = |passage: &Passage| (passage.from.min(passage.to), passage.from.max(passage.to));
        let has_drops = |place: &&Place| place.board.as_ref().is_some_and(|board| !board.drops.is_empty());
        let solid: BTreeSet<char> =
            level.legend.iter().filter(|(_, tile)| tile.walkable).map(|(character, _)| *character).collect();
        let mut last = (' ', solid.contains(&' '));
        let mut walkable = Grid::filled(level.tiles.size(), false);
        for (cell, tile) in level.tiles.iter() {
            if *tile != last.0 {
                last = (*tile, solid.contains(tile));
            }
            walkable[cell] = last.1;
        }
        Self {
            level,
            bridges: level.bridges.iter().map(|bridge| (bridge.at, *bridge)).collect(),
            walkable,
            open: open.map(|passage| (pair(passage), passage)).collect(),
            with_drops: level.places.iter().filter(has_drops).map(|place| place.id).collect(),
        }
    }

    /// Returns for each cell the number of steps from the nearest start.
    ///
    /// [`UNREACHED`] for cells without a way, and for all cells if no place is a start.
    pub fn distances(&self) -> Grid<u32> {
        let mut distances = Grid::filled(self.level.tiles.size(), UNREACHED);
        let mut under: BTreeSet<Cell> = BTreeSet::new();
        let starts = self.level.places.iter().filter(|place| place.role == Some(NodeRole::Start));
        let mut waiting: VecDeque<(RouteSpot, u32)> = VecDeque::new();
        for start in starts.filter(|start| self.is_walkable(start.anchor)) {
            distances[start.anchor] = 0;
            waiting.push_back((RouteSpot { cell: start.anchor, is_under: false }, 0));
        }
        while let Some((spot, distance)) = waiting.pop_front() {
            self.each_step(spot, |next| {
                let is_new = if next.is_under {
                    under.insert(next.cell)
                } else {
                    distances.get(next.cell) == Some(&UNREACHED)
                };
                if is_new {
                    let known = &mut distances[next.cell];
                    *known = (*known).min(distance + 1);
                    waiting.push_back((next, distance + 1));
                }
            });
        }
        distances
    }

    /// Returns the cells of a shortest path between two cells through these places and passages, both ends
    /// included.
    pub fn way(
        &self,
        from: Cell,
        to: Cell,
        places: &BTreeSet<PlaceId>,
        passages: &[PassageId],
    ) -> Option<Vec<Cell>> {
        let may_enter = |spot: RouteSpot| match self.owner(spot) {
            OwnedBy::Place(place) => places.contains(&place),
            OwnedBy::Passage(passage) => passages.contains(&passage),
            OwnedBy::Nobody => false,
        };
        let start = RouteSpot { cell: from, is_under: false };
        let mut before = EarlierSpots::new(self.level.tiles.size());
        before.insert(start, None);
        let mut waiting = VecDeque::from([start]);
        while let Some(spot) = waiting.pop_front() {
            if spot.cell == to {
                let mut way: Vec<Cell> =
                    std::iter::successors(Some(spot), |at| before.of(*at)).map(|spot| spot.cell).collect();
                way.reverse();
                return Some(way);
            }
            self.each_step(spot, |next| {
                if !before.knows(next) && may_enter(next) {
                    before.insert(next, Some(spot));
                    waiting.push_back(next);
                }
            });
        }
        None
    }

    fn is_walkable(&self, cell: Cell) -> bool {
        self.walkable.get(cell) == Some(&true)
    }

    fn owner(&self, spot: RouteSpot) -> OwnedBy {
        match self.bridges.get(&spot.cell).filter(|_| spot.is_under) {
            Some(bridge) => OwnedBy::Passage(bridge.under),
            None => self.level.owner(spot.cell).who(),
        }
    }

    /// Calls `act` with every step from a spot.
    fn each_step(&self, from: RouteSpot, mut act: impl FnMut(RouteSpot)) {
        let owner = self.owner(from);
        let is_on_bridge = self.bridges.contains_key(&from.cell);
        for cell in self.level.movement.beside(from.cell).filter(|cell| self.is_walkable(*cell)) {
            let bridge = self.bridges.get(&cell);
            let is_straight = cell.x == from.cell.x || cell.y == from.cell.y;
            if (is_on_bridge || bridge.is_some()) && !is_straight {
                continue;
            }
            let is_under = bridge.is_some_and(|bridge| owner == OwnedBy::Passage(bridge.under));
            let next = RouteSpot { cell, is_under };
            if self.leads(owner, self.owner(next)) && !self.climbs(owner, from.cell, cell) {
                act(next);
            }
        }
    }

    /// Returns `true` if a walker can step from the first owner's cells to the second owner's.
    fn leads(&self, from: OwnedBy, to: OwnedBy) -> bool {
        let passage = |id: PassageId| self.level.passage(id);
        match (from, to) {
            (OwnedBy::Nobody, _) | (_, OwnedBy::Nobody) => false,
            (one, other) if one == other => true,
            (OwnedBy::Place(place), OwnedBy::Passage(id)) => passage(id)
                .is_some_and(|passage| passage.from == place || passage.to == place && !passage.one_way),
            (OwnedBy::Passage(id), OwnedBy::Place(place)) => passage(id)
                .is_some_and(|passage| passage.to == place || passage.from == place && !passage.one_way),
            (OwnedBy::Place(one), OwnedBy::Place(other)) => self
                .open
                .get(&(one.min(other), one.max(other)))
                .is_some_and(|passage| !passage.one_way || passage.from == one),
            (OwnedBy::Passage(_), OwnedBy::Passage(_)) => false,
        }
    }

    /// Returns `true` if a step leads up a drop between two cards of a board.
    fn climbs(&self, owner: OwnedBy, from: Cell, to: Cell) -> bool {
        let OwnedBy::Place(id) = owner else { return false };
        let place = self.level.place(id).filter(|_| self.with_drops.contains(&id));
        let Some((place, board)) = place.and_then(|place| Some((place, place.board.as_ref()?))) else {
            return false;
        };
        // The board is inside a frame of wall.
        let corner = place.bounds.min + Cell::new(1, 1);
        let card = |cell: Cell| {
            let (width, height) =
                (board.cell.width.max(1).cast_signed(), board.cell.height.max(1).cast_signed());
            Cell::new((cell.x - corner.x).div_euclid(width), (cell.y - corner.y).div_euclid(height))
        };
        let (from, to) = (card(from), card(to));
        board.drops.iter().any(|drop| drop.from == to && drop.to == from)
    }
}
