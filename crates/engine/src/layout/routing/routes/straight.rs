//! Finds routes that need no search: straight ones between neighbours on the lattice.
//!
//! In: the columns and rows of places, their cores and ports. Out: for each passage, the two ports of its straight
//! route, if it has one.
//! Guaranteed: no place around the two touches the route, and one straight route at most leaves each side of a place.

use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::budget::routes::straight::MOST_POSITIONS_PER_PLACE;
use crate::layout::drawing::{Port, usable_ports};
use crate::layout::input::problem::{LayoutProblem, ProblemPassage};

/// Places by their column and row, which are indices of bands.
///
/// ```text
/// 0 . 1    places: [1, 0, 2,    columns: 3
/// . 2 .             0, 3, 0]
/// ```
pub(super) struct PlaceGrid {
    columns: usize,
    /// Row by row: 0 for an empty position, otherwise the place's index plus 1.
    places: Vec<u32>,
    positions: Vec<(usize, usize)>,
}

impl PlaceGrid {
    /// Returns `None` if the places are too scattered for a grid.
    pub fn new(positions: Vec<(usize, usize)>) -> Option<Self> {
        let columns = positions.iter().map(|(column, _)| column + 1).max()?;
        let rows = positions.iter().map(|(_, row)| row + 1).max()?;
        if columns.saturating_mul(rows) > positions.len() * MOST_POSITIONS_PER_PLACE {
            return None;
        }
        let mut places = vec![0; columns * rows];
        for (place, (column, row)) in positions.iter().enumerate() {
            places[row * columns + column] = place as u32 + 1;
        }
        Some(Self { columns, places, positions })
    }

    fn at(&self, column: Option<usize>, row: Option<usize>) -> Option<usize> {
        let column = column.filter(|column| *column < self.columns)?;
        let place = *self.places.get(row?.checked_mul(self.columns)? + column)?;
        (place as usize).checked_sub(1)
    }

    /// Returns the places around two neighbours.
    fn around(&self, place: usize, other: usize) -> impl Iterator<Item = usize> {
        [place, other]
            .into_iter()
            .flat_map(move |middle| {
                let (column, row) = self.positions[middle];
                let near = |at: usize| [at.checked_sub(1), Some(at), at.checked_add(1)];
                near(row)
                    .into_iter()
                    .flat_map(move |row| near(column).into_iter().map(move |column| (column, row)))
            })
            .filter_map(|(column, row)| self.at(column, row))
            .filter(move |near| *near != place && *near != other)
    }

    /// Returns the direction from one place to the other, if they are adjacent.
    fn direction(&self, place: usize, other: usize) -> Option<Direction> {
        let ((column, row), (to_column, to_row)) = (self.positions[place], self.positions[other]);
        Direction::ALL.into_iter().find(|direction| {
            let Cell { x, y } = direction.offset();
            column.checked_add_signed(x as isize) == Some(to_column)
                && row.checked_add_signed(y as isize) == Some(to_row)
        })
    }
}

/// Returns the two ports of each passage between neighbours whose ports face each other.
pub(super) fn find(
    problem: &LayoutProblem,
    board: &PlaceGrid,
    cores: &[Rect],
    ports: &[Vec<Port>],
) -> Vec<Option<[usize; 2]>> {
    let mut taken: Vec<u8> = vec![0; problem.places.len()];
    problem
        .passages
        .iter()
        .map(|passage| {
            let direction = board.direction(passage.from, passage.to)?;
            let bit = 1 << direction as u8;
            // One straight route leaves on each side. A second one would join the same two places.
            if taken[passage.from] & bit != 0 {
                return None;
            }
            let found = facing(direction, passage, cores, ports)?;
            let [from, to] = [(passage.from, found[0]), (passage.to, found[1])]
                .map(|(place, port)| cores[place].center() + ports[place][port].inside);
            let near = span(from, to).grown(1);
            if board.around(passage.from, passage.to).any(|place| cores[place].overlaps(near)) {
                return None;
            }
            taken[passage.from] |= bit;
            taken[passage.to] |= 1 << direction.opposite() as u8;
            Some(found)
        })
        .collect()
}

/// Returns the cheapest ports of two places that face each other.
fn facing(
    direction: Direction,
    passage: &ProblemPassage,
    cores: &[Rect],
    ports: &[Vec<Port>],
) -> Option<[usize; 2]> {
    let level = |place: usize, port: &Port| {
        let at = cores[place].center() + port.inside;
        if port.out.is_level() { at.y } else { at.x }
    };
    let places = [passage.from, passage.to];
    let outs = [direction, direction.opposite()];
    let of = |end: usize| {
        usable_ports(&ports[places[end]], passage.socket).filter(move |(_, port)| port.out == outs[end])
    };
    of(0)
        .flat_map(|(number, port)| {
            let at = level(places[0], port);
            of(1)
                .filter(move |(_, other)| level(places[1], other) == at)
                .map(move |(other_number, other)| (port.cost + other.cost, [number, other_number]))
        })
        .min()
        .map(|(_, found)| found)
}

fn span(from: Cell, to: Cell) -> Rect {
    Rect::new(from, Size::new(1, 1)).union(Rect::new(to, Size::new(1, 1)))
}
