//! Mending the settings of the layout, and the list of room sets.

use super::{Fix, Means, meant_by, name_of, parameters};
use crate::base::{Diagnostic, Remedy, Size};
use crate::document::{Content, Edit, RoomsEdit, SettingsEdit};
use crate::settings::{LayoutSettings, Spacing};

/// The settings of the layout that would do.
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

/// What a run lacked may have been given since.
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

/// The room set that was meant; or none in its place. Of one that is named twice, one would have to stay.
pub(super) fn other_rooms(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let named = |path: &&String| name_of(diagnostic) == Some(path.as_str());
    let Some(path) = content.grammar.rooms.iter().find(named) else { return Vec::new() };
    let meant = meant_by(diagnostic).map(|name| Fix {
        name: format!("Use \"{name}\" instead"),
        means: Means::Rooms { instead_of: path.clone(), name: name.to_owned() },
    });
    let remove =
        Fix::new(format!("Delete \"{path}\" from the list"), Edit::Rooms(RoomsEdit::Remove(path.clone())));
    meant.into_iter().chain([remove]).collect()
}
