//! Rooms: drawn as by their authors, turned as planned.
//!
//! Input: tiles with everything else painted. Output: the tiles of the room's picture.
//! Used sockets become doors or gaps, and the others are blocked.
//! Cells of the picture that are not part of the room stay as they are.

use super::super::tile_legend::{FLOOR, TileLegend, WALL};
use crate::base::{Cell, Grid};
use crate::layout::{Plan, PlannedPlace, PlannedRoom};
use crate::level::Tile;
use crate::rooms::{LegendEntry, TileLook};

/// Returns the cells of a place in which its author left nothing; none if it is no room.
pub(in super::super) fn nothing(place: &PlannedPlace) -> impl Iterator<Item = Cell> {
    let pictures = place.form.room().into_iter().flat_map(|room| picture(place, room));
    pictures.filter(|(.., entry)| *entry == Some(&LegendEntry::Nothing)).map(|(cell, ..)| cell)
}

/// Draws a place, if it is a room.
pub(in super::super) fn draw(
    tiles: &mut Grid<char>,
    tile_legend: &mut TileLegend,
    plan: &Plan,
    place: &PlannedPlace,
) {
    let Some(room) = place.form.room() else { return };
    for (at, character, entry) in picture(place, room) {
        tiles[at] = match entry {
            // Already wall, or a route to a socket.
            Some(LegendEntry::Nothing) => continue,
            Some(LegendEntry::Socket(socket)) => {
                let planned = place.sockets.iter().find(|socket| socket.cell == at);
                let look = socket.blocker.as_ref().unwrap_or(&room.set.blocker);
                match planned.and_then(|socket| plan.door_of(socket)) {
                    Some(door) => tile_legend.door(door),
                    None => tile_legend.character_of('x', tile(look, false)),
                }
            }
            entry => inner_tile(tile_legend, character, entry),
        };
    }
}

/// Returns the characters of a room's picture with their cells in the level and their legend entries.
fn picture<'a>(
    place: &PlannedPlace,
    room: &'a PlannedRoom,
) -> impl Iterator<Item = (Cell, char, Option<&'a LegendEntry>)> {
    let (corner, size) = (place.core.min, room.template.size());
    room.template.characters().map(move |(cell, character)| {
        (corner + room.symmetry.cell(cell, size), character, room.set.legend.get(&character))
    })
}

pub(super) fn inner_tile(tile_legend: &mut TileLegend, character: char, entry: Option<&LegendEntry>) -> char {
    match entry {
        Some(LegendEntry::Floor) => FLOOR,
        Some(LegendEntry::Entity(placed) | LegendEntry::Marker(placed)) => match &placed.on {
            Some(look) => {
                tile_legend.character_of(look.name.chars().next().unwrap_or(character), tile(look, true))
            }
            None => FLOOR,
        },
        Some(LegendEntry::Ground(look)) => tile_legend.character_of(character, tile(look, true)),
        Some(LegendEntry::Obstacle(look)) => tile_legend.character_of(character, tile(look, false)),
        Some(LegendEntry::Wall | LegendEntry::Socket(_) | LegendEntry::Nothing) | None => WALL,
    }
}

fn tile(look: &TileLook, walkable: bool) -> Tile {
    Tile { name: look.name.clone(), walkable, color: look.color }
}
