//! Gives the cells of a level that was read from a map their owners, and its places their sockets.
//!
//! In: the tiles, places and passages of the level, its doors, and the owners that the map contains. Owners of
//! places that were moved are stale. Without known owners, cells in the rectangle of a drawn room belong to
//! the room, and walkable cells in the rectangle of another place to that place. All others belong to a
//! passage that they touch.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cell, Grid, Size, Symmetry};
use crate::level::{Level, OwnedBy, Owner, Passage, PassageId, Place, PlaceId, Socket, Template};

/// Maximum number of pairs of a passage cell and a place.
const MOST_STEPS: usize = 100_000_000;

/// The cell of a door, with its passage if it is known.
pub(super) type DoorCell = (Cell, Option<PassageId>);

/// Adds doors in rooms as used sockets, and gaps of boards, which are no objects.
pub(super) fn add_sockets(level: &mut Level, doors: &[DoorCell], known: &BTreeMap<Cell, Owner>) {
    for at in 0..level.places.len() {
        let Some(place) = level.places.get(at).filter(|place| has_walls(place)) else { continue };
        let bounds = place.bounds;
        let ends = |passage: &PassageId| {
            level.passage(*passage).is_some_and(|passage| [passage.from, passage.to].contains(&place.id))
        };
        let used = doors
            .iter()
            .filter(|(cell, passage)| bounds.contains(*cell) && passage.as_ref().is_none_or(ends));
        let mut sockets: Vec<Socket> =
            used.map(|(cell, passage)| Socket { cell: *cell, passage: *passage }).collect();
        let gaps = gaps_of(level, place, known);
        let authored = template_of(level, place).map(|(template, symmetry, size)| {
            let passage = |cell: Cell| {
                let door = doors.iter().find(|(door, _)| *door == cell).and_then(|(_, passage)| *passage);
                door.or_else(|| gaps.iter().find(|gap| gap.cell == cell)?.passage)
            };
            let cells = template.sockets.iter().map(|cell| symmetry.cell(*cell, size) + bounds.min);
            cells.map(|cell| Socket { cell, passage: passage(cell) }).collect::<Vec<_>>()
        });
        sockets.extend(gaps);
        sockets = authored.unwrap_or(sockets);
        sockets.sort_by_key(|socket| (socket.cell.y, socket.cell.x));
        sockets.dedup_by_key(|socket| socket.cell);
        if let Some(place) = level.places.get_mut(at) {
            place.sockets = sockets;
        }
    }
}

/// Returns the walkable cells at the border of a place that are next to a cell of one of its passages.
fn gaps_of(level: &Level, place: &Place, known: &BTreeMap<Cell, Owner>) -> Vec<Socket> {
    let passage_at = |cell: Cell| match known.get(&cell)?.who() {
        OwnedBy::Passage(id) => {
            let passage = level.passage(id)?;
            [passage.from, passage.to].contains(&place.id).then_some(id)
        }
        OwnedBy::Place(_) | OwnedBy::Nobody => None,
    };
    let border = place.bounds.cells().filter(|cell| place.bounds.on_edge(*cell) && level.is_walkable(*cell));
    let gaps = border.filter_map(|cell| {
        let mut outside = cell.beside().filter(|next| !place.bounds.contains(*next));
        Some(Socket { cell, passage: Some(outside.find_map(passage_at)?) })
    });
    gaps.collect()
}

