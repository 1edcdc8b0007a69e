//! The window for the looks of a room set's tiles: load a sheet, and click its pieces to assign them.

use egui::{
    Align2, Color32, Context, CornerRadius, Key, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetType, pos2, vec2,
};
use egui_phosphor::regular as icon;

use crate::base::{Unit, printable, printable_line};
use crate::document::{Edit, OpenRooms, RoomsEdit, SetChange};
use crate::editor::canvas::room_picture::{entry_name, uv_of};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::info;
use crate::editor::widgets::look_picker::look_button;
use crate::editor::widgets::rows::{RowLabel, choice_row, drag_value, icon_button, row};
use crate::editor::widgets::style::{self, blend, font, palette};
use crate::editor::work::sheets::SetSheet;
use crate::picture::{PieceAt, SheetImage};
use crate::reference::ReferenceSubject;
use crate::rooms::{RoomSet, SheetBlock, TileChoice, TileSheet, tile_names};

/// Width of the list of tiles, in points.
const LIST: f32 = 190.0;
/// Height of a tile in the list, in points.
const HEIGHT: f32 = 30.0;
/// Maximum size of a sheet pixel, in points.
const MOST_ZOOM: f32 = 4.0;

/// The state of the window.
#[derive(Default)]
pub struct LooksView {
    /// Path of the room set.
    set: Option<String>,
    /// Selected tile.
    tile: String,
}

impl LooksView {
    /// Opens the window for a room set.
    pub fn open(&mut self, path: &str) {
        self.set = Some(path.to_owned());
    }

    /// Returns the path of the room set.
    pub fn set(&self) -> Option<&str> {
        self.set.as_deref()
    }
}

/// The requests of a frame.
struct TileLookForm<'c, 'a> {
    position: usize,
    set: &'c RoomSet,
    context: &'c mut PaneContext<'a>,
}

impl TileLookForm<'_, '_> {
    fn change(&mut self, change: SetChange) {
        let edit = RoomsEdit::Set { set: self.position, name: self.set.name.clone(), change };
        self.context.commands.push(Command::Edit(Edit::Rooms(edit)));
    }

    fn look(&mut self, tile: &str, look: Option<TileChoice>) {
        if self.set.looks.get(tile) != look.as_ref() {
            self.change(SetChange::Look { tile: tile.to_owned(), look });
        }
    }
}

/// Shows the window, if it is open.
pub fn window_ui(ctx: &Context, view: &mut LooksView, context: &mut PaneContext<'_>) {
    let Some(path) = &view.set else { return };
    let position = context.document.rooms().iter().position(|rooms| rooms.path == *path);
    let Some(position) = position else { return view.set = None };
    let Some(OpenRooms { set, .. }) = context.document.rooms().get(position).cloned() else { return };
    let mut is_open = true;
    let title = format!("Looks of {}", printable_line(&set.name));
    let window = egui::Window::new(title).id(egui::Id::new("looks of tiles")).open(&mut is_open);
    let size = vec2(620.0, 460.0);
    let corner = ctx.content_rect().center() - size / 2.0;
    window.default_pos(corner).default_size(size).min_size([420.0, 260.0]).collapsible(false).show(
        ctx,
        |ui| {
            let sheets = context.sheets;
            let mut asked = TileLookForm { position, set: &set, context };
            let read = sheets.of_set(position);
            sheet_row_ui(ui, read, &mut asked);
            ui.separator();
            ui.horizontal_top(|ui| {
                let height = ui.available_height();
                // The halves are side by side, but their content is vertical.
                let below = egui::Layout::top_down(egui::Align::Min);
                ui.allocate_ui_with_layout(vec2(LIST, height), below, |ui| {
                    ui.set_min_size(vec2(LIST, height));
                    list_ui(ui, view, read, &mut asked);
                });
                ui.vertical(|ui| choice_ui(ui, &view.tile, read, &mut asked));
            });
            explained(ui, ui.max_rect(), ReferenceSubject::of::<TileChoice>);
        },
    );
    if !is_open || ctx.input(|input| input.key_pressed(Key::Escape)) && !ctx.text_edit_focused() {
        view.set = None;
    }
}

