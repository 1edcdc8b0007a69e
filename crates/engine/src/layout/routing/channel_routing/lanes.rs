//! Assigns lanes to passages, and tracks of the lanes to their stretches.
//!
//! Input: the gates of all passages. Output: for each passage its lanes and tracks, for each lane its number of
//! tracks. Stretches of different passages on one track do not meet.
//!
//! Along a lane between rows, positions are pairs of a zone and an offset in it:
//!
//! ```text
//! zone    0          1          2          3          4
//!      lane 0    column 0    lane 1    column 1    lane 2
//! ```

use super::pins::ChannelGate;
use super::tracks::{LanePosition, share};
use super::{ChannelGrid, Gates};
use crate::layout::input::problem::LayoutProblem;

/// The lanes along which a passage runs.
pub(super) struct LaneCourse {
    /// The columns of the two places.
    pub columns: [usize; 2],
    /// The lane between rows at either end. Lane n is before row n.
    pub across: [usize; 2],
    /// The lane between columns that connects the two lanes between rows, if they differ.
    pub down: Option<usize>,
}

/// Chooses a course for every passage.
///
/// It takes the least used of the lanes between the columns of its places, or next to their common column.
pub(super) fn courses(problem: &LayoutProblem, board: &ChannelGrid, gates: &Gates) -> Vec<LaneCourse> {
    let mut loads = vec![vec![0_u32; board.rows.len() + 1]; board.columns.len() + 1];
    let course = |(passage, gates): (usize, &[ChannelGate; 2])| {
        let ends = [problem.passages[passage].from, problem.passages[passage].to];
        let across = [0, 1].map(|end| board.positions[ends[end]].1 + usize::from(gates[end].is_below));
        let columns = ends.map(|place| board.positions[place].0);
        if across[0] == across[1] {
            return LaneCourse { columns, across, down: None };
        }
        let (first, last) = (columns[0].min(columns[1]), columns[0].max(columns[1]));
        let span = across[0].min(across[1])..=across[0].max(across[1]);
        let between = if first == last { first..=first + 1 } else { first + 1..=last };
        let load = |lane: &usize| loads[*lane][span.clone()].iter().max().copied();
        let lane = between.min_by_key(load).unwrap_or(first);
        for load in &mut loads[lane][span] {
            *load += 1;
        }
        LaneCourse { columns, across, down: Some(lane) }
    };
    gates.of_passages.iter().enumerate().map(course).collect()
}

/// A stretch along a lane between rows: the passage, its end, and where the stretch begins and ends.
type LanePiece = (usize, usize, (LanePosition, LanePosition));

/// The tracks of all lanes.
pub(super) struct Lanes {
    /// Number of tracks in each lane between columns, and in each lane between rows.
    pub columns: Vec<usize>,
    pub rows: Vec<usize>,
    /// For each passage, its track between columns, and its tracks between rows at either end.
    pub down: Vec<usize>,
    pub across: Vec<[usize; 2]>,
}

impl Lanes {
    pub fn new(board: &ChannelGrid, gates: &Gates, courses: &[LaneCourse]) -> Self {
        let mut lanes = Self {
            columns: vec![0; board.columns.len() + 1],
            rows: vec![0; board.rows.len() + 1],
            down: vec![0; courses.len()],
            across: vec![[0; 2]; courses.len()],
        };
        lanes.share_down(courses);
        lanes.share_across(gates, courses);
        lanes
    }

    fn share_down(&mut self, courses: &[LaneCourse]) {
        for lane in 0..self.columns.len() {
            let users: Vec<usize> =
                (0..courses.len()).filter(|number| courses[*number].down == Some(lane)).collect();
            let stretch = |number: &usize| {
                let [one, other] = courses[*number].across.map(|lane| (lane as i32, 0));
                (one.min(other), one.max(other))
            };
            let (tracks, count) = share(&users.iter().map(stretch).collect::<Vec<_>>());
            self.columns[lane] = count;
            for (number, track) in users.into_iter().zip(tracks) {
                self.down[number] = track;
            }
        }
    }

    fn share_across(&mut self, gates: &Gates, courses: &[LaneCourse]) {
        let mut users: Vec<Vec<LanePiece>> = vec![Vec::new(); self.rows.len()];
        for (number, course) in courses.iter().enumerate() {
            let pins = gates.of_passages[number].each_ref().map(|gate| gate.pin);
            let [from, to] = [0, 1].map(|end| (2 * course.columns[end] as i32 + 1, pins[end]));
            let mut add = |end: usize, one: LanePosition, other: LanePosition| {
                users[course.across[end]].push((number, end, (one.min(other), one.max(other))));
            };
            match course.down {
                None => add(0, from, to),
                Some(lane) => {
                    let track = (2 * lane as i32, self.down[number] as i32);
                    add(0, from, track);
                    add(1, to, track);
                }
            }
        }
        for (lane, users) in users.into_iter().enumerate() {
            let (tracks, count) = share(&users.iter().map(|(.., stretch)| *stretch).collect::<Vec<_>>());
            self.rows[lane] = count;
            for ((number, end, _), track) in users.into_iter().zip(tracks) {
                self.across[number][end] = track;
                if courses[number].down.is_none() {
                    self.across[number] = [track; 2];
                }
            }
        }
    }
}
