//! A group as a jigsaw: its pieces, the joints between them, and a sequence of attempts to assemble it.
//!
//! Input: the group, and the sizes of its places. Output: for each attempt, a method with its limits, and its
//! result. Attempts differ in the method, in the clearance left for other passages, and in the area. One
//! attempt by sides uses the minimum clearance and no area. If it returns `Nothing`, there is no solution.

use super::group::DoorwayGroup;
use super::piece::{JigsawPiece, Joint};
use super::search::placing::{self, PlacementStyle};
use super::search::{FailureCounts, Pins, Puzzle, PuzzleResult, sides};
use crate::base::{Cell, RandomStream, Size};
use crate::layout::budget::classes::MOST_BY_SIDES;
use crate::layout::budget::doorways::jigsaw::{
    CLEARANCES, CLOSER_EFFORT_PERCENT, CLOSER_PERCENT, CLOSER_SPARSE_EFFORT, CLOSER_SPARSE_PERCENT,
    DECISIONS, DECISIONS_A_PIECE, LEAST_BY_SIDES, LEAST_PLACINGS, PROOF_ATTEMPT, PROOF_DECISIONS, ROOMS,
    SPARSE,
};
use crate::layout::drawing::SizedPlace;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::level::PassageForm;

/// A method of assembling pieces.
#[derive(Clone, Copy)]
pub(super) enum JigsawMethod {
    /// One piece after the other.
    Placing(PlacementStyle),
    /// By the sides on which pieces are of each other, within this area if any, with at most this many decisions.
    Sides(Option<Size>, u64),
}

/// A group as pieces and joints.
pub(super) struct Jigsaw<'a> {
    problem: &'a LayoutProblem<'a>,
    group: &'a DoorwayGroup,
    /// The mission reduced to the group.
    part: LayoutProblem<'a>,
    pieces: Vec<JigsawPiece>,
    joints: Vec<Joint>,
    /// For each piece, the kinds of sockets that its passages name, except doorways.
    others: Vec<Vec<Option<&'a str>>>,
    /// The number of steps left for all attempts.
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

    /// Returns the pinned pieces with the cells of their middles. The pin that is given up last comes first.
    pub fn pinned(&self) -> Vec<(usize, Cell)> {
        self.part.pins().into_iter().map(|(place, pin)| (place, pin.at)).collect()
    }

    /// Returns these pins, followed by pieces that should stay where they were.
    ///
    /// Pieces stay if they are more than `steps` doorways from any changed pin. Returns `None` if there are
    /// none, or if the previous positions are not known.
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

    /// Adds pins that must hold. Returns `None` if there are too many pieces for that.
    pub fn with_pins(mut self, pins: Pins) -> Option<Self> {
        self.pins = pins;
        self.is_for_sides().then_some(self)
    }

    /// Returns `true` if passages other than doorways lead through the group or out of it.
    pub fn has_others(&self) -> bool {
        !self.group.leaving.is_empty() || self.joints.len() < self.part.passages.len()
    }

    pub fn puzzle(&self, clearance: u32) -> Puzzle<'_> {
        Puzzle::new(&self.part, &self.pieces, &self.joints, self.others.clone(), clearance, self.pins.clone())
    }

    /// Returns an attempt: its number within its kind, the clearance between pieces without a common doorway,
    /// in cells, and the method.
    ///
    /// `of_each` is the number of attempts of each kind.
    pub fn attempt(&self, attempt: u64, of_each: u64) -> (u64, u32, JigsawMethod) {
        let has_others = self.has_others();
        // Deciding by sides seldom succeeds for groups with other passages if placing does not.
        let is_held = self.is_held();
        let (is_by_sides, number) = match (self.has_pins() || (is_held && attempt < of_each), has_others) {
            // Only decisions by sides can hold pins, or keep previous relations. The latter is only a preference.
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
        // The area must not be too tight, either.
        let tenths = ROOMS[number as usize % ROOMS.len()].filter(|_| !has_others);
        let room = tenths.map(|tenths| self.room(self.filled(clearance) * tenths / 10));
        (number, clearance, JigsawMethod::Sides(room, self.decisions() * (number + 1)))
    }

    /// Returns `true` if a failure of this attempt proves that there is no solution.
    pub fn is_proof(&self, attempt: u64) -> bool {
        self.is_for_sides() && attempt == PROOF_ATTEMPT
    }

    /// Returns a method to assemble it on fewer cells than `cells`, or `None` if that is not tried.
    pub fn closer(&self, cells: u64) -> Option<JigsawMethod> {
        let is_sparse = cells > SPARSE * self.filled(1);
        let (percent, decisions) = if is_sparse {
            (CLOSER_SPARSE_PERCENT, CLOSER_SPARSE_EFFORT * self.decisions())
        } else {
            (CLOSER_PERCENT, self.decisions() * CLOSER_EFFORT_PERCENT / 100)
        };
        let room = self.room(cells * percent / 100);
        (self.is_for_sides() && !self.has_others()).then_some(JigsawMethod::Sides(Some(room), decisions))
    }

    /// Tries to put the pieces wall to wall, with minimum clearance, unlimited area and no other passages.
    pub fn can_lie(&self, decisions: u64, random: &mut RandomStream) -> PuzzleResult {
        let method = match self.is_for_sides() {
            true => JigsawMethod::Sides(None, decisions),
            false => JigsawMethod::Placing(PlacementStyle::Tight),
        };
        self.assemble(&self.puzzle(1), method, &mut vec![0; self.pieces.len()], random)
    }

    pub fn assemble(
        &self,
        puzzle: &Puzzle<'_>,
        method: JigsawMethod,
        failures: &mut FailureCounts,
        random: &mut RandomStream,
    ) -> PuzzleResult {
        match method {
            JigsawMethod::Placing(style) => {
                let found = placing::assemble(puzzle, style, self.steps / LEAST_PLACINGS, failures, random);
                found.map_or(PuzzleResult::GaveUp, PuzzleResult::Solution)
            }
            JigsawMethod::Sides(room, decisions) => {
                sides::assemble(puzzle, room, decisions, self.steps / LEAST_BY_SIDES, failures, random)
            }
        }
    }

    /// Returns `true` if its pieces should keep their relative positions.
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

    /// Returns the number of cells that its pieces fill, including the clearance between them.
    fn filled(&self, clearance: u32) -> u64 {
        let wide = |length: u32| u64::from(length + clearance);
        let sizes = self.pieces.iter().map(|piece| piece.ground.size);
        sizes.map(|size| wide(size.width) * wide(size.height)).sum()
    }

    /// Returns an area of at least `cells` cells. It has the shape of the level if the group is the whole mission.
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

/// Returns for each place the kinds of sockets that its passages name, except doorways.
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
