//! Puts pieces together one after the other.
//!
//! The next piece is the one that closes a cycle soonest; it goes to one of the places at which it touches
//! all its neighbours that are there already, those first that keep the whole compact.
//! Each piece that could come next keeps a place where it could go. Where one has none left, the last piece
//! near it is taken back and goes elsewhere (forward checking and backjumping, Haralick and Elliott 1980;
//! Prosser 1993); pieces that fail often come earlier in the next search.

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
use crate::layout::doorways::piece::Meeting;

/// What a search prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum PlacementStyle {
    /// Pieces that lie close together, and in line with their neighbours or half a side off.
    Regular,
    /// Pieces that lie close together.
    Tight,
    /// The same, but those apart that have several neighbours to come.
    Roomy,
    /// Pieces near the middle of all.
    Round,
    /// Nothing.
    Any,
}

impl PlacementStyle {
    /// The manner of a try.
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

/// Puts all pieces together in so many steps; `None` if it finds no way, and then blames pieces for it.
pub(in super::super) fn put_together(
    puzzle: &Puzzle<'_>,
    manner: PlacementStyle,
    most_steps: u64,
    blame: &mut FailureCounts,
    random: &mut RandomStream,
) -> Option<Solution> {
    let mut search = PlacementSearch::new(puzzle, manner, most_steps, random);
    let first = match manner {
        PlacementStyle::Regular | PlacementStyle::Tight | PlacementStyle::Roomy | PlacementStyle::Round => (0
            ..puzzle.pieces.len())
            .max_by_key(|piece| (blame[*piece], puzzle.joints_of[*piece].len(), Reverse(*piece)))?,
        PlacementStyle::Any => search.random.below(puzzle.pieces.len() as u64) as usize,
    };
    search.place(first, Cell::new(0, 0), Vec::new());
    let is_found = search.look_ahead(first).is_ok() && search.run(blame);
    is_found.then(|| Solution {
        middles: search.at.iter().map(|at| at.unwrap_or_default()).collect(),
        meetings: search.meetings.into_iter().flatten().collect(),
    })
}

/// A piece that is placed, or to be placed, and where else it can go.
struct PlacementLevel {
    piece: usize,
    spots: Vec<Cell>,
    next: usize,
}

/// A joint with the doors that meet at it.
type Doors = (usize, Meeting);

struct PlacementSearch<'a, 'p> {
    puzzle: &'a Puzzle<'p>,
    manner: PlacementStyle,
    at: Vec<Option<Cell>>,
    /// For each joint the doors that meet.
    meetings: Vec<Option<Meeting>>,
    /// Where each piece could go that is not placed, but one of whose neighbours is.
    spares: Vec<Option<Cell>>,
    /// For each joint whose pieces are not placed, but neighbours of both, where the two could go.
    closings: Vec<Option<[Cell; 2]>>,
    ground: PieceIndex,
    /// The sum of the middles that are placed, and how many there are.
    sum: (i64, i64),
    count: usize,
    /// The work that it leaves.
    steps_for_others: u64,
    random: &'a mut RandomStream,
}

impl<'a, 'p> PlacementSearch<'a, 'p> {
    fn new(
        puzzle: &'a Puzzle<'p>,
        manner: PlacementStyle,
        most_steps: u64,
        random: &'a mut RandomStream,
    ) -> Self {
        let count = puzzle.pieces.len();
        Self {
            steps_for_others: puzzle.problem.work.left().saturating_sub(most_steps),
            puzzle,
            manner,
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

    /// Places all that is left. Says if it could.
    fn run(&mut self, blame: &mut FailureCounts) -> bool {
        let mut patience = PATIENCE + PATIENCE_A_PIECE * self.at.len();
        let mut levels: Vec<PlacementLevel> = Vec::new();
        while self.count < self.at.len() {
            let Some(piece) = self.next(blame) else { return false };
            let spots = self.spots(piece);
            levels.push(PlacementLevel { piece, spots, next: 0 });
            loop {
                if patience == 0 || self.puzzle.problem.work.left() <= self.steps_for_others {
                    return false;
                }
                let Some(level) = levels.last_mut() else { return false };
                let piece = level.piece;
                let Some(&spot) = level.spots.get(level.next) else {
                    blame[piece] += 1;
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
                        blame[without_spot] += 1;
                        self.take_back(piece);
                    }
                }
            }
        }
        true
    }

    /// Takes pieces back up to the last one that lies near where a piece should go. Says if there is one.
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

    /// The neighbours of a piece that are placed; some more than once.
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
