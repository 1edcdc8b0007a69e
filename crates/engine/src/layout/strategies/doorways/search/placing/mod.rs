//! Puts pieces together one after the other.
//!
//! The next piece is the one that closes a cycle soonest. It is placed where it touches all of its placed
//! neighbours; spots that keep the whole compact are tried first. Every piece that could come next keeps a free
//! spot. If one has none left, the search goes back to the last piece close to it and places that elsewhere.
//! Pieces that fail often come earlier in the next search.
//!
//! Sources: forward checking (Haralick and Elliott, 1980); backjumping (Prosser, 1993).

mod ahead;
mod fit;
mod ground;
mod order;
mod regular;

use std::cmp::Reverse;

use self::ground::PieceIndex;
use super::{FailureCounts, Puzzle, Solution};
use crate::base::{Cell, RandomStream, Rect};
use crate::layout::budget::doorways::placing::{PATIENCE, PATIENCE_A_PIECE, PLACING};
use crate::layout::strategies::doorways::piece::Meeting;

/// The spots that a search prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum PlacementStyle {
    /// Spots that keep pieces close together, and aligned with their neighbours or offset by half a side.
    Regular,
    /// Spots that keep pieces close together.
    Tight,
    /// Spots that keep pieces close together, but with room around pieces that have several neighbours to come.
    Roomy,
    /// Spots close to the middle of all pieces.
    Round,
    /// Random spots.
    Any,
}

impl PlacementStyle {
    /// Returns the style of a try.
    pub fn of_try(number: u64) -> Self {
        match number % 5 {
            0 => Self::Regular,
            1 => Self::Tight,
            2 => Self::Roomy,
            3 => Self::Round,
            _ => Self::Any,
        }
    }
}

/// Puts all pieces together in at most this many steps.
///
/// Returns `None` if it finds no solution, and counts the pieces that failed.
pub(in super::super) fn assemble(
    puzzle: &Puzzle<'_>,
    style: PlacementStyle,
    most_steps: u64,
    failures: &mut FailureCounts,
    random: &mut RandomStream,
) -> Option<Solution> {
    let mut search = PlacementSearch::new(puzzle, style, most_steps, random);
    let first = match style {
        PlacementStyle::Regular | PlacementStyle::Tight | PlacementStyle::Roomy | PlacementStyle::Round => (0
            ..puzzle.pieces.len())
            .max_by_key(|piece| (failures[*piece], puzzle.joints_of[*piece].len(), Reverse(*piece)))?,
        PlacementStyle::Any => search.random.below(puzzle.pieces.len() as u64) as usize,
    };
    search.place(first, Cell::new(0, 0), Vec::new());
    let is_found = search.look_ahead(first).is_ok() && search.run(failures);
    is_found.then(|| Solution {
        middles: search.at.iter().map(|at| at.unwrap_or_default()).collect(),
        meetings: search.meetings.into_iter().flatten().collect(),
    })
}

/// A piece to be placed, and the spots for it.
struct PlacementLevel {
    piece: usize,
    spots: Vec<Cell>,
    next: usize,
}

/// A joint, by index, and the doors that meet at it.
type Doors = (usize, Meeting);

struct PlacementSearch<'a, 'p> {
    puzzle: &'a Puzzle<'p>,
    style: PlacementStyle,
    at: Vec<Option<Cell>>,
    /// For each joint, the doors that meet.
    meetings: Vec<Option<Meeting>>,
    /// For each unplaced piece with a placed neighbour, a spot for it.
    spares: Vec<Option<Cell>>,
    /// For each joint whose two pieces are unplaced but have placed neighbours, spots for both.
    closings: Vec<Option<[Cell; 2]>>,
    ground: PieceIndex,
    /// The sum of the middles of all placed pieces, and their number.
    sum: (i64, i64),
    count: usize,
    /// The work that it leaves to others.
    steps_for_others: u64,
    random: &'a mut RandomStream,
}

