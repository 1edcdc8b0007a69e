//! Bridges: cells where one passage goes under another.
//!
//! ```text
//!    u          u
//!  ooBoo      ooB      o: the upper passage, which owns the bridge cells B
//!    u        ooBoo    u: the lower passage
//!               Boo
//!               u
//! ```
//!
//! Seen from a bridge cell, straight on over further bridge cells of the same two passages, there is a cell of the lower passage on two opposite sides, and on each of the other two sides a cell of the upper one or wall.
//! A row of bridge cells under which the lower passage goes has the upper passage on both of its flanks, be it at one cell.
//! One walks under it from one end to the other and cannot turn.
//!
//! Under `EightWay` movement a lone bridge cell lets a walker step past its corner from one passage to the other: that is a leak (P2).
//! A row of three, of which only the middle one has the upper passage on its flanks, has no such corner.

use std::collections::BTreeMap;

use super::names;
use crate::base::{Cell, Direction, Grid, with_capital};
use crate::level::{Break, Bridge, Level, OwnedBy, PassageForm, PassageId};

/// A bridge that is as it should be.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The id of the passage to which the cell belongs.
    pub(super) over: PassageId,
    /// The id of the passage below.
    pub(super) under: PassageId,
    /// The two directions in which one leaves it below.
    pub(super) under_steps: [Direction; 2],
}

impl Crossing {
    /// Does a walker under the other bridge come under this one next?
    pub(super) fn goes_on_from(&self, other: &Self) -> bool {
        (self.over, self.under, self.under_steps) == (other.over, other.under, other.under_steps)
    }
}

const DOWN: [Direction; 2] = [Direction::North, Direction::South];
const ACROSS: [Direction; 2] = [Direction::East, Direction::West];

/// The bridges that are as they should be, and what is wrong with the others.
pub(super) fn read_crossings(level: &Level, walkable: &Grid<bool>) -> (BTreeMap<Cell, Crossing>, Vec<Break>) {
    let mut reader = Reader { level, walkable, bridges: BTreeMap::new(), breaks: Vec::new() };
    for bridge in &level.bridges {
        if reader.bridges.insert(bridge.at, bridge).is_some() {
            reader.complain(bridge, "is recorded more than once");
        }
    }
    let mut crossings = BTreeMap::new();
    for bridge in reader.bridges.values().copied().collect::<Vec<_>>() {
        match reader.crossing(bridge) {
            Ok(crossing) => {
                crossings.insert(bridge.at, crossing);
            }
            Err(complaint) => reader.complain(bridge, &complaint),
        }
    }
    (crossings, reader.breaks)
}

struct Reader<'a> {
    level: &'a Level,
    walkable: &'a Grid<bool>,
    bridges: BTreeMap<Cell, &'a Bridge>,
    breaks: Vec<Break>,
}

/// What lies where a straight line of bridge cells ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Over,
    Under,
    Wall,
    Other,
}

impl Reader<'_> {
    fn complain(&mut self, bridge: &Bridge, what: &str) {
        let message = with_capital(&format!("the bridge at {} {what}.", names::cell(bridge.at)));
        self.breaks.push(Break { message, at: Some(bridge.at) });
    }

    fn crossing(&self, bridge: &Bridge) -> Result<Crossing, String> {
        self.check_cell(bridge)?;
        let [north, east, south, west] = Direction::ALL.map(|direction| self.end(bridge, direction));
        let goes_down = (north, south) == (End::Under, End::Under);
        let goes_across = (east, west) == (End::Under, End::Under);
        let (under_steps, flanks) = match (goes_down, goes_across) {
            (true, false) => (DOWN, [east, west]),
            (false, true) => (ACROSS, [north, south]),
            _ => {
                let under = names::passage(self.level, bridge.under);
                return Err(format!("does not have {under} on exactly two opposite sides"));
            }
        };
        let is_flanked = flanks.iter().all(|end| matches!(end, End::Over | End::Wall))
            && flank_directions(under_steps)
                .iter()
                .all(|side| self.row_has_flank(bridge, under_steps, *side));
        if is_flanked {
            Ok(Crossing { over: bridge.over, under: bridge.under, under_steps })
        } else {
            let over = names::passage(self.level, bridge.over);
            Err(format!("does not have {over} on the two other sides"))
        }
    }

    fn check_cell(&self, bridge: &Bridge) -> Result<(), String> {
        if self.walkable.get(bridge.at) != Some(&true) {
            return Err("lies where one cannot walk".to_owned());
        }
        if self.level.owner(bridge.at).who() != OwnedBy::Passage(bridge.over) {
            return Err(format!("does not belong to {}", names::passage(self.level, bridge.over)));
        }
        if bridge.over == bridge.under {
            return Err("leads a passage over itself".to_owned());
        }
        for id in [bridge.over, bridge.under] {
            if self.level.passage(id).is_none_or(|passage| passage.kind != PassageForm::Corridor) {
                return Err(format!("needs a corridor, and {} is none", names::passage(self.level, id)));
            }
        }
        Ok(())
    }

    /// What comes after the bridge cells of the same two passages, straight on.
    fn end(&self, bridge: &Bridge, direction: Direction) -> End {
        let mut cell = bridge.at.step(direction);
        while self.is_fellow(bridge, cell) {
            cell = cell.step(direction);
        }
        let owner = self.level.owner(cell).who();
        match self.walkable.get(cell) == Some(&true) {
            true if owner == OwnedBy::Passage(bridge.over) => End::Over,
            true if owner == OwnedBy::Passage(bridge.under) => End::Under,
            true => End::Other,
            false => End::Wall,
        }
    }

    /// Is there a bridge of the same two passages on that cell?
    fn is_fellow(&self, bridge: &Bridge, cell: Cell) -> bool {
        self.walkable.get(cell) == Some(&true)
            && self
                .bridges
                .get(&cell)
                .is_some_and(|other| (other.over, other.under) == (bridge.over, bridge.under))
    }

    /// Does the upper passage go on at that flank of the row of bridge cells?
    fn row_has_flank(&self, bridge: &Bridge, under_steps: [Direction; 2], side: Direction) -> bool {
        self.end(bridge, side) == End::Over
            || under_steps.iter().any(|direction| {
                let row = std::iter::successors(Some(bridge.at.step(*direction)), |cell| {
                    Some(cell.step(*direction))
                });
                row.take_while(|cell| self.is_fellow(bridge, *cell))
                    .filter_map(|cell| self.bridges.get(&cell))
                    .any(|other| self.end(other, side) == End::Over)
            })
    }
}

fn flank_directions(under_steps: [Direction; 2]) -> [Direction; 2] {
    if under_steps == DOWN { ACROSS } else { DOWN }
}
