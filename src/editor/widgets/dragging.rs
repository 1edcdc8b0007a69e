//! Moves rows of a list by dragging.

use std::any::Any;

use egui::{Rect, Response, Sense, Stroke, Ui};

use super::style::palette;

/// Makes a row draggable; `what` is the payload.
pub fn drag<T: Any + Send + Sync + Clone>(response: &Response, what: &T) {
    response.dnd_set_drag_payload(what.clone());
}

/// A drop on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped<T> {
    /// Payload of the drag.
    pub what: T,
    /// `true` if it was dropped after the row, `false` if before it.
    pub is_behind: bool,
}

/// Shows the target position while something is dragged over a row. Returns the drop once it happens.
pub fn drop_on<T: Any + Send + Sync + Clone>(ui: &Ui, rect: Rect, row: egui::Id) -> Option<Dropped<T>> {
    let response = ui.interact(rect, row.with("drop"), Sense::hover());
    response.dnd_hover_payload::<T>()?;
    let pointer = ui.input(|input| input.pointer.interact_pos())?;
    let is_behind = pointer.y > rect.center().y;
    let y = if is_behind { rect.bottom() + 1.0 } else { rect.top() - 1.0 };
    ui.painter().hline(rect.x_range(), y, Stroke::new(2.0, palette(ui).accent));
    let what = response.dnd_release_payload::<T>()?;
    Some(Dropped { what: T::clone(&what), is_behind })
}

/// Returns the new position of an item moved from `from` to before or after the item at `row`.
pub fn new_position(from: usize, row: usize, is_behind: bool) -> usize {
    let before = row + usize::from(is_behind);
    if from < before { before - 1 } else { before }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_goes_to_where_the_line_was_shown() {
        let after = |from, row, is_behind| {
            let mut list = vec!['a', 'b', 'c'];
            let moved = list.remove(from);
            list.insert(new_position(from, row, is_behind), moved);
            list.into_iter().collect::<String>()
        };
        assert_eq!(after(0, 2, false), "bac");
        assert_eq!(after(0, 2, true), "bca");
        assert_eq!(after(2, 0, false), "cab");
        assert_eq!(after(2, 0, true), "acb");
        assert_eq!(after(1, 1, true), "abc");
    }
}
