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
//! A later pass may have turned that floor into wall. Decoration has rules of its own (`decoration`).

use std::collections::BTreeSet;

use super::SettingsCheck;
use crate::base::Cell;
use crate::level::OwnedBy;
use crate::settings::{PassSettings, Surface};
use crate::verify::names;

/// The cells on which a pass draws.
#[derive(Clone, Copy)]
enum DrawSurface {
    /// Floor: only the common one, or any.
    Floor { is_any: bool },
    /// Walls of that kind around floor of places, or also of passages.
    Walls { of: Surface, of_passages: bool },
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
            PassSettings::Dress(_)
            | PassSettings::Chests(_)
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
        if let PassSettings::Dress(dress) = settings {
            return self.decoration(dress, layer);
        }
        let Some(over) = DrawSurface::of(settings) else { return };
        let walled = self.walled_later();
        for (cell, _) in layer.drawn() {
            let fits = match over {
                DrawSurface::Floor { is_any } => self.is_own_floor(cell, is_any),
                DrawSurface::Walls { of, of_passages } => self.is_own_wall(cell, of, of_passages, &walled),
            };
            if !fits {
                self.wrong(Some(cell), &format!("drew on {}, where it draws nothing", names::cell(cell)));
            }
        }
    }

    /// Returns the cells that later passes made wall.
    pub(super) fn walled_later(&self) -> BTreeSet<Cell> {
        let passes = self.level.populate.iter();
        let later = passes.skip_while(|pass| pass.name != self.pass.name).skip(1);
        later.flat_map(|pass| pass.walls.iter().copied()).collect()
    }

    /// Returns `true` for floor of a place on which the pass works, or of a passage if it works on all
    /// places.
    pub(super) fn is_own_floor(&self, cell: Cell, is_any: bool) -> bool {
        let is_floor =
            self.level.tile(cell).is_some_and(|tile| tile.walkable && (is_any || tile.name == "floor"));
        is_floor && self.is_worked_on(cell, !is_any)
    }

    /// Returns `true` if the cell belongs to a place on which the pass works.
    ///
    /// If passages are allowed and the pass works on all places, cells of passages are included.
    pub(super) fn is_worked_on(&self, cell: Cell, passages_count: bool) -> bool {
        match self.level.owner(cell).who() {
            OwnedBy::Place(id) => self.level.place(id).is_some_and(|place| self.works_on(place)),
            OwnedBy::Passage(_) => passages_count && self.pass.on.is_empty(),
            OwnedBy::Nobody => false,
        }
    }

    /// Returns `true` for a wall of that kind next to such floor.
    pub(super) fn is_own_wall(
        &self,
        cell: Cell,
        of: Surface,
        of_passages: bool,
        walled: &BTreeSet<Cell>,
    ) -> bool {
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
