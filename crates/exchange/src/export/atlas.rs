//! The tile set of a project: every tile that maps of its levels can show, with its number.
//!
//! In: the palette of the project and its looks. Out: pieces of the designer's sheets with the numbers that they
//! have there, then tiles painted by the program. Numbers depend on no level, and all rows are full.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::palette::MapPalette;
use super::png_file::rgba_png;
use crate::base::{Color, Size};
use crate::picture::{
    CellSide, MapDoor, MapSprite, MapTileForm, MapTilePainter, MapTileShape, SheetImage, TileLooks,
    TilePixels, UNKNOWN,
};

/// Number of tiles in one row of the atlas picture.
const COLUMNS: u32 = 64;

/// Name of the tile for cells that the palette does not know.
const UNKNOWN_NAME: &str = "unknown";

/// The layers of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TileLayer {
    /// Walkable tiles, and floor below objects and doors.
    Ground,
    /// Tiles that cannot be walked on.
    Walls,
    /// Doors of all kinds, used sockets and thresholds.
    Doors,
    /// Tiles that layers of the level draw over the base tiles.
    Decor,
}

impl TileLayer {
    /// All layers, the lowest first.
    pub const ALL: [Self; 4] = [Self::Ground, Self::Walls, Self::Doors, Self::Decor];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ground => "Ground",
            Self::Walls => "Walls",
            Self::Doors => "Doors",
            Self::Decor => "Decor",
        }
    }
}

/// The use of a tile in maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AtlasUse {
    /// On a layer of tiles.
    Layer(TileLayer),
    /// The picture of an object.
    Thing,
    /// A piece of a sheet that no tile shows, or the rest of a row.
    Nothing,
}

impl AtlasUse {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layer(layer) => layer.name(),
            Self::Thing => "Things",
            Self::Nothing => "",
        }
    }
}

/// A tile of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AtlasTile {
    /// Name of the tile in the legend, or the kind of thing.
    pub name: String,
    pub is_walkable: bool,
    /// Colour of the tile in the legend.
    pub color: Color,
    pub place: AtlasUse,
    /// For doors: the number of the same door when it is open.
    pub open: Option<u32>,
    pixels: TilePixels,
}

impl AtlasTile {
    /// Returns `true` if nobody can walk over it.
    pub fn is_solid(&self) -> bool {
        self.place == AtlasUse::Layer(TileLayer::Walls) && !self.is_walkable
    }

    /// Returns `true` if levels can show it.
    pub fn is_in_use(&self) -> bool {
        self.place != AtlasUse::Nothing
    }
}

/// A part of the set with its own picture.
#[derive(Clone, Debug)]
pub(super) struct AtlasPart {
    /// Number of its first tile.
    pub first: u32,
    pub count: u32,
    pub columns: u32,
    /// The designer's sheet, unless the tiles are those of the program.
    pub sheet: Option<Arc<SheetImage>>,
}

/// All tiles of a project.
pub(super) struct Atlas {
    side: CellSide,
    pub painter: MapTilePainter,
    themes: BTreeMap<String, usize>,
    pub tiles: Vec<AtlasTile>,
    pub parts: Vec<AtlasPart>,
    /// Kinds of entities.
    pub kinds: Vec<String>,
    forms: BTreeMap<MapTileForm, u32>,
    sprites: BTreeMap<MapSprite, u32>,
    unknown: u32,
}

impl Atlas {
    /// Paints all tiles. Without a given side, tiles are as wide as pieces of the sheets.
    pub fn new(palette: &MapPalette, looks: &Arc<TileLooks>, side: Option<CellSide>) -> Self {
        let side = side.unwrap_or_else(|| side_of(looks));
        let names = palette.theme_names();
        let all = palette.level_themes();
        let themes: Vec<_> = names.iter().map(|name| all.look(name)).collect();
        let numbers = (0..).zip(names).map(|(number, name)| (name.to_owned(), number)).collect();
        let kinds = palette.tile_kinds();
        let painter = MapTilePainter::new(kinds.clone(), &themes, looks);
        let mut atlas = Self {
            side,
            painter,
            themes: numbers,
            tiles: Vec::new(),
            parts: Vec::new(),
            kinds: palette.kinds().map(str::to_owned).collect(),
            forms: BTreeMap::new(),
            sprites: BTreeMap::new(),
            unknown: 0,
        };
        atlas.add_sheets(looks);
        let first = atlas.next();
        for (number, kind) in kinds.iter().enumerate() {
            let place = if kind.is_drawn {
                TileLayer::Decor
            } else if atlas.painter.is_door(number) {
                TileLayer::Doors
            } else if kind.tile.walkable {
                TileLayer::Ground
            } else {
                TileLayer::Walls
            };
            let tile = AtlasTile {
                name: kind.tile.name.clone(),
                is_walkable: kind.tile.walkable,
                color: kind.tile.color,
                place: AtlasUse::Layer(place),
                open: None,
                pixels: Vec::new(),
            };
            atlas.add_kind(number, &tile);
        }
        atlas.add_sprites(palette, looks);
        atlas.unknown = atlas.add(AtlasTile {
            name: UNKNOWN_NAME.to_owned(),
            is_walkable: false,
            color: UNKNOWN,
            place: AtlasUse::Layer(TileLayer::Walls),
            open: None,
            pixels: vec![[UNKNOWN.r, UNKNOWN.g, UNKNOWN.b, u8::MAX]; atlas.area()],
        });
        while !(atlas.next() - first).is_multiple_of(COLUMNS) {
            let nothing = atlas.nothing();
            atlas.add(nothing);
        }
        let count = atlas.next() - first;
        atlas.parts.push(AtlasPart { first, count, columns: COLUMNS, sheet: None });
        atlas
    }

