//! The list of all numbers of the grammar, with a search: one of them is swept.

use std::sync::Arc;

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::base::printable_line;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::swept_number::{ListNumbers, SweptNumber};
use crate::grammar::Grammar;
use crate::text::SweepNumber;

/// Maximum number of rows that are shown at once.
const MOST_ROWS: usize = 200;
/// Width and height of the list, in points.
const LIST: (f32, f32) = (360.0, 320.0);

/// The numbers of the grammar, and the search among them.
#[derive(Debug, Default)]
pub struct NumberList {
    numbers: Arc<[SweepNumber]>,
    /// Grammar that they were asked for.
    asked: Option<Arc<Grammar>>,
    search: String,
}

impl NumberList {
    /// Returns the number at a path.
    pub fn find(&self, path: &str) -> Option<&SweepNumber> {
        self.numbers.iter().find(|number| number.path == path)
    }

    /// Lists the numbers of a grammar, if it has changed.
    pub fn follow(&mut self, grammar: &Arc<Grammar>, jobs: &mut JobRegistry) {
        if let Some(numbers) = jobs.take::<ListNumbers>() {
            self.numbers = numbers;
        }
        let is_same = self.asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, grammar));
        if !is_same && !jobs.is_busy::<ListNumbers>() {
            self.asked = Some(Arc::clone(grammar));
            jobs.ask::<ListNumbers>(Arc::clone(grammar));
        }
    }

    /// Shows a button that opens the list. Returns the chosen number.
    pub fn button_ui(&mut self, ui: &mut Ui) -> Option<SweptNumber> {
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let button = Button::new(format!("{}  Sweep…", icon::CHART_LINE));
        let (response, inner) = MenuButton::from_button(button).config(stays).ui(ui, |ui| self.list_ui(ui));
        response.widget_info(|| info::labeled(WidgetType::Button, true, "Sweep a number"));
        response.on_hover_text("Shows the metric for several values of a weight, a setting or a variable");
        inner.and_then(|inner| inner.inner)
    }

    fn list_ui(&mut self, ui: &mut Ui) -> Option<SweptNumber> {
        ui.set_width(LIST.0);
        let hint = format!("{}  For example: weight", icon::MAGNIFYING_GLASS);
        let field = TextEdit::singleline(&mut self.search).hint_text(hint).desired_width(f32::INFINITY);
        let response = ui.add(field.margin(egui::vec2(8.0, 4.0)));
        let typed = self.search.clone();
        response.widget_info(|| info::field("Search numbers", &typed, &typed));
        if !ui.memory(|memory| memory.focused().is_some()) {
            response.request_focus();
        }
        let words: Vec<String> = self.search.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let is_found = |number: &&SweepNumber| {
            let path = number.path.to_lowercase();
            words.iter().all(|word| path.contains(word))
        };
        let found: Vec<&SweepNumber> = self.numbers.iter().filter(is_found).collect();
        let mut chosen = None;
        ScrollArea::vertical().max_height(LIST.1).auto_shrink([false, true]).show(ui, |ui| {
            for number in found.iter().take(MOST_ROWS) {
                let value = number.value.map_or_else(|| "formula".to_owned(), |value| value.to_string());
                let path = printable_line(&number.path);
                let row = Button::selectable(false, path.as_ref()).right_text(RichText::new(value).weak());
                let row = ui.add(row.truncate().min_size(egui::vec2(ui.available_width(), 0.0)));
                row.widget_info(|| info::labeled(WidgetType::Button, true, format!("Sweep {path}")));
                if row.clicked() {
                    chosen = Some(SweptNumber::of(number));
                    ui.close();
                }
            }
        });
        let rest = found.len().saturating_sub(MOST_ROWS);
        let text = match (found.is_empty(), rest) {
            (true, _) => "No number has this name".to_owned(),
            (false, 0) => return chosen,
            (false, rest) => format!("Type more to see {rest} others"),
        };
        ui.label(RichText::new(text).size(style::SMALL).color(palette(ui).dim));
        chosen
    }
}
