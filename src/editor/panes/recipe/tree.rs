//! The tree of steps: one row per step, which can be clicked, dragged, and moved by buttons.

use egui::{Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::{Recipe, RecipeRequests, add_ui, form, kinds};
use crate::base::{printable_line, printable_text};
use crate::document::{Location, RecipeEdit, StepPath, step_at, step_label};
use crate::editor::panes::problems::of_form::form_problems_ui;
use crate::editor::panes::rules::DraggedRule;
use crate::editor::panes::words::step_words;
use crate::editor::widgets::dragging::{drag, drop_on};
use crate::editor::widgets::formulas::spelled;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{
    FoldRow, bring_into_view, form_frame, icon_button, related_mark, remark_ui,
};
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{RecipeStep, RuleChoice, Times};

/// Indentation of nested steps, in points.
const INDENT: f32 = 14.0;

/// A step being dragged.
#[derive(Clone, Debug)]
struct DraggedStep(StepPath);

impl Recipe<'_> {
    /// Shows a list of steps, and a button to add one at its end. `within` is the path of the containing step
    /// or block.
    pub(super) fn list_ui(
        &self,
        ui: &mut Ui,
        steps: &[RecipeStep],
        within: &[usize],
        asked: &mut RecipeRequests,
    ) {
        for (position, step) in steps.iter().enumerate() {
            let path = [within, &[position]].concat();
            ui.push_id(position, |ui| self.step_ui(ui, step, &path, steps.len(), asked));
        }
        let end = [within, &[steps.len()]].concat();
        let name = if within.is_empty() {
            "Add step".to_owned()
        } else {
            format!("Add step in {}", step_label(within))
        };
        let words = if within.is_empty() { "Add step" } else { "Step" };
        let button = add_ui(ui, words, &name, &end, self.grammar, asked);
        if let Some(dropped) = drop_on::<DraggedStep>(ui, button.rect, button.id) {
            asked.move_step(&dropped.what.0, end);
        } else if let Some((step, _)) = self.dropped_rule(ui, &button) {
            asked.insert(end, step);
        }
    }

    fn step_ui(
        &self,
        ui: &mut Ui,
        step: &RecipeStep,
        path: &[usize],
        count: usize,
        asked: &mut RecipeRequests,
    ) {
        let is_open = self.open.is_some_and(|open| open == path);
        self.row_ui(ui, step, path, is_open, asked);
        if is_open {
            form_frame(ui).show(ui, |ui| {
                form_problems_ui(ui, self.problems, &Location::Step(path.to_vec()));
                self.buttons_ui(ui, path, count, asked);
                if let Some(sentence) = self.last_run.sentence(&step_label(path)) {
                    remark_ui(ui, &sentence);
                }
                let changed = form::form_ui(ui, path, step, self.grammar);
                asked.edits.extend(changed.map(|(what, step)| RecipeEdit::Set {
                    at: path.to_vec(),
                    what,
                    step: Box::new(step),
                }));
            });
        }
        match step {
            RecipeStep::Choose(blocks) => {
                for (number, block) in blocks.iter().enumerate() {
                    self.indented(ui, |ui| {
                        let notes = if block.notes.is_empty() { "" } else { ": " };
                        let weight = spelled(block.weight.to_string());
                        let text = format!(
                            "Block {}, weight {weight}{notes}{}",
                            number + 1,
                            printable_line(&block.notes)
                        );
                        let color = palette(ui).dim;
                        ui.add(egui::Label::new(egui::RichText::new(text).small().color(color)).wrap());
                        let within = [path, &[number]].concat();
                        ui.push_id(("block", number), |ui| self.list_ui(ui, &block.steps, &within, asked));
                    });
                }
            }
            _ => {
                for steps in step.lists() {
                    self.indented(ui, |ui| self.list_ui(ui, steps, path, asked));
                }
            }
        }
    }

    /// Returns a step for a rule that was dropped on a row, and `true` if it goes after that row.
    fn dropped_rule(&self, ui: &Ui, row: &egui::Response) -> Option<(RecipeStep, bool)> {
        let dropped = drop_on::<DraggedRule>(ui, row.rect, row.id.with("rule"))?;
        let rule = self.grammar.rules.get(dropped.what.0)?;
        let rules = RuleChoice::Named(vec![rule.name.clone()]);
        Some((RecipeStep::apply(rules, Times::Exactly(1)), dropped.is_behind))
    }

    /// Shows indented content, with a line on the left that groups it.
    fn indented(&self, ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
        let left = ui.cursor().left() + INDENT / 2.0;
        let top = ui.cursor().top();
        ui.horizontal(|ui| {
            ui.add_space(INDENT);
            ui.vertical(content);
        });
        let line = egui::Stroke::new(1.0, palette(ui).line);
        ui.painter().vline(left, top..=ui.cursor().top() - style::GAP, line);
    }

    /// Shows the row of a step: its number, kind and description.
    fn row_ui(
        &self,
        ui: &mut Ui,
        step: &RecipeStep,
        path: &[usize],
        is_open: bool,
        asked: &mut RecipeRequests,
    ) {
        let (words, label) = (step_words(step, self.grammar), step_label(path));
        let name = format!("Step {label}: {words}");
        let icon = kinds::icon(step);
        let result = self.last_run.short(&label);
        let row = FoldRow { icon, words: &words, result: &result, name: &name, is_open, is_dim: false };
        let response = row.ui(ui);
        drag(&response, &DraggedStep(path.to_vec()));
        if let Some(dropped) = drop_on::<DraggedStep>(ui, response.rect, response.id) {
            let mut to = path.to_vec();
            if let Some(last) = to.last_mut() {
                *last += usize::from(dropped.is_behind);
            }
            asked.move_step(&dropped.what.0, to);
        }
        if let Some((new, is_behind)) = self.dropped_rule(ui, &response) {
            let mut at = path.to_vec();
            if let Some(last) = at.last_mut() {
                *last += usize::from(is_behind);
            }
            asked.insert(at, new);
        }
        if self.related.contains(&label) {
            related_mark(ui, response.rect, &format!("step {label}"));
        }
        if response.clicked() {
            asked.open = Some((!is_open).then(|| path.to_vec()));
        }
        if is_open && self.is_new {
            bring_into_view(ui, response.rect);
        }
        let notes = step.notes().filter(|notes| !notes.is_empty());
        let notes = notes.map(|notes| printable_text(notes).into_owned());
        let lines: Vec<String> = notes.into_iter().chain(self.last_run.sentence(&label)).collect();
        if !lines.is_empty() {
            response.on_hover_text(lines.join("\n"));
        }
    }

    /// Shows the buttons for a step as a whole. `count` is the number of steps in its list.
    fn buttons_ui(&self, ui: &mut Ui, path: &[usize], count: usize, asked: &mut RecipeRequests) {
        let Some((position, within)) = path.split_last() else { return };
        let label = step_label(path);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let beside = |position: usize| [within, &[position]].concat();
            let run =
                egui::Button::selectable(self.run_to.is_at(path), format!("{}  Run to here", icon::PLAY));
            let run = ui.add(run);
            run.widget_info(|| {
                info::selected(WidgetType::Button, true, self.run_to.is_at(path), "Run to here")
            });
            if run.on_hover_text("Shows the mission as it is after this step").clicked() {
                asked.run_to = Some(path.to_vec());
            }
            if icon_button(ui, icon::ARROW_UP, &format!("Move step {label} up"), *position > 0) {
                asked.move_step(path, beside(position.saturating_sub(1)));
            }
            if icon_button(ui, icon::ARROW_DOWN, &format!("Move step {label} down"), position + 1 < count) {
                asked.move_step(path, beside(position + 2));
            }
            let into = self.end_of_step_before(path);
            let words = format!("Move step {label} into the step above");
            if icon_button(ui, icon::ARROW_BEND_DOWN_RIGHT, &words, into.is_some())
                && let Some(into) = into
            {
                asked.move_step(path, into);
            }
            let out = self.behind_holder(path);
            let words = format!("Move step {label} out of the step around it");
            if icon_button(ui, icon::ARROW_BEND_UP_LEFT, &words, out.is_some())
                && let Some(out) = out
            {
                asked.move_step(path, out);
            }
            if icon_button(ui, icon::COPY, &format!("Duplicate step {label}"), true) {
                asked.edits.push(RecipeEdit::Duplicate(path.to_vec()));
                asked.open = Some(Some(beside(position + 1)));
            }
            if icon_button(ui, icon::TRASH, &format!("Delete step {label}"), true) {
                asked.edits.push(RecipeEdit::Remove(path.to_vec()));
                asked.open = Some(None);
            }
        });
    }

    /// Returns the end of the previous step's list, if that step can contain steps.
    fn end_of_step_before(&self, path: &[usize]) -> Option<StepPath> {
        let (position, within) = path.split_last()?;
        let before = [within, &[position.checked_sub(1)?]].concat();
        let step = step_at(&self.grammar.recipe, &before)?;
        let lists = step.lists();
        let end = lists.last()?.len();
        Some(match step {
            RecipeStep::Choose(_) => [&before[..], &[lists.len() - 1, end]].concat(),
            _ => [&before[..], &[end]].concat(),
        })
    }

    /// Returns the position directly after the step that contains this one, if there is one.
    fn behind_holder(&self, path: &[usize]) -> Option<StepPath> {
        let holder = |length: usize| path.get(..length).filter(|path| !path.is_empty());
        let direct = holder(path.len().checked_sub(1)?)?;
        // The path of a block leads to no step; its choice is one level up.
        let holder = match step_at(&self.grammar.recipe, direct) {
            Some(_) => direct,
            None => holder(path.len().checked_sub(2)?)?,
        };
        let (position, within) = holder.split_last()?;
        Some([within, &[position + 1]].concat())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::editor::panes::problems::collect::ProblemList;
    use crate::editor::panes::recipe::kinds::block;
    use crate::editor::panes::recipe::last_run::LastRun;
    use crate::editor::panes::run_to::RunTarget;
    use crate::editor::work::disk;
    use crate::grammar::Grammar;

    #[test]
    fn steps_go_into_and_out_of_others() {
        let apply = || RecipeStep::apply(RuleChoice::All, Times::default());
        let held = |steps| RecipeStep::Block { notes: String::new(), steps };
        let choice = RecipeStep::Choose(vec![block(vec![]), block(vec![apply()])]);
        let mut grammar = Grammar::clone(disk::first_example().grammar());
        grammar.recipe = vec![held(vec![apply()]), apply(), choice, apply()];
        let run_to = RunTarget::default();
        let last_run = LastRun::default();
        let related = &BTreeSet::new();
        let (problems, run_to) = (&ProblemList::default(), &run_to);
        let recipe =
            Recipe { grammar: &grammar, problems, open: None, run_to, last_run, related, is_new: false };
        assert_eq!(recipe.end_of_step_before(&[1]), Some(vec![0, 1]));
        assert_eq!(recipe.end_of_step_before(&[3]), Some(vec![2, 1, 1]));
        assert_eq!(recipe.end_of_step_before(&[0]), None);
        assert_eq!(recipe.end_of_step_before(&[2]), None);
        assert_eq!(recipe.behind_holder(&[0, 0]), Some(vec![1]));
        assert_eq!(recipe.behind_holder(&[2, 1, 0]), Some(vec![3]));
        assert_eq!(recipe.behind_holder(&[1]), None);
    }
}