    /// Adds the pieces of all sheets that have the size of tiles.
    fn add_sheets(&mut self, looks: &TileLooks) {
        let px = self.pixels();
        for sheet in looks.sheets() {
            let pieces = sheet.pieces();
            let (_, _, size) = sheet.rect_of((0, 0));
            if size != Size::new(px, px) {
                continue;
            }
            let first = self.next();
            for (column, row) in
                (0..pieces.height).flat_map(|row| (0..pieces.width).map(move |column| (column, row)))
            {
                let pixels = sheet.pixels_of((column, row));
                let nothing = self.nothing();
                self.add(AtlasTile { pixels, ..nothing });
            }
            let count = self.next() - first;
            self.parts.push(AtlasPart {
                first,
                count,
                columns: pieces.width,
                sheet: Some(Arc::clone(sheet)),
            });
        }
    }

    /// Adds the forms of a kind. Forms that look the same share a tile.
    fn add_kind(&mut self, number: usize, tile: &AtlasTile) {
        let mut known: BTreeMap<TilePixels, u32> = BTreeMap::new();
        let mut doors: BTreeMap<MapTileForm, u32> = BTreeMap::new();
        let sheets: Vec<AtlasPart> = self.parts.clone();
        for form in self.painter.forms(number) {
            let of_sheet = self.painter.piece(form).and_then(|(sheet, at)| {
                let part = sheets
                    .iter()
                    .find(|part| part.sheet.as_ref().is_some_and(|own| self.painter.is_sheet(sheet, own)))?;
                Some(part.first + at.1 * part.columns + at.0)
            });
            let id = match of_sheet {
                Some(id) => {
                    self.use_piece(id, tile);
                    id
                }
                None => {
                    let pixels = self.painter.paint(form, self.side);
                    match known.get(&pixels) {
                        Some(id) => *id,
                        None => {
                            let id = self.add(AtlasTile { pixels: pixels.clone(), ..tile.clone() });
                            known.insert(pixels, id);
                            id
                        }
                    }
                }
            };
            self.forms.insert(form, id);
            if let MapTileShape::Door(MapDoor { is_open: true, .. }) = form.shape {
                doors.insert(form, id);
            }
        }
        self.link_doors(number, &doors);
    }

    /// Tells each closed door its open one. Secret doors share one for all.
    fn link_doors(&mut self, number: usize, open: &BTreeMap<MapTileForm, u32>) {
        let closed: Vec<(MapTileForm, u32)> = self
            .forms
            .iter()
            .filter(|(form, _)| form.kind == number)
            .map(|(form, id)| (*form, *id))
            .collect();
        for (form, id) in closed {
            let shape = match form.shape {
                MapTileShape::Door(door) if !door.is_open => {
                    MapTileShape::Door(MapDoor { is_open: true, ..door })
                }
                MapTileShape::High(_) => {
                    MapTileShape::Door(MapDoor { is_in_wall: false, way: None, is_open: true })
                }
                _ => continue,
            };
            let of_door = open.get(&MapTileForm { shape, ..form }).copied();
            if let Some(tile) = self.tiles.get_mut(id as usize) {
                tile.open = tile.open.or(of_door);
            }
        }
    }

    /// Gives a piece of a sheet the meaning of a tile, unless it has one. It is solid only if all its tiles are.
    fn use_piece(&mut self, id: u32, tile: &AtlasTile) {
        let Some(own) = self.tiles.get_mut(id as usize) else { return };
        if own.is_in_use() {
            own.is_walkable |= tile.is_walkable;
        } else {
            *own = AtlasTile { pixels: std::mem::take(&mut own.pixels), ..tile.clone() };
        }
    }

