//! A stroke: everything painted between press and release. It becomes one step of the history.

use crate::base::Cell;
use crate::document::Brush;

use super::tool::Tool;

/// A stroke in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrushStroke {
    tool: Tool,
    /// Character that it paints.
    pub with: char,
    from: Cell,
    to: Cell,
    /// Cells visited by a pencil.
    cells: Vec<Cell>,
    /// `true` if it was begun by a key.
    pub is_by_keys: bool,
}

impl BrushStroke {
    /// Begins at a cell.
    pub fn begin(tool: Tool, with: char, at: Cell) -> Self {
        Self { tool, with, from: at, to: at, cells: vec![at], is_by_keys: false }
    }

    /// Marks it as begun by a key.
    pub fn by_keys(self) -> Self {
        Self { is_by_keys: true, ..self }
    }

    /// Continues to a cell; a pencil paints all cells on the way.
    pub fn go_to(&mut self, to: Cell) {
        for cell in cells_between(self.to, to) {
            if !self.cells.contains(&cell) {
                self.cells.push(cell);
            }
        }
        self.to = to;
    }

    /// Returns the brush; `filled` turns a frame into a block.
    pub fn brush(&self, filled: bool) -> Brush {
        match self.tool {
            Tool::Frame if filled => Brush::Block(self.from, self.to),
            Tool::Frame => Brush::Frame(self.from, self.to),
            Tool::Block | Tool::Select => Brush::Block(self.from, self.to),
            Tool::Fill => Brush::Fill(self.to),
            Tool::Stamp => Brush::Cells(Vec::new()),
            Tool::Pencil | Tool::Eraser | Tool::Pick => Brush::Cells(self.cells.clone()),
        }
    }

    /// Returns the tool that it was begun with.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Returns its first cell and its current cell.
    pub fn ends(&self) -> (Cell, Cell) {
        (self.from, self.to)
    }
}

/// Returns the cells from one to another, including both; each touches the previous one by side or corner.
fn cells_between(from: Cell, to: Cell) -> Vec<Cell> {
    let steps = (to.x - from.x).abs().max((to.y - from.y).abs());
    let between = |from: i32, to: i32, step: i32| {
        let whole = (to - from) * step;
        from + (2 * whole + steps * whole.signum()) / (2 * steps.max(1))
    };
    (0..=steps).map(|step| Cell::new(between(from.x, to.x, step), between(from.y, to.y, step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pencil_leaves_no_gaps_and_paints_each_cell_once() {
        let mut stroke = BrushStroke::begin(Tool::Pencil, '#', Cell::new(0, 0));
        stroke.go_to(Cell::new(4, 2));
        stroke.go_to(Cell::new(2, 1));
        let Brush::Cells(cells) = stroke.brush(false) else { panic!("cells") };
        let beside = |pair: &[Cell]| (pair[0].x - pair[1].x).abs() <= 1 && (pair[0].y - pair[1].y).abs() <= 1;
        assert!(cells[..5].windows(2).all(beside), "{cells:?}");
        assert_eq!((cells[0], cells[4]), (Cell::new(0, 0), Cell::new(4, 2)));
        let once: std::collections::BTreeSet<_> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(once.len(), cells.len());
    }

    #[test]
    fn frames_become_blocks_where_they_are_to_be_filled() {
        let (from, to) = (Cell::new(3, 3), Cell::new(1, 0));
        let mut stroke = BrushStroke::begin(Tool::Frame, '#', from);
        stroke.go_to(to);
        assert_eq!(stroke.brush(false), Brush::Frame(from, to));
        assert_eq!(stroke.brush(true), Brush::Block(from, to));
    }
}
