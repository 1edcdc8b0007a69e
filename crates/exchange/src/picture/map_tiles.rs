//! Paints the tiles of maps: a bounded set from which every level of a project can be put together.
//!
//! In: the tiles and themes that levels of a project can have. Out: for each tile its forms, and a picture of
//! each form with transparent pixels. A form depends on the neighbours of a cell only by a mask, and never on
//! other cells. Light, shadows, wear and blended themes are therefore left out.
//!
//! ```text
//! 128   1   2      a bit of the mask is set where the wall, or the same tile, goes on
//!  64   ·   4
//!  32  16   8
//! ```

use std::sync::Arc;

use super::figures::Sprite;
use super::fittings::{self, MapDoor};
use super::ground::{GroundLook, UNITS};
use super::ink::Ink;
use super::large_things::size_of;
use super::motif::Motif;
use super::theme_style::{Build, GroundStyle};
use super::themed_tile::ThemedTile;
use super::tile_looks::{GROUND, MASKS_OF_47, PieceOf, TileLooks};
use super::{CellSide, PLAIN_FLOOR, PLAIN_WALL, SheetImage, WALL, motif_of, objects};
use crate::base::{Cell, Color, Direction};
use crate::level::{ThemeLook, Tile};

/// Width of the pattern of floors, in cells.
const PERIOD: i32 = 4;

/// The builds of places on maps. Side views have the tiles of built places.
const BUILDS: [Build; 2] = [Build::Dug, Build::Built];

/// Share of the ground that is visible through decoration, as alpha.
const SOFT_ALPHA: u8 = 194;

/// Offsets of the neighbours by the bits of a mask.
pub(super) const BITS: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// A tile that levels can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MapTileKind {
    pub tile: Tile,
    /// `true` if passes draw it over other tiles.
    pub is_drawn: bool,
    /// `true` for decoration by theme.
    pub is_prop: bool,
}

/// A tile of a map, apart from its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MapTileForm {
    /// Number of its kind.
    pub kind: usize,
    pub theme: usize,
    pub is_built: bool,
    pub shape: MapTileShape,
}

/// The part of a form that depends on the neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MapTileShape {
    /// Bare floor, by its position in the pattern.
    Floor(u8),
    /// Something as high as a wall, by the mask of high neighbours.
    High(u8),
    /// A closed socket, by the mask of high neighbours.
    Closed(u8),
    /// Ground that fills its cell, by the mask of equal neighbours.
    Flat(u8),
    /// An object without the floor below it, by the mask of equal neighbours.
    Object(u8),
    /// One cell of a large thing without the floor below it, by its number row by row.
    Part(u8),
    /// A door without the floor below it.
    Door(MapDoor),
    /// A piece of a sheet, by the mask of equal neighbours.
    Piece(u8),
}

/// The pixels of a tile: red, green, blue and alpha.
pub(crate) type TilePixels = Vec<[u8; 4]>;

/// A kind of tile, prepared for painting.
pub(super) struct PaintedKind {
    kind: MapTileKind,
    pub motif: Motif,
    color: Color,
    themed: Option<ThemedTile>,
    /// Name of the tile whose pieces it shows.
    pub dressed: Option<String>,
}

/// Paints tiles of maps.
pub(crate) struct MapTilePainter {
    looks: Arc<TileLooks>,
    pub(super) kinds: Vec<PaintedKind>,
    /// The styles of each theme: dug and built.
    styles: Vec<[GroundStyle; 2]>,
    /// Number of the floor.
    floor: usize,
}

