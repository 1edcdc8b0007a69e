//! Decides whether cards of given kinds can cover a board at all.
//!
//! Input: the sets of sides that a board cell may open together, and the size of the board.
//! Output: the minimum number of open outer sides, which passages have to use; `None` if the cells never fit.
//!
//! Every cell has a kind, touching sides are both open or both closed, and all cells are connected.
//! There are no loops if the walk makes none.
//! Cards of several cells and their limits are ignored: a board that cannot be filled here cannot be filled
//! at all.
//!
//! Cells are added row by row (broken-profile dynamic programming).
//! The state has the sides that wait for later cells, and which of them are connected (the plugs of the
//! profile):
//!
//! ```text
//! xxxx     x done: the open sides below these and to the right of the last one, each with
//! xx|?..   the number of the piece that it belongs to
//! ```

use std::collections::BTreeMap;

use crate::base::{Direction, Directions, Size};

/// The loops of board walks, as far as they matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopShare {
    /// Only the sides that connect all cells are open.
    None,
    /// Any sides may be open.
    Some,
    /// All sides between two cells are open.
    All,
}

/// Maximum length of a board's shorter side; larger boards are not searched.
const MOST_SHORT: u32 = 4;

/// The piece of each waiting side, 0 if closed: those below the last cells by column, then that to the right
/// of the last cell.
type Profile = Vec<u8>;

/// Returns the minimum number of open outer sides of a board covered with such cells.
///
/// `None` if it cannot be covered; 0 if it is too large to search.
pub(super) fn fewest_entrances(kinds: &[Directions], size: Size, loops: LoopShare) -> Option<u32> {
    if size.width.min(size.height) > MOST_SHORT || size.area() == 0 {
        return Some(0);
    }
    let turned: Vec<Directions>;
    let (kinds, size) = if size.width > size.height {
        turned = kinds.iter().map(|kind| kind.iter().map(across).collect()).collect();
        (turned.as_slice(), Size::new(size.height, size.width))
    } else {
        (kinds, size)
    };
    let columns = size.width as usize;
    let mut profiles: BTreeMap<Profile, u32> = BTreeMap::from([(vec![0; columns + 1], 0)]);
    for row in 0..size.height {
        for column in 0..size.width {
            let at = BoardPosition {
                column: column as usize,
                is_last: (row, column) == (size.height - 1, size.width - 1),
                outer: Direction::ALL
                    .into_iter()
                    .filter(|side| match side {
                        Direction::North => row == 0,
                        Direction::South => row == size.height - 1,
                        Direction::West => column == 0,
                        Direction::East => column == size.width - 1,
                    })
                    .collect(),
            };
            let mut next: BTreeMap<Profile, u32> = BTreeMap::new();
            for (profile, open) in &profiles {
                for kind in kinds {
                    if let Some(profile) = at.with(profile, *kind, loops) {
                        let open = open + kind.iter().filter(|side| at.outer.contains(*side)).count() as u32;
                        next.entry(profile).and_modify(|least| *least = open.min(*least)).or_insert(open);
                    }
                }
            }
            profiles = next;
        }
    }
    profiles.into_values().min()
}

/// Returns the direction after columns and rows are swapped.
fn across(side: Direction) -> Direction {
    match side {
        Direction::North => Direction::West,
        Direction::West => Direction::North,
        Direction::South => Direction::East,
        Direction::East => Direction::South,
    }
}

/// A cell of the board.
struct BoardPosition {
    column: usize,
    is_last: bool,
    /// The sides at which the board ends.
    outer: Directions,
}

impl BoardPosition {
    /// Returns the waiting sides after a cell of that kind is added; `None` if it does not fit.
    fn with(&self, before: &Profile, kind: Directions, loops: LoopShare) -> Option<Profile> {
        let (above, left) = (self.column, before.len() - 1);
        let is_inner = |side: Direction| !self.outer.contains(side);
        if loops == LoopShare::All
            && Direction::ALL.into_iter().any(|side| is_inner(side) && !kind.contains(side))
        {
            return None;
        }
        let mut profile = before.clone();
        // A new piece, which the neighbours join.
        let own = before.iter().copied().max().unwrap_or(0) + 1;
        let mut merged: Vec<u8> = Vec::new();
        for (side, waiting) in [(Direction::North, above), (Direction::West, left)] {
            let piece = before.get(waiting).copied().unwrap_or(0);
            if is_inner(side) && kind.contains(side) != (piece > 0) {
                return None;
            }
            if piece > 0 {
                if merged.contains(&piece) && loops == LoopShare::None {
                    return None;
                }
                merged.push(piece);
            }
            profile[waiting] = 0;
        }
        for (side, waiting) in [(Direction::South, above), (Direction::East, left)] {
            if is_inner(side) && kind.contains(side) {
                profile[waiting] = own;
            }
        }
        profile.iter_mut().filter(|piece| merged.contains(piece)).for_each(|piece| *piece = own);
        // Nothing connects the piece with later cells.
        if !self.is_last && !profile.contains(&own) {
            return None;
        }
        if self.is_last && profile.iter().any(|piece| *piece > 0) {
            return None;
        }
        Some(numbered(profile))
    }
}

