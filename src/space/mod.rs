//! Forming turns a plan into a [`Space`]: tiles, owners, doors.
//!
//! In: a [`Plan`], which steps a walker can take, a seed.
//! Out: a tile and an owner for every cell.
//! Guaranteed, for every value of the parameters: a cell is opened only by its owner; between any two owners that no passage joins lies a seal, cells that stay wall for ever; all ports of a place are connected inside it, and nothing detached remains.
//!
//! Ownership makes it cheap: who may open which cell is settled before the first cave grows, and no technique looks at cells of others.

mod automaton;
mod bridges;
mod claims;
mod forming;
mod seals;
mod techniques;
mod thresholds;
#[cfg(test)]
mod tests;

pub use automaton::{
    SmoothedRegion, SmoothingRule, smooth_in_grid_order, smooth_in_grid_order_plainly, smooth_synchronously,
    smooth_synchronously_plainly,
};

use std::ops::Range;

pub use bridges::Bridge;
pub use forming::{CellChange, FormedCell, Forming, FormingPlayback, FormingStage, FormingStep};

use self::claims::{Claims, place_owner};
use self::forming::Watcher;
use crate::base::{BitGrid, Cell, Color, Grid, Joins, Seed};
use crate::layout::{Plan, PlannedForm};
use crate::level::Tile;
use crate::mission::{Door, LegendEntry, Movement, TileLook};

/// A plan that became tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// What lies on each cell, as an index into `palette`.
    pub tiles: Grid<u16>,
    /// The kinds of tiles in use, each with the character that its author gave it.
    pub palette: Vec<(char, Tile)>,
    /// To whom each cell belongs: 0 nobody, n place n, −n passage n, counted from 1.
    pub owners: Grid<i32>,
    /// The cells that stay wall for ever between two owners that the mission does not join.
    pub seals: Vec<Cell>,
    /// The cells across corridors on which their doors lie, each with the index of its passage: corridors that enter no room, and whose doors are not plain.
    pub thresholds: Vec<(usize, Cell)>,
    /// A walkable cell of each place, in its middle if that is walkable.
    pub anchors: Vec<Cell>,
    /// The cells where passages cross.
    pub bridges: Vec<Bridge>,
}

impl Space {
    /// Can one walk on the cell? Outside the space: no.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        let tile = self.tiles.get(cell).and_then(|tile| self.palette.get(usize::from(*tile)));
        tile.is_some_and(|(_, tile)| tile.walkable)
    }
}

/// The state of a cell while places are formed. Only `Open` and `Solid` may ever be changed by an automaton.
///
/// An automaton counts all but the open ones as wall, the floors of rooms too: caves lean on rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Floor for now.
    Open,
    /// Wall for now.
    Solid,
    /// Floor for ever.
    DefinitelyOpen,
    /// Wall for ever.
    Sealed,
    /// Drawn by the author of a room.
    RoomInterior,
}

/// Forms a plan.
pub fn form(plan: &Plan, movement: Movement, seed: Seed) -> Space {
    form_watched(plan, movement, seed, &mut Watcher::default())
}

/// Forms a plan and writes down what each stage changed. The space is the same as without.
pub fn form_recorded(plan: &Plan, movement: Movement, seed: Seed) -> (Space, Forming) {
    let mut watcher = Watcher::recording(plan.size);
    let space = form_watched(plan, movement, seed, &mut watcher);
    (space, watcher.into_forming().expect("this watcher writes down"))
}

fn form_watched(plan: &Plan, movement: Movement, seed: Seed, watcher: &mut Watcher) -> Space {
    let mut claims = Claims::new(plan, movement, watcher);
    let alike = Joins::alike(claims.claimed.clone(), &claims.owners, movement == Movement::EightWay);
    let seals = seals::seal(&mut claims, plan, movement, &alike);
    watcher.note(FormingStage::Seals, &claims);
    techniques::cave::grow(&mut claims, plan, movement, &alike, seed.child("caves"), watcher);
    let space = paint(plan, claims, seals);
    watcher.note_drawn(plan, &space.owners, &space.tiles);
    space
}

const WALL: u16 = 0;
const FLOOR: u16 = 1;
const DOOR: u16 = 2;

/// The tiles that every level may have.
pub(crate) fn common_palette() -> Vec<(char, Tile)> {
    let tile = |name: &str, walkable, color| Tile { name: name.to_owned(), walkable, color };
    vec![
        ('#', tile("wall", false, Color::rgb(0x2b, 0x2d, 0x3a))),
        ('.', tile("floor", true, Color::rgb(0xc9, 0xb8, 0x96))),
        ('+', tile("door", true, Color::rgb(0xa8, 0x6b, 0x32))),
    ]
}

