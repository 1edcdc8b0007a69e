//! Fixes for the layout settings, and for the list of room sets.

use super::{Fix, FixAction, meant_by, name_of, parameters};
use crate::base::{Diagnostic, Remedy, Size};
use crate::document::{Content, Edit, RoomsEdit, SettingsEdit};
use crate::settings::{LayoutSettings, Spacing};

/// Returns layout settings that would be valid.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let before = &content.grammar.layout;
    let mut layout = before.clone();
    let mended = match diagnostic.code {
        "out-of-range" | "range-backwards" => {
            parameters::mend(&mut layout, diagnostic).map(|(words, what)| (words, what, layout))
        }
        _ => diagnostic.remedy.as_ref().and_then(|remedy| mended(before, remedy)),
    };
    let fix = |(words, what, layout)| Fix::new(words, Edit::Settings(SettingsEdit::Layout { what, layout }));
    mended.map(fix).into_iter().collect()
}

/// Returns improved settings with their description. `None` if the setting was already changed since the run.
fn mended(before: &LayoutSettings, remedy: &Remedy) -> Option<(String, &'static str, LayoutSettings)> {
    let layout = before.mended(remedy)?;
    match (before.spacing, layout.spacing) {
        _ if before.bridges != layout.bridges => Some(("Let passages cross".to_owned(), "bridges", layout)),
        (Spacing::Fixed { scale: old }, Spacing::Fixed { scale }) if old < scale => {
            Some((format!("Raise the scale to {scale}"), "scale", layout))
        }
        _ if before.shape.bound != layout.shape.bound => {
            let Size { width, height } = layout.shape.bound.size()?;
            Some((format!("Raise the bound to {width} × {height}"), "bound", layout))
        }
        (old, new) if old != new => Some(("Make the spacing compact".to_owned(), "spacing", layout)),
        _ => None,
    }
}

/// Returns fixes for a room set: the one that was meant, or none instead. If it is named twice, one entry
/// would have to stay.
pub(super) fn other_rooms(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let named = |path: &&String| name_of(diagnostic) == Some(path.as_str());
    let Some(path) = content.grammar.rooms.iter().find(named) else { return Vec::new() };
    let meant = meant_by(diagnostic).map(|name| Fix {
        name: format!("Use \"{name}\" instead"),
        means: FixAction::Rooms { instead_of: path.clone(), name: name.to_owned() },
    });
    let remove =
        Fix::new(format!("Delete \"{path}\" from the list"), Edit::Rooms(RoomsEdit::Remove(path.clone())));
    meant.into_iter().chain([remove]).collect()
}
