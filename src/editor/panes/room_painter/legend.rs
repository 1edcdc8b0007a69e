//! The legend next to the picture: tiles to paint with, and the form of each entry.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, CornerRadius, Rect, RichText, Sense, Ui, Vec2, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use super::entry_form;
use super::kinds::kind_words;
use super::open::Open;
use super::view::PainterView;
use crate::base::printable;
use crate::document::{SetChange, free_name};
use crate::editor::canvas::room_picture::entry_name;
use crate::editor::command::Command;
use crate::editor::widgets::explained::explained_ui;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, blend, font, palette};
use crate::reference::ReferenceSubject;
use crate::rooms::{LegendEntry, TileLook};

/// Height of an entry, in points.
const HEIGHT: f32 = 30.0;

/// Shows the legend, or the form of the selected entry.
pub(super) fn legend_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    if view.form {
        let form = |ui: &mut Ui| entry_form::form_ui(ui, view, open, commands);
        return explained_ui(ui, ReferenceSubject::of::<LegendEntry>(), form);
    }
    head_ui(ui, view, open, commands);
    scrolled(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (position, (character, entry)) in open.set.legend.iter().enumerate() {
            entry_ui(ui, view, open, position, *character, entry);
        }
    });
}

fn head_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Tiles").strong().color(palette(ui).strong));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            if icon_button(ui, icon::PAINT_BRUSH_BROAD, "Looks of these tiles", true) {
                commands.push(Command::ShowLooks(open.set_path.to_owned()));
            }
            if icon_button(ui, icon::PENCIL_SIMPLE, "Edit the selected tile", view.character.is_some()) {
                view.form = true;
            }
            if icon_button(ui, icon::PLUS, "Add tile", true)
                && let Some(character) = free_character(open)
            {
                let is_taken = |name: &str| open.set.legend.values().any(|entry| entry_name(entry) == name);
                let look = TileLook { name: free_name("new tile", is_taken), ..TileLook::default() };
                let entry = LegendEntry::Ground(look);
                commands.push(open.change_set(SetChange::AddEntry { character, entry }));
                view.character = Some(character);
                view.form = true;
            }
        });
    });
}

/// Returns the first letter that the legend does not use.
fn free_character(open: &Open<'_>) -> Option<char> {
    let mut letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{24f}');
    letters.find(|letter| !open.set.legend.contains_key(letter))
}

fn entry_ui(
    ui: &mut Ui,
    view: &mut PainterView,
    open: &Open<'_>,
    position: usize,
    character: char,
    entry: &LegendEntry,
) {
    let colors = palette(ui);
    let chosen = view.character == Some(character);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    let name = entry_name(entry);
    let announced = format!("Tile {name} '{character}'");
    response.widget_info(|| info::selected(WidgetType::RadioButton, true, chosen, &announced));
    if chosen {
        ui.painter().rect_filled(rect, 5.0, blend(colors.panel, colors.accent, 0.22));
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 5.0, colors.field.gamma_multiply(0.7));
    }
    let swatch = Rect::from_center_size(pos2(rect.left() + 16.0, rect.center().y), Vec2::splat(20.0));
    ui.painter().rect_filled(swatch.expand(1.0), CornerRadius::same(2), colors.line);
    ui.painter().rect_filled(swatch, CornerRadius::ZERO, colors.canvas);
    open.styles.paint_cell(ui.painter(), swatch, character);
    let left = rect.left() + 33.0;
    let strong = if chosen { colors.strong } else { colors.text };
    let mut text = LayoutJob::simple_singleline(printable(&name).into_owned(), font(12.5), strong);
    text.wrap = TextWrapping::truncate_at_width(rect.right() - 20.0 - left);
    let text = ui.painter().layout_job(text);
    let height = text.size().y;
    ui.painter().galley(pos2(left, rect.center().y - 6.0 - height / 2.0), text, strong);
    let kind = pos2(left, rect.center().y + 7.0);
    ui.painter().text(kind, Align2::LEFT_CENTER, kind_words(entry).0, font(10.0), colors.dim);
    let letter = egui::FontId::new(12.0, egui::FontFamily::Monospace);
    let at = rect.right_center() - vec2(6.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, printable(&character.to_string()), letter, colors.dim);
    if response.double_clicked() {
        view.form = true;
    }
    if response.clicked() {
        view.character = Some(character);
    }
    response.on_hover_ui(|ui| tooltip_ui(ui, entry, position));
}

fn tooltip_ui(ui: &mut Ui, entry: &LegendEntry, position: usize) {
    ui.label(RichText::new(kind_words(entry).1));
    let mut keys = "Double-click to edit it".to_owned();
    if position < 9 {
        keys.push_str(&format!("; key {}", position + 1));
    }
    ui.label(RichText::new(keys).size(style::SMALL).color(palette(ui).dim));
}
