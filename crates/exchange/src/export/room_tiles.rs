//! Paints the tiles of a room set's legend, side by side in one picture, as levels are painted.

use std::collections::BTreeMap;

use super::png_file::transparent_png;
use crate::base::{Cell, Color, Grid, Rect, Seed, Size};
use crate::level::{Entity, EntityId, Level, MissionRecord, Owner, PlaceId, Report, Tile};
use crate::mission::Door;
use crate::picture::{CellSide, Picture};
use crate::rooms::{LegendEntry, Placed, TileLook};
use crate::settings::Movement;

/// Side of a tile, in pixels.
pub(super) const PIXELS: u32 = CellSide::Medium.pixels();

const WALL: Color = Color::rgb(0x2b, 0x2d, 0x3a);
const FLOOR: Color = Color::rgb(0xc9, 0xb8, 0x96);
const DOOR: Color = Color::rgb(0x9a, 0x6b, 0x3f);

/// Draws the given tiles from left to right; `Nothing` is transparent.
pub(super) fn picture_of(entries: &[&LegendEntry]) -> Vec<u8> {
    let level = level_of(entries);
    let painted = Picture::new(&level, true);
    let images: Vec<Option<Vec<Color>>> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let rect = Rect::new(cell_of(at), Size::new(1, 1));
            (**entry != LegendEntry::Nothing).then(|| painted.draw(rect, CellSide::Medium).pixels)
        })
        .collect();
    let side = PIXELS as usize;
    let line = |line: usize| {
        let part = |image: &Option<Vec<Color>>| -> Vec<Option<Color>> {
            let row = image.as_ref().and_then(|pixels| pixels.get(line * side..(line + 1) * side));
            row.map_or_else(|| vec![None; side], |row| row.iter().copied().map(Some).collect())
        };
        images.iter().flat_map(part).collect()
    };
    let size = Size::new(PIXELS * entries.len() as u32, if entries.is_empty() { 0 } else { PIXELS });
    transparent_png(size, (0..side).map(line)).expect("all rows are there")
}

/// Returns the position of a tile in the level to be painted. Each tile is surrounded by floor.
fn cell_of(at: usize) -> Cell {
    Cell::new(at as i32 * 2 + 1, 1)
}

/// Builds a level that contains only the given tiles.
fn level_of(entries: &[&LegendEntry]) -> Level {
    let size = Size::new(entries.len() as u32 * 2 + 1, 3);
    let plain = |name: &str, walkable: bool, color: Color| Tile { name: name.to_owned(), walkable, color };
    let of_look = |look: &TileLook, walkable: bool| plain(&look.name, walkable, look.color);
    let mut legend = BTreeMap::from([('.', plain("floor", true, FLOOR))]);
    let mut tiles = Grid::filled(size, '.');
    let mut entities = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let tile = match entry {
            LegendEntry::Floor | LegendEntry::Nothing => continue,
            LegendEntry::Wall => plain("wall", false, WALL),
            LegendEntry::Socket(_) => plain(Door::Plain.tile_name(), true, DOOR),
            LegendEntry::Ground(look) => of_look(look, true),
            LegendEntry::Obstacle(look) => of_look(look, false),
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
                entities.push(entity(EntityId::at(entities.len()), placed, cell_of(at)));
                placed.on.as_ref().map_or_else(|| plain("floor", true, FLOOR), |look| of_look(look, true))
            }
        };
        // Uses characters of its own, because those of the set can clash.
        let character = char::from_u32(0x4e00 + at as u32).unwrap_or('?');
        legend.insert(character, tile);
        if let Some(place) = tiles.get_mut(cell_of(at)) {
            *place = character;
        }
    }
    Level {
        format: Level::FORMAT,
        generator: Level::GENERATOR.to_owned(),
        grammar: String::new(),
        seed: Seed(0),
        rolls: Vec::new(),
        variables: Default::default(),
        width: size.width,
        height: size.height,
        movement: Movement::Cardinal,
        legend,
        tiles: tiles.into(),
        owners: Grid::filled(size, Owner::NOBODY).into(),
        layers: Vec::new(),
        places: Vec::new(),
        passages: Vec::new(),
        entities,
        templates: BTreeMap::new(),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    }
}

fn entity(id: EntityId, placed: &Placed, at: Cell) -> Entity {
    Entity {
        id,
        kind: placed.kind.clone(),
        at,
        place: PlaceId(0),
        node: None,
        opens: Vec::new(),
        properties: placed.properties.clone(),
        marker: false,
        pass: None,
        solid: false,
    }
}
