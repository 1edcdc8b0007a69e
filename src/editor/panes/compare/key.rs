//! Everything that a comparison depends on, to notice changes.

use std::sync::Arc;

use crate::base::Seed;
use crate::difference::LevelAlignment;
use crate::document::Content;
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::level::Level;

/// Everything that a comparison depends on.
#[derive(Clone, Debug)]
pub(super) struct ComparisonKey {
    pub sides: [ComparedSide; 2],
    pub alignment: LevelAlignment,
    pub content: Content,
    pub steps: usize,
    pub seed: Seed,
    pub shown: Option<Arc<Level>>,
}

impl ComparisonKey {
    /// Returns the present state; `None` before the first run.
    pub fn of(
        sides: &[ComparedSide; 2],
        alignment: LevelAlignment,
        context: &PaneContext<'_>,
    ) -> Option<Self> {
        Some(Self {
            sides: sides.clone(),
            alignment,
            content: context.document.content().clone(),
            steps: context.document.steps_done(),
            seed: context.run_view.run.as_ref()?.request.seed,
            shown: context.run_view.shown_level().cloned(),
        })
    }

    /// Returns `true` if both give the same comparison.
    pub fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.content, &other.content);
        self.sides == other.sides
            && self.alignment == other.alignment
            && (self.steps, self.seed) == (other.steps, other.seed)
            && match (&self.shown, &other.shown) {
                (Some(one), Some(two)) => Arc::ptr_eq(one, two),
                (one, two) => one.is_none() && two.is_none(),
            }
            && one.is_same(two)
            && Arc::ptr_eq(&one.pins, &two.pins)
            && Arc::ptr_eq(&one.rolls, &two.rolls)
            && Arc::ptr_eq(&one.values, &two.values)
            && Arc::ptr_eq(&one.previous_layouts, &two.previous_layouts)
    }
}
