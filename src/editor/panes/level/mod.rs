//! The pane with the tiles of the level, and optional overlays.

mod film;
mod pins;
mod rolls;

use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, PointerButton, Pos2, Rect, Stroke, StrokeKind, Ui, WidgetType, pos2, vec2,
};

use crate::base::{Cell, Direction, printable};
use crate::document::{Edit, RoomsEdit};
use crate::editor::canvas::camera::{Camera, Canvas, Lens};
use crate::editor::canvas::film_picture::FilmTextures;
use crate::editor::canvas::insights::InsightView;
use crate::editor::canvas::marks::{paint_marks, surroundings, veil_of};
use crate::editor::canvas::tiles::{Overlays, TileTextures};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::origin::{self, Fact, facts_of};
use crate::editor::panes::overlays::{legend_ui, nothing_ui, seal_line, toolbar_ui};
use crate::editor::panes::previous_run::{dim, earlier_ui};
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, ThemePalette, font, palette, palette_of, text_on};
use crate::editor::widgets::toasts::keep_free;
use crate::grammar::Grammar;
use crate::level::{Entity, Level, Owner};
use crate::mission::{Alphabet, NodeId};
use crate::overlay::{
    BackdropColors, MISSION_VEIL, Mark, OverlaySet, drop_marks, mission_marks, node_radius, seal_marks,
};

use self::pins::DraggedPlace;

const LENS: Lens = Lens { zoom: (0.2, 64.0), framed_zoom: 24.0, is_picture: true, margin: 8.0 };

/// Minimum radius of a placed thing for showing its character, in points.
const LEAST_LETTER: f32 = 5.0;
/// Maximum number of related places that are outlined, because their cells are visited in every frame.
const MOST_RELATED: usize = 150;
/// Minimum cell size for showing names of entities, in points.
const NAMES_FROM: f32 = 6.0;

/// The view of the level.
#[derive(Default)]
pub struct LevelView {
    camera: Camera,
    /// Cell that a light or a problem led to.
    marked: Option<Cell>,
    /// Place being dragged, and the start of the drag.
    held: Option<DraggedPlace>,
    /// Overlays over the tiles.
    pub overlays: Overlays,
    /// Overlays that explain the level.
    pub insights: OverlaySet,
    insight_view: InsightView,
    /// Marks of the mission over the tiles, with the inputs they were made from.
    mission: Option<(MissionMarkKey, Vec<Mark>)>,
    /// Facts about the cell that was clicked for its menu.
    asked: Vec<Fact>,
    /// Textures of the last painted level.
    textures: TileTextures,
    /// Textures of the last painted stage of its making.
    film_textures: FilmTextures,
}

/// Inputs of the marks of a mission: level, grammar, width of cells, and colours.
type MissionMarkKey = (Arc<Level>, Arc<Grammar>, f32, BackdropColors);

impl LevelView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }

    /// Marks a cell and shows everything, so that it is visible. The mark stays until something else is
    /// clicked.
    pub fn mark(&mut self, cell: Cell) {
        self.marked = Some(cell);
        self.frame_all();
    }

    /// Removes the mark.
    pub fn forget_mark(&mut self) {
        self.marked = None;
    }
}

