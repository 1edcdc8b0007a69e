//! Mending the settings of the layout, and the list of room sets.

use super::{Fix, names, parameters};
use crate::base::Diagnostic;
use crate::document::{Content, Edit, RoomsEdit, SettingsEdit};
use crate::mission::{Bridges, LayoutSettings, Spacing};

/// What stands before the number in hints that name it.
const SMALLEST_SCALE: &str = "the smallest scale that would do is ";

pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let layout = &content.grammar.layout;
    match diagnostic.code {
        "out-of-range" => {
            let mut layout = layout.clone();
            let mended = parameters::bring_within_range(&mut layout, &diagnostic.path);
            let fix = |(words, what)| Fix::new(words, Edit::Settings(SettingsEdit::Layout { what, layout }));
            mended.map(fix).into_iter().collect()
        }
        "missing-room-set" | "duplicate-room-set" => {
            let named = content.grammar.rooms.iter().filter(|path| names(diagnostic, path));
            let remove = |path: &String| {
                Fix::new(
                    format!("Take “{path}” out of the list"),
                    Edit::Rooms(RoomsEdit::Remove(path.clone())),
                )
            };
            // Of one that is named twice, one would have to stay.
            let is_missing = diagnostic.code == "missing-room-set";
            named.filter(|_| is_missing).take(1).map(remove).collect()
        }
        _ => from_hint(diagnostic, layout),
    }
}

/// Layout knows what would do and says it in its hint.
fn from_hint(diagnostic: &Diagnostic, layout: &LayoutSettings) -> Vec<Fix> {
    let Some(hint) = &diagnostic.hint else { return Vec::new() };
    if layout.bridges == Bridges::Forbid && hint.contains("bridges: Allow") {
        let layout = LayoutSettings { bridges: Bridges::Allow, ..layout.clone() };
        let edit = SettingsEdit::Layout { what: "bridges", layout };
        return vec![Fix::new("Let passages cross", Edit::Settings(edit))];
    }
    let number = hint.split_once(SMALLEST_SCALE).map(|(_, rest)| rest);
    let digits = number.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    let enough = digits.and_then(|digits| digits.parse::<u32>().ok());
    match (layout.spacing, enough) {
        (Spacing::Fixed { scale }, Some(enough)) if scale < enough && enough <= Spacing::scale().most => {
            let layout = LayoutSettings { spacing: Spacing::Fixed { scale: enough }, ..layout.clone() };
            let edit = SettingsEdit::Layout { what: "scale", layout };
            vec![Fix::new(format!("Raise the scale to {enough}"), Edit::Settings(edit))]
        }
        _ => Vec::new(),
    }
}