/// Shows the picture of the sheet, and the grid of its pieces.
fn sheet_row_ui(ui: &mut Ui, read: Option<&SetSheet>, asked: &mut TileLookForm<'_, '_>) {
    ui.horizontal_wrapped(|ui| {
        let load = ui.button(format!("{}  Load sheet…", icon::IMAGE));
        load.widget_info(|| info::labeled(WidgetType::Button, true, "Load a tile sheet"));
        let load = load.on_hover_text(
            "A PNG with tiles in rows and columns. It is copied next to the room set if necessary.",
        );
        if load.clicked() {
            asked.context.commands.push(Command::LoadSheet);
        }
        let Some(sheet) = asked.set.sheet.clone() else {
            ui.label(
                RichText::new("There is no sheet yet. Tiles have the looks of their names")
                    .color(palette(ui).dim),
            );
            return;
        };
        ui.label(printable(&sheet.file));
        let mut new = sheet.clone();
        let fields = [
            ("Tile width", "wide", &mut new.tile.0, TileSheet::TILE),
            ("Tile height", "high", &mut new.tile.1, TileSheet::TILE),
            ("Margin", "margin", &mut new.margin, TileSheet::MARGIN),
            ("Spacing", "apart", &mut new.spacing, TileSheet::SPACING),
        ];
        for (name, word, number, about) in fields {
            let name = format!("{name} of the sheet");
            drag_value(ui, number, about.range(), Unit::None, &name, about.parameter.tooltip);
            ui.label(RichText::new(word).color(palette(ui).dim));
        }
        if icon_button(ui, icon::TRASH, "Take the sheet off", true) {
            asked.change(SetChange::Sheet(None));
        } else if new != sheet {
            asked.change(SetChange::Sheet(Some(new)));
        }
    });
    if let Some(problem) = read.and_then(SetSheet::problem) {
        let text = printable_line(&problem.message).into_owned();
        let label = ui.label(RichText::new(text).color(palette(ui).bad));
        if let Some(hint) = &problem.hint {
            label.on_hover_text(printable_line(hint.sentence()).into_owned());
        }
    }
}

/// Shows the tiles of the set with their looks.
fn list_ui(ui: &mut Ui, view: &mut LooksView, read: Option<&SetSheet>, asked: &mut TileLookForm<'_, '_>) {
    let names = tile_names(Some(&asked.context.document.grammar().alphabet), &[asked.set]);
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    // Sorted as in the legend of the painter, followed by tiles that only levels have.
    let legend: Vec<String> = asked.set.legend.values().map(entry_name).collect();
    names.sort_by_key(|name| legend.iter().position(|known| known == name).unwrap_or(legend.len()));
    if !names.contains(&view.tile) {
        view.tile = names.first().cloned().unwrap_or_default();
    }
    ScrollArea::vertical().id_salt("tiles").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for name in &names {
            tile_ui(ui, name, view, read, asked.set);
        }
    });
}

fn tile_ui(ui: &mut Ui, name: &str, view: &mut LooksView, read: Option<&SetSheet>, set: &RoomSet) {
    let colors = palette(ui);
    let is_chosen = view.tile == name;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    response
        .widget_info(|| info::selected(WidgetType::RadioButton, true, is_chosen, format!("Look of {name}")));
    if is_chosen {
        ui.painter().rect_filled(rect, 5.0, blend(colors.panel, colors.accent, 0.22));
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, colors.field.gamma_multiply(0.7));
    }
    let swatch = Rect::from_center_size(pos2(rect.left() + 16.0, rect.center().y), Vec2::splat(22.0));
    let piece = read.and_then(|read| read.looks().piece_at(name, |_, _| false));
    if let (Some(read), Some(at)) = (read, piece) {
        ui.painter().rect_filled(swatch, CornerRadius::same(2), colors.canvas);
        paint_piece(ui, read, at, swatch);
    }
    let left = rect.left() + 34.0;
    let strong = if is_chosen { colors.strong } else { colors.text };
    let painter = ui.painter().with_clip_rect(rect);
    let shown = printable(name).into_owned();
    painter.text(pos2(left, rect.center().y - 6.0), Align2::LEFT_CENTER, shown, font(12.5), strong);
    let words = words_of(set.looks.get(name));
    painter.text(pos2(left, rect.center().y + 7.0), Align2::LEFT_CENTER, words, font(10.0), colors.dim);
    if response.clicked() {
        view.tile = name.to_owned();
    }
}

