//! Draws rooms as tiles: the look of each legend entry, large on the canvas and small in lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{
    Align2, Color32, Context, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, Vec2,
    pos2, vec2,
};

use crate::base::{Cell, Color};
use crate::editor::widgets::style::{ThemePalette, blend, font, paint_of, text_on};
use crate::editor::work::sheets::SetSheet;
use crate::picture::{PieceAt, SheetImage, TileLooks};
use crate::rooms::{LegendEntry, RoomSet, TileLook};
use crate::space::common_tiles;

/// Darkness of the ground at the foot of a wall to its north, as in the level.
const SHADOW: f32 = 0.16;
/// Minimum cell size for painting signs, in points.
const SIGNS_FROM: f32 = 8.0;
/// Minimum cell size for painting letters in signs, in points.
const LETTERS_FROM: f32 = 13.0;
/// Colour of things on the ground.
const ENTITY: Color32 = Color32::from_rgb(0xf4, 0xe7, 0xc1);
/// Colour of markers.
const MARKER: Color32 = Color32::from_rgb(0xb5, 0x9b, 0xe6);

/// The look of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellStyle {
    /// Colour of the cell.
    pub fill: Color32,
    /// Sign drawn on it.
    sign: CellSign,
    walkable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum CellSign {
    Plain,
    Raised,
    Socket(Option<char>),
    Entity(char),
    Marker(char),
    Nothing,
    Unknown,
}

/// The looks of the characters of a room set.
pub struct CellStyles {
    known: BTreeMap<char, CellStyle>,
    unknown: CellStyle,
    dim: Color32,
    dress: Option<SheetStyle>,
}

/// The parts of a sheet that tiles show.
struct SheetStyle {
    texture: TextureId,
    sheet: Arc<SheetImage>,
    looks: Arc<TileLooks>,
    /// Names of the tiles.
    names: BTreeMap<char, String>,
}

impl SheetStyle {
    /// Returns the part of the sheet that a character shows. `has_same` returns `true` if the cell at an
    /// offset has the same tile.
    fn part(&self, character: char, has_same: impl Fn(i32, i32) -> bool) -> Option<Rect> {
        let name = self.names.get(&character)?;
        self.looks.piece_at(name, has_same).map(|at| uv_of(&self.sheet, at))
    }

    fn has_same(&self, one: char, other: Option<char>) -> bool {
        other.is_none_or(|other| self.names.get(&one) == self.names.get(&other))
    }
}

/// Returns the rectangle of a piece in the texture of its sheet.
pub fn uv_of(sheet: &SheetImage, at: PieceAt) -> Rect {
    let (left, top, size) = sheet.rect_of(at);
    let whole = vec2(sheet.size().width as f32, sheet.size().height as f32);
    let corner = pos2(left as f32 / whole.x, top as f32 / whole.y);
    Rect::from_min_size(corner, vec2(size.width as f32, size.height as f32) / whole)
}

impl CellStyles {
    /// Returns the looks of a set in the colours of a theme.
    pub fn new(set: &RoomSet, colors: &ThemePalette) -> Self {
        let known =
            set.legend.iter().map(|(character, entry)| (*character, style_of(entry, colors))).collect();
        let unknown = CellStyle {
            fill: blend(colors.canvas, colors.bad, 0.45),
            sign: CellSign::Unknown,
            walkable: false,
        };
        Self { known, unknown, dim: colors.dim, dress: None }
    }

    /// Adds the sheet of the set.
    #[must_use]
    pub fn dressed(mut self, set: &RoomSet, read: Option<&SetSheet>, ctx: &Context) -> Self {
        self.dress = read.and_then(|read| {
            let names = set.legend.iter().filter_map(|(at, entry)| Some((*at, tile_name(entry)?)));
            Some(SheetStyle {
                texture: read.texture(ctx)?.id(),
                sheet: Arc::clone(read.sheet()?),
                looks: Arc::clone(read.looks()),
                names: names.map(|(at, name)| (at, name.to_owned())).collect(),
            })
        });
        self
    }

    /// Returns the look of a character; a conspicuous one if the legend lacks it.
    pub fn get(&self, character: char) -> CellStyle {
        self.known.get(&character).copied().unwrap_or(self.unknown)
    }

