//! A preview of the start for the current seed, below the form of a lattice, a tree or a scatter.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Rect, Sense, Ui, Vec2, WidgetType};

use super::context::PaneContext;
use crate::editor::canvas::camera::{Camera, Lens};
use crate::editor::canvas::graph::{
    Emphasis, GraphDrawing, draw_mission, paint_edges, paint_names, paint_node,
};
use crate::editor::widgets::info;
use crate::editor::widgets::style::palette;
use crate::grammar::{Derivation, Grammar};

const LENS: Lens = Lens { zoom: (0.05, 4.0), framed_zoom: 1.0, is_picture: false, margin: 16.0 };

/// The drawing, with the derivation it was made from.
#[derive(Debug, Default)]
pub struct StartPreview {
    camera: Camera,
    drawn: Option<(Arc<Derivation>, GraphDrawing)>,
}

impl StartPreview {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }

    /// Draws the start of the last derivation; nothing before there is one.
    pub fn ui(&mut self, ui: &mut Ui, context: &PaneContext<'_>) {
        let run = context.run_view.run.as_ref();
        let Some(base) = run.and_then(|run| run.derivation.as_ref()) else { return };
        if self.drawn.as_ref().is_none_or(|(drawn, _)| !Arc::ptr_eq(drawn, base)) {
            self.drawn = Some((Arc::clone(base), draw_start_of(base, context.document.grammar())));
        }
        let Some((_, drawing)) = &self.drawn else { return };
        let colors = palette(ui);
        let canvas = self.camera.canvas(ui, "Start with this seed", drawing.bounds(), LENS);
        let (painter, transform) = (canvas.ui.painter().clone(), canvas.screen_from_world);
        paint_edges(&painter, drawing, transform, colors, None);
        paint_names(&painter, &drawing.nodes, transform, colors, colors.canvas);
        for node in &drawing.nodes {
            paint_node(&painter, node, transform, colors, Emphasis::None);
            let side = Vec2::splat(2.0 * node.radius * transform.scaling);
            let rect = Rect::from_center_size(transform * node.at, side);
            if rect.intersects(canvas.ui.clip_rect()) {
                let id = canvas.response.id.with(node.id.0);
                let response = canvas.ui.interact(rect, id, Sense::hover());
                let name = node.tooltip.first().cloned().unwrap_or_default();
                response.widget_info(|| info::labeled(WidgetType::Label, true, format!("Start: {name}")));
                response.on_hover_text(name);
            }
        }
        if canvas.response.double_clicked() {
            self.camera.frame_all();
        }
    }
}

/// Draws the mission of a derivation before its first step.
fn draw_start_of(base: &Derivation, grammar: &Grammar) -> GraphDrawing {
    let mut derivation = Derivation { mission: base.at_step(0), ..base.clone() };
    derivation.steps.clear();
    draw_mission(&derivation, grammar, &BTreeMap::new())
}
