//! Puts pieces wall to wall, so that the two places of each doorway have a common wall.
//!
//! - `placing` places one piece after the other. It is fast, finds rows and rings of hundreds of places, and
//!   keeps pieces aligned.
//! - `sides` decides the relations of pieces before any piece has a position. It closes many cycles, keeps
//!   within an area, and can prove that there is no solution.

pub(super) mod placing;
pub(super) mod sides;

use super::piece::{JigsawPiece, Joint, Meeting};
use crate::base::Cell;
use crate::layout::input::problem::LayoutProblem;

/// The pieces and joints to be put together.
pub(super) struct Puzzle<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub pieces: &'a [JigsawPiece],
    pub joints: &'a [Joint],
    /// The joints of each piece.
    joints_of: Vec<Vec<usize>>,
    /// For each piece, the kinds of sockets that its other passages name.
    others: Vec<Vec<Option<&'a str>>>,
    /// The minimum number of cells between two pieces without a common doorway.
    clearance: u32,
    pins: Pins,
}

/// The wanted positions of some pieces in the level.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    /// The pinned pieces with the cells of their middles. The pin that is given up last comes first.
    pub at: Vec<(usize, Cell)>,
    /// The number of cells to keep free at the left and top edges of the level, if pins fix its corner.
    pub margin: Option<i32>,
}

impl<'a> Puzzle<'a> {
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        pieces: &'a [JigsawPiece],
        joints: &'a [Joint],
        others: Vec<Vec<Option<&'a str>>>,
        clearance: u32,
        pins: Pins,
    ) -> Self {
        let mut joints_of = vec![Vec::new(); pieces.len()];
        for (number, joint) in joints.iter().enumerate() {
            for place in joint.places {
                joints_of[place].push(number);
            }
        }
        Self { problem, pieces, joints, joints_of, others, clearance, pins }
    }

    fn pieces_of(&self, joint: &Joint) -> [&'a JigsawPiece; 2] {
        joint.places.map(|place| &self.pieces[place])
    }

    /// Returns the cell of a place at which a joint leaves it, given the doors that meet there.
    fn taken(&self, joint: usize, place: usize, meeting: Meeting) -> Cell {
        let joint = &self.joints[joint];
        meeting.inside(self.pieces_of(joint), usize::from(joint.places[0] != place))
    }
}

/// For each piece, how often it was in the way of a search.
pub(super) type FailureCounts = Vec<u64>;

/// The middles of all pieces, and the doors that meet at each joint.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub middles: Vec<Cell>,
    pub meetings: Vec<Meeting>,
}

/// The result of a search.
pub(super) enum PuzzleResult {
    Solution(Solution),
    /// There is no solution.
    Nothing,
    /// The search was given up at a limit.
    GaveUp,
}
