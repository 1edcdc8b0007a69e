//! Puts pieces together by deciding on which side of each other they lie.
//!
//! - No piece has a position until all decisions are made. Each decision is about two pieces: the side on which
//!   a doorway's places touch, or the direction in which two others are apart.
//! - Each decision bounds the distances of two pieces, and `distances` derives all consequences. If only one
//!   side remains for two pieces, it is taken; if none remains, the last decision was wrong.
//! - Overlapping pieces are decided first, then the doorway with the fewest sides left, relative to how often it
//!   was in the way. A drawing suggests the order of sides (`guide`). A long search starts again with its weights.
//! - In the end, pieces are drawn together and aligned (`tidy`), and get their doors (`doors`).
//! - A solution is always valid. [`PuzzleResult::Nothing`] is returned only if there is none.
//!
//! Sources: rectangle packing as a search for relations (Moffitt and Pollack, "Optimal rectangle packing: a
//! meta-CSP approach", 2006); weights of constraints (Boussemart et al., "Boosting systematic search by
//! weighting constraints", 2004).

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
use crate::layout::budget::doorways::sides::{CHANCES, DECISIONS, DECISIONS_A_PIECE, RESTART_SHARE};

/// Puts all pieces together, within an area if there is one. Counts the pieces that are in the way.
///
/// Gives up after `most_decisions` decisions or `most_steps` steps of work.
pub(in super::super) fn assemble(
    puzzle: &Puzzle<'_>,
    room: Option<Size>,
    most_decisions: u64,
    most_steps: u64,
    failures: &mut FailureCounts,
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
        let guide = SearchGuide { drawing: &drawing, chance };
        let mut descent = Descent::new(puzzle, room, &mut relations, guide, steps_for_others, random);
        let end = descent.run(at_once);
        decisions += descent.decisions;
        match end {
            DescentResult::Solution(solution) => return PuzzleResult::Solution(solution),
            DescentResult::Nothing => {
                relations.add_failures(failures);
                return PuzzleResult::Nothing;
            }
            // Other solutions may have doors, but a long search for them is not worthwhile.
            DescentResult::NoDoors => decisions += at_once,
            DescentResult::TooLong => {}
        }
        if decisions > most_decisions || work.left() <= steps_for_others {
            break;
        }
        at_once = (at_once + at_once / RESTART_SHARE).min(most_decisions);
        relations.forget();
    }
    relations.add_failures(failures);
    PuzzleResult::GaveUp
}