/// Shows the level.
pub fn pane_ui(ui: &mut Ui, view: &mut LevelView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    context.shared.film.update(context.run_view, context.jobs);
    if context.shared.film.level.frame().is_some() {
        film::pane_ui(ui, view, context);
        return;
    }
    let Some(level) = context.run_view.shown_level().map(Arc::clone) else {
        message_ui(ui, "No level yet", context.why_nothing());
        return;
    };
    toolbar_ui(ui, &mut view.overlays, &mut view.insights, context.commands);
    let is_earlier = context.run_view.has_earlier_level();
    if is_earlier {
        earlier_ui(ui, "level", context);
    }
    let world = Rect::from_min_size(Pos2::ZERO, vec2(level.width as f32, level.height as f32));
    let is_held = view.held.is_some();
    let mut canvas = view.camera.canvas_unless(ui, "Level map", world, LENS, |canvas| {
        is_held || (!is_earlier && pins::begins_on_selected(canvas, &level, context))
    });
    let overlays = view.overlays;
    let dark = canvas.ui.visuals().dark_mode;
    let painter = canvas.ui.painter().clone();
    view.textures.paint(
        &painter,
        canvas.screen_from_world,
        (&level, context.run_view.seals()),
        context.document,
        (context.sheets.looks(), overlays, dark),
    );
    let colors = palette(&canvas.ui);
    let mut legend = view.insight_view.paint(
        &painter,
        canvas.screen_from_world,
        &level,
        (view.insights, overlays.mission),
        colors,
    );
    if overlays.seals {
        let seals = seal_marks(context.run_view.seals(), canvas.zoom());
        paint_marks(&painter, canvas.screen_from_world, &seals);
    }
    paint_outlines(&canvas, &level, context);
    if overlays.mission {
        paint_mission(&canvas, &mut view.mission, &level, context);
    }
    let is_drawn = overlays.is_drawn_at(canvas.zoom() * canvas.ui.pixels_per_point());
    // A mission without its items would be incomplete.
    if overlays.entities || overlays.mission {
        let drops = drop_marks(&level, canvas.zoom());
        paint_marks(canvas.ui.painter(), canvas.screen_from_world, &drops);
        paint_entities(&canvas, &level, is_drawn && !overlays.mission, context);
    }
    if is_earlier {
        dim(&canvas);
    }
    if let Some(cell) = view.marked {
        paint_mark(&canvas, cell);
    }
    if canvas.response.clicked() {
        view.marked = None;
    }
    if !is_earlier {
        rolls::paint_kept(&canvas, &level, context);
        pins::paint_pins(&canvas, &level, context);
        pins::hold(&canvas, &mut view.held, &level, context);
    }
    nothing_ui(&mut canvas, overlays, &level, context.run_view);
    legend.extend(seal_line(overlays, context.run_view, &canvas.ui));
    legend_ui(&mut canvas, &legend);
    let pointed = point_at(&mut canvas, &level, "", context);
    let is_on_ground = pointed.as_ref().is_none_or(|(node, _)| node.is_none());
    if let Some((_, facts)) = pointed.filter(|_| canvas.response.secondary_clicked()) {
        view.asked = facts;
    }
    menu_ui(&canvas, &level, &view.asked, context);
    if is_on_ground && canvas.response.double_clicked_by(PointerButton::Primary) {
        view.camera.frame_all();
    }
}

/// Paints a ring around the marked cell.
fn paint_mark(canvas: &Canvas, cell: Cell) {
    let colors = palette(&canvas.ui);
    let middle = canvas.screen_from_world * middle_of(cell);
    let radius = canvas.zoom().max(9.0);
    let painter = canvas.ui.painter();
    painter.circle_stroke(middle, radius + 1.5, Stroke::new(5.0, colors.canvas));
    painter.circle_stroke(middle, radius + 1.5, Stroke::new(2.5, colors.bad));
    let rect = Rect::from_center_size(middle, vec2(radius, radius) * 2.0);
    let response = canvas.ui.interact(rect, canvas.response.id.with("mark"), egui::Sense::hover());
    let text = format!("Marked cell {}, {}", cell.x, cell.y);
    response.widget_info(|| info::labeled(WidgetType::Label, true, &text));
}

/// Returns the hovered and selected nodes, with the colour and the width of their outlines.
fn outlined(
    context: &PaneContext<'_>,
    colors: &ThemePalette,
    [hovered, selected]: [f32; 2],
) -> Vec<(NodeId, Color32, f32)> {
    let shared = &context.shared;
    let pointed = shared.hovered.map(|node| (node, colors.strong, hovered));
    let all = shared.others.iter().copied().chain(shared.selected);
    pointed.into_iter().chain(all.map(|node| (node, colors.accent, selected))).collect()
}

/// Outlines the selected and hovered places.
fn paint_outlines(canvas: &Canvas, level: &Level, context: &PaneContext<'_>) {
    let colors = palette(&canvas.ui);
    let related = context.shared.related.marks().nodes.iter().take(MOST_RELATED);
    let related = related.map(|node| (*node, colors.accent.gamma_multiply(0.6), 1.5));
    for (node, color, width) in related.chain(outlined(context, colors, [1.5, 2.5])) {
        let Some(place) = context.run_view.place_of(node) else { continue };
        let id = Owner::from(place.id);
        for cell in place.bounds.cells().filter(|cell| level.owner(*cell) == id) {
            for direction in Direction::ALL.into_iter().filter(|side| level.owner(cell.step(*side)) != id) {
                let ends = side_of(cell, direction).map(|end| canvas.screen_from_world * end);
                canvas.ui.painter().line_segment(ends, Stroke::new(width, color));
            }
        }
    }
}

fn side_of(cell: Cell, direction: Direction) -> [Pos2; 2] {
    let corner = |x: i32, y: i32| pos2((cell.x + x) as f32, (cell.y + y) as f32);
    match direction {
        Direction::North => [corner(0, 0), corner(1, 0)],
        Direction::East => [corner(1, 0), corner(1, 1)],
        Direction::South => [corner(0, 1), corner(1, 1)],
        Direction::West => [corner(0, 0), corner(0, 1)],
    }
}

