//! Draws a level as a picture: floors and walls, doors, entities and other items.
//!
//! The program draws everything itself at 8, 16 or 32 pixels per cell; other sizes are scaled from these. It
//! uses whole numbers only, so that the same level gives the same picture on every machine. The name of a
//! tile decides its look (`motif`), and the legend its colour. A key, the places it opens and the doors on
//! the way there share one colour.

mod catalogue;
mod color_vision;
mod colors;
mod coverings;
mod decor;
mod diagnostics;
mod figures;
mod fittings;
mod floor_patterns;
mod glow;
mod ground;
mod ink;
mod large_things;
mod level_figures;
mod look_words;
mod map_cells;
mod map_sprites;
mod map_tiles;
mod miniature;
mod mosaic;
mod motif;
mod objects;
mod outskirts;
mod patches;
mod seams;
mod shadows;
mod sheet;
mod side_view;
mod sized;
mod theme_borders;
mod theme_paint;
mod theme_sample;
mod theme_style;
mod themed_tile;
mod things;
mod thumbnail;
mod tile_looks;
mod wall_patterns;
mod walls;
mod wear;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::{Cell, Color, Rect, Size};
use crate::level::{Layer, Level, Tile};
use crate::settings::PassKind;

use colors::lock_colors;
use decor::DecorLook;
use figures::Sprite;
use fittings::Fittings;
use glow::{CellGlow, GlowMap};
use ground::{GroundLook, UNITS};
use ink::Ink;
use motif::Motif;
use patches::PatchFillet;
use seams::{GroundSeam, SIDES};
use theme_style::{Build, GroundStyle, StyleMap};
use themed_tile::ThemedTile;
use tile_looks::{GROUND, PieceOf, WALL};

pub use catalogue::CatalogueLook;
pub use color_vision::least_distance;
pub use colors::entity_colors;
pub use diagnostics::LOOK_DIAGNOSTICS;
pub(crate) use fittings::MapDoor;
pub(crate) use map_cells::LevelCells;
pub(crate) use map_sprites::{LevelSprites, MapSprite};
pub(crate) use map_tiles::{MapTileForm, MapTileKind, MapTilePainter, MapTileShape, TilePixels};
pub use sheet::{MOST_SHEET_PIXELS, PieceAt, SheetError, SheetImage};
pub use sized::CellPixels;
pub use theme_paint::SurfacePaint;
pub use theme_sample::ThemeSample;
pub use things::PictureThing;
pub use thumbnail::thumbnail;
pub use tile_looks::{MASKS_OF_47, TileLooks, check_looks, check_named_looks, number_of_16, number_of_47};

/// Colour of a tile that the legend lacks.
pub const UNKNOWN: Color = Color::rgb(0xff, 0x00, 0xff);

/// Floor colour for levels without floor in the legend.
const PLAIN_FLOOR: Color = Color::rgb(0xc9, 0xb8, 0x96);

/// Wall colour for levels without wall in the legend.
const PLAIN_WALL: Color = Color::rgb(0x2b, 0x2d, 0x3a);

/// First row of a cell in which things are under the surface of a liquid, in units, and the share of the liquid in
/// their colours there, in percent.
const WATERLINE: i32 = 22;
const UNDER_WATER_PERCENT: u32 = 62;

/// Width of a cell, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellSide {
    /// 8 pixels.
    Small,
    /// 16 pixels.
    #[default]
    Medium,
    /// 32 pixels.
    Large,
}

impl CellSide {
    /// All sides, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the side in pixels.
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Small => 8,
            Self::Medium => 16,
            Self::Large => 32,
        }
    }
}

/// An image, stored row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Size, in pixels.
    pub size: Size,
    /// Pixels row by row; their number is the area of `size`.
    pub pixels: Vec<Color>,
}

impl Image {
    /// Returns the red, green and blue byte of each pixel.
    pub fn rgb(&self) -> Vec<u8> {
        rgb(&self.pixels)
    }
}

/// Returns the red, green and blue byte of each colour.
pub fn rgb(colors: &[Color]) -> Vec<u8> {
    colors.iter().flat_map(|color| [color.r, color.g, color.b]).collect()
}

