//! The grid of thumbnails. Only the rows in sight are drawn and made.

use std::num::NonZeroU32;

use egui::style::ScrollAnimation;
use egui::{PointerButton, Rect, ScrollArea, Sense, Ui, WidgetType, pos2, vec2};

use super::cell::{SeedCell, cell_size, paint_star, star_rect};
use super::keys;
use super::menu;
use super::view::GalleryView;
use crate::base::Seed;
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::seed_marks::MarkEdit;
use crate::editor::widgets::info;
use crate::editor::widgets::style;
use crate::editor::widgets::tint::{share_of, tint_of};
use crate::metrics::MetricValue;

/// Space between cells, in points.
const GAP: f32 = 6.0;
/// Shortest and longest side of a made thumbnail, in pixels.
const MADE: (u32, u32) = (64, 1024);

/// Positions of the cells.
struct GridMeasure {
    cell: egui::Vec2,
    columns: usize,
    /// Distance from one cell to the next, to the right and down.
    pitch: egui::Vec2,
    count: usize,
}

impl GridMeasure {
    fn of(count: usize, side: f32, width: f32) -> Self {
        let mut cell = cell_size(side);
        let columns = (((width + GAP) / (cell.x + GAP)) as usize).max(1);
        // The cells use the whole width, unless there is only one row.
        let spare = (width - columns as f32 * (cell.x + GAP) + GAP).max(0.0);
        cell.x += if count >= columns { (spare / columns as f32).floor() } else { 0.0 };
        Self { cell, columns, pitch: cell + vec2(GAP, GAP), count }
    }

    fn rows(&self) -> usize {
        self.count.div_ceil(self.columns)
    }

    fn height(&self) -> f32 {
        (self.rows() as f32 * self.pitch.y - GAP).max(0.0)
    }

    fn rect(&self, place: usize) -> Rect {
        let (column, row) = ((place % self.columns) as f32, (place / self.columns) as f32);
        Rect::from_min_size(pos2(column * self.pitch.x, row * self.pitch.y), self.cell)
    }

    /// Returns the places of the rows that a part of the grid touches.
    fn in_sight(&self, part: Rect) -> std::ops::Range<usize> {
        let row = |y: f32| (y / self.pitch.y).max(0.0) as usize;
        let end = (row(part.bottom()) + 1) * self.columns;
        (row(part.top()) * self.columns).min(self.count)..end.min(self.count)
    }
}

/// Shows the grid. Returns the seeds in sight.
pub fn grid_ui(ui: &mut Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) -> Vec<Seed> {
    let side = view.settings.side as f32;
    let bar = ui.spacing().scroll.allocated_width();
    // A toolbar that is too wide for the pane must not hide cells.
    let width = ui.available_width().min(ui.clip_rect().right() - ui.cursor().left() - 4.0);
    let measure = GridMeasure::of(view.shown.seeds.len(), side, width - bar);
    view.columns = measure.columns;
    let area = ScrollArea::vertical().id_salt("gallery grid").auto_shrink(false);
    area.show_viewport(ui, |ui, part| {
        ui.set_height(measure.height());
        ui.set_width(ui.available_width());
        view.rows_in_sight = ((part.height() / measure.pitch.y) as usize).max(1);
        let corner = ui.min_rect().min.to_vec2();
        let wanted = view.wants_focus.and_then(|seed| place_of(view, seed));
        if wanted.is_none() {
            view.wants_focus = None;
        }
        if let Some(place) = wanted {
            let rect = measure.rect(place).translate(corner).expand(GAP);
            ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
            ui.ctx().request_repaint();
        }
        let seeds: Vec<(usize, Seed)> =
            measure.in_sight(part).filter_map(|place| Some((place, *view.shown.seeds.get(place)?))).collect();
        for (place, seed) in &seeds {
            cell_ui(ui, *seed, measure.rect(*place).translate(corner), view, context);
        }
        view.drawn = seeds.len();
        seeds.into_iter().map(|(_, seed)| seed).collect()
    })
    .inner
}

/// Returns the position of a seed in the grid.
pub(super) fn place_of(view: &GalleryView, sought: Seed) -> Option<usize> {
    view.shown.seeds.iter().position(|seed| *seed == sought)
}

/// Returns the side of thumbnails to make: a power of two, so that a small change of size makes none again.
pub(super) fn longest_px(side: u32, pixels_per_point: f32) -> NonZeroU32 {
    let pixels = (side as f32 * pixels_per_point).ceil() as u32;
    NonZeroU32::new(pixels.next_power_of_two().clamp(MADE.0, MADE.1)).unwrap_or(NonZeroU32::MIN)
}

