//! Puts the tiles of a map on cells, before rooms are cut out of it.
//!
//! In: a map, its census and the decisions about its tiles. Out: a [`MapCells`] with at most one tile and one
//! thing on each cell. Layers with finer or coarser cells are converted to the cells of the map.

use std::collections::BTreeMap;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use super::census::{Census, place_on, tiles_of};
use super::model::{Author, Chunk, LayerContent, SourceLayer, SourceMap, TURNS, TileNoun, near};
use super::solids::{Decisions, Verdict, is_solid};
use super::tiles::{TileCover, TileReader, is_thing};
use super::wording::SourceKind;
use super::words::solidity;
use crate::base::{Cell, Rect, Size};
use crate::import::drawing::{CellMeaning, Remarks};
use crate::rooms::{LegendEntry, RoomTemplate, SocketEntry, TileLook};

/// The cells of a map.
#[derive(Debug, Default)]
pub(crate) struct MapCells {
    /// The kind of file it was read from.
    pub kind: SourceKind,
    /// Width and height of a cell, in thousandths of a pixel.
    pub cell: (i64, i64),
    /// Area of the map, if it has edges. Objects outside do not belong to it.
    pub area: Option<Rect>,
    /// The tiles. Large maps have millions of them, and their order does not matter.
    pub tiles: IndexMap<Cell, (Rc<CellMeaning>, TileCover)>,
    /// Sockets, and what stands or lies there.
    pub things: BTreeMap<Cell, Rc<CellMeaning>>,
    /// Cells on which something could not be read.
    pub unread: IndexSet<Cell>,
    /// `true` if a layer that says what lies on cells could not be read.
    pub is_partial: bool,
    /// The entry for empty cells that walls enclose.
    pub filling: Option<LegendEntry>,
}

impl MapCells {
    /// Puts a tile or thing on a cell. Returns the thing that it replaces.
    pub fn put(&mut self, cell: Cell, meaning: Rc<CellMeaning>, cover: TileCover) -> Option<Rc<CellMeaning>> {
        if is_thing(&meaning.entry) {
            let is_socket = matches!(meaning.entry, LegendEntry::Socket(_));
            let covered = self.things.insert(cell, Rc::clone(&meaning));
            // A door is often drawn as a value and placed as an entity on the same cell.
            let is_same = |covered: &Rc<CellMeaning>| {
                *covered == meaning || covered.entry == LegendEntry::Socket(SocketEntry::default())
            };
            return covered.filter(|covered| !(is_socket && is_same(covered)));
        }
        let is_covered = match (self.tiles.get(&cell), cover) {
            (None, _) | (_, TileCover::All) => false,
            (Some(_), TileCover::Backdrop) => true,
            (Some((known, _)), TileCover::Walkable) => is_solid(&known.entry),
        };
        if !is_covered {
            self.tiles.insert(cell, (meaning, cover));
        }
        None
    }

    /// Returns `true` if there is anything on a cell, even if it is drawn as nothing.
    pub fn has(&self, cell: Cell) -> bool {
        self.tiles.contains_key(&cell) || self.things.contains_key(&cell) || self.unread.contains(&cell)
    }

    /// Returns the entry of the tile on a cell, if there is one.
    pub fn tile(&self, cell: Cell) -> Option<&LegendEntry> {
        self.tiles.get(&cell).map(|(meaning, _)| &meaning.entry)
    }

    /// Returns the smallest rectangle around everything drawn.
    pub fn bounds(&self) -> Option<Rect> {
        let tiles = self.tiles.iter().filter(|(_, (meaning, _))| meaning.entry != LegendEntry::Nothing);
        around(tiles.map(|(cell, _)| *cell).chain(self.things.keys().copied()))
    }

    /// Returns the smallest rectangle around everything drawn within `rect`.
    pub fn bounds_within(&self, rect: Rect) -> Option<Rect> {
        let is_tile = |cell: &Cell| self.tile(*cell).is_some_and(|entry| *entry != LegendEntry::Nothing);
        around(rect.cells().filter(|cell| is_tile(cell) || self.things.contains_key(cell)))
    }

