//! Chooses the ports that straight passages of a place can use.
//!
//! In: the ports that are taken. Out: those on a side through which a passage can leave, so that all other passages
//! of the place still find suitable ports.

use super::PartialSprawl;
use crate::base::{Cell, Direction};
use crate::layout::drawing::{Port, SizedPlace, ports, usable_ports};
use crate::layout::input::outlets::{are_enough, wanted_kinds};
use crate::layout::input::problem::LayoutProblem;

impl PartialSprawl<'_> {
    /// Returns the ports on a side through which a passage can leave, so that enough remain for the others.
    pub(super) fn free_ports(&self, place: usize, passage: usize, side: Direction) -> Vec<usize> {
        let (all, taken) = (&self.ports[place], self.taken_ports(place));
        let mut wanted = wanted_kinds(self.problem, place);
        let laid = |number: usize| number == passage || self.straight[number].is_some();
        let laid = self.problem.places[place].passages.iter().filter(|number| laid(**number));
        for kind in laid.map(|number| self.problem.passages[*number].socket) {
            if let Some(position) = wanted.iter().position(|wanted| *wanted == kind) {
                wanted.remove(position);
            }
        }
        let on_side =
            usable_ports(all, self.problem.passages[passage].socket).filter(|(_, port)| port.out == side);
        let exits = || all.iter().map(|port| (port.inside, port.kind.as_deref()));
        let is_free = |port: &Port| taken.iter().all(|other| other.manhattan(port.inside) > 1);
        on_side
            .filter(|(_, port)| is_free(port))
            .filter(|(_, port)| are_enough(exits(), &wanted, [&taken[..], &[port.inside]].concat()))
            .map(|(number, _)| number)
            .collect()
    }

    /// Returns the ports through which straight passages leave a place.
    fn taken_ports(&self, place: usize) -> Vec<Cell> {
        let passages = self.problem.places[place].passages.iter();
        let port = |number: &usize| {
            let [from, to] = self.straight[*number]?;
            let port = if self.problem.passages[*number].from == place { from } else { to };
            Some(self.ports[place][port].inside)
        };
        passages.filter_map(port).collect()
    }
}

/// Returns the ports of a place: every cell of its sides. If it has more passages than sides, no two are adjacent, so
/// that none blocks another.
pub(super) fn ports_of(problem: &LayoutProblem, place: usize, sized: &SizedPlace) -> Vec<Port> {
    let passages = problem.places[place].passages.len();
    ports(sized, passages, passages <= Direction::ALL.len())
}
