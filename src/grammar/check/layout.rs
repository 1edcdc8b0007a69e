//! Mistakes in the settings of the layout, and places for which it never has room.

use super::check_parameters;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::Grammar;
use crate::mission::{Form, LayoutSettings, Spacing};

pub(super) fn check_layout(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let path = PathRef::ROOT.field("layout");
    check_parameters(found, path, "the layout", &mut grammar.layout.clone());
    let Spacing::Fixed { scale } = grammar.layout.spacing else { return };
    if !Spacing::scale().range().contains(&scale) {
        return;
    }
    let least_scale = |form: &Form| form.least_side().saturating_add(1);
    for (name, symbol) in &grammar.alphabet.nodes {
        let Some(least) = symbol.all_forms().map(least_scale).max().filter(|least| *least > scale) else {
            continue;
        };
        let a = if symbol.forms.is_empty() { "a" } else { "the largest" };
        let message = format!(
            "Every level with {a} \"{name}\" fails: it is at least {} cells wide or high, and a scale of {scale} leaves {}.",
            least - 1,
            scale - 1
        );
        let warning = Diagnostic::warning("never-fits", message).at(path.field("spacing").field("scale"));
        let hint = format!("set the scale to {least} or more, or make it smaller");
        found.push(warning.hint(hint).remedy(LayoutSettings::set_scale(least)));
    }
}
