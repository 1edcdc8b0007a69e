//! What one step of a forming changed, in runs of cells side by side, so that a record of a large level stays small.

use super::FormedCell;
use crate::base::{Cell, Grid, Size};

/// The cells that a step changed, each once, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellChanges {
    runs: Vec<Run>,
}

/// One cell that a step changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// Which cell.
    pub cell: Cell,
    /// As it was.
    pub before: FormedCell,
    /// As it is from then on.
    pub after: FormedCell,
}

/// Cells of one row side by side that were alike before, and are after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    first: Cell,
    length: u32,
    before: FormedCell,
    after: FormedCell,
}

impl CellChanges {
    /// Makes all cells what they are now, and writes down what that changed.
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

    /// The same, where only these cells can have changed.
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
            self.runs.push(Run { first: cell, length: 1, before, after });
        }
    }

    /// How many cells changed.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| run.length as usize).sum()
    }

    /// Did nothing change?
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Of how many runs it consists: memory and the time to do it grow with them.
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = CellChange> + '_ {
        self.runs
            .iter()
            .flat_map(|run| run.cells().map(|cell| CellChange { cell, before: run.before, after: run.after }))
    }

    /// Makes the cells as they are after it.
    pub fn redo(&self, cells: &mut Grid<FormedCell>) {
        self.runs.iter().for_each(|run| run.fill(cells, run.after));
    }

    /// Makes the cells as they were before it.
    pub fn undo(&self, cells: &mut Grid<FormedCell>) {
        self.runs.iter().for_each(|run| run.fill(cells, run.before));
    }
}

impl Run {
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
    use super::super::State;
    use super::*;
    use crate::base::Seed;
    use crate::level::Owner;

    fn cell(tile: char) -> FormedCell {
        FormedCell { owner: Owner::NOBODY, state: State::Solid, tile }
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
