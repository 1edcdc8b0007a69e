//! Notes caves of which only the middle is left, because all other floor turned into wall.

use super::Space;
use crate::base::{Diagnostic, Severity, listed};
use crate::layout::{Plan, PlannedForm, PlannedPlace};
use crate::level::PlaceId;
use crate::mission::{Alphabet, Mission, NodeId};

/// Maximum number of caves that the note names.
const MOST_NAMED: usize = 3;

/// Notes caves of which only the middle is left.
pub(crate) fn check_collapsed(
    plan: &Plan,
    space: &Space,
    mission: &Mission,
    alphabet: &Alphabet,
) -> Option<Diagnostic> {
    let mut cells = vec![0_usize; plan.places.len()];
    for owner in space.owners.values() {
        if let Some(count) = owner.place().and_then(|id| cells.get_mut(id.index())) {
            *count += 1;
        }
    }
    // A cave reaches beyond its middle.
    let may_grow = |place: &PlannedPlace| match &place.form {
        PlannedForm::Cave { radius, .. } => 2 * radius + 1 > place.core.size.width,
        _ => false,
    };
    let is_new = |id: &PlaceId| !plan.kept.places.contains_key(id);
    let has_only_its_middle = |id: PlaceId, place: &PlannedPlace| {
        cells.get(id.index()).is_some_and(|count| *count <= place.core.size.area())
    };
    let caves = plan
        .places_by_id()
        .filter(|(id, place)| is_new(id) && may_grow(place) && has_only_its_middle(*id, place));
    let nodes: Vec<NodeId> = caves.map(|(_, place)| place.node).collect();
    let name = |node: &NodeId| {
        let symbol = mission.node(*node).map_or("", |content| alphabet.node(content.symbol).0);
        format!("\"{symbol}\" (node {})", node.0)
    };
    let mut names: Vec<String> = nodes.iter().take(MOST_NAMED).map(name).collect();
    if nodes.len() > names.len() {
        names.push(format!("{} more", nodes.len() - names.len()));
    }
    let message = match names.as_slice() {
        [] => return None,
        [one] => format!("Nothing of the cave {one} is left but its middle."),
        several => {
            let several = listed(several, "and");
            format!("Nothing of the caves {several} is left but their middles.")
        }
    };
    let found =
        Diagnostic::new(Severity::Note, "cave-collapsed", message).of_nodes(nodes.iter().map(|node| node.0));
    Some(found.hint("Lower the wall percentage of such caves."))
}
