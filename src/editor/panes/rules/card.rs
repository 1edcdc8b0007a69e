//! The card of a rule: on or off, its name, its picture, and its settings.

use egui::collapsing_header::CollapsingState;
use egui::{RichText, Sense, Stroke, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::details::details_ui;
use super::pictures::RulePictures;
use super::{DraggedRule, RuleCard};
use crate::base::printable_text;
use crate::document::Location;
use crate::document::{RecipeEdit, RulesEdit};
use crate::editor::canvas::graph::draw_rule;
use crate::editor::canvas::rule_picture::RulePicture;
use crate::editor::command::Command;
use crate::editor::widgets::dragging::{drag, drop_on, new_position};
use crate::editor::widgets::fields::title_field;
use crate::editor::widgets::formulas::spelled;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::form_frame;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{RecipeStep, Rule, RuleChoice, Times};

/// Maximum number of nodes and edges drawn on a card. More could hardly be distinguished.
const MOST_DRAWN: usize = 150;

/// Opacity of a disabled rule.
const OFF_OPACITY: f32 = 0.42;

impl RuleCard<'_> {
    /// Shows the card. Returns the requested commands.
    pub(super) fn ui(&self, ui: &mut Ui, pictures: &mut RulePictures) -> Vec<Command> {
        let mut commands = Vec::new();
        let colors = palette(ui);
        let line = if self.is_selected { colors.accent } else { colors.bar };
        let card = egui::Frame::new().fill(colors.bar).corner_radius(6).inner_margin(10);
        let framed = card.stroke(Stroke::new(1.0, line)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            commands.extend(self.head_ui(ui));
            // The details contain the notes too.
            let is_open = self.details_state(ui).is_open();
            ui.scope(|ui| {
                if !self.rule.enabled {
                    ui.set_opacity(OFF_OPACITY);
                }
                self.facts_ui(ui);
                commands.extend(self.picture_ui(ui, pictures));
                if !self.rule.notes.is_empty() && !is_open {
                    ui.label(RichText::new(printable_text(&self.rule.notes)).color(colors.text));
                }
            });
            commands.extend(self.details_ui(ui));
        });
        commands.extend(self.dropped(ui, framed.response.rect));
        commands
    }

    /// Returns the command that moves a dropped rule before or after this one.
    pub(super) fn dropped(&self, ui: &Ui, rect: egui::Rect) -> Option<Command> {
        if !self.is_in_order {
            return None;
        }
        let id = ui.id().with(("card", self.position));
        let dropped = drop_on::<DraggedRule>(ui, rect, id)?;
        let DraggedRule(from) = dropped.what;
        let name = self.grammar.rules.get(from).map_or_else(String::new, |rule| rule.name.clone());
        let to = new_position(from, self.position, dropped.is_behind);
        Some(edit(RulesEdit::Move { rule: from, name, to }))
    }

    fn name(&self) -> String {
        self.rule.name.clone()
    }

    /// Shows the handle, switch and name, and at the right end the number of applications and a menu.
    fn head_ui(&self, ui: &mut Ui) -> Option<Command> {
        let (position, name) = (self.position, &self.rule.name);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (rect, handle) = ui.allocate_exact_size(vec2(14.0, style::ROW_HEIGHT), Sense::drag());
            let color = if handle.hovered() { palette(ui).text } else { palette(ui).dim };
            let middle = egui::Align2::CENTER_CENTER;
            ui.painter().text(rect.center(), middle, icon::DOTS_SIX_VERTICAL, style::font(14.0), color);
            handle.widget_info(|| info::labeled(WidgetType::Other, true, format!("Drag {name}")));
            drag(&handle, &DraggedRule(position));
            handle
                .on_hover_text("Drag to another place, or into the recipe")
                .on_hover_cursor(egui::CursorIcon::Grab);
            let mut asked = self.switch_ui(ui);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                asked = self.more_ui(ui).or(asked.take());
                self.count_ui(ui);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let is_taken = |other: &str| self.grammar.rules.iter().any(|rule| rule.name == other);
                    if let Some(to) =
                        title_field(ui, &format!("Name of rule {}", position + 1), name, is_taken)
                    {
                        asked = Some(edit(RulesEdit::Rename { rule: position, name: self.name(), to }));
                    }
                });
            });
            asked
        })
        .inner
    }

    /// Shows the switch that enables the rule.
    pub(super) fn switch_ui(&self, ui: &mut Ui) -> Option<Command> {
        let mut enabled = self.rule.enabled;
        let switch = ui.checkbox(&mut enabled, "");
        let words = format!("{} may run", self.rule.name);
        switch.widget_info(|| info::selected(WidgetType::Checkbox, true, self.rule.enabled, &words));
        switch.on_hover_text("May it run?");
        let set = RulesEdit::Enable { rule: self.position, name: self.name(), enabled };
        (enabled != self.rule.enabled).then(|| edit(set))
    }

    pub(super) fn more_ui(&self, ui: &mut Ui) -> Option<Command> {
        let (rule, name) = (self.position, &self.rule.name);
        let mut asked = None;
        let menu = ui.menu_button(icon::DOTS_THREE, |ui| {
            let mut item = |ui: &mut Ui, words: &str, is_possible: bool, command: Command| {
                if ui.add_enabled(is_possible, egui::Button::new(words)).clicked() {
                    asked = Some(command);
                    ui.close();
                }
            };
            item(ui, "Draw on it", true, Command::GoTo(Location::Rule(rule)));
            item(ui, "Add to recipe", true, self.add_to_recipe());
            item(ui, "Duplicate", true, edit(RulesEdit::Duplicate { rule, name: self.name() }));
            let to = rule.saturating_sub(1);
            item(ui, "Move up", rule > 0, edit(RulesEdit::Move { rule, name: self.name(), to }));
            let is_last = rule + 1 >= self.grammar.rules.len();
            item(ui, "Move down", !is_last, edit(RulesEdit::Move { rule, name: self.name(), to: rule + 1 }));
            item(ui, "Delete", true, edit(RulesEdit::Remove { rule, name: self.name() }));
        });
        let words = format!("More for {name}");
        menu.response.widget_info(|| info::labeled(WidgetType::Button, true, &words));
        menu.response.on_hover_text("Duplicate, move, delete");
        asked
    }

    /// Returns the command that adds a step to the recipe that applies the rule once.
    fn add_to_recipe(&self) -> Command {
        let step = Box::new(RecipeStep::apply(RuleChoice::Named(vec![self.name()]), Times::Exactly(1)));
        let at = vec![self.grammar.recipe.len()];
        Command::Edit(crate::document::Edit::Recipe(RecipeEdit::Insert { at, step }))
    }

    /// Describes the number of applications in the displayed level.
    pub(super) fn count_words(&self) -> String {
        match self.count {
            _ if !self.rule.enabled => "off".to_owned(),
            None => String::new(),
            Some(0) => "not applied".to_owned(),
            Some(1) => "applied once".to_owned(),
            Some(count) => format!("applied {count}×"),
        }
    }

    fn count_ui(&self, ui: &mut Ui) {
        let colors = palette(ui);
        let color = match self.count {
            _ if !self.rule.enabled => colors.strong,
            None | Some(0) => colors.dim,
            Some(_) => colors.text,
        };
        let state = self.count_words();
        let label = ui.label(RichText::new(state).small().color(color));
        label.on_hover_text("In the level that is shown");
    }

    /// Shows the facts of the rule: "Weight 2 · at most 3 times · grow · 41 in the last 20 levels".
    fn facts_ui(&self, ui: &mut Ui) {
        let facts = facts(self.rule).into_iter().chain(self.lately.clone());
        let text = facts.collect::<Vec<_>>().join("  ·  ");
        ui.label(RichText::new(text).small().color(palette(ui).dim));
    }

    fn picture_ui(&self, ui: &mut Ui, pictures: &mut RulePictures) -> Option<Command> {
        let size = size_of(self.rule);
        if size > MOST_DRAWN {
            let text = format!("{size} nodes and edges: too many for a small picture");
            let opened = ui.link(text).on_hover_text("Opens the rule to draw on it").clicked();
            return opened.then_some(Command::GoTo(Location::Rule(self.position)));
        }
        let width = ui.available_width();
        let picture = pictures.get(self.position, width, || {
            let weights: Vec<u32> = self.rule.alternatives().map(|side| side.weight).collect();
            RulePicture::new(ui, draw_rule(self.rule, &self.grammar.alphabet), &weights, width)
        });
        let size = vec2(width, picture.height() + style::GAP);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let words = format!("Picture of {}", self.rule.name);
        response.widget_info(|| info::labeled(WidgetType::Image, true, &words));
        if ui.is_rect_visible(rect) {
            picture.paint(ui, rect);
        }
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        response.clicked().then_some(Command::GoTo(Location::Rule(self.position)))
    }

    fn details_state(&self, ui: &Ui) -> CollapsingState {
        let id = ui.make_persistent_id(("details", self.position));
        CollapsingState::load_with_default_open(ui.ctx(), id, false)
    }

    fn details_ui(&self, ui: &mut Ui) -> Vec<Command> {
        let mut state = self.details_state(ui);
        let caret = if state.is_open() { icon::CARET_DOWN } else { icon::CARET_RIGHT };
        let text = RichText::new(format!("{caret}  Details")).small().color(palette(ui).dim);
        let head = ui.add(egui::Button::new(text).frame(false));
        let words = format!("Details of {}", self.rule.name);
        let is_open = state.is_open();
        head.widget_info(|| info::selected(WidgetType::CollapsingHeader, true, is_open, &words));
        if head.clicked() {
            state.toggle(ui);
        }
        let body = state.show_body_unindented(ui, |ui| {
            let frame = form_frame(ui).fill(palette(ui).panel);
            frame.show(ui, |ui| details_ui(ui, self.rule)).inner
        });
        let changed = body.map(|body| body.inner).unwrap_or_default().into_iter();
        changed
            .map(|setting| edit(RulesEdit::Set { rule: self.position, name: self.name(), setting }))
            .collect()
    }
}

fn edit(edit: RulesEdit) -> Command {
    Command::Edit(crate::document::Edit::Rules(edit))
}

fn facts(rule: &Rule) -> Vec<String> {
    let mut facts = vec![spelled(format!("Weight {}", rule.weight))];
    facts.extend(rule.limit.map(|limit| match limit {
        1 => "at most once".to_owned(),
        limit => spelled(format!("at most {limit} times")),
    }));
    if !rule.tags.is_empty() {
        facts.push(rule.tags.join(", "));
    }
    facts
}

/// Returns the number of nodes and edges on all sides of a rule.
fn size_of(rule: &Rule) -> usize {
    let patterns = std::iter::once(&rule.lhs).chain(&rule.forbid);
    let sought: usize = patterns.map(|pattern| pattern.nodes.len() + pattern.edges.len()).sum();
    let made: usize = rule.alternatives().map(|side| side.nodes.len() + side.edges.len()).sum();
    sought + made
}