/// Renumbers the pieces in the order of their first sides.
fn numbered(mut profile: Profile) -> Profile {
    let mut known: Vec<u8> = Vec::new();
    for piece in profile.iter_mut().filter(|piece| **piece > 0) {
        let number = known.iter().position(|other| other == piece).unwrap_or_else(|| {
            known.push(*piece);
            known.len() - 1
        });
        *piece = number as u8 + 1;
    }
    profile
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, RandomStream, Rect, Seed};

    /// Tries every kind on every cell.
    fn by_trying(kinds: &[Directions], size: Size, loops: LoopShare) -> Option<u32> {
        let cells: Vec<Cell> = Rect::new(Cell::new(0, 0), size).cells().collect();
        let tries = kinds.len().pow(cells.len() as u32);
        (0..tries).filter_map(|number| judge(kinds, size, loops, &cells, number)).min()
    }

    fn judge(
        kinds: &[Directions],
        size: Size,
        loops: LoopShare,
        cells: &[Cell],
        number: usize,
    ) -> Option<u32> {
        let mut rest = number;
        let chosen: Vec<Directions> = cells
            .iter()
            .map(|_| {
                let kind = kinds[rest % kinds.len()];
                rest /= kinds.len();
                kind
            })
            .collect();
        let inside = Rect::new(Cell::new(0, 0), size);
        let at = |cell: Cell| cells.iter().position(|other| *other == cell);
        let (mut outer, mut joins, mut inner) = (0, Vec::new(), 0);
        for (one, cell) in cells.iter().enumerate() {
            for side in Direction::ALL {
                let next = cell.step(side);
                let is_open = chosen[one].contains(side);
                match at(next).filter(|_| inside.contains(next)) {
                    None => outer += u32::from(is_open),
                    Some(other) if chosen[other].contains(side.opposite()) != is_open => return None,
                    Some(other) => {
                        inner += usize::from(one < other);
                        if is_open && one < other {
                            joins.push((one, other));
                        }
                    }
                }
            }
        }
        let mut pieces: Vec<usize> = (0..cells.len()).collect();
        for (one, other) in &joins {
            let (keep, lose) = (pieces[*one], pieces[*other]);
            pieces.iter_mut().filter(|piece| **piece == lose).for_each(|piece| *piece = keep);
        }
        let is_right = match loops {
            LoopShare::None => joins.len() + 1 == cells.len(),
            LoopShare::Some => true,
            LoopShare::All => joins.len() == inner,
        };
        (is_right && pieces.iter().all(|piece| *piece == pieces[0])).then_some(outer)
    }

    fn some_kinds(random: &mut RandomStream) -> Vec<Directions> {
        let all = Directions::all_but_none();
        let count = random.range(1, 5);
        let kinds: std::collections::BTreeSet<Directions> =
            (0..count).filter_map(|_| random.pick(&all).copied()).collect();
        kinds.into_iter().collect()
    }

    #[test]
    fn what_can_be_covered_is_what_trying_everything_finds() {
        let (mut covered, mut not) = (0, 0);
        for seed in 0..600 {
            let random = &mut Seed(seed).stream();
            let kinds = some_kinds(random);
            let size = Size::new(random.range(1, 3), random.range(1, 3));
            let loops = *random.pick(&[LoopShare::None, LoopShare::Some, LoopShare::All]).unwrap();
            if kinds.len().pow(size.area() as u32) > 20_000 {
                continue;
            }
            let expected = by_trying(&kinds, size, loops);
            assert_eq!(fewest_entrances(&kinds, size, loops), expected, "{kinds:?} {size:?} {loops:?}");
            covered += usize::from(expected.is_some());
            not += usize::from(expected.is_none());
        }
        assert!(covered > 50 && not > 50, "{covered} {not}");
    }

    #[test]
    fn cells_that_are_open_everywhere_need_passages_at_every_outer_side() {
        let all: Vec<Directions> = Directions::all_but_none().into_iter().rev().take(1).collect();
        assert_eq!(fewest_entrances(&all, Size::new(2, 2), LoopShare::Some), Some(8));
        assert_eq!(fewest_entrances(&all, Size::new(2, 2), LoopShare::None), None);
        assert_eq!(fewest_entrances(&all, Size::new(3, 1), LoopShare::None), Some(8));
    }
}
