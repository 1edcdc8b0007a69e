//! The recipe pane: its steps as a tree in words, with the form of the selected one in its place.

mod form;
mod kinds;
mod last_run;
mod require;
mod rules;
mod tree;

use std::collections::BTreeSet;

use egui::{RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use self::last_run::LastRun;
use crate::document::{Edit, RecipeEdit, StepPath, path_after_move};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::collect::ProblemList;
use crate::editor::panes::run_to::RunTarget;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::remark_ui;
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{Grammar, RecipeStep};

/// The view of the recipe.
#[derive(Clone, Debug, Default)]
pub struct RecipeView {
    /// Step with an open form in the last frame; a newly opened one is scrolled to.
    followed: Option<StepPath>,
}

/// The requests of a frame.
#[derive(Debug, Default)]
struct RecipeRequests {
    edits: Vec<RecipeEdit>,
    /// Step whose form should be open, if that changes.
    open: Option<Option<StepPath>>,
    /// Step up to which the mission should be shown; the current one turns it off.
    run_to: Option<StepPath>,
}

impl RecipeRequests {
    /// Inserts a step and opens its form.
    fn insert(&mut self, at: StepPath, step: RecipeStep) {
        self.open = Some(Some(at.clone()));
        self.edits.push(RecipeEdit::Insert { at, step: Box::new(step) });
    }

    /// Moves a step; its form stays open.
    fn move_step(&mut self, from: &[usize], to: StepPath) {
        if let Some(path) = path_after_move(from, &to) {
            self.open = Some(Some(path));
            self.edits.push(RecipeEdit::Move { from: from.to_vec(), to });
        }
    }
}

/// The data that the tree reads.
struct Recipe<'a> {
    grammar: &'a Grammar,
    problems: &'a ProblemList,
    open: Option<&'a StepPath>,
    /// Step up to which the mission is shown.
    run_to: &'a RunTarget,
    /// Results of each step in the last run.
    last_run: LastRun,
    /// Labels of the steps related to the last selection.
    related: &'a BTreeSet<String>,
    /// `true` if the form of the selected step was just opened.
    is_new: bool,
}

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut RecipeView, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    scrolled(ui, |ui| {
        margin.show(ui, |ui| {
            let grammar = context.document.authored().clone();
            let mut asked = RecipeRequests::default();
            let open = context.shared.open.step.clone();
            let is_new = view.followed != open;
            let run_to = &context.shared.run_to;
            let last_run = LastRun::of(context.run_view, context.document.grammar());
            let related = &context.shared.related.marks().steps;
            let (problems, open_step) = (context.problems, open.as_ref());
            let recipe =
                Recipe { grammar: &grammar, problems, open: open_step, run_to, last_run, related, is_new };
            let text = "The steps run from top to bottom, from the start graph on.";
            ui.label(RichText::new(text).small().color(palette(ui).dim));
            if grammar.recipe.is_empty() {
                remark_ui(ui, "There are no steps yet, so no rule runs. Add a step that applies rules.");
            }
            recipe.list_ui(ui, &grammar.recipe, &[], &mut asked);
            let edits = asked.edits.into_iter();
            context.commands.extend(edits.map(|edit| Command::Edit(Edit::Recipe(edit))));
            view.followed = open;
            if let Some(step) = asked.run_to {
                context.shared.run_to.toggle(&step);
                context.commands.push(Command::ShowPane(Pane::Mission));
            }
            if let Some(step) = asked.open {
                context.shared.open.step = step;
            }
        });
    });
}

/// Shows a button that adds a step of a chosen kind at a path.
fn add_ui(
    ui: &mut Ui,
    words: &str,
    name: &str,
    at: &[usize],
    grammar: &Grammar,
    asked: &mut RecipeRequests,
) -> egui::Response {
    let text = RichText::new(format!("{}  {words}", icon::PLUS));
    // Buttons of inner lists are less prominent than steps.
    let button = if at.len() > 1 {
        egui::Button::new(text.small().color(palette(ui).dim)).frame_when_inactive(false)
    } else {
        egui::Button::new(text)
    };
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        for step in kinds::new_steps(grammar) {
            let (words, tooltip) = (kinds::words(&step), kinds::tooltip(&step));
            let added = if step.rules().is_some() {
                // A step without rules would have no effect.
                let menu = ui.menu_button(words, |ui| rules::menu_ui(ui, step, grammar));
                menu.response.widget_info(|| info::labeled(WidgetType::Button, true, words));
                menu.response.on_hover_text(tooltip);
                menu.inner.flatten()
            } else {
                ui.button(words).on_hover_text(tooltip).clicked().then_some(step)
            };
            if let Some(step) = added {
                asked.insert(at.to_vec(), step);
                ui.close();
            }
        }
    });
    response.widget_info(|| info::labeled(WidgetType::Button, true, name));
    response.on_hover_text(name)
}