impl MapTilePainter {
    /// Prepares the kinds of a project. Without themes, colours are those of the kinds. The first theme is that of
    /// levels.
    pub fn new(kinds: Vec<MapTileKind>, themes: &[ThemeLook], looks: &Arc<TileLooks>) -> Self {
        let color_of = |name: &str| {
            kinds.iter().map(|kind| &kind.tile).find(|tile| tile.name == name).map(|tile| tile.color)
        };
        let plain = (color_of(GROUND).unwrap_or(PLAIN_FLOOR), color_of(WALL).unwrap_or(PLAIN_WALL));
        let floor = kinds.iter().position(|kind| kind.tile.name == GROUND).unwrap_or_default();
        let void = themes.first().map(|theme| theme.colors.void);
        let mut styles: Vec<_> = themes
            .iter()
            .map(|theme| BUILDS.map(|build| GroundStyle::of_theme(theme, build, void.unwrap_or_default())))
            .collect();
        if styles.is_empty() {
            styles.push(BUILDS.map(|build| GroundStyle::plain(plain.0, plain.1, build)));
        }
        let painted = |kind: MapTileKind| {
            let (motif, color) = motif_of(&kind.tile, looks, kind.is_prop, plain);
            let themed = ThemedTile::of(&kind.tile.name, motif, kind.is_prop).filter(|_| !themes.is_empty());
            let dressed = looks.dressed_as(&kind.tile.name, motif).map(str::to_owned);
            PaintedKind { kind, motif, color, themed, dressed }
        };
        Self { looks: Arc::clone(looks), kinds: kinds.into_iter().map(painted).collect(), styles, floor }
    }

    /// Returns the number of the kind of bare floor.
    pub fn floor(&self) -> usize {
        self.floor
    }

    /// Returns `true` if the sheet has that number in the looks.
    pub fn is_sheet(&self, number: usize, sheet: &Arc<SheetImage>) -> bool {
        self.looks.sheets().get(number).is_some_and(|own| Arc::ptr_eq(own, sheet))
    }

    /// Returns `true` for doors of all kinds.
    pub fn is_door(&self, kind: usize) -> bool {
        self.kinds.get(kind).is_some_and(PaintedKind::is_door)
    }

    /// Returns the number of a kind.
    pub fn number_of(&self, name: &str, walkable: bool, is_drawn: bool) -> Option<usize> {
        self.kinds.iter().position(|own| {
            let tile = &own.kind.tile;
            own.kind.is_drawn == is_drawn && tile.name == name && tile.walkable == walkable
        })
    }

    /// Returns `true` for ground, which leaves nothing visible below it.
    pub fn fills_its_cell(&self, kind: usize) -> bool {
        self.kinds.get(kind).is_some_and(PaintedKind::fills_its_cell)
    }

    /// Returns all forms of a kind, in a fixed order.
    pub fn forms(&self, kind: usize) -> Vec<MapTileForm> {
        let Some(own) = self.kinds.get(kind) else { return Vec::new() };
        let mut shapes = own.shapes();
        if own.can_be_closed() {
            shapes.extend(masks_of_16().map(MapTileShape::Closed));
        }
        let mut forms = Vec::new();
        for theme in 0..self.styles.len() {
            for is_built in [false, true] {
                forms.extend(shapes.iter().map(|shape| MapTileForm { kind, theme, is_built, shape: *shape }));
            }
        }
        forms
    }

    /// Returns the sheet and the piece that a form shows, if it shows one that can be used as it is.
    pub fn piece(&self, form: MapTileForm) -> Option<(usize, (u32, u32))> {
        let MapTileShape::Piece(mask) = form.shape else { return None };
        let piece = self.piece_of(form.kind, mask)?;
        let is_whole = !self.kinds.get(form.kind)?.fills_its_cell() || self.looks.is_opaque(piece);
        is_whole.then_some((piece.sheet, piece.at))
    }

    /// Returns `true` if the floor is visible through a form, or around it.
    pub fn shows_floor(&self, form: MapTileForm) -> bool {
        match form.shape {
            MapTileShape::Object(_) | MapTileShape::Part(_) | MapTileShape::Door(_) => true,
            MapTileShape::Piece(mask) => {
                self.piece_of(form.kind, mask).is_none_or(|piece| !self.looks.is_opaque(piece))
            }
            MapTileShape::Floor(_)
            | MapTileShape::High(_)
            | MapTileShape::Closed(_)
            | MapTileShape::Flat(_) => false,
        }
    }

    fn piece_of(&self, kind: usize, mask: u8) -> Option<PieceOf> {
        self.looks.piece(self.kinds.get(kind)?.dressed.as_deref()?, has_in(mask))
    }

