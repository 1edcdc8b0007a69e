//! Finds the two levels, and asks for their comparison when they change.

use std::sync::Arc;

use super::key::ComparisonKey;
use super::view::CompareView;
use crate::base::Seed;
use crate::document::{Content, Document};
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::editor::work::comparer::{CompareJob, CompareLevels, LevelSource};
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::worker::MakeLevel;
use crate::grammar::VariableValues;
use crate::pipeline::Request;

/// Takes a finished comparison, and asks for another one if a level changed. While the level at hand is being
/// made, the last comparison stays.
pub(super) fn update(view: &mut CompareView, context: &mut PaneContext<'_>) {
    if let Some(found) = context.jobs.take::<CompareLevels>() {
        view.found = Some(found);
    }
    if context.jobs.is_busy::<CheckProject>() || context.jobs.is_busy::<MakeLevel>() {
        return;
    }
    let Some(key) = ComparisonKey::of(&view.sides, view.alignment, context) else { return };
    if view.asked.as_ref().is_some_and(|asked| asked.is_same(&key)) {
        return;
    }
    let sources = [0, 1].map(|side| source(&key.sides[side], &key, context));
    match sources {
        [Ok(before), Ok(after)] => {
            let job = CompareJob { sides: [before, after], alignment: key.alignment };
            context.jobs.ask::<CompareLevels>(job);
        }
        [Err(why), _] | [_, Err(why)] => {
            context.jobs.cancel::<CompareLevels>();
            view.found = Some(Err(why));
        }
    }
    view.selected = None;
    view.asked = Some(key);
}

fn source(
    side: &ComparedSide,
    key: &ComparisonKey,
    context: &PaneContext<'_>,
) -> Result<LevelSource, String> {
    let document = context.document;
    match side {
        ComparedSide::Shown => {
            let level = key.shown.clone().map(LevelSource::Made);
            level.ok_or_else(|| context.why_nothing().to_owned())
        }
        ComparedSide::BeforeLastEdit => {
            let steps = key.steps.checked_sub(1);
            let steps = steps.ok_or("Change something, and the level before appears here.")?;
            state(document, steps, key.seed)
        }
        ComparedSide::AfterStep(steps) => state(document, *steps, key.seed),
        ComparedSide::Seed(seed) => Ok(to_make(&key.content, *seed)),
        ComparedSide::Kept(level) => Ok(LevelSource::Made(Arc::clone(level))),
    }
}

fn state(document: &Document, steps: usize, seed: Seed) -> Result<LevelSource, String> {
    let content = document.content_after(steps);
    let content = content.ok_or_else(|| format!("The history has no step {steps} any more."))?;
    Ok(to_make(&content, seed))
}

fn to_make(content: &Content, seed: Seed) -> LevelSource {
    LevelSource::ToMake(Box::new(Request {
        grammar: content.grammar_with(&content.pins, seed),
        rooms: content.rooms.iter().map(|rooms| rooms.set.clone()).collect(),
        seed,
        variables: VariableValues::clone(&content.values),
        rolls: content.rolls.get(&seed).cloned().unwrap_or_default(),
        previous_layout: content.previous_layouts.get(&seed).cloned(),
    }))
}
