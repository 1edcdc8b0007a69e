//! Choosing cells of a chart, by a click, by a drag, or by the keys. A histogram has one row of cells.

use egui::{EventFilter, Key, Modifiers, Pos2, Response, Ui};

/// The column and the row of a cell, from the left and from below.
pub type ChartCell = (usize, usize);

/// Keys of a chart while it has the focus; Tab moves the focus on.
const KEPT: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// The cells between two corners, which are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRange {
    /// Lower left corner.
    pub from: ChartCell,
    /// Upper right corner.
    pub to: ChartCell,
}

impl CellRange {
    fn between(one: ChartCell, other: ChartCell) -> Self {
        let from = (one.0.min(other.0), one.1.min(other.1));
        Self { from, to: (one.0.max(other.0), one.1.max(other.1)) }
    }

    /// Returns `true` if the cell is in it.
    pub fn contains(self, cell: ChartCell) -> bool {
        (self.from.0..=self.to.0).contains(&cell.0) && (self.from.1..=self.to.1).contains(&cell.1)
    }
}

/// The cell that the keys have reached, and the drag in progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChartCursor {
    at: Option<ChartCell>,
    drag: Option<CellDrag>,
}

/// A drag from one cell to another.
#[derive(Clone, Copy, Debug)]
struct CellDrag {
    start: ChartCell,
    end: ChartCell,
}

impl ChartCursor {
    /// Returns the cell that the keys have reached.
    pub fn at(&self) -> Option<ChartCell> {
        self.at
    }

    /// Returns the cells to mark: those of the drag, or otherwise that of the keys.
    pub fn marked(&self) -> Option<CellRange> {
        let dragged = self.drag.map(|drag| CellRange::between(drag.start, drag.end));
        dragged.or(self.at.map(|cell| CellRange::between(cell, cell)))
    }

    /// Follows pointer and keys. Returns the cells that are chosen in this frame.
    ///
    /// `size` is the number of columns and rows.
    pub fn follow(
        &mut self,
        ui: &Ui,
        response: &Response,
        size: ChartCell,
        cell_at: impl Fn(Pos2) -> Option<ChartCell>,
    ) -> Option<CellRange> {
        let by_keys = if response.has_focus() { self.follow_keys(ui, response, size) } else { None };
        let by_pointer = self.follow_pointer(response, cell_at);
        // A key press on a widget with the focus is a click, too.
        by_keys.or(by_pointer)
    }

    fn follow_pointer(
        &mut self,
        response: &Response,
        cell_at: impl Fn(Pos2) -> Option<ChartCell>,
    ) -> Option<CellRange> {
        let here = response.interact_pointer_pos().and_then(&cell_at);
        if response.clicked() {
            // A click by a screen reader has no position.
            return here.or(self.at).map(|cell| CellRange::between(cell, cell));
        }
        if response.drag_started() {
            let origin = response.ctx.input(|input| input.pointer.press_origin());
            self.drag = origin.and_then(&cell_at).map(|cell| CellDrag { start: cell, end: cell });
        }
        if let Some(drag) = &mut self.drag {
            drag.end = here.unwrap_or(drag.end);
        }
        let drag = self.drag.take_if(|_| response.drag_stopped())?;
        Some(CellRange::between(drag.start, drag.end))
    }

    fn follow_keys(&mut self, ui: &Ui, response: &Response, size: ChartCell) -> Option<CellRange> {
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, KEPT));
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let moved = |at: usize, step: isize, count: usize| {
            at.saturating_add_signed(step).min(count.saturating_sub(1))
        };
        let steps =
            [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, 1), (Key::ArrowDown, 0, -1)];
        for (_, x, y) in steps.into_iter().filter(|(key, ..)| pressed(*key)) {
            let next = |(column, row)| (moved(column, x, size.0), moved(row, y, size.1));
            self.at = Some(self.at.map_or((0, 0), next));
        }
        if pressed(Key::Escape) {
            self.at = None;
        }
        let is_chosen = pressed(Key::Enter) || pressed(Key::Space);
        self.at.filter(|_| is_chosen).map(|cell| CellRange::between(cell, cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_may_be_given_in_any_order() {
        let cells = CellRange::between((4, 1), (2, 3));
        assert_eq!(cells, CellRange { from: (2, 1), to: (4, 3) });
        assert!(cells.contains((3, 2)) && !cells.contains((1, 2)) && !cells.contains((3, 4)));
    }
}
