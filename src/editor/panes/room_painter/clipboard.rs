//! The picture as text on the clipboard, in the characters of its legend, so that it can be taken to another room or a text editor.

use egui::{Event, Ui};

use super::open::Open;
use crate::document::PictureEdit;
use crate::editor::command::Command;
use crate::mission::RoomTemplate;

/// Copies the picture, or puts what was copied in its place.
pub(super) fn copy_and_paste(ui: &Ui, open: &Open<'_>, commands: &mut Vec<Command>) {
    let events = ui.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy => ui.ctx().copy_text(open.room.picture.join("\n")),
            Event::Paste(text) => {
                if let Some(rows) = rows_of(&text).filter(|rows| *rows != open.room.picture) {
                    commands.push(open.draw(PictureEdit::Replace(rows)));
                }
            }
            _ => {}
        }
    }
}

/// The rows of a text, made even; nothing if it is no picture of a size that a room may have.
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
        assert_eq!(rows_of(&"#".repeat(65)), None);
        assert_eq!(rows_of(&"#\n".repeat(65)), None);
        assert_eq!(rows_of("#\u{7}"), None);
    }
}
