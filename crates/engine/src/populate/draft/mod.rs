//! A level while it is populated. Placements that would break a promise are refused.
//!
//! Each placement is judged by the cells around it and by its place, without proving the level again.

mod drawing;
mod keeping;

use self::drawing::Brushes;
pub(super) use self::drawing::{look_of, wet_cells};
use super::floors::Floors;
use super::frozen::KeptThings;
use super::{LevelHeader, record};
use crate::base::{
    BitGrid, Ceilings, Cell, Diagnostic, Direction, Hint, Outcome, RandomStream, Rect, Seed, StopReason,
    WORD_CELLS, masks_of_span, ones,
};
use crate::layout::Plan;
use crate::level::{Entity, EntityId, Layer, Level, Owner, PassRecord, Place, PlaceId, PlacedKind};
use crate::mission::progression::LevelGraph;
use crate::mission::{Alphabet, Mission, NodeRole, SpotKind};
use crate::rooms::BoardGrid;
use crate::settings::{Pass, PassKind};
use crate::space::{PassSpot, Space, WALL};

/// A level that passes work on, with its sources.
pub struct LevelDraft<'a> {
    level: Level,
    plan: &'a Plan,
    mission: &'a Mission,
    alphabet: &'a Alphabet,
    /// Cells that the forming of places marked for passes.
    spots: Vec<PassSpot>,
    /// Data for the passes of the grammar; `None` before the first of them.
    ground: Option<PlacementMap>,
    /// For each place by index, `true` if the last foe that opens the exit may be there.
    ///
    /// `None` before a pass needs it.
    clearable: Option<Vec<bool>>,
    brushes: Brushes,
    kept: KeptThings,
    notes: Vec<Diagnostic>,
    ceilings: Ceilings,
    /// `true` if an entity was left out because of the ceiling.
    is_full: bool,
}

/// The cells where passes of the grammar can place entities.
struct PlacementMap {
    floors: Floors,
    /// Cells where nothing more is placed: occupied cells, doors and anchors.
    taken: BitGrid,
    /// The middles of the sides of board cells, where cards are open to each other, and cells near drops.
    openings: BitGrid,
    /// Cells whose visible tile is a liquid.
    wet: BitGrid,
    /// Cells of solid entities that have to fall.
    sieges: BitGrid,
    /// Cells where the present pass cannot place solid entities, because one was taken back there.
    refused: BitGrid,
}

impl<'a> LevelDraft<'a> {
    /// Returns the record of a level without entities.
    ///
    /// # Panics
    /// Panics unless plan and space were made from this mission and alphabet.
    pub fn new(
        space: &Space,
        plan: &'a Plan,
        mission: &'a Mission,
        alphabet: &'a Alphabet,
        heading: LevelHeader,
    ) -> Self {
        let level = record::bare_level(space, plan, mission, alphabet, heading);
        let spots = space.spots.clone();
        Self {
            level,
            plan,
            mission,
            alphabet,
            spots,
            ground: None,
            clearable: None,
            brushes: Brushes::default(),
            kept: KeptThings::default(),
            notes: Vec::new(),
            ceilings: Ceilings::NONE,
            is_full: false,
        }
    }

    /// Limits the number of entities to the ceilings.
    pub(super) fn limit(&mut self, ceilings: Ceilings) {
        self.ceilings = ceilings;
    }

