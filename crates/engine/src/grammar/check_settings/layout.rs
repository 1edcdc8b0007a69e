//! Mistakes in the layout settings, and places for which there is never room.

use super::pins::check_pins;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::Grammar;
use crate::grammar::check_values::check_parameters;
use crate::mission::{DoorwayFallback, EdgeRole, Form, NodeRole, PassageKind};
use crate::settings::{LayoutSettings, Spacing};

pub(in crate::grammar) fn check_layout(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let path = PathRef::ROOT.field("layout");
    check_parameters(found, path, "the layout", &mut grammar.layout.clone());
    check_doorways(grammar, path, found);
    check_pins(grammar, path, found);
    check_shape(grammar, path.field("shape"), found);
    let Spacing::Fixed { scale } = grammar.layout.spacing else { return };
    if !Spacing::scale().range().contains(&scale) {
        return;
    }
    for (name, symbol) in &grammar.alphabet.nodes {
        let scale_for =
            |side: fn(&Form) -> u32| symbol.all_forms().map(side).max().unwrap_or(0).saturating_add(1);
        let least = scale_for(Form::least_side);
        if least <= scale {
            continue;
        }
        let all = scale_for(Form::most_side);
        let a = if symbol.forms.is_empty() { "a" } else { "the largest" };
        let message = format!(
            "Every level with {a} \"{name}\" fails: it is at least {} cells wide or high, but a scale of {scale} leaves room for {}.",
            least - 1,
            scale - 1
        );
        let warning = Diagnostic::warning("never-fits", message).at(path.field("spacing").field("scale"));
        let (advised, hint) = Spacing::roomy_scale(least, all, " or more");
        found.push(warning.hint(hint).remedy(LayoutSettings::set_scale(advised)));
    }
    found.extend(check_caves(grammar, scale, path));
}

/// Minimum scale at which caves are caves.
///
/// With 5, the middle cave of nine on a lattice has 10 cells of floor on average, which is its middle and the
/// ways through it; with 6 it has 14, with 8 it has 26, and with 10 it has 47.
const LEAST_SCALE_OF_CAVES: u32 = 6;
/// The scale that is advised for caves.
const GOOD_SCALE_OF_CAVES: u32 = 10;

/// Warns of a scale that leaves no room for caves.
fn check_caves(grammar: &Grammar, scale: u32, path: PathRef<'_>) -> Option<Diagnostic> {
    let is_cave = |form: &Form| matches!(form, Form::Cave(cave) if cave.radius.1 > cave.clearing.max(1));
    let mut symbols = grammar.alphabet.nodes.iter();
    let (name, _) = symbols.find(|(_, symbol)| symbol.all_forms().any(is_cave))?;
    (scale < LEAST_SCALE_OF_CAVES).then(|| {
        let message =
            format!("A scale of {scale} leaves caves like \"{name}\" hardly more than their middle.");
        let warning = Diagnostic::warning("scale-without-caves", message);
        let hint = format!("Raise the scale to {GOOD_SCALE_OF_CAVES} or more.");
        let warning = warning.at(path.field("spacing").field("scale")).hint(hint);
        warning.remedy(LayoutSettings::set_scale(GOOD_SCALE_OF_CAVES))
    })
}

/// Warns of a shape for a start with sites, and of ends without such a symbol.
fn check_shape(grammar: &Grammar, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let LayoutSettings { shape, spacing, .. } = &grammar.layout;
    if shape.prefers() && grammar.start.gives_sites() && spacing.heeds_sites() {
        let message = "The start gives its nodes sites, and places keep them. Proportions, sides and symmetry have almost no effect.";
        let warning = Diagnostic::warning("shape-of-sites", message).at(path);
        found.push(warning.hint("Remove the sites from the start."));
    }
    for (side, field, role) in [(shape.start, "start", NodeRole::Start), (shape.goal, "goal", NodeRole::Goal)]
    {
        let is_there = || grammar.alphabet.nodes.values().any(|symbol| symbol.role == Some(role));
        if side.direction().is_some() && !is_there() {
            let message =
                format!("No symbol has the role {role:?}, so the side of the {field} has no effect.");
            let warning = Diagnostic::warning("side-of-nothing", message).at(path.field(field));
            found.push(warning.hint(format!("Give a node symbol the role {role:?}.")));
        }
    }
}

/// Warns of doorways if the spacing keeps all places apart, because there is no shared wall.
fn check_doorways(grammar: &Grammar, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    if grammar.layout.spacing.lets_places_share_walls() {
        return;
    }
    for (name, symbol) in &grammar.alphabet.edges {
        let of_doorway = symbol.all_kinds().find_map(PassageKind::stand_in);
        let Some(otherwise) = of_doorway.filter(|_| symbol.role == EdgeRole::Passage) else { continue };
        let what = match otherwise {
            DoorwayFallback::Nothing => format!("Every level with a \"{name}\" fails"),
            DoorwayFallback::Corridor => format!("Each \"{name}\" becomes a corridor"),
        };
        let message =
            format!("{what}: a doorway lies in a shared wall, but this spacing keeps all places apart.");
        let warning = Diagnostic::warning("doorway-spacing", message).at(path.field("spacing"));
        found.push(warning.hint("Make the spacing compact.").remedy(LayoutSettings::make_compact()));
    }
}