/// Everything that decides how a cell is drawn. Cells with equal looks are drawn alike at any position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellLook {
    ground: GroundLook,
    /// The light of lights nearby.
    glow: Option<CellGlow>,
    /// Pieces of sheets over the ground, the lowest first.
    pieces: Vec<PieceOf>,
    /// `true` if the object of its tile is drawn on top.
    has_object: bool,
    figures: Vec<(Sprite, Color)>,
    /// The way in which its first figure is drawn if it is decoration, which is paler than things.
    decor: Option<DecorLook>,
}

impl CellLook {
    /// Returns `true` for bare rock without light.
    fn is_rock(&self) -> bool {
        self.ground.is_buried() && self.glow.is_none() && self.figures.is_empty() && self.pieces.is_empty()
    }
}

/// A level prepared for drawing, as a whole or in parts.
pub struct Picture<'l> {
    level: &'l Level,
    /// Layers drawn over the tiles.
    layers: &'l [Layer],
    motifs: BTreeMap<char, (Motif, Color)>,
    /// For each character that shows pieces of sheets, the name of the tile that provides them.
    dressed: BTreeMap<char, &'l str>,
    looks: Arc<TileLooks>,
    floor: Color,
    wall: Color,
    /// Styles by theme, if the level has themes.
    styles: Option<StyleMap>,
    /// Characters whose colour the theme decides.
    themed: BTreeMap<char, ThemedTile>,
    /// Characters of decoration.
    decor: BTreeSet<char>,
    /// Characters of lights that hang on walls.
    hung: BTreeSet<char>,
    /// Cells of large things, with their positions in them.
    large: BTreeMap<Cell, (u32, u32)>,
    /// Figures on each cell above its tile, lowest first.
    figures: BTreeMap<Cell, Vec<(Sprite, Color)>>,
    fittings: Fittings,
    glow: GlowMap,
    /// Shows where secret doors are.
    has_hints: bool,
}

/// Returns the motif of a tile and its colour. Tiles that look like floor or wall have the given colours.
fn motif_of(tile: &Tile, looks: &TileLooks, is_prop: bool, (floor, wall): (Color, Color)) -> (Motif, Color) {
    match looks.like(&tile.name) {
        name if is_prop => decor::prop_look(tile, name),
        GROUND if tile.name != GROUND => (Motif::Floor, floor),
        WALL if tile.name != WALL => (Motif::Wall, wall),
        name => (Motif::of(tile, name), tile.color),
    }
}

impl<'l> Picture<'l> {
    /// Prepares a level with the built-in looks. `with_items` also draws entities and other items.
    pub fn new(level: &'l Level, with_items: bool) -> Self {
        Self::dressed(level, &Arc::default(), with_items)
    }

    /// Prepares a level with custom looks for some tiles.
    pub fn dressed(level: &'l Level, looks: &Arc<TileLooks>, with_items: bool) -> Self {
        let color_of =
            |name: &str| level.legend.values().find(|tile| tile.name == name).map(|tile| tile.color);
        let floor = color_of(GROUND).unwrap_or(PLAIN_FLOOR);
        let wall = color_of(WALL).unwrap_or(PLAIN_WALL);
        let passes = level.populate.iter().filter(|pass| pass.kind == PassKind::Dress);
        let props: BTreeSet<&str> = passes.flat_map(|pass| pass.tiles.keys().map(String::as_str)).collect();
        let motif =
            |tile: &Tile| motif_of(tile, looks, props.contains(looks.like(&tile.name)), (floor, wall));
        let motifs: BTreeMap<_, _> = level.legend.iter().map(|(at, tile)| (*at, motif(tile))).collect();
        let is_prop = |tile: &Tile| props.contains(tile.name.as_str());
        let decor: BTreeSet<char> =
            level.legend.iter().filter(|(_, tile)| is_prop(tile)).map(|(at, _)| *at).collect();
        let is_walkable = |at: &char| level.legend.get(at).is_some_and(|tile| tile.walkable);
        let hung = decor.iter().filter(|at| !is_walkable(at)).copied().collect();
        let dressed_as = |(at, tile): (&char, &'l Tile)| {
            let (motif, _) = *motifs.get(at)?;
            Some((*at, looks.dressed_as(&tile.name, motif)?))
        };
        let dressed = level.legend.iter().filter_map(dressed_as).collect();
        let themed = ThemedTile::all_of(level, &motifs, &decor);
        let large = large_things::parts_of(level, &motifs);
        let mut picture = Self {
            level,
            layers: &level.layers,
            dressed,
            looks: Arc::clone(looks),
            styles: StyleMap::of(level),
            motifs,
            floor,
            wall,
            themed,
            decor,
            hung,
            large,
            figures: BTreeMap::new(),
            fittings: Fittings::of(level, &lock_colors(level)),
            glow: GlowMap::default(),
            has_hints: false,
        };
        if with_items {
            picture.add_figures();
        }
        if picture.styles.is_some() {
            picture.glow = GlowMap::new(level, picture.lights().into_iter());
        }
        picture
    }