    /// Returns the level as it is now, without a report.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the plan of the level.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Returns the mission of the level.
    pub fn mission(&self) -> &'a Mission {
        self.mission
    }

    /// Returns the alphabet: the symbols of the mission, and the entities that passes can place.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// Returns the walkable cells of a place, row by row.
    pub fn walkable_cells(&self, place: &Place) -> Vec<Cell> {
        let owner = place.id.into();
        let is_own = |cell: &Cell| self.level.owner(*cell) == owner && self.level.is_walkable(*cell);
        place.bounds.cells().filter(is_own).collect()
    }

    /// Adds a message for the author.
    pub fn note(&mut self, note: Diagnostic) {
        self.notes.push(note);
    }

    /// Adds an entity under the next id, and adds it as a key to the locks that it opens.
    ///
    /// If the level already has as many entities as allowed, it is left out, and the draft does not become a
    /// level.
    pub fn add_entity(&mut self, entity: Entity) {
        if self.level.entities.len() as u64 >= self.ceilings.entities() {
            self.is_full = true;
            return;
        }
        let id = EntityId::at(self.level.entities.len());
        if !entity.opens.is_empty() {
            let locks = self.level.passages.iter_mut().flat_map(|passage| &mut passage.locks);
            locks.filter(|lock| entity.opens.contains(&lock.place)).for_each(|lock| lock.keys.push(id));
        }
        self.level.entities.push(Entity { id, ..entity });
    }

    /// Begins a pass of the grammar, to which everything placed from now on belongs.
    pub fn begin(&mut self, pass: &Pass) {
        self.level.populate.push(PassRecord {
            name: pass.name.clone(),
            kind: pass.pass.kind(),
            settings: Some(pass.pass.clone()),
            on: pass.on.clone(),
            entities: Default::default(),
            tiles: Default::default(),
            walls: Vec::new(),
            opens_exit: pass.pass.opens_exit(),
            taken_back: 0,
        });
        let level = &self.level;
        self.brushes.layer = level.layers.iter().position(|layer| layer.name == pass.name);
        if pass.pass.kind() == PassKind::Dress && self.ground.is_none() {
            // Decoration needs only the floors, which it reads itself.
            return;
        }
        let ground = self.ground.get_or_insert_with(|| PlacementMap::new(level, self.alphabet));
        ground.refused = BitGrid::empty(level.tiles.size());
        if pass.pass.opens_exit() && !has_goal(level) {
            self.clearable.get_or_insert_with(|| {
                let LevelGraph { graph, starts, .. } = LevelGraph::of(level);
                graph.sure(&starts)
            });
        }
    }

    /// Returns `true` if the present pass may place foes in a place.
    ///
    /// If the exit opens with the last of them, only places that a player can always still reach are allowed.
    /// Otherwise `number` placements are counted as taken back.
    pub fn may_hold_foes(&mut self, place: PlaceId, number: u32) -> bool {
        let Some(pass) = self.level.populate.last_mut() else { return false };
        let clearable = self.clearable.as_ref().filter(|_| pass.opens_exit);
        let may_hold = clearable.is_none_or(|sure| sure.get(place.index()) == Some(&true));
        if !may_hold {
            pass.taken_back += number;
        }
        may_hold
    }

    /// Returns the places on which the present pass works, without kept ones.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        let on = self.level.populate.last().map_or(&[][..], |pass| &pass.on);
        let is_meant = move |place: &&Place| on.is_empty() || on.contains(&place.symbol);
        self.level.places.iter().filter(is_meant).filter(|place| !self.kept.holds(place.id))
    }

    /// Returns the walkable cells of a place, row by row, as the present pass finds them. Entities are
    /// ignored.
    pub fn floor(&self, place: PlaceId) -> &[Cell] {
        self.ground.as_ref().map_or(&[], |ground| ground.floors.of(place))
    }

    /// Returns the cells of a place that its forming marked for this purpose.
    pub fn spots(&self, place: PlaceId, kind: SpotKind) -> impl Iterator<Item = Cell> {
        // They are sorted by place.
        let from = self.spots.partition_point(|spot| spot.place < place);
        let of_place = self.spots[from..].iter().take_while(move |spot| spot.place == place);
        of_place.filter(move |spot| spot.kind == kind).map(|spot| spot.at)
    }

    /// Returns `true` for a walkable cell of a place without a solid entity.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.ground.as_ref().is_some_and(|ground| ground.floors.is_open(cell))
    }

    /// Returns the open cells that have only open cells around them. Open cells are those of
    /// [`Self::is_open`].
    pub fn inner_floor(&self) -> BitGrid {
        let ground = self.ground.as_ref();
        ground.map_or_else(|| BitGrid::empty(self.level.tiles.size()), |ground| ground.floors.inner())
    }

    /// Returns `true` if the present pass can place an entity on the cell.
    ///
    /// It is a walkable cell of a place, neither a door nor the anchor, and unoccupied.
    pub fn is_free(&self, cell: Cell) -> bool {
        let is_taken = |ground: &PlacementMap| ground.taken.get(cell);
        !self.is_full
            && self.is_open(cell)
            && !self.is_closed(cell)
            && !self.ground.as_ref().is_none_or(is_taken)
    }

    /// Returns the cells of a rectangle on which the present pass may place that entity, row by row.
    ///
    /// Solid entities may still be refused.
    pub fn free_cells(&self, kind: &str, within: Rect) -> Vec<Cell> {
        let Some(ground) = &self.ground else { return Vec::new() };
        let area = self.level.tiles.size();
        let inside = |at: i32, most: u32| at.clamp(0, most as i32) as u32;
        let columns = inside(within.min.x, area.width)..inside(within.right(), area.width);
        let mut cells = Vec::new();
        for y in inside(within.min.y, area.height)..inside(within.bottom(), area.height) {
            let (open, taken) = (ground.floors.open().row(y as usize), ground.taken.row(y as usize));
            for (word, mask) in masks_of_span(columns.clone()) {
                let free = ones(mask & open[word] & !taken[word]);
                let free = free.map(|bit| Cell::new((word * WORD_CELLS + bit) as i32, y as i32));
                cells.extend(free.filter(|cell| self.may_place(kind, *cell)));
            }
        }
        cells
    }

    /// Returns `true` if the present pass may place that entity on the cell.
    ///
    /// Cells where a solid entity was taken back before are excluded.
    pub fn may_place(&self, kind: &str, cell: Cell) -> bool {
        let is_refused = || {
            let is_solid = self.alphabet.entities.get(kind).is_some_and(|symbol| symbol.solid);
            is_solid && self.ground.as_ref().is_some_and(|ground| ground.refused.get(cell))
        };
        self.is_free(cell) && !is_refused()
    }

    /// Returns the anchors of the places where the player begins.
    pub fn starts(&self) -> Vec<Cell> {
        let places = self.level.places.iter();
        places.filter(|place| place.role == Some(NodeRole::Start)).map(|place| place.anchor).collect()
    }

    /// Places an entity of the alphabet on a free cell, for the present pass. Returns `false` if it was not
    /// placed.
    ///
    /// A solid one that would cut something off is taken back, and counted.
    pub fn place(&mut self, kind: &str, at: Cell) -> bool {
        let (Some(symbol), Some(place)) = (self.alphabet.entities.get(kind), self.level.owner(at).place())
        else {
            return false;
        };
        if !self.may_place(kind, at) || symbol.solid && !self.may_shut(at) {
            return false;
        }
        let (Some(ground), Some(pass)) = (&mut self.ground, self.level.populate.last_mut()) else {
            return false;
        };
        ground.taken.set(at, true);
        let falls = pass.settings.as_ref().is_some_and(|settings| settings.must_fall(kind));
        if symbol.solid {
            ground.floors.shut(at, place.into());
            ground.sieges.set(at, falls);
        }
        let placed = pass.entities.entry(kind.to_owned());
        placed
            .or_insert_with(|| PlacedKind {
                count: 0,
                solid: symbol.solid,
                falls,
                properties: symbol.attributes.clone(),
            })
            .count += 1;
        let pass = Some(pass.name.clone());
        self.add_entity(Entity {
            id: EntityId(0),
            kind: kind.to_owned(),
            at,
            place,
            node: None,
            opens: Vec::new(),
            properties: symbol.attributes.clone(),
            marker: false,
            pass,
            solid: symbol.solid,
        });
        true
    }

    /// Turns a free cell into wall without an owner, for the present pass. Returns `false` if it stays as it
    /// is.
    ///
    /// A cell stays in each of these cases:
    ///
    /// - its place may have no walls inside, or the cell is at the edge of the place;
    /// - a tile is drawn over it;
    /// - the wall was taken back.
    pub fn wall(&mut self, at: Cell) -> bool {
        let level = &self.level;
        let Some(id) = level.owner(at).place() else { return false };
        let Some(place) = level.place(id) else { return false };
        let is_bare = level.layers.iter().all(|layer| layer.tiles.get(at) == Some(&Layer::NOTHING));
        let can_be = place.technique.may_have_walls_inside() && !place.bounds.on_edge(at) && is_bare;
        if !can_be || !self.is_free(at) || !self.may_shut(at) {
            return false;
        }
        let owner = self.level.owner(at);
        if let (Some(ground), Some(pass)) = (&mut self.ground, self.level.populate.last_mut()) {
            ground.floors.shut(at, owner);
            pass.walls.push(at);
        }
        if let Some(place) = self.level.places.get_mut(id.index()) {
            place.walled += 1;
        }
        self.level.tiles[at] = WALL;
        self.level.owners[at] = Owner::NOBODY;
        true
    }

    /// Returns `true` if the cell can be blocked without breaking a promise. Otherwise counts a placement as
    /// taken back.
    ///
    /// The rest of the place must stay connected without the cell.
    /// The cell must not touch a border, because passages lead on there.
    /// Openings between cards stay free, and next to an entity that has to fall there is a cell for a walker.
    fn may_shut(&mut self, cell: Cell) -> bool {
        let level = &self.level;
        let owner = level.owner(cell);
        let leads_on = |near: Cell| level.owner(near) != owner && level.is_walkable(near);
        let is_border = cell.around().any(leads_on);
        let is_spare = self.ground.as_mut().is_some_and(|ground| {
            !ground.openings.get(cell) && !ground.walls_in(level, cell) && ground.floors.is_spare(level, cell)
        });
        let may_shut = !is_border && is_spare;
        if !may_shut {
            if let Some(pass) = self.level.populate.last_mut() {
                pass.taken_back += 1;
            }
            if let Some(ground) = &mut self.ground {
                ground.refused.set(cell, true);
            }
        }
        may_shut
    }

    /// Returns the finished level.
    pub fn finish(mut self) -> Outcome<Level> {
        self.notes.extend(open_at_once(&self.level));
        self.notes.extend(self.kept.note());
        let undecided = self.ground.map_or(0, |ground| ground.floors.undecided);
        if undecided > 0 {
            let message = format!(
                "{undecided} placements were undone, because it would take too long to check that they shut nothing off."
            );
            let warning = Diagnostic::warning("placing-cut-short", message).at("populate");
            self.notes.push(warning.hint("Place fewer walls and solid entities."));
        }
        let stop = if self.is_full {
            let limit = self.ceilings.entities();
            let stop = StopReason::Budget { what: "entities", limit };
            let last = self.level.populate.last().map(|pass| format!("the pass \"{}\"", pass.name));
            let of = last.unwrap_or_else(|| "the rooms".to_owned());
            let message = format!("A level holds at most {limit} entities, but {of} places more.");
            let hint = Hint::new("Lower the number.").with_ceiling(10);
            self.notes.push(Diagnostic::error("too-many-entities", message).at("populate").hint(hint));
            stop
        } else {
            StopReason::Done
        };
        Outcome { value: self.level, diagnostics: self.notes, stop }
    }
}