fn words_of(look: Option<&TileChoice>) -> String {
    match look {
        None => "by its name".to_owned(),
        Some(TileChoice::Like(like)) => format!("like {}", printable(like)),
        Some(TileChoice::Piece((column, row))) => format!("piece at {column}, {row}"),
        Some(TileChoice::Block16(_)) => "16 pieces".to_owned(),
        Some(TileChoice::Block47(_)) => "47 pieces".to_owned(),
    }
}

fn paint_piece(ui: &Ui, read: &SetSheet, at: PieceAt, rect: Rect) {
    let (Some(sheet), Some(texture)) = (read.sheet(), read.texture(ui.ctx())) else { return };
    ui.painter().image(texture.id(), rect, uv_of(sheet, at), Color32::WHITE);
}

/// The kind of a choice, without the position of its pieces.
#[derive(Clone, Copy, PartialEq)]
enum LookKind {
    Name,
    Like,
    One,
    Sixteen,
    FortySeven,
}

impl LookKind {
    fn of(look: Option<&TileChoice>) -> Self {
        match look {
            None => Self::Name,
            Some(TileChoice::Like(_)) => Self::Like,
            Some(TileChoice::Piece(_)) => Self::One,
            Some(TileChoice::Block16(_)) => Self::Sixteen,
            Some(TileChoice::Block47(_)) => Self::FortySeven,
        }
    }

    /// Returns a choice of this kind at a position.
    fn choice(self, at: PieceAt) -> Option<TileChoice> {
        match self {
            Self::Name => None,
            Self::Like => Some(TileChoice::Like("floor".to_owned())),
            Self::One => Some(TileChoice::Piece(at)),
            Self::Sixteen => Some(TileChoice::Block16(SheetBlock { at, columns: 4 })),
            Self::FortySeven => Some(TileChoice::Block47(SheetBlock { at, columns: 8 })),
        }
    }
}

/// Returns the first piece of a choice.
fn first_of(look: Option<&TileChoice>) -> PieceAt {
    match look {
        None | Some(TileChoice::Like(_)) => (0, 0),
        Some(TileChoice::Piece(at)) => *at,
        Some(TileChoice::Block16(block) | TileChoice::Block47(block)) => block.at,
    }
}

/// Shows the choice for the selected tile, and the sheet.
fn choice_ui(ui: &mut Ui, tile: &str, read: Option<&SetSheet>, asked: &mut TileLookForm<'_, '_>) {
    let look = asked.set.looks.get(tile).cloned();
    let kind = LookKind::of(look.as_ref());
    let mut kinds =
        vec![(LookKind::Name, "the look of its name"), (LookKind::Like, "the look of another name")];
    if asked.set.sheet.is_some() {
        kinds.extend([
            (LookKind::One, "one piece"),
            (LookKind::Sixteen, "16 pieces, by the cells next to it"),
            (LookKind::FortySeven, "47 pieces, by the cells around it"),
        ]);
    }
    let about = RowLabel {
        name: "Shows",
        of: tile,
        tooltip: "The look of the tile in the level, in pictures and in maps.",
    };
    if let Some(kind) = choice_row(ui, about, kind, &kinds) {
        asked.look(tile, kind.choice(first_of(look.as_ref())));
    }
    match &look {
        Some(TileChoice::Like(like)) => {
            let tooltip = "A word of the catalogue, for example water, barrel or zombie.";
            let about = RowLabel { name: "Like", of: tile, tooltip };
            let typed = row(ui, about, |ui, name| {
                look_button(ui, tile, like, true).or_else(|| text_field(ui, name, like, "Word"))
            });
            if let Some(like) = typed {
                let like = Some(like).filter(|like| !like.is_empty());
                asked.look(tile, like.map(TileChoice::Like));
            }
        }
        Some(TileChoice::Block16(block) | TileChoice::Block47(block)) => {
            let mut columns = block.columns;
            let about = RowLabel {
                name: "Columns",
                of: tile,
                tooltip: "The number of pieces in each row of the block.",
            };
            let is_new = row(ui, about, |ui, name| {
                drag_value(ui, &mut columns, 1..=47, Unit::None, name, about.tooltip)
            });
            if is_new {
                asked.look(tile, Some(with_block(look.as_ref(), SheetBlock { columns, ..*block })));
            }
        }
        None | Some(TileChoice::Piece(_)) => {}
    }
    let Some(read) = read.filter(|read| read.sheet().is_some()) else {
        return;
    };
    let hint = match kind {
        LookKind::Sixteen | LookKind::FortySeven => "Click where the block begins",
        LookKind::Name | LookKind::Like | LookKind::One => "Click the piece that the tile shows",
    };
    ui.label(RichText::new(hint).size(style::SMALL).color(palette(ui).dim));
    if let Some(at) = sheet_ui(ui, read, look.as_ref(), &asked.set.name) {
        let new = match &look {
            Some(TileChoice::Block16(block) | TileChoice::Block47(block)) => {
                with_block(look.as_ref(), SheetBlock { at, ..*block })
            }
            None | Some(TileChoice::Like(_) | TileChoice::Piece(_)) => TileChoice::Piece(at),
        };
        asked.look(tile, Some(new));
    }
}

