//! The results of each step of the recipe in the last run.

use std::collections::BTreeMap;

use crate::base::counted;
use crate::editor::model::measures::Measure;
use crate::editor::model::run_view::RunView;
use crate::editor::panes::stages::{same_words, time_words};
use crate::grammar::{Grammar, RecipeCount, step_labels};
use crate::pipeline::{RunPart, Stage};

/// Results of steps, by label; empty if the last run had another recipe.
#[derive(Debug, Default)]
pub(super) struct LastRun(BTreeMap<String, StepResult>);

/// The result of a step.
#[derive(Debug)]
struct StepResult {
    count: RecipeCount,
    measure: Option<Measure>,
    warnings: usize,
}

impl LastRun {
    /// Collects the results of a run.
    pub fn of(run_view: &RunView, grammar: &Grammar) -> Self {
        let run = run_view.run.as_ref().filter(|run| run.request.grammar.recipe == grammar.recipe);
        let Some((run, derivation)) = run.and_then(|run| Some((run, run.derivation.as_ref()?))) else {
            return Self::default();
        };
        let noticed = run.noticed_by(Stage::Derive);
        let labels = step_labels(&grammar.recipe).into_iter().zip(&derivation.recipe_counts);
        let results = labels.enumerate().map(|(number, (label, count))| {
            let warnings = noticed.iter().filter(|found| found.path.to_string() == count.path).count();
            let measure = run_view.measures.of(RunPart::RecipeStep(number));
            (label, StepResult { count: count.clone(), measure, warnings })
        });
        Self(results.collect())
    }

    /// Returns the short text at the end of the row: "12×  0.4 ms".
    pub fn short(&self, label: &str) -> String {
        let Some(result) = self.0.get(label) else { return String::new() };
        let count = match result.count.runs {
            0 => "not reached".to_owned(),
            _ => format!("{}×", result.count.steps),
        };
        let time = result.measure.map(|measure| format!("  {}", time_words(measure.took)));
        format!("{count}{}", time.unwrap_or_default())
    }

    /// Returns the full text: "Last run: carried out once, 12 rules applied, in 0.4 ms, as before."
    pub fn sentence(&self, label: &str) -> Option<String> {
        let StepResult { count, measure, warnings } = self.0.get(label)?;
        let times = match count.runs {
            0 => return Some("Last run: the derivation did not reach this step.".to_owned()),
            1 => "once".to_owned(),
            runs => format!("{runs} times"),
        };
        let mut parts = vec![
            format!("carried out {times}"),
            format!("{} applied", counted(count.steps as usize, "rule")),
        ];
        let more = [
            (count.skipped, "match", "matches", "skipped"),
            (count.thrown_away, "try", "tries", "undone"),
            (*warnings as u32, "warning", "warnings", "given"),
        ];
        let more = more.into_iter().filter(|(number, ..)| *number > 0);
        parts.extend(more.map(|(number, one, many, done)| {
            format!("{number} {} {done}", if number == 1 { one } else { many })
        }));
        if let Some(measure) = measure {
            parts.push(format!("in {}", time_words(measure.took)));
            parts.extend((!same_words(*measure).is_empty()).then(|| same_words(*measure).to_owned()));
        }
        Some(format!("Last run: {}.", parts.join(", ")))
    }
}
