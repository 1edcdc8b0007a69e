//! Copies the picture to the clipboard as text in the characters of its legend, for another room or a text
//! editor.

use egui::{Event, Key, Ui};

use super::open::Open;
use super::tool::Tool;
use super::view::PainterView;
use crate::document::PictureEdit;
use crate::editor::command::Command;
use crate::rooms::RoomTemplate;

/// Copies the selection, otherwise the whole picture, and pastes. A pasted part is stamped at the next click;
/// a whole picture replaces this one.
pub(super) fn copy_and_paste(ui: &Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    let copied = |view: &PainterView| view.selection.map(|selection| selection.rows(open));
    let events = ui.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy => {
                view.stamp = copied(view);
                let rows = view.stamp.as_ref().unwrap_or(&open.room.picture);
                ui.ctx().copy_text(rows.join("\n"));
            }
            Event::Cut => {
                if let Some(rows) = copied(view) {
                    ui.ctx().copy_text(rows.join("\n"));
                    view.stamp = Some(rows);
                    view.delete_selection(open, commands);
                }
            }
            Event::Paste(text) => {
                let Some(rows) = rows_of(&text) else { continue };
                if view.tool.is_for_parts() || view.stamp.as_ref() == Some(&rows) {
                    view.stamp = Some(rows);
                    view.tool = Tool::Stamp;
                } else if rows != open.room.picture {
                    commands.push(open.draw(PictureEdit::Replace(rows)));
                }
            }
            Event::Key { key: Key::Delete | Key::Backspace, pressed: true, .. } => {
                view.delete_selection(open, commands);
            }
            _ => {}
        }
    }
}

/// Returns the rows of a text with equal lengths; `None` if it is not a picture of a valid size.
fn rows_of(text: &str) -> Option<Vec<String>> {
    let most = RoomTemplate::MAX_SIDE as usize;
    let lines: Vec<&str> = text.lines().skip_while(|line| line.trim().is_empty()).collect();
    let last = lines.iter().rposition(|line| !line.trim().is_empty())?;
    let lines = lines.get(..=last)?;
    let width = lines.iter().map(|line| line.chars().count()).max()?;
    if lines.len() > most || width > most || text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    Some(lines.iter().map(|line| line.chars().chain(std::iter::repeat(' ')).take(width).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_a_picture_if_it_is_not_too_large() {
        let rows = rows_of("\n##+##\r\n#.#\n\n").expect("a picture");
        assert_eq!(rows, ["##+##", "#.#  "]);
        assert_eq!(rows_of(" \n"), None);
        assert_eq!(rows_of(&"#".repeat(129)), None);
        assert_eq!(rows_of(&"#\n".repeat(129)), None);
        assert_eq!(rows_of("#\u{7}"), None);
    }
}