fn has_goal(level: &Level) -> bool {
    level.places.iter().any(|place| place.role == Some(NodeRole::Goal))
}

/// Returns a warning if the exit should open when the last foe falls, but there is none.
fn open_at_once(level: &Level) -> Option<Diagnostic> {
    let mut openers = level.populate.iter().filter(|pass| pass.opens_exit);
    let pass = openers.clone().next().filter(|_| !has_goal(level))?;
    if openers.any(|pass| pass.falling().next().is_some()) {
        return None;
    }
    let taken_back = match pass.taken_back {
        0 => String::new(),
        count => format!(", and {count} were undone"),
    };
    let message = format!(
        "The exit should open after the last foe, but the pass \"{}\" placed none{taken_back}, so it is open at once.",
        pass.name
    );
    let warning = Diagnostic::warning("no-foe-to-fall", message).at("populate");
    Some(warning.hint("Raise the chance."))
}

impl PlacementMap {
    fn new(level: &Level, alphabet: &Alphabet) -> Self {
        let mut taken = BitGrid::empty(level.tiles.size());
        let entities = level.entities.iter().map(|entity| entity.at);
        let anchors = level.places.iter().map(|place| place.anchor);
        let doors = level.passages.iter().flat_map(|passage| passage.doors.iter().copied());
        entities.chain(anchors).chain(doors).for_each(|cell| taken.set(cell, true));
        let mut openings = BitGrid::empty(level.tiles.size());
        level.places.iter().flat_map(openings_of).for_each(|cell| openings.set(cell, true));
        // Connections of a place near a drop must not lead over it.
        let near_drops = level.places.iter().flat_map(beside_drops).flat_map(Cell::around);
        near_drops.filter(|cell| level.tiles.get(*cell).is_some()).for_each(|cell| openings.set(cell, true));
        let (sieges, refused) = (BitGrid::empty(level.tiles.size()), BitGrid::empty(level.tiles.size()));
        let wet = wet_cells(level, alphabet);
        Self { floors: Floors::new(level), taken, openings, wet, sieges, refused }
    }

