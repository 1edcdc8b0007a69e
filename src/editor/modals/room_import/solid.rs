//! Asks what is solid in a source that does not define it, with a small picture of each candidate, and what its empty
//! cells are.

use egui::epaint::Mesh;
use egui::{RichText, Sense, Shape, Ui, Vec2, WidgetType, vec2};

use crate::base::{Color, Grid, counted, printable_line};
use crate::editor::canvas::room_picture::fit;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{paint_of, palette};
use crate::files::ImportedSource;
use crate::import::{SolidCandidate, SolidRule};
use crate::rooms::{EmptyCells, SourceReading};

/// Size of the picture of a candidate, in points.
const PICTURE: Vec2 = vec2(56.0, 40.0);
/// Maximum number of candidates shown; the likeliest come first.
const MOST_SHOWN: usize = 100;

/// Asks what is solid. Returns the new reading of the source, if it changed.
pub(super) fn solid_ui(ui: &mut Ui, title: &str, source: &ImportedSource) -> Option<SourceReading> {
    let colors = palette(ui);
    let mut reading = source.reading.clone();
    ui.label(RichText::new(title).color(colors.strong));
    if source.asks_for_solid() {
        let text = "The file does not define this. Select everything that nobody can walk on.";
        ui.add(egui::Label::new(RichText::new(text).small().color(colors.dim)).wrap());
        ui.add_space(4.0);
        for candidate in source.candidates.iter().take(MOST_SHOWN) {
            candidate_ui(ui, candidate, &mut reading);
        }
        ui.add_space(6.0);
    }
    ui.label("Empty cells inside walls are:");
    let choices = [
        (Some(EmptyCells::Floor), "floor", "You can walk on everything that walls enclose"),
        (Some(EmptyCells::Nothing), "nothing", "They are not part of the room"),
        (None, "decide for me", "They are floor, unless the source has its own floor"),
    ];
    ui.horizontal_wrapped(|ui| {
        for (empty, name, tooltip) in choices {
            let button = ui.radio_value(&mut reading.empty, empty, name);
            let is_chosen = reading.empty == empty;
            let label = format!("Empty cells inside walls: {name}");
            button.widget_info(|| info::selected(WidgetType::RadioButton, true, is_chosen, &label));
            button.on_hover_text(tooltip);
        }
    });
    (reading != source.reading).then_some(reading)
}

fn candidate_ui(ui: &mut Ui, candidate: &SolidCandidate, reading: &mut SourceReading) {
    let (rules, name, words) = match &candidate.rule {
        SolidRule::Tiles(name) => (&mut reading.solid, name, name.clone()),
        SolidRule::Layer(name) => (&mut reading.solid_layers, name, format!("everything on \"{name}\"")),
    };
    let mut is_solid = rules.contains(name);
    let label = format!("{}, {}", printable_line(&words), counted(candidate.count, "cell"));
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(PICTURE, Sense::hover());
        let color = name.parse::<Color>().map_or(palette(ui).accent, paint_of);
        paint_example(ui, rect, &candidate.example, color);
        let box_ = ui.checkbox(&mut is_solid, "");
        box_.widget_info(|| info::selected(WidgetType::Checkbox, true, is_solid, format!("Solid: {label}")));
        let name = ui.add(egui::Label::new(&label).wrap().sense(Sense::click()));
        is_solid ^= name.clicked();
        let tooltip = "Select it if nobody can walk on it; in the picture its cells are bright";
        box_.on_hover_text(tooltip);
        name.on_hover_text(tooltip);
    });
    if is_solid && !rules.contains(name) {
        rules.push(name.clone());
    } else if !is_solid {
        rules.retain(|known| known != name);
    }
}

/// Paints the cells of a candidate in a part of the source. If their name is a colour, they have this colour.
fn paint_example(ui: &Ui, rect: egui::Rect, example: &Grid<bool>, color: egui::Color32) {
    let colors = palette(ui);
    let size = example.size();
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    let (picture, side) = fit(&painter, rect.shrink(1.0), size.width, size.height, 8.0);
    painter.rect_filled(picture, 0.0, colors.canvas);
    let mut mesh = Mesh::default();
    for (cell, _) in example.iter().filter(|(_, is_there)| **is_there) {
        let at = picture.min + vec2(cell.x as f32, cell.y as f32) * side;
        mesh.add_colored_rect(egui::Rect::from_min_size(at, Vec2::splat(side)), color);
    }
    painter.add(Shape::mesh(mesh));
}