fn with_block(look: Option<&TileChoice>, block: SheetBlock) -> TileChoice {
    match look {
        Some(TileChoice::Block47(_)) => TileChoice::Block47(block),
        _ => TileChoice::Block16(block),
    }
}

/// Shows the sheet with frames around the chosen pieces. Returns the piece that was clicked or reached with
/// the arrow keys.
fn sheet_ui(ui: &mut Ui, read: &SetSheet, look: Option<&TileChoice>, set: &str) -> Option<PieceAt> {
    let (sheet, texture) = (read.sheet()?, read.texture(ui.ctx())?);
    let colors = palette(ui);
    let size = vec2(sheet.size().width as f32, sheet.size().height as f32);
    let zoom = (ui.available_width() / size.x).floor().clamp(1.0, MOST_ZOOM);
    let area = ScrollArea::both().id_salt("sheet").auto_shrink(false).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(size * zoom, Sense::click());
        response.widget_info(|| info::labeled(WidgetType::Image, true, format!("Tile sheet of {set}")));
        let painter = ui.painter();
        painter.rect_filled(rect, 0.0, colors.canvas);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
        let frame_of = |at: PieceAt| {
            let (left, top, size) = sheet.rect_of(at);
            let corner = rect.min + vec2(left as f32, top as f32) * zoom;
            Rect::from_min_size(corner, vec2(size.width as f32, size.height as f32) * zoom)
        };
        let pieces = look.into_iter().flat_map(TileChoice::pieces).flatten();
        for at in pieces.filter(|at| sheet.has(*at)) {
            painter.rect_stroke(frame_of(at), 0.0, Stroke::new(1.5, colors.accent), StrokeKind::Inside);
        }
        let at_pointer = response.hover_pos().and_then(|at| {
            let at = (at - rect.min) / zoom;
            sheet.piece_at(at.x.max(0.0) as u32, at.y.max(0.0) as u32)
        });
        if let Some(at) = at_pointer {
            painter.rect_stroke(frame_of(at), 0.0, Stroke::new(1.5, Color32::WHITE), StrokeKind::Outside);
        }
        if response.clicked() {
            response.request_focus();
            return at_pointer;
        }
        response.has_focus().then(|| led_to(ui, first_of(look), sheet)).flatten()
    });
    area.inner
}

/// Returns the piece that an arrow key leads to.
fn led_to(ui: &Ui, (column, row): PieceAt, sheet: &SheetImage) -> Option<PieceAt> {
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let to = match () {
        () if pressed(Key::ArrowLeft) => (column.checked_sub(1)?, row),
        () if pressed(Key::ArrowRight) => (column.checked_add(1)?, row),
        () if pressed(Key::ArrowUp) => (column, row.checked_sub(1)?),
        () if pressed(Key::ArrowDown) => (column, row.checked_add(1)?),
        () => return None,
    };
    sheet.has(to).then_some(to)
}
