//! Puts pieces wall to wall, so that each doorway has a wall that its two places share.
//!
//! There are two ways. `placing` gives one piece after the other its place: that is quick, finds rows and
//! rings of hundreds of places, and keeps pieces in line. `sides` decides how pieces lie to each other before
//! any has a place: that closes many cycles, keeps within a room, and finds out where there is no way.

pub(super) mod placing;
pub(super) mod sides;

use super::piece::{JigsawPiece, Joint, Meeting};
use crate::base::Cell;
use crate::layout::problem::LayoutProblem;

/// What is to be put together.
pub(super) struct Puzzle<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub pieces: &'a [JigsawPiece],
    pub joints: &'a [Joint],
    /// The joints of each piece.
    joints_of: Vec<Vec<usize>>,
    /// For each piece, the kinds of sockets that its other passages name.
    others: Vec<Vec<Option<&'a str>>>,
    /// How many cells lie at least between two pieces that no doorway joins.
    clearance: u32,
    pins: Pins,
}

/// Where in the level some pieces should lie.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    /// The pieces with the cells of their middles, the one first whose pin is given up last.
    pub at: Vec<(usize, Cell)>,
    /// So many cells of the level are kept free left of all pieces and above them, if that matters.
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

    /// The cell of a place where a joint leaves it by those doors.
    fn taken(&self, joint: usize, place: usize, meeting: Meeting) -> Cell {
        let joint = &self.joints[joint];
        meeting.inside(self.pieces_of(joint), usize::from(joint.places[0] != place))
    }
}

/// How often each piece was in the way of a search.
pub(super) type FailureCounts = Vec<u64>;

/// Where all pieces lie, and which doors meet at each joint.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub middles: Vec<Cell>,
    pub meetings: Vec<Meeting>,
}

/// What came of a search.
pub(super) enum PuzzleResult {
    Solution(Solution),
    /// There is no way.
    Nothing,
    /// It was given up.
    GaveUp,
}
