//! The pieces of a group with what joins them, and how they are put together, one attempt after the other.

use super::group::DoorwayGroup;
use super::piece::{JigsawPiece, Joint};
use super::search::placing::{self, PlacementStyle};
use super::search::{FailureCounts, Pins, Puzzle, PuzzleResult, sides};
use crate::base::{Cell, RandomStream, Size};
use crate::layout::budget::classes::MOST_BY_SIDES;
use crate::layout::budget::doorways::jigsaw::{
    CLEARANCES, DECISIONS, DECISIONS_A_PIECE, LEAST_BY_SIDES, LEAST_PLACINGS, PROOF_ATTEMPT, PROOF_DECISIONS,
    ROOMS, SPARSE,
};
use crate::layout::drawing::SizedPlace;
use crate::layout::outline::ShapeOutline;
use crate::layout::problem::LayoutProblem;
use crate::level::PassageForm;

/// How pieces are put together.
#[derive(Clone, Copy)]
pub(super) enum JigsawMethod {
    /// One after the other.
    Placing(PlacementStyle),
    /// By the sides on which they lie of each other, within a room, if there is one, in no more than so many decisions.
    Sides(Option<Size>, u64),
}

/// A group as pieces.
pub(super) struct Jigsaw<'a> {
    problem: &'a LayoutProblem<'a>,
    group: &'a DoorwayGroup,
    /// The mission of the group alone.
    part: LayoutProblem<'a>,
    pieces: Vec<JigsawPiece>,
    joints: Vec<Joint>,
    /// For each piece, the kinds of sockets that its passages name which are no doorways.
    others: Vec<Vec<Option<&'a str>>>,
    /// The steps that are left for all attempts.
    steps: u64,
    pins: Pins,
}

impl<'a> Jigsaw<'a> {
    pub fn new(problem: &'a LayoutProblem<'a>, sizes: &[SizedPlace], group: &'a DoorwayGroup) -> Self {
        let part = problem.part(&group.places, &group.within);
        let pieces: Vec<JigsawPiece> =
            group.places.iter().map(|place| JigsawPiece::new(&sizes[*place])).collect();
        let passages = 0..part.passages.len();
        let doorways = passages.filter(|passage| part.passages[*passage].form == PassageForm::Doorway);
        let joints = doorways.map(|passage| Joint::new(&part, &pieces, passage)).collect();
        let others = other_kinds(problem, group, &part);
        let (steps, pins) = (problem.work.left(), Pins::default());
        Self { problem, group, part, pieces, joints, others, steps, pins }
    }

    /// The pieces that are pinned, each with the cell of its middle, the one first whose pin is given up last.
    pub fn pinned(&self) -> Vec<(usize, Cell)> {
        self.part.pins().into_iter().map(|(place, pin)| (place, pin.at)).collect()
    }

    /// These pins, and after them pieces that are to stay where they lay: all that lie more doorways than so
    /// many from what is pinned elsewhere than it lay. `None` if there are none, or it is not known where
    /// they lay.
    pub fn pinned_with_others(&self, pinned: &[(usize, Cell)], steps: usize) -> Option<Vec<(usize, Cell)>> {
        let near = self.part.places.iter().map(|place| place.near).collect::<Option<Vec<Cell>>>()?;
        let mut is_near = vec![false; near.len()];
        for (piece, at) in pinned {
            is_near[*piece] = near[*piece] != *at;
        }
        for _ in 0..steps {
            let before = is_near.clone();
            for joint in &self.joints {
                let [one, other] = joint.places;
                is_near[one] |= before[other];
                is_near[other] |= before[one];
            }
        }
        let stays = |piece: &usize| !is_near[*piece] && pinned.iter().all(|(other, _)| other != piece);
        let others: Vec<(usize, Cell)> =
            (0..near.len()).filter(stays).map(|piece| (piece, near[piece])).collect();
        (!others.is_empty()).then(|| [pinned, &others].concat())
    }

    /// The same, with these pins held; `None` if there are too many pieces for that.
    pub fn with_pins(mut self, pins: Pins) -> Option<Self> {
        self.pins = pins;
        self.is_for_sides().then_some(self)
    }

    /// Do other passages lead through it or out of it?
    pub fn has_others(&self) -> bool {
        !self.group.leaving.is_empty() || self.joints.len() < self.part.passages.len()
    }

