//! Checks that the tiles of a pass are drawn only over what its settings allow.
//!
//! They are on floor of places on which it works, or on walls around such floor:
//!
//! ```text
//! #####
//! #www#   w: the walls around the floor; above it wall sides, otherwise wall tops
//! #w.w#
//! #www#
//! #####
//! ```
//!
//! A later pass may have turned that floor into wall. Decoration is on both, away from doors, and of the theme there.

use std::collections::BTreeSet;

use super::SettingsCheck;
use crate::base::Cell;
use crate::level::{OwnedBy, PropPosition};
use crate::settings::{PassSettings, Surface};
use crate::verify::names;

/// The cells on which a pass draws.
#[derive(Clone, Copy)]
enum DrawSurface {
    /// Floor: only the common one, or any.
    Floor { is_any: bool },
    /// Walls of that kind around floor of places, or also of passages.
    Walls { of: Surface, of_passages: bool },
    /// Floor if it has things, sides of walls if it has lights; nothing next to doors.
    Decoration { has_things: bool, has_lights: bool },
}

impl DrawSurface {
    fn of(settings: &PassSettings) -> Option<Self> {
        match settings {
            PassSettings::TileVariants(variants) => Some(match variants.of {
                Surface::Floor => Self::Floor { is_any: false },
                of @ (Surface::WallSides | Surface::WallTops | Surface::Walls) => {
                    Self::Walls { of, of_passages: true }
                }
            }),
            PassSettings::Epochs(_) => Some(Self::Floor { is_any: true }),
            PassSettings::WallPieces(_) => Some(Self::Walls { of: Surface::Walls, of_passages: false }),
            PassSettings::Dress(dress) => {
                Some(Self::Decoration { has_things: dress.density > 0, has_lights: dress.lights > 0 })
            }
            PassSettings::Chests(_)
            | PassSettings::Foes(_)
            | PassSettings::Features(_)
            | PassSettings::AlongTheWay(_) => None,
        }
    }
}

impl SettingsCheck<'_, '_> {
    /// Checks that its tiles are on allowed cells, in places on which it works.
    pub(super) fn drawn(&mut self, settings: &PassSettings) {
        let level = self.level;
        let Some(layer) = level.layers.iter().find(|layer| layer.name == self.pass.name) else { return };
        let Some(over) = DrawSurface::of(settings) else { return };
        let later = level.populate.iter().skip_while(|pass| pass.name != self.pass.name).skip(1);
        let walled: BTreeSet<Cell> = later.flat_map(|pass| pass.walls.iter().copied()).collect();
        let doors: BTreeSet<Cell> = match over {
            DrawSurface::Decoration { .. } => self.cells_at_doors(),
            DrawSurface::Floor { .. } | DrawSurface::Walls { .. } => BTreeSet::new(),
        };
        for (cell, tile) in layer.drawn() {
            let fits = match over {
                DrawSurface::Floor { is_any } => self.is_own_floor(cell, is_any),
                DrawSurface::Walls { of, of_passages } => self.is_own_wall(cell, of, of_passages, &walled),
                DrawSurface::Decoration { has_things, .. } if level.is_walkable(cell) => {
                    has_things && self.is_own_floor(cell, false) && !doors.contains(&cell)
                }
                DrawSurface::Decoration { has_lights, .. } => {
                    has_lights
                        && self.is_own_wall(cell, Surface::WallSides, true, &walled)
                        && !doors.contains(&(cell + Cell::new(0, 1)))
                }
            };
            if !fits {
                self.wrong(Some(cell), &format!("drew on {}, where it draws nothing", names::cell(cell)));
            }
            if matches!(over, DrawSurface::Decoration { .. }) && !self.is_of_theme(cell, tile, &walled) {
                let what =
                    format!("drew a thing on {} that the theme there does not have", names::cell(cell));
                self.wrong(Some(cell), &what);
            }
        }
    }

    /// Returns `true` if the theme of the floor has this thing for floors, or for lights on the wall above it.
    fn is_of_theme(&self, cell: Cell, tile: char, walled: &BTreeSet<Cell>) -> bool {
        let (level, themes) = (self.level, &self.level.themes);
        let is_light = !level.is_walkable(cell) && !walled.contains(&cell);
        let floor = if is_light { cell + Cell::new(0, 1) } else { cell };
        let theme = match level.owner(floor).who() {
            OwnedBy::Place(id) => themes.of_place(id),
            OwnedBy::Passage(id) => {
                let from = || level.passage(id).map_or("", |passage| themes.of_place(passage.from));
                themes.of_passage(id).unwrap_or_else(from)
            }
            // It is wrong because it lies there.
            OwnedBy::Nobody => return true,
        };
        let name = level.legend.get(&tile).map_or("", |tile| tile.name.as_str());
        let positions = PropPosition::ALL.into_iter();
        let mut positions = positions.filter(|position| (*position == PropPosition::Lights) == is_light);
        positions.any(|position| themes.props(theme, position).contains(&name))
    }

    /// Returns the cells of doors on the map and those around them.
    fn cells_at_doors(&self) -> BTreeSet<Cell> {
        let passages = self.level.passages.iter();
        let doors = passages.flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
        let doors = doors.filter(|door| self.level.tiles.get(**door).is_some());
        doors.flat_map(|door| door.around().chain([*door])).collect()
    }

    /// Returns `true` for floor of a place on which the pass works, or of a passage if it works on all
    /// places.
    fn is_own_floor(&self, cell: Cell, is_any: bool) -> bool {
        let is_floor =
            self.level.tile(cell).is_some_and(|tile| tile.walkable && (is_any || tile.name == "floor"));
        is_floor && self.is_worked_on(cell, !is_any)
    }

    /// Returns `true` if the cell belongs to a place on which the pass works.
    ///
    /// If passages are allowed and the pass works on all places, cells of passages are included.
    fn is_worked_on(&self, cell: Cell, passages_count: bool) -> bool {
        match self.level.owner(cell).who() {
            OwnedBy::Place(id) => self.level.place(id).is_some_and(|place| self.works_on(place)),
            OwnedBy::Passage(_) => passages_count && self.pass.on.is_empty(),
            OwnedBy::Nobody => false,
        }
    }

    /// Returns `true` for a wall of that kind next to such floor.
    fn is_own_wall(&self, cell: Cell, of: Surface, of_passages: bool, walled: &BTreeSet<Cell>) -> bool {
        let level = self.level;
        let is_wall = level.tile(cell).is_some_and(|tile| !tile.walkable && tile.name == "wall");
        let was_floor = |near: Cell| {
            walled.contains(&near) || level.is_walkable(near) && self.is_worked_on(near, of_passages)
        };
        let below = cell + Cell::new(0, 1);
        let shows_its_side = level.is_walkable(below) || walled.contains(&below);
        let is_of_kind = match of {
            Surface::WallSides => shows_its_side,
            Surface::WallTops => !shows_its_side,
            Surface::Floor | Surface::Walls => true,
        };
        is_wall && is_of_kind && cell.around().any(was_floor)
    }
}
