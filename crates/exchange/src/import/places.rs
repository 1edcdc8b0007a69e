//! Draws places of our own levels as rooms: their visible tiles, with sockets where passages arrive.
//!
//! Rooms and boards are taken as they are, including their own walls. All other places get a ring of wall
//! around them. Parts of passages inside the ring become floor. Where a passage crosses the ring, the middle
//! of the opening becomes a socket. Things placed by the mission, for example keys, are left out: they come
//! with each level.

use std::collections::{BTreeMap, BTreeSet};

use super::drawing::{CellMeaning, DrawnSettings, NewRoom, Remarks, SourceDrawing, place_in};
use crate::base::{Cell, Direction, Rect, Size, Symmetry};
use crate::level::{Entity, Level, OwnedBy, Passage, PassageId, Place, PlaceId, SpecialSocket, Tile};
use crate::mission::Door;
use crate::rooms::{LegendEntry, Placed, SocketEntry, TileLook};

/// Draws the given places of a level, or all places if `places` is empty.
pub fn draw_places(level: &Level, places: &[PlaceId]) -> SourceDrawing {
    let mut drawing = SourceDrawing::default();
    for place in level.places.iter().filter(|place| places.is_empty() || places.contains(&place.id)) {
        if drawing.is_full() {
            break;
        }
        add_place(level, place, &mut drawing);
    }
    drawing
}

fn add_place(level: &Level, place: &Place, drawing: &mut SourceDrawing) {
    let name = format!("{} {}", place.symbol, place.id);
    let settings = DrawnSettings {
        symbol: Some(place.symbol.clone()),
        notes: Some(format!("Place {} of {} with seed {}.", place.id, level.grammar, level.seed.0)),
        ..DrawnSettings::default()
    };
    let ground = PlaceSurroundings::of(level, place);
    if ground.sockets.is_empty() {
        let what = "No passage leads there, so there are no sockets".to_owned();
        let hint = "Paint some sockets on the walls.";
        drawing.remarks.warn("no-sockets", what, Some(format!("\"{name}\"")), Some(hint.into()));
    }
    let room = NewRoom { name: &name, settings, size: ground.rect.size, ..NewRoom::default() };
    drawing.add(room, |cell, remarks| {
        let place = || place_in(&name, cell);
        ground.meaning(cell + ground.rect.min, place, remarks)
    });
}

/// A place, with the surrounding cells that belong to its picture.
struct PlaceSurroundings<'l> {
    level: &'l Level,
    place: &'l Place,
    rect: Rect,
    /// Walkable cells, except sockets.
    open: BTreeSet<Cell>,
    sockets: Vec<(Cell, SocketEntry)>,
    /// Things on each cell.
    entities: BTreeMap<Cell, Vec<&'l Entity>>,
}

impl<'l> PlaceSurroundings<'l> {
    fn of(level: &'l Level, place: &'l Place) -> Self {
        let has_walls = place.template.is_some() || place.board.is_some();
        let rect = if has_walls { place.bounds } else { place.bounds.grown(1) };
        let mut entities: BTreeMap<Cell, Vec<&Entity>> = BTreeMap::new();
        for entity in level.entities.iter().filter(|entity| rect.contains(entity.at)) {
            entities.entry(entity.at).or_default().push(entity);
        }
        if has_walls {
            let sockets =
                place.sockets.iter().filter(|socket| place.template.is_some() || socket.passage.is_some());
            let sockets =
                sockets.map(|socket| (socket.cell, socket_entry(level, place, socket.cell, socket.passage)));
            return Self { level, place, rect, open: BTreeSet::new(), sockets: sockets.collect(), entities };
        }
        let mut ground = Self { level, place, rect, open: BTreeSet::new(), sockets: Vec::new(), entities };
        let edge = ground.flood();
        ground.sockets =
            ground.openings(&edge).into_iter().map(|cell| (cell, SocketEntry::default())).collect();
        ground
    }

    /// Opens the cells of the place, and the adjoining cells of its passages within the ring. Returns the
    /// cells of the ring that can be reached.
    fn flood(&mut self) -> BTreeSet<Cell> {
        let level = self.level;
        let passages: Vec<&Passage> = level
            .passages
            .iter()
            .filter(|passage| [passage.from, passage.to].contains(&self.place.id))
            .collect();
        // If a passage does not reach the ring, the way continues through the place at its other end.
        let owners: BTreeSet<_> =
            self.rect.cells().filter(|cell| self.rect.on_edge(*cell)).map(|cell| level.owner(cell)).collect();
        let joined: BTreeSet<PlaceId> = passages
            .iter()
            .filter(|passage| !owners.contains(&passage.id.into()))
            .flat_map(|passage| [passage.from, passage.to])
            .chain([self.place.id])
            .collect();
        let is_ours = |cell: Cell| match level.owner(cell).who() {
            OwnedBy::Place(id) => joined.contains(&id),
            OwnedBy::Passage(id) => passages.iter().any(|passage| passage.id == id),
            OwnedBy::Nobody => false,
        };
        let is_own = |cell: &Cell| level.owner(*cell).who() == OwnedBy::Place(self.place.id);
        let mut left: Vec<Cell> =
            self.place.bounds.cells().filter(|cell| is_own(cell) && level.is_walkable(*cell)).collect();
        self.open = left.iter().copied().collect();
        let mut edge = BTreeSet::new();
        while let Some(cell) = left.pop() {
            for next in cell.beside().filter(|next| level.is_walkable(*next) && is_ours(*next)) {
                if self.rect.on_edge(next) {
                    edge.insert(next);
                } else if self.open.insert(next) {
                    left.push(next);
                }
            }
        }
        edge
    }