fn cell_ui(ui: &mut Ui, seed: Seed, rect: Rect, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let id = ui.id().with(("seed", seed));
    let response = ui.interact(rect, id, Sense::click());
    if view.wants_focus == Some(seed) {
        response.request_focus();
        view.wants_focus = None;
    }
    if response.has_focus() {
        view.focused = Some(seed);
        keys::follow(ui, id, seed, view, context);
    }
    shown_cell(seed, view, context).paint(ui, rect, &response);
    let starred = star_ui(ui, seed, rect, response.hovered() || response.has_focus(), context);
    if starred {
        return;
    }
    if response.clicked() {
        let (command, shift, enters) = ui.input(|input| {
            (input.modifiers.command, input.modifiers.shift, input.key_pressed(egui::Key::Enter))
        });
        response.request_focus();
        if shift {
            view.select_to(seed);
        } else if command {
            view.select_also(seed);
        } else {
            view.select(seed);
            context.commands.push(Command::SetSeed(seed));
            context.commands.extend(enters.then_some(Command::ShowPane(Pane::Level)));
        }
    }
    if response.double_clicked_by(PointerButton::Primary) {
        context.commands.push(Command::ShowPane(Pane::Level));
    }
    if response.secondary_clicked() && !view.selected.contains(&seed) {
        view.select(seed);
    }
    response.context_menu(|ui| menu::menu_ui(ui, seed, view, context));
    if !egui::Popup::is_any_open(ui.ctx()) {
        response.on_hover_ui(|ui| menu::tooltip_ui(ui, seed, view, context));
    }
}

fn shown_cell<'a>(seed: Seed, view: &'a GalleryView, context: &'a PaneContext<'_>) -> SeedCell<'a> {
    let picture = view.thumbnails.picture(seed);
    let record = super::record_of(view, context, seed);
    let badge = view.settings.badge_metric();
    let value = badge.zip(record).and_then(|(metric, record)| record.value(metric)).map(MetricValue::as_f64);
    let tint = value.zip(view.shown.range).filter(|_| view.settings.is_tinted);
    SeedCell {
        seed,
        side: view.settings.side as f32,
        record,
        picture: picture.map(|(picture, _)| picture),
        is_old: picture.is_some_and(|(_, is_old)| is_old),
        mark: context.marked.get(seed),
        is_selected: view.selected.contains(&seed),
        is_current: context.seed == seed,
        badge,
        has_properties: !context.document.grammar().properties.is_empty(),
        tint: tint.map(|(value, range)| tint_of(share_of(value, range))),
    }
}

/// Shows the star of a cell. Returns `true` if it was clicked.
fn star_ui(ui: &mut Ui, seed: Seed, cell: Rect, is_at_hand: bool, context: &mut PaneContext<'_>) -> bool {
    let is_starred = context.marked.is_starred(seed);
    let Some(rect) = star_rect(cell) else { return false };
    let response = ui.interact(rect, ui.id().with(("star", seed)), Sense::CLICK);
    if is_starred || is_at_hand || response.hovered() {
        paint_star(ui, rect, is_starred);
    }
    let name = format!("{} seed {seed}", if is_starred { "Unstar" } else { "Star" });
    response.widget_info(|| info::selected(WidgetType::Checkbox, true, is_starred, &name));
    let is_clicked = response.clicked();
    if is_clicked {
        let edit = MarkEdit::Star { seeds: vec![seed], is_starred: !is_starred };
        context.commands.push(Command::Mark(edit));
    }
    response.on_hover_text(format!("{name} (S)"));
    is_clicked
}

/// Returns the space around the grid, in points.
pub(super) fn margin() -> egui::Margin {
    egui::Margin { left: style::MARGIN, right: 4, top: 8, bottom: 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_shows_whole_rows_of_the_part_in_sight() {
        let measure = GridMeasure::of(10_000, 100.0, 640.0);
        assert_eq!((measure.columns, measure.rows()), (6, 1667));
        let part = |top: f32| Rect::from_min_size(pos2(0.0, top), vec2(640.0, 300.0));
        assert_eq!(measure.in_sight(part(0.0)), 0..18);
        assert_eq!(measure.in_sight(part(measure.pitch.y * 10.5)), 60..78);
        assert_eq!(measure.in_sight(part(measure.height() - 300.0)).end, 10_000);
        assert_eq!(GridMeasure::of(0, 100.0, 640.0).in_sight(part(0.0)), 0..0);
        assert_eq!(GridMeasure::of(5, 100.0, 20.0).columns, 1);
    }

    #[test]
    fn thumbnails_are_made_in_few_sizes() {
        let made = [40, 100, 128, 129].map(|side| longest_px(side, 1.0).get());
        assert_eq!(made, [64, 128, 128, 256]);
        assert_eq!(longest_px(360, 4.0).get(), 1024);
    }
}
