//! The text of a file, scrolled to the line that a problem names.

use std::path::{Path, PathBuf};

use egui::{Align, Align2, Color32, Context, Key, Rect, ScrollArea, Sense, Ui, WidgetType, pos2, vec2};

use crate::base::{Position, Severity, printable, printable_line};
use crate::editor::widgets::info;
use crate::editor::widgets::question::{choice_ui, heading_ui, modal_ui};
use crate::editor::widgets::style::{palette, severity_color};

/// Maximum width and height of the visible text, in points.
const LARGEST: (f32, f32) = (760.0, 420.0);
/// Height of a line, in points.
const LINE: f32 = 17.0;
/// Width of the column of line numbers, in points.
const NUMBERS: f32 = 46.0;

/// A text, and a position in it.
#[derive(Clone, Debug)]
pub struct TextAt {
    file: PathBuf,
    lines: Vec<String>,
    at: Position,
    /// `true` if it was scrolled to the position.
    is_seen: bool,
}

impl TextAt {
    /// Creates the view of a text at a position.
    pub fn new(file: &Path, text: &str, at: Position) -> Self {
        let lines = text.lines().map(|line| printable_line(line).into_owned()).collect();
        Self { file: file.to_owned(), lines, at, is_seen: false }
    }

    /// Shows it. Returns `false` when it should close.
    pub fn ui(&mut self, ctx: &Context) -> bool {
        let room = ctx.content_rect().size();
        let (width, height) = ((room.x - 80.0).min(LARGEST.0), (room.y - 180.0).min(LARGEST.1));
        let mut is_done = false;
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let title = format!("{}, line {}", printable(&name), self.at.line);
        let closed = modal_ui(ctx, "text of a file", width, |ui| {
            heading_ui(ui, &title);
            let path = printable_line(&self.file.display().to_string()).into_owned();
            ui.add(egui::Label::new(&path).truncate());
            ui.add_space(8.0);
            self.lines_ui(ui, height);
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                is_done = choice_ui(ui, "Done", "Returns to the project", true);
                let copy = ui.button("Copy path");
                if copy.on_hover_text("Puts the path of the file on the clipboard").clicked() {
                    ui.ctx().copy_text(self.file.display().to_string());
                }
            });
        });
        !closed && !is_done && !ctx.input(|input| input.key_pressed(Key::Enter))
    }

    fn lines_ui(&mut self, ui: &mut Ui, height: f32) {
        let colors = palette(ui);
        let marked = self.at.line.saturating_sub(1) as usize;
        let mut area = ScrollArea::both().max_height(height).auto_shrink(false);
        if !std::mem::replace(&mut self.is_seen, true) {
            area = area.vertical_scroll_offset((marked as f32 * LINE - height / 2.0).max(0.0));
        }
        let frame = egui::Frame::new().fill(colors.canvas).inner_margin(6);
        frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let font = egui::TextStyle::Monospace.resolve(ui.style());
            area.show_rows(ui, LINE, self.lines.len(), |ui, rows| {
                for (number, line) in self.lines.iter().enumerate().take(rows.end).skip(rows.start) {
                    let galley =
                        ui.painter().layout_no_wrap(line.clone(), font.clone(), Color32::PLACEHOLDER);
                    let width = (NUMBERS + galley.size().x).max(ui.available_width());
                    let (rect, response) = ui.allocate_exact_size(vec2(width, LINE), Sense::hover());
                    let is_marked = number == marked;
                    response.widget_info(|| {
                        let marked = if is_marked { "Marked line" } else { "Line" };
                        info::labeled(WidgetType::Label, true, format!("{marked} {}: {line}", number + 1))
                    });
                    if is_marked {
                        let column = line.chars().take(self.at.column.saturating_sub(1) as usize).count();
                        let cursor = galley.pos_from_cursor(egui::text::CCursor::new(column));
                        mark(ui, rect, cursor.left());
                    }
                    let color = if is_marked { colors.strong } else { colors.dim };
                    let at = pos2(rect.left() + NUMBERS - 12.0, rect.center().y);
                    let number = (number + 1).to_string();
                    ui.painter().text(at, Align2::RIGHT_CENTER, number, font.clone(), color);
                    let corner = pos2(rect.left() + NUMBERS, rect.center().y - galley.size().y / 2.0);
                    ui.painter().galley(corner, galley, if is_marked { colors.strong } else { colors.text });
                }
            });
        });
    }
}

/// Marks a line, and the position in it.
fn mark(ui: &Ui, line: Rect, x: f32) {
    let colors = palette(ui);
    let color = severity_color(colors, Severity::Error);
    ui.painter().rect_filled(line, 3.0, color.gamma_multiply(0.18));
    let x = line.left() + NUMBERS + x;
    ui.painter().vline(x, line.y_range(), egui::Stroke::new(2.0, color));
}