    /// Paints a picture with the given upper left corner and cell size.
    pub fn paint(&self, painter: &Painter, corner: Pos2, cell: f32, rows: &[String]) {
        let mut mesh = Mesh::default();
        let mut pieces =
            Mesh::with_texture(self.dress.as_ref().map_or_else(TextureId::default, |dress| dress.texture));
        let drawn: Vec<Vec<char>> = match &self.dress {
            Some(_) => rows.iter().map(|row| row.chars().collect()).collect(),
            None => Vec::new(),
        };
        let mut signs = Vec::new();
        let mut above: Vec<bool> = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            let styles: Vec<CellStyle> = row.chars().map(|character| self.get(character)).collect();
            for (x, style) in styles.iter().enumerate() {
                let at = corner + vec2(x as f32, y as f32) * cell;
                let rect = Rect::from_min_size(at, Vec2::splat(cell));
                let in_shadow = style.walkable && !above.get(x).copied().unwrap_or(false);
                let fill = if in_shadow { blend(style.fill, Color32::BLACK, SHADOW) } else { style.fill };
                if style.sign != CellSign::Nothing {
                    mesh.add_colored_rect(rect, fill);
                }
                let part = self.dress.as_ref().and_then(|dress| {
                    let character = *drawn.get(y)?.get(x)?;
                    dress.part(character, |dx, dy| {
                        let (x, y) = (x.checked_add_signed(dx as isize), y.checked_add_signed(dy as isize));
                        let other = x.zip(y).and_then(|(x, y)| drawn.get(y)?.get(x).copied());
                        dress.has_same(character, other)
                    })
                });
                if let Some(part) = part {
                    pieces.add_rect_with_uv(rect, part, Color32::WHITE);
                }
                let is_raised = style.sign == CellSign::Raised && part.is_some();
                if style.sign != CellSign::Plain && !is_raised && cell >= SIGNS_FROM {
                    signs.push((rect, *style));
                }
            }
            above = styles.iter().map(|style| style.walkable).collect();
        }
        painter.add(Shape::mesh(mesh));
        if !pieces.is_empty() {
            painter.add(Shape::mesh(pieces));
        }
        for (rect, style) in signs {
            self.paint_sign(painter, rect, style);
        }
    }

    /// Paints one cell.
    pub fn paint_cell(&self, painter: &Painter, rect: Rect, character: char) {
        let style = self.get(character);
        if style.sign != CellSign::Nothing {
            painter.rect_filled(rect, 0.0, style.fill);
        }
        let part = self.dress.as_ref().and_then(|dress| Some((dress, dress.part(character, |_, _| true)?)));
        if let Some((dress, part)) = part {
            painter.image(dress.texture, rect, part, Color32::WHITE);
            if style.sign == CellSign::Raised {
                return;
            }
        }
        self.paint_sign(painter, rect, style);
    }

    fn paint_sign(&self, painter: &Painter, rect: Rect, style: CellStyle) {
        let (middle, side) = (rect.center(), rect.width());
        match style.sign {
            CellSign::Plain => {}
            CellSign::Raised => {
                let foot = rect.with_min_y(rect.bottom() - side * 0.22);
                painter.rect_filled(foot, 0.0, blend(style.fill, Color32::BLACK, 0.38));
                let top = rect.with_max_y(rect.top() + (side * 0.08).max(1.0));
                painter.rect_filled(top, 0.0, blend(style.fill, Color32::WHITE, 0.25));
            }
            CellSign::Socket(kind) => {
                let frame = Stroke::new((side * 0.07).max(1.0), blend(style.fill, Color32::WHITE, 0.62));
                let inner = rect.shrink(side * 0.16);
                painter.rect_stroke(inner, CornerRadius::same(2), frame, StrokeKind::Inside);
                match kind {
                    Some(kind) => paint_letter(painter, rect, kind, Color32::WHITE),
                    None => {
                        painter.circle_filled(middle, (side * 0.09).max(1.0), frame.color);
                    }
                }
            }
            CellSign::Entity(kind) => paint_placed(painter, rect, kind, false),
            CellSign::Marker(kind) => paint_placed(painter, rect, kind, true),
            CellSign::Nothing => {
                painter.circle_filled(middle, (side * 0.06).max(0.8), self.dim.gamma_multiply(0.5));
            }
            CellSign::Unknown => paint_letter(painter, rect, '?', Color32::WHITE),
        }
    }
}

/// Paints a thing as a disc, or a marker as a diamond, with the first letter of its kind.
pub fn paint_placed(painter: &Painter, rect: Rect, kind: char, is_marker: bool) {
    let (middle, side) = (rect.center(), rect.width());
    let rim = Stroke::new(1.0, Color32::from_black_alpha(150));
    let fill = if is_marker { MARKER } else { ENTITY };
    if is_marker {
        let reach = side * 0.42;
        let corners = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)];
        let corners = corners.map(|corner| middle + corner).to_vec();
        painter.add(Shape::convex_polygon(corners, fill, rim));
    } else {
        painter.circle(middle, side * 0.36, fill, rim);
    }
    paint_letter(painter, rect, kind, text_on(fill));
}

