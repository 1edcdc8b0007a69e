//! The action search: type a few letters of an action, and press Enter.

use egui::{Align2, Context, Id, Key, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::editor::actions::ActionRow;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};

/// Typed text, and the selected result.
#[derive(Clone, Debug, Default)]
pub struct ActionSearch {
    sought: String,
    in_front: usize,
}

/// The result of a frame of the search.
pub enum ActionSearchOutcome {
    /// The search continues.
    Open,
    /// It was closed without an action.
    Closed,
    /// This command was chosen.
    Chosen(Box<Command>),
}

impl ActionSearch {
    /// Shows the search over the window. `places` returns additional rows, which are searched once something
    /// is typed.
    pub fn ui(
        &mut self,
        ctx: &Context,
        rows: &[ActionRow],
        places: impl FnOnce() -> Vec<ActionRow>,
    ) -> ActionSearchOutcome {
        let mut chosen = None;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(10);
        let area =
            egui::Modal::default_area(Id::new("find an action")).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0));
        let modal = egui::Modal::new(Id::new("find an action")).area(area).frame(frame).show(ctx, |ui| {
            ui.set_width(460.0);
            chosen = self.content_ui(ui, rows, places);
        });
        match chosen {
            Some(command) => ActionSearchOutcome::Chosen(Box::new(command)),
            None if modal.should_close() => ActionSearchOutcome::Closed,
            None => ActionSearchOutcome::Open,
        }
    }

    fn content_ui(
        &mut self,
        ui: &mut Ui,
        rows: &[ActionRow],
        places: impl FnOnce() -> Vec<ActionRow>,
    ) -> Option<Command> {
        // Must run before the text field, which would take these keys.
        let (up, down, enter) = ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
            (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter))
        });
        let hint = format!("{}  What would you like to do?", icon::MAGNIFYING_GLASS);
        // It has the focus from the first frame, because letters may arrive in it.
        let id = ui.id().with("sought action");
        ui.memory_mut(|memory| memory.request_focus(id));
        let field = TextEdit::singleline(&mut self.sought).id(id).hint_text(hint);
        let response = ui.add(field.desired_width(f32::INFINITY).margin(vec2(8.0, 6.0)));
        response.widget_info(|| info::field("Find an action", &self.sought, &self.sought));
        if response.changed() {
            self.in_front = 0;
        }
        let places = if self.sought.trim().is_empty() { Vec::new() } else { places() };
        let all = [rows, &places].concat();
        let found = found(&self.sought, &all);
        self.in_front = self.in_front.min(found.len().saturating_sub(1));
        if down {
            self.in_front = (self.in_front + 1).min(found.len().saturating_sub(1));
        }
        if up {
            self.in_front = self.in_front.saturating_sub(1);
        }
        if found.is_empty() {
            ui.add_space(style::GAP);
            ui.label(RichText::new("Nothing is called that").color(palette(ui).dim));
        }
        let clicked = self.list_ui(ui, &found, up || down);
        clicked.or_else(|| found.get(self.in_front).filter(|_| enter).map(|(row, _)| row.command.clone()))
    }

    fn list_ui(&self, ui: &mut Ui, found: &[(&ActionRow, String)], moved: bool) -> Option<Command> {
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().max_height(360.0).min_scrolled_height(360.0).show(ui, |ui| {
            for (position, (row, name)) in found.iter().enumerate() {
                let is_in_front = position == self.in_front;
                let response = row_ui(ui, row, name, is_in_front);
                if is_in_front && moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    clicked = Some(row.command.clone());
                }
            }
        });
        clicked
    }
}

fn row_ui(ui: &mut Ui, row: &ActionRow, name: &str, is_in_front: bool) -> egui::Response {
    let colors = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_in_front, name));
    if is_in_front || response.hovered() {
        let fill = if is_in_front { colors.field_hovered } else { colors.field };
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let inner = rect.shrink2(vec2(10.0, 0.0));
    let color = if is_in_front { colors.strong } else { colors.text };
    ui.painter().text(inner.left_center(), Align2::LEFT_CENTER, name, font(style::BODY), color);
    let keys = row.keys_text(ui.ctx());
    ui.painter().text(inner.right_center(), Align2::RIGHT_CENTER, keys, font(style::SMALL), colors.dim);
    response.on_hover_text(&*row.meaning)
}

/// Returns the available actions that match all typed words. Names that begin with the first word come first,
/// then names with all words, then descriptions.
fn found<'a>(sought: &str, rows: &'a [ActionRow]) -> Vec<(&'a ActionRow, String)> {
    let sought = sought.to_lowercase();
    let words: Vec<&str> = sought.split_whitespace().collect();
    let ready = rows.iter().filter(|row| row.is_ready && !matches!(row.command, Command::FindAction));
    let rated = ready.filter_map(|row| {
        let name = row.full_name();
        let begins = words.first().is_none_or(|word| name.to_lowercase().starts_with(word));
        let rank = match fits(&name, &words) {
            true => u8::from(!begins),
            false => fits(&format!("{name} {}", row.meaning), &words).then_some(2)?,
        };
        Some((rank, row, name))
    });
    let mut rated: Vec<(u8, &ActionRow, String)> = rated.collect();
    rated.sort_by_key(|(rank, ..)| *rank);
    rated.into_iter().map(|(_, row, name)| (row, name)).collect()
}

/// Returns `true` if every word is the beginning of a word of the text.
fn fits(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    words
        .iter()
        .all(|word| text.split(|letter: char| !letter.is_alphanumeric()).any(|part| part.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_the_beginnings_of_their_words() {
        assert!(fits("Roll a new seed", &["se", "ro"]));
        assert!(!fits("Roll a new seed", &["eed"]));
        assert!(fits("Show problems", &[]));
    }
}
