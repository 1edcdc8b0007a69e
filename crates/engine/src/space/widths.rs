//! Reports corridors that are narrower than their symbols say, because there is no room for them.
//!
//! A corridor has its width if it is that wide somewhere.
//! It may be narrower where it enters a room and next to other things.

use super::Space;
use crate::base::{Cell, Diagnostic, Severity};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{Owner, PassageForm, PassageId};
use crate::mission::{Alphabet, Mission};

/// Maximum number of corridors with a note of their own.
const MOST_NAMED: usize = 3;
/// The code of the note that a corridor is narrower than its symbol says.
const TOO_NARROW: &str = "passage-too-narrow";

/// Notes the corridors that are nowhere as wide as their symbols say.
pub(crate) fn check_widths(
    plan: &Plan,
    space: &Space,
    mission: &Mission,
    alphabet: &Alphabet,
) -> Vec<Diagnostic> {
    let narrow: Vec<(&PlannedPassage, u32)> = plan
        .passages_by_id()
        .filter(|(id, passage)| {
            let is_kept = plan.kept.passages.contains_key(id);
            passage.width > 1 && passage.form == PassageForm::Corridor && !is_kept
        })
        .filter_map(|(id, passage)| Some((passage, width_of(space, id, passage)?)))
        .filter(|(passage, width)| *width < passage.width)
        .collect();
    let nodes = |passage: &PlannedPassage| {
        [passage.from, passage.to].into_iter().filter_map(|end| Some(plan.place(end)?.node))
    };
    let place = |passage: &PlannedPassage, end: usize| {
        let node = nodes(passage).nth(end)?;
        let symbol = alphabet.node(mission.node(node)?.symbol).0;
        Some(format!("\"{symbol}\" (node {})", node.0))
    };
    let note = |(passage, width): &(&PlannedPassage, u32)| {
        let symbol = alphabet.edge(mission.edge(passage.edge)?.symbol).0;
        let (from, to) = (place(passage, 0)?, place(passage, 1)?);
        let message = format!(
            "The passage \"{symbol}\" (edge {}) from {from} to {to} is {width} wide, but its symbol wants {}.",
            passage.edge.0, passage.width
        );
        let hint = "Lower the width.";
        let note = Diagnostic::new(Severity::Note, TOO_NARROW, message).hint(hint);
        Some(note.of_nodes(nodes(passage).map(|node| node.0)))
    };
    let mut found: Vec<Diagnostic> = narrow.iter().take(MOST_NAMED).filter_map(note).collect();
    if let Some(rest) = narrow.get(MOST_NAMED..).filter(|rest| !rest.is_empty()) {
        let are = if rest.len() == 1 { "passage is" } else { "passages are" };
        let message = format!("{} more {are} narrower than their symbols want.", rest.len());
        let all = rest.iter().flat_map(|(passage, _)| nodes(passage)).map(|node| node.0);
        found.push(Diagnostic::new(Severity::Note, TOO_NARROW, message).of_nodes(all));
    }
    found
}

/// Returns the greatest width of a corridor across its way, at most the width that was asked for.
///
/// Returns `None` if it has no cells.
fn width_of(space: &Space, id: PassageId, passage: &PlannedPassage) -> Option<u32> {
    let is_own = |cell: Cell| space.owners.get(cell) == Some(&Owner::from(id));
    let widths = passage.route.windows(3).filter_map(|way| {
        let [before, cell, after] = way else { return None };
        let across = if before.y == cell.y { Cell::new(0, 1) } else { Cell::new(1, 0) };
        let is_corner = before.x != after.x && before.y != after.y;
        is_own(*cell).then(|| if is_corner { 1 } else { run(*cell, across, passage.width, is_own) })
    });
    widths.max()
}

/// Counts own cells on both sides of a cell and itself, at most so many.
fn run(cell: Cell, across: Cell, most: u32, is_own: impl Fn(Cell) -> bool) -> u32 {
    let mut count = 1;
    for sign in [1, -1] {
        let mut at = Cell::new(cell.x + sign * across.x, cell.y + sign * across.y);
        while count < most && is_own(at) {
            count += 1;
            at = Cell::new(at.x + sign * across.x, at.y + sign * across.y);
        }
    }
    count
}