    /// Returns the meaning of a cell in a room.
    pub fn meaning(&self, cell: Cell, place: impl Fn() -> String, remarks: &mut Remarks) -> CellMeaning {
        let tile = self.tiles.get(&cell).map(|(meaning, _)| meaning);
        let Some(thing) = self.things.get(&cell) else {
            return tile
                .map_or_else(|| CellMeaning::of(LegendEntry::Nothing), |tile| CellMeaning::clone(tile));
        };
        let mut thing = CellMeaning::clone(thing);
        if let LegendEntry::Entity(placed) | LegendEntry::Marker(placed) = &mut thing.entry {
            match tile.map(|tile| &tile.entry) {
                None => {}
                Some(LegendEntry::Ground(look)) => placed.on = Some(look.clone()),
                Some(LegendEntry::Floor) => placed.on = None,
                Some(_) => {
                    let what = format!(
                        "\"{}\" stands where nobody can walk, so it gets floor below it",
                        placed.kind
                    );
                    remarks.warn("thing-in-wall", what, Some(place()), None);
                    placed.on = None;
                }
            }
        } else if let Some(
            LegendEntry::Ground(TileLook { name, .. }) | LegendEntry::Obstacle(TileLook { name, .. }),
        ) = tile.map(|tile| &tile.entry)
        {
            remarks.note("covered-tile", format!("A socket covers the tile \"{name}\""), Some(place()), None);
        }
        thing
    }

    /// Returns the cell at a point.
    pub fn cell_at(&self, x: i64, y: i64) -> Option<Cell> {
        let along = |at: i64, side: i64| near(at.div_euclid(side.max(1)));
        Some(Cell::new(along(x, self.cell.0)?, along(y, self.cell.1)?))
    }
}

/// Returns the smallest rectangle around some cells.
fn around(cells: impl Iterator<Item = Cell>) -> Option<Rect> {
    cells.map(|cell| Rect::new(cell, Size::new(1, 1))).reduce(Rect::union)
}

/// Everything needed to turn layers of tiles into cells.
pub(crate) struct SheetMaker<'s> {
    pub reader: &'s TileReader<'s>,
    pub census: &'s Census,
    pub decisions: &'s Decisions,
}