fn middle_of(cell: Cell) -> Pos2 {
    pos2(cell.x as f32 + 0.5, cell.y as f32 + 0.5)
}

/// Paints the mission over the tiles, with rings around the selected and hovered places.
fn paint_mission(
    canvas: &Canvas,
    known: &mut Option<(MissionMarkKey, Vec<Mark>)>,
    level: &Arc<Level>,
    context: &PaneContext<'_>,
) {
    let colors = palette(&canvas.ui);
    let around = surroundings(colors);
    let painter = canvas.ui.painter();
    painter.rect_filled(canvas.ui.clip_rect(), 0.0, veil_of((around.ground, MISSION_VEIL)));
    let grammar = context.document.grammar();
    let is_fresh = |(of_level, of_grammar, cell, of_around): &MissionMarkKey| {
        Arc::ptr_eq(of_level, level)
            && Arc::ptr_eq(of_grammar, grammar)
            && (*cell, *of_around) == (canvas.zoom(), around)
    };
    if !known.as_ref().is_some_and(|(made_of, _)| is_fresh(made_of)) {
        let marks = mission_marks(level, Some(&grammar.alphabet), canvas.zoom(), &around);
        *known = Some(((Arc::clone(level), Arc::clone(grammar), canvas.zoom(), around), marks));
    }
    if let Some((_, marks)) = known {
        paint_marks(painter, canvas.screen_from_world, marks);
    }
    for (node, color, width) in outlined(context, colors, [2.0, 3.0]) {
        let Some(place) = context.run_view.place_of(node) else { continue };
        let middle = canvas.screen_from_world * middle_of(place.anchor);
        let radius = node_radius(canvas.zoom()) + 2.0 + width / 2.0;
        painter.circle_stroke(middle, radius, Stroke::new(width, color));
    }
}

/// Paints a diamond for each thing, with its name if there is room. If things are drawn in the picture, only
/// those invisible in the game get a mark.
fn paint_entities(canvas: &Canvas, level: &Level, is_drawn: bool, context: &PaneContext<'_>) {
    let zoom = canvas.zoom();
    let half = (zoom * 0.62).clamp(4.0, 14.0);
    for entity in &level.entities {
        let middle = canvas.screen_from_world * middle_of(entity.at);
        if canvas.ui.clip_rect().expand(40.0).contains(middle) {
            let is_seen = is_drawn && !entity.marker;
            paint_entity(canvas, entity, (middle, half), is_seen, context);
        }
    }
}

fn paint_entity(
    canvas: &Canvas,
    entity: &Entity,
    (middle, half): (Pos2, f32),
    is_seen: bool,
    context: &PaneContext<'_>,
) {
    let painter = canvas.ui.painter();
    let alphabet = &context.document.grammar().alphabet;
    if entity.pass.is_some() {
        if !is_seen {
            paint_placed(canvas, entity, middle, half, alphabet);
        }
        return;
    }
    if !is_seen {
        let fill = style::paint_of(alphabet.color_of_node(&entity.kind));
        let corners = [vec2(0.0, -half), vec2(half, 0.0), vec2(0.0, half), vec2(-half, 0.0)];
        let rim = Stroke::new(1.5, text_on(fill));
        painter.add(egui::Shape::convex_polygon(corners.map(|corner| middle + corner).to_vec(), fill, rim));
    }
    if canvas.zoom() >= NAMES_FROM {
        let text =
            painter.layout_no_wrap(printable(&entity.kind).into_owned(), font(11.0), palette_of(true).strong);
        let rect = Align2::CENTER_TOP.anchor_size(middle + vec2(0.0, half + 3.0), text.size());
        painter.rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, Color32::from_black_alpha(150));
        painter.galley(rect.min, text, Color32::WHITE);
    }
}

/// Paints a thing placed by a pass: a disc, or a square if it is solid, with its character.
fn paint_placed(canvas: &Canvas, entity: &Entity, middle: Pos2, half: f32, alphabet: &Alphabet) {
    let painter = canvas.ui.painter();
    let fill = style::paint_of(alphabet.color_of_entity(&entity.kind));
    let radius = half * 0.7;
    let rim = Stroke::new(1.0, text_on(fill));
    if entity.solid {
        let square = Rect::from_center_size(middle, vec2(radius, radius) * 2.0);
        painter.rect(square, 1.5, fill, rim, StrokeKind::Inside);
    } else {
        painter.circle(middle, radius, fill, rim);
    }
    let symbol = alphabet.entities.get(&entity.kind);
    let character = symbol.and_then(|symbol| symbol.character).or(entity.kind.chars().next());
    if let Some(character) = character.filter(|_| radius >= LEAST_LETTER) {
        let letter = printable(&character.to_string()).into_owned();
        painter.text(middle, Align2::CENTER_CENTER, letter, font(radius * 1.4), text_on(fill));
    }
}