    /// Paints a form.
    pub fn paint(&self, form: MapTileForm, side: CellSide) -> TilePixels {
        let px = side.pixels();
        let Some(kind) = self.kinds.get(form.kind) else { return vec![[0; 4]; (px * px) as usize] };
        let styles = self.styles.get(form.theme).or(self.styles.first());
        let Some(style) = styles.map(|styles| styles[usize::from(form.is_built)]) else { return Vec::new() };
        let ground = kind.ground(form.shape, style);
        let floor = floor_ground(style, 0);
        let unit = UNITS.cast_unsigned() / px;
        let pixels = (0..px).flat_map(|y| (0..px).map(move |x| (x, y)));
        let pixel = |(x, y): (u32, u32)| {
            let (u, v) = ((x * unit + unit / 2).cast_signed(), (y * unit + unit / 2).cast_signed());
            let opaque = |color: Color| [color.r, color.g, color.b, u8::MAX];
            match form.shape {
                MapTileShape::Floor(_) | MapTileShape::High(_) => opaque(
                    objects::over(&ground, u, v)
                        .filter(|_| kind.motif != Motif::Secret)
                        .unwrap_or_else(|| ground.at(u, v)),
                ),
                MapTileShape::Closed(_) => {
                    opaque(objects::over(&ground, u, v).unwrap_or_else(|| ground.at(u, v)))
                }
                MapTileShape::Flat(_) => {
                    let below = objects::over(&ground, u, v).unwrap_or_else(|| ground.at(u, v));
                    if kind.kind.is_drawn && below == floor.at(u, v) {
                        return [0; 4];
                    }
                    let figures = kind.figures().into_iter();
                    opaque(figures.fold(below, |below, (figure, main)| {
                        figure.pixel((x, y), px, main).map_or(below, |ink| ink.over(below))
                    }))
                }
                MapTileShape::Object(_) => match objects::over(&ground, u, v) {
                    Some(color) => opaque(color),
                    None => {
                        let color = ground.color;
                        let figures = kind.figures().into_iter().map(|(figure, _)| (figure, color));
                        let pixel = over_nothing(figures, (x, y), px);
                        if kind.kind.is_prop {
                            [pixel[0], pixel[1], pixel[2], pixel[3].min(SOFT_ALPHA)]
                        } else {
                            pixel
                        }
                    }
                },
                MapTileShape::Part(number) => {
                    let part = kind.part(number).map(|part| (part, ground.color));
                    over_nothing(part.into_iter(), (x, y), px)
                }
                MapTileShape::Door(door) => {
                    let figures = fittings::figures_of_door(kind.motif, kind.color, style, door);
                    let at = if door.is_open { opened((x, y), px, door.is_in_wall) } else { Some((x, y)) };
                    at.map_or([0; 4], |at| over_nothing(figures.into_iter(), at, px))
                }
                MapTileShape::Piece(mask) => {
                    self.piece_pixel((form.kind, mask), (x, y), side, floor.at(u, v))
                }
            }
        };
        pixels.map(pixel).collect()
    }

    fn piece_pixel(
        &self,
        (kind, mask): (usize, u8),
        at: (u32, u32),
        side: CellSide,
        below: Color,
    ) -> [u8; 4] {
        let Some(piece) = self.piece_of(kind, mask) else { return [0; 4] };
        let Some(sheet) = self.looks.sheet(piece) else { return [0; 4] };
        if !self.kinds.get(kind).is_some_and(PaintedKind::fills_its_cell) {
            return sheet.rgba(piece.at, at, side);
        }
        let floor = self.looks.piece(GROUND, |_, _| true);
        let floor = floor.and_then(|floor| Some((floor, self.looks.sheet(floor)?)));
        let below = floor.map_or(below, |(floor, sheet)| sheet.over(floor.at, at, side, below));
        let color = sheet.over(piece.at, at, side, below);
        [color.r, color.g, color.b, u8::MAX]
    }
}

impl PaintedKind {
    /// Returns `true` if its neighbours of the same kind join it.
    pub fn joins(&self) -> bool {
        !matches!(
            self.motif,
            Motif::Floor
                | Motif::Cracks
                | Motif::Steps
                | Motif::Door
                | Motif::Gate
                | Motif::Drop
                | Motif::Figure(_)
        )
    }

    /// Returns `true` if it has no border at walls.
    pub fn ends_at_walls(&self) -> bool {
        matches!(
            self.motif,
            Motif::Rug | Motif::Patterned | Motif::Grate | Motif::Pit | Motif::Stairs | Motif::Block
        )
    }

    /// Returns `true` for ground, which leaves nothing visible below it.
    pub fn fills_its_cell(&self) -> bool {
        self.kind.tile.walkable && !self.kind.is_drawn && !self.is_door()
    }

