//! A canvas for editing a graph, shared by the sides of a rule and by the start.
//!
//! In: the drawing and its view. Out: edits. Nothing in here changes the project.

mod actions;
mod conditions;
mod gesture;
mod inspector;
mod keys;
mod menu;
mod model;
mod paint;
mod picker;
mod typed_name;
mod view;

use egui::{Rect, Ui, Vec2};

use super::camera::{Camera, Canvas, Lens};
use super::graph::STEP;
use crate::document::GraphEdit;

pub use inspector::{INSPECTOR_HEIGHT, inspector_ui};
pub use model::GraphModel;
pub use typed_name::is_typed;
pub use view::GraphView;

/// Limits for viewing canvases.
pub const LENS: Lens = Lens { zoom: (0.1, 4.0), framed_zoom: 1.1, is_picture: false, margin: 34.0 };

/// Shows a canvas and returns the edits made on it. `room` is the size for which everything is framed.
pub fn graph_ui(
    ui: &mut Ui,
    model: GraphModel<'_>,
    camera: &mut Camera,
    view: &mut GraphView,
    room: Vec2,
) -> Vec<GraphEdit> {
    view.keep_within(&model);
    let mut canvas = camera.steady_canvas(ui, model.name, model.world, LENS, room);
    let mut edits = Vec::new();
    reveal_added(&canvas, &model, camera, view);
    let touched = paint::graph(&mut canvas, &model, view);
    gesture::follow(&canvas, &touched, &model, view, &mut edits);
    menu::show(&touched.all, &model, view, &mut edits);
    if std::mem::take(&mut view.frames_all) {
        camera.frame_all();
    }
    keys::follow(&canvas, &model, view, camera, &mut edits);
    paint::gesture(&canvas, &model, view);
    picker::show(&canvas, &model, view, &mut edits);
    edits
}

/// Moves the canvas to a node that was just added, if it is not visible. It is at a site that is free on all
/// sides, which may be far from the requested one.
fn reveal_added(canvas: &Canvas, model: &GraphModel<'_>, camera: &mut Camera, view: &mut GraphView) {
    let Some(node) = view.added.and_then(|id| model.node(id)) else { return };
    view.added = None;
    let room = canvas.response.rect;
    let around = Rect::from_center_size(node.at, Vec2::splat(2.0 * node.radius + STEP / 2.0));
    let around = canvas.screen_from_world * around;
    let missing = (around.min - room.min).min(Vec2::ZERO) + (around.max - room.max).max(Vec2::ZERO);
    if missing != Vec2::ZERO {
        camera.reveal(-missing);
        canvas.ui.ctx().request_repaint();
    }
}
