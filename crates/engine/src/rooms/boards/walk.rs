//! A random walk over a board that joins all of its cells.
//!
//! Input: the board, and the outer sides at which passages arrive. Output: the open sides of every board cell.
//!
//! ```text
//! o─o─o
//! │   │      a walk over 3 × 2 board cells
//! o o─o
//! ```
//!
//! The walk steps to a random unvisited neighbour. If there is none, it backs up and branches off where it can.
//! The open sides therefore form a spanning tree; a share of the other inner sides is then opened as loops.

use crate::base::{Cell, Direction, Directions, Grid, RandomStream};
use crate::rooms::{BoardGrid, CardSides};

/// The open sides of all board cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardWalk {
    pub board: BoardGrid,
    pub open: Grid<Directions>,
    /// The inner sides that were opened besides the walk, row by row. Each is an east or south side.
    pub loops: Vec<(Cell, Direction)>,
    /// The sides that cards must have on each board cell.
    pub wanted: Grid<CardSides>,
}

impl BoardWalk {
    /// Draws a walk.
    ///
    /// Each inner side that the walk leaves closed is opened with a probability of `loops_percent` in 100.
    /// `entered` are the outer sides at which passages arrive; they are always open.
    pub fn draw(
        board: &BoardGrid,
        loops_percent: u32,
        entered: &[(Cell, Direction)],
        random: &mut RandomStream,
    ) -> Self {
        let mut walk = Self {
            board: *board,
            open: Grid::filled(board.cells, Directions::NONE),
            loops: Vec::new(),
            wanted: Grid::filled(board.cells, CardSides::default()),
        };
        let mut visited = Grid::filled(board.cells, false);
        let first = random.below(board.cells.area() as u64) as i32;
        let width = board.cells.width.max(1) as i32;
        let mut way = vec![Cell::new(first % width, first / width)];
        visited[way[0]] = true;
        while let Some(here) = way.last().copied() {
            let fresh = |side: &Direction| visited.get(here.step(*side)) == Some(&false);
            let onwards: Vec<Direction> = Direction::ALL.into_iter().filter(fresh).collect();
            let Some(side) = random.pick(&onwards) else {
                way.pop();
                continue;
            };
            let next = here.step(*side);
            visited[next] = true;
            walk.join(here, *side);
            way.push(next);
        }
        for at in board.all() {
            for side in [Direction::East, Direction::South] {
                let is_closed = board.contains(at.step(side)) && !walk.open[at].contains(side);
                if is_closed && random.chance(loops_percent) {
                    walk.join(at, side);
                    walk.loops.push((at, side));
                }
            }
        }
        for (at, side) in entered {
            if let Some(open) = walk.open.get_mut(*at) {
                *open = open.with(*side);
            }
        }
        walk.wanted = walk.open.map(|open| CardSides::from(*open));
        walk
    }

    /// Returns the open sides between two board cells, row by row. Each is an east or south side.
    pub fn inner_sides(&self) -> impl Iterator<Item = (Cell, Direction)> {
        let sides = |at: Cell| [Direction::East, Direction::South].map(|side| (at, side));
        let is_open = |(at, side): &(Cell, Direction)| {
            self.board.contains(at.step(*side)) && self.open[*at].contains(*side)
        };
        self.board.all().flat_map(sides).filter(is_open)
    }

    fn join(&mut self, at: Cell, side: Direction) {
        self.open[at] = self.open[at].with(side);
        let next = at.step(side);
        self.open[next] = self.open[next].with(side.opposite());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Seed, Size};

    fn board(columns: u32, rows: u32) -> BoardGrid {
        BoardGrid { cells: Size::new(columns, rows), cell: Size::new(3, 3) }
    }

    fn joined(walk: &BoardWalk) -> usize {
        walk.board
            .all()
            .flat_map(|at| [Direction::East, Direction::South].map(|side| (at, side)))
            .filter(|(at, side)| walk.open[*at].contains(*side) && walk.board.contains(at.step(*side)))
            .count()
    }

    fn reached(walk: &BoardWalk) -> usize {
        let mut seen = Grid::filled(walk.board.cells, false);
        let mut open = vec![Cell::new(0, 0)];
        let mut count = 0;
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                count += 1;
                open.extend(walk.open[at].iter().map(|side| at.step(side)));
            }
        }
        count
    }

    #[test]
    fn a_walk_joins_all_cells_and_opens_no_side_too_many() {
        for seed in 0..300 {
            let random = &mut Seed(seed).stream();
            let board = board(random.range(1, 8), random.range(1, 8));
            let walk = BoardWalk::draw(&board, 0, &[], random);
            assert_eq!(reached(&walk), board.cells.area());
            assert_eq!(joined(&walk), board.cells.area() - 1);
        }
    }

    /// On a board of 2 × 2 cells, a walk leaves one of four inner sides closed, each with equal chance.
    ///
    /// Fails if one of them is off by 5 percent.
    #[test]
    fn walks_go_in_each_direction_with_equal_chance() {
        let mut found = std::collections::BTreeMap::new();
        let random = &mut Seed(5).stream();
        for _ in 0..40_000 {
            let walk = BoardWalk::draw(&board(2, 2), 0, &[], random);
            let open: Vec<Directions> = walk.open.values().to_vec();
            *found.entry(open).or_insert(0_u32) += 1;
        }
        assert_eq!(found.len(), 4);
        assert!(found.values().all(|count| (9_500..10_500).contains(count)), "{found:?}");
    }

    #[test]
    fn loops_open_as_many_of_the_closed_sides_as_they_should() {
        let random = &mut Seed(5).stream();
        let mut opened = 0;
        for _ in 0..1_000 {
            let walk = BoardWalk::draw(&board(8, 8), 20, &[], random);
            assert_eq!(walk.loops.len(), joined(&walk) - 63);
            opened += walk.loops.len();
        }
        // There are 112 sides between 64 cells, of which the walk leaves 49 closed.
        assert!((9_300..10_300).contains(&opened), "{opened}");
    }

    #[test]
    fn sides_at_which_passages_arrive_are_open() {
        let corner = Cell::new(1, 0);
        let entered = [(corner, Direction::North), (corner, Direction::East)];
        let walk = BoardWalk::draw(&board(2, 1), 0, &entered, &mut Seed(1).stream());
        assert_eq!(walk.open[corner].to_string(), "north, east and west");
        assert_eq!(walk.open[Cell::new(0, 0)].to_string(), "east");
    }
}
