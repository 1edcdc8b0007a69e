//! Puts pieces together by deciding on which sides of each other they lie.
//!
//! No piece gets a place before all have one. What is decided, one after the other, is on which side of each
//! other two pieces lie: those that a doorway joins with a wall in common, all others apart. Each decision
//! bounds how far the two lie apart, and `distances` knows what follows from all bounds for every other two:
//! where only one side remains for them, they lie there; where none does, the last decision was wrong. So
//! pieces slide until the last decision is made (rectangle packing as a search for relations: Moffitt and
//! Pollack, "Optimal rectangle packing: a meta-CSP approach", 2006).
//! The doorway is decided first that has the fewest sides left for how often it was in the way (Boussemart et
//! al., "Boosting systematic search by weighting constraints", 2004), on that side first where a drawing has
//! it (`guide`). A search that takes long begins anew with what it learned.
//! At the end all are drawn together, set in line where they can be (`tidy`), and get their doors (`doors`).
//! Guaranteed: what is found lies as it should; where nothing can be, and the search says so, nothing is.

mod descent;
mod distances;
mod doors;
mod guide;
mod relations;
mod tidy;

use self::descent::{Descent, DescentResult};
use self::guide::SearchGuide;
use self::relations::Relations;
use super::{FailureCounts, Pins, Puzzle, PuzzleResult, Solution};
use crate::base::{RandomStream, Size};
use crate::layout::budget::doorways::sides::{CHANCES, DECISIONS, DECISIONS_A_PIECE};

/// Puts all pieces together within so much room, if that matters, with no more than so many decisions and so
/// much work, and blames pieces that are in the way.
pub(in super::super) fn put_together(
    puzzle: &Puzzle<'_>,
    room: Option<Size>,
    most_decisions: u64,
    most_steps: u64,
    blame: &mut FailureCounts,
    random: &mut RandomStream,
) -> PuzzleResult {
    let work = &puzzle.problem.work;
    let steps_for_others = work.left().saturating_sub(most_steps);
    let Some(mut relations) = Relations::new(puzzle) else { return PuzzleResult::Nothing };
    let steps = guide::steps(puzzle);
    let mut drawing = Vec::new();
    let mut decisions = 0;
    let mut at_once = DECISIONS + DECISIONS_A_PIECE * puzzle.pieces.len() as u64;
    for number in 0.. {
        let chance = CHANCES[number % CHANCES.len()];
        if number % CHANCES.len() == 0 {
            let before = if number == 0 { guide::as_before(puzzle) } else { None };
            drawing = before.unwrap_or_else(|| guide::drawing(puzzle, &steps, random));
        }
        let guess = SearchGuide { drawing: &drawing, chance };
        let mut descent = Descent::new(puzzle, room, &mut relations, guess, steps_for_others, random);
        let end = descent.run(at_once);
        decisions += descent.decisions;
        match end {
            DescentResult::Solution(solution) => return PuzzleResult::Solution(solution),
            DescentResult::Nothing => {
                relations.add_blame(blame);
                return PuzzleResult::Nothing;
            }
            // Elsewhere there may be doors, but it is not worth to look long.
            DescentResult::NoDoors => decisions += at_once,
            DescentResult::TooLong => {}
        }
        if decisions > most_decisions || work.left() <= steps_for_others {
            break;
        }
        at_once = (at_once + at_once / 10).min(most_decisions);
        relations.forget();
    }
    relations.add_blame(blame);
    PuzzleResult::GaveUp
}
