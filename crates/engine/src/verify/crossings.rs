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
//! Seen from a bridge cell, straight lines may cross further bridge cells of the same two passages.
//! On two opposite sides such a line ends at the lower passage. On the other two it ends at the upper one or
//! at wall.
//! A row of bridge cells in the lower passage's direction has the upper passage on both flanks, at one cell
//! at least.
//! A walker under it goes from one end to the other and cannot turn.
//!
//! With `EightWay` movement, a walker can step past the corner of a single bridge cell into the other
//! passage.
//! That is a leak (P2).
//! A row of three has no such corner if only its middle cell has the upper passage on its flanks.

use std::collections::BTreeMap;

use super::names;
use crate::base::{Cell, Direction, Grid, with_capital};
use crate::level::{Break, Bridge, Level, OwnedBy, PassageForm, PassageId};

/// A correct bridge.
#[derive(Clone, Debug)]
pub(super) struct BridgeCrossing {
    /// The id of the passage that owns the cell.
    pub(super) over: PassageId,
    /// The id of the passage below.
    pub(super) under: PassageId,
    /// The two directions in which a walker leaves it below.
    pub(super) under_steps: [Direction; 2],
}

impl BridgeCrossing {
    /// Returns `true` if a walker under the other bridge comes under this one next.
    pub(super) fn goes_on_from(&self, other: &Self) -> bool {
        (self.over, self.under, self.under_steps) == (other.over, other.under, other.under_steps)
    }
}

const DOWN: [Direction; 2] = [Direction::North, Direction::South];
const ACROSS: [Direction; 2] = [Direction::East, Direction::West];

/// Returns the correct bridges, and the mistakes of the others.
pub(super) fn read_crossings(
    level: &Level,
    walkable: &Grid<bool>,
) -> (BTreeMap<Cell, BridgeCrossing>, Vec<Break>) {
    let mut reader = BridgeReader { level, walkable, bridges: BTreeMap::new(), breaks: Vec::new() };
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

struct BridgeReader<'a> {
    level: &'a Level,
    walkable: &'a Grid<bool>,
    bridges: BTreeMap<Cell, &'a Bridge>,
    breaks: Vec<Break>,
}

/// The end of a straight line of bridge cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BridgeEnd {
    Over,
    Under,
    Wall,
    Other,
}

impl BridgeReader<'_> {
    fn complain(&mut self, bridge: &Bridge, what: &str) {
        let message = with_capital(&format!("the bridge at {} {what}.", names::cell(bridge.at)));
        self.breaks.push(Break { message, at: Some(bridge.at) });
    }

    fn crossing(&self, bridge: &Bridge) -> Result<BridgeCrossing, String> {
        self.check_cell(bridge)?;
        let [north, east, south, west] = Direction::ALL.map(|direction| self.end(bridge, direction));
        let goes_down = (north, south) == (BridgeEnd::Under, BridgeEnd::Under);
        let goes_across = (east, west) == (BridgeEnd::Under, BridgeEnd::Under);
        let (under_steps, flanks) = match (goes_down, goes_across) {
            (true, false) => (DOWN, [east, west]),
            (false, true) => (ACROSS, [north, south]),
            _ => {
                let under = names::passage(self.level, bridge.under);
                return Err(format!("does not have {under} on exactly two opposite sides"));
            }
        };
        let is_flanked = flanks.iter().all(|end| matches!(end, BridgeEnd::Over | BridgeEnd::Wall))
            && flank_directions(under_steps)
                .iter()
                .all(|side| self.row_has_flank(bridge, under_steps, *side));
        if is_flanked {
            Ok(BridgeCrossing { over: bridge.over, under: bridge.under, under_steps })
        } else {
            let over = names::passage(self.level, bridge.over);
            Err(format!("does not have {over} on the two other sides"))
        }
    }

    fn check_cell(&self, bridge: &Bridge) -> Result<(), String> {
        if self.walkable.get(bridge.at) != Some(&true) {
            return Err("lies where you cannot walk".to_owned());
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

    /// Returns the end of the straight line over bridge cells of the same two passages.
    fn end(&self, bridge: &Bridge, direction: Direction) -> BridgeEnd {
        let mut cell = bridge.at.step(direction);
        while self.is_fellow(bridge, cell) {
            cell = cell.step(direction);
        }
        let owner = self.level.owner(cell).who();
        match self.walkable.get(cell) == Some(&true) {
            true if owner == OwnedBy::Passage(bridge.over) => BridgeEnd::Over,
            true if owner == OwnedBy::Passage(bridge.under) => BridgeEnd::Under,
            true => BridgeEnd::Other,
            false => BridgeEnd::Wall,
        }
    }

    /// Returns `true` if there is a bridge of the same two passages on that cell.
    fn is_fellow(&self, bridge: &Bridge, cell: Cell) -> bool {
        self.walkable.get(cell) == Some(&true)
            && self
                .bridges
                .get(&cell)
                .is_some_and(|other| (other.over, other.under) == (bridge.over, bridge.under))
    }

    /// Returns `true` if the upper passage continues at that flank of the row of bridge cells.
    fn row_has_flank(&self, bridge: &Bridge, under_steps: [Direction; 2], side: Direction) -> bool {
        self.end(bridge, side) == BridgeEnd::Over
            || under_steps.iter().any(|direction| {
                let row = std::iter::successors(Some(bridge.at.step(*direction)), |cell| {
                    Some(cell.step(*direction))
                });
                row.take_while(|cell| self.is_fellow(bridge, *cell))
                    .filter_map(|cell| self.bridges.get(&cell))
                    .any(|other| self.end(other, side) == BridgeEnd::Over)
            })
    }
}

fn flank_directions(under_steps: [Direction; 2]) -> [Direction; 2] {
    if under_steps == DOWN { ACROSS } else { DOWN }
}
