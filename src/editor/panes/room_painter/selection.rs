//! A selected part of the picture: it can be copied, moved, deleted, and stamped elsewhere.

use super::open::Open;
use super::tool::Tool;
use super::view::PainterView;
use crate::base::Cell;
use crate::document::{Brush, PictureEdit};
use crate::editor::command::Command;

/// The cells between two corners, including both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSelection {
    /// Corner with the lowest column and row.
    pub least: Cell,
    /// Opposite corner.
    pub most: Cell,
}

impl CellSelection {
    /// Returns the selection between any two corners, clipped to the picture; `None` if all of it is outside.
    pub fn between(from: Cell, to: Cell, open: &Open<'_>) -> Option<Self> {
        let size = open.room.size();
        let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
        let least = Cell::new(from.x.min(to.x).max(0), from.y.min(to.y).max(0));
        let most = Cell::new(from.x.max(to.x).min(right), from.y.max(to.y).min(bottom));
        (least.x <= most.x && least.y <= most.y).then_some(Self { least, most })
    }

    /// Returns `true` if it contains a cell.
    pub fn contains(self, cell: Cell) -> bool {
        (self.least.x..=self.most.x).contains(&cell.x) && (self.least.y..=self.most.y).contains(&cell.y)
    }

    /// Returns the selection shifted by some columns and rows.
    pub fn moved(self, columns: i32, rows: i32) -> Self {
        let moved = |cell: Cell| Cell::new(cell.x.saturating_add(columns), cell.y.saturating_add(rows));
        Self { least: moved(self.least), most: moved(self.most) }
    }

    /// Returns the characters in it.
    pub fn rows(self, open: &Open<'_>) -> Vec<String> {
        let row = |y| {
            (self.least.x..=self.most.x).map(|x| open.character(Cell::new(x, y)).unwrap_or(' ')).collect()
        };
        (self.least.y..=self.most.y).map(row).collect()
    }
}

impl PainterView {
    /// Returns the content of the stamp: the pasted part, otherwise the selection.
    pub(super) fn stamp_rows(&self, open: &Open<'_>) -> Option<Vec<String>> {
        self.stamp.clone().or_else(|| self.selection.map(|selection| selection.rows(open)))
    }

    /// Returns the distance by which the selection is being moved, if it is.
    pub(super) fn moving(&self) -> Option<(i32, i32)> {
        let stroke = self.stroke.as_ref().filter(|stroke| stroke.tool() == Tool::Select)?;
        let (from, to) = stroke.ends();
        let is_within = self.selection.is_some_and(|selection| selection.contains(from));
        is_within.then_some((to.x - from.x, to.y - from.y))
    }

    /// Returns the selection with the current stroke applied.
    pub(super) fn selection_shown(&self, open: &Open<'_>) -> Option<CellSelection> {
        let stroke = self.stroke.as_ref().filter(|stroke| stroke.tool() == Tool::Select);
        match (self.moving(), stroke) {
            (Some((columns, rows)), _) => self.selection.map(|selection| selection.moved(columns, rows)),
            (None, Some(stroke)) => CellSelection::between(stroke.ends().0, stroke.ends().1, open),
            (None, None) => self.selection,
        }
    }

    /// Moves the selected part; floor is left behind.
    pub(super) fn move_selection(&mut self, by: (i32, i32), open: &Open<'_>, commands: &mut Vec<Command>) {
        let Some(selection) = self.selection.filter(|_| by != (0, 0)) else { return };
        let moved = selection.moved(by.0, by.1);
        let left = open.floor().map(|floor| (Brush::Block(selection.least, selection.most), floor));
        commands.push(open.draw(PictureEdit::Place { rows: selection.rows(open), at: moved.least, left }));
        self.selection = CellSelection::between(moved.least, moved.most, open);
    }

    /// Paints floor over the selected part.
    pub(super) fn delete_selection(&self, open: &Open<'_>, commands: &mut Vec<Command>) {
        if let Some((selection, floor)) = self.selection.zip(open.floor()) {
            let brush = Brush::Block(selection.least, selection.most);
            commands.push(open.draw(PictureEdit::Draw { brush, with: floor }));
        }
    }
}
