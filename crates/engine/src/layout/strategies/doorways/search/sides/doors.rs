//! Chooses the doors that meet, once all pieces have their positions.
//!
//! Every joint takes the door closest to the middle of its wall. If one finds none, it chooses first in the
//! next round. This is greedy: it can fail although doors exist.

use super::Puzzle;
use crate::base::Cell;
use crate::layout::strategies::doorways::piece::{Joint, Meeting, openings_touch};

/// Returns the doors of all joints, each as close to the middle of its wall as possible.
///
/// Doorways of one place do not touch, and enough sockets are left. Returns `None` if no such doors are found.
pub(super) fn doors(puzzle: &Puzzle<'_>, middles: &[Cell]) -> Option<Vec<Meeting>> {
    let choices: Vec<Vec<Meeting>> =
        puzzle.joints.iter().map(|joint| by_cost(puzzle, joint, middles)).collect();
    let mut order: Vec<usize> = (0..choices.len()).collect();
    order.sort_by_key(|joint| choices[*joint].len());
    // A joint without a door chooses first in the next round.
    for _ in 0..=choices.len() {
        match in_order(puzzle, middles, &choices, &order) {
            Ok(meetings) => return have_ports_left(puzzle, &meetings).then_some(meetings),
            Err(without) => {
                order.retain(|joint| *joint != without);
                order.insert(0, without);
            }
        }
    }
    None
}

fn by_cost(puzzle: &Puzzle<'_>, joint: &Joint, middles: &[Cell]) -> Vec<Meeting> {
    let pieces = puzzle.pieces_of(joint);
    let meetings = joint.meetings(joint.places.map(|place| middles[place]));
    let mut rated: Vec<(u32, Meeting)> = meetings.map(|meeting| (meeting.cost(pieces), meeting)).collect();
    rated.sort_unstable();
    rated.into_iter().map(|(_, meeting)| meeting).collect()
}

/// Lets each joint take its best free door. Returns a joint without one as an error.
fn in_order(
    puzzle: &Puzzle<'_>,
    middles: &[Cell],
    choices: &[Vec<Meeting>],
    order: &[usize],
) -> Result<Vec<Meeting>, usize> {
    let mut chosen: Vec<Option<(Meeting, Cell)>> = vec![None; choices.len()];
    for &number in order {
        let joint = &puzzle.joints[number];
        let opening =
            |meeting: &Meeting| meeting.opening(puzzle.pieces_of(joint)[0], middles[joint.places[0]]);
        let others = joint.places.into_iter().flat_map(|place| &puzzle.joints_of[place]);
        let taken: Vec<Cell> = others.filter_map(|other| Some(chosen[*other]?.1)).collect();
        // Doorways of one place must not touch.
        let is_free = |at: Cell| !taken.iter().any(|other| openings_touch(*other, at));
        let mut opened = choices[number].iter().map(|meeting| (*meeting, opening(meeting)));
        chosen[number] = Some(opened.find(|(_, at)| is_free(*at)).ok_or(number)?);
    }
    chosen
        .into_iter()
        .enumerate()
        .map(|(number, choice)| choice.map(|(meeting, _)| meeting).ok_or(number))
        .collect()
}

/// Returns `true` if sockets remain for all other passages.
fn have_ports_left(puzzle: &Puzzle<'_>, meetings: &[Meeting]) -> bool {
    (0..puzzle.pieces.len()).all(|place| {
        let taken = puzzle.joints_of[place].iter().map(|joint| puzzle.taken(*joint, place, meetings[*joint]));
        puzzle.pieces[place].has_ports_left(&puzzle.others[place], taken.collect())
    })
}
