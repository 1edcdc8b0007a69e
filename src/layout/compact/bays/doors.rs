//! Which doors the passages of a place use, so that none closes in another.

use std::collections::BTreeMap;

use super::rows::Rows;
use crate::base::{Cell, Direction};
use crate::layout::routes::Port;

/// For ends of passages, each a passage and 0 or 1, the numbers of the ports that they may use.
pub(in crate::layout::compact) type Doors = BTreeMap<(usize, usize), Vec<usize>>;

impl Rows<'_> {
    /// The doors of all places that have ports all around: in the order in which one comes to them from the next place on the curve along the bay to the one before, there are first the passage to the next place, then those to later places, near ones first, those to earlier places, far ones first, and the passage to the place before.
    pub(super) fn doors(&self, ports: &[Vec<Port>], is_open: impl Fn(usize) -> bool) -> Doors {
        let mut doors = Doors::new();
        for (row, faces_down) in self.rows() {
            for at in row.filter(|at| is_open(self.stretches[*at].place)) {
                self.add_doors(at, faces_down, &ports[self.stretches[at].place], &mut doors);
            }
        }
        doors
    }

    fn add_doors(&self, at: usize, faces_down: bool, ports: &[Port], doors: &mut Doors) {
        let stretch = &self.stretches[at];
        let mut around: Vec<usize> = (0..ports.len()).collect();
        around.sort_by_key(|port| way_around(&ports[*port], faces_down));
        // Behind others there is no way.
        around
            .retain(|port| stretch.forward > 0 || (1..4).contains(&way_around(&ports[*port], faces_down).0));
        let passages = &self.problem.places[stretch.place].passages;
        let ends = passages.iter().map(|passage| {
            let ends = &self.problem.passages[*passage];
            let end = usize::from(ends.from != stretch.place);
            ((*passage, end), self.position[ends.other(stretch.place)])
        });
        let (links, mut far): (Vec<_>, Vec<_>) = ends.partition(|(_, other)| other.abs_diff(at) == 1);
        far.sort_by_key(|(end, other)| (*other < at, *other, *end));
        let (next, before): (Vec<_>, Vec<_>) = links.into_iter().partition(|(_, other)| *other > at);
        let Some(most) = around.len().checked_sub(far.len() + before.len()) else { return };
        let front: Vec<usize> =
            (0..around.len()).filter(|port| way_around(&ports[around[*port]], faces_down).0 == 2).collect();
        let middle = front
            .first()
            .zip(front.last())
            .map_or(around.len() / 2, |(first, last)| (first + last).div_ceil(2));
        let first = middle.saturating_sub(far.len() / 2).min(most).max(next.len().min(most));
        let last = first + far.len();
        doors.extend(far.iter().zip(&around[first..last]).map(|((end, _), port)| (*end, vec![*port])));
        doors.extend(next.iter().map(|(end, _)| (*end, around[..first].to_vec())));
        doors.extend(before.iter().map(|(end, _)| (*end, around[last..].to_vec())));
    }
}

/// On which side a port lies and where there, on the way from the middle of the side behind to the next place, to the bay, to the place before and back again.
fn way_around(port: &Port, faces_down: bool) -> (usize, i32) {
    let Cell { x, y } = if faces_down { port.inside } else { Cell::new(-port.inside.x, -port.inside.y) };
    match if faces_down { port.out } else { port.out.opposite() } {
        Direction::North if x <= 0 => (0, -x),
        Direction::West => (1, y),
        Direction::South => (2, x),
        Direction::East => (3, -y),
        Direction::North => (4, -x),
    }
}
