//! Shows the mission after a step of the recipe instead of the final one. This does not change the project.

use std::sync::Arc;

use super::words::step_words;
use crate::document::{StepPath, step_at, step_label};
use crate::editor::canvas::graph::{GraphDrawing, draw_mission};
use crate::editor::model::run_view::RunView;
use crate::grammar::{Derivation, Grammar, step_with_label};

/// The step of the recipe up to which the mission is shown, if any.
#[derive(Debug, Default)]
pub struct RunTarget {
    path: Option<StepPath>,
    shown: Option<ShownMission>,
}

/// The displayed mission, with its inputs.
#[derive(Debug)]
struct ShownMission {
    path: StepPath,
    base: Arc<Derivation>,
    name: String,
    /// Drawing of the mission; `None` if the step was never carried out.
    drawing: Option<GraphDrawing>,
}

impl RunTarget {
    /// Shows the mission after a step, or the final one if it is already shown.
    pub fn toggle(&mut self, path: &[usize]) {
        self.path = if self.is_at(path) { None } else { Some(path.to_vec()) };
        self.shown = None;
    }

    /// Returns `true` if the mission after this step is shown.
    pub fn is_at(&self, path: &[usize]) -> bool {
        self.path.as_deref() == Some(path)
    }

    /// Shows the final mission again.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Follows the run and the recipe. If the step no longer exists, the final mission is shown.
    pub fn update(&mut self, run_view: &RunView, grammar: &Grammar) {
        let Some(path) = &self.path else { return };
        let label = step_label(path);
        let (Some(step), Some((number, size))) =
            (step_at(&grammar.recipe, path), step_with_label(&grammar.recipe, &label))
        else {
            return self.stop();
        };
        let base = run_view.run.as_ref().and_then(|run| run.derivation.as_ref());
        // Symbols of the mission are indexes into its alphabet.
        let Some(base) = base.filter(|base| *base.alphabet == grammar.alphabet) else { return };
        let is_known = |shown: &ShownMission| shown.path == *path && Arc::ptr_eq(&shown.base, base);
        if self.shown.as_ref().is_some_and(is_known) {
            return;
        }
        let drawing = base.steps_after(number, size).map(|count| {
            let mut derivation = Derivation { mission: base.at_step(count), ..Derivation::clone(base) };
            derivation.steps.truncate(count);
            draw_mission(&derivation, grammar, &run_view.sites())
        });
        let name = match drawing {
            Some(_) => format!("After step {label}: {}", step_words(step, grammar)),
            None => format!("Step {label} does not run with this seed"),
        };
        self.shown = Some(ShownMission { path: path.clone(), base: Arc::clone(base), name, drawing });
    }

    /// Returns the description of the step, and the mission if the step was carried out.
    pub fn shown(&self) -> Option<(&str, Option<&GraphDrawing>)> {
        self.shown.as_ref().map(|shown| (shown.name.as_str(), shown.drawing.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::grammar::testing::{grammar, rule};
    use crate::grammar::{RecipeStep, RuleChoice, Times};
    use crate::pipeline::{Pipeline, Request};

    #[test]
    fn mission_is_shown_as_it_is_after_a_step() {
        let apply = |name: &str, times| {
            RecipeStep::apply(RuleChoice::Named(vec![name.to_owned()]), Times::Exactly(times))
        };
        let held =
            RecipeStep::Block { notes: String::new(), steps: vec![apply("Grow", 2), apply("Grow", 1)] };
        let rules = vec![rule("Grow", "1:A", "1:= 2:B 1-p>2")];
        let grammar = Arc::new(grammar("1:A", rules, vec![apply("Grow", 1), held, apply("Grow", 1)]));
        let request = Request::new(Arc::clone(&grammar), Vec::new(), Seed(1));
        let run_view = RunView::of(Pipeline::default().run(&request));
        let mut run_to = RunTarget::default();
        for (path, nodes) in [(&[0][..], 2), (&[1, 0], 4), (&[1, 1], 5), (&[1], 5), (&[2], 6)] {
            run_to.toggle(path);
            run_to.update(&run_view, &grammar);
            let (_, drawing) = run_to.shown().expect("a step");
            assert_eq!(drawing.expect("it is carried out").nodes.len(), nodes, "{path:?}");
        }
        run_to.toggle(&[2]);
        assert!(run_to.shown().is_none());
    }
}