    /// Returns the middle of each opening in the ring.
    fn openings(&self, edge: &BTreeSet<Cell>) -> Vec<Cell> {
        let mut sockets = Vec::new();
        for side in Direction::ALL {
            let mut run: Vec<Cell> = Vec::new();
            let beside = if side.is_level() { Direction::South } else { Direction::East };
            let mut cells: Vec<Cell> = edge
                .iter()
                .copied()
                .filter(|cell| {
                    !self.rect.contains(cell.step(side)) && self.open.contains(&cell.step(side.opposite()))
                })
                .collect();
            cells.sort_by_key(|cell| (cell.y, cell.x));
            for cell in cells {
                if run.last().is_some_and(|last| last.step(beside) != cell) {
                    sockets.extend(run.get((run.len() - 1) / 2));
                    run.clear();
                }
                run.push(cell);
            }
            sockets.extend(run.get(run.len().saturating_sub(1) / 2));
        }
        sockets
    }

    fn meaning(&self, cell: Cell, at: impl Fn() -> String, remarks: &mut Remarks) -> CellMeaning {
        if let Some((_, socket)) = self.sockets.iter().find(|(socket, _)| *socket == cell) {
            return CellMeaning { wanted: Some('+'), entry: LegendEntry::Socket(socket.clone()) };
        }
        let is_own = self.level.owner(cell).who() == OwnedBy::Place(self.place.id);
        let has_walls = self.place.template.is_some() || self.place.board.is_some();
        if !(if has_walls { is_own } else { self.open.contains(&cell) }) {
            let outside =
                if self.place.template.is_some() { LegendEntry::Nothing } else { LegendEntry::Wall };
            return CellMeaning::of(outside);
        }
        let Some(tile) = self.level.seen(cell) else { return CellMeaning::of(LegendEntry::Wall) };
        let look = look(tile);
        // Maps do not contain the characters of tiles. Levels read from them use characters for private use.
        let is_known = |character: &char| !('\u{e000}'..='\u{f8ff}').contains(character);
        let wanted = self.level.tiles.get(cell).copied().filter(is_known);
        match self.thing(cell, look.clone(), &at, remarks) {
            Some(thing) => thing,
            None => CellMeaning {
                wanted,
                entry: match (look, tile.walkable) {
                    (Some(look), true) => LegendEntry::Ground(look),
                    (Some(look), false) => LegendEntry::Obstacle(look),
                    (None, true) => LegendEntry::Floor,
                    (None, false) => LegendEntry::Wall,
                },
            },
        }
    }

    /// Returns the thing on a cell.
    fn thing(
        &self,
        cell: Cell,
        on: Option<TileLook>,
        at: &impl Fn() -> String,
        remarks: &mut Remarks,
    ) -> Option<CellMeaning> {
        let mut found = None;
        for entity in self.entities.get(&cell).into_iter().flatten() {
            if entity.node.is_some() {
                let what = format!("\"{}\" belongs to the mission and is left out", entity.kind);
                remarks.note("of-the-mission", what, Some(at()), None);
                continue;
            }
            if found.is_some() {
                let what = format!("\"{}\" shares its cell and is left out", entity.kind);
                remarks.warn("entity-left-out", what, Some(at()), None);
                continue;
            }
            if entity.solid {
                let what = format!("\"{}\" blocks its cell in the level, but not in a room", entity.kind);
                remarks.note("solid-entity", what, Some(at()), None);
            }
            let placed =
                Placed { kind: entity.kind.clone(), on: on.clone(), properties: entity.properties.clone() };
            found = Some(CellMeaning {
                wanted: entity.kind.chars().next(),
                entry: if entity.marker { LegendEntry::Marker(placed) } else { LegendEntry::Entity(placed) },
            });
        }
        found
    }
}

/// Returns the look of a tile that is not plain floor or wall. Doors inside a place are floor of the room.
fn look(tile: &Tile) -> Option<TileLook> {
    let doors = [Door::Plain, Door::Gate, Door::Drop, Door::Secret, Door::Gap].map(Door::tile_name);
    let is_common = ["floor", "wall"].contains(&tile.name.as_str()) || doors.contains(&tile.name.as_str());
    (!is_common).then(|| TileLook { name: tile.name.clone(), color: tile.color })
}

/// Returns a socket of a room with its kind, taken from the template or from the passage that uses it.
fn socket_entry(level: &Level, place: &Place, cell: Cell, passage: Option<PassageId>) -> SocketEntry {
    let of_template = || {
        let template = level.templates.get(place.template.as_ref()?)?;
        let symmetry = Symmetry::new(place.turn, place.flip);
        let width = template.picture.first().map_or(0, |row| row.chars().count());
        let size = Size::new(u32::try_from(width).ok()?, u32::try_from(template.picture.len()).ok()?);
        let lies_at = |special: &SpecialSocket| symmetry.cell(special.cell, size) + place.bounds.min;
        let special = template.special_sockets.iter().find(|special| lies_at(special) == cell)?;
        Some(special.kind.clone())
    };
    let of_passage = || passage.and_then(|id| level.passage(id)).and_then(|passage| passage.socket.clone());
    let kind = of_template().unwrap_or_else(of_passage);
    SocketEntry { kind: kind.filter(|_| place.board.is_none()), blocker: None }
}
