//! Shows the level at a stage of its making, with the changes of the stage and a description.

use egui::{Frame, Label, Margin, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::{LENS, LevelView, cell_at, middle_of, paint_entities, paint_outlines, point_at};
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::film_picture::FilmScene;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::film::PlayDirection;
use crate::editor::panes::overlays::toolbar_ui;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::layout::Plan;
use crate::space::CellState;

/// Shows the pane.
pub(super) fn pane_ui(ui: &mut Ui, view: &mut LevelView, context: &mut PaneContext<'_>) {
    toolbar_ui(ui, &mut view.overlays, &mut view.insights, context.commands);
    let film = &context.shared.film.level;
    let Some((frame, playback)) = film.frame() else { return };
    let level = frame.level.clone();
    let world = Rect::from_min_size(Pos2::ZERO, vec2(level.width as f32, level.height as f32));
    let mut canvas = view.camera.canvas(ui, "Level map", world, LENS);
    let painter = canvas.ui.painter().clone();
    let stage = FilmScene {
        level: &level,
        cells: playback.cells(),
        lit: &frame.lit,
        is_forming: film.is_forming(),
        is_peopled: film.is_peopled(),
    };
    let dark = canvas.ui.visuals().dark_mode;
    let looks = (context.sheets.looks(), view.overlays);
    view.film_textures.paint(&painter, canvas.screen_from_world, stage, context.document, looks, dark);
    if film.is_at_layout() {
        paint_plan(&canvas, &playback.level_history().plan);
    }
    let state = cell_at(&canvas, &level).and_then(|cell| playback.state(cell));
    let state = state.filter(|_| film.is_forming()).map_or("", meaning);
    paint_outlines(&canvas, &level, context);
    if view.overlays.entities {
        paint_entities(&canvas, &level, false, context);
    }
    point_at(&mut canvas, &level, state, context);
    banner_ui(&mut canvas, context);
}

/// Returns the meaning of a cell state.
const fn meaning(state: CellState) -> &'static str {
    match state {
        CellState::Open => "open for now",
        CellState::Solid => "solid for now",
        CellState::DefinitelyOpen => "open for good",
        CellState::Sealed => "wall for good",
        CellState::RoomInterior => "drawn by its room",
    }
}

/// Shows the description of the step, and buttons to go on, back and to the end. It floats over the canvas,
/// so that the level does not move.
fn banner_ui(canvas: &mut Canvas, context: &mut PaneContext<'_>) {
    let film = &mut context.shared.film;
    let colors = palette(&canvas.ui);
    let room = canvas.response.rect.shrink2(vec2(10.0, 8.0));
    let mut ui = canvas.ui.new_child(UiBuilder::new().id_salt("film").max_rect(room));
    let line = Stroke::new(1.0, colors.line);
    let frame = Frame::new().fill(colors.panel).stroke(line).corner_radius(5);
    frame.inner_margin(Margin::symmetric(8, 5)).show(&mut ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            for (way, sign, name) in [
                (PlayDirection::Back, icon::CARET_LEFT, "Stage before"),
                (PlayDirection::On, icon::CARET_RIGHT, "Next stage"),
            ] {
                if icon_button(ui, sign, name, film.can_go(way)) {
                    film.is_playing = false;
                    film.go(way);
                }
            }
            let finished = ui.button("Finished level");
            if finished.on_hover_text("Shows the mission and the level as they are at the end").clicked() {
                film.stop();
            }
            let words = film.words();
            let label = ui.add(Label::new(RichText::new(&words).color(colors.strong)).wrap());
            let name = format!("Level so far: {words}");
            label.widget_info(|| info::labeled(WidgetType::Label, true, &name));
        });
    });
}

/// Paints the plan: cores of places, and routes of passages between them.
fn paint_plan(canvas: &Canvas, plan: &Plan) {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
    let width = (canvas.zoom() * 0.25).clamp(1.0, 4.0);
    for passage in plan.passages.iter().filter(|passage| passage.route.len() > 1) {
        let points = passage.route.iter().map(|cell| canvas.screen_from_world * middle_of(*cell)).collect();
        painter.add(egui::Shape::line(points, Stroke::new(width, colors.dim)));
    }
    for place in &plan.places {
        let (min, size) = (place.core.min, place.core.size);
        let core = Rect::from_min_size(
            Pos2::new(min.x as f32, min.y as f32),
            vec2(size.width as f32, size.height as f32),
        );
        let stroke = Stroke::new(width, colors.accent);
        let fill = colors.accent.gamma_multiply(0.18);
        painter.rect(canvas.screen_from_world * core, 2.0, fill, stroke, StrokeKind::Inside);
    }
}