    /// Returns `true` if the cell is the last one from which an entity that has to fall can be reached.
    fn walls_in(&self, level: &Level, cell: Cell) -> bool {
        let can_stand = |at: Cell| self.floors.is_open(at) && level.owner(at) == level.owner(cell);
        let is_last = |foe: Cell| !level.movement.beside(foe).any(|at| at != cell && can_stand(at));
        level.movement.beside(cell).any(|near| self.sieges.get(near) && is_last(near))
    }
}

/// Returns the middles of the sides of all board cells of a place.
fn openings_of(place: &Place) -> impl Iterator<Item = Cell> {
    let board = place.board.as_ref().map(|record| BoardGrid { cells: record.cells, cell: record.cell });
    // The board is inside a frame of wall.
    let corner = place.bounds.min + Cell::new(1, 1);
    let sides = board.into_iter().flat_map(|board| {
        board
            .all()
            .flat_map(move |at| Direction::ALL.into_iter().flat_map(move |side| board.middle(at, side)))
    });
    sides.map(move |cell| corner + cell)
}

/// Returns the cells on both sides of a drop, along the sides of board cells.
fn beside_drops(place: &Place) -> impl Iterator<Item = Cell> {
    let corner = place.bounds.min + Cell::new(1, 1);
    let record = place.board.iter();
    let drops = record.flat_map(|record| {
        let board = BoardGrid { cells: record.cells, cell: record.cell };
        record.drops.iter().filter_map(move |drop| {
            let side = Direction::ALL.into_iter().find(|side| drop.from.step(*side) == drop.to)?;
            Some(board.side(drop.from, side).chain(board.side(drop.to, side.opposite())))
        })
    });
    drops.flatten().map(move |cell| corner + cell)
}

/// Returns the random stream of a pass for a place, so that a change in one place leaves the others
/// unchanged.
pub(super) fn stream_of(seed: Seed, place: &Place) -> RandomStream {
    seed.numbered(u64::from(place.node.0)).stream()
}

#[cfg(test)]
mod tests;
