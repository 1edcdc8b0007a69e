//! Mending the settings of the layout, and the list of room sets.

use super::{Fix, names};
use crate::base::Diagnostic;
use crate::document::{Content, Edit, RoomsEdit, SettingsEdit};
use crate::mission::{Bridges, LayoutSettings, Spacing};

/// What stands before the number in hints that name it.
const SMALLEST_SCALE: &str = "the smallest scale that would do is ";
/// The scales and gaps that there can be.
const SCALES: (u32, u32) = (4, 128);
const GAPS: (u32, u32) = (1, 32);

pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let layout = &content.grammar.layout;
    match diagnostic.code {
        "out-of-range" if diagnostic.path.starts_with("layout.spacing") => {
            vec![spaced(layout, within_range(layout.spacing))]
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
        (Spacing::Fixed { scale }, Some(enough)) if scale < enough && enough <= SCALES.1 => {
            vec![spaced(layout, Spacing::Fixed { scale: enough })]
        }
        _ => Vec::new(),
    }
}

fn within_range(spacing: Spacing) -> Spacing {
    match spacing {
        Spacing::Fixed { scale } => Spacing::Fixed { scale: scale.clamp(SCALES.0, SCALES.1) },
        Spacing::Elastic { gap } => Spacing::Elastic { gap: gap.clamp(GAPS.0, GAPS.1) },
    }
}

fn spaced(layout: &LayoutSettings, spacing: Spacing) -> Fix {
    let is_more = match (layout.spacing, spacing) {
        (Spacing::Fixed { scale: before }, Spacing::Fixed { scale }) => scale > before,
        (Spacing::Elastic { gap: before }, Spacing::Elastic { gap }) => gap > before,
        _ => false,
    };
    let (what, number) = match spacing {
        Spacing::Fixed { scale } => ("scale", scale),
        Spacing::Elastic { gap } => ("gap", gap),
    };
    let verb = if is_more { "Raise" } else { "Lower" };
    let layout = LayoutSettings { spacing, ..layout.clone() };
    Fix::new(format!("{verb} the {what} to {number}"), Edit::Settings(SettingsEdit::Layout { what, layout }))
}