    pub fn puzzle(&self, clearance: u32) -> Puzzle<'_> {
        Puzzle::new(&self.part, &self.pieces, &self.joints, self.others.clone(), clearance, self.pins.clone())
    }

    /// The number of an attempt of its kind among so many of each kind, how many cells then lie at least
    /// between pieces that no doorway joins, and how these are put together.
    pub fn attempt(&self, attempt: u64, of_each: u64) -> (u64, u32, JigsawMethod) {
        let has_others = self.has_others();
        // What other passages lead out of is seldom put together by sides if not one piece after the other.
        let is_held = self.is_held();
        let (is_by_sides, number) = match (self.has_pins() || (is_held && attempt < of_each), has_others) {
            // Only sides can be decided so that pins hold, or as they were; the latter is a wish.
            (true, _) => (true, attempt),
            (false, true) => (attempt >= of_each && !is_held, attempt % of_each),
            (false, false) => (attempt.is_multiple_of(2), attempt / 2),
        };
        if self.is_proof(attempt) {
            return (number, 1, JigsawMethod::Sides(None, PROOF_DECISIONS));
        }
        let clearance = if has_others { CLEARANCES[number as usize % CLEARANCES.len()] } else { 1 };
        if !is_by_sides || !self.is_for_sides() {
            return (number, clearance, JigsawMethod::Placing(PlacementStyle::of_try(number)));
        }
        // Nor must it be too close.
        let tenths = ROOMS[number as usize % ROOMS.len()].filter(|_| !has_others);
        let room = tenths.map(|tenths| self.room(self.filled(clearance) * tenths / 10));
        (number, clearance, JigsawMethod::Sides(room, self.decisions() * (number + 1)))
    }

    /// Does an attempt that finds nothing show that there is no way?
    pub fn is_proof(&self, attempt: u64) -> bool {
        self.is_for_sides() && attempt == PROOF_ATTEMPT
    }

    /// How it is put together closer than it is, in so many cells; `None` if that is not tried.
    pub fn closer(&self, cells: u64) -> Option<JigsawMethod> {
        let is_sparse = cells > SPARSE * self.filled(1);
        let (percent, decisions) =
            if is_sparse { (70, 6 * self.decisions()) } else { (88, self.decisions() / 2) };
        let room = self.room(cells * percent / 100);
        (self.is_for_sides() && !self.has_others()).then_some(JigsawMethod::Sides(Some(room), decisions))
    }

    /// Can its pieces lie wall to wall, with as little distance and as much room as can be, whatever else
    /// leads out of them? Found out in no more than so many decisions.
    pub fn can_lie(&self, decisions: u64, random: &mut RandomStream) -> PuzzleResult {
        let how = match self.is_for_sides() {
            true => JigsawMethod::Sides(None, decisions),
            false => JigsawMethod::Placing(PlacementStyle::Tight),
        };
        self.put_together(&self.puzzle(1), how, &mut vec![0; self.pieces.len()], random)
    }

    pub fn put_together(
        &self,
        puzzle: &Puzzle<'_>,
        how: JigsawMethod,
        blame: &mut FailureCounts,
        random: &mut RandomStream,
    ) -> PuzzleResult {
        match how {
            JigsawMethod::Placing(manner) => {
                let found = placing::put_together(puzzle, manner, self.steps / LEAST_PLACINGS, blame, random);
                found.map_or(PuzzleResult::GaveUp, PuzzleResult::Solution)
            }
            JigsawMethod::Sides(room, decisions) => {
                sides::put_together(puzzle, room, decisions, self.steps / LEAST_BY_SIDES, blame, random)
            }
        }
    }

    /// Should its pieces lie to each other as they did?
    pub fn is_held(&self) -> bool {
        !self.has_pins() && self.is_for_sides() && self.part.places.iter().all(|place| place.near.is_some())
    }

    fn has_pins(&self) -> bool {
        !self.pins.at.is_empty()
    }

    fn is_for_sides(&self) -> bool {
        self.pieces.len() <= MOST_BY_SIDES
    }

    fn decisions(&self) -> u64 {
        DECISIONS + DECISIONS_A_PIECE * self.pieces.len() as u64
    }

    /// How many cells its pieces fill with the distances between them.
    fn filled(&self, clearance: u32) -> u64 {
        let wide = |length: u32| u64::from(length + clearance);
        let sizes = self.pieces.iter().map(|piece| piece.ground.size);
        sizes.map(|size| wide(size.width) * wide(size.height)).sum()
    }

    /// A room of so many cells or more, and of the shape that the level should have if the group is all there is.
    fn room(&self, cells: u64) -> Size {
        let is_all = self.group.places.len() == self.problem.places.len();
        let percent = if is_all { ShapeOutline::new(self.problem).wide_percent(false) } else { 100 };
        let width = (cells * percent / 100).isqrt().max(1);
        let sizes = || self.pieces.iter().map(|piece| piece.ground.size);
        let widest = sizes().map(|size| size.width).max().unwrap_or_default();
        let highest = sizes().map(|size| size.height).max().unwrap_or_default();
        Size::new((width as u32).max(widest), ((cells / width) as u32).max(highest))
    }
}

/// For each place the kinds of sockets that its passages name which are no doorways.
fn other_kinds<'a>(
    problem: &LayoutProblem<'a>,
    group: &DoorwayGroup,
    part: &LayoutProblem<'a>,
) -> Vec<Vec<Option<&'a str>>> {
    let of_place = |(local, place): (usize, &usize)| {
        let within = part.places[local].passages.iter().map(|passage| &part.passages[*passage]);
        let corridors = within.filter(|passage| passage.form != PassageForm::Doorway);
        let leaving = group.leaving.iter().filter(|(_, from)| from == place);
        corridors
            .map(|passage| passage.socket)
            .chain(leaving.map(|(passage, _)| problem.passages[*passage].socket))
            .collect()
    };
    group.places.iter().enumerate().map(of_place).collect()
}