    fn add_sprites(&mut self, palette: &MapPalette, looks: &TileLooks) {
        for sprite in MapSprite::all(palette.kinds(), looks) {
            let id = self.add(AtlasTile {
                name: sprite.name.clone(),
                is_walkable: true,
                color: sprite.color(),
                place: AtlasUse::Thing,
                open: None,
                pixels: sprite.paint(self.side),
            });
            self.sprites.insert(sprite, id);
        }
    }

    fn add(&mut self, tile: AtlasTile) -> u32 {
        let id = self.next();
        self.tiles.push(tile);
        id
    }

    fn next(&self) -> u32 {
        self.tiles.len() as u32
    }

    fn area(&self) -> usize {
        (self.pixels() * self.pixels()) as usize
    }

    fn nothing(&self) -> AtlasTile {
        AtlasTile {
            name: String::new(),
            is_walkable: true,
            color: Color::default(),
            place: AtlasUse::Nothing,
            open: None,
            pixels: vec![[0; 4]; self.area()],
        }
    }

    /// Returns the number of a form. Unknown forms have the number of unknown tiles.
    pub fn number(&self, form: MapTileForm) -> u32 {
        self.forms.get(&form).copied().unwrap_or(self.unknown)
    }

    /// Returns the number of unknown tiles.
    pub fn unknown(&self) -> u32 {
        self.unknown
    }

    /// Returns the number of a sprite.
    pub fn sprite(&self, sprite: &MapSprite) -> Option<u32> {
        self.sprites.get(sprite).copied()
    }

    /// Returns the number of a theme. Unknown themes have that of levels.
    pub fn theme(&self, name: &str) -> usize {
        self.themes.get(name).copied().unwrap_or_default()
    }

    /// Returns the side of a cell in pixels.
    pub fn pixels(&self) -> u32 {
        self.side.pixels()
    }

    /// Returns the number of tiles in a row of the picture of all tiles.
    pub fn columns(&self) -> u32 {
        COLUMNS
    }

    /// Returns the number of rows of the picture of all tiles, at least 1.
    pub fn rows(&self) -> u32 {
        (self.tiles.len() as u32).div_ceil(COLUMNS).max(1)
    }

    /// Returns the pixels of a tile, row by row.
    pub fn pixels_of(&self, tile: u32) -> &[[u8; 4]] {
        self.tiles.get(tile as usize).map_or(&[], |tile| tile.pixels.as_slice())
    }

    /// Draws all tiles into one PNG, from left to right and row by row.
    pub fn picture(&self) -> Vec<u8> {
        self.picture_of(&self.tiles, COLUMNS)
    }

    /// Draws the tiles of a part into a PNG. A sheet is drawn as the designer made it.
    pub fn picture_of_part(&self, part: &AtlasPart) -> Vec<u8> {
        if let Some(sheet) = &part.sheet {
            return rgba_png(sheet.size(), std::iter::once(sheet.pixels().to_vec()))
                .expect("all rows are there");
        }
        let tiles = self.tiles.get(part.first as usize..(part.first + part.count) as usize);
        self.picture_of(tiles.unwrap_or_default(), part.columns)
    }

    fn picture_of(&self, tiles: &[AtlasTile], columns: u32) -> Vec<u8> {
        let px = self.pixels();
        let width = columns * px;
        let rows = (tiles.len() as u32).div_ceil(columns).max(1);
        let row = |row: u32| {
            let mut pixels = vec![[0; 4]; (width * px) as usize];
            let own = tiles.iter().skip((row * columns) as usize).take(columns as usize);
            for (column, tile) in own.enumerate() {
                for (line, from) in tile.pixels.chunks_exact(px as usize).enumerate() {
                    let left = line * width as usize + column * px as usize;
                    if let Some(to) = pixels.get_mut(left..left + px as usize) {
                        to.copy_from_slice(from);
                    }
                }
            }
            pixels
        };
        rgba_png(Size::new(width, rows * px), (0..rows).map(row)).expect("all rows are there")
    }
}

/// Returns the width of the pieces of the sheets, if tiles can have it.
fn side_of(looks: &TileLooks) -> CellSide {
    let sizes: Vec<Size> = looks.sheets().iter().map(|sheet| sheet.rect_of((0, 0)).2).collect();
    let fits = |side: &CellSide| sizes.contains(&Size::new(side.pixels(), side.pixels()));
    CellSide::ALL.into_iter().rev().find(fits).unwrap_or_default()
}