fn paint_letter(painter: &Painter, rect: Rect, letter: char, color: Color32) {
    if rect.width() >= LETTERS_FROM {
        let font = font((rect.width() * 0.46).clamp(8.0, 16.0));
        painter.text(rect.center(), Align2::CENTER_CENTER, letter.to_uppercase(), font, color);
    }
}

fn style_of(entry: &LegendEntry, colors: &ThemePalette) -> CellStyle {
    let style = |fill, sign, walkable| CellStyle { fill, sign, walkable };
    let ground = |on: &Option<TileLook>| {
        on.as_ref().map_or_else(|| paint_of(common_color("floor")), |on| paint_of(on.color))
    };
    let first = |text: &str| text.chars().next().unwrap_or('?');
    match entry {
        LegendEntry::Wall => style(paint_of(common_color("wall")), CellSign::Plain, false),
        LegendEntry::Floor => style(paint_of(common_color("floor")), CellSign::Plain, true),
        LegendEntry::Socket(socket) => {
            style(paint_of(common_color("door")), CellSign::Socket(socket.kind.as_deref().map(first)), true)
        }
        LegendEntry::Ground(own) => style(paint_of(own.color), CellSign::Plain, true),
        LegendEntry::Obstacle(own) => style(paint_of(own.color), CellSign::Raised, false),
        LegendEntry::Entity(placed) => style(ground(&placed.on), CellSign::Entity(first(&placed.kind)), true),
        LegendEntry::Marker(placed) => style(ground(&placed.on), CellSign::Marker(first(&placed.kind)), true),
        LegendEntry::Nothing => style(colors.canvas, CellSign::Nothing, false),
    }
}

/// Returns the colour of a tile that every level has.
fn common_color(name: &str) -> Color {
    common_tiles()
        .into_iter()
        .find(|(_, tile)| tile.name == name)
        .map_or(Color::default(), |(_, tile)| tile.color)
}

/// Returns the name of the tile that an entry draws.
fn tile_name(entry: &LegendEntry) -> Option<&str> {
    match entry {
        LegendEntry::Wall => Some("wall"),
        LegendEntry::Floor => Some("floor"),
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => Some(&look.name),
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
            Some(placed.on.as_ref().map_or("floor", |on| &on.name))
        }
        LegendEntry::Socket(_) | LegendEntry::Nothing => None,
    }
}

/// Returns the name of an entry for the designer: "wall", "pillar", "chest".
pub fn entry_name(entry: &LegendEntry) -> String {
    let named =
        |name: &str, otherwise: &str| if name.trim().is_empty() { otherwise } else { name }.to_owned();
    match entry {
        LegendEntry::Wall => "wall".to_owned(),
        LegendEntry::Floor => "floor".to_owned(),
        LegendEntry::Socket(socket) => match &socket.kind {
            Some(kind) => format!("{kind} socket"),
            None => "socket".to_owned(),
        },
        LegendEntry::Ground(look) => named(&look.name, "ground"),
        LegendEntry::Obstacle(look) => named(&look.name, "obstacle"),
        LegendEntry::Entity(placed) => named(&placed.kind, "entity"),
        LegendEntry::Marker(placed) => named(&placed.kind, "marker"),
        LegendEntry::Nothing => "nothing".to_owned(),
    }
}

/// Fits a picture into a rectangle in whole pixels. Returns its rectangle and the size of a cell in points.
pub fn fit(painter: &Painter, room: Rect, columns: u32, rows: u32, most: f32) -> (Rect, f32) {
    let pixels = painter.pixels_per_point().max(0.1);
    let (columns, rows) = (columns.max(1) as f32, rows.max(1) as f32);
    let fitting = (room.width() / columns).min(room.height() / rows).min(most);
    let whole = (fitting * pixels).floor() / pixels;
    let cell = if whole > 0.0 { whole } else { fitting };
    let size = vec2(columns, rows) * cell;
    let corner = room.center() - size / 2.0;
    let corner = pos2((corner.x * pixels).round() / pixels, (corner.y * pixels).round() / pixels);
    (Rect::from_min_size(corner, size), cell)
}

/// Returns the rectangle of a cell in a picture.
pub fn cell_rect(picture: Rect, side: f32, cell: Cell) -> Rect {
    let at = picture.min + vec2(cell.x as f32, cell.y as f32) * side;
    Rect::from_min_size(at, Vec2::splat(side))
}
