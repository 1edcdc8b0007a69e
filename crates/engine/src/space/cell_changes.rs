//! The changes of one forming step, in runs of adjacent cells, so that a record of a large level stays small.

use super::FormedCell;
use crate::base::{Cell, Grid, Size};

/// The cells that a step changed, without duplicates, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellChanges {
    runs: Vec<CellRun>,
}

/// One cell that a step changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The cell.
    pub cell: Cell,
    /// The state before the step.
    pub before: FormedCell,
    /// The state after the step.
    pub after: FormedCell,
}

/// Adjacent cells of one row that were alike before the step, and are alike after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellRun {
    first: Cell,
    length: u32,
    before: FormedCell,
    after: FormedCell,
}

impl CellChanges {
    /// Sets all cells to their new state and records the changes.
    pub fn make(cells: &mut Grid<FormedCell>, now: impl Fn(Cell, FormedCell) -> FormedCell) -> Self {
        let mut changes = Self::default();
        let Size { width, height } = cells.size();
        for y in 0..height {
            for (x, formed) in (0..width.cast_signed()).zip(cells.row_mut(y as usize)) {
                changes.make_cell(Cell::new(x, y.cast_signed()), formed, &now);
            }
        }
        changes
    }

    /// Sets these cells to their new state and records the changes.
    pub fn make_among(
        cells: &mut Grid<FormedCell>,
        mut among: Vec<Cell>,
        now: impl Fn(Cell, FormedCell) -> FormedCell,
    ) -> Self {
        among.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let mut changes = Self::default();
        for cell in among {
            if let Some(formed) = cells.get_mut(cell) {
                changes.make_cell(cell, formed, &now);
            }
        }
        changes
    }

    fn make_cell(
        &mut self,
        cell: Cell,
        formed: &mut FormedCell,
        now: &impl Fn(Cell, FormedCell) -> FormedCell,
    ) {
        let (before, after) = (*formed, now(cell, *formed));
        if before == after {
            return;
        }
        *formed = after;
        if let Some(last) = self.runs.last_mut()
            && (last.before, last.after) == (before, after)
            && last.first + Cell::new(last.length.cast_signed(), 0) == cell
        {
            last.length += 1;
        } else {
            self.runs.push(CellRun { first: cell, length: 1, before, after });
        }
    }

    /// Returns the number of changed cells.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| run.length as usize).sum()
    }

    /// Returns `true` if nothing changed.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of runs, which determines memory and time.
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// Returns the changed cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = CellChange> + '_ {
        self.runs
            .iter()
            .flat_map(|run| run.cells().map(|cell| CellChange { cell, before: run.before, after: run.after }))
    }

    /// Sets the cells to their state after the step.
    pub fn redo(&self, cells: &mut Grid<FormedCell>) {
        self.runs.iter().for_each(|run| run.fill(cells, run.after));
    }

    /// Sets the cells to their state before the step.
    pub fn undo(&self, cells: &mut Grid<FormedCell>) {
        self.runs.iter().for_each(|run| run.fill(cells, run.before));
    }
}

impl CellRun {
    fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length.cast_signed()).map(move |right| self.first + Cell::new(right, 0))
    }

    fn fill(self, cells: &mut Grid<FormedCell>, with: FormedCell) {
        let (left, length) = (self.first.x as usize, self.length as usize);
        cells.row_mut(self.first.y as usize)[left..left + length].fill(with);
    }
}

#[cfg(test)]
mod tests {
    use super::super::CellState;
    use super::*;
    use crate::base::Seed;
    use crate::level::Owner;

    fn cell(tile: char) -> FormedCell {
        FormedCell { owner: Owner::NOBODY, state: CellState::Solid, tile }
    }

    #[test]
    fn changes_list_the_cells_that_differ_and_lead_back_and_forth() {
        let mut random = Seed(9).stream();
        let size = Size::new(13, 7);
        for _ in 0..50 {
            let mut some = || {
                Grid::from_values(size, (0..91).map(|_| cell(*random.pick(&['a', 'b']).unwrap())).collect())
            };
            let (before, after) = (some().unwrap(), some().unwrap());
            let mut cells = before.clone();
            let changes = CellChanges::make(&mut cells, |cell, _| after[cell]);
            assert_eq!(cells, after);
            let differ: Vec<Cell> =
                before.rect().cells().filter(|cell| before[*cell] != after[*cell]).collect();
            assert_eq!(changes.iter().map(|change| change.cell).collect::<Vec<_>>(), differ);
            assert_eq!(changes.len(), differ.len());
            changes.undo(&mut cells);
            assert_eq!(cells, before);
            let among = CellChanges::make_among(&mut cells, differ.into_iter().rev().collect(), |cell, _| {
                after[cell]
            });
            assert_eq!(among, changes);
            among.undo(&mut cells);
            among.redo(&mut cells);
            assert_eq!(cells, after);
        }
    }

    #[test]
    fn a_row_that_changes_alike_is_one_run() {
        let mut cells = Grid::filled(Size::new(100, 3), cell('a'));
        let changes = CellChanges::make(&mut cells, |at, before| if at.y == 1 { cell('b') } else { before });
        assert_eq!((changes.run_count(), changes.len()), (1, 100));
    }
}