fn paint(plan: &Plan, claims: Claims, seals: Vec<Cell>) -> Space {
    let Claims { mut owners, open, interiors, bridges, .. } = claims;
    let mut tiles = Grid::filled(plan.size, WALL);
    let mut palette = common_palette();
    for y in 0..plan.size.height as usize {
        let mut walls_from = 0;
        let has_interiors = interiors.row(y).iter().any(|word| *word != 0);
        let interiors = has_interiors.then_some(&interiors);
        let end_of_row = plan.size.width..plan.size.width;
        for columns in open.runs(y).chain(std::iter::once(end_of_row)) {
            let (start, end) = (columns.start as usize, columns.end as usize);
            tiles.row_mut(y)[start..end].fill(FLOOR);
            give_back(&mut owners, interiors, y, walls_from..start);
            walls_from = end;
        }
    }
    for place in &plan.places {
        if let PlannedForm::Room { set, template, symmetry, sockets } = &place.form {
            let size = template.size();
            for (cell, character) in template.characters() {
                let at = place.core.min + symmetry.cell(cell, size);
                tiles[at] = match set.legend.get(&character) {
                    // Wall already, or a way to a socket.
                    Some(LegendEntry::Nothing) => continue,
                    Some(LegendEntry::Socket(socket)) => {
                        let planned = sockets.iter().find(|socket| socket.cell == at);
                        let passage = planned.and_then(|socket| plan.passages.get(socket.passage?));
                        let look = socket.blocker.as_ref().unwrap_or(&set.blocker);
                        match passage {
                            Some(passage) => door(&mut palette, passage.door),
                            None => blocker(&mut palette, look),
                        }
                    }
                    entry => room_tile(&mut palette, character, entry),
                };
            }
        }
    }
    let thresholds = thresholds::thresholds(plan, &owners, &bridges);
    for (passage, cell) in &thresholds {
        tiles[*cell] = door(&mut palette, plan.passages[*passage].door);
    }
    let anchors = plan
        .places
        .iter()
        .enumerate()
        .map(|(number, place)| {
            let middle = place.core.center();
            // Ways lead through the notches of rooms.
            let is_own = |cell: &Cell| owners.get(*cell) == Some(&place_owner(number));
            let walkable = |cell: &Cell| palette[usize::from(tiles[*cell])].1.walkable && is_own(cell);
            place
                .core
                .cells()
                .filter(walkable)
                .min_by_key(|cell| (cell.manhattan(middle), *cell))
                .unwrap_or(middle)
        })
        .collect();
    Space { tiles, palette, owners, seals, thresholds, anchors, bridges }
}

/// Walls belong to nobody, but for those of rooms, if there are some in the row.
fn give_back(owners: &mut Grid<i32>, interiors: Option<&BitGrid>, y: usize, columns: Range<usize>) {
    let row = owners.row_mut(y);
    let Some(interiors) = interiors else {
        row[columns].fill(0);
        return;
    };
    let is_of_room = |x: usize| interiors.get(Cell::new(x as i32, y as i32));
    for x in columns.filter(|x| !is_of_room(*x)) {
        row[x] = 0;
    }
}

fn door(palette: &mut Vec<(char, Tile)>, door: Door) -> u16 {
    let (character, color) = match door {
        Door::Plain => return DOOR,
        Door::Gate => ('=', Color::rgb(0x8d, 0x93, 0x9c)),
        Door::Drop => ('v', Color::rgb(0x6b, 0x4f, 0x7a)),
        Door::Secret => ('?', Color::rgb(0x5c, 0x58, 0x4f)),
    };
    index_of(palette, character, Tile { name: door.tile_name().to_owned(), walkable: true, color })
}

fn blocker(palette: &mut Vec<(char, Tile)>, look: &TileLook) -> u16 {
    let tile = Tile { name: look.name.clone(), walkable: false, color: look.color };
    index_of(palette, 'x', tile)
}

fn room_tile(palette: &mut Vec<(char, Tile)>, character: char, entry: Option<&LegendEntry>) -> u16 {
    match entry {
        Some(LegendEntry::Floor) => FLOOR,
        Some(LegendEntry::Entity(placed) | LegendEntry::Marker(placed)) => match &placed.on {
            Some(look) => {
                let character = look.name.chars().next().unwrap_or(character);
                index_of(
                    palette,
                    character,
                    Tile { name: look.name.clone(), walkable: true, color: look.color },
                )
            }
            None => FLOOR,
        },
        Some(LegendEntry::Ground(look)) => {
            index_of(palette, character, Tile { name: look.name.clone(), walkable: true, color: look.color })
        }
        Some(LegendEntry::Obstacle(look)) => {
            index_of(palette, character, Tile { name: look.name.clone(), walkable: false, color: look.color })
        }
        Some(LegendEntry::Wall | LegendEntry::Socket(_) | LegendEntry::Nothing) | None => WALL,
    }
}

fn index_of(palette: &mut Vec<(char, Tile)>, character: char, tile: Tile) -> u16 {
    let known =
        palette.iter().position(|(_, other)| other.name == tile.name && other.walkable == tile.walkable);
    known.unwrap_or_else(|| {
        palette.push((character, tile));
        palette.len() - 1
    }) as u16
}