/// Gives each cell an owner, as closely as the map allows. Known owners of places that were moved are stale.
pub(super) fn add_owners(level: &mut Level, doors: &[DoorCell], known: &BTreeMap<Cell, Owner>) {
    let doors: BTreeMap<Cell, Option<PassageId>> = doors.iter().copied().collect();
    let mut owners = Grid::filled(level.tiles.size(), Owner::NOBODY);
    for place in level.places.iter().filter(|place| has_walls(place)) {
        for cell in cells_of(level, place) {
            set_owner(&mut owners, cell, place.id.into());
        }
    }
    for (cell, owner) in known {
        let is_fresh = match owner.who() {
            OwnedBy::Place(id) => level.place(id).is_some_and(|place| place.bounds.contains(*cell)),
            OwnedBy::Passage(id) => level.passage(id).is_some() && level.is_walkable(*cell),
            OwnedBy::Nobody => false,
        };
        if is_fresh {
            set_owner(&mut owners, *cell, *owner);
        }
    }
    for place in level.places.iter().filter(|place| !has_walls(place)) {
        for cell in place.bounds.cells() {
            let is_free = owners.get(cell) == Some(&Owner::NOBODY) && !doors.contains_key(&cell);
            if is_free && level.is_walkable(cell) {
                set_owner(&mut owners, cell, place.id.into());
            }
        }
    }
    let rest: Vec<Cell> = owners
        .rect()
        .cells()
        .filter(|cell| level.is_walkable(*cell) && owners.get(*cell) == Some(&Owner::NOBODY))
        .collect();
    // No real level comes near this limit; it only stops malicious files.
    if rest.len().saturating_mul(level.places.len()) > MOST_STEPS {
        return;
    }
    let mut left: BTreeSet<Cell> = rest.into_iter().collect();
    while let Some(first) = left.pop_first() {
        let mut piece = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in cell.beside().filter(|next| left.remove(next)) {
                piece.insert(next);
                open.push(next);
            }
        }
        let around: BTreeSet<Owner> = piece
            .iter()
            .flat_map(|cell| cell.beside())
            .filter_map(|cell| owners.get(cell))
            .copied()
            .collect();
        let touches = |place: PlaceId| around.contains(&place.into());
        let both = level.passages.iter().filter(|passage| touches(passage.from) && touches(passage.to));
        let usual = both.map(|passage| passage.id).next();
        let mut mine: Vec<(Cell, Owner)> = Vec::new();
        for cell in piece {
            let near: Vec<PlaceId> = level
                .places
                .iter()
                .filter(|place| place.bounds.grown(1).contains(cell))
                .map(|place| place.id)
                .collect();
            let ends =
                |passage: &&Passage| near.iter().any(|place| [passage.from, passage.to].contains(place));
            let by_door = doors.get(&cell).copied().flatten();
            let by_place = level
                .passages
                .iter()
                .filter(ends)
                .min_by_key(|passage| (!(touches(passage.from) && touches(passage.to)), passage.id));
            let owner = by_door.or_else(|| by_place.map(|passage| passage.id)).or(usual);
            mine.extend(owner.map(|owner| (cell, owner.into())));
        }
        for (cell, owner) in mine {
            set_owner(&mut owners, cell, owner);
        }
    }
    level.owners = owners.into();
}

fn set_owner(owners: &mut Grid<Owner>, cell: Cell, owner: Owner) {
    if let Some(place) = owners.get_mut(cell) {
        *place = owner;
    }
}

/// Returns `true` if the walls of a place are within its rectangle.
fn has_walls(place: &Place) -> bool {
    place.template.is_some() || place.board.is_some()
}

/// Returns the template of a place, its symmetry, and its size before turning.
fn template_of<'l>(level: &'l Level, place: &Place) -> Option<(&'l Template, Symmetry, Size)> {
    let template = level.templates.get(place.template.as_ref()?)?;
    let width = template.picture.first().map_or(0, |row| row.chars().count());
    let size = Size::new(u32::try_from(width).ok()?, u32::try_from(template.picture.len()).ok()?);
    Some((template, Symmetry::new(place.turn, place.flip), size))
}

/// Returns the cells of a place with walls of its own: its rectangle without the parts that its template
/// leaves out.
fn cells_of(level: &Level, place: &Place) -> BTreeSet<Cell> {
    let mut cells: BTreeSet<Cell> = place.bounds.cells().collect();
    if let Some((template, symmetry, size)) = template_of(level, place) {
        for (y, row) in (0..).zip(&template.picture) {
            for (x, _) in (0..).zip(row.chars()).filter(|(_, letter)| template.nothing.contains(letter)) {
                cells.remove(&(symmetry.cell(Cell::new(x, y), size) + place.bounds.min));
            }
        }
    }
    cells
}
