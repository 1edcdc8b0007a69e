//! Can a piece go there, and which doors meet then?

use super::{Meeting, STEPS_A_SPOT, Search};
use crate::base::Cell;
use crate::layout::doorways::piece::{Joint, opening};

impl Search<'_, '_> {
    /// The ports that meet if a piece goes there; `None` if it cannot.
    pub(super) fn fit(&self, piece: usize, spot: Cell) -> Option<Vec<Meeting>> {
        let puzzle = self.puzzle;
        puzzle.problem.work.spend(STEPS_A_SPOT);
        let ground = self.ground_of(piece, spot);
        let wide = ground.grown(puzzle.clearance);
        for other in self.ground.near(wide) {
            let Some(at) = self.at[other] else { continue };
            let apart = if self.are_joined(piece, other) { ground.grown(1) } else { wide };
            if apart.overlaps(self.ground_of(other, at)) {
                return None;
            }
        }
        let mut meetings: Vec<Meeting> = Vec::new();
        for &number in &puzzle.joints_of[piece] {
            let joint = &puzzle.joints[number];
            if self.at[joint.other(piece)].is_some() {
                let ports = self.meeting(number, (piece, spot), &meetings)?;
                meetings.push((number, ports));
            }
        }
        let ends = |(joint, _): &Meeting| puzzle.joints[*joint].other(piece);
        let touched = std::iter::once(piece).chain(meetings.iter().map(ends));
        touched.into_iter().all(|place| self.has_ports_left(place, &meetings)).then_some(meetings)
    }

    pub(super) fn are_joined(&self, piece: usize, other: usize) -> bool {
        self.puzzle.joints_of[piece].iter().any(|joint| self.puzzle.joints[*joint].other(piece) == other)
    }

    /// The ports nearest to the middle of the wall that two places share, that are still free.
    fn meeting(&self, number: usize, (piece, spot): (usize, Cell), with: &[Meeting]) -> Option<[usize; 2]> {
        let joint = &self.puzzle.joints[number];
        let middle_of = |place: usize| if place == piece { Some(spot) } else { self.at[place] };
        let middles = [middle_of(joint.places[0])?, middle_of(joint.places[1])?];
        let opening_at = |middles: [Cell; 2], joint: &Joint, ports: [usize; 2]| {
            let of = &self.puzzle.pieces[joint.places[0]];
            opening(of, middles[0], &of.doors[ports[0]])
        };
        // Two doorways touch only if they lead into the same place.
        let taken = |other: usize, ports: [usize; 2]| {
            let other = &self.puzzle.joints[other];
            let middles = [middle_of(other.places[0])?, middle_of(other.places[1])?];
            Some(opening_at(middles, other, ports))
        };
        let mut openings: Vec<Cell> =
            with.iter().filter_map(|(other, ports)| taken(*other, *ports)).collect();
        for place in joint.places {
            let others = self.puzzle.joints_of[place].iter();
            openings.extend(others.filter_map(|other| taken(*other, self.meetings[*other]?)));
        }
        let cost = |ports: &[usize; 2]| -> u32 {
            (0..2).map(|end| self.puzzle.pieces[joint.places[end]].doors[ports[end]].cost).sum()
        };
        let is_free = |ports: &&[usize; 2]| {
            let at = opening_at(middles, joint, **ports);
            openings.iter().all(|other| other.x.abs_diff(at.x) > 1 || other.y.abs_diff(at.y) > 1)
        };
        joint.meetings(middles).iter().filter(is_free).min_by_key(|ports| (cost(ports), **ports)).copied()
    }

    /// Do sockets remain for the passages of a place that have none yet?
    fn has_ports_left(&self, place: usize, with: &[Meeting]) -> bool {
        let of_joint = |number: usize, ports: [usize; 2]| {
            let joint = &self.puzzle.joints[number];
            if joint.places[0] == place { ports[0] } else { ports[1] }
        };
        let mut wanted = self.puzzle.others[place].clone();
        let mut taken = Vec::new();
        for &number in &self.puzzle.joints_of[place] {
            let new = with.iter().find(|(other, _)| *other == number).map(|(_, ports)| *ports);
            match new.or(self.meetings[number]) {
                Some(ports) => taken.push(of_joint(number, ports)),
                None => {
                    wanted.push(self.puzzle.problem.passages[self.puzzle.joints[number].passage].socket);
                }
            }
        }
        self.puzzle.pieces[place].has_ports_left(&wanted, taken.into_iter())
    }
}
