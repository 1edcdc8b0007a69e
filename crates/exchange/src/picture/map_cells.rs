//! Chooses the tiles of maps for the cells of a level.
//!
//! In: a level, and the kinds of tiles of its project. Out: for each cell the form of its tile, of the floor below
//! it, and of the topmost decoration above it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Picture;
use super::fittings::MapDoor;
use super::map_tiles::{
    BITS, MapTileForm, MapTilePainter, MapTileShape, PaintedKind, floor_shape, sides_only,
};
use super::motif::Motif;
use super::tile_looks::{MASKS_OF_47, TileLooks};
use crate::base::Cell;
use crate::level::{Layer, Level, Passage};

/// The tiles of a cell, from below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellForms {
    /// Floor that is visible around the tile.
    pub below: Option<MapTileForm>,
    /// The tile of the level.
    pub tile: Option<MapTileForm>,
    /// `true` if the tile is a door.
    pub is_door: bool,
    /// Decoration, by the number of its kind.
    pub drawn: Option<MapTileForm>,
}

/// The cells of a level.
pub(crate) struct LevelCells<'l> {
    level: &'l Level,
    /// The level without decoration, and with it.
    bare: Picture<'l>,
    full: Picture<'l>,
    doors: BTreeSet<Cell>,
    /// Numbers of kinds by characters: of the level's tiles, and of decoration.
    tiles: BTreeMap<char, usize>,
    drawn: BTreeMap<char, usize>,
    /// Numbers of themes in the project by their numbers in the level.
    themes: Vec<usize>,
}

impl<'l> LevelCells<'l> {
    /// Prepares a level. `number_of_theme` returns the number of a theme in the project.
    pub fn new(
        level: &'l Level,
        looks: &Arc<TileLooks>,
        painter: &MapTilePainter,
        number_of_theme: impl Fn(&str) -> usize,
    ) -> Self {
        let (bare, full) = (Picture::of_tiles(level, looks), Picture::dressed(level, looks, false));
        let kinds = |is_drawn: bool| {
            let number = |(character, tile): (&char, &crate::level::Tile)| {
                Some((*character, painter.number_of(&tile.name, tile.walkable, is_drawn)?))
            };
            level.legend.iter().filter_map(number).collect()
        };
        let styles = full.styles.as_ref();
        let names = (0..).map_while(|number| styles.and_then(|styles| styles.name(number)));
        let themes = names.map(number_of_theme).collect();
        let doors = level.passages.iter().flat_map(Passage::door_cells).collect();
        Self { level, doors, tiles: kinds(false), drawn: kinds(true), themes, bare, full }
    }

    /// Returns the tiles of a cell.
    pub fn forms(&self, cell: Cell, painter: &MapTilePainter) -> CellForms {
        let tile = self.level.tiles.get(cell).and_then(|character| self.tiles.get(character)).copied();
        let form = |kind: usize, shape: MapTileShape, picture: &Picture<'_>| MapTileForm {
            kind,
            theme: self.theme_at(cell),
            is_built: picture.style_at(cell).is_built(),
            shape,
        };
        let tile = tile.and_then(|kind| Some((kind, painter.kinds.get(kind)?)));
        let is_door = self.doors.contains(&cell) || tile.is_some_and(|(_, own)| own.is_door());
        let tile = tile.map(|(kind, own)| form(kind, self.shape(cell, own, &self.bare), &self.bare));
        let shows_floor = tile.is_some_and(|form| painter.shows_floor(form));
        let below = (shows_floor && tile.is_some_and(|form| !painter.fills_its_cell(form.kind))).then(|| {
            let kind = painter.floor();
            let is_dressed = painter.kinds.get(kind).is_some_and(|floor| floor.dressed.is_some());
            let shape = if is_dressed { MapTileShape::Piece(u8::MAX) } else { floor_shape(cell) };
            form(kind, shape, &self.bare)
        });
        let drawn = self.drawn_at(cell).and_then(|kind| {
            let own = painter.kinds.get(kind)?;
            Some(form(kind, self.shape(cell, own, &self.full), &self.full))
        });
        CellForms { below, tile, is_door, drawn }
    }

    /// Returns the kind of the topmost decoration of a cell.
    fn drawn_at(&self, cell: Cell) -> Option<usize> {
        let layers = self.level.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
        let mut layers = layers.filter(|character| **character != Layer::NOTHING);
        layers.find_map(|character| self.drawn.get(character)).copied()
    }

    fn theme_at(&self, cell: Cell) -> usize {
        let number = self.full.styles.as_ref().and_then(|styles| styles.theme_at(cell));
        number.and_then(|number| self.themes.get(number)).copied().unwrap_or_default()
    }

    fn shape(&self, cell: Cell, own: &PaintedKind, picture: &Picture<'_>) -> MapTileShape {
        if own.dressed.is_some() {
            return MapTileShape::Piece(self.pieces_mask(cell, picture));
        }
        let is_closed = picture.fittings.closed.contains(&cell) && own.can_be_closed();
        let motif = own.motif;
        if let Some(part) = picture.large.get(&cell).and_then(|part| own.part_shape(*part)) {
            return part;
        }
        match motif {
            _ if is_closed => MapTileShape::Closed(sides_only(high_mask(cell, picture))),
            Motif::Floor => floor_shape(cell),
            Motif::Door | Motif::Gate | Motif::Drop => {
                let is_in_wall = motif != Motif::Drop && picture.leads_across(cell);
                let way = picture.fittings.ways.get(&cell).copied();
                MapTileShape::Door(MapDoor { is_in_wall, way, is_open: false })
            }
            Motif::Wall if own.is_plain_wall() => MapTileShape::High(reduced(high_mask(cell, picture))),
            motif if motif.is_high() => MapTileShape::High(sides_only(high_mask(cell, picture))),
            _ => {
                let mask = if own.joins() { sides_only(same_mask(cell, own, picture)) } else { 0 };
                if own.is_object() { MapTileShape::Object(mask) } else { MapTileShape::Flat(mask) }
            }
        }
    }

    /// Returns the mask of the neighbours that show pieces of the same tile.
    fn pieces_mask(&self, cell: Cell, picture: &Picture<'_>) -> u8 {
        let own = picture.dressed_as(cell);
        // The tile continues beyond the border of the level.
        reduced(mask(|dx, dy| {
            let other = Cell::new(cell.x + dx, cell.y + dy);
            picture.character(other).is_none() || picture.dressed_as(other) == own
        }))
    }
}

fn high_mask(cell: Cell, picture: &Picture<'_>) -> u8 {
    mask(|dx, dy| {
        let seen = picture.seen(Cell::new(cell.x + dx, cell.y + dy));
        seen.is_none_or(|(motif, _)| motif.is_high())
    })
}

fn same_mask(cell: Cell, own: &PaintedKind, picture: &Picture<'_>) -> u8 {
    let is_open = !own.ends_at_walls();
    mask(|dx, dy| match picture.seen(Cell::new(cell.x + dx, cell.y + dy)) {
        Some((motif, _)) => motif == own.motif || is_open && motif.is_high(),
        None => is_open,
    })
}

fn mask(has: impl Fn(i32, i32) -> bool) -> u8 {
    (0..).zip(BITS).fold(0, |mask, (bit, (dx, dy))| mask | u8::from(has(dx, dy)) << bit)
}

/// Clears the corners of a mask that lack one of their sides, so that it is one of the 47.
fn reduced(mask: u8) -> u8 {
    let reduced = mask & (sides_only(mask) | 0b0101_0101);
    debug_assert!(MASKS_OF_47.contains(&reduced));
    reduced
}
