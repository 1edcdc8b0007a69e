//! Checks whether a piece fits at a spot, and which doors meet then.
//!
//! A piece fits if it keeps its distance from all placed pieces and has a free door to each placed neighbour.
//! Enough sockets must remain for all other passages.

use super::{Doors, PlacementSearch};
use crate::base::Cell;
use crate::layout::budget::doorways::placing::STEPS_A_SPOT;
use crate::layout::strategies::doorways::piece::{Meeting, openings_touch};

impl PlacementSearch<'_, '_> {
    /// Returns the doors that meet if a piece is placed at a spot, or `None` if it does not fit.
    pub(super) fn fit(&self, piece: usize, spot: Cell) -> Option<Vec<Doors>> {
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
        let mut meetings: Vec<Doors> = Vec::new();
        for &number in &puzzle.joints_of[piece] {
            let joint = &puzzle.joints[number];
            if self.at[joint.other(piece)].is_some() {
                let meeting = self.meeting(number, (piece, spot), &meetings)?;
                meetings.push((number, meeting));
            }
        }
        let ends = |(joint, _): &Doors| puzzle.joints[*joint].other(piece);
        let touched = std::iter::once(piece).chain(meetings.iter().map(ends));
        touched.into_iter().all(|place| self.has_ports_left(place, &meetings)).then_some(meetings)
    }

    pub(super) fn are_joined(&self, piece: usize, other: usize) -> bool {
        self.puzzle.joints_of[piece].iter().any(|joint| self.puzzle.joints[*joint].other(piece) == other)
    }

    /// Returns the free doors closest to the middle of the wall that two places share.
    fn meeting(&self, number: usize, (piece, spot): (usize, Cell), with: &[Doors]) -> Option<Meeting> {
        let joint = &self.puzzle.joints[number];
        let middle_of = |place: usize| if place == piece { Some(spot) } else { self.at[place] };
        let middles = [middle_of(joint.places[0])?, middle_of(joint.places[1])?];
        // Two doorways can only touch if they lead into the same place.
        let taken = |other: usize, meeting: Meeting| {
            let first = self.puzzle.joints[other].places[0];
            Some(meeting.opening(&self.puzzle.pieces[first], middle_of(first)?))
        };
        let mut openings: Vec<Cell> =
            with.iter().filter_map(|(other, meeting)| taken(*other, *meeting)).collect();
        for place in joint.places {
            let others = self.puzzle.joints_of[place].iter();
            openings.extend(others.filter_map(|other| taken(*other, self.meetings[*other]?)));
        }
        let pieces = self.puzzle.pieces_of(joint);
        let is_free = |meeting: &Meeting| {
            let at = meeting.opening(pieces[0], middles[0]);
            !openings.iter().any(|other| openings_touch(*other, at))
        };
        let free = joint.meetings(middles).filter(is_free);
        free.min_by_key(|meeting| (meeting.cost(pieces), *meeting))
    }

    /// Returns `true` if sockets remain for the passages of a place without a door.
    fn has_ports_left(&self, place: usize, with: &[Doors]) -> bool {
        if !self.puzzle.pieces[place].has_sockets() {
            return true;
        }
        let mut wanted = self.puzzle.others[place].clone();
        let mut taken = Vec::new();
        for &number in &self.puzzle.joints_of[place] {
            let new = with.iter().find(|(other, _)| *other == number).map(|(_, meeting)| *meeting);
            match new.or(self.meetings[number]) {
                Some(meeting) => taken.push(self.puzzle.taken(number, place, meeting)),
                None => {
                    wanted.push(self.puzzle.problem.passages[self.puzzle.joints[number].passage].socket);
                }
            }
        }
        self.puzzle.pieces[place].has_ports_left(&wanted, taken)
    }
}
