//! A drawing of the pieces, by which a search guesses on which side of each other they lie.
//!
//! Input: the joints, pins, and previous positions if they are known. Output: a point for each piece. The
//! drawing ignores sizes, so pieces may overlap in it. It only orders the choices of a search.

use std::collections::{BTreeMap, VecDeque};

use super::Puzzle;
use crate::base::{Cell, RandomStream};
use crate::layout::budget::doorways::sides::guide::{ROUNDS, STEPS_A_PAIR};

/// The order in which a search tries sides.
#[derive(Clone, Copy)]
pub(super) struct SearchGuide<'a> {
    pub drawing: &'a [Cell],
    /// Maximum weight of chance against the drawing, in percent.
    pub chance: u64,
}

/// Distance of neighbours in the drawing.
const STEP: i64 = 1024;

/// Weight of the distance between neighbours. For others, it is divided by the square of the number of doorways.
const WEIGHT: i64 = 1 << 20;

/// Returns a drawing in which distances of pieces are proportional to the number of doorways between them.
///
/// Source: Gansner, Koren and North, "Graph drawing by stress majorization", 2004.
pub(super) fn drawing(puzzle: &Puzzle<'_>, steps: &[Vec<i64>], random: &mut RandomStream) -> Vec<Cell> {
    let count = puzzle.pieces.len();
    let extent = STEP as u64 * (count as u64).isqrt().max(1);
    let mut chance = || random.below(extent) as i64;
    let mut at: Vec<(i64, i64)> = (0..count).map(|_| (chance(), chance())).collect();
    let held = held(puzzle);
    held.iter().for_each(|(piece, there)| at[*piece] = *there);
    for _ in 0..ROUNDS + count / 2 {
        puzzle.problem.work.spend((count * count) as u64 * STEPS_A_PAIR);
        for piece in (0..count).filter(|piece| !held.contains_key(piece)) {
            let (here, mut sum, mut all) = (at[piece], (0, 0), 0);
            for (other, steps) in steps[piece].iter().enumerate().filter(|(other, _)| *other != piece) {
                let there = at[other];
                let apart = (here.0 - there.0, here.1 - there.1);
                let length = (apart.0 * apart.0 + apart.1 * apart.1).isqrt().max(1);
                let wanted = |there: i64, apart: i64| there + steps * STEP * apart / length;
                let weight = (WEIGHT / (steps * steps)).max(1);
                sum.0 += weight * wanted(there.0, apart.0);
                sum.1 += weight * wanted(there.1, apart.1);
                all += weight;
            }
            if all > 0 {
                at[piece] = (sum.0 / all, sum.1 / all);
            }
        }
    }
    at.into_iter().map(|(x, y)| Cell::new(x as i32, y as i32)).collect()
}

/// Returns the positions of pinned pieces, scaled to the distances of the drawing.
fn held(puzzle: &Puzzle<'_>) -> BTreeMap<usize, (i64, i64)> {
    let sizes = puzzle.pieces.iter().map(|piece| piece.ground.size);
    let sides: u32 = sizes.map(|size| size.width + size.height + 2).sum();
    let cells = i64::from(sides / (2 * puzzle.pieces.len().max(1)) as u32).max(1);
    let at = |at: Cell| (i64::from(at.x) * STEP / cells, i64::from(at.y) * STEP / cells);
    puzzle.pins.at.iter().map(|(piece, cell)| (*piece, at(*cell))).collect()
}

/// Returns the previous positions of all pieces, but with pins applied; `None` if they are not known.
pub(super) fn as_before(puzzle: &Puzzle<'_>) -> Option<Vec<Cell>> {
    let before = puzzle.problem.places.iter().map(|place| place.near);
    let mut drawing = before.collect::<Option<Vec<Cell>>>()?;
    if let Some((first, cell)) = puzzle.pins.at.first() {
        let moved = drawing[*first] - *cell;
        puzzle.pins.at.iter().for_each(|(piece, at)| drawing[*piece] = *at + moved);
    }
    Some(drawing)
}

/// Returns for each pair of pieces the number of doorways from one to the other.
pub(super) fn steps(puzzle: &Puzzle<'_>) -> Vec<Vec<i64>> {
    (0..puzzle.pieces.len()).map(|piece| steps_from(puzzle, piece)).collect()
}

fn steps_from(puzzle: &Puzzle<'_>, piece: usize) -> Vec<i64> {
    let mut steps = vec![0; puzzle.pieces.len()];
    let mut queue = VecDeque::from([piece]);
    while let Some(here) = queue.pop_front() {
        for joint in &puzzle.joints_of[here] {
            let other = puzzle.joints[*joint].other(here);
            if other != piece && steps[other] == 0 {
                steps[other] = steps[here] + 1;
                queue.push_back(other);
            }
        }
    }
    // Pieces that are not connected are one step apart.
    steps.iter().map(|steps| (*steps).max(1)).collect()
}