impl SheetMaker<'_> {
    /// Puts the tiles of a map on its cells; objects are added later.
    pub fn sheet(&self, map: &SourceMap, remarks: &mut Remarks) -> MapCells {
        let mut sheet =
            MapCells { kind: self.reader.project.kind, cell: self.cell_of(map), ..MapCells::default() };
        if self.decisions.fills_empty {
            sheet.filling = Some(LegendEntry::Floor);
        }
        for layer in &map.layers {
            if !layer.is_visible {
                let what = format!("The layer \"{}\" is hidden and left out", layer.name);
                remarks.warn("hidden-layer", what, None, Some("Show it to import it.".into()));
                continue;
            }
            if layer.has_parallax {
                let what = format!("The layer \"{}\" was read without its parallax", layer.name);
                remarks.note("parallax", what, None, None);
            }
            self.remark_properties(layer, remarks);
            match &layer.content {
                LayerContent::Tiles(chunks) => self.add_layer(layer, chunks, &mut sheet, remarks),
                LayerContent::Objects(_) => {}
                LayerContent::Other(what) => {
                    let what = format!("The layer \"{}\" is a {what} and is left out", layer.name);
                    remarks.warn("other-layer", what, None, None);
                }
                LayerContent::Unreadable(why) => {
                    sheet.is_partial |= !layer.is_painted;
                    let what = format!("The layer \"{}\" of \"{}\" is left out: {why}", layer.name, map.name);
                    remarks.warn("layer-left-out", what, None, None);
                }
            }
        }
        let size = map.size.and_then(|(width, height)| {
            let cells = |length: i64, side: i64| u32::try_from(near((length + side - 1) / side.max(1))?).ok();
            Some(Size::new(cells(width, sheet.cell.0)?, cells(height, sheet.cell.1)?))
        });
        // Parts of layers beyond the map belong to it.
        sheet.area = size.filter(|size| size.area() > 0).map(|size| {
            let own = Rect::new(Cell::new(0, 0), size);
            sheet.bounds().map_or(own, |drawn| drawn.union(own))
        });
        sheet
    }

    /// Returns the size of a map that can only be one room and is too large for it. Looks at no tiles.
    pub fn size_beyond_rooms(&self, map: &SourceMap) -> Option<Size> {
        let [SourceLayer { content: LayerContent::Tiles(chunks), .. }] = map.layers.as_slice() else {
            return None;
        };
        if self.reader.project.kind.bounds().is_some() {
            return None;
        }
        let at = self.census.find(map.layers.first()?)?;
        let is_drawn = |number: u32| match self.decisions.verdict(at, number & !TURNS) {
            Verdict::Known(meaning, _) => meaning.entry != LegendEntry::Nothing,
            Verdict::Unknown => self.decisions.is_unknown,
            Verdict::Ignored => false,
        };
        let drawn = chunks.iter().flat_map(tiles_of).filter(|(_, number)| is_drawn(*number));
        let size = around(drawn.map(|(cell, _)| cell))?.size;
        (size.width.max(size.height) > RoomTemplate::MAX_SIDE).then_some(size)
    }

    /// Lists properties of a layer that say nothing here.
    fn remark_properties(&self, layer: &SourceLayer, remarks: &mut Remarks) {
        let is_other = self.reader.project.author == Author::Other;
        for key in layer.properties.keys().filter(|key| is_other && solidity(key).is_none()) {
            let what = format!("The property \"{key}\" of layers is left out");
            remarks.note("layer-property", what, Some(format!("\"{}\"", layer.name)), None);
        }
    }

    /// Returns the cell size of the layer that covers the most ground with known tiles, or the size of the
    /// map's cells.
    fn cell_of(&self, map: &SourceMap) -> (i64, i64) {
        let mut known: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        for layer in map.layers.iter().filter(|layer| layer.is_visible) {
            let (LayerContent::Tiles(chunks), Some(at)) = (&layer.content, self.census.find(layer)) else {
                continue;
            };
            let tiles = chunks.iter().flat_map(tiles_of);
            let is_known =
                |number: u32| matches!(self.decisions.verdict(at, number & !TURNS), Verdict::Known(..));
            let count = tiles.filter(|(_, number)| is_known(*number)).count();
            // Compares areas, because a finer layer has more cells for the same ground.
            let (width, height) = layer.cell;
            let ground = count as u128 * width.unsigned_abs() as u128 * height.unsigned_abs() as u128;
            *known.entry(layer.cell).or_default() +=
                usize::try_from(ground / 1_000_000).unwrap_or(usize::MAX >> 8);
        }
        let most = known
            .iter()
            .filter(|(_, count)| **count > 0)
            .max_by_key(|(cell, count)| (**count, **cell == map.cell));
        most.map_or(map.cell, |(cell, _)| *cell)
    }

    fn add_layer(&self, layer: &SourceLayer, chunks: &[Chunk], sheet: &mut MapCells, remarks: &mut Remarks) {
        let Some(at) = self.census.find(layer) else {
            return self.add_empty(layer, chunks, sheet);
        };
        match LayerScale::of(layer.cell, sheet.cell) {
            Some(LayerScale::Coarser(across, down)) => {
                for (cell, number) in chunks.iter().flat_map(tiles_of) {
                    let Some(min) = self.cell_of_tile(layer, cell, number, sheet, remarks) else { continue };
                    for part in Rect::new(min, Size::new(across, down)).cells() {
                        self.put(at, number, part, sheet, remarks);
                    }
                }
            }
            Some(LayerScale::Finer(across, down)) => {
                self.add_finer(layer, at, chunks, across * down, sheet, remarks);
            }
            None => {
                let what = format!(
                    "The cells of the layer \"{}\" do not fit into those of the others, so it is left out",
                    layer.name
                );
                remarks.warn("layer-left-out", what, None, None);
            }
        }
        self.add_empty(layer, chunks, sheet);
    }

    /// Adds a layer with smaller cells: a cell gets the tile that fills at least half of it.
    fn add_finer(
        &self,
        layer: &SourceLayer,
        at: usize,
        chunks: &[Chunk],
        parts: u32,
        sheet: &mut MapCells,
        remarks: &mut Remarks,
    ) {
        let mut votes: BTreeMap<Cell, BTreeMap<u32, u32>> = BTreeMap::new();
        for (cell, number) in chunks.iter().flat_map(tiles_of) {
            let (x, y) = (i64::from(cell.x) * layer.cell.0, i64::from(cell.y) * layer.cell.1);
            let middle = (x + layer.offset.0 + layer.cell.0 / 2, y + layer.offset.1 + layer.cell.1 / 2);
            let Some(cell) = sheet.cell_at(middle.0, middle.1) else { continue };
            *votes.entry(cell).or_default().entry(number & !TURNS).or_default() += 1;
        }
        if !votes.is_empty() {
            let what = format!(
                "The cells of the layer \"{}\" are smaller than those of the room, which get the content of at least half of them",
                layer.name
            );
            remarks.note("finer-layer", what, None, None);
        }
        for (cell, counts) in votes {
            let solid = |number: &u32| match self.decisions.verdict(at, *number) {
                Verdict::Known(meaning, _) => is_solid(&meaning.entry),
                Verdict::Unknown | Verdict::Ignored => false,
            };
            let all: u32 = counts.values().sum();
            let most = counts.iter().max_by_key(|(number, count)| (**count, solid(number)));
            if let Some((number, _)) = most.filter(|_| all * 2 >= parts) {
                self.put(at, *number, cell, sheet, remarks);
            }
        }
    }

    /// Returns the cell nearest to the position at which a tile is drawn.
    fn cell_of_tile(
        &self,
        layer: &SourceLayer,
        cell: Cell,
        number: u32,
        sheet: &MapCells,
        remarks: &mut Remarks,
    ) -> Option<Cell> {
        let offset = self.reader.tile(number).map_or((0, 0), |(set, _, _)| set.offset);
        let along = |at: i32, side: i64, moved: i64, own: i64, whole: i64| {
            let from = i64::from(at) * side + moved + own;
            let is_whole = from % whole.max(1) == 0;
            (near((from + whole / 2).div_euclid(whole.max(1))), is_whole)
        };
        let (x, is_whole_x) = along(cell.x, layer.cell.0, layer.offset.0, offset.0, sheet.cell.0);
        let (y, is_whole_y) = along(cell.y, layer.cell.1, layer.offset.1, offset.1, sheet.cell.1);
        if !is_whole_x || !is_whole_y {
            let what = format!(
                "The layer \"{}\" is shifted by parts of a tile, so its tiles lie on the nearest cells",
                layer.name
            );
            remarks.once("moved-layer", what, None);
        }
        Some(Cell::new(x?, y?))
    }

    fn put(&self, layer: usize, number: u32, cell: Cell, sheet: &mut MapCells, remarks: &mut Remarks) {
        match self.decisions.verdict(layer, number & !TURNS) {
            Verdict::Known(meaning, cover) => {
                let covered = sheet.put(cell, Rc::clone(meaning), *cover);
                if let Some(covered) = covered {
                    let what = format!("{} lies below another thing and is left out", covered.called());
                    let place =
                        self.census.layers.get(layer).map(|layer| place_on(sheet.kind, &layer.name, cell));
                    remarks.warn("object-left-out", what, place, None);
                }
            }
            Verdict::Unknown => {
                sheet.unread.insert(cell);
            }
            Verdict::Ignored => {}
        }
    }

    /// Adds the legend's entry for empty cells of an integer layer. A solid entry fills all of them, any
    /// other only those within walls.
    fn add_empty(&self, layer: &SourceLayer, chunks: &[Chunk], sheet: &mut MapCells) {
        let Some((set, id, _)) = self.reader.tile(layer.empty).filter(|_| layer.empty != 0) else { return };
        if self.decisions.is_empty_decided {
            return;
        }
        let Some(entry) = self.reader.in_legend(&set.name, id).filter(|_| set.noun == TileNoun::Value) else {
            return;
        };
        if !is_solid(&entry) {
            sheet.filling = (entry != LegendEntry::Nothing).then_some(entry);
            return;
        }
        let meaning = Rc::new(CellMeaning::of(entry));
        for chunk in chunks {
            let width = chunk.width.max(1);
            let rows = u32::try_from(chunk.tiles.len()).unwrap_or(0) / width;
            let cells = Rect::new(Cell::new(chunk.x, chunk.y), Size::new(width, rows)).cells();
            for (cell, _) in cells.zip(&chunk.tiles).filter(|(_, number)| **number == 0) {
                let (x, y) = (i64::from(cell.x) * layer.cell.0, i64::from(cell.y) * layer.cell.1);
                let Some(cell) = sheet.cell_at(x + layer.offset.0, y + layer.offset.1) else { continue };
                sheet.put(cell, Rc::clone(&meaning), TileCover::Backdrop);
            }
        }
    }
}

/// Relation of the cells of a layer to those of the map.
enum LayerScale {
    /// Each covers this many cells of the map, horizontally and vertically; at least one.
    Coarser(u32, u32),
    /// This many fit into a cell of the map, horizontally and vertically.
    Finer(u32, u32),
}

impl LayerScale {
    fn of(layer: (i64, i64), map: (i64, i64)) -> Option<Self> {
        let times = |large: i64, small: i64| {
            (small > 0 && large % small == 0).then(|| u32::try_from(large / small).ok()).flatten()
        };
        let most = |times: &u32| (1..=64).contains(times);
        let both = |large: (i64, i64), small: (i64, i64)| {
            Some((times(large.0, small.0).filter(most)?, times(large.1, small.1).filter(most)?))
        };
        let coarser = both(layer, map).map(|(across, down)| Self::Coarser(across, down));
        coarser.or_else(|| both(map, layer).map(|(across, down)| Self::Finer(across, down)))
    }
}