    /// Returns `true` for doors of all kinds.
    pub fn is_door(&self) -> bool {
        matches!(self.motif, Motif::Door | Motif::Gate | Motif::Drop | Motif::Secret)
    }

    /// Returns `true` for the wall that surrounds places.
    pub fn is_plain_wall(&self) -> bool {
        self.kind.tile.name == WALL
    }

    /// Returns `true` for an object on the floor below it.
    pub fn is_object(&self) -> bool {
        self.motif.stands_on_floor() && !self.fills_its_cell()
    }

    pub fn can_be_closed(&self) -> bool {
        !self.kind.tile.walkable && !self.kind.is_drawn && !self.is_plain_wall() && self.dressed.is_none()
    }

    /// Returns the figures of the object itself.
    fn figures(&self) -> Vec<(Sprite, Color)> {
        if let Motif::Figure(figure) = self.motif { vec![(figure, self.color)] } else { Vec::new() }
    }

    /// Returns one cell of a large thing, by its number row by row.
    fn part(&self, number: u8) -> Option<Sprite> {
        let width = size_of(self.motif)?.width;
        let Motif::Figure(figure) = self.motif else { return None };
        Some(figure.part((u32::from(number) % width, u32::from(number) / width)))
    }

    /// Returns the shape of one cell of a large thing.
    pub fn part_shape(&self, (column, row): (u32, u32)) -> Option<MapTileShape> {
        let number = row * size_of(self.motif)?.width + column;
        u8::try_from(number).ok().map(MapTileShape::Part)
    }

    fn shapes(&self) -> Vec<MapTileShape> {
        if self.dressed.is_some() {
            return MASKS_OF_47.map(MapTileShape::Piece).to_vec();
        }
        match self.motif {
            Motif::Floor => (0..(PERIOD * PERIOD) as u8).map(MapTileShape::Floor).collect(),
            Motif::Door | Motif::Gate | Motif::Drop => {
                MapDoor::all(self.motif).map(MapTileShape::Door).collect()
            }
            Motif::Secret => {
                let open = MapTileShape::Door(MapDoor { is_in_wall: false, way: None, is_open: true });
                masks_of_16().map(MapTileShape::High).chain([open]).collect()
            }
            Motif::Wall if self.is_plain_wall() => MASKS_OF_47.map(MapTileShape::High).to_vec(),
            motif if motif.is_high() => masks_of_16().map(MapTileShape::High).collect(),
            _ => {
                let shape = if self.is_object() { MapTileShape::Object } else { MapTileShape::Flat };
                let of_one = if self.joins() { masks_of_16().map(shape).collect() } else { vec![shape(0)] };
                let parts = size_of(self.motif).map_or(0, |size| size.area() as u8);
                of_one.into_iter().chain((0..parts).map(MapTileShape::Part)).collect()
            }
        }
    }

    /// Returns the ground of a cell with the given shape.
    fn ground(&self, shape: MapTileShape, style: GroundStyle) -> GroundLook {
        let seen =
            self.themed.map_or((self.motif, self.color), |tile| tile.seen((self.motif, self.color), &style));
        let (motif, color) = seen;
        let around = |mask: u8, own: Motif| {
            move |cell: Cell| Some(if has_in(mask)(cell.x, cell.y) { own } else { Motif::Floor })
        };
        let zero = Cell::new(0, 0);
        match shape {
            MapTileShape::Floor(at) => floor_ground(style, at),
            MapTileShape::High(mask) => GroundLook::unworn(zero, seen, style, around(mask, Motif::Wall)),
            MapTileShape::Closed(mask) => {
                GroundLook::unworn(zero, (Motif::Closed, color), style, around(mask, Motif::Wall))
            }
            MapTileShape::Flat(mask) | MapTileShape::Object(mask) => {
                GroundLook::unworn(zero, seen, style, around(mask, motif))
            }
            MapTileShape::Part(_) | MapTileShape::Door(_) | MapTileShape::Piece(_) => {
                GroundLook::unworn(zero, seen, style, around(0, motif))
            }
        }
    }
}

/// Returns bare floor at a position of the pattern.
fn floor_ground(style: GroundStyle, at: u8) -> GroundLook {
    let cell = Cell::new(i32::from(at) % PERIOD, i32::from(at) / PERIOD);
    GroundLook::unworn(cell, (Motif::Floor, style.floor), style, |_| Some(Motif::Floor))
}

