//! Paints overlays that explain a level: names, distances, the way to the goal, keys and locks, dead ends;
//! with a legend.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Color32, ColorImage, Painter, Rect, TextureHandle};

use super::marks::{measure, paint_marks, surroundings, veil_of};
use super::tiles::{paint_parts, upload};
use crate::editor::widgets::style::ThemePalette;
use crate::level::Level;
use crate::overlay::{
    BackdropColors, LegendLine, LevelFacts, Mark, Overlay, OverlaySet, name_marks, node_radius,
};

/// Facts about the last shown level. Each is computed on first use.
#[derive(Default)]
pub struct InsightView {
    facts: Option<LevelFacts<Arc<Level>>>,
    wash: Option<(OverlaySet, Vec<(Rect, TextureHandle)>)>,
    /// Marks of the shown overlays, with the inputs they were made from. Zooming changes them.
    marks: Option<(InsightKey, Vec<Mark>)>,
}

/// Inputs of marks other than the level: shown overlays, width of cells, whether the mission is shown, and
/// colours.
type InsightKey = (OverlaySet, f32, bool, BackdropColors);

impl InsightView {
    /// Paints the shown overlays and their legend.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        level: &Arc<Level>,
        (shown, with_mission): (OverlaySet, bool),
        colors: &ThemePalette,
    ) -> Vec<LegendLine> {
        if shown.is_empty() {
            return Vec::new();
        }
        if self.facts.as_ref().is_none_or(|facts| !Arc::ptr_eq(&facts.level, level)) {
            *self = Self { facts: Some(LevelFacts::new(Arc::clone(level))), ..Self::default() };
        }
        let Some(facts) = &self.facts else { return Vec::new() };
        if self.wash.as_ref().is_none_or(|(washed, _)| *washed != shown) {
            let parts = wash(facts, shown).map(|image| upload(painter.ctx(), &image, "insight"));
            self.wash = Some((shown, parts.unwrap_or_default()));
        }
        if let Some((_, parts)) = &self.wash {
            paint_parts(painter, screen_from_world, parts);
        }
        let (cell, around) = (screen_from_world.scaling, surroundings(colors));
        let made_of = (shown, cell, with_mission, around);
        if self.marks.as_ref().is_none_or(|(known, _)| *known != made_of) {
            let mut marks: Vec<Mark> =
                shown.all().flat_map(|overlay| facts.marks(overlay, cell, &around)).collect();
            if shown.shows(Overlay::Names) {
                let nodes = with_mission.then(|| node_radius(cell));
                marks.extend(name_marks(level, cell, nodes, |text, size| measure(painter, text, size)));
            }
            self.marks = Some((made_of, marks));
        }
        if let Some((_, marks)) = &self.marks {
            paint_marks(painter, screen_from_world, marks);
        }
        shown.all().flat_map(|overlay| facts.legend(overlay)).collect()
    }
}

/// Returns the colours of cells with one pixel per cell.
fn wash(facts: &LevelFacts<Arc<Level>>, shown: OverlaySet) -> Option<ColorImage> {
    let wash = facts.wash(shown)?;
    let size = [wash.size().width as usize, wash.size().height as usize];
    let color = |cell: &Option<_>| cell.map_or(Color32::TRANSPARENT, veil_of);
    Some(ColorImage::new(size, wash.values().iter().map(color).collect()))
}