    /// Prepares the bare tiles of a level, without layers and items.
    pub fn of_tiles(level: &'l Level, looks: &Arc<TileLooks>) -> Self {
        Self { layers: &[], ..Self::dressed(level, looks, false) }
    }

    /// Also shows where secret doors are, for the designer.
    #[must_use]
    pub fn with_hints(self) -> Self {
        Self { has_hints: true, ..self }
    }

    /// Returns the level that is drawn.
    pub const fn level(&self) -> &'l Level {
        self.level
    }

    /// Draws the cells of a rectangle; those outside the level are unknown.
    pub fn draw(&self, cells: Rect, side: CellSide) -> Image {
        let px = side.pixels();
        let size = Size::new(cells.size.width * px, cells.size.height * px);
        let width = size.width as usize;
        let mut pixels = vec![UNKNOWN; width * size.height as usize];
        // Most cells are one of a few looks of rock.
        let mut rock: BTreeMap<CellLook, Image> = BTreeMap::new();
        for cell in cells.cells() {
            let (left, top) = (
                (cell.x - cells.min.x) as usize * px as usize,
                (cell.y - cells.min.y) as usize * px as usize,
            );
            let Some(look) = self.look(cell) else { continue };
            if !look.is_rock() {
                self.draw_with(&look, side, |x, y, color| {
                    if let Some(pixel) = pixels.get_mut((top + y as usize) * width + left + x as usize) {
                        *pixel = color;
                    }
                });
                continue;
            }
            if !rock.contains_key(&look) {
                rock.insert(look.clone(), self.draw_look(&look, side));
            }
            let drawn = rock.get(&look).map_or(&[][..], |image| &image.pixels);
            for (y, row) in drawn.chunks(px as usize).enumerate() {
                let from = (top + y) * width + left;
                if let Some(pixels) = pixels.get_mut(from..from + row.len()) {
                    pixels.copy_from_slice(row);
                }
            }
        }
        Image { size, pixels }
    }

    /// Returns the look of a cell. `None` outside the level, and if the legend lacks the tile.
    pub fn look(&self, cell: Cell) -> Option<CellLook> {
        Some(self.look_on(cell, self.ground(cell)?))
    }

    /// Returns the look of a cell with the given ground.
    fn look_on(&self, cell: Cell, ground: GroundLook) -> CellLook {
        let dressed = self.dressed_as(cell);
        let pieces = match dressed {
            Some(name) => self.looks.pieces(name, |dx, dy| {
                let other = Cell::new(cell.x + dx, cell.y + dy);
                // The tile continues beyond the border of the level.
                self.character(other).is_none() || self.dressed_as(other) == dressed
            }),
            // Built-in objects are drawn on the floor of the sheet.
            None if ground.motif.stands_on_floor() => self.looks.pieces(GROUND, |_, _| true),
            None => Vec::new(),
        };
        let has_object = match ground.motif {
            Motif::Secret => self.has_hints,
            _ => dressed.is_none(),
        };
        let figures = self.figures_at(cell, &ground, dressed.is_none());
        let decor = match ground.motif {
            Motif::Figure(_) if self.large.contains_key(&cell) => None,
            Motif::Figure(figure) if self.character(cell).is_some_and(|at| self.decor.contains(&at)) => {
                Some(DecorLook::of(figure, ground.cell))
            }
            _ => None,
        };
        let glow = self.glow.at(self.level, cell);
        CellLook { ground, glow, pieces, has_object, figures, decor }
    }

    /// Draws a cell with the given look.
    pub fn draw_look(&self, look: &CellLook, side: CellSide) -> Image {
        let px = side.pixels();
        let mut pixels = vec![UNKNOWN; (px * px) as usize];
        self.draw_with(look, side, |x, y, color| {
            if let Some(pixel) = pixels.get_mut((y * px + x) as usize) {
                *pixel = color;
            }
        });
        Image { size: Size::new(px, px), pixels }
    }

    fn draw_with(&self, look: &CellLook, side: CellSide, mut put: impl FnMut(u32, u32, Color)) {
        let px = side.pixels();
        let unit = UNITS.cast_unsigned() / px;
        let CellLook { ground, glow, pieces, has_object, figures, decor } = look;
        let hides_ground = pieces.iter().any(|piece| self.looks.is_opaque(*piece));
        // In a side view, the cell below a thing may be air. Things in a liquid stand in it up to their feet.
        let is_wet = ground.motif == Motif::Liquid;
        let hides_shadow = is_wet || ground.style.build == Build::SideView;
        let has_shadow = |ink: &Ink| !hides_shadow || !matches!(ink, Ink::Shadow(_));
        for (x, y) in (0..px).flat_map(|y| (0..px).map(move |x| (x, y))) {
            let (u, v) = ((x * unit + unit / 2).cast_signed(), (y * unit + unit / 2).cast_signed());
            let object = || objects::over(ground, u, v).filter(|_| *has_object);
            let mut color = match pieces.as_slice() {
                [] => object().unwrap_or_else(|| ground.at(u, v)),
                _ => {
                    let below = if hides_ground { UNKNOWN } else { ground.floor_at(u, v) };
                    let dressed = pieces.iter().fold(below, |below, piece| {
                        let sheet = self.looks.sheet(*piece);
                        sheet.map_or(below, |sheet| sheet.over(piece.at, (x, y), side, below))
                    });
                    object().unwrap_or(dressed)
                }
            };
            if let Some(glow) = glow {
                color = glow.over(color, u, v);
            }
            for (number, (figure, main)) in figures.iter().enumerate() {
                color = match decor.filter(|_| number == 0) {
                    Some(decor) => figure
                        .soft_pixel((x, y), px, (*main, decor.offset))
                        .filter(has_shadow)
                        .map_or(color, |ink| ink.over(color).mixed(color, decor.ground_percent)),
                    None => {
                        let ink = figure.pixel((x, y), px, *main).filter(has_shadow);
                        let under_percent = if is_wet && v >= WATERLINE { UNDER_WATER_PERCENT } else { 0 };
                        ink.map_or(color, |ink| ink.over(color).mixed(color, under_percent))
                    }
                };
            }
            put(x, y, color);
        }
    }

    /// Returns the ground of a cell. `None` outside the level, and if the legend lacks the tile.
    fn ground(&self, cell: Cell) -> Option<GroundLook> {
        let seen = self.seen(cell)?;
        let look = |cell: Cell| self.seen(cell).map(|(motif, _)| motif);
        let (seen, style) = self.styled(cell, seen);
        Some(self.joined(cell, GroundLook::new(cell, seen, style, look), look))
    }

    /// Returns the motif and colour of a cell in its theme, and its style.
    fn styled(&self, cell: Cell, seen: (Motif, Color)) -> ((Motif, Color), GroundStyle) {
        let style = self.style_at(cell);
        (self.in_style(cell, seen, &style), style)
    }

    /// Returns the style of a cell: that of its theme, or of levels without themes.
    fn style_at(&self, cell: Cell) -> GroundStyle {
        let style = self.styles.as_ref().and_then(|styles| styles.at(cell));
        style.unwrap_or_else(|| GroundStyle::plain(self.floor, self.wall, Build::of(self.level, cell)))
    }

    /// Returns the motif and colour of a cell in a style.
    fn in_style(&self, cell: Cell, seen: (Motif, Color), style: &GroundStyle) -> (Motif, Color) {
        let themed = self.character(cell).and_then(|tile| self.themed.get(&tile));
        themed.map_or(seen, |tile| tile.seen(seen, style))
    }

    /// Joins ground with that of the cells beside it: where styles meet, and where a patch bends around it.
    fn joined(&self, cell: Cell, ground: GroundLook, look: impl Fn(Cell) -> Option<Motif>) -> GroundLook {
        let Some(styles) = self.styles.as_ref().filter(|_| !ground.is_buried()) else { return ground };
        let beside = |dx: i32, dy: i32| Cell::new(cell.x + dx, cell.y + dy);
        let fillet = PatchFillet::of(ground.motif, |dx, dy| look(beside(dx, dy)));
        let fillet =
            fillet.filter(|(motif, _)| !ground.is_built || !matches!(motif, Motif::Liquid | Motif::Fire));
        let fillet = fillet.and_then(|fillet| {
            let (dx, dy) = PatchFillet::offset(fillet.1);
            let patch = beside(dx, dy);
            let (_, color) = self.in_style(patch, self.seen(patch)?, &ground.style);
            Some(PatchFillet::new(fillet, color))
        });
        ground.joined(self.seam(styles, cell, &ground, look), fillet)
    }

    /// Returns the ground of another style that begins beside a cell.
    fn seam(
        &self,
        styles: &StyleMap,
        cell: Cell,
        ground: &GroundLook,
        look: impl Fn(Cell) -> Option<Motif>,
    ) -> Option<GroundSeam> {
        let own = styles.number(cell)?;
        // A door is a straight border.
        if ground.motif.is_door() {
            return None;
        }
        let others = SIDES.map(|(dx, dy)| {
            let beside = Cell::new(cell.x + dx, cell.y + dy);
            let motif = look(beside).filter(|motif| !motif.is_door())?;
            let other = styles.number(beside).filter(|other| *other != own)?;
            (motif.is_high() == ground.motif.is_high()).then_some(other)
        });
        let other = others.into_iter().flatten().next()?;
        let style = GroundStyle { outside: ground.style.outside, ..styles.by_number(other)? };
        let (_, color) = self.in_style(cell, self.seen(cell)?, &style);
        Some(GroundSeam { style, color, sides: others.map(|beside| beside == Some(other)) })
    }

    /// Returns the visible motif of a cell and its colour in the legend.
    fn seen(&self, cell: Cell) -> Option<(Motif, Color)> {
        let (mut motif, color) = self.motifs.get(&self.character(cell)?).copied()?;
        if let Motif::Figure(figure) = motif
            && let Some(part) = self.large.get(&cell)
        {
            motif = Motif::Figure(figure.part(*part));
        }
        let seen = self.fittings.motif(cell, motif, || self.leads_across(cell));
        // Below a broken ladder is the floor.
        Some((seen, if seen == Motif::Floor && motif != seen { self.floor } else { color }))
    }

    /// Returns the name of the tile that provides the pieces of a cell, if it shows any.
    fn dressed_as(&self, cell: Cell) -> Option<&'l str> {
        self.dressed.get(&self.character(cell)?).copied()
    }

    /// Returns the character of the topmost tile on a cell. `None` outside the level.
    fn character(&self, cell: Cell) -> Option<char> {
        let drawn = self.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
        let is_ground = |tile: &char| self.motifs.contains_key(tile) && !self.hung.contains(tile);
        let mut drawn = drawn.filter(|tile| **tile != Layer::NOTHING && is_ground(tile));
        drawn.next().or_else(|| self.level.tiles.get(cell)).copied()
    }

    /// Returns `true` if the door is in a passage that leads up or down.
    fn leads_across(&self, cell: Cell) -> bool {
        let is_open = |dx: i32, dy: i32| self.level.is_walkable(Cell::new(cell.x + dx, cell.y + dy));
        (is_open(0, -1) && is_open(0, 1)) || !(is_open(-1, 0) || is_open(1, 0))
    }
}