/// Describes the cell under the pointer, with `more` appended, and selects its place on a click. Returns its
/// node and facts about the cell.
fn point_at(
    canvas: &mut Canvas,
    level: &Level,
    more: &str,
    context: &mut PaneContext<'_>,
) -> Option<(Option<NodeId>, Vec<Fact>)> {
    let cell = cell_at(canvas, level);
    let place = cell.and_then(|cell| level.place(level.owner(cell).place()?));
    let node = place.map(|place| place.node);
    context.shared.hovered_now = context.shared.hovered_now.or(node);
    if canvas.response.clicked_by(PointerButton::Primary) {
        let adds = canvas.ui.input(|input| input.modifiers.command || input.modifiers.shift);
        context.commands.push(match node {
            Some(node) if adds => Command::SelectAlso(node),
            node => Command::Select(node),
        });
    }
    if canvas.response.secondary_clicked() {
        context.commands.extend(node.map(Command::SelectFirst));
    }
    let facts = facts_of(level, cell?, context);
    let words = facts.iter().map(|fact| fact.words.as_str()).chain((!more.is_empty()).then_some(more));
    readout_ui(canvas, &words.collect::<Vec<&str>>().join("  ·  "));
    Some((node, facts))
}

/// Returns the cell of the level under the pointer.
fn cell_at(canvas: &Canvas, level: &Level) -> Option<Cell> {
    let point = canvas.pointer()?;
    let cell = Cell::new(point.x.floor() as i32, point.y.floor() as i32);
    level.tiles.get(cell).is_some().then_some(cell)
}

/// Shows the context menu of a cell.
fn menu_ui(canvas: &Canvas, level: &Level, asked: &[Fact], context: &mut PaneContext<'_>) {
    canvas.response.context_menu(|ui| {
        origin::menu_ui(ui, asked, context);
        place_menu_ui(ui, level, context);
        ui.separator();
        room_of_place_ui(ui, level, context);
    });
}

/// Shows the items for the selected place, which are the same in all panes.
pub(super) fn place_menu_ui(ui: &mut Ui, level: &Level, context: &mut PaneContext<'_>) {
    ui.separator();
    pins::menu_ui(ui, level, context);
    ui.separator();
    rolls::menu_ui(ui, context);
}

/// Shows the items that make the selected place a room for a symbol formed by rooms.
fn room_of_place_ui(ui: &mut Ui, level: &Level, context: &mut PaneContext<'_>) {
    let selected = context.shared.selected.and_then(|node| context.run_view.place_of(node));
    let content = context.document.content();
    let made = |symbol: &str| RoomsEdit::room_of_place(content, level, selected?, symbol);
    let symbols: Vec<&str> = RoomsEdit::symbols_of_rooms(content).collect();
    let can_be_made = symbols.first().is_some_and(|symbol| made(symbol).is_some());
    let menu = |ui: &mut Ui| {
        for symbol in &symbols {
            if ui.button(printable(symbol)).clicked() {
                if let Some((edit, remarks)) = made(symbol) {
                    context.commands.push(Command::Edit(Edit::Rooms(edit)));
                    context.commands.extend((!remarks.is_empty()).then_some(Command::ShowLeftOut(remarks)));
                }
                ui.close();
            }
        }
    };
    ui.add_enabled_ui(can_be_made, |ui| ui.menu_button("Make this place a room of", menu))
        .response
        .on_hover_text("Adds the selected place to a room set, with its doors as sockets")
        .on_disabled_hover_text(
            "First select a place of at most 64 × 64 cells. You also need a symbol built as Room",
        );
}

fn readout_ui(canvas: &mut Canvas, text: &str) {
    let colors = palette(&canvas.ui);
    let width = (canvas.response.rect.width() - 40.0).max(80.0);
    let font = font(style::SMALL + 0.5);
    let galley = canvas.ui.painter().layout(text.to_owned(), font, colors.text, width);
    let corner = canvas.response.rect.left_bottom() + vec2(10.0, -10.0);
    let rect = Align2::LEFT_BOTTOM.anchor_size(corner, galley.size() + vec2(16.0, 8.0));
    keep_free(canvas.ui.ctx(), rect);
    let line = Stroke::new(1.0, colors.line);
    canvas.ui.painter().rect(rect, CornerRadius::same(5), colors.panel, line, StrokeKind::Inside);
    canvas.ui.painter().galley(rect.min + vec2(8.0, 4.0), galley, colors.text);
    let id = canvas.response.id.with("readout");
    let response = canvas.ui.interact(rect, id, egui::Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, text));
}