impl<'a, 'p> PlacementSearch<'a, 'p> {
    fn new(
        puzzle: &'a Puzzle<'p>,
        style: PlacementStyle,
        most_steps: u64,
        random: &'a mut RandomStream,
    ) -> Self {
        let count = puzzle.pieces.len();
        Self {
            steps_for_others: puzzle.problem.work.left().saturating_sub(most_steps),
            puzzle,
            style,
            at: vec![None; count],
            meetings: vec![None; puzzle.joints.len()],
            spares: vec![None; count],
            closings: vec![None; puzzle.joints.len()],
            ground: PieceIndex::default(),
            sum: (0, 0),
            count: 0,
            random,
        }
    }

    /// Places all remaining pieces. Returns `true` if it succeeds.
    fn run(&mut self, failures: &mut FailureCounts) -> bool {
        let mut patience = PATIENCE + PATIENCE_A_PIECE * self.at.len();
        let mut levels: Vec<PlacementLevel> = Vec::new();
        while self.count < self.at.len() {
            let Some(piece) = self.next(failures) else { return false };
            let spots = self.spots(piece);
            levels.push(PlacementLevel { piece, spots, next: 0 });
            loop {
                if patience == 0 || self.puzzle.problem.work.left() <= self.steps_for_others {
                    return false;
                }
                let Some(level) = levels.last_mut() else { return false };
                let piece = level.piece;
                let Some(&spot) = level.spots.get(level.next) else {
                    failures[piece] += 1;
                    levels.pop();
                    if !self.go_back(&mut levels, piece) {
                        return false;
                    }
                    continue;
                };
                level.next += 1;
                let Some(meetings) = self.fit(piece, spot) else { continue };
                patience -= 1;
                self.place(piece, spot, meetings);
                match self.look_ahead(piece) {
                    Ok(()) => {
                        patience = patience.saturating_sub(PLACING);
                        break;
                    }
                    Err(without_spot) => {
                        failures[without_spot] += 1;
                        self.take_back(piece);
                    }
                }
            }
        }
        true
    }

    /// Takes back pieces up to the last one close to where `piece` should go. Returns `false` if there is none.
    fn go_back(&mut self, levels: &mut Vec<PlacementLevel>, piece: usize) -> bool {
        let own = self.puzzle.pieces[piece].ground.size;
        let reach = own.width.max(own.height) + 2 * self.puzzle.clearance + 1;
        let near: Vec<Rect> =
            self.placed_neighbours(piece).map(|(other, at)| self.ground_of(other, at).grown(reach)).collect();
        while let Some(level) = levels.last() {
            let last = level.piece;
            let Some(at) = self.at[last] else { return true };
            let ground = self.ground_of(last, at);
            self.take_back(last);
            if near.iter().any(|rect| rect.overlaps(ground)) {
                return true;
            }
            levels.pop();
        }
        false
    }

    fn ground_of(&self, piece: usize, at: Cell) -> Rect {
        let ground = self.puzzle.pieces[piece].ground;
        Rect::new(ground.min + at, ground.size)
    }

    /// Returns the placed neighbours of a piece, some more than once.
    fn placed_neighbours(&self, piece: usize) -> impl Iterator<Item = (usize, Cell)> + use<'_, 'a, 'p> {
        self.puzzle.joints_of[piece].iter().filter_map(move |joint| {
            let other = self.puzzle.joints[*joint].other(piece);
            Some((other, self.at[other]?))
        })
    }

    fn place(&mut self, piece: usize, at: Cell, meetings: Vec<Doors>) {
        self.at[piece] = Some(at);
        self.count += 1;
        self.sum = (self.sum.0 + i64::from(at.x), self.sum.1 + i64::from(at.y));
        self.ground.add(piece, self.ground_of(piece, at));
        for (joint, doors) in meetings {
            self.meetings[joint] = Some(doors);
        }
    }

    fn take_back(&mut self, piece: usize) {
        let Some(at) = self.at[piece].take() else { return };
        self.count -= 1;
        self.sum = (self.sum.0 - i64::from(at.x), self.sum.1 - i64::from(at.y));
        self.ground.remove(piece, self.ground_of(piece, at));
        for joint in &self.puzzle.joints_of[piece] {
            self.meetings[*joint] = None;
        }
        self.spares[piece] = Some(at);
    }
}