/// Returns the position of a cell in the pattern of floors.
pub(super) fn floor_shape(cell: Cell) -> MapTileShape {
    MapTileShape::Floor((cell.y.rem_euclid(PERIOD) * PERIOD + cell.x.rem_euclid(PERIOD)) as u8)
}

/// Returns the pixel of figures that lie over each other and over nothing else.
pub(super) fn over_nothing(
    figures: impl Iterator<Item = (Sprite, Color)>,
    at: (u32, u32),
    px: u32,
) -> [u8; 4] {
    figures.fold([0; 4], |below, (figure, main)| match figure.pixel(at, px, main) {
        None => below,
        Some(Ink::Color(color)) => [color.r, color.g, color.b, u8::MAX],
        Some(Ink::Shadow(percent)) if below[3] == 0 => [0, 0, 0, (percent.min(100) * 255 / 100) as u8],
        Some(shadow) => {
            let Color { r, g, b } = shadow.over(Color::rgb(below[0], below[1], below[2]));
            [r, g, b, below[3]]
        }
    })
}

/// Returns the pixel of a closed door that an open one shows: its leaf stands at the side.
fn opened((x, y): (u32, u32), px: u32, is_in_wall: bool) -> Option<(u32, u32)> {
    let thin = (px / 4).max(1);
    match is_in_wall {
        true => (x < thin).then_some((x * px / thin, y)),
        false => (y < thin).then_some((x, y * px / thin)),
    }
}

/// Returns `true` for the offsets of the bits of a mask. A corner is the same as both sides next to it.
fn has_in(mask: u8) -> impl Fn(i32, i32) -> bool {
    move |dx, dy| (0..).zip(BITS).any(|(bit, offset)| offset == (dx, dy) && mask >> bit & 1 == 1)
}

/// Returns the masks in which corners follow from the sides.
fn masks_of_16() -> impl Iterator<Item = u8> {
    (0..16_u8).map(|sides| {
        let bits = (0..4).filter(|side| sides >> side & 1 == 1).fold(0, |mask, side| mask | 1 << (2 * side));
        sides_only(bits)
    })
}

/// Sets each corner of a mask whose sides are both set, and no other.
pub(super) fn sides_only(mask: u8) -> u8 {
    let sides = mask & 0b0101_0101;
    let is_set = |side: u32| sides >> (side % 8) & 1 == 1;
    [1, 3, 5, 7]
        .into_iter()
        .filter(|corner| is_set(corner - 1) && is_set(corner + 1))
        .fold(sides, |mask, corner| mask | 1 << corner)
}

impl MapDoor {
    /// Returns all doors of a motif, each closed one before its open one.
    fn all(motif: Motif) -> impl Iterator<Item = Self> {
        let ways = std::iter::once(None).chain(Direction::ALL.map(Some));
        let sides = if motif == Motif::Drop { [false].as_slice() } else { [false, true].as_slice() };
        ways.flat_map(move |way| {
            sides.iter().flat_map(move |is_in_wall| {
                let states = if motif == Motif::Drop { [false].as_slice() } else { [false, true].as_slice() };
                states.iter().map(move |is_open| Self { is_in_wall: *is_in_wall, way, is_open: *is_open })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_of_16_are_16_of_the_47() {
        let masks: Vec<u8> = masks_of_16().collect();
        assert!(masks.iter().all(|mask| MASKS_OF_47.contains(mask)));
        assert_eq!(masks.iter().collect::<std::collections::BTreeSet<_>>().len(), 16);
        assert_eq!((sides_only(0b0000_0101), sides_only(0b1000_0010)), (0b0000_0111, 0));
    }

    #[test]
    fn the_leaf_of_an_open_door_stands_at_one_side() {
        let seen = |is_in_wall| {
            (0..16)
                .flat_map(|y| (0..16).map(move |x| (x, y)))
                .filter(|at| opened(*at, 16, is_in_wall).is_some())
                .count()
        };
        assert_eq!([seen(true), seen(false)], [64, 64]);
        assert_eq!((opened((3, 9), 16, true), opened((9, 3), 16, false)), (Some((12, 9)), Some((9, 12))));
    }
}
