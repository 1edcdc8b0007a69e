//! The bar above the canvases: the name of the rule, the previous and next one, and the style of display.

use egui::{Button, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::document::{Edit, Location, RulesEdit, new_rule};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::words::NAME_OF_RULE;
use crate::editor::widgets::fields::{title_field, write_in};
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::grammar::{Grammar, Rule};

/// Shows the bar.
pub(super) fn head_ui(
    ui: &mut Ui,
    is_one_picture: &mut bool,
    context: &mut PaneContext<'_>,
    position: usize,
) {
    let colors = palette(ui);
    let grammar = context.document.grammar().clone();
    let mut steps = Vec::new();
    let frame = egui::Frame::new().fill(colors.canvas).inner_margin(egui::Margin::symmetric(8, 4));
    frame.show(ui, |ui| {
        egui::Sides::new().shrink_left().truncate().show(
            ui,
            |ui| which_ui(ui, &mut steps, &grammar, position),
            |ui| {
                if ui
                    .button(format!("{}  Add rule", icon::PLUS))
                    .on_hover_text("Adds a rule behind this one")
                    .clicked()
                {
                    add(context, &grammar, position);
                    write_in(ui.ctx(), NAME_OF_RULE.to_owned());
                }
                if let Some(rule) = grammar.rules.get(position) {
                    switches_ui(ui, is_one_picture, context.commands, rule, position);
                }
            },
        );
    });
    context.commands.extend(steps);
}

fn which_ui(ui: &mut Ui, commands: &mut Vec<Command>, grammar: &Grammar, position: usize) {
    let count = grammar.rules.len();
    if count == 0 {
        return;
    }
    if icon_button(ui, icon::CARET_LEFT, "Previous rule", position > 0) {
        commands.push(Command::GoTo(Location::Rule(position.saturating_sub(1))));
    }
    if icon_button(ui, icon::CARET_RIGHT, "Next rule", position + 1 < count) {
        commands.push(Command::GoTo(Location::Rule(position + 1)));
    }
    if let Some(rule) = grammar.rules.get(position) {
        let is_taken = |name: &str| grammar.rules.iter().any(|other| other.name == name);
        let renamed = ui.push_id(position, |ui| title_field(ui, NAME_OF_RULE, &rule.name, is_taken)).inner;
        commands.extend(renamed.map(|to| {
            let edit = RulesEdit::Rename { rule: position, name: rule.name.clone(), to };
            Command::Edit(Edit::Rules(edit))
        }));
    }
}

fn switches_ui(
    ui: &mut Ui,
    is_one_picture: &mut bool,
    commands: &mut Vec<Command>,
    rule: &Rule,
    position: usize,
) {
    let picture = Button::selectable(*is_one_picture, icon::INTERSECT)
        .min_size(crate::editor::widgets::style::ICON_BUTTON);
    let response = ui.add(picture);
    response.widget_info(|| info::selected(WidgetType::Button, true, *is_one_picture, "One picture"));
    if response.on_hover_text("One picture: the whole rule as one graph, to look at").clicked() {
        *is_one_picture = !*is_one_picture;
    }
    if !rule.enabled {
        let button = ui.button("Off").on_hover_text("The rule is turned off. Click to turn it on");
        if button.clicked() {
            let edit = RulesEdit::Enable { rule: position, name: rule.name.clone(), enabled: true };
            commands.push(Command::Edit(Edit::Rules(edit)));
        }
    }
}

/// Adds a rule and opens it.
fn add(context: &mut PaneContext<'_>, grammar: &Grammar, position: usize) {
    let at = (position + 1).min(grammar.rules.len());
    let rule = Box::new(new_rule(grammar));
    context.commands.push(Command::Edit(Edit::Rules(RulesEdit::Insert { at, rule })));
    context.commands.push(Command::GoTo(Location::Rule(at)));
}
